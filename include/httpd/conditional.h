/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conditional.h - conditional requests (RFC 9110 section 13). The headers
 * argument is r->headers_out or what will become of it.
 */
#ifndef PINION_HTTPD_CONDITIONAL_H
#define PINION_HTTPD_CONDITIONAL_H

#include <apr_tables.h>

#include "httpd/request_rec.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What became of a condition: the field is missing, it is not met, or it is
 * met by a weak or by a strong comparison.
 */
typedef enum ap_condition_e {
    AP_CONDITION_NONE,
    AP_CONDITION_NOMATCH,
    AP_CONDITION_WEAK,
    AP_CONDITION_STRONG
} ap_condition_e;

/* If-Match. */
AP_DECLARE(ap_condition_e) ap_condition_if_match(
    request_rec *r, apr_table_t *headers);

/* If-Unmodified-Since. */
AP_DECLARE(ap_condition_e) ap_condition_if_unmodified_since(
    request_rec *r, apr_table_t *headers);

/* If-None-Match. */
AP_DECLARE(ap_condition_e) ap_condition_if_none_match(
    request_rec *r, apr_table_t *headers);

/* If-Modified-Since. */
AP_DECLARE(ap_condition_e) ap_condition_if_modified_since(
    request_rec *r, apr_table_t *headers);

/* If-Range. */
AP_DECLARE(ap_condition_e) ap_condition_if_range(
    request_rec *r, apr_table_t *headers);

/*
 * All of them in order: OK, HTTP_NOT_MODIFIED or HTTP_PRECONDITION_FAILED.
 * ETag and Last-Modified must be set.
 */
AP_DECLARE(int) ap_meets_conditions(request_rec *r);

#ifdef __cplusplus
}
#endif

#endif
