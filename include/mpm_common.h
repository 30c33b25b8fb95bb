/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mpm_common.h - what process models share: signals, children, the pipe of
 * death, users.
 */
#ifndef PINION_MPM_COMMON_H
#define PINION_MPM_COMMON_H

#define APACHE_MPM_COMMON_H

#include <netinet/tcp.h>

#include <apr_proc_mutex.h>

#include "ap_config.h"
#include "ap_hooks.h"
#include "ap_mpm.h"
#include "http_config.h"
#include "scoreboard.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Defaults. */
#define DEFAULT_LISTENBACKLOG    511
#define DEFAULT_TCP_DEFER_ACCEPT 30
#define AP_ACCEPT_MUTEX_TYPE     "mpm-accept"

/* Signals for a graceful restart and a graceful stop. */
#define AP_SIG_GRACEFUL             10
#define AP_SIG_GRACEFUL_STRING      "SIGUSR1"
#define AP_SIG_GRACEFUL_STOP        28
#define AP_SIG_GRACEFUL_STOP_STRING "SIGWINCH"
#define AP_SIG_GRACEFUL_SHORT      USR1
#define AP_SIG_GRACEFUL_STOP_SHORT WINCH

/* Settings. */
/* MaxConnectionsPerChild */
extern AP_DECLARE_DATA int ap_max_requests_per_child;

/* PidFile */
extern AP_DECLARE_DATA const char *ap_pid_fname;

/* GracefulShutdownTimeout, seconds */
extern AP_DECLARE_DATA int ap_graceful_shutdown_timeout;

/* MaxMemFree, bytes */
extern AP_DECLARE_DATA apr_uint32_t ap_max_mem_free;

/* ThreadStackSize, bytes */
extern AP_DECLARE_DATA apr_size_t ap_thread_stacksize;

/* CoreDumpDirectory */
extern AP_DECLARE_DATA char ap_coredump_dir[8192];

/* Whether it was set. */
extern AP_DECLARE_DATA int ap_coredumpdir_configured;

/* Sets the defaults. */
AP_DECLARE(void) mpm_common_pre_config(apr_pool_t *pconf);

/* Directive function of PidFile. */
AP_DECLARE(const char *) ap_mpm_set_pidfile(
    cmd_parms *cmd, void *dummy, const char *arg);

/* Writes PidFile for -D DUMP_RUN_CFG. */
AP_DECLARE(void) ap_mpm_dump_pidfile(apr_pool_t *pool, apr_file_t *out);

/* Directive function of MaxConnectionsPerChild. */
AP_DECLARE(const char *) ap_mpm_set_max_requests(
    cmd_parms *cmd, void *dummy, const char *arg);

/* Directive function of CoreDumpDirectory. */
AP_DECLARE(const char *) ap_mpm_set_coredumpdir(
    cmd_parms *cmd, void *dummy, const char *arg);

/* Directive function of GracefulShutdownTimeout. */
AP_DECLARE(const char *) ap_mpm_set_graceful_shutdown(
    cmd_parms *cmd, void *dummy, const char *arg);

/* Directive function of MaxMemFree. */
AP_DECLARE(const char *) ap_mpm_set_max_mem_free(
    cmd_parms *cmd, void *dummy, const char *arg);

/* Directive function of ThreadStackSize. */
AP_DECLARE(const char *) ap_mpm_set_thread_stacksize(
    cmd_parms *cmd, void *dummy, const char *arg);

#define AP_GRACEFUL_SHUTDOWN_TIMEOUT_COMMAND \
    AP_INIT_TAKE1("GracefulShutdownTimeout", ap_mpm_set_graceful_shutdown, \
                  NULL, RSRC_CONF, \
                  "Seconds that a graceful stop waits for requests")

/* Children. Parent only. */
/* Called for a child that ended. */
typedef void ap_reclaim_callback_fn_t(int childnum, pid_t pid,
                                      ap_generation_t gen);

/*
 * Waits for all children to end; terminate: signals them, harder and harder.
 */
AP_DECLARE(void) ap_reclaim_child_processes(
    int terminate, ap_reclaim_callback_fn_t *mpm_callback);

/* Collects children that ended, without waiting. */
AP_DECLARE(void) ap_relieve_child_processes(
    ap_reclaim_callback_fn_t *mpm_callback);

/* Remembers a child that is in no scoreboard slot any more. */
AP_DECLARE(void) ap_register_extra_mpm_process(pid_t pid, ap_generation_t gen);

/* Forgets it. 1, and its generation, if it was known. */
AP_DECLARE(int) ap_unregister_extra_mpm_process(
    pid_t pid, ap_generation_t *old_gen);

/* kill(2), but only of our own children or their group. */
AP_DECLARE(apr_status_t) ap_mpm_safe_kill(pid_t pid, int sig);

/*
 * Waits a second for a child to end, and runs monitor now and then. ret->pid
 * is -1 if none did.
 */
AP_DECLARE(void) ap_wait_or_timeout(apr_exit_why_e *status, int *exitcode,
                                    apr_proc_t *ret, apr_pool_t *pool,
                                    server_rec *s);

/*
 * Logs how a child ended. APEXIT_CHILDFATAL if the server must end,
 * APEXIT_CHILDSICK, or 0.
 */
AP_DECLARE(int) ap_process_child_status(apr_proc_t *pid, apr_exit_why_e why,
                                        int status);

