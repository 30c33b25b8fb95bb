/* SPDX-License-Identifier: Apache-2.0 */
/*
 * main.c - arguments, start, restart, stop.
 *
 * The story: look at the command line; answer questions; read the
 * configuration once to see whether it is good; then throw it away, read it
 * for good, and hand over to the process model, which comes back for a
 * restart or for the end.
 */

#include "start/start.h"

#include <stdio.h>
#include <unistd.h>

#include "apr_strings.h"

#include "ap_mpm.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "mpm_common.h"
#include "unixd.h"

#include "common/signals_private.h"

APLOG_USE_MODULE(core);

enum { EXIT_BAD_CONFIG = 1, RETRY_PAUSE_S = 1 };

/* -t and the dumps: the configuration is good, say so or show it. */
static void report_config(pn_pass_t *pass)
{
    ap_run_test_config(pass->process->pconf, pass->s);
    if (ap_run_mode == AP_SQ_RM_CONFIG_TEST) {
        fprintf(stderr, "Syntax OK\n");
    }
}

/* The first pass: is the configuration good, and is there a server that
 * somebody wants to talk to? Returns when a server is to be started. */
static void rehearse(pn_pass_t *pass, const pn_args_t *args)
{
    int status = 0;
    bool is_good;

    ap_main_state = AP_SQ_MS_CREATE_PRE_CONFIG;
    is_good = pn_configure_load(pass, args);
    if (args->show != PN_SHOW_NOTHING) {
        /* -V says what it knows, even without a process model. */
        if (is_good || args->show == PN_SHOW_SETTINGS) {
            pn_show(args->show);
        }
        pn_process_exit(pass->process, is_good ? 0 : EXIT_BAD_CONFIG);
    }
    if (!is_good || !pn_configure_apply(pass)) {
        pn_process_exit(pass->process, EXIT_BAD_CONFIG);
    }
    if (ap_run_mode != AP_SQ_RM_NORMAL) {
        report_config(pass);
        pn_process_exit(pass->process, 0);
    }
    if (!args->is_trial &&
        ap_signal_server(&status, pass->process->pconf) != 0) {
        pn_process_exit(pass->process, status);
    }
    if (!args->is_trial) {
        pn_signals_set_early();
    }
    if (!pn_configure_finish(pass)) {
        pn_process_exit(pass->process, EXIT_BAD_CONFIG);
    }
    if (args->is_trial) {
        pn_process_exit(pass->process, 0);
    }
}

/* The pass that counts. */
static bool configure(pn_pass_t *pass, const pn_args_t *args)
{
    pn_configure_drop(pass);
    ap_main_state = AP_SQ_MS_CREATE_CONFIG;
    if (!pn_configure_load(pass, args) || !pn_configure_apply(pass) ||
        !pn_configure_finish(pass)) {
        return false;
    }
    ap_run_optional_fn_retrieve();
    return true;
}

/* The configuration was good a moment ago, in the process that tried it. If
 * it is not now, somebody is writing it: the children of the generation
 * before go on serving while we wait for the end of that. */
static bool configure_again(pn_pass_t *pass, const pn_args_t *args)
{
    while (!configure(pass, args)) {
        ap_log_error(APLOG_MARK, APLOG_ALERT, 0, NULL,
                     "the configuration changed while it was read; trying "
                     "again in %d s",
                     RETRY_PAUSE_S);
        (void)sleep(RETRY_PAUSE_S);
        if (ap_unixd_mpm_get_retained_data()->shutdown_pending) {
            return false;
        }
    }
    return true;
}

/* One generation of the server. Returns what the process model returned. */
static int serve(pn_pass_t *pass)
{
    ap_main_state = AP_SQ_MS_RUN_MPM;
    return ap_run_mpm(pass->process->pconf, pass->plog, pass->s);
}

int main(int argc, const char *const argv[])
{
    pn_pass_t pass = { .process = pn_process_create(argc, argv) };
    pn_args_t args;
    const char *err;
    int result;

    pn_args_parse(pass.process, &args);
    if (args.show == PN_SHOW_VERSION) {
        pn_show(args.show);
        return 0;
    }
    err = ap_setup_prelinked_modules(pass.process);
    if (err) {
        fprintf(stderr, "%s: %s\n", pass.process->short_name, err);
        pn_process_exit(pass.process, EXIT_BAD_CONFIG);
    }
    if (args.show == PN_SHOW_MODULES) {
        pn_show(args.show);
        pn_process_exit(pass.process, 0);
    }
    apr_pool_create(&pass.plog, pass.process->pool);
    apr_pool_tag(pass.plog, "plog");

    rehearse(&pass, &args);
    ap_config_generation++;
    if (!configure(&pass, &args)) {
        pn_process_exit(pass.process, EXIT_BAD_CONFIG);
    }
    while ((result = serve(&pass)) == OK) {
        ap_config_generation++;
        if (!configure_again(&pass, &args)) {
            break;
        }
    }
    pn_process_exit(pass.process, result == DONE || result == OK
                                      ? 0
                                      : EXIT_BAD_CONFIG);
}
