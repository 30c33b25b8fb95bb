/* SPDX-License-Identifier: Apache-2.0 */
/*
 * text.h - comparing, converting and choosing.
 */
#ifndef PINION_HTTPD_TEXT_H
#define PINION_HTTPD_TEXT_H

#include <apr.h>
#include <apr_pools.h>
#include <apr_tables.h>
#include <apr_time.h>

#include "httpd/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* strcasecmp(3) for ASCII, whatever the locale. */
AP_DECLARE(int) ap_cstr_casecmp(const char *s1, const char *s2);

/* strncasecmp(3) for ASCII, whatever the locale. */
AP_DECLARE(int) ap_cstr_casecmpn(const char *s1, const char *s2, apr_size_t n);

/*
 * 1 if n bytes are equal. Takes the same time wherever they differ: for
 * secrets.
 */
AP_DECLARE(int) ap_memeq_timingsafe(const void *buf1, const void *buf2,
                                    apr_size_t n);

/* 1 if two strings are equal. The time depends on str1's length only. */
AP_DECLARE(int) ap_streq_timingsafe(const char *str1, const char *str2);

/*
 * 1 if two strings are equal in the first n bytes. The time depends on str1's
 * length only.
 */
AP_DECLARE(int) ap_strneq_timingsafe(const char *str1, const char *str2,
                                     apr_size_t n);

/* ASCII lower case, in place. */
AP_DECLARE(void) ap_str_tolower(char *s);

/* ASCII upper case, in place. */
AP_DECLARE(void) ap_str_toupper(char *s);

/* strcasestr(3) for ASCII: s2 in s1, or NULL. */
AP_DECLARE(char *) ap_strcasestr(const char *s1, const char *s2);

/*
 * bigstring behind prefix, or bigstring itself if it starts with something
 * else.
 */
AP_DECLARE(const char *) ap_stripprefix(const char *bigstring,
                                        const char *prefix);

/* The position of c in s, or -1. */
AP_DECLARE(int) ap_ind(const char *s, char c);

/* The last position of c in s, or -1. */
AP_DECLARE(int) ap_rind(const char *s, char c);

/*
 * Copies src to dest (of at least the same size) with an underscore for
 * everything that is neither letter nor digit.
 */
AP_DECLARE(apr_status_t) ap_str2_alnum(const char *src, char *dest);

/* ap_str2_alnum() into pool. */
AP_DECLARE(apr_status_t) ap_pstr2_alnum(apr_pool_t *pool, const char *src,
                                        const char **dest);

/* 1 if u starts with a scheme and "://". */
AP_DECLARE(int) ap_is_url(const char *u);

/*
 * Reads "NUMBER[unit]", unit one of h, min or mi, s, ms; without unit
 * default_time_unit. *timeout is in microseconds. APR_EGENERAL if it is no
 * number or too large, APR_EINVAL for an unknown unit.
 */
AP_DECLARE(apr_status_t) ap_timeout_parameter_parse(
    const char *timeout_parameter, apr_interval_time_t *timeout,
    const char *default_time_unit);

/*
 * Reads a Content-Length: digits only (RFC 9110 section 8.6). 1 if it is one
 * and fits.
 */
AP_DECLARE(int) ap_parse_strict_length(apr_off_t *len, const char *str);

/*
 * strftime(3) of t in the local zone, or in UTC if gmt. Any length; %Z and %z
 * are right.
 */
AP_DECLARE(char *) ap_ht_time(apr_pool_t *pool, apr_time_t t, const char *fmt,
                              int gmt);

/* Fills buf from a fast generator: not for secrets. Any thread. */
AP_DECLARE(void) ap_random_insecure_bytes(void *buf, apr_size_t size);

/*
 * A number from min to max, both included, each as likely; not for secrets.
 * Any thread.
 */
AP_DECLARE(apr_uint32_t) ap_random_pick(apr_uint32_t min, apr_uint32_t max);

/* The functions behind the macros below, for modules built with AP_DEBUG. */
/* strchr(3). */
AP_DECLARE(char *) ap_strchr(char *s, int c);

/* strchr(3) for const text. */
AP_DECLARE(const char *) ap_strchr_c(const char *s, int c);

/* strrchr(3). */
AP_DECLARE(char *) ap_strrchr(char *s, int c);

/* strrchr(3) for const text. */
AP_DECLARE(const char *) ap_strrchr_c(const char *s, int c);

/* strstr(3). */
AP_DECLARE(char *) ap_strstr(char *s, const char *c);

/* strstr(3) for const text. */
AP_DECLARE(const char *) ap_strstr_c(const char *s, const char *c);

#define ap_strchr(s, c)    strchr(s, c)
#define ap_strchr_c(s, c)  strchr(s, c)
#define ap_strrchr(s, c)   strrchr(s, c)
#define ap_strrchr_c(s, c) strrchr(s, c)
#define ap_strstr(s, c)    strstr(s, c)
#define ap_strstr_c(s, c)  strstr(s, c)

#ifdef __cplusplus
}
#endif

#endif
