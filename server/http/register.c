/* SPDX-License-Identifier: Apache-2.0 */
/*
 * register.c - the hooks of http_protocol.h, the filters of this folder, and
 * what requests start with.
 */
#include "http_protocol.h"

#include <apr_strings.h>

#include "filter/filter_chain.h"
#include "http/http_filters.h"
#include "http_core.h"
#include "http_request.h"
#include "mod_core.h"

APR_HOOK_STRUCT(
    APR_HOOK_LINK(pre_read_request)
    APR_HOOK_LINK(post_read_request)
    APR_HOOK_LINK(log_transaction)
    APR_HOOK_LINK(http_scheme)
    APR_HOOK_LINK(default_port)
    APR_HOOK_LINK(note_auth_failure)
    APR_HOOK_LINK(protocol_propose)
    APR_HOOK_LINK(protocol_switch)
    APR_HOOK_LINK(protocol_get)
    APR_HOOK_LINK(insert_error_filter)
)

AP_IMPLEMENT_HOOK_VOID(pre_read_request, (request_rec * r, conn_rec *c),
                       (r, c))
AP_IMPLEMENT_HOOK_RUN_ALL(int, post_read_request, (request_rec * r), (r), OK,
                          DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, log_transaction, (request_rec * r), (r), OK,
                          DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(const char *, http_scheme, (const request_rec *r),
                            (r), NULL)
AP_IMPLEMENT_HOOK_RUN_FIRST(apr_port_t, default_port, (const request_rec *r),
                            (r), 0)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, note_auth_failure,
                            (request_rec * r, const char *auth_type),
                            (r, auth_type), DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, protocol_propose,
                          (conn_rec * c, request_rec *r, server_rec *s,
                           const apr_array_header_t *offers,
                           apr_array_header_t *proposals),
                          (c, r, s, offers, proposals), OK, DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, protocol_switch,
                            (conn_rec * c, request_rec *r, server_rec *s,
                             const char *protocol),
                            (c, r, s, protocol), DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(const char *, protocol_get, (const conn_rec *c),
                            (c), NULL)
AP_IMPLEMENT_HOOK_VOID(insert_error_filter, (request_rec * r), (r))

AP_DECLARE_DATA ap_filter_rec_t *ap_http_input_filter_handle;
AP_DECLARE_DATA ap_filter_rec_t *ap_http_header_filter_handle;
AP_DECLARE_DATA ap_filter_rec_t *ap_chunk_filter_handle;
AP_DECLARE_DATA ap_filter_rec_t *ap_http_outerror_filter_handle;
AP_DECLARE_DATA ap_filter_rec_t *ap_byterange_filter_handle;
AP_DECLARE_DATA ap_filter_rec_t *ap_core_input_filter_handle;
AP_DECLARE_DATA ap_filter_rec_t *ap_core_output_filter_handle;
AP_DECLARE_DATA ap_filter_rec_t *ap_content_length_filter_handle;
AP_DECLARE_DATA ap_filter_rec_t *ap_subreq_core_filter_handle;
AP_DECLARE_DATA ap_filter_rec_t *ap_old_write_func;
AP_DECLARE_DATA const char *ap_multipart_boundary;

void pn_http_register_filters(apr_pool_t *pool)
{
    ap_http_input_filter_handle = ap_register_input_filter(
        "HTTP_IN", ap_http_filter, NULL, AP_FTYPE_PROTOCOL);
    ap_http_header_filter_handle = ap_register_output_filter(
        "HTTP_HEADER", ap_http_header_filter, NULL, AP_FTYPE_PROTOCOL);
    ap_chunk_filter_handle = ap_register_output_filter(
        "CHUNK", ap_http_chunk_filter, NULL, AP_FTYPE_TRANSCODE);
    pn_length_out_register();
    ap_http_outerror_filter_handle = ap_register_output_filter(
        "HTTP_OUTERROR", ap_http_outerror_filter, NULL, AP_FTYPE_PROTOCOL);
    ap_byterange_filter_handle = ap_register_output_filter(
        "BYTERANGE", ap_byterange_filter, NULL, AP_FTYPE_PROTOCOL);
}

void pn_core_register_filters(apr_pool_t *pool)
{
    /* The core is the first module to register anything: from here on the
     * others may add methods. */
    ap_method_registry_init(pool);
    ap_init_rng(pool);
    ap_core_input_filter_handle = ap_register_input_filter(
        "CORE_IN", ap_core_input_filter, NULL, AP_FTYPE_NETWORK);
    ap_core_output_filter_handle = ap_register_output_filter(
        "CORE", ap_core_output_filter, NULL, AP_FTYPE_NETWORK);
    ap_content_length_filter_handle = ap_register_output_filter(
        "CONTENT_LENGTH", ap_content_length_filter, NULL, AP_FTYPE_PROTOCOL);
    ap_subreq_core_filter_handle = ap_register_output_filter(
        "SUBREQ_CORE", pn_subreq_core_filter, NULL, AP_FTYPE_CONTENT_SET);
    /* In front of every other filter: what is written goes through all. */
    ap_old_write_func = ap_register_output_filter(
        "OLD_WRITE", ap_old_write_filter, NULL,
        (ap_filter_type)(AP_FTYPE_RESOURCE - 10));
}

int pn_http_create_request(request_rec *r)
{
    ap_filter_rec_t *const filters[] = {
        ap_byterange_filter_handle,
        ap_content_length_filter_handle,
        ap_http_header_filter_handle,
        ap_http_outerror_filter_handle,
    };

    if (r->main || r->prev) {
        return OK; /* what it writes passes the main request's filters */
    }
    pn_filter_add_outputs(r, filters, sizeof(filters) / sizeof(filters[0]));
    return OK;
}

const char *pn_http_scheme(const request_rec *r)
{
    const server_rec *s = r->server;

    /* The one of ServerName: a front end may speak TLS for this server. */
    return s && s->server_scheme ? s->server_scheme : "http";
}

apr_port_t pn_http_default_port(const request_rec *r)
{
    const char *scheme = r->server ? r->server->server_scheme : NULL;

    return scheme && ap_cstr_casecmp(scheme, "https") == 0
        ? DEFAULT_HTTPS_PORT : DEFAULT_HTTP_PORT;
}
