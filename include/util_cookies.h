/* SPDX-License-Identifier: Apache-2.0 */
/*
 * util_cookies.h - cookies (RFC 6265). Attributes go into the field behind the
 * value.
 */
#ifndef PINION_UTIL_COOKIES_H
#define PINION_UTIL_COOKIES_H

#define UTIL_COOKIES_H

#include <apr_errno.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SET_COOKIE    "Set-Cookie"
#define SET_COOKIE2   "Set-Cookie2"
#define DEFAULT_ATTRS "HttpOnly;Secure;Version=1"
#define CLEAR_ATTRS   "Version=1"

/* The state of a look for a cookie. */
typedef struct ap_cookie_do {
    request_rec *r;
    const char *name;
    const char *encoded;
    apr_table_t *new_cookies;
    int duplicated;
} ap_cookie_do;

/*
 * Sets a cookie in tables that follow, up to a NULL. maxage: seconds, 0: for
 * the session. val is escaped.
 */
AP_DECLARE_NONSTD(apr_status_t) ap_cookie_write(
    request_rec *r, const char *name, const char *val, const char *attrs,
    long maxage, ...) AP_FN_ATTR_SENTINEL;

/* The same with Set-Cookie2 (RFC 2965). */
AP_DECLARE_NONSTD(apr_status_t) ap_cookie_write2(
    request_rec *r, const char *name2, const char *val, const char *attrs2,
    long maxage, ...) AP_FN_ATTR_SENTINEL;

/* Makes the client forget a cookie. */
AP_DECLARE_NONSTD(apr_status_t) ap_cookie_remove(
    request_rec *r, const char *name, const char *attrs, ...)
    AP_FN_ATTR_SENTINEL;

/* The same with Set-Cookie2. */
AP_DECLARE_NONSTD(apr_status_t) ap_cookie_remove2(
    request_rec *r, const char *name2, const char *attrs2, ...)
    AP_FN_ATTR_SENTINEL;

/*
 * The value of a cookie in *val, NULL if there is none; remove: also takes it
 * out of headers_in.
 */
AP_DECLARE(apr_status_t) ap_cookie_read(request_rec *r, const char *name,
                                        const char **val, int remove);

/* APR_SUCCESS if name, path and so on can be written into a cookie. */
AP_DECLARE(apr_status_t) ap_cookie_check_string(const char *string);

#ifdef __cplusplus
}
#endif

#endif
