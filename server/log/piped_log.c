/* SPDX-License-Identifier: Apache-2.0 */
/*
 * piped_log.c - programs that read a log from a pipe.
 *
 * The parent holds both ends: a program that dies leaves what it had not read
 * in the pipe, for the one that is started in its place. Children hold the
 * write end only. When the pool goes (the configuration is read again, the
 * server stops), the parent's ends are closed and nobody is killed: the program
 * goes on for the children of the old generation and sees the end of its input
 * when the last of them has gone. What becomes of it then: leftovers.c.
 */
#include "http_log.h"

#include <fcntl.h>
#include <unistd.h>

#include "apr_file_io.h"
#include "apr_portable.h"
#include "apr_strings.h"
#include "apr_thread_proc.h"

#include "ap_mpm.h"
#include "http_main.h"
#include "log/pipes.h"

APLOG_USE_MODULE(core);

enum {
    /* A program that dies sooner than this after its start is in a loop. */
    LOOP_US = 1000 * 1000,
    /* And is started again after a while, which doubles up to: */
    FIRST_DELAY_US = 50 * 1000,
    MAX_DELAY_US = 1000 * 1000
};

struct piped_log {
    apr_pool_t *pool;
    const char *program;
    apr_cmdtype_e cmdtype;
    apr_file_t *read_fd;
    apr_file_t *write_fd;
    apr_proc_t *proc; /* NULL while no program runs */
    apr_time_t started;
    apr_interval_time_t delay; /* before the next start; 0: at once */
};

/* --- the parent's read ends ---------------------------------------------- */

typedef struct read_end_t {
    struct read_end_t *next;
    apr_file_t *file;
} read_end_t;

static read_end_t *read_ends;

static apr_status_t forget_read_end(void *end)
{
    for (read_end_t **at = &read_ends; *at; at = &(*at)->next) {
        if (*at == end) {
            *at = (*at)->next;
            break;
        }
    }
    return APR_SUCCESS;
}

static void note_read_end(apr_pool_t *pool, apr_file_t *file)
{
    read_end_t *end = apr_palloc(pool, sizeof(*end));

    end->file = file;
    end->next = read_ends;
    read_ends = end;
    apr_pool_cleanup_register(pool, end, forget_read_end,
                              apr_pool_cleanup_null);
}

/* With a read end of their own, children would never learn that nobody reads:
 * they would block on a full pipe instead. */
void pn_pipes_close_read_ends(void)
{
    for (; read_ends; read_ends = read_ends->next) {
        apr_file_close(read_ends->file);
    }
    pn_leftovers_forget_all();
}

/* --- starting a program -------------------------------------------------- */

/* In the new process, when it cannot become the program. */
static void report_start_error(apr_pool_t *pool, apr_status_t rv,
                               const char *what)
{
    apr_file_t *err;

    if (apr_file_open_stderr(&err, pool) == APR_SUCCESS) {
        apr_file_printf(err, "(%d)%pm: piped log program: %s\n", rv, &rv, what);
    }
}

static void on_program_event(int reason, void *data, apr_wait_t status);

/* Its stderr is the server's stdout: the server's stderr may be the very pipe
 * that it reads. */
static apr_status_t start_program(piped_log *pl)
{
    apr_procattr_t *attr;
    apr_file_t *err = NULL;
    char **args;
    apr_status_t rv;

    pl->proc = NULL;
    if ((rv = apr_procattr_create(&attr, pl->pool)) != APR_SUCCESS
        || (rv = apr_procattr_dir_set(attr, ap_server_root)) != APR_SUCCESS
        || (rv = apr_procattr_cmdtype_set(attr, pl->cmdtype)) != APR_SUCCESS
        || (rv = apr_procattr_child_in_set(attr, pl->read_fd, NULL))
               != APR_SUCCESS
        || (rv = apr_procattr_child_errfn_set(attr, report_start_error))
               != APR_SUCCESS
        || (rv = apr_procattr_error_check_set(attr, 1)) != APR_SUCCESS
        || (rv = apr_tokenize_to_argv(pl->program, &args, pl->pool))
               != APR_SUCCESS) {
        return rv;
    }
    if (apr_file_open_stdout(&err, pl->pool) == APR_SUCCESS) {
        apr_procattr_child_err_set(attr, err, NULL);
    }
    if (!args[0]) {
        return APR_EINVAL;
    }
    pl->proc = apr_pcalloc(pl->pool, sizeof(*pl->proc));
    rv = apr_proc_create(pl->proc, args[0], (const char *const *)args, NULL,
                         attr, pl->pool);
    if (rv != APR_SUCCESS) {
        pl->proc = NULL;
        return rv;
    }
    pl->started = apr_time_now();
    apr_proc_other_child_register(pl->proc, on_program_event, pl, pl->write_fd,
                                  pl->pool);
    return APR_SUCCESS;
}

