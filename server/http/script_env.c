/* SPDX-License-Identifier: Apache-2.0 */
/*
 * script_env.c - the variables of the Common Gateway Interface (RFC 3875).
 *
 * A request field becomes a variable only if its name maps to one name and
 * back: letters, digits and dashes. Otherwise "X_A" could speak for "X-A" and
 * the configuration's own rules be dodged (CVE-2016-5387 and kin).
 */
#include "util_script.h"

#include <stdbool.h>
#include <string.h>

#include <apr_lib.h>
#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"

extern char **environ;

/* --- the environment of a process ----------------------------------------*/

/* A name that a shell would take; what it would not becomes an underscore. */
static void clean_name(char *entry)
{
    char *at = entry;

    if (apr_isdigit(*at)) {
        *at++ = '_';
    }
    for (; *at && *at != '='; at++) {
        if (!apr_isalnum(*at) && *at != '_') {
            *at = '_';
        }
    }
}

AP_DECLARE(char **) ap_create_environment(apr_pool_t *pool, apr_table_t *table)
{
    const apr_array_header_t *vars = apr_table_elts(table);
    const apr_table_entry_t *var =
        (const apr_table_entry_t *)(const void *)vars->elts;
    char **env = apr_palloc(pool,
                            ((apr_size_t)vars->nelts + 2) * sizeof(char *));
    int n = 0;

    if (!apr_table_get(table, "TZ")) {
        const char *tz = getenv("TZ");

        if (tz) {
            env[n++] = apr_pstrcat(pool, "TZ=", tz, NULL);
        }
    }
    for (int i = 0; i < vars->nelts; i++) {
        if (var[i].key && *var[i].key) {
            env[n] = apr_pstrcat(pool, var[i].key, "=",
                                 var[i].val ? var[i].val : "", NULL);
            clean_name(env[n++]);
        }
    }
    env[n] = NULL;
    return env;
}

/* --- fields --------------------------------------------------------------*/

/* "HTTP_" and name in capitals; NULL if the name maps to no variable. */
static const char *variable_of(apr_pool_t *pool, const char *name)
{
    apr_size_t len = strlen(name);
    char *var = apr_palloc(pool, len + 6);
    char *to = var + 5;

    memcpy(var, "HTTP_", 5);
    for (; *name; name++) {
        if (*name == '-') {
            *to++ = '_';
        }
        else if (apr_isalnum(*name)) {
            *to++ = (char)apr_toupper(*name);
        }
        else {
            return NULL;
        }
    }
    *to = '\0';
    return var;
}

static void add_fields(request_rec *r, apr_table_t *env,
                       const core_dir_config *conf)
{
    const apr_array_header_t *fields = apr_table_elts(r->headers_in);
    const apr_table_entry_t *field =
        (const apr_table_entry_t *)(const void *)fields->elts;
    bool passes_auth = conf->cgi_pass_auth == AP_CGI_PASS_AUTH_ON;

    for (int i = 0; i < fields->nelts; i++) {
        const char *name = field[i].key;
        const char *var;

        if (!name) {
            continue;
        }
        if (ap_cstr_casecmp(name, "Content-Type") == 0) {
            apr_table_addn(env, "CONTENT_TYPE", field[i].val);
        }
        else if (ap_cstr_casecmp(name, "Content-Length") == 0) {
            apr_table_addn(env, "CONTENT_LENGTH", field[i].val);
        }
        else if (ap_cstr_casecmp(name, "Proxy") == 0
                 || (!passes_auth
                     && (ap_cstr_casecmp(name, "Authorization") == 0
                         || ap_cstr_casecmp(name, "Proxy-Authorization")
                             == 0))) {
            continue;
        }
        else if ((var = variable_of(r->pool, name)) != NULL) {
            apr_table_addn(env, var, field[i].val);
        }
    }
}

/* --- variables of server and connection ----------------------------------*/

static void add_if(apr_table_t *env, const char *name, const char *value)
{
    if (value) {
        apr_table_addn(env, name, value);
    }
}

static void add_process_vars(apr_table_t *env)
{
    const char *path = getenv("PATH");

    apr_table_addn(env, "PATH", path ? path : DEFAULT_PATH);
    add_if(env, "LD_LIBRARY_PATH", getenv("LD_LIBRARY_PATH"));
}

