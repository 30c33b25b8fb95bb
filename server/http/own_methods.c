/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own_methods.c - what the protocol answers by itself: OPTIONS, TRACE, and
 * interim responses.
 */
#include "http_protocol.h"

#include <stdbool.h>
#include <string.h>

#include <apr_strings.h>

#include "http/host_conn.h"
#include "http/http_filters.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"
#include "mod_core.h"

APLOG_USE_MODULE(http);

enum { TRACE_BODY_MAX = 65536 };

/* --- OPTIONS -------------------------------------------------------------*/

/* HEAD goes with GET; TRACE is the server's to allow. */
char *pn_options_allow(request_rec *r)
{
    const core_server_config *conf =
        ap_get_core_module_config(r->server->module_config);
    apr_int64_t mask = r->allowed_methods->method_mask;
    apr_array_header_t *names = apr_array_make(r->pool, 10, sizeof(char *));
    char **extra = (char **)r->allowed_methods->method_list->elts;

    if (mask & (AP_METHOD_BIT << M_GET)) {
        APR_ARRAY_PUSH(names, const char *) = "HEAD";
    }
    for (int i = 0; i < METHODS - 1; i++) { /* the last bit is the sign */
        if (mask & (AP_METHOD_BIT << i)) {
            const char *name = ap_method_name_of(r->pool, i);

            if (name && i != M_TRACE && i != M_INVALID) {
                APR_ARRAY_PUSH(names, const char *) = name;
            }
        }
    }
    /* Whoever asks for the list may ask for it. */
    if (!(mask & (AP_METHOD_BIT << M_OPTIONS))) {
        APR_ARRAY_PUSH(names, const char *) = "OPTIONS";
    }
    if (conf->trace_enable != AP_TRACE_DISABLE) {
        APR_ARRAY_PUSH(names, const char *) = "TRACE";
    }
    for (int i = 0; i < r->allowed_methods->method_list->nelts; i++) {
        APR_ARRAY_PUSH(names, const char *) = extra[i];
    }
    return apr_array_pstrcat(r->pool, names, ',');
}

AP_DECLARE(int) ap_send_http_options(request_rec *r)
{
    if (r->assbackwards) {
        return DECLINED;
    }
    apr_table_setn(r->headers_out, "Allow", pn_options_allow(r));
    return OK;
}

/* --- TRACE ---------------------------------------------------------------*/

/* The request as it was understood. */
static void echo_head(request_rec *r, apr_bucket_brigade *bb)
{
    const apr_array_header_t *fields = apr_table_elts(r->headers_in);
    const apr_table_entry_t *field =
        (const apr_table_entry_t *)(const void *)fields->elts;

    apr_brigade_putstrs(bb, NULL, NULL, r->the_request, "\r\n", NULL);
    for (int i = 0; i < fields->nelts; i++) {
        if (field[i].key) {
            apr_brigade_putstrs(bb, NULL, NULL, field[i].key, ": ",
                                field[i].val, "\r\n", NULL);
        }
    }
    apr_brigade_puts(bb, NULL, NULL, "\r\n");
}

/* TraceEnable extended: the body too, of a size that can be held. */
static int echo_body(request_rec *r, apr_bucket_brigade *bb)
{
    char *body;
    apr_size_t len = 0;
    int status = ap_setup_client_block(r, REQUEST_CHUNKED_DECHUNK);

    if (status != OK) {
        return status;
    }
    if (!ap_should_client_block(r)) {
        return OK;
    }
    body = apr_palloc(r->pool, TRACE_BODY_MAX);
    for (;;) {
        long n = ap_get_client_block(r, body + len, TRACE_BODY_MAX - len);

        if (n < 0) {
            return HTTP_BAD_REQUEST;
        }
        if (n == 0) {
            break;
        }
        len += (apr_size_t)n;
        if (len == TRACE_BODY_MAX) {
            return pn_request_log_refusal(r, HTTP_REQUEST_ENTITY_TOO_LARGE,
                                          "the body of a TRACE is too large");
        }
    }
    apr_brigade_write(bb, NULL, NULL, body, len);
    return OK;
}

