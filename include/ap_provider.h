/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_AP_PROVIDER_H
#define PINION_AP_PROVIDER_H

#define AP_PROVIDER_H

#include <apr_pools.h>
#include <apr_tables.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ap_list_provider_names_t ap_list_provider_names_t;
typedef struct ap_list_provider_groups_t ap_list_provider_groups_t;

struct ap_list_provider_groups_t {
    const char *provider_group;
    const char *provider_version;
};

struct ap_list_provider_names_t {
    const char *provider_name;
};

AP_DECLARE(apr_array_header_t *) ap_list_provider_groups(apr_pool_t *pool);
AP_DECLARE(apr_array_header_t *) ap_list_provider_names(apr_pool_t *pool, const char *, const char *);
AP_DECLARE(void *) ap_lookup_provider(const char *, const char *, const char *);
AP_DECLARE(apr_status_t) ap_register_provider(apr_pool_t *pool, const char *, const char *, const char *, const void *);

#ifdef __cplusplus
}
#endif

#endif
