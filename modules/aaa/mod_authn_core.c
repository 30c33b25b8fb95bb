/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_authn_core - how a login is asked for, and under which name.
 *
 * Directives: AuthType, AuthName (directory, .htaccess: AuthConfig),
 *             <AuthnProviderAlias> (server)
 * Phase:      check_authn, last of all: AuthType None is fine with anybody
 * Offers:     authn_ap_auth_type, authn_ap_auth_name (optional functions)
 * Tests:      test/e2e/aaa/test_auth_basic.py
 */

#include "httpd.h"

#include <string.h>

#include "apr_hash.h"
#include "apr_strings.h"

#include "ap_expr.h"
#include "ap_provider.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_auth.h"

module AP_MODULE_DECLARE_DATA authn_core_module;

typedef struct authn_core_conf_t {
    const ap_expr_info_t *type; /* string expressions, or NULL */
    const ap_expr_info_t *name;
} authn_core_conf_t;

/* A provider with directives of its own under another name. */
typedef struct alias_t {
    const char *base_name;
    const authn_provider *base;
    ap_conf_vector_t *dir_config;
} alias_t;

typedef struct authn_core_server_t {
    apr_hash_t *aliases; /* by name: alias_t * */
} authn_core_server_t;

static void *authn_core_create_conf(apr_pool_t *pool, char *dir)
{
    return apr_pcalloc(pool, sizeof(authn_core_conf_t));
}

static void *authn_core_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const authn_core_conf_t *base = outer;
    const authn_core_conf_t *over = inner;
    authn_core_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->type = over->type ? over->type : base->type;
    conf->name = over->name ? over->name : base->name;
    return conf;
}

static void *authn_core_create_server(apr_pool_t *pool, server_rec *s)
{
    authn_core_server_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->aliases = apr_hash_make(pool);
    return conf;
}

/* The directive stands in the main server only. */
static void *authn_core_merge_server(apr_pool_t *pool, void *outer, void *inner)
{
    return outer;
}

static const char *parse(cmd_parms *cmd, const char *text,
                         const ap_expr_info_t **expr)
{
    const char *error = NULL;

    *expr = ap_expr_parse_cmd(cmd, text, AP_EXPR_FLAG_STRING_RESULT, &error,
                              NULL);
    return error ? apr_psprintf(cmd->pool, "%s: cannot parse '%s': %s",
                                cmd->cmd->name, text, error)
                 : NULL;
}

static const char *set_auth_type(cmd_parms *cmd, void *dir_conf,
                                 const char *text)
{
    authn_core_conf_t *conf = dir_conf;

    return parse(cmd, text, &conf->type);
}

static const char *set_auth_name(cmd_parms *cmd, void *dir_conf,
                                 const char *text)
{
    authn_core_conf_t *conf = dir_conf;

    return parse(cmd, text, &conf->name);
}

static const char *evaluate(request_rec *r, const ap_expr_info_t *expr)
{
    const char *error = NULL;
    const char *text = ap_expr_str_exec(r, expr, &error);

    if (error) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "AuthType or AuthName could not be evaluated: %s", error);
        return NULL;
    }
    return text;
}

static const char *authn_ap_auth_type(request_rec *r)
{
    const authn_core_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                         &authn_core_module);
    const char *type = conf->type ? evaluate(r, conf->type) : NULL;

    return type && ap_cstr_casecmp(type, "None") == 0 ? NULL : type;
}

/* Goes between quotes: those inside of it are escaped. */
static const char *authn_ap_auth_name(request_rec *r)
{
    const authn_core_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                         &authn_core_module);
    const char *name = conf->name ? evaluate(r, conf->name) : NULL;

    return name ? ap_escape_quotes(r->pool, name) : NULL;
}

/* --- aliases
 * ------------------------------------------------------------------- */

static const alias_t *find_alias(request_rec *r, const char **name)
{
    const authn_core_server_t *conf = ap_get_module_config(
        r->server->module_config, &authn_core_module);

    *name = apr_table_get(r->notes, AUTHN_PROVIDER_NAME_NOTE);
    return *name ? apr_hash_get(conf->aliases, *name, APR_HASH_KEY_STRING)
                 : NULL;
}

static authn_status check_password(request_rec *r, const char *user,
                                   const char *password)
{
    const char *name;
    const alias_t *alias = find_alias(r, &name);
    ap_conf_vector_t *outside = r->per_dir_config;
    authn_status status;

    if (!alias || !alias->base->check_password) {
        return AUTH_USER_NOT_FOUND;
    }
    apr_table_setn(r->notes, AUTHN_PROVIDER_NAME_NOTE, alias->base_name);
    r->per_dir_config = ap_merge_per_dir_configs(r->pool, outside,
                                                 alias->dir_config);
    status = alias->base->check_password(r, user, password);
    r->per_dir_config = outside;
    apr_table_setn(r->notes, AUTHN_PROVIDER_NAME_NOTE, name);
    return status;
}

