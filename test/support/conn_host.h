/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conn_host.h - the host of a connection over a socket pair: it does what the
 * test says and notes what the engine asked of it.
 */
#ifndef PINION_TEST_SUPPORT_CONN_HOST_H
#define PINION_TEST_SUPPORT_CONN_HOST_H

#include "engine/conn.h"

enum { TEXT_ROOM = 256 };

/* The host and both ends of its connection. */
typedef struct conn_host_t {
    apr_pool_t *pool;
    apr_bucket_alloc_t *alloc;
    pn_conn_t *conn;
    int peer;
    char seen[TEXT_ROOM]; /* calls and targets, in order */
    pn_next_e on_open_says;
    pn_next_e on_head_says;
    pn_next_e handle_says;
    const char *body; /* what answering sends; NULL: "ok" */
    int ends_n;       /* end buckets destroyed */
    int status;       /* of the last bad head */
} conn_host_t;

/* Sets *state to a conn_host_t; cmocka's form. */
int conn_host_set_up(void **state);
int conn_host_tear_down(void **state);

/* An end-of-request bucket that counts in ends_n when it is destroyed. */
apr_bucket *conn_host_make_end(conn_host_t *host);
/* Small kernel buffers, so that a response does not fit. */
void conn_host_narrow(conn_host_t *host);
/* len bytes that repeat late, and a NUL; malloc'ed. */
char *conn_host_make_pattern(size_t len);

void conn_host_peer_sends(conn_host_t *host, const char *text);
/* What is there now, without blocking; returns how much. */
size_t conn_host_peer_gets(conn_host_t *host, char *to, size_t room);
void conn_host_expect(conn_host_t *host, const char *text);
bool conn_host_peer_sees_eof(conn_host_t *host);
/* The deadline is at most that far, and not a second less. */
void conn_host_expect_deadline_in(const conn_host_t *host, int seconds);

#define GET(target) "GET " target " HTTP/1.1\r\n\r\n"

#define TEST(function)                                                       \
    cmocka_unit_test_setup_teardown(function, conn_host_set_up,              \
                                    conn_host_tear_down)

#endif
