/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_in.c - CORE_IN: the end of every input chain, where bytes come from the
 * network.
 *
 * Over an engine connection it reads the engine's buffer; elsewhere (a
 * conn_rec that a module made over a socket of its own) a brigade that starts
 * as one socket bucket. What it gives is a copy that the caller may keep: the
 * buffer moves.
 */
#include "http_core.h"

#include <string.h>

#include <apr_strings.h>

#include "http/host_conn.h"
#include "http/http_filters.h"
#include "http_connection.h"
#include "http_log.h"

APLOG_USE_MODULE(core);

enum {
    LINE_MAX_BYTES = HUGE_STRING_LEN, /* a longer line comes in pieces */
    READ_MAX_BYTES = 65536            /* at most buffered for one call */
};

/* --- over the engine -----------------------------------------------------*/

/* Makes at least one byte more available than have. */
static apr_status_t fill(pn_conn_t *conn, size_t have, apr_read_type_e block)
{
    for (;;) {
        apr_status_t rv = pn_conn_fill(conn, have + READ_MAX_BYTES);

        if (!APR_STATUS_IS_EAGAIN(rv) || block == APR_NONBLOCK_READ) {
            return rv;
        }
        rv = pn_conn_wait(conn, false);
        if (rv != APR_SUCCESS) {
            return rv;
        }
    }
}

static void give(ap_filter_t *f, apr_bucket_brigade *bb, const char *bytes,
                 size_t len)
{
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_heap_create(bytes, len, NULL,
                                                       f->c->bucket_alloc));
}

static apr_status_t read_bytes(ap_filter_t *f, pn_conn_t *conn,
                               apr_bucket_brigade *bb, apr_read_type_e block,
                               apr_off_t readbytes, bool is_speculative)
{
    size_t len;
    const char *bytes = pn_conn_buffered(conn, &len);

    if (!len) {
        apr_status_t rv = fill(conn, 0, block);

        if (rv != APR_SUCCESS) {
            return rv;
        }
        bytes = pn_conn_buffered(conn, &len);
    }
    if ((apr_off_t)len > readbytes) {
        len = (size_t)readbytes;
    }
    give(f, bb, bytes, len);
    if (!is_speculative) {
        pn_conn_consume(conn, len);
    }
    return APR_SUCCESS;
}

static apr_status_t read_line(ap_filter_t *f, pn_conn_t *conn,
                              apr_bucket_brigade *bb, apr_read_type_e block)
{
    size_t looked_at = 0;

    for (;;) {
        size_t len;
        const char *bytes = pn_conn_buffered(conn, &len);
        const char *end = len > looked_at
            ? memchr(bytes + looked_at, '\n', len - looked_at) : NULL;
        apr_status_t rv;

        if (end) {
            len = (size_t)(end - bytes) + 1;
        }
        if (len > LINE_MAX_BYTES) {
            len = LINE_MAX_BYTES;
        }
        if (end || len == LINE_MAX_BYTES) {
            give(f, bb, bytes, len);
            pn_conn_consume(conn, len);
            return APR_SUCCESS;
        }
        looked_at = len;
        rv = fill(conn, len, block);
        if (rv == APR_SUCCESS) {
            continue;
        }
        if (APR_STATUS_IS_EOF(rv) && len) {
            bytes = pn_conn_buffered(conn, &len);
            give(f, bb, bytes, len);
            pn_conn_consume(conn, len);
            return APR_SUCCESS;
        }
        return rv;
    }
}

static apr_status_t eat_line_ends(pn_conn_t *conn)
{
    for (;;) {
        size_t len;
        const char *bytes = pn_conn_buffered(conn, &len);
        size_t n = 0;
        apr_status_t rv;

        while (n < len && (bytes[n] == '\r' || bytes[n] == '\n')) {
            n++;
        }
        pn_conn_consume(conn, n);
        if (n < len) {
            return APR_SUCCESS;
        }
        rv = fill(conn, 0, APR_NONBLOCK_READ);
        if (rv != APR_SUCCESS) {
            return rv;
        }
    }
}

/* The rest of the connection, as a bucket that reads on from the socket. */
static apr_status_t read_all(ap_filter_t *f, pn_conn_t *conn,
                             apr_bucket_brigade *bb)
{
    apr_bucket_alloc_t *alloc = f->c->bucket_alloc;
    size_t len;
    const char *bytes = pn_conn_buffered(conn, &len);

    if (len) {
        give(f, bb, bytes, len);
        pn_conn_consume(conn, len);
    }
    APR_BRIGADE_INSERT_TAIL(
        bb, apr_bucket_socket_create(ap_get_conn_socket(f->c), alloc));
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(alloc));
    return APR_SUCCESS;
}

static apr_status_t read_engine(ap_filter_t *f, pn_conn_t *conn,
                                apr_bucket_brigade *bb, ap_input_mode_t mode,
                                apr_read_type_e block, apr_off_t readbytes)
{
    switch (mode) {
    case AP_MODE_GETLINE:
        return read_line(f, conn, bb, block);
    case AP_MODE_EATCRLF:
        return eat_line_ends(conn);
    case AP_MODE_EXHAUSTIVE:
        return read_all(f, conn, bb);
    case AP_MODE_READBYTES:
    case AP_MODE_SPECULATIVE:
        if (readbytes <= 0) {
            return APR_EGENERAL;
        }
        return read_bytes(f, conn, bb, block, readbytes,
                          mode == AP_MODE_SPECULATIVE);
    default:
        return APR_ENOTIMPL;
    }
}

