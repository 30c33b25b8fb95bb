/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prefork_master - the process that starts, counts and ends the children.
 *
 * pn_prefork_run() is one generation: it returns OK for a restart (the caller
 * reads the configuration again and comes back) and DONE for the end. On a
 * graceful restart the children of the generation before are still at work
 * when it is entered. They are told to leave, by closing their pipe, only
 * after the first new ones have been started, so that no moment is without
 * somebody who accepts.
 */

#include "prefork/prefork.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "apr_strings.h"
#include "apr_thread_proc.h"

#include "ap_listen.h"
#include "ap_mpm.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "scoreboard.h"

#include "common/children_private.h"
#include "common/listen_private.h"
#include "common/scoreboard_private.h"
#include "common/try_config.h"
#include "util/child_data.h"

APLOG_USE_MODULE(mpm_prefork);

/* The master's state. It outlives configurations; there is one master. */
PN_CHILD_DATA static struct {
    prefork_pods_t pods;
    apr_pool_t *pods_pool[2]; /* of present and previous */
    pn_crash_brake_t brake;
    apr_time_t last_turn; /* of maintenance */
    int rate;             /* children that may be started in the next turn */
    int owed; /* children of the last generation that are to be replaced one
               * by one when they leave */
    bool has_said_full;
    bool is_graceful; /* the restart that is being prepared */
} master = { .rate = 1 };

static ap_unixd_mpm_retained_data *retained(void)
{
    return ap_unixd_mpm_get_retained_data();
}

/* --- counting ----------------------------------------------------------- */

static bool is_free(int slot)
{
    return ap_scoreboard_image->parent[slot].pid == 0;
}

static bool is_idle(int slot)
{
    int status = ap_scoreboard_image->servers[slot][0].status;

    return ap_scoreboard_image->parent[slot].generation ==
               retained()->my_generation &&
           (status == SERVER_READY || status == SERVER_STARTING);
}

static prefork_count_t count_children(void)
{
    prefork_count_t count = { 0, 0, 0 };

    for (int i = 0; i < pn_prefork_conf.server_limit; i++) {
        if (is_free(i)) {
            count.free_slots++;
            continue;
        }
        count.children++;
        if (is_idle(i)) {
            count.idle++;
        }
    }
    return count;
}

static int free_slot(void)
{
    for (int i = 0; i < pn_prefork_conf.server_limit; i++) {
        if (is_free(i)) {
            return i;
        }
    }
    return -1;
}

/* --- children come ------------------------------------------------------ */

static void note_started(server_rec *s, int slot, pid_t pid)
{
    process_score *process = &ap_scoreboard_image->parent[slot];

    process->pid = pid;
    process->generation = retained()->my_generation;
    process->quiescing = 0;
    process->not_accepting = 0;
    if (slot >= pn_prefork_slots_used) {
        pn_prefork_slots_used = slot + 1;
    }
    ap_run_child_status(s, pid, process->generation, slot, MPM_CHILD_STARTED);
}

