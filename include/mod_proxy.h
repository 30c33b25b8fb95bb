/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MOD_PROXY_H
#define PINION_MOD_PROXY_H

#define MOD_PROXY_H
#include <arpa/inet.h>

#include <apr_hooks.h>
#include <apr_optional.h>
#include <apr.h>
#include <apr_lib.h>
#include <apr_strings.h>
#include <apr_buckets.h>
#include <apr_md5.h>
#include <apr_network_io.h>
#include <apr_pools.h>
#include <apr_uri.h>
#include <apr_date.h>
#include <apr_strmatch.h>
#include <apr_fnmatch.h>
#include <apr_reslist.h>
#include <apr_want.h>
#include <apr_uuid.h>
#include <apr_thread_mutex.h>

#include "util_mutex.h"
#include "http_core.h"
#include "http_protocol.h"
#include "http_request.h"
#include "http_vhost.h"
#include "http_main.h"
#include "http_log.h"
#include "http_connection.h"
#include "http_ssl.h"
#include "util_ebcdic.h"
#include "ap_provider.h"
#include "ap_slotmem.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PROXY_DECLARE(type)        AP_DECLARE(type)
#define PROXY_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define PROXY_DECLARE_DATA         AP_DECLARE_DATA

struct proxy_address;
struct proxy_tunnel_conn;
struct proxy_alias;

#define ALIGNED_PROXY_BALANCER_SHARED_SIZE 544
#define ALIGNED_PROXY_WORKER_SHARED_SIZE 1456
#define AP_PROXY_TRANSFER_FLUSH_AFTER 1
#define AP_PROXY_TRANSFER_FLUSH_EACH 0
#define AP_PROXY_TRANSFER_YIELD_MAX_READS 4
#define AP_PROXY_TRANSFER_YIELD_PENDING 2
#define AP_PROXY_WORKER_IS_MALLOCED 4
#define AP_PROXY_WORKER_IS_MATCH 2
#define AP_PROXY_WORKER_IS_PREFIX 1
#define AP_PROXY_WORKER_NO_UDS 8
#define DEFAULT_MAX_FORWARDS (-1)
#define HCHECK_WATHCHDOG_DEFAULT_INTERVAL 30
#define HCHECK_WATHCHDOG_INTERVAL 2
#define PROXYPASS_INTERPOLATE 2
#define PROXYPASS_MAP_ENCODED 8
#define PROXYPASS_MAP_SERVLET 24
#define PROXYPASS_NOCANON 1
#define PROXYPASS_NOQUERY 4
#define PROXY_BALANCER_MAX_HOSTNAME_SIZE 64
#define PROXY_BALANCER_MAX_NAME_SIZE 96
#define PROXY_BALANCER_MAX_ROUTE_SIZE 64
#define PROXY_BALANCER_MAX_STICKY_SIZE 64
#define PROXY_CANONENC_FORCEDEC 1
#define PROXY_CANONENC_NOENCODEDSLASHENCODING 2
#define PROXY_CHECK_CONN_EMPTY 1
#define PROXY_DETERMINE_ADDRESS_CHECK 1
#define PROXY_DYNAMIC_BALANCER_LIMIT 16
#define PROXY_FLUSH_WAIT 10000
#define PROXY_MAX_PROVIDER_NAME_SIZE 16
#define PROXY_RFC1035_HOSTNAME_SIZE 256
#define PROXY_WORKER_DEFAULT_RETRY 60
#define PROXY_WORKER_DISABLED 32
#define PROXY_WORKER_DISABLED_FLAG 68
#define PROXY_WORKER_DRAIN 4
#define PROXY_WORKER_DRAIN_FLAG 78
#define PROXY_WORKER_EXT_NAME_SIZE 384
#define PROXY_WORKER_FREE 512
#define PROXY_WORKER_FREE_FLAG 70
#define PROXY_WORKER_GENERIC 8
#define PROXY_WORKER_GENERIC_FLAG 71
#define PROXY_WORKER_HC_FAIL 1024
#define PROXY_WORKER_HC_FAIL_FLAG 67
#define PROXY_WORKER_HOT_SPARE 2048
#define PROXY_WORKER_HOT_SPARE_FLAG 82
#define PROXY_WORKER_HOT_STANDBY 256
#define PROXY_WORKER_HOT_STANDBY_FLAG 72
#define PROXY_WORKER_IGNORE_ERRORS 2
#define PROXY_WORKER_IGNORE_ERRORS_FLAG 73
#define PROXY_WORKER_INITIALIZED 1
#define PROXY_WORKER_INITIALIZED_FLAG 79
#define PROXY_WORKER_IN_ERROR 128
#define PROXY_WORKER_IN_ERROR_FLAG 69
#define PROXY_WORKER_IN_SHUTDOWN 16
#define PROXY_WORKER_IN_SHUTDOWN_FLAG 85
#define PROXY_WORKER_MAX_HOSTNAME_SIZE 64
#define PROXY_WORKER_MAX_NAME_SIZE 96
#define PROXY_WORKER_MAX_ROUTE_SIZE 64
#define PROXY_WORKER_MAX_SCHEME_SIZE 16
#define PROXY_WORKER_MAX_SECRET_SIZE 64
#define PROXY_WORKER_NOT_USABLE_BITMAP 1264
#define PROXY_WORKER_RFC1035_NAME_SIZE 512
#define PROXY_WORKER_STOPPED 64
#define PROXY_WORKER_STOPPED_FLAG 83
#define BALANCER_PREFIX "balancer://"
#define PROXY_LBMETHOD "proxylbmethod"

