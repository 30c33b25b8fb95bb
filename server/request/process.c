/* SPDX-License-Identifier: Apache-2.0 */
/*
 * process - a request from its head to its last byte: phases, handler, and
 * what follows it.
 */

#include "http_request.h"

#include <string.h>

#include <apr_lib.h>
#include <apr_strings.h>

#include "http/host_conn.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "mpm_common.h"
#include "request/request.h"
#include "scoreboard.h"
#include "util_filter.h"

APLOG_USE_MODULE(core);

static int init_filters(ap_filter_t *f)
{
    for (; f; f = f->next) {
        if (f->frec->filter_init_func) {
            int status = f->frec->filter_init_func(f);

            if (status != OK) {
                return status;
            }
        }
    }
    return OK;
}

/* Without SetHandler, a type given by the administrator's own words (AddType)
 * names the handler: application/x-httpd-php. */
static const char *handler_of(request_rec *r)
{
    char *name;
    char *end;

    if (r->handler) {
        return r->handler;
    }
    if (!r->content_type || !AP_REQUEST_IS_TRUSTED_CT(r)) {
        return AP_DEFAULT_HANDLER_NAME;
    }
    name = apr_pstrdup(r->pool, r->content_type);
    end = name + strcspn(name, ";");
    while (end > name && apr_isspace(end[-1])) {
        end--;
    }
    *end = '\0';
    return name;
}

AP_DECLARE(int) ap_invoke_handler(request_rec *r)
{
    const char *configured = r->handler;
    int status;

    ap_run_insert_filter(r);
    status = init_filters(r->input_filters);
    if (status == OK) {
        status = init_filters(r->output_filters);
    }
    if (status != OK) {
        return status;
    }
    r->handler = handler_of(r);
    status = ap_run_handler(r);
    if (status == DECLINED) {
        ap_log_rerror(APLOG_MARK, configured ? APLOG_ERR : APLOG_INFO, 0, r,
                      "no module has the handler \"%s\" for %s: the module "
                      "that has it is not loaded, or its name is misspelled",
                      r->handler, r->filename ? r->filename : r->uri);
        r->handler = configured;
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    r->handler = configured;
    if (status != OK && status != DONE && status != SUSPENDED
        && status != AP_FILTER_ERROR && !ap_is_HTTP_VALID_RESPONSE(status)) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "a handler returned %d, which is no status: 500 is sent "
                      "instead",
                      status);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    return status;
}

AP_DECLARE(apr_status_t)
ap_check_pipeline(conn_rec *c, apr_bucket_brigade *bb,
                  unsigned int max_blank_lines)
{
    unsigned int blank_lines_n = 0;
    apr_status_t rv = APR_EOF;

    c->data_in_input_filters = 0;
    while (c->keepalive != AP_CONN_CLOSE && !c->aborted) {
        const char *byte;
        apr_size_t len;

        apr_brigade_cleanup(bb);
        rv = ap_get_brigade(c->input_filters, bb, AP_MODE_SPECULATIVE,
                            APR_NONBLOCK_READ, 1);
        if (rv != APR_SUCCESS || APR_BRIGADE_EMPTY(bb)
            || APR_BUCKET_IS_EOS(APR_BRIGADE_FIRST(bb))) {
            rv = rv != APR_SUCCESS ? rv : APR_EAGAIN;
            break;
        }
        rv = apr_bucket_read(APR_BRIGADE_FIRST(bb), &byte, &len,
                             APR_NONBLOCK_READ);
        if (rv != APR_SUCCESS || len == 0) {
            break;
        }
        if (*byte != '\r' && *byte != '\n') {
            c->data_in_input_filters = 1;
            break;
        }
        /* An empty line between requests (RFC 9112 2.2): take it. */
        if (*byte == '\n' && ++blank_lines_n > max_blank_lines) {
            c->keepalive = AP_CONN_CLOSE;
            rv = APR_NOTFOUND;
            break;
        }
        apr_brigade_cleanup(bb);
        rv = ap_get_brigade(c->input_filters, bb, AP_MODE_READBYTES,
                            APR_NONBLOCK_READ, 1);
        if (rv != APR_SUCCESS) {
            break;
        }
    }
    apr_brigade_cleanup(bb);
    return rv;
}

/* The engine looks for the next head itself, when it has written all it can:
 * only what it has received already is known for nothing. */
static void look_for_next(conn_rec *c, apr_bucket_brigade *bb)
{
    const pn_conn_t *conn = pn_host_engine_conn(c);
    size_t len = 0;

    if (conn && c->input_filters && !c->input_filters->next) {
        pn_conn_buffered(conn, &len);
        c->data_in_input_filters = len > 0;
    }
    else {
        ap_check_pipeline(c, bb, DEFAULT_LIMIT_BLANK_LINES);
    }
}

/* The end-of-request bucket goes down last: when it dies, the request is
 * logged and its pool is recycled. r must not be touched behind it. */
AP_DECLARE(void) ap_process_request_after_handler(request_rec *r)
{
    conn_rec *c = r->connection;
    apr_bucket_brigade *bb = pn_host_take_brigade(c);
    apr_bucket *b;

    r->kept_body = NULL;
    b = ap_bucket_eor_create(c->bucket_alloc, r);
    APR_BRIGADE_INSERT_HEAD(bb, b);
    ap_pass_brigade(c->output_filters, bb);
    apr_brigade_cleanup(bb);
    look_for_next(c, bb);
    pn_host_return_brigade(c, bb);
    if (c->cs) {
        c->cs->state = c->aborted ? CONN_STATE_LINGER
                                  : CONN_STATE_WRITE_COMPLETION;
    }
    if (ap_extended_status) {
        ap_time_process_request(c->sbh, STOP_PREQUEST);
    }
}

AP_DECLARE(void) ap_process_async_request(request_rec *r)
{
    conn_rec *c = r->connection;
    int status;

    /* Handlers that suspend a request may be resumed by another thread. */
    if (ap_extended_status) {
        ap_time_process_request(c->sbh, START_PREQUEST);
    }
    status = ap_run_quick_handler(r, 0);
    if (status == DECLINED) {
        status = ap_process_request_internal(r);
        if (status == OK) {
            status = ap_invoke_handler(r);
        }
    }
    if (status == SUSPENDED) {
        if (ap_extended_status) {
            ap_time_process_request(c->sbh, STOP_PREQUEST);
        }
        if (c->cs) {
            c->cs->state = CONN_STATE_SUSPENDED;
        }
        return;
    }
    if (status == DONE) {
        status = OK;
    }
    if (status == OK) {
        ap_finalize_request_protocol(r);
    }
    else {
        r->status = HTTP_OK;
        ap_die(status, r);
    }
    ap_process_request_after_handler(r);
}

AP_DECLARE(void) ap_process_request(request_rec *r)
{
    conn_rec *c = r->connection;

    ap_process_async_request(r);
    if (!c->data_in_input_filters) {
        apr_bucket_brigade *bb = apr_brigade_create(c->pool, c->bucket_alloc);

        APR_BRIGADE_INSERT_HEAD(bb, apr_bucket_flush_create(c->bucket_alloc));
        ap_pass_brigade(c->output_filters, bb);
        apr_brigade_destroy(bb);
    }
    if (ap_extended_status) {
        ap_time_process_request(c->sbh, STOP_PREQUEST);
    }
}
