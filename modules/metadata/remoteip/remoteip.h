/* SPDX-License-Identifier: Apache-2.0 */
/* remoteip.h - what the files of mod_remoteip share. */
#ifndef PINION_MODULES_METADATA_REMOTEIP_H
#define PINION_MODULES_METADATA_REMOTEIP_H

#include <stdbool.h>

#include "httpd.h"

#include "http_config.h"
#include "util_filter.h"

/* Addresses that are believed. */
typedef struct remoteip_proxy_t {
    apr_ipsubnet_t *subnet;
    bool is_internal; /* believed to name private addresses too */
} remoteip_proxy_t;

typedef struct remoteip_conf_t {
    const char *header;          /* that has the addresses, or NULL */
    const char *proxies_header;  /* that gets those of the proxies, or NULL */
    apr_array_header_t *proxies; /* of remoteip_proxy_t; NULL: all */
    apr_array_header_t *exceptions; /* of apr_ipsubnet_t *: need no PROXY */
    int proxy_protocol;             /* 0, 1 or -1: not set */
} remoteip_conf_t;

remoteip_conf_t *remoteip_conf_of(const server_rec *s);

/* The address in text: "1.2.3.4", "::1" or "[::1]"; NULL when it is none. */
apr_sockaddr_t *remoteip_parse_address(apr_pool_t *pool, const char *text);

/* --- proxy_protocol.c: the PROXY line or block that begins a connection */

/* Decides for each address and port; in post_config. */
void remoteip_prepare_ports(apr_pool_t *pool, server_rec *main_server);
/* Hook pre_connection: puts the filter where it is wanted. */
int remoteip_watch_connection(conn_rec *c, void *socket);
void remoteip_register_filter(void);
/* Who the PROXY block says that the client is; NULL: nobody else. */
apr_sockaddr_t *remoteip_client_of(const conn_rec *c);

#endif
