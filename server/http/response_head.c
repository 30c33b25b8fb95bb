/* SPDX-License-Identifier: Apache-2.0 */
/*
 * response_head.c - HTTP_HEADER: writes the head in front of the first bucket
 * of a response.
 *
 * The last filter that belongs to the request, so it is also where an error
 * bucket turns the response into another one while that is still possible.
 * The head is measured, then written into one bucket. A name or a value that
 * could split the response never leaves: the client gets a 500 instead.
 *
 * Owns its brigade like any filter. Removes itself after the head, unless the
 * response has no body: then it stays and drops what the handler writes.
 */
#include "http_protocol.h"

#include <stdbool.h>
#include <string.h>

#include <apr_lib.h>
#include <apr_strings.h>

#include "engine/clock.h"
#include "http/http_filters.h"
#include "http_connection.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"
#include "mod_core.h"
#include "util_time.h"

APLOG_USE_MODULE(http);

/* --- what may be in a field ----------------------------------------------*/

/* RFC 9110 5.6.2. */
static const unsigned char is_name_byte[256] = {
    ['!'] = 1, ['#'] = 1, ['$'] = 1, ['%'] = 1, ['&'] = 1, ['\''] = 1,
    ['*'] = 1, ['+'] = 1, ['-'] = 1, ['.'] = 1, ['^'] = 1, ['_'] = 1,
    ['`'] = 1, ['|'] = 1, ['~'] = 1,
    ['0' ... '9'] = 1, ['A' ... 'Z'] = 1, ['a' ... 'z'] = 1,
};

/* Bytes up to the first that the table does not allow. */
static apr_size_t span_of(const unsigned char *allowed, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    while (allowed[*at]) {
        at++;
    }
    return (apr_size_t)(at - (const unsigned char *)text);
}

/* The length of value, or -1 if a byte of it must not be sent. */
static apr_ssize_t value_len_of(const char *value)
{
    apr_size_t len = strlen(value);

    return pn_head_find_control(value, 0, len) == len ? (apr_ssize_t)len : -1;
}

enum { KNOWN_LENGTHS_N = 24 };

/* The fields as they were measured; the lengths of the first ones are kept, so
 * that most heads are not looked at twice. */
typedef struct measured_t {
    apr_size_t bytes;
    unsigned int n;
    struct {
        apr_size_t name;
        apr_size_t value;
    } len[KNOWN_LENGTHS_N];
} measured_t;

/* Adds the fields of table. Returns the name of the field that must not be
 * sent, or NULL. */
static const char *measure(const apr_table_t *table, measured_t *measured)
{
    const apr_array_header_t *fields = apr_table_elts(table);
    const apr_table_entry_t *field =
        (const apr_table_entry_t *)(const void *)fields->elts;

    for (int i = 0; i < fields->nelts; i++) {
        apr_size_t name_len;
        apr_ssize_t value_len;

        if (!field[i].key) {
            continue;
        }
        name_len = span_of(is_name_byte, field[i].key);
        value_len = value_len_of(field[i].val);
        if (!name_len || field[i].key[name_len] || value_len < 0) {
            return field[i].key;
        }
        if (measured->n < KNOWN_LENGTHS_N) {
            measured->len[measured->n].name = name_len;
            measured->len[measured->n].value = (apr_size_t)value_len;
        }
        measured->n++;
        measured->bytes += name_len + (apr_size_t)value_len
            + sizeof(": \r\n") - 1;
    }
    return NULL;
}

static char *put(char *to, const char *text, apr_size_t len)
{
    memcpy(to, text, len);
    return to + len;
}

/* Writes the fields of table; *n counts them as measure() did. */
static char *put_fields(char *to, const apr_table_t *table,
                        const measured_t *measured, unsigned int *n)
{
    const apr_array_header_t *fields = apr_table_elts(table);
    const apr_table_entry_t *field =
        (const apr_table_entry_t *)(const void *)fields->elts;

    for (int i = 0; i < fields->nelts; i++) {
        bool is_known = *n < KNOWN_LENGTHS_N;

        if (!field[i].key) {
            continue;
        }
        to = put(to, field[i].key, is_known ? measured->len[*n].name
                                            : strlen(field[i].key));
        *to++ = ':';
        *to++ = ' ';
        to = put(to, field[i].val, is_known ? measured->len[*n].value
                                            : strlen(field[i].val));
        *to++ = '\r';
        *to++ = '\n';
        (*n)++;
    }
    return to;
}

