/* SPDX-License-Identifier: Apache-2.0 */
/*
 * eor_bucket.h - the bucket at the end of a request: when it is destroyed, the
 * request's last byte has left, and it is logged and its pool cleared.
 */
#ifndef PINION_HTTPD_EOR_BUCKET_H
#define PINION_HTTPD_EOR_BUCKET_H

#include <apr_buckets.h>

#include "httpd/request_rec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The type of end-of-request buckets. */
extern AP_DECLARE_DATA const apr_bucket_type_t ap_bucket_type_eor;

#define AP_BUCKET_IS_EOR(e) ((e)->type == &ap_bucket_type_eor)

/* Turns b into the end of r. */
AP_DECLARE(apr_bucket *) ap_bucket_eor_make(apr_bucket *b, request_rec *r);

/* Makes a bucket that is the end of r. */
AP_DECLARE(apr_bucket *) ap_bucket_eor_create(
    apr_bucket_alloc_t *list, request_rec *r);

#ifdef __cplusplus
}
#endif

#endif
