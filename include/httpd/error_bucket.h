/* SPDX-License-Identifier: Apache-2.0 */
/*
 * error_bucket.h - the bucket that tells the filters that an error response is
 * to be sent instead of what was.
 */
#ifndef PINION_HTTPD_ERROR_BUCKET_H
#define PINION_HTTPD_ERROR_BUCKET_H

#include <apr_buckets.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The type of error buckets. */
extern AP_DECLARE_DATA const apr_bucket_type_t ap_bucket_type_error;

#define AP_BUCKET_IS_ERROR(e) ((e)->type == &ap_bucket_type_error)

/* What such a bucket holds. */
typedef struct ap_bucket_error {
    apr_bucket_refcount refcount;
    int status; /* HTTP status */
    const char *data; /* text for the client, or NULL */
} ap_bucket_error;

/* Turns b into an error bucket; buf is copied into pool, may be NULL. */
AP_DECLARE(apr_bucket *) ap_bucket_error_make(
    apr_bucket *b, int error, const char *buf, apr_pool_t *pool);

/* Makes an error bucket; buf is copied into pool, may be NULL. */
AP_DECLARE(apr_bucket *) ap_bucket_error_create(
    int error, const char *buf, apr_pool_t *pool, apr_bucket_alloc_t *list);

#ifdef __cplusplus
}
#endif

#endif