typedef struct proxy_hcmethods_t proxy_hcmethods_t;
typedef struct proxy_wstat_t proxy_wstat_t;
typedef struct proxy_balancer proxy_balancer;
typedef struct proxy_worker proxy_worker;
typedef struct proxy_conn_pool proxy_conn_pool;
typedef struct proxy_balancer_method proxy_balancer_method;
typedef struct proxy_server_conf proxy_server_conf;
typedef struct proxy_dir_conf proxy_dir_conf;
typedef struct proxy_req_conf proxy_req_conf;
typedef struct proxy_conn_rec proxy_conn_rec;
typedef struct proxy_completion proxy_completion;
typedef struct proxy_hashes proxy_hashes;
typedef struct proxy_worker_shared proxy_worker_shared;
typedef struct proxy_balancer_shared proxy_balancer_shared;
typedef struct proxy_tunnel_rec proxy_tunnel_rec;
enum enctype { enc_path = 0, enc_search = 1, enc_user = 2, enc_fpath = 3, enc_parm = 4 };
typedef enum hcmethod_t { NONE = 0, TCP = 1, OPTIONS = 2, HEAD = 3, GET = 4, CPING = 5, PROVIDER = 6, OPTIONS11 = 7, HEAD11 = 8, GET11 = 9, EOT = 10 } hcmethod_t;
typedef enum proxy_hash_t { PROXY_HASHFUNC_DEFAULT = 0, PROXY_HASHFUNC_APR = 1, PROXY_HASHFUNC_FNV = 2 } proxy_hash_t;
typedef const char *(*ap_proxy_header_reverse_map_fn)(request_rec *, proxy_dir_conf *, const char *);
typedef int proxy_is_best_callback_fn_t(proxy_worker *, proxy_worker *, void *);

struct dirconn_entry {
    char *name;
    struct in_addr addr;
    struct in_addr mask;
    struct apr_sockaddr_t *hostaddr;
    int (*matcher)(struct dirconn_entry *, request_rec *);
};

struct noproxy_entry {
    const char *name;
    struct apr_sockaddr_t *addr;
};

struct proxy_alias {
    const char *real;
    const char *fake;
    ap_regex_t *regex;
    unsigned int flags;
    proxy_balancer *balancer;
};

struct proxy_hashes {
    unsigned int def;
    unsigned int fnv;
};

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

struct proxy_balancer_method {
    const char *name;
    proxy_worker *(*finder)(proxy_balancer *, request_rec *);
    void *context;
    apr_status_t (*reset)(proxy_balancer *, server_rec *);
    apr_status_t (*age)(proxy_balancer *, server_rec *);
    apr_status_t (*updatelbstatus)(proxy_balancer *, proxy_worker *, server_rec *);
};

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

