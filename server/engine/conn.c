/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conn.c - the states of a connection.
 *
 * One function a state. Each does what it can without blocking, sets the next
 * state and returns STEP_MORE, or sets conn->want and the deadline and returns
 * STEP_WAIT. The picture is in conn.h.
 */

#include "engine/conn_private.h"

#include <stdlib.h>
#include <sys/socket.h>

enum {
    HEAD_BYTES_MAX = 1024 * 1024,  /* unless one line may be longer */
    LINGER_READ = 1024
};

#define LINGER_SILENCE apr_time_from_sec(2)
#define LINGER_MAX     apr_time_from_sec(30)

typedef enum { STEP_MORE, STEP_WAIT } step_e;

static step_e wait_for(pn_conn_t *conn, pn_want_e want, apr_time_t deadline)
{
    conn->want = want;
    conn->deadline = deadline;
    return STEP_WAIT;
}

static void go(pn_conn_t *conn, pn_conn_state_e state)
{
    conn->state = state;
    conn->deadline = 0;
    conn->moved = 0;
}

static void go_head(pn_conn_t *conn)
{
    pn_head_reset(&conn->parser);
    pn_conn_enter_stage(conn, PN_STAGE_HEAD, 0);
    go(conn, PN_CONN_HEAD);
}

/* Does what the host said at the end of its step. */
static step_e follow(pn_conn_t *conn, pn_next_e next)
{
    if (conn->is_aborted && next != PN_NEXT_SUSPENDED) {
        next = PN_NEXT_CLOSE;
    }
    switch (next) {
    case PN_NEXT_HEAD:
    case PN_NEXT_LINGER:
        conn->after_drain = next;
        go(conn, PN_CONN_DRAIN);
        return STEP_MORE;
    case PN_NEXT_WORK:
        go(conn, conn->state == PN_CONN_TAKEOVER ? PN_CONN_TAKEOVER
                                                 : PN_CONN_HANDLE);
        return wait_for(conn, PN_WANT_WORK, 0);
    case PN_NEXT_TAKEOVER:
        pn_conn_begin_stage(conn, PN_STAGE_HANDSHAKE);
        go(conn, PN_CONN_TAKEOVER);
        return wait_for(conn, PN_WANT_WORK, 0);
    case PN_NEXT_SUSPENDED:
        return wait_for(conn, PN_WANT_SUSPENDED, 0);
    case PN_NEXT_CLOSE:
        break;
    }
    go(conn, PN_CONN_CLOSED);
    return STEP_MORE;
}

/* --- OPEN ---------------------------------------------------------------- */

static step_e step_open(pn_conn_t *conn)
{
    apr_time_t now = apr_time_now();
    pn_next_e next = conn->ops->on_open(conn);

    if (next == PN_NEXT_HEAD) {
        go_head(conn);
        pn_conn_enter_stage(conn, PN_STAGE_HEAD, now);
        return STEP_MORE;
    }
    return follow(conn, next);
}

/* --- HEAD ---------------------------------------------------------------- */

/* Bytes that a head within the limits can have at most. */
static size_t max_head_bytes(const pn_head_limits_t *limits)
{
    size_t longest = limits->line_bytes > limits->field_bytes
        ? limits->line_bytes : limits->field_bytes;
    size_t most = 2 * longest + HEAD_BYTES_MAX;

    if (limits->line_bytes && limits->field_bytes && limits->fields_n) {
        size_t all = limits->line_bytes + 1024 +
                     (size_t)limits->fields_n * (limits->field_bytes + 2);

        return all < most ? all : most;
    }
    return most;
}

static bool is_waiting_for_first_byte(const pn_conn_t *conn)
{
    return conn->in.start == conn->in.end;
}

static void tell_idle(pn_conn_t *conn)
{
    pn_conn_free_buffer(conn);
    pn_head_free(&conn->parser);
    if (conn->requests_n && !conn->is_idle_told) {
        conn->is_idle_told = true;
        if (conn->ops->on_idle) {
            conn->ops->on_idle(conn);
        }
    }
}

static void tell_busy(pn_conn_t *conn)
{
    if (conn->is_idle_told) {
        conn->is_idle_told = false;
        if (conn->ops->on_busy) {
            conn->ops->on_busy(conn);
        }
    }
}

static step_e refuse_head(pn_conn_t *conn)
{
    size_t len;
    const char *bytes = pn_conn_buffered(conn, &len);
    pn_next_e next;

    conn->requests_n++;
    next = conn->ops->on_bad_head(conn, &conn->parser.head, bytes, len);
    /* What follows a head that cannot be understood is not a request. */
    pn_conn_consume(conn, conn->in.end - conn->in.start);
    return follow(conn, next == PN_NEXT_HEAD ? PN_NEXT_LINGER : next);
}

static step_e refuse_head_with(pn_conn_t *conn, int status, const char *why)
{
    conn->parser.head.status = status;
    conn->parser.head.why = why;
    return refuse_head(conn);
}

