/* SPDX-License-Identifier: Apache-2.0 */
/*
 * proxy_backend.h - connections to backends, and what goes over them.
 */
#ifndef PINION_HTTPD_PROXY_BACKEND_H
#define PINION_HTTPD_PROXY_BACKEND_H

#include <apr_buckets.h>
#include <apr_uri.h>

#include "httpd/proxy_worker.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a connection to a backend runs at its start. */
PROXY_DECLARE(int) ap_proxy_pre_http_request(conn_rec *c, request_rec *r);

/* Takes a connection from a worker's pool. OK, or HTTP_SERVICE_UNAVAILABLE. */
PROXY_DECLARE(int) ap_proxy_acquire_connection(
    const char *proxy_function, proxy_conn_rec **conn, proxy_worker *worker,
    server_rec *s);

/* Gives it back. */
PROXY_DECLARE(int) ap_proxy_release_connection(
    const char *proxy_function, proxy_conn_rec *conn, server_rec *s);

/* Finds out where to connect. OK or a status. */
PROXY_DECLARE(int) ap_proxy_determine_connection(
    apr_pool_t *pool, request_rec *r, proxy_server_conf *conf,
    proxy_worker *worker, proxy_conn_rec *conn, apr_uri_t *uri, char **url,
    const char *proxyname, apr_port_t proxyport, char *server_portstr,
    int server_portstr_size);

/* The addresses of a name, cached. */
PROXY_DECLARE(apr_status_t) ap_proxy_determine_address(
    const char *proxy_function, proxy_conn_rec *conn, const char *hostname,
    apr_port_t hostport, unsigned int flags, request_rec *r, server_rec *s);

/* Connects, or finds the connection still good. OK or DECLINED. */
PROXY_DECLARE(int) ap_proxy_connect_backend(
    const char *proxy_function, proxy_conn_rec *conn, proxy_worker *worker,
    server_rec *s);

/* Whether an idle connection is still good. */
PROXY_DECLARE(apr_status_t) ap_proxy_check_connection(
    const char *scheme, proxy_conn_rec *conn, server_rec *server,
    unsigned int max_blank_lines, int flags);

/* Makes its conn_rec. */
PROXY_DECLARE(int) ap_proxy_connection_create(
    const char *proxy_function, proxy_conn_rec *conn, conn_rec *c,
    server_rec *s);

/* The same for a request. */
PROXY_DECLARE(int) ap_proxy_connection_create_ex(
    const char *proxy_function, proxy_conn_rec *conn, request_rec *r);

/* 1 if it goes back to its pool. */
PROXY_DECLARE(int) ap_proxy_connection_reusable(proxy_conn_rec *conn);

/* Connects a socket. OK, or 1. */
PROXY_DECLARE(int) ap_proxy_connect_to_backend(
    apr_socket_t **newsock, const char *proxy_function,
    apr_sockaddr_t *backend_addr, const char *backend_name,
    proxy_server_conf *conf, request_rec *r);

/* Connects to a Unix socket. */
PROXY_DECLARE(apr_status_t) ap_proxy_connect_uds(
    apr_socket_t *sock, const char *uds_path, apr_pool_t *pool);

/* Puts into a brigade that the backend failed. */
PROXY_DECLARE(void) ap_proxy_backend_broke(request_rec *r,
                                           apr_bucket_brigade *brigade);

/* Writes the head for a backend. OK or a status. */
PROXY_DECLARE(int) ap_proxy_create_hdrbrgd(apr_pool_t *pool,
                                           apr_bucket_brigade *header_brigade,
                                           request_rec *r,
                                           proxy_conn_rec *p_conn,
                                           proxy_worker *worker,
                                           proxy_server_conf *conf,
                                           apr_uri_t *uri, char *url,
                                           char *server_portstr,
                                           char **old_cl_val,
                                           char **old_te_val);

/* Reads the body's beginning. OK or a status. */
PROXY_DECLARE(int) ap_proxy_prefetch_input(request_rec *r,
                                           proxy_conn_rec *backend,
                                           apr_bucket_brigade *input_brigade,
                                           apr_read_type_e block,
                                           apr_off_t *bytes_read,
                                           apr_off_t max_read);

/* Reads the whole body, to a file if it is long. OK or a status. */
PROXY_DECLARE(int) ap_proxy_spool_input(request_rec *r,
                                        proxy_conn_rec *backend,
                                        apr_bucket_brigade *input_brigade,
                                        apr_off_t *bytes_spooled,
                                        apr_off_t max_mem_spool);

/* Reads some of the body. OK or a status. */
PROXY_DECLARE(int) ap_proxy_read_input(request_rec *r,
                                       proxy_conn_rec *backend,
                                       apr_bucket_brigade *input_brigade,
                                       apr_off_t max_read);

/* Sends to a backend. OK or a status. */
PROXY_DECLARE(int) ap_proxy_pass_brigade(apr_bucket_alloc_t *bucket_alloc,
                                         request_rec *r,
                                         proxy_conn_rec *p_conn,
                                         conn_rec *origin,
                                         apr_bucket_brigade *bb, int flush);

/* 1 if ProxyErrorOverride replaces that answer. */
PROXY_DECLARE(int) ap_proxy_should_override(proxy_dir_conf *conf, int code);

