/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_target.c - the files and programs that logs are written to.
 */
#include "pinion.h"

#include <fcntl.h>
#include <unistd.h>

#include "apr_file_io.h"
#include "apr_portable.h"

#include "http_config.h"
#include "http_log.h"

APLOG_USE_MODULE(core);

/*
 * A container's stdout may be a socket, or belong to another user: it can be
 * written to but not opened by name.
 */
static apr_status_t duplicate_standard(apr_file_t **file, const char *path,
                                       apr_pool_t *pool)
{
    apr_os_file_t fd = strcmp(path, "/dev/stdout") == 0   ? STDOUT_FILENO
                       : strcmp(path, "/dev/stderr") == 0 ? STDERR_FILENO
                                                          : -1;

    if (fd < 0) {
        return APR_ENOENT;
    }
    fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    return fd < 0 ? APR_FROM_OS_ERROR(errno)
                  : apr_os_file_put(file, &fd, APR_FOPEN_WRITE, pool);
}

static apr_status_t open_file(apr_pool_t *pool, const server_rec *s,
                              const char *name, apr_file_t **file)
{
    const char *path = ap_server_root_relative(pool, name);
    apr_status_t rv = APR_EBADPATH;

    if (path) {
        rv = apr_file_open(file, path,
                           APR_FOPEN_APPEND | APR_FOPEN_WRITE | APR_FOPEN_CREATE
                               | APR_FOPEN_LARGEFILE,
                           APR_FPROT_OS_DEFAULT, pool);
        if (rv != APR_SUCCESS
            && duplicate_standard(file, path, pool) == APR_SUCCESS) {
            rv = APR_SUCCESS;
        }
    }
    if (rv != APR_SUCCESS) {
        *file = NULL;
        ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, rv, s,
                     "the log %s cannot be opened", path ? path : name);
    }
    return rv;
}

static apr_status_t open_pipe(apr_pool_t *pool, const char *program,
                              apr_file_t **file)
{
    apr_cmdtype_e cmdtype = APR_PROGRAM_ENV;
    piped_log *pl;

    if (*program == '|') {
        program++;
    }
    else if (*program == '$') {
        cmdtype = APR_SHELLCMD_ENV;
        program++;
    }
    pl = ap_open_piped_log_ex(pool, program, cmdtype);
    *file = pl ? ap_piped_log_write_fd(pl) : NULL;
    return pl ? APR_SUCCESS : APR_EGENERAL;
}

AP_DECLARE(apr_status_t)
pinion_open_log(apr_pool_t *pool, const server_rec *s, const char *name,
                apr_file_t **file)
{
    return *name == '|' ? open_pipe(pool, name + 1, file)
                        : open_file(pool, s, name, file);
}
