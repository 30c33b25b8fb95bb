/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place_directives.c - how much is kept of what walks found out, and how
 * changes are noticed (request/place.h).
 */

#include "core.h"

#include <stdint.h>

#include "apr_lib.h"
#include "apr_strings.h"

#include "config/htaccess.h"
#include "request/place.h"

enum {
    MEMORY_BYTES = 4 * 1024 * 1024,
    FILE_BYTES = 8192,
    FILE_MAX_BYTES = 1024 * 1024,
    HTACCESS_BYTES = 4 * 1024 * 1024
};

void pn_core_place_reset(void)
{
    pn_place_limits = (pn_place_limits_t){ .memory_bytes = MEMORY_BYTES,
                                           .file_bytes = FILE_BYTES,
                                           .is_watching = true };
    pn_htaccess_max_bytes = HTACCESS_BYTES;
}

/* A number of bytes up to max, with K, M or G behind it or not. */
static const char *set_bytes(cmd_parms *cmd, const char *arg, apr_int64_t max,
                             apr_size_t *bytes)
{
    const char *failure = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    static const char units[] = "KMG";
    apr_int64_t number;
    char *end;

    if (failure) {
        return failure;
    }
    number = apr_strtoi64(arg, &end, 10);
    if (end != arg && *end && number >= 0 && number <= INT32_MAX) {
        const char *unit = strchr(units, apr_toupper(*end));

        if (unit && !end[1]) {
            number <<= 10 * (unit - units + 1);
            end++;
        }
    }
    if (end == arg || *end || number < 0 || number > max) {
        return pn_core_unknown(
            cmd, arg,
            apr_psprintf(cmd->pool,
                         "a number of bytes from 0 to %" APR_INT64_T_FMT
                         ", or of kilobytes with K, megabytes with M",
                         max));
    }
    *bytes = (apr_size_t)number;
    return NULL;
}

static const char *set_path_cache_memory(cmd_parms *cmd, void *unused,
                                         const char *arg)
{
    return set_bytes(cmd, arg, (apr_int64_t)1 << 40,
                     &pn_place_limits.memory_bytes);
}

static const char *set_path_cache_max_file(cmd_parms *cmd, void *unused,
                                           const char *arg)
{
    return set_bytes(cmd, arg, FILE_MAX_BYTES, &pn_place_limits.file_bytes);
}

static const char *set_htaccess_max_size(cmd_parms *cmd, void *unused,
                                         const char *arg)
{
    return set_bytes(cmd, arg, (apr_int64_t)1 << 30, &pn_htaccess_max_bytes);
}

static const char *set_path_cache_watch(cmd_parms *cmd, void *unused, int is_on)
{
    const char *failure = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (!failure) {
        pn_place_limits.is_watching = is_on != 0;
    }
    return failure;
}

const command_rec pn_core_place[] = {
    AP_INIT_TAKE1("PathCacheMemory", set_path_cache_memory, NULL, RSRC_CONF,
                  "bytes that a process may use to remember directories, "
                  ".htaccess files and small files; 0 for none"),
    AP_INIT_TAKE1("PathCacheMaxFile", set_path_cache_max_file, NULL, RSRC_CONF,
                  "bytes of the largest file whose content is remembered"),
    AP_INIT_FLAG("PathCacheWatch", set_path_cache_watch, NULL, RSRC_CONF,
                 "On or Off: whether the kernel tells of changes (inotify), "
                 "or files are looked at once a second"),
    AP_INIT_TAKE1("HtaccessMaxSize", set_htaccess_max_size, NULL, RSRC_CONF,
                  "bytes of the largest .htaccess file that is read"),
    { .name = NULL },
};