/* A backend's URL as the client knows it (ProxyPassReverse). */
PROXY_DECLARE(const char *) ap_proxy_location_reverse_map(
    request_rec *r, proxy_dir_conf *conf, const char *url);

/* A backend's cookie as the client knows it. */
PROXY_DECLARE(const char *) ap_proxy_cookie_reverse_map(
    request_rec *r, proxy_dir_conf *conf, const char *str);

/* References from another connection's buckets. */
PROXY_DECLARE(apr_status_t) ap_proxy_buckets_lifetime_transform(
    request_rec *r, apr_bucket_brigade *from, apr_bucket_brigade *to);

/* Moves what came on one connection to the other. */
PROXY_DECLARE(apr_status_t) ap_proxy_transfer_between_connections(
    request_rec *r, conn_rec *c_i, conn_rec *c_o, apr_bucket_brigade *bb_i,
    apr_bucket_brigade *bb_o, const char *name, int *sent, apr_off_t bsize,
    int flags);

/* A tunnel between client and backend. */
PROXY_DECLARE(apr_status_t) ap_proxy_tunnel_create(
    proxy_tunnel_rec **tunnel, request_rec *r, conn_rec *c_o,
    const char *scheme);

/* Runs it to its end. OK or a status. */
PROXY_DECLARE(int) ap_proxy_tunnel_run(proxy_tunnel_rec *tunnel);

/* A byte as % and two digits. */
PROXY_DECLARE(void) ap_proxy_c2hex(int, char *);

/* ap_proxy_checkproxyblock2() for a host of a URL. */
PROXY_DECLARE(int) ap_proxy_checkproxyblock(
    request_rec *r, proxy_server_conf *, apr_sockaddr_t *);

/* Empties what TLS still holds of an idle connection. */
PROXY_DECLARE(apr_status_t) ap_proxy_ssl_connection_cleanup(
    proxy_conn_rec *, request_rec *r);

/* Makes c TLS. 1 if it is. */
PROXY_DECLARE(int) ap_proxy_ssl_enable(conn_rec *c);

/* Makes c not TLS. 1 if that can be. */
PROXY_DECLARE(int) ap_proxy_ssl_disable(conn_rec *c);

/* ap_proxy_get_worker() with AP_PROXY_WORKER_IS_* that say which. */
PROXY_DECLARE(proxy_worker *) ap_proxy_get_worker_ex(
    apr_pool_t *pool, proxy_balancer *, proxy_server_conf *, const char *,
    unsigned int);

/* ap_proxy_define_worker() with AP_PROXY_WORKER_IS_*. */
PROXY_DECLARE(char *) ap_proxy_define_worker_ex(
    apr_pool_t *pool, proxy_worker **, proxy_balancer *, proxy_server_conf *,
    const char *, unsigned int);

/* ap_proxy_define_worker() for ProxyPassMatch. */
PROXY_DECLARE(char *) ap_proxy_define_match_worker(
    apr_pool_t *pool, proxy_worker **, proxy_balancer *, proxy_server_conf *,
    const char *, int);

/* 1 if it starts with balancer://, from i on. */
PROXY_DECLARE(int) ap_proxy_valid_balancer_name(char *, int);

/* Takes up another URL for a balancer. NULL or a sentence. */
PROXY_DECLARE(char *) ap_proxy_update_balancer(
    apr_pool_t *pool, proxy_balancer *, const char *);

/* Makes a balancer. NULL or a sentence. */
PROXY_DECLARE(char *) ap_proxy_define_balancer(
    apr_pool_t *pool, proxy_balancer **, proxy_server_conf *, const char *,
    const char *, int);

/* The usable worker that the callback likes best, or NULL. */
PROXY_DECLARE(proxy_worker *) ap_proxy_balancer_get_best_worker(
    proxy_balancer *, request_rec *r, proxy_is_best_callback_fn_t *, void *);

/* Takes unix:PATH| off r->filename. OK or a status. */
PROXY_DECLARE(int) ap_proxy_fixup_uds_filename(request_rec *r);

/* Runs pre_request and finds the worker. OK or a status. */
PROXY_DECLARE(int) ap_proxy_pre_request(proxy_worker **, proxy_balancer **,
                                        request_rec *r, proxy_server_conf *,
                                        char **);

/* Runs post_request. OK or a status. */
PROXY_DECLARE(int) ap_proxy_post_request(proxy_worker *, proxy_balancer *,
                                         request_rec *r, proxy_server_conf *);

/* Whether a ProxyPass maps r. OK, DONE, DECLINED or a status. */
PROXY_DECLARE(int) ap_proxy_trans_match(request_rec *r, struct proxy_alias *,
                                        proxy_dir_conf *);

/* 1 if an idle socket is still connected. */
PROXY_DECLARE(int) ap_proxy_is_socket_connected(apr_socket_t *);

/* How many workers can be shared. */
PROXY_DECLARE(int) ap_proxy_lb_workers(void);

/* A URL without unix:PATH|. */
PROXY_DECLARE(const char *) ap_proxy_de_socketfy(
    apr_pool_t *pool, const char *);

#ifdef __cplusplus
}
#endif

#endif
