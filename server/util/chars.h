/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chars.h - classes of characters, for the files of this folder.
 */
#ifndef PINION_SERVER_UTIL_CHARS_H
#define PINION_SERVER_UTIL_CHARS_H

enum {
    PN_CHAR_TOKEN = 1,       /* RFC 9110 5.6.2 token */
    PN_CHAR_FIELD = 2,       /* RFC 9110 5.5 field-content, blanks included */
    PN_CHAR_VISIBLE = 4,     /* VCHAR or obs-text */
    PN_CHAR_SEGMENT = 8,     /* stays as it is in a path segment */
    PN_CHAR_PATH = 16,       /* stays as it is in a path */
    PN_CHAR_FORM = 32,       /* stays as it is in a form value */
    PN_CHAR_SHELL = 64,      /* means something to a shell */
    PN_CHAR_UNRESERVED = 128 /* RFC 3986 2.3 */
};

extern const unsigned char pn_char_classes[256];

/* Whether c is in any of the classes. */
static inline int pn_char_is(char c, unsigned classes)
{
    return (pn_char_classes[(unsigned char)c] & classes) != 0;
}

/* The value of a hexadecimal digit, or -1. */
static inline int pn_char_hex(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte that two hexadecimal digits at text stand for, or -1. */
static inline int pn_char_hex2(const char *text)
{
    const int high = pn_char_hex(text[0]);
    const int low = high < 0 ? -1 : pn_char_hex(text[1]);

    return low < 0 ? -1 : high * 16 + low;
}

#endif
