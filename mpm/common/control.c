/* SPDX-License-Identifier: Apache-2.0 */
/*
 * control - "-k start|restart|graceful|graceful-stop|stop": talking to the
 * server that is already running.
 */

#include "mpm_common.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apr_strings.h"

#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"

APLOG_USE_MODULE(core);

static const char *order; /* what -k said; NULL without -k */

static const char *const known_orders[] = { "start", "restart", "graceful",
                                            "graceful-stop", "stop" };

static bool is_known(const char *word)
{
    for (size_t i = 0; i < sizeof(known_orders) / sizeof(known_orders[0]);
         i++) {
        if (strcmp(known_orders[i], word) == 0) {
            return true;
        }
    }
    return false;
}

/* The value of the option at argv[*i] when that is a -k with a word that we
 * know; NULL leaves it to the parser of arguments to complain. */
static const char *order_at(const process_rec *process, int *i)
{
    const char *arg = process->argv[*i];
    const char *word = NULL;

    if (arg[0] != '-' || arg[1] != 'k') {
        return NULL;
    }
    if (arg[2]) {
        word = arg + 2;
    } else if (*i + 1 < process->argc) {
        word = process->argv[*i + 1];
    }
    if (!word || !is_known(word)) {
        return NULL;
    }
    *i += arg[2] ? 0 : 1;
    return word;
}

static bool takes_a_value(const char *arg)
{
    return arg[0] == '-' && arg[1] && !arg[2] && strchr("CcDdEef", arg[1]);
}

AP_DECLARE(void) ap_mpm_rewrite_args(process_rec *process)
{
    const char **kept = apr_palloc(process->pool,
                                   ((size_t)process->argc + 1) * sizeof(*kept));
    int n = 0;

    for (int i = 0; i < process->argc; i++) {
        const char *arg = process->argv[i];
        const char *word = i > 0 ? order_at(process, &i) : NULL;

        if (word) {
            order = word;
            continue;
        }
        kept[n++] = arg;
        if (i > 0 && takes_a_value(arg) && i + 1 < process->argc) {
            kept[n++] = process->argv[++i];
        }
    }
    kept[n] = NULL;
    process->argc = n;
    process->argv = kept;
}

/* The name by which the system knows the program of pid. */
static bool read_comm(const char *pid, char *name, size_t size)
{
    char path[40];
    FILE *file;
    bool is_read;

    snprintf(path, sizeof(path), "/proc/%s/comm", pid);
    file = fopen(path, "re");
    is_read = file && fgets(name, (int)size, file) != NULL;
    if (file) {
        fclose(file);
    }
    return is_read;
}

/* Does pid run the program that we run? By its file, or by its name when that
 * cannot be seen or an upgrade has put a new file in its place. */
static bool is_same_program(pid_t pid)
{
    char text[24];
    char path[40];
    char their_name[64];
    char our_name[64];
    struct stat theirs;
    struct stat ours;

    snprintf(text, sizeof(text), "%ld", (long)pid);
    snprintf(path, sizeof(path), "/proc/%s/exe", text);
    if (stat(path, &theirs) == 0 && stat("/proc/self/exe", &ours) == 0 &&
        theirs.st_dev == ours.st_dev && theirs.st_ino == ours.st_ino) {
        return true;
    }
    if (!read_comm(text, their_name, sizeof(their_name)) ||
        !read_comm("self", our_name, sizeof(our_name))) {
        return true; /* the system does not tell: believe the pid file */
    }
    return strcmp(their_name, our_name) == 0;
}

/* A number in a file is no proof: after a crash or in a container it is
 * somebody else's, perhaps our own. */
static bool is_running(pid_t pid)
{
    if (pid <= 0 || pid == getpid()) {
        return false;
    }
    if (kill(pid, 0) != 0 && errno != EPERM) {
        return false;
    }
    return is_same_program(pid);
}

static pid_t running_server(apr_pool_t *pool, const char **state)
{
    const char *fname = ap_runtime_dir_relative(pool, ap_pid_fname);
    pid_t pid = 0;

    if (ap_read_pid(pool, fname, &pid) != APR_SUCCESS) {
        *state = "httpd (no pid file) not running";
        return 0;
    }
    if (!is_running(pid)) {
        *state = apr_psprintf(pool, "httpd (pid %ld?) not running", (long)pid);
        return 0;
    }
    *state =
        apr_psprintf(pool, "httpd (pid %ld) already running", (long)pid);
    return pid;
}

/* Sends signo; returns the exit status. */
static int send_signal(pid_t pid, int signo)
{
    if (kill(pid, signo) == 0) {
        return 0;
    }
    ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, errno, NULL,
                 "sending signal to server");
    return 1;
}

AP_DECLARE(int) ap_signal_server(int *exit_status, apr_pool_t *pconf)
{
    const char *state = NULL;
    pid_t pid;

    *exit_status = 0;
    if (!order) {
        return 0;
    }
    pid = running_server(pconf, &state);
    if (strcmp(order, "start") == 0) {
        if (pid) {
            printf("%s\n", state);
        }
        return pid != 0;
    }
    if (strcmp(order, "stop") == 0 || strcmp(order, "graceful-stop") == 0) {
        if (!pid) {
            printf("%s\n", state);
        } else {
            *exit_status = send_signal(pid, strcmp(order, "stop") == 0
                                                ? SIGTERM
                                                : AP_SIG_GRACEFUL_STOP);
        }
        return 1;
    }
    if (!pid) {
        printf("httpd not running, trying to start\n");
        fflush(stdout); /* or the process that leaves the terminal says it too */
        return 0;
    }
    *exit_status = send_signal(
        pid, strcmp(order, "restart") == 0 ? SIGHUP : AP_SIG_GRACEFUL);
    return 1;
}
