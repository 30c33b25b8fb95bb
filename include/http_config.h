/* SPDX-License-Identifier: Apache-2.0 */
/*
 * http_config.h - modules and their configuration: the module record,
 * directives, configuration files and the tree they become, log levels, and
 * the hooks of a configuration's life.
 */
#ifndef PINION_HTTP_CONFIG_H
#define PINION_HTTP_CONFIG_H

#define APACHE_HTTP_CONFIG_H

#include <apr_tables.h>

#include "httpd.h"
#include "httpd/command.h"
#include "httpd/config_file.h"
#include "httpd/config_hooks.h"
#include "httpd/config_tree.h"
#include "httpd/loglevel.h"
#include "httpd/module.h"
#include "httpd/module_list.h"
#include "util_cfgtree.h"

#endif
