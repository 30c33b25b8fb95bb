/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conn_private.h - the inside of a connection, for the engine's own files.
 */
#ifndef PINION_SERVER_ENGINE_CONN_PRIVATE_H
#define PINION_SERVER_ENGINE_CONN_PRIVATE_H

#include "engine/conn.h"
#include "engine/queue.h"

/* Bytes received and not consumed: data[start] .. data[end - 1]. Without
 * bytes there is no memory either while a connection is idle. */
typedef struct pn_inbuf_t {
    char *data;
    size_t start;
    size_t end;
    size_t room;
} pn_inbuf_t;

/* Lives on the heap, from pn_conn_create() to pn_conn_destroy(). */
struct pn_conn_t {
    int fd;
    pn_conn_state_e state;
    pn_next_e after_drain;  /* HEAD, LINGER or CLOSE */
    pn_want_e want;         /* what the last step said */
    bool is_aborted;
    bool is_leaving;
    bool is_idle_told;      /* on_idle() was the last of on_idle(), on_busy() */
    bool has_eof;           /* the peer will send no more */
    bool waits_first;       /* nothing is to be expected yet: no read */
    bool is_close_told;     /* on_close() has been called */
    unsigned requests_n;
    const pn_conn_ops_t *ops;
    void *host;
    pn_conn_limits_t limits;
    pn_head_parser_t parser;
    pn_inbuf_t in;
    pn_queue_t queue;
    apr_off_t bytes_in;
    apr_time_t deadline;    /* of the present wait; 0: none */
    apr_time_t moved;       /* when bytes last came or left, or a wait began */
    pn_stage_e stage;
    apr_time_t stage_since; /* 0: its time has not begun */
    apr_off_t stage_bytes;  /* bytes_in at its begin */
    apr_time_t linger_since;
};

/* Enters a stage, whose time begins at now; 0: it has yet to begin. */
void pn_conn_enter_stage(pn_conn_t *conn, pn_stage_e stage, apr_time_t now);
/* When the stage ends at the latest; 0 for never. */
apr_time_t pn_conn_stage_deadline(const pn_conn_t *conn);
/* Gives the memory of an empty buffer back. */
void pn_conn_free_buffer(pn_conn_t *conn);
void pn_conn_abort(pn_conn_t *conn);

/* The earlier of two deadlines, where 0 is never. */
static inline apr_time_t pn_earlier(apr_time_t one, apr_time_t other)
{
    return one && (!other || one < other) ? one : other;
}

#endif
