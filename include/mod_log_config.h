/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MOD_LOG_CONFIG_H
#define PINION_MOD_LOG_CONFIG_H

#include <apr_optional.h>

#include "httpd.h"
#include "scoreboard.h"

#ifdef __cplusplus
extern "C" {
#endif

#define _MOD_LOG_CONFIG_H 1

typedef struct ap_log_handler ap_log_handler;
typedef const char *ap_log_handler_fn_t(request_rec *, char *);
typedef void *ap_log_writer_init(apr_pool_t *, server_rec *, const char *);
typedef apr_status_t ap_log_writer(request_rec *, void *, const char **, int *, int, apr_size_t);

struct ap_log_handler {
    ap_log_handler_fn_t *func;
    int want_orig_default;
};

APR_DECLARE_OPTIONAL_FN(void, ap_register_log_handler, (apr_pool_t *, char *, ap_log_handler_fn_t *, int));
APR_DECLARE_OPTIONAL_FN(ap_log_writer_init *, ap_log_set_writer_init, (ap_log_writer_init *));
APR_DECLARE_OPTIONAL_FN(ap_log_writer *, ap_log_set_writer, (ap_log_writer *));

#ifdef __cplusplus
}
#endif

#endif