static step_e accept_head(pn_conn_t *conn)
{
    size_t len;
    const char *bytes = pn_conn_buffered(conn, &len);
    pn_next_e next;

    conn->requests_n++;
    pn_conn_begin_stage(conn, PN_STAGE_BODY);
    /* Consumed first: the host may read the body at once. The bytes stay
     * where they are until it asks for more. */
    conn->in.start += conn->parser.head.head_len;
    next = conn->ops->on_head(conn, &conn->parser.head, bytes);
    pn_conn_consume(conn, 0);
    pn_head_reset(&conn->parser);
    return follow(conn, next);
}

/* No bytes now. Until when may the peer take its time? */
static step_e wait_for_head(pn_conn_t *conn)
{
    apr_time_t now = apr_time_now();
    bool is_first_byte = is_waiting_for_first_byte(conn);
    bool is_idle = is_first_byte && conn->requests_n;
    const pn_conn_limits_t *limits = &conn->limits;
    apr_interval_time_t patience = is_idle ? limits->keepalive_timeout
                                           : limits->io_timeout;
    apr_time_t deadline;

    if (is_first_byte) {
        tell_idle(conn);
    }
    else if (!conn->stage_since) {
        pn_conn_enter_stage(conn, PN_STAGE_HEAD, now);
    }
    if (!conn->moved) {
        conn->moved = now;
    }
    deadline = patience ? conn->moved + patience : 0;
    if (!is_idle) {
        deadline = pn_earlier(deadline, pn_conn_stage_deadline(conn));
    }
    if (deadline && now >= deadline) {
        return is_first_byte
            ? refuse_head_with(conn, 0, "the peer sent nothing in time")
            : refuse_head_with(conn, 408, "the head came too slowly");
    }
    return wait_for(conn, PN_WANT_READ, deadline);
}

static pn_head_result_e parse_head(pn_conn_t *conn)
{
    pn_inbuf_t *in = &conn->in;

    if (in->start == in->end) {
        return PN_HEAD_MORE;
    }
    tell_busy(conn);
    return pn_head_parse(&conn->parser, in->data + in->start,
                         in->end - in->start, &conn->limits.head);
}

static step_e step_head(pn_conn_t *conn)
{
    apr_status_t rv;

    switch (parse_head(conn)) {
    case PN_HEAD_DONE:
        return accept_head(conn);
    case PN_HEAD_BAD:
        return refuse_head(conn);
    case PN_HEAD_MORE:
        break;
    }
    if (conn->waits_first && is_waiting_for_first_byte(conn)) {
        conn->waits_first = false;
        return wait_for_head(conn);
    }
    rv = pn_conn_fill(conn, max_head_bytes(&conn->limits.head));
    if (rv == APR_SUCCESS) {
        conn->moved = 0;
        return STEP_MORE;
    }
    if (APR_STATUS_IS_EAGAIN(rv)) {
        return wait_for_head(conn);
    }
    if (APR_STATUS_IS_EOF(rv)) {
        /* Less than a request line is no request that could be answered. */
        return conn->parser.head.line.len == 0
            ? refuse_head_with(conn, 0, "the peer has closed the connection")
            : refuse_head_with(conn, 400, "the head is cut off");
    }
    if (rv == APR_ENOSPC) {
        return refuse_head_with(conn, 431, "the head is too long");
    }
    if (rv == APR_ENOMEM) {
        return refuse_head_with(conn, 503, "no memory for the head");
    }
    return refuse_head_with(conn, 0, "the connection is broken");
}

/* --- HANDLE, TAKEOVER: what pn_conn_work() has yet to do ------------------ */

static step_e step_work(pn_conn_t *conn)
{
    return wait_for(conn, conn->want == PN_WANT_SUSPENDED ? PN_WANT_SUSPENDED
                                                          : PN_WANT_WORK, 0);
}

/* --- DRAIN --------------------------------------------------------------- */

static step_e end_drain(pn_conn_t *conn)
{
    if (conn->after_drain == PN_NEXT_HEAD) {
        go_head(conn);
        /* The peer reads its answer now; asking for bytes would be in vain. */
        conn->waits_first = true;
        return STEP_MORE;
    }
    if (!conn->is_close_told) {
        /* May queue a last word: then this state goes on. */
        conn->is_close_told = true;
        conn->ops->on_close(conn);
        return STEP_MORE;
    }
    /* Nothing is unread when the peer has closed its side already. */
    if (conn->has_eof || shutdown(conn->fd, SHUT_WR) != 0) {
        go(conn, PN_CONN_CLOSED);
        return STEP_MORE;
    }
    go(conn, PN_CONN_LINGER);
    conn->linger_since = apr_time_now();
    return STEP_MORE;
}

