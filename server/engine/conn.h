/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conn.h - one client connection as a state machine that never blocks.
 *
 * pn_conn_step() advances it as far as it can and says what it waits for; an
 * MPM is a way of waiting (prefork: poll; event: a loop). The host (server/
 * http/host_conn.c) hangs on it through pn_conn_ops_t; the engine knows
 * nothing of request_rec. A connection belongs to one thread at a time.
 *
 *   OPEN -> HEAD <-> HANDLE -> DRAIN -> (HEAD | LINGER) -> CLOSED
 *            `-> TAKEOVER (a foreign protocol or connection filter) -> LINGER
 */
#ifndef PINION_SERVER_ENGINE_CONN_H
#define PINION_SERVER_ENGINE_CONN_H

#include <stdbool.h>
#include <stddef.h>

#include <apr_buckets.h>
#include <apr_pools.h>
#include <apr_time.h>

#include "engine/head.h"

typedef struct pn_conn_t pn_conn_t;

typedef enum {
    PN_WANT_READ,      /* readable, or the deadline passed: step again */
    PN_WANT_WRITE,     /* writable, or the deadline passed: step again */
    PN_WANT_WORK,      /* call pn_conn_work() where blocking is allowed */
    PN_WANT_SUSPENDED, /* somebody will call pn_conn_resume() */
    PN_WANT_CLOSE      /* call pn_conn_destroy() */
} pn_want_e;

typedef enum {
    PN_CONN_OPEN,     /* ends with the host's opinion of the connection */
    PN_CONN_HEAD,     /* ends with a complete or bad head, EOF or deadline */
    PN_CONN_HANDLE,   /* ends when the host's handle() has returned */
    PN_CONN_TAKEOVER, /* ends when the host's takeover() has returned */
    PN_CONN_DRAIN,    /* ends when the last byte of the response has left */
    PN_CONN_LINGER,   /* ends with the peer's EOF or two seconds of silence */
    PN_CONN_CLOSED,   /* nothing follows */
    PN_CONN_N_STATES
} pn_conn_state_e;

/* What the host answers after a step of its own. */
typedef enum {
    PN_NEXT_HEAD,     /* read the next head (keep-alive) */
    PN_NEXT_WORK,     /* on_head only: handle() must run as WORK */
    PN_NEXT_TAKEOVER, /* on_open only: takeover() must run as WORK */
    PN_NEXT_LINGER,   /* say goodbye politely: drain, shutdown, linger */
    PN_NEXT_CLOSE,    /* close at once (aborted, timeout) */
    PN_NEXT_SUSPENDED
} pn_next_e;

/* Calls from the engine up to the host; all get the connection. */
typedef struct pn_conn_ops_t {
    /* Once, before the first read: makes conn_rec, runs pre_connection. */
    pn_next_e (*on_open)(pn_conn_t *conn);
    /* A complete head; spans are valid until the return or the first
     * pn_conn_fill() (copy them). The head is consumed, the bytes behind it
     * stay buffered. Returns PN_NEXT_WORK, or any PN_NEXT when it has handled
     * the request already (loop-safe). */
    pn_next_e (*on_head)(pn_conn_t *conn, const pn_head_t *head,
                         const char *bytes);
    /* The head is malformed, too large, or too slow (status 408). The host
     * queues an answer and returns PN_NEXT_LINGER or PN_NEXT_CLOSE. status 0:
     * the peer left or its time ended without a byte of a request; nothing is
     * answered. */
    pn_next_e (*on_bad_head)(pn_conn_t *conn, const pn_head_t *head,
                             const char *bytes, size_t bytes_n);
    /* Runs the request made by on_head; may block (prefork, worker threads).
     * After PN_NEXT_SUSPENDED and pn_conn_resume(PN_NEXT_WORK): once more. */
    pn_next_e (*handle)(pn_conn_t *conn);
    /* Runs a foreign protocol over the whole connection; may block. */
    pn_next_e (*takeover)(pn_conn_t *conn);
    /* First byte of a head after an idle time has come / idle time begins:
     * always in turn, on_idle first. Either may be NULL. */
    void (*on_busy)(pn_conn_t *conn);
    void (*on_idle)(pn_conn_t *conn);
    /* Once, before LINGER or CLOSED. On the way to LINGER everything queued
     * has left and what it queues will be sent; else see
     * pn_conn_is_aborted(). (pre_close hook) */
    void (*on_close)(pn_conn_t *conn);
} pn_conn_ops_t;

/* Minimum-rate timeout of one stage of reading (RequestReadTimeout). */
typedef struct pn_rate_t {
    apr_interval_time_t initial; /* 0: this stage has no timeout */
    apr_interval_time_t max;     /* 0: no upper bound */
    apr_interval_time_t per_byte; /* added for each byte received; 0: none */
} pn_rate_t;

/* What the bytes that are read next belong to: says whose rate counts. */
typedef enum {
    PN_STAGE_HANDSHAKE, /* a foreign protocol's first exchange */
    PN_STAGE_IDLE,      /* nothing: keepalive_timeout alone counts */
    PN_STAGE_HEAD,
    PN_STAGE_BODY /* its time begins with the first wait for it */
} pn_stage_e;

/* Set by the host before the first step and whenever the vhost changes. */
typedef struct pn_conn_limits_t {
    pn_head_limits_t head;
    apr_interval_time_t io_timeout;        /* Timeout: one wait for bytes */
    apr_interval_time_t keepalive_timeout; /* between requests */
    pn_rate_t handshake_rate;              /* from TAKEOVER on */
    pn_rate_t head_rate;                   /* whole request head */
    pn_rate_t body_rate;                   /* whole request body */
} pn_conn_limits_t;

/*
 * Makes a connection over fd, which is non-blocking (accept4() gives that for
 * nothing; sendfile() would block otherwise), connected, and closed by the
 * caller's pool (not by the engine). pool and alloc live until pn_conn_destroy(). host is the caller's pointer,
 * see pn_conn_host(). Returns NULL when there is no memory.
 */
pn_conn_t *pn_conn_create(apr_pool_t *pool, apr_bucket_alloc_t *alloc, int fd,
                          const pn_conn_ops_t *ops, void *host);
void pn_conn_destroy(pn_conn_t *conn);
void *pn_conn_host(const pn_conn_t *conn);
int pn_conn_fd(const pn_conn_t *conn);
pn_conn_limits_t *pn_conn_limits(pn_conn_t *conn);
pn_conn_state_e pn_conn_state(const pn_conn_t *conn);
const char *pn_conn_state_name(pn_conn_state_e state);

/* Advances without blocking. Whoever waits passes nothing: deadlines are
 * looked at inside, so a step after a time-out does the right thing. */
pn_want_e pn_conn_step(pn_conn_t *conn);
/* After PN_WANT_WORK only. May block. Then step again. */
void pn_conn_work(pn_conn_t *conn);
/* After PN_WANT_SUSPENDED only: goes on as if the host had answered next.
 * Then step again. Until then the connection belongs to nobody's loop. */
void pn_conn_resume(pn_conn_t *conn, pn_next_e next);
/* When the present wait ends at the latest (absolute, apr_time_now() scale);
 * 0 for never. */
apr_time_t pn_conn_deadline(const pn_conn_t *conn);
/* The process is leaving: the host announces the end in the next response
 * (an idle connection is never cut unannounced) and answers PN_NEXT_LINGER. */
void pn_conn_set_leaving(pn_conn_t *conn);
bool pn_conn_is_leaving(const pn_conn_t *conn);
/* True when no request is begun: nothing received, waiting in HEAD. */
bool pn_conn_is_idle(const pn_conn_t *conn);

/* --- for the host's core filters, inside handle(), takeover() or on_head() */

/* Bytes received and not consumed; *len may become 0. */
const char *pn_conn_buffered(const pn_conn_t *conn, size_t *len);
void pn_conn_consume(pn_conn_t *conn, size_t len);
/* One read without blocking into the buffer: APR_SUCCESS, APR_EAGAIN, APR_EOF
 * or the error. Grows the buffer up to max bytes (APR_ENOSPC: they are there
 * already). */
apr_status_t pn_conn_fill(pn_conn_t *conn, size_t max);
/* The same for the caller's own memory: takes what is buffered, else reads
 * from the socket into to, *len bytes at most; sets *len. For large bodies. */
apr_status_t pn_conn_read(pn_conn_t *conn, char *to, size_t *len);
/* Blocks until readable (or writable), for callers that may: APR_SUCCESS,
 * APR_TIMEUP or the error. Uses io_timeout and, for reading, the rate of the
 * stage; what is queued goes on leaving meanwhile. */
apr_status_t pn_conn_wait(pn_conn_t *conn, bool for_write);

/* The engine knows the stage while it reads heads itself; in takeover() the
 * host says when another one begins. */
void pn_conn_begin_stage(pn_conn_t *conn, pn_stage_e stage);

/*
 * Takes the buckets of bb into the output queue (set aside as needed) and
 * writes what the socket takes: writev for memory, sendfile for files. Less
 * than 4 KB with no metadata bucket may stay queued until more comes, or until
 * this step ends. Metadata buckets (end-of-request) are destroyed when
 * everything before them has left; FLUSH and EOS only say that nothing shall
 * be held back. bb is empty afterwards. Returns APR_SUCCESS, also when bytes
 * stay queued, or the socket's error: then the queue is destroyed and the
 * connection is aborted.
 * Blocks only for buckets of unknown length (pipes), which it reads to the end.
 */
apr_status_t pn_conn_send(pn_conn_t *conn, apr_bucket_brigade *bb);
/* Same without new buckets. */
apr_status_t pn_conn_push(pn_conn_t *conn);
/* Bytes in the queue, files included. */
apr_off_t pn_conn_queued(const pn_conn_t *conn);
/* Bytes held in memory by the queue: what back-pressure looks at. */
apr_size_t pn_conn_queued_memory(const pn_conn_t *conn);
bool pn_conn_is_aborted(const pn_conn_t *conn);
apr_off_t pn_conn_bytes_in(const pn_conn_t *conn);
apr_off_t pn_conn_bytes_out(const pn_conn_t *conn);

#endif
