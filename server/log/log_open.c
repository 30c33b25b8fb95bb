/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_open.c - opening what error messages are written to.
 *
 * Before the configuration is read, and for what belongs to no server, that is
 * stderr. Once the main server's log is open it takes stderr's place, so that
 * nothing a library or a program prints is lost.
 */
#include "log/error_log.h"

#include <syslog.h>

#include "apr_file_io.h"
#include "apr_lib.h"
#include "apr_strings.h"

#include "http_config.h"
#include "http_log.h"
#include "http_main.h"
#include "log/log_private.h"
#include "log/pipes.h"
#include "pinion.h"

APLOG_USE_MODULE(core);

enum { TAG_MAX_BYTES = 64 };

static apr_file_t *stderr_log;
static int syslog_is_open;

apr_file_t *pn_log_stderr(void)
{
    return stderr_log;
}

/* --- what the argument of ErrorLog means --------------------------------- */

typedef enum target_e { TARGET_FILE, TARGET_PIPE, TARGET_SYSLOG } target_e;

static target_e target_of(const char *fname)
{
    if (*fname == '|') {
        return TARGET_PIPE;
    }
    return strncasecmp(fname, "syslog", 6) == 0
                   && (fname[6] == '\0' || fname[6] == ':')
               ? TARGET_SYSLOG
               : TARGET_FILE;
}

int pn_log_uses_syslog(const server_rec *s)
{
    return syslog_is_open && s && !s->error_log && s->error_fname
           && target_of(s->error_fname) == TARGET_SYSLOG;
}

/* The number of a facility, or -1. */
static int facility_by_name(const char *name)
{
    static const struct {
        const char *name;
        int facility;
    } facilities[] = {
        { "auth", LOG_AUTH },     { "authpriv", LOG_AUTHPRIV },
        { "cron", LOG_CRON },     { "daemon", LOG_DAEMON },
        { "ftp", LOG_FTP },       { "kern", LOG_KERN },
        { "lpr", LOG_LPR },       { "mail", LOG_MAIL },
        { "news", LOG_NEWS },     { "syslog", LOG_SYSLOG },
        { "user", LOG_USER },     { "uucp", LOG_UUCP },
        { "local0", LOG_LOCAL0 }, { "local1", LOG_LOCAL1 },
        { "local2", LOG_LOCAL2 }, { "local3", LOG_LOCAL3 },
        { "local4", LOG_LOCAL4 }, { "local5", LOG_LOCAL5 },
        { "local6", LOG_LOCAL6 }, { "local7", LOG_LOCAL7 },
    };

    for (size_t i = 0; i < sizeof(facilities) / sizeof(facilities[0]); i++) {
        if (ap_cstr_casecmp(name, facilities[i].name) == 0) {
            return facilities[i].facility;
        }
    }
    return -1;
}

/* Takes "syslog:facility:tag" apart; both parts may be empty. */
static void split_syslog(apr_pool_t *pool, const char *fname,
                         const char **facility, const char **tag)
{
    const char *rest = strchr(fname, ':');

    *facility = rest ? rest + 1 : "";
    *tag = strchr(*facility, ':');
    if (*tag) {
        *facility = apr_pstrmemdup(pool, *facility,
                                   (apr_size_t)(*tag - *facility));
        ++*tag;
    }
    else {
        *tag = "";
    }
}

const char *pn_error_log_check_target(apr_pool_t *pool, const char *fname)
{
    const char *facility;
    const char *tag;

    switch (target_of(fname)) {
    case TARGET_PIPE:
        return fname[1 + strspn(fname + 1, "|$ ")] == '\0'
                   ? "no program stands behind the '|'"
                   : NULL;
    case TARGET_SYSLOG:
        split_syslog(pool, fname, &facility, &tag);
        if (*facility != '\0' && facility_by_name(facility) < 0) {
            return apr_psprintf(pool, "syslog has no facility '%s'", facility);
        }
        return NULL;
    default:
        return *fname == '\0' ? "the name of the log is empty" : NULL;
    }
}

/* Whether the directory of s's log exists; pipes and syslog need none. */
static int has_dir(apr_pool_t *pool, const server_rec *s)
{
    const char *path;
    const char *dir;

    if (!s->error_fname || target_of(s->error_fname) != TARGET_FILE) {
        return 1;
    }
    path = ap_server_root_relative(pool, s->error_fname);
    dir = path ? ap_make_dirstr_parent(pool, path) : "";
    if (!ap_is_directory(pool, dir)) {
        const char *whose = "the main server";

        if (s->is_virtual && s->defn_name) {
            whose = apr_psprintf(pool, "the virtual host of %s:%u",
                                 s->defn_name, s->defn_line_number);
        }
        ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_EMERG, APR_ENOENT, s,
                     "the error log of %s (ErrorLog \"%s\"): there is no "
                     "directory %s",
                     whose, s->error_fname, dir);
        return 0;
    }
    return 1;
}

/* --- opening one --------------------------------------------------------- */

