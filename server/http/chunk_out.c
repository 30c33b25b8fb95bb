/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chunk_out.c - CHUNK: the chunked coding around a response body.
 *
 * One chunk for each brigade, or for what stands before a flush in it. The
 * last chunk is left out if the body failed on its way: then the client can
 * tell a cut-off body from a whole one.
 */
#include "http_protocol.h"

#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_connection.h"
#include "http_request.h"
#include "mod_core.h"

enum { SIZE_LINE_ROOM = 24 };

/* f->ctx once an error bucket has passed. */
static const char body_failed = 'f';

/* Puts a size line before first and a line end before end. */
static void wrap(apr_bucket_alloc_t *alloc, apr_bucket *first, apr_bucket *end,
                 apr_off_t len)
{
    char line[SIZE_LINE_ROOM];
    int line_len = apr_snprintf(line, sizeof(line), "%" APR_UINT64_T_HEX_FMT
                                "\r\n", (apr_uint64_t)len);

    APR_BUCKET_INSERT_BEFORE(first,
                             apr_bucket_heap_create(line, (apr_size_t)line_len,
                                                    NULL, alloc));
    APR_BUCKET_INSERT_BEFORE(end, apr_bucket_immortal_create("\r\n", 2, alloc));
}

static void put_trailer(apr_bucket_brigade *bb, const apr_table_t *trailers)
{
    const apr_array_header_t *fields = apr_table_elts(trailers);
    const apr_table_entry_t *field =
        (const apr_table_entry_t *)(const void *)fields->elts;

    for (int i = 0; i < fields->nelts; i++) {
        if (field[i].key && !*ap_scan_http_token(field[i].key)
            && !*ap_scan_http_field_content(field[i].val)) {
            apr_brigade_putstrs(bb, NULL, NULL, field[i].key, ": ",
                                field[i].val, "\r\n", NULL);
        }
    }
}

/* The last chunk before the end of stream bucket eos. */
static void end_body(request_rec *r, apr_bucket *eos)
{
    apr_bucket_alloc_t *alloc = r->connection->bucket_alloc;
    const char *te;
    apr_bucket_brigade *last;

    te = apr_is_empty_table(r->trailers_out)
        ? NULL : apr_table_get(r->headers_in, "TE");
    if (!te || !ap_find_list_item(r->pool, te, "trailers")) {
        APR_BUCKET_INSERT_BEFORE(
            eos, apr_bucket_immortal_create("0\r\n\r\n", 5, alloc));
        return;
    }
    last = apr_brigade_create(r->pool, alloc);
    apr_brigade_puts(last, NULL, NULL, "0\r\n");
    put_trailer(last, r->trailers_out);
    apr_brigade_puts(last, NULL, NULL, "\r\n");
    while (!APR_BRIGADE_EMPTY(last)) {
        apr_bucket *b = APR_BRIGADE_FIRST(last);

        APR_BUCKET_REMOVE(b);
        APR_BUCKET_INSERT_BEFORE(eos, b);
    }
    apr_brigade_destroy(last);
}

/* Reads what has no length. Where nothing is there yet, what is in front of b
 * must not wait for it: *is_blocked, and b is where it stopped. */
static apr_status_t measure(apr_bucket *b, bool *is_blocked)
{
    const char *data;
    apr_size_t len;
    apr_status_t rv;

    *is_blocked = false;
    if (b->length != (apr_size_t)-1) {
        return APR_SUCCESS;
    }
    rv = apr_bucket_read(b, &data, &len, APR_NONBLOCK_READ);
    if (APR_STATUS_IS_EAGAIN(rv)) {
        *is_blocked = true;
        return APR_SUCCESS;
    }
    return rv;
}

/* Sends the chunk that ends before b with a flush, then waits for b. */
static apr_status_t send_ahead(ap_filter_t *f, apr_bucket_brigade *bb,
                               apr_bucket *b, apr_off_t len)
{
    apr_bucket_alloc_t *alloc = f->c->bucket_alloc;
    apr_bucket_brigade *rest;
    const char *data;
    apr_size_t n;
    apr_status_t rv;

    if (len > 0) {
        wrap(alloc, APR_BRIGADE_FIRST(bb), b, len);
    }
    rest = apr_brigade_split(bb, b);
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_flush_create(alloc));
    rv = ap_pass_brigade(f->next, bb);
    apr_brigade_cleanup(bb);
    APR_BRIGADE_CONCAT(bb, rest);
    apr_brigade_destroy(rest);
    return rv == APR_SUCCESS ? apr_bucket_read(b, &data, &n, APR_BLOCK_READ)
                             : rv;
}

AP_DECLARE(apr_status_t)
ap_http_chunk_filter(ap_filter_t *f, apr_bucket_brigade *bb)
{
    apr_bucket_alloc_t *alloc = f->c->bucket_alloc;
    apr_bucket *b = APR_BRIGADE_FIRST(bb);
    apr_bucket *first = NULL; /* of the chunk that is being measured */
    apr_off_t len = 0;

    while (b != APR_BRIGADE_SENTINEL(bb)) {
        bool is_blocked;
        apr_status_t rv;

        if (APR_BUCKET_IS_METADATA(b)) {
            if (AP_BUCKET_IS_ERROR(b)) {
                f->ctx = (void *)(apr_uintptr_t)&body_failed;
                f->c->keepalive = AP_CONN_CLOSE;
            }
            if (len > 0) {
                wrap(alloc, first, b, len);
                len = 0;
                first = NULL;
            }
            if (APR_BUCKET_IS_EOS(b)) {
                if (f->ctx != &body_failed) {
                    end_body(f->r, b);
                }
                ap_remove_output_filter(f);
                return ap_pass_brigade(f->next, bb);
            }
            b = APR_BUCKET_NEXT(b);
            continue;
        }
        rv = measure(b, &is_blocked);
        if (rv == APR_SUCCESS && is_blocked) {
            if (first && first != APR_BRIGADE_FIRST(bb) && len > 0) {
                /* Wrapped parts stand in front: only the open one is new. */
                wrap(alloc, first, b, len);
                len = 0;
            }
            rv = send_ahead(f, bb, b, len);
            first = NULL;
            len = 0;
        }
        if (rv != APR_SUCCESS) {
            return rv;
        }
        if (b->length) {
            first = first ? first : b;
            len += (apr_off_t)b->length;
        }
        b = APR_BUCKET_NEXT(b);
    }
    if (len > 0) {
        wrap(alloc, first, APR_BRIGADE_SENTINEL(bb), len);
    }
    return APR_BRIGADE_EMPTY(bb) ? APR_SUCCESS : ap_pass_brigade(f->next, bb);
}
