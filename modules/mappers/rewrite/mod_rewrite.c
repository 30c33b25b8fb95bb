/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_rewrite - rules that rewrite URLs.
 *
 * Directives: RewriteEngine, RewriteOptions, RewriteCond, RewriteRule (server,
 *             sections, .htaccess), RewriteBase (sections, .htaccess),
 *             RewriteMap (server)
 * Phases:     translate_name for a server's rules, before all other mappings;
 *             fixups for those of sections, before all other fixups; the
 *             handler of internal redirects; the last fixups for T and H
 * Blocking:   maps may (rewrite_maps.c says which); -d, -f and their kin on
 *             other files than the request's own ask the file system; LA-U,
 *             LA-F, -U, -F make subrequests
 * Owns:       one rewrite_server_t a server, one rewrite_dir_t a section
 * Tests:      test/e2e/mappers/test_rewrite*.py,
 * test/e2e/cases/test_r_rewrite.py, test/unit/test_rewrite.c,
 * test/fuzz/fuzz_rewrite.c
 */

#include "rewrite.h"

#include "apr_strings.h"

#include "http_core.h"
#include "http_protocol.h"
#include "http_request.h"

/* The optional function of that name, for other modules. */
static void ap_register_rewrite_mapfunc(char *name, rewrite_mapfunc_t *fn)
{
    rewrite_maps_register(name, fn);
}

/* --- configurations --------------------------------------------------------
 */

static void init_conf(apr_pool_t *pool, rewrite_conf_t *conf)
{
    conf->rules = apr_array_make(pool, 2, sizeof(rule_t));
    conf->conds = apr_array_make(pool, 2, sizeof(cond_t));
}

static void *create_server(apr_pool_t *pool, server_rec *s)
{
    rewrite_server_t *server = apr_pcalloc(pool, sizeof(*server));

    init_conf(pool, &server->conf);
    server->maps = apr_hash_make(pool);
    server->server = s;
    return server;
}

static void *create_dir(apr_pool_t *pool, char *path)
{
    rewrite_dir_t *conf = apr_pcalloc(pool, sizeof(*conf));

    init_conf(pool, &conf->conf);
    if (path) {
        apr_size_t len = strlen(path);

        conf->dir = len > 0 && path[len - 1] == '/'
                        ? apr_pstrdup(pool, path)
                        : apr_pstrcat(pool, path, "/", NULL);
        conf->dir_len = strlen(conf->dir);
    }
    return conf;
}

typedef enum { INHERIT_NOTHING, INHERIT_AFTER, INHERIT_BEFORE } inherit_e;

/* What becomes of the outer rules: the inner configuration may want them, or
 * the outer one hand them down. */
static inherit_e inheritance(const rewrite_conf_t *base,
                             const rewrite_conf_t *over)
{
    int may_go_down = !(over->options & OPTION_IGNORE_INHERIT);

    if ((over->options & OPTION_INHERIT)
        || (may_go_down && (base->options & OPTION_INHERIT_DOWN))) {
        return INHERIT_AFTER;
    }
    if ((over->options & OPTION_INHERIT_BEFORE)
        || (may_go_down && (base->options & OPTION_INHERIT_DOWN_BEFORE))) {
        return INHERIT_BEFORE;
    }
    return INHERIT_NOTHING;
}

static inherit_e merge_conf(apr_pool_t *pool, rewrite_conf_t *conf,
                            const rewrite_conf_t *base,
                            const rewrite_conf_t *over)
{
    inherit_e inherits = inheritance(base, over);

    conf->engine = over->engine == ENGINE_UNSET ? base->engine : over->engine;
    conf->options = over->has_options ? over->options : base->options;
    conf->has_options = over->has_options || base->has_options;
    conf->rules = over->rules;
    conf->conds = over->conds;
    if (inherits == INHERIT_AFTER) {
        conf->rules = apr_array_append(pool, over->rules, base->rules);
    }
    else if (inherits == INHERIT_BEFORE) {
        conf->rules = apr_array_append(pool, base->rules, over->rules);
    }
    return inherits;
}

static void *merge_server(apr_pool_t *pool, void *outer, void *inner)
{
    const rewrite_server_t *base = outer;
    const rewrite_server_t *over = inner;
    rewrite_server_t *server = apr_pcalloc(pool, sizeof(*server));

    server->server = over->server;
    server->maps = over->maps;
    if (merge_conf(pool, &server->conf, &base->conf, &over->conf)
        != INHERIT_NOTHING) {
        server->maps = apr_hash_overlay(pool, over->maps, base->maps);
    }
    return server;
}

