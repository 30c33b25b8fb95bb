/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MOD_CGI_H
#define PINION_MOD_CGI_H

#include "mod_include.h"

#ifdef __cplusplus
extern "C" {
#endif

#define _MOD_CGI_H 1

typedef struct cgi_exec_info_t cgi_exec_info_t;
typedef enum prog_types { RUN_AS_SSI = 0, RUN_AS_CGI = 1 } prog_types;

struct cgi_exec_info_t {
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
};

APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_cgi_build_command, (const char **, const char ***, request_rec *, apr_pool_t *, cgi_exec_info_t *));

#ifdef __cplusplus
}
#endif

#endif
