/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pid.c - the file with the process id of the server.
 */
#include "log/pid.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "apr_file_info.h"
#include "apr_file_io.h"
#include "apr_lib.h"
#include "apr_strings.h"

#include "http_config.h"
#include "http_log.h"
#include "http_main.h"

APLOG_USE_MODULE(core);

enum { PID_TEXT_BYTES = 32, LINK_BYTES = 4096 };

static pid_t written_by; /* the process that wrote the file; 0: none yet */

/* The program of a process, "" when that cannot be told. A program replaced by
 * an upgrade is the same one: Linux then adds " (deleted)". */
static void program_of(const char *proc_link, char *name, size_t size)
{
    static const char deleted[] = " (deleted)";
    const ssize_t len = readlink(proc_link, name, size - 1);
    size_t end = len > 0 ? (size_t)len : 0;

    if (end > sizeof(deleted) - 1
        && strncmp(name + end - (sizeof(deleted) - 1), deleted,
                   sizeof(deleted) - 1)
               == 0) {
        end -= sizeof(deleted) - 1;
    }
    name[end] = '\0';
}

int pn_pid_is_server(pid_t pid)
{
    char proc_link[PID_TEXT_BYTES];
    char own[LINK_BYTES];
    char other[LINK_BYTES];

    if (pid <= 0 || pid == getpid() || (kill(pid, 0) != 0 && errno != EPERM)) {
        return 0;
    }
    apr_snprintf(proc_link, sizeof(proc_link), "/proc/%" APR_PID_T_FMT "/exe",
                 pid);
    program_of("/proc/self/exe", own, sizeof(own));
    program_of(proc_link, other, sizeof(other));
    /* Another user's process, or no /proc: better not two servers than none. */
    return own[0] == '\0' || other[0] == '\0' || strcmp(own, other) == 0;
}

AP_DECLARE(apr_status_t)
ap_read_pid(apr_pool_t *p, const char *filename, pid_t *mypid)
{
    const char *path = filename ? ap_runtime_dir_relative(p, filename) : NULL;
    char text[PID_TEXT_BYTES];
    apr_size_t len = 0;
    apr_file_t *file;
    apr_int64_t pid;
    char *end;
    apr_status_t rv;

    if (!path) {
        ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_CRIT, APR_EBADPATH, NULL,
                     "'%s' is no path for a pid file",
                     filename ? filename : "");
        return APR_EGENERAL;
    }
    rv = apr_file_open(&file, path, APR_FOPEN_READ, APR_FPROT_OS_DEFAULT, p);
    if (rv != APR_SUCCESS) {
        return rv;
    }
    rv = apr_file_read_full(file, text, sizeof(text) - 1, &len);
    apr_file_close(file);
    if (rv != APR_SUCCESS && !APR_STATUS_IS_EOF(rv)) {
        return rv;
    }
    text[len] = '\0';
    pid = apr_strtoi64(text, &end, 10);
    if (end == text || pid <= 0 || pid > APR_INT32_MAX
        || (*end != '\0' && !apr_isspace(*end))) {
        return APR_EGENERAL;
    }
    *mypid = (pid_t)pid;
    return APR_SUCCESS;
}

/* A new file takes the old one's place, so that nobody ever reads half of a
 * number, and a link planted in its place is not followed. */
static apr_status_t write_pid(apr_pool_t *p, const char *path)
{
    char *temp = apr_pstrcat(p, path, ".XXXXXX", NULL);
    apr_file_t *file;
    apr_status_t rv = apr_file_mktemp(
        &file, temp, APR_FOPEN_WRITE | APR_FOPEN_CREATE | APR_FOPEN_EXCL, p);

    if (rv != APR_SUCCESS) {
        return rv;
    }
    apr_file_printf(file, "%" APR_PID_T_FMT "\n", getpid());
    rv = apr_file_close(file);
    if (rv == APR_SUCCESS) {
        rv = apr_file_perms_set(temp, APR_FPROT_UREAD | APR_FPROT_UWRITE
                                          | APR_FPROT_GREAD | APR_FPROT_WREAD);
    }
    if (rv == APR_SUCCESS) {
        rv = apr_file_rename(temp, path, p);
    }
    if (rv != APR_SUCCESS) {
        apr_file_remove(temp, p);
    }
    return rv;
}

AP_DECLARE(void) ap_log_pid(apr_pool_t *p, const char *filename)
{
    const char *path = filename ? ap_runtime_dir_relative(p, filename) : NULL;
    pid_t before;
    apr_status_t rv;

    if (!filename) {
        return;
    }
    if (!path) {
        ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_CRIT, APR_EBADPATH, NULL,
                     "'%s' is no path for a pid file, it is not written",
                     filename);
        return;
    }
    if (written_by != getpid()
        && ap_read_pid(p, filename, &before) == APR_SUCCESS
        && before != getpid()) {
        ap_log_perror(APLOG_MARK, APLOG_WARNING, 0, p,
                      "pid file %s of process %" APR_PID_T_FMT
                      " is overwritten: that server did not stop in order",
                      path, before);
    }
    rv = write_pid(p, path);
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_ERR, rv, NULL,
                     "pid file %s cannot be written: the server ends", path);
        exit(1);
    }
    written_by = getpid();
}

/* Only what this process wrote is removed: a child that calls this, or an old
 * server that ends late, takes nothing away from another. */
AP_DECLARE(void) ap_remove_pid(apr_pool_t *p, const char *fname)
{
    const char *path = fname ? ap_runtime_dir_relative(p, fname) : NULL;
    pid_t holder;
    apr_status_t rv;

    if (!path || written_by != getpid()
        || ap_read_pid(p, fname, &holder) != APR_SUCCESS
        || holder != getpid()) {
        return;
    }
    rv = apr_file_remove(path, p);
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_ERR, rv, ap_server_conf,
                     "pid file %s cannot be removed", path);
        return;
    }
    ap_log_error(APLOG_MARK, APLOG_INFO, 0, ap_server_conf,
                 "removed PID file %s (pid=%" APR_PID_T_FMT ")", path,
                 getpid());
    written_by = 0;
}