static void *merge_dir(apr_pool_t *pool, void *outer, void *inner)
{
    const rewrite_dir_t *base = outer;
    const rewrite_dir_t *over = inner;
    rewrite_dir_t *conf = apr_pcalloc(pool, sizeof(*conf));

    merge_conf(pool, &conf->conf, &base->conf, &over->conf);
    conf->dir = over->dir;
    conf->dir_len = over->dir_len;
    conf->base = over->base;
    if (!over->base && (conf->conf.options & OPTION_MERGE_BASE)) {
        conf->base = base->base;
    }
    return conf;
}

/* --- directives ------------------------------------------------------------
 */

static rewrite_conf_t *conf_of(cmd_parms *cmd, void *dir_conf)
{
    rewrite_server_t *server;

    if (cmd->path) {
        return &((rewrite_dir_t *)dir_conf)->conf;
    }
    server = ap_get_module_config(cmd->server->module_config, &rewrite_module);
    return &server->conf;
}

static const char *set_rewrite_engine(cmd_parms *cmd, void *dir_conf, int is_on)
{
    engine_e engine = is_on ? ENGINE_ON : ENGINE_OFF;

    conf_of(cmd, dir_conf)->engine = engine;
    /* Outside of sections the server's sections inherit it too. */
    if (!cmd->path) {
        ((rewrite_dir_t *)dir_conf)->conf.engine = engine;
    }
    return NULL;
}

static void add_option(rewrite_conf_t *conf, unsigned int option)
{
    conf->options |= option;
    conf->has_options = 1;
}

static const char *set_rewrite_options(cmd_parms *cmd, void *dir_conf,
                                       const char *word)
{
    static const struct {
        const char *word;
        unsigned int option;
    } words[] = {
        { "Inherit", OPTION_INHERIT },
        { "InheritBefore", OPTION_INHERIT_BEFORE },
        { "InheritDown", OPTION_INHERIT_DOWN },
        { "InheritDownBefore", OPTION_INHERIT_DOWN_BEFORE },
        { "IgnoreInherit", OPTION_IGNORE_INHERIT },
        { "AllowNoSlash", OPTION_ALLOW_NO_SLASH },
        { "AllowAnyURI", OPTION_ALLOW_ANY_URI },
        { "MergeBase", OPTION_MERGE_BASE },
        { "IgnoreContextInfo", OPTION_IGNORE_CONTEXT },
        { "LegacyPrefixDocRoot", OPTION_LEGACY_PREFIX },
    };
    rewrite_conf_t *conf = conf_of(cmd, dir_conf);
    size_t i;

    for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (ap_cstr_casecmp(word, words[i].word) == 0) {
            add_option(conf, words[i].option);
            if (!cmd->path) { /* as for RewriteEngine */
                add_option(&((rewrite_dir_t *)dir_conf)->conf, words[i].option);
            }
            return NULL;
        }
    }
    if (ap_cstr_casecmpn(word, "MaxRedirects=", 13) == 0) {
        ap_log_error(APLOG_MARK, APLOG_WARNING, 0, cmd->server,
                     "RewriteOptions: MaxRedirects does nothing, use "
                     "LimitInternalRecursion");
        return NULL;
    }
    return apr_psprintf(cmd->pool, "RewriteOptions: unknown option '%s'", word);
}

static const char *set_rewrite_base(cmd_parms *cmd, void *dir_conf,
                                    const char *url)
{
    rewrite_dir_t *conf = dir_conf;

    if (!cmd->path || !conf->dir) {
        return "RewriteBase: only valid in sections for directories and in "
               ".htaccess files";
    }
    if (*url != '/') {
        return apr_psprintf(cmd->pool,
                            "RewriteBase: '%s' is not a URL path, which "
                            "begins with /",
                            url);
    }
    conf->base = url;
    return NULL;
}

static const char *set_rewrite_cond(cmd_parms *cmd, void *dir_conf,
                                    const char *args)
{
    cond_t cond;
    const char *failure = rewrite_cond_parse(cmd, args, &cond);

    if (!failure) {
        APR_ARRAY_PUSH(conf_of(cmd, dir_conf)->conds, cond_t) = cond;
    }
    return failure;
}