/* --- watching it --------------------------------------------------------- */

static int is_stopping(void)
{
    int state = AP_MPMQ_STARTING;

    return ap_mpm_query(AP_MPMQ_MPM_STATE, &state) == APR_SUCCESS
           && state == AP_MPMQ_STOPPING;
}

static void restart_program(piped_log *pl, apr_wait_t status)
{
    const int is_loop = apr_time_now() - pl->started < LOOP_US;
    apr_status_t rv;

    if (!is_loop) {
        pl->delay = 0;
    }
    else if (pl->delay < MAX_DELAY_US) {
        pl->delay = pl->delay > 0 ? 2 * pl->delay : FIRST_DELAY_US;
    }
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, ap_server_conf,
                 "piped log program '%s' ended (status %d)%s, it is started "
                 "again",
                 pl->program, status, is_loop ? " right after its start" : "");
    if (pl->delay > 0) {
        /* The parent has nothing else to do, and no log is lost meanwhile: the
         * pipe holds some, then the writers wait. */
        apr_sleep(pl->delay);
    }
    rv = start_program(pl);
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_ALERT, rv, ap_server_conf,
                     "piped log program '%s' cannot be started again; its log "
                     "is lost until the next restart",
                     pl->program);
    }
}

/* The program ends by itself, as a rule. */
static void let_go(piped_log *pl)
{
    apr_os_file_t fd;

    if (pl->proc && apr_os_file_get(&fd, pl->read_fd) == APR_SUCCESS) {
        pn_leftovers_add(pl->proc->pid, fd);
    }
    pl->proc = NULL;
}

static void on_program_event(int reason, void *data, apr_wait_t status)
{
    piped_log *pl = data;

    switch (reason) {
    case APR_OC_REASON_DEATH:
    case APR_OC_REASON_LOST:
        pl->proc = NULL;
        apr_proc_other_child_unregister(pl);
        if (!is_stopping()) {
            restart_program(pl, status);
        }
        break;
    case APR_OC_REASON_UNWRITABLE:
        /* It reads no more. Its end is reported as DEATH. */
        if (pl->proc) {
            apr_proc_kill(pl->proc, SIGTERM);
        }
        break;
    case APR_OC_REASON_RESTART:
        let_go(pl);
        apr_proc_other_child_unregister(pl);
        break;
    case APR_OC_REASON_UNREGISTER:
        /* By us, or with the pool: unregistering twice is a crash in APR. */
        let_go(pl);
        break;
    default: /* APR_OC_REASON_RUNNING */
        break;
    }
}

/* --- opening, closing ---------------------------------------------------- */

static apr_status_t close_ends(void *data)
{
    piped_log *pl = data;

    if (pl->proc) {
        let_go(pl);
        apr_proc_other_child_unregister(pl);
    }
    apr_file_close(pl->read_fd);
    apr_file_close(pl->write_fd);
    return APR_SUCCESS;
}

/* CGI programs and the like must not hold logs open. */
static void close_on_exec(apr_file_t *file)
{
    apr_os_file_t fd;

    if (apr_os_file_get(&fd, file) == APR_SUCCESS) {
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
}

AP_DECLARE(piped_log *)
ap_open_piped_log_ex(apr_pool_t *p, const char *program, apr_cmdtype_e cmdtype)
{
    piped_log *pl = apr_pcalloc(p, sizeof(*pl));
    apr_status_t rv;

    pl->pool = p;
    pl->program = apr_pstrdup(p, program);
    pl->cmdtype = cmdtype;
    rv = apr_file_pipe_create_ex(&pl->read_fd, &pl->write_fd, APR_FULL_BLOCK,
                                 p);
    if (rv == APR_SUCCESS) {
        close_on_exec(pl->read_fd);
        close_on_exec(pl->write_fd);
        apr_pool_cleanup_register(p, pl, close_ends, apr_pool_cleanup_null);
        rv = start_program(pl);
    }
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, rv, ap_server_conf,
                     "piped log program '%s' cannot be started", program);
        return NULL;
    }
    note_read_end(p, pl->read_fd);
    return pl;
}

AP_DECLARE(piped_log *) ap_open_piped_log(apr_pool_t *p, const char *program)
{
    return ap_open_piped_log_ex(p, program, APR_PROGRAM_ENV);
}

AP_DECLARE(void) ap_close_piped_log(piped_log *pl)
{
    apr_pool_cleanup_run(pl->pool, pl, close_ends);
}

AP_DECLARE(apr_file_t *) ap_piped_log_read_fd(piped_log *pl)
{
    return pl->read_fd;
}

AP_DECLARE(apr_file_t *) ap_piped_log_write_fd(piped_log *pl)
{
    return pl->write_fd;
}
