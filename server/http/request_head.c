/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request_head.c - from a parsed head to a request_rec.
 *
 * The bytes of the head are copied into the request's pool once; names and
 * values of fields are ended in place there. Whatever two servers could read
 * differently is refused (RFC 9112), so that nothing hides behind a request.
 */
#include "http_protocol.h"

#include <string.h>

#include <apr_lib.h>
#include <apr_strings.h>

#include "http/host_conn.h"
#include "http/http_filters.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"
#include "http_vhost.h"
#include "mod_core.h"
#include "util/regex_limit.h"
#include "util_time.h"

APLOG_USE_MODULE(core);

static const core_server_config *core_conf(const server_rec *s)
{
    return ap_get_core_module_config(s->module_config);
}

pn_head_limits_t pn_request_limits(const server_rec *s)
{
    const core_server_config *conf = core_conf(s);
    pn_head_limits_t limits = {
        .line_bytes = s->limit_req_line > 0 ? (uint32_t)s->limit_req_line : 0,
        .field_bytes = s->limit_req_fieldsize > 0
            ? (uint32_t)s->limit_req_fieldsize : 0,
        .fields_n = s->limit_req_fields > 0 ? (uint32_t)s->limit_req_fields
                                            : 0,
        .is_unsafe = conf->http_conformance == AP_HTTP_CONFORMANCE_UNSAFE,
        .allows_http09 = conf->http09_enable != AP_HTTP09_DISABLE,
    };

    return limits;
}

pn_request_t *pn_http_request(request_rec *r)
{
    pn_request_t *req = ap_get_module_config(r->request_config, &http_module);

    if (!req) {
        req = apr_pcalloc(r->pool, sizeof(*req));
        ap_set_module_config(r->request_config, &http_module, req);
    }
    return req;
}

AP_DECLARE(request_rec *) ap_create_request(conn_rec *c)
{
    apr_pool_t *pool;
    request_rec *r;

    apr_pool_create(&pool, c->pool);
    apr_pool_tag(pool, "request");
    r = apr_pcalloc(pool, sizeof(*r));
    r->pool = pool;
    r->connection = c;
    r->server = c->base_server;
    r->headers_in = apr_table_make(pool, 16);
    r->trailers_in = apr_table_make(pool, 2);
    r->headers_out = apr_table_make(pool, 12);
    r->err_headers_out = apr_table_make(pool, 4);
    r->trailers_out = apr_table_make(pool, 2);
    r->subprocess_env = apr_table_make(pool, 16);
    r->notes = apr_table_make(pool, 4);
    r->allowed_methods = ap_make_method_list(pool, 2);
    r->request_config = ap_create_request_config(pool);
    r->per_dir_config = r->server->lookup_defaults;
    r->proto_output_filters = c->output_filters;
    r->output_filters = r->proto_output_filters;
    r->proto_input_filters = c->input_filters;
    r->input_filters = r->proto_input_filters;
    r->read_body = REQUEST_NO_BODY;
    r->status = HTTP_OK;
    r->used_path_info = AP_REQ_DEFAULT_PATH_INFO;
    r->useragent_addr = c->client_addr;
    r->useragent_ip = c->client_ip;
    r->request_time = apr_time_now();
    ap_run_create_request(r);
    return r;
}

/* --- the request line ----------------------------------------------------*/

/* An origin-form target needs no general URI parser: it is a path and perhaps
 * a query. The path is the request's own copy, for later phases to decode. */
static void take_origin_form(request_rec *r, const char *target)
{
    const char *query = strchr(target, '?');

    memset(&r->parsed_uri, 0, sizeof(r->parsed_uri));
    r->parsed_uri.is_initialized = 1;
    if (query) {
        r->parsed_uri.path = apr_pstrmemdup(r->pool, target,
                                            (apr_size_t)(query - target));
        r->parsed_uri.query = apr_pstrdup(r->pool, query + 1);
    }
    else {
        r->parsed_uri.path = apr_pstrdup(r->pool, target);
    }
}

AP_DECLARE(void) ap_parse_uri(request_rec *r, const char *uri)
{
    apr_status_t rv = APR_SUCCESS;

    r->unparsed_uri = apr_pstrdup(r->pool, uri);
    if (r->method_number == M_CONNECT) {
        rv = apr_uri_parse_hostinfo(r->pool, uri, &r->parsed_uri);
    }
    else if (uri[0] == '/' && !strchr(uri, '#')) {
        /* Also "//host/x": what follows the slashes is a path, no host. */
        take_origin_form(r, uri);
    }
    else {
        rv = apr_uri_parse(r->pool, uri, &r->parsed_uri);
    }
    if (rv != APR_SUCCESS) {
        r->args = NULL;
        r->hostname = NULL;
        r->status = HTTP_BAD_REQUEST;
        r->uri = apr_pstrdup(r->pool, uri);
        return;
    }
    if (r->parsed_uri.scheme && !r->parsed_uri.path) {
        r->parsed_uri.path = apr_pstrdup(r->pool, "/");
    }
    r->args = r->parsed_uri.query;
    r->uri = r->parsed_uri.path ? r->parsed_uri.path
                                : apr_pstrdup(r->pool, "/");
}

