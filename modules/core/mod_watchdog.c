/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_watchdog - threads in which other modules run something now and then.
 *
 * Directive:  WatchdogInterval TIME       (server config)
 * Phase:      post_config starts the watchdogs of the master, child_init
 *             those of a child. A thread exists only when somebody wants one.
 * Owns:       the list of watchdogs, in the configuration pool; each thread
 *             has a pool of its own.
 *
 * A singleton watchdog exists in every child, but only the one that holds its
 * lock works; when that child ends, another takes over.
 */

#include "mod_watchdog.h"

#include <stdbool.h>

#include "apr_pools.h"
#include "apr_strings.h"
#include "apr_thread_cond.h"
#include "apr_thread_proc.h"

#include "ap_mpm.h"
#include "http_config.h"
#include "http_core.h"
#include "http_main.h"
#include "mpm_common.h"
#include "util_mutex.h"

#define WATCHDOG_MUTEX "watchdog-callback"

typedef struct callback_t {
    struct callback_t *next;
    ap_watchdog_callback_fn_t *run;
    void *data;
    apr_interval_time_t interval;
    apr_time_t due;
    bool is_off; /* it has returned an error */
} callback_t;

struct ap_watchdog_t {
    ap_watchdog_t *next;
    const char *name;
    bool is_parent;
    bool is_singleton;
    bool is_needed; /* a watchdog_need hook wants its steps */
    callback_t *callbacks;
    server_rec *s;
    apr_proc_mutex_t *turn; /* singletons only */
    const char *turn_file;
    apr_pool_t *pool; /* of the thread */
    apr_thread_t *thread;
    apr_thread_mutex_t *lock; /* guards is_stopping */
    apr_thread_cond_t *stop;
    bool is_stopping;
};

static apr_interval_time_t default_interval = AP_WD_TM_INTERVAL;
static ap_watchdog_t *watchdogs; /* of the present configuration */
static apr_pool_t *watchdogs_pool;

/* clang-format off */
APR_HOOK_STRUCT(
    APR_HOOK_LINK(watchdog_need)
    APR_HOOK_LINK(watchdog_init)
    APR_HOOK_LINK(watchdog_step)
    APR_HOOK_LINK(watchdog_exit)
)
/* clang-format on */

AP_IMPLEMENT_HOOK_RUN_FIRST(int, watchdog_need,
                            (server_rec * s, const char *name, int parent,
                             int singleton),
                            (s, name, parent, singleton), DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, watchdog_init,
                          (server_rec * s, const char *name, apr_pool_t *pool),
                          (s, name, pool), OK, DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, watchdog_step,
                          (server_rec * s, const char *name, apr_pool_t *pool),
                          (s, name, pool), OK, DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, watchdog_exit,
                          (server_rec * s, const char *name, apr_pool_t *pool),
                          (s, name, pool), OK, DECLINED)

/* --- what other modules call -------------------------------------------- */

static apr_status_t ap_watchdog_get_instance(ap_watchdog_t **watchdog, const char *name,
                                 int parent, int singleton, apr_pool_t *pool)
{
    ap_watchdog_t *w = watchdogs;

    while (w && (strcmp(w->name, name) != 0 || w->is_parent != (parent != 0))) {
        w = w->next;
    }
    if (!w) {
        if (!watchdogs_pool) {
            return APR_EINIT;
        }
        w = apr_pcalloc(watchdogs_pool, sizeof(*w));
        w->name = apr_pstrdup(watchdogs_pool, name);
        w->is_parent = parent != 0;
        w->is_singleton = singleton && !parent;
        w->next = watchdogs;
        watchdogs = w;
    }
    *watchdog = w;
    return APR_SUCCESS;
}

static callback_t *find_callback(const ap_watchdog_t *w, const void *data,
                                 ap_watchdog_callback_fn_t *run)
{
    callback_t *callback = w->callbacks;

    while (callback && (callback->run != run || callback->data != data)) {
        callback = callback->next;
    }
    return callback;
}

static apr_status_t ap_watchdog_set_callback_interval(ap_watchdog_t *w,
                                          apr_interval_time_t interval,
                                          const void *data,
                                          ap_watchdog_callback_fn_t *run)
{
    callback_t *callback = find_callback(w, data, run);

    if (!callback) {
        return APR_EOF;
    }
    callback->interval = interval;
    callback->due = apr_time_now() + interval;
    callback->is_off = false;
    return APR_SUCCESS;
}

static apr_status_t ap_watchdog_register_callback(ap_watchdog_t *w,
                                      apr_interval_time_t interval,
                                      const void *data,
                                      ap_watchdog_callback_fn_t *run)
{
    callback_t *callback;

    if (find_callback(w, data, run)) {
        return APR_EEXIST;
    }
    callback = apr_pcalloc(watchdogs_pool, sizeof(*callback));
    callback->run = run;
    /* The API takes it as const and hands it back as not. */
    memcpy(&callback->data, &data, sizeof(callback->data));
    callback->interval = interval;
    callback->next = w->callbacks;
    w->callbacks = callback;
    return APR_SUCCESS;
}