struct proxy_completion {
    float cache_completion;
    int content_length;
};

struct proxy_conn_pool {
    apr_pool_t *pool;
    apr_sockaddr_t *addr;
    apr_reslist_t *res;
    proxy_conn_rec *conn;
    apr_pool_t *dns_pool;
};

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

struct proxy_hcmethods_t {
    hcmethod_t method;
    char *name;
    int implemented;
};

struct proxy_remote {
    const char *scheme;
    const char *protocol;
    const char *hostname;
    ap_regex_t *regexp;
    const char *creds;
    int use_regex;
    apr_port_t port;
};

struct proxy_req_conf {
    apr_array_header_t *raliases;
    apr_array_header_t *cookie_paths;
    apr_array_header_t *cookie_domains;
};

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

struct proxy_tunnel_rec {
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
};

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

struct proxy_wstat_t {
    unsigned int bit;
    char flag;
    const char *name;
};

extern PROXY_DECLARE_DATA proxy_hcmethods_t proxy_hcmethods[];
extern module AP_MODULE_DECLARE_DATA proxy_module;

APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, canon_handler, (request_rec *r, char *url))
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, check_trans, (request_rec *r, const char *url))
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, create_req, (request_rec *r, request_rec *pr))
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, fixups, (request_rec *r))
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, post_request, (proxy_worker *worker, proxy_balancer *balancer, request_rec *r, proxy_server_conf *conf))
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, pre_request, (proxy_worker **worker, proxy_balancer **balancer, request_rec *r, proxy_server_conf *conf, char **url))
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, request_status, (int *status, request_rec *r))
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, scheme_handler, (request_rec *r, proxy_worker *worker, proxy_server_conf *conf, char *url, const char *proxyhost, apr_port_t proxyport))
APR_DECLARE_EXTERNAL_HOOK(proxy, PROXY, int, section_post_config, (apr_pool_t *pool, apr_pool_t *plog, apr_pool_t *ptemp, server_rec *s, ap_conf_vector_t *section_config))

