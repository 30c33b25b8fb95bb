/* SPDX-License-Identifier: Apache-2.0 */
/*
 * body_in.c - HTTP_IN: the body of a request (or of a backend's response that
 * a gateway reads), as its framing says, and not one byte more.
 *
 * A chunked body is fetched line by line and chunk by chunk, so that what
 * follows it stays with the connection; the engine's decoder judges the lines.
 * After a fault the filter repeats it, and the connection ends with this
 * response: nobody knows where the next request would begin.
 */
#include "http_protocol.h"

#include <apr_lib.h>
#include <apr_strings.h>

#include "engine/chunk.h"
#include "http/host_conn.h"
#include "http/http_filters.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"
#include "mod_core.h"

APLOG_USE_MODULE(http);

/* Lives in r->pool. */
typedef struct body_in_t {
    pn_body_e framing;
    apr_off_t left;  /* with PN_BODY_LENGTH */
    apr_off_t limit; /* LimitRequestBody, 0: none */
    apr_off_t taken;
    pn_chunk_t *chunk;
    apr_bucket_brigade *line; /* scratch for lines of chunks */
    apr_bucket_brigade *held; /* body behind a line that was asked for */
    apr_status_t fault;       /* repeated to whoever asks again */
    bool is_at_end;
} body_in_t;

/* --- framing -------------------------------------------------------------*/

/* True if the last transfer coding is chunked and no other is named. Sets
 * *is_known to false for codings that nobody here can undo. */
static bool is_only_chunked(const char *codings, bool *is_known)
{
    int chunked_n = 0;
    bool ends_chunked = false;

    *is_known = true;
    while (*codings) {
        const char *start;
        apr_size_t len;

        while (*codings == ',' || *codings == ' ' || *codings == '\t') {
            codings++;
        }
        start = codings;
        while (*codings && *codings != ',') {
            codings++;
        }
        len = (apr_size_t)(codings - start);
        while (len && (start[len - 1] == ' ' || start[len - 1] == '\t')) {
            len--;
        }
        if (len) {
            ends_chunked = len == 7
                && ap_cstr_casecmpn(start, "chunked", 7) == 0;
            if (ends_chunked) {
                chunked_n++;
            }
            else {
                *is_known = false;
            }
        }
    }
    return *is_known && ends_chunked && chunked_n == 1;
}

/* 1*DIGIT that fits; *end is behind it. */
static bool read_digits(const char *digits, const char **end, apr_off_t *number)
{
    apr_off_t sum = 0;

    *end = digits;
    for (; apr_isdigit(*digits); digits++) {
        if (sum > (APR_INT64_MAX - 9) / 10) {
            return false;
        }
        sum = sum * 10 + (*digits - '0');
    }
    if (digits == *end) {
        return false;
    }
    *end = digits;
    *number = sum;
    return true;
}

/* A field that came several times is a list here: refused, also when all say
 * the same (RFC 9110 8.6 lets us choose), since others may take the first. */
static bool read_length(const char *value, apr_off_t *length)
{
    const char *end;

    return read_digits(value, &end, length) && *end == '\0';
}

static int frame_by_coding(const request_rec *r, pn_request_t *req,
                           const char *codings, bool has_length,
                           const char **why)
{
    bool is_known;
    bool is_chunked = is_only_chunked(codings, &is_known);

    if (r->proxyreq == PROXYREQ_RESPONSE) {
        /* RFC 9112 6.3 (4.2): another coding ends with the connection. */
        req->body = is_chunked ? PN_BODY_CHUNKED : PN_BODY_UNTIL_EOF;
        return OK;
    }
    /* Version 0: made by a module, for data from a process of its own. */
    if (has_length && r->proto_num) {
        *why = "Content-Length and Transfer-Encoding contradict each other";
        return HTTP_BAD_REQUEST;
    }
    if (r->proto_num && r->proto_num < HTTP_VERSION(1, 1)) {
        *why = "HTTP/1.0 has no Transfer-Encoding";
        return HTTP_BAD_REQUEST;
    }
    if (!is_known && ap_is_chunked(r->pool, codings)) {
        *why = "a transfer coding besides chunked is not supported";
        return HTTP_NOT_IMPLEMENTED;
    }
    if (!is_chunked) {
        *why = "Transfer-Encoding does not end in one chunked";
        return HTTP_BAD_REQUEST;
    }
    req->body = PN_BODY_CHUNKED;
    return OK;
}