/* Starts one child in a free slot. False when that is not possible now. */
static bool start_child(apr_pool_t *pconf, server_rec *s)
{
    int slot = free_slot();
    worker_score *row;
    sigset_t orders;
    sigset_t before;
    pid_t pid;

    if (slot < 0 || !pn_children_may_start(&master.brake, apr_time_now())) {
        return false;
    }
    row = ap_get_scoreboard_worker_from_indexes(slot, 0);
    ap_update_child_status_from_indexes(slot, 0, SERVER_STARTING, NULL);
    row->generation = retained()->my_generation;
    row->start_time = apr_time_now(); /* for the crash brake */
    /* Until the child has handlers of its own, a signal for it would end in
     * ours, which mean the master, and be lost. */
    sigemptyset(&orders);
    sigaddset(&orders, SIGTERM);
    sigaddset(&orders, SIGINT);
    sigaddset(&orders, SIGHUP);
    sigaddset(&orders, AP_SIG_GRACEFUL);
    sigprocmask(SIG_BLOCK, &orders, &before);
    pid = fork();
    if (pid == 0) {
        pn_prefork_child(pconf, s, slot, &master.pods, &before);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (pid < 0) {
        ap_log_error(APLOG_MARK, APLOG_ERR, errno, s,
                     "cannot start a child process");
        ap_update_child_status_from_indexes(slot, 0, SERVER_DEAD, NULL);
        /* The system is short of something: trying again at once would only
         * make it worse. */
        master.brake.not_before = apr_time_now() + apr_time_from_sec(2);
        return false;
    }
    note_started(s, slot, pid);
    return true;
}

static int start_children(apr_pool_t *pconf, server_rec *s, int wanted)
{
    int started = 0;

    while (started < wanted && start_child(pconf, s)) {
        started++;
    }
    return started;
}

/* --- children go -------------------------------------------------------- */

static void note_gone(int slot, pid_t pid, ap_generation_t generation)
{
    if (slot >= 0) {
        process_score *process = &ap_scoreboard_image->parent[slot];

        pid = process->pid;
        generation = process->generation;
        process->pid = 0;
        ap_update_child_status_from_indexes(slot, 0, SERVER_DEAD, NULL);
    }
    ap_run_child_status(ap_server_conf, pid, generation, slot,
                        MPM_CHILD_EXITED);
}

/* A child that dies while it starts takes every other one with it. One that
 * dies in a request has at least lived: its kind is not held back. */
static void brake_crash_loop(int slot)
{
    const worker_score *row = ap_get_scoreboard_worker_from_indexes(slot, 0);
    apr_time_t now = apr_time_now();
    int pause = 0;

    if (row->status == SERVER_STARTING) {
        pause = pn_children_note_crash(&master.brake, now - row->start_time,
                                       now);
    }
    if (pause) {
        ap_log_error(APLOG_MARK, APLOG_ERR, 0, ap_server_conf,
                     "%d children in a row died while they started: the next "
                     "one is started in %d seconds. The lines above say how "
                     "they died; the module that was added last is the likely "
                     "cause",
                     master.brake.in_a_row, pause);
    }
}

/* A process has ended. False when the server must stop because of it. */
static bool on_exit_of(apr_proc_t *proc, apr_exit_why_e why, int code,
                       apr_pool_t *pconf, server_rec *s)
{
    int slot = ap_find_child_by_pid(proc);
    ap_generation_t generation;
    bool is_old;
    int verdict;

    if (slot < 0) {
        if (ap_unregister_extra_mpm_process(proc->pid, &generation)) {
            note_gone(-1, proc->pid, generation);
        } else {
            /* a piped logger, a daemon of a module: its owner knows */
            (void)apr_proc_other_child_alert(proc, APR_OC_REASON_DEATH, code);
        }
        return true;
    }
    is_old = ap_scoreboard_image->parent[slot].generation !=
             retained()->my_generation;
    verdict = ap_process_child_status(proc, why, code);
    if (APR_PROC_CHECK_EXIT(why) && code == 0) {
        pn_children_note_exit(&master.brake);
    } else {
        brake_crash_loop(slot);
    }
    note_gone(slot, proc->pid, 0);
    if (verdict == APEXIT_CHILDFATAL) {
        /* A new generation that cannot live must not take the old down. */
        return false;
    }
    if (is_old && master.owed > 0) {
        master.owed--;
        if (count_children().children < pn_prefork_conf.max_workers) {
            start_children(pconf, s, 1);
        }
    }
    return true;
}

/* --- maintenance -------------------------------------------------------- */

static void end_one_idle(void)
{
    if (master.pods.present) {
        ap_mpm_podx_signal(master.pods.present, AP_MPM_PODX_GRACEFUL);
    }
}

static void say_full(server_rec *s)
{
    if (master.has_said_full) {
        return;
    }
    master.has_said_full = true;
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, s,
                 "server reached MaxRequestWorkers setting, consider raising "
                 "the MaxRequestWorkers setting");
}

static void maintain(apr_pool_t *pconf, server_rec *s)
{
    prefork_count_t count = count_children();
    apr_time_t now = apr_time_now();
    int rate = 1;
    prefork_plan_t plan;

    if (now - master.last_turn < APR_USEC_PER_SEC && now >= master.last_turn) {
        /* Called by a child's end: replace it if it is missed, no more. */
        plan = pn_prefork_plan(&pn_prefork_conf, &count, &rate);
        start_children(pconf, s, plan.start_n);
        return;
    }
    master.last_turn = now;
    ap_update_global_status();
    plan = pn_prefork_plan(&pn_prefork_conf, &count, &master.rate);
    if (plan.must_end_one) {
        end_one_idle();
    }
    if (plan.is_full) {
        say_full(s);
    }
    if (plan.start_n >= 8) {
        ap_log_error(APLOG_MARK, APLOG_INFO, 0, s,
                     "server seems busy: starting %d children, %d of %d are "
                     "idle",
                     plan.start_n, count.idle, count.children);
    }
    start_children(pconf, s, plan.start_n);
}

