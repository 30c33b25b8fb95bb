/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_unixd - who the children are: User, Group, ChrootDir, Suexec.
 *
 * Phase:  drop_privileges, in each child before child_init. The master stays
 *         what it was started as, to bind ports and open logs.
 * Owns:   ap_unixd_config (one for the process).
 * Tests:  test/e2e/mpm/test_privileges.py
 */

#include "unixd.h"

#include <errno.h>
#include <grp.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef HAVE_SYS_PRCTL_H
#include <sys/prctl.h>
#endif

#include "apr_file_info.h"
#include "apr_strings.h"

#include "ap_config.h"
#include "ap_mpm.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "httpd.h"
#include "mod_unixd.h"
#include "mpm_common.h"


enum { GROUPS_FIRST_N = 32 };

/* The groups of the children's user; in the configuration's pool. */
static struct {
    gid_t *list; /* NULL: not known */
    int n;
} groups;

static const char *set_user(cmd_parms *cmd, void *dummy, const char *arg)
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (err) {
        return err;
    }
    ap_unixd_config.user_name = arg;
    ap_unixd_config.user_id = ap_uname2id(arg);
    if (ap_unixd_config.user_id == 0 && geteuid() == 0) {
        return "User: requests must not be served by root. Name an account "
               "that owns nothing of value, such as www-data";
    }
    return NULL;
}

static const char *set_group(cmd_parms *cmd, void *dummy, const char *arg)
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (err) {
        return err;
    }
    ap_unixd_config.group_name = arg;
    ap_unixd_config.group_id = ap_gname2id(arg);
    return NULL;
}

static const char *set_chroot_dir(cmd_parms *cmd, void *dummy, const char *arg)
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    apr_finfo_t info;

    if (err) {
        return err;
    }
    if (apr_stat(&info, arg, APR_FINFO_TYPE, cmd->pool) != APR_SUCCESS ||
        info.filetype != APR_DIR) {
        return apr_psprintf(cmd->pool, "ChrootDir '%s' is not a directory",
                            arg);
    }
    ap_unixd_config.chroot_dir = arg;
    return NULL;
}

static const char *set_suexec(cmd_parms *cmd, void *dummy, int arg)
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (err) {
        return err;
    }
    if (arg && ap_unixd_config.suexec_disabled_reason) {
        return apr_pstrcat(cmd->pool, "suexec isn't supported: ",
                           ap_unixd_config.suexec_disabled_reason, NULL);
    }
    ap_unixd_config.suexec_enabled = arg;
    return NULL;
}

/* suexec serves only when it is there and belongs to root with its set-user-id
 * bit: anything else could not change the user anyway. */
static void look_for_suexec(apr_pool_t *pool)
{
    struct stat info;

    ap_unixd_config.suexec_enabled = 0;
    if (stat(SUEXEC_BIN, &info) != 0) {
        ap_unixd_config.suexec_disabled_reason =
            "the program " SUEXEC_BIN " is missing";
    } else if (!(info.st_mode & S_ISUID) || info.st_uid != 0) {
        ap_unixd_config.suexec_disabled_reason =
            SUEXEC_BIN " is not owned by root with the set-user-id bit";
    } else {
        ap_unixd_config.suexec_enabled = 1;
        ap_unixd_config.suexec_disabled_reason = NULL;
    }
}

static int unixd_pre_config(apr_pool_t *pconf, apr_pool_t *plog,
                            apr_pool_t *ptemp)
{
    ap_unixd_config.user_name = DEFAULT_USER;
    ap_unixd_config.user_id = ap_uname2id(DEFAULT_USER);
    ap_unixd_config.group_id = ap_gname2id(DEFAULT_GROUP);
    ap_unixd_config.group_name = DEFAULT_GROUP;
    ap_unixd_config.chroot_dir = NULL;
    look_for_suexec(ptemp);
    ap_sys_privileges_handlers(1);
    return OK;
}

/* Without a User line, and started by root: nobody. It owns nothing, which is
 * what the children of an example or a test should own. */
static int unixd_check_config(apr_pool_t *pconf, apr_pool_t *plog,
                              apr_pool_t *ptemp, server_rec *s)
{
    const struct passwd *nobody;

    if (ap_state_query(AP_SQ_RUN_MODE) != AP_SQ_RM_NORMAL || geteuid() != 0) {
        return OK;
    }
    nobody = getpwnam("nobody");
    if (ap_unixd_config.user_id == (uid_t)-1) {
        if (!nobody) {
            ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_CRIT, 0, NULL,
                         "User is not set: a server started by root needs to "
                         "know who its children shall be, for example: User "
                         "www-data");
            return HTTP_INTERNAL_SERVER_ERROR;
        }
        ap_unixd_config.user_name = apr_pstrdup(pconf, nobody->pw_name);
        ap_unixd_config.user_id = nobody->pw_uid;
        ap_log_error(APLOG_MARK, APLOG_WARNING, 0, s,
                     "User is not set: children run as nobody");
    }
    if (ap_unixd_config.group_id == (gid_t)-1) {
        const struct passwd *user = getpwuid(ap_unixd_config.user_id);

        ap_unixd_config.group_id =
            user ? user->pw_gid : nobody ? nobody->pw_gid : 65534;
        ap_unixd_config.group_name = apr_psprintf(
            pconf, "#%lu", (unsigned long)ap_unixd_config.group_id);
    }
    return OK;
}

static apr_status_t forget_groups(void *unused)
{
    groups.list = NULL;
    return APR_SUCCESS;
}

/* The master looks up the groups of the children's user: in each child the
 * look-up would load libraries and read files again, into memory of its own. */
