/* SPDX-License-Identifier: Apache-2.0 */
/*
 * htaccess - the configuration file of a directory.
 *
 * Finding one is the business of a hook, parsing it needs no request; only
 * the frame around both, with its answers of 403 and 500, does. A broken file
 * is never skipped: it may be what keeps a directory closed.
 */
#include "config/htaccess.h"

#include <apr_strings.h>

#include "http_core.h"
#include "http_log.h"
#include "http_request.h"

APLOG_USE_MODULE(core);

apr_size_t pn_htaccess_max_bytes = APR_SIZE_MAX;

/* NULL, or why the file is too large. One that has no size is no file, and is
 * read as it comes. */
static const char *check_size(apr_pool_t *pool, const ap_configfile_t *file)
{
    apr_finfo_t finfo;

    if (apr_stat(&finfo, file->name, APR_FINFO_SIZE, pool) != APR_SUCCESS
        || (apr_size_t)finfo.size <= pn_htaccess_max_bytes) {
        return NULL;
    }
    return apr_psprintf(pool,
                        "%s: has %" APR_OFF_T_FMT
                        " bytes, more than HtaccessMaxSize allows "
                        "(%" APR_SIZE_T_FMT ")",
                        file->name, finfo.size, pn_htaccess_max_bytes);
}

const char *pn_htaccess_parse(apr_pool_t *pool, server_rec *s,
                              ap_configfile_t *file, const char *dir,
                              const pn_htaccess_rights_t *rights,
                              ap_conf_vector_t **vector)
{
    cmd_parms parms = { .override = rights->override,
                        .override_opts = rights->override_opts,
                        .override_list = rights->override_list,
                        .limited = -1,
                        .config_file = file,
                        /* One pool for both: the sign of a .htaccess. */
                        .pool = pool,
                        .temp_pool = pool,
                        .server = s,
                        .path = apr_pstrdup(pool, dir) };
    ap_directive_t *tree = NULL;
    const char *error = check_size(pool, file);

    if (error) {
        return error;
    }
    error = ap_build_config(&parms, pool, pool, &tree);
    *vector = ap_create_per_dir_config(pool);
    if (!error) {
        error = ap_walk_config(tree, &parms, *vector);
    }
    if (error && parms.err_directive) {
        return apr_psprintf(pool, "%s:%d: %s", parms.err_directive->filename,
                            parms.err_directive->line_num, error);
    }
    return error ? apr_psprintf(pool, "%s: %s", file->name, error) : NULL;
}

AP_CORE_DECLARE(apr_status_t)
ap_open_htaccess(request_rec *r, const char *dir_name, const char *access_name,
                 ap_configfile_t **conffile, const char **full_name)
{
    *full_name = ap_make_full_path(r->pool, dir_name, access_name);
    return ap_pcfg_openfile(conffile, r->pool, *full_name);
}

/* The result of an earlier phase or subrequest of this request. */
static const struct htaccess_result *find_result(
    const request_rec *r, const char *dir, const pn_htaccess_rights_t *rights)
{
    for (const struct htaccess_result *result = r->htaccess; result;
         result = result->next) {
        if (result->override == rights->override
            && result->override_opts == rights->override_opts
            && result->override_list == rights->override_list
            && strcmp(result->dir, dir) == 0) {
            return result;
        }
    }
    return NULL;
}

static void note_result(request_rec *r, const char *dir,
                        const pn_htaccess_rights_t *rights,
                        ap_conf_vector_t *vector)
{
    struct htaccess_result *result = apr_palloc(r->pool, sizeof(*result));

    result->dir = dir;
    result->override = rights->override;
    result->override_opts = rights->override_opts;
    result->override_list = rights->override_list;
    result->htaccess = vector;
    result->next = r->htaccess;
    r->htaccess = result;
}

static int is_absent(apr_status_t rv)
{
    return APR_STATUS_IS_ENOENT(rv) || APR_STATUS_IS_ENOTDIR(rv);
}

/* A file that may exist and cannot be read might have said "no". */
static int refuse_unreadable(request_rec *r, apr_status_t rv,
                             const char *filename, const char *dir)
{
    ap_log_rerror(APLOG_MARK, APLOG_CRIT, rv, r,
                  "%s cannot be read: make sure that it is readable and that "
                  "'%s' is executable; the request is refused",
                  filename, dir);
    apr_table_setn(r->notes, "error-notes",
                   "Server unable to read htaccess file, denying access to "
                   "be safe");
    return HTTP_FORBIDDEN;
}

AP_CORE_DECLARE(int)
ap_parse_htaccess(ap_conf_vector_t **result, request_rec *r, int override,
                  int override_opts, apr_table_t *override_list,
                  const char *path, const char *access_name)
{
    pn_htaccess_rights_t rights = { override, override_opts, override_list };
    const struct htaccess_result *known = find_result(r, path, &rights);
    const char *dir;
    ap_conf_vector_t *vector = NULL;

    if (known) {
        if (known->htaccess) {
            *result = known->htaccess;
        }
        return OK;
    }
    dir = apr_pstrdup(r->pool, path);
    while (!vector && *access_name) {
        const char *name = ap_getword_conf(r->pool, &access_name);
        const char *filename = NULL;
        ap_configfile_t *file = NULL;
        apr_status_t rv = ap_run_open_htaccess(r, dir, name, &file, &filename);
        const char *error;

        if (rv != APR_SUCCESS) {
            if (!is_absent(rv)) {
                return refuse_unreadable(r, rv, filename ? filename : name,
                                         dir);
            }
            continue;
        }
        error = pn_htaccess_parse(r->pool, r->server, file, dir, &rights,
                                  &vector);
        ap_cfg_closefile(file);
        if (error) {
            ap_log_rerror(APLOG_MARK, APLOG_ALERT, 0, r, "%s", error);
            return HTTP_INTERNAL_SERVER_ERROR;
        }
        *result = vector;
    }
    note_result(r, dir, &rights, vector);
    return OK;
}
