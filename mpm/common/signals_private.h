/* SPDX-License-Identifier: Apache-2.0 */
/* signals_private.h - one way to set a handler. */
#ifndef PINION_MPM_COMMON_SIGNALS_PRIVATE_H
#define PINION_MPM_COMMON_SIGNALS_PRIVATE_H

/* Sets handler for signo; logs what cannot be set. */
void pn_signals_set(int signo, void (*handler)(int), int flags);

/*
 * Before the ports are open: whoever sees an open port may send a signal, and
 * it must not kill a master that is still starting. It is remembered for the
 * process model; a second TERM or INT kills, in case the start hangs.
 */
void pn_signals_set_early(void);

#endif
