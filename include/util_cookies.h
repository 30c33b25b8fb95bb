/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_UTIL_COOKIES_H
#define PINION_UTIL_COOKIES_H

#define UTIL_COOKIES_H

#include <apr_errno.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CLEAR_ATTRS "Version=1"
#define DEFAULT_ATTRS "HttpOnly;Secure;Version=1"
#define SET_COOKIE "Set-Cookie"
#define SET_COOKIE2 "Set-Cookie2"

typedef struct ap_cookie_do ap_cookie_do;

struct ap_cookie_do {
    request_rec *r;
    const char *name;
    const char *encoded;
    apr_table_t *new_cookies;
    int duplicated;
};

AP_DECLARE(apr_status_t) ap_cookie_check_string(const char *);
AP_DECLARE(apr_status_t) ap_cookie_read(request_rec *r, const char *, const char **, int);
AP_DECLARE_NONSTD(apr_status_t) ap_cookie_remove(request_rec *r, const char *, const char *, ...) AP_FN_ATTR_SENTINEL;
AP_DECLARE_NONSTD(apr_status_t) ap_cookie_remove2(request_rec *r, const char *, const char *, ...) AP_FN_ATTR_SENTINEL;
AP_DECLARE_NONSTD(apr_status_t) ap_cookie_write(request_rec *r, const char *, const char *, const char *, long, ...) AP_FN_ATTR_SENTINEL;
AP_DECLARE_NONSTD(apr_status_t) ap_cookie_write2(request_rec *r, const char *, const char *, const char *, long, ...) AP_FN_ATTR_SENTINEL;

#ifdef __cplusplus
}
#endif

#endif
