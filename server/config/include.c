/* SPDX-License-Identifier: Apache-2.0 */
/*
 * include - one configuration out of many files.
 *
 * Runs while the server is single-threaded: the state is static.
 */
#include "config/include.h"

#include <apr_file_info.h>
#include <apr_fnmatch.h>
#include <apr_strings.h>

#include "http_core.h"
#include "http_log.h"

enum { DEPTH_MAX = 128 }; /* files including files */

static int depth;               /* files open */
static int is_depth_exceeded;   /* on the way out after too many */
static unsigned included_from;  /* line of the Include being run */

/* -D DUMP_INCLUDES: the tree of files, two blanks a level. */
static void dump_file(const char *name)
{
    apr_file_t *out;
    apr_pool_t *pool;

    if (!ap_exists_config_define("DUMP_INCLUDES")) {
        return;
    }
    apr_pool_create(&pool, NULL);
    if (apr_file_open_stdout(&out, pool) == APR_SUCCESS) {
        if (depth == 1) {
            apr_file_printf(out, "Included configuration files:\n  (*) %s\n",
                            name);
        } else {
            apr_file_printf(out, "%*s(%u) %s\n", depth * 2, "", included_from,
                            name);
        }
    }
    apr_pool_destroy(pool);
}

static const char *read_file(server_rec *s, ap_configfile_t *file,
                             ap_directive_t **conftree, apr_pool_t *pool,
                             apr_pool_t *ptemp)
{
    cmd_parms parms = { .pool = pool,
                        .temp_pool = ptemp,
                        .server = s,
                        .override = (RSRC_CONF | OR_ALL)
                                    & ~(OR_AUTHCFG | OR_LIMIT),
                        .override_opts = OPT_ALL | OPT_SYM_OWNER | OPT_MULTI,
                        .limited = -1,
                        .config_file = file };
    const char *error = ap_build_config(&parms, pool, ptemp, conftree);

    if (!error || !parms.err_directive) {
        return error;
    }
    if (is_depth_exceeded && depth > 1) {
        return error; /* 128 times "on line 3 of" helps nobody */
    }
    is_depth_exceeded = 0;
    return apr_psprintf(pool, "Syntax error on line %d of %s: %s",
                        parms.err_directive->line_num,
                        parms.err_directive->filename, error);
}

AP_DECLARE(const char *)
ap_process_resource_config(server_rec *s, const char *fname,
                           ap_directive_t **conftree, apr_pool_t *p,
                           apr_pool_t *ptemp)
{
    ap_configfile_t *file;
    const char *error;
    apr_status_t rv;

    if (depth >= DEPTH_MAX) {
        is_depth_exceeded = 1;
        return apr_psprintf(p,
                            "Exceeded maximum include depth of %d, There "
                            "appears to be a recursion: %s is included again "
                            "and again",
                            DEPTH_MAX, fname);
    }
    rv = ap_pcfg_openfile(&file, p, fname);
    if (rv != APR_SUCCESS) {
        char reason[MAX_STRING_LEN];

        return apr_psprintf(p, "Could not open configuration file %s: %s",
                            fname,
                            rv == APR_EBADF
                                ? "it is not a regular file"
                                : apr_strerror(rv, reason, sizeof(reason)));
    }
    depth++;
    dump_file(fname);
    error = read_file(s, file, conftree, p, ptemp);
    depth--;
    ap_cfg_closefile(file);
    return error;
}

AP_DECLARE(ap_dir_match_t *)
ap_dir_cfgmatch(cmd_parms *cmd, int flags,
                const char *(*cb)(ap_dir_match_t *w, const char *fname),
                void *ctx)
{
    ap_dir_match_t *w = apr_pcalloc(cmd->temp_pool, sizeof(*w));

    w->prefix = apr_pstrcat(cmd->pool, cmd->cmd->name, ": ", NULL);
    w->p = cmd->pool;
    w->ptemp = cmd->temp_pool;
    w->flags = flags;
    w->cb = cb;
    w->ctx = ctx;
    return w;
}

/* What the files found are read into. */
typedef struct target_t {
    server_rec *s;
    ap_directive_t **conftree;
} target_t;

static const char *read_match(ap_dir_match_t *w, const char *fname)
{
    target_t *target = w->ctx;

    return ap_process_resource_config(target->s, fname, target->conftree, w->p,
                                      w->ptemp);
}

AP_DECLARE(const char *)
ap_process_fnmatch_configs(server_rec *s, const char *fname,
                           ap_directive_t **conftree, apr_pool_t *p,
                           apr_pool_t *ptemp, int optional)
{
    target_t target = { s, conftree };
    ap_dir_match_t w = { .prefix = "Include/IncludeOptional: ",
                         .p = p,
                         .ptemp = ptemp,
                         .flags = AP_DIR_FLAG_RECURSIVE
                                  | (optional ? AP_DIR_FLAG_OPTIONAL : 0),
                         .cb = read_match,
                         .ctx = &target };

    if (apr_fnmatch_test(fname)) {
        return *fname == '/' ? ap_dir_fnmatch(&w, "/", fname + 1)
                             : ap_dir_fnmatch(&w, ".", fname);
    }
    if (optional) {
        apr_finfo_t info;
        apr_status_t rv = apr_stat(&info, fname, APR_FINFO_TYPE, ptemp);

        if (APR_STATUS_IS_ENOENT(rv) || APR_STATUS_IS_ENOTDIR(rv)) {
            return NULL;
        }
    }
    return ap_dir_nofnmatch(&w, fname);
}

const char *pn_include_directive(cmd_parms *cmd, void *list, const char *arg)
{
    int is_optional = cmd->cmd->cmd_data != NULL;
    unsigned outer_line = included_from;
    const char *path = ap_server_root_relative(cmd->temp_pool, arg);
    const char *error;

    if (!path) {
        return apr_psprintf(cmd->pool, "Invalid Include path %s", arg);
    }
    included_from = cmd->config_file->line_number;
    error = ap_process_fnmatch_configs(cmd->server, path, list, cmd->pool,
                                       cmd->temp_pool, is_optional);
    included_from = outer_line;
    return error;
}
