/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_core.h - the HTTP side of the core.
 */
#ifndef PINION_MOD_CORE_H
#define PINION_MOD_CORE_H

#define MOD_CORE_H

#include <apr.h>
#include <apr_buckets.h>

#include "httpd.h"
#include "util_filter.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The filters of HTTP. */
/* Reads bodies. */
extern AP_DECLARE_DATA ap_filter_rec_t *ap_http_input_filter_handle;

/* Writes heads. */
extern AP_DECLARE_DATA ap_filter_rec_t *ap_http_header_filter_handle;

/* Writes chunks. */
extern AP_DECLARE_DATA ap_filter_rec_t *ap_chunk_filter_handle;

/* Watches for errors. */
extern AP_DECLARE_DATA ap_filter_rec_t *ap_http_outerror_filter_handle;

/* Cuts ranges. */
extern AP_DECLARE_DATA ap_filter_rec_t *ap_byterange_filter_handle;

/* For answers of several ranges. */
extern AP_DECLARE_DATA const char *ap_multipart_boundary;

/*
 * The function that reads bodies: by length, chunked, or to the end (RFC 9112
 * section 6).
 */
AP_DECLARE(apr_status_t) ap_http_filter(ap_filter_t *f,
                                        apr_bucket_brigade *bb,
                                        ap_input_mode_t mode,
                                        apr_read_type_e block,
                                        apr_off_t readbytes);

/* The function that writes chunks. */
AP_DECLARE(apr_status_t) ap_http_chunk_filter(
    ap_filter_t *f, apr_bucket_brigade *b);

/* The function that ends a connection after an error bucket. */
AP_DECLARE(apr_status_t) ap_http_outerror_filter(
    ap_filter_t *f, apr_bucket_brigade *b);

/*
 * What an error document is for a status (by index): text after a quote, a
 * path, or an URL; NULL: the usual.
 */
AP_DECLARE(char *) ap_response_code_string(request_rec *r, int error_index);

/* Writes the status line, Date and Server. */
AP_DECLARE(void) ap_basic_http_header(request_rec *r, apr_bucket_brigade *bb);

/* Answers TRACE. OK or a status. */
AP_DECLARE(int) ap_send_http_trace(request_rec *r);

/* Answers OPTIONS. OK or a status. */
AP_DECLARE(int) ap_send_http_options(request_rec *r);

/* Draws the boundary above; in the parent, before and after it forks. */
AP_DECLARE(void) ap_init_rng(apr_pool_t *pool);

/* Makes the next child's numbers differ. */
AP_DECLARE(void) ap_random_parent_after_fork(void);

#ifdef __cplusplus
}
#endif

#endif
