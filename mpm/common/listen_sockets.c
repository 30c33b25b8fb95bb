/* SPDX-License-Identifier: Apache-2.0 */
/*
 * listen_sockets - the listening sockets that this master has open.
 *
 * Each lives in a pool of its own below the process's, from the first
 * configuration that wants its address to the first that does not. Restarts
 * therefore never close a socket in which connections may be waiting.
 */

#include "common/listen_private.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "apr_portable.h"
#include "apr_strings.h"

#include "ap_mpm.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "unixd.h"

APLOG_USE_MODULE(core);

enum { FIRST_HANDED_FD = 3, HANDED_MAX = 256 };

AP_DECLARE_DATA int ap_have_so_reuseport;

typedef struct held_t {
    struct held_t *next;
    apr_pool_t *pool; /* this entry, its socket and address */
    apr_socket_t *socket;
    struct sockaddr_storage name;
    socklen_t name_len;
    int bucket;
    bool is_wanted; /* by the configuration that is being set up */
    bool is_adopted; /* whoever handed it down has it open, too */
} held_t;

static held_t *held_list;

bool pn_listen_can_share_ports(void)
{
    static int answer = -1;

    if (answer < 0) {
        int on = 1;
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

        answer = fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on,
                                       sizeof(on)) == 0;
        if (fd >= 0) {
            close(fd);
        }
    }
    return answer == 1;
}

static int fd_of(apr_socket_t *socket)
{
    apr_os_sock_t fd = -1;

    apr_os_sock_get(&fd, socket);
    return fd;
}

static bool is_at(const held_t *held, const apr_sockaddr_t *address, int bucket)
{
    if (held->bucket != bucket ||
        held->name.ss_family != (sa_family_t)address->family) {
        return false;
    }
    if (held->name.ss_family == AF_INET) {
        const struct sockaddr_in *in = (const void *)&held->name;

        return in->sin_port == address->sa.sin.sin_port &&
               in->sin_addr.s_addr == address->sa.sin.sin_addr.s_addr;
    }
    if (held->name.ss_family == AF_INET6) {
        const struct sockaddr_in6 *in6 = (const void *)&held->name;

        return in6->sin6_port == address->sa.sin6.sin6_port &&
               memcmp(&in6->sin6_addr, &address->sa.sin6.sin6_addr,
                      sizeof(in6->sin6_addr)) == 0;
    }
    return false;
}

static held_t *find_held(const apr_sockaddr_t *address, int bucket)
{
    for (held_t *held = held_list; held; held = held->next) {
        if (is_at(held, address, bucket)) {
            return held;
        }
    }
    return NULL;
}

static void hold(held_t *held)
{
    held->name_len = sizeof(held->name);
    getsockname(fd_of(held->socket), (struct sockaddr *)&held->name,
                &held->name_len);
    held->next = held_list;
    held_list = held;
}

/* [::] takes IPv4 as well, unless the configuration lists 0.0.0.0 with the
 * same port too: then each takes its own. */
static bool must_be_v6only(const apr_sockaddr_t *address)
{
    if (address->family != AF_INET6) {
        return false;
    }
    for (const ap_listen_rec *lr = ap_listeners; lr; lr = lr->next) {
        const apr_sockaddr_t *other = lr->bind_addr;

        if (other->family == AF_INET && other->port == address->port &&
            other->sa.sin.sin_addr.s_addr == htonl(INADDR_ANY)) {
            return true;
        }
    }
    return false;
}

static void set_fd_option(int fd, int level, int name, int value)
{
    /* Each of these is a wish: a system without it serves all the same. */
    (void)setsockopt(fd, level, name, &value, sizeof(value));
}

static void set_options(held_t *held, const ap_listen_rec *lr, server_rec *s)
{
    const core_server_config *core = ap_get_core_module_config(s->module_config);
    const char *filter = core->accf_map
                             ? apr_table_get(core->accf_map, lr->protocol)
                             : NULL;
    int fd = fd_of(held->socket);

    if (pn_listen_options.send_bytes) {
        set_fd_option(fd, SOL_SOCKET, SO_SNDBUF, pn_listen_options.send_bytes);
    }
    if (pn_listen_options.receive_bytes) {
        set_fd_option(fd, SOL_SOCKET, SO_RCVBUF,
                      pn_listen_options.receive_bytes);
    }
    /* Accepted sockets inherit it, which saves a call for each. */
    apr_socket_opt_set(held->socket, APR_TCP_NODELAY, 1);
    set_fd_option(fd, IPPROTO_TCP, TCP_DEFER_ACCEPT,
                  filter && strcmp(filter, "none") != 0
                      ? pn_listen_options.defer_accept_s
                      : 0);
}