/* The facility and tag of the last server that has some count for all. */
static void open_syslog(const server_rec *s, apr_pool_t *pool)
{
    static char ident[TAG_MAX_BYTES]; /* openlog() keeps the pointer */
    static int facility = LOG_LOCAL7;
    const char *name;
    const char *tag;

    split_syslog(pool, s->error_fname, &name, &tag);
    if (facility_by_name(name) >= 0) {
        facility = facility_by_name(name);
    }
    if (*tag == '\0' && *ident == '\0') {
        tag = ap_server_argv0 ? apr_filepath_name_get(ap_server_argv0)
                              : "pinion";
    }
    if (*tag != '\0') {
        apr_cpystrn(ident, tag, sizeof(ident));
    }
    openlog(ident, LOG_NDELAY | LOG_CONS | LOG_PID, facility);
    syslog_is_open = 1;
}

static int open_log(server_rec *s, apr_pool_t *pool)
{
    s->error_log = NULL;
    if (target_of(s->error_fname) == TARGET_SYSLOG) {
        open_syslog(s, pool);
        return OK;
    }
    return pinion_open_log(pool, s, s->error_fname, &s->error_log)
                   == APR_SUCCESS
               ? OK
               : DONE;
}

/* --- stderr -------------------------------------------------------------- */

static apr_status_t forget_stderr(void *unused)
{
    stderr_log = NULL;
    return APR_SUCCESS;
}

AP_DECLARE(void) ap_open_stderr_log(apr_pool_t *p)
{
    if (apr_file_open_stderr(&stderr_log, p) == APR_SUCCESS) {
        apr_pool_cleanup_register(p, NULL, forget_stderr,
                                  apr_pool_cleanup_null);
    }
}

AP_DECLARE(apr_status_t) ap_replace_stderr_log(apr_pool_t *p, const char *fname)
{
    apr_file_t *file;
    apr_file_t *err;
    apr_status_t rv = pinion_open_log(p, NULL, fname, &file);

    if (rv != APR_SUCCESS) {
        return rv;
    }
    rv = apr_file_open_stderr(&err, p);
    if (rv == APR_SUCCESS) {
        apr_file_flush(err);
        rv = apr_file_dup2(err, file, p);
    }
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_CRIT, rv, NULL,
                     "stderr cannot be sent to %s", fname);
    }
    else if (!stderr_log) {
        stderr_log = err;
        apr_pool_cleanup_register(p, NULL, forget_stderr,
                                  apr_pool_cleanup_null);
    }
    apr_file_close(file);
    return rv;
}

AP_DECLARE(void) ap_error_log2stderr(server_rec *s)
{
    apr_file_t *err = NULL;

    if (s->error_log
        && apr_file_open_stderr(&err, s->process->pool) == APR_SUCCESS) {
        apr_file_dup2(err, s->error_log, s->process->pool);
    }
}

/* The descriptor 2 becomes the main log; without a file of its own (syslog),
 * /dev/null, since stderr may be a terminal that goes away. */
static void take_stderr(server_rec *main_server, apr_pool_t *pool)
{
    apr_file_t *err;
    apr_status_t rv;

    if (!main_server->error_log) {
        ap_replace_stderr_log(pool, "/dev/null");
        return;
    }
    rv = apr_file_open_stderr(&err, pool);
    if (rv == APR_SUCCESS) {
        apr_file_flush(err);
        rv = apr_file_dup2(err, main_server->error_log, pool);
    }
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_CRIT, rv, main_server,
                     "stderr cannot be sent to the error log");
    }
}

/* --- all logs ------------------------------------------------------------ */

/* The log of an earlier server with the same name, so that a file is opened,
 * or a program started, once. NULL: none. */
static server_rec *same_log(server_rec *main_server, const server_rec *s)
{
    for (server_rec *other = main_server; other != s; other = other->next) {
        if (other->error_fname
            && strcmp(other->error_fname, s->error_fname) == 0) {
            return other;
        }
    }
    return NULL;
}

AP_DECLARE(int)
ap_open_logs(apr_pool_t *pconf, apr_pool_t *p, apr_pool_t *ptemp,
             server_rec *s_main)
{
    if (!s_main->error_fname) {
        s_main->error_fname = apr_pstrdup(p, DEFAULT_ERRORLOG);
    }
    if (open_log(s_main, p) != OK) {
        return DONE;
    }
    take_stderr(s_main, p);
    for (server_rec *s = s_main->next; s; s = s->next) {
        if (s->error_fname) {
            const server_rec *other = same_log(s_main, s);

            if (other) {
                s->error_log = other->error_log;
            }
            else if (open_log(s, p) != OK) {
                return DONE;
            }
        }
        else {
            s->error_fname = s_main->error_fname;
            s->error_log = s_main->error_log;
        }
    }
    return OK;
}

AP_DECLARE(void) ap_logs_child_init(apr_pool_t *p, server_rec *s)
{
    pn_pipes_close_read_ends();
}

static int check_dirs(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                      server_rec *main_server)
{
    int is_good = 1;

    for (const server_rec *s = main_server; s; s = s->next) {
        is_good &= has_dir(ptemp, s);
    }
    return is_good ? OK : DONE;
}

void pn_error_log_register_hooks(void)
{
    pn_log_id_register();
    ap_hook_check_config(check_dirs, NULL, NULL, APR_HOOK_FIRST);
    ap_hook_open_logs(ap_open_logs, NULL, NULL, APR_HOOK_REALLY_FIRST);
}
