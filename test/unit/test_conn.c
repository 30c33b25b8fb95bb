/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_conn.c - a connection driven over a socket pair by a host that does
 * what the test says.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <apr_general.h>
#include <apr_portable.h>
#include <apr_strings.h>

#include "engine/conn.h"
#include "engine/wait.h"

enum { TEXT_ROOM = 256 };

/* The fake host and both ends of its connection. */
typedef struct host_t {
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
} host_t;

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
    host_t *host = data;

    host->ends_n++;
}

static const apr_bucket_type_t end_type = {
    "TEST_END", 5, APR_BUCKET_METADATA, end_destroy, end_read,
    apr_bucket_setaside_notimpl, apr_bucket_split_notimpl,
    apr_bucket_copy_notimpl,
};

static apr_bucket *make_end(host_t *host)
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
    host_t *host = pn_conn_host(conn);
    size_t have = strlen(host->seen);

    assert_true(have + len + 2 < TEXT_ROOM);
    memcpy(host->seen + have, text, len);
    memcpy(host->seen + have + len, " ", 2);
}

static void answer(pn_conn_t *conn)
{
    host_t *host = pn_conn_host(conn);
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);
    const char *body = host->body ? host->body : "ok";

    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_transient_create(body, strlen(body),
                                                            host->alloc));
    APR_BRIGADE_INSERT_TAIL(bb, make_end(host));
    pn_conn_send(conn, bb);
}

static pn_next_e on_open(pn_conn_t *conn)
{
    saw(conn, "open", 4);
    return ((host_t *)pn_conn_host(conn))->on_open_says;
}

