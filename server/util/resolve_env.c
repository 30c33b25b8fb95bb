/* SPDX-License-Identifier: Apache-2.0 */
/*
 * resolve_env.c - ${NAME} in the lines of a configuration.
 *
 * Values are put in as they are: a ${...} within one is not resolved again, so
 * no definition can refer to itself. What is not defined stays as it is
 * written, with a warning: "${x}" in an expression or a pattern may be meant.
 */
#include "util/resolve_env.h"

#include <stdlib.h>

#include "apr_strings.h"

#include "http_log.h"
#include "httpd.h"
#include "util_varbuf.h"

static const apr_table_t *known_defines;

void pn_resolve_env_use(const apr_table_t *defines)
{
    known_defines = defines;
}

static const char *value_of(const char *name)
{
    const char *value = known_defines ? apr_table_get(known_defines, name)
                                      : NULL;

    return value ? value : getenv(name);
}

AP_DECLARE(const char *) ap_resolve_env(apr_pool_t *pool, const char *word)
{
    const char *open = strstr(word, "${");
    struct ap_varbuf vb;
    char *result;

    if (!open) {
        return word;
    }
    ap_varbuf_init(pool, &vb, strlen(word));
    while (open) {
        const char *close = strchr(open, '}');
        const char *value = NULL;
        const char *name;

        if (!close) {
            break;
        }
        name = apr_pstrmemdup(pool, open + 2, (apr_size_t)(close - open - 2));
        if (!strchr(name, ':')) {
            value = value_of(name);
        }
        if (value) {
            ap_varbuf_strmemcat(&vb, word, (int)(open - word));
            ap_varbuf_strcat(&vb, value);
        }
        else {
            if (!strchr(name, ':')) {
                ap_log_perror(APLOG_MARK, APLOG_WARNING, 0, pool,
                              "${%s} is not defined, it stays as it is", name);
            }
            ap_varbuf_strmemcat(&vb, word, (int)(close + 1 - word));
        }
        word = close + 1;
        open = strstr(word, "${");
    }
    ap_varbuf_strcat(&vb, word);
    result = apr_pstrdup(pool, vb.buf);
    ap_varbuf_free(&vb);
    return result;
}
