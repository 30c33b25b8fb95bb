/* SPDX-License-Identifier: Apache-2.0 */
/* test_range.c - the Range field on a body of ten bytes, and its limits. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <apr_general.h>
#include <apr_strings.h>

#include "http/range.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

static const pn_range_limits_t usual = { 200, 20, 20 };

/* "NONE", "OUTSIDE", or the ranges as "0-3 5-9". */
static char *outcome(apr_pool_t *pool, const char *value, apr_off_t size,
                     const pn_range_limits_t *limits)
{
    pn_range_t *ranges;
    int ranges_n;
    char *text = apr_pstrdup(pool, "");

    switch (pn_range_parse(pool, value, size, limits, &ranges, &ranges_n)) {
    case PN_RANGE_NONE:
        return apr_pstrdup(pool, "NONE");
    case PN_RANGE_OUTSIDE:
        return apr_pstrdup(pool, "OUTSIDE");
    case PN_RANGE_SOME:
        break;
    }
    for (int i = 0; i < ranges_n; i++) {
        text = apr_psprintf(pool, "%s%s%" APR_OFF_T_FMT "-%" APR_OFF_T_FMT,
                            text, i ? " " : "", ranges[i].first,
                            ranges[i].last);
    }
    return text;
}

static void reads_what_clients_ask_of_ten_bytes(void **state)
{
    static const struct {
        const char *value;
        const char *right;
    } cases[] = {
        { "bytes=0-3", "0-3" },
        { "bytes=-3", "7-9" },
        { "bytes=5-", "5-9" },
        { "bytes=0-", "0-9" },
        { "BYTES=0-0", "0-0" },
        { "bytes=-30", "0-9" },
        { "bytes=8-30", "8-9" },
        { "bytes=20-30", "OUTSIDE" },
        { "bytes=10-", "OUTSIDE" },
        { "bytes=0-3,20-30", "0-3" },
        { "bytes=3-1", "NONE" },
        { "bytes=0-1,3-1", "NONE" },
        { "items=0-3", "NONE" },
        { "bytes=abc", "NONE" },
        { "bytes=", "NONE" },
        { "bytes= 0-3", "NONE" },
        { "bytes=0 -3", "NONE" },
        { "bytes=0-3x", "NONE" },
        { "bytes=--3", "NONE" },
        { "bytes=-", "NONE" },
        { "bytes=-0", "NONE" },
        { "bytes=0-99999999999999999999", "NONE" },
        { "bytes=99999999999999999999-", "NONE" },
        { "bytes=0-5,3-8", "0-8" },
        { "bytes=0-1,2-3", "0-3" },
        { "bytes=0-0,2-3", "0-0 2-3" },
        { "bytes=0-0 ,\t2-3", "0-0 2-3" },
        { "bytes=8-9,0-1", "8-9 0-1" },
        { "bytes=0-0,", "NONE" },
        { "bytes=0-0,,2-3", "NONE" },
    };

    for (size_t i = 0; i < N(cases); i++) {
        assert_string_equal(outcome(*state, cases[i].value, 10, &usual),
                            cases[i].right);
    }
}

static void is_exact_above_four_gigabytes(void **state)
{
    apr_off_t size = (apr_off_t)6 * 1024 * 1024 * 1024;

    assert_string_equal(outcome(*state, "bytes=5368709120-5368709121", size,
                                &usual), "5368709120-5368709121");
    assert_string_equal(outcome(*state, "bytes=-1", size, &usual),
                        "6442450943-6442450943");
}

static void counts_ranges_overlaps_and_reversals(void **state)
{
    static const pn_range_limits_t two = { 2, -1, -1 };
    static const pn_range_limits_t no_overlap = { -1, 0, -1 };
    static const pn_range_limits_t no_reversal = { -1, -1, 0 };
    static const pn_range_limits_t none = { -1, -1, -1 };
    apr_pool_t *pool = *state;

    assert_string_equal(outcome(pool, "bytes=0-0,2-2", 10, &two), "0-0 2-2");
    assert_string_equal(outcome(pool, "bytes=0-0,2-2,4-4", 10, &two), "NONE");
    assert_string_equal(outcome(pool, "bytes=0-0,20-,30-", 10, &two), "NONE");
    assert_string_equal(outcome(pool, "bytes=0-3,2-5", 10, &no_overlap),
                        "NONE");
    assert_string_equal(outcome(pool, "bytes=5-5,0-0", 10, &no_reversal),
                        "NONE");
    assert_string_equal(outcome(pool, "bytes=5-5,0-0,5-5", 10, &none),
                        "5-5 0-0 5-5");
}

static void serves_an_empty_body_whole(void **state)
{
    assert_string_equal(outcome(*state, "bytes=0-3", 0, &usual), "NONE");
}

static int make_pool(void **state)
{
    apr_pool_t *pool;

    apr_initialize();
    apr_pool_create(&pool, NULL);
    *state = pool;
    return 0;
}

static int drop_pool(void **state)
{
    apr_pool_destroy(*state);
    apr_terminate();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_clients_ask_of_ten_bytes),
        cmocka_unit_test(is_exact_above_four_gigabytes),
        cmocka_unit_test(counts_ranges_overlaps_and_reversals),
        cmocka_unit_test(serves_an_empty_body_whole),
    };

    return cmocka_run_group_tests(tests, make_pool, drop_pool);
}
