/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_UTIL_MUTEX_H
#define PINION_UTIL_MUTEX_H

#define UTIL_MUTEX_H

#include <apr_global_mutex.h>

#include "httpd.h"
#include "http_config.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_MUTEX_ALLOW_NONE 1
#define AP_MUTEX_DEFAULT_NONE 2
#define AP_LIST_FCNTL_SERIALIZE ", 'fcntl:/path/to/file'"
#define AP_LIST_FILE_SERIALIZE ", 'file:/path/to/file'"
#define AP_LIST_FLOCK_SERIALIZE ", 'flock:/path/to/file'"
#define AP_LIST_POSIXSEM_SERIALIZE ", 'posixsem'"
#define AP_LIST_PTHREAD_SERIALIZE ", 'pthread'"
#define AP_LIST_SEM_SERIALIZE ", 'sem'"
#define AP_LIST_SYSVSEM_SERIALIZE ", 'sysvsem'"

AP_DECLARE(void) ap_dump_mutexes(apr_pool_t *pool, server_rec *s, apr_file_t *);
AP_DECLARE(apr_status_t) ap_global_mutex_create(apr_global_mutex_t **, const char **, const char *, const char *, server_rec *s, apr_pool_t *pool, apr_int32_t);
AP_DECLARE(void) ap_mutex_init(apr_pool_t *pool);
AP_DECLARE(apr_status_t) ap_mutex_register(apr_pool_t *pool, const char *, const char *, apr_lockmech_e, apr_int32_t);
AP_DECLARE(apr_status_t) ap_parse_mutex(const char *, apr_pool_t *pool, apr_lockmech_e *, const char **);
AP_DECLARE(apr_status_t) ap_proc_mutex_create(apr_proc_mutex_t **, const char **, const char *, const char *, server_rec *s, apr_pool_t *pool, apr_int32_t);
AP_DECLARE(const char *) ap_set_mutex(cmd_parms *cmd, void *, const char *);

#ifdef __cplusplus
}
#endif

#endif
