/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pid.h - whether the process of a pid file is one of us.
 */
#ifndef PINION_SERVER_LOG_PID_H
#define PINION_SERVER_LOG_PID_H

#include <sys/types.h>

/*
 * Whether pid is a live process that runs the same program as the caller, and
 * not the caller itself. After a crash or a reboot a pid file names nobody, or
 * anybody: neither is a reason not to start.
 */
int pn_pid_is_server(pid_t pid);

#endif
