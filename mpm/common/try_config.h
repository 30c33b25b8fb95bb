/* SPDX-License-Identifier: Apache-2.0 */
/*
 * try_config.h - a new configuration is tried before the old one is given up.
 *
 * The master starts its own program once more, with its own arguments, in
 * another process (PN_TRY_ENV in the environment). That process does all of
 * a first start but the process model: it reads, checks, opens logs and
 * ports (the present sockets are handed to it), runs post_config, and exits.
 * Only when it has exited with 0 is a restart carried out.
 */
#ifndef PINION_MPM_COMMON_TRY_CONFIG_H
#define PINION_MPM_COMMON_TRY_CONFIG_H

#include <stdbool.h>
#include <sys/types.h>

#include "apr_thread_proc.h"

#include "httpd.h"

#define PN_TRY_ENV "PINION_TRY_CONFIG"

/* Once, before anything changes the working directory. */
void pn_try_config_init(void);
/* Starts a trial unless one is under way. False after logging when no process
 * can be had. */
bool pn_try_config_begin(const server_rec *s);
/* Is pid the trial? */
bool pn_try_config_is(pid_t pid);
/* The trial has ended: true when the configuration is good. Otherwise what it
 * wrote has been logged. */
bool pn_try_config_end(apr_exit_why_e why, int code);
/* Ends a trial that nobody is interested in any more. */
void pn_try_config_abort(void);

#endif
