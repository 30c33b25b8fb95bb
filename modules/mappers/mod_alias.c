/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_alias - map URLs to other places of the file system, or to other URLs.
 *
 * Directives: Alias, AliasMatch, ScriptAlias, ScriptAliasMatch (server, or as
 *             an expression in <Location>), Redirect and its kin (anywhere),
 *             RedirectRelative, AliasPreservePath
 * Phases:     translate_name: Location's own mapping first, then the server's
 *             redirects, then its aliases; the first that matches counts.
 *             fixups: redirects of directories and .htaccess files
 * Owns:       one alias_server_t a server, one alias_dir_t a section
 * Tests:      test/e2e/mappers/test_alias.py
 */

#include "httpd.h"

#include "apr_lib.h"
#include "apr_strings.h"
#include "apr_uri.h"

#include "ap_expr.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"

#include "alias_map.h"

module AP_MODULE_DECLARE_DATA alias_module;

/* A setting that an inner section may leave to the outer one. */
typedef enum { SWITCH_UNSET, SWITCH_OFF, SWITCH_ON } switch_e;

typedef struct alias_server_t {
    apr_array_header_t *aliases;   /* of mapping_t */
    apr_array_header_t *redirects; /* of mapping_t */
} alias_server_t;

typedef struct alias_dir_t {
    apr_array_header_t *redirects; /* of mapping_t */
    const mapping_t *alias;        /* Alias without a URL, or NULL */
    const char *alias_base;        /* the <Location> that it stands in */
    const mapping_t *redirect;     /* Redirect without a URL, or NULL */
    switch_e preserves_path;
    switch_e is_relative;
} alias_dir_t;

/* --- configuration -------------------------------------------------------- */

static void *alias_create_server(apr_pool_t *pool, server_rec *s)
{
    alias_server_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->aliases = apr_array_make(pool, 4, sizeof(mapping_t));
    conf->redirects = apr_array_make(pool, 4, sizeof(mapping_t));
    return conf;
}

static void *alias_merge_server(apr_pool_t *pool, void *outer, void *inner)
{
    const alias_server_t *base = outer;
    const alias_server_t *over = inner;
    alias_server_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->aliases = apr_array_append(pool, over->aliases, base->aliases);
    conf->redirects = apr_array_append(pool, over->redirects, base->redirects);
    return conf;
}

static void *alias_create_dir(apr_pool_t *pool, char *dir)
{
    alias_dir_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->redirects = apr_array_make(pool, 2, sizeof(mapping_t));
    return conf;
}

static void *alias_merge_dir(apr_pool_t *pool, void *outer, void *inner)
{
    const alias_dir_t *base = outer;
    const alias_dir_t *over = inner;
    alias_dir_t *conf = apr_pmemdup(pool, base, sizeof(*conf));

    conf->redirects = apr_array_append(pool, over->redirects, base->redirects);
    if (over->alias) {
        conf->alias = over->alias;
        conf->alias_base = over->alias_base;
    }
    if (over->redirect) {
        conf->redirect = over->redirect;
    }
    if (over->preserves_path != SWITCH_UNSET) {
        conf->preserves_path = over->preserves_path;
    }
    if (over->is_relative != SWITCH_UNSET) {
        conf->is_relative = over->is_relative;
    }
    return conf;
}

/* --- phases --------------------------------------------------------------- */

/* Sends r to url, or answers status alone. */
static int redirect(request_rec *r, const alias_dir_t *conf, int status,
                    const char *url)
{
    if (!ap_is_HTTP_REDIRECT(status)) {
        return status;
    }
    if (*url == '/' && conf->is_relative != SWITCH_ON) {
        url = ap_construct_url(r->pool, url, r);
    }
    if (*url != '/' && !ap_is_url(url)) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "alias: cannot redirect '%s' to '%s', which is neither "
                      "a full URL nor a path",
                      r->uri, url);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    apr_table_setn(r->headers_out, "Location", url);
    return status;
}

static int try_redirects(request_rec *r, const alias_dir_t *conf,
                         const apr_array_header_t *list)
{
    int i;

    for (i = 0; i < list->nelts; i++) {
        const mapping_t *map = &APR_ARRAY_IDX(list, i, mapping_t);
        const char *url = alias_map_to_url(r, map);

        if (url) {
            return redirect(r, conf, map->status, url);
        }
    }
    return DECLINED;
}

