/* SPDX-License-Identifier: Apache-2.0 */
/*
 * errorlog.h - errorLogFormat: items that modules add, and the hook that sees
 * every message.
 */
#ifndef PINION_HTTPD_ERRORLOG_H
#define PINION_HTTPD_ERRORLOG_H

#include <apr_pools.h>

#include "ap_hooks.h"
#include "httpd/conn_rec.h"
#include "httpd/request_rec.h"
#include "httpd/server_rec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A message, for those who format or count it. */
typedef struct ap_errorlog_info {
    const server_rec *s; /* NULL: unknown yet */
    const conn_rec *c; /* NULL: not about a connection */
    const request_rec *r; /* NULL: not about a request */
    const request_rec *rmain; /* the request that r is a subrequest of */
    apr_pool_t *pool; /* NULL: given to no ap_log_perror() */
    const char *file; /* source file, NULL: not to be shown */
    int line;
    int module_index; /* or APLOG_NO_MODULE */
    int level; /* APLOG_* */
    apr_status_t status; /* 0: no error code to explain */
    int using_syslog; /* no time and no host, then */
    int startup; /* to a terminal, during start */
    const char *format;
} ap_errorlog_info;

/*
 * Writes an item into buf; returns its length, 0: nothing to show. arg: from
 * braces in the format.
 */
typedef int ap_errorlog_handler_fn_t(const ap_errorlog_info *info,
                                     const char *arg, char *buf, int buflen);

/* An item that a module defines. */
typedef struct ap_errorlog_handler {
    ap_errorlog_handler_fn_t *func;
    int flags; /* AP_ERRORLOG_FLAG_* */
} ap_errorlog_handler;

/*
 * Flags of items: is a separator of fields, is the message itself, drops the
 * whole line when empty, shows - when empty.
 */
#define AP_ERRORLOG_FLAG_FIELD_SEP      1
#define AP_ERRORLOG_FLAG_MESSAGE        2
#define AP_ERRORLOG_FLAG_REQUIRED       4
#define AP_ERRORLOG_FLAG_NULL_AS_HYPHEN 8

/* An item in a format. */
typedef struct ap_errorlog_format_item {
    ap_errorlog_handler_fn_t *func;
    const char *arg;
    unsigned int flags;
    /* only for messages of this level or chattier */
    unsigned int min_loglevel;
} ap_errorlog_format_item;

/* Defines the item %tag. */
AP_DECLARE(void) ap_register_errorlog_handler(
    apr_pool_t *pool, char *tag, ap_errorlog_handler_fn_t *handler, int flags);

/* Sees every message after it was written. */
AP_DECLARE_HOOK(void, error_log,
                (const ap_errorlog_info *info, const char *errstr))

#ifdef __cplusplus
}
#endif

#endif
