/* SPDX-License-Identifier: Apache-2.0 */
/*
 * defines - names set by Define and -D, and ${NAME} in the text.
 *
 * Names are kept in ap_server_config_defines, which modules read and extend;
 * values in a table of our own.
 */
#include "config/defines.h"

#include <apr_hash.h>
#include <apr_strings.h>

#include "httpd.h"

#include "http_core.h"
#include "http_log.h"
#include "http_main.h"

static apr_hash_t *values;
static apr_array_header_t *from_command_line;

static apr_status_t forget(void *unused)
{
    ap_server_config_defines = from_command_line;
    from_command_line = NULL;
    values = NULL;
    return APR_SUCCESS;
}

/* From the first change on, a pass over the configuration has its own list. */
static void begin_change(apr_pool_t *pconf)
{
    if (values) {
        return;
    }
    values = apr_hash_make(pconf);
    from_command_line = ap_server_config_defines;
    ap_server_config_defines = from_command_line
                                   ? apr_array_copy(pconf, from_command_line)
                                   : apr_array_make(pconf, 4, sizeof(char *));
    apr_pool_cleanup_register(pconf, NULL, forget, apr_pool_cleanup_null);
}

void pn_defines_set(apr_pool_t *pconf, const char *name, const char *value)
{
    begin_change(pconf);
    name = apr_pstrdup(pconf, name);
    if (!ap_exists_config_define(name)) {
        APR_ARRAY_PUSH(ap_server_config_defines, const char *) = name;
    }
    apr_hash_set(values, name, APR_HASH_KEY_STRING,
                 value ? apr_pstrdup(pconf, value) : NULL);
}

void pn_defines_unset(apr_pool_t *pconf, const char *name)
{
    const char **list;
    int kept = 0;

    begin_change(pconf);
    list = (const char **)ap_server_config_defines->elts;
    for (int i = 0; i < ap_server_config_defines->nelts; i++) {
        if (strcmp(list[i], name) != 0) {
            list[kept++] = list[i];
        }
    }
    ap_server_config_defines->nelts = kept;
    apr_hash_set(values, name, APR_HASH_KEY_STRING, NULL);
}

const char *pn_defines_value(const char *name)
{
    return values ? apr_hash_get(values, name, APR_HASH_KEY_STRING) : NULL;
}

/* What stands for ${name}: a Define, else the environment, else NULL. */
static const char *look_up(const char *name)
{
    const char *value = pn_defines_value(name);

    return value ? value : getenv(name);
}

/*
 * One piece of text after the other; a piece that starts with "${" and has an
 * end is replaced, once, when it names something known. "${map:key}" is
 * mod_rewrite's and stays.
 */
AP_DECLARE(const char *) ap_resolve_env(apr_pool_t *p, const char *word)
{
    const char *result = "";
    const char *from = word;
    const char *start = strstr(word, "${");

    if (!start) {
        return word;
    }
    while (start) {
        const char *end = strchr(start + 2, '}');
        const char *name;
        const char *value = NULL;

        if (!end) {
            break;
        }
        name = apr_pstrmemdup(p, start + 2, (apr_size_t)(end - start - 2));
        if (!strchr(name, ':')) {
            value = look_up(name);
            if (!value) {
                ap_log_error(APLOG_MARK, APLOG_WARNING, 0, NULL,
                             "Config variable ${%s} is not defined", name);
            }
        }
        if (value) {
            result = apr_pstrcat(p, result,
                                 apr_pstrmemdup(p, from,
                                                (apr_size_t)(start - from)),
                                 value, NULL);
            from = end + 1;
            start = strstr(from, "${");
        } else {
            /* Look for another one inside: "${lc:${X}}". */
            start = strstr(start + 2, "${");
        }
    }
    return from == word ? word : apr_pstrcat(p, result, from, NULL);
}
