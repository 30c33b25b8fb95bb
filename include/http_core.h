/* SPDX-License-Identifier: Apache-2.0 */
/*
 * http_core.h - the core module: options, its configuration, what it knows
 * about a request's host, and the error log's format.
 */
#ifndef PINION_HTTP_CORE_H
#define PINION_HTTP_CORE_H

#define APACHE_HTTP_CORE_H

#include <sys/resource.h>

#include <apr.h>
#include <apr_hash.h>
#include <apr_optional.h>

#include "ap_expr.h"
#include "http_config.h"
#include "httpd.h"
#include "httpd/core_config.h"
#include "httpd/core_filter.h"
#include "httpd/core_names.h"
#include "httpd/core_options.h"
#include "httpd/core_request.h"
#include "httpd/errorlog.h"
#include "httpd/mgmt.h"
#include "httpd/state_query.h"
#include "util_filter.h"

#endif