/* The value of an expression in <Location>; NULL after a logged failure. */
static const char *evaluate(request_rec *r, const mapping_t *map)
{
    const char *failure = NULL;
    const char *value = ap_expr_str_exec(r, map->expr, &failure);

    if (failure) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "alias: the expression for '%s' failed: %s", r->uri,
                      failure);
        return NULL;
    }
    return value;
}

static int try_location_redirect(request_rec *r, const alias_dir_t *conf)
{
    const char *url = "";

    if (!conf->redirect) {
        return DECLINED;
    }
    if (conf->redirect->expr) {
        apr_uri_t parts;

        url = evaluate(r, conf->redirect);
        if (!url) {
            return HTTP_INTERNAL_SERVER_ERROR;
        }
        if (apr_uri_parse(r->pool, url, &parts) != APR_SUCCESS) {
            ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                          "alias: '%s' is not a URL to redirect to", url);
            return HTTP_INTERNAL_SERVER_ERROR;
        }
        url = alias_add_query(r, alias_escape_query(r->pool, url));
    }
    return redirect(r, conf, conf->redirect->status, url);
}

static void set_handler(request_rec *r, const mapping_t *map)
{
    if (map->handler) {
        r->handler = map->handler;
        apr_table_setn(r->notes, "alias-forced-type", map->handler);
    }
}

static int use_path(request_rec *r, const mapping_t *map, const char *path)
{
    path = ap_server_root_relative(r->pool, path);
    if (!path) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "alias: '%s' is mapped to what is no path", r->uri);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    r->filename = apr_pstrdup(r->pool, path);
    set_handler(r, map);
    return OK;
}