/*
 * Applications (WordPress, Joomla, Nextcloud) look for "Apache" here to know
 * whether a .htaccess of theirs counts. It does.
 */
static const char *software(apr_pool_t *pool)
{
    const char *banner = ap_get_server_banner();

    return strstr(banner, "Apache")
               ? banner
               : apr_pstrcat(pool, banner, " (Apache-compatible)", NULL);
}

static void add_server_vars(request_rec *r, apr_table_t *env)
{
    const conn_rec *c = r->connection;

    apr_table_addn(env, "SERVER_SIGNATURE", ap_psignature("", r));
    apr_table_addn(env, "SERVER_SOFTWARE", software(r->pool));
    apr_table_addn(env, "SERVER_NAME",
                   ap_escape_html(r->pool, ap_get_server_name_for_url(r)));
    apr_table_addn(env, "SERVER_ADDR", r->connection->local_ip);
    apr_table_addn(env, "SERVER_PORT",
                   apr_psprintf(r->pool, "%u", ap_get_server_port(r)));
    add_if(env, "REMOTE_HOST",
           ap_get_useragent_host(r, REMOTE_HOST, NULL));
    apr_table_addn(env, "REMOTE_ADDR", r->useragent_ip);
    apr_table_addn(env, "DOCUMENT_ROOT", ap_document_root(r));
    apr_table_setn(env, "REQUEST_SCHEME", ap_http_scheme(r));
    apr_table_addn(env, "CONTEXT_PREFIX", ap_context_prefix(r));
    apr_table_addn(env, "CONTEXT_DOCUMENT_ROOT", ap_context_document_root(r));
    add_if(env, "SERVER_ADMIN", r->server->server_admin);
    if (apr_table_get(r->notes, "proxy-noquery")
        && r->filename && strchr(r->filename, '?')) {
        char *name = apr_pstrdup(r->pool, r->filename);

        *strchr(name, '?') = '\0';
        apr_table_addn(env, "SCRIPT_FILENAME", name);
    }
    else {
        add_if(env, "SCRIPT_FILENAME", r->filename);
    }
    apr_table_addn(env, "REMOTE_PORT",
                   apr_itoa(r->pool, r->useragent_addr
                                ? r->useragent_addr->port
                                : c->client_addr->port));
}

/* Who authenticated, be it for the request before a redirect. */
static void add_user_vars(request_rec *r, apr_table_t *env)
{
    if (r->user) {
        apr_table_addn(env, "REMOTE_USER", r->user);
    }
    else if (r->prev && r->prev->user) {
        apr_table_addn(env, "REDIRECT_REMOTE_USER", r->prev->user);
    }
    add_if(env, "AUTH_TYPE", r->ap_auth_type);
    add_if(env, "REMOTE_IDENT", ap_get_remote_logname(r));
}

static void add_redirect_vars(request_rec *r, apr_table_t *env)
{
    const core_dir_config *conf = ap_get_core_module_config(r->per_dir_config);
    const char *uri;

    if (!r->prev) {
        return;
    }
    uri = r->prev->uri;
    if (conf->qualify_redirect_url == AP_CORE_CONFIG_ON && uri) {
        uri = ap_construct_url(r->pool, uri, r->prev);
    }
    add_if(env, "REDIRECT_QUERY_STRING", r->prev->args);
    add_if(env, "REDIRECT_URL", uri);
}

AP_DECLARE(void) ap_add_common_vars(request_rec *r)
{
    apr_table_t *env = r->subprocess_env;
    const core_dir_config *conf = ap_get_core_module_config(r->per_dir_config);
    apr_table_t *made;

    /* What the server knows replaces what SetEnv says of the same name, but
     * the rest of the environment stays: a table of its own, laid over. */
    made = apr_table_make(r->pool, 25);
    add_fields(r, made, conf);
    add_process_vars(made);
    add_server_vars(r, made);
    add_user_vars(r, made);
    add_redirect_vars(r, made);
    if (apr_is_empty_table(env)) {
        r->subprocess_env = made;
        return;
    }
    /* A configured PATH is meant. */
    if (apr_table_get(env, "PATH")) {
        apr_table_unset(made, "PATH");
    }
    apr_table_overlap(env, made, APR_OVERLAP_TABLES_SET);
}

/* --- variables of the script ---------------------------------------------*/