static int unixd_post_config(apr_pool_t *pconf, apr_pool_t *plog,
                             apr_pool_t *ptemp, server_rec *s)
{
    const char *name = ap_unixd_config.user_name;
    int n = GROUPS_FIRST_N;
    gid_t *list = apr_palloc(pconf, (apr_size_t)n * sizeof(*list));

    if (geteuid() != 0 || !name || name[0] == '#') {
        return OK;
    }
    if (getgrouplist(name, ap_unixd_config.group_id, list, &n) < 0) {
        /* n says now how many there are. */
        list = apr_palloc(pconf, (apr_size_t)n * sizeof(*list));
        if (getgrouplist(name, ap_unixd_config.group_id, list, &n) < 0) {
            return OK; /* each child asks for itself */
        }
    }
    groups.list = list;
    groups.n = n;
    apr_pool_cleanup_register(pconf, NULL, forget_groups,
                              apr_pool_cleanup_null);
    return OK;
}

static void unixd_dump_config(apr_pool_t *pool, server_rec *s)
{
    apr_file_t *out = NULL;

    if (!ap_exists_config_define("DUMP_RUN_CFG")) {
        return;
    }
    apr_file_open_stdout(&out, pool);
    apr_file_printf(out, "User: name=\"%s\" id=%lu%s\n",
                    ap_unixd_config.user_name,
                    (unsigned long)ap_unixd_config.user_id,
                    geteuid() == 0 ? "" : " not_used");
    apr_file_printf(out, "Group: name=\"%s\" id=%lu%s\n",
                    ap_unixd_config.group_name,
                    (unsigned long)ap_unixd_config.group_id,
                    geteuid() == 0 ? "" : " not_used");
    if (ap_unixd_config.chroot_dir) {
        apr_file_printf(out, "ChrootDir: \"%s\"%s\n",
                        ap_unixd_config.chroot_dir,
                        geteuid() == 0 ? "" : " not_used");
    }
}

/* --- becoming somebody -------------------------------------------------- */

static int refuse(const char *what)
{
    ap_log_error(APLOG_MARK, APLOG_ALERT, errno, NULL,
                 "a child cannot give up its privileges: %s", what);
    return -1;
}

static int take_group(void)
{
    if (setgid(ap_unixd_config.group_id) == -1) {
        return refuse("the group cannot be set");
    }
    /* A user that was given as a number without an entry has no further
     * groups, and must not keep root's. */
    if (ap_unixd_config.user_name && ap_unixd_config.user_name[0] != '#') {
        int rc = groups.list
            ? setgroups((size_t)groups.n, groups.list)
            : initgroups(ap_unixd_config.user_name, ap_unixd_config.group_id);

        if (rc == -1) {
            return refuse("the user's groups cannot be set");
        }
    } else if (setgroups(0, NULL) == -1) {
        return refuse("the groups cannot be cleared");
    }
    return 0;
}

static int enter_chroot(void)
{
    if (!ap_unixd_config.chroot_dir) {
        return 0;
    }
    if (chdir(ap_unixd_config.chroot_dir) != 0 ||
        chroot(ap_unixd_config.chroot_dir) != 0 || chdir("/") != 0) {
        return refuse("ChrootDir cannot be entered");
    }
    return 0;
}

AP_DECLARE(int) ap_unixd_setup_child(void)
{
    if (geteuid() != 0) {
        if (ap_unixd_config.chroot_dir) {
            return refuse("ChrootDir needs a server that root has started");
        }
        return 0;
    }
    /* initgroups reads files that are not inside ChrootDir, so it is first. */
    if (take_group() != 0 || enter_chroot() != 0) {
        return -1;
    }
    if (setuid(ap_unixd_config.user_id) == -1) {
        return refuse("the user cannot be set");
    }
    if (ap_unixd_config.user_id != 0 && setuid(0) != -1) {
        return refuse("root's rights could be taken back");
    }
#ifdef HAVE_SYS_PRCTL_H
    /* A process that has changed its user writes no core dump by itself. */
    if (ap_coredumpdir_configured && prctl(PR_SET_DUMPABLE, 1) != 0) {
        ap_log_error(APLOG_MARK, APLOG_WARNING, errno, NULL,
                     "core dumps stay off");
    }
#endif
    return 0;
}

static int unixd_drop_privileges(apr_pool_t *pool, server_rec *s)
{
    return ap_unixd_setup_child() == 0 ? OK : HTTP_INTERNAL_SERVER_ERROR;
}

static const command_rec unixd_directives[] = {
    AP_INIT_TAKE1("User", set_user, NULL, RSRC_CONF,
                  "The user that serves requests, by name or as #number"),
    AP_INIT_TAKE1("Group", set_group, NULL, RSRC_CONF,
                  "The group that serves requests, by name or as #number"),
    AP_INIT_TAKE1("ChrootDir", set_chroot_dir, NULL, RSRC_CONF,
                  "The directory that is the root of the children's world"),
    AP_INIT_FLAG("Suexec", set_suexec, NULL, RSRC_CONF,
                 "Off, or On to insist on suexec for programs of other users"),
    { .name = NULL },
};

static void unixd_register_hooks(apr_pool_t *pool)
{
    ap_hook_pre_config(unixd_pre_config, NULL, NULL, APR_HOOK_FIRST);
    ap_hook_check_config(unixd_check_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_post_config(unixd_post_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_test_config(unixd_dump_config, NULL, NULL, APR_HOOK_LAST);
    ap_hook_drop_privileges(unixd_drop_privileges, NULL, NULL, APR_HOOK_LAST);
}

AP_DECLARE_MODULE(unixd) = {
    STANDARD20_MODULE_STUFF,
    .cmds = unixd_directives,
    .register_hooks = unixd_register_hooks,
};
