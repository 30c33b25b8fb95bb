/* SPDX-License-Identifier: Apache-2.0 */
/*
 * write.c - ap_rwrite() and its kin: handlers that write as to a file.
 *
 * What they write gathers in OLD_WRITE's brigade, in front of all filters,
 * until there is enough for a packet's worth of work, a flush, or something
 * that a handler passes down itself: OLD_WRITE puts what it holds in front.
 */
#include "http_protocol.h"

#include <string.h>

#include <apr_lib.h>
#include <apr_mmap.h>
#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_core.h"
#include "http_request.h"
#include "mod_core.h"

/* In r->pool. */
typedef struct old_write_t {
    apr_bucket_brigade *bb; /* what waits; NULL: nothing yet */
} old_write_t;

enum { VBUF_BYTES = 8192 };

AP_DECLARE(apr_status_t)
ap_old_write_filter(ap_filter_t *f, apr_bucket_brigade *bb)
{
    old_write_t *held = f->ctx;

    if (held->bb && !APR_BRIGADE_EMPTY(held->bb)) {
        APR_BRIGADE_PREPEND(bb, held->bb);
    }
    return ap_pass_brigade(f->next, bb);
}

/* OLD_WRITE of r, added where it is missing. That of a main request, further
 * down a subrequest's chain, is another one. */
static ap_filter_t *old_write_of(request_rec *r)
{
    ap_filter_t *f;

    for (f = r->output_filters; f && f->r == r; f = f->next) {
        if (f->frec == ap_old_write_func) {
            return f;
        }
    }
    return ap_add_output_filter_handle(ap_old_write_func,
                                       apr_pcalloc(r->pool,
                                                   sizeof(old_write_t)),
                                       r, r->connection);
}

/* Writes or holds; small pieces are joined in the brigade's own memory. */
static apr_status_t buffer(request_rec *r, const char *bytes, apr_size_t len)
{
    conn_rec *c = r->connection;
    old_write_t *held;
    ap_filter_t *f;

    if (len == 0) {
        return APR_SUCCESS;
    }
    f = old_write_of(r);
    held = f->ctx;
    if (!held->bb) {
        held->bb = apr_brigade_create(r->pool, c->bucket_alloc);
    }
    return apr_brigade_write(held->bb, ap_filter_flush, f->next, bytes, len);
}

AP_DECLARE(int) ap_rputc(int ch, request_rec *r)
{
    char byte = (char)ch;

    if (r->connection->aborted || buffer(r, &byte, 1) != APR_SUCCESS) {
        return -1;
    }
    return ch;
}

AP_DECLARE(int) ap_rwrite(const void *buf, int nbyte, request_rec *r)
{
    if (nbyte < 0) {
        return -1;
    }
    if (r->connection->aborted
        || buffer(r, buf, (apr_size_t)nbyte) != APR_SUCCESS) {
        return -1;
    }
    return nbyte;
}

/* What apr_vformatter() writes into; passes on each full buffer. */
typedef struct format_t {
    apr_vformatter_buff_t vbuff; /* first, as the formatter expects */
    request_rec *r;
    apr_size_t written;
    char bytes[VBUF_BYTES];
} format_t;

static int pass_formatted(apr_vformatter_buff_t *vbuff)
{
    format_t *format = (format_t *)(void *)vbuff;
    apr_size_t len = (apr_size_t)(vbuff->curpos - format->bytes);

    if (buffer(format->r, format->bytes, len) != APR_SUCCESS) {
        return -1;
    }
    format->written += len;
    vbuff->curpos = format->bytes;
    vbuff->endpos = format->bytes + sizeof(format->bytes);
    return 0;
}

AP_DECLARE(int) ap_vrprintf(request_rec *r, const char *fmt, va_list va)
{
    format_t format;

    if (r->connection->aborted) {
        return -1;
    }
    format.r = r;
    format.written = 0;
    format.vbuff.curpos = format.bytes;
    format.vbuff.endpos = format.bytes + sizeof(format.bytes);
    if (apr_vformatter(pass_formatted, &format.vbuff, fmt, va) == -1
        || pass_formatted(&format.vbuff) == -1) {
        return -1;
    }
    return (int)format.written;
}

AP_DECLARE_NONSTD(int) ap_rprintf(request_rec *r, const char *fmt, ...)
{
    va_list va;
    int n;

    va_start(va, fmt);
    n = ap_vrprintf(r, fmt, va);
    va_end(va);
    return n;
}

AP_DECLARE_NONSTD(int) ap_rvputs(request_rec *r, ...)
{
    va_list va;
    const char *text;
    apr_size_t written = 0;
    int result = 0;

    if (r->connection->aborted) {
        return -1;
    }
    va_start(va, r);
    while (result == 0 && (text = va_arg(va, const char *)) != NULL) {
        apr_size_t len = strlen(text);

        if (buffer(r, text, len) != APR_SUCCESS) {
            result = -1;
        }
        written += len;
    }
    va_end(va);
    return result ? result : (int)written;
}

