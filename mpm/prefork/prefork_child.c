/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prefork_child - one process, one connection at a time.
 *
 * A child sleeps in one place, epoll, over all listeners, the pipe of death
 * and a descriptor of its own that its signal handlers ring. Listeners are
 * watched exclusively, so a connection wakes one child and no lock is needed
 * around accept; a child that is called for nothing gets EAGAIN and sleeps
 * on.
 *
 * While a connection is open, the child waits for it with poll, together with
 * the same two: when its generation ends, an idle client is not cut off but
 * gets "Connection: close" with its next answer, or waits out its keep-alive
 * time. TERM ends the child at once.
 */

#include "prefork/prefork.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "apr_portable.h"
#include "apr_strings.h"

#include "ap_mpm.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "scoreboard.h"

#include "common/scoreboard_private.h"
#include "common/signals_private.h"
#include "engine/conn.h"
#include "http/host_conn.h"
#include "util/child_data.h"

APLOG_USE_MODULE(mpm_prefork);

enum { EVENTS_N = 8, OUT_OF_RESOURCES_PAUSE_US = 100000 };

/* Everything a child knows; there is one in a process. */
typedef struct child_t {
    apr_pool_t *pool;    /* the child's life */
    apr_pool_t *ptrans;  /* one connection's, cleared after it */
    apr_bucket_alloc_t *alloc;
    server_rec *s;
    ap_sb_handle_t *sbh;
    int slot;
    int epoll_fd;
    int pod_fd; /* -1 once the order to leave has come */
    bool is_leaving;
    int connections_left; /* MaxConnectionsPerChild; -1: no limit */
} child_t;

PN_CHILD_DATA static child_t *this_child; /* NULL in the master */
PN_CHILD_DATA static volatile sig_atomic_t got_term;
PN_CHILD_DATA static volatile sig_atomic_t got_graceful;
/* May be left in good order. */
PN_CHILD_DATA static volatile sig_atomic_t is_sleeping = 1;
PN_CHILD_DATA static int bell_fd = -1;

static void ring(void)
{
    const uint64_t one = 1;

    if (write(bell_fd, &one, sizeof(one)) < 0) {
        /* it rings already */
    }
}

/* Inside a request nobody knows what is locked or half written: the process
 * ends here and now. Otherwise it ends in order. */
static void on_term(int signo)
{
    if (!is_sleeping) {
        _exit(0);
    }
    got_term = 1;
    ring();
}

static void on_graceful(int signo)
{
    got_graceful = 1;
    ring();
}

static void set_signals(bool is_alone)
{
    pn_signals_set(SIGTERM, on_term, 0);
    pn_signals_set(SIGINT, on_term, 0);
    pn_signals_set(SIGHUP, on_term, 0);
    pn_signals_set(AP_SIG_GRACEFUL, on_graceful, 0);
    pn_signals_set(SIGCHLD, SIG_DFL, 0);
    pn_signals_set(SIGPIPE, SIG_IGN, 0);
    pn_signals_set(AP_SIG_GRACEFUL_STOP, is_alone ? SIG_DFL : SIG_IGN, 0);
}

static void leave(child_t *child, int code) __attribute__((noreturn));

static void leave(child_t *child, int code)
{
    ap_unixd_mpm_get_retained_data()->mpm_state = AP_MPMQ_STOPPING;
    if (child->pool) {
        ap_run_child_stopping(child->pool, child->is_leaving);
        apr_pool_destroy(child->pool);
    }
    exit(code);
}

static void begin_leaving(child_t *child)
{
    if (child->is_leaving) {
        return;
    }
    child->is_leaving = true;
    if (child->pod_fd >= 0) {
        (void)epoll_ctl(child->epoll_fd, EPOLL_CTL_DEL, child->pod_fd, NULL);
        child->pod_fd = -1;
    }
    /* Whoever asks now, such as the choice of keep-alive, hears the truth. */
    ap_unixd_mpm_get_retained_data()->mpm_state = AP_MPMQ_STOPPING;
}

void pn_prefork_look_at_pod(void)
{
    struct pollfd pod = { .fd = -1, .events = 0 };

    if (!this_child || this_child->is_leaving) {
        return;
    }
    pod.fd = this_child->pod_fd;
    if (got_graceful || (pod.fd >= 0 && poll(&pod, 1, 0) == 1)) {
        begin_leaving(this_child);
    }
}

/* --- setting up --------------------------------------------------------- */

static void watch(const child_t *child, int fd, uint32_t events, void *tag)
{
    struct epoll_event event = { .events = events, .data = { .ptr = tag } };

    if (epoll_ctl(child->epoll_fd, EPOLL_CTL_ADD, fd, &event) != 0) {
        ap_log_error(APLOG_MARK, APLOG_EMERG, errno, ap_server_conf,
                     "a child cannot watch its descriptors");
        exit(APEXIT_CHILDSICK);
    }
}

