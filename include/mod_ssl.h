/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MOD_SSL_H
#define PINION_MOD_SSL_H

#define __MOD_SSL_H__

#include <apr_optional.h>

#include "httpd.h"
#include "http_config.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SSL_DECLARE(type)        AP_DECLARE(type)
#define SSL_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define SSL_DECLARE_DATA         AP_DECLARE_DATA
#define SSL_CERT_HOOKS

APR_DECLARE_EXTERNAL_HOOK(ssl, AP, int, add_cert_files, (server_rec *s, apr_pool_t *p, apr_array_header_t *cert_files, apr_array_header_t *key_files))
APR_DECLARE_EXTERNAL_HOOK(ssl, AP, int, add_fallback_cert_files, (server_rec *s, apr_pool_t *p, apr_array_header_t *cert_files, apr_array_header_t *key_files))

APR_DECLARE_OPTIONAL_FN(char *, ssl_var_lookup, (apr_pool_t *, server_rec *, conn_rec *, request_rec *, char *));
APR_DECLARE_OPTIONAL_FN(apr_array_header_t *, ssl_ext_list, (apr_pool_t *, conn_rec *, int, const char *));
APR_DECLARE_OPTIONAL_FN(int, ssl_is_https, (conn_rec *));
APR_DECLARE_OPTIONAL_FN(int, ssl_proxy_enable, (conn_rec *));
APR_DECLARE_OPTIONAL_FN(int, ssl_engine_disable, (conn_rec *));
APR_DECLARE_OPTIONAL_FN(int, ssl_engine_set, (conn_rec *, ap_conf_vector_t *, int, int));

#ifdef __cplusplus
}
#endif

#endif
