/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MOD_DBD_H
#define PINION_MOD_DBD_H

#define DBD_H

#include <apr_optional.h>
#include <apr_hash.h>
#include <apr_dbd.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DBD_DECLARE(type)        AP_DECLARE(type)
#define DBD_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define DBD_DECLARE_DATA         AP_DECLARE_DATA

typedef struct dbd_cfg_t dbd_cfg_t;
typedef struct ap_dbd_t ap_dbd_t;

struct ap_dbd_t {
    apr_dbd_t *handle;
    const apr_dbd_driver_t *driver;
    apr_hash_t *prepared;
    apr_pool_t *pool;
};

struct dbd_cfg_t {
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
};

APR_DECLARE_EXTERNAL_HOOK(dbd, DBD, apr_status_t, post_connect, (apr_pool_t *, dbd_cfg_t *, ap_dbd_t *))

AP_DECLARE(ap_dbd_t *) ap_dbd_open(apr_pool_t *pool, server_rec *s);
AP_DECLARE(void) ap_dbd_close(server_rec *s, ap_dbd_t *);
AP_DECLARE(ap_dbd_t *) ap_dbd_acquire(request_rec *r);
AP_DECLARE(ap_dbd_t *) ap_dbd_cacquire(conn_rec *c);
AP_DECLARE(void) ap_dbd_prepare(server_rec *s, const char *, const char *);

APR_DECLARE_OPTIONAL_FN(ap_dbd_t *, ap_dbd_open, (apr_pool_t *, server_rec *));
APR_DECLARE_OPTIONAL_FN(void, ap_dbd_close, (server_rec *, ap_dbd_t *));
APR_DECLARE_OPTIONAL_FN(ap_dbd_t *, ap_dbd_acquire, (request_rec *));
APR_DECLARE_OPTIONAL_FN(ap_dbd_t *, ap_dbd_cacquire, (conn_rec *));
APR_DECLARE_OPTIONAL_FN(void, ap_dbd_prepare, (server_rec *, const char *, const char *));

#ifdef __cplusplus
}
#endif

#endif
