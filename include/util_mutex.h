/* SPDX-License-Identifier: Apache-2.0 */
/*
 * util_mutex.h - mutexes that the Mutex directive configures: registered by
 * type before the configuration is read, made in post_config.
 */
#ifndef PINION_UTIL_MUTEX_H
#define PINION_UTIL_MUTEX_H

#define UTIL_MUTEX_H

#include <apr_global_mutex.h>

#include "http_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What Mutex may name here. */
#define AP_LIST_FCNTL_SERIALIZE    ", 'fcntl:/path/to/file'"
#define AP_LIST_FILE_SERIALIZE     ", 'file:/path/to/file'"
#define AP_LIST_FLOCK_SERIALIZE    ", 'flock:/path/to/file'"
#define AP_LIST_POSIXSEM_SERIALIZE ", 'posixsem'"
#define AP_LIST_PTHREAD_SERIALIZE  ", 'pthread'"
#define AP_LIST_SEM_SERIALIZE      ", 'sem'"
#define AP_LIST_SYSVSEM_SERIALIZE  ", 'sysvsem'"
#define AP_AVAILABLE_MUTEXES_STRING \
    "Mechanisms: 'none', 'default'" AP_LIST_FLOCK_SERIALIZE \
        AP_LIST_FCNTL_SERIALIZE AP_LIST_FILE_SERIALIZE \
            AP_LIST_PTHREAD_SERIALIZE AP_LIST_SYSVSEM_SERIALIZE \
                AP_LIST_POSIXSEM_SERIALIZE AP_LIST_SEM_SERIALIZE
#define AP_ALL_AVAILABLE_MUTEXES_STRING AP_AVAILABLE_MUTEXES_STRING

/* options of ap_mutex_register(): "none" is allowed, "none" is the default. */
#define AP_MUTEX_ALLOW_NONE   1
#define AP_MUTEX_DEFAULT_NONE 2

/* Forgets what an earlier configuration registered. */
AP_DECLARE(void) ap_mutex_init(apr_pool_t *pool);

/*
 * Registers a type in pre_config. default_dir: for lock files, NULL:
 * DefaultRuntimeDir.
 */
AP_DECLARE(apr_status_t) ap_mutex_register(apr_pool_t *pconf,
                                           const char *type,
                                           const char *default_dir,
                                           apr_lockmech_e default_mech,
                                           apr_int32_t options);

/*
 * Makes a mutex between processes. *name: its file, or NULL; may be NULL.
 * instance_id: NULL, or one of several. Children must call
 * apr_proc_mutex_child_init().
 */
AP_DECLARE(apr_status_t) ap_proc_mutex_create(
    apr_proc_mutex_t **mutex, const char **name, const char *type,
    const char *instance_id, server_rec *s, apr_pool_t *pool,
    apr_int32_t options);

/* The same between processes and threads. */
AP_DECLARE(apr_status_t) ap_global_mutex_create(
    apr_global_mutex_t **mutex, const char **name, const char *type,
    const char *instance_id, server_rec *s, apr_pool_t *pool,
    apr_int32_t options);

/*
 * Reads MECHANISM[:FILE]. APR_ENOTIMPL for what the system has not,
 * APR_ENOLOCK for none.
 */
AP_DECLARE(apr_status_t) ap_parse_mutex(const char *arg, apr_pool_t *pool,
                                        apr_lockmech_e *mutexmech,
                                        const char **mutexfile);

/* Directive function of Mutex. */
AP_DECLARE(const char *) ap_set_mutex(cmd_parms *cmd, void *dummy,
                                      const char *arg);

/* Writes all for -D DUMP_RUN_CFG. */
AP_DECLARE(void) ap_dump_mutexes(apr_pool_t *pool, server_rec *s,
                                 apr_file_t *out);

#ifdef __cplusplus
}
#endif

#endif
