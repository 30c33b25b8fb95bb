/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_api_takes - uses what mod_api_offers offers, if that is loaded.
 */

#include "httpd.h"

#include "api_offers.h"
#include "ap_provider.h"
#include "apr_strings.h"
#include "http_config.h"
#include "http_protocol.h"

static APR_OPTIONAL_FN_TYPE(shout) *shout_fn; /* NULL: nobody offers it */

static void find_functions(void)
{
    shout_fn = APR_RETRIEVE_OPTIONAL_FN(shout);
}

static int tell_first(apr_array_header_t *words)
{
    APR_ARRAY_PUSH(words, const char *) = "first";
    return OK;
}

static int tell_second(apr_array_header_t *words)
{
    APR_ARRAY_PUSH(words, const char *) = "second";
    return DECLINED;
}

static const char *provider(const char *name, const char *version)
{
    const api_provider_t *found = ap_lookup_provider(API_GROUP, name, version);

    return found ? found->name : "-";
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const ap_list_provider_names_t *)a)->provider_name,
                  ((const ap_list_provider_names_t *)b)->provider_name);
}

static int show(request_rec *r)
{
    apr_array_header_t *names;

    if (!r->handler || strcmp(r->handler, "api-takes") != 0) {
        return DECLINED;
    }
    ap_set_content_type(r, "text/plain");
    ap_rprintf(r, "shout %s\n", shout_fn ? shout_fn(r->pool, "hello") : "-");
    ap_rprintf(r, "plain %s\nnewer %s\nmissing %s\n", provider("plain", "0"), provider("plain", "1"),
               provider("plain", "2"));
    names = ap_list_provider_names(r->pool, API_GROUP, "0");
    qsort(names->elts, (size_t)names->nelts, (size_t)names->elt_size, compare_names);
    for (int i = 0; i < names->nelts; i++) {
        ap_rprintf(r, "name %s\n", APR_ARRAY_IDX(names, i, ap_list_provider_names_t).provider_name);
    }
    return OK;
}

static void register_hooks(apr_pool_t *pool)
{
    ap_hook_optional_fn_retrieve(find_functions, NULL, NULL, APR_HOOK_MIDDLE);
    APR_OPTIONAL_HOOK(api, tell, tell_second, NULL, NULL, APR_HOOK_LAST);
    APR_OPTIONAL_HOOK(api, tell, tell_first, NULL, NULL, APR_HOOK_FIRST);
    ap_hook_handler(show, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(api_takes) = {
    STANDARD20_MODULE_STUFF,
    .register_hooks = register_hooks,
};
