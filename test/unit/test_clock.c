/* SPDX-License-Identifier: Apache-2.0 */
/* test_clock.c - formatted seconds, against APR's own formatting. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <apr_general.h>

#include "engine/clock.h"

static void prints_dates_as_rfc_9110_says(void **state)
{
    assert_string_equal(pn_clock_date(apr_time_from_sec(784111777)),
                        "Sun, 06 Nov 1994 08:49:37 GMT");
    assert_string_equal(pn_clock_date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
    assert_string_equal(pn_clock_date(apr_time_from_sec(4102444799)),
                        "Thu, 31 Dec 2099 23:59:59 GMT");
}

static void agrees_with_apr_on_many_days(void **state)
{
    for (apr_int64_t second = 5; second < 4000000000; second += 7654321) {
        char expected[APR_RFC822_DATE_LEN];

        apr_rfc822_date(expected, apr_time_from_sec(second));
        assert_string_equal(pn_clock_date(apr_time_from_sec(second)),
                            expected);
    }
}

static void formats_a_second_once(void **state)
{
    const char *first = pn_clock_date(apr_time_from_sec(1000));

    assert_ptr_equal(pn_clock_date(apr_time_from_sec(1000) + 999999), first);
    assert_string_equal(first, "Thu, 01 Jan 1970 00:16:40 GMT");
}

static void prints_log_times_with_their_offset(void **state)
{
    apr_time_t when = apr_time_from_sec(784111777);

    assert_int_equal(setenv("TZ", "XYZ-05:45", 1), 0);
    tzset();
    assert_string_equal(pn_clock_log_time(when),
                        "[06/Nov/1994:14:34:37 +0545]");
    assert_int_equal(setenv("TZ", "XYZ03:30", 1), 0);
    tzset();
    assert_string_equal(pn_clock_log_time(when + apr_time_from_sec(1)),
                        "[06/Nov/1994:05:19:38 -0330]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prints_dates_as_rfc_9110_says),
        cmocka_unit_test(agrees_with_apr_on_many_days),
        cmocka_unit_test(formats_a_second_once),
        cmocka_unit_test(prints_log_times_with_their_offset),
    };

    apr_initialize();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