PROXY_DECLARE(int) ap_proxy_acquire_connection(const char *, proxy_conn_rec **, proxy_worker *, server_rec *s);
PROXY_DECLARE(void) ap_proxy_backend_broke(request_rec *r, apr_bucket_brigade *bb);
PROXY_DECLARE(apr_status_t) ap_proxy_buckets_lifetime_transform(request_rec *r, apr_bucket_brigade *bb, apr_bucket_brigade *);
PROXY_DECLARE(char *) ap_proxy_canon_netloc(apr_pool_t *pool, char **const, char **, char **, char **, apr_port_t *);
PROXY_DECLARE(char *) ap_proxy_canonenc(apr_pool_t *pool, const char *, int, enum enctype, int, int);
PROXY_DECLARE(char *) ap_proxy_canonenc_ex(apr_pool_t *pool, const char *, int, enum enctype, int, int);
PROXY_DECLARE(apr_status_t) ap_proxy_check_connection(const char *, proxy_conn_rec *, server_rec *s, unsigned int, int);
PROXY_DECLARE(int) ap_proxy_checkproxyblock2(request_rec *r, proxy_server_conf *, const char *, apr_sockaddr_t *);
PROXY_DECLARE(int) ap_proxy_conn_is_https(conn_rec *c);
PROXY_DECLARE(int) ap_proxy_connect_backend(const char *, proxy_conn_rec *, proxy_worker *, server_rec *s);
PROXY_DECLARE(int) ap_proxy_connect_to_backend(apr_socket_t **, const char *, apr_sockaddr_t *, const char *, proxy_server_conf *, request_rec *r);
PROXY_DECLARE(apr_status_t) ap_proxy_connect_uds(apr_socket_t *, const char *, apr_pool_t *pool);
PROXY_DECLARE(int) ap_proxy_connection_create(const char *, proxy_conn_rec *, conn_rec *c, server_rec *s);
PROXY_DECLARE(int) ap_proxy_connection_create_ex(const char *, proxy_conn_rec *, request_rec *r);
PROXY_DECLARE(int) ap_proxy_connection_reusable(proxy_conn_rec *);
PROXY_DECLARE(const char *) ap_proxy_cookie_reverse_map(request_rec *r, proxy_dir_conf *, const char *);
PROXY_DECLARE(int) ap_proxy_create_hdrbrgd(apr_pool_t *pool, apr_bucket_brigade *bb, request_rec *r, proxy_conn_rec *, proxy_worker *, proxy_server_conf *, apr_uri_t *, char *, char *, char **, char **);
PROXY_DECLARE(char *) ap_proxy_define_worker(apr_pool_t *pool, proxy_worker **, proxy_balancer *, proxy_server_conf *, const char *, int);
PROXY_DECLARE(apr_status_t) ap_proxy_determine_address(const char *, proxy_conn_rec *, const char *, apr_port_t, unsigned int, request_rec *r, server_rec *s);
PROXY_DECLARE(int) ap_proxy_determine_connection(apr_pool_t *pool, request_rec *r, proxy_server_conf *, proxy_worker *, proxy_conn_rec *, apr_uri_t *, char **, const char *, apr_port_t, char *, int);
PROXY_DECLARE(proxy_balancer_shared *) ap_proxy_find_balancershm(ap_slotmem_provider_t *, ap_slotmem_instance_t *, proxy_balancer *, unsigned int *);
PROXY_DECLARE(proxy_worker_shared *) ap_proxy_find_workershm(ap_slotmem_provider_t *, ap_slotmem_instance_t *, proxy_worker *, unsigned int *);
PROXY_DECLARE(proxy_balancer *) ap_proxy_get_balancer(apr_pool_t *pool, proxy_server_conf *, const char *, int);
PROXY_DECLARE(proxy_worker *) ap_proxy_get_worker(apr_pool_t *pool, proxy_balancer *, proxy_server_conf *, const char *);
PROXY_DECLARE(unsigned int) ap_proxy_hashfunc(const char *, proxy_hash_t);
PROXY_DECLARE(int) ap_proxy_hex2c(const char *);
PROXY_DECLARE(apr_status_t) ap_proxy_initialize_balancer(proxy_balancer *, server_rec *s, apr_pool_t *pool);
PROXY_DECLARE(apr_status_t) ap_proxy_initialize_worker(proxy_worker *, server_rec *s, apr_pool_t *pool);
PROXY_DECLARE(const char *) ap_proxy_location_reverse_map(request_rec *r, proxy_dir_conf *, const char *);
PROXY_DECLARE(char *) ap_proxy_parse_wstatus(apr_pool_t *pool, proxy_worker *);
PROXY_DECLARE(int) ap_proxy_pass_brigade(apr_bucket_alloc_t *alloc, request_rec *r, proxy_conn_rec *, conn_rec *c, apr_bucket_brigade *bb, int);
PROXY_DECLARE(apr_port_t) ap_proxy_port_of_scheme(const char *);
PROXY_DECLARE(int) ap_proxy_pre_http_request(conn_rec *c, request_rec *r);
PROXY_DECLARE(int) ap_proxy_prefetch_input(request_rec *r, proxy_conn_rec *, apr_bucket_brigade *bb, apr_read_type_e, apr_off_t *, apr_off_t);
PROXY_DECLARE(int) ap_proxy_read_input(request_rec *r, proxy_conn_rec *, apr_bucket_brigade *bb, apr_off_t);
PROXY_DECLARE(int) ap_proxy_release_connection(const char *, proxy_conn_rec *, server_rec *s);
PROXY_DECLARE(apr_status_t) ap_proxy_set_wstatus(char, int, proxy_worker *);
PROXY_DECLARE(apr_status_t) ap_proxy_share_balancer(proxy_balancer *, proxy_balancer_shared *, int);
PROXY_DECLARE(apr_status_t) ap_proxy_share_worker(proxy_worker *, proxy_worker_shared *, int);
PROXY_DECLARE(int) ap_proxy_should_override(proxy_dir_conf *, int);
PROXY_DECLARE(const char *) ap_proxy_show_hcmethod(hcmethod_t);
PROXY_DECLARE(int) ap_proxy_spool_input(request_rec *r, proxy_conn_rec *, apr_bucket_brigade *bb, apr_off_t *, apr_off_t);
PROXY_DECLARE(int) ap_proxy_ssl_engine(conn_rec *c, ap_conf_vector_t *, int);
PROXY_DECLARE(const char *) ap_proxy_ssl_val(apr_pool_t *pool, server_rec *s, conn_rec *c, request_rec *r, const char *);
PROXY_DECLARE(apr_status_t) ap_proxy_strncpy(char *, const char *, apr_size_t);
PROXY_DECLARE(apr_status_t) ap_proxy_sync_balancer(proxy_balancer *, server_rec *s, proxy_server_conf *);
PROXY_DECLARE(apr_status_t) ap_proxy_transfer_between_connections(request_rec *r, conn_rec *c, conn_rec *, apr_bucket_brigade *bb, apr_bucket_brigade *, const char *, int *, apr_off_t, int);
PROXY_DECLARE(apr_status_t) ap_proxy_tunnel_create(proxy_tunnel_rec **, request_rec *r, conn_rec *c, const char *);
PROXY_DECLARE(int) ap_proxy_tunnel_run(proxy_tunnel_rec *);
PROXY_DECLARE(int) ap_proxy_worker_can_upgrade(apr_pool_t *pool, const proxy_worker *, const char *, const char *);
PROXY_DECLARE(char *) ap_proxy_worker_name(apr_pool_t *pool, proxy_worker *);
PROXY_DECLARE(int) ap_proxyerror(request_rec *r, int, const char *);
PROXY_DECLARE(void) ap_proxy_c2hex(int, char *);
PROXY_DECLARE(int) ap_proxy_checkproxyblock(request_rec *r, proxy_server_conf *, apr_sockaddr_t *);
PROXY_DECLARE(apr_status_t) ap_proxy_ssl_connection_cleanup(proxy_conn_rec *, request_rec *r);
PROXY_DECLARE(int) ap_proxy_ssl_enable(conn_rec *c);
PROXY_DECLARE(int) ap_proxy_ssl_disable(conn_rec *c);
PROXY_DECLARE(proxy_worker *) ap_proxy_get_worker_ex(apr_pool_t *pool, proxy_balancer *, proxy_server_conf *, const char *, unsigned int);
PROXY_DECLARE(char *) ap_proxy_define_worker_ex(apr_pool_t *pool, proxy_worker **, proxy_balancer *, proxy_server_conf *, const char *, unsigned int);
PROXY_DECLARE(char *) ap_proxy_define_match_worker(apr_pool_t *pool, proxy_worker **, proxy_balancer *, proxy_server_conf *, const char *, int);
PROXY_DECLARE(int) ap_proxy_valid_balancer_name(char *, int);
PROXY_DECLARE(char *) ap_proxy_update_balancer(apr_pool_t *pool, proxy_balancer *, const char *);
PROXY_DECLARE(char *) ap_proxy_define_balancer(apr_pool_t *pool, proxy_balancer **, proxy_server_conf *, const char *, const char *, int);
PROXY_DECLARE(proxy_worker *) ap_proxy_balancer_get_best_worker(proxy_balancer *, request_rec *r, proxy_is_best_callback_fn_t *, void *);
PROXY_DECLARE(int) ap_proxy_fixup_uds_filename(request_rec *r);
PROXY_DECLARE(int) ap_proxy_pre_request(proxy_worker **, proxy_balancer **, request_rec *r, proxy_server_conf *, char **);
PROXY_DECLARE(int) ap_proxy_post_request(proxy_worker *, proxy_balancer *, request_rec *r, proxy_server_conf *);
PROXY_DECLARE(int) ap_proxy_trans_match(request_rec *r, struct proxy_alias *, proxy_dir_conf *);
PROXY_DECLARE(int) ap_proxy_is_socket_connected(apr_socket_t *);
PROXY_DECLARE(int) ap_proxy_lb_workers(void);
PROXY_DECLARE(const char *) ap_proxy_de_socketfy(apr_pool_t *pool, const char *);

