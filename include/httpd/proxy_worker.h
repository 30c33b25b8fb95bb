/* SPDX-License-Identifier: Apache-2.0 */
/*
 * proxy_worker.h - workers (backends) and balancers of the proxy, and
 * connections to them.
 */
#ifndef PINION_HTTPD_PROXY_WORKER_H
#define PINION_HTTPD_PROXY_WORKER_H

#include "httpd/proxy_records.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct proxy_hcmethods_t proxy_hcmethods_t;
typedef struct proxy_wstat_t proxy_wstat_t;

typedef enum proxy_hash_t {
    PROXY_HASHFUNC_DEFAULT,
    PROXY_HASHFUNC_APR,
    PROXY_HASHFUNC_FNV
} proxy_hash_t;

typedef const char *(*ap_proxy_header_reverse_map_fn)(
    request_rec *, proxy_dir_conf *, const char *);

typedef int proxy_is_best_callback_fn_t(proxy_worker *, proxy_worker *,
                                        void *);

/* A balancer, in one process. */
struct proxy_balancer {
    apr_array_header_t *workers;
    apr_array_header_t *errstatuses;
    ap_slotmem_instance_t *wslot;
    ap_slotmem_provider_t *storage;
    int growth;
    int max_workers;
    proxy_hashes hash;
    apr_time_t wupdated;
    proxy_balancer_method *lbmethod;
    apr_global_mutex_t *gmutex;
    apr_thread_mutex_t *tmutex;
    proxy_server_conf *sconf;
    void *context;
    proxy_balancer_shared *s;
    int failontimeout;
    unsigned int failontimeout_set : 1;
    unsigned int growth_set : 1;
    unsigned int lbmethod_set : 1;
    ap_conf_vector_t *section_config;
};

/* A balancing method (group "proxylbmethod"). */
struct proxy_balancer_method {
    const char *name;
    proxy_worker *(*finder)(proxy_balancer *, request_rec *);
    void *context;
    apr_status_t (*reset)(proxy_balancer *, server_rec *);
    apr_status_t (*age)(proxy_balancer *, server_rec *);
    apr_status_t (*updatelbstatus)(proxy_balancer *, proxy_worker *,
                              server_rec *);
};

/* A balancer, in memory that all share. */
struct proxy_balancer_shared {
    char sticky_path[64];
    char sticky[64];
    char lbpname[16];
    char nonce[37];
    char name[96];
    char sname[96];
    char vpath[64];
    char vhost[64];
    apr_interval_time_t timeout;
    apr_time_t wupdated;
    int max_attempts;
    int index;
    proxy_hashes hash;
    unsigned int sticky_force : 1;
    unsigned int scolonsep : 1;
    unsigned int max_attempts_set : 1;
    unsigned int was_malloced : 1;
    unsigned int need_reset : 1;
    unsigned int vhosted : 1;
    unsigned int inactive : 1;
    unsigned int forcerecovery : 1;
    char sticky_separator;
    unsigned int forcerecovery_set : 1;
    unsigned int scolonsep_set : 1;
    unsigned int sticky_force_set : 1;
    unsigned int nonce_set : 1;
    unsigned int sticky_separator_set : 1;
};

/* The connections of a worker in one process. */
struct proxy_conn_pool {
    apr_pool_t *pool;
    apr_sockaddr_t *addr;
    apr_reslist_t *res;
    proxy_conn_rec *conn;
    apr_pool_t *dns_pool;
};

/* A connection to a backend. */
struct proxy_conn_rec {
    conn_rec *connection;
    request_rec *r;
    proxy_worker *worker;
    apr_pool_t *pool;
    const char *hostname;
    apr_sockaddr_t *addr;
    apr_pool_t *scpool;
    apr_socket_t *sock;
    void *data;
    void *forward;
    apr_uint32_t flags;
    apr_port_t port;
    unsigned int is_ssl : 1;
    unsigned int close : 1;
    unsigned int need_flush : 1;
    unsigned int inreslist : 1;
    const char *uds_path;
    const char *ssl_hostname;
    apr_bucket_brigade *tmp_bb;
    apr_pool_t *uds_pool;
    apr_pool_t *fwd_pool;
    struct proxy_address *address;
};

/* A method of health checks. */
struct proxy_hcmethods_t {
    hcmethod_t method;
    char *name;
    int implemented;
};

/* A backend, in one process. */
struct proxy_worker {
    proxy_hashes hash;
    unsigned int local_status;
    proxy_conn_pool *cp;
    proxy_worker_shared *s;
    proxy_balancer *balancer;
    apr_thread_mutex_t *tmutex;
    void *context;
    ap_conf_vector_t *section_config;
    struct proxy_address * volatile address;
};

