/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conn_io.c - the bytes of a connection: the buffer of what came, the queue of
 * what goes, and waiting for either where waiting is allowed.
 */

#include "engine/conn_private.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BUFFER_FIRST = 8192,
    HOLD_BYTES = 4096 /* less than this may wait for more to come */
};

/* A connection that becomes idle leaves its buffer here for the next one that
 * wakes up in this thread. */
static __thread char *spare_buffer;

static char *take_buffer(void)
{
    char *data = spare_buffer;

    spare_buffer = NULL;
    return data ? data : malloc(BUFFER_FIRST);
}

void pn_conn_free_buffer(pn_conn_t *conn)
{
    if (conn->in.room == BUFFER_FIRST && !spare_buffer) {
        spare_buffer = conn->in.data;
    }
    else {
        free(conn->in.data);
    }
    conn->in = (pn_inbuf_t){ .data = NULL };
}

const char *pn_conn_buffered(const pn_conn_t *conn, size_t *len)
{
    *len = conn->in.end - conn->in.start;
    return conn->in.data ? conn->in.data + conn->in.start : "";
}

void pn_conn_consume(pn_conn_t *conn, size_t len)
{
    conn->in.start += len;
    if (conn->in.start == conn->in.end) {
        conn->in.start = conn->in.end = 0;
    }
}

/* Makes at least one byte of room, within max bytes in all. */
static apr_status_t make_room(pn_inbuf_t *in, size_t max)
{
    size_t len = in->end - in->start;
    size_t room = in->room;
    char *data;

    if (len >= max) {
        return APR_ENOSPC;
    }
    if (!in->data) {
        in->data = take_buffer();
        in->room = BUFFER_FIRST;
        return in->data ? APR_SUCCESS : APR_ENOMEM;
    }
    if (in->end < room) {
        return APR_SUCCESS;
    }
    if (in->start > 0) {
        memmove(in->data, in->data + in->start, len);
        in->start = 0;
        in->end = len;
        return APR_SUCCESS;
    }
    room = room * 2 < max ? room * 2 : max;
    data = realloc(in->data, room);
    if (!data) {
        return APR_ENOMEM;
    }
    in->data = data;
    in->room = room;
    return APR_SUCCESS;
}

static apr_status_t receive(pn_conn_t *conn, char *to, size_t room,
                            size_t *len)
{
    ssize_t n;

    *len = 0;
    if (conn->is_aborted) {
        return APR_ECONNABORTED;
    }
    do {
        n = recv(conn->fd, to, room, MSG_DONTWAIT);
    } while (n < 0 && errno == EINTR);
    if (n == 0) {
        conn->has_eof = true;
        return APR_EOF;
    }
    if (n < 0) {
        if (APR_STATUS_IS_EAGAIN(errno)) {
            return APR_EAGAIN;
        }
        pn_conn_abort(conn);
        return errno;
    }
    conn->bytes_in += n;
    *len = (size_t)n;
    return APR_SUCCESS;
}

apr_status_t pn_conn_fill(pn_conn_t *conn, size_t max)
{
    pn_inbuf_t *in = &conn->in;
    size_t room;
    size_t n;
    apr_status_t rv = make_room(in, max);

    if (rv != APR_SUCCESS) {
        return rv;
    }
    room = in->room - in->end;
    if (room > max - (in->end - in->start)) {
        room = max - (in->end - in->start);
    }
    rv = receive(conn, in->data + in->end, room, &n);
    in->end += n;
    return rv;
}

apr_status_t pn_conn_read(pn_conn_t *conn, char *to, size_t *len)
{
    size_t have;
    const char *bytes = pn_conn_buffered(conn, &have);

    if (have) {
        *len = have < *len ? have : *len;
        memcpy(to, bytes, *len);
        pn_conn_consume(conn, *len);
        return APR_SUCCESS;
    }
    return receive(conn, to, *len, len);
}

void pn_conn_enter_stage(pn_conn_t *conn, pn_stage_e stage, apr_time_t now)
{
    conn->stage = stage;
    conn->stage_since = now;
    conn->stage_bytes = conn->bytes_in;
}

void pn_conn_begin_stage(pn_conn_t *conn, pn_stage_e stage)
{
    pn_conn_enter_stage(conn, stage,
                        stage == PN_STAGE_BODY ? 0 : apr_time_now());
}

static const pn_rate_t *rate_of(const pn_conn_t *conn)
{
    static const pn_rate_t none = { .initial = 0 };

    switch (conn->stage) {
    case PN_STAGE_HANDSHAKE:
        return &conn->limits.handshake_rate;
    case PN_STAGE_HEAD:
        return &conn->limits.head_rate;
    case PN_STAGE_BODY:
        return &conn->limits.body_rate;
    case PN_STAGE_IDLE:
        break;
    }
    return &none;
}

apr_time_t pn_conn_stage_deadline(const pn_conn_t *conn)
{
    const pn_rate_t *rate = rate_of(conn);
    apr_interval_time_t allowed;

    if (!conn->stage_since || !rate->initial) {
        return 0;
    }
    allowed = rate->initial +
              (conn->bytes_in - conn->stage_bytes) * rate->per_byte;
    if (rate->max && allowed > rate->max) {
        allowed = rate->max;
    }
    return conn->stage_since + allowed;
}

