/* SPDX-License-Identifier: Apache-2.0 */
/*
 * deflate.h - what mod_deflate and its two directions of inflating share.
 */
#ifndef PINION_MODULES_FILTERS_DEFLATE_H
#define PINION_MODULES_FILTERS_DEFLATE_H

#include "compress.h"

/* Limits of what a small body may become; per section. */
typedef struct inflate_limits_t {
    apr_off_t request_bytes; /* 0: LimitRequestBody's; -1: not set */
    int ratio;               /* -1: not set */
    int burst;
} inflate_limits_t;

/* The limits that count for r, defaults filled in. */
inflate_limits_t deflate_limits(request_rec *r);
apr_size_t deflate_buffer_bytes(const request_rec *r);

/* Filters: what clients send, and what handlers made, in gzip form. */
apr_status_t inflate_request(ap_filter_t *f, apr_bucket_brigade *bb,
                             ap_input_mode_t mode, apr_read_type_e block,
                             apr_off_t readbytes);
apr_status_t inflate_response(ap_filter_t *f, apr_bucket_brigade *bb);

#endif
