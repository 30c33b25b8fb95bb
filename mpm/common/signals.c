/* SPDX-License-Identifier: Apache-2.0 */
/*
 * signals - what the master does on TERM, HUP, USR1 and WINCH, and what every
 * process does when it crashes.
 *
 * Handlers only set flags; the master's loop acts on them. SIGCHLD has a
 * handler that does nothing, so that the end of a child ends a sleep.
 */

#include "unixd.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "ap_mpm.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "mpm_common.h"

#include "common/signals_private.h"

APLOG_USE_MODULE(core);

static ap_unixd_mpm_retained_data retained = {
    .mpm_state = AP_MPMQ_STARTING,
    .num_buckets = 1,
    .max_buckets = 1,
};
static pid_t master_pid;

AP_DECLARE(ap_unixd_mpm_retained_data *) ap_unixd_mpm_get_retained_data(void)
{
    return &retained;
}

static void on_stop(int signo)
{
    retained.mpm_state = AP_MPMQ_STOPPING;
    retained.shutdown_pending = 1;
    retained.is_ungraceful = signo != AP_SIG_GRACEFUL_STOP;
}

/* A terminal that changes its size sends SIGWINCH from inside the kernel; a
 * graceful stop is sent by a process. Only the second means us. */
static void on_winch(int signo, siginfo_t *info, void *context)
{
    if (info && info->si_code == SI_KERNEL) {
        return;
    }
    on_stop(signo);
}

static void on_restart(int signo)
{
    retained.restart_pending = 1;
    retained.is_ungraceful = signo == SIGHUP;
}

static void on_child(int signo)
{
    /* Its arrival is its message. */
}

void pn_signals_set(int signo, void (*handler)(int), int flags)
{
    struct sigaction action;

    memset(&action, 0, sizeof(action));
    sigemptyset(&action.sa_mask);
    action.sa_handler = handler;
    action.sa_flags = flags;
    if (sigaction(signo, &action, NULL) != 0) {
        ap_log_error(APLOG_MARK, APLOG_WARNING, errno, ap_server_conf,
                     "cannot set the handler of signal %d", signo);
    }
}

AP_DECLARE(void) ap_unixd_mpm_set_signals(apr_pool_t *pconf, int one_process)
{
    struct sigaction winch;

    if (!one_process) {
        ap_fatal_signal_setup(ap_server_conf, pconf);
    }
    pn_signals_set(SIGTERM, on_stop, 0);
    pn_signals_set(SIGINT, on_stop, 0);
    pn_signals_set(SIGXCPU, SIG_DFL, 0);
    /* A log that has reached the file size limit must not end the server. */
    pn_signals_set(SIGXFSZ, SIG_IGN, 0);
    pn_signals_set(SIGPIPE, SIG_IGN, 0);
    if (one_process) {
        return;
    }
    memset(&winch, 0, sizeof(winch));
    sigemptyset(&winch.sa_mask);
    winch.sa_sigaction = on_winch;
    winch.sa_flags = SA_SIGINFO;
    sigaction(AP_SIG_GRACEFUL_STOP, &winch, NULL);
    pn_signals_set(SIGHUP, on_restart, 0);
    pn_signals_set(AP_SIG_GRACEFUL, on_restart, 0);
    pn_signals_set(SIGCHLD, on_child, SA_NOCLDSTOP);
}

void pn_signals_set_early(void)
{
    ap_unixd_mpm_set_signals(NULL, 0);
    pn_signals_set(SIGTERM, on_stop, (int)SA_RESETHAND);
    pn_signals_set(SIGINT, on_stop, (int)SA_RESETHAND);
}

/* --- crashes ------------------------------------------------------------ */

static const int fatal_signals[] = { SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE };

/* Runs in a process that is broken: no memory, no locks; the default action
 * follows, since SA_RESETHAND has put it back. */
static void on_fatal(int signo)
{
    if (ap_coredump_dir[0] != '\0' && chdir(ap_coredump_dir) != 0) {
        /* the dump goes wherever the process stands */
    }
    if (getpid() == master_pid) {
        static const char line[] = "the master process has crashed\n";

        if (write(STDERR_FILENO, line, sizeof(line) - 1) < 0) {
            /* nowhere else to say it */
        }
    }
    (void)kill(getpid(), signo);
}

static void catch_fatal_signals(void)
{
    for (size_t i = 0; i < sizeof(fatal_signals) / sizeof(fatal_signals[0]);
         i++) {
        struct sigaction current;

        /* Sanitizers and debuggers were there first and say more. */
        if (sigaction(fatal_signals[i], NULL, &current) == 0 &&
            current.sa_handler == SIG_DFL) {
            pn_signals_set(fatal_signals[i], on_fatal,
                           (int)(SA_RESETHAND | SA_NODEFER));
        }
    }
}

AP_DECLARE(apr_status_t)
ap_fatal_signal_setup(server_rec *s, apr_pool_t *in_pconf)
{
    master_pid = getpid();
    catch_fatal_signals();
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t) ap_fatal_signal_child_setup(server_rec *s)
{
    catch_fatal_signals();
    return APR_SUCCESS;
}
