/* SPDX-License-Identifier: Apache-2.0 */
/* test_time.c - dates for logs and headers, timeouts in directives. */

#include "util_test.h"

#include <time.h>

#include "util_time.h"

static const apr_time_t moment = APR_TIME_C(1780000000123456);

static void dates_in_every_form(void **s)
{
    static const struct {
        int option;
        const char *text;
    } rows[] = {
        { 0, "Thu May 28 22:26:40 2026" },
        { 1, "Thu May 28 22:26:40.123456 2026" },
        { 2, "2026-05-28 22:26:40" },
        { 3, "2026-05-28 22:26:40.123456" },
        { 4, "Thu May 28 22:26:40 2026 +0200" },
        { 7, "2026-05-28 22:26:40.123456 +0200" },
        { 8, "Thu May 28 22:26:40.123 2026" },
        { 9, "Thu May 28 22:26:40.123456 2026" },
        { 10, "2026-05-28 22:26:40.123" },
        { 14, "2026-05-28 22:26:40.123 +0200" },
    };
    char text[64];

    for (size_t i = 0; i < N(rows); i++) {
        int len = (int)strlen(rows[i].text) + 1;
        int too_short = len - 1;

        assert_number(i, ap_recent_ctime_ex(text, moment, rows[i].option, &len),
                      APR_SUCCESS);
        assert_text(i, text, rows[i].text);
        assert_number(i, len, strlen(text) + 1);
        assert_number(
            i, ap_recent_ctime_ex(text, moment, rows[i].option, &too_short),
            APR_ENOMEM);
        assert_number(i, too_short, 0);
    }
    ap_recent_ctime(text, moment);
    assert_string_equal(text, "Thu May 28 22:26:40 2026");
    ap_recent_rfc822_date(text, moment);
    assert_string_equal(text, "Thu, 28 May 2026 20:26:40 GMT");
}

static void cached_times_are_the_real_ones(void **s)
{
    for (int i = 0; i < 3000; i++) {
        const apr_time_t t = apr_time_make(1774745000 + i * 7919 % 5000, i);
        apr_time_exp_t got;
        apr_time_exp_t want;

        memset(&got, 0, sizeof(got));
        memset(&want, 0, sizeof(want));
        apr_time_exp_lt(&want, t);
        ap_explode_recent_localtime(&got, t);
        assert_memory_equal(&got, &want, sizeof(want));
        apr_time_exp_gmt(&want, t);
        ap_explode_recent_gmt(&got, t);
        assert_memory_equal(&got, &want, sizeof(want));
    }
}

static void strftime_knows_gmt(void **s)
{
    assert_text(0, ap_ht_time(pool, moment, "%d/%b/%Y %H:%M:%S %Z %z %%Z", 1),
                "28/May/2026 20:26:40 GMT +0000 %Z");
    assert_text(1, ap_ht_time(pool, moment, "%d/%b/%Y %H:%M:%S %Z %z", 0),
                "28/May/2026 22:26:40 CEST +0200");
    assert_text(2, ap_ht_time(pool, moment, "", 0), "");
    assert_text(3, ap_ht_time(pool, moment, "%", 1), "%");
}

static void timeouts_have_units(void **s)
{
    static const struct {
        const char *text;
        const char *unit;
        apr_interval_time_t us; /* -1: refused */
    } rows[] = {
        { "30", "s", 30000000 },
        { "30", "ms", 30000 },
        { "30s", "ms", 30000000 },
        { "1h", "s", 3600000000 },
        { "2min", "s", 120000000 },
        { "7mi", "s", 420000000 },
        { "5ms", "s", 5000 },
        { "0", "s", 0 },
        { "30sec", "s", 30000000 },
        { "x", "s", -1 },
        { "-1", "s", -1 },
        { "3 s", "s", -1 },
        { "10us", "s", -1 },
        { "7m", "s", -1 },
        { "5d", "s", -1 },
        { "1.5s", "s", -1 },
        { "1S", "s", -1 },
        { "5", "zz", -1 },
        { "99999999999999999999", "s", -1 },
        { "9223372036854", "s", 9223372036854000000 },
        { "9223372036855", "s", -1 },
    };

    for (size_t i = 0; i < N(rows); i++) {
        apr_interval_time_t us = -1;
        const apr_status_t rv = ap_timeout_parameter_parse(rows[i].text, &us,
                                                           rows[i].unit);

        assert_number(i, rv == APR_SUCCESS, rows[i].us >= 0);
        assert_number(i, us, rows[i].us);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(dates_in_every_form),
        test(cached_times_are_the_real_ones),
        test(strftime_knows_gmt),
        test(timeouts_have_units),
    };

    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
    return run_all(tests);
}