static int try_location_alias(request_rec *r, const alias_dir_t *conf)
{
    const char *path;

    if (!conf->alias) {
        return DECLINED;
    }
    path = evaluate(r, conf->alias);
    if (!path) {
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (!*path) {
        return DECLINED;
    }
    if (conf->preserves_path == SWITCH_ON && conf->alias_base) {
        apr_size_t len = alias_match_prefix(r->uri, conf->alias_base);

        if (len > 0) {
            ap_set_context_info(r, conf->alias_base, path);
            path = apr_pstrcat(r->pool, path, r->uri + len, NULL);
        }
    }
    return use_path(r, conf->alias, path);
}

static int alias_translate(request_rec *r)
{
    const alias_server_t *server = ap_get_module_config(
        r->server->module_config, &alias_module);
    const alias_dir_t *conf = ap_get_module_config(r->per_dir_config,
                                                   &alias_module);
    int status;
    int i;

    if (*r->uri != '/' && *r->uri != '\0') {
        return DECLINED;
    }
    status = try_location_redirect(r, conf);
    if (status == DECLINED) {
        status = try_redirects(r, conf, server->redirects);
    }
    if (status == DECLINED) {
        status = try_location_alias(r, conf);
    }
    for (i = 0; status == DECLINED && i < server->aliases->nelts; i++) {
        const mapping_t *map = &APR_ARRAY_IDX(server->aliases, i, mapping_t);
        const char *path = alias_map_to_path(r, map);

        if (path) {
            status = use_path(r, map, path);
        }
    }
    return status;
}

static int alias_fixup(request_rec *r)
{
    const alias_dir_t *conf = ap_get_module_config(r->per_dir_config,
                                                   &alias_module);
    int status = try_location_redirect(r, conf);

    return status == DECLINED ? try_redirects(r, conf, conf->redirects)
                              : status;
}

/* --- Alias, AliasMatch, ScriptAlias, ScriptAliasMatch --------------------- */

static int is_in_location(cmd_parms *cmd)
{
    return ap_check_cmd_context(cmd, NOT_IN_LOCATION) != NULL;
}

/* The form without a URL, which the section says. */
static const char *add_location_alias(cmd_parms *cmd, alias_dir_t *conf,
                                      const char *to)
{
    mapping_t *map = apr_pcalloc(cmd->pool, sizeof(*map));
    const char *failure = NULL;

    if (!is_in_location(cmd)) {
        return apr_psprintf(cmd->pool,
                            "%s needs a URL path and a file path "
                            "outside <Location> sections",
                            cmd->cmd->name);
    }
    map->expr = ap_expr_parse_cmd(cmd, to, AP_EXPR_FLAG_STRING_RESULT, &failure,
                                  NULL);
    if (failure) {
        return apr_psprintf(cmd->pool,
                            "%s: cannot read the expression '%s': %s",
                            cmd->cmd->name, to, failure);
    }
    map->handler = cmd->info;
    conf->alias = map;
    conf->alias_base = cmd->path;
    return NULL;
}

/* An alias that an earlier one hides is most likely a mistake. */
static void warn_if_hidden(cmd_parms *cmd, const apr_array_header_t *list,
                           const mapping_t *map)
{
    int i;

    for (i = 0; i < list->nelts; i++) {
        const mapping_t *earlier = &APR_ARRAY_IDX(list, i, mapping_t);

        if (earlier->regex ? !ap_regexec(earlier->regex, map->from, 0, NULL, 0)
                           : alias_match_prefix(map->from, earlier->from) > 0) {
            ap_log_error(APLOG_MARK, APLOG_WARNING, 0, cmd->server,
                         "%s:%d: %s '%s' will probably never match, an "
                         "earlier one covers it",
                         cmd->directive->filename, cmd->directive->line_num,
                         cmd->cmd->name, map->from);
            return;
        }
    }
}

static const char *set_alias(cmd_parms *cmd, void *dir_conf, const char *from,
                             const char *to)
{
    alias_server_t *server = ap_get_module_config(cmd->server->module_config,
                                                  &alias_module);
    mapping_t *map;

    if (!to) {
        return add_location_alias(cmd, dir_conf, from);
    }
    if (cmd->path) {
        return apr_psprintf(cmd->pool,
                            "%s takes one argument in sections, "
                            "'%s' is one too many",
                            cmd->cmd->name, to);
    }
    map = apr_array_push(server->aliases);
    memset(map, 0, sizeof(*map));
    map->from = from;
    map->to = to;
    map->handler = cmd->info;
    server->aliases->nelts--;
    warn_if_hidden(cmd, server->aliases, map);
    server->aliases->nelts++;
    return NULL;
}

static const char *compile(cmd_parms *cmd, const char *pattern,
                           ap_regex_t **regex)
{
    *regex = ap_pregcomp(cmd->pool, pattern, AP_REG_EXTENDED);
    if (!*regex) {
        return apr_psprintf(cmd->pool, "%s: '%s' is not a regular expression",
                            cmd->cmd->name, pattern);
    }
    return NULL;
}

static const char *set_alias_match(cmd_parms *cmd, void *dir_conf,
                                   const char *pattern, const char *to)
{
    alias_server_t *server = ap_get_module_config(cmd->server->module_config,
                                                  &alias_module);
    mapping_t map = { .to = to, .handler = cmd->info };
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (!failure) {
        failure = compile(cmd, pattern, &map.regex);
    }
    if (!failure) {
        APR_ARRAY_PUSH(server->aliases, mapping_t) = map;
    }
    return failure;
}

/* --- Redirect and its kin ------------------------------------------------- */

/* A word, or a number that the server has a text for. */
static int parse_status(const char *word, int *status)
{
    static const struct {
        const char *word;
        int status;
    } words[] = {
        { "permanent", HTTP_MOVED_PERMANENTLY },
        { "temp", HTTP_MOVED_TEMPORARILY },
        { "seeother", HTTP_SEE_OTHER },
        { "gone", HTTP_GONE },
    };
    size_t i;

    for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (ap_cstr_casecmp(word, words[i].word) == 0) {
            *status = words[i].status;
            return 1;
        }
    }
    if (apr_isdigit(*word)) {
        char *end;
        apr_int64_t number = apr_strtoi64(word, &end, 10);

        if (!*end && number >= 100 && number <= 999) {
            *status = (int)number;
            return 1;
        }
    }
    return 0;
}