int pn_body_frame(request_rec *r, pn_request_t *req, const char **why)
{
    const char *codings = apr_table_get(r->headers_in, "Transfer-Encoding");
    const char *length = apr_table_get(r->headers_in, "Content-Length");

    if (codings) {
        return frame_by_coding(r, req, codings, length != NULL, why);
    }
    if (!length) {
        req->body = r->proxyreq == PROXYREQ_RESPONSE ? PN_BODY_UNTIL_EOF
                                                     : PN_BODY_NONE;
        return OK;
    }
    if (!read_length(length, &req->body_length)) {
        *why = "Content-Length is no number of bytes";
        return HTTP_BAD_REQUEST;
    }
    req->body = req->body_length ? PN_BODY_LENGTH : PN_BODY_NONE;
    return OK;
}

/* --- ends and faults -----------------------------------------------------*/

static apr_status_t give_end(ap_filter_t *f, body_in_t *in,
                             apr_bucket_brigade *bb)
{
    in->is_at_end = true;
    pn_http_request(f->r)->is_body_consumed = true;
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(f->c->bucket_alloc));
    return APR_SUCCESS;
}

static apr_status_t fail(ap_filter_t *f, body_in_t *in, apr_status_t rv,
                         const char *why)
{
    in->fault = rv;
    f->c->keepalive = AP_CONN_CLOSE;
    if (f->r->proxyreq != PROXYREQ_RESPONSE) {
        pn_http_request(f->r)->body_fault =
            ap_map_http_request_error(rv, HTTP_BAD_REQUEST);
    }
    ap_log_rerror(APLOG_MARK, APLOG_INFO, rv, f->r,
                  "the request body is refused: %s", why);
    return rv;
}

/* Reading from the connection failed: what does that mean for the body? */
static apr_status_t fail_to_read(ap_filter_t *f, body_in_t *in, apr_status_t rv)
{
    if (APR_STATUS_IS_EAGAIN(rv)) {
        return rv;
    }
    if (APR_STATUS_IS_EOF(rv)) {
        return fail(f, in, APR_INCOMPLETE, "it is cut off");
    }
    return fail(f, in, rv, "it could not be read");
}

AP_DECLARE(int) ap_map_http_request_error(apr_status_t rv, int status)
{
    switch (rv) {
    case AP_FILTER_ERROR:
        return AP_FILTER_ERROR; /* answered already */
    case APR_EGENERAL:
        return HTTP_BAD_REQUEST;
    case APR_EINVAL:
        return HTTP_BAD_REQUEST;
    case APR_INCOMPLETE:
        return HTTP_BAD_REQUEST;
    case APR_ENOSPC:
        return HTTP_REQUEST_ENTITY_TOO_LARGE;
    case APR_ENOTIMPL:
        return HTTP_NOT_IMPLEMENTED;
    default:
        return APR_STATUS_IS_TIMEUP(rv) ? HTTP_REQUEST_TIME_OUT : status;
    }
}

/* --- the body ------------------------------------------------------------*/

/* Bytes of data in bb; buckets from the connection have known lengths. */
static apr_off_t bytes_in(apr_bucket_brigade *bb)
{
    apr_off_t len = 0;

    apr_brigade_length(bb, 1, &len);
    return len > 0 ? len : 0;
}

static apr_status_t count(ap_filter_t *f, body_in_t *in, apr_off_t len)
{
    in->taken += len;
    if (in->limit > 0 && in->taken > in->limit) {
        return fail(f, in, APR_ENOSPC, "it is larger than LimitRequestBody");
    }
    return APR_SUCCESS;
}

static apr_status_t read_by_length(ap_filter_t *f, body_in_t *in,
                                   apr_bucket_brigade *bb,
                                   apr_read_type_e block, apr_off_t readbytes)
{
    apr_status_t rv;

    if (in->left == 0) {
        return give_end(f, in, bb);
    }
    if (readbytes > in->left || readbytes <= 0) {
        readbytes = in->left;
    }
    rv = ap_get_brigade(f->next, bb, AP_MODE_READBYTES, block, readbytes);
    if (rv != APR_SUCCESS) {
        return fail_to_read(f, in, rv);
    }
    if (!APR_BRIGADE_EMPTY(bb) && APR_BUCKET_IS_EOS(APR_BRIGADE_LAST(bb))) {
        apr_bucket_delete(APR_BRIGADE_LAST(bb));
        if (bytes_in(bb) < in->left) {
            return fail(f, in, APR_INCOMPLETE, "it is cut off");
        }
    }
    in->left -= bytes_in(bb);
    if (in->left <= 0) {
        return give_end(f, in, bb);
    }
    return APR_SUCCESS;
}

