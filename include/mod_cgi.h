/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_cgi.h - mod_cgi: how a program is to be started.
 */
#ifndef PINION_MOD_CGI_H
#define PINION_MOD_CGI_H

#include "mod_include.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For whom the program runs. */
typedef enum prog_types { RUN_AS_SSI, RUN_AS_CGI } prog_types;

/* How it is to be started. */
typedef struct cgi_exec_info_t {
    apr_int32_t in_pipe;
    apr_int32_t out_pipe;
    apr_int32_t err_pipe;
    int process_cgi;
    apr_cmdtype_e cmd_type;
    apr_int32_t detached;
    prog_types prog_type;
    apr_bucket_brigade **bb;
    include_ctx_t *ctx;
    ap_filter_t *next;
    apr_int32_t addrspace;
} cgi_exec_info_t;

#define _MOD_CGI_H 1

/* How to run a program: mod_cgi's answer, which a module may replace. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_cgi_build_command,
                        (const char **, const char ***, request_rec *,
                         apr_pool_t *, cgi_exec_info_t *));

#ifdef __cplusplus
}
#endif

#endif
