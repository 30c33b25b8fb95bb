/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_actions - scripts for media types, handlers and methods.
 *
 * Directives: Action (any section, .htaccess: FileInfo), Script (not in
 *             .htaccess)
 * Phase:      handler, after all others of its kind: the request goes on
 *             inside as SCRIPT/path-of-the-request
 * Owns:       per section, a table of actions and a script for each method
 * Tests:      test/e2e/mappers/test_actions.py
 */

#include "httpd.h"

#include <stdbool.h>
#include <string.h>

#include "apr_hash.h"
#include "apr_strings.h"

#include "http_config.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"

module AP_MODULE_DECLARE_DATA actions_module;

typedef struct action_t {
    const char *script;
    bool is_virtual; /* the file need not exist */
} action_t;

typedef struct actions_conf_t {
    apr_hash_t *actions;          /* by type or handler: action_t *; or NULL */
    const char *scripts[METHODS]; /* by method, NULL: none here */
    bool has_script;
} actions_conf_t;

static void *actions_create_conf(apr_pool_t *pool, char *dir)
{
    return apr_pcalloc(pool, sizeof(actions_conf_t));
}

static void *actions_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const actions_conf_t *base = outer;
    const actions_conf_t *over = inner;
    actions_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->actions = base->actions && over->actions
                        ? apr_hash_overlay(pool, over->actions, base->actions)
                    : over->actions ? over->actions
                                    : base->actions;
    for (int i = 0; i < METHODS; i++) {
        conf->scripts[i] = over->scripts[i] ? over->scripts[i]
                                            : base->scripts[i];
    }
    conf->has_script = base->has_script || over->has_script;
    return conf;
}

static const char *set_action(cmd_parms *cmd, void *dir_conf, const char *type,
                              const char *script, const char *option)
{
    actions_conf_t *conf = dir_conf;
    action_t *action = apr_pcalloc(cmd->pool, sizeof(*action));

    if (option && ap_cstr_casecmp(option, "virtual") != 0) {
        return apr_psprintf(cmd->pool,
                            "'%s' is not 'virtual', which is all that may "
                            "follow the script",
                            option);
    }
    action->script = script;
    action->is_virtual = option != NULL;
    if (!conf->actions) {
        conf->actions = apr_hash_make(cmd->pool);
    }
    apr_hash_set(conf->actions, type, APR_HASH_KEY_STRING, action);
    return NULL;
}

static const char *set_script(cmd_parms *cmd, void *dir_conf,
                              const char *method, const char *script)
{
    actions_conf_t *conf = dir_conf;
    int number = ap_method_number_of(method);

    if (number == M_INVALID) {
        number = ap_method_register(cmd->pool, method);
    }
    if (number == M_INVALID) {
        return apr_psprintf(cmd->pool, "'%s' is not a method", method);
    }
    if (number == M_TRACE) {
        return "TRACE cannot be answered by a script";
    }
    conf->scripts[number] = script;
    conf->has_script = true;
    return NULL;
}

/* The handler has a name, or goes by the media type. */
static const action_t *find_action(request_rec *r, const actions_conf_t *conf)
{
    const char *word = r->handler;

    if (!conf->actions) {
        return NULL;
    }
    if (!word && r->content_type) {
        word = ap_field_noparam(r->pool, r->content_type);
    }
    return word ? apr_hash_get(conf->actions, word, APR_HASH_KEY_STRING) : NULL;
}

static const char *find_script(request_rec *r, const actions_conf_t *conf)
{
    if (!conf->has_script || r->method_number < 0 || r->method_number >= METHODS
        || (r->method_number == M_GET && !r->args)) {
        return NULL; /* GET without a query is for the file itself */
    }
    return conf->scripts[r->method_number];
}

static int actions_handler(request_rec *r)
{
    const actions_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                      &actions_module);
    const action_t *action = find_action(r, conf);
    const char *script = action ? action->script : find_script(r, conf);

    for (int i = 0; conf->has_script && i < METHODS; i++) {
        if (conf->scripts[i]) {
            r->allowed |= AP_METHOD_BIT << i;
        }
    }
    if (!script) {
        return DECLINED;
    }
    if (action && !action->is_virtual && r->finfo.filetype == APR_NOFILE) {
        ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r,
                      "file does not exist, and its action is not virtual: %s",
                      r->filename);
        return HTTP_NOT_FOUND;
    }
    ap_internal_redirect_handler(
        apr_pstrcat(r->pool, script, ap_escape_uri(r->pool, r->uri),
                    r->args ? "?" : "", r->args ? r->args : "", NULL),
        r);
    return OK;
}

static const command_rec actions_directives[] = {
    AP_INIT_TAKE23("Action", set_action, NULL, OR_FILEINFO,
                   "a media type or handler, the script for it, and 'virtual' "
                   "if there need not be a file"),
    AP_INIT_TAKE2("Script", set_script, NULL, ACCESS_CONF | RSRC_CONF,
                  "a method and the script for it"),
    { .name = NULL },
};

static void actions_register_hooks(apr_pool_t *pool)
{
    ap_hook_handler(actions_handler, NULL, NULL, APR_HOOK_LAST);
}

AP_DECLARE_MODULE(actions) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = actions_create_conf,
    .merge_dir_config = actions_merge_conf,
    .cmds = actions_directives,
    .register_hooks = actions_register_hooks,
};
