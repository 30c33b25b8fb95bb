/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expr_vars - the built-in variables. Each answers "" (NULL) where what it
 * names is unknown: no request yet, no file found, no user.
 */

#include "expr_tree.h"

#include <apr_optional.h>
#include <apr_strings.h>
#include <apr_user.h>

#include "ap_mmn.h"
#include "http_core.h"
#include "http_protocol.h"
#include "mod_ssl.h"

APR_DECLARE_OPTIONAL_FN(int, http2_is_h2, (conn_rec *));

static const char *request_header(ap_expr_eval_ctx_t *ctx, const void *data)
{
    if (!ctx->r) {
        return NULL;
    }
    pn_expr_functions_vary(ctx, data);
    return apr_table_get(ctx->r->headers_in, data);
}

/* Host selects the virtual host: it is part of every cache's key already. */
static const char *http_host(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? apr_table_get(ctx->r->headers_in, "Host") : NULL;
}

static const char *request_method(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ctx->r->method : NULL;
}

static const char *request_scheme(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ap_http_scheme(ctx->r) : NULL;
}

static const char *request_uri(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ctx->r->uri : NULL;
}

static const char *request_filename(ap_expr_eval_ctx_t *ctx, const void *data)
{
    if (!ctx->r) {
        return NULL;
    }
    return ctx->r->filename ? ctx->r->filename : ctx->r->uri;
}

static const char *path_info(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ctx->r->path_info : NULL;
}

static const char *query_string(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ctx->r->args : NULL;
}

static const char *is_subreq(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r && ctx->r->main ? "true" : "false";
}

static const char *the_request(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ctx->r->the_request : NULL;
}

static const char *stamp(apr_pool_t *pool, apr_time_t when, const char *form)
{
    apr_time_exp_t exploded;
    char text[32];
    apr_size_t len;

    apr_time_exp_lt(&exploded, when);
    apr_strftime(text, &len, sizeof(text), form, &exploded);
    return apr_pstrdup(pool, text);
}

static const char *last_modified(ap_expr_eval_ctx_t *ctx, const void *data)
{
    if (!ctx->r || ctx->r->finfo.filetype == APR_NOFILE) {
        return NULL;
    }
    return stamp(ctx->p, ctx->r->finfo.mtime, "%Y%m%d%H%M%S");
}

static const char *time_now(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return stamp(ctx->p, apr_time_now(), data);
}

static const char *script_user(ap_expr_eval_ctx_t *ctx, const void *data)
{
    char *name = NULL;

    if (ctx->r && (ctx->r->finfo.valid & APR_FINFO_USER)) {
        apr_uid_name_get(&name, ctx->r->finfo.user, ctx->p);
    }
    return name;
}

static const char *script_group(ap_expr_eval_ctx_t *ctx, const void *data)
{
    char *name = NULL;

    if (ctx->r && (ctx->r->finfo.valid & APR_FINFO_GROUP)) {
        apr_gid_name_get(&name, ctx->r->finfo.group, ctx->p);
    }
    return name;
}

static const char *remote_addr(ap_expr_eval_ctx_t *ctx, const void *data)
{
    if (ctx->r) {
        return ctx->r->useragent_ip;
    }
    return ctx->c ? ctx->c->client_ip : NULL;
}

static const char *remote_port(ap_expr_eval_ctx_t *ctx, const void *data)
{
    const apr_sockaddr_t *addr = NULL;

    if (ctx->r) {
        addr = ctx->r->useragent_addr;
    }
    else if (ctx->c) {
        addr = ctx->c->client_addr;
    }
    return addr ? apr_itoa(ctx->p, addr->port) : NULL;
}

static const char *conn_remote_addr(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->c ? ctx->c->client_ip : NULL;
}

static const char *remote_host(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ap_get_useragent_host(ctx->r, REMOTE_NAME, NULL) : NULL;
}

static const char *remote_user(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ctx->r->user : NULL;
}

static const char *remote_ident(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ap_get_remote_logname(ctx->r) : NULL;
}

static const char *server_name(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r   ? ap_get_server_name(ctx->r)
           : ctx->s ? ctx->s->server_hostname
                    : NULL;
}

static const char *server_port(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? apr_itoa(ctx->p, ap_get_server_port(ctx->r)) : NULL;
}

static const char *server_admin(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->s ? ctx->s->server_admin : NULL;
}

static const char *server_protocol(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ctx->r->protocol : NULL;
}

static const char *document_root(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ap_document_root(ctx->r) : NULL;
}

static const char *auth_type(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ctx->r->ap_auth_type : NULL;
}

static const char *content_type(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ctx->r->content_type : NULL;
}

static const char *handler(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ctx->r->handler : NULL;
}

static const char *https(ap_expr_eval_ctx_t *ctx, const void *data)
{
    APR_OPTIONAL_FN_TYPE(ssl_is_https) *is_https = APR_RETRIEVE_OPTIONAL_FN(
        ssl_is_https);

    return is_https && ctx->c && is_https(ctx->c) ? "on" : "off";
}

