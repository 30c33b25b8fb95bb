/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_dir - what a directory's URL shows: its index, and the slash at its end.
 *
 * Directives: DirectoryIndex, DirectoryIndexRedirect, DirectorySlash,
 *             DirectoryCheckHandler, FallbackResource (any section, .htaccess)
 * Phase:      fixups, late: others may still choose a handler. An index is
 *             found with subrequests; the one that serves takes r's place.
 * Owns:       one dir_conf_t a section, in the configuration pool
 * Tests:      test/e2e/mappers/test_dir.py
 */

#include "httpd.h"

#include "apr_lib.h"
#include "apr_strings.h"

#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_rewrite.h"

module AP_MODULE_DECLARE_DATA dir_module;

typedef enum { SWITCH_UNSET, SWITCH_OFF, SWITCH_ON } switch_e;

enum { REDIRECT_UNSET = -1, REDIRECT_OFF = 0 };

typedef struct dir_conf_t {
    apr_array_header_t *names; /* of const char *; NULL: not said here;
                                * empty: disabled */
    const char *fallback;      /* a URL; "" disabled; NULL: not said here */
    switch_e adds_slash;
    switch_e checks_handler;
    int redirect_status; /* of DirectoryIndexRedirect, or REDIRECT_* */
} dir_conf_t;

static void *dir_create_conf(apr_pool_t *pool, char *dir)
{
    dir_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->redirect_status = REDIRECT_UNSET;
    return conf;
}

static void *dir_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const dir_conf_t *base = outer;
    const dir_conf_t *over = inner;
    dir_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->names = over->names ? over->names : base->names;
    conf->fallback = over->fallback ? over->fallback : base->fallback;
    conf->adds_slash = over->adds_slash ? over->adds_slash : base->adds_slash;
    conf->checks_handler = over->checks_handler ? over->checks_handler
                                                : base->checks_handler;
    conf->redirect_status = over->redirect_status == REDIRECT_UNSET
                                ? base->redirect_status
                                : over->redirect_status;
    return conf;
}

/* --- directives ----------------------------------------------------------- */

static const char *set_directory_index(cmd_parms *cmd, void *dir_conf,
                                       const char *args)
{
    dir_conf_t *conf = dir_conf;
    const char *name = ap_getword_conf(cmd->pool, &args);

    if (!*name) {
        return "DirectoryIndex needs names, or 'disabled'";
    }
    /* Only alone does the word mean what it says. */
    if (!*args && ap_cstr_casecmp(name, "disabled") == 0) {
        conf->names = apr_array_make(cmd->pool, 2, sizeof(const char *));
        return NULL;
    }
    if (!conf->names) {
        conf->names = apr_array_make(cmd->pool, 4, sizeof(const char *));
    }
    APR_ARRAY_PUSH(conf->names, const char *) = name;
    while (*args) {
        name = ap_getword_conf(cmd->pool, &args);
        APR_ARRAY_PUSH(conf->names, const char *) = name;
    }
    return NULL;
}

static const char *set_fallback_resource(cmd_parms *cmd, void *dir_conf,
                                         const char *arg)
{
    dir_conf_t *conf = dir_conf;

    conf->fallback = ap_cstr_casecmp(arg, "disabled") == 0 ? "" : arg;
    return NULL;
}

static const char *set_directory_slash(cmd_parms *cmd, void *dir_conf,
                                       int is_on)
{
    dir_conf_t *conf = dir_conf;

    conf->adds_slash = is_on ? SWITCH_ON : SWITCH_OFF;
    return NULL;
}

static const char *set_directory_check_handler(cmd_parms *cmd, void *dir_conf,
                                               int is_on)
{
    dir_conf_t *conf = dir_conf;

    conf->checks_handler = is_on ? SWITCH_ON : SWITCH_OFF;
    return NULL;
}

