/* SPDX-License-Identifier: Apache-2.0 */
/*
 * proxy_functions.h - what the proxy does for protocols and balancing methods,
 * and its hooks.
 */
#ifndef PINION_HTTPD_PROXY_FUNCTIONS_H
#define PINION_HTTPD_PROXY_FUNCTIONS_H

#include <apr_buckets.h>
#include <apr_optional.h>
#include <apr_optional_hooks.h>
#include <apr_poll.h>
#include <apr_uri.h>

#include "ap_hooks.h"
#include "httpd/proxy_worker.h"
#include "util_filter.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Copies a string; APR_EGENERAL if it was cut. */
PROXY_DECLARE(apr_status_t) ap_proxy_strncpy(
    char *dst, const char *src, apr_size_t dlen);

/* A hash for shared memory. */
PROXY_DECLARE(unsigned int) ap_proxy_hashfunc(
    const char *str, proxy_hash_t method);

/* The value of two hexadecimal digits. */
PROXY_DECLARE(int) ap_proxy_hex2c(const char *x);

/* Encodes a part of a URL. NULL if it is not valid. */
PROXY_DECLARE(char *) ap_proxy_canonenc(apr_pool_t *pool, const char *x,
                                        int len, enum enctype t, int forcedec,
                                        int proxyreq);

/* The same with PROXY_CANONENC_*. */
PROXY_DECLARE(char *) ap_proxy_canonenc_ex(apr_pool_t *pool, const char *x,
                                           int len, enum enctype t, int flags,
                                           int proxyreq);

/* Takes user:password@host:port off a URL. NULL or a sentence. */
PROXY_DECLARE(char *) ap_proxy_canon_netloc(
    apr_pool_t *pool, char **const urlp, char **userp, char **passwordp,
    char **hostp, apr_port_t *portp);

/* 1 if c is TLS. */
PROXY_DECLARE(int) ap_proxy_conn_is_https(conn_rec *c);

/* Makes c TLS or not. 1 if it is. */
PROXY_DECLARE(int) ap_proxy_ssl_engine(conn_rec *c,
                                       ap_conf_vector_t *per_dir_config,
                                       int enable);

/* The value of a TLS variable. */
PROXY_DECLARE(const char *) ap_proxy_ssl_val(
    apr_pool_t *pool, server_rec *s, conn_rec *c, request_rec *r,
    const char *var);

/* Logs, and notes for the error page. statuscode. */
PROXY_DECLARE(int) ap_proxyerror(request_rec *r, int statuscode,
                                 const char *message);

/* OK, or HTTP_FORBIDDEN by ProxyBlock. */
PROXY_DECLARE(int) ap_proxy_checkproxyblock2(
    request_rec *r, proxy_server_conf *conf, const char *hostname,
    apr_sockaddr_t *addr);

/* The usual port, 0: unknown. */
PROXY_DECLARE(apr_port_t) ap_proxy_port_of_scheme(const char *scheme);

/* The worker for a URL, or NULL. */
PROXY_DECLARE(proxy_worker *) ap_proxy_get_worker(
    apr_pool_t *pool, proxy_balancer *balancer, proxy_server_conf *conf,
    const char *url);

/* Makes a worker. NULL or a sentence. */
PROXY_DECLARE(char *) ap_proxy_define_worker(
    apr_pool_t *pool, proxy_worker **worker, proxy_balancer *balancer,
    proxy_server_conf *conf, const char *url, int do_malloc);

/* Moves its state to shared memory. */
PROXY_DECLARE(apr_status_t) ap_proxy_share_worker(
    proxy_worker *worker, proxy_worker_shared *shm, int i);

/* Makes it ready in this process. */
PROXY_DECLARE(apr_status_t) ap_proxy_initialize_worker(
    proxy_worker *worker, server_rec *s, apr_pool_t *pool);

/* Its name for messages. */
PROXY_DECLARE(char *) ap_proxy_worker_name(apr_pool_t *pool,
                                           proxy_worker *worker);

/* 1 if it may switch to that protocol. */
PROXY_DECLARE(int) ap_proxy_worker_can_upgrade(
    apr_pool_t *pool, const proxy_worker *worker, const char *upgrade,
    const char *dflt);

/* Sets (or not) the bit of a letter. */
PROXY_DECLARE(apr_status_t) ap_proxy_set_wstatus(
    char c, int set, proxy_worker *w);

/* Its state as words. */
PROXY_DECLARE(char *) ap_proxy_parse_wstatus(
    apr_pool_t *pool, proxy_worker *w);

/* The balancer for a URL, or NULL. */
PROXY_DECLARE(proxy_balancer *) ap_proxy_get_balancer(
    apr_pool_t *pool, proxy_server_conf *conf, const char *url, int careactive);

