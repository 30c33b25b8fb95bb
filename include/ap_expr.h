/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_expr.h - the expression language of If, Require expr, Header and many
 * others.
 */
#ifndef PINION_AP_EXPR_H
#define PINION_AP_EXPR_H

#define AP_EXPR_H

#include "ap_hooks.h"
#include "ap_regex.h"
#include "http_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ap_expr_node ap_expr_t;
typedef struct ap_expr_info_t ap_expr_info_t;
typedef struct ap_expr_eval_ctx_t ap_expr_eval_ctx_t;
typedef struct ap_expr_lookup_parms ap_expr_lookup_parms;

/*
 * flags of an expression: the syntax of SSLRequire; do not add to Vary; no
 * functions that could do harm; a string is wanted, not true or false; also no
 * functions that read files.
 */
#define AP_EXPR_FLAG_SSL_EXPR_COMPAT      1
#define AP_EXPR_FLAG_DONT_VARY            2
#define AP_EXPR_FLAG_RESTRICTED           4
#define AP_EXPR_FLAG_STRING_RESULT        8
#define AP_EXPR_FLAG_RESTRICTED_FILE_FUNC 16

/* A parsed expression. Read by any number of threads. */
struct ap_expr_info_t {
    ap_expr_t *root_node;
    const char *filename; /* where it stands */
    unsigned int line_number;
    unsigned int flags; /* AP_EXPR_FLAG_* */
    int module_index; /* for log levels */
};

/* One evaluation. */
struct ap_expr_eval_ctx_t {
    request_rec *r; /* may be NULL */
    conn_rec *c; /* may be NULL */
    server_rec *s;
    apr_pool_t *p; /* for results */
    const char **err; /* where a sentence about an error goes */
    const ap_expr_info_t *info;
    ap_regmatch_t *re_pmatch; /* captures of the last match: in and out */
    apr_size_t re_nmatch; /* places in re_pmatch */
    const char **re_source; /* what was matched last */
    const char **vary_this; /* collects Vary; NULL: don't */
    const char **result_string; /* where a string result goes */
    void *data; /* for functions that a module looks up */
    int reclvl; /* depth of nesting */
};

/* Finds a function or variable: OK, DECLINED, or an error with *params->err. */
typedef int ap_expr_lookup_fn_t(ap_expr_lookup_parms *params);

/*
 * Parses expr into info, whose filename, line_number, flags and module_index
 * are set. lookup_fn: NULL for the hook. NULL or a sentence.
 */
AP_DECLARE(const char *) ap_expr_parse(apr_pool_t *pool, apr_pool_t *ptemp,
                                       ap_expr_info_t *info, const char *expr,
                                       ap_expr_lookup_fn_t *lookup_fn);

/* Parses the argument of a directive. NULL with a sentence in *err. */
AP_DECLARE(ap_expr_info_t *) ap_expr_parse_cmd_mi(
    const cmd_parms *cmd, const char *expr, unsigned int flags,
    const char **err, ap_expr_lookup_fn_t *lookup_fn, int module_index);

#define ap_expr_parse_cmd(cmd, expr, flags, err, lookup_fn) \
    ap_expr_parse_cmd_mi(cmd, expr, flags, err, lookup_fn, APLOG_MODULE_INDEX)

/*
 * Evaluates to true (above 0) or false (0); below 0 with a sentence in *err.
 */
AP_DECLARE(int) ap_expr_exec(request_rec *r, const ap_expr_info_t *expr,
                             const char **err);

/*
 * The same with captures: *source and pmatch are those of $0 and so on before,
 * and set by matches.
 */
AP_DECLARE(int) ap_expr_exec_re(request_rec *r, const ap_expr_info_t *expr,
                                apr_size_t nmatch, ap_regmatch_t *pmatch,
                                const char **source, const char **err);

/* The same with everything in ctx. */
AP_DECLARE(int) ap_expr_exec_ctx(ap_expr_eval_ctx_t *ctx);

/* Evaluates to a string in r->pool; *err is NULL, or a sentence. */
AP_DECLARE(const char *) ap_expr_str_exec(request_rec *r,
                                          const ap_expr_info_t *expr,
                                          const char **err);

/* The same with captures. */
AP_DECLARE(const char *) ap_expr_str_exec_re(
    request_rec *r, const ap_expr_info_t *expr, apr_size_t nmatch,
    ap_regmatch_t *pmatch, const char **source, const char **err);

/* Functions and variables that modules define. */
/* An operator such as -f. True or false. */
typedef int ap_expr_op_unary_t(ap_expr_eval_ctx_t *ctx, const void *data,
                               const char *arg);

/* An operator such as -ipmatch. True or false. */
typedef int ap_expr_op_binary_t(ap_expr_eval_ctx_t *ctx, const void *data,
                                const char *arg1, const char *arg2);

/* A function that makes a string. */
typedef const char *ap_expr_string_func_t(ap_expr_eval_ctx_t *ctx,
                                          const void *data, const char *arg);

/* A function that makes a list of const char *. */
typedef apr_array_header_t *ap_expr_list_func_t(ap_expr_eval_ctx_t *ctx,
                                                const void *data,
                                                const char *arg);

/* A variable. */
typedef const char *ap_expr_var_func_t(ap_expr_eval_ctx_t *ctx,
                                       const void *data);

/* type of ap_expr_lookup_parms. */
#define AP_EXPR_FUNC_VAR       0
#define AP_EXPR_FUNC_STRING    1
#define AP_EXPR_FUNC_LIST      2
#define AP_EXPR_FUNC_OP_UNARY  3
#define AP_EXPR_FUNC_OP_BINARY 4

/* A question for a function or variable. */
struct ap_expr_lookup_parms {
    int type;
    const char *name;
    int flags; /* AP_EXPR_FLAG_* */
    apr_pool_t *pool;
    apr_pool_t *ptemp;
    const void **func; /* answer: the function */
    const void **data; /* answer: what it is called with */
    const char **err; /* answer: why it can't be used */
    const char *arg; /* the argument, if it is a constant */
};

/* Asks the hook. */
AP_DECLARE(int) ap_expr_lookup_default(ap_expr_lookup_parms *params);

/* Finds a function or variable. OK, DECLINED, or an error with *params->err. */
AP_DECLARE_HOOK(int, expr_lookup, (ap_expr_lookup_parms *params))

/* Registers the core's functions and variables. */
AP_DECLARE(void) ap_expr_init(apr_pool_t *pool);

#ifdef __cplusplus
}
#endif

#endif
