/* SPDX-License-Identifier: Apache-2.0 */
/* core_directives.c - what the core's directive functions have in common. */

#include "core.h"

#include "apr_strings.h"

core_server_config *pn_core_server(const cmd_parms *cmd)
{
    return ap_get_core_module_config(cmd->server->module_config);
}

const char *pn_core_unknown(cmd_parms *cmd, const char *arg,
                            const char *expected)
{
    return apr_psprintf(cmd->pool, "%s: '%s' is not %s", cmd->cmd->name, arg,
                        expected);
}

const char *pn_core_parse_switch(cmd_parms *cmd, const char *arg, int *is_on)
{
    if (ap_cstr_casecmp(arg, "on") == 0) {
        *is_on = 1;
    }
    else if (ap_cstr_casecmp(arg, "off") == 0) {
        *is_on = 0;
    }
    else {
        return pn_core_unknown(cmd, arg, "On or Off");
    }
    return NULL;
}

const char *pn_core_parse_number(cmd_parms *cmd, const char *arg,
                                 apr_int64_t least, apr_int64_t most,
                                 apr_int64_t *number)
{
    char *end;

    errno = 0;
    *number = apr_strtoi64(arg, &end, 10);
    if (errno || end == arg || *end) {
        return pn_core_unknown(cmd, arg, "a whole number");
    }
    if (*number < least || *number > most) {
        return apr_psprintf(cmd->pool,
                            "%s: '%s' is not from %" APR_INT64_T_FMT
                            " to %" APR_INT64_T_FMT,
                            cmd->cmd->name, arg, least, most);
    }
    return NULL;
}
