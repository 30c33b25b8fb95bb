/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_ssl_openssl.h - mod_ssl: hooks with OpenSSL's types.
 */
#ifndef PINION_MOD_SSL_OPENSSL_H
#define PINION_MOD_SSL_OPENSSL_H

#define __MOD_SSL_OPENSSL_H__

#include <openssl/ssl.h>

#include "mod_ssl.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Certificate and key for a handshake that is a challenge. */
APR_DECLARE_EXTERNAL_HOOK(ssl, SSL, int, answer_challenge,
                (conn_rec *c, const char *server_name, X509 **pcert, EVP_PKEY **pkey))

/* An OCSP response to staple. */
APR_DECLARE_EXTERNAL_HOOK(ssl, SSL, int, get_stapling_status,
                (unsigned char **pder, int *pderlen, conn_rec *c, server_rec *s, X509
                 *cert))

/* A server's, or proxy's, SSL_CTX is ready to be changed. */
APR_DECLARE_EXTERNAL_HOOK(ssl, SSL, int, init_server,
                (server_rec *s, apr_pool_t *p, int is_proxy, SSL_CTX *ctx))

/* A certificate will want stapling. */
APR_DECLARE_EXTERNAL_HOOK(ssl, SSL, int, init_stapling_status,
                (server_rec *s, apr_pool_t *p, X509 *cert, X509 *issuer))

/* Before a handshake. */
APR_DECLARE_EXTERNAL_HOOK(ssl, SSL, int, pre_handshake,
                (conn_rec *c, SSL *ssl, int is_proxy))

/* After a handshake with a backend. */
APR_DECLARE_EXTERNAL_HOOK(ssl, SSL, int, proxy_post_handshake,
                (conn_rec *c, SSL *ssl))

#ifdef __cplusplus
}
#endif

#endif
