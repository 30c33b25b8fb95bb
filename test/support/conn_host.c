/* SPDX-License-Identifier: Apache-2.0 */
/* conn_host.c - the host of a connection over a socket pair, for tests. */

#include "conn_host.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

/* --- an end-of-request bucket of our own --------------------------------- */

static apr_status_t end_read(apr_bucket *b, const char **data, apr_size_t *len,
                             apr_read_type_e block)
{
    *data = NULL;
    *len = 0;
    return APR_SUCCESS;
}

static void end_destroy(void *data)
{
    conn_host_t *host = data;

    host->ends_n++;
}

static const apr_bucket_type_t end_type = {
    "TEST_END", 5, APR_BUCKET_METADATA, end_destroy, end_read,
    apr_bucket_setaside_notimpl, apr_bucket_split_notimpl,
    apr_bucket_copy_notimpl,
};

apr_bucket *conn_host_make_end(conn_host_t *host)
{
    apr_bucket *b = apr_bucket_alloc(sizeof(*b), host->alloc);

    APR_BUCKET_INIT(b);
    b->length = 0;
    b->start = 0;
    b->data = host;
    b->free = apr_bucket_free;
    b->list = host->alloc;
    b->type = &end_type;
    return b;
}

/* --- the fake host ------------------------------------------------------- */

static void saw(pn_conn_t *conn, const char *text, size_t len)
{
    conn_host_t *host = pn_conn_host(conn);
    size_t have = strlen(host->seen);

    assert_true(have + len + 2 < TEXT_ROOM);
    memcpy(host->seen + have, text, len);
    memcpy(host->seen + have + len, " ", 2);
}

static void answer(pn_conn_t *conn)
{
    conn_host_t *host = pn_conn_host(conn);
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);
    const char *body = host->body ? host->body : "ok";

    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_transient_create(body, strlen(body),
                                                            host->alloc));
    APR_BRIGADE_INSERT_TAIL(bb, conn_host_make_end(host));
    pn_conn_send(conn, bb);
}

static pn_next_e on_open(pn_conn_t *conn)
{
    saw(conn, "open", 4);
    return ((conn_host_t *)pn_conn_host(conn))->on_open_says;
}

static pn_next_e on_head(pn_conn_t *conn, const pn_head_t *head,
                         const char *bytes)
{
    conn_host_t *host = pn_conn_host(conn);

    saw(conn, bytes + head->target.off, head->target.len);
    if (host->on_head_says == PN_NEXT_HEAD ||
        host->on_head_says == PN_NEXT_LINGER) {
        answer(conn);
    }
    return host->on_head_says;
}

static pn_next_e on_bad_head(pn_conn_t *conn, const pn_head_t *head,
                             const char *bytes, size_t bytes_n)
{
    conn_host_t *host = pn_conn_host(conn);

    saw(conn, "bad", 3);
    host->status = head->status;
    assert_non_null(head->why);
    if (head->status == 0) {
        return PN_NEXT_CLOSE;
    }
    answer(conn);
    return PN_NEXT_LINGER;
}

static pn_next_e handle(pn_conn_t *conn)
{
    conn_host_t *host = pn_conn_host(conn);

    saw(conn, "handle", 6);
    if (host->handle_says != PN_NEXT_SUSPENDED) {
        answer(conn);
    }
    return host->handle_says;
}

static pn_next_e takeover(pn_conn_t *conn)
{
    saw(conn, "takeover", 8);
    return PN_NEXT_LINGER;
}

static void on_busy(pn_conn_t *conn)
{
    saw(conn, "busy", 4);
}

static void on_idle(pn_conn_t *conn)
{
    saw(conn, "idle", 4);
}

static void on_close(pn_conn_t *conn)
{
    saw(conn, "close", 5);
}

static const pn_conn_ops_t ops = {
    .on_open = on_open, .on_head = on_head, .on_bad_head = on_bad_head,
    .handle = handle, .takeover = takeover, .on_busy = on_busy,
    .on_idle = on_idle, .on_close = on_close,
};

int conn_host_set_up(void **state)
{
    conn_host_t *host = calloc(1, sizeof(*host));
    int fds[2];

    apr_pool_create(&host->pool, NULL);
    host->alloc = apr_bucket_alloc_create(host->pool);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0) {
        return -1;
    }
    fcntl(fds[0], F_SETFL, O_NONBLOCK);
    host->peer = fds[1];
    host->conn = pn_conn_create(host->pool, host->alloc, fds[0], &ops, host);
    *pn_conn_limits(host->conn) = (pn_conn_limits_t){
        .head = { .line_bytes = 1000, .field_bytes = 1000, .fields_n = 20 },
        .io_timeout = apr_time_from_sec(60),
        .keepalive_timeout = apr_time_from_sec(5),
    };
    *state = host;
    return 0;
}

int conn_host_tear_down(void **state)
{
    conn_host_t *host = *state;

    close(pn_conn_fd(host->conn));
    pn_conn_destroy(host->conn);
    if (host->peer >= 0) {
        close(host->peer);
    }
    apr_pool_destroy(host->pool);
    free(host);
    return 0;
}

void conn_host_peer_sends(conn_host_t *host, const char *text)
{
    size_t len = strlen(text);

    assert_int_equal(write(host->peer, text, len), len);
}

/* Reads what is there now, without blocking. */
size_t conn_host_peer_gets(conn_host_t *host, char *to, size_t room)
{
    size_t have = 0;
    ssize_t n;

    while (have < room && (n = recv(host->peer, to + have, room - have,
                                    MSG_DONTWAIT)) > 0) {
        have += (size_t)n;
    }
    return have;
}

void conn_host_expect(conn_host_t *host, const char *text)
{
    char got[TEXT_ROOM] = "";

    conn_host_peer_gets(host, got, sizeof(got) - 1);
    assert_string_equal(got, text);
}

bool conn_host_peer_sees_eof(conn_host_t *host)
{
    char byte;

    return recv(host->peer, &byte, 1, MSG_DONTWAIT) == 0;
}

/* Small kernel buffers, so that a response does not fit. */
void conn_host_narrow(conn_host_t *host)
{
    int bytes = 4096;

    setsockopt(pn_conn_fd(host->conn), SOL_SOCKET, SO_SNDBUF, &bytes,
               sizeof(bytes));
}

void conn_host_expect_deadline_in(const conn_host_t *host, int seconds)
{
    apr_time_t left = pn_conn_deadline(host->conn) - apr_time_now();

    assert_true(left <= apr_time_from_sec(seconds));
    assert_true(left > apr_time_from_sec(seconds - 1));
}

char *conn_host_make_pattern(size_t len)
{
    char *data = malloc(len + 1);

    for (size_t i = 0; i < len; i++) {
        data[i] = (char)('a' + i / 7 % 26);
    }
    data[len] = '\0';
    return data;
}
