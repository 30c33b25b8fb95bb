/* SPDX-License-Identifier: Apache-2.0 */
/* vectors.h - making and merging the vectors of servers. */
#ifndef PINION_SERVER_CONFIG_VECTORS_H
#define PINION_SERVER_CONFIG_VECTORS_H

#include "httpd.h"

#include "http_config.h"

/* A vector with a configuration of every active module; also stored in s. */
ap_conf_vector_t *pn_vectors_create_server(apr_pool_t *pool, server_rec *s);

/* The per-directory vector of the main server, path NULL. */
ap_conf_vector_t *pn_vectors_create_default_dir(apr_pool_t *pool);

/* Completes virt's vector with what it does not set itself. */
void pn_vectors_merge_server(apr_pool_t *pool, server_rec *virt,
                             ap_conf_vector_t *base);

#endif
