/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait.h - waiting for one connection with poll(): prefork's and worker's way.
 */
#ifndef PINION_SERVER_ENGINE_WAIT_H
#define PINION_SERVER_ENGINE_WAIT_H

#include "engine/conn.h"

typedef enum {
    PN_WAIT_READY,  /* step the connection: bytes, room, or its deadline */
    PN_WAIT_WOKEN,  /* wake_fd is readable; the connection has nothing new */
    PN_WAIT_SIGNAL  /* a signal came first; step does no harm */
} pn_wait_e;

/*
 * Waits for what conn wants: want is what pn_conn_step() returned, READ or
 * WRITE; for the other wants it returns PN_WAIT_READY at once. wake_fd is one
 * more descriptor to look at (pipe of death), or -1; nothing is read from it.
 * An error of poll() itself shows as PN_WAIT_READY: the step finds out.
 */
pn_wait_e pn_wait_conn(const pn_conn_t *conn, pn_want_e want, int wake_fd);

#endif