/* Milliseconds until deadline for poll(), rounded up; -1 for never. */
static int poll_ms(apr_time_t deadline, apr_time_t now)
{
    apr_time_t left = deadline - now;

    if (!deadline) {
        return -1;
    }
    if (left <= 0) {
        return 0;
    }
    left = (left + 999) / 1000;
    return left < APR_INT32_MAX ? (int)left : APR_INT32_MAX;
}

static apr_time_t wait_deadline(pn_conn_t *conn, apr_time_t since,
                                bool for_write)
{
    apr_interval_time_t patience = !for_write && conn->stage == PN_STAGE_IDLE
        ? conn->limits.keepalive_timeout : conn->limits.io_timeout;
    apr_time_t deadline = patience ? since + patience : 0;

    if (for_write) {
        return deadline;
    }
    if (!conn->stage_since) {
        pn_conn_enter_stage(conn, conn->stage, since);
    }
    return pn_earlier(deadline, pn_conn_stage_deadline(conn));
}

apr_status_t pn_conn_wait(pn_conn_t *conn, bool for_write)
{
    apr_time_t now = apr_time_now();
    apr_time_t deadline = wait_deadline(conn, now, for_write);
    struct pollfd pfd = { .fd = conn->fd };

    for (;;) {
        bool has_output = !pn_queue_is_empty(&conn->queue);
        int n;

        if (conn->is_aborted) {
            return APR_ECONNABORTED;
        }
        pfd.events = for_write ? POLLOUT : POLLIN;
        if (has_output) {
            /* The peer may want the response before it sends more. */
            pfd.events |= POLLOUT;
        }
        n = poll(&pfd, 1, poll_ms(deadline, now));
        if (n < 0 && errno != EINTR) {
            return errno;
        }
        if (n > 0 && (for_write || (pfd.revents & ~POLLOUT))) {
            return APR_SUCCESS;
        }
        now = apr_time_now();
        if (n > 0) {
            apr_status_t rv = pn_conn_push(conn);

            if (rv != APR_SUCCESS) {
                return rv;
            }
        }
        else if (deadline && now >= deadline) {
            return APR_TIMEUP;
        }
    }
}

void pn_conn_abort(pn_conn_t *conn)
{
    int saved = errno;

    conn->is_aborted = true;
    pn_queue_drop(&conn->queue);
    errno = saved;
}

/* What the queue said, in the words of conn.h. */
static apr_status_t sent(pn_conn_t *conn, apr_off_t sent_before,
                         apr_status_t rv)
{
    if (conn->queue.sent != sent_before) {
        conn->moved = 0; /* the next wait begins anew */
    }
    if (rv == APR_SUCCESS || APR_STATUS_IS_EAGAIN(rv)) {
        return APR_SUCCESS;
    }
    pn_conn_abort(conn);
    return rv;
}

/* Little without a reason to hurry may stay: more comes, or DRAIN. */
static bool may_hold(const pn_conn_t *conn, const apr_bucket_brigade *bb)
{
    apr_off_t bytes = conn->queue.bytes;
    apr_bucket *b;

    for (b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b)) {
        if (APR_BUCKET_IS_METADATA(b) || b->length >= HOLD_BYTES) {
            return false; /* unknown lengths are huge too */
        }
        bytes += (apr_off_t)b->length;
    }
    return bytes < HOLD_BYTES;
}

apr_status_t pn_conn_send(pn_conn_t *conn, apr_bucket_brigade *bb)
{
    apr_off_t sent_before = conn->queue.sent;
    apr_status_t rv;

    if (conn->is_aborted) {
        apr_brigade_cleanup(bb);
        return APR_ECONNABORTED;
    }
    if (may_hold(conn, bb)) {
        return sent(conn, sent_before, pn_queue_keep(&conn->queue, bb));
    }
    rv = pn_queue_send(&conn->queue, conn->fd, bb);
    while (rv == APR_INCOMPLETE) {
        rv = pn_conn_wait(conn, true);
        if (rv == APR_SUCCESS) {
            rv = pn_queue_send(&conn->queue, conn->fd, bb);
        }
    }
    return sent(conn, sent_before, rv);
}

apr_status_t pn_conn_push(pn_conn_t *conn)
{
    apr_off_t sent_before = conn->queue.sent;

    if (conn->is_aborted) {
        return APR_ECONNABORTED;
    }
    return sent(conn, sent_before, pn_queue_push(&conn->queue, conn->fd));
}

apr_off_t pn_conn_queued(const pn_conn_t *conn)
{
    return conn->queue.bytes;
}

apr_size_t pn_conn_queued_memory(const pn_conn_t *conn)
{
    return conn->queue.memory;
}

bool pn_conn_is_aborted(const pn_conn_t *conn)
{
    return conn->is_aborted;
}

apr_off_t pn_conn_bytes_in(const pn_conn_t *conn)
{
    return conn->bytes_in;
}

apr_off_t pn_conn_bytes_out(const pn_conn_t *conn)
{
    return conn->queue.sent;
}
