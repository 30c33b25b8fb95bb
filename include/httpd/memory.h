/* SPDX-License-Identifier: Apache-2.0 */
/*
 * memory.h - memory that no pool owns, threads, and what happens when memory
 * ends.
 */
#ifndef PINION_HTTPD_MEMORY_H
#define PINION_HTTPD_MEMORY_H

#include <stdlib.h>

#include <apr_thread_proc.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * malloc(3) that never returns NULL: ends the process with a message instead.
 */
AP_DECLARE(void *) ap_malloc(size_t size) AP_FN_ATTR_ALLOC_SIZE(1)
    __attribute__((malloc));

/* calloc(3) that never returns NULL. */
AP_DECLARE(void *) ap_calloc(size_t nelem, size_t size)
    AP_FN_ATTR_ALLOC_SIZE2(1, 2)
    __attribute__((malloc));

/* realloc(3) that never returns NULL. */
AP_DECLARE(void *) ap_realloc(void *ptr, size_t size) AP_FN_ATTR_ALLOC_SIZE(2)
    AP_FN_ATTR_WARN_UNUSED_RESULT;

/* Says that memory is exhausted and ends the process. */
AP_DECLARE(void) ap_abort_on_oom(void);

/* apr_thread_create() for threads that ap_thread_current() knows. */
AP_DECLARE(apr_status_t) ap_thread_create(apr_thread_t **thread,
                                          apr_threadattr_t *attr,
                                          apr_thread_start_t func, void *data,
                                          apr_pool_t *pool);

/* Makes the main thread known to ap_thread_current(). Once, at start. */
AP_DECLARE(apr_status_t) ap_thread_main_create(
    apr_thread_t **thread, apr_pool_t *pool);

/* Makes the calling thread known to ap_thread_current(). */
AP_DECLARE(apr_status_t) ap_thread_current_create(
    apr_thread_t **current, apr_threadattr_t *attr, apr_pool_t *pool);

/* Tells a child which thread it is; call it first after fork(2). */
AP_DECLARE(void) ap_thread_current_after_fork(void);

/* The calling thread; NULL if the server does not know it. */
AP_DECLARE(apr_thread_t *) ap_thread_current(void);

#ifdef __cplusplus
}
#endif

#endif