AP_DECLARE_NONSTD(int) ap_send_http_trace(request_rec *r)
{
    const core_server_config *conf;
    apr_bucket_brigade *bb;
    int status;

    if (r->method_number != M_TRACE) {
        return DECLINED;
    }
    /* The original request shows what the client sent. */
    while (r->prev) {
        r = r->prev;
    }
    conf = ap_get_core_module_config(r->server->module_config);
    if (conf->trace_enable == AP_TRACE_DISABLE) {
        apr_table_setn(r->notes, "error-notes",
                       "TRACE denied by server configuration");
        return HTTP_METHOD_NOT_ALLOWED;
    }
    if (conf->trace_enable != AP_TRACE_EXTENDED && ap_request_has_body(r)) {
        apr_table_setn(r->notes, "error-notes",
                       "TRACE with a request body is not allowed");
        return HTTP_REQUEST_ENTITY_TOO_LARGE;
    }
    ap_set_content_type_ex(r, "message/http", 1);
    bb = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    echo_head(r, bb);
    if (conf->trace_enable == AP_TRACE_EXTENDED) {
        status = echo_body(r, bb);
        if (status != OK) {
            apr_brigade_destroy(bb);
            return status;
        }
    }
    ap_pass_brigade(r->output_filters, bb);
    apr_brigade_destroy(bb);
    return DONE;
}

/* --- interim responses ---------------------------------------------------*/

static void put_interim_fields(request_rec *r, apr_bucket_brigade *bb)
{
    const apr_array_header_t *fields = apr_table_elts(r->headers_out);
    const apr_table_entry_t *field =
        (const apr_table_entry_t *)(const void *)fields->elts;

    for (int i = 0; i < fields->nelts; i++) {
        if (field[i].key && !*ap_scan_http_token(field[i].key)
            && !*ap_scan_http_field_content(field[i].val)) {
            apr_brigade_putstrs(bb, NULL, NULL, field[i].key, ": ",
                                field[i].val, "\r\n", NULL);
        }
    }
    apr_table_clear(r->headers_out);
}

AP_DECLARE(void) ap_send_interim_response(request_rec *r, int send_headers)
{
    request_rec *first = r;
    apr_bucket_brigade *bb;
    const char *line;

    if (r->proto_num < HTTP_VERSION(1, 1)) {
        return; /* it would be taken for the response */
    }
    if (!ap_is_HTTP_INFO(r->status)) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "%d is no interim status, not sent", r->status);
        return;
    }
    while (first->prev) {
        first = first->prev;
    }
    if (r->status == HTTP_CONTINUE) {
        if (!first->expecting_100) {
            return; /* nobody waits for it, or it has been sent */
        }
        first->expecting_100 = 0;
        r->expecting_100 = 0;
    }
    line = r->status_line && strlen(r->status_line) > 4
            && !*ap_scan_http_field_content(r->status_line)
        ? r->status_line : ap_get_status_line_ex(r->pool, r->status);
    bb = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    apr_brigade_putstrs(bb, NULL, NULL, AP_SERVER_PROTOCOL, " ", line, "\r\n",
                        NULL);
    if (send_headers) {
        put_interim_fields(r, bb);
    }
    apr_brigade_puts(bb, NULL, NULL, "\r\n");
    /* Past the filters of the response: this is not its head. */
    ap_fflush(r->connection->output_filters, bb);
    apr_brigade_destroy(bb);
    r->status_line = NULL;
}

void pn_interim_continue(request_rec *r)
{
    conn_rec *c = r->connection;
    pn_conn_t *conn = pn_host_engine_conn(c);
    apr_bucket_brigade *bb;

    if (conn && pn_host_is_direct(c)) {
        size_t have;

        pn_conn_buffered(conn, &have);
        if (have) {
            /* The client did not wait (RFC 9110 10.1.1). */
            r->expecting_100 = 0;
            return;
        }
    }
    r->expecting_100 = 0;
    bb = apr_brigade_create(r->pool, c->bucket_alloc);
    apr_brigade_puts(bb, NULL, NULL,
                     AP_SERVER_PROTOCOL " 100 Continue\r\n\r\n");
    ap_fflush(c->output_filters, bb);
    apr_brigade_destroy(bb);
}
