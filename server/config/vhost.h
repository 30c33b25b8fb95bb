/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vhost.h - which server answers on an address, and under a name.
 *
 * One pn_vhost_addr_t stands for each address and port that <VirtualHost>
 * sections name. It is what conn_rec.vhost_lookup_data points to.
 */
#ifndef PINION_SERVER_CONFIG_VHOST_H
#define PINION_SERVER_CONFIG_VHOST_H

#include <apr_hash.h>

#include "httpd.h"

/* A server on an address, in the order of the configuration. */
typedef struct pn_vhost_member_t {
    server_rec *server;
    server_addr_rec *sar;
} pn_vhost_member_t;

/* A ServerAlias with * or ?; order is the place of its server. */
typedef struct pn_vhost_wild_t {
    const char *pattern;
    int order;
} pn_vhost_wild_t;

/* Lives in the configuration's pool; read-only while serving. */
typedef struct pn_vhost_addr_t {
    apr_array_header_t *members; /* of pn_vhost_member_t, never empty */
    apr_hash_t *names;     /* lower-case name -> &order of the first that has it */
    apr_hash_t *virthosts; /* same, for the names in the sections' first lines */
    apr_array_header_t *wild; /* of pn_vhost_wild_t, by order */
    int has_paths;            /* a member has a ServerPath */
} pn_vhost_addr_t;

/* --- vhost_index.c */

/* Forgets all; what is added lives in pool. */
void pn_vhost_index_reset(apr_pool_t *pool);
/* Adds s under each of its addresses; names must be complete. */
void pn_vhost_index_add(apr_pool_t *pool, server_rec *s);
/* The entry that serves a connection to this address, or NULL. */
pn_vhost_addr_t *pn_vhost_index_find(const apr_sockaddr_t *local);
/* The first member of addr that answers to host, a lower-case name without
 * port and trailing dot; NULL when none does. */
server_rec *pn_vhost_index_match(const pn_vhost_addr_t *addr,
                                 const char *host);
/* Does s itself answer to host, by ServerName or ServerAlias? */
int pn_vhost_has_name(const server_rec *s, const char *host);
/* All entries: those of real addresses first, then the wildcards. */
const apr_array_header_t *pn_vhost_index_all(int is_wildcard);

/* --- vhost_dump.c: -S */
void pn_vhost_dump(void);

/* --- vhost_host.c */

/*
 * Checks "host", "host:port" or "[v6]:port" as a Host field has it. Returns
 * NULL and the lower-case name in *host and the port in *port (0: none), or
 * what is wrong. is_strict: only letters, digits, '-', '_' and '.'.
 */
const char *pn_vhost_parse_host(apr_pool_t *pool, const char *field,
                                int is_strict, char **host, apr_port_t *port);

#endif