static const char *set_directory_index_redirect(cmd_parms *cmd, void *dir_conf,
                                                const char *arg)
{
    static const struct {
        const char *word;
        int status;
    } words[] = {
        { "off", REDIRECT_OFF },
        { "on", HTTP_MOVED_TEMPORARILY },
        { "temp", HTTP_MOVED_TEMPORARILY },
        { "permanent", HTTP_MOVED_PERMANENTLY },
        { "seeother", HTTP_SEE_OTHER },
    };
    dir_conf_t *conf = dir_conf;
    apr_int64_t number;
    char *end;
    size_t i;

    for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (ap_cstr_casecmp(arg, words[i].word) == 0) {
            conf->redirect_status = words[i].status;
            return NULL;
        }
    }
    number = apr_strtoi64(arg, &end, 10);
    if (end == arg || *end || number < 300 || number > 399) {
        return apr_psprintf(cmd->pool,
                            "DirectoryIndexRedirect: '%s' is not on, off, "
                            "permanent, temp, seeother or a status from 300 "
                            "to 399",
                            arg);
    }
    conf->redirect_status = (int)number;
    return NULL;
}

/* --- the phase ------------------------------------------------------------ */

/* http://host/dir -> http://host/dir/ */
static int add_slash(request_rec *r, const dir_conf_t *conf)
{
    const char *url;

    if (conf->adds_slash == SWITCH_OFF) {
        return DECLINED;
    }
    /* Some old WebDAV clients turn a redirected method into GET. */
    if (r->method_number != M_GET
        && apr_table_get(r->subprocess_env, "redirect-carefully")) {
        return DECLINED;
    }
    url = apr_pstrcat(r->pool, ap_escape_uri(r->pool, r->uri), "/",
                      r->args ? "?" : NULL, r->args, NULL);
    apr_table_setn(r->headers_out, "Location",
                   ap_construct_url(r->pool, url, r));
    return HTTP_MOVED_PERMANENTLY;
}

/* A subrequest that ends r: it stays alive, r answers as it would have. */
static int take_over_answer(request_rec *r, request_rec *sub)
{
    apr_pool_join(r->pool, sub->pool);
    r->notes = apr_table_overlay(r->pool, r->notes, sub->notes);
    r->headers_out = apr_table_overlay(r->pool, r->headers_out,
                                       sub->headers_out);
    r->err_headers_out = apr_table_overlay(r->pool, r->err_headers_out,
                                           sub->err_headers_out);
    return sub->status;
}

/* A lookup nearly always ends well: what is not there may be the path info of
 * a directory above. Only a file counts as found, and what ProxyPass sends on.
 * "proxy:fcgi://…" of SetHandler still needs the file: it is only named. */
static int is_served(const request_rec *sub)
{
    return sub->status == HTTP_OK
           && (sub->finfo.filetype == APR_REG
               || (sub->handler
                   && strcmp(sub->handler, "proxy-server") == 0));
}

static request_rec *look_up(request_rec *r, const char *name)
{
    if (r->args) {
        name = apr_pstrcat(r->pool, name, "?", r->args, NULL);
    }
    return ap_sub_req_lookup_uri(name, r, r->output_filters);
}

/*
 * Tries one name. OK: it has taken r's place; a status: r ends with it;
 * DECLINED: go on, *failure is then what to answer if nothing else is found.
 */
static int try_index(request_rec *r, const dir_conf_t *conf, const char *name,
                     int is_only, int *failure)
{
    request_rec *sub = look_up(r, name);
    int status = sub->status;

    if (is_served(sub)) {
        if (conf->redirect_status > REDIRECT_OFF) {
            apr_table_setn(
                r->headers_out, "Location",
                ap_construct_url(r->pool, ap_escape_uri(r->pool, sub->uri), r));
            ap_destroy_sub_req(sub);
            return conf->redirect_status;
        }
        ap_internal_fast_redirect(sub, r);
        return OK;
    }
    if (ap_is_HTTP_REDIRECT(status)
        || (is_only
            && (status == HTTP_NOT_ACCEPTABLE
                || status == HTTP_UNAUTHORIZED))) {
        return take_over_answer(r, sub);
    }
    /* An index that is there but refused must not become a listing. */
    if (status && status != HTTP_NOT_FOUND && status != HTTP_OK) {
        *failure = status;
    }
    ap_destroy_sub_req(sub);
    return DECLINED;
}

static int use_fallback(request_rec *r, const dir_conf_t *conf)
{
    request_rec *sub;
    int status = DECLINED;

    if (!conf->fallback || !*conf->fallback) {
        return DECLINED;
    }
    /* The fallback itself is missing: no fallback for it. */
    if (r->main && strcmp(r->uri, conf->fallback) == 0) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "dir: FallbackResource '%s' does not exist",
                      conf->fallback);
        return DECLINED;
    }
    sub = look_up(r, conf->fallback);
    if (is_served(sub)) {
        ap_internal_fast_redirect(sub, r);
        return OK;
    }
    if (ap_is_HTTP_REDIRECT(sub->status)) {
        return take_over_answer(r, sub);
    }
    if (sub->status != HTTP_OK && sub->status != HTTP_NOT_FOUND) {
        status = sub->status;
    }
    ap_destroy_sub_req(sub);
    return status;
}

