/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_env - environment variables for scripts and pages.
 *
 * Directives: SetEnv, PassEnv, UnsetEnv (any section, .htaccess)
 * Phase:      fixups; variables that must exist earlier are mod_setenvif's
 * Owns:       one env_conf_t a section, in the configuration pool
 * Tests:      test/e2e/metadata/test_env.py
 */

#include "httpd.h"

#include <stdlib.h>

#include "apr_strings.h"
#include "apr_tables.h"

#include "http_config.h"
#include "http_log.h"
#include "http_request.h"

module AP_MODULE_DECLARE_DATA env_module;

typedef struct env_conf_t {
    apr_table_t *set;
    apr_table_t *unset; /* the values do not matter */
} env_conf_t;

static void *env_create_conf(apr_pool_t *pool, char *dir)
{
    env_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->set = apr_table_make(pool, 4);
    conf->unset = apr_table_make(pool, 4);
    return conf;
}

static void copy_unless(apr_table_t *to, const apr_table_t *from,
                        const apr_table_t *except)
{
    const apr_array_header_t *list = apr_table_elts(from);
    const apr_table_entry_t *entries = (const apr_table_entry_t *)list->elts;
    int i;

    for (i = 0; i < list->nelts; i++) {
        if (!apr_table_get(except, entries[i].key)) {
            apr_table_setn(to, entries[i].key, entries[i].val);
        }
    }
}

/* The inner section's UnsetEnv removes what the outer set, not what it sets
 * itself. */
static void *env_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const env_conf_t *base = outer;
    const env_conf_t *over = inner;
    env_conf_t *conf = env_create_conf(pool, NULL);
    const apr_table_t *nothing = apr_table_make(pool, 1);

    copy_unless(conf->set, base->set, over->unset);
    copy_unless(conf->set, over->set, nothing);
    copy_unless(conf->unset, base->unset, over->set);
    copy_unless(conf->unset, over->unset, nothing);
    return conf;
}

static const char *set_pass_env(cmd_parms *cmd, void *dir_conf,
                                const char *name)
{
    env_conf_t *conf = dir_conf;
    const char *value = getenv(name);

    if (!value) {
        ap_log_error(APLOG_MARK, APLOG_WARNING, 0, cmd->server,
                     "PassEnv: the server's own environment has no '%s'", name);
        return NULL;
    }
    apr_table_setn(conf->set, name, apr_pstrdup(cmd->pool, value));
    return NULL;
}

static const char *set_set_env(cmd_parms *cmd, void *dir_conf, const char *name,
                               const char *value)
{
    env_conf_t *conf = dir_conf;

    /* A frequent slip: the name may not hold the value too. */
    if (strchr(name, '=') && !value) {
        ap_log_error(APLOG_MARK, APLOG_WARNING, 0, cmd->server,
                     "SetEnv: '%s' is taken as a name; write a space instead "
                     "of '=' to set a value",
                     name);
    }
    apr_table_setn(conf->set, name, value ? value : "");
    return NULL;
}

static const char *set_unset_env(cmd_parms *cmd, void *dir_conf,
                                 const char *name)
{
    env_conf_t *conf = dir_conf;

    apr_table_unset(conf->set, name);
    apr_table_setn(conf->unset, name, "");
    return NULL;
}

static int env_fixup(request_rec *r)
{
    const env_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                  &env_module);
    const apr_array_header_t *list = apr_table_elts(conf->set);
    const apr_table_entry_t *entries = (const apr_table_entry_t *)list->elts;
    int i;

    if (list->nelts == 0) {
        return DECLINED;
    }
    for (i = 0; i < list->nelts; i++) {
        apr_table_setn(r->subprocess_env, entries[i].key, entries[i].val);
    }
    return OK;
}

static const command_rec env_directives[] = {
    AP_INIT_ITERATE("PassEnv", set_pass_env, NULL, OR_FILEINFO,
                    "variables of the server's own environment to pass on"),
    AP_INIT_TAKE12("SetEnv", set_set_env, NULL, OR_FILEINFO,
                   "a variable and its value, if it has one"),
    AP_INIT_ITERATE("UnsetEnv", set_unset_env, NULL, OR_FILEINFO,
                    "variables not to pass on"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};

static void env_register_hooks(apr_pool_t *pool)
{
    ap_hook_fixups(env_fixup, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(env) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = env_create_conf,
    .merge_dir_config = env_merge_conf,
    .cmds = env_directives,
    .register_hooks = env_register_hooks,
};
