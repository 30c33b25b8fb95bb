/* SPDX-License-Identifier: Apache-2.0 */
/* test_conn_output.c - what a connection sends: memory, files, pipes. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include <apr_general.h>
#include <apr_portable.h>
#include <apr_strings.h>

#include "conn_host.h"
#include "engine/wait.h"

static void gives_up_on_a_peer_that_does_not_read(void **state)
{
    conn_host_t *host = *state;
    char *body = malloc(1000001);

    memset(body, 'b', 1000000);
    body[1000000] = '\0';
    host->body = body;
    conn_host_narrow(host);
    conn_host_peer_sends(host, GET("/big"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WRITE);
    conn_host_expect_deadline_in(host, 60);
    pn_conn_limits(host->conn)->io_timeout = 1;
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
    assert_true(pn_conn_is_aborted(host->conn));
    assert_int_equal(host->ends_n, 1);
    assert_int_equal(pn_conn_queued(host->conn), 0);
    free(body);
}

/* --- output -------------------------------------------------------------- */

/* Lets the peer read everything; returns how much it was. */
static size_t drain_to_peer(conn_host_t *host, char *to, size_t room)
{
    size_t have = 0;
    pn_want_e want;

    do {
        want = pn_conn_step(host->conn);
        have += conn_host_peer_gets(host, to + have, room - have);
    } while (want == PN_WANT_WRITE);
    return have;
}

static void sends_the_rest_when_the_peer_reads(void **state)
{
    enum { LEN = 300000 };
    conn_host_t *host = *state;
    char *body = conn_host_make_pattern(LEN);
    char *expected = conn_host_make_pattern(LEN);
    char *got = malloc(LEN + 10);

    conn_host_narrow(host);
    host->body = body;
    conn_host_peer_sends(host, GET("/big"));
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

static apr_file_t *make_file(conn_host_t *host, const char *data, size_t len,
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
static void send_file_response(conn_host_t *host, apr_file_t *file, size_t len)
{
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);

    apr_brigade_puts(bb, NULL, NULL, "head");
    apr_brigade_insert_file(bb, file, 3, (apr_off_t)len - 3, host->pool);
    apr_brigade_puts(bb, NULL, NULL, "tail");
    APR_BRIGADE_INSERT_TAIL(bb, conn_host_make_end(host));
    assert_int_equal(pn_conn_send(host->conn, bb), APR_SUCCESS);
    assert_true(APR_BRIGADE_EMPTY(bb));
}

static void check_file(conn_host_t *host, apr_int32_t flags, bool is_narrow)
{
    enum { LEN = 700000 };
    char *pattern = conn_host_make_pattern(LEN);
    char *got = malloc(LEN + 100);
    apr_file_t *file = make_file(host, pattern, LEN, flags);

    if (is_narrow) {
        conn_host_narrow(host);
    }
    host->on_head_says = PN_NEXT_WORK;
    conn_host_peer_sends(host, GET("/file"));
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

static void check_cut_file(conn_host_t *host, apr_int32_t flags)
{
    char *pattern = conn_host_make_pattern(50000);
    apr_file_t *file = make_file(host, pattern, 20000, flags);
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);
    char *got = malloc(100000);

    host->on_head_says = PN_NEXT_WORK;
    conn_host_peer_sends(host, GET("/file"));
    pn_conn_step(host->conn);
    apr_brigade_insert_file(bb, file, 0, 50000, host->pool);
    APR_BRIGADE_INSERT_TAIL(bb, conn_host_make_end(host));
    /* Found out here, or when the rest is due. */
    pn_conn_send(host->conn, bb);
    pn_conn_work(host->conn);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
    assert_true(pn_conn_is_aborted(host->conn));
    assert_true(host->ends_n >= 1);
    assert_true(conn_host_peer_gets(host, got, 100000) <= 20000);
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
    char *data = conn_host_make_pattern(400000);

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
    conn_host_t *host = *state;
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);
    reader_t reader = { .fd = host->peer };
    pthread_t threads[2];
    apr_file_t *pipe_end;
    int fds[2];

    conn_host_narrow(host);
    assert_int_equal(pipe(fds), 0);
    apr_os_pipe_put_ex(&pipe_end, &fds[0], 1, host->pool);
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_pipe_create(pipe_end, host->alloc));
    APR_BRIGADE_INSERT_TAIL(bb, conn_host_make_end(host));
    host->on_head_says = PN_NEXT_WORK;
    host->handle_says = PN_NEXT_LINGER;
    conn_host_peer_sends(host, GET("/pipe"));
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
    conn_host_t *host = *state;
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);

    host->on_head_says = PN_NEXT_WORK;
    conn_host_peer_sends(host, GET("/a"));
    pn_conn_step(host->conn);
    apr_brigade_puts(bb, NULL, NULL, "some");
    pn_conn_send(host->conn, bb);
    conn_host_expect(host, "");
    assert_int_equal(pn_conn_queued(host->conn), 4);
    apr_brigade_puts(bb, NULL, NULL, "more");
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_flush_create(host->alloc));
    pn_conn_send(host->conn, bb);
    conn_host_expect(host, "somemore");
}

static void reports_a_lost_peer(void **state)
{
    conn_host_t *host = *state;
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);

    host->on_head_says = PN_NEXT_WORK;
    conn_host_peer_sends(host, GET("/a"));
    pn_conn_step(host->conn);
    close(host->peer);
    host->peer = -1;
    apr_brigade_puts(bb, NULL, NULL, "text");
    APR_BRIGADE_INSERT_TAIL(bb, conn_host_make_end(host));
    assert_int_equal(pn_conn_send(host->conn, bb), EPIPE);
    assert_int_equal(host->ends_n, 1);
    apr_brigade_puts(bb, NULL, NULL, "text");
    assert_int_equal(pn_conn_send(host->conn, bb), APR_ECONNABORTED);
    pn_conn_work(host->conn);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
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
    };

    apr_initialize();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
