/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_UTIL_TIME_H
#define PINION_UTIL_TIME_H

#define APACHE_UTIL_TIME_H

#include <apr.h>
#include <apr_time.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_CTIME_OPTION_COMPACT 2
#define AP_CTIME_OPTION_GMTOFF 4
#define AP_CTIME_OPTION_MSEC 8
#define AP_CTIME_OPTION_NONE 0
#define AP_CTIME_OPTION_USEC 1
#define AP_TIME_RECENT_THRESHOLD 15

AP_DECLARE(apr_status_t) ap_explode_recent_gmt(apr_time_exp_t *, apr_time_t);
AP_DECLARE(apr_status_t) ap_explode_recent_localtime(apr_time_exp_t *, apr_time_t);
AP_DECLARE(apr_status_t) ap_recent_ctime(char *, apr_time_t);
AP_DECLARE(apr_status_t) ap_recent_ctime_ex(char *, apr_time_t, int, int *);
AP_DECLARE(apr_status_t) ap_recent_rfc822_date(char *, apr_time_t);

#ifdef __cplusplus
}
#endif

#endif