/* Catches crashes: a line in the log and a core file in CoreDumpDirectory. */
AP_DECLARE(apr_status_t) ap_fatal_signal_setup(
    server_rec *s, apr_pool_t *in_pconf);

/* The same in a child. */
AP_DECLARE(apr_status_t) ap_fatal_signal_child_setup(server_rec *s);

/* The core's function for child_status: counts children of generations. */
AP_DECLARE(void) ap_core_child_status(server_rec *s, pid_t pid,
                                      ap_generation_t gen, int slot,
                                      mpm_child_status status);

/* A cleanup that runs end_generation if no child is left. */
AP_DECLARE(apr_status_t) ap_mpm_end_gen_helper(void *unused);

/* Users and groups. A name that is not known ends the process. */
/* The id of a user: a name, or # and a number. */
AP_DECLARE(uid_t) ap_uname2id(const char *name);

/* The id of a group: a name, or # and a number. */
AP_DECLARE(gid_t) ap_gname2id(const char *name);

/* Sets TCP_NODELAY. */
AP_DECLARE(void) ap_sock_disable_nagle(apr_socket_t *s);

/* Pipe of death: a parent asks children to end, one byte each. */
/* How a child should end. */
typedef enum ap_podx_restart_t {
    AP_MPM_PODX_NORESTART,
    AP_MPM_PODX_RESTART,
    AP_MPM_PODX_GRACEFUL
} ap_podx_restart_t;

#define AP_MPM_PODX_GRACEFUL_CHAR 33
#define AP_MPM_PODX_RESTART_CHAR  36

/* The pipe. */
typedef struct ap_pod_t {
    apr_file_t *pod_in;
    apr_file_t *pod_out;
    apr_pool_t *p;
} ap_pod_t;

/* Makes a pipe. */
AP_DECLARE(apr_status_t) ap_mpm_pod_open(apr_pool_t *pool, ap_pod_t **pod);

/* APR_SUCCESS if a child should end, APR_EOF if not. */
AP_DECLARE(apr_status_t) ap_mpm_pod_check(ap_pod_t *pod);

/* Closes it. */
AP_DECLARE(apr_status_t) ap_mpm_pod_close(ap_pod_t *pod);

/* Asks one child, and wakes it with a connection. */
AP_DECLARE(apr_status_t) ap_mpm_pod_signal(ap_pod_t *pod);

/* Asks num children. */
AP_DECLARE(void) ap_mpm_pod_killpg(ap_pod_t *pod, int num);

/* Makes a pipe that says how to end. */
AP_DECLARE(apr_status_t) ap_mpm_podx_open(apr_pool_t *pool, ap_pod_t **pod);

/* AP_MPM_PODX_*. Blocks. */
AP_DECLARE(int) ap_mpm_podx_check(ap_pod_t *pod);

/* Closes it. */
AP_DECLARE(apr_status_t) ap_mpm_podx_close(ap_pod_t *pod);

/* Asks one child. */
AP_DECLARE(apr_status_t) ap_mpm_podx_signal(
    ap_pod_t *pod, ap_podx_restart_t graceful);

/* Asks num children. */
AP_DECLARE(void) ap_mpm_podx_killpg(ap_pod_t *pod, int num,
                                    ap_podx_restart_t graceful);

/* Command line and -k. */
/* NULL, or a sentence when there is no MPM, or more than one. */
AP_DECLARE(const char *) ap_check_mpm(void);

/* Takes -k and the like out of the arguments. */
AP_DECLARE(void) ap_mpm_rewrite_args(process_rec *process);

/* Does what -k asks for. 0, or 1: end with *exit_status. */
AP_DECLARE(int) ap_signal_server(int *exit_status, apr_pool_t *pconf);

/*
 * Adds inc to the number of those who change privileges themselves, and
 * returns it.
 */
AP_DECLARE(int) ap_sys_privileges_handlers(int inc);

/* Hooks. */
/* Every now and then, in the parent. OK or DECLINED. */
AP_DECLARE_HOOK(int, monitor, (apr_pool_t *pool, server_rec *s))

/*
 * In a child, as root, before child_init: become who you should be. OK,
 * DECLINED, or a status: the child ends.
 */
AP_DECLARE_HOOK(int, drop_privileges, (apr_pool_t *pchild, server_rec *s))

/* Answers ap_mpm_query(): OK or DECLINED. */
AP_DECLARE_HOOK(int, mpm_query,
                (int query_code, int *result, apr_status_t *rv))

/* Answers ap_mpm_register_timed_callback(). */
AP_DECLARE_HOOK(apr_status_t, mpm_register_timed_callback,
                (apr_time_t t, ap_mpm_callback_fn_t *cbfn, void *baton))

/* The MPM's name, or NULL. */
AP_DECLARE_HOOK(const char *, mpm_get_name, (void))

/* A connection waits without a thread; r is NULL between requests. */
AP_DECLARE_HOOK(void, suspend_connection, (conn_rec *c, request_rec *r))

/* It has a thread again, maybe another. */
AP_DECLARE_HOOK(void, resume_connection, (conn_rec *c, request_rec *r))

/* A child is about to end. pchild is cleared afterwards. */
AP_DECLARE_HOOK(void, child_stopping, (apr_pool_t *pchild, int graceful))

#ifdef __cplusplus
}
#endif

#endif