/* Moves its state to shared memory. */
PROXY_DECLARE(apr_status_t) ap_proxy_share_balancer(
    proxy_balancer *balancer, proxy_balancer_shared *shm, int i);

/* Makes it ready in this process. */
PROXY_DECLARE(apr_status_t) ap_proxy_initialize_balancer(
    proxy_balancer *balancer, server_rec *s, apr_pool_t *pool);

/* Takes up workers that another process added. */
PROXY_DECLARE(apr_status_t) ap_proxy_sync_balancer(
    proxy_balancer *b, server_rec *s, proxy_server_conf *conf);

/* Its slot, or NULL. */
PROXY_DECLARE(proxy_balancer_shared *) ap_proxy_find_balancershm(
    ap_slotmem_provider_t *storage, ap_slotmem_instance_t *instance,
    proxy_balancer *balancer, unsigned int *index);

/* Its slot, or NULL. */
PROXY_DECLARE(proxy_worker_shared *) ap_proxy_find_workershm(
    ap_slotmem_provider_t *storage, ap_slotmem_instance_t *instance,
    proxy_worker *worker, unsigned int *index);

/* The name of a method of health checks. */
PROXY_DECLARE(const char *) ap_proxy_show_hcmethod(hcmethod_t method);

/* Makes r->filename of a URL of your scheme. OK, DECLINED, or a status. */
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, canon_handler,
                (request_rec *r, char *url))

/* Whether a proxied request is mapped after all. OK, DONE or DECLINED. */
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, check_trans,
                (request_rec *r, const char *url))

/* Copies what a module needs from one request to another. */
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, create_req,
                (request_rec *r, request_rec *pr))

/* Last changes before a proxied request is handled. */
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, fixups, (request_rec *r))

/* After a request to a backend. OK or DECLINED. */
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, post_request,
                (proxy_worker *worker, proxy_balancer *balancer, request_rec *r,
                 proxy_server_conf *conf))

/* Chooses the worker of a balancer. OK, DECLINED, or a status. */
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, pre_request,
                (proxy_worker **worker, proxy_balancer **balancer, request_rec *r,
                 proxy_server_conf *conf, char **url))

/* Looks at, and may change, the status that a backend answered. */
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, request_status,
                (int *status, request_rec *r))

/* Serves a URL of your scheme. OK, DECLINED, or a status. */
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, scheme_handler,
                (request_rec *r, proxy_worker *worker, proxy_server_conf *conf, char
                 *url, const char *proxyhost, apr_port_t proxyport))

/* The configuration of a Proxy section is complete. */
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, section_post_config,
                (apr_pool_t *pool, apr_pool_t *plog, apr_pool_t *ptemp, server_rec *s,
                 ap_conf_vector_t *section_config))

/* Lists the expressions of health checks on a page. */
APR_DECLARE_OPTIONAL_FN(void, hc_show_exprs, (request_rec *));

/* The same as options of a form. */
APR_DECLARE_OPTIONAL_FN(void, hc_select_exprs, (request_rec *, const char *));

/* 1 if there is one of that name. */
APR_DECLARE_OPTIONAL_FN(int, hc_valid_expr, (request_rec *, const char *));

/* Sets a parameter of a worker's health checks. NULL or a sentence. */
APR_DECLARE_OPTIONAL_FN(const char *, set_worker_hc_param,
                        (apr_pool_t *, server_rec *, proxy_worker *, const
                         char *, const char *, void *));

/* As ap_proxy_balancer_get_best_worker(). */
APR_DECLARE_OPTIONAL_FN(proxy_worker *, proxy_balancer_get_best_worker,
                        (proxy_balancer *, request_rec *,
                         proxy_is_best_callback_fn_t *, void *));

/* Makes a worker usable again when its time has come. OK or DECLINED. */
APR_DECLARE_OPTIONAL_FN(int, ap_proxy_retry_worker,
                        (const char *, proxy_worker *, server_rec *));

/* What the balancer's page does with a form. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, balancer_manage,
                        (request_rec *, apr_table_t *));

/* Removes fields that Connection names. 1 if close is among them. */
APR_DECLARE_OPTIONAL_FN(int, ap_proxy_clear_connection,
                        (request_rec *, apr_table_t *));

/* Asks an AJP backend whether it is well. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, ajp_handle_cping_cpong,
                        (apr_socket_t *, request_rec *,
                         apr_interval_time_t));

#define PROXY_STRNCPY(dst, src) ap_proxy_strncpy((dst), (src), sizeof(dst))
#define PROXY_DECLARE_OPTIONAL_HOOK APR_DECLARE_EXTERNAL_HOOK

#ifdef __cplusplus
}
#endif

#endif
