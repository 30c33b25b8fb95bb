/* SPDX-License-Identifier: Apache-2.0 */
/*
 * length_out.c - LENGTH: holds a body to the Content-Length that its head has
 * announced.
 *
 * A handler may announce a length, flush and then write something else. The
 * client would take what is missing from the next response of the connection,
 * or what is too much for the next response. So the excess never leaves, and a
 * connection whose body fell short ends.
 *
 * In the chain only where the head leaves before the body is known to be right.
 */
#include "http_protocol.h"

#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_log.h"
#include "mod_core.h"

APLOG_USE_MODULE(http);

static ap_filter_rec_t *length_filter_handle;

/* Lives in r->pool. */
typedef struct length_out_t {
    apr_off_t left; /* of what was announced */
    bool is_over;   /* more has come than that */
} length_out_t;

bool pn_length_out_is_kept(const apr_bucket_brigade *bb, apr_off_t length)
{
    const apr_bucket *b;

    for (b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b)) {
        if (APR_BUCKET_IS_EOS(b)) {
            return length == 0;
        }
        if (APR_BUCKET_IS_METADATA(b)) {
            continue;
        }
        if (b->length == (apr_size_t)-1 || (apr_off_t)b->length > length) {
            return false;
        }
        length -= (apr_off_t)b->length;
    }
    return false;
}

static void tell_excess(request_rec *r, length_out_t *out)
{
    if (!out->is_over) {
        out->is_over = true;
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "the body is longer than the Content-Length that the "
                      "handler has announced: the rest is not sent");
    }
}

static void end_body(request_rec *r, const length_out_t *out)
{
    if (out->left > 0) {
        /* At info: a backend or a client that went away is no fault here. */
        ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r,
                      "the body is %" APR_OFF_T_FMT " bytes shorter than the "
                      "Content-Length that was announced: the connection ends",
                      out->left);
        r->connection->keepalive = AP_CONN_CLOSE;
    }
}

/* Takes b from what is left, or shortens or drops it. *next is behind it. */
static apr_status_t take(request_rec *r, length_out_t *out, apr_bucket *b,
                         apr_bucket **next)
{
    apr_status_t rv = APR_SUCCESS;

    if (b->length == (apr_size_t)-1) {
        const char *data;
        apr_size_t len;

        rv = apr_bucket_read(b, &data, &len, APR_BLOCK_READ);
    }
    if (rv == APR_SUCCESS && (apr_off_t)b->length > out->left) {
        tell_excess(r, out);
        if (out->left > 0) {
            rv = apr_bucket_split(b, (apr_size_t)out->left);
        }
    }
    if (rv != APR_SUCCESS) {
        r->connection->keepalive = AP_CONN_CLOSE;
        return rv;
    }
    *next = APR_BUCKET_NEXT(b);
    if (out->left == 0) {
        apr_bucket_delete(b);
    }
    else {
        out->left -= (apr_off_t)b->length;
    }
    return APR_SUCCESS;
}

static apr_status_t length_out_filter(ap_filter_t *f, apr_bucket_brigade *bb)
{
    apr_bucket *b = APR_BRIGADE_FIRST(bb);

    while (b != APR_BRIGADE_SENTINEL(bb)) {
        apr_bucket *next = APR_BUCKET_NEXT(b);

        if (APR_BUCKET_IS_EOS(b)) {
            end_body(f->r, f->ctx);
            ap_remove_output_filter(f);
            break;
        }
        if (!APR_BUCKET_IS_METADATA(b)) {
            apr_status_t rv = take(f->r, f->ctx, b, &next);

            if (rv != APR_SUCCESS) {
                return rv;
            }
        }
        b = next;
    }
    return APR_BRIGADE_EMPTY(bb) ? APR_SUCCESS : ap_pass_brigade(f->next, bb);
}

void pn_length_out_begin(request_rec *r, apr_off_t length)
{
    length_out_t *out = apr_pcalloc(r->pool, sizeof(*out));

    out->left = length;
    ap_add_output_filter_handle(length_filter_handle, out, r, r->connection);
}

void pn_length_out_register(void)
{
    length_filter_handle = ap_register_output_filter(
        "LENGTH", length_out_filter, NULL, AP_FTYPE_TRANSCODE);
}