static void set_version(request_rec *r, int version)
{
    r->proto_num = version;
    switch (version) {
    case HTTP_VERSION(1, 1):
        r->protocol = apr_pstrmemdup(r->pool, "HTTP/1.1", 8);
        break;
    case HTTP_VERSION(1, 0):
        r->protocol = apr_pstrmemdup(r->pool, "HTTP/1.0", 8);
        break;
    case HTTP_VERSION(0, 9):
        r->protocol = apr_pstrmemdup(r->pool, "HTTP/0.9", 8);
        r->assbackwards = 1;
        break;
    default:
        r->protocol = apr_psprintf(r->pool, "HTTP/%d.%d",
                                   HTTP_VERSION_MAJOR(version),
                                   HTTP_VERSION_MINOR(version));
    }
}

/* Which forms of a target go with which method (RFC 9112 3.2). */
static bool is_target_right(const request_rec *r, const char *target)
{
    if (r->parsed_uri.fragment || r->parsed_uri.user) {
        return false; /* RFC 9112 3.2, RFC 9110 4.2.4 */
    }
    if (target[0] == '/') {
        return r->method_number != M_CONNECT;
    }
    if (target[0] == '*' && target[1] == '\0') {
        return r->method_number == M_OPTIONS;
    }
    if (r->method_number == M_CONNECT) {
        return r->parsed_uri.hostname && r->parsed_uri.port_str;
    }
    return r->parsed_uri.scheme
        && ((r->parsed_uri.hostname && *r->parsed_uri.hostname)
            || ap_cstr_casecmp(r->parsed_uri.scheme, "http") != 0);
}

int pn_request_log_refusal(request_rec *r, int status, const char *why)
{
    ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r, "request refused with %d: %s",
                  status, why);
    return status;
}

static int take_request_line(request_rec *r, const pn_head_t *head,
                             const char *bytes)
{
    char *target = apr_pstrmemdup(r->pool, bytes + head->target.off,
                                  head->target.len);

    r->method = apr_pstrmemdup(r->pool, bytes + head->method.off,
                               head->method.len);
    r->method_number = ap_method_number_of(r->method);
    r->header_only = r->method_number == M_GET && r->method[0] == 'H';
    set_version(r, head->version);
    ap_parse_uri(r, target);
    if (r->status != HTTP_OK) {
        int status = r->status;

        r->status = HTTP_OK;
        return pn_request_log_refusal(r, status, "the target of the request is no URI");
    }
    if (!is_target_right(r, target)) {
        return pn_request_log_refusal(r, HTTP_BAD_REQUEST,
                      "the form of the target does not go with the method");
    }
    if (r->method_number == M_INVALID
        && core_conf(r->server)->http_methods == AP_HTTP_METHODS_REGISTERED) {
        return pn_request_log_refusal(r, HTTP_NOT_IMPLEMENTED, "the method is not registered");
    }
    return OK;
}

/* For callers that have the line as a string in r->the_request. Returns 1,
 * or 0 with r->status set. */
AP_DECLARE(int) ap_parse_request_line(request_rec *r)
{
    pn_head_parser_t parser = { .scanned = 0 };
    pn_head_limits_t limits = pn_request_limits(r->server);
    char *bytes = apr_pstrcat(r->pool, r->the_request, "\r\n\r\n", NULL);
    int status;

    /* The line was read under a limit of its own. */
    limits.line_bytes = 0;
    switch (pn_head_parse(&parser, bytes, strlen(bytes), &limits)) {
    case PN_HEAD_DONE:
        status = take_request_line(r, &parser.head, bytes);
        break;
    case PN_HEAD_BAD:
        status = pn_request_log_refusal(r, parser.head.status, parser.head.why);
        break;
    default:
        status = pn_request_log_refusal(r, HTTP_BAD_REQUEST, "the request line is empty");
    }
    pn_head_free(&parser);
    if (status == OK) {
        return 1;
    }
    if (!r->protocol) {
        set_version(r, HTTP_VERSION(1, 0));
    }
    r->status = status;
    return 0;
}

