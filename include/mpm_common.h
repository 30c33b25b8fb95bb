/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MPM_COMMON_H
#define PINION_MPM_COMMON_H

#define APACHE_MPM_COMMON_H
#include <netinet/tcp.h>

#include <apr_proc_mutex.h>

#include "ap_config.h"
#include "ap_mpm.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_SIG_GRACEFUL_SHORT      USR1
#define AP_SIG_GRACEFUL_STOP_SHORT WINCH
struct ap_filter_t;

#define AP_MPM_PODX_GRACEFUL_CHAR 33
#define AP_MPM_PODX_RESTART_CHAR 36
#define AP_SIG_GRACEFUL 10
#define AP_SIG_GRACEFUL_STOP 28
#define DEFAULT_LISTENBACKLOG 511
#define DEFAULT_TCP_DEFER_ACCEPT 30
#define AP_ACCEPT_MUTEX_TYPE "mpm-accept"
#define AP_SIG_GRACEFUL_STOP_STRING "SIGWINCH"
#define AP_SIG_GRACEFUL_STRING "SIGUSR1"

typedef struct ap_pod_t ap_pod_t;
typedef enum ap_podx_restart_t { AP_MPM_PODX_NORESTART = 0, AP_MPM_PODX_RESTART = 1, AP_MPM_PODX_GRACEFUL = 2 } ap_podx_restart_t;
typedef void ap_reclaim_callback_fn_t(int, pid_t, ap_generation_t);

struct ap_pod_t {
    apr_file_t *pod_in;
    apr_file_t *pod_out;
    apr_pool_t *p;
};

extern AP_DECLARE_DATA char ap_coredump_dir[8192];
extern AP_DECLARE_DATA int ap_coredumpdir_configured;
extern AP_DECLARE_DATA int ap_graceful_shutdown_timeout;
extern AP_DECLARE_DATA apr_uint32_t ap_max_mem_free;
extern AP_DECLARE_DATA int ap_max_requests_per_child;
extern AP_DECLARE_DATA const char *ap_pid_fname;
extern AP_DECLARE_DATA apr_size_t ap_thread_stacksize;

AP_DECLARE_HOOK(void, child_stopping, (apr_pool_t *pchild, int graceful))
AP_DECLARE_HOOK(int, drop_privileges, (apr_pool_t *pchild, server_rec *s))
AP_DECLARE_HOOK(int, monitor, (apr_pool_t *pool, server_rec *s))
AP_DECLARE_HOOK(const char *, mpm_get_name, (void))
AP_DECLARE_HOOK(int, mpm_query, (int query_code, int *result, apr_status_t *rv))
AP_DECLARE_HOOK(apr_status_t, mpm_register_timed_callback, (apr_time_t t, ap_mpm_callback_fn_t *cbfn, void *baton))
AP_DECLARE_HOOK(void, resume_connection, (conn_rec *c, request_rec *r))
AP_DECLARE_HOOK(void, suspend_connection, (conn_rec *c, request_rec *r))

AP_DECLARE(const char *) ap_check_mpm(void);
AP_DECLARE(void) ap_core_child_status(server_rec *s, pid_t, ap_generation_t, int, mpm_child_status);
AP_DECLARE(apr_status_t) ap_fatal_signal_child_setup(server_rec *s);
AP_DECLARE(apr_status_t) ap_fatal_signal_setup(server_rec *s, apr_pool_t *pool);
AP_DECLARE(gid_t) ap_gname2id(const char *);
AP_DECLARE(void) ap_mpm_dump_pidfile(apr_pool_t *pool, apr_file_t *);
AP_DECLARE(apr_status_t) ap_mpm_end_gen_helper(void *);
AP_DECLARE(apr_status_t) ap_mpm_pod_check(ap_pod_t *);
AP_DECLARE(apr_status_t) ap_mpm_pod_close(ap_pod_t *);
AP_DECLARE(void) ap_mpm_pod_killpg(ap_pod_t *, int);
AP_DECLARE(apr_status_t) ap_mpm_pod_open(apr_pool_t *pool, ap_pod_t **);
AP_DECLARE(apr_status_t) ap_mpm_pod_signal(ap_pod_t *);
AP_DECLARE(int) ap_mpm_podx_check(ap_pod_t *);
AP_DECLARE(apr_status_t) ap_mpm_podx_close(ap_pod_t *);
AP_DECLARE(void) ap_mpm_podx_killpg(ap_pod_t *, int, ap_podx_restart_t);
AP_DECLARE(apr_status_t) ap_mpm_podx_open(apr_pool_t *pool, ap_pod_t **);
AP_DECLARE(apr_status_t) ap_mpm_podx_signal(ap_pod_t *, ap_podx_restart_t);
AP_DECLARE(void) ap_mpm_rewrite_args(process_rec *);
AP_DECLARE(apr_status_t) ap_mpm_safe_kill(pid_t, int);
AP_DECLARE(const char *) ap_mpm_set_coredumpdir(cmd_parms *cmd, void *, const char *);
AP_DECLARE(const char *) ap_mpm_set_graceful_shutdown(cmd_parms *cmd, void *, const char *);
AP_DECLARE(const char *) ap_mpm_set_max_mem_free(cmd_parms *cmd, void *, const char *);
AP_DECLARE(const char *) ap_mpm_set_max_requests(cmd_parms *cmd, void *, const char *);
AP_DECLARE(const char *) ap_mpm_set_pidfile(cmd_parms *cmd, void *, const char *);
AP_DECLARE(const char *) ap_mpm_set_thread_stacksize(cmd_parms *cmd, void *, const char *);
AP_DECLARE(int) ap_process_child_status(apr_proc_t *, apr_exit_why_e, int);
AP_DECLARE(void) ap_reclaim_child_processes(int, ap_reclaim_callback_fn_t *);
AP_DECLARE(void) ap_register_extra_mpm_process(pid_t, ap_generation_t);
AP_DECLARE(void) ap_relieve_child_processes(ap_reclaim_callback_fn_t *);
AP_DECLARE(int) ap_signal_server(int *, apr_pool_t *pool);
AP_DECLARE(void) ap_sock_disable_nagle(apr_socket_t *);
AP_DECLARE(int) ap_sys_privileges_handlers(int);
AP_DECLARE(uid_t) ap_uname2id(const char *);
AP_DECLARE(int) ap_unregister_extra_mpm_process(pid_t, ap_generation_t *);
AP_DECLARE(void) ap_wait_or_timeout(apr_exit_why_e *, int *, apr_proc_t *, apr_pool_t *pool, server_rec *s);
AP_DECLARE(void) mpm_common_pre_config(apr_pool_t *pool);

#define AP_GRACEFUL_SHUTDOWN_TIMEOUT_COMMAND \
    AP_INIT_TAKE1("GracefulShutdownTimeout", ap_mpm_set_graceful_shutdown, \
                  NULL, RSRC_CONF, \
                  "Seconds that a graceful stop waits for requests")

#ifdef __cplusplus
}
#endif

#endif