/* --- over a socket -------------------------------------------------------*/

static apr_status_t begin_socket(ap_filter_t *f, core_net_rec *net)
{
    core_ctx_t *ctx = apr_palloc(f->c->pool, sizeof(*ctx));
    apr_status_t rv;

    ctx->b = apr_brigade_create(f->c->pool, f->c->bucket_alloc);
    ctx->tmpbb = apr_brigade_create(f->c->pool, f->c->bucket_alloc);
    rv = ap_run_insert_network_bucket(f->c, ctx->b, net->client_socket);
    if (rv == AP_DECLINED || APR_BRIGADE_EMPTY(ctx->b)) {
        APR_BRIGADE_INSERT_TAIL(
            ctx->b, apr_bucket_socket_create(net->client_socket,
                                             f->c->bucket_alloc));
        rv = APR_SUCCESS;
    }
    net->in_ctx = ctx;
    return rv;
}

/* Reads at most readbytes of what the first bucket has. */
static apr_status_t read_socket_bytes(ap_filter_t *f, core_ctx_t *ctx,
                                      apr_bucket_brigade *bb,
                                      apr_read_type_e block,
                                      apr_off_t readbytes, bool is_speculative)
{
    apr_bucket *b = APR_BRIGADE_FIRST(ctx->b);
    const char *data;
    apr_size_t len;
    apr_status_t rv = apr_bucket_read(b, &data, &len, block);

    if (rv != APR_SUCCESS) {
        return rv;
    }
    if (len == 0) {
        if (block == APR_NONBLOCK_READ && APR_BUCKET_NEXT(b)
                != APR_BRIGADE_SENTINEL(ctx->b)) {
            return APR_EAGAIN;
        }
        /* The socket bucket became an empty one: the peer has closed. */
        return APR_EOF;
    }
    if ((apr_off_t)len > readbytes) {
        len = (apr_size_t)readbytes;
    }
    if (is_speculative) {
        give(f, bb, data, len);
        return APR_SUCCESS;
    }
    if (b->length > len) {
        apr_bucket_split(b, len);
    }
    APR_BUCKET_REMOVE(b);
    APR_BRIGADE_INSERT_TAIL(bb, b);
    return APR_SUCCESS;
}

static apr_status_t eat_socket_line_ends(core_ctx_t *ctx)
{
    while (!APR_BRIGADE_EMPTY(ctx->b)) {
        apr_bucket *b = APR_BRIGADE_FIRST(ctx->b);
        const char *data;
        apr_size_t len;
        apr_size_t n = 0;
        apr_status_t rv = apr_bucket_read(b, &data, &len, APR_NONBLOCK_READ);

        if (rv != APR_SUCCESS) {
            return rv;
        }
        while (n < len && (data[n] == '\r' || data[n] == '\n')) {
            n++;
        }
        if (n < len) {
            if (n) {
                apr_bucket_split(b, n);
                apr_bucket_delete(b);
            }
            return APR_SUCCESS;
        }
        apr_bucket_delete(b);
    }
    return APR_EOF;
}

static apr_status_t read_socket(ap_filter_t *f, apr_bucket_brigade *bb,
                                ap_input_mode_t mode, apr_read_type_e block,
                                apr_off_t readbytes)
{
    core_net_rec *net = f->ctx;
    core_ctx_t *ctx;
    apr_status_t rv;

    if (!net->in_ctx) {
        rv = begin_socket(f, net);
        if (rv != APR_SUCCESS) {
            return rv;
        }
    }
    ctx = net->in_ctx;
    if (APR_BRIGADE_EMPTY(ctx->b)) {
        return APR_EOF;
    }
    switch (mode) {
    case AP_MODE_GETLINE:
        rv = apr_brigade_split_line(bb, ctx->b, block, LINE_MAX_BYTES);
        return APR_STATUS_IS_EAGAIN(rv) && block == APR_NONBLOCK_READ
                && !APR_BRIGADE_EMPTY(bb)
            ? APR_SUCCESS : rv;
    case AP_MODE_EATCRLF:
        return eat_socket_line_ends(ctx);
    case AP_MODE_EXHAUSTIVE:
        APR_BRIGADE_CONCAT(bb, ctx->b);
        APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(f->c->bucket_alloc));
        return APR_SUCCESS;
    case AP_MODE_READBYTES:
    case AP_MODE_SPECULATIVE:
        if (readbytes <= 0) {
            return APR_EGENERAL;
        }
        return read_socket_bytes(f, ctx, bb, block, readbytes,
                                 mode == AP_MODE_SPECULATIVE);
    default:
        return APR_ENOTIMPL;
    }
}

AP_DECLARE(apr_status_t)
ap_core_input_filter(ap_filter_t *f, apr_bucket_brigade *bb,
                     ap_input_mode_t mode, apr_read_type_e block,
                     apr_off_t readbytes)
{
    pn_conn_t *conn;

    if (mode == AP_MODE_INIT) {
        return APR_SUCCESS;
    }
    conn = pn_host_engine_conn(f->c);
    if (conn) {
        apr_status_t rv = read_engine(f, conn, bb, mode, block, readbytes);

        if (pn_conn_is_aborted(conn)) {
            f->c->aborted = 1;
        }
        return rv;
    }
    return read_socket(f, bb, mode, block, readbytes);
}