AP_DECLARE(int) ap_rflush(request_rec *r)
{
    conn_rec *c = r->connection;
    apr_bucket_brigade *bb = apr_brigade_create(r->pool, c->bucket_alloc);
    apr_status_t rv;

    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_flush_create(c->bucket_alloc));
    rv = ap_pass_brigade(r->output_filters, bb);
    apr_brigade_destroy(bb);
    return rv == APR_SUCCESS ? 0 : -1;
}

/* --- bodies that are somewhere already -----------------------------------*/

AP_DECLARE(apr_status_t)
ap_send_fd(apr_file_t *fd, request_rec *r, apr_off_t offset, apr_size_t length,
           apr_size_t *nbytes)
{
    conn_rec *c = r->connection;
    apr_bucket_brigade *bb = apr_brigade_create(r->pool, c->bucket_alloc);
    apr_status_t rv;

    apr_brigade_insert_file(bb, fd, offset, (apr_off_t)length, r->pool);
    rv = ap_pass_brigade(r->output_filters, bb);
    *nbytes = rv == APR_SUCCESS ? length : 0;
    apr_brigade_destroy(bb);
    return rv;
}

AP_DECLARE(apr_size_t)
ap_send_mmap(apr_mmap_t *mm, request_rec *r, apr_size_t offset,
             apr_size_t length)
{
    conn_rec *c = r->connection;
    apr_bucket_brigade *bb = apr_brigade_create(r->pool, c->bucket_alloc);
    apr_status_t rv;

    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_mmap_create(mm, (apr_off_t)offset,
                                                       length,
                                                       c->bucket_alloc));
    rv = ap_pass_brigade(r->output_filters, bb);
    apr_brigade_destroy(bb);
    return rv == APR_SUCCESS ? length : 0;
}

/* --- ends ----------------------------------------------------------------*/

static void end_stream(request_rec *r)
{
    conn_rec *c = r->connection;
    apr_bucket_brigade *bb = apr_brigade_create(r->pool, c->bucket_alloc);

    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(c->bucket_alloc));
    ap_pass_brigade(r->output_filters, bb);
    apr_brigade_destroy(bb);
}

AP_DECLARE(void) ap_finalize_sub_req_protocol(request_rec *sub)
{
    /* Whatever the subrequest was redirected to wrote the end. */
    while (sub->next) {
        sub = sub->next;
    }
    if (!sub->eos_sent) {
        end_stream(sub);
    }
}

AP_DECLARE(void) ap_finalize_request_protocol(request_rec *r)
{
    while (r->next) {
        r = r->next;
    }
    if (!r->eos_sent) {
        end_stream(r);
    }
    /* After the response, so that nobody waits for one while uploading in
     * vain; before the next request, which stands behind this body. */
    if (!r->main) {
        ap_discard_request_body(r);
    }
}

AP_DECLARE(void)
ap_set_sub_req_protocol(request_rec *rnew, const request_rec *r)
{
    rnew->the_request = r->the_request;
    rnew->assbackwards = 1; /* no head of its own */
    rnew->no_local_copy = 1;
    rnew->method = "GET";
    rnew->method_number = M_GET;
    rnew->protocol = apr_pstrdup(rnew->pool, "INCLUDED");
    rnew->status = HTTP_OK;
    rnew->request_time = r->request_time;
    rnew->headers_in = apr_table_copy(rnew->pool, r->headers_in);
    rnew->trailers_in = apr_table_copy(rnew->pool, r->trailers_in);
    rnew->subprocess_env = apr_table_copy(rnew->pool, r->subprocess_env);
    rnew->headers_out = apr_table_make(rnew->pool, 5);
    rnew->err_headers_out = apr_table_make(rnew->pool, 5);
    rnew->trailers_out = apr_table_make(rnew->pool, 5);
    rnew->notes = apr_table_make(rnew->pool, 5);
    rnew->expecting_100 = r->expecting_100;
    rnew->read_length = r->read_length;
    rnew->read_body = REQUEST_NO_BODY;
    /* It has no body: what the main request's body is framed by is not its
     * own (RFC 9110 8.6). */
    apr_table_unset(rnew->headers_in, "Content-Encoding");
    apr_table_unset(rnew->headers_in, "Content-Language");
    apr_table_unset(rnew->headers_in, "Content-Length");
    apr_table_unset(rnew->headers_in, "Content-Location");
    apr_table_unset(rnew->headers_in, "Content-MD5");
    apr_table_unset(rnew->headers_in, "Content-Range");
    apr_table_unset(rnew->headers_in, "Content-Type");
    apr_table_unset(rnew->headers_in, "Expires");
    apr_table_unset(rnew->headers_in, "Last-Modified");
    apr_table_unset(rnew->headers_in, "Transfer-Encoding");
    rnew->main = (request_rec *)(apr_uintptr_t)r;
}
