/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_time.c - when a request began and ended, and how long it took.
 *
 * All items of one line speak about the same end: it is read off the clock
 * once, by the first that asks.
 */
#include "log_config.h"

#include "apr_strings.h"

#include "util_time.h"

enum { CLF_BYTES = sizeof("[01/Dec/2026:02:03:04 +0100]") };

static AP_THREAD_LOCAL apr_time_t
    end_time; /* of this thread's line; 0: unread */

void log_items_begin(void)
{
    end_time = 0;
}

static apr_time_t time_of_end(void)
{
    if (end_time == 0) {
        end_time = apr_time_now();
    }
    return end_time;
}

/* "[01/Dec/2026:02:03:04 +0100]". Each thread keeps the last one: requests of
 * one second follow each other. */
static const char *clf_time(apr_pool_t *pool, apr_time_t t)
{
    static AP_THREAD_LOCAL struct {
        apr_int64_t second;
        char text[CLF_BYTES];
    } cache;
    const apr_int64_t second = apr_time_sec(t);

    if (cache.second != second || cache.text[0] == '\0') {
        apr_time_exp_t exp;
        int offset;

        ap_explode_recent_localtime(&exp, t);
        offset = exp.tm_gmtoff < 0 ? -exp.tm_gmtoff : exp.tm_gmtoff;
        apr_snprintf(cache.text, sizeof(cache.text),
                     "[%02d/%s/%04d:%02d:%02d:%02d %c%02d%02d]", exp.tm_mday,
                     apr_month_snames[exp.tm_mon], exp.tm_year + 1900,
                     exp.tm_hour, exp.tm_min, exp.tm_sec,
                     exp.tm_gmtoff < 0 ? '-' : '+', offset / 3600,
                     offset % 3600 / 60);
        cache.second = second;
    }
    return apr_pmemdup(pool, cache.text, sizeof(cache.text));
}

static const char *number(apr_pool_t *pool, apr_int64_t value, int width)
{
    return apr_psprintf(pool, "%0*" APR_INT64_T_FMT, width, value);
}

static const char *strftime_text(apr_pool_t *pool, apr_time_t t,
                                 const char *format)
{
    char text[MAX_STRING_LEN];
    apr_size_t len = 0;
    apr_time_exp_t exp;

    ap_explode_recent_localtime(&exp, t);
    apr_strftime(text, &len, sizeof(text), format, &exp);
    return apr_pstrmemdup(pool, text, len);
}

const char *log_time_text(request_rec *r, char *arg)
{
    apr_time_t t = r->request_time;

    if (strncmp(arg, "begin", 5) == 0 && (arg[5] == '\0' || arg[5] == ':')) {
        arg += arg[5] == ':' ? 6 : 5;
    }
    else if (strncmp(arg, "end", 3) == 0 && (arg[3] == '\0' || arg[3] == ':')) {
        arg += arg[3] == ':' ? 4 : 3;
        t = time_of_end();
    }
    if (*arg == '\0') {
        return clf_time(r->pool, t);
    }
    if (strcmp(arg, "sec") == 0) {
        return number(r->pool, apr_time_sec(t), 1);
    }
    if (strcmp(arg, "msec") == 0) {
        return number(r->pool, apr_time_as_msec(t), 1);
    }
    if (strcmp(arg, "usec") == 0) {
        return number(r->pool, t, 1);
    }
    if (strcmp(arg, "msec_frac") == 0) {
        return number(r->pool, apr_time_msec(t), 3);
    }
    if (strcmp(arg, "usec_frac") == 0) {
        return number(r->pool, apr_time_usec(t), 6);
    }
    return strftime_text(r->pool, t, arg);
}

const char *log_time_taken_us(request_rec *r, char *arg)
{
    return number(r->pool, time_of_end() - r->request_time, 1);
}

const char *log_time_taken(request_rec *r, char *arg)
{
    const apr_time_t taken = time_of_end() - r->request_time;

    if (*arg == '\0' || ap_cstr_casecmp(arg, "s") == 0) {
        return number(r->pool, apr_time_sec(taken), 1);
    }
    if (ap_cstr_casecmp(arg, "ms") == 0) {
        return number(r->pool, apr_time_as_msec(taken), 1);
    }
    if (ap_cstr_casecmp(arg, "us") == 0) {
        return number(r->pool, taken, 1);
    }
    return arg; /* as Apache: shows what is wrong in the format */
}
