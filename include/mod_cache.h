/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_cache.h - mod_cache: storage providers (group "cache"), and what the
 * cache decides by.
 */
#ifndef PINION_MOD_CACHE_H
#define PINION_MOD_CACHE_H

#define MOD_CACHE_H

#include <apr_date.h>
#include <apr_optional.h>

#include "ap_hooks.h"
#include "cache_common.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CACHE_DECLARE(type)        AP_DECLARE(type)
#define CACHE_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define CACHE_DECLARE_DATA         AP_DECLARE_DATA

#define CACHE_PROVIDER_GROUP "cache"

/* Environment variables that say what the cache did. */
#define AP_CACHE_HIT_ENV        "cache-hit"
#define AP_CACHE_INVALIDATE_ENV "cache-invalidate"
#define AP_CACHE_MISS_ENV       "cache-miss"
#define AP_CACHE_REVALIDATE_ENV "cache-revalidate"
#define AP_CACHE_STATUS_ENV     "cache-status"

/* What the cache did. */
typedef enum ap_cache_status_e {
    AP_CACHE_HIT,
    AP_CACHE_REVALIDATE,
    AP_CACHE_MISS,
    AP_CACHE_INVALIDATE
} ap_cache_status_e;

typedef struct cache_object cache_object_t;
typedef struct cache_handle cache_handle_t;

/* What is known of a stored answer. Times in microseconds. */
typedef struct cache_info {
    apr_time_t date;
    apr_time_t expire;
    apr_time_t request_time;
    apr_time_t response_time;
    int status;
    cache_control_t control;
} cache_info;

/* A stored answer, for its provider. */
struct cache_object {
    const char *key;
    cache_object_t *next;
    cache_info info;
    void *vobj;
};

/* A request's hold on one. */
struct cache_handle {
    cache_object_t *cache_obj;
    apr_table_t *req_hdrs;
    apr_table_t *resp_hdrs;
};

/* A storage. OK or DECLINED, or APR codes. */
typedef struct cache_provider {
    int (*remove_entity)(cache_handle_t *);
    apr_status_t (*store_headers)(cache_handle_t *, request_rec *,
                              cache_info *);
    apr_status_t (*store_body)(cache_handle_t *, request_rec *,
                              apr_bucket_brigade *, apr_bucket_brigade *);
    apr_status_t (*recall_headers)(cache_handle_t *, request_rec *);
    apr_status_t (*recall_body)(cache_handle_t *, apr_pool_t *,
                              apr_bucket_brigade *);
    int (*create_entity)(cache_handle_t *, request_rec *, const char *,
                         apr_off_t, apr_bucket_brigade *);
    int (*open_entity)(cache_handle_t *, request_rec *, const char *);
    int (*remove_url)(cache_handle_t *, request_rec *);
    apr_status_t (*commit_entity)(cache_handle_t *, request_rec *);
    apr_status_t (*invalidate_entity)(cache_handle_t *, request_rec *);
} cache_provider;

/*
 * A file name for a key: dirlevels directories of dirlength characters, then
 * the rest of its digest.
 */
CACHE_DECLARE(char *) ap_cache_generate_name(
    apr_pool_t *pool, int dirlevels, int dirlength, const char *name);

/* A copy of the request's fields without those that must not be stored. */
CACHE_DECLARE(apr_table_t *) ap_cache_cacheable_headers_in(request_rec *r);

/* The same for the answer. */
CACHE_DECLARE(apr_table_t *) ap_cache_cacheable_headers_out(request_rec *r);

/* Tells what the cache did with r, and why. */
APR_DECLARE_EXTERNAL_HOOK(cache, CACHE, int, cache_status,
                (cache_handle_t *h, request_rec *r, apr_table_t *headers,
                 ap_cache_status_e status, const char *reason))

/* The age of a stored answer (RFC 9111 section 4.2.3). */
CACHE_DECLARE(apr_time_t) ap_cache_current_age(
    cache_info *, const apr_time_t, apr_time_t);

/* A time written by ap_cache_usec2hex(). */
CACHE_DECLARE(apr_time_t) ap_cache_hex2usec(const char *);

/* A time as 16 hexadecimal digits and a 0. */
CACHE_DECLARE(void) ap_cache_usec2hex(apr_time_t, char *);

/* The next item of a list; *str is what follows it. */
CACHE_DECLARE(const char *) ap_cache_tokstr(
    apr_pool_t *pool, const char *, const char **);

/* A copy of fields without those that must not be stored. */
CACHE_DECLARE(apr_table_t *) ap_cache_cacheable_headers(
    apr_pool_t *pool, apr_table_t *, server_rec *s);

/* Parses Cache-Control and Pragma. 1 if there is any. */
CACHE_DECLARE(int) ap_cache_control(request_rec *r, cache_control_t *,
                                    const char *, const char *, apr_table_t *);

/* The key of a request. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_cache_generate_key,
                        (request_rec *, apr_pool_t *, const char **));

#ifdef __cplusplus
}
#endif

#endif
