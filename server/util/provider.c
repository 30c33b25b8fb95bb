/* SPDX-License-Identifier: Apache-2.0 */
/*
 * provider.c - implementations that modules offer to each other by group, name
 * and version.
 *
 * A list of groups (a dozen) with a hash of providers each, in the pool of
 * whoever registered first, the configuration's, and forgotten with it.
 * Registration is single-threaded; lookups while requests are served only read
 * and allocate nothing.
 */
#include "ap_provider.h"

#include "apr_hash.h"
#include "apr_strings.h"

typedef struct group_t {
    const char *name;
    const char *version;
    apr_hash_t *providers;     /* name -> provider */
    apr_array_header_t *names; /* in the order of registration */
} group_t;

static apr_array_header_t *groups; /* of group_t */

static apr_status_t forget_groups(void *unused)
{
    groups = NULL;
    return APR_SUCCESS;
}

static group_t *find_group(const char *name, const char *version)
{
    for (int i = 0; groups && i < groups->nelts; i++) {
        group_t *group = &APR_ARRAY_IDX(groups, i, group_t);

        if (strcmp(group->name, name) == 0
            && strcmp(group->version, version) == 0) {
            return group;
        }
    }
    return NULL;
}

static group_t *make_group(apr_pool_t *pool, const char *name,
                           const char *version)
{
    group_t *group;

    if (!groups) {
        groups = apr_array_make(pool, 16, sizeof(group_t));
        apr_pool_cleanup_register(pool, NULL, forget_groups,
                                  apr_pool_cleanup_null);
    }
    pool = groups->pool;
    group = &APR_ARRAY_PUSH(groups, group_t);
    group->name = apr_pstrdup(pool, name);
    group->version = apr_pstrdup(pool, version);
    group->providers = apr_hash_make(pool);
    group->names = apr_array_make(pool, 8, sizeof(ap_list_provider_names_t));
    return group;
}

AP_DECLARE(apr_status_t)
ap_register_provider(apr_pool_t *pool, const char *provider_group,
                     const char *provider_name, const char *provider_version,
                     const void *provider)
{
    group_t *group = find_group(provider_group, provider_version);
    const char *name;

    if (!group) {
        group = make_group(pool, provider_group, provider_version);
    }
    name = apr_pstrdup(groups->pool, provider_name);
    if (!apr_hash_get(group->providers, name, APR_HASH_KEY_STRING)) {
        APR_ARRAY_PUSH(group->names, ap_list_provider_names_t)
            .provider_name = name;
    }
    apr_hash_set(group->providers, name, APR_HASH_KEY_STRING, provider);
    return APR_SUCCESS;
}

AP_DECLARE(void *)
ap_lookup_provider(const char *provider_group, const char *provider_name,
                   const char *provider_version)
{
    const group_t *group = find_group(provider_group, provider_version);

    return group ? apr_hash_get(group->providers, provider_name,
                                APR_HASH_KEY_STRING)
                 : NULL;
}

AP_DECLARE(apr_array_header_t *)
ap_list_provider_names(apr_pool_t *pool, const char *provider_group,
                       const char *provider_version)
{
    const group_t *group = find_group(provider_group, provider_version);

    return group ? apr_array_copy(pool, group->names)
                 : apr_array_make(pool, 1, sizeof(ap_list_provider_names_t));
}

AP_DECLARE(apr_array_header_t *) ap_list_provider_groups(apr_pool_t *pool)
{
    apr_array_header_t *list = apr_array_make(
        pool, 16, sizeof(ap_list_provider_groups_t));

    for (int i = 0; groups && i < groups->nelts; i++) {
        const group_t *group = &APR_ARRAY_IDX(groups, i, group_t);
        ap_list_provider_groups_t *entry = &APR_ARRAY_PUSH(
            list, ap_list_provider_groups_t);

        entry->provider_group = group->name;
        entry->provider_version = group->version;
    }
    return list;
}