static const char *set_rewrite_rule(cmd_parms *cmd, void *dir_conf,
                                    const char *args)
{
    rewrite_conf_t *conf = conf_of(cmd, dir_conf);
    rule_t rule;
    const char *failure = rewrite_rule_parse(cmd, args, &rule);

    if (failure) {
        return failure;
    }
    rule.conds = (const cond_t *)conf->conds->elts;
    rule.conds_n = conf->conds->nelts;
    conf->conds = apr_array_make(cmd->pool, 2, sizeof(cond_t));
    APR_ARRAY_PUSH(conf->rules, rule_t) = rule;
    return NULL;
}

static const char *set_rewrite_map(cmd_parms *cmd, void *dir_conf,
                                   const char *name, const char *source,
                                   const char *option)
{
    return rewrite_map_define(cmd, name, source, option);
}

/* --- life ------------------------------------------------------------------
 */

static int rewrite_pre_config(apr_pool_t *pconf, apr_pool_t *plog,
                              apr_pool_t *ptemp)
{
    rewrite_program_register(pconf);
    return OK;
}

static int rewrite_post_config(apr_pool_t *pconf, apr_pool_t *plog,
                               apr_pool_t *ptemp, server_rec *s)
{
    if (ap_state_query(AP_SQ_MAIN_STATE) == AP_SQ_MS_CREATE_PRE_CONFIG) {
        return OK; /* the pass that only checks */
    }
    return rewrite_maps_start(pconf, s);
}

/* T and H win over what other modules found. */
static int rewrite_force_type(request_rec *r)
{
    const char *text;

    if (apr_is_empty_table(r->notes)) {
        return DECLINED;
    }
    text = apr_table_get(r->notes, "rewrite-forced-mimetype");
    if (text) {
        ap_set_content_type_ex(r, text, 1);
    }
    text = apr_table_get(r->notes, "rewrite-forced-handler");
    if (text) {
        r->handler = text;
    }
    return text ? OK : DECLINED;
}

static const command_rec rewrite_directives[] = {
    AP_INIT_FLAG("RewriteEngine", set_rewrite_engine, NULL, OR_FILEINFO,
                 "On or Off: whether rules are applied"),
    AP_INIT_ITERATE("RewriteOptions", set_rewrite_options, NULL, OR_FILEINFO,
                    "options of the rewriting engine, e.g. Inherit"),
    AP_INIT_TAKE1("RewriteBase", set_rewrite_base, NULL, OR_FILEINFO,
                  "the URL path of the directory that the rules stand for"),
    AP_INIT_RAW_ARGS("RewriteCond", set_rewrite_cond, NULL, OR_FILEINFO,
                     "a text with variables, a pattern or test, and perhaps "
                     "[flags]"),
    AP_INIT_RAW_ARGS("RewriteRule", set_rewrite_rule, NULL, OR_FILEINFO,
                     "a pattern for the URL, what to replace it by, and "
                     "perhaps [flags]"),
    AP_INIT_TAKE23("RewriteMap", set_rewrite_map, NULL, RSRC_CONF,
                   "a name, a type and source such as txt:/path, and for prg "
                   "perhaps user:group"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};

static void rewrite_register_hooks(apr_pool_t *pool)
{
    static const char *const proxy[] = { "mod_proxy.c", NULL };

    /* Other modules add functions in their pre_config, before or after ours. */
    rewrite_maps_reset(pool);
    APR_REGISTER_OPTIONAL_FN(ap_register_rewrite_mapfunc);
    ap_hook_pre_config(rewrite_pre_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_post_config(rewrite_post_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_child_init(rewrite_program_child, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_translate_name(rewrite_translate, NULL, proxy, APR_HOOK_FIRST);
    ap_hook_fixups(rewrite_fixup, NULL, proxy, APR_HOOK_FIRST);
    ap_hook_fixups(rewrite_force_type, NULL, NULL, APR_HOOK_LAST);
    ap_hook_handler(rewrite_handle_redirect, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(rewrite) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = create_dir,
    .merge_dir_config = merge_dir,
    .create_server_config = create_server,
    .merge_server_config = merge_server,
    .cmds = rewrite_directives,
    .register_hooks = rewrite_register_hooks,
};