/* What a redirect must have, given its status. */
static const char *check_redirect(cmd_parms *cmd, const mapping_t *map,
                                  const char *to)
{
    if (ap_is_HTTP_REDIRECT(map->status)) {
        if (!to) {
            return apr_psprintf(cmd->pool, "%s needs a URL to redirect to",
                                cmd->cmd->name);
        }
    }
    else {
        if (to) {
            return apr_psprintf(cmd->pool,
                                "%s with the status %d takes no "
                                "URL, remove '%s'",
                                cmd->cmd->name, map->status, to);
        }
        if (map->status != HTTP_INTERNAL_SERVER_ERROR
            && ap_index_of_response(map->status)
                   == ap_index_of_response(HTTP_INTERNAL_SERVER_ERROR)) {
            return apr_psprintf(cmd->pool, "%s: %d is not a known status",
                                cmd->cmd->name, map->status);
        }
    }
    return NULL;
}

static const char *add_location_redirect(cmd_parms *cmd, alias_dir_t *conf,
                                         int status, const char *to)
{
    mapping_t *map = apr_pcalloc(cmd->pool, sizeof(*map));
    const char *failure;

    map->status = status;
    failure = check_redirect(cmd, map, to);
    if (failure) {
        return failure;
    }
    if (to) {
        map->expr = ap_expr_parse_cmd(cmd, to, AP_EXPR_FLAG_STRING_RESULT,
                                      &failure, NULL);
        if (failure) {
            return apr_psprintf(cmd->pool,
                                "%s: cannot read the expression '%s': %s",
                                cmd->cmd->name, to, failure);
        }
    }
    conf->redirect = map;
    return NULL;
}

static void add_redirect(cmd_parms *cmd, alias_dir_t *conf,
                         const mapping_t *map)
{
    alias_server_t *server = ap_get_module_config(cmd->server->module_config,
                                                  &alias_module);

    if (cmd->path) {
        APR_ARRAY_PUSH(conf->redirects, mapping_t) = *map;
    }
    else {
        APR_ARRAY_PUSH(server->redirects, mapping_t) = *map;
    }
}

static const char *add_prefix_redirect(cmd_parms *cmd, alias_dir_t *conf,
                                       int status, const char *from,
                                       const char *to)
{
    mapping_t map = { .from = from, .to = to, .status = status };
    const char *failure = check_redirect(cmd, &map, to);

    if (failure) {
        return failure;
    }
    if (*from != '/') {
        ap_log_error(APLOG_MARK, APLOG_WARNING, 0, cmd->server,
                     "%s:%d: %s '%s' will never match: URL paths begin with /",
                     cmd->directive->filename, cmd->directive->line_num,
                     cmd->cmd->name, from);
    }
    if (to && *to != '/' && !ap_is_url(to)) {
        return apr_psprintf(cmd->pool,
                            "%s: '%s' is neither a full URL nor a "
                            "path that begins with /",
                            cmd->cmd->name, to);
    }
    add_redirect(cmd, conf, &map);
    return NULL;
}

static const char *set_redirect(cmd_parms *cmd, void *dir_conf,
                                const char *first, const char *second,
                                const char *third)
{
    alias_dir_t *conf = dir_conf;
    int status = HTTP_MOVED_TEMPORARILY;
    int has_status = parse_status(first, &status);

    if (third && !has_status) {
        return apr_psprintf(cmd->pool,
                            "Redirect: '%s' is not permanent, "
                            "temp, seeother, gone or a status",
                            first);
    }
    if (has_status) { /* the rest is [path] [URL] */
        first = second;
        second = third;
    }
    if (is_in_location(cmd) && !second) {
        return add_location_redirect(cmd, conf, status, first);
    }
    if (!first) {
        return "Redirect needs the path to redirect from";
    }
    if (is_in_location(cmd) && !has_status && *first != '/') {
        return apr_psprintf(cmd->pool,
                            "Redirect: '%s' is not permanent, "
                            "temp, seeother, gone or a status",
                            first);
    }
    return add_prefix_redirect(cmd, conf, status, first, second);
}

/* RedirectTemp and RedirectPermanent: the status is in the table. */
static const char *set_redirect_fixed(cmd_parms *cmd, void *dir_conf,
                                      const char *from, const char *to)
{
    const int *status = cmd->info;

    return add_prefix_redirect(cmd, dir_conf, *status, from, to);
}

