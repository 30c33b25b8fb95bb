/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pipes.h - the pipes of piped logs and the programs that read them.
 */
#ifndef PINION_SERVER_LOG_PIPES_H
#define PINION_SERVER_LOG_PIPES_H

#include <sys/types.h>

/* In a child process, once: closes the read ends that it inherited. */
void pn_pipes_close_read_ends(void);

/* The server lets go of the program pid, which reads from read_fd (copied). */
void pn_leftovers_add(pid_t pid, int read_fd);
/* Now and then: ends those that stay though their input has ended. */
void pn_leftovers_look_after(void);
/* At the end of the master: waits a moment for them, then tells them to end. */
void pn_leftovers_end(void);
/* In a child process, once: they are the master's. */
void pn_leftovers_forget_all(void);

#endif
