/* SPDX-License-Identifier: Apache-2.0 */
/*
 * byterange.c - BYTERANGE: answers a Range with 206 or 416.
 *
 * Works on a body that is there as a whole, in one brigade; a body that comes
 * in pieces is served whole, since a handler that streams does not know its
 * length. Buckets are split and copied, so a range of a file stays a file.
 */
#include "http_protocol.h"

#include <stdbool.h>

#include <apr_strings.h>

#include "http/http_filters.h"
#include "http/range.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"
#include "mod_core.h"

APLOG_USE_MODULE(http);

enum {
    MAX_RANGES = 200, /* the defaults of MaxRanges, MaxRangeOverlaps and */
    MAX_OVERLAPS = 20, /* MaxRangeReversals */
    MAX_REVERSALS = 20,
    BOUNDARY_BYTES = 8
};

static int limit_of(int configured, int usual)
{
    if (configured == AP_MAXRANGES_UNSET
        || configured == AP_MAXRANGES_DEFAULT) {
        return usual;
    }
    return configured == AP_MAXRANGES_UNLIMITED ? -1 : configured;
}

static const core_dir_config *dir_conf(const request_rec *r)
{
    return ap_get_core_module_config(r->per_dir_config);
}

AP_DECLARE(void) ap_set_accept_ranges(request_rec *r)
{
    apr_table_setn(r->headers_out, "Accept-Ranges",
                   dir_conf(r)->max_ranges == AP_MAXRANGES_NORANGES
                       ? "none" : "bytes");
}

/* The Range that r asks for and may have, or NULL. */
static const char *wanted_range(request_rec *r)
{
    const char *value = apr_table_get(r->headers_in, "Range");

    /* RFC 9110 14.2: Range means something for GET only. */
    if (!value || r->status != HTTP_OK || r->assbackwards
        || r->method_number != M_GET
        || dir_conf(r)->max_ranges == AP_MAXRANGES_NORANGES
        || apr_table_get(r->headers_out, "Content-Range")
        || ap_condition_if_range(r, r->headers_out) == AP_CONDITION_NOMATCH) {
        return NULL;
    }
    return value;
}

/* The length of bb if it is a whole body, else -1. */
static apr_off_t whole_length(const apr_bucket_brigade *bb)
{
    apr_off_t len = 0;
    apr_bucket *b;

    for (b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b)) {
        if (APR_BUCKET_IS_EOS(b)) {
            return len;
        }
        if (APR_BUCKET_IS_METADATA(b)) {
            if (AP_BUCKET_IS_ERROR(b)) {
                return -1;
            }
            continue;
        }
        if (b->length == (apr_size_t)-1) {
            return -1;
        }
        len += (apr_off_t)b->length;
    }
    return -1;
}

/* Appends a copy of a range of bb to out. */
static apr_status_t copy_range(apr_bucket_brigade *bb, const pn_range_t *range,
                               apr_bucket_brigade *out)
{
    apr_off_t at = 0; /* where b begins */
    apr_bucket *b;

    for (b = APR_BRIGADE_FIRST(bb);
         b != APR_BRIGADE_SENTINEL(bb) && at <= range->last;
         b = APR_BUCKET_NEXT(b)) {
        apr_off_t end = at + (apr_off_t)b->length;
        apr_off_t skip = range->first > at ? range->first - at : 0;
        apr_bucket *copy;
        apr_status_t rv;

        if (APR_BUCKET_IS_METADATA(b) || end <= range->first) {
            at = end;
            continue;
        }
        rv = apr_bucket_copy(b, &copy);
        if (rv != APR_SUCCESS) {
            return rv;
        }
        APR_BRIGADE_INSERT_TAIL(out, copy);
        if (range->last + 1 < end) {
            rv = apr_bucket_split(copy, (apr_size_t)(range->last + 1 - at));
            if (rv == APR_SUCCESS) {
                apr_bucket_delete(APR_BUCKET_NEXT(copy));
            }
        }
        if (rv == APR_SUCCESS && skip > 0) {
            rv = apr_bucket_split(copy, (apr_size_t)skip);
            if (rv == APR_SUCCESS) {
                apr_bucket_delete(copy);
            }
        }
        if (rv != APR_SUCCESS) {
            return rv;
        }
        at = end;
    }
    return APR_SUCCESS;
}

static char *content_range(const request_rec *r, const pn_range_t *range,
                           apr_off_t size)
{
    return apr_psprintf(r->pool, "bytes %" APR_OFF_T_FMT "-%" APR_OFF_T_FMT
                        "/%" APR_OFF_T_FMT, range->first, range->last, size);
}