/* --- the thread --------------------------------------------------------- */

/* Sleeps until due or the order to stop; true for the second. */
static bool sleep_until(ap_watchdog_t *w, apr_time_t due)
{
    bool is_stopping;

    apr_thread_mutex_lock(w->lock);
    while (!w->is_stopping) {
        apr_interval_time_t left = due - apr_time_now();

        if (left <= 0) {
            break;
        }
        apr_thread_cond_timedwait(w->stop, w->lock, left);
    }
    is_stopping = w->is_stopping;
    apr_thread_mutex_unlock(w->lock);
    return is_stopping;
}

/* A singleton waits for its turn; false when the order to stop came first. */
static bool take_turn(ap_watchdog_t *w)
{
    while (w->turn && apr_proc_mutex_trylock(w->turn) != APR_SUCCESS) {
        if (sleep_until(w, apr_time_now() + AP_WD_TM_SLICE)) {
            return false;
        }
    }
    return !w->is_stopping;
}

static void run_callbacks(ap_watchdog_t *w, int state, apr_pool_t *scratch)
{
    apr_time_t now = apr_time_now();

    for (callback_t *callback = w->callbacks; callback;
         callback = callback->next) {
        if (callback->is_off ||
            (state == AP_WATCHDOG_STATE_RUNNING && now < callback->due)) {
            continue;
        }
        callback->due = now + callback->interval;
        if (callback->run(state, callback->data, scratch) != APR_SUCCESS) {
            callback->is_off = true;
        }
    }
}

static apr_time_t next_due(const ap_watchdog_t *w, apr_time_t step_due)
{
    apr_time_t due = step_due;

    for (const callback_t *callback = w->callbacks; callback;
         callback = callback->next) {
        if (!callback->is_off && callback->due < due) {
            due = callback->due;
        }
    }
    return due;
}

static void watch(ap_watchdog_t *w)
{
    apr_time_t step_due = apr_time_now() + default_interval;
    apr_pool_t *scratch;

    apr_pool_create(&scratch, w->pool);
    apr_pool_tag(scratch, "watchdog turn");
    if (w->is_needed) {
        ap_run_watchdog_init(w->s, w->name, w->pool);
    }
    run_callbacks(w, AP_WATCHDOG_STATE_STARTING, scratch);
    while (!sleep_until(w, next_due(w, step_due))) {
        apr_pool_clear(scratch);
        run_callbacks(w, AP_WATCHDOG_STATE_RUNNING, scratch);
        if (apr_time_now() >= step_due) {
            step_due = apr_time_now() + default_interval;
            if (w->is_needed) {
                ap_run_watchdog_step(w->s, w->name, scratch);
            }
        }
    }
    run_callbacks(w, AP_WATCHDOG_STATE_STOPPING, scratch);
    if (w->is_needed) {
        ap_run_watchdog_exit(w->s, w->name, w->pool);
    }
}

static void *APR_THREAD_FUNC watchdog_thread(apr_thread_t *thread, void *data)
{
    ap_watchdog_t *w = data;

    if (take_turn(w)) {
        watch(w);
        if (w->turn) {
            apr_proc_mutex_unlock(w->turn);
        }
    }
    apr_thread_exit(thread, APR_SUCCESS);
    return NULL;
}

static apr_status_t stop_watchdog(void *data)
{
    ap_watchdog_t *w = data;
    apr_status_t rv = APR_SUCCESS;

    if (w->thread) {
        apr_thread_mutex_lock(w->lock);
        w->is_stopping = true;
        apr_thread_cond_signal(w->stop);
        apr_thread_mutex_unlock(w->lock);
        apr_thread_join(&rv, w->thread);
        w->thread = NULL;
    }
    return rv;
}

static apr_status_t start_watchdog(ap_watchdog_t *w, server_rec *s,
                                   apr_pool_t *pool)
{
    apr_status_t rv;

    w->s = s;
    w->is_stopping = false;
    apr_pool_create(&w->pool, pool);
    apr_pool_tag(w->pool, "watchdog");
    rv = apr_thread_mutex_create(&w->lock, APR_THREAD_MUTEX_DEFAULT, w->pool);
    if (rv == APR_SUCCESS) {
        rv = apr_thread_cond_create(&w->stop, w->pool);
    }
    if (rv == APR_SUCCESS && w->turn) {
        rv = apr_proc_mutex_child_init(&w->turn, w->turn_file, w->pool);
    }
    if (rv == APR_SUCCESS) {
        rv = ap_thread_create(&w->thread, NULL, watchdog_thread, w, w->pool);
    }
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_CRIT, rv, s,
                     "the watchdog \"%s\" cannot be started", w->name);
        return rv;
    }
    /* before the pool's own: the thread uses lock and pools until then */
    apr_pool_pre_cleanup_register(pool, w, stop_watchdog);
    return APR_SUCCESS;
}

