/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_file.h - opening the error log, process id files, and identifiers that
 * tie log lines together.
 */
#ifndef PINION_HTTPD_LOG_FILE_H
#define PINION_HTTPD_LOG_FILE_H

#include <apr_pools.h>

#include "ap_hooks.h"
#include "httpd/conn_rec.h"
#include "httpd/request_rec.h"
#include "httpd/server_rec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sends messages to stderr until a log is open. */
AP_DECLARE(void) ap_open_stderr_log(apr_pool_t *pool);

/* Makes file what stderr is. */
AP_DECLARE(apr_status_t) ap_replace_stderr_log(
    apr_pool_t *pool, const char *file);

/* Opens the error logs of all servers: the core's function for open_logs. */
AP_DECLARE(int) ap_open_logs(apr_pool_t *pool, apr_pool_t *p_log,
                             apr_pool_t *p_temp, server_rec *s_main);

/* What a child does with the logs it inherited. */
AP_DECLARE(void) ap_logs_child_init(apr_pool_t *pool, server_rec *s);

/* Makes stderr the error log of s. */
AP_DECLARE(void) ap_error_log2stderr(server_rec *s);

/* Logs how the server was called. */
AP_DECLARE(void) ap_log_command_line(apr_pool_t *plog, server_rec *s);

/* Logs what all MPMs say when they start. */
AP_DECLARE(void) ap_log_mpm_common(server_rec *s);

/*
 * Writes the process id into a file, relative to DefaultRuntimeDir; says so if
 * another is in there.
 */
AP_DECLARE(void) ap_log_pid(apr_pool_t *pool, const char *fname);

/* Removes that file. */
AP_DECLARE(void) ap_remove_pid(apr_pool_t *pool, const char *fname);

/* Reads a process id. APR_EGENERAL if there is none in the file. */
AP_DECLARE(apr_status_t) ap_read_pid(apr_pool_t *pool, const char *filename,
                                     pid_t *mypid);

/* Makes c->log_id or, when r is not NULL, r->log_id. OK or DECLINED. */
AP_DECLARE_HOOK(int, generate_log_id,
                (const conn_rec *c, const request_rec *r, const char **id))

#ifdef __cplusplus
}
#endif

#endif
