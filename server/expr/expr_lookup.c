/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expr_lookup - who implements a name: modules by the expr_lookup hook, the
 * built-in tables last.
 */

#include "expr_tree.h"

#include <apr_strings.h>

APR_HOOK_STRUCT(APR_HOOK_LINK(expr_lookup))

AP_IMPLEMENT_HOOK_RUN_FIRST(int, expr_lookup, (ap_expr_lookup_parms * parms),
                            (parms), DECLINED)

int pn_expr_lookup_builtin(ap_expr_lookup_parms *parms)
{
    switch (parms->type) {
    case AP_EXPR_FUNC_VAR:
        return pn_expr_vars_lookup(parms);
    case AP_EXPR_FUNC_STRING:
        return pn_expr_functions_lookup(parms);
    case AP_EXPR_FUNC_OP_UNARY:
    case AP_EXPR_FUNC_OP_BINARY:
        return pn_expr_operators_lookup(parms);
    default:
        return DECLINED;
    }
}

AP_DECLARE(int) ap_expr_lookup_default(ap_expr_lookup_parms *parms)
{
    return ap_run_expr_lookup(parms);
}

AP_DECLARE(void) ap_expr_init(apr_pool_t *pool)
{
    ap_hook_expr_lookup(pn_expr_lookup_builtin, NULL, NULL, APR_HOOK_MIDDLE);
}
