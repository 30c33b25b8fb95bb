/* SPDX-License-Identifier: Apache-2.0 */
/*
 * util_cfgtree.h - the tree that a configuration file becomes.
 */
#ifndef PINION_UTIL_CFGTREE_H
#define PINION_UTIL_CFGTREE_H

#define AP_CONFTREE_H

#include <apr_pools.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ap_directive_t ap_directive_t;

/* A directive, or a section when its name starts with <. */
struct ap_directive_t {
    const char *directive; /* the name as written */
    const char *args; /* the rest of the line */
    struct ap_directive_t *next; /* the next one on the same level */
    struct ap_directive_t *first_child; /* of a section */
    struct ap_directive_t *parent; /* the section, NULL on the top level */
    void *data; /* for the module that handles it */
    const char *filename; /* where it stands */
    int line_num;
    /* the last one on this level, of the first only */
    struct ap_directive_t *last;
};

/* The configuration as it was read. */
extern AP_DECLARE_DATA ap_directive_t *ap_conftree;

/*
 * Appends toadd behind current, or as first child of it if child. *parent is
 * the section that current is in and follows. Returns the new current.
 */
AP_DECLARE(ap_directive_t *) ap_add_node(ap_directive_t **parent,
                                         ap_directive_t *current,
                                         ap_directive_t *toadd, int child);

#ifdef __cplusplus
}
#endif

#endif