static int fd_of_file(apr_file_t *file)
{
    apr_os_file_t fd = -1;

    apr_os_file_get(&fd, file);
    return fd;
}

/* All buckets: with SO_REUSEPORT the kernel spreads connections by hash, and
 * one that falls to a bucket whose children are busy must not wait while
 * others sleep. */
static void watch_listeners(child_t *child)
{
    ap_listen_rec **buckets = NULL;
    int buckets_n = 0;

    if (ap_duplicate_listeners(child->pool, child->s, &buckets, &buckets_n) !=
        APR_SUCCESS) {
        exit(APEXIT_CHILDSICK);
    }
    for (int i = 0; i < buckets_n; i++) {
        for (ap_listen_rec *lr = buckets[i]; lr; lr = lr->next) {
            apr_os_sock_t fd = -1;

            apr_os_sock_get(&fd, lr->sd);
            watch(child, fd, EPOLLIN | (uint32_t)EPOLLEXCLUSIVE, lr);
        }
    }
}

static void set_up_waiting(child_t *child, const prefork_pods_t *pods)
{
    child->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    bell_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    child->pod_fd = -1;
    watch(child, bell_fd, EPOLLIN, &bell_fd);
    if (pods->present) {
        child->pod_fd = fd_of_file(pods->present->pod_in);
        watch(child, child->pod_fd, EPOLLIN, &child->pod_fd);
        /* As long as a child held the writing end, nobody would see the
         * pipe's end. */
        close(fd_of_file(pods->present->pod_out));
    }
    if (pods->previous) {
        close(fd_of_file(pods->previous->pod_out));
        close(fd_of_file(pods->previous->pod_in));
    }
    watch_listeners(child);
}

static void set_up(child_t *child, apr_pool_t *pconf,
                   const prefork_pods_t *pods, const sigset_t *mask)
{
    bool is_alone = !mask;
    apr_allocator_t *allocator;
    process_score *process = ap_get_scoreboard_process(child->slot);

    apr_allocator_create(&allocator);
    apr_allocator_max_free_set(allocator, ap_max_mem_free);
    apr_pool_create_ex(&child->pool, pconf, NULL, allocator);
    apr_allocator_owner_set(allocator, child->pool);
    apr_pool_tag(child->pool, "pchild");
    apr_pool_create(&child->ptrans, child->pool);
    apr_pool_tag(child->ptrans, "transaction");

    ap_fatal_signal_child_setup(child->s);
    set_up_waiting(child, pods);
    set_signals(is_alone);
    if (mask) {
        sigprocmask(SIG_SETMASK, mask, NULL);
    }
    if (!is_alone && ap_run_drop_privileges(child->pool, child->s) != OK) {
        exit(APEXIT_CHILDFATAL);
    }
    ap_run_child_init(child->pool, child->s);
    ap_create_sb_handle(&child->sbh, child->pool, child->slot, 0);
    pn_scoreboard_find_byte_counter();
    child->alloc = apr_bucket_alloc_create(child->pool);
    if (process) {
        process->pid = getpid();
    }
    child->connections_left =
        ap_max_requests_per_child > 0 ? ap_max_requests_per_child : -1;
    ap_unixd_mpm_get_retained_data()->mpm_state = AP_MPMQ_RUNNING;
}

/* --- one connection ----------------------------------------------------- */

/* When the present wait of conn ends, for poll. */
static int poll_ms(const pn_conn_t *conn)
{
    apr_time_t deadline = pn_conn_deadline(conn);
    apr_interval_time_t left;

    if (deadline == 0) {
        return -1;
    }
    left = deadline - apr_time_now();
    if (left <= 0) {
        return 0;
    }
    /* rounded up: a turn too early would only be repeated */
    left = left / 1000 + 1;
    return left > 3600000 ? 3600000 : (int)left;
}

/* The order to leave while a connection is open: the client shall know. */
static void look_at_orders(child_t *child, pn_conn_t *conn)
{
    if (got_graceful) {
        begin_leaving(child);
    }
    if (child->is_leaving) {
        pn_conn_set_leaving(conn);
    }
}

/* Sleeps until conn can go on. False when the process must end. */
static bool wait_for_peer(child_t *child, pn_conn_t *conn, short events)
{
    struct pollfd fds[3] = {
        { .fd = pn_conn_fd(conn), .events = events },
        { .fd = bell_fd, .events = POLLIN },
        /* Only its end: a byte in it is for a child that is idle. */
        { .fd = child->pod_fd, .events = 0 },
    };

    is_sleeping = 1;
    if (!got_term) {
        (void)poll(fds, 3, poll_ms(conn));
    }
    is_sleeping = 0;
    if (got_term) {
        return false;
    }
    if (fds[2].revents & (POLLHUP | POLLERR)) {
        begin_leaving(child);
        /* At a graceful stop the port must be closed to newcomers, however
         * long this connection takes. */
        ap_close_listeners();
    }
    if (fds[1].revents) {
        uint64_t rung;

        if (read(bell_fd, &rung, sizeof(rung)) < 0) {
            /* a second look finds nothing */
        }
    }
    look_at_orders(child, conn);
    return true;
}