int pn_request_fill(request_rec *r, const pn_head_t *head, const char *bytes)
{
    char *copy = apr_pstrmemdup(r->pool, bytes, head->head_len);

    pn_fields_take(r, head, copy);
    r->the_request = copy + head->line.off;
    r->the_request[head->line.len] = '\0';
    return take_request_line(r, head, copy);
}

static char *copy_span(request_rec *r, pn_span_t span, const char *bytes,
                       size_t bytes_n)
{
    if (!span.len || (size_t)span.off + span.len > bytes_n) {
        return NULL;
    }
    return apr_pstrmemdup(r->pool, bytes + span.off, span.len);
}

void pn_request_fill_bad(request_rec *r, const pn_head_t *head,
                         const char *bytes, size_t bytes_n)
{
    char *method;

    set_version(r, HTTP_VERSION(1, 0));
    r->method = "-";
    r->method_number = M_INVALID;
    r->the_request = copy_span(r, head->line, bytes, bytes_n);
    if (r->the_request) {
        method = copy_span(r, head->method, bytes, bytes_n);
        if (method) {
            r->method = method;
            r->method_number = ap_method_number_of(method);
            /* An answer to HEAD has no body, a bad HEAD's neither. */
            r->header_only = strcmp(method, "HEAD") == 0;
        }
        r->unparsed_uri = copy_span(r, head->target, bytes, bytes_n);
    }
    pn_request_log_refusal(r, head->status, head->why ? head->why : "malformed head");
}

/* --- checks that need the whole head -------------------------------------*/

/* Port digits up to the end: empty and 0 name no port. */
static bool is_port(const char *digits)
{
    int port = 0;

    if (!*digits) {
        return false;
    }
    for (; *digits; digits++) {
        if (!apr_isdigit(*digits)) {
            return false;
        }
        port = port * 10 + (*digits - '0');
        if (port > 65535) {
            return false;
        }
    }
    return port > 0;
}

/* Digits and dots are an address, all four parts of it. */
static bool is_address(const char *at)
{
    int parts_n = 0;

    for (;; at++) {
        int part = 0;
        int digits_n = 0;

        for (; apr_isdigit(*at) && digits_n < 4; at++, digits_n++) {
            part = part * 10 + (*at - '0');
        }
        parts_n++;
        if (!digits_n || part > 255) {
            return false;
        }
        if (*at != '.') {
            return parts_n == 4;
        }
    }
}

/* What may stand in Host: a registered name or an address, perhaps a port.
 * Percent-encoding and the like would let two servers see two hosts. */
static bool is_host(const char *host)
{
    const char *at = host;

    if (*at == '[') {
        at++;
        while (apr_isxdigit(*at) || *at == ':' || *at == '.') {
            at++;
        }
        if (*at != ']' || at == host + 1) {
            return false;
        }
        at++;
    }
    else {
        if (*at == '.') {
            return false;
        }
        for (; apr_isalnum(*at) || *at == '-' || *at == '_' || *at == '.';
             at++) {
            if (at[0] == '.' && at[1] == '.') {
                return false;
            }
        }
        if (at == host
            || (strspn(host, "0123456789.") == (size_t)(at - host)
                && !is_address(host))) {
            return false;
        }
    }
    return *at == '\0' || (*at == ':' && is_port(at + 1));
}

static bool names_host_itself(const request_rec *r)
{
    return r->hostname || r->parsed_uri.hostname;
}

/* Whether host is the one of the connection's last request: then it need not
 * be checked and looked up again. */
static bool take_known_host(request_rec *r, const char *host)
{
    const conn_rec *c = r->connection;
    const pn_known_host_t *known = pn_host_known(c);

    if (!known || !known->base || known->base != c->base_server
        || r->server != known->base || known->addr != c->vhost_lookup_data
        || names_host_itself(r) || strcmp(known->field, host) != 0) {
        return false;
    }
    r->hostname = apr_pstrdup(r->pool, known->name);
    if (known->port) {
        r->parsed_uri.port = known->port;
        r->parsed_uri.port_str = apr_itoa(r->pool, known->port);
    }
    r->server = known->s;
    return true;
}

static void remember_host(const request_rec *r, const char *host)
{
    const conn_rec *c = r->connection;
    pn_known_host_t *known = pn_host_known(c);

    if (!known) {
        return;
    }
    known->base = NULL;
    if (!host || !r->hostname || strlen(host) >= sizeof(known->field)
        || strlen(r->hostname) >= sizeof(known->name)) {
        return;
    }
    apr_cpystrn(known->field, host, sizeof(known->field));
    apr_cpystrn(known->name, r->hostname, sizeof(known->name));
    known->addr = c->vhost_lookup_data;
    known->port = r->parsed_uri.port;
    known->s = r->server;
    known->base = c->base_server;
}

