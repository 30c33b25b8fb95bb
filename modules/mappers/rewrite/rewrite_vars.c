/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_vars - the values of %{NAME}. What a name means is found out when
 * the configuration is read. What expressions have under the same name and
 * with the same value is taken from there.
 */

#include "rewrite.h"

#include <stdlib.h>

#include "apr_strings.h"
#include "apr_user.h"

#include "ap_mmn.h"
#include "http_core.h"
#include "http_request.h"
#include "http_ssl.h"

APLOG_USE_MODULE(rewrite);

typedef struct known_t {
    const char *name;
    variable_e kind;
    const char *header; /* VAR_HTTP */
} known_t;

/* Sorted by nothing: looked at while the configuration is read only. */
static const known_t known[] = {
    { "REQUEST_FILENAME", VAR_FILENAME, NULL },
    { "SCRIPT_FILENAME", VAR_FILENAME, NULL },
    { "REQUEST_URI", VAR_URI, NULL },
    { "REQUEST_METHOD", VAR_METHOD, NULL },
    { "QUERY_STRING", VAR_QUERY_STRING, NULL },
    { "PATH_INFO", VAR_PATH_INFO, NULL },
    { "THE_REQUEST", VAR_THE_REQUEST, NULL },
    { "HTTPS", VAR_HTTPS, NULL },
    { "SERVER_ADDR", VAR_SERVER_ADDR, NULL },
    { "API_VERSION", VAR_API_VERSION, NULL },
    { "SCRIPT_USER", VAR_SCRIPT_USER, NULL },
    { "SCRIPT_GROUP", VAR_SCRIPT_GROUP, NULL },
    { "HTTP_USER_AGENT", VAR_HTTP, "User-Agent" },
    { "HTTP_REFERER", VAR_HTTP, "Referer" },
    { "HTTP_COOKIE", VAR_HTTP, "Cookie" },
    { "HTTP_FORWARDED", VAR_HTTP, "Forwarded" },
    { "HTTP_HOST", VAR_HTTP, "Host" },
    { "HTTP_PROXY_CONNECTION", VAR_HTTP, "Proxy-Connection" },
    { "HTTP_ACCEPT", VAR_HTTP, "Accept" },
};

/* What expressions have under the same name. They know more, but rules that
 * ask for it have counted on nothing so far. */
static const char *const shared[] = {
    "AUTH_TYPE",      "CONN_REMOTE_ADDR", "CONTEXT_DOCUMENT_ROOT",
    "CONTEXT_PREFIX", "DOCUMENT_ROOT",    "IPV6",
    "IS_SUBREQ",      "REMOTE_ADDR",      "REMOTE_HOST",
    "REMOTE_IDENT",   "REMOTE_PORT",      "REMOTE_USER",
    "REQUEST_SCHEME", "SERVER_ADMIN",     "SERVER_NAME",
    "SERVER_PORT",    "SERVER_PROTOCOL",  "SERVER_SOFTWARE",
    "TIME",           "TIME_DAY",         "TIME_HOUR",
    "TIME_MIN",       "TIME_MON",         "TIME_SEC",
    "TIME_WDAY",      "TIME_YEAR",
};

static int is_shared(const char *name)
{
    size_t i;

    for (i = 0; i < sizeof(shared) / sizeof(shared[0]); i++) {
        if (ap_cstr_casecmp(name, shared[i]) == 0) {
            return 1;
        }
    }
    return 0;
}

static void look_in_expressions(apr_pool_t *pool, const char *name,
                                variable_t *var)
{
    const void *fn = NULL;
    const void *data = NULL;
    const char *failure = NULL;
    ap_expr_lookup_parms parms = {
        .type = AP_EXPR_FUNC_VAR,
        .name = name,
        .pool = pool,
        .ptemp = pool,
        .func = &fn,
        .data = &data,
        .err = &failure,
    };

    if (is_shared(name) && ap_run_expr_lookup(&parms) == OK && fn) {
        var->kind = VAR_EXPR;
        /* The hook hands functions over as pointers to data. */
        memcpy(&var->expr_fn, &fn, sizeof(fn));
        var->expr_data = data;
    }
}

static void parse_plain(apr_pool_t *pool, const char *name, variable_t *var)
{
    size_t i;

    for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (ap_cstr_casecmp(name, known[i].name) == 0) {
            var->kind = known[i].kind;
            var->name = known[i].header;
            /* Host is part of every cache's key already. */
            var->varies = var->name && strcmp(var->name, "Host") != 0;
            return;
        }
    }
    look_in_expressions(pool, name, var);
}

void rewrite_var_parse(apr_pool_t *pool, const char *name, apr_size_t len,
                       variable_t *var)
{
    const char *text = apr_pstrmemdup(pool, name, len);

    memset(var, 0, sizeof(*var));
    if (ap_cstr_casecmpn(text, "LA-U:", 5) == 0) {
        var->look_ahead = LOOK_AT_URL;
        text += 5;
    }
    else if (ap_cstr_casecmpn(text, "LA-F:", 5) == 0) {
        var->look_ahead = LOOK_AT_FILE;
        text += 5;
    }
    var->name = text;
    if (ap_cstr_casecmpn(text, "HTTP:", 5) == 0) {
        var->kind = VAR_HTTP;
        var->name = text + 5;
        var->varies = ap_cstr_casecmp(var->name, "Host") != 0;
    }
    else if (ap_cstr_casecmpn(text, "ENV:", 4) == 0) {
        var->kind = VAR_ENV;
        var->name = text + 4;
    }
    else if (ap_cstr_casecmpn(text, "SSL:", 4) == 0) {
        var->kind = VAR_SSL;
        var->name = text + 4;
    }
    else {
        parse_plain(pool, text, var);
    }
}

