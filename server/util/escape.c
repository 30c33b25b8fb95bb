/* SPDX-License-Identifier: Apache-2.0 */
/*
 * escape.c - making text safe for where it goes: logs, HTML, URLs, a shell.
 */
#include "httpd.h"

#include "apr_lib.h"
#include "apr_strings.h"

#include "util/chars.h"

static const char hex_digits[] = "0123456789abcdef";

static char *put_hex(char *to, unsigned char byte)
{
    *to++ = hex_digits[byte >> 4];
    *to++ = hex_digits[byte & 15];
    return to;
}

static char *put_percent(char *to, unsigned char byte)
{
    *to++ = '%';
    return put_hex(to, byte);
}

/* --- logs ---------------------------------------------------------------- */

/*
 * Writes c as it may stand in a log: 1, 2 or 4 bytes. A terminal that shows
 * the log must not obey what a client sent.
 */
static char *put_log_char(char *to, char c, int escapes_quotes)
{
    static const char shorts[] = "\b\n\r\t\v";
    static const char letters[] = "bnrtv";
    const char *found;

    if (c == '\\' || (c == '"' && escapes_quotes)) {
        *to++ = '\\';
        *to++ = c;
    }
    else if ((unsigned char)c >= 0x20 && (unsigned char)c < 0x7f) {
        *to++ = c;
    }
    else {
        *to++ = '\\';
        found = c == '\0' ? NULL : strchr(shorts, c);
        if (found) {
            *to++ = letters[found - shorts];
        }
        else {
            *to++ = 'x';
            to = put_hex(to, (unsigned char)c);
        }
    }
    return to;
}

/* How much of str stands in a log as it is. */
static apr_size_t plain_log_len(const char *str)
{
    static const unsigned char is_plain[256] = {
        [0x20 ... 0x21] = 1, [0x23 ... 0x5b] = 1, [0x5d ... 0x7e] = 1,
    };
    const unsigned char *at = (const unsigned char *)str;

    while (is_plain[*at]) {
        at++;
    }
    return (apr_size_t)(at - (const unsigned char *)str);
}

AP_DECLARE(char *) ap_escape_logitem(apr_pool_t *pool, const char *str)
{
    apr_size_t plain;
    char *copy;
    char *to;

    if (!str) {
        return NULL;
    }
    plain = plain_log_len(str);
    if (!str[plain]) { /* as nearly all is */
        return apr_pstrmemdup(pool, str, plain);
    }
    copy = apr_palloc(pool, plain + 4 * strlen(str + plain) + 1);
    memcpy(copy, str, plain);
    to = copy + plain;
    for (str += plain; *str != '\0'; str++) {
        to = put_log_char(to, *str, 1);
    }
    *to = '\0';
    return copy;
}

/* Never splits an escape: what does not fit as a whole is left out. */
AP_DECLARE(apr_size_t)
ap_escape_errorlog_item(char *dest, const char *source, apr_size_t buflen)
{
    apr_size_t len = 0;

    if (!source || buflen == 0) {
        if (buflen > 0) {
            *dest = '\0';
        }
        return 0;
    }
    for (; *source != '\0'; source++) {
        char escaped[4];
        const size_t n = (size_t)(put_log_char(escaped, *source, 0) - escaped);

        if (len + n >= buflen) {
            break;
        }
        memcpy(dest + len, escaped, n);
        len += n;
    }
    dest[len] = '\0';
    return len;
}

/* --- HTML ---------------------------------------------------------------- */

static const char *html_entity(char c)
{
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

AP_DECLARE(char *) ap_escape_html2(apr_pool_t *pool, const char *s, int toasc)
{
    /* The longest are &quot; and &#255;. */
    char *copy = apr_palloc(pool, 6 * strlen(s) + 1);
    char *to = copy;

    for (; *s != '\0'; s++) {
        const char *entity = html_entity(*s);

        if (entity) {
            const size_t len = strlen(entity);

            memcpy(to, entity, len);
            to += len;
        }
        else if (toasc && !apr_isascii(*s)) {
            to += apr_snprintf(to, sizeof("&#255;"), "&#%d;",
                               (unsigned char)*s);
        }
        else {
            *to++ = *s;
        }
    }
    *to = '\0';
    return copy;
}

/* --- URLs ---------------------------------------------------------------- */

static char *escape_url(char *to, const char *text, unsigned keep)
{
    for (; *text != '\0'; text++) {
        if (pn_char_is(*text, keep)) {
            *to++ = *text;
        }
        else {
            to = put_percent(to, (unsigned char)*text);
        }
    }
    *to = '\0';
    return to;
}

AP_DECLARE(char *)
ap_escape_path_segment_buffer(char *copy, const char *segment)
{
    escape_url(copy, segment, PN_CHAR_SEGMENT);
    return copy;
}

AP_DECLARE(char *) ap_escape_path_segment(apr_pool_t *pool, const char *segment)
{
    return ap_escape_path_segment_buffer(
        apr_palloc(pool, 3 * strlen(segment) + 1), segment);
}

AP_DECLARE(char *)
ap_os_escape_path(apr_pool_t *pool, const char *path, int partial)
{
    char *copy = apr_palloc(pool, 3 * strlen(path) + 3);
    char *to = copy;

    if (!partial) {
        const char *colon = strchr(path, ':');
        const char *slash = strchr(path, '/');

        /* RFC 3986 4.2: "a:b" would be read as scheme a. */
        if (colon && (!slash || colon < slash)) {
            *to++ = '.';
            *to++ = '/';
        }
    }
    escape_url(to, path, PN_CHAR_PATH);
    return copy;
}

AP_DECLARE(char *) ap_escape_urlencoded_buffer(char *copy, const char *buffer)
{
    char *to = copy;

    for (; *buffer != '\0'; buffer++) {
        if (pn_char_is(*buffer, PN_CHAR_FORM)) {
            *to++ = *buffer;
        }
        else if (*buffer == ' ') {
            *to++ = '+';
        }
        else {
            to = put_percent(to, (unsigned char)*buffer);
        }
    }
    *to = '\0';
    return copy;
}

AP_DECLARE(char *) ap_escape_urlencoded(apr_pool_t *pool, const char *s)
{
    return ap_escape_urlencoded_buffer(apr_palloc(pool, 3 * strlen(s) + 1), s);
}

/* --- shells and quoted strings ------------------------------------------- */

AP_DECLARE(char *) ap_escape_shell_cmd(apr_pool_t *pool, const char *s)
{
    char *copy = apr_palloc(pool, 2 * strlen(s) + 1);
    char *to = copy;

    for (; *s != '\0'; s++) {
        if (pn_char_is(*s, PN_CHAR_SHELL)) {
            *to++ = '\\';
        }
        *to++ = *s;
    }
    *to = '\0';
    return copy;
}

/* A quote that a backslash escapes already stays as it is. */
AP_DECLARE(char *) ap_escape_quotes(apr_pool_t *pool, const char *instring)
{
    char *copy = apr_palloc(pool, 2 * strlen(instring) + 1);
    char *to = copy;

    for (const char *from = instring; *from != '\0'; from++) {
        if (*from == '"') {
            *to++ = '\\';
        }
        else if (*from == '\\' && from[1] != '\0') {
            *to++ = *from++;
        }
        *to++ = *from;
    }
    *to = '\0';
    return copy;
}

AP_DECLARE(void) ap_bin2hex(const void *src, apr_size_t srclen, char *dest)
{
    const unsigned char *from = src;

    for (apr_size_t i = 0; i < srclen; i++) {
        dest = put_hex(dest, from[i]);
    }
    *dest = '\0';
}