static step_e step_drain(pn_conn_t *conn)
{
    apr_time_t now;
    apr_time_t deadline;

    if (pn_conn_push(conn) != APR_SUCCESS) {
        go(conn, PN_CONN_CLOSED);
        return STEP_MORE;
    }
    if (pn_queue_is_empty(&conn->queue)) {
        return end_drain(conn);
    }
    now = apr_time_now();
    if (!conn->moved) {
        conn->moved = now;
    }
    deadline = conn->limits.io_timeout
        ? conn->moved + conn->limits.io_timeout : 0;
    if (deadline && now >= deadline) {
        pn_conn_abort(conn);
        go(conn, PN_CONN_CLOSED);
        return STEP_MORE;
    }
    return wait_for(conn, PN_WANT_WRITE, deadline);
}

/* --- LINGER: closing with unread bytes would make the kernel send a reset,
 * and the peer might lose what it has not read yet (RFC 9112 9.6). --------- */

static step_e step_linger(pn_conn_t *conn)
{
    apr_time_t now = apr_time_now();
    apr_time_t deadline = conn->linger_since + LINGER_MAX;
    char waste[LINGER_READ];
    size_t len;
    apr_status_t rv;

    do {
        len = sizeof(waste);
        rv = pn_conn_read(conn, waste, &len);
        if (rv == APR_SUCCESS) {
            conn->moved = now = apr_time_now();
        }
    } while (rv == APR_SUCCESS && now < deadline);
    if (!conn->moved) {
        conn->moved = now;
    }
    deadline = pn_earlier(deadline, conn->moved + LINGER_SILENCE);
    if (!APR_STATUS_IS_EAGAIN(rv) || now >= deadline) {
        go(conn, PN_CONN_CLOSED);
        return STEP_MORE;
    }
    pn_conn_free_buffer(conn);
    return wait_for(conn, PN_WANT_READ, deadline);
}

/* --- CLOSED -------------------------------------------------------------- */

static step_e step_closed(pn_conn_t *conn)
{
    if (!conn->is_close_told) {
        conn->is_close_told = true;
        conn->ops->on_close(conn);
    }
    return wait_for(conn, PN_WANT_CLOSE, 0);
}

static const struct {
    const char *name;
    step_e (*run)(pn_conn_t *conn);
} steps[] = {
    [PN_CONN_OPEN] = { "open", step_open },
    [PN_CONN_HEAD] = { "head", step_head },
    [PN_CONN_HANDLE] = { "handle", step_work },
    [PN_CONN_TAKEOVER] = { "takeover", step_work },
    [PN_CONN_DRAIN] = { "drain", step_drain },
    [PN_CONN_LINGER] = { "linger", step_linger },
    [PN_CONN_CLOSED] = { "closed", step_closed },
};
_Static_assert(sizeof(steps) / sizeof(steps[0]) == PN_CONN_N_STATES,
               "every connection state has a step");

pn_want_e pn_conn_step(pn_conn_t *conn)
{
    if (conn->want == PN_WANT_SUSPENDED) {
        return conn->want;
    }
    while (steps[conn->state].run(conn) == STEP_MORE) {
    }
    return conn->want;
}

void pn_conn_work(pn_conn_t *conn)
{
    pn_next_e next = conn->state == PN_CONN_TAKEOVER
        ? conn->ops->takeover(conn) : conn->ops->handle(conn);

    follow(conn, next);
}

void pn_conn_resume(pn_conn_t *conn, pn_next_e next)
{
    conn->want = PN_WANT_WORK;
    follow(conn, next);
}

pn_conn_t *pn_conn_create(apr_pool_t *pool, apr_bucket_alloc_t *alloc, int fd,
                          const pn_conn_ops_t *ops, void *host)
{
    pn_conn_t *conn = calloc(1, sizeof(*conn));

    if (!conn) {
        return NULL;
    }
    conn->fd = fd;
    conn->want = PN_WANT_READ;
    conn->ops = ops;
    conn->host = host;
    pn_queue_init(&conn->queue, pool, alloc);
    return conn;
}

void pn_conn_destroy(pn_conn_t *conn)
{
    pn_queue_drop(&conn->queue);
    pn_head_free(&conn->parser);
    pn_conn_free_buffer(conn);
    free(conn);
}

void *pn_conn_host(const pn_conn_t *conn)
{
    return conn->host;
}

int pn_conn_fd(const pn_conn_t *conn)
{
    return conn->fd;
}

pn_conn_limits_t *pn_conn_limits(pn_conn_t *conn)
{
    return &conn->limits;
}

pn_conn_state_e pn_conn_state(const pn_conn_t *conn)
{
    return conn->state;
}

const char *pn_conn_state_name(pn_conn_state_e state)
{
    return steps[state].name;
}

apr_time_t pn_conn_deadline(const pn_conn_t *conn)
{
    return conn->deadline;
}

void pn_conn_set_leaving(pn_conn_t *conn)
{
    conn->is_leaving = true;
}

bool pn_conn_is_leaving(const pn_conn_t *conn)
{
    return conn->is_leaving;
}

bool pn_conn_is_idle(const pn_conn_t *conn)
{
    return conn->state == PN_CONN_HEAD && is_waiting_for_first_byte(conn);
}
