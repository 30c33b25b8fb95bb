/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conditions.c - If-Match and its kin (RFC 9110 13), in the order of 13.2.2.
 *
 * Each ap_condition_* function says whether its field matches the validators
 * in headers: "matches" is, for the two dates, "not modified since".
 */
#include "http_protocol.h"

#include <stdbool.h>
#include <string.h>

#include <apr_date.h>
#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_core.h"
#include "http_request.h"
#include "util_time.h"

enum { DATES_N = 64 };

#define SAME_SECOND_DOUBT apr_time_from_sec(60)

static const char *last_modified_of(apr_table_t *headers)
{
    return apr_table_get(headers, "Last-Modified");
}

/* Seconds since the epoch of the last modification; now where nothing tells. */
static apr_time_t modified_at(request_rec *r, apr_table_t *headers)
{
    const char *date = last_modified_of(headers);
    apr_time_t when = date ? apr_date_parse_http(date) : APR_DATE_BAD;

    if (when != APR_DATE_BAD) {
        return when;
    }
    when = r->mtime ? r->mtime : r->request_time;
    return when - when % APR_USEC_PER_SEC;
}

/* A validator of a second in which the body may change again is weak. */
static ap_condition_e strength(const request_rec *r, apr_time_t modified)
{
    return r->request_time < modified + SAME_SECOND_DOUBT
        ? AP_CONDITION_WEAK : AP_CONDITION_STRONG;
}

static bool is_any(const char *list)
{
    return list[0] == '*' && list[1] == '\0';
}

AP_DECLARE(ap_condition_e)
ap_condition_if_match(request_rec *r, apr_table_t *headers)
{
    const char *wanted = apr_table_get(r->headers_in, "If-Match");
    const char *etag;

    if (!wanted) {
        return AP_CONDITION_NONE;
    }
    if (is_any(wanted)) {
        return AP_CONDITION_STRONG;
    }
    etag = apr_table_get(headers, "ETag");
    return etag && ap_find_etag_strong(r->pool, wanted, etag)
        ? AP_CONDITION_STRONG : AP_CONDITION_NOMATCH;
}

AP_DECLARE(ap_condition_e)
ap_condition_if_none_match(request_rec *r, apr_table_t *headers)
{
    const char *known = apr_table_get(r->headers_in, "If-None-Match");
    const char *etag;

    if (!known) {
        return AP_CONDITION_NONE;
    }
    if (is_any(known)) {
        return AP_CONDITION_STRONG;
    }
    etag = apr_table_get(headers, "ETag");
    if (!etag) {
        return AP_CONDITION_NOMATCH;
    }
    if (ap_find_etag_strong(r->pool, known, etag)) {
        return AP_CONDITION_STRONG;
    }
    /* A part of a body can only be checked by a strong validator. */
    if (!AP_REQUEST_IS_STRONG_ETAG(r)
        && !apr_table_get(r->headers_in, "Range")
        && ap_find_etag_weak(r->pool, known, etag)) {
        return AP_CONDITION_WEAK;
    }
    return AP_CONDITION_NOMATCH;
}

AP_DECLARE(ap_condition_e)
ap_condition_if_unmodified_since(request_rec *r, apr_table_t *headers)
{
    const char *since = apr_table_get(r->headers_in, "If-Unmodified-Since");
    apr_time_t when = since ? apr_date_parse_http(since) : APR_DATE_BAD;
    apr_time_t modified;

    if (when == APR_DATE_BAD) {
        return AP_CONDITION_NONE;
    }
    modified = modified_at(r, headers);
    return modified > when ? AP_CONDITION_NOMATCH : strength(r, modified);
}

AP_DECLARE(ap_condition_e)
ap_condition_if_modified_since(request_rec *r, apr_table_t *headers)
{
    const char *since = apr_table_get(r->headers_in, "If-Modified-Since");
    apr_time_t when = since ? apr_date_parse_http(since) : APR_DATE_BAD;
    apr_time_t modified;

    if (when == APR_DATE_BAD) {
        return AP_CONDITION_NONE;
    }
    modified = modified_at(r, headers);
    /* A date that lies ahead proves nothing (RFC 9110 13.1.3). */
    if (modified > when || when > r->request_time) {
        return AP_CONDITION_NOMATCH;
    }
    return strength(r, modified);
}

