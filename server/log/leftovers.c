/* SPDX-License-Identifier: Apache-2.0 */
/*
 * leftovers.c - programs of piped logs whose configuration has gone.
 *
 * They are expected to end at the end of their input, which comes with the
 * last child of their generation. One that does not (many scripts read an
 * empty line for ever) is told to, once it has read everything: no line is
 * lost by that. A descriptor of the process is kept, not its number, which may
 * be somebody else's by then.
 */
#include "log/pipes.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "apr_time.h"

#define GRACE      apr_time_from_sec(2) /* after the end of the input */
#define LAST_GRACE apr_time_from_sec(1) /* when this process ends */

typedef struct leftover_t {
    struct leftover_t *next;
    int process_fd;
    int read_fd;          /* only to see whether there is input */
    apr_time_t dry_since; /* 0: there is, or may be */
} leftover_t;

/* malloc'ed: they outlive every configuration. */
static leftover_t *leftovers;

void pn_leftovers_add(pid_t pid, int read_fd)
{
    leftover_t *left = calloc(1, sizeof(*left));

    if (!left) {
        return;
    }
    /* Closed on exec, and gone where the kernel has no such thing. */
    left->process_fd = (int)syscall(SYS_pidfd_open, pid, 0);
    left->read_fd = fcntl(read_fd, F_DUPFD_CLOEXEC, 3);
    left->next = leftovers;
    leftovers = left;
}

static void forget(leftover_t **at)
{
    leftover_t *left = *at;

    *at = left->next;
    if (left->process_fd >= 0) {
        close(left->process_fd);
    }
    if (left->read_fd >= 0) {
        close(left->read_fd);
    }
    free(left);
}

void pn_leftovers_forget_all(void)
{
    while (leftovers) {
        forget(&leftovers);
    }
}

static bool is_running(const leftover_t *left)
{
    struct pollfd process = { .fd = left->process_fd, .events = POLLIN };

    return left->process_fd >= 0 && poll(&process, 1, 0) == 0;
}

/* Nobody can write any more, and everything is read. */
static bool is_dry(const leftover_t *left)
{
    struct pollfd input = { .fd = left->read_fd, .events = POLLIN };

    return left->read_fd >= 0 && poll(&input, 1, 0) == 1
           && (input.revents & (POLLHUP | POLLIN)) == POLLHUP;
}

static void tell_to_end(const leftover_t *left)
{
    (void)syscall(SYS_pidfd_send_signal, left->process_fd, SIGTERM, NULL, 0);
}

void pn_leftovers_look_after(void)
{
    leftover_t **at = &leftovers;

    while (*at) {
        leftover_t *left = *at;

        if (!is_running(left)) {
            forget(at);
            continue;
        }
        if (!is_dry(left)) {
            left->dry_since = 0;
        }
        else if (!left->dry_since) {
            left->dry_since = apr_time_now();
        }
        else if (apr_time_now() - left->dry_since > GRACE) {
            tell_to_end(left);
        }
        at = &left->next;
    }
}

void pn_leftovers_end(void)
{
    apr_time_t deadline = apr_time_now() + LAST_GRACE;

    for (pn_leftovers_look_after(); leftovers; pn_leftovers_look_after()) {
        if (apr_time_now() >= deadline) {
            for (leftover_t *left = leftovers; left; left = left->next) {
                tell_to_end(left);
            }
            pn_leftovers_forget_all();
            return;
        }
        apr_sleep(apr_time_from_msec(2));
    }
}
