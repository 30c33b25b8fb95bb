/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request_process.h - running a request, and ending it.
 */
#ifndef PINION_HTTPD_REQUEST_PROCESS_H
#define PINION_HTTPD_REQUEST_PROCESS_H

#include <apr_buckets.h>
#include <apr_time.h>

#include "httpd/conn_rec.h"
#include "httpd/request_rec.h"
#include "httpd/response.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Serves a request to its end and waits until its answer is sent. */
AP_DECLARE(void) ap_process_request(request_rec *r);

/* Serves a request; the MPM writes what the socket does not take at once. */
AP_DECLARE(void) ap_process_async_request(request_rec *r);

/*
 * What follows the handler: ends the answer and asks for the next request. For
 * those who handled r elsewhere.
 */
AP_DECLARE(void) ap_process_request_after_handler(request_rec *r);

/* All phases up to fixups. OK or a status. */
AP_DECLARE(int) ap_process_request_internal(request_rec *r);

/*
 * Answers with an error: the error document of status type, redirected to if
 * need be.
 */
AP_DECLARE(void) ap_die(int type, request_rec *r);

/*
 * Looks for a next request that already came, without blocking: APR_SUCCESS if
 * there is, with c->data_in_input_filters, APR_EAGAIN if not, or an error.
 */
AP_DECLARE(apr_status_t) ap_check_pipeline(conn_rec *c,
                                           apr_bucket_brigade *bb,
                                           unsigned int max_blank_lines);

/* Serves new_uri as the answer to r: a new request takes r's place. */
AP_DECLARE(void) ap_internal_redirect(const char *new_uri, request_rec *r);

/*
 * ap_internal_redirect() that gives the new request r's media type if r has a
 * handler: for handlers that are chosen by type.
 */
AP_DECLARE(void) ap_internal_redirect_handler(
    const char *new_uri, request_rec *r);

/*
 * Makes r what its subrequest sub_req found out, without running phases again.
 */
AP_DECLARE(void) ap_internal_fast_redirect(request_rec *sub_req,
                                           request_rec *r);

/* 1 if a Require stands for r. Use ap_some_authn_required(). */
AP_DECLARE(int) ap_some_auth_required(request_rec *r);

/* 1 if r can't be served without authentication. */
AP_DECLARE(int) ap_some_authn_required(request_rec *r);

/* 1 if r is neither a subrequest nor the target of an internal redirect. */
AP_DECLARE(int) ap_is_initial_req(request_rec *r);

/*
 * The walks: each merges sections of its kind into r->per_dir_config. OK or a
 * status.
 */
/* Location sections, by r->uri. */
AP_DECLARE(int) ap_location_walk(request_rec *r);

/* Directory sections and .htaccess, by r->filename. */
AP_DECLARE(int) ap_directory_walk(request_rec *r);

/* Files sections, by the last part of r->filename. */
AP_DECLARE(int) ap_file_walk(request_rec *r);

/* If sections. */
AP_DECLARE(int) ap_if_walk(request_rec *r);

/* Options of ap_allow_methods(): add to what is allowed, or replace it. */
#define MERGE_ALLOW   0
#define REPLACE_ALLOW 1

/* Sets which methods 405 and OPTIONS announce, by name up to a NULL. */
AP_DECLARE_NONSTD(void) ap_allow_methods(request_rec *r, int reset, ...)
    AP_FN_ATTR_SENTINEL;

/* The same by number up to -1. */
AP_DECLARE_NONSTD(void) ap_allow_standard_methods(
    request_rec *r, int reset, ...);

#ifdef __cplusplus
}
#endif

#endif
