/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_provider.h - providers: interfaces that modules offer under a group, a
 * name and a version.
 */
#ifndef PINION_AP_PROVIDER_H
#define PINION_AP_PROVIDER_H

#define AP_PROVIDER_H

#include <apr_pools.h>
#include <apr_tables.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A provider's name. */
typedef struct ap_list_provider_names_t {
    const char *provider_name;
} ap_list_provider_names_t;

/* A group and a version that have providers. */
typedef struct ap_list_provider_groups_t {
    const char *provider_group;
    const char *provider_version;
} ap_list_provider_groups_t;

/*
 * Offers provider, a struct that the group defines; it must live as long as
 * pool. A later one of the same name replaces an earlier one. APR_SUCCESS.
 */
AP_DECLARE(apr_status_t) ap_register_provider(
    apr_pool_t *pool, const char *provider_group, const char *provider_name,
    const char *provider_version, const void *provider);

/* A provider, or NULL. */
AP_DECLARE(void *) ap_lookup_provider(const char *provider_group,
                                      const char *provider_name,
                                      const char *provider_version);

/* All names of a group: an array of ap_list_provider_names_t in pool. */
AP_DECLARE(apr_array_header_t *) ap_list_provider_names(
    apr_pool_t *pool, const char *provider_group, const char *provider_version);

/* All groups: an array of ap_list_provider_groups_t in pool. */
AP_DECLARE(apr_array_header_t *) ap_list_provider_groups(apr_pool_t *pool);

#ifdef __cplusplus
}
#endif

#endif
