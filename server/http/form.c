/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form.c - what a request's body is about: whether there is one, and the pairs
 * of an application/x-www-form-urlencoded one.
 */
#include "httpd.h"

#include <stdbool.h>
#include <string.h>

#include <apr_lib.h>
#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_protocol.h"
#include "http_request.h"

AP_DECLARE(int) ap_request_has_body(request_rec *r)
{
    const char *length;
    const char *at;

    if (apr_table_get(r->headers_in, "Transfer-Encoding")) {
        return 1;
    }
    length = apr_table_get(r->headers_in, "Content-Length");
    if (!length || !*length) {
        return 0;
    }
    for (at = length; apr_isdigit(*at); at++) {
    }
    /* "0" in whatever length, and what is no number, is no body. */
    return *at == '\0' && strspn(length, "0") < (size_t)(at - length);
}

/* True if chunked is the last of the codings. */
AP_DECLARE(int) ap_is_chunked(apr_pool_t *pool, const char *line)
{
    const char *last;
    size_t len;

    if (!line) {
        return 0;
    }
    last = strrchr(line, ',');
    last = last ? last + 1 : line;
    while (*last == ' ' || *last == '\t') {
        last++;
    }
    len = strlen(last);
    while (len && (last[len - 1] == ' ' || last[len - 1] == '\t')) {
        len--;
    }
    return len == 7 && ap_cstr_casecmpn(last, "chunked", 7) == 0;
}

/* --- forms ---------------------------------------------------------------*/

static int hex_of(char ch)
{
    if (apr_isdigit(ch)) {
        return ch - '0';
    }
    return apr_isxdigit(ch) ? apr_tolower(ch) - 'a' + 10 : -1;
}

/* The parser between buckets: a %XX may be split over two. */
typedef struct form_t {
    request_rec *r;
    apr_array_header_t *pairs;
    int num;             /* pairs that may still come; -1: any number */
    apr_size_t room;     /* bytes that a name or a value may still have */
    apr_size_t size;     /* 0: no limit */
    apr_bucket_brigade *name;
    apr_bucket_brigade *value; /* NULL while in the name */
    char escape[2];
    int escape_n; /* -1: not in an escape */
} form_t;

static int end_pair(form_t *form)
{
    apr_off_t len = 0;
    apr_size_t name_len;
    ap_form_pair_t *pair;
    char *name;

    apr_brigade_length(form->name, 1, &len);
    if (len == 0 && !form->value) {
        return OK; /* "&&" */
    }
    if (form->num == 0) {
        return HTTP_REQUEST_ENTITY_TOO_LARGE;
    }
    if (form->num > 0) {
        form->num--;
    }
    name_len = (apr_size_t)len;
    name = apr_palloc(form->r->pool, name_len + 1);
    apr_brigade_flatten(form->name, name, &name_len);
    name[name_len] = '\0';
    apr_brigade_cleanup(form->name);
    pair = apr_array_push(form->pairs);
    pair->name = name;
    pair->value = form->value ? form->value
        : apr_brigade_create(form->r->pool,
                             form->r->connection->bucket_alloc);
    form->value = NULL;
    form->room = form->size;
    return OK;
}

static int add_byte(form_t *form, char ch)
{
    if (form->size && form->room-- == 0) {
        return HTTP_REQUEST_ENTITY_TOO_LARGE;
    }
    apr_brigade_write(form->value ? form->value : form->name, NULL, NULL, &ch,
                      1);
    return OK;
}

static int take_byte(form_t *form, char ch)
{
    if (form->escape_n >= 0) {
        form->escape[form->escape_n++] = ch;
        if (form->escape_n < 2) {
            return OK;
        }
        form->escape_n = -1;
        if (hex_of(form->escape[0]) < 0 || hex_of(form->escape[1]) < 0) {
            return HTTP_BAD_REQUEST;
        }
        return add_byte(form, (char)(hex_of(form->escape[0]) * 16
                                     + hex_of(form->escape[1])));
    }
    switch (ch) {
    case '%':
        form->escape_n = 0;
        return OK;
    case '+':
        return add_byte(form, ' ');
    case '&':
        return end_pair(form);
    case '=':
        if (!form->value) {
            form->value = apr_brigade_create(
                form->r->pool, form->r->connection->bucket_alloc);
            form->room = form->size;
            return OK;
        }
        return add_byte(form, ch);
    default:
        return add_byte(form, ch);
    }
}

/* Feeds bb; *is_end when the end of the body was in it. */
static int take_brigade(form_t *form, apr_bucket_brigade *bb, bool *is_end)
{
    apr_bucket *b;

    for (b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b)) {
        const char *data;
        apr_size_t len;

        if (APR_BUCKET_IS_EOS(b)) {
            *is_end = true;
            return OK;
        }
        if (APR_BUCKET_IS_METADATA(b)) {
            continue;
        }
        if (apr_bucket_read(b, &data, &len, APR_BLOCK_READ) != APR_SUCCESS) {
            return HTTP_INTERNAL_SERVER_ERROR;
        }
        for (apr_size_t i = 0; i < len; i++) {
            int status = take_byte(form, data[i]);

            if (status != OK) {
                return status;
            }
        }
    }
    return OK;
}

static bool is_form(const request_rec *r)
{
    const char *type = apr_table_get(r->headers_in, "Content-Type");
    size_t len = sizeof("application/x-www-form-urlencoded") - 1;

    return type
        && ap_cstr_casecmpn(type, "application/x-www-form-urlencoded", len)
            == 0
        && (type[len] == '\0' || type[len] == ';' || type[len] == ' ');
}

/*
 * Reads the body of r through f (NULL: r's input filters) into *ptr, an array
 * of ap_form_pair_t in r->pool. num limits the pairs, size the bytes of a name
 * or value; 0 for no limit of its own, though LimitRequestBody holds. Returns
 * OK, HTTP_REQUEST_ENTITY_TOO_LARGE, or another status; no form in the body is
 * OK and an empty array.
 */
AP_DECLARE(int)
ap_parse_form_data(request_rec *r, ap_filter_t *f, apr_array_header_t **ptr,
                   apr_size_t num, apr_size_t size)
{
    apr_bucket_brigade *bb;
    form_t form = { .r = r, .size = size, .room = size, .escape_n = -1 };
    bool is_end = false;
    int status = OK;

    form.pairs = apr_array_make(r->pool, 4, sizeof(ap_form_pair_t));
    *ptr = form.pairs;
    if (!is_form(r)) {
        return OK;
    }
    form.num = num && num < APR_INT32_MAX ? (int)num : -1;
    form.name = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    bb = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    while (!is_end && status == OK) {
        apr_status_t rv = ap_get_brigade(f ? f : r->input_filters, bb,
                                         AP_MODE_READBYTES, APR_BLOCK_READ,
                                         HUGE_STRING_LEN);

        if (rv != APR_SUCCESS || APR_BRIGADE_EMPTY(bb)) {
            status = ap_map_http_request_error(rv, HTTP_BAD_REQUEST);
        }
        else {
            status = take_brigade(&form, bb, &is_end);
        }
        apr_brigade_cleanup(bb);
    }
    if (status == OK && form.escape_n >= 0) {
        status = HTTP_BAD_REQUEST; /* cut off in an escape */
    }
    if (status == OK) {
        status = end_pair(&form);
    }
    apr_brigade_destroy(bb);
    return status;
}