static pn_next_e on_head(pn_conn_t *conn, const pn_head_t *head,
                         const char *bytes)
{
    host_t *host = pn_conn_host(conn);

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
    host_t *host = pn_conn_host(conn);

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
    host_t *host = pn_conn_host(conn);

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

static int set_up(void **state)
{
    host_t *host = calloc(1, sizeof(*host));
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

static int tear_down(void **state)
{
    host_t *host = *state;

    close(pn_conn_fd(host->conn));
    pn_conn_destroy(host->conn);
    if (host->peer >= 0) {
        close(host->peer);
    }
    apr_pool_destroy(host->pool);
    free(host);
    return 0;
}

static void peer_sends(host_t *host, const char *text)
{
    size_t len = strlen(text);

    assert_int_equal(write(host->peer, text, len), len);
}

/* Reads what is there now, without blocking. */
static size_t peer_gets(host_t *host, char *to, size_t room)
{
    size_t have = 0;
    ssize_t n;

    while (have < room && (n = recv(host->peer, to + have, room - have,
                                    MSG_DONTWAIT)) > 0) {
        have += (size_t)n;
    }
    return have;
}

static void expect_peer_gets(host_t *host, const char *text)
{
    char got[TEXT_ROOM] = "";

    peer_gets(host, got, sizeof(got) - 1);
    assert_string_equal(got, text);
}

static bool peer_sees_eof(host_t *host)
{
    char byte;

    return recv(host->peer, &byte, 1, MSG_DONTWAIT) == 0;
}

/* Small kernel buffers, so that a response does not fit. */
static void narrow(host_t *host)
{
    int bytes = 4096;

    setsockopt(pn_conn_fd(host->conn), SOL_SOCKET, SO_SNDBUF, &bytes,
               sizeof(bytes));
}

#define GET(target) "GET " target " HTTP/1.1\r\n\r\n"

/* --- heads --------------------------------------------------------------- */

static void answers_and_becomes_idle(void **state)
{
    host_t *host = *state;

    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_true(pn_conn_is_idle(host->conn));
    peer_sends(host, GET("/a"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    expect_peer_gets(host, "ok");
    assert_int_equal(host->ends_n, 1);
    assert_true(pn_conn_is_idle(host->conn));
    peer_sends(host, GET("/b"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    expect_peer_gets(host, "ok");
    assert_string_equal(host->seen, "open /a idle busy /b idle ");
    assert_int_equal(pn_conn_bytes_in(host->conn), 2 * strlen(GET("/a")));
    assert_int_equal(pn_conn_bytes_out(host->conn), 4);
}

static void answers_pipelined_requests_in_order(void **state)
{
    host_t *host = *state;

    peer_sends(host, GET("/1") "\r\n" GET("/2") GET("/3") "GET /4 HT");
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_false(pn_conn_is_idle(host->conn));
    expect_peer_gets(host, "okokok");
    peer_sends(host, "TP/1.1\r\n\r\n");
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_string_equal(host->seen, "open /1 /2 /3 /4 idle ");
}

static void reads_a_head_in_single_bytes(void **state)
{
    host_t *host = *state;
    const char *text = GET("/slow");

    for (; *text; text++) {
        char byte[2] = { *text, '\0' };

        assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
        peer_sends(host, byte);
    }
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_string_equal(host->seen, "open /slow idle ");
}

static void answers_a_bad_head_once_and_lingers(void **state)
{
    host_t *host = *state;

    peer_sends(host, "GET / HTTP/1.1\nX: y\n\n" GET("/smuggled"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_int_equal(host->status, 400);
    assert_int_equal(pn_conn_state(host->conn), PN_CONN_LINGER);
    expect_peer_gets(host, "ok");
    assert_true(peer_sees_eof(host));
    assert_string_equal(host->seen, "open bad close ");
}

static void refuses_a_head_without_end(void **state)
{
    host_t *host = *state;
    char line[100];

    pn_conn_limits(host->conn)->head.fields_n = 0;
    peer_sends(host, "GET / HTTP/1.1\r\n");
    memset(line, 'a', sizeof(line));
    memcpy(line, "X: ", 3);
    memcpy(line + 98, "\r\n", 2);
    while (pn_conn_state(host->conn) < PN_CONN_DRAIN) {
        assert_int_equal(write(host->peer, line, sizeof(line)), sizeof(line));
        pn_conn_step(host->conn);
    }
    assert_int_equal(host->status, 431);
    assert_true(pn_conn_bytes_in(host->conn) < 2 * 1024 * 1024);
}

static void closes_in_silence_when_nothing_was_asked(void **state)
{
    host_t *host = *state;

    peer_sends(host, "GET /");
    shutdown(host->peer, SHUT_WR);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
    assert_int_equal(host->status, 0);
    assert_string_equal(host->seen, "open bad close ");
}

static void refuses_a_cut_off_head(void **state)
{
    host_t *host = *state;

    peer_sends(host, "GET / HTTP/1.1\r\nHost:");
    shutdown(host->peer, SHUT_WR);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
    assert_int_equal(host->status, 400);
    expect_peer_gets(host, "ok");
}

static void answers_a_peer_that_has_closed_its_half(void **state)
{
    host_t *host = *state;

    peer_sends(host, GET("/a") GET("/b"));
    shutdown(host->peer, SHUT_WR);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
    expect_peer_gets(host, "okok");
    assert_string_equal(host->seen, "open /a /b bad close ");
}

/* --- deadlines ----------------------------------------------------------- */

static void expect_deadline_in(const host_t *host, int seconds)
{
    apr_time_t left = pn_conn_deadline(host->conn) - apr_time_now();

    assert_true(left <= apr_time_from_sec(seconds));
    assert_true(left > apr_time_from_sec(seconds - 1));
}

static void gives_a_head_time_by_its_rate(void **state)
{
    host_t *host = *state;
    pn_conn_limits_t *limits = pn_conn_limits(host->conn);

    limits->head_rate = (pn_rate_t){
        .initial = apr_time_from_sec(10), .max = apr_time_from_sec(13),
        .per_byte = apr_time_from_sec(1) / 10,
    };
    pn_conn_step(host->conn);
    expect_deadline_in(host, 10);
    peer_sends(host, "GET /56789");
    pn_conn_step(host->conn);
    expect_deadline_in(host, 11);
    peer_sends(host, "012345678901234567890123456789");
    pn_conn_step(host->conn);
    expect_deadline_in(host, 13);
    limits->io_timeout = apr_time_from_sec(4);
    pn_conn_step(host->conn);
    expect_deadline_in(host, 4);
}

static void says_408_to_a_slow_head(void **state)
{
    host_t *host = *state;

    pn_conn_limits(host->conn)->head_rate.initial = 1;
    peer_sends(host, "GET");
    pn_conn_step(host->conn);
    assert_int_equal(host->status, 408);
    expect_peer_gets(host, "ok");
}

static void closes_in_silence_when_nothing_came_in_time(void **state)
{
    host_t *host = *state;

    pn_conn_limits(host->conn)->head_rate.initial = 1;
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
    assert_int_equal(host->status, 0);
    assert_true(!peer_sees_eof(host)); /* closing is the caller's */
}

static void waits_for_the_next_request_as_long_as_keep_alive_says(void **state)
{
    host_t *host = *state;

    pn_conn_limits(host->conn)->head_rate.initial = apr_time_from_sec(20);
    peer_sends(host, GET("/a"));
    pn_conn_step(host->conn);
    expect_deadline_in(host, 5);
    peer_sends(host, "GE");
    pn_conn_step(host->conn);
    expect_deadline_in(host, 20);
    peer_sends(host, "T /b HTTP/1.1\r\n\r\n");
    pn_conn_limits(host->conn)->keepalive_timeout = 1;
    while (pn_conn_step(host->conn) == PN_WANT_READ) {
    }
    assert_string_equal(host->seen, "open /a idle busy /b idle bad close ");
    assert_int_equal(host->status, 0);
}

static void gives_up_on_a_peer_that_does_not_read(void **state)
{
    host_t *host = *state;
    char *body = malloc(1000001);

    memset(body, 'b', 1000000);
    body[1000000] = '\0';
    host->body = body;
    narrow(host);
    peer_sends(host, GET("/big"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WRITE);
    expect_deadline_in(host, 60);
    pn_conn_limits(host->conn)->io_timeout = 1;
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
    assert_true(pn_conn_is_aborted(host->conn));
    assert_int_equal(host->ends_n, 1);
    assert_int_equal(pn_conn_queued(host->conn), 0);
    free(body);
}

/* --- output -------------------------------------------------------------- */

/* Lets the peer read everything; returns how much it was. */
static size_t drain_to_peer(host_t *host, char *to, size_t room)
{
    size_t have = 0;
    pn_want_e want;

    do {
        want = pn_conn_step(host->conn);
        have += peer_gets(host, to + have, room - have);
    } while (want == PN_WANT_WRITE);
    return have;
}

static char *make_pattern(size_t len)
{
    char *data = malloc(len + 1);

    for (size_t i = 0; i < len; i++) {
        data[i] = (char)('a' + i / 7 % 26);
    }
    data[len] = '\0';
    return data;
}

static void sends_the_rest_when_the_peer_reads(void **state)
{
    enum { LEN = 300000 };
    host_t *host = *state;
    char *body = make_pattern(LEN);
    char *expected = make_pattern(LEN);
    char *got = malloc(LEN + 10);

    narrow(host);
    host->body = body;
    peer_sends(host, GET("/big"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WRITE);
    assert_int_equal(host->ends_n, 0);
    assert_int_equal(pn_conn_queued(host->conn) +
                     pn_conn_bytes_out(host->conn), LEN);
    assert_int_equal(pn_conn_queued_memory(host->conn),
                     pn_conn_queued(host->conn));
    /* A transient bucket has been copied: its owner may go. */
    memset(body, 'x', LEN);
    host->body = NULL;
    assert_int_equal(drain_to_peer(host, got, LEN + 10), LEN);
    assert_memory_equal(got, expected, LEN);
    assert_int_equal(host->ends_n, 1);
    assert_int_equal(pn_conn_queued(host->conn), 0);
    free(body);
    free(expected);
    free(got);
}

static apr_file_t *make_file(host_t *host, const char *data, size_t len,
                             apr_int32_t flags)
{
    char *path = apr_pstrdup(host->pool, "/tmp/test_conn.XXXXXX");
    apr_file_t *file;

    assert_int_equal(apr_file_mktemp(&file, path,
                                     APR_FOPEN_CREATE | APR_FOPEN_READ |
                                     APR_FOPEN_WRITE | APR_FOPEN_EXCL |
                                     APR_FOPEN_DELONCLOSE | flags, host->pool),
                     APR_SUCCESS);
    assert_int_equal(apr_file_write_full(file, data, len, NULL), APR_SUCCESS);
    return file;
}

/* "head" from memory, len bytes of file from offset 3, "tail", end. */
static void send_file_response(host_t *host, apr_file_t *file, size_t len)
{
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);

    apr_brigade_puts(bb, NULL, NULL, "head");
    apr_brigade_insert_file(bb, file, 3, (apr_off_t)len - 3, host->pool);
    apr_brigade_puts(bb, NULL, NULL, "tail");
    APR_BRIGADE_INSERT_TAIL(bb, make_end(host));
    assert_int_equal(pn_conn_send(host->conn, bb), APR_SUCCESS);
    assert_true(APR_BRIGADE_EMPTY(bb));
}

static void check_file(host_t *host, apr_int32_t flags, bool is_narrow)
{
    enum { LEN = 700000 };
    char *pattern = make_pattern(LEN);
    char *got = malloc(LEN + 100);
    apr_file_t *file = make_file(host, pattern, LEN, flags);

    if (is_narrow) {
        narrow(host);
    }
    host->on_head_says = PN_NEXT_WORK;
    peer_sends(host, GET("/file"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
    send_file_response(host, file, LEN);
    assert_true(pn_conn_queued_memory(host->conn) <= 160 * 1024);
    pn_conn_work(host->conn);
    assert_int_equal(drain_to_peer(host, got, LEN + 100), LEN + 5 + 2);
    assert_memory_equal(got, "head", 4);
    assert_memory_equal(got + 4, pattern + 3, LEN - 3);
    assert_memory_equal(got + 4 + LEN - 3, "tailok", 6);
    assert_int_equal(host->ends_n, 2);
    free(got);
    free(pattern);
}

static void sends_files_with_sendfile(void **state)
{
    check_file(*state, APR_FOPEN_SENDFILE_ENABLED, true);
}

static void sends_files_by_reading(void **state)
{
    check_file(*state, 0, true);
}

static void sends_files_into_a_wide_socket(void **state)
{
    check_file(*state, APR_FOPEN_SENDFILE_ENABLED, false);
}

static void check_cut_file(host_t *host, apr_int32_t flags)
{
    char *pattern = make_pattern(50000);
    apr_file_t *file = make_file(host, pattern, 20000, flags);
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);
    char *got = malloc(100000);

    host->on_head_says = PN_NEXT_WORK;
    peer_sends(host, GET("/file"));
    pn_conn_step(host->conn);
    apr_brigade_insert_file(bb, file, 0, 50000, host->pool);
    APR_BRIGADE_INSERT_TAIL(bb, make_end(host));
    /* Found out here, or when the rest is due. */
    pn_conn_send(host->conn, bb);
    pn_conn_work(host->conn);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
    assert_true(pn_conn_is_aborted(host->conn));
    assert_true(host->ends_n >= 1);
    assert_true(peer_gets(host, got, 100000) <= 20000);
    free(got);
    free(pattern);
}

static void aborts_when_a_file_was_cut(void **state)
{
    check_cut_file(*state, APR_FOPEN_SENDFILE_ENABLED);
}

static void aborts_when_a_file_that_is_read_was_cut(void **state)
{
    check_cut_file(*state, 0);
}

typedef struct reader_t {
    int fd;
    size_t bytes;
} reader_t;

static void *read_all(void *arg)
{
    reader_t *reader = arg;
    char waste[4096];
    ssize_t n;

    while ((n = read(reader->fd, waste, sizeof(waste))) > 0) {
        reader->bytes += (size_t)n;
    }
    return NULL;
}

static void *write_pipe(void *arg)
{
    int *fd = arg;
    char *data = make_pattern(400000);

    for (size_t at = 0; at < 400000; at += 1000) {
        if (write(*fd, data + at, 1000) != 1000) {
            break;
        }
    }
    close(*fd);
    free(data);
    return NULL;
}

static void sends_a_pipe_to_its_end(void **state)
{
    host_t *host = *state;
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);
    reader_t reader = { .fd = host->peer };
    pthread_t threads[2];
    apr_file_t *pipe_end;
    int fds[2];

    narrow(host);
    assert_int_equal(pipe(fds), 0);
    apr_os_pipe_put_ex(&pipe_end, &fds[0], 1, host->pool);
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_pipe_create(pipe_end, host->alloc));
    APR_BRIGADE_INSERT_TAIL(bb, make_end(host));
    host->on_head_says = PN_NEXT_WORK;
    host->handle_says = PN_NEXT_LINGER;
    peer_sends(host, GET("/pipe"));
    pn_conn_step(host->conn);
    pthread_create(&threads[0], NULL, write_pipe, &fds[1]);
    pthread_create(&threads[1], NULL, read_all, &reader);
    assert_int_equal(pn_conn_send(host->conn, bb), APR_SUCCESS);
    pn_conn_work(host->conn);
    while (pn_conn_step(host->conn) == PN_WANT_WRITE) {
        pn_wait_conn(host->conn, PN_WANT_WRITE, -1);
    }
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert_int_equal(reader.bytes, 400002);
    assert_int_equal(host->ends_n, 2);
}

static void holds_little_back_until_told_to_flush(void **state)
{
    host_t *host = *state;
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);

    host->on_head_says = PN_NEXT_WORK;
    peer_sends(host, GET("/a"));
    pn_conn_step(host->conn);
    apr_brigade_puts(bb, NULL, NULL, "some");
    pn_conn_send(host->conn, bb);
    expect_peer_gets(host, "");
    assert_int_equal(pn_conn_queued(host->conn), 4);
    apr_brigade_puts(bb, NULL, NULL, "more");
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_flush_create(host->alloc));
    pn_conn_send(host->conn, bb);
    expect_peer_gets(host, "somemore");
}

static void reports_a_lost_peer(void **state)
{
    host_t *host = *state;
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);

    host->on_head_says = PN_NEXT_WORK;
    peer_sends(host, GET("/a"));
    pn_conn_step(host->conn);
    close(host->peer);
    host->peer = -1;
    apr_brigade_puts(bb, NULL, NULL, "text");
    APR_BRIGADE_INSERT_TAIL(bb, make_end(host));
    assert_int_equal(pn_conn_send(host->conn, bb), EPIPE);
    assert_int_equal(host->ends_n, 1);
    apr_brigade_puts(bb, NULL, NULL, "text");
    assert_int_equal(pn_conn_send(host->conn, bb), APR_ECONNABORTED);
    pn_conn_work(host->conn);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
}

/* --- work, suspension, takeover, closing --------------------------------- */

static void leaves_blocking_work_to_the_caller(void **state)
{
    host_t *host = *state;

    host->on_head_says = PN_NEXT_WORK;
    peer_sends(host, GET("/a") GET("/b"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
    pn_conn_work(host->conn);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
    pn_conn_work(host->conn);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    expect_peer_gets(host, "okok");
    assert_string_equal(host->seen, "open /a handle /b handle idle ");
}

static void waits_for_whoever_resumes_it(void **state)
{
    host_t *host = *state;

    host->on_head_says = PN_NEXT_WORK;
    host->handle_says = PN_NEXT_SUSPENDED;
    peer_sends(host, GET("/a"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
    pn_conn_work(host->conn);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_SUSPENDED);
    assert_int_equal(pn_conn_deadline(host->conn), 0);
    pn_conn_resume(host->conn, PN_NEXT_WORK);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
    pn_conn_work(host->conn);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_SUSPENDED);
    pn_conn_resume(host->conn, PN_NEXT_HEAD);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_string_equal(host->seen, "open /a handle handle idle ");
}

static void suspends_from_a_head_too(void **state)
{
    host_t *host = *state;

    host->on_head_says = PN_NEXT_SUSPENDED;
    peer_sends(host, GET("/a") GET("/b"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_SUSPENDED);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_SUSPENDED);
    host->on_head_says = PN_NEXT_HEAD;
    pn_conn_resume(host->conn, PN_NEXT_HEAD);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_string_equal(host->seen, "open /a /b idle ");
}

static void gives_the_whole_connection_away(void **state)
{
    host_t *host = *state;

    host->on_open_says = PN_NEXT_TAKEOVER;
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
    pn_conn_work(host->conn);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_int_equal(pn_conn_state(host->conn), PN_CONN_LINGER);
    assert_string_equal(host->seen, "open takeover close ");
}

static void lingers_until_the_peer_has_closed(void **state)
{
    host_t *host = *state;
    char *more = make_pattern(60000);

    host->on_head_says = PN_NEXT_LINGER;
    peer_sends(host, GET("/a") GET("/never"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    expect_peer_gets(host, "ok");
    assert_true(peer_sees_eof(host));
    expect_deadline_in(host, 2);
    assert_int_equal(write(host->peer, more, 60000), 60000);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    shutdown(host->peer, SHUT_WR);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
    assert_string_equal(host->seen, "open /a close ");
    free(more);
}

static void knows_that_the_process_is_leaving(void **state)
{
    host_t *host = *state;

    assert_false(pn_conn_is_leaving(host->conn));
    pn_conn_set_leaving(host->conn);
    assert_true(pn_conn_is_leaving(host->conn));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
}

/* --- reading a body ------------------------------------------------------ */

static void begin_body(host_t *host)
{
    host->on_head_says = PN_NEXT_WORK;
    peer_sends(host, "POST / HTTP/1.1\r\n\r\n" "first");
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
}

static void hands_out_the_bytes_behind_a_head(void **state)
{
    host_t *host = *state;
    const char *bytes;
    size_t len;

    begin_body(host);
    bytes = pn_conn_buffered(host->conn, &len);
    assert_int_equal(len, 5);
    assert_memory_equal(bytes, "first", 5);
    pn_conn_consume(host->conn, 2);
    assert_int_equal(pn_conn_fill(host->conn, 100), APR_EAGAIN);
    peer_sends(host, "second");
    assert_int_equal(pn_conn_wait(host->conn, false), APR_SUCCESS);
    assert_int_equal(pn_conn_fill(host->conn, 5), APR_SUCCESS);
    bytes = pn_conn_buffered(host->conn, &len);
    assert_int_equal(len, 5);
    assert_memory_equal(bytes, "rstse", 5);
    assert_int_equal(pn_conn_fill(host->conn, 5), APR_ENOSPC);
    pn_conn_consume(host->conn, 5);
    assert_int_equal(pn_conn_fill(host->conn, 5), APR_SUCCESS);
    pn_conn_consume(host->conn, 4);
    shutdown(host->peer, SHUT_WR);
    assert_int_equal(pn_conn_fill(host->conn, 5), APR_EOF);
}

static void reads_a_body_into_the_hosts_memory(void **state)
{
    host_t *host = *state;
    char data[100];
    size_t len = 3;

    begin_body(host);
    assert_int_equal(pn_conn_read(host->conn, data, &len), APR_SUCCESS);
    assert_int_equal(len, 3);
    assert_memory_equal(data, "fir", 3);
    len = sizeof(data);
    assert_int_equal(pn_conn_read(host->conn, data, &len), APR_SUCCESS);
    assert_int_equal(len, 2);
    len = sizeof(data);
    assert_int_equal(pn_conn_read(host->conn, data, &len), APR_EAGAIN);
    peer_sends(host, "second");
    len = sizeof(data);
    assert_int_equal(pn_conn_read(host->conn, data, &len), APR_SUCCESS);
    assert_int_equal(len, 6);
    assert_memory_equal(data, "second", 6);
}

static void gives_a_body_time_by_its_rate(void **state)
{
    host_t *host = *state;

    begin_body(host);
    pn_conn_limits(host->conn)->body_rate.initial = 2000;
    assert_int_equal(pn_conn_wait(host->conn, false), APR_TIMEUP);
    pn_conn_limits(host->conn)->body_rate.initial = 0;
    pn_conn_limits(host->conn)->io_timeout = 2000;
    assert_int_equal(pn_conn_wait(host->conn, false), APR_TIMEUP);
}

static void times_each_stage_of_a_foreign_protocol(void **state)
{
    host_t *host = *state;
    pn_conn_limits_t *limits = pn_conn_limits(host->conn);

    host->on_open_says = PN_NEXT_TAKEOVER;
    limits->handshake_rate.initial = 2000;
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
    assert_int_equal(pn_conn_wait(host->conn, false), APR_TIMEUP);
    limits->keepalive_timeout = 2000;
    pn_conn_begin_stage(host->conn, PN_STAGE_IDLE);
    assert_int_equal(pn_conn_wait(host->conn, false), APR_TIMEUP);
    limits->head_rate.initial = 2000;
    pn_conn_begin_stage(host->conn, PN_STAGE_HEAD);
    assert_int_equal(pn_conn_wait(host->conn, false), APR_TIMEUP);
    limits->head_rate.initial = apr_time_from_sec(60);
    peer_sends(host, "G");
    assert_int_equal(pn_conn_wait(host->conn, false), APR_SUCCESS);
    pn_conn_resume(host->conn, PN_NEXT_WORK);
    assert_int_equal(pn_conn_state(host->conn), PN_CONN_TAKEOVER);
}

static void goes_on_sending_while_it_waits_for_a_body(void **state)
{
    host_t *host = *state;
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);

    begin_body(host);
    apr_brigade_puts(bb, NULL, NULL, "continue");
    pn_conn_send(host->conn, bb);
    expect_peer_gets(host, "");
    pn_conn_limits(host->conn)->io_timeout = 2000;
    assert_int_equal(pn_conn_wait(host->conn, false), APR_TIMEUP);
    expect_peer_gets(host, "continue");
}

/* --- pn_wait_conn -------------------------------------------------------- */

static void waits_for_bytes_a_wake_up_or_the_deadline(void **state)
{
    host_t *host = *state;
    int fds[2];

    assert_int_equal(pipe(fds), 0);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_int_equal(write(fds[1], "!", 1), 1);
    assert_int_equal(pn_wait_conn(host->conn, PN_WANT_READ, fds[0]),
                     PN_WAIT_WOKEN);
    peer_sends(host, "G");
    assert_int_equal(pn_wait_conn(host->conn, PN_WANT_READ, fds[0]),
                     PN_WAIT_READY);
    assert_int_equal(pn_wait_conn(host->conn, PN_WANT_WORK, fds[0]),
                     PN_WAIT_READY);
    pn_conn_step(host->conn);
    pn_conn_limits(host->conn)->io_timeout = 20000;
    pn_conn_step(host->conn);
    assert_int_equal(pn_wait_conn(host->conn, PN_WANT_READ, -1),
                     PN_WAIT_READY);
    pn_conn_step(host->conn);
    assert_int_equal(host->status, 408);
    close(fds[0]);
    close(fds[1]);
}

static void has_a_name_for_every_state(void **state)
{
    for (int i = 0; i < PN_CONN_N_STATES; i++) {
        assert_non_null(pn_conn_state_name((pn_conn_state_e)i));
    }
}

#define TEST(function) \
    cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(answers_and_becomes_idle),
        TEST(answers_pipelined_requests_in_order),
        TEST(reads_a_head_in_single_bytes),
        TEST(answers_a_bad_head_once_and_lingers),
        TEST(refuses_a_head_without_end),
        TEST(closes_in_silence_when_nothing_was_asked),
        TEST(refuses_a_cut_off_head),
        TEST(answers_a_peer_that_has_closed_its_half),
        TEST(gives_a_head_time_by_its_rate),
        TEST(says_408_to_a_slow_head),
        TEST(closes_in_silence_when_nothing_came_in_time),
        TEST(waits_for_the_next_request_as_long_as_keep_alive_says),
        TEST(gives_up_on_a_peer_that_does_not_read),
        TEST(sends_the_rest_when_the_peer_reads),
        TEST(sends_files_with_sendfile),
        TEST(sends_files_by_reading),
        TEST(sends_files_into_a_wide_socket),
        TEST(aborts_when_a_file_was_cut),
        TEST(aborts_when_a_file_that_is_read_was_cut),
        TEST(sends_a_pipe_to_its_end),
        TEST(holds_little_back_until_told_to_flush),
        TEST(reports_a_lost_peer),
        TEST(leaves_blocking_work_to_the_caller),
        TEST(waits_for_whoever_resumes_it),
        TEST(suspends_from_a_head_too),
        TEST(gives_the_whole_connection_away),
        TEST(lingers_until_the_peer_has_closed),
        TEST(knows_that_the_process_is_leaving),
        TEST(hands_out_the_bytes_behind_a_head),
        TEST(reads_a_body_into_the_hosts_memory),
        TEST(gives_a_body_time_by_its_rate),
        TEST(times_each_stage_of_a_foreign_protocol),
        TEST(goes_on_sending_while_it_waits_for_a_body),
        TEST(waits_for_bytes_a_wake_up_or_the_deadline),
        cmocka_unit_test(has_a_name_for_every_state),
    };

    apr_initialize();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
