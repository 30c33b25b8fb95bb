/* SPDX-License-Identifier: Apache-2.0 */
/*
 * http_ssl.h - TLS for those who do not implement it. Hooks that a TLS module
 * answers, and functions that run them.
 */
#ifndef PINION_HTTP_SSL_H
#define PINION_HTTP_SSL_H

#define APACHE_HTTP_SSL_H

#include <apr_mmap.h>
#include <apr_network_io.h>
#include <apr_portable.h>
#include <apr_tables.h>

#include "ap_hooks.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

/* OK if c is TLS, or DECLINED. */
AP_DECLARE_HOOK(int, ssl_conn_is_ssl, (conn_rec *c))

/* 1 if c is TLS. */
AP_DECLARE(int) ap_ssl_conn_is_ssl(conn_rec *c);

/*
 * The value of a variable such as SSL_PROTOCOL, or NULL. c and r may be NULL.
 */
AP_DECLARE_HOOK(const char *, ssl_var_lookup,
                (apr_pool_t *pool, server_rec *s, conn_rec *c, request_rec *r, const char
                 *name))

/* The value of a TLS variable, "" if there is none. */
AP_DECLARE(const char *) ap_ssl_var_lookup(apr_pool_t *pool, server_rec *s,
                                           conn_rec *c, request_rec *r,
                                           const char *name);

/*
 * Adds names of PEM files to cert_files and key_files for s. OK or DECLINED.
 */
AP_DECLARE_HOOK(int, ssl_add_cert_files,
                (server_rec *s, apr_pool_t *p, apr_array_header_t *cert_files,
                 apr_array_header_t *key_files))

/* Collects the certificates of s. */
AP_DECLARE(apr_status_t) ap_ssl_add_cert_files(
    server_rec *s, apr_pool_t *pool, apr_array_header_t *cert_files,
    apr_array_header_t *key_files);

/* The same when nobody has any. */
AP_DECLARE_HOOK(int, ssl_add_fallback_cert_files,
                (server_rec *s, apr_pool_t *p, apr_array_header_t *cert_files,
                 apr_array_header_t *key_files))

/* Collects what to use while s has no certificates. */
AP_DECLARE(apr_status_t) ap_ssl_add_fallback_cert_files(
    server_rec *s, apr_pool_t *pool, apr_array_header_t *cert_files,
    apr_array_header_t *key_files);

/*
 * Certificate and key (PEM texts) for a handshake that is a challenge (RFC
 * 8737). OK or DECLINED.
 */
AP_DECLARE_HOOK(int, ssl_answer_challenge,
                (conn_rec *c, const char *server_name, const char **pcert_pem, const char
                 **pkey_pem))

/*
 * 1 if a handshake for server_name is a challenge; the texts belong to
 * c->pool.
 */
AP_DECLARE(int) ap_ssl_answer_challenge(conn_rec *c, const char *server_name,
                                        const char **pcert_pem,
                                        const char **pkey_pem);

/* OCSP stapling (RFC 6066 section 8). */
/*
 * A certificate will be used: get ready. id: its SHA-1, pem: it and its chain.
 * OK or DECLINED.
 */
AP_DECLARE_HOOK(int, ssl_ocsp_prime_hook,
                (server_rec *s, apr_pool_t *p, const char *id, apr_size_t id_len, const
                 char *pem))

/* Announces a certificate. APR_SUCCESS, or APR_ENOENT if nobody cares. */
AP_DECLARE(apr_status_t) ap_ssl_ocsp_prime(server_rec *s, apr_pool_t *pool,
                                           const char *id, apr_size_t id_len,
                                           const char *pem);

/*
 * Receives a response, which is valid during the call only. NULL: there is
 * none.
 */
typedef void ap_ssl_ocsp_copy_resp(const unsigned char *der,
                                   apr_size_t der_len, void *userdata);

/* Calls cb with the response for a certificate. OK or DECLINED. */
AP_DECLARE_HOOK(int, ssl_ocsp_get_resp_hook,
                (server_rec *s, conn_rec *c, const char *id, apr_size_t id_len,
                 ap_ssl_ocsp_copy_resp *cb, void *userdata))

/*
 * Gets the response for a certificate. APR_SUCCESS, or APR_ENOENT if nobody
 * cares.
 */
AP_DECLARE(apr_status_t) ap_ssl_ocsp_get_resp(
    server_rec *s, conn_rec *c, const char *id, apr_size_t id_len,
    ap_ssl_ocsp_copy_resp *cb, void *userdata);

/*
 * Makes c, to a backend, TLS or (enable_ssl 0) not, as dir_conf configures. OK
 * or DECLINED.
 */
AP_DECLARE_HOOK(int, ssl_bind_outgoing,
                (conn_rec *c, struct ap_conf_vector_t *dir_conf, int enable_ssl))

/* Makes c TLS or not. OK, or an error if it is required and nobody can. */
AP_DECLARE(int) ap_ssl_bind_outgoing(conn_rec *c,
                                     struct ap_conf_vector_t *dir_conf,
                                     int require_ssl);

/* 1 if anybody answers ssl_bind_outgoing. */
AP_DECLARE(int) ap_ssl_has_outgoing_handlers(void);

/*
 * Registers the optional functions (ssl_is_https, ...) that older modules ask
 * for.
 */
AP_DECLARE(void) ap_setup_ssl_optional_fns(apr_pool_t *pool);

#ifdef __cplusplus
}
#endif

#endif