/* --- hooks -------------------------------------------------------------- */

static int watchdog_pre_config(apr_pool_t *pconf, apr_pool_t *plog,
                               apr_pool_t *ptemp)
{
    watchdogs = NULL;
    watchdogs_pool = pconf;
    default_interval = AP_WD_TM_INTERVAL;
    ap_mutex_register(pconf, WATCHDOG_MUTEX, NULL, APR_LOCK_DEFAULT, 0);
    APR_REGISTER_OPTIONAL_FN(ap_watchdog_get_instance);
    APR_REGISTER_OPTIONAL_FN(ap_watchdog_register_callback);
    APR_REGISTER_OPTIONAL_FN(ap_watchdog_set_callback_interval);
    return OK;
}

/* The four watchdogs that exist by name alone, when a hook asks for steps. */
static void look_for_need(server_rec *s)
{
    static const struct {
        const char *name;
        int parent;
        int singleton;
    } usual[] = {
        { AP_WATCHDOG_SINGLETON, 1, 1 },
        { AP_WATCHDOG_DEFAULT, 1, 0 },
        { AP_WATCHDOG_SINGLETON, 0, 1 },
        { AP_WATCHDOG_DEFAULT, 0, 0 },
    };

    for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++) {
        ap_watchdog_t *w = NULL;

        if (ap_run_watchdog_need(s, usual[i].name, usual[i].parent,
                                 usual[i].singleton) == OK &&
            ap_watchdog_get_instance(&w, usual[i].name, usual[i].parent,
                         usual[i].singleton, watchdogs_pool) == APR_SUCCESS) {
            w->is_needed = true;
        }
    }
}

static bool has_work(const ap_watchdog_t *w)
{
    return w->is_needed || w->callbacks;
}

static int watchdog_post_config(apr_pool_t *pconf, apr_pool_t *plog,
                                apr_pool_t *ptemp, server_rec *s)
{
    if (ap_state_query(AP_SQ_MAIN_STATE) == AP_SQ_MS_CREATE_PRE_CONFIG) {
        return OK;
    }
    look_for_need(s);
    for (ap_watchdog_t *w = watchdogs; w; w = w->next) {
        apr_status_t rv = APR_SUCCESS;

        if (!has_work(w)) {
            continue;
        }
        if (w->is_parent) {
            rv = start_watchdog(w, s, pconf);
        } else if (w->is_singleton) {
            rv = ap_proc_mutex_create(&w->turn, &w->turn_file, WATCHDOG_MUTEX,
                                      w->name, s, pconf, 0);
        }
        if (rv != APR_SUCCESS) {
            return HTTP_INTERNAL_SERVER_ERROR;
        }
    }
    return OK;
}

static void watchdog_child_init(apr_pool_t *pool, server_rec *s)
{
    for (ap_watchdog_t *w = watchdogs; w; w = w->next) {
        w->thread = NULL; /* threads of the master are not here */
        if (!w->is_parent && has_work(w)) {
            (void)start_watchdog(w, s, pool);
        }
    }
}

static void watchdog_child_stopping(apr_pool_t *pool, int graceful)
{
    for (ap_watchdog_t *w = watchdogs; w; w = w->next) {
        if (!w->is_parent) {
            (void)stop_watchdog(w);
        }
    }
}

static const char *set_watchdog_interval(cmd_parms *cmd, void *dummy,
                                         const char *arg)
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    apr_interval_time_t interval;

    if (err) {
        return err;
    }
    if (ap_timeout_parameter_parse(arg, &interval, "s") != APR_SUCCESS ||
        interval < AP_WD_TM_SLICE) {
        return apr_psprintf(cmd->pool,
                            "WatchdogInterval: '%s' is not a time of 100ms or "
                            "more",
                            arg);
    }
    default_interval = interval;
    return NULL;
}

static const command_rec watchdog_directives[] = {
    AP_INIT_TAKE1("WatchdogInterval", set_watchdog_interval, NULL, RSRC_CONF,
                  "Time between two steps of a watchdog"),
    { .name = NULL },
};

static void watchdog_register_hooks(apr_pool_t *pool)
{
    ap_hook_pre_config(watchdog_pre_config, NULL, NULL, APR_HOOK_FIRST);
    /* Others create their watchdogs in their post_config. */
    ap_hook_post_config(watchdog_post_config, NULL, NULL, APR_HOOK_LAST);
    ap_hook_child_init(watchdog_child_init, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_child_stopping(watchdog_child_stopping, NULL, NULL,
                           APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(watchdog) = {
    STANDARD20_MODULE_STUFF,
    .cmds = watchdog_directives,
    .register_hooks = watchdog_register_hooks,
};
