/* SPDX-License-Identifier: Apache-2.0 */
/* query - the hooks of process models, and the questions that modules ask. */

#include "ap_mpm.h"

#include <apr_tables.h>

#include "http_config.h"
#include "http_core.h"
#include "mpm_common.h"
#include "unixd.h"

/* clang-format off */
APR_HOOK_STRUCT(
    APR_HOOK_LINK(mpm)
    APR_HOOK_LINK(mpm_query)
    APR_HOOK_LINK(mpm_register_timed_callback)
    APR_HOOK_LINK(mpm_get_name)
    APR_HOOK_LINK(monitor)
    APR_HOOK_LINK(drop_privileges)
    APR_HOOK_LINK(child_status)
    APR_HOOK_LINK(child_stopping)
    APR_HOOK_LINK(end_generation)
    APR_HOOK_LINK(suspend_connection)
    APR_HOOK_LINK(resume_connection)
    APR_HOOK_LINK(get_suexec_identity)
)
/* clang-format on */

AP_IMPLEMENT_HOOK_RUN_FIRST(int, mpm,
                            (apr_pool_t * pconf, apr_pool_t *plog, server_rec *s),
                            (pconf, plog, s), DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, mpm_query,
                            (int query_code, int *result, apr_status_t *outcome),
                            (query_code, result, outcome), DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(apr_status_t, mpm_register_timed_callback,
                            (apr_time_t t, ap_mpm_callback_fn_t *cbfn,
                             void *baton),
                            (t, cbfn, baton), APR_ENOTIMPL)
AP_IMPLEMENT_HOOK_RUN_FIRST(const char *, mpm_get_name, (void), (), NULL)
AP_IMPLEMENT_HOOK_RUN_ALL(int, monitor, (apr_pool_t * p, server_rec *s), (p, s),
                          OK, DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, drop_privileges,
                          (apr_pool_t * pchild, server_rec *s), (pchild, s), OK,
                          DECLINED)
AP_IMPLEMENT_HOOK_VOID(child_status,
                       (server_rec * s, pid_t pid, ap_generation_t gen, int slot,
                        mpm_child_status state),
                       (s, pid, gen, slot, state))
AP_IMPLEMENT_HOOK_VOID(child_stopping, (apr_pool_t * pchild, int graceful),
                       (pchild, graceful))
AP_IMPLEMENT_HOOK_VOID(end_generation, (server_rec * s, ap_generation_t gen),
                       (s, gen))
AP_IMPLEMENT_HOOK_VOID(suspend_connection, (conn_rec * c, request_rec *r),
                       (c, r))
AP_IMPLEMENT_HOOK_VOID(resume_connection, (conn_rec * c, request_rec *r),
                       (c, r))
AP_IMPLEMENT_HOOK_RUN_FIRST(ap_unix_identity_t *, get_suexec_identity,
                            (const request_rec *r), (r), NULL)

AP_DECLARE(apr_status_t) ap_mpm_query(int query_code, int *result)
{
    apr_status_t rv = APR_EGENERAL;

    if (ap_run_mpm_query(query_code, result, &rv) == DECLINED) {
        return APR_EGENERAL;
    }
    return rv;
}

AP_DECLARE(apr_status_t)
ap_mpm_register_timed_callback(apr_time_t t, ap_mpm_callback_fn_t *cbfn,
                               void *baton)
{
    return ap_run_mpm_register_timed_callback(t, cbfn, baton);
}

AP_DECLARE(const char *) ap_check_mpm(void)
{
    const apr_array_header_t *models = ap_hook_get_mpm();

    if (!models || models->nelts == 0) {
        return "No MPM loaded.";
    }
    if (models->nelts > 1) {
        return "More than one MPM loaded.";
    }
    return NULL;
}
