/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_authz_user - Require user NAME… and Require valid-user.
 *
 * Offers:     the authz providers "user" and "valid-user"
 * Tests:      test/e2e/aaa/test_auth_basic.py
 */

#include "httpd.h"

#include <string.h>

#include "apr_strings.h"

#include "ap_expr.h"
#include "ap_provider.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_auth.h"

module AP_MODULE_DECLARE_DATA authz_user_module;

static const char *parse_names(cmd_parms *cmd, const char *line,
                               const void **parsed)
{
    const char *error = NULL;

    *parsed = ap_expr_parse_cmd(cmd, line, AP_EXPR_FLAG_STRING_RESULT, &error,
                                NULL);
    return error ? apr_pstrcat(cmd->pool, "Require user: ", error, NULL) : NULL;
}

static authz_status check_names(request_rec *r, const char *line,
                                const void *parsed)
{
    const char *error = NULL;
    const char *names;

    if (!r->user) {
        return AUTHZ_DENIED_NO_USER;
    }
    names = ap_expr_str_exec(r, parsed, &error);
    if (error) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "Require user could not be evaluated, access is "
                      "refused: %s",
                      error);
        return AUTHZ_DENIED;
    }
    while (*names) {
        if (strcmp(ap_getword_conf(r->pool, &names), r->user) == 0) {
            return AUTHZ_GRANTED;
        }
    }
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "access to %s failed, reason: user '%s' does not meet "
                  "'require'ments for user to be allowed access",
                  r->uri, r->user);
    return AUTHZ_DENIED;
}

static authz_status check_any(request_rec *r, const char *line,
                              const void *parsed)
{
    return r->user ? AUTHZ_GRANTED : AUTHZ_DENIED_NO_USER;
}

static const authz_provider names_provider = { check_names, parse_names };
static const authz_provider any_provider = { check_any, NULL };

static void authz_user_register_hooks(apr_pool_t *pool)
{
    ap_register_auth_provider(pool, AUTHZ_PROVIDER_GROUP, "user",
                              AUTHZ_PROVIDER_VERSION, &names_provider,
                              AP_AUTH_INTERNAL_PER_CONF);
    ap_register_auth_provider(pool, AUTHZ_PROVIDER_GROUP, "valid-user",
                              AUTHZ_PROVIDER_VERSION, &any_provider,
                              AP_AUTH_INTERNAL_PER_CONF);
}

AP_DECLARE_MODULE(authz_user) = {
    STANDARD20_MODULE_STUFF,
    .register_hooks = authz_user_register_hooks,
};
