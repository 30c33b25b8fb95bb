/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard_private.h - what the files of the scoreboard share. */
#ifndef PINION_MPM_COMMON_SCOREBOARD_PRIVATE_H
#define PINION_MPM_COMMON_SCOREBOARD_PRIVATE_H

#include <stdbool.h>

#include "scoreboard.h"

struct ap_sb_handle_t {
    int slot;
    int thread;
};

/* True while any slot has a process of this server, old generations too. */
bool pn_scoreboard_has_children(void);
/* Once in each child: mod_logio's counter, when it is there, knows more about
 * the bytes of a response than the response itself. */
void pn_scoreboard_find_byte_counter(void);

#endif
