/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_auth_basic - logins by the Basic scheme (RFC 7617).
 *
 * Directives: AuthBasicProvider, AuthBasicAuthoritative, AuthBasicFake,
 *             AuthBasicUseDigestAlgorithm (directory, .htaccess: AuthConfig)
 * Phase:      check_authn; note_auth_failure makes the challenge; fixups write
 *             a login for a server behind this one
 * Tests:      test/e2e/aaa/test_auth_basic.py
 */

#include "httpd.h"

#include <stdbool.h>
#include <string.h>

#include "apr_base64.h"
#include "apr_strings.h"

#include "ap_expr.h"
#include "ap_provider.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_auth.h"
#include "util_md5.h"

module AP_MODULE_DECLARE_DATA auth_basic_module;

enum { UNSET = -1 };

typedef struct auth_basic_conf_t {
    authn_provider_list *providers; /* NULL: the default */
    authn_provider_list *last;
    int is_authoritative; /* 0, 1 or UNSET */
    int uses_digest;
    bool is_fake_set; /* and without a user: off */
    const ap_expr_info_t *fake_user;
    const ap_expr_info_t *fake_password; /* NULL: "password" */
} auth_basic_conf_t;

static void *auth_basic_create_conf(apr_pool_t *pool, char *dir)
{
    auth_basic_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->is_authoritative = UNSET;
    conf->uses_digest = UNSET;
    return conf;
}

static void *auth_basic_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const auth_basic_conf_t *base = outer;
    const auth_basic_conf_t *over = inner;
    auth_basic_conf_t *conf = apr_pmemdup(pool, base, sizeof(*base));

    if (over->providers) {
        conf->providers = over->providers;
        conf->last = over->last;
    }
    if (over->is_authoritative != UNSET) {
        conf->is_authoritative = over->is_authoritative;
    }
    if (over->uses_digest != UNSET) {
        conf->uses_digest = over->uses_digest;
    }
    if (over->is_fake_set) {
        conf->is_fake_set = true;
        conf->fake_user = over->fake_user;
        conf->fake_password = over->fake_password;
    }
    return conf;
}

/* --- directives
 * --------------------------------------------------------------- */

static const char *set_provider(cmd_parms *cmd, void *dir_conf,
                                const char *name)
{
    auth_basic_conf_t *conf = dir_conf;
    authn_provider_list *entry = apr_pcalloc(cmd->pool, sizeof(*entry));

    entry->provider_name = name;
    entry->provider = ap_lookup_provider(AUTHN_PROVIDER_GROUP, name,
                                         AUTHN_PROVIDER_VERSION);
    if (!entry->provider) {
        return apr_psprintf(cmd->pool,
                            "Unknown Authn provider: %s (load mod_authn_%s, "
                            "before this line)",
                            name, name);
    }
    if (!entry->provider->check_password) {
        return apr_psprintf(cmd->pool,
                            "the '%s' Authn provider cannot check passwords "
                            "of Basic logins",
                            name);
    }
    *(conf->last ? &conf->last->next : &conf->providers) = entry;
    conf->last = entry;
    return NULL;
}

static const char *set_authoritative(cmd_parms *cmd, void *dir_conf, int is_on)
{
    auth_basic_conf_t *conf = dir_conf;

    conf->is_authoritative = is_on != 0;
    return NULL;
}

static const char *set_digest_algorithm(cmd_parms *cmd, void *dir_conf,
                                        const char *word)
{
    auth_basic_conf_t *conf = dir_conf;

    if (ap_cstr_casecmp(word, "Off") == 0) {
        conf->uses_digest = 0;
    }
    else if (ap_cstr_casecmp(word, "MD5") == 0) {
        conf->uses_digest = 1;
    }
    else {
        return apr_psprintf(cmd->pool, "'%s' is neither MD5 nor Off", word);
    }
    return NULL;
}

