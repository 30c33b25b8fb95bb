/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_names.h - the names of server and client.
 */
#ifndef PINION_HTTPD_CORE_NAMES_H
#define PINION_HTTPD_CORE_NAMES_H

#include <apr_network_io.h>
#include <apr_optional.h>
#include <apr_pools.h>

#include "httpd/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The server's name as UseCanonicalName says. */
AP_DECLARE(const char *) ap_get_server_name(request_rec *r);

/* The same, IPv6 addresses in brackets. */
AP_DECLARE(const char *) ap_get_server_name_for_url(request_rec *r);

/* The server's port as UseCanonicalName and UseCanonicalPhysicalPort say. */
AP_DECLARE(apr_port_t) ap_get_server_port(const request_rec *r);

/* An absolute URL for a path on this server. */
AP_DECLARE(char *) ap_construct_url(apr_pool_t *pool, const char *uri,
                                    request_rec *r);

/*
 * The name of the peer (REMOTE_*), by DNS if HostnameLookups (dir_config:
 * r->per_dir_config) or type demand it; its address where that is allowed
 * (*str_is_ip: 1; may be NULL), or NULL. Blocks.
 */
AP_DECLARE(const char *) ap_get_remote_host(
    conn_rec *conn, void *dir_config, int type, int *str_is_ip);

/* ap_get_remote_host() for the client rather than the last proxy. */
AP_DECLARE(const char *) ap_get_useragent_host(
    request_rec *r, int type, int *str_is_ip);

/* The user that identd names, if IdentityCheck is on, or NULL. Blocks. */
AP_DECLARE(const char *) ap_get_remote_logname(request_rec *r);

/* mod_ident's look-up. */
APR_DECLARE_OPTIONAL_FN(const char *, ap_ident_lookup, (request_rec *r));

/* Protocol of a server: "https" and the like, or NULL. */
AP_DECLARE(const char *) ap_get_server_protocol(server_rec *s);

/* Sets it. */
AP_DECLARE(void) ap_set_server_protocol(server_rec *s, const char *proto);

/* 1 if name was given to Define or -D. */
AP_DECLARE(int) ap_exists_config_define(const char *name);

#ifdef __cplusplus
}
#endif

#endif
