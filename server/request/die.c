/* SPDX-License-Identifier: Apache-2.0 */
/*
 * die - the end of a request that could not be served: which error document,
 * and what if that one fails too.
 */

#include "http_request.h"

#include <apr_strings.h>

#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "http_protocol.h"
#include "mod_core.h"
#include "request/request.h"

APLOG_USE_MODULE(core);

/* Whether an answer has been made already: a filter's error went out as an
 * error bucket, or the client is gone. */
static bool is_answered(const request_rec *r)
{
    for (; r; r = r->next) {
        if (r->eos_sent || r->connection->aborted) {
            return true;
        }
    }
    return false;
}

/* The rest of a request body would be read as the next request. */
static void settle_body(request_rec *r)
{
    if (ap_status_drops_connection(r->status)) {
        r->connection->keepalive = AP_CONN_CLOSE;
    }
    else {
        ap_discard_request_body(r);
    }
}

/* A GET inside the server, whatever the method was. HEAD stays HEAD: that is
 * header_only, not the method. */
static void show_local_document(request_rec *r, const char *uri)
{
    const char *notes = apr_table_get(r->notes, "error-notes");

    r->no_local_copy = 1; /* 304 would answer for the wrong thing */
    apr_table_setn(r->subprocess_env, "REQUEST_METHOD", r->method);
    if (notes) {
        apr_table_setn(r->subprocess_env, "ERROR_NOTES", notes);
    }
    r->method = "GET";
    r->method_number = M_GET;
    ap_internal_redirect(uri, r);
}

/* True when the document answers; *recursive is set when it is unusable. */
static bool show_document(request_rec *r, const char *document, int *recursive)
{
    if (!document || document[0] == '"') {
        return false; /* text: the error page puts it in */
    }
    if (ap_is_url(document)) {
        r->status = HTTP_MOVED_TEMPORARILY;
        apr_table_setn(r->headers_out, "Location", document);
        return false;
    }
    if (document[0] == '/') {
        show_local_document(r, document);
        return true;
    }
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "the error document \"%s\" is neither text, nor a path, nor "
                  "a URL: it is not shown",
                  document);
    *recursive = HTTP_INTERNAL_SERVER_ERROR;
    return false;
}

/* An internal redirect took the filters along; the request that answers after
 * all gets them back. Those for its content are dropped with the page. */
static void hand_filters_back(ap_filter_t *f, const request_rec *from,
                              request_rec *to)
{
    for (; f; f = f->next) {
        if (f->r == from) {
            f->r = to;
        }
    }
}

/* Without a line of its own nobody could tell what the status means. */
static bool is_unregistered(int status)
{
    return status != HTTP_INTERNAL_SERVER_ERROR
           && ap_index_of_response(status)
                  == ap_index_of_response(HTTP_INTERNAL_SERVER_ERROR);
}

AP_DECLARE(void) ap_die(int status, request_rec *r)
{
    request_rec *first = r;
    int recursive = 0; /* what went wrong with the error document */
    const char *document = NULL;

    if (status == OK || status == DONE) {
        ap_finalize_request_protocol(r);
        return;
    }
    if (!ap_is_HTTP_VALID_RESPONSE(status)) {
        if (status == AP_FILTER_ERROR && is_answered(r)) {
            return;
        }
        if (status != AP_FILTER_ERROR) {
            ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                          "%d is no status: 500 is sent instead", status);
        }
        status = HTTP_INTERNAL_SERVER_ERROR;
    }
    else if (!r->status_line && is_unregistered(status)) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "nobody knows what status %d means: 500 is sent "
                      "instead", status);
        status = HTTP_INTERNAL_SERVER_ERROR;
    }
    if (r->status != HTTP_OK) {
        /* The document for an error fails: the first error is told. */
        recursive = status;
        while (first->prev && first->prev->status != HTTP_OK) {
            first = first->prev;
        }
        status = first->status;
        if (first != r) {
            hand_filters_back(first->proto_output_filters, r, first);
            hand_filters_back(first->input_filters, r, first);
            first->next = NULL; /* what it writes now is the end of it all */
        }
    }
    else {
        document = ap_response_code_string(r, ap_index_of_response(status));
    }
    r->status = status;
    settle_body(r);
    if (status == HTTP_UNAUTHORIZED && r->proxyreq == PROXYREQ_PROXY) {
        r->status = HTTP_PROXY_AUTHENTICATION_REQUIRED;
    }
    if (!show_document(r, document, &recursive)) {
        ap_send_error_response(first, recursive);
    }
}
