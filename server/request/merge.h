/* SPDX-License-Identifier: Apache-2.0 */
/*
 * merge.h - per-directory configuration as sections pile up, each pair merged
 * once.
 *
 * Configurations never change after they were read, so merging is a function
 * of two pointers, and its result may be kept as long as both live. Where it
 * is kept is a store: one for the generation (sections of the configuration
 * files: the same pairs for every request), one for each place with a
 * .htaccess, which lives as long as the place; and a request keeps for itself
 * what depends on nothing that lives longer.
 */
#ifndef PINION_SERVER_REQUEST_MERGE_H
#define PINION_SERVER_REQUEST_MERGE_H

#include <stdbool.h>

#include "httpd.h"

#include "http_config.h"

typedef struct pn_store_t pn_store_t;

/* A configuration under construction. Zero it to start. */
typedef struct pn_merge_t {
    ap_conf_vector_t *vector; /* NULL: nothing yet */
    pn_store_t *store;        /* lives as long as vector; NULL: a request */
} pn_merge_t;

/* The generation's store: for what the configuration files say. */
pn_store_t *pn_merge_generation(void);
/* A store that lives as long as pool, which is its own and ends with it. What
 * is kept in it may be made of what lives longer. */
pn_store_t *pn_merge_begin_store(apr_pool_t *pool);
/* Ends a store and its pool; NULL is fine. */
void pn_merge_end_store(pn_store_t *store);

/* Puts over on top, which lives as long as store. Of two stores other than the
 * generation's, over's lives as long as the base's or less. */
void pn_merge_add(request_rec *r, pn_merge_t *merge, ap_conf_vector_t *over,
                  pn_store_t *store);
/* Puts what was gathered on top of r's configuration. */
void pn_merge_apply(request_rec *r, const pn_merge_t *merge);
/* r starts again with its server's defaults. */
void pn_merge_reset(request_rec *r);
/* r takes over the configuration of from, whose pool lives as long as r's. */
void pn_merge_take(request_rec *r, request_rec *from);
/* Where r's present configuration is kept; NULL: with r. */
pn_store_t *pn_merge_store_of(request_rec *r);
/* Modules named so (mod_x.c or x_module) store data of one request in merged
 * configurations and are merged anew for each. NULL, or why not. */
const char *pn_merge_except(apr_pool_t *pool, const char *module_name);

#endif
