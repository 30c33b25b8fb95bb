/* SPDX-License-Identifier: Apache-2.0 */
/*
 * inflate - takes the gzip form off: of what clients send, and of what a
 * handler made.
 *
 * A few bytes can become gigabytes. Three things bound that: what comes out is
 * passed on in pieces as it is made; it may not be more than so many times
 * what went in, but for a few exceptions; and a request's body has a limit.
 */

#include "deflate.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>

#include "apr_strings.h"

#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"

APLOG_USE_MODULE(deflate);

enum {
    GZIP_ONLY = 16, /* zlib: added to the bits of the window */
    /* So much may always come out, whatever went in. */
    FREE_BYTES = 1024 * 1024,
    PASS_BYTES = 64 * 1024
};

typedef struct inflate_ctx_t {
    z_stream stream;
    bool is_ended; /* by its own end; what follows is not looked at */
    bool is_new;   /* at the start of the (next) member */
    apr_off_t in_bytes;
    apr_off_t out_bytes;
    int exceeded_n;
    inflate_limits_t limits;
    bool has_limit;
    apr_size_t buffer_bytes;
    apr_bucket_brigade *ready; /* what came out and was not asked for yet */
    apr_bucket_brigade *raw;
} inflate_ctx_t;

static apr_status_t end(void *stream)
{
    inflateEnd(stream);
    return APR_SUCCESS;
}

static inflate_ctx_t *begin(ap_filter_t *f)
{
    request_rec *r = f->r;
    inflate_ctx_t *ctx = apr_pcalloc(r->pool, sizeof(*ctx));

    if (inflateInit2(&ctx->stream, MAX_WBITS + GZIP_ONLY) != Z_OK) {
        return NULL;
    }
    apr_pool_cleanup_register(r->pool, &ctx->stream, end,
                              apr_pool_cleanup_null);
    ctx->is_new = true;
    ctx->limits = deflate_limits(r);
    ctx->buffer_bytes = deflate_buffer_bytes(r);
    ctx->ready = apr_brigade_create(r->pool, f->c->bucket_alloc);
    ctx->raw = apr_brigade_create(r->pool, f->c->bucket_alloc);
    return ctx;
}

/* "gzip" as the last coding of a list; the rest of the list, "" for none, or
 * NULL when it is something else. */
static const char *take_gzip_off(apr_pool_t *pool, const char *codings)
{
    const char *last = codings ? strrchr(codings, ',') : NULL;
    const char *word = last ? last + 1 : codings;
    const char *end_of_word;
    apr_size_t len;

    if (!codings) {
        return NULL;
    }
    word += strspn(word, " \t");
    end_of_word = word + strcspn(word, " \t;");
    len = (apr_size_t)(end_of_word - word);
    if ((len != 4 || ap_cstr_casecmpn(word, "gzip", len) != 0)
        && (len != 6 || ap_cstr_casecmpn(word, "x-gzip", len) != 0)) {
        return NULL;
    }
    return last ? apr_pstrmemdup(pool, codings, (apr_size_t)(last - codings))
                : "";
}

static bool is_too_much(ap_filter_t *f, inflate_ctx_t *ctx)
{
    const char *what = NULL;

    if (ctx->has_limit && ctx->limits.request_bytes > 0
        && ctx->out_bytes > ctx->limits.request_bytes) {
        what = "DeflateInflateLimitRequestBody allows";
    }
    else if (ctx->out_bytes > FREE_BYTES
             && ctx->out_bytes / ctx->limits.ratio > ctx->in_bytes
             && ++ctx->exceeded_n > ctx->limits.burst) {
        what = "DeflateInflateRatioLimit and DeflateInflateRatioBurst allow";
    }
    if (!what) {
        return false;
    }
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, f->r,
                  "%" APR_OFF_T_FMT " compressed bytes became %" APR_OFF_T_FMT
                  ", more than %s: given up",
                  ctx->in_bytes, ctx->out_bytes, what);
    return true;
}