static apr_status_t read_until_eof(ap_filter_t *f, body_in_t *in,
                                   apr_bucket_brigade *bb,
                                   apr_read_type_e block, apr_off_t readbytes)
{
    apr_status_t rv = ap_get_brigade(f->next, bb, AP_MODE_READBYTES, block,
                                     readbytes);

    if (APR_STATUS_IS_EOF(rv)) {
        return give_end(f, in, bb);
    }
    if (rv == APR_SUCCESS && !APR_BRIGADE_EMPTY(bb)
        && APR_BUCKET_IS_EOS(APR_BRIGADE_LAST(bb))) {
        in->is_at_end = true;
    }
    return rv == APR_SUCCESS ? rv : fail_to_read(f, in, rv);
}

/* --- chunks --------------------------------------------------------------*/

/* Fields that would change how a message is understood once it is over have
 * no business in a trailer (RFC 9110 6.5.1). */
static bool is_forbidden_trailer(const char *name)
{
    static const char *const forbidden[] = {
        "Authorization",    "Cache-Control", "Connection", "Content-Encoding",
        "Content-Length",   "Content-Range", "Content-Type", "Cookie",
        "Expect",           "Host",          "Keep-Alive", "Max-Forwards",
        "Proxy-Connection", "Range",         "Set-Cookie", "TE",
        "Trailer",          "Transfer-Encoding", "Upgrade",
    };

    for (size_t i = 0; i < sizeof(forbidden) / sizeof(forbidden[0]); i++) {
        if (ap_cstr_casecmp(name, forbidden[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void take_trailer(request_rec *r, const char *line, size_t len)
{
    const core_server_config *conf =
        ap_get_core_module_config(r->server->module_config);
    pn_field_t field;
    char *name;
    char *value;

    if (pn_head_field(line, len, false, &field) != NULL) {
        return; /* what is no field is dropped, the framing is not touched */
    }
    name = apr_pstrmemdup(r->pool, line, field.name.len);
    if (is_forbidden_trailer(name)) {
        return;
    }
    value = apr_pstrmemdup(r->pool, line + field.value.off, field.value.len);
    if (conf->merge_trailers == AP_MERGE_TRAILERS_ENABLE) {
        apr_table_mergen(r->headers_in, name, value);
    }
    else {
        apr_table_mergen(r->trailers_in, name, value);
    }
}

static apr_status_t refuse_chunk(ap_filter_t *f, body_in_t *in)
{
    return fail(f, in, in->chunk->status == 413 ? APR_ENOSPC : APR_EINVAL,
                in->chunk->why ? in->chunk->why : "a bad chunk");
}

/* Feeds the decoder what is no data: size lines, line ends, trailers. */
static apr_status_t feed_line(ap_filter_t *f, body_in_t *in, const char *line,
                              apr_size_t len)
{
    while (len) {
        size_t used = 0;
        const char *data = NULL;
        size_t data_len = 0;

        switch (pn_chunk_feed(in->chunk, line, len, &used, &data, &data_len)) {
        case PN_CHUNK_MORE:
            return APR_SUCCESS;
        case PN_CHUNK_TRAILER:
            take_trailer(f->r, data, data_len);
            break;
        case PN_CHUNK_END:
            in->is_at_end = true;
            return APR_SUCCESS;
        case PN_CHUNK_DATA: /* a line was asked for, and no data is due */
        case PN_CHUNK_BAD:
            return refuse_chunk(f, in);
        }
        line += used;
        len -= used;
    }
    return APR_SUCCESS;
}

static apr_status_t read_chunk_line(ap_filter_t *f, body_in_t *in,
                                    apr_read_type_e block)
{
    apr_status_t rv = ap_get_brigade(f->next, in->line, AP_MODE_GETLINE, block,
                                     0);
    apr_off_t fed = 0;

    while (rv == APR_SUCCESS && !APR_BRIGADE_EMPTY(in->line)) {
        apr_bucket *b = APR_BRIGADE_FIRST(in->line);
        const char *data;
        apr_size_t len;

        if (APR_BUCKET_IS_EOS(b)) {
            rv = APR_EOF;
        }
        else if (!APR_BUCKET_IS_METADATA(b)) {
            rv = apr_bucket_read(b, &data, &len, APR_BLOCK_READ);
            if (rv == APR_SUCCESS) {
                fed += (apr_off_t)len;
                rv = feed_line(f, in, data, len);
            }
        }
        apr_bucket_delete(b);
    }
    apr_brigade_cleanup(in->line);
    if (rv == APR_SUCCESS && fed == 0) {
        rv = block == APR_NONBLOCK_READ ? APR_EAGAIN : APR_EOF;
    }
    return rv == APR_SUCCESS || rv == in->fault ? rv
                                                : fail_to_read(f, in, rv);
}

/* The buckets of bb are chunk data; the decoder keeps count of them. */
static apr_status_t feed_data(ap_filter_t *f, body_in_t *in,
                              apr_bucket_brigade *bb)
{
    apr_bucket *b;

    for (b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b)) {
        const char *data;
        const char *at;
        apr_size_t len;
        size_t used = 0;
        size_t at_len;
        apr_status_t rv;

        if (APR_BUCKET_IS_METADATA(b)) {
            continue;
        }
        rv = apr_bucket_read(b, &data, &len, APR_BLOCK_READ);
        if (rv != APR_SUCCESS) {
            return fail_to_read(f, in, rv);
        }
        if (len
            && (pn_chunk_feed(in->chunk, data, len, &used, &at, &at_len)
                    != PN_CHUNK_DATA
                || used != len)) {
            return refuse_chunk(f, in);
        }
    }
    return APR_SUCCESS;
}

static apr_status_t read_chunked(ap_filter_t *f, body_in_t *in,
                                 apr_bucket_brigade *bb, apr_read_type_e block,
                                 apr_off_t readbytes)
{
    apr_status_t rv;
    apr_off_t len;

    while (in->chunk->left == 0) {
        rv = read_chunk_line(f, in, block);
        if (rv != APR_SUCCESS) {
            return rv;
        }
        if (in->is_at_end) {
            return give_end(f, in, bb);
        }
    }
    if (in->limit > 0
        && (apr_uint64_t)in->taken + in->chunk->left
            > (apr_uint64_t)in->limit) {
        return fail(f, in, APR_ENOSPC, "it is larger than LimitRequestBody");
    }
    if (readbytes <= 0 || (apr_uint64_t)readbytes > in->chunk->left) {
        readbytes = in->chunk->left > APR_INT32_MAX
            ? APR_INT32_MAX : (apr_off_t)in->chunk->left;
    }
    rv = ap_get_brigade(f->next, bb, AP_MODE_READBYTES, block, readbytes);
    if (rv != APR_SUCCESS) {
        return fail_to_read(f, in, rv);
    }
    if (!APR_BRIGADE_EMPTY(bb) && APR_BUCKET_IS_EOS(APR_BRIGADE_LAST(bb))) {
        apr_brigade_cleanup(bb);
        return fail(f, in, APR_INCOMPLETE, "it is cut off");
    }
    len = bytes_in(bb);
    rv = feed_data(f, in, bb);
    return rv == APR_SUCCESS ? count(f, in, len) : rv;
}

/* --- the filter ----------------------------------------------------------*/

static void *from_pool(void *pool, size_t size)
{
    return apr_palloc(pool, size);
}

static void begin_chunked(ap_filter_t *f, body_in_t *in)
{
    request_rec *r = f->r;
    pn_head_limits_t limits = pn_request_limits(r->server);

    in->line = apr_brigade_create(r->pool, f->c->bucket_alloc);
    in->chunk = pn_chunk_make(
        from_pool, r->pool,
        limits.field_bytes ? limits.field_bytes : HUGE_STRING_LEN,
        limits.fields_n ? limits.fields_n : DEFAULT_LIMIT_REQUEST_FIELDS,
        limits.is_unsafe);
}

static apr_status_t begin(ap_filter_t *f, body_in_t **in_out)
{
    request_rec *r = f->r;
    pn_request_t *req = pn_http_request(r);
    body_in_t *in = apr_pcalloc(r->pool, sizeof(*in));
    const char *why = "";

    f->ctx = *in_out = in;
    if (req->body == PN_BODY_UNKNOWN) {
        int status = pn_body_frame(r, req, &why);

        if (status != OK) {
            return fail(f, in,
                        status == HTTP_NOT_IMPLEMENTED ? APR_ENOTIMPL
                                                       : APR_EINVAL, why);
        }
    }
    in->framing = req->body;
    in->left = req->body_length;
    if (r->proxyreq != PROXYREQ_RESPONSE) {
        in->limit = ap_get_limit_req_body(r);
    }
    if (in->framing == PN_BODY_LENGTH && in->limit > 0
        && in->left > in->limit) {
        return fail(f, in, APR_ENOSPC, "it is larger than LimitRequestBody");
    }
    if (in->framing == PN_BODY_CHUNKED) {
        begin_chunked(f, in);
    }
    if (r->expecting_100 && in->framing != PN_BODY_NONE) {
        pn_interim_continue(r);
    }
    return APR_SUCCESS;
}

static apr_status_t read_body(ap_filter_t *f, body_in_t *in,
                              apr_bucket_brigade *bb, apr_read_type_e block,
                              apr_off_t readbytes)
{
    if (in->fault) {
        return in->fault;
    }
    if (in->is_at_end) {
        return give_end(f, in, bb);
    }
    switch (in->framing) {
    case PN_BODY_LENGTH:
        return read_by_length(f, in, bb, block, readbytes);
    case PN_BODY_CHUNKED:
        return read_chunked(f, in, bb, block, readbytes);
    case PN_BODY_UNTIL_EOF:
        return read_until_eof(f, in, bb, block, readbytes);
    case PN_BODY_UNKNOWN:
    case PN_BODY_NONE:
        break;
    }
    return give_end(f, in, bb);
}

/* Gives a line of the body, or what there is of it. The connection is never
 * asked for a line: it might find it behind the body. */
static apr_status_t read_line(ap_filter_t *f, body_in_t *in,
                              apr_bucket_brigade *bb, apr_read_type_e block)
{
    if (!in->held) {
        in->held = apr_brigade_create(f->r->pool, f->c->bucket_alloc);
    }
    if (APR_BRIGADE_EMPTY(in->held)) {
        apr_status_t rv = read_body(f, in, in->held, block, HUGE_STRING_LEN);

        if (rv != APR_SUCCESS) {
            return rv;
        }
    }
    return apr_brigade_split_line(bb, in->held, block, HUGE_STRING_LEN);
}

static apr_status_t read_held(body_in_t *in, apr_bucket_brigade *bb,
                              apr_off_t readbytes)
{
    apr_bucket *after;
    apr_status_t rv = apr_brigade_partition(in->held, readbytes, &after);

    if (rv != APR_SUCCESS && rv != APR_INCOMPLETE) {
        return rv;
    }
    while (!APR_BRIGADE_EMPTY(in->held)
           && APR_BRIGADE_FIRST(in->held) != after) {
        apr_bucket *b = APR_BRIGADE_FIRST(in->held);

        APR_BUCKET_REMOVE(b);
        APR_BRIGADE_INSERT_TAIL(bb, b);
    }
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_http_filter(ap_filter_t *f, apr_bucket_brigade *bb, ap_input_mode_t mode,
               apr_read_type_e block, apr_off_t readbytes)
{
    body_in_t *in = f->ctx;
    apr_status_t rv;

    /* Who asks for the connection as such shall have it. */
    if (mode != AP_MODE_READBYTES && mode != AP_MODE_GETLINE) {
        return ap_get_brigade(f->next, bb, mode, block, readbytes);
    }
    if (!in) {
        rv = begin(f, &in);
        if (rv != APR_SUCCESS) {
            return rv;
        }
    }
    if (mode == AP_MODE_GETLINE) {
        return read_line(f, in, bb, block);
    }
    if (in->held && !APR_BRIGADE_EMPTY(in->held)) {
        return read_held(in, bb, readbytes);
    }
    return read_body(f, in, bb, block, readbytes);
}