static const char *http2(ap_expr_eval_ctx_t *ctx, const void *data)
{
    APR_OPTIONAL_FN_TYPE(http2_is_h2) *is_h2 = APR_RETRIEVE_OPTIONAL_FN(
        http2_is_h2);

    return is_h2 && ctx->c && is_h2(ctx->c) ? "on" : "off";
}

static const char *ipv6(ap_expr_eval_ctx_t *ctx, const void *data)
{
#if APR_HAVE_IPV6
    const apr_sockaddr_t *addr = ctx->c ? ctx->c->client_addr : NULL;

    if (addr && addr->family == AF_INET6
        && !IN6_IS_ADDR_V4MAPPED((struct in6_addr *)addr->ipaddr_ptr)) {
        return "on";
    }
#endif
    return "off";
}

static const char *request_status(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r && ctx->r->status ? apr_itoa(ctx->p, ctx->r->status) : NULL;
}

static const char *request_log_id(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ctx->r->log_id : NULL;
}

static const char *conn_log_id(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->c ? ctx->c->log_id : NULL;
}

static const char *context_prefix(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ap_context_prefix(ctx->r) : NULL;
}

static const char *context_root(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ctx->r ? ap_context_document_root(ctx->r) : NULL;
}

static const char *server_software(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return ap_get_server_banner();
}

static const char *api_version(ap_expr_eval_ctx_t *ctx, const void *data)
{
    return apr_itoa(ctx->p, MODULE_MAGIC_NUMBER_MAJOR);
}

static const struct {
    const char *name;
    ap_expr_var_func_t *get;
    const char *data;
} variables[] = {
    { "HTTP_ACCEPT", request_header, "Accept" },
    { "HTTP_COOKIE", request_header, "Cookie" },
    { "HTTP_FORWARDED", request_header, "Forwarded" },
    { "HTTP_HOST", http_host, NULL },
    { "HTTP_PROXY_CONNECTION", request_header, "Proxy-Connection" },
    { "HTTP_REFERER", request_header, "Referer" },
    { "HTTP_USER_AGENT", request_header, "User-Agent" },
    { "REQUEST_METHOD", request_method, NULL },
    { "REQUEST_SCHEME", request_scheme, NULL },
    { "REQUEST_URI", request_uri, NULL },
    { "DOCUMENT_URI", request_uri, NULL },
    { "REQUEST_FILENAME", request_filename, NULL },
    { "SCRIPT_FILENAME", request_filename, NULL },
    { "LAST_MODIFIED", last_modified, NULL },
    { "SCRIPT_USER", script_user, NULL },
    { "SCRIPT_GROUP", script_group, NULL },
    { "PATH_INFO", path_info, NULL },
    { "QUERY_STRING", query_string, NULL },
    { "IS_SUBREQ", is_subreq, NULL },
    { "THE_REQUEST", the_request, NULL },
    { "REMOTE_ADDR", remote_addr, NULL },
    { "REMOTE_PORT", remote_port, NULL },
    { "REMOTE_HOST", remote_host, NULL },
    { "REMOTE_USER", remote_user, NULL },
    { "REMOTE_IDENT", remote_ident, NULL },
    { "SERVER_NAME", server_name, NULL },
    { "SERVER_PORT", server_port, NULL },
    { "SERVER_ADMIN", server_admin, NULL },
    { "SERVER_PROTOCOL", server_protocol, NULL },
    { "DOCUMENT_ROOT", document_root, NULL },
    { "AUTH_TYPE", auth_type, NULL },
    { "CONTENT_TYPE", content_type, NULL },
    { "HANDLER", handler, NULL },
    { "HTTPS", https, NULL },
    { "HTTP2", http2, NULL },
    { "IPV6", ipv6, NULL },
    { "REQUEST_STATUS", request_status, NULL },
    { "REQUEST_LOG_ID", request_log_id, NULL },
    { "CONN_LOG_ID", conn_log_id, NULL },
    { "CONN_REMOTE_ADDR", conn_remote_addr, NULL },
    { "CONTEXT_PREFIX", context_prefix, NULL },
    { "CONTEXT_DOCUMENT_ROOT", context_root, NULL },
    { "TIME_YEAR", time_now, "%Y" },
    { "TIME_MON", time_now, "%m" },
    { "TIME_DAY", time_now, "%d" },
    { "TIME_HOUR", time_now, "%H" },
    { "TIME_MIN", time_now, "%M" },
    { "TIME_SEC", time_now, "%S" },
    { "TIME_WDAY", time_now, "%w" },
    { "TIME", time_now, "%Y%m%d%H%M%S" },
    { "SERVER_SOFTWARE", server_software, NULL },
    { "API_VERSION", api_version, NULL },
};

int pn_expr_vars_lookup(ap_expr_lookup_parms *parms)
{
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
        if (ap_cstr_casecmp(parms->name, variables[i].name) == 0) {
            *parms->func = (const void *)variables[i].get;
            *parms->data = variables[i].data;
            return OK;
        }
    }
    return DECLINED;
}
