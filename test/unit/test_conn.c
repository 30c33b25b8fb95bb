/* SPDX-License-Identifier: Apache-2.0 */
/* test_conn.c - the states of a connection, its deadlines, and reading. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sys/socket.h>
#include <unistd.h>

#include <apr_general.h>

#include "conn_host.h"
#include "engine/wait.h"

/* --- heads --------------------------------------------------------------- */

static void answers_and_becomes_idle(void **state)
{
    conn_host_t *host = *state;

    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_true(pn_conn_is_idle(host->conn));
    conn_host_peer_sends(host, GET("/a"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    conn_host_expect(host, "ok");
    assert_int_equal(host->ends_n, 1);
    assert_true(pn_conn_is_idle(host->conn));
    conn_host_peer_sends(host, GET("/b"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    conn_host_expect(host, "ok");
    assert_string_equal(host->seen, "open /a idle busy /b idle ");
    assert_int_equal(pn_conn_bytes_in(host->conn), 2 * strlen(GET("/a")));
    assert_int_equal(pn_conn_bytes_out(host->conn), 4);
}

static void answers_pipelined_requests_in_order(void **state)
{
    conn_host_t *host = *state;

    conn_host_peer_sends(host, GET("/1") "\r\n" GET("/2") GET("/3")
                         "GET /4 HT");
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_false(pn_conn_is_idle(host->conn));
    conn_host_expect(host, "okokok");
    conn_host_peer_sends(host, "TP/1.1\r\n\r\n");
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_string_equal(host->seen, "open /1 /2 /3 /4 idle ");
}

static void reads_a_head_in_single_bytes(void **state)
{
    conn_host_t *host = *state;
    const char *text = GET("/slow");

    for (; *text; text++) {
        char byte[2] = { *text, '\0' };

        assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
        conn_host_peer_sends(host, byte);
    }
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_string_equal(host->seen, "open /slow idle ");
}

static void answers_a_bad_head_once_and_lingers(void **state)
{
    conn_host_t *host = *state;

    conn_host_peer_sends(host, "GET / HTTP/1.1\nX: y\n\n" GET("/smuggled"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_int_equal(host->status, 400);
    assert_int_equal(pn_conn_state(host->conn), PN_CONN_LINGER);
    conn_host_expect(host, "ok");
    assert_true(conn_host_peer_sees_eof(host));
    assert_string_equal(host->seen, "open bad close ");
}

static void refuses_a_head_without_end(void **state)
{
    conn_host_t *host = *state;
    char line[100];

    pn_conn_limits(host->conn)->head.fields_n = 0;
    conn_host_peer_sends(host, "GET / HTTP/1.1\r\n");
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
    conn_host_t *host = *state;

    conn_host_peer_sends(host, "GET /");
    shutdown(host->peer, SHUT_WR);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
    assert_int_equal(host->status, 0);
    assert_string_equal(host->seen, "open bad close ");
}

static void refuses_a_cut_off_head(void **state)
{
    conn_host_t *host = *state;

    conn_host_peer_sends(host, "GET / HTTP/1.1\r\nHost:");
    shutdown(host->peer, SHUT_WR);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
    assert_int_equal(host->status, 400);
    conn_host_expect(host, "ok");
}

static void answers_a_peer_that_has_closed_its_half(void **state)
{
    conn_host_t *host = *state;

    conn_host_peer_sends(host, GET("/a") GET("/b"));
    shutdown(host->peer, SHUT_WR);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
    conn_host_expect(host, "okok");
    assert_string_equal(host->seen, "open /a /b idle bad close ");
}

/* --- deadlines ----------------------------------------------------------- */

static void gives_a_head_time_by_its_rate(void **state)
{
    conn_host_t *host = *state;
    pn_conn_limits_t *limits = pn_conn_limits(host->conn);

    limits->head_rate = (pn_rate_t){
        .initial = apr_time_from_sec(10), .max = apr_time_from_sec(13),
        .per_byte = apr_time_from_sec(1) / 10,
    };
    pn_conn_step(host->conn);
    conn_host_expect_deadline_in(host, 10);
    conn_host_peer_sends(host, "GET /56789");
    pn_conn_step(host->conn);
    conn_host_expect_deadline_in(host, 11);
    conn_host_peer_sends(host, "012345678901234567890123456789");
    pn_conn_step(host->conn);
    conn_host_expect_deadline_in(host, 13);
    limits->io_timeout = apr_time_from_sec(4);
    pn_conn_step(host->conn);
    conn_host_expect_deadline_in(host, 4);
}

/* A limit of one microsecond may not be over at the first step. */
static pn_want_e step_until_time_is_over(conn_host_t *host)
{
    pn_want_e want;

    pn_conn_limits(host->conn)->head_rate.initial = 1;
    do {
        want = pn_conn_step(host->conn);
    } while (want == PN_WANT_READ && host->status == 0);
    return want;
}

static void says_408_to_a_slow_head(void **state)
{
    conn_host_t *host = *state;

    conn_host_peer_sends(host, "GET");
    step_until_time_is_over(host);
    assert_int_equal(host->status, 408);
    conn_host_expect(host, "ok");
}

static void closes_in_silence_when_nothing_came_in_time(void **state)
{
    conn_host_t *host = *state;

    assert_int_equal(step_until_time_is_over(host), PN_WANT_CLOSE);
    assert_int_equal(host->status, 0);
    assert_true(!conn_host_peer_sees_eof(host)); /* closing is the caller's */
}

static void waits_for_the_next_request_as_long_as_keep_alive_says(void **state)
{
    conn_host_t *host = *state;

    pn_conn_limits(host->conn)->head_rate.initial = apr_time_from_sec(20);
    conn_host_peer_sends(host, GET("/a"));
    pn_conn_step(host->conn);
    conn_host_expect_deadline_in(host, 5);
    conn_host_peer_sends(host, "GE");
    pn_conn_step(host->conn);
    conn_host_expect_deadline_in(host, 20);
    conn_host_peer_sends(host, "T /b HTTP/1.1\r\n\r\n");
    pn_conn_limits(host->conn)->keepalive_timeout = 1;
    while (pn_conn_step(host->conn) == PN_WANT_READ) {
    }
    assert_string_equal(host->seen, "open /a idle busy /b idle bad close ");
    assert_int_equal(host->status, 0);
}

/* --- work, suspension, takeover, closing --------------------------------- */

static void leaves_blocking_work_to_the_caller(void **state)
{
    conn_host_t *host = *state;

    host->on_head_says = PN_NEXT_WORK;
    conn_host_peer_sends(host, GET("/a") GET("/b"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
    pn_conn_work(host->conn);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
    pn_conn_work(host->conn);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    conn_host_expect(host, "okok");
    assert_string_equal(host->seen, "open /a handle /b handle idle ");
}

static void waits_for_whoever_resumes_it(void **state)
{
    conn_host_t *host = *state;

    host->on_head_says = PN_NEXT_WORK;
    host->handle_says = PN_NEXT_SUSPENDED;
    conn_host_peer_sends(host, GET("/a"));
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
    conn_host_t *host = *state;

    host->on_head_says = PN_NEXT_SUSPENDED;
    conn_host_peer_sends(host, GET("/a") GET("/b"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_SUSPENDED);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_SUSPENDED);
    host->on_head_says = PN_NEXT_HEAD;
    pn_conn_resume(host->conn, PN_NEXT_HEAD);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_string_equal(host->seen, "open /a /b idle ");
}

static void gives_the_whole_connection_away(void **state)
{
    conn_host_t *host = *state;

    host->on_open_says = PN_NEXT_TAKEOVER;
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
    pn_conn_work(host->conn);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_int_equal(pn_conn_state(host->conn), PN_CONN_LINGER);
    assert_string_equal(host->seen, "open takeover close ");
}

static void lingers_until_the_peer_has_closed(void **state)
{
    conn_host_t *host = *state;
    char *more = conn_host_make_pattern(60000);

    host->on_head_says = PN_NEXT_LINGER;
    conn_host_peer_sends(host, GET("/a") GET("/never"));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    conn_host_expect(host, "ok");
    assert_true(conn_host_peer_sees_eof(host));
    conn_host_expect_deadline_in(host, 2);
    assert_int_equal(write(host->peer, more, 60000), 60000);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    shutdown(host->peer, SHUT_WR);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_CLOSE);
    assert_string_equal(host->seen, "open /a close ");
    free(more);
}

static void knows_that_the_process_is_leaving(void **state)
{
    conn_host_t *host = *state;

    assert_false(pn_conn_is_leaving(host->conn));
    pn_conn_set_leaving(host->conn);
    assert_true(pn_conn_is_leaving(host->conn));
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
}

/* --- reading a body ------------------------------------------------------ */

static void begin_body(conn_host_t *host)
{
    host->on_head_says = PN_NEXT_WORK;
    conn_host_peer_sends(host, "POST / HTTP/1.1\r\n\r\n" "first");
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_WORK);
}

static void hands_out_the_bytes_behind_a_head(void **state)
{
    conn_host_t *host = *state;
    const char *bytes;
    size_t len;

    begin_body(host);
    bytes = pn_conn_buffered(host->conn, &len);
    assert_int_equal(len, 5);
    assert_memory_equal(bytes, "first", 5);
    pn_conn_consume(host->conn, 2);
    assert_int_equal(pn_conn_fill(host->conn, 100), APR_EAGAIN);
    conn_host_peer_sends(host, "second");
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
    conn_host_t *host = *state;
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
    conn_host_peer_sends(host, "second");
    len = sizeof(data);
    assert_int_equal(pn_conn_read(host->conn, data, &len), APR_SUCCESS);
    assert_int_equal(len, 6);
    assert_memory_equal(data, "second", 6);
}

static void gives_a_body_time_by_its_rate(void **state)
{
    conn_host_t *host = *state;

    begin_body(host);
    pn_conn_limits(host->conn)->body_rate.initial = 2000;
    assert_int_equal(pn_conn_wait(host->conn, false), APR_TIMEUP);
    pn_conn_limits(host->conn)->body_rate.initial = 0;
    pn_conn_limits(host->conn)->io_timeout = 2000;
    assert_int_equal(pn_conn_wait(host->conn, false), APR_TIMEUP);
}

static void times_each_stage_of_a_foreign_protocol(void **state)
{
    conn_host_t *host = *state;
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
    conn_host_peer_sends(host, "G");
    assert_int_equal(pn_conn_wait(host->conn, false), APR_SUCCESS);
    pn_conn_resume(host->conn, PN_NEXT_WORK);
    assert_int_equal(pn_conn_state(host->conn), PN_CONN_TAKEOVER);
}

static void goes_on_sending_while_it_waits_for_a_body(void **state)
{
    conn_host_t *host = *state;
    apr_bucket_brigade *bb = apr_brigade_create(host->pool, host->alloc);

    begin_body(host);
    apr_brigade_puts(bb, NULL, NULL, "continue");
    pn_conn_send(host->conn, bb);
    conn_host_expect(host, "");
    pn_conn_limits(host->conn)->io_timeout = 2000;
    assert_int_equal(pn_conn_wait(host->conn, false), APR_TIMEUP);
    conn_host_expect(host, "continue");
}

/* --- pn_wait_conn -------------------------------------------------------- */

static void waits_for_bytes_a_wake_up_or_the_deadline(void **state)
{
    conn_host_t *host = *state;
    int fds[2];

    assert_int_equal(pipe(fds), 0);
    assert_int_equal(pn_conn_step(host->conn), PN_WANT_READ);
    assert_int_equal(write(fds[1], "!", 1), 1);
    assert_int_equal(pn_wait_conn(host->conn, PN_WANT_READ, fds[0]),
                     PN_WAIT_WOKEN);
    conn_host_peer_sends(host, "G");
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
