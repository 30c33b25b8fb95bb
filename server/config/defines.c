/* SPDX-License-Identifier: Apache-2.0 */
/*
 * defines - names set by Define and -D.
 *
 * Names are kept in ap_server_config_defines, which modules read and extend;
 * values in a table where ${NAME} finds them.
 */
#include "config/defines.h"

#include <apr_strings.h>
#include <apr_tables.h>

#include "httpd.h"

#include "http_core.h"
#include "http_main.h"
#include "util/resolve_env.h"

static apr_table_t *values;
static apr_array_header_t *from_command_line;

static apr_status_t forget(void *unused)
{
    ap_server_config_defines = from_command_line;
    from_command_line = NULL;
    values = NULL;
    pn_resolve_env_use(NULL);
    return APR_SUCCESS;
}

void pn_defines_begin_pass(apr_pool_t *pconf)
{
    if (values) {
        return;
    }
    values = apr_table_make(pconf, 16);
    pn_resolve_env_use(values);
    from_command_line = ap_server_config_defines;
    ap_server_config_defines = from_command_line
                                   ? apr_array_copy(pconf, from_command_line)
                                   : apr_array_make(pconf, 4, sizeof(char *));
    apr_pool_cleanup_register(pconf, NULL, forget, apr_pool_cleanup_null);
}

void pn_defines_set(apr_pool_t *pconf, const char *name, const char *value)
{
    pn_defines_begin_pass(pconf);
    if (!ap_exists_config_define(name)) {
        APR_ARRAY_PUSH(ap_server_config_defines, const char *) = apr_pstrdup(
            pconf, name);
    }
    if (value) {
        apr_table_set(values, name, value);
    }
}

void pn_defines_unset(apr_pool_t *pconf, const char *name)
{
    const char **list;
    int kept = 0;

    pn_defines_begin_pass(pconf);
    list = (const char **)ap_server_config_defines->elts;
    for (int i = 0; i < ap_server_config_defines->nelts; i++) {
        if (strcmp(list[i], name) != 0) {
            list[kept++] = list[i];
        }
    }
    ap_server_config_defines->nelts = kept;
    apr_table_unset(values, name);
}

const char *pn_defines_value(const char *name)
{
    return values ? apr_table_get(values, name) : NULL;
}
