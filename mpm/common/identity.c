/* SPDX-License-Identifier: Apache-2.0 */
/*
 * identity - users and groups, locks that the unprivileged children may use,
 * resource limits, and programs run as somebody else.
 */

#include "unixd.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apr_global_mutex.h"
#include "apr_portable.h"
#include "apr_strings.h"
#include "apr_thread_proc.h"

#include "ap_mpm.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "mpm_common.h"

APLOG_USE_MODULE(core);

AP_DECLARE_DATA unixd_config_rec ap_unixd_config;

/* "#1000", the form that names an id by its number. */
static bool parse_id(const char *name, unsigned long *id)
{
    char *end;

    if (name[0] != '#') {
        return false;
    }
    *id = strtoul(name + 1, &end, 10);
    return true;
}

AP_DECLARE(uid_t) ap_uname2id(const char *name)
{
    unsigned long id;
    const struct passwd *entry;

    if (parse_id(name, &id)) {
        return (uid_t)id;
    }
    entry = getpwnam(name);
    if (!entry) {
        ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, 0, NULL,
                     "%s: bad user name %s", ap_server_argv0, name);
        exit(1);
    }
    return entry->pw_uid;
}

AP_DECLARE(gid_t) ap_gname2id(const char *name)
{
    unsigned long id;
    const struct group *entry;

    if (parse_id(name, &id)) {
        return (gid_t)id;
    }
    entry = getgrnam(name);
    if (!entry) {
        ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, 0, NULL,
                     "%s: bad group name %s", ap_server_argv0, name);
        exit(1);
    }
    return entry->gr_gid;
}

AP_DECLARE(int) ap_sys_privileges_handlers(int inc)
{
    static int handlers_n;

    handlers_n += inc;
    return handlers_n;
}

/* --- locks -------------------------------------------------------------- */

/* A System V semaphore has an owner of its own. */
static apr_status_t give_semaphore(int id)
{
    struct semid_ds state = { .sem_perm = {
                                  .uid = ap_unixd_config.user_id,
                                  .gid = ap_unixd_config.group_id,
                                  .mode = 0600,
                              } };
    union {
        int val;
        struct semid_ds *buf;
        unsigned short *array;
    } arg = { .buf = &state };

    return semctl(id, 0, IPC_SET, arg) < 0 ? errno : APR_SUCCESS;
}

/* Locks that are files belong to whoever made them, who is root. */
static apr_status_t give_file(const char *fname)
{
    if (fname && chown(fname, ap_unixd_config.user_id, (gid_t)-1) < 0) {
        return errno;
    }
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_unixd_set_proc_mutex_perms(apr_proc_mutex_t *pmutex)
{
    apr_os_proc_mutex_t os;
    apr_lockmech_e mech;

    if (geteuid() != 0) {
        return APR_SUCCESS; /* everything is ours already */
    }
    mech = apr_proc_mutex_mech(pmutex);
    if (mech == APR_LOCK_SYSVSEM) {
        apr_os_proc_mutex_get(&os, pmutex);
        return give_semaphore(os.crossproc);
    }
    if (mech == APR_LOCK_FLOCK) {
        return give_file(apr_proc_mutex_lockfile(pmutex));
    }
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_unixd_set_global_mutex_perms(apr_global_mutex_t *gmutex)
{
    apr_os_global_mutex_t os;

    apr_os_global_mutex_get(&os, gmutex);
    return ap_unixd_set_proc_mutex_perms(os.proc_mutex);
}

/* --- limits ------------------------------------------------------------- */

/* "max" or a number. */
static bool parse_limit(const char *text, rlim_t *value)
{
    char *end;
    unsigned long long number;

    if (ap_cstr_casecmp(text, "max") == 0) {
        *value = RLIM_INFINITY;
        return true;
    }
    errno = 0;
    number = strtoull(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0) {
        return false;
    }
    *value = (rlim_t)number;
    return true;
}

AP_DECLARE(void)
ap_unixd_set_rlimit(cmd_parms *cmd, struct rlimit **plimit, const char *arg,
                    const char *arg2, int type)
{
    struct rlimit *limit = apr_pcalloc(cmd->pool, sizeof(*limit));
    rlim_t soft;
    rlim_t hard;

    if (getrlimit((__rlimit_resource_t)type, limit) != 0) {
        *plimit = NULL;
        ap_log_error(APLOG_MARK, APLOG_ERR, errno, cmd->server,
                     "%s: the system does not tell the present limit",
                     cmd->cmd->name);
        return;
    }
    if (!parse_limit(arg, &soft) || (arg2 && !parse_limit(arg2, &hard))) {
        ap_log_error(APLOG_MARK, APLOG_ERR, 0, cmd->server,
                     "%s: expected a number or 'max', not '%s'",
                     cmd->cmd->name, arg);
        *plimit = NULL;
        return;
    }
    limit->rlim_cur = soft;
    if (arg2) {
        if (geteuid() != 0 && hard > limit->rlim_max) {
            ap_log_error(APLOG_MARK, APLOG_ERR, 0, cmd->server,
                         "%s: only root may raise the hard limit",
                         cmd->cmd->name);
            hard = limit->rlim_max;
        }
        limit->rlim_max = hard;
    }
    if (limit->rlim_cur > limit->rlim_max) {
        limit->rlim_cur = limit->rlim_max;
    }
    *plimit = limit;
}

/* --- programs run as somebody else -------------------------------------- */

/* Puts suexec, user, group and the program's name without its directory in
 * front of the program's own arguments. */
static const char *const *suexec_args(const ap_unix_identity_t *identity,
                                      const char *progname,
                                      const char *const *args,
                                      apr_pool_t *pool)
{
    const char *slash = strrchr(progname, '/');
    const char **argv;
    size_t n = 0;

    while (args && args[n]) {
        n++;
    }
    argv = apr_pcalloc(pool, (n + 5) * sizeof(*argv));
    argv[0] = SUEXEC_BIN;
    argv[1] = identity->userdir
                  ? apr_psprintf(pool, "~%lu", (unsigned long)identity->uid)
                  : apr_psprintf(pool, "%lu", (unsigned long)identity->uid);
    argv[2] = apr_psprintf(pool, "%lu", (unsigned long)identity->gid);
    argv[3] = slash ? slash + 1 : progname;
    for (size_t i = 1; i < n; i++) {
        argv[3 + i] = args[i];
    }
    return argv;
}

AP_DECLARE(apr_status_t)
ap_os_create_privileged_process(const request_rec *r, apr_proc_t *newproc,
                                const char *progname, const char *const *args,
                                const char *const *env, apr_procattr_t *attr,
                                apr_pool_t *p)
{
    const ap_unix_identity_t *identity = NULL;

    if (ap_unixd_config.suexec_enabled) {
        identity = ap_run_get_suexec_identity(r);
    }
    if (!identity) {
        return apr_proc_create(newproc, progname, args, env, attr, p);
    }
    /* suexec finds the program in the current directory by its bare name. */
    apr_procattr_cmdtype_set(attr, APR_PROGRAM);
    return apr_proc_create(newproc, SUEXEC_BIN,
                           suexec_args(identity, progname, args, p), env, attr,
                           p);
}
