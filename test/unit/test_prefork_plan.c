/* SPDX-License-Identifier: Apache-2.0 */
/* test_prefork_plan - how many children are started or ended. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "prefork/prefork.h"

static const prefork_conf_t conf = {
    .start_servers = 5,
    .min_spare = 5,
    .max_spare = 10,
    .max_workers = 20,
    .server_limit = 32,
};

static void starts_what_is_missing_and_ends_what_is_too_much(void **state)
{
    static const struct {
        int idle, children, free_slots, rate; /* in */
        int start_n, must_end_one, is_full, rate_after; /* out */
    } cases[] = {
        { 5, 5, 27, 1, 0, 0, 0, 1 },    /* just enough */
        { 10, 10, 22, 1, 0, 0, 0, 1 },  /* just not too many */
        { 11, 12, 20, 1, 0, 1, 0, 1 },  /* one too many */
        { 20, 20, 12, 8, 0, 1, 0, 1 },  /* ten too many: one at a time */
        { 4, 8, 24, 1, 1, 0, 0, 2 },    /* missing: one at first ... */
        { 4, 8, 24, 4, 4, 0, 0, 8 },    /* ... then more ... */
        { 0, 8, 24, 32, 12, 0, 0, 32 }, /* ... up to MaxRequestWorkers */
        { 0, 18, 14, 32, 2, 0, 0, 32 },
        { 0, 20, 12, 32, 0, 0, 1, 1 },  /* full */
        { 0, 15, 0, 32, 0, 0, 1, 1 },   /* no slot: old children hold them */
        { 0, 25, 7, 1, 0, 0, 1, 1 },    /* more than allowed after a reload */
        { 7, 7, 25, 16, 0, 0, 0, 1 },   /* enough again: slow start anew */
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        prefork_count_t count = { cases[i].idle, cases[i].children,
                                  cases[i].free_slots };
        int rate = cases[i].rate;
        prefork_plan_t plan = pn_prefork_plan(&conf, &count, &rate);

        assert_int_equal(plan.start_n, cases[i].start_n);
        assert_int_equal(plan.must_end_one, cases[i].must_end_one);
        assert_int_equal(plan.is_full, cases[i].is_full);
        assert_int_equal(rate, cases[i].rate_after);
    }
}

static void doubles_from_turn_to_turn(void **state)
{
    static const int expected[] = { 1, 2, 4, 8, 16, 32, 32 };
    prefork_conf_t large = conf;
    int rate = 1;

    large.max_workers = 1000;
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        prefork_count_t count = { 0, 0, 1000 };

        assert_int_equal(pn_prefork_plan(&large, &count, &rate).start_n,
                         expected[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts_what_is_missing_and_ends_what_is_too_much),
        cmocka_unit_test(doubles_from_turn_to_turn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
