/* SPDX-License-Identifier: Apache-2.0 */
/*
 * getline.c - one line from a request's protocol input filters, for modules
 * that speak line protocols or read responses of backends.
 */
#include "http_protocol.h"

#include <stdbool.h>
#include <string.h>

#include <apr_lib.h>
#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_core.h"

enum { FIRST_ROOM = 256 };

/* The line as it grows: into the caller's buffer, or into r->pool. */
typedef struct line_t {
    char *bytes;
    apr_size_t len;
    apr_size_t room;
    apr_size_t max; /* bytes without the NUL */
    apr_pool_t *pool;
} line_t;

static bool append(line_t *line, const char *data, apr_size_t len)
{
    if (len > line->max - line->len) {
        return false;
    }
    if (line->len + len + 1 > line->room) { /* never the caller's buffer */
        apr_size_t room = (line->len + len + 1) * 2;
        char *bytes = apr_palloc(line->pool, room);

        memcpy(bytes, line->bytes, line->len);
        line->bytes = bytes;
        line->room = room;
    }
    memcpy(line->bytes + line->len, data, len);
    line->len += len;
    return true;
}

/* Moves the brigade's bytes into line. */
static apr_status_t take(line_t *line, apr_bucket_brigade *bb)
{
    apr_bucket *b;

    for (b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b)) {
        const char *data;
        apr_size_t len;
        apr_status_t rv;

        if (APR_BUCKET_IS_EOS(b)) {
            return line->len ? APR_SUCCESS : APR_EOF;
        }
        rv = apr_bucket_read(b, &data, &len, APR_BLOCK_READ);
        if (rv != APR_SUCCESS) {
            return rv;
        }
        if (len && !append(line, data, len)) {
            return APR_ENOSPC;
        }
    }
    return APR_SUCCESS;
}

/* Reads until LF; the line end stays on it. */
static apr_status_t read_raw(line_t *line, ap_filter_t *filters,
                             apr_bucket_brigade *bb)
{
    apr_size_t before = line->len;

    for (;;) {
        apr_status_t rv;
        bool is_end;

        apr_brigade_cleanup(bb);
        rv = ap_get_brigade(filters, bb, AP_MODE_GETLINE, APR_BLOCK_READ, 0);
        if (rv == APR_SUCCESS && APR_BRIGADE_EMPTY(bb)) {
            rv = APR_EGENERAL;
        }
        is_end = rv == APR_SUCCESS
            && APR_BUCKET_IS_EOS(APR_BRIGADE_LAST(bb));
        if (rv == APR_SUCCESS) {
            rv = take(line, bb);
        }
        apr_brigade_cleanup(bb);
        if (rv != APR_SUCCESS || is_end
            || (line->len > before && line->bytes[line->len - 1] == '\n')) {
            return rv;
        }
    }
}

/* Cuts the line end (and with NOSPC_EOL blanks before it). False if the line
 * must end in CR LF and does not. */
static bool cut_end(line_t *line, int flags)
{
    bool has_crlf = false;

    if (line->len && line->bytes[line->len - 1] == '\n') {
        line->len--;
        if (line->len && line->bytes[line->len - 1] == '\r') {
            line->len--;
            has_crlf = true;
        }
    }
    if (flags & AP_GETLINE_NOSPC_EOL) {
        while (line->len && (line->bytes[line->len - 1] == ' '
                             || line->bytes[line->len - 1] == '\t')) {
            line->len--;
        }
    }
    return has_crlf || !(flags & AP_GETLINE_CRLF);
}

/* True if the next line continues this one. Nothing is taken. */
static bool is_folded(ap_filter_t *filters, apr_bucket_brigade *bb)
{
    const char *data;
    apr_size_t len = 0;
    bool is_blank = false;

    apr_brigade_cleanup(bb);
    if (ap_get_brigade(filters, bb, AP_MODE_SPECULATIVE, APR_BLOCK_READ, 1)
            == APR_SUCCESS
        && !APR_BRIGADE_EMPTY(bb)
        && !APR_BUCKET_IS_EOS(APR_BRIGADE_FIRST(bb))
        && apr_bucket_read(APR_BRIGADE_FIRST(bb), &data, &len, APR_BLOCK_READ)
            == APR_SUCCESS && len) {
        is_blank = *data == ' ' || *data == '\t';
    }
    apr_brigade_cleanup(bb);
    return is_blank;
}

static apr_status_t read_folded(line_t *line, int flags, ap_filter_t *filters,
                                apr_bucket_brigade *bb)
{
    while (line->len && is_folded(filters, bb)) {
        apr_size_t before = line->len;
        apr_size_t skip = 0;
        apr_status_t rv = read_raw(line, filters, bb);

        if (rv != APR_SUCCESS) {
            return rv;
        }
        if (!cut_end(line, flags)) {
            return APR_EINVAL;
        }
        /* The fold, whatever blanks it has, is worth one space. */
        while (before + skip < line->len
               && (line->bytes[before + skip] == ' '
                   || line->bytes[before + skip] == '\t')) {
            skip++;
        }
        if (skip) {
            line->bytes[before] = ' ';
            memmove(line->bytes + before + 1, line->bytes + before + skip,
                    line->len - before - skip);
            line->len -= skip - 1;
        }
    }
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_rgetline_core(char **s, apr_size_t n, apr_size_t *read, request_rec *r,
                 int flags, apr_bucket_brigade *bb)
{
    ap_filter_t *filters = r->proto_input_filters;
    line_t line = { .pool = r->pool, .max = n ? n - 1 : 0 };
    apr_status_t rv;

    if (n == 0) {
        *read = 0;
        return APR_EINVAL;
    }
    if (*s) {
        line.bytes = *s;
        line.room = n;
    }
    else {
        line.room = n < FIRST_ROOM ? n + 1 : FIRST_ROOM;
        line.bytes = apr_palloc(r->pool, line.room);
    }
    rv = read_raw(&line, filters, bb);
    if (rv == APR_SUCCESS && !cut_end(&line, flags)) {
        rv = APR_EINVAL;
    }
    if (rv == APR_SUCCESS && (flags & AP_GETLINE_FOLD)) {
        rv = read_folded(&line, flags, filters, bb);
    }
    line.bytes[line.len] = '\0';
    *s = line.bytes;
    *read = line.len;
    /* A NUL would hide what is behind it from users of the string. */
    if (rv == APR_SUCCESS && memchr(line.bytes, '\0', line.len)) {
        rv = APR_EINVAL;
    }
    return rv;
}

/* As ap_rgetline(), with an own brigade; -1 on failure, n if the line does not
 * fit. */
AP_DECLARE(int) ap_getline(char *s, int n, request_rec *r, int flags)
{
    apr_bucket_brigade *bb;
    apr_size_t len = 0;
    apr_status_t rv;

    if (n < 1) {
        return -1;
    }
    bb = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    rv = ap_rgetline(&s, (apr_size_t)n, &len, r, flags, bb);
    apr_brigade_destroy(bb);
    if (rv == APR_ENOSPC) {
        return n;
    }
    return rv == APR_SUCCESS ? (int)len : -1;
}
