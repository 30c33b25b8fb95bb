/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_HTTP_SSL_H
#define PINION_HTTP_SSL_H

#define APACHE_HTTP_SSL_H

#include <apr_portable.h>
#include <apr_mmap.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef void ap_ssl_ocsp_copy_resp(const unsigned char *, apr_size_t, void *);

AP_DECLARE_HOOK(int, ssl_add_cert_files, (server_rec *s, apr_pool_t *p, apr_array_header_t *cert_files, apr_array_header_t *key_files))
AP_DECLARE_HOOK(int, ssl_add_fallback_cert_files, (server_rec *s, apr_pool_t *p, apr_array_header_t *cert_files, apr_array_header_t *key_files))
AP_DECLARE_HOOK(int, ssl_answer_challenge, (conn_rec *c, const char *server_name, const char **pcert_pem, const char **pkey_pem))
AP_DECLARE_HOOK(int, ssl_bind_outgoing, (conn_rec *c, struct ap_conf_vector_t *dir_conf, int enable_ssl))
AP_DECLARE_HOOK(int, ssl_conn_is_ssl, (conn_rec *c))
AP_DECLARE_HOOK(int, ssl_ocsp_get_resp_hook, (server_rec *s, conn_rec *c, const char *id, apr_size_t id_len, ap_ssl_ocsp_copy_resp *cb, void *userdata))
AP_DECLARE_HOOK(int, ssl_ocsp_prime_hook, (server_rec *s, apr_pool_t *p, const char *id, apr_size_t id_len, const char *pem))
AP_DECLARE_HOOK(const char *, ssl_var_lookup, (apr_pool_t *pool, server_rec *s, conn_rec *c, request_rec *r, const char *name))

AP_DECLARE(void) ap_setup_ssl_optional_fns(apr_pool_t *pool);
AP_DECLARE(apr_status_t) ap_ssl_add_cert_files(server_rec *s, apr_pool_t *pool, apr_array_header_t *, apr_array_header_t *);
AP_DECLARE(apr_status_t) ap_ssl_add_fallback_cert_files(server_rec *s, apr_pool_t *pool, apr_array_header_t *, apr_array_header_t *);
AP_DECLARE(int) ap_ssl_answer_challenge(conn_rec *c, const char *, const char **, const char **);
AP_DECLARE(int) ap_ssl_bind_outgoing(conn_rec *c, struct ap_conf_vector_t *, int);
AP_DECLARE(int) ap_ssl_conn_is_ssl(conn_rec *c);
AP_DECLARE(int) ap_ssl_has_outgoing_handlers(void);
AP_DECLARE(apr_status_t) ap_ssl_ocsp_get_resp(server_rec *s, conn_rec *c, const char *, apr_size_t, ap_ssl_ocsp_copy_resp *, void *);
AP_DECLARE(apr_status_t) ap_ssl_ocsp_prime(server_rec *s, apr_pool_t *pool, const char *, apr_size_t, const char *);
AP_DECLARE(const char *) ap_ssl_var_lookup(apr_pool_t *pool, server_rec *s, conn_rec *c, request_rec *r, const char *);

#ifdef __cplusplus
}
#endif

#endif