/* For the message of who refuses to list the directory. */
static void note_names(request_rec *r, const char *const *names, int names_n)
{
    const char *list = names_n > 0 ? names[0] : "";

    for (int i = 1; i < names_n; i++) {
        list = apr_pstrcat(r->pool, list, ",", names[i], NULL);
    }
    if (*list) {
        apr_table_setn(r->notes, "dir-index-names", list);
    }
}

static int find_index(request_rec *r, const dir_conf_t *conf)
{
    static const char *const default_names[] = { AP_DEFAULT_INDEX };
    const char *const *names = default_names;
    int names_n = 1;
    int failure = 0;
    int i;

    if (conf->names) {
        names = (const char *const *)conf->names->elts;
        names_n = conf->names->nelts;
    }
    for (i = 0; i < names_n; i++) {
        int status = try_index(r, conf, names[i], names_n == 1, &failure);

        if (status != DECLINED) {
            return status;
        }
    }
    note_names(r, names, names_n);
    return failure ? failure : use_fallback(r, conf);
}

static int dir_fixup(request_rec *r)
{
    const dir_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                  &dir_module);
    apr_size_t uri_len = strlen(r->uri);
    apr_size_t name_len;

    if (r->finfo.filetype == APR_NOFILE && !r->handler) {
        return use_fallback(r, conf);
    }
    if (r->finfo.filetype != APR_DIR) {
        return DECLINED;
    }
    if (!r->handler && !r->content_type) {
        r->handler = DIR_MAGIC_TYPE; /* no module has typed it: a listing may */
    }
    if (conf->checks_handler == SWITCH_ON && r->handler
        && strcmp(r->handler, DIR_MAGIC_TYPE) != 0) {
        /* The type was only a way to choose a handler. */
        if (r->content_type && strcmp(r->content_type, DIR_MAGIC_TYPE) == 0) {
            r->content_type = NULL;
        }
        return DECLINED;
    }
    if (uri_len == 0 || r->uri[uri_len - 1] != '/') {
        return add_slash(r, conf);
    }
    /* What a rule has sent elsewhere is no directory any more. */
    if (r->handler && strcmp(r->handler, REWRITE_REDIRECT_HANDLER_NAME) == 0) {
        return DECLINED;
    }
    /* Relative names are looked up in the directory, not beside it. */
    name_len = strlen(r->filename);
    if (name_len == 0 || r->filename[name_len - 1] != '/') {
        r->filename = apr_pstrcat(r->pool, r->filename, "/", NULL);
    }
    return find_index(r, conf);
}

static const command_rec dir_directives[] = {
    AP_INIT_RAW_ARGS("DirectoryIndex", set_directory_index, NULL, OR_INDEXES,
                     "names to look for in a directory, or 'disabled'"),
    AP_INIT_TAKE1("FallbackResource", set_fallback_resource, NULL, OR_INDEXES,
                  "the URL that serves what does not exist, or 'disabled'"),
    AP_INIT_FLAG("DirectorySlash", set_directory_slash, NULL, OR_INDEXES,
                 "On or Off: whether /dir is redirected to /dir/"),
    AP_INIT_FLAG("DirectoryCheckHandler", set_directory_check_handler, NULL,
                 OR_INDEXES,
                 "On or Off: whether a handler set by others goes first"),
    AP_INIT_TAKE1("DirectoryIndexRedirect", set_directory_index_redirect, NULL,
                  OR_INDEXES,
                  "on, off, permanent, temp, seeother or 3xx: whether the "
                  "index is redirected to"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};

static void dir_register_hooks(apr_pool_t *pool)
{
    ap_hook_fixups(dir_fixup, NULL, NULL, APR_HOOK_LAST);
}

AP_DECLARE_MODULE(dir) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = dir_create_conf,
    .merge_dir_config = dir_merge_conf,
    .cmds = dir_directives,
    .register_hooks = dir_register_hooks,
};
