/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hooks - the hooks of http_request.h, and what is known about the modules
 * behind the authentication ones.
 */

#include "http_request.h"

#include "ap_provider.h"
#include "mod_auth.h"
#include "request/request.h"

APR_HOOK_STRUCT(
    APR_HOOK_LINK(pre_translate_name) APR_HOOK_LINK(translate_name)
        APR_HOOK_LINK(map_to_storage) APR_HOOK_LINK(check_user_id)
            APR_HOOK_LINK(fixups) APR_HOOK_LINK(type_checker)
                APR_HOOK_LINK(access_checker) APR_HOOK_LINK(access_checker_ex)
                    APR_HOOK_LINK(auth_checker) APR_HOOK_LINK(insert_filter)
                        APR_HOOK_LINK(create_request)
                            APR_HOOK_LINK(post_perdir_config)
                                APR_HOOK_LINK(dirwalk_stat)
                                    APR_HOOK_LINK(force_authn))

AP_IMPLEMENT_HOOK_RUN_FIRST(int, pre_translate_name, (request_rec * r), (r),
                            DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, translate_name, (request_rec * r), (r),
                            DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, map_to_storage, (request_rec * r), (r),
                            DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, check_user_id, (request_rec * r), (r),
                            DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, fixups, (request_rec * r), (r), OK, DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, type_checker, (request_rec * r), (r), DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, access_checker, (request_rec * r), (r), OK,
                          DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, access_checker_ex, (request_rec * r), (r),
                            DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, auth_checker, (request_rec * r), (r), DECLINED)
AP_IMPLEMENT_HOOK_VOID(insert_filter, (request_rec * r), (r))
AP_IMPLEMENT_HOOK_RUN_ALL(int, create_request, (request_rec * r), (r), OK,
                          DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, post_perdir_config, (request_rec * r), (r), OK,
                          DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(apr_status_t, dirwalk_stat,
                            (apr_finfo_t * finfo, request_rec *r,
                             apr_int32_t wanted),
                            (finfo, r, wanted), AP_DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, force_authn, (request_rec * r), (r), DECLINED)

/*
 * Whether an inner request may keep the outer one's authorization. Modules
 * say so when they register: their verdict depends on the configuration only
 * (PER_CONF), or on the URI too. One of the second kind spoils it for all.
 */
static int per_conf_hooks;
static int per_conf_providers;
static bool is_per_conf;

static void count_hook(int type)
{
    if ((type & AP_AUTH_INTERNAL_MASK) == AP_AUTH_INTERNAL_PER_CONF) {
        per_conf_hooks++;
    }
}

AP_DECLARE(void)
ap_hook_check_access(ap_HOOK_access_checker_t *run, const char *const *before,
                     const char *const *after, int order, int type)
{
    count_hook(type);
    ap_hook_access_checker(run, before, after, order);
}

AP_DECLARE(void)
ap_hook_check_access_ex(ap_HOOK_access_checker_ex_t *run,
                        const char *const *before, const char *const *after,
                        int order, int type)
{
    count_hook(type);
    ap_hook_access_checker_ex(run, before, after, order);
}

AP_DECLARE(void)
ap_hook_check_authn(ap_HOOK_check_user_id_t *run, const char *const *before,
                    const char *const *after, int order, int type)
{
    count_hook(type);
    ap_hook_check_user_id(run, before, after, order);
}

AP_DECLARE(void)
ap_hook_check_authz(ap_HOOK_auth_checker_t *run, const char *const *before,
                    const char *const *after, int order, int type)
{
    count_hook(type);
    ap_hook_auth_checker(run, before, after, order);
}

AP_DECLARE(apr_status_t)
ap_register_auth_provider(apr_pool_t *pool, const char *group, const char *name,
                          const char *version, const void *provider, int type)
{
    if ((type & AP_AUTH_INTERNAL_MASK) == AP_AUTH_INTERNAL_PER_CONF) {
        per_conf_providers++;
    }
    return ap_register_provider(pool, group, name, version, provider);
}

static int length(const apr_array_header_t *array)
{
    return array ? array->nelts : 0;
}

AP_DECLARE(void) ap_setup_auth_internal(apr_pool_t *ptemp)
{
    int hooks = length(_hooks.link_access_checker)
                + length(_hooks.link_access_checker_ex)
                + length(_hooks.link_check_user_id)
                + length(_hooks.link_auth_checker);
    int providers = length(ap_list_provider_names(ptemp, AUTHN_PROVIDER_GROUP,
                                                  AUTHN_PROVIDER_VERSION))
                    + length(ap_list_provider_names(ptemp, AUTHZ_PROVIDER_GROUP,
                                                    AUTHZ_PROVIDER_VERSION));

    is_per_conf = hooks == per_conf_hooks && providers == per_conf_providers;
}

AP_DECLARE(void) ap_clear_auth_internal(void)
{
    per_conf_hooks = 0;
    per_conf_providers = 0;
    is_per_conf = false;
}

bool pn_hooks_auth_is_per_conf(void)
{
    return is_per_conf;
}
