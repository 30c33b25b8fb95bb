/* SPDX-License-Identifier: Apache-2.0 */
/*
 * content_length.c - CONTENT_LENGTH: counts the body and, where all of it is
 * seen before the head leaves, announces its length.
 *
 * What a bucket of unknown length (a pipe, a socket) has not given yet is
 * waited for, but not before the bytes in front of it are on their way.
 */
#include "http_protocol.h"

#include <stdbool.h>

#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_core.h"
#include "http_request.h"

AP_DECLARE(void) ap_set_content_length(request_rec *r, apr_off_t length)
{
    char digits[24];
    char *at = digits + sizeof(digits);
    apr_off_t left = length;

    r->clength = length;
    if (length < 0) {
        apr_table_setn(r->headers_out, "Content-Length",
                       apr_off_t_toa(r->pool, length));
        return;
    }
    *--at = '\0';
    do {
        *--at = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    apr_table_setn(r->headers_out, "Content-Length",
                   apr_pmemdup(r->pool, at,
                               (apr_size_t)(digits + sizeof(digits) - at)));
}

enum { READ_AHEAD_BYTES = 65536 }; /* of a source without a length */

/* Sends what stands before b. bb goes on from b. */
static apr_status_t send_before(ap_filter_t *f, apr_bucket_brigade *bb,
                                apr_bucket *b, bool is_flush)
{
    apr_bucket_brigade *rest;
    apr_status_t rv;

    if (b == APR_BRIGADE_FIRST(bb)) {
        return APR_SUCCESS;
    }
    rest = apr_brigade_split(bb, b);
    if (is_flush) {
        APR_BRIGADE_INSERT_TAIL(bb,
                                apr_bucket_flush_create(f->c->bucket_alloc));
    }
    rv = ap_pass_brigade(f->next, bb);
    apr_brigade_cleanup(bb);
    APR_BRIGADE_CONCAT(bb, rest);
    apr_brigade_destroy(rest);
    return rv;
}

/* Gives b a length. *read_ahead counts what was read without being sent. */
static apr_status_t read_source(ap_filter_t *f, apr_bucket_brigade *bb,
                                apr_bucket *b, apr_size_t *read_ahead)
{
    const char *data;
    apr_size_t len = 0;
    apr_status_t rv = apr_bucket_read(b, &data, &len, APR_NONBLOCK_READ);

    *read_ahead += len;
    if (APR_STATUS_IS_EAGAIN(rv)) {
        f->ctx = f;
        *read_ahead = 0;
        rv = send_before(f, bb, b, true);
        if (rv == APR_SUCCESS) {
            rv = apr_bucket_read(b, &data, &len, APR_BLOCK_READ);
        }
    }
    else if (rv == APR_SUCCESS && *read_ahead > READ_AHEAD_BYTES) {
        /* A fast source must not end up in memory whole. */
        f->ctx = f;
        *read_ahead = 0;
        rv = send_before(f, bb, b, false);
    }
    return rv;
}

/* A source that dies in the middle of the body: the client must not take what
 * it has for the whole. */
static apr_status_t fail(ap_filter_t *f, apr_bucket_brigade *bb,
                         apr_status_t rv)
{
    f->c->keepalive = AP_CONN_CLOSE;
    apr_brigade_cleanup(bb);
    APR_BRIGADE_INSERT_TAIL(bb,
                            ap_bucket_error_create(HTTP_BAD_GATEWAY, NULL,
                                                   f->r->pool,
                                                   f->c->bucket_alloc));
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(f->c->bucket_alloc));
    ap_pass_brigade(f->next, bb);
    return rv;
}

/* The body is over and the head has not left. */
static void announce(request_rec *r, apr_off_t total)
{
    bool has_length = apr_table_get(r->headers_out, "Content-Length") != NULL;

    /* An empty answer to HEAD says nothing about what GET would give. */
    if (r->header_only && (total == 0 || has_length)) {
        return;
    }
    if (has_length && r->clength == total) {
        return; /* the handler knew it */
    }
    if (AP_STATUS_IS_HEADER_ONLY(r->status) && total == 0) {
        return;
    }
    ap_set_content_length(r, total);
}

/* f->ctx is set once something may have been passed on. */
AP_DECLARE(apr_status_t)
ap_content_length_filter(ap_filter_t *f, apr_bucket_brigade *bb)
{
    request_rec *r = f->r;
    apr_bucket *b = APR_BRIGADE_FIRST(bb);
    apr_size_t read_ahead = 0;

    while (b != APR_BRIGADE_SENTINEL(bb)) {
        if (APR_BUCKET_IS_METADATA(b) && AP_BUCKET_IS_ERROR(b) && !f->ctx) {
            /* Another response takes this one's place, and its measure. */
            r->bytes_sent = 0;
            return ap_pass_brigade(f->next, bb);
        }
        if (APR_BUCKET_IS_EOS(b)) {
            if (!f->ctx) {
                announce(r, r->bytes_sent);
            }
            ap_remove_output_filter(f);
            break;
        }
        if (APR_BUCKET_IS_FLUSH(b)) {
            f->ctx = f;
        }
        else if (!APR_BUCKET_IS_METADATA(b)) {
            if (b->length == (apr_size_t)-1) {
                apr_status_t rv = read_source(f, bb, b, &read_ahead);

                if (rv != APR_SUCCESS) {
                    return fail(f, bb, rv);
                }
            }
            r->bytes_sent += (apr_off_t)b->length;
        }
        b = APR_BUCKET_NEXT(b);
    }
    f->ctx = f;
    return ap_pass_brigade(f->next, bb);
}
