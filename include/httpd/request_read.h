/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request_read.h - reading requests: lines, fields, bodies.
 */
#ifndef PINION_HTTPD_REQUEST_READ_H
#define PINION_HTTPD_REQUEST_READ_H

#include <apr_buckets.h>
#include <apr_tables.h>

#include "httpd/conn_rec.h"
#include "httpd/request_rec.h"
#include "util_filter.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Reads the head of the next request on c. NULL when there is none: the
 * connection is to be closed, an error was answered already.
 */
AP_DECLARE(request_rec *) ap_read_request(conn_rec *c);

/* A new request on c, with a pool of its own, that nothing was read for. */
AP_DECLARE(request_rec *) ap_create_request(conn_rec *c);

/* Takes r->the_request apart. 1, or 0 with r->status set. */
AP_DECLARE(int) ap_parse_request_line(request_rec *r);

/*
 * Checks what the fields say together, Host above all. 1, or 0 with r->status
 * set.
 */
AP_DECLARE(int) ap_check_request_header(request_rec *r);

/* Reads fields into r->headers_in. An error goes to r->status. */
AP_DECLARE(void) ap_get_mime_headers(request_rec *r);

/* ap_get_mime_headers() with a brigade of the caller's. */
AP_DECLARE(void) ap_get_mime_headers_core(request_rec *r,
                                          apr_bucket_brigade *bb);

/*
 * Runs what follows the head: virtual host, post_read_request. OK or a status.
 */
AP_DECLARE(int) ap_post_read_request(request_rec *r);

/* Ends the answer: sends EOS if the handler did not, and what filters hold. */
AP_DECLARE(void) ap_finalize_request_protocol(request_rec *r);

/*
 * Options of the line readers: join continued lines, only CRLF ends a line, no
 * white space before the end.
 */
#define AP_GETLINE_FOLD      1
#define AP_GETLINE_CRLF      2
#define AP_GETLINE_NOSPC_EOL 4

/*
 * Reads a line of r's input into s of n bytes, its end removed. Its length, or
 * -1 on errors; n if it did not fit.
 */
AP_DECLARE(int) ap_getline(char *s, int n, request_rec *r, int flags);

/*
 * Reads a line into *s, which is made in r->pool if NULL; *read: its length.
 * APR_ENOSPC if it is longer than n.
 */
AP_DECLARE(apr_status_t) ap_rgetline_core(char **s, apr_size_t n,
                                          apr_size_t *read, request_rec *r,
                                          int flags, apr_bucket_brigade *bb);

#define ap_rgetline(s, n, read, r, fold, bb) \
    ap_rgetline_core((s), (n), (read), (r), (fold), (bb))

/*
 * The body, for handlers that read it piece by piece: setup, should, then get
 * until 0.
 */
/*
 * Prepares for reading the body. read_policy: REQUEST_NO_BODY,
 * REQUEST_CHUNKED_ERROR or REQUEST_CHUNKED_DECHUNK. OK or a status to return.
 */
AP_DECLARE(int) ap_setup_client_block(request_rec *r, int read_policy);

/* 1 if there is a body to read; sends 100 (Continue) if the client waits. */
AP_DECLARE(int) ap_should_client_block(request_rec *r);

/*
 * Reads into buffer. The number of bytes, 0 at the end, -1 on errors (the
 * connection is then to be closed).
 */
AP_DECLARE(long) ap_get_client_block(request_rec *r, char *buffer,
                                     apr_size_t bufsiz);

/* Reads and drops the rest of the body. OK or a status. */
AP_DECLARE(int) ap_discard_request_body(request_rec *r);

/*
 * The status to answer when an input filter returned rv; status if rv says
 * nothing else. AP_FILTER_ERROR stays: the answer was already sent.
 */
AP_DECLARE(int) ap_map_http_request_error(apr_status_t rv, int status);

/*
 * Fills r->parsed_uri, uri, args and unparsed_uri from a target.
 * HTTP_BAD_REQUEST in r->status if it can't be one.
 */
AP_DECLARE(void) ap_parse_uri(request_rec *r, const char *uri);

#ifdef __cplusplus
}
#endif

#endif
