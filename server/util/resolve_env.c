/* SPDX-License-Identifier: Apache-2.0 */
/*
 * resolve_env.c - ${NAME} in the lines of a configuration.
 *
 * Values are put in as they are: a ${...} within one is not resolved again, so
 * no definition can refer to itself. What is not defined stays as it is
 * written, with a warning: "${x}" in an expression or a pattern may be meant.
 */
#include "util/resolve_env.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

/* Adds what ${name} stands for, or the reference as it is written. */
static void add_reference(apr_pool_t *pool, struct ap_varbuf *vb,
                          const char *open, const char *close)
{
    const char *name = apr_pstrmemdup(pool, open + 2,
                                      (apr_size_t)(close - open - 2));
    bool may_be_name = !strchr(name, ':');
    const char *value = may_be_name ? value_of(name) : NULL;

    if (value) {
        ap_varbuf_strcat(vb, value);
        return;
    }
    if (may_be_name) {
        ap_log_perror(APLOG_MARK, APLOG_WARNING, 0, pool,
                      "${%s} is not defined, it stays as it is", name);
    }
    ap_varbuf_strmemcat(vb, open, (int)(close + 1 - open));
}

const char *pn_resolve_env(apr_pool_t *pool, const char *word, size_t max)
{
    const char *open = strstr(word, "${");
    struct ap_varbuf vb;
    char *result = NULL;

    if (!open) {
        return strlen(word) <= max ? word : NULL;
    }
    ap_varbuf_init(pool, &vb, strlen(word));
    vb.strlen = 0;
    while (open && vb.strlen <= max) {
        const char *close = strchr(open, '}');

        if (!close) {
            break;
        }
        ap_varbuf_strmemcat(&vb, word, (int)(open - word));
        add_reference(pool, &vb, open, close);
        word = close + 1;
        open = strstr(word, "${");
    }
    ap_varbuf_strcat(&vb, word);
    if (vb.strlen <= max) {
        result = apr_pstrdup(pool, vb.buf);
    }
    ap_varbuf_free(&vb);
    return result;
}

AP_DECLARE(const char *) ap_resolve_env(apr_pool_t *pool, const char *word)
{
    return pn_resolve_env(pool, word, SIZE_MAX);
}
