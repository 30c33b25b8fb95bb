/* SPDX-License-Identifier: Apache-2.0 */
/* test_crash_brake - a crash loop slows down, a single crash does not. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/children_private.h"

static const apr_interval_time_t moment = 1000;

static void lets_single_crashes_pass(void **state)
{
    pn_crash_brake_t brake = { 0 };

    for (int i = 0; i < 9; i++) {
        assert_int_equal(pn_children_note_crash(&brake, moment, 100), 0);
    }
    assert_true(pn_children_may_start(&brake, 100));
}

static void waits_longer_the_longer_it_goes_on(void **state)
{
    pn_crash_brake_t brake = { 0 };
    apr_time_t now = 1000;
    int pauses[4] = { 0 };
    int n = 0;

    for (int i = 0; i < 40 && n < 4; i++) {
        int pause = pn_children_note_crash(&brake, moment, now);

        if (pause) {
            pauses[n++] = pause;
        }
    }
    assert_int_equal(pauses[0], 1);
    assert_int_equal(pauses[1], 2);
    assert_int_equal(pauses[2], 4);
    assert_int_equal(pauses[3], 8);
    assert_false(pn_children_may_start(&brake, now));
    assert_true(pn_children_may_start(&brake, now + apr_time_from_sec(8)));
}

static void never_waits_for_ever(void **state)
{
    pn_crash_brake_t brake = { 0 };

    for (int i = 0; i < 100000; i++) {
        pn_children_note_crash(&brake, moment, 0);
    }
    assert_true(brake.not_before <= apr_time_from_sec(32));
}

static void forgets_when_a_child_has_lived_or_ended_well(void **state)
{
    pn_crash_brake_t brake = { 0 };

    for (int i = 0; i < 25; i++) {
        pn_children_note_crash(&brake, moment, 0);
    }
    pn_children_note_crash(&brake, apr_time_from_sec(60), 0);
    assert_int_equal(brake.in_a_row, 1);
    assert_true(pn_children_may_start(&brake, 0));
    for (int i = 0; i < 25; i++) {
        pn_children_note_crash(&brake, moment, 0);
    }
    pn_children_note_exit(&brake);
    assert_true(pn_children_may_start(&brake, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lets_single_crashes_pass),
        cmocka_unit_test(waits_longer_the_longer_it_goes_on),
        cmocka_unit_test(never_waits_for_ever),
        cmocka_unit_test(forgets_when_a_child_has_lived_or_ended_well),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
