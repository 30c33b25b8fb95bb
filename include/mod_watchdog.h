/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MOD_WATCHDOG_H
#define PINION_MOD_WATCHDOG_H

#define MOD_WATCHDOG_H

#include <apr_strings.h>
#include <apr_shm.h>
#include <apr_hash.h>
#include <apr_optional.h>
#include <apr_file_io.h>
#include <apr_global_mutex.h>
#include <apr_thread_mutex.h>

#include "httpd.h"
#include "http_config.h"
#include "http_log.h"
#include "ap_provider.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_WD_DECLARE(type)        AP_DECLARE(type)
#define AP_WD_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define AP_WD_DECLARE_DATA         AP_DECLARE_DATA

#define AP_WATCHDOG_STATE_RUNNING 2
#define AP_WATCHDOG_STATE_STARTING 1
#define AP_WATCHDOG_STATE_STOPPING 3
#define AP_WD_TM_INTERVAL 1000000
#define AP_WD_TM_SLICE 100000
#define AP_WATCHDOG_DEFAULT "_default_"
#define AP_WATCHDOG_SINGLETON "_singleton_"

typedef struct ap_watchdog_t ap_watchdog_t;
typedef apr_status_t ap_watchdog_callback_fn_t(int, void *, apr_pool_t *);

APR_DECLARE_EXTERNAL_HOOK(ap, AP_WD, int, watchdog_exit, (server_rec *s, const char *name, apr_pool_t *pool))
APR_DECLARE_EXTERNAL_HOOK(ap, AP_WD, int, watchdog_init, (server_rec *s, const char *name, apr_pool_t *pool))
APR_DECLARE_EXTERNAL_HOOK(ap, AP_WD, int, watchdog_need, (server_rec *s, const char *name, int parent, int singleton))
APR_DECLARE_EXTERNAL_HOOK(ap, AP_WD, int, watchdog_step, (server_rec *s, const char *name, apr_pool_t *pool))

APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_watchdog_get_instance, (ap_watchdog_t **, const char *, int, int, apr_pool_t *));
APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_watchdog_register_callback, (ap_watchdog_t *, apr_interval_time_t, const void *, ap_watchdog_callback_fn_t *));
APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_watchdog_set_callback_interval, (ap_watchdog_t *, apr_interval_time_t, const void *, ap_watchdog_callback_fn_t *));

#ifdef __cplusplus
}
#endif

#endif
