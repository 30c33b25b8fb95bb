/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_UTIL_LDAP_H
#define PINION_UTIL_LDAP_H

#define UTIL_LDAP_H

#include <apr.h>
#include <apr_thread_mutex.h>
#include <apr_thread_rwlock.h>
#include <apr_tables.h>
#include <apr_time.h>
#include <apr_version.h>
#include <apr_ldap.h>
#include <apr_rmm.h>
#include <apr_shm.h>

#include "ap_config.h"
#include "httpd.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LDAP_DECLARE(type)        AP_DECLARE(type)
#define LDAP_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define LDAP_DECLARE_DATA         AP_DECLARE_DATA

typedef struct util_ldap_connection_t util_ldap_connection_t;
typedef struct util_ldap_config_t util_ldap_config_t;
typedef struct util_ldap_state_t util_ldap_state_t;
typedef enum deref_options { never = 0, searching = 1, finding = 2, always = 3 } deref_options;

struct mod_auth_ldap_groupattr_entry_t {
    char *name;
};

struct util_ldap_config_t {
    int ChaseReferrals;
    int ReferralHopLimit;
    apr_array_header_t *client_certs;
};

struct util_ldap_connection_t {
    LDAP *ldap;
    apr_pool_t *pool;
    apr_thread_mutex_t *lock;
    const char *host;
    int port;
    deref_options deref;
    const char *binddn;
    const char *bindpw;
    int bound;
    int secure;
    apr_array_header_t *client_certs;
    const char *reason;
    struct util_ldap_connection_t *next;
    struct util_ldap_state_t *st;
    int keep;
    int ChaseReferrals;
    int ReferralHopLimit;
    apr_time_t freed;
    apr_pool_t *rebind_pool;
    int must_rebind;
    request_rec *r;
    apr_time_t last_backend_conn;
};

struct util_ldap_state_t {
    apr_pool_t *pool;
    apr_thread_mutex_t *mutex;
    apr_global_mutex_t *util_ldap_cache_lock;
    apr_size_t cache_bytes;
    char *cache_file;
    long search_cache_ttl;
    long search_cache_size;
    long compare_cache_ttl;
    long compare_cache_size;
    struct util_ldap_connection_t *connections;
    apr_array_header_t *global_certs;
    int ssl_supported;
    int secure;
    int secure_set;
    int verify_svr_cert;
    apr_shm_t *cache_shm;
    apr_rmm_t *cache_rmm;
    void *util_ldap_cache;
    long connectionTimeout;
    struct timeval *opTimeout;
    int debug_level;
    apr_interval_time_t connection_pool_ttl;
    int retries;
    apr_interval_time_t retry_delay;
};

APR_DECLARE_OPTIONAL_FN(int, uldap_connection_open, (request_rec *, util_ldap_connection_t *));
APR_DECLARE_OPTIONAL_FN(void, uldap_connection_close, (util_ldap_connection_t *));
APR_DECLARE_OPTIONAL_FN(apr_status_t, uldap_connection_unbind, (void *));
APR_DECLARE_OPTIONAL_FN(util_ldap_connection_t *, uldap_connection_find, (request_rec *, const char *, int, const char *, const char *, deref_options, int));
APR_DECLARE_OPTIONAL_FN(int, uldap_cache_comparedn, (request_rec *, util_ldap_connection_t *, const char *, const char *, const char *, int));
APR_DECLARE_OPTIONAL_FN(int, uldap_cache_compare, (request_rec *, util_ldap_connection_t *, const char *, const char *, const char *, const char *));
APR_DECLARE_OPTIONAL_FN(int, uldap_cache_check_subgroups, (request_rec *, util_ldap_connection_t *, const char *, const char *, const char *, const char *, char **, apr_array_header_t *, int, int));
APR_DECLARE_OPTIONAL_FN(int, uldap_cache_checkuserid, (request_rec *, util_ldap_connection_t *, const char *, const char *, int, char **, const char *, const char *, const char **, const char ***));
APR_DECLARE_OPTIONAL_FN(int, uldap_cache_getuserdn, (request_rec *, util_ldap_connection_t *, const char *, const char *, int, char **, const char *, const char **, const char ***));
APR_DECLARE_OPTIONAL_FN(int, uldap_ssl_supported, (request_rec *));

#define AP_LDAP_IS_SERVER_DOWN(s) \
    ((s) == LDAP_SERVER_DOWN || (s) == LDAP_UNAVAILABLE)

#ifdef __cplusplus
}
#endif

#endif