/* --- values ------------------------------------------------------------ */

/* The owner of the file; a request may have no facts of it. */
static const char *owner_of(request_rec *r, int is_group)
{
    apr_int32_t wanted = is_group ? APR_FINFO_GROUP : APR_FINFO_USER;
    apr_finfo_t finfo = r->finfo;
    char *name = NULL;

    if (!(finfo.valid & wanted)
        && (!r->filename || r->filename[0] != '/'
            || apr_stat(&finfo, r->filename, wanted, r->pool) != APR_SUCCESS)) {
        return "";
    }
    if (is_group) {
        apr_gid_name_get(&name, finfo.group, r->pool);
    }
    else {
        apr_uid_name_get(&name, finfo.user, r->pool);
    }
    return name ? name : "";
}

static const char *environment(request_rec *r, const char *name)
{
    const char *value = apr_table_get(r->notes, name);

    if (!value) {
        value = apr_table_get(r->subprocess_env, name);
    }
    return value ? value : getenv(name);
}

static const char *from_expressions(request_rec *r, const variable_t *var)
{
    const char *failure = NULL;
    ap_expr_info_t info = { .module_index = rewrite_module.module_index };
    ap_expr_eval_ctx_t ctx = {
        .r = r,
        .c = r->connection,
        .s = r->server,
        .p = r->pool,
        .err = &failure,
        .info = &info,
    };

    return var->expr_fn(&ctx, var->expr_data);
}

/* A field that is absent is not added to Vary: what every visitor without a
 * cookie gets would be lost to caches. */
static const char *header(rewrite_run_t *run, const request_rec *r,
                          const variable_t *var)
{
    const char *value = apr_table_get(r->headers_in, var->name);

    if (value && var->varies) {
        run->vary_this = run->vary_this
                             ? apr_pstrcat(run->r->pool, run->vary_this, ", ",
                                           var->name, NULL)
                             : var->name;
    }
    return value;
}

static const char *value_in(rewrite_run_t *run, request_rec *r,
                            const variable_t *var)
{
    switch (var->kind) {
    case VAR_HTTP:
        return header(run, r, var);
    case VAR_ENV:
        return environment(r, var->name);
    case VAR_SSL:
        return ap_ssl_var_lookup(r->pool, r->server, r->connection, r,
                                 var->name);
    case VAR_FILENAME:
        return r->filename ? r->filename : r->uri;
    case VAR_PATH_INFO:
        return r->path_info;
    case VAR_QUERY_STRING:
        return r->args;
    case VAR_URI:
        return r->uri;
    case VAR_METHOD:
        return r->method;
    case VAR_THE_REQUEST:
        return r->the_request;
    case VAR_HTTPS:
        return ap_ssl_conn_is_ssl(r->connection) ? "on" : "off";
    case VAR_SERVER_ADDR:
        return r->connection->local_ip;
    case VAR_API_VERSION:
        return apr_psprintf(r->pool, "%d:%d", MODULE_MAGIC_NUMBER_MAJOR,
                            MODULE_MAGIC_NUMBER_MINOR);
    case VAR_SCRIPT_USER:
        return owner_of(r, 0);
    case VAR_SCRIPT_GROUP:
        return owner_of(r, 1);
    case VAR_EXPR:
        return from_expressions(r, var);
    case VAR_UNKNOWN:
        break;
    }
    return NULL;
}

/* --- looking ahead ----------------------------------------------------- */

/*
 * A lookup of the same thing from within itself would never end. The core
 * counts levels too, but this stops at the first.
 */
int rewrite_may_look_ahead(const request_rec *r)
{
    const request_rec *outer;

    for (outer = r->main; outer; outer = outer->main) {
        if (strcmp(outer->uri ? outer->uri : "", r->uri ? r->uri : "") == 0
            && strcmp(outer->filename ? outer->filename : "",
                      r->filename ? r->filename : "")
                   == 0) {
            return 0;
        }
    }
    return 1;
}

/* In a server's rules the URL is what they have made of it by now. */
static const char *look_ahead_url(const rewrite_run_t *run)
{
    return run->dir ? run->r->uri : run->r->filename;
}

/* The value in a request that is what this one will become. The copy outlives
 * it (CVE-2026-56154: each kind of value, headers too). */
static const char *value_ahead(rewrite_run_t *run, const variable_t *var)
{
    request_rec *r = run->r;
    request_rec *sub;
    const char *value;

    if (!r->filename || !rewrite_may_look_ahead(r)) {
        return NULL;
    }
    if (var->look_ahead == LOOK_AT_FILE) {
        sub = ap_sub_req_lookup_file(r->filename, r, NULL);
    }
    else {
        sub = ap_sub_req_lookup_uri(look_ahead_url(run), r, NULL);
    }
    value = value_in(run, sub, var);
    value = apr_pstrdup(r->pool, value ? value : "");
    TRACE(run, APLOG_TRACE5, "looked ahead: '%s' will be '%s'", r->filename,
          value);
    ap_destroy_sub_req(sub);
    return value;
}

const char *rewrite_var_value(rewrite_run_t *run, const variable_t *var)
{
    const char *value = var->look_ahead == LOOK_NOWHERE
                            ? value_in(run, run->r, var)
                            : value_ahead(run, var);

    return value ? value : "";
}
