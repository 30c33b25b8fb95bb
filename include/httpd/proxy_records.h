/* SPDX-License-Identifier: Apache-2.0 */
/*
 * proxy_records.h - records of the proxy: configuration, workers, balancers,
 * connections.
 */
#ifndef PINION_HTTPD_PROXY_RECORDS_H
#define PINION_HTTPD_PROXY_RECORDS_H

#include <arpa/inet.h>

#include <apr_global_mutex.h>
#include <apr_network_io.h>
#include <apr_poll.h>
#include <apr_reslist.h>
#include <apr_tables.h>
#include <apr_thread_mutex.h>
#include <apr_time.h>
#include <apr_uuid.h>

#include "ap_expr.h"
#include "ap_slotmem.h"
#include "http_config.h"
#include "httpd.h"
#include "httpd/proxy_values.h"

#ifdef __cplusplus
extern "C" {
#endif

struct proxy_address;
struct proxy_tunnel_conn;

typedef struct proxy_balancer proxy_balancer;
typedef struct proxy_worker proxy_worker;
typedef struct proxy_conn_pool proxy_conn_pool;
typedef struct proxy_balancer_method proxy_balancer_method;
typedef struct proxy_conn_rec proxy_conn_rec;
typedef struct proxy_worker_shared proxy_worker_shared;
typedef struct proxy_balancer_shared proxy_balancer_shared;
typedef struct proxy_server_conf proxy_server_conf;
typedef struct proxy_dir_conf proxy_dir_conf;

/* Which part of a URL is encoded. */
enum enctype { enc_path, enc_search, enc_user, enc_fpath, enc_parm };

/* How mod_proxy_hcheck asks whether a backend is well. */
typedef enum hcmethod_t {
    NONE,
    TCP,
    OPTIONS,
    HEAD,
    GET,
    CPING,
    PROVIDER,
    OPTIONS11,
    HEAD11,
    GET11,
    EOT
} hcmethod_t;

/* Two hashes of a name. */
typedef struct proxy_hashes {
    unsigned int def;
    unsigned int fnv;
} proxy_hashes;

/* Per directory. */
struct proxy_dir_conf {
    const char *p;
    ap_regex_t *r;
    apr_array_header_t *raliases;
    apr_array_header_t *cookie_paths;
    apr_array_header_t *cookie_domains;
    signed char p_is_fnmatch;
    signed char interpolate_env;
    struct proxy_alias *alias;
    unsigned int error_override : 1;
    unsigned int preserve_host : 1;
    unsigned int preserve_host_set : 1;
    unsigned int error_override_set : 1;
    unsigned int alias_set : 1;
    unsigned int add_forwarded_headers : 1;
    unsigned int add_forwarded_headers_set : 1;
    apr_array_header_t *refs;
    unsigned int forward_100_continue : 1;
    unsigned int forward_100_continue_set : 1;
    apr_array_header_t *error_override_codes;
};

/* Per server. */
struct proxy_server_conf {
    apr_array_header_t *proxies;
    apr_array_header_t *sec_proxy;
    apr_array_header_t *aliases;
    apr_array_header_t *noproxies;
    apr_array_header_t *dirconn;
    apr_array_header_t *workers;
    apr_array_header_t *balancers;
    proxy_worker *forward;
    proxy_worker *reverse;
    const char *domain;
    const char *id;
    apr_pool_t *pool;
    int req;
    int max_balancers;
    int bgrowth;
    enum { via_off, via_on, via_block, via_full } viaopt;
    apr_size_t recv_buffer_size;
    apr_size_t io_buffer_size;
    long maxfwd;
    apr_interval_time_t timeout;
    enum { bad_error, bad_ignore, bad_body } badopt;
    enum { status_off, status_on, status_full } proxy_status;
    apr_sockaddr_t *source_address;
    apr_global_mutex_t *mutex;
    ap_slotmem_instance_t *bslot;
    ap_slotmem_provider_t *storage;
    unsigned int req_set : 1;
    unsigned int viaopt_set : 1;
    unsigned int recv_buffer_size_set : 1;
    unsigned int io_buffer_size_set : 1;
    unsigned int maxfwd_set : 1;
    unsigned int timeout_set : 1;
    unsigned int badopt_set : 1;
    unsigned int proxy_status_set : 1;
    unsigned int source_address_set : 1;
    unsigned int bgrowth_set : 1;
    unsigned int bal_persist : 1;
    unsigned int inherit : 1;
    unsigned int inherit_set : 1;
    unsigned int ppinherit : 1;
    unsigned int ppinherit_set : 1;
    unsigned int map_encoded_one : 1;
    unsigned int map_encoded_all : 1;
};

/* Per request, once variables are replaced. */
typedef struct proxy_req_conf {
    apr_array_header_t *raliases;
    apr_array_header_t *cookie_paths;
    apr_array_header_t *cookie_domains;
} proxy_req_conf;

/* ProxyPass. */
struct proxy_alias {
    const char *real;
    const char *fake;
    ap_regex_t *regex;
    unsigned int flags;
    proxy_balancer *balancer;
};

/* ProxyRemote. */
struct proxy_remote {
    const char *scheme;
    const char *protocol;
    const char *hostname;
    ap_regex_t *regexp;
    const char *creds;
    int use_regex;
    apr_port_t port;
};

/* ProxyBlock. */
struct noproxy_entry {
    const char *name;
    struct apr_sockaddr_t *addr;
};

/* NoProxy. */
struct dirconn_entry {
    char *name;
    struct in_addr addr;
    struct in_addr mask;
    struct apr_sockaddr_t *hostaddr;
    int (*matcher)(struct dirconn_entry *, request_rec *);
};

/* ProxyFtp and the like. */
typedef struct proxy_completion {
    float cache_completion;
    int content_length;
} proxy_completion;

/* A tunnel. */
typedef struct proxy_tunnel_rec {
    request_rec *r;
    const char *scheme;
    apr_pollset_t *pollset;
    apr_array_header_t *pfds;
    apr_interval_time_t timeout;
    struct proxy_tunnel_conn *client;
    struct proxy_tunnel_conn *origin;
    apr_size_t read_buf_size;
    int replied;
    unsigned int nohalfclose : 1;
} proxy_tunnel_rec;

#ifdef __cplusplus
}
#endif

#endif
