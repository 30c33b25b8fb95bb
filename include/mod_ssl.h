/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_ssl.h - mod_ssl: what others may ask of TLS.
 */
#ifndef PINION_MOD_SSL_H
#define PINION_MOD_SSL_H

#define __MOD_SSL_H__

#include <apr_optional.h>

#include "ap_hooks.h"
#include "http_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SSL_DECLARE(type)        AP_DECLARE(type)
#define SSL_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define SSL_DECLARE_DATA         AP_DECLARE_DATA

/* Certificates may come from hooks: see mod_ssl_openssl.h. */
#define SSL_CERT_HOOKS

/* The value of a variable such as SSL_PROTOCOL. */
APR_DECLARE_OPTIONAL_FN(char *, ssl_var_lookup,
                        (apr_pool_t *pool, server_rec *s, conn_rec *c,
                         request_rec *r, char *name));

/* Values of an extension in the certificate of the peer, or ours. */
APR_DECLARE_OPTIONAL_FN(apr_array_header_t *, ssl_ext_list,
                        (apr_pool_t *pool, conn_rec *c, int peer, const char
                         *extension));

/* 1 if c is TLS. */
APR_DECLARE_OPTIONAL_FN(int, ssl_is_https, (conn_rec *c));

/* Makes c, to a backend, TLS. 1 if that can be. */
APR_DECLARE_OPTIONAL_FN(int, ssl_proxy_enable, (conn_rec *c));

/* Makes c not TLS. 1 if that can be. */
APR_DECLARE_OPTIONAL_FN(int, ssl_engine_disable, (conn_rec *c));

/* Both, with the configuration of a section. */
APR_DECLARE_OPTIONAL_FN(int, ssl_engine_set,
                        (conn_rec *c, ap_conf_vector_t *dir_conf, int proxy,
                         int enable));

/* Adds names of PEM files for a server. */
APR_DECLARE_EXTERNAL_HOOK(ssl, SSL, int, add_cert_files,
                (server_rec *s, apr_pool_t *p, apr_array_header_t *cert_files,
                 apr_array_header_t *key_files))

/* The same when nobody has any. */
APR_DECLARE_EXTERNAL_HOOK(ssl, SSL, int, add_fallback_cert_files,
                (server_rec *s, apr_pool_t *p, apr_array_header_t *cert_files,
                 apr_array_header_t *key_files))

#ifdef __cplusplus
}
#endif

#endif
