/* SPDX-License-Identifier: Apache-2.0 */
/*
 * paths - file names in the configuration: relative to ServerRoot, or to
 * DefaultRuntimeDir for what the server makes while it runs. And data that
 * outlives the configuration.
 */
#include "httpd.h"

#include <apr_file_info.h>
#include <apr_strings.h>

#include "http_config.h"
#include "http_main.h"

static char *relative_to(apr_pool_t *pool, const char *base, const char *file)
{
    char *path = NULL;
    apr_status_t rv = apr_filepath_merge(&path, base, file,
                                         APR_FILEPATH_TRUENAME, pool);

    /* What does not exist yet, or is a pattern, is a name all the same. */
    if (path
        && (rv == APR_SUCCESS || APR_STATUS_IS_EPATHWILD(rv)
            || APR_STATUS_IS_ENOENT(rv) || APR_STATUS_IS_ENOTDIR(rv))) {
        return path;
    }
    return NULL;
}

AP_DECLARE(char *) ap_server_root_relative(apr_pool_t *p, const char *fname)
{
    return fname ? relative_to(p, ap_server_root, fname) : NULL;
}

AP_DECLARE(char *) ap_runtime_dir_relative(apr_pool_t *p, const char *fname)
{
    const char *base = ap_runtime_dir ? ap_runtime_dir : PN_RUNDIR;
    char *dir = relative_to(p, ap_server_root, base);

    return dir && fname ? relative_to(p, dir, fname) : NULL;
}

AP_DECLARE(void *) ap_retained_data_create(const char *key, apr_size_t size)
{
    void *data = apr_pcalloc(ap_pglobal, size);

    apr_pool_userdata_set(data, key, apr_pool_cleanup_null, ap_pglobal);
    return data;
}

AP_DECLARE(void *) ap_retained_data_get(const char *key)
{
    void *data = NULL;

    apr_pool_userdata_get(&data, key, ap_pglobal);
    return data;
}

AP_DECLARE(apr_status_t) ap_pool_cleanup_set_null(void *data_)
{
    void **data = data_;

    *data = NULL;
    return APR_SUCCESS;
}
