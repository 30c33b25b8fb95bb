/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_socache.h - small objects shared by all processes, and perhaps machines:
 * what a provider of the group "socache" offers.
 */
#ifndef PINION_AP_SOCACHE_H
#define PINION_AP_SOCACHE_H

#define AP_SOCACHE_H

#include "ap_provider.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_SOCACHE_PROVIDER_GROUP   "socache"
#define AP_SOCACHE_PROVIDER_VERSION "0"
#define AP_SOCACHE_DEFAULT_PROVIDER "default"

/* flags of a provider: callers must hold a lock of their own. */
#define AP_SOCACHE_FLAG_NOTMPSAFE 1

typedef struct ap_socache_instance_t ap_socache_instance_t;

/* What to expect; 0: unknown. */
struct ap_socache_hints {
    apr_size_t avg_id_len;
    apr_size_t avg_obj_size;
    apr_interval_time_t expiry_interval;
};

/* Looks at an object; an error ends the round. */
typedef apr_status_t ap_socache_iterator_t(ap_socache_instance_t *instance,
                                           server_rec *s, void *userctx,
                                           const unsigned char *id,
                                           unsigned int idlen,
                                           const unsigned char *data,
                                           unsigned int datalen,
                                           apr_pool_t *pool);

/* A provider. Ids and objects are bytes. */
typedef struct ap_socache_provider_t {
    const char *name;
    unsigned int flags;
    /* (instance, argument, tmp, pool): NULL or a sentence */
    const char *(*create)(ap_socache_instance_t **, const char *, apr_pool_t *,
                          apr_pool_t *);
    apr_status_t (*init)(ap_socache_instance_t *, const char *,
                         const struct ap_socache_hints *, server_rec *,
                         apr_pool_t *); /* before use, in the parent */
    void (*destroy)(ap_socache_instance_t *, server_rec *);
    /* (instance, s, id, its length, expiry, data, its length, pool) */
    apr_status_t (*store)(ap_socache_instance_t *, server_rec *,
                          const unsigned char *, unsigned int, apr_time_t,
                          unsigned char *, unsigned int, apr_pool_t *);
    /* *length: room, then length; APR_NOTFOUND */
    apr_status_t (*retrieve)(ap_socache_instance_t *, server_rec *,
                             const unsigned char *, unsigned int,
                             unsigned char *, unsigned int *, apr_pool_t *);
    apr_status_t (*remove)(ap_socache_instance_t *, server_rec *,
                           const unsigned char *, unsigned int, apr_pool_t *);
    /* (instance, r, flags): for mod_status */
    void (*status)(ap_socache_instance_t *, request_rec *, int);
    /* calls a function for each object */
    apr_status_t (*iterate)(ap_socache_instance_t *, server_rec *, void *,
                            ap_socache_iterator_t *, apr_pool_t *);
} ap_socache_provider_t;

#ifdef __cplusplus
}
#endif

#endif
