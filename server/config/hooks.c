/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hooks - the hooks of http_config.h: the life of a configuration, the
 * handler, and .htaccess files.
 */
#include "httpd.h"

#include "http_config.h"

#include "config/dump.h"
#include "http_core.h"
#include "mpm_common.h"

APR_HOOK_STRUCT(
    APR_HOOK_LINK(header_parser)
    APR_HOOK_LINK(pre_config)
    APR_HOOK_LINK(check_config)
    APR_HOOK_LINK(post_config)
    APR_HOOK_LINK(open_logs)
    APR_HOOK_LINK(child_init)
    APR_HOOK_LINK(handler)
    APR_HOOK_LINK(quick_handler)
    APR_HOOK_LINK(optional_fn_retrieve)
    APR_HOOK_LINK(test_config)
    APR_HOOK_LINK(open_htaccess)
)

AP_IMPLEMENT_HOOK_RUN_ALL(int, header_parser, (request_rec *r), (r), OK,
                          DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, pre_config,
                          (apr_pool_t *pconf, apr_pool_t *plog,
                           apr_pool_t *ptemp),
                          (pconf, plog, ptemp), OK, DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, check_config,
                          (apr_pool_t *pconf, apr_pool_t *plog,
                           apr_pool_t *ptemp, server_rec *s),
                          (pconf, plog, ptemp, s), OK, DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, open_logs,
                          (apr_pool_t *pconf, apr_pool_t *plog,
                           apr_pool_t *ptemp, server_rec *s),
                          (pconf, plog, ptemp, s), OK, DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, post_config,
                          (apr_pool_t *pconf, apr_pool_t *plog,
                           apr_pool_t *ptemp, server_rec *s),
                          (pconf, plog, ptemp, s), OK, DECLINED)
AP_IMPLEMENT_HOOK_VOID(test_config, (apr_pool_t *pconf, server_rec *s),
                       (pconf, s))
AP_IMPLEMENT_HOOK_VOID(child_init, (apr_pool_t *pchild, server_rec *s),
                       (pchild, s))
AP_IMPLEMENT_HOOK_VOID(optional_fn_retrieve, (void), ())
AP_IMPLEMENT_HOOK_RUN_FIRST(int, handler, (request_rec *r), (r), DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, quick_handler, (request_rec *r, int lookup),
                            (r, lookup), DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(apr_status_t, open_htaccess,
                            (request_rec *r, const char *dir_name,
                             const char *access_name,
                             ap_configfile_t **conffile,
                             const char **full_name),
                            (r, dir_name, access_name, conffile, full_name),
                            AP_DECLINED)

AP_DECLARE(const char *) ap_show_mpm(void)
{
    const char *name = ap_run_mpm_get_name();

    return name ? name : "";
}

/* What the core registers for configuration files. */
AP_CORE_DECLARE(void) ap_register_config_hooks(apr_pool_t *p)
{
    ap_hook_open_htaccess(ap_open_htaccess, NULL, NULL, APR_HOOK_REALLY_LAST);
    ap_hook_test_config(pn_dump_settings, NULL, NULL, APR_HOOK_FIRST);
}
