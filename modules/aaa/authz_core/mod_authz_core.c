/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_authz_core - who may have what: Require and its containers.
 *
 * Directives: Require, <RequireAll>, <RequireAny>, <RequireNone>, AuthMerging,
 *             AuthzSendForbiddenOnFailure (directory, .htaccess: AuthConfig);
 *             <AuthzProviderAlias> (server)
 * Phases:     access_checker_ex decides what can be decided before anybody has
 *             logged in; auth_checker decides the rest.
 * How:        the directives of a section are a tree of rules. A rule is a
 *             question to a provider or a container of rules; outside any
 *             container stands an implicit <RequireAny>.
 * Owns:       one authz_core_conf_t per section, in the configuration pool.
 * Tests:      test/e2e/aaa/test_authz_core.py
 */

#include "httpd.h"

#include "ap_provider.h"
#include "apr_lib.h"
#include "apr_strings.h"
#include "authz_core.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_auth.h"

module AP_MODULE_DECLARE_DATA authz_core_module;

typedef enum { RULE_PROVIDER, RULE_ALL, RULE_ANY, RULE_NONE } rule_kind_e;

/* One Require or one container; never changed once its section is read. */
typedef struct rule_t {
    rule_kind_e kind;
    int is_negated;      /* Require not */
    apr_int64_t methods; /* <Limit>: only for these; a container: for any of
                          * its rules */
    struct rule_t *next; /* in the same container */
    struct rule_t *first;
    struct rule_t *last;
    /* RULE_PROVIDER only */
    const char *name;
    const char *args;
    const void *parsed;
    const authz_provider *provider;
} rule_t;

/* AuthMerging, in the words of the container that joins two sections. */
typedef enum { MERGING_OFF, MERGING_AND, MERGING_OR } merging_e;

/* The rules of one section, and how they go with those of the sections above. */
typedef struct step_t {
    rule_t *root;
    merging_e merging;
} step_t;

typedef struct authz_core_conf_t {
    rule_t *root; /* NULL: inherit */
    rule_t *open; /* while reading: the container that is open */
    merging_e merging;
    apr_array_header_t *steps; /* of step_t: what root was joined from, since
                                * sections above may still come; NULL: one */
    int forbids_on_failure; /* AuthzSendForbiddenOnFailure, -1: inherit */
} authz_core_conf_t;

static const char *const container_names[] = {
    [RULE_ALL] = "<RequireAll>",
    [RULE_ANY] = "<RequireAny>",
    [RULE_NONE] = "<RequireNone>",
};

/* --- configuration ------------------------------------------------------- */

static void *authz_core_create_conf(apr_pool_t *pool, char *dir)
{
    authz_core_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->forbids_on_failure = -1;
    return conf;
}

static rule_t *make_rule(apr_pool_t *pool, rule_kind_e kind)
{
    rule_t *rule = apr_pcalloc(pool, sizeof(*rule));

    rule->kind = kind;
    return rule;
}

static void add_rule(rule_t *container, rule_t *rule)
{
    if (container->last) {
        container->last->next = rule;
    }
    else {
        container->first = rule;
    }
    container->last = rule;
    container->methods |= rule->methods;
}

/* Both sides in one container. They are copied, since each stays the root
 * of its own section and has no neighbour there. */
static rule_t *join(apr_pool_t *pool, rule_kind_e kind, const rule_t *outer,
                    const rule_t *inner)
{
    rule_t *joined = make_rule(pool, kind);
    rule_t *copies = apr_palloc(pool, 2 * sizeof(*copies));

    copies[0] = *outer;
    copies[1] = *inner;
    add_rule(joined, &copies[0]);
    add_rule(joined, &copies[1]);
    return joined;
}

static void add_steps(apr_array_header_t *steps, const authz_core_conf_t *conf)
{
    if (conf->steps) {
        apr_array_cat(steps, conf->steps);
    }
    else {
        APR_ARRAY_PUSH(steps, step_t) = (step_t){ conf->root, conf->merging };
    }
}

/* Joins from the outermost section inwards: And and Or do not mix freely. */
static void join_steps(apr_pool_t *pool, authz_core_conf_t *conf)
{
    const step_t *steps = (const step_t *)(const void *)conf->steps->elts;

    conf->root = steps[0].root;
    conf->merging = steps[0].merging;
    for (int i = 1; i < conf->steps->nelts; i++) {
        conf->root = join(pool, steps[i].merging == MERGING_AND ? RULE_ALL
                                                                : RULE_ANY,
                          conf->root, steps[i].root);
    }
}

