/* SPDX-License-Identifier: Apache-2.0 */
/* test_scoreboard - rows, their bounds, and what a row says of a request. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "apr_general.h"
#include "apr_hooks.h"
#include "apr_strings.h"

#include "ap_mpm.h"
#include "mpm_common.h"
#include "scoreboard.h"

enum { SLOTS = 3, THREADS = 2 };

static apr_pool_t *pool;

static int answer(int code, int *result, apr_status_t *rv)
{
    *rv = APR_SUCCESS;
    *result = code == AP_MPMQ_HARD_LIMIT_DAEMONS   ? SLOTS
              : code == AP_MPMQ_HARD_LIMIT_THREADS ? THREADS
              : code == AP_MPMQ_MAX_DAEMON_USED    ? SLOTS
                                                   : 0;
    return OK;
}

static int set_up(void **state)
{
    apr_initialize();
    apr_pool_create(&pool, NULL);
    apr_hook_global_pool = pool;
    ap_hook_mpm_query(answer, NULL, NULL, APR_HOOK_MIDDLE);
    return ap_create_scoreboard(pool, SB_NOT_SHARED);
}

static int tear_down(void **state)
{
    apr_pool_destroy(pool);
    apr_terminate();
    return 0;
}

static void finds_rows_inside_its_bounds_only(void **state)
{
    assert_non_null(ap_get_scoreboard_worker_from_indexes(0, 0));
    assert_non_null(
        ap_get_scoreboard_worker_from_indexes(SLOTS - 1, THREADS - 1));
    assert_null(ap_get_scoreboard_worker_from_indexes(SLOTS, 0));
    assert_null(ap_get_scoreboard_worker_from_indexes(0, THREADS));
    assert_null(ap_get_scoreboard_worker_from_indexes(-1, 0));
    assert_null(ap_get_scoreboard_process(SLOTS));
    assert_int_equal(ap_get_scoreboard_global()->server_limit, SLOTS);
}

static void tells_the_status_before(void **state)
{
    ap_sb_handle_t *sbh;

    ap_create_sb_handle(&sbh, pool, 1, 1);
    assert_int_equal(ap_update_child_status(sbh, SERVER_READY, NULL),
                     SERVER_DEAD);
    assert_int_equal(ap_update_child_status(sbh, SERVER_BUSY_READ, NULL),
                     SERVER_READY);
    assert_int_equal(ap_update_child_status(NULL, SERVER_READY, NULL), -1);
    assert_int_equal(
        ap_update_child_status_from_indexes(SLOTS, 0, SERVER_READY, NULL), -1);
}

static void keeps_the_end_of_a_long_line_when_asked(void **state)
{
    ap_sb_handle_t *sbh;
    worker_score row;
    char line[200];

    memset(line, 'a', sizeof(line));
    memcpy(line + sizeof(line) - 5, "tail", 5);
    ap_create_sb_handle(&sbh, pool, 0, 0);
    ap_extended_status = 1;
    ap_update_child_status_descr(sbh, SERVER_BUSY_WRITE, line);
    ap_copy_scoreboard_worker(&row, 0, 0);
    assert_int_equal(strlen(row.request), sizeof(row.request) - 1);
    assert_int_equal(row.request[sizeof(row.request) - 2], 'a');
    ap_mod_status_reqtail = 1;
    ap_update_child_status_descr(sbh, SERVER_BUSY_WRITE, line);
    ap_copy_scoreboard_worker(&row, 0, 0);
    assert_string_equal(row.request + sizeof(row.request) - 5, "tail");
    ap_mod_status_reqtail = 0;
    ap_extended_status = 0;
}

static void finds_a_child_by_its_pid(void **state)
{
    apr_proc_t proc = { .pid = 4711 };

    assert_int_equal(ap_find_child_by_pid(&proc), -1);
    ap_get_scoreboard_process(2)->pid = 4711;
    assert_int_equal(ap_find_child_by_pid(&proc), 2);
    ap_get_scoreboard_process(2)->pid = 0;
}

static void adds_up_the_time_of_requests(void **state)
{
    ap_sb_handle_t *sbh;
    const worker_score *row;

    ap_extended_status = 1;
    ap_create_sb_handle(&sbh, pool, 2, 0);
    row = ap_get_scoreboard_worker(sbh);
    ap_set_time_process_request(sbh, 1000, 1500);
    ap_set_time_process_request(sbh, 2000, 2250);
    assert_int_equal(row->duration, 750);
    assert_int_equal(row->start_time, 2000);
    ap_extended_status = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_rows_inside_its_bounds_only),
        cmocka_unit_test(tells_the_status_before),
        cmocka_unit_test(keeps_the_end_of_a_long_line_when_asked),
        cmocka_unit_test(finds_a_child_by_its_pid),
        cmocka_unit_test(adds_up_the_time_of_requests),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
