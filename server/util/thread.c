/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread.c - threads that know their apr_thread_t.
 */
#include "httpd.h"

#include "apr_portable.h"
#include "apr_thread_proc.h"

static AP_THREAD_LOCAL apr_thread_t *current_thread;

typedef struct thread_start_t {
    apr_thread_start_t func;
    void *data;
} thread_start_t;

static void *APR_THREAD_FUNC start_thread(apr_thread_t *thread, void *arg)
{
    const thread_start_t *start = arg;

    current_thread = thread;
    return start->func(thread, start->data);
}

AP_DECLARE(apr_status_t)
ap_thread_create(apr_thread_t **thread, apr_threadattr_t *attr,
                 apr_thread_start_t func, void *data, apr_pool_t *pool)
{
    thread_start_t *start = apr_palloc(pool, sizeof(*start));

    start->func = func;
    start->data = data;
    return apr_thread_create(thread, attr, start_thread, start, pool);
}

AP_DECLARE(apr_thread_t *) ap_thread_current(void)
{
    return current_thread;
}

static apr_status_t forget_current(void *unused)
{
    current_thread = NULL;
    return APR_SUCCESS;
}

/* Makes the calling thread, that APR did not start, one that it knows. */
AP_DECLARE(apr_status_t)
ap_thread_current_create(apr_thread_t **current, apr_threadattr_t *attr,
                         apr_pool_t *pool)
{
    apr_os_thread_t self = apr_os_thread_current();
    apr_thread_t *thread = NULL;
    apr_status_t rv;

    *current = current_thread;
    if (*current) {
        return APR_EEXIST;
    }
    rv = apr_os_thread_put(&thread, &self, pool);
    if (rv == APR_SUCCESS) {
        *current = current_thread = thread;
    }
    return rv;
}

/* For main(): the thread's record lives in a pool of its own, which ends with
 * the process's. */
AP_DECLARE(apr_status_t)
ap_thread_main_create(apr_thread_t **thread, apr_pool_t *pool)
{
    apr_status_t rv = ap_thread_current_create(thread, NULL, pool);

    if (rv == APR_SUCCESS) {
        apr_pool_cleanup_register(pool, NULL, forget_current,
                                  apr_pool_cleanup_null);
    }
    return rv;
}

/* The child of a fork has one thread, the one that forked; what the parent
 * knew of it holds, but for its system id. */
AP_DECLARE(void) ap_thread_current_after_fork(void)
{
    apr_os_thread_t self = apr_os_thread_current();

    if (current_thread) {
        apr_os_thread_put(&current_thread, &self, NULL);
    }
}