static void *authz_core_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const authz_core_conf_t *base = outer;
    const authz_core_conf_t *over = inner;
    authz_core_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    if (!over->root || !base->root || over->merging == MERGING_OFF) {
        *conf = over->root ? *over : *base;
    }
    else {
        conf->open = NULL;
        conf->steps = apr_array_make(pool, 4, sizeof(step_t));
        add_steps(conf->steps, base);
        add_steps(conf->steps, over);
        join_steps(pool, conf);
    }
    conf->forbids_on_failure = over->forbids_on_failure >= 0
        ? over->forbids_on_failure : base->forbids_on_failure;
    return conf;
}

/* --- directives ---------------------------------------------------------- */

/* The container that a rule of this section goes into. */
static rule_t *open_container(cmd_parms *cmd, authz_core_conf_t *conf)
{
    if (conf->open) {
        return conf->open;
    }
    if (!conf->root) {
        conf->root = make_rule(cmd->pool, RULE_ANY);
    }
    return conf->root;
}

/* A rule that can only refuse says nothing where one rule is enough. */
static const char *check_negative(cmd_parms *cmd, const rule_t *container,
                                  const char *what)
{
    if (container->kind == RULE_ALL) {
        return NULL;
    }
    return apr_psprintf(cmd->pool, "%s directive has no effect in %s "
                        "directive; put it into <RequireAll>", what,
                        container_names[container->kind]);
}

static const char *find_provider(cmd_parms *cmd, rule_t *rule)
{
    rule->provider = ap_lookup_provider(AUTHZ_PROVIDER_GROUP, rule->name,
                                        AUTHZ_PROVIDER_VERSION);
    if (!*rule->name) {
        return "Require takes the name of an authorization provider";
    }
    if (!rule->provider) {
        return apr_psprintf(cmd->pool, "Unknown Authz provider: %s; is the "
                            "module that has it loaded?", rule->name);
    }
    if (!rule->provider->check_authorization) {
        return apr_psprintf(cmd->pool, "the provider '%s' cannot be used with "
                            "Require", rule->name);
    }
    if (rule->provider->parse_require_line) {
        return rule->provider->parse_require_line(cmd, rule->args,
                                                  &rule->parsed);
    }
    return NULL;
}

static const char *set_require(cmd_parms *cmd, void *dir_conf,
                               const char *args)
{
    authz_core_conf_t *conf = dir_conf;
    rule_t *container = open_container(cmd, conf);
    rule_t *rule = make_rule(cmd->pool, RULE_PROVIDER);
    const char *error = NULL;

    rule->methods = cmd->limited;
    rule->name = ap_getword_conf(cmd->pool, &args);
    if (ap_cstr_casecmp(rule->name, "not") == 0) {
        rule->is_negated = 1;
        rule->name = ap_getword_conf(cmd->pool, &args);
        error = check_negative(cmd, container, "negative Require");
    }
    rule->args = args;
    if (!error) {
        error = find_provider(cmd, rule);
    }
    if (!error) {
        add_rule(container, rule);
    }
    return error;
}

/* Sections that would give their directives another configuration than the
 * one being read. */
static const char *check_content(cmd_parms *cmd, const char *container,
                                 const ap_directive_t *child)
{
    const char *error = NULL;

    for (; child && !error; child = child->next) {
        const char *name = child->directive;

        if (name[0] != '<' || ap_cstr_casecmpn(name, "<If", 3) == 0) {
            continue;
        }
        if (ap_cstr_casecmpn(name, "<Limit", 6) != 0 &&
            ap_cstr_casecmpn(name, "<Require", 8) != 0) {
            return apr_psprintf(cmd->pool, "%s> not allowed in %s context",
                                name, container);
        }
        error = check_content(cmd, container, child->first_child);
    }
    return error;
}

static const char *read_container(cmd_parms *cmd, authz_core_conf_t *conf,
                                  rule_t *rule)
{
    rule_t *outside = conf->open;
    int override = cmd->override;
    const char *name = container_names[rule->kind];
    const char *error = check_content(cmd, name, cmd->directive->first_child);

    if (error) {
        return error;
    }
    conf->open = rule;
    /* What is inside need not stand where AuthConfig is allowed alone. */
    cmd->override = OR_AUTHCFG;
    error = ap_walk_config(cmd->directive->first_child, cmd, cmd->context);
    cmd->override = override;
    conf->open = outside;
    if (!error && !rule->first) {
        error = apr_pstrcat(cmd->pool, name, " directive contains no "
                            "authorization directives", NULL);
    }
    return error;
}

