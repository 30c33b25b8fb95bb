/* SPDX-License-Identifier: Apache-2.0 */
/* children_private.h - what the master's loops share. */
#ifndef PINION_MPM_COMMON_CHILDREN_PRIVATE_H
#define PINION_MPM_COMMON_CHILDREN_PRIVATE_H

#include <stdbool.h>

#include "apr_time.h"

/*
 * How often children crash. A child that dies by a signal soon after its
 * start will most likely die again: the more in a row, the longer the wait
 * until the next one is started.
 */
typedef struct pn_crash_brake_t {
    int in_a_row;
    apr_time_t not_before; /* no new child until then; 0: at once */
} pn_crash_brake_t;

/* Notes that a child which had lived for age died by a signal. Returns the
 * pause until the next start in seconds, when it has just become longer; 0
 * when nothing changed. */
int pn_children_note_crash(pn_crash_brake_t *brake, apr_interval_time_t age,
                           apr_time_t now);
/* Notes that a child ended as it should. */
void pn_children_note_exit(pn_crash_brake_t *brake);
bool pn_children_may_start(const pn_crash_brake_t *brake, apr_time_t now);

#endif