APR_DECLARE_OPTIONAL_FN(void, hc_show_exprs, (request_rec *));
APR_DECLARE_OPTIONAL_FN(void, hc_select_exprs, (request_rec *, const char *));
APR_DECLARE_OPTIONAL_FN(int, hc_valid_expr, (request_rec *, const char *));
APR_DECLARE_OPTIONAL_FN(const char *, set_worker_hc_param, (apr_pool_t *, server_rec *, proxy_worker *, const char *, const char *, void *));
APR_DECLARE_OPTIONAL_FN(proxy_worker *, proxy_balancer_get_best_worker, (proxy_balancer *, request_rec *, proxy_is_best_callback_fn_t *, void *));
APR_DECLARE_OPTIONAL_FN(int, ap_proxy_retry_worker, (const char *, proxy_worker *, server_rec *));
APR_DECLARE_OPTIONAL_FN(apr_status_t, balancer_manage, (request_rec *, apr_table_t *));
APR_DECLARE_OPTIONAL_FN(int, ap_proxy_clear_connection, (request_rec *, apr_table_t *));
APR_DECLARE_OPTIONAL_FN(apr_status_t, ajp_handle_cping_cpong, (apr_socket_t *, request_rec *, apr_interval_time_t));

#define PROXY_WORKER_IS(f, b)            ((f)->s->status & (b))
#define PROXY_WORKER_IS_INITIALIZED(f)   PROXY_WORKER_IS(f, PROXY_WORKER_INITIALIZED)
#define PROXY_WORKER_IS_STANDBY(f)       PROXY_WORKER_IS(f, PROXY_WORKER_HOT_STANDBY)
#define PROXY_WORKER_IS_SPARE(f)         PROXY_WORKER_IS(f, PROXY_WORKER_HOT_SPARE)
#define PROXY_WORKER_IS_DRAINING(f)      PROXY_WORKER_IS(f, PROXY_WORKER_DRAIN)
#define PROXY_WORKER_IS_GENERIC(f)       PROXY_WORKER_IS(f, PROXY_WORKER_GENERIC)
#define PROXY_WORKER_IS_HCFAILED(f)      PROXY_WORKER_IS(f, PROXY_WORKER_HC_FAIL)
#define PROXY_WORKER_IS_ERROR(f)         PROXY_WORKER_IS(f, PROXY_WORKER_IN_ERROR)
#define PROXY_WORKER_IS_USABLE(f) \
    (!PROXY_WORKER_IS(f, PROXY_WORKER_NOT_USABLE_BITMAP) \
     && PROXY_WORKER_IS_INITIALIZED(f))