/* Carries conn to its end. False when the process must end before. */
static bool drive(child_t *child, pn_conn_t *conn)
{
    for (;;) {
        switch (pn_conn_step(conn)) {
        case PN_WANT_WORK:
            pn_conn_work(conn);
            break;
        case PN_WANT_READ:
            if (!wait_for_peer(child, conn, POLLIN)) {
                return false;
            }
            break;
        case PN_WANT_WRITE:
            if (!wait_for_peer(child, conn, POLLOUT)) {
                return false;
            }
            break;
        case PN_WANT_SUSPENDED: /* there is no thread that could resume it */
        case PN_WANT_CLOSE:
            return true;
        }
    }
}

static void on_accept_failure(child_t *child, apr_status_t rv)
{
    if (rv == APR_EGENERAL) {
        leave(child, APEXIT_CHILDSICK);
    }
    if (rv == APR_EINVAL) { /* a graceful stop, seen before its order */
        begin_leaving(child);
    }
    else if (!APR_STATUS_IS_EAGAIN(rv) && !APR_STATUS_IS_EINTR(rv)) {
        /* Out of descriptors or memory: others must get a chance. */
        apr_sleep(OUT_OF_RESOURCES_PAUSE_US);
    }
    apr_pool_clear(child->ptrans);
}

/* Takes one connection from lr, if there still is one, and serves it. */
static void serve(child_t *child, ap_listen_rec *lr)
{
    apr_socket_t *csd = NULL;
    void *accepted = NULL;
    pn_conn_t *conn;
    bool goes_on;
    apr_status_t rv = lr->accept_func(&accepted, lr, child->ptrans);

    if (rv != APR_SUCCESS) {
        on_accept_failure(child, rv);
        return;
    }
    csd = accepted;
    is_sleeping = 0;
    /* Also makes it non-blocking, and says how long a module that uses the
     * socket itself shall wait. */
    apr_socket_timeout_set(csd, child->s->timeout);
    conn = pn_host_conn_open(child->ptrans, child->alloc, child->s, csd,
                             child->slot, child->sbh);
    look_at_orders(child, conn);
    goes_on = drive(child, conn);
    pn_conn_destroy(conn);
    apr_pool_clear(child->ptrans);
    is_sleeping = 1;
    if (!goes_on) {
        leave(child, 0);
    }
    if (child->connections_left > 0 && --child->connections_left == 0) {
        begin_leaving(child);
    }
}

/* --- between connections ------------------------------------------------ */

/* A byte in the pipe is for whoever reads it first; its end is for all. */
static void read_pod(child_t *child)
{
    char byte;
    ssize_t len = read(child->pod_fd, &byte, 1);

    if (len >= 0) {
        begin_leaving(child);
    }
}

static void sleep_and_serve(child_t *child)
{
    struct epoll_event events[EVENTS_N];
    int n = epoll_wait(child->epoll_fd, events, EVENTS_N, -1);
    bool has_order = false;

    if (n < 0 && errno != EINTR) {
        ap_log_error(APLOG_MARK, APLOG_EMERG, errno, ap_server_conf,
                     "a child cannot wait for connections");
        leave(child, APEXIT_CHILDSICK);
    }
    /* Connections first: this child was called for them, others were not. */
    for (int i = 0; i < n && !got_term; i++) {
        if (events[i].data.ptr == &child->pod_fd) {
            has_order = true;
        } else if (events[i].data.ptr != &bell_fd) {
            serve(child, events[i].data.ptr);
            ap_update_child_status(child->sbh, SERVER_READY, NULL);
        }
        if (child->pod_fd < 0 && child->is_leaving) {
            break; /* the listeners may be closed already */
        }
    }
    if (has_order && child->pod_fd >= 0) {
        read_pod(child);
    }
    if (got_graceful) {
        begin_leaving(child);
    }
}

void pn_prefork_child(apr_pool_t *pconf, server_rec *s, int slot,
                      const prefork_pods_t *pods, const sigset_t *mask)
{
    child_t child = { .s = s, .slot = slot, .epoll_fd = -1 };

    this_child = &child;
    set_up(&child, pconf, pods, mask);
    ap_update_child_status(child.sbh, SERVER_READY, NULL);
    while (!got_term && !child.is_leaving) {
        sleep_and_serve(&child);
    }
    leave(&child, 0);
}