/* A backend, in memory that all share. */
struct proxy_worker_shared {
    char name[96];
    char scheme[16];
    char hostname[64];
    char route[64];
    char redirect[64];
    char flusher[16];
    char uds_path[96];
    int lbset;
    int retries;
    int lbstatus;
    int lbfactor;
    int min;
    int smax;
    int hmax;
    int flush_wait;
    int index;
    proxy_hashes hash;
    unsigned int status;
    enum { flush_off, flush_on, flush_auto } flush_packets;
    apr_time_t updated;
    apr_time_t error_time;
    apr_interval_time_t ttl;
    apr_interval_time_t retry;
    apr_interval_time_t timeout;
    apr_interval_time_t acquire;
    apr_interval_time_t ping_timeout;
    apr_interval_time_t conn_timeout;
    apr_size_t recv_buffer_size;
    apr_size_t io_buffer_size;
    apr_size_t elected;
    apr_size_t busy;
    apr_port_t port;
    apr_off_t transferred;
    apr_off_t read;
    void *context;
    unsigned int keepalive : 1;
    unsigned int disablereuse : 1;
    unsigned int is_address_reusable : 1;
    unsigned int retry_set : 1;
    unsigned int timeout_set : 1;
    unsigned int acquire_set : 1;
    unsigned int ping_timeout_set : 1;
    unsigned int conn_timeout_set : 1;
    unsigned int recv_buffer_size_set : 1;
    unsigned int io_buffer_size_set : 1;
    unsigned int keepalive_set : 1;
    unsigned int disablereuse_set : 1;
    unsigned int was_malloced : 1;
    unsigned int is_name_matchable : 1;
    char hcuri[64];
    char hcexpr[16];
    int passes;
    int pcount;
    int fails;
    int fcount;
    hcmethod_t method;
    apr_interval_time_t interval;
    char upgrade[16];
    char hostname_ex[256];
    apr_size_t response_field_size;
    unsigned int response_field_size_set : 1;
    char secret[64];
    char name_ex[384];
    unsigned int address_ttl_set : 1;
    apr_int32_t address_ttl;
    apr_uint32_t address_expiry;
    unsigned int is_host_matchable : 1;
};

/* A bit of a worker's state, with its letter and name. */
struct proxy_wstat_t {
    unsigned int bit;
    char flag;
    const char *name;
};

extern PROXY_DECLARE_DATA proxy_hcmethods_t proxy_hcmethods[];

extern module AP_MODULE_DECLARE_DATA proxy_module;

/* Whether a worker's state has a bit, and whether it can be used. */
#define PROXY_WORKER_IS(f, b) ((f)->s->status & (b))
#define PROXY_WORKER_IS_INITIALIZED(f) \
    PROXY_WORKER_IS(f, PROXY_WORKER_INITIALIZED)
#define PROXY_WORKER_IS_STANDBY(f) \
    PROXY_WORKER_IS(f, PROXY_WORKER_HOT_STANDBY)
#define PROXY_WORKER_IS_SPARE(f)    PROXY_WORKER_IS(f, PROXY_WORKER_HOT_SPARE)
#define PROXY_WORKER_IS_DRAINING(f) PROXY_WORKER_IS(f, PROXY_WORKER_DRAIN)
#define PROXY_WORKER_IS_GENERIC(f)  PROXY_WORKER_IS(f, PROXY_WORKER_GENERIC)
#define PROXY_WORKER_IS_HCFAILED(f) PROXY_WORKER_IS(f, PROXY_WORKER_HC_FAIL)
#define PROXY_WORKER_IS_ERROR(f)    PROXY_WORKER_IS(f, PROXY_WORKER_IN_ERROR)
#define PROXY_WORKER_IS_USABLE(f) \
    (!PROXY_WORKER_IS(f, PROXY_WORKER_NOT_USABLE_BITMAP) \
     && PROXY_WORKER_IS_INITIALIZED(f))

/* Whether a backend is asked to say 100 (Continue) before it gets a body. */
#define PROXY_SHOULD_PING_100_CONTINUE(w, r) \
    ((w)->s->ping_timeout_set && (r)->proxyreq == PROXYREQ_REVERSE \
     && ap_request_has_body((r)))
#define PROXY_DO_100_CONTINUE(w, r) \
    (PROXY_SHOULD_PING_100_CONTINUE(w, r) \
     && !apr_table_get((r)->subprocess_env, "force-proxy-request-1.0"))

/* A worker starts from what the server's configuration says. */
#define PROXY_COPY_CONF_PARAMS(w, c) \
    do { \
        (w)->s->timeout = (c)->timeout; \
        (w)->s->timeout_set = (c)->timeout_set; \
        (w)->s->recv_buffer_size = (c)->recv_buffer_size; \
        (w)->s->recv_buffer_size_set = (c)->recv_buffer_size_set; \
        (w)->s->io_buffer_size = (c)->io_buffer_size; \
        (w)->s->io_buffer_size_set = (c)->io_buffer_size_set; \
    } while (0)

/* Locks of a balancer; success where there are none. */
#define PROXY_THREAD_LOCK(x) \
    ((x) && (x)->tmutex ? apr_thread_mutex_lock((x)->tmutex) : APR_SUCCESS)
#define PROXY_THREAD_UNLOCK(x) \
    ((x) && (x)->tmutex ? apr_thread_mutex_unlock((x)->tmutex) : APR_SUCCESS)
#define PROXY_GLOBAL_LOCK(x) \
    ((x) && (x)->gmutex ? apr_global_mutex_lock((x)->gmutex) : APR_SUCCESS)
#define PROXY_GLOBAL_UNLOCK(x) \
    ((x) && (x)->gmutex ? apr_global_mutex_unlock((x)->gmutex) : APR_SUCCESS)

/* Reads and writes x just as often as the code says. */
#define AP_VOLATILIZE_T(T, x) (*(T volatile *)&(x))

#ifdef __cplusplus
}
#endif

#endif