/* The target as the client sent it, for the first request of a chain. */
static const char *original_uri(request_rec *r)
{
    const char *line;
    const char *start;
    const char *end;

    while (r->prev) {
        r = r->prev;
    }
    line = r->the_request;
    if (!line || !(start = strchr(line, ' '))) {
        return r->unparsed_uri;
    }
    while (*start == ' ') {
        start++;
    }
    for (end = start; *end && *end != ' ' && *end != '#'; end++) {
    }
    return apr_pstrmemdup(r->pool, start, (apr_size_t)(end - start));
}

static const char *request_uri(request_rec *r)
{
    const core_dir_config *conf = ap_get_core_module_config(r->per_dir_config);
    const char *rule = conf->cgi_var_rules
        ? apr_hash_get(conf->cgi_var_rules, "REQUEST_URI",
                       APR_HASH_KEY_STRING) : NULL;

    if (rule && ap_cstr_casecmp(rule, "current-uri") == 0) {
        return r->args ? apr_pstrcat(r->pool, r->uri, "?", r->args, NULL)
                       : r->uri;
    }
    return original_uri(r);
}

/* How many bytes of uri are the script's, path_info being the rest. The two
 * are compared from behind: rewriting may have changed what is in front. */
AP_DECLARE(int) ap_find_path_info(const char *uri, const char *path_info)
{
    size_t uri_at = strlen(uri);
    size_t info_at = strlen(path_info);

    while (uri_at && info_at && uri[uri_at - 1] == path_info[info_at - 1]) {
        uri_at--;
        info_at--;
    }
    if (!uri_at) {
        return 0;
    }
    /* The script's part ends before a slash. */
    while (uri[uri_at] && uri[uri_at] != '/') {
        uri_at++;
    }
    return (int)uri_at;
}

static void add_path_vars(request_rec *r, apr_table_t *env)
{
    request_rec *sub;
    int script_len;

    if (!r->path_info || !*r->path_info) {
        apr_table_setn(env, "SCRIPT_NAME", r->uri);
        return;
    }
    script_len = ap_find_path_info(r->uri, r->path_info);
    apr_table_setn(env, "SCRIPT_NAME",
                   apr_pstrmemdup(r->pool, r->uri, (apr_size_t)script_len));
    apr_table_setn(env, "PATH_INFO", r->path_info);

    sub = ap_sub_req_lookup_uri(ap_escape_uri(r->pool, r->path_info), r, NULL);
    if (!sub) {
        return;
    }
    if (sub->filename) {
        apr_table_setn(env, "PATH_TRANSLATED",
                       apr_pstrcat(r->pool, sub->filename,
                                   sub->path_info ? sub->path_info : "",
                                   NULL));
    }
    ap_destroy_sub_req(sub);
}

AP_DECLARE(void) ap_add_cgi_vars(request_rec *r)
{
    apr_table_t *env = r->subprocess_env;

    apr_table_setn(env, "GATEWAY_INTERFACE", "CGI/1.1");
    apr_table_setn(env, "SERVER_PROTOCOL", r->protocol);
    apr_table_setn(env, "REQUEST_METHOD", r->method);
    apr_table_setn(env, "QUERY_STRING", r->args ? r->args : "");
    apr_table_setn(env, "REQUEST_URI", request_uri(r));
    /* A script that is included has the path of the page that includes it. */
    if (strcmp(r->protocol, "INCLUDED") == 0) {
        apr_table_setn(env, "SCRIPT_NAME", r->uri);
        if (r->path_info && *r->path_info) {
            apr_table_setn(env, "PATH_INFO", r->path_info);
        }
        return;
    }
    add_path_vars(r, env);
}

/* --- the query -----------------------------------------------------------*/

/* Splits r->args into names and values, undecoded where that fails. */
AP_DECLARE(void) ap_args_to_table(request_rec *r, apr_table_t **table)
{
    apr_table_t *args = apr_table_make(r->pool, 10);
    const char *at = r->args;

    while (at && *at) {
        char *pair = ap_getword(r->pool, &at, '&');
        char *value = strchr(pair, '=');

        if (value) {
            *value++ = '\0';
            ap_unescape_urlencoded(value);
        }
        ap_unescape_urlencoded(pair);
        if (*pair) {
            apr_table_set(args, pair, value ? value : "1");
        }
    }
    *table = args;
}
