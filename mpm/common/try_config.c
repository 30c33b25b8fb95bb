/* SPDX-License-Identifier: Apache-2.0 */
/* try_config - see try_config.h. */

#include "common/try_config.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "http_core.h"
#include "http_log.h"
#include "http_main.h"

#include "common/listen_private.h"

APLOG_USE_MODULE(core);

enum { REPORT_MAX_BYTES = 8192 };

static char start_dir[PATH_MAX]; /* relative paths among our arguments */
static pid_t trial_pid;
static int report_fd = -1;

void pn_try_config_init(void)
{
    if (!getcwd(start_dir, sizeof(start_dir))) {
        start_dir[0] = '\0';
    }
}

static void close_report(void)
{
    if (report_fd >= 0) {
        close(report_fd);
        report_fd = -1;
    }
}

/* In the new process. */
static void become_trial(const server_rec *s)
{
    size_t n = (size_t)s->process->argc;
    char **argv = calloc(n + 1, sizeof(*argv));

    if (!argv || (start_dir[0] && chdir(start_dir) != 0)) {
        _exit(APEXIT_INIT);
    }
    for (size_t i = 0; i < n; i++) {
        argv[i] = strdup(s->process->argv[i]);
    }
    dup2(report_fd, STDERR_FILENO);
    pn_listen_hand_down();
    setenv(PN_TRY_ENV, "1", 1);
    /* The file that runs, even if another one has its name by now. */
    execv("/proc/self/exe", argv);
    execvp(argv[0], argv);
    _exit(APEXIT_INIT);
}

bool pn_try_config_begin(const server_rec *s)
{
    if (trial_pid) {
        return true;
    }
    close_report();
    /* A file and not a pipe: nobody has to read while the other writes. */
    report_fd = memfd_create("configuration report", MFD_CLOEXEC);
    trial_pid = report_fd < 0 ? -1 : fork();
    if (trial_pid == 0) {
        become_trial(s);
    }
    if (trial_pid < 0) {
        ap_log_error(APLOG_MARK, APLOG_ERR, errno, ap_server_conf,
                     "the new configuration cannot be tried, so there is no "
                     "restart");
        trial_pid = 0;
        close_report();
        return false;
    }
    return true;
}

bool pn_try_config_is(pid_t pid)
{
    return trial_pid != 0 && pid == trial_pid;
}

/* One log line for each line of the report. */
static void log_report(void)
{
    char report[REPORT_MAX_BYTES + 1];
    ssize_t len = pread(report_fd, report, REPORT_MAX_BYTES, 0);
    char *line = report;

    if (len < 0) {
        len = 0;
    }
    report[len] = '\0';
    while (*line) {
        char *end = line + strcspn(line, "\n");
        char *next = *end ? end + 1 : end;

        *end = '\0';
        if (*line) {
            ap_log_error(APLOG_MARK, APLOG_ERR, 0, ap_server_conf,
                         "new configuration: %s", line);
        }
        line = next;
    }
}

bool pn_try_config_end(apr_exit_why_e why, int code)
{
    bool is_good = APR_PROC_CHECK_EXIT(why) && code == 0;

    trial_pid = 0;
    if (!is_good) {
        log_report();
        if (APR_PROC_CHECK_SIGNALED(why)) {
            ap_log_error(APLOG_MARK, APLOG_ERR, 0, ap_server_conf,
                         "reading the new configuration ended with signal %d",
                         code);
        }
        ap_log_error(APLOG_MARK, APLOG_ERR, 0, ap_server_conf,
                     "the new configuration is broken: no restart, the "
                     "present one goes on serving");
    }
    close_report();
    return is_good;
}

void pn_try_config_abort(void)
{
    if (trial_pid) {
        (void)kill(trial_pid, SIGKILL);
        (void)waitpid(trial_pid, NULL, 0);
        trial_pid = 0;
    }
    close_report();
}
