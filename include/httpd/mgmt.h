/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mgmt.h - values that management tools may ask for.
 */
#ifndef PINION_HTTPD_MGMT_H
#define PINION_HTTPD_MGMT_H

#include <apr_hash.h>
#include <apr_pools.h>

#include "ap_hooks.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a value is. */
typedef enum ap_mgmt_type_e {
    ap_mgmt_type_string,
    ap_mgmt_type_long,
    ap_mgmt_type_hash
} ap_mgmt_type_e;

/* The value itself. */
typedef union ap_mgmt_value {
    const char *s_value;
    long i_value;
    apr_hash_t *h_value;
} ap_mgmt_value;

/* A value with its name. */
typedef struct ap_mgmt_item_t {
    const char *description;
    const char *name;
    ap_mgmt_type_e vtype;
    ap_mgmt_value v;
} ap_mgmt_item_t;

/* Adds items (name to ap_mgmt_item_t) to ht that fit val. */
AP_DECLARE_HOOK(int, get_mgmt_items,
                (apr_pool_t *pool, const char *val, apr_hash_t *ht))

#ifdef __cplusplus
}
#endif

#endif
