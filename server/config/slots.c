/* SPDX-License-Identifier: Apache-2.0 */
/*
 * slots - directive functions that modules share: each stores its argument at
 * the offset into the module's structure that the command table gives.
 */
#include "httpd.h"

#include <apr_strings.h>

#include "http_config.h"

static void *slot(cmd_parms *cmd, void *struct_ptr)
{
    return (char *)struct_ptr + (apr_size_t)cmd->info;
}

AP_DECLARE_NONSTD(const char *)
ap_set_string_slot(cmd_parms *cmd, void *struct_ptr, const char *arg)
{
    *(const char **)slot(cmd, struct_ptr) = arg;
    return NULL;
}

AP_DECLARE_NONSTD(const char *)
ap_set_string_slot_lower(cmd_parms *cmd, void *struct_ptr, const char *arg)
{
    char *lower = apr_pstrdup(cmd->pool, arg);

    ap_str_tolower(lower);
    *(const char **)slot(cmd, struct_ptr) = lower;
    return NULL;
}

AP_DECLARE_NONSTD(const char *)
ap_set_int_slot(cmd_parms *cmd, void *struct_ptr, const char *arg)
{
    char *end;
    apr_int64_t number;

    errno = 0;
    number = apr_strtoi64(arg, &end, 10);
    if (end == arg || *end || errno || number < APR_INT32_MIN
        || number > APR_INT32_MAX) {
        return apr_psprintf(cmd->pool,
                            "%s needs a whole number from %d to %d, not '%s'",
                            cmd->cmd->name, APR_INT32_MIN, APR_INT32_MAX, arg);
    }
    *(int *)slot(cmd, struct_ptr) = (int)number;
    return NULL;
}

AP_DECLARE_NONSTD(const char *)
ap_set_flag_slot(cmd_parms *cmd, void *struct_ptr, int arg)
{
    *(int *)slot(cmd, struct_ptr) = arg ? 1 : 0;
    return NULL;
}

AP_DECLARE_NONSTD(const char *)
ap_set_flag_slot_char(cmd_parms *cmd, void *struct_ptr, int arg)
{
    *(char *)slot(cmd, struct_ptr) = arg ? 1 : 0;
    return NULL;
}

AP_DECLARE_NONSTD(const char *)
ap_set_file_slot(cmd_parms *cmd, void *struct_ptr, const char *arg)
{
    const char *path = ap_server_root_relative(cmd->pool, arg);

    if (!path) {
        return apr_pstrcat(cmd->pool, "Invalid file path ", arg, NULL);
    }
    *(const char **)slot(cmd, struct_ptr) = path;
    return NULL;
}

AP_DECLARE_NONSTD(const char *)
ap_set_deprecated(cmd_parms *cmd, void *struct_ptr, const char *arg)
{
    return cmd->cmd->errmsg;
}
