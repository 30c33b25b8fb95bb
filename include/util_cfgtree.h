/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_UTIL_CFGTREE_H
#define PINION_UTIL_CFGTREE_H

#define AP_CONFTREE_H

#include <apr_pools.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ap_directive_t ap_directive_t;

struct ap_directive_t {
    const char *directive;
    const char *args;
    struct ap_directive_t *next;
    struct ap_directive_t *first_child;
    struct ap_directive_t *parent;
    void *data;
    const char *filename;
    int line_num;
    struct ap_directive_t *last;
};

extern AP_DECLARE_DATA ap_directive_t *ap_conftree;

AP_DECLARE(ap_directive_t *) ap_add_node(ap_directive_t **, ap_directive_t *, ap_directive_t *, int);

#ifdef __cplusplus
}
#endif

#endif
