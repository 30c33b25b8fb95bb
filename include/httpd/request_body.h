/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request_body.h - request bodies: whether there is one, and form fields.
 */
#ifndef PINION_HTTPD_REQUEST_BODY_H
#define PINION_HTTPD_REQUEST_BODY_H

#include <apr_buckets.h>
#include <apr_tables.h>

#include "httpd/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A field of a form. */
typedef struct ap_form_pair_t {
    const char *name;
    apr_bucket_brigade *value; /* percent-decoded */
} ap_form_pair_t;

/*
 * 1 if the request announces a body: by Transfer-Encoding, or by a Content-
 * Length above 0.
 */
AP_DECLARE(int) ap_request_has_body(request_rec *r);

/*
 * Reads a body of type application/x-www-form-urlencoded through filter f
 * (NULL: r's input filters) into an array of ap_form_pair_t. num: most fields,
 * size: most bytes; -1 each for no limit. Returns OK,
 * HTTP_REQUEST_ENTITY_TOO_LARGE, HTTP_BAD_REQUEST for broken encoding, or
 * HTTP_INTERNAL_SERVER_ERROR. An empty array if the type is another. The
 * values live in r->pool.
 */
AP_DECLARE(int) ap_parse_form_data(request_rec *r, struct ap_filter_t *f,
                                   apr_array_header_t **ptr, apr_size_t num,
                                   apr_size_t size);

#ifdef __cplusplus
}
#endif

#endif
