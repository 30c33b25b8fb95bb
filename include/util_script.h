/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_UTIL_SCRIPT_H
#define PINION_UTIL_SCRIPT_H

#define APACHE_UTIL_SCRIPT_H

#include <apr_buckets.h>

#include "ap_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define APACHE_ARG_MAX 4096
#define AP_TRUST_CGILIKE_CL_ENVVAR "ap_trust_cgilike_cl"

AP_DECLARE(void) ap_add_cgi_vars(request_rec *r);
AP_DECLARE(void) ap_add_common_vars(request_rec *r);
AP_DECLARE(void) ap_args_to_table(request_rec *r, apr_table_t **);
AP_DECLARE(char **) ap_create_environment(apr_pool_t *pool, apr_table_t *);
AP_DECLARE(int) ap_find_path_info(const char *, const char *);
AP_DECLARE(int) ap_scan_script_header_err(request_rec *r, apr_file_t *, char *);
AP_DECLARE(int) ap_scan_script_header_err_brigade(request_rec *r, apr_bucket_brigade *bb, char *);
AP_DECLARE(int) ap_scan_script_header_err_brigade_ex(request_rec *r, apr_bucket_brigade *bb, char *, int);
AP_DECLARE(int) ap_scan_script_header_err_core(request_rec *r, char *, int (*)(char *, int, void *), void *);
AP_DECLARE(int) ap_scan_script_header_err_core_ex(request_rec *r, char *, int (*)(char *, int, void *), void *, int);
AP_DECLARE(int) ap_scan_script_header_err_ex(request_rec *r, apr_file_t *, char *, int);
AP_DECLARE_NONSTD(int) ap_scan_script_header_err_strs(request_rec *r, char *, const char **, int *, ...) AP_FN_ATTR_SENTINEL;
AP_DECLARE_NONSTD(int) ap_scan_script_header_err_strs_ex(request_rec *r, char *, int, const char **, int *, ...) AP_FN_ATTR_SENTINEL;

#ifdef __cplusplus
}
#endif

#endif
