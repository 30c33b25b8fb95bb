/* SPDX-License-Identifier: Apache-2.0 */
/*
 * authz_core_alias.c - <AuthzProviderAlias>: a provider, its arguments and
 * directives of its own under a new name.
 */

#include "authz_core.h"

#include <apr_hash.h>
#include <apr_strings.h>

#include "ap_provider.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"
#include "mod_auth.h"

extern module AP_MODULE_DECLARE_DATA authz_core_module;
APLOG_USE_MODULE(authz_core);

/* One alias; lives in the configuration pool. */
typedef struct alias_t {
    const char *base_name;
    const char *args;
    const void *parsed;
    const authz_provider *base;
    ap_conf_vector_t *dir_config; /* what the section contains */
} alias_t;

/* Name to alias_t. The directive stands in the main server only; virtual
 * hosts see its table. */
typedef struct alias_conf_t {
    apr_hash_t *aliases;
} alias_conf_t;

void *authz_core_create_server_conf(apr_pool_t *pool, server_rec *s)
{
    alias_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->aliases = apr_hash_make(pool);
    return conf;
}

void *authz_core_merge_server_conf(apr_pool_t *pool, void *outer, void *inner)
{
    return outer;
}

static authz_status check_alias(request_rec *r, const char *args,
                                const void *parsed)
{
    const alias_conf_t *conf = ap_get_module_config(r->server->module_config,
                                                    &authz_core_module);
    const char *name = apr_table_get(r->notes, AUTHZ_PROVIDER_NAME_NOTE);
    const alias_t *alias = name ? apr_hash_get(conf->aliases, name,
                                               APR_HASH_KEY_STRING) : NULL;
    ap_conf_vector_t *outside = r->per_dir_config;
    authz_status status;

    if (!alias) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "no <AuthzProviderAlias> is named '%s', access is "
                      "refused", name ? name : "");
        return AUTHZ_GENERAL_ERROR;
    }
    apr_table_setn(r->notes, AUTHZ_PROVIDER_NAME_NOTE, alias->base_name);
    r->per_dir_config = ap_merge_per_dir_configs(r->pool, outside,
                                                 alias->dir_config);
    status = alias->base->check_authorization(r, alias->args, alias->parsed);
    r->per_dir_config = outside;
    apr_table_setn(r->notes, AUTHZ_PROVIDER_NAME_NOTE, name);
    return status;
}

static const authz_provider alias_provider = { check_alias, NULL };

/* "BASE NAME ["ARGS"]>" */
static const char *read_arguments(cmd_parms *cmd, const char *args,
                                  alias_t *alias, const char **name)
{
    const char *end = ap_strrchr_c(args, '>');

    if (!end) {
        return apr_pstrcat(cmd->pool, cmd->cmd->name, "> has no closing '>'",
                           NULL);
    }
    args = apr_pstrmemdup(cmd->temp_pool, args, (apr_size_t)(end - args));
    alias->base_name = ap_getword_conf(cmd->pool, &args);
    *name = ap_getword_conf(cmd->pool, &args);
    alias->args = ap_getword_conf(cmd->pool, &args);
    if (!*alias->base_name || !**name) {
        return apr_pstrcat(cmd->pool, cmd->cmd->name, "> takes the name of a "
                           "provider and a new name", NULL);
    }
    if (strcasecmp(alias->base_name, *name) == 0) {
        return apr_psprintf(cmd->pool, "the alias '%s' has the name of its "
                            "own provider", *name);
    }
    if (ap_lookup_provider(AUTHZ_PROVIDER_GROUP, *name,
                           AUTHZ_PROVIDER_VERSION)) {
        return apr_psprintf(cmd->pool, "the name '%s' is already taken by "
                            "another provider", *name);
    }
    alias->base = ap_lookup_provider(AUTHZ_PROVIDER_GROUP, alias->base_name,
                                     AUTHZ_PROVIDER_VERSION);
    if (!alias->base || !alias->base->check_authorization) {
        return apr_psprintf(cmd->pool, "Unknown Authz provider: %s",
                            alias->base_name);
    }
    return NULL;
}

const char *authz_core_set_alias(cmd_parms *cmd, void *dir_conf,
                                 const char *args)
{
    alias_conf_t *conf = ap_get_module_config(cmd->server->module_config,
                                              &authz_core_module);
    alias_t *alias = apr_pcalloc(cmd->pool, sizeof(*alias));
    int outside = cmd->override;
    const char *name = NULL;
    const char *error = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (!error) {
        error = read_arguments(cmd, args, alias, &name);
    }
    if (error) {
        return error;
    }
    alias->dir_config = ap_create_per_dir_config(cmd->pool);
    cmd->override = OR_AUTHCFG | ACCESS_CONF;
    error = ap_walk_config(cmd->directive->first_child, cmd,
                           alias->dir_config);
    cmd->override = outside;
    if (!error && alias->base->parse_require_line) {
        error = alias->base->parse_require_line(cmd, alias->args,
                                                &alias->parsed);
    }
    if (error) {
        return error;
    }
    apr_hash_set(conf->aliases, name, APR_HASH_KEY_STRING, alias);
    ap_register_auth_provider(cmd->pool, AUTHZ_PROVIDER_GROUP, name,
                              AUTHZ_PROVIDER_VERSION, &alias_provider,
                              AP_AUTH_INTERNAL_PER_CONF);
    return NULL;
}