static apr_status_t bind_new(held_t *held, const ap_listen_rec *lr)
{
    apr_sockaddr_t *address;
    apr_status_t rv;

    /* The socket keeps the address, and outlives the configuration pass in
     * whose pool lr is. */
    rv = apr_sockaddr_info_copy(&address, lr->bind_addr, held->pool);
    if (rv != APR_SUCCESS) {
        return rv;
    }
    rv = apr_socket_create(&held->socket, lr->bind_addr->family, SOCK_STREAM,
                           APR_PROTO_TCP, held->pool);
    if (rv != APR_SUCCESS) {
        return rv;
    }
    apr_socket_opt_set(held->socket, APR_SO_REUSEADDR, 1);
    if (ap_num_listen_buckets > 1) {
        set_fd_option(fd_of(held->socket), SOL_SOCKET, SO_REUSEPORT, 1);
    }
    if (lr->bind_addr->family == AF_INET6) {
        apr_socket_opt_set(held->socket, APR_IPV6_V6ONLY,
                           must_be_v6only(lr->bind_addr));
    }
    return apr_socket_bind(held->socket, address);
}

/* Opens the socket of lr, or finds it open. */
static held_t *obtain(apr_pool_t *process_pool, ap_listen_rec *lr, int bucket,
                      server_rec *s)
{
    held_t *held = find_held(lr->bind_addr, bucket);
    apr_status_t rv = APR_SUCCESS;

    if (!held) {
        apr_pool_t *pool;

        apr_pool_create(&pool, process_pool);
        apr_pool_tag(pool, "listener");
        held = apr_pcalloc(pool, sizeof(*held));
        held->pool = pool;
        held->bucket = bucket;
        rv = bind_new(held, lr);
        if (rv != APR_SUCCESS) {
            ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_CRIT, rv, NULL,
                         "could not bind to address %pI", lr->bind_addr);
            apr_pool_destroy(pool);
            return NULL;
        }
        hold(held);
    }
    set_options(held, lr, s);
    rv = apr_socket_listen(held->socket, pn_listen_options.backlog);
    if (rv == APR_SUCCESS) {
        /* Several children are woken by one connection now and then: the
         * late ones must not be stuck in accept(). */
        rv = apr_socket_opt_set(held->socket, APR_SO_NONBLOCK, 1);
        apr_socket_timeout_set(held->socket, 0);
    }
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_CRIT, rv, NULL,
                     "could not listen on address %pI", lr->bind_addr);
        return NULL;
    }
    held->is_wanted = true;
    return held;
}

static void close_unwanted(void)
{
    held_t **at = &held_list;

    while (*at) {
        held_t *held = *at;

        if (held->is_wanted) {
            at = &held->next;
        } else {
            *at = held->next;
            apr_pool_destroy(held->pool);
        }
    }
}

static void choose_bucket_count(void)
{
    static bool is_chosen;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    if (is_chosen) {
        return;
    }
    is_chosen = true;
    ap_num_listen_buckets = 1;
    if (ap_have_so_reuseport && pn_listen_options.cores_per_bucket > 0 &&
        cores > pn_listen_options.cores_per_bucket) {
        ap_num_listen_buckets =
            (int)(cores / pn_listen_options.cores_per_bucket);
    }
}

bool pn_listen_open(apr_pool_t *process_pool, server_rec *s)
{
    choose_bucket_count();
    for (held_t *held = held_list; held; held = held->next) {
        held->is_wanted = false;
    }
    for (ap_listen_rec *lr = ap_listeners; lr; lr = lr->next) {
        for (int bucket = 0; bucket < ap_num_listen_buckets; bucket++) {
            held_t *held = obtain(process_pool, lr, bucket, s);

            if (!held) {
                return false;
            }
            if (bucket == 0) {
                lr->sd = held->socket;
                lr->active = 1;
            }
        }
    }
    close_unwanted();
    return true;
}

/* --- sockets from and for other processes ------------------------------- */