static authn_status get_realm_hash(request_rec *r, const char *user,
                                   const char *realm, char **hash)
{
    const char *name;
    const alias_t *alias = find_alias(r, &name);
    ap_conf_vector_t *outside = r->per_dir_config;
    authn_status status;

    if (!alias || !alias->base->get_realm_hash) {
        return AUTH_USER_NOT_FOUND;
    }
    apr_table_setn(r->notes, AUTHN_PROVIDER_NAME_NOTE, alias->base_name);
    r->per_dir_config = ap_merge_per_dir_configs(r->pool, outside,
                                                 alias->dir_config);
    status = alias->base->get_realm_hash(r, user, realm, hash);
    r->per_dir_config = outside;
    apr_table_setn(r->notes, AUTHN_PROVIDER_NAME_NOTE, name);
    return status;
}

static const authn_provider alias_provider = { check_password, get_realm_hash };

static const char *set_provider_alias(cmd_parms *cmd, void *dir_conf,
                                      const char *args)
{
    authn_core_server_t *conf = ap_get_module_config(cmd->server->module_config,
                                                     &authn_core_module);
    alias_t *alias = apr_pcalloc(cmd->pool, sizeof(*alias));
    int outside = cmd->override;
    const char *end = ap_strrchr_c(args, '>');
    const char *error = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    const char *name;

    if (error) {
        return error;
    }
    if (!end) {
        return apr_pstrcat(cmd->pool, cmd->cmd->name, "> has no closing '>'",
                           NULL);
    }
    args = apr_pstrmemdup(cmd->temp_pool, args, (apr_size_t)(end - args));
    alias->base_name = ap_getword_conf(cmd->pool, &args);
    name = ap_getword_conf(cmd->pool, &args);
    if (!*alias->base_name || !*name) {
        return apr_pstrcat(cmd->pool, cmd->cmd->name,
                           "> takes the name of a provider and a new name",
                           NULL);
    }
    alias->base = ap_lookup_provider(AUTHN_PROVIDER_GROUP, alias->base_name,
                                     AUTHN_PROVIDER_VERSION);
    if (!alias->base) {
        return apr_psprintf(cmd->pool, "Unknown Authn provider: %s",
                            alias->base_name);
    }
    if (ap_lookup_provider(AUTHN_PROVIDER_GROUP, name,
                           AUTHN_PROVIDER_VERSION)) {
        return apr_psprintf(
            cmd->pool, "the name '%s' is already taken by a provider", name);
    }
    alias->dir_config = ap_create_per_dir_config(cmd->pool);
    cmd->override = OR_AUTHCFG | ACCESS_CONF;
    error = ap_walk_config(cmd->directive->first_child, cmd, alias->dir_config);
    cmd->override = outside;
    if (error) {
        return error;
    }
    apr_hash_set(conf->aliases, name, APR_HASH_KEY_STRING, alias);
    ap_register_auth_provider(cmd->pool, AUTHN_PROVIDER_GROUP, name,
                              AUTHN_PROVIDER_VERSION, &alias_provider,
                              AP_AUTH_INTERNAL_PER_CONF);
    return NULL;
}

/* Nobody has checked the user: fine where nobody is to. */
static int accept_no_user(request_rec *r)
{
    const authn_core_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                         &authn_core_module);
    const char *type = conf->type ? evaluate(r, conf->type) : NULL;

    return type && ap_cstr_casecmp(type, "None") == 0 ? OK : DECLINED;
}

static const command_rec authn_core_directives[] = {
    AP_INIT_TAKE1("AuthType", set_auth_type, NULL, OR_AUTHCFG,
                  "how a login is asked for: Basic, Digest, Form, None or an "
                  "expression"),
    AP_INIT_TAKE1("AuthName", set_auth_name, NULL, OR_AUTHCFG,
                  "what the login is for, or an expression"),
    AP_INIT_RAW_ARGS("<AuthnProviderAlias", set_provider_alias, NULL, RSRC_CONF,
                     "a provider and a new name for it with the directives "
                     "inside"),
    { .name = NULL },
};

static void authn_core_register_hooks(apr_pool_t *pool)
{
    APR_REGISTER_OPTIONAL_FN(authn_ap_auth_type);
    APR_REGISTER_OPTIONAL_FN(authn_ap_auth_name);
    ap_hook_check_authn(accept_no_user, NULL, NULL, APR_HOOK_LAST,
                        AP_AUTH_INTERNAL_PER_CONF);
}

AP_DECLARE_MODULE(authn_core) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = authn_core_create_conf,
    .merge_dir_config = authn_core_merge_conf,
    .create_server_config = authn_core_create_server,
    .merge_server_config = authn_core_merge_server,
    .cmds = authn_core_directives,
    .register_hooks = authn_core_register_hooks,
};
