/* SPDX-License-Identifier: Apache-2.0 */
/* wait.c - waiting for one connection with poll(). */

#include "engine/wait.h"

#include <errno.h>
#include <poll.h>

/* Milliseconds until deadline, rounded up: a wake-up before it would spin. */
static int ms_until(apr_time_t deadline)
{
    apr_time_t left;

    if (!deadline) {
        return -1;
    }
    left = deadline - apr_time_now();
    if (left <= 0) {
        return 0;
    }
    left = (left + 999) / 1000;
    return left < APR_INT32_MAX ? (int)left : APR_INT32_MAX;
}

pn_wait_e pn_wait_conn(const pn_conn_t *conn, pn_want_e want, int wake_fd)
{
    struct pollfd pfds[2] = {
        { .fd = pn_conn_fd(conn),
          .events = want == PN_WANT_WRITE ? POLLOUT : POLLIN },
        { .fd = wake_fd, .events = POLLIN }, /* poll() skips fd -1 */
    };
    int n;

    if (want != PN_WANT_READ && want != PN_WANT_WRITE) {
        return PN_WAIT_READY;
    }
    n = poll(pfds, 2, ms_until(pn_conn_deadline(conn)));
    if (n < 0 && errno == EINTR) {
        return PN_WAIT_SIGNAL;
    }
    return n > 0 && !pfds[0].revents ? PN_WAIT_WOKEN : PN_WAIT_READY;
}
