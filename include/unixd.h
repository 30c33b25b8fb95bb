/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unixd.h - Unix: users, privileges, mutexes, signals.
 */
#ifndef PINION_UNIXD_H
#define PINION_UNIXD_H

#define UNIXD_H

#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/resource.h>

#include <apr_global_mutex.h>
#include <apr_proc_mutex.h>

#include "ap_hooks.h"
#include "ap_listen.h"
#include "http_config.h"
#include "httpd.h"
#include "scoreboard.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DEFAULT_USER  "#-1"
#define DEFAULT_GROUP "#-1"

/* Whom suEXEC runs something as. */
typedef struct ap_unix_identity_t {
    uid_t uid;
    gid_t gid;
    int userdir; /* it is in a user's web directory */
} ap_unix_identity_t;

/* Who the server is. */
typedef struct unixd_config_rec {
    const char *user_name;
    const char *group_name;
    uid_t user_id;
    gid_t group_id;
    int suexec_enabled; /* suEXEC works */
    const char *chroot_dir; /* ChrootDir */
    const char *suexec_disabled_reason; /* why it does not */
} unixd_config_rec;

/* Who the server is. */
extern AP_DECLARE_DATA unixd_config_rec ap_unixd_config;

/* What an MPM keeps from one configuration to the next. */
typedef struct ap_unixd_mpm_retained_data {
    void *baton; /* the MPM's own */
    volatile int mpm_state; /* AP_MPMQ_STARTING and so on */
    volatile int shutdown_pending;
    volatile int restart_pending;
    volatile int is_ungraceful; /* not to wait for requests */
    ap_generation_t my_generation;
    int module_loads; /* passes over the configuration */
    int was_graceful; /* the last restart was */
    int num_buckets;
    int max_buckets;
} ap_unixd_mpm_retained_data;

/* It; made when first asked for. */
AP_DECLARE(ap_unixd_mpm_retained_data *) ap_unixd_mpm_get_retained_data(void);

/* Catches the signals that stop and restart; one_process: -X. */
AP_DECLARE(void) ap_unixd_mpm_set_signals(apr_pool_t *pconf, int one_process);

/* Directive function of RLimitCPU and its companions. */
AP_DECLARE(void) ap_unixd_set_rlimit(cmd_parms *cmd, struct rlimit **plimit,
                                     const char *arg, const char *arg2,
                                     int type);

/*
 * Lets the server's user use a mutex that root made. APR_SUCCESS or an error.
 */
AP_DECLARE(apr_status_t) ap_unixd_set_proc_mutex_perms(
    apr_proc_mutex_t *pmutex);

/* The same for a global mutex. */
AP_DECLARE(apr_status_t) ap_unixd_set_global_mutex_perms(
    apr_global_mutex_t *gmutex);

/*
 * Accepts a connection: an apr_socket_t in ptrans. APR_SUCCESS, APR_EINTR and
 * the like to try again, APR_EGENERAL: the child must end.
 */
AP_DECLARE(apr_status_t) ap_unixd_accept(void **accepted, ap_listen_rec *lr,
                                         apr_pool_t *ptrans);

/* Whom r's programs run as; NULL: suEXEC is not for them. */
AP_DECLARE_HOOK(ap_unix_identity_t *, get_suexec_identity,
                (const request_rec *r))

#define ap_os_killpg(x, y)    (killpg((x), (y)))
#define ap_unixd_killpg(x, y) (killpg((x), (y)))

#ifdef __cplusplus
}
#endif

#endif
