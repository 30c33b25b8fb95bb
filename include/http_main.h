/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_HTTP_MAIN_H
#define PINION_HTTP_MAIN_H

#define APACHE_HTTP_MAIN_H

#include <apr_optional.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_SERVER_BASEARGS "C:c:D:d:E:e:f:vVlLtTSMh?X"

extern AP_DECLARE_DATA int ap_config_generation;
extern AP_DECLARE_DATA int ap_document_root_check;
extern AP_DECLARE_DATA int ap_main_state;
extern AP_DECLARE_DATA apr_pool_t *ap_pglobal;
extern AP_DECLARE_DATA int ap_run_mode;
extern AP_DECLARE_DATA const char *ap_runtime_dir;
extern AP_DECLARE_DATA const char *ap_server_argv0;
extern AP_DECLARE_DATA server_rec *ap_server_conf;
extern AP_DECLARE_DATA apr_array_header_t *ap_server_config_defines;
extern AP_DECLARE_DATA apr_array_header_t *ap_server_post_read_config;
extern AP_DECLARE_DATA apr_array_header_t *ap_server_pre_read_config;
extern AP_DECLARE_DATA const char *ap_server_root;

APR_DECLARE_OPTIONAL_FN(int, ap_signal_server, (int *, apr_pool_t *));

#ifdef __cplusplus
}
#endif

#endif