/* Returns 1, or 0 with r->status set. */
AP_DECLARE(int) ap_check_request_header(request_rec *r)
{
    const char *host = apr_table_get(r->headers_in, "Host");
    const core_server_config *conf = core_conf(r->server);
    bool is_strict = conf->http_conformance != AP_HTTP_CONFORMANCE_UNSAFE;
    bool is_from_field;
    int status;

    if (!host && r->proto_num >= HTTP_VERSION(1, 1)) {
        r->status = pn_request_log_refusal(r, HTTP_BAD_REQUEST,
                           "an HTTP/1.1 request without a Host");
        return 0;
    }
    if (host && take_known_host(r, host)) {
        return 1;
    }
    if (host && is_strict && !is_host(host)) {
        r->status = pn_request_log_refusal(r, HTTP_BAD_REQUEST, "Host names no host");
        return 0;
    }
    is_from_field = !names_host_itself(r)
        && r->server == r->connection->base_server;
    status = ap_update_vhost_from_headers_ex(
        r, conf->strict_host_check == AP_CORE_CONFIG_ON);
    if (ap_is_HTTP_ERROR(status)) {
        r->status = status;
    }
    if (ap_is_HTTP_ERROR(r->status)) {
        pn_request_log_refusal(r, r->status, "Host is not acceptable");
        return 0;
    }
    if (is_from_field) {
        remember_host(r, host);
    }
    return 1;
}

/* Expect is a demand: what it asks for besides 100-continue, nobody has. */
static int take_expectation(request_rec *r)
{
    const char *expect;

    if (r->proto_num < HTTP_VERSION(1, 1)) {
        return OK;
    }
    expect = apr_table_get(r->headers_in, "Expect");
    if (!expect || !*expect) {
        return OK;
    }
    if (ap_cstr_casecmp(expect, "100-continue") != 0) {
        return pn_request_log_refusal(r, HTTP_EXPECTATION_FAILED,
                      "Expect asks for what is not known here");
    }
    /* Without a body there is nothing to continue with. */
    r->expecting_100 = ap_request_has_body(r) ? 1 : 0;
    return OK;
}

AP_DECLARE(int) ap_post_read_request(request_rec *r)
{
    int status;

    r->per_dir_config = r->server->lookup_defaults;
    status = take_expectation(r);
    if (status != OK) {
        return status;
    }
    /* What the filters of the last response did is not this request's. */
    (void)pn_regex_limit_was_exceeded();
    status = ap_run_post_read_request(r);
    return status == DONE || status == DECLINED ? OK : status;
}

int pn_request_accept(request_rec *r)
{
    const char *why = NULL;
    int status;

    if (!ap_check_request_header(r)) {
        status = r->status;
        r->status = HTTP_OK;
        return status;
    }
    if (r->server != r->connection->base_server) {
        pn_host_update_limits(r->connection, r->server);
    }
    status = pn_body_frame(r, pn_http_request(r), &why);
    if (status != OK) {
        return pn_request_log_refusal(r, status, why);
    }
    ap_add_input_filter_handle(ap_http_input_filter_handle, NULL, r,
                               r->connection);
    status = ap_post_read_request(r);
    if (status == OK && r->proxyreq == PROXYREQ_NONE && r->parsed_uri.scheme
        && ap_cstr_casecmpn(r->parsed_uri.scheme, "http", 4) != 0) {
        return pn_request_log_refusal(r, HTTP_BAD_REQUEST,
                                      "a scheme for a proxy, and this is none");
    }
    return status;
}

void pn_request_refuse(request_rec *r, int status)
{
    conn_rec *c = r->connection;
    const char *why;

    r->per_dir_config = r->server->lookup_defaults;
    r->status = HTTP_OK;
    if (!r->uri) {
        r->uri = apr_pstrdup(r->pool, "/");
    }
    if (!r->unparsed_uri) {
        r->unparsed_uri = apr_pstrdup(r->pool, "");
    }
    if (!r->the_request) {
        r->the_request = apr_pstrdup(r->pool, "");
    }
    if (ap_status_drops_connection(status)
        || pn_body_frame(r, pn_http_request(r), &why) != OK) {
        /* Where this request ends is not known, so nothing can follow. */
        c->keepalive = AP_CONN_CLOSE;
    }
    if (c->keepalive == AP_CONN_CLOSE) {
        pn_http_request(r)->body = PN_BODY_NONE;
        apr_table_unset(r->headers_in, "Content-Length");
        apr_table_unset(r->headers_in, "Transfer-Encoding");
    }
    if (c->sbh) {
        ap_update_child_status(c->sbh, SERVER_BUSY_WRITE, r);
    }
    ap_die(status, r);
    ap_process_request_after_handler(r);
}
