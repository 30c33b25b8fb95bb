/* SPDX-License-Identifier: Apache-2.0 */
/*
 * globals.c - the process-wide variables that modules know by name.
 *
 * They are written while the process is single-threaded (main and the
 * configuration) and only read afterwards.
 */

#include "http_main.h"

#include "httpd.h"

#include "http_core.h"

/* Where things are */
AP_DECLARE_DATA const char *ap_server_argv0 = "pinion";
AP_DECLARE_DATA const char *ap_server_root = NULL;
AP_DECLARE_DATA const char *ap_runtime_dir = NULL;

/* What lives as long as the process, and the main server of this generation */
AP_DECLARE_DATA apr_pool_t *ap_pglobal = NULL;
AP_DECLARE_DATA server_rec *ap_server_conf = NULL;

/* -C, -c and -D of the command line. Modules add defines of their own from
 * register_hooks, so the arrays exist before the first module does. */
AP_DECLARE_DATA apr_array_header_t *ap_server_pre_read_config = NULL;
AP_DECLARE_DATA apr_array_header_t *ap_server_post_read_config = NULL;
AP_DECLARE_DATA apr_array_header_t *ap_server_config_defines = NULL;

/* Where the process stands, see ap_state_query() */
AP_DECLARE_DATA int ap_main_state = AP_SQ_MS_INITIAL_STARTUP;
AP_DECLARE_DATA int ap_run_mode = AP_SQ_RM_UNKNOWN;
AP_DECLARE_DATA int ap_config_generation = 0;

/* Cleared by -T: a missing DocumentRoot is then no warning. */
AP_DECLARE_DATA int ap_document_root_check = 1;

AP_DECLARE(int) ap_state_query(int query_code)
{
    switch (query_code) {
    case AP_SQ_MAIN_STATE:
        return ap_main_state;
    case AP_SQ_RUN_MODE:
        return ap_run_mode;
    case AP_SQ_CONFIG_GEN:
        return ap_config_generation;
    default:
        return AP_SQ_NOT_SUPPORTED;
    }
}

AP_DECLARE(int) ap_exists_config_define(const char *name)
{
    const char *const *defines;
    int i;

    if (!ap_server_config_defines) {
        return 0;
    }
    defines = (const char *const *)ap_server_config_defines->elts;
    for (i = 0; i < ap_server_config_defines->nelts; i++) {
        if (strcmp(defines[i], name) == 0) {
            return 1;
        }
    }
    return 0;
}