static const char *set_redirect_match(cmd_parms *cmd, void *dir_conf,
                                      const char *first, const char *second,
                                      const char *third)
{
    mapping_t map = { .status = HTTP_MOVED_TEMPORARILY };
    const char *pattern = first;
    const char *failure;

    map.to = second;
    if (parse_status(first, &map.status)) {
        pattern = second;
        map.to = third;
    }
    else if (third) {
        return apr_psprintf(cmd->pool,
                            "RedirectMatch: '%s' is not permanent, "
                            "temp, seeother, gone or a status",
                            first);
    }
    /* In <Location>, "RedirectMatch 301 URL": the section has the pattern. */
    if (!map.to && ap_is_HTTP_REDIRECT(map.status) && is_in_location(cmd)) {
        return add_location_redirect(cmd, dir_conf, map.status, pattern);
    }
    failure = check_redirect(cmd, &map, map.to);
    if (!failure) {
        failure = compile(cmd, pattern, &map.regex);
    }
    if (!failure) {
        add_redirect(cmd, dir_conf, &map);
    }
    return failure;
}

static const char *set_redirect_relative(cmd_parms *cmd, void *dir_conf,
                                         int is_on)
{
    alias_dir_t *conf = dir_conf;

    conf->is_relative = is_on ? SWITCH_ON : SWITCH_OFF;
    return NULL;
}

static const char *set_alias_preserve_path(cmd_parms *cmd, void *dir_conf,
                                           int is_on)
{
    alias_dir_t *conf = dir_conf;

    conf->preserves_path = is_on ? SWITCH_ON : SWITCH_OFF;
    return NULL;
}

static char cgi_script[] = "cgi-script";
static int moved_temporarily = HTTP_MOVED_TEMPORARILY;
static int moved_permanently = HTTP_MOVED_PERMANENTLY;

static const command_rec alias_directives[] = {
    AP_INIT_TAKE12("Alias", set_alias, NULL, RSRC_CONF | ACCESS_CONF,
                   "a URL path and a file path; in <Location> the file path"),
    AP_INIT_TAKE12("ScriptAlias", set_alias, cgi_script,
                   RSRC_CONF | ACCESS_CONF,
                   "a URL path and the directory of scripts; in <Location> "
                   "the directory"),
    AP_INIT_TAKE123("Redirect", set_redirect, NULL, OR_FILEINFO,
                    "[status] [path] URL"),
    AP_INIT_TAKE2("AliasMatch", set_alias_match, NULL, RSRC_CONF,
                  "a regular expression and a file path"),
    AP_INIT_TAKE2("ScriptAliasMatch", set_alias_match, cgi_script, RSRC_CONF,
                  "a regular expression and the path of a script"),
    AP_INIT_TAKE23("RedirectMatch", set_redirect_match, NULL, OR_FILEINFO,
                   "[status] regular expression, and a URL"),
    AP_INIT_TAKE2("RedirectTemp", set_redirect_fixed, &moved_temporarily,
                  OR_FILEINFO, "a path and the URL it is at for now"),
    AP_INIT_TAKE2("RedirectPermanent", set_redirect_fixed, &moved_permanently,
                  OR_FILEINFO, "a path and the URL it is at for good"),
    AP_INIT_FLAG("RedirectRelative", set_redirect_relative, NULL, OR_FILEINFO,
                 "On or Off: whether Location may be sent without a host"),
    AP_INIT_FLAG("AliasPreservePath", set_alias_preserve_path, NULL,
                 OR_FILEINFO,
                 "On or Off: whether the rest of the URL is added to an Alias "
                 "in <Location>"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};

static void alias_register_hooks(apr_pool_t *pool)
{
    static const char *const before[] = { "mod_userdir.c", "mod_vhost_alias.c",
                                          NULL };

    ap_hook_translate_name(alias_translate, NULL, before, APR_HOOK_MIDDLE);
    ap_hook_fixups(alias_fixup, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(alias) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = alias_create_dir,
    .merge_dir_config = alias_merge_dir,
    .create_server_config = alias_create_server,
    .merge_server_config = alias_merge_server,
    .cmds = alias_directives,
    .register_hooks = alias_register_hooks,
};