static const char *set_container(cmd_parms *cmd, void *dir_conf,
                                 const char *args)
{
    authz_core_conf_t *conf = dir_conf;
    rule_t *container = open_container(cmd, conf);
    rule_kind_e kind = (rule_kind_e)(apr_uintptr_t)cmd->info;
    rule_t *rule = make_rule(cmd->pool, kind);
    const char *end = ap_strrchr_c(args, '>');
    const char *error = NULL;

    while (apr_isspace(*args)) {
        args++;
    }
    if (end ? end != args : *args != '\0') {
        return apr_pstrcat(cmd->pool, container_names[kind],
                           " directive takes no arguments", NULL);
    }
    if (kind == RULE_NONE) {
        error = check_negative(cmd, container, container_names[kind]);
    }
    if (!error) {
        error = read_container(cmd, conf, rule);
    }
    if (!error) {
        add_rule(container, rule);
    }
    return error;
}

static const char *set_auth_merging(cmd_parms *cmd, void *dir_conf,
                                    const char *arg)
{
    authz_core_conf_t *conf = dir_conf;

    if (ap_cstr_casecmp(arg, "Off") == 0) {
        conf->merging = MERGING_OFF;
    }
    else if (ap_cstr_casecmp(arg, "And") == 0) {
        conf->merging = MERGING_AND;
    }
    else if (ap_cstr_casecmp(arg, "Or") == 0) {
        conf->merging = MERGING_OR;
    }
    else {
        return apr_psprintf(cmd->pool, "AuthMerging must be Off, And or Or, "
                            "not '%s'", arg);
    }
    return NULL;
}

/* --- evaluation ---------------------------------------------------------- */

static const char *status_name(authz_status status)
{
    switch (status) {
    case AUTHZ_GRANTED:
        return "granted";
    case AUTHZ_DENIED:
        return "denied";
    case AUTHZ_NEUTRAL:
        return "neutral";
    case AUTHZ_DENIED_NO_USER:
        return "denied (no authenticated user yet)";
    case AUTHZ_GENERAL_ERROR:
        break;
    }
    return "error";
}

static authz_status ask_provider(request_rec *r, const rule_t *rule)
{
    authz_status status;

    apr_table_setn(r->notes, AUTHZ_PROVIDER_NAME_NOTE, rule->name);
    status = rule->provider->check_authorization(r, rule->args, rule->parsed);
    apr_table_unset(r->notes, AUTHZ_PROVIDER_NAME_NOTE);
    if (rule->is_negated && status != AUTHZ_GENERAL_ERROR) {
        status = status == AUTHZ_GRANTED ? AUTHZ_DENIED : AUTHZ_NEUTRAL;
    }
    ap_log_rerror(APLOG_MARK, APLOG_DEBUG, 0, r,
                  "authorization result of Require %s%s %s: %s",
                  rule->is_negated ? "not " : "", rule->name, rule->args,
                  status_name(status));
    return status;
}

/* What the rules so far and one more say together; *is_final when no further
 * rule can change it. */
static authz_status combine(rule_kind_e kind, authz_status so_far,
                            authz_status status, int *is_final)
{
    *is_final = 1;
    if (status == AUTHZ_GENERAL_ERROR) {
        return status;
    }
    switch (kind) {
    case RULE_ALL:
        if (status == AUTHZ_DENIED) {
            return status;
        }
        break;
    case RULE_NONE:
        if (status == AUTHZ_GRANTED) {
            return AUTHZ_DENIED;
        }
        *is_final = 0;
        return so_far;
    case RULE_ANY:
    case RULE_PROVIDER:
        if (status == AUTHZ_GRANTED) {
            return status;
        }
        break;
    }
    *is_final = 0;
    /* A login may help as long as nothing else has refused. */
    return so_far == AUTHZ_NEUTRAL || status == AUTHZ_DENIED_NO_USER ? status
                                                                     : so_far;
}

static authz_status evaluate(request_rec *r, const rule_t *rule)
{
    authz_status status = AUTHZ_NEUTRAL;
    int is_final = 0;

    if (!(rule->methods & (AP_METHOD_BIT << r->method_number))) {
        return AUTHZ_NEUTRAL;
    }
    if (rule->kind == RULE_PROVIDER) {
        return ask_provider(r, rule);
    }
    for (const rule_t *each = rule->first; each && !is_final;
         each = each->next) {
        status = combine(rule->kind, status, evaluate(r, each), &is_final);
    }
    ap_log_rerror(APLOG_MARK, APLOG_DEBUG, 0, r,
                  "authorization result of %s: %s",
                  container_names[rule->kind], status_name(status));
    return status;
}