static char *make_boundary(request_rec *r)
{
    unsigned char bytes[BOUNDARY_BYTES];
    char *boundary = apr_palloc(r->pool, 2 * BOUNDARY_BYTES + 1);

    /* Not to be guessed: a body that contains it would end the part. */
    ap_random_insecure_bytes(bytes, sizeof(bytes));
    ap_bin2hex(bytes, sizeof(bytes), boundary);
    return boundary;
}

static apr_status_t copy_parts(request_rec *r, apr_bucket_brigade *bb,
                               const pn_range_t *ranges, int ranges_n,
                               apr_off_t size, apr_bucket_brigade *out)
{
    const char *boundary = make_boundary(r);
    const char *type = ap_make_content_type(r, r->content_type);
    apr_status_t rv = APR_SUCCESS;

    ap_set_content_type_ex(
        r, apr_pstrcat(r->pool, "multipart/byteranges; boundary=", boundary,
                       NULL), 1);
    for (int i = 0; i < ranges_n && rv == APR_SUCCESS; i++) {
        apr_brigade_putstrs(out, NULL, NULL, "\r\n--", boundary, "\r\n", NULL);
        if (type && *type) {
            apr_brigade_putstrs(out, NULL, NULL, "Content-type: ", type,
                                "\r\n", NULL);
        }
        apr_brigade_putstrs(out, NULL, NULL, "Content-range: ",
                            content_range(r, &ranges[i], size), "\r\n\r\n",
                            NULL);
        rv = copy_range(bb, &ranges[i], out);
    }
    apr_brigade_putstrs(out, NULL, NULL, "\r\n--", boundary, "--\r\n", NULL);
    return rv;
}

/* Nothing of what is wanted is there: says how much there is instead. */
static apr_status_t refuse(ap_filter_t *f, apr_bucket_brigade *bb,
                           apr_off_t size)
{
    request_rec *r = f->r;
    apr_bucket_alloc_t *alloc = f->c->bucket_alloc;

    apr_brigade_cleanup(bb);
    apr_table_setn(r->err_headers_out, "Content-Range",
                   apr_psprintf(r->pool, "bytes */%" APR_OFF_T_FMT, size));
    APR_BRIGADE_INSERT_TAIL(bb,
                            ap_bucket_error_create(HTTP_RANGE_NOT_SATISFIABLE,
                                                   NULL, r->pool, alloc));
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(alloc));
    return ap_pass_brigade(f->next, bb);
}

static apr_status_t send_ranges(ap_filter_t *f, apr_bucket_brigade *bb,
                                const pn_range_t *ranges, int ranges_n,
                                apr_off_t size)
{
    request_rec *r = f->r;
    apr_bucket_brigade *out = apr_brigade_create(r->pool, f->c->bucket_alloc);
    apr_status_t rv;

    r->status = HTTP_PARTIAL_CONTENT;
    r->status_line = NULL;
    apr_table_unset(r->headers_out, "Content-Length");
    r->clength = 0;
    if (ranges_n == 1) {
        apr_table_setn(r->headers_out, "Content-Range",
                       content_range(r, ranges, size));
        rv = copy_range(bb, ranges, out);
    }
    else {
        rv = copy_parts(r, bb, ranges, ranges_n, size, out);
    }
    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "could not cut a range out of the body");
        apr_brigade_cleanup(out);
        APR_BRIGADE_INSERT_TAIL(
            out, ap_bucket_error_create(HTTP_INTERNAL_SERVER_ERROR, NULL,
                                        r->pool, f->c->bucket_alloc));
    }
    APR_BRIGADE_INSERT_TAIL(out, apr_bucket_eos_create(f->c->bucket_alloc));
    apr_brigade_cleanup(bb);
    return ap_pass_brigade(f->next, out);
}

AP_DECLARE(apr_status_t)
ap_byterange_filter(ap_filter_t *f, apr_bucket_brigade *bb)
{
    request_rec *r = f->r;
    const core_dir_config *conf;
    const char *value = wanted_range(r);
    apr_off_t size = value ? whole_length(bb) : -1;
    pn_range_limits_t limits;
    pn_range_t *ranges;
    int ranges_n;

    ap_remove_output_filter(f);
    if (size <= 0) {
        return ap_pass_brigade(f->next, bb);
    }
    conf = dir_conf(r);
    limits.ranges_n = limit_of(conf->max_ranges, MAX_RANGES);
    limits.overlaps_n = limit_of(conf->max_overlaps, MAX_OVERLAPS);
    limits.reversals_n = limit_of(conf->max_reversals, MAX_REVERSALS);
    switch (pn_range_parse(r->pool, value, size, &limits, &ranges,
                           &ranges_n)) {
    case PN_RANGE_SOME:
        return send_ranges(f, bb, ranges, ranges_n, size);
    case PN_RANGE_OUTSIDE:
        return refuse(f, bb, size);
    case PN_RANGE_NONE:
        break;
    }
    return ap_pass_brigade(f->next, bb);
}
