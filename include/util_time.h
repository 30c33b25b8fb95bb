/* SPDX-License-Identifier: Apache-2.0 */
/*
 * util_time.h - calendar times, cached while they are recent.
 */
#ifndef PINION_UTIL_TIME_H
#define PINION_UTIL_TIME_H

#define APACHE_UTIL_TIME_H

#include <apr.h>
#include <apr_time.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds that count as recent. */
#define AP_TIME_RECENT_THRESHOLD 15

/*
 * Options of ap_recent_ctime_ex(): with microseconds, ISO order, offset from
 * UTC, milliseconds.
 */
#define AP_CTIME_OPTION_NONE    0
#define AP_CTIME_OPTION_USEC    1
#define AP_CTIME_OPTION_COMPACT 2
#define AP_CTIME_OPTION_GMTOFF  4
#define AP_CTIME_OPTION_MSEC    8

/* apr_time_exp_lt() for times near now. */
AP_DECLARE(apr_status_t) ap_explode_recent_localtime(
    apr_time_exp_t *tm, apr_time_t t);

/* apr_time_exp_gmt() for times near now. */
AP_DECLARE(apr_status_t) ap_explode_recent_gmt(
    apr_time_exp_t *tm, apr_time_t t);

/* apr_ctime() for times near now. APR_CTIME_LEN bytes. */
AP_DECLARE(apr_status_t) ap_recent_ctime(char *date_str, apr_time_t t);

/*
 * The same with AP_CTIME_OPTION_*. *len: room, then length with the 0.
 * APR_ENOMEM if it does not fit.
 */
AP_DECLARE(apr_status_t) ap_recent_ctime_ex(
    char *date_str, apr_time_t t, int option, int *len);

/* apr_rfc822_date() for times near now. APR_RFC822_DATE_LEN bytes. */
AP_DECLARE(apr_status_t) ap_recent_rfc822_date(char *date_str, apr_time_t t);

#ifdef __cplusplus
}
#endif

#endif