/* --- the first lines -----------------------------------------------------*/

/* Lengths included, so that the head is written without looking again. */
typedef struct first_lines_t {
    const char *version;
    const char *status;
    apr_size_t status_len;
    const char *date;
    apr_size_t date_len;
    const char *server; /* NULL: none */
    apr_size_t server_len;
} first_lines_t;

enum { VERSION_LEN = sizeof("HTTP/1.1") - 1 };

/* A handler's own line, if it is about the status and can be sent. */
static const char *status_line_of(request_rec *r)
{
    const char *line = r->status_line;

    if (line) {
        if (strlen(line) >= 4 && apr_isdigit(line[0]) && line[3] == ' '
            && (line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0')
                == r->status
            && value_len_of(line) >= 0) {
            return line;
        }
        if (strlen(line) == 3 && apr_strtoi64(line, NULL, 10) == r->status) {
            return apr_pstrcat(r->pool, line, " ", NULL);
        }
        r->status_line = NULL;
    }
    line = ap_get_status_line_ex(r->pool, r->status);
    if (r->status_line == NULL) {
        r->status_line = line;
    }
    return line;
}

static void set_first_lines(request_rec *r, first_lines_t *first)
{
    const char *date = NULL;
    const char *server = NULL;

    if (r->proto_num > HTTP_VERSION(1, 0)
        && apr_table_get(r->subprocess_env, "downgrade-1.0")) {
        r->proto_num = HTTP_VERSION(1, 0);
    }
    first->version = r->proto_num == HTTP_VERSION(1, 0)
            && apr_table_get(r->subprocess_env, "force-response-1.0")
        ? "HTTP/1.0" : "HTTP/1.1";
    first->status = status_line_of(r);
    if (r->proxyreq != PROXYREQ_NONE) {
        date = apr_table_get(r->headers_out, "Date");
        server = apr_table_get(r->headers_out, "Server");
    }
    if (!date) {
        /* Stays as it is until this thread formats another second. */
        date = pn_clock_date(r->request_time);
    }
    else {
        date = apr_pstrdup(r->pool, date);
    }
    if (!server) {
        server = ap_get_server_banner();
    }
    first->date = date;
    first->server = server && *server ? server : NULL;
    first->status_len = strlen(first->status);
    first->date_len = strlen(date);
    first->server_len = first->server ? strlen(server) : 0;
    apr_table_unset(r->headers_out, "Date");
    apr_table_unset(r->headers_out, "Server");
}

static apr_size_t first_lines_len(const first_lines_t *first)
{
    return VERSION_LEN + 1 + first->status_len + 2 + sizeof("Date: \r\n") - 1
        + first->date_len
        + (first->server ? sizeof("Server: \r\n") - 1 + first->server_len : 0);
}

static char *put_first_lines(char *to, const first_lines_t *first)
{
    to = put(to, first->version, VERSION_LEN);
    *to++ = ' ';
    to = put(to, first->status, first->status_len);
    to = put(to, "\r\nDate: ", 8);
    to = put(to, first->date, first->date_len);
    to = put(to, "\r\n", 2);
    if (first->server) {
        to = put(to, "Server: ", 8);
        to = put(to, first->server, first->server_len);
        to = put(to, "\r\n", 2);
    }
    return to;
}

AP_DECLARE(void) ap_basic_http_header(request_rec *r, apr_bucket_brigade *bb)
{
    first_lines_t first;
    apr_size_t len;
    char *bytes;

    set_first_lines(r, &first);
    len = first_lines_len(&first);
    bytes = apr_palloc(r->pool, len);
    put_first_lines(bytes, &first);
    apr_brigade_write(bb, NULL, NULL, bytes, len);
}

/* --- the tables ----------------------------------------------------------*/

static void set_languages(request_rec *r)
{
    const char *have = apr_table_get(r->headers_out, "Content-Language");
    char **languages = (char **)r->content_languages->elts;

    for (int i = 0; i < r->content_languages->nelts; i++) {
        if (!have || !ap_find_list_item(r->pool, have, languages[i])) {
            apr_table_mergen(r->headers_out, "Content-Language", languages[i]);
            have = apr_table_get(r->headers_out, "Content-Language");
        }
    }
}

/* A 304 says nothing about the body that it does not have (RFC 9110 15.4.5);
 * old values would be taken for news. */
static void drop_body_fields(request_rec *r)
{
    static const char *const names[] = {
        "Content-Encoding", "Content-Language", "Content-Length",
        "Content-Range",    "Content-Type",     "Content-MD5",
    };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        apr_table_unset(r->headers_out, names[i]);
    }
}

