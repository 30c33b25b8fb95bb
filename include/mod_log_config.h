/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_log_config.h - mod_log_config: items of log formats, and writers.
 */
#ifndef PINION_MOD_LOG_CONFIG_H
#define PINION_MOD_LOG_CONFIG_H

#include <apr_optional.h>

#include "httpd.h"
#include "scoreboard.h"

#ifdef __cplusplus
extern "C" {
#endif

#define _MOD_LOG_CONFIG_H 1

/* An item: its text, or NULL for a dash. a: from braces. */
typedef const char *ap_log_handler_fn_t(request_rec *r, char *a);

/* Opens a log. NULL: failed. */
typedef void *ap_log_writer_init(apr_pool_t *pool, server_rec *s,
                                 const char *name);

/* Writes a line, in portions, of len bytes in all. */
typedef apr_status_t ap_log_writer(request_rec *r, void *handle,
                                   const char **portions, int *lengths,
                                   int nelts, apr_size_t len);

/* An item. */
typedef struct ap_log_handler {
    ap_log_handler_fn_t *func;
    /* of the first request, before internal redirects */
    int want_orig_default;
} ap_log_handler;

/* Defines the item %tag. */
APR_DECLARE_OPTIONAL_FN(void, ap_register_log_handler,
                        (apr_pool_t *pool, char *tag, ap_log_handler_fn_t
                         *func, int def));

/* Replaces what opens logs; the old one. */
APR_DECLARE_OPTIONAL_FN(ap_log_writer_init *, ap_log_set_writer_init,
                        (ap_log_writer_init *handle));

/* Replaces what writes lines; the old one. */
APR_DECLARE_OPTIONAL_FN(ap_log_writer *, ap_log_set_writer,
                        (ap_log_writer *handle));

#ifdef __cplusplus
}
#endif

#endif