/* One piece of output into ctx->ready. */
static apr_status_t step(ap_filter_t *f, inflate_ctx_t *ctx)
{
    apr_bucket_alloc_t *alloc = f->c->bucket_alloc;
    char *room = apr_bucket_alloc(ctx->buffer_bytes, alloc);
    apr_size_t len;
    uInt before = ctx->stream.avail_in;
    int result;

    ctx->stream.next_out = (Bytef *)room;
    ctx->stream.avail_out = (uInt)ctx->buffer_bytes;
    result = inflate(&ctx->stream, Z_NO_FLUSH);
    len = ctx->buffer_bytes - ctx->stream.avail_out;
    ctx->in_bytes += before - ctx->stream.avail_in;
    ctx->out_bytes += (apr_off_t)len;
    ctx->is_new = ctx->is_new && ctx->stream.total_in == 0;
    if (len > 0) {
        APR_BRIGADE_INSERT_TAIL(
            ctx->ready,
            apr_bucket_heap_create(room, len, apr_bucket_free, alloc));
    }
    else {
        apr_bucket_free(room);
    }
    if (result == Z_STREAM_END) {
        ctx->is_ended = true;
        return APR_SUCCESS;
    }
    if (result != Z_OK && result != Z_BUF_ERROR) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, f->r,
                      "what should be compressed is not in the form of gzip: "
                      "%s",
                      ctx->stream.msg ? ctx->stream.msg : "unknown reason");
        return APR_EGENERAL;
    }
    return is_too_much(f, ctx) ? APR_ENOSPC : APR_SUCCESS;
}

/* All of bytes. Output that is not passed on in between stays bounded by the
 * ratio; responses are passed on. */
static apr_status_t take(ap_filter_t *f, inflate_ctx_t *ctx, const char *bytes,
                         apr_size_t len, bool is_passed_on)
{
    apr_status_t rv = APR_SUCCESS;
    apr_size_t waiting = 0;
    bool is_full = true;

    ctx->stream.next_in = (Bytef *)(uintptr_t)bytes; /* zlib only reads */
    ctx->stream.avail_in = (uInt)len;
    while (rv == APR_SUCCESS && !ctx->is_ended
           && (ctx->stream.avail_in > 0 || is_full)) {
        apr_off_t before = ctx->out_bytes;

        rv = step(f, ctx);
        is_full = ctx->stream.avail_out == 0;
        waiting += (apr_size_t)(ctx->out_bytes - before);
        if (rv == APR_SUCCESS && is_passed_on && waiting >= PASS_BYTES) {
            rv = ap_pass_brigade(f->next, ctx->ready);
            apr_brigade_cleanup(ctx->ready);
            waiting = 0;
        }
    }
    return rv;
}

/* --- responses --------------------------------------------------------------
 */

static bool is_ours_to_inflate(request_rec *r)
{
    const char *codings = apr_table_get(r->headers_out, "Content-Encoding");
    const char *rest;
    apr_table_t *table = r->headers_out;

    if (!codings) {
        table = r->err_headers_out;
        codings = apr_table_get(table, "Content-Encoding");
    }
    if (!codings) {
        codings = r->content_encoding;
    }
    rest = take_gzip_off(r->pool, codings);
    if (!rest || r->main || r->status == HTTP_NO_CONTENT
        || r->status == HTTP_NOT_MODIFIED || r->status == HTTP_PARTIAL_CONTENT
        || apr_table_get(r->headers_out, "Content-Range")) {
        return false;
    }
    if (*rest) {
        apr_table_setn(table, "Content-Encoding", rest);
        r->content_encoding = rest;
    }
    else {
        apr_table_unset(r->headers_out, "Content-Encoding");
        apr_table_unset(r->err_headers_out, "Content-Encoding");
        r->content_encoding = NULL;
    }
    apr_table_unset(r->headers_out, "Content-Length");
    apr_table_unset(r->headers_out, "Content-MD5");
    apr_table_unset(r->headers_out, "ETag");
    apr_table_unset(r->headers_out, "Accept-Ranges");
    return true;
}

static apr_status_t inflate_bucket(ap_filter_t *f, inflate_ctx_t *ctx,
                                   apr_bucket *b)
{
    const char *bytes;
    apr_size_t len;
    apr_status_t rv = apr_bucket_read(b, &bytes, &len, APR_BLOCK_READ);

    if (rv != APR_SUCCESS || len == 0 || ctx->is_ended) {
        return rv;
    }
    return take(f, ctx, bytes, len, true);
}

apr_status_t inflate_response(ap_filter_t *f, apr_bucket_brigade *bb)
{
    inflate_ctx_t *ctx = f->ctx;
    apr_status_t rv = APR_SUCCESS;

    if (APR_BRIGADE_EMPTY(bb)) {
        return APR_SUCCESS;
    }
    if (!ctx) {
        if (!is_ours_to_inflate(f->r) || !(ctx = begin(f))) {
            ap_remove_output_filter(f);
            return ap_pass_brigade(f->next, bb);
        }
        f->ctx = ctx;
    }
    while (rv == APR_SUCCESS && !APR_BRIGADE_EMPTY(bb)) {
        apr_bucket *b = APR_BRIGADE_FIRST(bb);

        if (APR_BUCKET_IS_METADATA(b)) {
            APR_BUCKET_REMOVE(b);
            if (APR_BUCKET_IS_EOS(b) && !ctx->is_ended && !ctx->is_new) {
                ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, f->r,
                              "a compressed response ends in the middle");
            }
            APR_BRIGADE_INSERT_TAIL(ctx->ready, b);
            continue;
        }
        rv = inflate_bucket(f, ctx, b);
        apr_bucket_delete(b);
    }
    apr_brigade_cleanup(bb);
    if (rv == APR_SUCCESS && !APR_BRIGADE_EMPTY(ctx->ready)) {
        rv = ap_pass_brigade(f->next, ctx->ready);
        apr_brigade_cleanup(ctx->ready);
    }
    return rv;
}

