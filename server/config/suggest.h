/* SPDX-License-Identifier: Apache-2.0 */
/* suggest.h - what an unknown directive may have meant. */
#ifndef PINION_SERVER_CONFIG_SUGGEST_H
#define PINION_SERVER_CONFIG_SUGGEST_H

#include <apr_pools.h>

/*
 * The end of a sentence about the unknown directive name: which module has
 * it, or what is spelled nearly alike; "" when nothing comes to mind.
 */
const char *pn_suggest_for(apr_pool_t *pool, const char *name);

/* name with everything but printable ASCII as \xHH, shortened when long. */
const char *pn_suggest_printable(apr_pool_t *pool, const char *name);

/* A module, who ships it, and its directives separated by spaces. */
typedef struct pn_directive_owner_t {
    const char *symbol;
    const char *package; /* Debian's; NULL: part of every Apache 2.4 */
    const char *directives;
} pn_directive_owner_t;

/* Generated; ends with a NULL symbol. */
extern const pn_directive_owner_t pn_directive_owners[];

#endif