/* What a handler says about the framing itself must not leave two readings: a
 * coding of its own goes without a length and ends with the connection, a
 * length that is no number is none. */
static void settle_framing(request_rec *r)
{
    const char *length = apr_table_get(r->headers_out, "Content-Length");
    apr_off_t ignored;

    if (length && !ap_parse_strict_length(&ignored, length)) {
        apr_table_unset(r->headers_out, "Content-Length");
    }
    if (apr_table_get(r->headers_out, "Transfer-Encoding")) {
        apr_table_unset(r->headers_out, "Content-Length");
        r->connection->keepalive = AP_CONN_CLOSE;
    }
}

/* Vary grows by many hands: one field, each name once. */
static void settle_vary(request_rec *r)
{
    const char *all = apr_table_getm(r->pool, r->headers_out, "Vary");
    const char *names = "";
    const char *at = all;

    if (!all || !strchr(all, ',')) {
        return;
    }
    while (*at) {
        apr_size_t len;

        at += strspn(at, ", \t");
        len = strcspn(at, ", \t");
        if (len > 0) {
            const char *name = apr_pstrmemdup(r->pool, at, len);

            if (!ap_find_token(r->pool, names, name)) {
                names = apr_pstrcat(r->pool, names, *names ? "," : "", name,
                                    NULL);
            }
        }
        at += len;
    }
    apr_table_setn(r->headers_out, "Vary", names);
}

static void set_fields(request_rec *r, const char *date)
{
    settle_framing(r);
    settle_vary(r);
    ap_set_keepalive(r);
    if (AP_STATUS_IS_HEADER_ONLY(r->status)) {
        r->chunked = 0;
        drop_body_fields(r);
        apr_table_unset(r->headers_out, "Transfer-Encoding");
        return;
    }
    if (r->chunked) {
        apr_table_mergen(r->headers_out, "Transfer-Encoding", "chunked");
        apr_table_unset(r->headers_out, "Content-Length");
    }
    if (r->content_type) {
        const char *type = ap_make_content_type(r, r->content_type);

        if (type) {
            apr_table_setn(r->headers_out, "Content-Type", type);
        }
    }
    if (r->content_encoding) {
        apr_table_setn(r->headers_out, "Content-Encoding",
                       r->content_encoding);
    }
    if (r->content_languages && r->content_languages->nelts) {
        set_languages(r);
    }
    if (r->no_cache && !apr_table_get(r->headers_out, "Expires")) {
        apr_table_addn(r->headers_out, "Expires", apr_pstrdup(r->pool, date));
    }
}

/* A bad field means a script or a module let the client's bytes into it.
 * Nothing of that response can be trusted. */
