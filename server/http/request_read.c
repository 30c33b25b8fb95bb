/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request_read.c - ap_read_request(): a head read line by line through the
 * input filters of the connection, for connections that the engine does not
 * read by itself.
 *
 * Lines, so that not one byte behind the head is taken from the filters. They
 * go to the same parser, under the same limits.
 */
#include "http_protocol.h"

#include <string.h>

#include <apr_strings.h>

#include "http/host_conn.h"
#include "http/http_filters.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"

APLOG_USE_MODULE(core);

enum {
    FIRST_ROOM = 2048,
    HEAD_BYTES_MAX = 1024 * 1024 /* where LimitRequest* are switched off */
};

/* The head as it grows. In its own pool while the request has none of it. */
typedef struct growing_head_t {
    char *bytes;
    size_t len;
    size_t room;
    size_t max;
    apr_pool_t *pool;
} growing_head_t;

static apr_status_t append(growing_head_t *head, const char *data, size_t len)
{
    if (len > head->max - head->len) {
        return APR_ENOSPC;
    }
    if (head->len + len > head->room) {
        size_t room = (head->len + len) * 2;
        char *bytes = apr_palloc(head->pool, room);

        if (head->len) {
            memcpy(bytes, head->bytes, head->len);
        }
        head->bytes = bytes;
        head->room = room;
    }
    memcpy(head->bytes + head->len, data, len);
    head->len += len;
    return APR_SUCCESS;
}

/* Appends one line, or the piece of it that is there. */
static apr_status_t read_line(growing_head_t *head, conn_rec *c,
                              apr_bucket_brigade *bb)
{
    apr_status_t rv = ap_get_brigade(c->input_filters, bb, AP_MODE_GETLINE,
                                     APR_BLOCK_READ, 0);
    size_t len_before = head->len;

    while (rv == APR_SUCCESS && !APR_BRIGADE_EMPTY(bb)) {
        apr_bucket *b = APR_BRIGADE_FIRST(bb);
        const char *data;
        apr_size_t len;

        if (APR_BUCKET_IS_EOS(b)) {
            rv = APR_EOF;
        }
        else if (!APR_BUCKET_IS_METADATA(b)) {
            rv = apr_bucket_read(b, &data, &len, APR_BLOCK_READ);
            if (rv == APR_SUCCESS) {
                rv = append(head, data, len);
            }
        }
        apr_bucket_delete(b);
    }
    apr_brigade_cleanup(bb);
    /* A filter that gives nothing forever must not keep us here. */
    return rv == APR_SUCCESS && head->len == len_before ? APR_EOF : rv;
}

static size_t max_bytes(const pn_head_limits_t *limits)
{
    size_t most = HEAD_BYTES_MAX;

    if (limits->line_bytes && limits->field_bytes && limits->fields_n) {
        most = limits->line_bytes + 1024
            + (size_t)limits->fields_n * (limits->field_bytes + 2);
    }
    return most;
}

/* A line that is not complete stays with the engine. */
static bool has_begun(const growing_head_t *head, const conn_rec *c)
{
    pn_conn_t *conn = pn_host_engine_conn(c);
    size_t buffered = 0;

    if (conn) {
        pn_conn_buffered(conn, &buffered);
    }
    return head->len || buffered;
}

/* What a failure to read says to the client: 0 for nothing. */
static int status_of(apr_status_t rv, const growing_head_t *head,
                     const conn_rec *c)
{
    if (rv == APR_ENOSPC) {
        return HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE;
    }
    if (!has_begun(head, c)) {
        return 0; /* nobody has begun to ask */
    }
    if (APR_STATUS_IS_TIMEUP(rv)) {
        return HTTP_REQUEST_TIME_OUT;
    }
    return APR_STATUS_IS_EOF(rv) ? HTTP_BAD_REQUEST : 0;
}

/* Fills *parser. Returns OK, the status to answer with, or -1: no answer. */
static int read_head(pn_head_parser_t *parser, growing_head_t *head,
                     conn_rec *c)
{
    pn_head_limits_t limits = pn_request_limits(c->base_server);
    apr_bucket_brigade *bb = apr_brigade_create(head->pool, c->bucket_alloc);
    int result = -1;

    head->max = max_bytes(&limits);
    head->room = FIRST_ROOM;
    head->bytes = apr_palloc(head->pool, FIRST_ROOM);
    for (;;) {
        apr_status_t rv = read_line(head, c, bb);
        pn_head_result_e parsed;

        if (rv != APR_SUCCESS) {
            result = status_of(rv, head, c);
            parser->head.status = result;
            parser->head.why = "the head did not come in time or is cut off";
            result = result ? result : -1;
            break;
        }
        parsed = pn_head_parse(parser, head->bytes, head->len, &limits);
        if (parsed != PN_HEAD_MORE) {
            result = parsed == PN_HEAD_DONE ? OK : parser->head.status;
            break;
        }
    }
    apr_brigade_destroy(bb);
    return result;
}

AP_DECLARE(request_rec *) ap_read_request(conn_rec *c)
{
    pn_head_parser_t parser = { .scanned = 0 };
    growing_head_t head = { .len = 0 };
    request_rec *r = ap_create_request(c);
    int status;

    ap_run_pre_read_request(r, c);
    head.pool = r->pool;
    status = read_head(&parser, &head, c);
    if (status == -1) {
        pn_head_free(&parser);
        apr_pool_destroy(r->pool);
        return NULL;
    }
    if (status == OK) {
        status = pn_request_fill(r, &parser.head, head.bytes);
    }
    else {
        pn_request_fill_bad(r, &parser.head, head.bytes, head.len);
    }
    pn_head_free(&parser);
    if (status == OK) {
        status = pn_request_accept(r);
    }
    if (status != OK) {
        pn_request_refuse(r, status);
        return NULL;
    }
    return r;
}
