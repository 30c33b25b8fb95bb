/* SPDX-License-Identifier: Apache-2.0 */
/*
 * time.c - util_time.h: broken-down times and dates for logs and headers.
 *
 * A busy server asks for the same second over and over. Each thread keeps the
 * last few that it was asked for, in slots chosen by the second's low bits: no
 * lock, and a request that began seconds ago does not push out the present.
 */
#include "util_time.h"

#include "apr_strings.h"

#include "httpd.h"

/* A power of two, no less than AP_TIME_RECENT_THRESHOLD. */
enum { N_SLOTS = 16 };

typedef apr_status_t explode_fn_t(apr_time_exp_t *exp, apr_time_t t);

typedef struct slot_t {
    apr_int64_t second;
    int is_used;
    apr_time_exp_t exp;
} slot_t;

static apr_status_t explode(slot_t *slots, explode_fn_t *fn,
                            apr_time_exp_t *exp, apr_time_t t)
{
    const apr_int64_t second = apr_time_sec(t);
    slot_t *slot = &slots[second & (N_SLOTS - 1)];

    if (t < 0) {
        return fn(exp, t);
    }
    if (!slot->is_used || slot->second != second) {
        const apr_status_t rv = fn(&slot->exp, t);

        slot->is_used = rv == APR_SUCCESS;
        slot->second = second;
        if (rv != APR_SUCCESS) {
            return rv;
        }
    }
    *exp = slot->exp;
    exp->tm_usec = (apr_int32_t)apr_time_usec(t);
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_explode_recent_localtime(apr_time_exp_t *tm, apr_time_t t)
{
    static AP_THREAD_LOCAL slot_t slots[N_SLOTS];

    return explode(slots, apr_time_exp_lt, tm, t);
}

AP_DECLARE(apr_status_t) ap_explode_recent_gmt(apr_time_exp_t *tm, apr_time_t t)
{
    static AP_THREAD_LOCAL slot_t slots[N_SLOTS];

    return explode(slots, apr_time_exp_gmt, tm, t);
}

/* --- numbers of fixed width ---------------------------------------------- */

static char *put_text(char *to, const char *text, size_t len)
{
    memcpy(to, text, len);
    return to + len;
}

static char *put_digits(char *to, int value, int width)
{
    for (int i = width - 1; i >= 0; i--) {
        to[i] = (char)('0' + value % 10);
        value /= 10;
    }
    return to + width;
}

static char *put_clock(char *to, const apr_time_exp_t *exp)
{
    to = put_digits(to, exp->tm_hour, 2);
    *to++ = ':';
    to = put_digits(to, exp->tm_min, 2);
    *to++ = ':';
    return put_digits(to, exp->tm_sec, 2);
}

static char *put_fraction(char *to, const apr_time_exp_t *exp, int option)
{
    if (option & AP_CTIME_OPTION_USEC) {
        *to++ = '.';
        return put_digits(to, exp->tm_usec, 6);
    }
    if (option & AP_CTIME_OPTION_MSEC) {
        *to++ = '.';
        return put_digits(to, exp->tm_usec / 1000, 3);
    }
    return to;
}

static char *put_offset(char *to, const apr_time_exp_t *exp)
{
    const int minutes = exp->tm_gmtoff / 60;
    const int positive = minutes < 0 ? -minutes : minutes;

    *to++ = ' ';
    *to++ = minutes < 0 ? '-' : '+';
    to = put_digits(to, positive / 60, 2);
    return put_digits(to, positive % 60, 2);
}

/* --- dates --------------------------------------------------------------- */

/* What the options' parts take, the final NUL included. */
static int ctime_size(int option)
{
    int size = option & AP_CTIME_OPTION_COMPACT
                   ? (int)sizeof("2026-12-01 02:03:04")
                   : (int)sizeof("Tue Dec 01 02:03:04 2026");

    if (option & AP_CTIME_OPTION_USEC) {
        size += (int)sizeof(".123456") - 1;
    }
    else if (option & AP_CTIME_OPTION_MSEC) {
        size += (int)sizeof(".123") - 1;
    }
    if (option & AP_CTIME_OPTION_GMTOFF) {
        size += (int)sizeof(" +0100") - 1;
    }
    return size;
}

AP_DECLARE(apr_status_t)
ap_recent_ctime_ex(char *date_str, apr_time_t t, int option, int *len)
{
    const int size = ctime_size(option);
    apr_time_exp_t exp;
    char *to = date_str;

    if (*len < size) {
        *len = 0;
        return APR_ENOMEM;
    }
    ap_explode_recent_localtime(&exp, t);
    if (option & AP_CTIME_OPTION_COMPACT) {
        to = put_digits(to, exp.tm_year + 1900, 4);
        *to++ = '-';
        to = put_digits(to, exp.tm_mon + 1, 2);
        *to++ = '-';
        to = put_digits(to, exp.tm_mday, 2);
        *to++ = ' ';
        to = put_fraction(put_clock(to, &exp), &exp, option);
    }
    else {
        to = put_text(to, apr_day_snames[exp.tm_wday], 3);
        *to++ = ' ';
        to = put_text(to, apr_month_snames[exp.tm_mon], 3);
        *to++ = ' ';
        to = put_digits(to, exp.tm_mday, 2);
        *to++ = ' ';
        to = put_fraction(put_clock(to, &exp), &exp, option);
        *to++ = ' ';
        to = put_digits(to, exp.tm_year + 1900, 4);
    }
    if (option & AP_CTIME_OPTION_GMTOFF) {
        to = put_offset(to, &exp);
    }
    *to = '\0';
    *len = size;
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t) ap_recent_ctime(char *date_str, apr_time_t t)
{
    int len = APR_CTIME_LEN;

    return ap_recent_ctime_ex(date_str, t, AP_CTIME_OPTION_NONE, &len);
}

AP_DECLARE(apr_status_t) ap_recent_rfc822_date(char *date_str, apr_time_t t)
{
    apr_time_exp_t exp;
    char *to = date_str;

    ap_explode_recent_gmt(&exp, t);
    to = put_text(to, apr_day_snames[exp.tm_wday], 3);
    to = put_text(to, ", ", 2);
    to = put_digits(to, exp.tm_mday, 2);
    *to++ = ' ';
    to = put_text(to, apr_month_snames[exp.tm_mon], 3);
    *to++ = ' ';
    to = put_digits(to, exp.tm_year + 1900, 4);
    *to++ = ' ';
    to = put_clock(to, &exp);
    put_text(to, " GMT", sizeof(" GMT"));
    return APR_SUCCESS;
}

/* strftime() knows the local zone only: its names are put in beforehand. */
static const char *name_gmt(apr_pool_t *pool, const char *fmt)
{
    char *copy = apr_palloc(pool, 3 * strlen(fmt) + 1);
    char *to = copy;

    for (; *fmt != '\0'; fmt++) {
        if (fmt[0] == '%' && fmt[1] == 'Z') {
            to = put_text(to, "GMT", 3);
            fmt++;
        }
        else if (fmt[0] == '%' && fmt[1] == 'z') {
            to = put_text(to, "+0000", 5);
            fmt++;
        }
        else {
            *to++ = *fmt;
            if (fmt[0] == '%' && fmt[1] != '\0') {
                *to++ = *++fmt;
            }
        }
    }
    *to = '\0';
    return copy;
}

AP_DECLARE(char *)
ap_ht_time(apr_pool_t *pool, apr_time_t t, const char *fmt, int gmt)
{
    char text[MAX_STRING_LEN];
    apr_size_t len = 0;
    apr_time_exp_t exp;

    if (gmt) {
        fmt = name_gmt(pool, fmt);
        ap_explode_recent_gmt(&exp, t);
    }
    else {
        ap_explode_recent_localtime(&exp, t);
    }
    if (apr_strftime(text, &len, sizeof(text), fmt, &exp) != APR_SUCCESS) {
        len = 0;
    }
    return apr_pstrmemdup(pool, text, len);
}