/* --- requests
 * ----------------------------------------------------------------- */

static bool has_gzip_body(request_rec *r)
{
    const char *rest = take_gzip_off(
        r->pool, apr_table_get(r->headers_in, "Content-Encoding"));

    if (!rest || r->main) {
        return false;
    }
    if (*rest) {
        apr_table_setn(r->headers_in, "Content-Encoding", rest);
    }
    else {
        apr_table_unset(r->headers_in, "Content-Encoding");
    }
    apr_table_unset(r->headers_in, "Content-Length");
    apr_table_unset(r->headers_in, "Content-MD5");
    return true;
}

/* Reads on until there is something for the handler. */
static apr_status_t read_more(ap_filter_t *f, inflate_ctx_t *ctx,
                              apr_read_type_e block, apr_off_t readbytes)
{
    apr_status_t rv = ap_get_brigade(f->next, ctx->raw, AP_MODE_READBYTES,
                                     block, readbytes);

    while (rv == APR_SUCCESS && !APR_BRIGADE_EMPTY(ctx->raw)) {
        apr_bucket *b = APR_BRIGADE_FIRST(ctx->raw);
        const char *bytes;
        apr_size_t len;

        if (APR_BUCKET_IS_METADATA(b)) {
            if (APR_BUCKET_IS_EOS(b) && !ctx->is_ended && !ctx->is_new) {
                ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, f->r,
                              "a compressed body ends in the middle");
                return APR_EGENERAL;
            }
            APR_BUCKET_REMOVE(b);
            APR_BRIGADE_INSERT_TAIL(ctx->ready, b);
            continue;
        }
        rv = apr_bucket_read(b, &bytes, &len, APR_BLOCK_READ);
        if (rv == APR_SUCCESS && len > 0 && !ctx->is_ended) {
            rv = take(f, ctx, bytes, len, false);
        }
        apr_bucket_delete(b);
    }
    return rv;
}

/* Moves up to readbytes of what is ready to bb. */
static apr_status_t hand_over(inflate_ctx_t *ctx, apr_bucket_brigade *bb,
                              apr_off_t readbytes)
{
    apr_bucket *end_of_part;
    apr_status_t rv = apr_brigade_partition(ctx->ready, readbytes,
                                            &end_of_part);

    if (rv != APR_SUCCESS && rv != APR_INCOMPLETE) {
        return rv;
    }
    while (!APR_BRIGADE_EMPTY(ctx->ready)
           && APR_BRIGADE_FIRST(ctx->ready) != end_of_part) {
        apr_bucket *b = APR_BRIGADE_FIRST(ctx->ready);

        APR_BUCKET_REMOVE(b);
        APR_BRIGADE_INSERT_TAIL(bb, b);
    }
    return APR_SUCCESS;
}

apr_status_t inflate_request(ap_filter_t *f, apr_bucket_brigade *bb,
                             ap_input_mode_t mode, apr_read_type_e block,
                             apr_off_t readbytes)
{
    inflate_ctx_t *ctx = f->ctx;
    apr_status_t rv = APR_SUCCESS;

    if (mode != AP_MODE_READBYTES) {
        return ap_get_brigade(f->next, bb, mode, block, readbytes);
    }
    if (!ctx) {
        if (!has_gzip_body(f->r) || !(ctx = begin(f))) {
            ap_remove_input_filter(f);
            return ap_get_brigade(f->next, bb, mode, block, readbytes);
        }
        ctx->has_limit = true;
        f->ctx = ctx;
    }
    while (rv == APR_SUCCESS && APR_BRIGADE_EMPTY(ctx->ready)) {
        rv = read_more(f, ctx, block, readbytes);
        if (rv == APR_SUCCESS && APR_BRIGADE_EMPTY(ctx->ready)
            && block == APR_NONBLOCK_READ) {
            return APR_SUCCESS;
        }
    }
    return rv == APR_SUCCESS ? hand_over(ctx, bb, readbytes) : rv;
}
