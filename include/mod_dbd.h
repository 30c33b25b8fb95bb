/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_dbd.h - mod_dbd: database connections from a pool.
 */
#ifndef PINION_MOD_DBD_H
#define PINION_MOD_DBD_H

#define DBD_H

#include <apr_dbd.h>
#include <apr_hash.h>
#include <apr_optional.h>

#include "ap_hooks.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DBD_DECLARE(type)        AP_DECLARE(type)
#define DBD_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define DBD_DECLARE_DATA         AP_DECLARE_DATA

/* A server's database. Times in microseconds. */
typedef struct dbd_cfg_t {
    server_rec *server;
    const char *name;
    const char *params;
    int persist;
    int nmin;
    int nkeep;
    int nmax;
    int exptime;
    int set;
    apr_hash_t *queries;
    apr_array_header_t *init_queries;
} dbd_cfg_t;

/* An open connection. */
typedef struct ap_dbd_t {
    apr_dbd_t *handle;
    const apr_dbd_driver_t *driver;
    apr_hash_t *prepared; /* statements by label */
    apr_pool_t *pool;
} ap_dbd_t;

/* A connection of one's own. NULL, logged. */
DBD_DECLARE(ap_dbd_t *) ap_dbd_open(apr_pool_t *pool, server_rec *s);

/* Gives it back. */
DBD_DECLARE(void) ap_dbd_close(server_rec *s, ap_dbd_t *handle);

/* A connection until r ends. */
DBD_DECLARE(ap_dbd_t *) ap_dbd_acquire(request_rec *r);

/* A connection until c ends. */
DBD_DECLARE(ap_dbd_t *) ap_dbd_cacquire(conn_rec *c);

/* Prepares a statement on all connections. While the configuration is read. */
DBD_DECLARE(void) ap_dbd_prepare(server_rec *s, const char *query,
                                 const char *label);

/* As the functions of the same names. */
APR_DECLARE_OPTIONAL_FN(ap_dbd_t *, ap_dbd_open,
                        (apr_pool_t *pool, server_rec *s));

/* Gives a connection back. */
APR_DECLARE_OPTIONAL_FN(void, ap_dbd_close, (server_rec *s, ap_dbd_t *handle));

/* A connection until r ends. */
APR_DECLARE_OPTIONAL_FN(ap_dbd_t *, ap_dbd_acquire, (request_rec *r));

/* A connection until c ends. */
APR_DECLARE_OPTIONAL_FN(ap_dbd_t *, ap_dbd_cacquire, (conn_rec *c));

/* Prepares a statement on all connections. */
APR_DECLARE_OPTIONAL_FN(void, ap_dbd_prepare,
                        (server_rec *s, const char *query, const char
                         *label));

/* A connection was opened. */
APR_DECLARE_EXTERNAL_HOOK(dbd, DBD, apr_status_t, post_connect,
                (apr_pool_t *, dbd_cfg_t *, ap_dbd_t *))

#ifdef __cplusplus
}
#endif

#endif