static const char *set_fake(cmd_parms *cmd, void *dir_conf, const char *user,
                            const char *password)
{
    auth_basic_conf_t *conf = dir_conf;
    const char *error = NULL;

    conf->is_fake_set = true;
    conf->fake_user = NULL;
    conf->fake_password = NULL;
    if (!password && ap_cstr_casecmp(user, "off") == 0) {
        return NULL;
    }
    conf->fake_user = ap_expr_parse_cmd(cmd, user, AP_EXPR_FLAG_STRING_RESULT,
                                        &error, NULL);
    if (!error && password) {
        conf->fake_password = ap_expr_parse_cmd(
            cmd, password, AP_EXPR_FLAG_STRING_RESULT, &error, NULL);
    }
    return error ? apr_pstrcat(cmd->pool, "AuthBasicFake: ", error, NULL)
                 : NULL;
}

/* --- the login
 * ------------------------------------------------------------------ */

static const auth_basic_conf_t *conf_of(const request_rec *r)
{
    return ap_get_module_config(r->per_dir_config, &auth_basic_module);
}

static int challenge(request_rec *r, const char *type)
{
    const char *name;

    if (ap_cstr_casecmp(type, "Basic") != 0) {
        return DECLINED;
    }
    name = ap_auth_name(r);
    apr_table_setn(
        r->err_headers_out,
        r->proxyreq == PROXYREQ_PROXY ? "Proxy-Authenticate"
                                      : "WWW-Authenticate",
        apr_pstrcat(r->pool, "Basic realm=\"", name ? name : "", "\"", NULL));
    return OK;
}

static int ask(request_rec *r)
{
    ap_note_auth_failure(r);
    return HTTP_UNAUTHORIZED;
}

/* OK with r->user and *password, or what to answer. */
static int read_login(request_rec *r, const char **password)
{
    const char *field = apr_table_get(
        r->headers_in, r->proxyreq == PROXYREQ_PROXY ? "Proxy-Authorization"
                                                     : "Authorization");
    const char *scheme;
    char *decoded;
    char *colon;

    if (!field) {
        return ask(r);
    }
    scheme = ap_getword(r->pool, &field, ' ');
    if (ap_cstr_casecmp(scheme, "Basic") != 0) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "client used wrong authentication scheme: %s", r->uri);
        return ask(r);
    }
    while (*field == ' ' || *field == '\t') {
        field++;
    }
    decoded = ap_pbase64decode(r->pool, field);
    colon = strchr(decoded, ':');
    if (colon) {
        *colon = '\0';
    }
    r->user = decoded;
    r->ap_auth_type = apr_pstrdup(r->pool, "Basic");
    *password = colon ? colon + 1 : "";
    return OK;
}

/* The provider knows what Digest would store: MD5 of user, realm, password. */
static authn_status check_digest(request_rec *r, const authn_provider *provider,
                                 const char *password)
{
    const char *realm = ap_auth_name(r);
    char *stored = NULL;
    authn_status status;
    const char *hash;
    unsigned int difference = 0;

    if (!provider->get_realm_hash) {
        return AUTH_GENERAL_ERROR;
    }
    status = provider->get_realm_hash(r, r->user, realm, &stored);
    if (status != AUTH_USER_FOUND) {
        return status;
    }
    hash = ap_md5(r->pool,
                  (unsigned char *)apr_pstrcat(r->pool, r->user, ":", realm,
                                               ":", password, NULL));
    if (!stored || strlen(stored) != strlen(hash)) {
        return AUTH_DENIED;
    }
    for (apr_size_t i = 0; hash[i]; i++) {
        difference |= (unsigned char)(hash[i] ^ stored[i]);
    }
    return difference == 0 ? AUTH_GRANTED : AUTH_DENIED;
}

static authn_status check_with(request_rec *r, const auth_basic_conf_t *conf,
                               const char *name, const authn_provider *provider,
                               const char *password)
{
    authn_status status;

    if (!provider || !provider->check_password) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "no authentication provider for Basic logins: load "
                      "mod_authn_file, or name one with AuthBasicProvider");
        return AUTH_GENERAL_ERROR;
    }
    apr_table_setn(r->notes, AUTHN_PROVIDER_NAME_NOTE, name);
    status = conf->uses_digest == 1
                 ? check_digest(r, provider, password)
                 : provider->check_password(r, r->user, password);
    apr_table_unset(r->notes, AUTHN_PROVIDER_NAME_NOTE);
    return status;
}

