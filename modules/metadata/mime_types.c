/* SPDX-License-Identifier: Apache-2.0 */
/* mime_types.c - reads files of media types. */

#include "mime_conf.h"

#include "apr_lib.h"
#include "apr_strings.h"

#include "http_config.h"

enum { LINE_MAX_BYTES = 8192 };

/* "type/subtype ext ext …"; all in lower case. */
static void add_line(apr_pool_t *pool, const char *line, apr_hash_t *types)
{
    const char *type = ap_getword_conf(pool, &line);

    while (*line) {
        char *extension = ap_getword_conf(pool, &line);

        if (*extension == '#') {
            return;
        }
        ap_str_tolower(extension);
        apr_hash_set(types, extension, APR_HASH_KEY_STRING, type);
    }
}

apr_status_t mime_types_read(apr_pool_t *pool, const char *path,
                             apr_hash_t **types)
{
    char line[LINE_MAX_BYTES];
    ap_configfile_t *file;
    apr_status_t rv = ap_pcfg_openfile(&file, pool, path);

    if (rv != APR_SUCCESS) {
        return rv;
    }
    *types = apr_hash_make(pool);
    while ((rv = ap_cfg_getline(line, sizeof(line), file)) == APR_SUCCESS) {
        if (*line && *line != '#') {
            add_line(pool, line, *types);
        }
    }
    ap_cfg_closefile(file);
    return rv == APR_EOF ? APR_SUCCESS : rv;
}
