/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_json.c - values in JSON logs (RFC 8259), which are UTF-8 whatever a
 * client sent: a byte that is not part of valid UTF-8 counts as Latin-1.
 */
#include "log_config.h"

#include "apr_lib.h"
#include "apr_strings.h"

enum { ESCAPE_BYTES = 6 }; /* "\u00ff" */

/* The length of the valid UTF-8 sequence at text (RFC 3629), 0 if there is
 * none. */
static int utf8_length(const unsigned char *text)
{
    static const struct {
        unsigned char first_low, first_high;   /* of the first byte */
        unsigned char second_low, second_high; /* of the second */
        int len;
    } forms[] = {
        { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
        { 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 },
        { 0xee, 0xef, 0x80, 0xbf, 3 }, { 0xf0, 0xf0, 0x90, 0xbf, 4 },
        { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
    };

    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        if (text[0] < forms[i].first_low || text[0] > forms[i].first_high) {
            continue;
        }
        if (text[1] < forms[i].second_low || text[1] > forms[i].second_high) {
            return 0;
        }
        for (int n = 2; n < forms[i].len; n++) {
            if ((text[n] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return forms[i].len;
    }
    return 0;
}

/* One byte that may not stand for itself. */
static char *put_escape(char *to, unsigned char byte)
{
    static const char specials[] = "\"\\\b\f\n\r\t";
    static const char letters[] = "\"\\bfnrt";
    const char *found = byte == 0 ? NULL : strchr(specials, byte);

    if (found) {
        *to++ = '\\';
        *to++ = letters[found - specials];
        return to;
    }
    return to + apr_snprintf(to, ESCAPE_BYTES + 1, "\\u%04x", byte);
}

const char *log_json_escape(apr_pool_t *pool, const char *text)
{
    const unsigned char *from = (const unsigned char *)text;
    char *copy = apr_palloc(pool, ESCAPE_BYTES * strlen(text) + 1);
    char *to = copy;

    while (*from != '\0') {
        const int len = utf8_length(from);

        /* U+0080 to U+009F are control characters to a terminal. */
        if (len == 2 && from[0] == 0xc2 && from[1] < 0xa0) {
            to = put_escape(to, from[1]);
            from += 2;
        }
        else if (len > 0) {
            memcpy(to, from, (size_t)len);
            to += len;
            from += len;
        }
        else if (*from < 0x20 || *from >= 0x7f || *from == '"'
                 || *from == '\\') {
            to = put_escape(to, *from++);
        }
        else {
            *to++ = (char)*from++;
        }
    }
    *to = '\0';
    return copy;
}

/* RFC 8259 6, without exponents: no item gives one. */
static int is_number(const char *text)
{
    text += *text == '-';
    if (!apr_isdigit(*text) || (*text == '0' && apr_isdigit(text[1]))) {
        return 0;
    }
    text += strspn(text, "0123456789");
    if (*text == '.') {
        if (!apr_isdigit(*++text)) {
            return 0;
        }
        text += strspn(text, "0123456789");
    }
    return *text == '\0';
}

const char *log_json_value(apr_pool_t *pool, const char *text,
                           log_place_e place)
{
    if (place == LOG_PLACE_IN_STRING) {
        return text ? log_json_escape(pool, text) : "-";
    }
    if (!text) {
        return "null";
    }
    if (place == LOG_PLACE_BARE && is_number(text)) {
        return text;
    }
    return apr_pstrcat(pool, "\"", log_json_escape(pool, text), "\"", NULL);
}
