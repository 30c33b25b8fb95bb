/* SPDX-License-Identifier: Apache-2.0 */
/*
 * escape.h - escaping and its reverse. Unless said otherwise the result is a
 * copy in pool, and functions without one work in place or write into a buffer
 * of the caller's.
 */
#ifndef PINION_HTTPD_ESCAPE_H
#define PINION_HTTPD_ESCAPE_H

#include <apr.h>
#include <apr_pools.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Options of ap_unescape_url_ex(): leave encoded characters that need no
 * encoding, refuse encoded slashes, leave encoded slashes.
 */
#define AP_UNESCAPE_URL_KEEP_UNRESERVED 1
#define AP_UNESCAPE_URL_FORBID_SLASHES  2
#define AP_UNESCAPE_URL_KEEP_SLASHES    4

/*
 * Decodes percent escapes in place. Returns OK, HTTP_BAD_REQUEST for a broken
 * escape, HTTP_NOT_FOUND for an encoded slash or 0 (the text is decoded up to
 * its end nevertheless).
 */
AP_DECLARE(int) ap_unescape_url(char *url);

/*
 * As ap_unescape_url(), but %2F is no error: decoded if decode_slashes, else
 * left.
 */
AP_DECLARE(int) ap_unescape_url_keep2f(char *url, int decode_slashes);

/* ap_unescape_url() with AP_UNESCAPE_URL_* options. */
AP_DECLARE(int) ap_unescape_url_ex(char *url, unsigned int flags);

/* Decodes percent escapes in place, slashes included. */
AP_DECLARE(int) ap_unescape_all(char *url);

/*
 * Decodes form encoding in place: + is a space. Returns OK, HTTP_BAD_REQUEST
 * or HTTP_NOT_FOUND as ap_unescape_url().
 */
AP_DECLARE(int) ap_unescape_urlencoded(char *query);

/* Percent-encodes one segment of a path: a slash is encoded. */
AP_DECLARE(char *) ap_escape_path_segment(apr_pool_t *pool, const char *s);

/*
 * ap_escape_path_segment() into c, which has room for 3 bytes for each of s
 * and a 0.
 */
AP_DECLARE(char *) ap_escape_path_segment_buffer(char *c, const char *s);

/*
 * Percent-encodes a path; slashes stay. Unless partial, "./" goes in front
 * where a colon in the first segment would read as a scheme.
 */
AP_DECLARE(char *) ap_os_escape_path(apr_pool_t *pool, const char *path,
                                     int partial);

#define ap_escape_uri(ppool, path) ap_os_escape_path((ppool), (path), 1)

/* Form encoding: a space becomes +. */
AP_DECLARE(char *) ap_escape_urlencoded(apr_pool_t *pool, const char *s);

/*
 * ap_escape_urlencoded() into c, which has room for 3 bytes for each of s and
 * a 0.
 */
AP_DECLARE(char *) ap_escape_urlencoded_buffer(char *c, const char *s);

/*
 * Escapes <, >, & and " for HTML; with toasc also bytes above 0x7f as numeric
 * references.
 */
AP_DECLARE(char *) ap_escape_html2(apr_pool_t *pool, const char *s, int toasc);

#define ap_escape_html(p, s) ap_escape_html2((p), (s), 0)

/*
 * Escapes quotes, backslashes and everything that does not print, in the form
 * that C strings have, for access logs. NULL for NULL.
 */
AP_DECLARE(char *) ap_escape_logitem(apr_pool_t *pool, const char *str);

/*
 * The same into dest of buflen bytes, cut off if it does not fit, for error
 * logs: quotes stay. Returns the length.
 */
AP_DECLARE(apr_size_t) ap_escape_errorlog_item(
    char *dest, const char *source, apr_size_t buflen);

/* Puts a backslash before every double quote that has none. */
AP_DECLARE(char *) ap_escape_quotes(apr_pool_t *pool, const char *instring);

/*
 * Puts a backslash before every character that is special to sh; line feeds
 * too.
 */
AP_DECLARE(char *) ap_escape_shell_cmd(apr_pool_t *pool, const char *s);

/*
 * Decodes base64 text; the result is terminated by a 0 that is not part of it.
 */
AP_DECLARE(char *) ap_pbase64decode(apr_pool_t *pool, const char *bufcoded);

/* base64 of a string. */
AP_DECLARE(char *) ap_pbase64encode(apr_pool_t *pool, char *string);

/* Writes 2 * srclen lower-case hexadecimal digits and a 0 to dest. */
AP_DECLARE(void) ap_bin2hex(const void *src, apr_size_t srclen, char *dest);

#ifdef __cplusplus
}
#endif

#endif
