/* SPDX-License-Identifier: Apache-2.0 */
/*
 * client_block.c - reading and discarding request bodies, for handlers.
 */
#include "http_protocol.h"

#include <apr_lib.h>
#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"

APLOG_USE_MODULE(http);

AP_DECLARE(int) ap_setup_client_block(request_rec *r, int read_policy)
{
    pn_request_t *req = pn_http_request(r);
    const char *why = NULL;
    apr_off_t limit;
    int status;

    r->read_body = read_policy;
    r->read_chunked = 0;
    r->remaining = 0;
    if (req->body == PN_BODY_UNKNOWN) {
        status = pn_body_frame(r, req, &why);
        if (status != OK) {
            return pn_request_log_refusal(r, status, why);
        }
    }
    if (req->body == PN_BODY_CHUNKED) {
        if (read_policy == REQUEST_CHUNKED_ERROR) {
            return pn_request_log_refusal(
                r, r->read_body ? HTTP_LENGTH_REQUIRED
                                : HTTP_REQUEST_ENTITY_TOO_LARGE,
                "this handler takes no chunked body");
        }
        r->read_chunked = 1;
    }
    else if (req->body == PN_BODY_LENGTH) {
        r->remaining = req->body_length;
    }
    if (read_policy == REQUEST_NO_BODY
        && (r->read_chunked || r->remaining > 0)) {
        return pn_request_log_refusal(r, HTTP_REQUEST_ENTITY_TOO_LARGE,
                                      "this handler takes no body");
    }
    limit = ap_get_limit_req_body(r);
    if (limit > 0 && r->remaining > limit) {
        return pn_request_log_refusal(r, HTTP_REQUEST_ENTITY_TOO_LARGE,
                                      "the body exceeds LimitRequestBody");
    }
    return OK;
}

AP_DECLARE(int) ap_should_client_block(request_rec *r)
{
    /* The 100 that a client may wait for is sent by the first read. */
    return r->read_length == 0 && (r->read_chunked || r->remaining > 0);
}

AP_DECLARE(long)
ap_get_client_block(request_rec *r, char *buffer, apr_size_t bufsiz)
{
    apr_bucket_brigade *bb;
    apr_status_t rv;
    apr_size_t len = bufsiz;

    if (!r->read_chunked && r->remaining <= 0) {
        return 0;
    }
    bb = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    rv = ap_get_brigade(r->input_filters, bb, AP_MODE_READBYTES,
                        APR_BLOCK_READ, (apr_off_t)bufsiz);
    if (rv != APR_SUCCESS || APR_BRIGADE_EMPTY(bb)) {
        if (rv == AP_FILTER_ERROR) {
            /* A filter has answered; the handler shall not. */
            r->eos_sent = 1;
        }
        r->connection->keepalive = AP_CONN_CLOSE;
        apr_brigade_destroy(bb);
        return -1;
    }
    if (APR_BUCKET_IS_EOS(APR_BRIGADE_LAST(bb))) {
        r->remaining = 0;
        r->read_chunked = 0;
    }
    rv = apr_brigade_flatten(bb, buffer, &len);
    apr_brigade_destroy(bb);
    if (rv != APR_SUCCESS) {
        return -1;
    }
    r->read_length += (apr_off_t)len;
    return (long)len;
}

/* True if nothing of r's body can be on the connection any more. */
static bool is_body_over(request_rec *r, const pn_request_t *req)
{
    return req->is_body_consumed || req->body == PN_BODY_NONE
        || r->connection->keepalive == AP_CONN_CLOSE || r->main;
}

AP_DECLARE(int) ap_discard_request_body(request_rec *r)
{
    pn_request_t *req = pn_http_request(r);
    conn_rec *c = r->connection;
    apr_bucket_brigade *bb;
    const char *why;
    int status = OK;
    bool is_end = false;

    if (req->body == PN_BODY_UNKNOWN
        && (r->proxyreq == PROXYREQ_RESPONSE
            || pn_body_frame(r, req, &why) != OK)) {
        return OK;
    }
    if (is_body_over(r, req)) {
        return OK;
    }
    if (r->expecting_100) {
        /* It was not asked for, so it may not come. */
        c->keepalive = AP_CONN_CLOSE;
        return OK;
    }
    bb = apr_brigade_create(r->pool, c->bucket_alloc);
    while (!is_end && status == OK) {
        apr_status_t rv = ap_get_brigade(r->input_filters, bb,
                                         AP_MODE_READBYTES, APR_BLOCK_READ,
                                         AP_IOBUFSIZE);

        if (rv != APR_SUCCESS || APR_BRIGADE_EMPTY(bb)) {
            c->keepalive = AP_CONN_CLOSE;
            status = ap_map_http_request_error(rv, HTTP_BAD_REQUEST);
        }
        else {
            is_end = APR_BUCKET_IS_EOS(APR_BRIGADE_LAST(bb));
        }
        apr_brigade_cleanup(bb);
    }
    apr_brigade_destroy(bb);
    return status;
}
