/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_UNIXD_H
#define PINION_UNIXD_H

#define UNIXD_H
#include <pwd.h>
#include <grp.h>
#include <sys/ipc.h>
#include <signal.h>

#include <apr_proc_mutex.h>
#include <apr_global_mutex.h>

#include "httpd.h"
#include "http_config.h"
#include "scoreboard.h"
#include "ap_listen.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DEFAULT_GROUP "#-1"
#define DEFAULT_USER "#-1"

typedef struct ap_unix_identity_t ap_unix_identity_t;
typedef struct unixd_config_rec unixd_config_rec;
typedef struct ap_unixd_mpm_retained_data ap_unixd_mpm_retained_data;

struct ap_unix_identity_t {
    uid_t uid;
    gid_t gid;
    int userdir;
};

struct ap_unixd_mpm_retained_data {
    void *baton;
    volatile int mpm_state;
    volatile int shutdown_pending;
    volatile int restart_pending;
    volatile int is_ungraceful;
    ap_generation_t my_generation;
    int module_loads;
    int was_graceful;
    int num_buckets;
    int max_buckets;
};

struct unixd_config_rec {
    const char *user_name;
    const char *group_name;
    uid_t user_id;
    gid_t group_id;
    int suexec_enabled;
    const char *chroot_dir;
    const char *suexec_disabled_reason;
};

extern AP_DECLARE_DATA unixd_config_rec ap_unixd_config;

AP_DECLARE_HOOK(ap_unix_identity_t *, get_suexec_identity, (const request_rec *r))

AP_DECLARE(apr_status_t) ap_unixd_accept(void **, ap_listen_rec *, apr_pool_t *pool);
AP_DECLARE(ap_unixd_mpm_retained_data *) ap_unixd_mpm_get_retained_data(void);
AP_DECLARE(void) ap_unixd_mpm_set_signals(apr_pool_t *pool, int);
AP_DECLARE(apr_status_t) ap_unixd_set_global_mutex_perms(apr_global_mutex_t *);
AP_DECLARE(apr_status_t) ap_unixd_set_proc_mutex_perms(apr_proc_mutex_t *);
AP_DECLARE(void) ap_unixd_set_rlimit(cmd_parms *cmd, struct rlimit **, const char *, const char *, int);

#define ap_os_killpg(x, y)    (killpg((x), (y)))
#define ap_unixd_killpg(x, y) (killpg((x), (y)))

#ifdef __cplusplus
}
#endif

#endif
