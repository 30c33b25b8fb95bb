/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_expr.c - expressions: any text is parsed or refused, what is parsed can
 * be evaluated, and twice gives the same.
 *
 * The first byte chooses the flags. Files and subrequests are left out.
 */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <apr_general.h>
#include <apr_strings.h>

#include "ap_expr.h"
#include "expr/expr_tree.h"
#include "fake_request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int holds)
{
    if (!holds) {
        abort();
    }
}

static int look_up(ap_expr_lookup_parms *parms)
{
    if (parms->type == AP_EXPR_FUNC_OP_UNARY && strchr("UAF", *parms->name)) {
        return DECLINED;
    }
    return pn_expr_lookup_builtin(parms);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apr_pool_t *parent;
    ap_expr_info_t info = { .flags = AP_EXPR_FLAG_RESTRICTED };
    const char *error;
    const char *value;
    apr_pool_t *pool;
    request_rec *r;
    char *text;

    if (size < 1) {
        return 0;
    }
    if (!parent) {
        apr_initialize();
        apr_pool_create(&parent, NULL);
    }
    apr_pool_create(&pool, parent);
    r = fake_request(pool);
    r->uri = apr_pstrdup(pool, "/a");
    apr_table_setn(r->headers_in, "Host", "h");
    info.flags |= data[0] & (AP_EXPR_FLAG_SSL_EXPR_COMPAT
                             | AP_EXPR_FLAG_DONT_VARY
                             | AP_EXPR_FLAG_STRING_RESULT);
    text = apr_pstrmemdup(pool, (const char *)data + 1, size - 1);
    error = ap_expr_parse(pool, pool, &info, text, look_up);
    must(!error == !!info.root_node);
    if (!error) {
        value = ap_expr_str_exec(r, &info, &error);
        must(!value == !!error);
        /* TIME may tick between two evaluations */
        if (value && !strstr(text, "TIME") && !strstr(text, "time")) {
            const char *again = ap_expr_str_exec(r, &info, &error);

            must(again && strcmp(value, again) == 0);
        }
    }
    apr_pool_destroy(pool);
    return 0;
}
