/* SPDX-License-Identifier: Apache-2.0 */
/*
 * filter_io.c - moving brigades along a chain.
 *
 * A brigade that is passed down belongs to the callee for the call; the
 * callee leaves it empty, the caller may use it again.
 */
#include "util_filter.h"

#include "http_log.h"

#include <apr_strings.h>

APLOG_USE_MODULE(core);

AP_DECLARE(apr_status_t)
ap_get_brigade(ap_filter_t *next, apr_bucket_brigade *bb, ap_input_mode_t mode,
               apr_read_type_e block, apr_off_t readbytes)
{
    if (!next) {
        return AP_NOBODY_READ;
    }
    return next->frec->filter_func.in_func(next, bb, mode, block, readbytes);
}

AP_DECLARE(apr_status_t)
ap_pass_brigade(ap_filter_t *next, apr_bucket_brigade *bb)
{
    apr_bucket *last;

    if (!next) {
        return AP_NOBODY_WROTE;
    }
    last = APR_BRIGADE_LAST(bb);
    if (last != APR_BRIGADE_SENTINEL(bb) && APR_BUCKET_IS_EOS(last)
        && next->r) {
        /* Here and nowhere else is known that a response is complete: every
         * way of writing one comes through, and its protocol filters are
         * always bound to the request. */
        next->r->eos_sent = 1;
    }
    return next->frec->filter_func.out_func(next, bb);
}

AP_DECLARE(apr_status_t)
ap_pass_brigade_fchk(request_rec *r, apr_bucket_brigade *bb, const char *fmt,
                     ...)
{
    apr_status_t rv = ap_pass_brigade(r->output_filters, bb);

    if (rv == APR_SUCCESS) {
        return OK;
    }
    if (rv == AP_FILTER_ERROR) { /* answered by the filter already */
        return AP_FILTER_ERROR;
    }
    if (!fmt) {
        ap_log_rerror(APLOG_MARK, APLOG_DEBUG, rv, r,
                      "could not pass on the response");
    }
    else {
        va_list args;
        const char *text;

        va_start(args, fmt);
        text = apr_pvsprintf(r->pool, fmt, args);
        va_end(args);
        ap_log_rerror(APLOG_MARK, APLOG_DEBUG, rv, r, "%s", text);
    }
    return HTTP_INTERNAL_SERVER_ERROR;
}

/* Makes b keep its data for as long as pool lives, whatever kind it is. */
static apr_status_t keep_bucket(apr_bucket *b, apr_pool_t *pool)
{
    apr_status_t rv = apr_bucket_setaside(b, pool);
    const char *data;
    apr_size_t len;

    if (rv != APR_ENOTIMPL) {
        return rv;
    }
    /* Kinds that cannot (pipes, sockets) turn into memory when read. */
    rv = apr_bucket_read(b, &data, &len, APR_BLOCK_READ);
    if (rv == APR_SUCCESS) {
        rv = apr_bucket_setaside(b, pool);
    }
    return rv == APR_ENOTIMPL ? APR_SUCCESS : rv;
}

AP_DECLARE(apr_status_t)
ap_save_brigade(ap_filter_t *f, apr_bucket_brigade **save_to,
                apr_bucket_brigade **b, apr_pool_t *pool)
{
    apr_status_t first_error = APR_SUCCESS;
    apr_bucket *e;

    if (!*save_to) {
        *save_to = apr_brigade_create(pool, f->c->bucket_alloc);
    }
    for (e = APR_BRIGADE_FIRST(*b); e != APR_BRIGADE_SENTINEL(*b);
         e = APR_BUCKET_NEXT(e)) {
        apr_status_t rv = keep_bucket(e, pool);

        if (rv != APR_SUCCESS && first_error == APR_SUCCESS) {
            first_error = rv;
        }
    }
    APR_BRIGADE_CONCAT(*save_to, *b);
    return first_error;
}

AP_DECLARE_NONSTD(apr_status_t)
ap_filter_flush(apr_bucket_brigade *bb, void *ctx)
{
    ap_filter_t *f = ctx;
    apr_status_t rv = ap_pass_brigade(f, bb);

    /* The writer goes on with the same brigade. */
    apr_brigade_cleanup(bb);
    return rv;
}

AP_DECLARE(apr_status_t) ap_fflush(ap_filter_t *f, apr_bucket_brigade *bb)
{
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_flush_create(f->c->bucket_alloc));
    return ap_pass_brigade(f, bb);
}

AP_DECLARE_NONSTD(apr_status_t)
ap_fputstrs(ap_filter_t *f, apr_bucket_brigade *bb, ...)
{
    va_list args;
    apr_status_t rv;

    va_start(args, bb);
    rv = apr_brigade_vputstrs(bb, ap_filter_flush, f, args);
    va_end(args);
    return rv;
}

AP_DECLARE_NONSTD(apr_status_t)
ap_fprintf(ap_filter_t *f, apr_bucket_brigade *bb, const char *fmt, ...)
{
    va_list args;
    apr_status_t rv;

    va_start(args, fmt);
    rv = apr_brigade_vprintf(bb, ap_filter_flush, f, fmt, args);
    va_end(args);
    return rv;
}
