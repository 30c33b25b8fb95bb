/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_HTTP_VHOST_H
#define PINION_HTTP_VHOST_H

#define APACHE_HTTP_VHOST_H

#include "httpd.h"
#include "http_config.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int (*ap_vhost_iterate_conn_cb)(void *, conn_rec *, server_rec *);

AP_DECLARE(void) ap_fini_vhost_config(apr_pool_t *pool, server_rec *s);
AP_DECLARE(void) ap_init_vhost_config(apr_pool_t *pool);
AP_DECLARE(int) ap_matches_request_vhost(request_rec *r, const char *, apr_port_t);
AP_DECLARE(const char *) ap_parse_vhost_addrs(apr_pool_t *pool, const char *, server_rec *s);
AP_DECLARE(const char *) ap_set_name_virtual_host(cmd_parms *cmd, void *, const char *);
AP_DECLARE(void) ap_update_vhost_from_headers(request_rec *r);
AP_DECLARE(int) ap_update_vhost_from_headers_ex(request_rec *r, int);
AP_DECLARE(void) ap_update_vhost_given_ip(conn_rec *c);
AP_DECLARE(int) ap_vhost_iterate_given_conn(conn_rec *c, ap_vhost_iterate_conn_cb, void *);

#ifdef __cplusplus
}
#endif

#endif
