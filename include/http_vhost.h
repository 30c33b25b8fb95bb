/* SPDX-License-Identifier: Apache-2.0 */
/*
 * http_vhost.h - which virtual host answers.
 */
#ifndef PINION_HTTP_VHOST_H
#define PINION_HTTP_VHOST_H

#define APACHE_HTTP_VHOST_H

#include <apr_pools.h>

#include "http_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Starts the tables of a configuration. */
AP_DECLARE(void) ap_init_vhost_config(apr_pool_t *pool);

/* Completes the tables once all hosts are known. */
AP_DECLARE(void) ap_fini_vhost_config(apr_pool_t *pool,
                                      server_rec *main_server);

/*
 * Gives s the addresses of a VirtualHost section. NULL or a sentence. May ask
 * DNS.
 */
AP_DECLARE(const char *) ap_parse_vhost_addrs(
    apr_pool_t *pool, const char *hostname, server_rec *s);

/* The directive function of NameVirtualHost, which does nothing any more. */
AP_DECLARE(const char *) ap_set_name_virtual_host(
    cmd_parms *cmd, void *dummy, const char *arg);

/* Looks at a host; 0: go on, else the search ends. */
typedef int (*ap_vhost_iterate_conn_cb)(void *baton, conn_rec *conn,
                                        server_rec *s);

/*
 * Calls func_cb for each host that answers on the address of conn. Its last
 * answer.
 */
AP_DECLARE(int) ap_vhost_iterate_given_conn(
    conn_rec *conn, ap_vhost_iterate_conn_cb func_cb, void *baton);

/* Sets conn->base_server to the host of the local address. */
AP_DECLARE(void) ap_update_vhost_given_ip(conn_rec *conn);

/*
 * Sets r->server and r->hostname by the Host field. HTTP_BAD_REQUEST in
 * r->status if it can't be one.
 */
AP_DECLARE(void) ap_update_vhost_from_headers(request_rec *r);

/*
 * The same; returns HTTP_OK, HTTP_BAD_REQUEST, or with require_match
 * HTTP_MISDIRECTED_REQUEST if the name is no host's.
 */
AP_DECLARE(int) ap_update_vhost_from_headers_ex(
    request_rec *r, int require_match);

/* 1 if host and port are r->server. */
AP_DECLARE(int) ap_matches_request_vhost(request_rec *r, const char *host,
                                         apr_port_t port);

#ifdef __cplusplus
}
#endif

#endif