#define PROXY_STRNCPY(dst, src) ap_proxy_strncpy((dst), (src), sizeof(dst))

/* A worker takes over what the server sets and it does not set itself. */
#define PROXY_COPY_CONF_PARAMS(w, c) \
    do { \
        (w)->s->timeout = (c)->timeout; \
        (w)->s->timeout_set = (c)->timeout_set; \
        (w)->s->recv_buffer_size = (c)->recv_buffer_size; \
        (w)->s->recv_buffer_size_set = (c)->recv_buffer_size_set; \
        (w)->s->io_buffer_size = (c)->io_buffer_size; \
        (w)->s->io_buffer_size_set = (c)->io_buffer_size_set; \
    } while (0)

#define PROXY_THREAD_LOCK(x) \
    ((x) && (x)->tmutex ? apr_thread_mutex_lock((x)->tmutex) : APR_SUCCESS)
#define PROXY_THREAD_UNLOCK(x) \
    ((x) && (x)->tmutex ? apr_thread_mutex_unlock((x)->tmutex) : APR_SUCCESS)
#define PROXY_GLOBAL_LOCK(x) \
    ((x) && (x)->gmutex ? apr_global_mutex_lock((x)->gmutex) : APR_SUCCESS)
#define PROXY_GLOBAL_UNLOCK(x) \
    ((x) && (x)->gmutex ? apr_global_mutex_unlock((x)->gmutex) : APR_SUCCESS)

#define AP_VOLATILIZE_T(T, x) (*(T volatile *)&(x))

#ifdef __cplusplus
}
#endif

#endif