static apr_status_t refuse_field(ap_filter_t *f, apr_bucket_brigade *bb,
                                 const char *name)
{
    request_rec *r = f->r;
    apr_status_t rv = AP_FILTER_ERROR;

    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "the response field '%s' has bytes that must not be sent, "
                  "answering 500", name);
    apr_brigade_cleanup(bb);
    apr_table_clear(r->headers_out);
    apr_table_clear(r->err_headers_out);
    r->content_type = NULL;
    r->content_encoding = NULL;
    r->content_languages = NULL;
    r->chunked = 0;
    r->status_line = NULL;
    r->no_cache = 0;
    if (apr_table_get(r->notes, "pn-bad-field")) {
        /* The error response has one as well: it cannot be made. */
        ap_remove_output_filter(f);
        r->connection->keepalive = AP_CONN_CLOSE;
        APR_BRIGADE_INSERT_TAIL(bb,
                                ap_bucket_eoc_create(f->c->bucket_alloc));
        return ap_pass_brigade(f->next, bb);
    }
    apr_table_setn(r->notes, "pn-bad-field", "1");
    r->status = HTTP_INTERNAL_SERVER_ERROR;
    r->connection->keepalive = AP_CONN_CLOSE;
    ap_die(HTTP_INTERNAL_SERVER_ERROR, r);
    return rv;
}

/* What a backend said in place of our own Date and Server. */
static const char *bad_first_line(const first_lines_t *first)
{
    if (value_len_of(first->date) < 0) {
        return "Date";
    }
    return first->server && value_len_of(first->server) < 0 ? "Server" : NULL;
}

/* Makes the bucket of the head; NULL and *bad when a field forbids it. */
static apr_bucket *make_head(request_rec *r, const char **bad)
{
    first_lines_t first;
    apr_bucket_alloc_t *alloc = r->connection->bucket_alloc;
    measured_t measured;
    unsigned int n = 0;
    char *bytes;
    char *end;

    set_first_lines(r, &first);
    set_fields(r, first.date);
    measured.n = 0;
    measured.bytes = first_lines_len(&first) + 2;
    *bad = measure(r->headers_out, &measured);
    if (!*bad && r->proxyreq != PROXYREQ_NONE) {
        *bad = bad_first_line(&first);
    }
    if (*bad) {
        return NULL;
    }
    bytes = apr_bucket_alloc(measured.bytes, alloc);
    end = put_first_lines(bytes, &first);
    end = put_fields(end, r->headers_out, &measured, &n);
    put(end, "\r\n", 2);
    return apr_bucket_heap_create(bytes, measured.bytes, apr_bucket_free,
                                  alloc);
}

/* Fields that are for errors too override the others of their name. */
static void merge_err_headers(request_rec *r)
{
    if (!apr_is_empty_table(r->err_headers_out)) {
        r->headers_out = apr_table_overlay(r->pool, r->err_headers_out,
                                           r->headers_out);
        apr_table_clear(r->err_headers_out);
    }
}

/* --- the filter ----------------------------------------------------------*/

static void drop_body(apr_bucket_brigade *bb)
{
    apr_bucket *b = APR_BRIGADE_FIRST(bb);

    while (b != APR_BRIGADE_SENTINEL(bb)) {
        apr_bucket *next = APR_BUCKET_NEXT(b);

        if (!APR_BUCKET_IS_METADATA(b)) {
            apr_bucket_delete(b);
        }
        b = next;
    }
}

/* The status of the first error bucket, 0 for none; -1 if the connection
 * shall end without a response. */
static int error_in(const apr_bucket_brigade *bb)
{
    apr_bucket *b;

    for (b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b)) {
        if (!APR_BUCKET_IS_METADATA(b)) {
            continue;
        }
        if (AP_BUCKET_IS_ERROR(b)) {
            const ap_bucket_error *error = b->data;

            return error->status;
        }
        if (AP_BUCKET_IS_EOC(b)) {
            return -1;
        }
    }
    return 0;
}

/* Sends the head ahead, since it is no part of what is chunked, and puts CHUNK
 * in this filter's place. */
static apr_status_t begin_chunks(ap_filter_t *f, apr_bucket *head)
{
    request_rec *r = f->r;
    apr_bucket_brigade *alone = apr_brigade_create(r->pool,
                                                   f->c->bucket_alloc);
    apr_status_t rv;

    APR_BRIGADE_INSERT_TAIL(alone, head);
    rv = ap_pass_brigade(f->next, alone);
    apr_brigade_destroy(alone);
    ap_add_output_filter_handle(ap_chunk_filter_handle, NULL, r, f->c);
    ap_remove_output_filter(f);
    return rv;
}