/* The first provider that knows the user decides. */
static authn_status check_login(request_rec *r, const auth_basic_conf_t *conf,
                                const char *password)
{
    authn_status status = AUTH_USER_NOT_FOUND;

    if (!conf->providers) {
        return check_with(r, conf, AUTHN_DEFAULT_PROVIDER,
                          ap_lookup_provider(AUTHN_PROVIDER_GROUP,
                                             AUTHN_DEFAULT_PROVIDER,
                                             AUTHN_PROVIDER_VERSION),
                          password);
    }
    for (const authn_provider_list *entry = conf->providers;
         entry && status == AUTH_USER_NOT_FOUND; entry = entry->next) {
        status = check_with(r, conf, entry->provider_name, entry->provider,
                            password);
    }
    return status;
}

static int answer(request_rec *r, const auth_basic_conf_t *conf,
                  authn_status status)
{
    /* Somebody else may know the user. */
    if (conf->is_authoritative == 0 && status != AUTH_DENIED) {
        return DECLINED;
    }
    switch (status) {
    case AUTH_DENIED:
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "user %s: authentication failure for \"%s\": Password "
                      "Mismatch",
                      r->user, r->uri);
        return ask(r);
    case AUTH_USER_NOT_FOUND:
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r, "user %s not found: %s",
                      r->user, r->uri);
        return ask(r);
    default:
        return HTTP_INTERNAL_SERVER_ERROR;
    }
}

static int check_user(request_rec *r)
{
    const auth_basic_conf_t *conf = conf_of(r);
    const char *type = ap_auth_type(r);
    const char *password = NULL;
    authn_status found;
    int status;

    if (!type || ap_cstr_casecmp(type, "Basic") != 0) {
        return DECLINED;
    }
    if (!ap_auth_name(r)) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "AuthType Basic needs an AuthName, here for %s", r->uri);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    status = read_login(r, &password);
    if (status != OK) {
        return status;
    }
    found = check_login(r, conf, password);
    return found == AUTH_GRANTED ? OK : answer(r, conf, found);
}

static int write_login(request_rec *r)
{
    const auth_basic_conf_t *conf = conf_of(r);
    const char *error = NULL;
    const char *user;
    const char *password = "password";

    if (!conf->fake_user) {
        return DECLINED;
    }
    user = ap_expr_str_exec(r, conf->fake_user, &error);
    if (!error && conf->fake_password) {
        password = ap_expr_str_exec(r, conf->fake_password, &error);
    }
    if (error) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "AuthBasicFake could not be evaluated: %s", error);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (!*user) {
        return DECLINED;
    }
    apr_table_setn(
        r->headers_in, "Authorization",
        apr_pstrcat(r->pool, "Basic ",
                    ap_pbase64encode(r->pool, apr_pstrcat(r->pool, user, ":",
                                                          password, NULL)),
                    NULL));
    return OK;
}

static const command_rec auth_basic_directives[] = {
    AP_INIT_ITERATE("AuthBasicProvider", set_provider, NULL, OR_AUTHCFG,
                    "who is asked for users, in this order"),
    AP_INIT_FLAG("AuthBasicAuthoritative", set_authoritative, NULL, OR_AUTHCFG,
                 "Off: other modules may know a user that nobody knows here"),
    AP_INIT_TAKE12("AuthBasicFake", set_fake, NULL, OR_AUTHCFG,
                   "a user and password to write for a server behind, or off"),
    AP_INIT_TAKE1("AuthBasicUseDigestAlgorithm", set_digest_algorithm, NULL,
                  OR_AUTHCFG, "MD5 where passwords are stored for Digest"),
    { .name = NULL },
};

static void auth_basic_register_hooks(apr_pool_t *pool)
{
    ap_hook_check_authn(check_user, NULL, NULL, APR_HOOK_MIDDLE,
                        AP_AUTH_INTERNAL_PER_CONF);
    ap_hook_fixups(write_login, NULL, NULL, APR_HOOK_LAST);
    ap_hook_note_auth_failure(challenge, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(auth_basic) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = auth_basic_create_conf,
    .merge_dir_config = auth_basic_merge_conf,
    .cmds = auth_basic_directives,
    .register_hooks = auth_basic_register_hooks,
};
