/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loglevel.h - how much is logged, for whom.
 */
#ifndef PINION_HTTPD_LOGLEVEL_H
#define PINION_HTTPD_LOGLEVEL_H

#include <apr_pools.h>

#include "httpd/config_types.h"
#include "httpd/conn_rec.h"
#include "httpd/request_rec.h"
#include "httpd/server_rec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Turns the name of a level into APLOG_*. NULL or a sentence. */
AP_DECLARE(const char *) ap_parse_log_level(const char *str, int *val);

/* A copy of old, or levels all unset. */
AP_DECLARE(struct ap_logconf *) ap_new_log_config(
    apr_pool_t *pool, const struct ap_logconf *old);

/* Fills what new_conf leaves unset from old_conf. */
AP_DECLARE(void) ap_merge_log_config(const struct ap_logconf *old_conf,
                                     struct ap_logconf *new_conf);

/* Sets the level of one module. */
AP_DECLARE(void) ap_set_module_loglevel(apr_pool_t *pool,
                                        struct ap_logconf *l, int index,
                                        int level);

/* Sets the levels of all modules to val, such as APLOG_UNSET. */
AP_DECLARE(void) ap_reset_module_loglevels(struct ap_logconf *l, int val);

/* The level that counts for a module in a server. */
AP_DECLARE(int) ap_get_server_module_loglevel(const server_rec *s, int index);

/* The level that counts for a module on a connection. */
AP_DECLARE(int) ap_get_conn_module_loglevel(const conn_rec *c, int index);

/* The same where server s already answers for c. */
AP_DECLARE(int) ap_get_conn_server_module_loglevel(
    const conn_rec *c, const server_rec *s, int index);

/* The level that counts for a module in a request. */
AP_DECLARE(int) ap_get_request_module_loglevel(
    const request_rec *r, int index);

#define ap_get_module_loglevel(l, i) \
    (((i) < 0 || (l)->module_levels == NULL || (l)->module_levels[(i)] < 0) \
         ? (l)->level \
         : (l)->module_levels[(i)])
#define ap_get_server_module_loglevel(s, i) \
    ap_get_module_loglevel(&(s)->log, i)
#define ap_get_conn_logconf(c) \
    ((c)->log ? (c)->log : &(c)->base_server->log)
#define ap_get_conn_module_loglevel(c, i) \
    ap_get_module_loglevel(ap_get_conn_logconf(c), i)
#define ap_get_conn_server_logconf(c, s) \
    (((c)->log && (c)->log != &(c)->base_server->log) ? (c)->log : &(s)->log)
#define ap_get_conn_server_module_loglevel(c, s, i) \
    ap_get_module_loglevel(ap_get_conn_server_logconf(c, s), i)
#define ap_get_request_logconf(r) \
    ((r)->log                 ? (r)->log \
     : (r)->connection->log   ? (r)->connection->log \
                              : &(r)->server->log)
#define ap_get_request_module_loglevel(r, i) \
    ap_get_module_loglevel(ap_get_request_logconf(r), i)

#ifdef __cplusplus
}
#endif

#endif
