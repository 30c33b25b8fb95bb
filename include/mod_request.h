/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_request.h - mod_request: bodies kept for others to read again.
 */
#ifndef PINION_MOD_REQUEST_H
#define PINION_MOD_REQUEST_H

#define MOD_REQUEST_H

#include <apr.h>
#include <apr_buckets.h>
#include <apr_optional.h>

#include "httpd.h"
#include "util_filter.h"

#ifdef __cplusplus
extern "C" {
#endif

#define KEEP_BODY_FILTER "KEEP_BODY"
#define KEPT_BODY_FILTER "KEPT_BODY"

/* KeptBodySize. */
typedef struct request_dir_conf {
    apr_off_t keep_body;
    int keep_body_set;
} request_dir_conf;

/* Lets r read the kept body. */
APR_DECLARE_OPTIONAL_FN(void, ap_request_insert_filter, (request_rec *r));

/* Stops that. */
APR_DECLARE_OPTIONAL_FN(void, ap_request_remove_filter, (request_rec *r));

#ifdef __cplusplus
}
#endif

#endif
