/* SPDX-License-Identifier: Apache-2.0 */
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

extern AP_DECLARE_DATA ap_filter_rec_t *ap_byterange_filter_handle;
extern AP_DECLARE_DATA ap_filter_rec_t *ap_chunk_filter_handle;
extern AP_DECLARE_DATA ap_filter_rec_t *ap_http_header_filter_handle;
extern AP_DECLARE_DATA ap_filter_rec_t *ap_http_input_filter_handle;
extern AP_DECLARE_DATA ap_filter_rec_t *ap_http_outerror_filter_handle;
extern AP_DECLARE_DATA const char *ap_multipart_boundary;

AP_DECLARE(void) ap_basic_http_header(request_rec *r, apr_bucket_brigade *bb);
AP_DECLARE(apr_status_t) ap_http_chunk_filter(ap_filter_t *f, apr_bucket_brigade *bb);
AP_DECLARE(apr_status_t) ap_http_filter(ap_filter_t *f, apr_bucket_brigade *bb, ap_input_mode_t, apr_read_type_e, apr_off_t);
AP_DECLARE(apr_status_t) ap_http_outerror_filter(ap_filter_t *f, apr_bucket_brigade *bb);
AP_DECLARE(char *) ap_response_code_string(request_rec *r, int);
AP_DECLARE(int) ap_send_http_options(request_rec *r);
AP_DECLARE(int) ap_send_http_trace(request_rec *r);

#ifdef __cplusplus
}
#endif

#endif
