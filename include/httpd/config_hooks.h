/* SPDX-License-Identifier: Apache-2.0 */
/*
 * config_hooks.h - the hooks of a configuration's life, in the order they run
 * in, and those that request processing declares beside them.
 */
#ifndef PINION_HTTPD_CONFIG_HOOKS_H
#define PINION_HTTPD_CONFIG_HOOKS_H

#include <apr_pools.h>

#include "ap_hooks.h"
#include "httpd/config_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Before the directives run, after those that run while reading. OK, DECLINED,
 * or a status: start fails.
 */
AP_DECLARE_HOOK(int, pre_config,
                (apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp))

/*
 * All directives have run and are merged; a module may correct what does not
 * go together. OK, DECLINED, or a status: start fails.
 */
AP_DECLARE_HOOK(int, check_config,
                (apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp, server_rec *s))

/* Only with -t: print what there is to say. */
AP_DECLARE_HOOK(void, test_config, (apr_pool_t *pconf, server_rec *s))

/*
 * Open log files. ptemp ends after post_config. OK, DECLINED, or a status:
 * start fails.
 */
AP_DECLARE_HOOK(int, open_logs,
                (apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp, server_rec *s))

/*
 * The configuration is complete. Runs twice at start: see ap_state_query().
 * OK, DECLINED, or a status: start fails.
 */
AP_DECLARE_HOOK(int, post_config,
                (apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp, server_rec *s))

/* Find the optional functions of other modules. */
AP_DECLARE_HOOK(void, optional_fn_retrieve, (void))

/* In each child, before it serves. pchild lives as long as the child. */
AP_DECLARE_HOOK(void, child_init, (apr_pool_t *pchild, server_rec *s))

/*
 * First look at a request whose configuration is known. OK, DECLINED, or a
 * status.
 */
AP_DECLARE_HOOK(int, header_parser, (request_rec *r))

/* Answer a request whose r->handler is yours. OK, DECLINED, or a status. */
AP_DECLARE_HOOK(int, handler, (request_rec *r))

/*
 * Answer before anything else is known of the request (caches); lookup_uri:
 * the request is only being looked up. OK, DECLINED, or a status.
 */
AP_DECLARE_HOOK(int, quick_handler, (request_rec *r, int lookup_uri))

/*
 * Open the file access_name in dir_name, or say that there is none
 * (APR_ENOENT), or leave it to others (AP_DECLINED). full_name: its path, for
 * messages.
 */
AP_DECLARE_HOOK(apr_status_t, open_htaccess,
                (request_rec *r, const char *dir_name, const char *access_name,
                 ap_configfile_t **conffile, const char **full_name))

/*
 * Runs the filters' insertion and the handlers for a request. OK or a status.
 */
AP_DECLARE(int) ap_invoke_handler(request_rec *r);

#ifdef __cplusplus
}
#endif

#endif
