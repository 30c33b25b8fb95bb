/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_pipe.h - logs written to a program that the server keeps running.
 */
#ifndef PINION_HTTPD_LOG_PIPE_H
#define PINION_HTTPD_LOG_PIPE_H

#include <apr_file_io.h>
#include <apr_pools.h>
#include <apr_thread_proc.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct piped_log piped_log;

/*
 * Starts program, with a shell, restarted when it ends; stopped when pool is
 * cleared. NULL if it can't be started.
 */
AP_DECLARE(piped_log *) ap_open_piped_log(apr_pool_t *pool,
                                          const char *program);

/* ap_open_piped_log() without the shell, if cmdtype is APR_PROGRAM_ENV. */
AP_DECLARE(piped_log *) ap_open_piped_log_ex(
    apr_pool_t *pool, const char *program, apr_cmdtype_e cmdtype);

/* Stops the program. */
AP_DECLARE(void) ap_close_piped_log(piped_log *pl);

/* The end that the program reads from. */
AP_DECLARE(apr_file_t *) ap_piped_log_read_fd(piped_log *pl);

/* The end to write lines to. */
AP_DECLARE(apr_file_t *) ap_piped_log_write_fd(piped_log *pl);

#ifdef __cplusplus
}
#endif

#endif
