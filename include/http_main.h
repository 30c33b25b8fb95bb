/* SPDX-License-Identifier: Apache-2.0 */
/*
 * http_main.h - what main knows: arguments, roots, states.
 */
#ifndef PINION_HTTP_MAIN_H
#define PINION_HTTP_MAIN_H

#define APACHE_HTTP_MAIN_H

#include <apr_optional.h>
#include <apr_tables.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_SERVER_BASEARGS "C:c:D:d:E:e:f:vVlLtTSMh?X"

/* The name the server was started by. */
extern AP_DECLARE_DATA const char *ap_server_argv0;

/* ServerRoot */
extern AP_DECLARE_DATA const char *ap_server_root;

/* DefaultRuntimeDir */
extern AP_DECLARE_DATA const char *ap_runtime_dir;

/* The main server. */
extern AP_DECLARE_DATA server_rec *ap_server_conf;

/* Lives as long as the process. */
extern AP_DECLARE_DATA apr_pool_t *ap_pglobal;

/* AP_SQ_MS_*; see ap_state_query(). */
extern AP_DECLARE_DATA int ap_main_state;

/* AP_SQ_RM_*; see ap_state_query(). */
extern AP_DECLARE_DATA int ap_run_mode;

/* See ap_state_query(). */
extern AP_DECLARE_DATA int ap_config_generation;

/* Directives given with -C. */
extern AP_DECLARE_DATA apr_array_header_t *ap_server_pre_read_config;

/* Directives given with -c. */
extern AP_DECLARE_DATA apr_array_header_t *ap_server_post_read_config;

/* Names given with -D or Define. */
extern AP_DECLARE_DATA apr_array_header_t *ap_server_config_defines;

/* Whether start looks for DocumentRoot; 0: -T. */
extern AP_DECLARE_DATA int ap_document_root_check;

/* Does what -k asks for. 0, or what main should exit with. */
APR_DECLARE_OPTIONAL_FN(int, ap_signal_server,
                        (int *exit_status, apr_pool_t *pconf));

#ifdef __cplusplus
}
#endif

#endif