/* --- hooks --------------------------------------------------------------- */

/* Log watchers look for these words. */
static int refuse_client(request_rec *r)
{
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "client denied by server configuration: %s%s",
                  r->filename ? "" : "uri ",
                  r->filename ? r->filename : r->uri);
    return HTTP_FORBIDDEN;
}

static int refuse_user(request_rec *r, const authz_core_conf_t *conf)
{
    if (r->user) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "user %s: authorization failure for \"%s\"", r->user,
                      r->uri);
        if (conf->forbids_on_failure > 0) {
            return HTTP_FORBIDDEN;
        }
    }
    else {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "authorization failure (no authenticated user): %s",
                      r->uri);
    }
    ap_note_auth_failure(r);
    return HTTP_UNAUTHORIZED;
}

static int authorize(request_rec *r, int is_after_login)
{
    const authz_core_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                         &authz_core_module);
    authz_status status;

    /* No rule, or none for this method, refuses nobody. */
    if (!conf->root ||
        !(conf->root->methods & (AP_METHOD_BIT << r->method_number))) {
        return OK;
    }
    status = evaluate(r, conf->root);
    switch (status) {
    case AUTHZ_GRANTED:
        return OK;
    case AUTHZ_GENERAL_ERROR:
        return HTTP_INTERNAL_SERVER_ERROR;
    case AUTHZ_DENIED_NO_USER:
        return is_after_login ? refuse_user(r, conf) : DECLINED;
    case AUTHZ_DENIED:
    case AUTHZ_NEUTRAL:
        break;
    }
    return is_after_login && ap_auth_type(r) ? refuse_user(r, conf)
                                             : refuse_client(r);
}

static int authz_core_check_access(request_rec *r)
{
    return authorize(r, 0);
}

static int authz_core_check_user(request_rec *r)
{
    return authorize(r, 1);
}

static int authz_some_auth_required(request_rec *r)
{
    const authz_core_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                         &authz_core_module);

    return conf->root &&
           (conf->root->methods & (AP_METHOD_BIT << r->method_number));
}

static const command_rec authz_core_directives[] = {
    AP_INIT_RAW_ARGS("Require", set_require, NULL, OR_AUTHCFG,
                     "[not], the name of an authorization provider, and what "
                     "it is to look for"),
    AP_INIT_RAW_ARGS("<RequireAll", set_container,
                     (void *)(apr_uintptr_t)RULE_ALL, OR_AUTHCFG,
                     "rules of which none may refuse and one must grant"),
    AP_INIT_RAW_ARGS("<RequireAny", set_container,
                     (void *)(apr_uintptr_t)RULE_ANY, OR_AUTHCFG,
                     "rules of which one must grant"),
    AP_INIT_RAW_ARGS("<RequireNone", set_container,
                     (void *)(apr_uintptr_t)RULE_NONE, OR_AUTHCFG,
                     "rules of which none may grant"),
    AP_INIT_TAKE1("AuthMerging", set_auth_merging, NULL, OR_AUTHCFG,
                  "how rules are joined with those of the section above: Off, "
                  "And or Or"),
    AP_INIT_FLAG("AuthzSendForbiddenOnFailure", ap_set_flag_slot,
                 (void *)APR_OFFSETOF(authz_core_conf_t, forbids_on_failure),
                 OR_AUTHCFG,
                 "On: answer 403, not 401, when a user is known but may not"),
    AP_INIT_RAW_ARGS("<AuthzProviderAlias", authz_core_set_alias, NULL,
                     RSRC_CONF,
                     "the name of a provider, a new name, and what to look "
                     "for"),
    { .name = NULL },
};

static void authz_core_register_hooks(apr_pool_t *pool)
{
    APR_REGISTER_OPTIONAL_FN(authz_some_auth_required);
    ap_hook_check_access_ex(authz_core_check_access, NULL, NULL,
                            APR_HOOK_LAST, AP_AUTH_INTERNAL_PER_CONF);
    ap_hook_check_authz(authz_core_check_user, NULL, NULL, APR_HOOK_LAST,
                        AP_AUTH_INTERNAL_PER_CONF);
    authz_core_register_providers(pool);
}

AP_DECLARE_MODULE(authz_core) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = authz_core_create_conf,
    .merge_dir_config = authz_core_merge_conf,
    .create_server_config = authz_core_create_server_conf,
    .merge_server_config = authz_core_merge_server_conf,
    .cmds = authz_core_directives,
    .register_hooks = authz_core_register_hooks,
};