/* --- beginning of a generation ------------------------------------------ */

static apr_status_t open_pod(server_rec *s)
{
    apr_pool_t *pool;

    apr_pool_create(&pool, s->process->pool);
    apr_pool_tag(pool, "pipe of death");
    master.pods.previous = master.pods.present;
    master.pods_pool[1] = master.pods_pool[0];
    master.pods_pool[0] = pool;
    return ap_mpm_podx_open(pool, &master.pods.present);
}

/* The children of the generation before leave when they are idle. */
static void dismiss_previous(void)
{
    if (master.pods.previous) {
        apr_pool_destroy(master.pods_pool[1]);
        master.pods.previous = NULL;
        master.pods_pool[1] = NULL;
    }
}

static bool begin(apr_pool_t *pconf, apr_pool_t *plog, server_rec *s)
{
    apr_status_t rv;

    ap_log_pid(pconf, ap_pid_fname);
    if (!retained()->was_graceful) {
        if (ap_run_pre_mpm(s->process->pool, SB_SHARED) != OK) {
            return false;
        }
    }
    ap_scoreboard_image->global->running_generation =
        retained()->my_generation;
    ap_scoreboard_image->global->restart_time = apr_time_now();
    rv = open_pod(s);
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_CRIT, rv, s,
                     "cannot make the pipe between master and children");
        return false;
    }
    /* What came while the configuration was read still counts. */
    ap_unixd_mpm_set_signals(pconf,
                             ap_exists_config_define("ONE_PROCESS") ||
                                 ap_exists_config_define("DEBUG"));
    retained()->mpm_state = AP_MPMQ_RUNNING;
    return true;
}

/* Children of older generations that wait for connections. */
static bool has_idle_previous(void)
{
    for (int i = 0; i < pn_prefork_conf.server_limit; i++) {
        if (!is_free(i) &&
            ap_scoreboard_image->parent[i].generation !=
                retained()->my_generation &&
            ap_scoreboard_image->servers[i][0].status == SERVER_READY) {
            return true;
        }
    }
    return false;
}

/* Whoever reads that the new configuration is in force shall find it so: the
 * idle children of the old one are gone by then, as a rule. */
static void see_previous_off(apr_pool_t *pconf, server_rec *s)
{
    apr_time_t deadline = apr_time_now() + apr_time_from_msec(500);

    while (has_idle_previous() && apr_time_now() < deadline &&
           !retained()->shutdown_pending) {
        apr_exit_why_e why = APR_PROC_EXIT;
        apr_proc_t proc = { .pid = -1 };
        int code = 0;
        apr_status_t rv = apr_proc_wait_all_procs(&proc, &code, &why,
                                                  APR_NOWAIT, pconf);

        if (APR_STATUS_IS_CHILD_DONE(rv)) {
            (void)on_exit_of(&proc, why, code, pconf, s);
        } else {
            apr_sleep(apr_time_from_msec(1));
        }
    }
}

static void start_first_children(apr_pool_t *pconf, server_rec *s)
{
    prefork_count_t count = count_children();
    int wanted = pn_prefork_conf.start_servers;
    int started;

    if (wanted > pn_prefork_conf.max_workers) {
        wanted = pn_prefork_conf.max_workers;
    }
    started = start_children(pconf, s, wanted);
    /* Under load the generation before is larger than StartServers: whoever
     * leaves is replaced, so that the restart costs no capacity. */
    master.owed = (count.children > wanted ? count.children : wanted) - started;
    master.last_turn = apr_time_now();
    master.rate = 1;
    master.has_said_full = false;
    dismiss_previous();
    see_previous_off(pconf, s);
}

static void say_ready(apr_pool_t *plog, server_rec *s)
{
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, s,
                 "%s configured -- resuming normal operations",
                 ap_get_server_description());
    ap_log_error(APLOG_MARK, APLOG_INFO, 0, s, "Server built: %s",
                 ap_get_server_built());
    ap_log_command_line(plog, s);
    ap_log_mpm_common(s);
}

/* --- end of a generation ------------------------------------------------ */

static void signal_children(int signo)
{
    for (int i = 0; i < pn_prefork_conf.server_limit; i++) {
        pid_t pid = ap_scoreboard_image->parent[i].pid;

        if (pid) {
            (void)ap_mpm_safe_kill(pid, signo);
        }
    }
}

