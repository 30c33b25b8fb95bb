/* SPDX-License-Identifier: Apache-2.0 */
/*
 * settings - directives that every process model has: PidFile,
 * CoreDumpDirectory, GracefulShutdownTimeout, MaxConnectionsPerChild,
 * MaxMemFree, ThreadStackSize. The core module's table points here.
 */

#include "mpm_common.h"

#include <limits.h>

#include "apr_file_info.h"
#include "apr_strings.h"

#include "ap_listen.h"
#include "http_config.h"
#include "http_core.h"
#include "scoreboard.h"

AP_DECLARE_DATA char ap_coredump_dir[8192];
AP_DECLARE_DATA int ap_coredumpdir_configured;
AP_DECLARE_DATA int ap_graceful_shutdown_timeout;
AP_DECLARE_DATA apr_uint32_t ap_max_mem_free;
AP_DECLARE_DATA int ap_max_requests_per_child;
AP_DECLARE_DATA const char *ap_pid_fname;
AP_DECLARE_DATA apr_size_t ap_thread_stacksize;

AP_DECLARE(void) mpm_common_pre_config(apr_pool_t *pconf)
{
    ap_pid_fname = PN_RUNDIR "/pinion.pid";
    ap_scoreboard_fname = NULL;
    ap_max_requests_per_child = 0;
    ap_graceful_shutdown_timeout = 0;
    ap_max_mem_free = 2048 * 1024;
    ap_thread_stacksize = 0;
    ap_coredumpdir_configured = 0;
    ap_extended_status = 0;
    ap_mod_status_reqtail = 0;
    apr_cpystrn(ap_coredump_dir, ap_server_root_relative(pconf, "."),
                sizeof(ap_coredump_dir));
}

/* A whole number in [0, max], or a sentence about it. */
static const char *parse_count(cmd_parms *cmd, const char *arg,
                               apr_int64_t max, apr_int64_t *value)
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    char *end;

    if (err) {
        return err;
    }
    *value = apr_strtoi64(arg, &end, 10);
    if (end == arg || *end != '\0' || *value < 0 || *value > max) {
        return apr_psprintf(cmd->pool,
                            "%s: '%s' is not a number from 0 to %" APR_INT64_T_FMT,
                            cmd->cmd->name, arg, max);
    }
    return NULL;
}

AP_DECLARE_NONSTD(const char *)
ap_mpm_set_pidfile(cmd_parms *cmd, void *dummy, const char *arg)
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (err) {
        return err;
    }
    if (cmd->server->is_virtual) {
        return "PidFile cannot stand in <VirtualHost>";
    }
    if (!*arg) {
        return "PidFile needs the name of a file";
    }
    ap_pid_fname = arg;
    return NULL;
}

AP_DECLARE(void) ap_mpm_dump_pidfile(apr_pool_t *p, apr_file_t *out)
{
    apr_file_printf(out, "PidFile: \"%s\"\n",
                    ap_runtime_dir_relative(p, ap_pid_fname));
}

AP_DECLARE_NONSTD(const char *)
ap_mpm_set_max_requests(cmd_parms *cmd, void *dummy, const char *arg)
{
    apr_int64_t value;
    const char *err = parse_count(cmd, arg, INT_MAX, &value);

    if (!err) {
        ap_max_requests_per_child = (int)value;
    }
    return err;
}

AP_DECLARE_NONSTD(const char *)
ap_mpm_set_coredumpdir(cmd_parms *cmd, void *dummy, const char *arg)
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    const char *dir;
    apr_finfo_t info;

    if (err) {
        return err;
    }
    dir = ap_server_root_relative(cmd->pool, arg);
    if (!dir ||
        apr_stat(&info, dir, APR_FINFO_TYPE, cmd->pool) != APR_SUCCESS ||
        info.filetype != APR_DIR) {
        return apr_psprintf(cmd->pool,
                            "CoreDumpDirectory '%s' does not exist or is not "
                            "a directory",
                            arg);
    }
    apr_cpystrn(ap_coredump_dir, dir, sizeof(ap_coredump_dir));
    ap_coredumpdir_configured = 1;
    return NULL;
}

AP_DECLARE_NONSTD(const char *)
ap_mpm_set_graceful_shutdown(cmd_parms *cmd, void *dummy, const char *arg)
{
    apr_int64_t value;
    const char *err = parse_count(cmd, arg, INT_MAX, &value);

    if (!err) {
        ap_graceful_shutdown_timeout = (int)value;
    }
    return err;
}

AP_DECLARE_NONSTD(const char *)
ap_mpm_set_max_mem_free(cmd_parms *cmd, void *dummy, const char *arg)
{
    apr_int64_t kilobytes;
    const char *err = parse_count(cmd, arg, UINT_MAX / 1024, &kilobytes);

    if (!err) {
        ap_max_mem_free = (apr_uint32_t)kilobytes * 1024;
    }
    return err;
}

AP_DECLARE_NONSTD(const char *)
ap_mpm_set_thread_stacksize(cmd_parms *cmd, void *dummy, const char *arg)
{
    apr_int64_t value;
    const char *err = parse_count(cmd, arg, 1 << 30, &value);

    if (!err) {
        ap_thread_stacksize = (apr_size_t)value;
    }
    return err;
}
