/* SPDX-License-Identifier: Apache-2.0 */
/*
 * children - the master's view of its children: waiting, ending, counting.
 */

#include "mpm_common.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "apr_signal.h"
#include "apr_strings.h"
#include "apr_thread_proc.h"

#include "ap_mpm.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "scoreboard.h"
#include "util/child_data.h"


APLOG_USE_MODULE(core);

enum { MONITOR_EVERY_N = 10 };

/* --- processes that have lost their slot -------------------------------- */

/* Old children whose slot a newer one has taken; malloc'ed, since they
 * outlive every configuration. */
typedef struct extra_t {
    struct extra_t *next;
    pid_t pid;
    ap_generation_t generation;
} extra_t;

static extra_t *extras;

AP_DECLARE(void) ap_register_extra_mpm_process(pid_t pid, ap_generation_t gen)
{
    extra_t *extra = ap_malloc(sizeof(*extra));

    extra->pid = pid;
    extra->generation = gen;
    extra->next = extras;
    extras = extra;
}

AP_DECLARE(int)
ap_unregister_extra_mpm_process(pid_t pid, ap_generation_t *old_gen)
{
    for (extra_t **at = &extras; *at; at = &(*at)->next) {
        extra_t *extra = *at;

        if (extra->pid == pid) {
            *old_gen = extra->generation;
            *at = extra->next;
            free(extra);
            return 1;
        }
    }
    return 0;
}

/* --- generations -------------------------------------------------------- */

typedef struct generation_t {
    struct generation_t *next;
    ap_generation_t number;
    int children_n;
} generation_t;

static generation_t *generations;

static generation_t *find_generation(ap_generation_t number)
{
    generation_t *generation = generations;

    while (generation && generation->number != number) {
        generation = generation->next;
    }
    if (!generation) {
        generation = ap_calloc(1, sizeof(*generation));
        generation->number = number;
        generation->next = generations;
        generations = generation;
    }
    return generation;
}

static void forget_generation(generation_t *gone)
{
    generation_t **at = &generations;

    while (*at && *at != gone) {
        at = &(*at)->next;
    }
    if (*at) {
        *at = gone->next;
    }
    free(gone);
}

AP_DECLARE(void)
ap_core_child_status(server_rec *s, pid_t pid, ap_generation_t gen, int slot,
                     mpm_child_status state)
{
    generation_t *generation = find_generation(gen);
    int current = 0;

    if (state == MPM_CHILD_STARTED) {
        generation->children_n++;
        return;
    }
    if (state == MPM_CHILD_LOST_SLOT) {
        return; /* alive still, only without a slot */
    }
    generation->children_n--;
    ap_mpm_query(AP_MPMQ_GENERATION, &current);
    if (generation->children_n <= 0 && gen != current) {
        forget_generation(generation);
        ap_run_end_generation(s, gen);
    }
}

AP_DECLARE(apr_status_t) ap_mpm_end_gen_helper(void *unused)
{
    int current = 0;

    ap_mpm_query(AP_MPMQ_GENERATION, &current);
    ap_run_end_generation(ap_server_conf, current);
    return APR_SUCCESS;
}

/* --- waiting ------------------------------------------------------------ */

static void sleep_for(apr_interval_time_t us)
{
    struct timespec ts = {
        .tv_sec = (time_t)(us / APR_USEC_PER_SEC),
        .tv_nsec = (long)(us % APR_USEC_PER_SEC) * 1000,
    };

    (void)nanosleep(&ts, NULL); /* a signal ends it: that is what we want */
}

AP_DECLARE(void)
ap_wait_or_timeout(apr_exit_why_e *status, int *exitcode, apr_proc_t *ret,
                   apr_pool_t *p, server_rec *s)
{
    PN_CHILD_DATA static int calls;
    apr_status_t rv;

    if (++calls >= MONITOR_EVERY_N) {
        calls = 0;
        ap_run_monitor(p, s);
    }
    rv = apr_proc_wait_all_procs(ret, exitcode, status, APR_NOWAIT, p);
    if (APR_STATUS_IS_EINTR(rv)) {
        ret->pid = -1;
        return;
    }
    if (APR_STATUS_IS_CHILD_DONE(rv)) {
        return;
    }
    sleep_for(APR_USEC_PER_SEC);
    ret->pid = -1;
}

static void log_death_by_signal(pid_t pid, int signo, bool has_core)
{
    const char *name = apr_signal_description_get(signo);

    if (!name) {
        name = "unknown signal";
    }
    if (has_core) {
        ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, ap_server_conf,
                     "child pid %ld exit signal %s (%d), possible coredump in "
                     "%s",
                     (long)pid, name, signo, ap_coredump_dir);
        return;
    }
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, ap_server_conf,
                 "child pid %ld exit signal %s (%d)", (long)pid, name, signo);
}