static void end_children(void)
{
    signal_children(SIGTERM);
    ap_reclaim_child_processes(1, note_gone);
}

/* Lets the children finish what they are doing; a second signal to stop, or
 * GracefulShutdownTimeout, ends the patience. */
static void wait_for_children(apr_pool_t *pconf, server_rec *s)
{
    apr_time_t deadline = 0;

    if (ap_graceful_shutdown_timeout) {
        deadline =
            apr_time_now() + apr_time_from_sec(ap_graceful_shutdown_timeout);
    }
    retained()->shutdown_pending = 0;
    while (pn_scoreboard_has_children() && !retained()->shutdown_pending &&
           (deadline == 0 || apr_time_now() < deadline)) {
        ap_relieve_child_processes(note_gone);
        if (pn_scoreboard_has_children()) {
            apr_sleep(apr_time_from_msec(50));
        }
    }
}

static int shut_down(apr_pool_t *pconf, server_rec *s)
{
    bool is_graceful = !retained()->is_ungraceful;

    pn_try_config_abort();
    retained()->mpm_state = AP_MPMQ_STOPPING;
    if (is_graceful) {
        /* New connections are refused at once: whoever balances between
         * servers must notice. */
        pn_listen_refuse();
        apr_pool_destroy(master.pods_pool[0]);
        ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, s, "caught %s, shutting down gracefully",
                     AP_SIG_GRACEFUL_STOP_STRING);
        ap_remove_pid(pconf, ap_pid_fname);
        wait_for_children(pconf, s);
    }
    end_children();
    if (!is_graceful) {
        ap_remove_pid(pconf, ap_pid_fname);
        ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, s,
                     "caught SIGTERM, shutting down");
    }
    ap_mpm_end_gen_helper(NULL);
    return DONE;
}

static int restart(server_rec *s)
{
    retained()->was_graceful = master.is_graceful;
    retained()->mpm_state = AP_MPMQ_STOPPING;
    if (master.is_graceful) {
        ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, s,
                     AP_SIG_GRACEFUL_STRING
                     " received.  Doing graceful restart");
    } else {
        end_children();
        ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, s,
                     "SIGHUP received.  Attempting to restart");
    }
    retained()->my_generation++;
    return OK;
}

/* A restart was asked for: try the new configuration first. */
static void prepare_restart(server_rec *s)
{
    bool is_graceful = !retained()->is_ungraceful;

    if (!retained()->restart_pending) {
        return;
    }
    retained()->restart_pending = 0;
    retained()->is_ungraceful = 0;
    /* HUP and USR1 at one time: the more thorough one counts. */
    master.is_graceful = is_graceful;
    (void)pn_try_config_begin(s);
}

/* One turn of the master's loop. *is_over is set when *result is the answer
 * of pn_prefork_run(). */
static void turn(apr_pool_t *pconf, server_rec *s, bool *is_over, int *result)
{
    apr_exit_why_e why = APR_PROC_EXIT;
    apr_proc_t proc = { .pid = -1 };
    int code = 0;

    prepare_restart(s);
    ap_wait_or_timeout(&why, &code, &proc, pconf, s);
    if (proc.pid != -1) {
        if (pn_try_config_is(proc.pid)) {
            if (pn_try_config_end(why, code)) {
                *is_over = true;
                *result = restart(s);
            }
            return;
        }
        if (!on_exit_of(&proc, why, code, pconf, s)) {
            ap_remove_pid(pconf, ap_pid_fname);
            end_children();
            *is_over = true;
            *result = HTTP_INTERNAL_SERVER_ERROR;
            return;
        }
    }
    maintain(pconf, s);
}

int pn_prefork_run(apr_pool_t *pconf, apr_pool_t *plog, server_rec *s)
{
    bool is_over = false;
    int result = DONE;

    if (!begin(pconf, plog, s)) {
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (ap_exists_config_define("ONE_PROCESS") ||
        ap_exists_config_define("DEBUG")) {
        prefork_pods_t none = { NULL, NULL };

        say_ready(plog, s);
        note_started(s, 0, getpid());
        pn_prefork_child(pconf, s, 0, &none, NULL);
    }
    start_first_children(pconf, s);
    say_ready(plog, s);
    while (!is_over && !retained()->shutdown_pending) {
        turn(pconf, s, &is_over, &result);
    }
    return is_over ? result : shut_down(pconf, s);
}
