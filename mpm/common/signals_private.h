/* SPDX-License-Identifier: Apache-2.0 */
/* signals_private.h - one way to set a handler. */
#ifndef PINION_MPM_COMMON_SIGNALS_PRIVATE_H
#define PINION_MPM_COMMON_SIGNALS_PRIVATE_H

/* Sets handler for signo; logs what cannot be set. */
void pn_signals_set(int signo, void (*handler)(int), int flags);

#endif
