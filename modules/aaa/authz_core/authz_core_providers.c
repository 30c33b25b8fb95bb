/* SPDX-License-Identifier: Apache-2.0 */
/*
 * authz_core_providers.c - Require all, env, method and expr.
 */

#include "authz_core.h"

#include <apr_strings.h>

#include "ap_expr.h"
#include "ap_provider.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_auth.h"

APLOG_USE_MODULE(authz_core);

/* --- all ----------------------------------------------------------------- */

static authz_status check_all(request_rec *r, const char *args,
                              const void *parsed)
{
    return parsed ? AUTHZ_GRANTED : AUTHZ_DENIED;
}

static const char *parse_all(cmd_parms *cmd, const char *args,
                             const void **parsed)
{
    static const char granted[] = "granted";

    if (ap_cstr_casecmp(args, granted) == 0) {
        *parsed = granted;
        return NULL;
    }
    return ap_cstr_casecmp(args, "denied") == 0
        ? NULL : "'Require all' takes the word 'granted' or 'denied'";
}

static const authz_provider all_provider = { check_all, parse_all };

/* --- env ----------------------------------------------------------------- */

static authz_status check_env(request_rec *r, const char *args,
                              const void *parsed)
{
    const char *name;

    while (*(name = ap_getword_conf(r->pool, &args))) {
        if (apr_table_get(r->subprocess_env, name)) {
            return AUTHZ_GRANTED;
        }
    }
    return AUTHZ_DENIED;
}

static const authz_provider env_provider = { check_env, NULL };

/* --- method -------------------------------------------------------------- */

static authz_status check_method(request_rec *r, const char *args,
                                 const void *parsed)
{
    const apr_int64_t *allowed = parsed;

    return *allowed & (AP_METHOD_BIT << r->method_number) ? AUTHZ_GRANTED
                                                          : AUTHZ_DENIED;
}

static const char *parse_method(cmd_parms *cmd, const char *args,
                                const void **parsed)
{
    apr_int64_t *allowed = apr_pcalloc(cmd->pool, sizeof(*allowed));
    const char *name;

    while (*(name = ap_getword_conf(cmd->temp_pool, &args))) {
        int number = ap_method_number_of(name);

        if (number == M_INVALID) {
            return apr_pstrcat(cmd->pool, "'", name, "' is not a known method",
                               NULL);
        }
        *allowed |= AP_METHOD_BIT << number;
    }
    *parsed = allowed;
    return NULL;
}

static const authz_provider method_provider = { check_method, parse_method };

/* --- expr ---------------------------------------------------------------- */

/* Lives in the configuration pool. */
typedef struct require_expr_t {
    ap_expr_info_t *expr;
    int needs_user; /* false may become true once somebody has logged in */
} require_expr_t;

/* The expression whose names are being looked up in this thread; lookup
 * functions get no context. */
static AP_THREAD_LOCAL require_expr_t *looking_up;

static int note_user_lookup(ap_expr_lookup_parms *parms)
{
    if (parms->type == AP_EXPR_FUNC_VAR &&
        ap_cstr_casecmp(parms->name, "REMOTE_USER") == 0) {
        looking_up->needs_user = 1;
    }
    return ap_expr_lookup_default(parms);
}

static const char *parse_expr(cmd_parms *cmd, const char *args,
                              const void **parsed)
{
    require_expr_t *conf = apr_pcalloc(cmd->pool, sizeof(*conf));
    const char *error = NULL;

    /* The whole expression may stand in quotes, as in <If>. */
    if (*args == '"') {
        const char *text = ap_getword_conf(cmd->temp_pool, &args);

        if (*args) {
            return apr_pstrcat(cmd->pool, "'", args, "' follows the quoted "
                               "expression of 'Require expr'", NULL);
        }
        args = text;
    }
    looking_up = conf;
    conf->expr = ap_expr_parse_cmd(cmd, args, 0, &error, note_user_lookup);
    looking_up = NULL;
    if (error) {
        return apr_pstrcat(cmd->pool, "Cannot parse the expression of "
                           "'Require expr': ", error, NULL);
    }
    *parsed = conf;
    return NULL;
}

static authz_status check_expr(request_rec *r, const char *args,
                               const void *parsed)
{
    const require_expr_t *conf = parsed;
    const char *error = NULL;
    int result = ap_expr_exec(r, conf->expr, &error);

    if (result < 0) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "'Require expr %s' cannot be evaluated, access is "
                      "refused: %s", args, error);
        return AUTHZ_GENERAL_ERROR;
    }
    if (result > 0) {
        return AUTHZ_GRANTED;
    }
    return conf->needs_user && !r->user ? AUTHZ_DENIED_NO_USER : AUTHZ_DENIED;
}

static const authz_provider expr_provider = { check_expr, parse_expr };

void authz_core_register_providers(apr_pool_t *pool)
{
    static const struct {
        const char *name;
        const authz_provider *provider;
    } providers[] = {
        { "all", &all_provider },
        { "env", &env_provider },
        { "method", &method_provider },
        { "expr", &expr_provider },
    };

    for (size_t i = 0; i < sizeof(providers) / sizeof(providers[0]); i++) {
        ap_register_auth_provider(pool, AUTHZ_PROVIDER_GROUP,
                                  providers[i].name, AUTHZ_PROVIDER_VERSION,
                                  providers[i].provider,
                                  AP_AUTH_INTERNAL_PER_CONF);
    }
}