/* A client takes any other status for the announcement of a response, and the
 * body for that response (RFC 9110 15.2). */
static bool is_final(int status)
{
    return status == HTTP_SWITCHING_PROTOCOLS || (status >= 200 && status < 1000);
}

/* The status of the response that shall be sent instead of this one; 0: none,
 * -1: the connection shall end without a response. */
static int error_instead(request_rec *r, const apr_bucket_brigade *bb)
{
    int error = error_in(bb);

    if (error || r->assbackwards) {
        return error;
    }
    if (!is_final(r->status)) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "a handler has answered with the status %d, which is no "
                      "response: answering 500", r->status);
        r->status = HTTP_OK; /* as long as there is no answer */
        r->status_line = NULL;
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    /* Made from a body that is not whole: no handler may sell that as a
     * success, and not all of them look. */
    return ap_is_HTTP_ERROR(r->status) ? 0 : pn_http_request(r)->body_fault;
}

/* Puts the head in front of a body that is not chunked. */
static apr_status_t begin_plain(ap_filter_t *f, apr_bucket_brigade *bb,
                                apr_bucket *head)
{
    request_rec *r = f->r;
    const char *announced = apr_table_get(r->headers_out, "Content-Length");
    apr_off_t length;
    apr_bucket_brigade *alone;
    apr_status_t rv;

    if (!announced || !ap_parse_strict_length(&length, announced)
        || pn_length_out_is_kept(bb, length)) {
        ap_remove_output_filter(f);
        APR_BRIGADE_INSERT_HEAD(bb, head);
        return ap_pass_brigade(f->next, bb);
    }
    alone = apr_brigade_create(r->pool, f->c->bucket_alloc);
    APR_BRIGADE_INSERT_TAIL(alone, head);
    rv = ap_pass_brigade(f->next, alone);
    apr_brigade_destroy(alone);
    pn_length_out_begin(r, length);
    ap_remove_output_filter(f);
    return rv == APR_SUCCESS ? ap_pass_brigade(f->next, bb) : rv;
}

AP_DECLARE(apr_status_t)
ap_http_header_filter(ap_filter_t *f, apr_bucket_brigade *bb)
{
    request_rec *r = f->r;
    pn_request_t *req = pn_http_request(r);
    const char *bad = NULL;
    apr_bucket *head;
    int error;

    if (req->headers_sent) { /* only a response without a body comes back */
        drop_body(bb);
        return APR_BRIGADE_EMPTY(bb) ? APR_SUCCESS
                                     : ap_pass_brigade(f->next, bb);
    }
    error = error_instead(r, bb);
    if (error > 0) {
        req->body_fault = 0;
        apr_brigade_cleanup(bb);
        ap_die(error, r);
        return AP_FILTER_ERROR;
    }
    if (error < 0 || r->assbackwards) {
        if (error < 0) {
            r->connection->keepalive = AP_CONN_CLOSE;
        }
        r->sent_bodyct = 1;
        ap_remove_output_filter(f);
        return ap_pass_brigade(f->next, bb);
    }
    merge_err_headers(r);
    head = make_head(r, &bad);
    if (!head) {
        return refuse_field(f, bb, bad);
    }
    req->headers_sent = true;
    r->sent_bodyct = 1; /* from here on there is no other response */
    if (r->status == HTTP_SWITCHING_PROTOCOLS) {
        r->connection->keepalive = AP_CONN_CLOSE; /* it is HTTP/1 no more */
    }
    if (r->header_only || AP_STATUS_IS_HEADER_ONLY(r->status)) {
        drop_body(bb);
        r->bytes_sent = 0;
    }
    else if (r->chunked) {
        apr_status_t rv = begin_chunks(f, head);

        return rv == APR_SUCCESS ? ap_pass_brigade(f->next, bb) : rv;
    }
    else {
        return begin_plain(f, bb, head);
    }
    APR_BRIGADE_INSERT_HEAD(bb, head);
    return ap_pass_brigade(f->next, bb);
}
