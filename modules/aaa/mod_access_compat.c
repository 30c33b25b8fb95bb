/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_access_compat - Order, Allow, Deny and Satisfy, as before Apache 2.4.
 *
 * Directives: Order, Allow, Deny (Limit), Satisfy (AuthConfig): directory,
 *             .htaccess, <Limit>
 * Phase:      access_checker. A section that has one of the directives
 *             inherits none of them: hence no merge function.
 * Owns:       one access_conf_t per section, in the configuration pool.
 * Tests:      test/e2e/aaa/test_access_compat.py
 */

#include "httpd.h"

#include "apr_strings.h"
#include "domain.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"

module AP_MODULE_DECLARE_DATA access_compat_module;

typedef enum { ORDER_DENY_ALLOW, ORDER_ALLOW_DENY } order_e;

typedef enum {
    RULE_ALL,
    RULE_ENV,
    RULE_NOT_ENV,
    RULE_SUBNET,
    RULE_HOST
} rule_kind_e;

/* One "from" of Allow or Deny. */
typedef struct access_rule_t {
    apr_int64_t methods; /* <Limit> */
    rule_kind_e kind;
    const char *name; /* of a host or variable */
    apr_ipsubnet_t *subnet;
} access_rule_t;

typedef struct access_conf_t {
    order_e order[METHODS];
    int satisfy[METHODS];
    apr_array_header_t *allows; /* of access_rule_t */
    apr_array_header_t *denies;
} access_conf_t;

static void *access_create_conf(apr_pool_t *pool, char *dir)
{
    access_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    for (int i = 0; i < METHODS; i++) {
        conf->order[i] = ORDER_DENY_ALLOW;
        conf->satisfy[i] = SATISFY_NOSPEC;
    }
    conf->allows = apr_array_make(pool, 1, sizeof(access_rule_t));
    conf->denies = apr_array_make(pool, 1, sizeof(access_rule_t));
    return conf;
}

static const char *set_order(cmd_parms *cmd, void *dir_conf, const char *arg)
{
    access_conf_t *conf = dir_conf;
    order_e order;

    if (ap_cstr_casecmp(arg, "deny,allow") == 0) {
        order = ORDER_DENY_ALLOW;
    }
    else if (ap_cstr_casecmp(arg, "allow,deny") == 0 ||
             ap_cstr_casecmp(arg, "mutual-failure") == 0) {
        order = ORDER_ALLOW_DENY;
    }
    else {
        return apr_psprintf(cmd->pool, "unknown order '%s', expected "
                            "Allow,Deny or Deny,Allow without a space", arg);
    }
    for (int i = 0; i < METHODS - 1; i++) { /* the last bit is the sign */
        if (cmd->limited & (AP_METHOD_BIT << i)) {
            conf->order[i] = order;
        }
    }
    return NULL;
}

static const char *set_satisfy(cmd_parms *cmd, void *dir_conf,
                               const char *arg)
{
    access_conf_t *conf = dir_conf;
    int satisfy;

    if (ap_cstr_casecmp(arg, "all") == 0) {
        satisfy = SATISFY_ALL;
    }
    else if (ap_cstr_casecmp(arg, "any") == 0) {
        satisfy = SATISFY_ANY;
    }
    else {
        return apr_psprintf(cmd->pool, "Satisfy must be All or Any, not '%s'",
                            arg);
    }
    for (int i = 0; i < METHODS - 1; i++) { /* the last bit is the sign */
        if (cmd->limited & (AP_METHOD_BIT << i)) {
            conf->satisfy[i] = satisfy;
        }
    }
    return NULL;
}

/* An address, a network, or else a name. */
static const char *parse_host(cmd_parms *cmd, const char *host,
                              access_rule_t *rule)
{
    char *address = apr_pstrdup(cmd->temp_pool, host);
    char *mask = ap_strchr(address, '/');
    apr_status_t rv;

    if (mask) {
        *mask++ = '\0';
    }
    rv = apr_ipsubnet_create(&rule->subnet, address, mask, cmd->pool);
    if (rv == APR_SUCCESS) {
        rule->kind = RULE_SUBNET;
        return NULL;
    }
    if (!mask && APR_STATUS_IS_EINVAL(rv)) {
        rule->kind = RULE_HOST;
        rule->name = host;
        return NULL;
    }
    return apr_psprintf(cmd->pool, "'%s' is not an address, network or host "
                        "name: %pm", host, &rv);
}

