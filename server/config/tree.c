/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tree - the directive tree: what a configuration says, as nodes in the order
 * of the text, conditional sections and Includes already dissolved.
 */
#include "httpd.h"

#include "util_cfgtree.h"

/* Root of the tree of the configuration in force; modules walk it. */
AP_DECLARE_DATA ap_directive_t *ap_conftree;

/*
 * Puts toadd behind current, or, when current is NULL, as the first child of
 * *parent. With child set, what comes next belongs inside toadd: it becomes
 * *parent. Returns what to pass as current next time.
 */
ap_directive_t *ap_add_node(ap_directive_t **parent, ap_directive_t *current,
                            ap_directive_t *toadd, int child)
{
    toadd->parent = *parent;
    if (current) {
        current->next = toadd;
    } else if (*parent) {
        (*parent)->first_child = toadd;
    }
    if (child) {
        *parent = toadd;
        return NULL;
    }
    return toadd;
}
