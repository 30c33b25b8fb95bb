/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_AP_EXPR_H
#define PINION_AP_EXPR_H

#define AP_EXPR_H

#include "httpd.h"
#include "http_config.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_EXPR_FLAG_DONT_VARY 2
#define AP_EXPR_FLAG_RESTRICTED 4
#define AP_EXPR_FLAG_RESTRICTED_FILE_FUNC 16
#define AP_EXPR_FLAG_SSL_EXPR_COMPAT 1
#define AP_EXPR_FLAG_STRING_RESULT 8
#define AP_EXPR_FUNC_LIST 2
#define AP_EXPR_FUNC_OP_BINARY 4
#define AP_EXPR_FUNC_OP_UNARY 3
#define AP_EXPR_FUNC_STRING 1
#define AP_EXPR_FUNC_VAR 0

typedef struct ap_expr_node ap_expr_t;
typedef struct ap_expr_info_t ap_expr_info_t;
typedef struct ap_expr_eval_ctx_t ap_expr_eval_ctx_t;
typedef struct ap_expr_lookup_parms ap_expr_lookup_parms;
typedef int ap_expr_op_unary_t(ap_expr_eval_ctx_t *, const void *, const char *);
typedef int ap_expr_op_binary_t(ap_expr_eval_ctx_t *, const void *, const char *, const char *);
typedef const char *ap_expr_string_func_t(ap_expr_eval_ctx_t *, const void *, const char *);
typedef apr_array_header_t *ap_expr_list_func_t(ap_expr_eval_ctx_t *, const void *, const char *);
typedef const char *ap_expr_var_func_t(ap_expr_eval_ctx_t *, const void *);
typedef int ap_expr_lookup_fn_t(ap_expr_lookup_parms *);

struct ap_expr_eval_ctx_t {
    request_rec *r;
    conn_rec *c;
    server_rec *s;
    apr_pool_t *p;
    const char **err;
    const ap_expr_info_t *info;
    ap_regmatch_t *re_pmatch;
    apr_size_t re_nmatch;
    const char **re_source;
    const char **vary_this;
    const char **result_string;
    void *data;
    int reclvl;
};

struct ap_expr_info_t {
    ap_expr_t *root_node;
    const char *filename;
    unsigned int line_number;
    unsigned int flags;
    int module_index;
};

struct ap_expr_lookup_parms {
    int type;
    const char *name;
    int flags;
    apr_pool_t *pool;
    apr_pool_t *ptemp;
    const void **func;
    const void **data;
    const char **err;
    const char *arg;
};

AP_DECLARE_HOOK(int, expr_lookup, (ap_expr_lookup_parms *parms))

AP_DECLARE(int) ap_expr_exec(request_rec *r, const ap_expr_info_t *, const char **);
AP_DECLARE(int) ap_expr_exec_ctx(ap_expr_eval_ctx_t *);
AP_DECLARE(int) ap_expr_exec_re(request_rec *r, const ap_expr_info_t *, apr_size_t, ap_regmatch_t *, const char **, const char **);
AP_DECLARE(void) ap_expr_init(apr_pool_t *pool);
AP_DECLARE(int) ap_expr_lookup_default(ap_expr_lookup_parms *);
AP_DECLARE(const char *) ap_expr_parse(apr_pool_t *pool, apr_pool_t *, ap_expr_info_t *, const char *, ap_expr_lookup_fn_t *);
AP_DECLARE(ap_expr_info_t *) ap_expr_parse_cmd_mi(const cmd_parms *cmd, const char *, unsigned int, const char **, ap_expr_lookup_fn_t *, int);
AP_DECLARE(const char *) ap_expr_str_exec(request_rec *r, const ap_expr_info_t *, const char **);
AP_DECLARE(const char *) ap_expr_str_exec_re(request_rec *r, const ap_expr_info_t *, apr_size_t, ap_regmatch_t *, const char **, const char **);

#define ap_expr_parse_cmd(cmd, expr, flags, err, lookup_fn) \
    ap_expr_parse_cmd_mi(cmd, expr, flags, err, lookup_fn, APLOG_MODULE_INDEX)

#ifdef __cplusplus
}
#endif

#endif