static void adopt_one(apr_pool_t *process_pool, int fd)
{
    struct sockaddr_storage name;
    socklen_t name_len = sizeof(name);
    int is_listening = 0;
    socklen_t len = sizeof(is_listening);
    int bucket = 0;
    apr_pool_t *pool;
    held_t *held;

    if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &is_listening, &len) != 0 ||
        !is_listening ||
        getsockname(fd, (struct sockaddr *)&name, &name_len) != 0 ||
        (name.ss_family != AF_INET && name.ss_family != AF_INET6)) {
        return; /* not for us; left open for whoever it is for */
    }
    for (held_t *other = held_list; other; other = other->next) {
        if (other->name_len == name_len &&
            memcmp(&other->name, &name, name_len) == 0) {
            bucket++;
        }
    }
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    apr_pool_create(&pool, process_pool);
    apr_pool_tag(pool, "listener");
    held = apr_pcalloc(pool, sizeof(*held));
    held->pool = pool;
    held->bucket = bucket;
    held->is_adopted = true;
    {
        apr_os_sock_info_t info = {
            .os_sock = &fd,
            .local = (struct sockaddr *)&name,
            .family = name.ss_family,
            .type = SOCK_STREAM,
            .protocol = APR_PROTO_TCP,
        };

        if (apr_os_sock_make(&held->socket, &info, pool) != APR_SUCCESS) {
            apr_pool_destroy(pool);
            return;
        }
    }
    hold(held);
}

void pn_listen_adopt(apr_pool_t *process_pool)
{
    const char *pid = getenv("LISTEN_PID");
    const char *count = getenv("LISTEN_FDS");

    if (pid && count && strtol(pid, NULL, 10) == (long)getpid()) {
        long n = strtol(count, NULL, 10);

        for (long i = 0; i < n && i < HANDED_MAX; i++) {
            adopt_one(process_pool, FIRST_HANDED_FD + (int)i);
        }
    }
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
}

void pn_listen_hand_down(void)
{
    int copies[HANDED_MAX];
    int n = 0;
    char text[24];

    /* Above the range first: a socket may sit where another has to go. */
    for (held_t *held = held_list; held && n < HANDED_MAX; held = held->next) {
        int copy = fcntl(fd_of(held->socket), F_DUPFD_CLOEXEC,
                         FIRST_HANDED_FD + HANDED_MAX);

        if (copy >= 0) {
            copies[n++] = copy;
        }
    }
    for (int i = 0; i < n; i++) {
        dup2(copies[i], FIRST_HANDED_FD + i);
    }
    snprintf(text, sizeof(text), "%d", n);
    setenv("LISTEN_FDS", text, 1);
    snprintf(text, sizeof(text), "%ld", (long)getpid());
    setenv("LISTEN_PID", text, 1);
}

/* --- for process models ------------------------------------------------- */

AP_DECLARE(apr_status_t)
ap_duplicate_listeners(apr_pool_t *p, server_rec *s, ap_listen_rec ***buckets,
                       int *num_buckets)
{
    if (*num_buckets < 1 || *num_buckets > ap_num_listen_buckets) {
        *num_buckets = ap_num_listen_buckets;
    }
    *buckets = apr_pcalloc(p, (apr_size_t)*num_buckets *
                                  sizeof(ap_listen_rec *));
    (*buckets)[0] = ap_listeners;
    for (int i = 1; i < *num_buckets; i++) {
        ap_listen_rec **at = &(*buckets)[i];

        for (ap_listen_rec *lr = ap_listeners; lr; lr = lr->next) {
            const held_t *held = find_held(lr->bind_addr, i);

            if (!held) {
                return APR_ENOSOCKET;
            }
            *at = apr_pmemdup(p, lr, sizeof(*lr));
            (*at)->sd = held->socket;
            (*at)->next = NULL;
            at = &(*at)->next;
        }
    }
    return APR_SUCCESS;
}

AP_DECLARE_NONSTD(void) ap_close_listeners_ex(ap_listen_rec *listeners)
{
    for (ap_listen_rec *lr = listeners; lr; lr = lr->next) {
        if (lr->active) {
            apr_socket_close(lr->sd);
            lr->active = 0;
        }
    }
}

/* For a child, or whoever else forked off this process and must not keep the
 * addresses busy. */
AP_DECLARE_NONSTD(void) ap_close_listeners(void)
{
    for (held_t *held = held_list; held; held = held->next) {
        apr_socket_close(held->socket);
    }
    held_list = NULL;
    for (ap_listen_rec *lr = ap_listeners; lr; lr = lr->next) {
        lr->active = 0;
    }
}

void pn_listen_refuse(void)
{
    for (held_t *held = held_list; held; held = held->next) {
        apr_os_sock_t fd;

        if (!held->is_adopted
            && apr_os_sock_get(&fd, held->socket) == APR_SUCCESS) {
            (void)shutdown(fd, SHUT_RD);
        }
    }
    ap_close_listeners();
}

AP_DECLARE_NONSTD(int) ap_close_selected_listeners(ap_slave_t *slave)
{
    int closed = 0;

    for (ap_listen_rec *lr = ap_listeners; lr; lr = lr->next) {
        if (lr->active && lr->slave != slave) {
            apr_socket_close(lr->sd);
            lr->active = 0;
            closed++;
        }
    }
    return closed;
}
