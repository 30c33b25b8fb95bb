/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MOD_INCLUDE_H
#define PINION_MOD_INCLUDE_H

#include <apr_pools.h>
#include <apr_optional.h>

#include "httpd.h"
#include "util_filter.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ssi_internal_ctx;

#define SSI_EXPAND_DROP_NAME 0
#define SSI_EXPAND_LEAVE_NAME 1
#define SSI_FLAG_CLEAR_PRINTING (-2)
#define SSI_FLAG_CLEAR_PRINT_COND (-4)
#define SSI_FLAG_COND_ERROR 16
#define SSI_FLAG_COND_TRUE 2
#define SSI_FLAG_NO_EXEC 8
#define SSI_FLAG_PRINTING 1
#define SSI_FLAG_SIZE_ABBREV (-5)
#define SSI_FLAG_SIZE_IN_BYTES 4
#define SSI_VALUE_DECODED 1
#define SSI_VALUE_RAW 0
#define _MOD_INCLUDE_H 1

typedef struct include_ctx_t include_ctx_t;
typedef apr_status_t include_handler_fn_t(include_ctx_t *, ap_filter_t *, apr_bucket_brigade *);

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

APR_DECLARE_OPTIONAL_FN(void, ap_ssi_get_tag_and_value, (include_ctx_t *, char **, char **, int));
APR_DECLARE_OPTIONAL_FN(char *, ap_ssi_parse_string, (include_ctx_t *, const char *, char *, apr_size_t, int));
APR_DECLARE_OPTIONAL_FN(void, ap_register_include_handler, (char *, include_handler_fn_t *));

#define SSI_CREATE_ERROR_BUCKET(ctx, f, bb) \
    APR_BRIGADE_INSERT_TAIL( \
        (bb), apr_bucket_pool_create( \
                  apr_pstrdup((ctx)->pool, (ctx)->error_str), \
                  strlen((ctx)->error_str), (ctx)->pool, (f)->c->bucket_alloc))

#ifdef __cplusplus
}
#endif

#endif
