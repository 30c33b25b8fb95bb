/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_process.c - directories, files and limits of the server's processes.
 *
 * What belongs to the MPMs is set by them; the core only has the directives.
 */

#include "core.h"

#include "apr_file_info.h"
#include "apr_strings.h"

#include "http_main.h"
#include "mpm_common.h"
#include "scoreboard.h"
#include "util_mutex.h"

#include "util/regex_limit.h"

static int is_directory_path(apr_pool_t *pool, const char *path, char **clean)
{
    return apr_filepath_merge(clean, NULL, path, APR_FILEPATH_TRUENAME, pool)
               == APR_SUCCESS
           && ap_is_directory(pool, *clean);
}

/* Runs while the configuration is read: Include lines below depend on it. */
static const char *set_server_root(cmd_parms *cmd, void *dir_conf,
                                   const char *arg)
{
    const char *failure = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    char *clean;

    if (failure) {
        return failure;
    }
    if (!is_directory_path(cmd->pool, arg, &clean)) {
        return pn_core_unknown(cmd, arg, "a directory that exists");
    }
    ap_server_root = clean;
    return NULL;
}

static const char *set_default_runtime_dir(cmd_parms *cmd, void *dir_conf,
                                           const char *arg)
{
    const char *failure = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    const char *path;
    char *clean;

    if (failure) {
        return failure;
    }
    path = ap_server_root_relative(cmd->pool, arg);
    if (!path || !is_directory_path(cmd->pool, path, &clean)) {
        return pn_core_unknown(cmd, arg,
                               "a directory that exists, absolute "
                               "or below ServerRoot");
    }
    ap_runtime_dir = clean;
    return NULL;
}

/* --- RegexDefaultOptions -------------------------------------------------- */

static const char *set_regex_default_options(cmd_parms *cmd, void *dir_conf,
                                             const char *words)
{
    const char *failure = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    int flags = ap_regcomp_get_default_cflags();
    int is_first = 1;

    if (failure) {
        return failure;
    }
    while (*words) {
        const char *word = ap_getword_conf(cmd->temp_pool, &words);
        const char *name = word + (*word == '+' || *word == '-');
        int flag = ap_regcomp_default_cflag_by_name(name);

        if (name == word && ap_cstr_casecmp(word, "none") == 0) {
            flags = 0;
        }
        else if (!flag) {
            return pn_core_unknown(cmd, word,
                                   "ICASE, EXTENDED, DOTALL, DOLLAR_ENDONLY "
                                   "or none");
        }
        else if (*word == '-') {
            flags &= ~flag;
        }
        else if (*word == '+') {
            flags |= flag;
        }
        else {
            /* The first word without sign removes what was set, the ones
             * behind it join it. */
            flags = is_first ? flag : flags | flag;
        }
        is_first = 0;
    }
    ap_regcomp_set_default_cflags(flags);
    return NULL;
}

static const char *set_regex_match_limit(cmd_parms *cmd, void *dir_conf,
                                         const char *arg)
{
    const char *failure = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    char *end;
    apr_int64_t steps_n = apr_strtoi64(arg, &end, 10);

    if (failure) {
        return failure;
    }
    if (end == arg || *end || steps_n < 1000 || steps_n > UINT32_MAX) {
        return pn_core_unknown(cmd, arg, "a number of steps from 1000 on");
    }
    pn_regex_limit_set((uint32_t)steps_n);
    return NULL;
}

const command_rec pn_core_process[] = {
    AP_INIT_TAKE1("ServerRoot", set_server_root, NULL, RSRC_CONF | EXEC_ON_READ,
                  "the directory below which relative paths are"),
    AP_INIT_TAKE1("DefaultRuntimeDir", set_default_runtime_dir, NULL,
                  RSRC_CONF | EXEC_ON_READ,
                  "the directory of files that only live while the server "
                  "runs"),
    AP_INIT_RAW_ARGS("Mutex", ap_set_mutex, NULL, RSRC_CONF,
                     "a mechanism, and the names of the mutexes that use it"),
    AP_INIT_RAW_ARGS("RegexDefaultOptions", set_regex_default_options, NULL,
                     RSRC_CONF,
                     "options of all regular expressions that follow"),
    AP_INIT_TAKE1("RegexMatchLimit", set_regex_match_limit, NULL, RSRC_CONF,
                  "steps after which a regular expression is given up and "
                  "the request refused"),
    AP_INIT_TAKE1("ScoreBoardFile", ap_set_scoreboard, NULL, RSRC_CONF,
                  "the file that the state of the processes is kept in"),
    AP_INIT_FLAG("ExtendedStatus", ap_set_extended_status, NULL, RSRC_CONF,
                 "On or Off: whether the state of each request is kept"),
    AP_INIT_FLAG("SeeRequestTail", ap_set_reqtail, NULL, RSRC_CONF,
                 "On or Off: whether status pages show the ends of long "
                 "request lines"),
    AP_INIT_TAKE1("PidFile", ap_mpm_set_pidfile, NULL, RSRC_CONF,
                  "the file that the process number of the server is in"),
    AP_INIT_TAKE1("MaxRequestsPerChild", ap_mpm_set_max_requests, NULL,
                  RSRC_CONF, "the old name of MaxConnectionsPerChild"),
    AP_INIT_TAKE1("MaxConnectionsPerChild", ap_mpm_set_max_requests, NULL,
                  RSRC_CONF,
                  "connections after which a child is replaced, 0 for never"),
    AP_INIT_TAKE1("CoreDumpDirectory", ap_mpm_set_coredumpdir, NULL, RSRC_CONF,
                  "the directory where crashed children leave their memory"),
    AP_INIT_TAKE1("MaxMemFree", ap_mpm_set_max_mem_free, NULL, RSRC_CONF,
                  "KBytes that an allocator keeps, 0 for any number"),
    AP_INIT_TAKE1("ThreadStackSize", ap_mpm_set_thread_stacksize, NULL,
                  RSRC_CONF, "bytes of the stacks of threads"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};
