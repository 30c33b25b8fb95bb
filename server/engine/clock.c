/* SPDX-License-Identifier: Apache-2.0 */
/* clock.c - the present second in the forms that responses and logs print. */

#include "engine/clock.h"

#include <stdbool.h>
#include <string.h>

/* One formatted second of one thread. */
typedef struct second_t {
    apr_int64_t second;
    bool is_set;
    char text[PN_CLOCK_LOG_TIME_LEN + 4];
} second_t;

static __thread second_t date_now;
static __thread second_t log_now;

static char *put_2(char *to, int value)
{
    to[0] = (char)('0' + value / 10 % 10);
    to[1] = (char)('0' + value % 10);
    return to + 2;
}

static char *put_4(char *to, int value)
{
    return put_2(put_2(to, value / 100), value % 100);
}

static char *put_time(char *to, const apr_time_exp_t *at)
{
    to = put_2(to, at->tm_hour);
    *to++ = ':';
    to = put_2(to, at->tm_min);
    *to++ = ':';
    return put_2(to, at->tm_sec);
}

static char *put_month(char *to, const apr_time_exp_t *at)
{
    memcpy(to, apr_month_snames[at->tm_mon], 3);
    return to + 3;
}

static bool is_current(second_t *cached, apr_time_t when)
{
    apr_int64_t second = apr_time_sec(when);

    if (cached->is_set && cached->second == second) {
        return true;
    }
    cached->second = second;
    cached->is_set = true;
    return false;
}

const char *pn_clock_date(apr_time_t when)
{
    apr_time_exp_t at;
    char *to = date_now.text;

    if (is_current(&date_now, when)) {
        return date_now.text;
    }
    apr_time_exp_gmt(&at, when);
    memcpy(to, apr_day_snames[at.tm_wday], 3);
    to += 3;
    *to++ = ',';
    *to++ = ' ';
    to = put_2(to, at.tm_mday);
    *to++ = ' ';
    to = put_month(to, &at);
    *to++ = ' ';
    to = put_4(to, at.tm_year + 1900);
    *to++ = ' ';
    to = put_time(to, &at);
    memcpy(to, " GMT", sizeof(" GMT"));
    return date_now.text;
}

const char *pn_clock_log_time(apr_time_t when)
{
    apr_time_exp_t at;
    char *to = log_now.text;
    int offset_min;

    if (is_current(&log_now, when)) {
        return log_now.text;
    }
    apr_time_exp_lt(&at, when);
    offset_min = at.tm_gmtoff / 60;
    *to++ = '[';
    to = put_2(to, at.tm_mday);
    *to++ = '/';
    to = put_month(to, &at);
    *to++ = '/';
    to = put_4(to, at.tm_year + 1900);
    *to++ = ':';
    to = put_time(to, &at);
    *to++ = ' ';
    *to++ = offset_min < 0 ? '-' : '+';
    offset_min = offset_min < 0 ? -offset_min : offset_min;
    to = put_2(to, offset_min / 60);
    to = put_2(to, offset_min % 60);
    *to++ = ']';
    *to = '\0';
    return log_now.text;
}
