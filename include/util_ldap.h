/* SPDX-License-Identifier: Apache-2.0 */
/*
 * util_ldap.h - mod_ldap: connections to directory servers, and cached
 * searches on them.
 */
#ifndef PINION_UTIL_LDAP_H
#define PINION_UTIL_LDAP_H

#define UTIL_LDAP_H

#include <apr.h>
#include <apr_ldap.h>
#include <apr_rmm.h>
#include <apr_shm.h>
#include <apr_tables.h>
#include <apr_thread_mutex.h>
#include <apr_thread_rwlock.h>
#include <apr_time.h>
#include <apr_version.h>

#include "ap_config.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LDAP_DECLARE(type)        AP_DECLARE(type)
#define LDAP_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define LDAP_DECLARE_DATA         AP_DECLARE_DATA

/* When aliases are followed. */
typedef enum deref_options { never, searching, finding, always } deref_options;

/* A connection. */
typedef struct util_ldap_connection_t {
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
} util_ldap_connection_t;

/* Per directory. */
typedef struct util_ldap_config_t {
    int ChaseReferrals;
    int ReferralHopLimit;
    apr_array_header_t *client_certs;
} util_ldap_config_t;

/* A group's attribute. */
struct mod_auth_ldap_groupattr_entry_t {
    char *name;
};

/* Per server. */
typedef struct util_ldap_state_t {
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
} util_ldap_state_t;

/* Connects and binds. An LDAP code. */
APR_DECLARE_OPTIONAL_FN(int, uldap_connection_open,
                        (request_rec *r, util_ldap_connection_t *ldc));

/* Gives a connection back. */
APR_DECLARE_OPTIONAL_FN(void, uldap_connection_close,
                        (util_ldap_connection_t *ldc));

/* Unbinds; a cleanup. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, uldap_connection_unbind, (void *param));

/* A connection with these properties. */
APR_DECLARE_OPTIONAL_FN(util_ldap_connection_t *, uldap_connection_find,
                        (request_rec *r, const char *host, int port, const
                         char *binddn, const char *bindpw, deref_options
                         deref, int secure));

/* Compares names. LDAP_COMPARE_TRUE, ... */
APR_DECLARE_OPTIONAL_FN(int, uldap_cache_comparedn,
                        (request_rec *r, util_ldap_connection_t *ldc, const
                         char *url, const char *dn, const char *reqdn, int
                         compare_dn_on_server));

/* Compares an attribute. LDAP_COMPARE_TRUE, ... */
APR_DECLARE_OPTIONAL_FN(int, uldap_cache_compare,
                        (request_rec *r, util_ldap_connection_t *ldc, const
                         char *url, const char *dn, const char *attrib, const
                         char *value));

/* Looks into groups of groups. */
APR_DECLARE_OPTIONAL_FN(int, uldap_cache_check_subgroups,
                        (request_rec *r, util_ldap_connection_t *ldc, const
                         char *url, const char *dn, const char *attrib, const
                         char *value, char **subgroupattrs,
                         apr_array_header_t *subgroupclasses, int
                         cur_subgroup_depth, int max_subgroup_depth));

/* Searches a user and binds as it. */
APR_DECLARE_OPTIONAL_FN(int, uldap_cache_checkuserid,
                        (request_rec *r, util_ldap_connection_t *ldc, const
                         char *url, const char *basedn, int scope, char
                         **attrs, const char *filter, const char *bindpw,
                         const char **binddn, const char ***retvals));

/* Searches a user. */
APR_DECLARE_OPTIONAL_FN(int, uldap_cache_getuserdn,
                        (request_rec *r, util_ldap_connection_t *ldc, const
                         char *url, const char *basedn, int scope, char
                         **attrs, const char *filter, const char **binddn,
                         const char ***retvals));

/* 1 if TLS can be had. */
APR_DECLARE_OPTIONAL_FN(int, uldap_ssl_supported, (request_rec *r));

#define AP_LDAP_IS_SERVER_DOWN(s) \
    ((s) == LDAP_SERVER_DOWN || (s) == LDAP_UNAVAILABLE)

#ifdef __cplusplus
}
#endif

#endif
