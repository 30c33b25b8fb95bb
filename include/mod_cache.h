/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MOD_CACHE_H
#define PINION_MOD_CACHE_H

#define MOD_CACHE_H

#include <apr_date.h>
#include <apr_optional.h>

#include "httpd.h"
#include "cache_common.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CACHE_DECLARE(type)        AP_DECLARE(type)
#define CACHE_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define CACHE_DECLARE_DATA         AP_DECLARE_DATA

#define AP_CACHE_HIT_ENV "cache-hit"
#define AP_CACHE_INVALIDATE_ENV "cache-invalidate"
#define AP_CACHE_MISS_ENV "cache-miss"
#define AP_CACHE_REVALIDATE_ENV "cache-revalidate"
#define AP_CACHE_STATUS_ENV "cache-status"
#define CACHE_PROVIDER_GROUP "cache"

typedef struct cache_info cache_info;
typedef struct cache_object cache_object_t;
typedef struct cache_handle cache_handle_t;
typedef struct cache_provider cache_provider;
typedef enum ap_cache_status_e { AP_CACHE_HIT = 0, AP_CACHE_REVALIDATE = 1, AP_CACHE_MISS = 2, AP_CACHE_INVALIDATE = 3 } ap_cache_status_e;

struct cache_handle {
    cache_object_t *cache_obj;
    apr_table_t *req_hdrs;
    apr_table_t *resp_hdrs;
};

struct cache_info {
    apr_time_t date;
    apr_time_t expire;
    apr_time_t request_time;
    apr_time_t response_time;
    int status;
    cache_control_t control;
};

struct cache_object {
    const char *key;
    cache_object_t *next;
    cache_info info;
    void *vobj;
};

struct cache_provider {
    int (*remove_entity)(cache_handle_t *);
    apr_status_t (*store_headers)(cache_handle_t *, request_rec *, cache_info *);
    apr_status_t (*store_body)(cache_handle_t *, request_rec *, apr_bucket_brigade *, apr_bucket_brigade *);
    apr_status_t (*recall_headers)(cache_handle_t *, request_rec *);
    apr_status_t (*recall_body)(cache_handle_t *, apr_pool_t *, apr_bucket_brigade *);
    int (*create_entity)(cache_handle_t *, request_rec *, const char *, apr_off_t, apr_bucket_brigade *);
    int (*open_entity)(cache_handle_t *, request_rec *, const char *);
    int (*remove_url)(cache_handle_t *, request_rec *);
    apr_status_t (*commit_entity)(cache_handle_t *, request_rec *);
    apr_status_t (*invalidate_entity)(cache_handle_t *, request_rec *);
};

APR_DECLARE_EXTERNAL_HOOK(cache, CACHE, int, cache_status, (cache_handle_t *h, request_rec *r, apr_table_t *headers, ap_cache_status_e status, const char *reason))

CACHE_DECLARE(apr_table_t *) ap_cache_cacheable_headers_in(request_rec *r);
CACHE_DECLARE(apr_table_t *) ap_cache_cacheable_headers_out(request_rec *r);
CACHE_DECLARE(char *) ap_cache_generate_name(apr_pool_t *pool, int, int, const char *);
CACHE_DECLARE(apr_time_t) ap_cache_current_age(cache_info *, const apr_time_t, apr_time_t);
CACHE_DECLARE(apr_time_t) ap_cache_hex2usec(const char *);
CACHE_DECLARE(void) ap_cache_usec2hex(apr_time_t, char *);
CACHE_DECLARE(const char *) ap_cache_tokstr(apr_pool_t *pool, const char *, const char **);
CACHE_DECLARE(apr_table_t *) ap_cache_cacheable_headers(apr_pool_t *pool, apr_table_t *, server_rec *s);
CACHE_DECLARE(int) ap_cache_control(request_rec *r, cache_control_t *, const char *, const char *, apr_table_t *);

APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_cache_generate_key, (request_rec *, apr_pool_t *, const char **));

#ifdef __cplusplus
}
#endif

#endif
