/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_AP_SOCACHE_H
#define PINION_AP_SOCACHE_H

#define AP_SOCACHE_H

#include "httpd.h"
#include "ap_provider.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_SOCACHE_FLAG_NOTMPSAFE 1
#define AP_SOCACHE_DEFAULT_PROVIDER "default"
#define AP_SOCACHE_PROVIDER_GROUP "socache"
#define AP_SOCACHE_PROVIDER_VERSION "0"

typedef struct ap_socache_instance_t ap_socache_instance_t;
typedef struct ap_socache_provider_t ap_socache_provider_t;
typedef apr_status_t ap_socache_iterator_t(ap_socache_instance_t *, server_rec *, void *, const unsigned char *, unsigned int, const unsigned char *, unsigned int, apr_pool_t *);

struct ap_socache_hints {
    apr_size_t avg_id_len;
    apr_size_t avg_obj_size;
    apr_interval_time_t expiry_interval;
};

struct ap_socache_provider_t {
    const char *name;
    unsigned int flags;
    const char *(*create)(ap_socache_instance_t **, const char *, apr_pool_t *, apr_pool_t *);
    apr_status_t (*init)(ap_socache_instance_t *, const char *, const struct ap_socache_hints *, server_rec *, apr_pool_t *);
    void (*destroy)(ap_socache_instance_t *, server_rec *);
    apr_status_t (*store)(ap_socache_instance_t *, server_rec *, const unsigned char *, unsigned int, apr_time_t, unsigned char *, unsigned int, apr_pool_t *);
    apr_status_t (*retrieve)(ap_socache_instance_t *, server_rec *, const unsigned char *, unsigned int, unsigned char *, unsigned int *, apr_pool_t *);
    apr_status_t (*remove)(ap_socache_instance_t *, server_rec *, const unsigned char *, unsigned int, apr_pool_t *);
    void (*status)(ap_socache_instance_t *, request_rec *, int);
    apr_status_t (*iterate)(ap_socache_instance_t *, server_rec *, void *, ap_socache_iterator_t *, apr_pool_t *);
};

#ifdef __cplusplus
}
#endif

#endif
