/* SPDX-License-Identifier: Apache-2.0 */
/*
 * configure - one pass over the configuration.
 *
 * A first start makes two: modules expect to be loaded, configured and
 * thrown away once before it counts. A restart makes one. The order of the
 * hooks is part of the module API.
 */

#include "start/start.h"

#include "apr_hooks.h"
#include "apr_strings.h"

#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "http_vhost.h"
#include "util_cfgtree.h"

APLOG_USE_MODULE(core);

static bool fail(const char *what)
{
    ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, 0, NULL, "%s", what);
    return false;
}

bool pn_configure_load(pn_pass_t *pass, const pn_args_t *args)
{
    apr_pool_t *pconf = pass->process->pconf;

    apr_pool_create(&pass->ptemp, pconf);
    apr_pool_tag(pass->ptemp, "ptemp");
    /* Directives may have changed these to strings of the last pass. */
    ap_server_root = args->server_root;
    ap_runtime_dir = PN_RUNDIR;

    pass->s = ap_read_config(pass->process, pass->ptemp, args->conf_file,
                             &ap_conftree);
    if (!pass->s) {
        return false;
    }
    ap_server_conf = pass->s;
    apr_hook_sort_all();
    return true;
}

bool pn_configure_apply(pn_pass_t *pass)
{
    apr_pool_t *pconf = pass->process->pconf;

    if (ap_run_pre_config(pconf, pass->plog, pass->ptemp) != OK) {
        return fail("Pre-configuration failed");
    }
    if (ap_process_config_tree(pass->s, ap_conftree, pconf, pass->ptemp) !=
        OK) {
        return false;
    }
    ap_fixup_virtual_hosts(pconf, pass->s);
    ap_fini_vhost_config(pconf, pass->s);
    /* Directives may have registered hooks, too. */
    apr_hook_sort_all();
    if (ap_run_check_config(pconf, pass->plog, pass->ptemp, pass->s) != OK) {
        return fail("Configuration check failed");
    }
    return true;
}

bool pn_configure_finish(pn_pass_t *pass)
{
    apr_pool_t *pconf = pass->process->pconf;

    apr_pool_clear(pass->plog);
    if (ap_run_open_logs(pconf, pass->plog, pass->ptemp, pass->s) != OK) {
        return fail("Unable to open logs");
    }
    if (ap_run_post_config(pconf, pass->plog, pass->ptemp, pass->s) != OK) {
        return fail("Configuration Failed");
    }
    apr_pool_destroy(pass->ptemp);
    pass->ptemp = NULL;
    return true;
}

void pn_configure_drop(pn_pass_t *pass)
{
    ap_main_state = AP_SQ_MS_DESTROY_CONFIG;
    apr_pool_clear(pass->process->pconf);
    pass->ptemp = NULL;
    pass->s = NULL;
}
