/* SPDX-License-Identifier: Apache-2.0 */
/* start.h - the chapters of main()'s story. */
#ifndef PINION_SERVER_START_START_H
#define PINION_SERVER_START_START_H

#include <stdbool.h>

#include "httpd.h"

/* What is to be shown instead of starting a server. */
typedef enum {
    PN_SHOW_NOTHING,
    PN_SHOW_VERSION,    /* -v */
    PN_SHOW_SETTINGS,   /* -V */
    PN_SHOW_MODULES,    /* -l */
    PN_SHOW_DIRECTIVES, /* -L */
} pn_show_e;

typedef struct pn_args_t {
    pn_show_e show;
    const char *server_root; /* -d, or the installed one */
    const char *conf_file;   /* -f, or the usual one of server_root */
    bool is_trial; /* this process only tries a configuration for a master */
} pn_args_t;

/*
 * Makes the pools and global lists that must exist before the first module:
 * process->pool lives as long as the process, process->pconf as long as a
 * configuration.
 */
process_rec *pn_process_create(int argc, const char *const *argv);
/* Ends the process: pools first, so that every cleanup runs. */
void pn_process_exit(process_rec *process, int status)
    __attribute__((noreturn));

/*
 * Reads the command line into *args, ap_run_mode and the lists of -C, -c and
 * -D. Ends the process with the usage text when it makes no sense.
 */
void pn_args_parse(process_rec *process, pn_args_t *args);

/* -v and -l at once; -V and -L when the configuration has said which modules
 * there are. */
void pn_show(pn_show_e what);

/* One reading of the configuration, see configure.c. */
typedef struct pn_pass_t {
    process_rec *process;
    apr_pool_t *plog;  /* what open_logs opens */
    apr_pool_t *ptemp; /* gone when the configuration stands */
    server_rec *s;
} pn_pass_t;

/* Text to tree; modules are loaded on the way. False after reporting. */
bool pn_configure_load(pn_pass_t *pass, const pn_args_t *args);
/* Tree to records; check_config included. False after reporting. */
bool pn_configure_apply(pn_pass_t *pass);
/* Logs, ports, post_config. False after reporting. */
bool pn_configure_finish(pn_pass_t *pass);
/* Throws away the configuration; modules are unloaded. */
void pn_configure_drop(pn_pass_t *pass);

#endif