AP_DECLARE(int)
ap_process_child_status(apr_proc_t *pid, apr_exit_why_e why, int status)
{
    if (APR_PROC_CHECK_EXIT(why)) {
        if (status == APEXIT_CHILDSICK) {
            return status;
        }
        if (status == APEXIT_CHILDFATAL) {
            ap_log_error(APLOG_MARK, APLOG_ALERT, 0, ap_server_conf,
                         "child %ld ended with an error that no other child "
                         "would survive: the server stops",
                         (long)pid->pid);
            return APEXIT_CHILDFATAL;
        }
        return 0;
    }
    if (APR_PROC_CHECK_SIGNALED(why) && status != SIGTERM &&
        status != SIGHUP && status != AP_SIG_GRACEFUL) {
        log_death_by_signal(pid->pid, status, APR_PROC_CHECK_CORE_DUMP(why));
    }
    return 0;
}

/* --- ending ------------------------------------------------------------- */

AP_DECLARE(apr_status_t) ap_mpm_safe_kill(pid_t pid, int sig)
{
    pid_t group;

    if (pid < 1) {
        return APR_EINVAL;
    }
    group = getpgid(pid);
    if (group == -1) {
        return errno;
    }
    /* A damaged scoreboard must not make root kill strangers. */
    if (group != getpgrp()) {
        ap_log_error(APLOG_MARK, APLOG_ALERT, 0, ap_server_conf,
                     "refusing to send signal %d to pid %ld outside of this "
                     "server's process group",
                     sig, (long)pid);
        return APR_EINVAL;
    }
    return kill(pid, sig) ? errno : APR_SUCCESS;
}

/* What becomes of a child that does not leave, and when. */
static const struct {
    apr_interval_time_t after;
    int signo;
    int level;
    const char *measure;
} escalation[] = {
    { apr_time_from_sec(2), SIGTERM, APLOG_WARNING, "sending a SIGTERM" },
    { apr_time_from_sec(4), SIGTERM, APLOG_WARNING, "sending a SIGTERM again" },
    { apr_time_from_sec(6), SIGKILL, APLOG_ERR, "sending a SIGKILL" },
    { apr_time_from_sec(10), 0, APLOG_ERR, "leaving it behind" },
};
enum { ESCALATION_N = sizeof(escalation) / sizeof(escalation[0]) };

/* True when pid is no longer a running child of ours. */
static bool has_exited(pid_t pid)
{
    int status;
    pid_t got = waitpid(pid, &status, WNOHANG);

    return got == pid || (got == -1 && errno == ECHILD);
}

static void escalate(pid_t pid, int step, int terminate)
{
    ap_log_error(APLOG_MARK, escalation[step].level, 0, ap_server_conf,
                 "child process %ld still did not exit, %s", (long)pid,
                 terminate ? escalation[step].measure : "waiting for it");
    if (terminate && escalation[step].signo) {
        (void)kill(pid, escalation[step].signo);
    }
}

/* One look at every child; step >= 0: those still there get that step of the
 * escalation. Returns how many are left. */
static int sweep(int slots, int step, int terminate,
                 ap_reclaim_callback_fn_t *callback)
{
    extra_t *extra = extras;
    int left = 0;

    for (int i = 0; i < slots; i++) {
        const process_score *process = ap_get_scoreboard_process(i);
        pid_t pid = process ? process->pid : 0;

        if (pid == 0) {
            continue;
        }
        if (has_exited(pid)) {
            callback(i, 0, 0);
            continue;
        }
        left++;
        if (step >= 0) {
            escalate(pid, step, terminate);
        }
    }
    while (extra) {
        extra_t *next = extra->next;
        pid_t pid = extra->pid;
        ap_generation_t generation = extra->generation;

        if (has_exited(pid)) {
            ap_unregister_extra_mpm_process(pid, &generation);
            callback(-1, pid, generation);
        } else {
            left++;
            if (step >= 0) {
                escalate(pid, step, terminate);
            }
        }
        extra = next;
    }
    return left;
}

static int slots_used(void)
{
    int used = 0;

    ap_mpm_query(AP_MPMQ_MAX_DAEMON_USED, &used);
    return used;
}

AP_DECLARE(void)
ap_reclaim_child_processes(int terminate, ap_reclaim_callback_fn_t *mpm_callback)
{
    apr_time_t began = apr_time_now();
    apr_interval_time_t pause = 1000;
    int slots = slots_used();
    int step = 0;

    while (sweep(slots, -1, terminate, mpm_callback) > 0) {
        if (apr_time_now() - began >= escalation[step].after) {
            sweep(slots, step, terminate, mpm_callback);
            if (++step == ESCALATION_N) {
                break;
            }
        }
        sleep_for(pause);
        if (pause < 50000) {
            pause *= 2;
        }
    }
}

AP_DECLARE(void)
ap_relieve_child_processes(ap_reclaim_callback_fn_t *mpm_callback)
{
    sweep(slots_used(), -1, 0, mpm_callback);
}
