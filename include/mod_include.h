/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_include.h - mod_include: elements of server-side includes.
 */
#ifndef PINION_MOD_INCLUDE_H
#define PINION_MOD_INCLUDE_H

#include <apr_optional.h>
#include <apr_pools.h>
#include <apr_strings.h>

#include "httpd.h"
#include "util_filter.h"

#ifdef __cplusplus
extern "C" {
#endif

#define _MOD_INCLUDE_H 1
struct ssi_internal_ctx;

/* flags of a document in work. */
#define SSI_FLAG_SIZE_ABBREV      (-5)
#define SSI_FLAG_CLEAR_PRINT_COND (-4)
#define SSI_FLAG_CLEAR_PRINTING   (-2)
#define SSI_FLAG_PRINTING         1
#define SSI_FLAG_COND_TRUE        2
#define SSI_FLAG_SIZE_IN_BYTES    4
#define SSI_FLAG_NO_EXEC          8
#define SSI_FLAG_COND_ERROR       16

/* Whether values are entity-decoded; what becomes of unknown variables. */
#define SSI_EXPAND_DROP_NAME  0
#define SSI_VALUE_RAW         0
#define SSI_EXPAND_LEAVE_NAME 1
#define SSI_VALUE_DECODED     1

typedef struct include_ctx_t include_ctx_t;

/* A document in work. */
struct include_ctx_t {
    apr_pool_t *pool;
    apr_pool_t *dpool;
    int flags;
    int if_nesting_level;
    int flush_now;
    unsigned int argc;
    const char *error_str;
    const char *time_str;
    request_rec *r;
    struct ssi_internal_ctx *intern;
};

#define SSI_CREATE_ERROR_BUCKET(ctx, f, bb) \
    APR_BRIGADE_INSERT_TAIL( \
        (bb), apr_bucket_pool_create( \
                  apr_pstrdup((ctx)->pool, (ctx)->error_str), \
                  strlen((ctx)->error_str), (ctx)->pool, (f)->c->bucket_alloc))

/* Handles an element: its output goes to bb. */
typedef apr_status_t include_handler_fn_t(include_ctx_t *ctx, ap_filter_t *f,
                                          apr_bucket_brigade *bb);

/* The element's next attribute. */
APR_DECLARE_OPTIONAL_FN(void, ap_ssi_get_tag_and_value,
                        (include_ctx_t *ctx, char **tag, char **tag_val, int
                         dodecode));

/* Replaces variables. */
APR_DECLARE_OPTIONAL_FN(char *, ap_ssi_parse_string,
                        (include_ctx_t *ctx, const char *in, char *out,
                         apr_size_t length, int leave_name));

/* Defines an element. */
APR_DECLARE_OPTIONAL_FN(void, ap_register_include_handler,
                        (char *tag, include_handler_fn_t *func));

#define _MOD_INCLUDE_H 1

#ifdef __cplusplus
}
#endif

#endif
