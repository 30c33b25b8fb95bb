/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pipes.h - the pipes of piped logs, for the rest of this folder.
 */
#ifndef PINION_SERVER_LOG_PIPES_H
#define PINION_SERVER_LOG_PIPES_H

/* In a child process, once: closes the read ends that it inherited. */
void pn_pipes_close_read_ends(void);

#endif