static const char *add_rule(cmd_parms *cmd, void *dir_conf, const char *from,
                            const char *what)
{
    access_conf_t *conf = dir_conf;
    access_rule_t *rule;

    if (ap_cstr_casecmp(from, "from") != 0) {
        return apr_pstrcat(cmd->pool, cmd->cmd->name,
                           " must be followed by 'from'", NULL);
    }
    rule = apr_array_push(cmd->info ? conf->allows : conf->denies);
    rule->methods = cmd->limited;
    rule->name = NULL;
    if (ap_cstr_casecmp(what, "all") == 0) {
        rule->kind = RULE_ALL;
        return NULL;
    }
    if (ap_cstr_casecmpn(what, "env=!", 5) == 0) {
        rule->kind = RULE_NOT_ENV;
        rule->name = what + 5;
        return NULL;
    }
    if (ap_cstr_casecmpn(what, "env=", 4) == 0) {
        rule->kind = RULE_ENV;
        rule->name = what + 4;
        return NULL;
    }
    return parse_host(cmd, what, rule);
}

static int matches(request_rec *r, const access_rule_t *rule)
{
    const char *host;

    switch (rule->kind) {
    case RULE_ALL:
        return 1;
    case RULE_ENV:
        return apr_table_get(r->subprocess_env, rule->name) != NULL;
    case RULE_NOT_ENV:
        return apr_table_get(r->subprocess_env, rule->name) == NULL;
    case RULE_SUBNET:
        return apr_ipsubnet_test(rule->subnet, r->useragent_addr);
    case RULE_HOST:
        break;
    }
    /* Costs two look-ups in the DNS the first time in a connection. */
    host = ap_get_useragent_host(r, REMOTE_DOUBLE_REV, NULL);
    return host && aaa_is_in_domain(host, rule->name);
}

static int is_in(request_rec *r, const apr_array_header_t *rules)
{
    apr_int64_t method = AP_METHOD_BIT << r->method_number;

    for (int i = 0; i < rules->nelts; i++) {
        const access_rule_t *rule = &APR_ARRAY_IDX(rules, i, access_rule_t);

        if ((rule->methods & method) && matches(r, rule)) {
            return 1;
        }
    }
    return 0;
}

/* The last match counts; without one, the second word of Order. */
static int is_refused(request_rec *r, const access_conf_t *conf)
{
    if (conf->order[r->method_number] == ORDER_ALLOW_DENY) {
        return !is_in(r, conf->allows) || is_in(r, conf->denies);
    }
    return is_in(r, conf->denies) && !is_in(r, conf->allows);
}

static int access_check(request_rec *r)
{
    const access_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                     &access_compat_module);

    if (!is_refused(r, conf)) {
        return OK;
    }
    /* With Satisfy Any other rules may still open the door. */
    if (conf->satisfy[r->method_number] != SATISFY_ANY) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "client denied by server configuration: %s%s",
                      r->filename ? "" : "uri ",
                      r->filename ? r->filename : r->uri);
    }
    return HTTP_FORBIDDEN;
}

static int access_compat_ap_satisfies(request_rec *r)
{
    const access_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                     &access_compat_module);

    return conf->satisfy[r->method_number];
}

static const command_rec access_directives[] = {
    AP_INIT_TAKE1("order", set_order, NULL, OR_LIMIT,
                  "Allow,Deny or Deny,Allow: the last that matches counts"),
    AP_INIT_ITERATE2("allow", add_rule, (void *)1, OR_LIMIT,
                     "from, and all, a host, an address, a network or "
                     "env=[!]VARIABLE"),
    AP_INIT_ITERATE2("deny", add_rule, NULL, OR_LIMIT,
                     "from, and all, a host, an address, a network or "
                     "env=[!]VARIABLE"),
    AP_INIT_TAKE1("Satisfy", set_satisfy, NULL, OR_AUTHCFG,
                  "All or Any: whether address and login must both be right"),
    { .name = NULL },
};

static void access_register_hooks(apr_pool_t *pool)
{
    APR_REGISTER_OPTIONAL_FN(access_compat_ap_satisfies);
    ap_hook_check_access(access_check, NULL, NULL, APR_HOOK_MIDDLE,
                         AP_AUTH_INTERNAL_PER_CONF);
}

AP_DECLARE_MODULE(access_compat) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = access_create_conf,
    .cmds = access_directives,
    .register_hooks = access_register_hooks,
};