AP_DECLARE(ap_condition_e)
ap_condition_if_range(request_rec *r, apr_table_t *headers)
{
    const char *validator = apr_table_get(r->headers_in, "If-Range");
    const char *have;

    if (!validator || !apr_table_get(r->headers_in, "Range")) {
        return AP_CONDITION_NONE;
    }
    if (validator[0] == '"') {
        have = apr_table_get(headers, "ETag");
        return have && strcmp(have, validator) == 0 ? AP_CONDITION_STRONG
                                                    : AP_CONDITION_NOMATCH;
    }
    if (validator[0] == 'W' && validator[1] == '/') {
        return AP_CONDITION_NOMATCH; /* never strong enough */
    }
    have = last_modified_of(headers);
    if (!have) {
        return AP_CONDITION_NOMATCH;
    }
    else {
        apr_time_t when = apr_date_parse_http(validator);
        apr_time_t modified = apr_date_parse_http(have);
        apr_time_t sent = apr_time_sec(r->request_time) * APR_USEC_PER_SEC;

        if (when == APR_DATE_BAD || when != modified) {
            return AP_CONDITION_NOMATCH;
        }
        /* RFC 9110 8.8.2.2: a second must have passed. */
        return sent >= modified + APR_USEC_PER_SEC ? AP_CONDITION_STRONG
                                                   : AP_CONDITION_NOMATCH;
    }
}

AP_DECLARE(int) ap_meets_conditions(request_rec *r)
{
    ap_condition_e cond;
    bool is_get = r->method_number == M_GET; /* HEAD too */

    if (!ap_is_HTTP_SUCCESS(r->status) || r->no_local_copy
        || apr_is_empty_table(r->headers_in)) {
        return OK;
    }
    /* Steps 1 and 2: the date only where no tag decides. */
    cond = ap_condition_if_match(r, r->headers_out);
    if (cond == AP_CONDITION_NONE) {
        cond = ap_condition_if_unmodified_since(r, r->headers_out);
    }
    if (cond == AP_CONDITION_NOMATCH) {
        return HTTP_PRECONDITION_FAILED;
    }
    /* Steps 3 and 4: again. */
    cond = ap_condition_if_none_match(r, r->headers_out);
    if (cond != AP_CONDITION_NONE) {
        if (cond == AP_CONDITION_NOMATCH) {
            return OK;
        }
        return is_get ? HTTP_NOT_MODIFIED : HTTP_PRECONDITION_FAILED;
    }
    if (!is_get) {
        return OK;
    }
    cond = ap_condition_if_modified_since(r, r->headers_out);
    if (cond == AP_CONDITION_NONE || cond == AP_CONDITION_NOMATCH) {
        return OK;
    }
    /* Step 5 is the range filter's. A weak date cannot vouch for a part. */
    if (cond == AP_CONDITION_WEAK && apr_table_get(r->headers_in, "Range")) {
        return OK;
    }
    return HTTP_NOT_MODIFIED;
}

/* A file from the future would make caches keep it until then. */
AP_DECLARE(apr_time_t) ap_rationalize_mtime(request_rec *r, apr_time_t mtime)
{
    apr_time_t now;

    if (!mtime) {
        mtime = r->request_time;
    }
    now = mtime < r->request_time ? r->request_time : apr_time_now();
    return mtime > now ? now : mtime;
}

/* Files do not change as often as they are asked for: a date that was written
 * out is kept, one for each slot, in each thread. */
static void write_date(char *to, apr_time_t when)
{
    static AP_THREAD_LOCAL struct {
        apr_time_t second;
        char text[APR_RFC822_DATE_LEN];
    } dates[DATES_N];
    apr_time_t second = apr_time_sec(when);
    unsigned int slot = (unsigned int)second % DATES_N;

    if (dates[slot].second != second || !dates[slot].text[0]) {
        apr_rfc822_date(dates[slot].text, when);
        dates[slot].second = second;
    }
    memcpy(to, dates[slot].text, APR_RFC822_DATE_LEN);
}

AP_DECLARE(void) ap_set_last_modified(request_rec *r)
{
    if (!r->assbackwards) {
        char *date = apr_palloc(r->pool, APR_RFC822_DATE_LEN);

        write_date(date, ap_rationalize_mtime(r, r->mtime));
        apr_table_setn(r->headers_out, "Last-Modified", date);
    }
}
