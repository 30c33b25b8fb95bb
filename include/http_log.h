/* SPDX-License-Identifier: Apache-2.0 */
/*
 * http_log.h - the error log, and logs that a program receives.
 */
#ifndef PINION_HTTP_LOG_H
#define PINION_HTTP_LOG_H

#define APACHE_HTTP_LOG_H

#include <syslog.h>

#include <apr_thread_proc.h>

#include "ap_hooks.h"
#include "http_config.h"
#include "httpd.h"
#include "httpd/log_file.h"
#include "httpd/log_level.h"
#include "httpd/log_message.h"
#include "httpd/log_pipe.h"

#endif
