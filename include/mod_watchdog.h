/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_watchdog.h - mod_watchdog: functions called at intervals, by every
 * process or just one.
 */
#ifndef PINION_MOD_WATCHDOG_H
#define PINION_MOD_WATCHDOG_H

#define MOD_WATCHDOG_H

#include <apr_file_io.h>
#include <apr_global_mutex.h>
#include <apr_hash.h>
#include <apr_optional.h>
#include <apr_shm.h>
#include <apr_strings.h>
#include <apr_thread_mutex.h>

#include "ap_hooks.h"
#include "ap_provider.h"
#include "http_config.h"
#include "http_log.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_WD_DECLARE(type)        AP_DECLARE(type)
#define AP_WD_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define AP_WD_DECLARE_DATA         AP_DECLARE_DATA

/* Names of watchdogs that are always there: in each process, in one. */
#define AP_WATCHDOG_DEFAULT   "_default_"
#define AP_WATCHDOG_SINGLETON "_singleton_"

/* state of a callback. Times in microseconds. */
#define AP_WATCHDOG_STATE_STARTING 1
#define AP_WATCHDOG_STATE_RUNNING  2
#define AP_WATCHDOG_STATE_STOPPING 3
#define AP_WD_TM_SLICE             100000
#define AP_WD_TM_INTERVAL          1000000

typedef struct ap_watchdog_t ap_watchdog_t;

/* Called at an interval; an error ends that. */
typedef apr_status_t ap_watchdog_callback_fn_t(int state, void *data,
                                               apr_pool_t *pool);

/* Finds or makes a watchdog. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_watchdog_get_instance,
                        (ap_watchdog_t **watchdog, const char *name, int
                         parent, int singleton, apr_pool_t *pool));

/* Adds a callback. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_watchdog_register_callback,
                        (ap_watchdog_t *watchdog, apr_interval_time_t
                         interval, const void *data,
                         ap_watchdog_callback_fn_t *callback));

/* Changes its interval. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_watchdog_set_callback_interval,
                        (ap_watchdog_t *w, apr_interval_time_t interval,
                         const void *data, ap_watchdog_callback_fn_t
                         *callback));

/* A watchdog ends. */
APR_DECLARE_EXTERNAL_HOOK(ap, AP_WD, int, watchdog_exit,
                (server_rec *s, const char *name, apr_pool_t *pool))

/* A watchdog starts. */
APR_DECLARE_EXTERNAL_HOOK(ap, AP_WD, int, watchdog_init,
                (server_rec *s, const char *name, apr_pool_t *pool))

/* Whether a watchdog is wanted: OK or DECLINED. */
APR_DECLARE_EXTERNAL_HOOK(ap, AP_WD, int, watchdog_need,
                (server_rec *s, const char *name, int parent, int singleton))

/* A watchdog's turn. */
APR_DECLARE_EXTERNAL_HOOK(ap, AP_WD, int, watchdog_step,
                (server_rec *s, const char *name, apr_pool_t *pool))

#ifdef __cplusplus
}
#endif

#endif
