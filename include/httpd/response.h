/* SPDX-License-Identifier: Apache-2.0 */
/*
 * response.h - what an answer is labelled with.
 */
#ifndef PINION_HTTPD_RESPONSE_H
#define PINION_HTTPD_RESPONSE_H

#include <apr_file_io.h>
#include <apr_pools.h>
#include <apr_time.h>

#include "httpd/request_rec.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The place of a status in tables of responses; that of 500 for an unknown
 * one.
 */
AP_DECLARE(int) ap_index_of_response(int status);

/* "404 Not Found" and the like; that of 500 for an unknown one. */
AP_DECLARE(const char *) ap_get_status_line(int status);

/*
 * ap_get_status_line(), but for an unknown three-digit status "Status NNN" in
 * pool.
 */
AP_DECLARE(const char *) ap_get_status_line_ex(apr_pool_t *pool, int status);

/*
 * Sets the media type; adds the filters that AddOutputFilterByType names. ct
 * must live as long as r; NULL: none.
 */
AP_DECLARE(void) ap_set_content_type(request_rec *r, const char *ct);

/*
 * ap_set_content_type(); trusted: ct comes from the administrator
 * (AP_REQUEST_TRUSTED_CT).
 */
AP_DECLARE(void) ap_set_content_type_ex(request_rec *r, const char *ct,
                                        int trusted);

/*
 * type with the default charset where AddDefaultCharset wants one. In r->pool.
 */
AP_DECLARE(const char *) ap_make_content_type(
    request_rec *r, const char *type);

/* Prepares ap_make_content_type(). Once a configuration. */
AP_DECLARE(void) ap_setup_make_content_type(apr_pool_t *pool);

/* Sets r->clength and Content-Length. */
AP_DECLARE(void) ap_set_content_length(request_rec *r, apr_off_t clength);

/*
 * Decides whether the connection stays, and says so in the answer. 1 if it
 * stays.
 */
AP_DECLARE(int) ap_set_keepalive(request_rec *r);

/* Sets Accept-Ranges. */
AP_DECLARE(void) ap_set_accept_ranges(request_rec *r);

/* mtime, or now if that is earlier: dates in the future confuse caches. */
AP_DECLARE(apr_time_t) ap_rationalize_mtime(request_rec *r, apr_time_t mtime);

/* Sets Last-Modified from r->mtime. */
AP_DECLARE(void) ap_set_last_modified(request_rec *r);

/* Moves r->mtime up to that of something that the answer depends on. */
AP_DECLARE(void) ap_update_mtime(request_rec *r, apr_time_t dependency_mtime);

/* What an entity tag is made of. */
typedef struct etag_rec {
    const char *vlist_validator; /* of negotiation */
    /* a file changed within a second of it gets a weak tag */
    apr_time_t request_time;
    apr_finfo_t *finfo; /* of the file */
    const char *pathname; /* for a digest; NULL: fd */
    apr_file_t *fd; /* open file, for a digest */
    int force_weak; /* a weak tag in any case */
} etag_rec;

/* The entity tag of r's file as FileETag says, in r->pool; "" for none. */
AP_DECLARE(char *) ap_make_etag(request_rec *r, int force_weak);

/* The entity tag of what er describes. */
AP_DECLARE(char *) ap_make_etag_ex(request_rec *r, etag_rec *er);

/* Sets ETag from r's file. */
AP_DECLARE(void) ap_set_etag(request_rec *r);

/*
 * ap_set_etag() with the file open already, so that FileETag Digest need not
 * open it.
 */
AP_DECLARE(void) ap_set_etag_fd(request_rec *r, apr_file_t *fd);

/*
 * Answers r->status with its error document's text. recursive_error: the
 * status of the error document itself, 0 if that is not it.
 */
AP_DECLARE(void) ap_send_error_response(request_rec *r, int recursive_error);

/*
 * Sends r->status (1xx) and with send_headers r->headers_out, ahead of the
 * answer.
 */
AP_DECLARE(void) ap_send_interim_response(request_rec *r, int send_headers);

#ifdef __cplusplus
}
#endif

#endif
