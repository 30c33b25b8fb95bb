/* SPDX-License-Identifier: Apache-2.0 */
/* mod_api_rewrite.c - gives mod_rewrite a function for RewriteMap int:. */

#include "httpd.h"

#include "apr_strings.h"

#include "http_config.h"
#include "mod_rewrite.h"

/* The key from its end; nothing for "none". */
static char *reverse(request_rec *r, char *key)
{
    apr_size_t len = strlen(key);
    char *value = apr_palloc(r->pool, len + 1);
    apr_size_t i;

    if (strcmp(key, "none") == 0) {
        return NULL;
    }
    for (i = 0; i < len; i++) {
        value[i] = key[len - 1 - i];
    }
    value[len] = '\0';
    return value;
}

static int pre_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp)
{
    static char name[] = "reverse";
    APR_OPTIONAL_FN_TYPE(ap_register_rewrite_mapfunc) *add =
        APR_RETRIEVE_OPTIONAL_FN(ap_register_rewrite_mapfunc);

    if (add) {
        add(name, reverse);
    }
    return OK;
}

static void register_hooks(apr_pool_t *pool)
{
    static const char *const after[] = { "mod_rewrite.c", NULL };

    ap_hook_pre_config(pre_config, after, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(api_rewrite) = {
    STANDARD20_MODULE_STUFF,
    .register_hooks = register_hooks,
};
