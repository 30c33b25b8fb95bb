/* SPDX-License-Identifier: Apache-2.0 */
/*
 * auth - who may: the access, authn and authz phases with Satisfy, and the
 * questions that modules ask about them.
 */

#include "http_request.h"

#include "http_core.h"
#include "http_log.h"
#include "mod_auth.h"
#include "request/request.h"

APLOG_USE_MODULE(core);

APR_DECLARE_OPTIONAL_FN(int, authz_some_auth_required, (request_rec * r));

static int fail(request_rec *r, int status, const char *what)
{
    if (status != DECLINED) {
        ap_log_rerror(APLOG_MARK, APLOG_DEBUG, 0, r, "%s: status %d", what,
                      status);
    }
    return pn_phases_fail(r, status, what);
}

/* Who is it, and may this one. */
static int check_user(request_rec *r)
{
    int status = ap_run_check_user_id(r);

    if (status != OK) {
        return fail(r, status, "check the user");
    }
    if (!r->user) {
        /* Authorization modules compare the name without a look at it. */
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "%s wants a user, but nobody asked for one: no AuthType "
                      "is configured there",
                      r->uri);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    status = ap_run_auth_checker(r);
    return status == OK ? OK : fail(r, status, "check the authorization");
}

/* access_checker_ex decides without a user (OK or a status), or wants one
 * (DECLINED); force_authn may want one although access is granted. */
static int check_beyond_access(request_rec *r)
{
    int status = ap_run_access_checker_ex(r);

    if (status == DECLINED || (status == OK && ap_run_force_authn(r) == OK)) {
        return check_user(r);
    }
    return status == OK ? OK : fail(r, status, "check the access");
}

int pn_auth_check(request_rec *r)
{
    int status = ap_run_access_checker(r);

    if (ap_satisfies(r) == SATISFY_ANY) {
        return status == OK ? OK : check_beyond_access(r);
    }
    return status == OK ? check_beyond_access(r)
                        : fail(r, status, "check the access");
}

AP_DECLARE(int) ap_some_authn_required(request_rec *r)
{
    switch (ap_run_access_checker_ex(r)) {
    case DECLINED:
        return 1;
    case OK:
        return ap_run_force_authn(r) == OK;
    default:
        return 0; /* refused whoever it is */
    }
}

AP_DECLARE(int) ap_some_auth_required(request_rec *r)
{
    APR_OPTIONAL_FN_TYPE(authz_some_auth_required)
        *ask = APR_RETRIEVE_OPTIONAL_FN(authz_some_auth_required);

    return ask ? ask(r) : 0;
}
