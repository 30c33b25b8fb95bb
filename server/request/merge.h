/* SPDX-License-Identifier: Apache-2.0 */
/*
 * merge.h - per-directory configuration as sections pile up, each pair merged
 * once.
 *
 * Configurations never change after they were read, so merging is a function
 * of two pointers. Two memories: one for the generation (sections of the
 * configuration files: the same pairs for every request), and one for a
 * request and those inside it (what came from a .htaccess, which lives as
 * long as the request that read it).
 */
#ifndef PINION_SERVER_REQUEST_MERGE_H
#define PINION_SERVER_REQUEST_MERGE_H

#include <stdbool.h>

#include "httpd.h"

#include "http_config.h"

/* A configuration under construction. Zero it to start. */
typedef struct pn_merge_t {
    ap_conf_vector_t *vector; /* NULL: nothing yet */
    bool is_lasting;          /* lives as long as the generation */
} pn_merge_t;

/* Puts over on top. is_lasting says whether over came from the configuration
 * files (or was made of such only). */
void pn_merge_add(request_rec *r, pn_merge_t *merge, ap_conf_vector_t *over,
                  bool is_lasting);
/* Puts what was gathered on top of r's configuration. */
void pn_merge_apply(request_rec *r, const pn_merge_t *merge);
/* r starts again with its server's defaults. */
void pn_merge_reset(request_rec *r);
/* r takes over the configuration of from, whose pool lives as long as r's. */
void pn_merge_take(request_rec *r, request_rec *from);
/* Whether r's present configuration is made of configuration files only. */
bool pn_merge_is_lasting(request_rec *r);
/* A number of the present generation's memory, 0 when there is none: what
 * points to merged configurations is good as long as this stays the same. */
unsigned int pn_merge_generation(void);
/* Modules named so (mod_x.c or x_module) store data of one request in merged
 * configurations and are merged anew for each. NULL, or why not. */
const char *pn_merge_except(apr_pool_t *pool, const char *module_name);

#endif
