/* SPDX-License-Identifier: Apache-2.0 */
/*
 * error_log.h - the error log's side of the directives ErrorLog and
 * ErrorLogFormat. Everything here runs while the configuration is read or
 * opened, in one thread.
 *
 * ErrorLog stores its argument in s->error_fname; ap_open_logs() makes
 * s->error_log of it. ErrorLogFormat stores what pn_error_log_parse_format()
 * returns in core_server_config: the one main format in error_log_format, and
 * each "connection" or "request" format as one more element (an
 * apr_array_header_t *) of error_log_conn or error_log_req. What is NULL means
 * the default format, and no once-only line.
 */
#ifndef PINION_SERVER_LOG_ERROR_LOG_H
#define PINION_SERVER_LOG_ERROR_LOG_H

#include "http_core.h"
#include "httpd.h"

/*
 * Parses a format into *items (of ap_errorlog_format_item, in pool). is_once:
 * a line written once for a connection or request, which has no message but
 * may have '+'. Returns what is wrong with it, in pool, or NULL.
 */
const char *pn_error_log_parse_format(apr_pool_t *pool, const char *format,
                                      int is_once, apr_array_header_t **items);

/* What is wrong with fname as an argument of ErrorLog, in pool, or NULL. */
const char *pn_error_log_check_target(apr_pool_t *pool, const char *fname);

/*
 * The log's hooks, those of the core module, which calls this: logs are opened
 * first of all in open_logs, their directories are looked for in check_config,
 * so that "-t" finds what would keep the server from starting.
 */
void pn_error_log_register_hooks(void);

#endif
