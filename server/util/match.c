/* SPDX-License-Identifier: Apache-2.0 */
/*
 * match.c - comparing strings: wild cards, case, prefixes, lists of strings,
 * and in a time that does not depend on what is compared.
 */
#include "httpd.h"

#include "apr_cstr.h"
#include "apr_lib.h"
#include "apr_tables.h"

static int is_same(char a, char b, int fold)
{
    return a == b || (fold && apr_tolower(a) == apr_tolower(b));
}

/*
 * '*' is any run of characters, '?' any one. When the text after a star fails,
 * only the last star needs to take one more character: whatever an earlier
 * star could match, the later one can as well. So no pattern costs more than
 * length of text times length of pattern.
 */
static int wild_match(const char *text, const char *pattern, int fold)
{
    const char *star = NULL; /* behind the last '*' */
    const char *retry = NULL;

    while (*text != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            retry = text;
        }
        else if (*pattern == '?'
                 || (*pattern != '\0' && is_same(*text, *pattern, fold))) {
            text++;
            pattern++;
        }
        else if (star) {
            pattern = star;
            text = ++retry;
        }
        else {
            return 1;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return *pattern != '\0';
}

AP_DECLARE(int) ap_strcmp_match(const char *str, const char *expected)
{
    return wild_match(str, expected, 0);
}

AP_DECLARE(int) ap_strcasecmp_match(const char *str, const char *expected)
{
    return wild_match(str, expected, 1);
}

AP_DECLARE(int) ap_is_matchexp(const char *str)
{
    return strpbrk(str, "*?") != NULL;
}

AP_DECLARE(char *) ap_strcasestr(const char *s1, const char *s2)
{
    const size_t len = strlen(s2);

    for (;; s1++) {
        if (ap_cstr_casecmpn(s1, s2, len) == 0) {
            /* The C library's own signature: const in, plain out. */
            union {
                const char *in;
                char *out;
            } found = { s1 };

            return found.out;
        }
        if (*s1 == '\0') {
            return NULL;
        }
    }
}

AP_DECLARE(const char *)
ap_stripprefix(const char *bigstring, const char *prefix)
{
    const size_t len = strlen(prefix);

    return strncmp(bigstring, prefix, len) == 0 ? bigstring + len : bigstring;
}

AP_DECLARE(int) ap_cstr_casecmp(const char *s1, const char *s2)
{
    return apr_cstr_casecmp(s1, s2);
}

AP_DECLARE(int) ap_cstr_casecmpn(const char *s1, const char *s2, apr_size_t n)
{
    return apr_cstr_casecmpn(s1, s2, n);
}

AP_DECLARE(int)
ap_array_str_index(const apr_array_header_t *array, const char *s, int start)
{
    if (start < 0) {
        return -1;
    }
    for (int i = start; i < array->nelts; i++) {
        if (strcmp(APR_ARRAY_IDX(array, i, const char *), s) == 0) {
            return i;
        }
    }
    return -1;
}

AP_DECLARE(int)
ap_array_str_contains(const apr_array_header_t *array, const char *s)
{
    return ap_array_str_index(array, s, 0) >= 0;
}

/* volatile: keeps the compiler from leaving the loop at the first difference.
 */
AP_DECLARE(int)
ap_memeq_timingsafe(const void *buf1, const void *buf2, apr_size_t n)
{
    const unsigned char *a = buf1;
    const unsigned char *b = buf2;
    volatile unsigned char difference = 0;

    for (apr_size_t i = 0; i < n; i++) {
        difference = (unsigned char)(difference | (a[i] ^ b[i]));
    }
    return difference == 0;
}

/*
 * Walks all of str2 (at most n bytes), whatever str1 is: the time tells the
 * length of str2 only, so the secret goes first and the guess second.
 */
AP_DECLARE(int)
ap_strneq_timingsafe(const char *str1, const char *str2, apr_size_t n)
{
    volatile unsigned char difference = 0;
    apr_size_t i1 = 0;

    for (apr_size_t i2 = 0; i2 < n; i2++) {
        const unsigned char a = (unsigned char)str1[i1];
        const unsigned char b = (unsigned char)str2[i2];

        difference = (unsigned char)(difference | (a ^ b));
        if (b == '\0') {
            break;
        }
        i1 += a != '\0'; /* stays on the end: the rest differs anyway */
    }
    return difference == 0;
}

AP_DECLARE(int) ap_streq_timingsafe(const char *str1, const char *str2)
{
    return ap_strneq_timingsafe(str1, str2, (apr_size_t)-1);
}

AP_DECLARE(int) ap_ind(const char *str, char c)
{
    const char *found = strchr(str, c);

    return found ? (int)(found - str) : -1;
}

AP_DECLARE(int) ap_rind(const char *str, char c)
{
    const char *found = strrchr(str, c);

    return found ? (int)(found - str) : -1;
}

AP_DECLARE(void) ap_str_tolower(char *str)
{
    for (; *str != '\0'; str++) {
        *str = (char)apr_tolower(*str);
    }
}

AP_DECLARE(void) ap_str_toupper(char *str)
{
    for (; *str != '\0'; str++) {
        *str = (char)apr_toupper(*str);
    }
}

/* Type and parameter names are lower-cased, parameter values are not: a
 * multipart boundary is a value. */
AP_DECLARE(void) ap_content_type_tolower(char *str)
{
    for (; *str != '\0' && *str != ';'; str++) {
        *str = (char)apr_tolower(*str);
    }
}

/* The headers make macros of these; they are functions as well for those who
 * take an address. */
#undef ap_strchr
#undef ap_strchr_c
#undef ap_strrchr
#undef ap_strrchr_c
#undef ap_strstr
#undef ap_strstr_c

AP_DECLARE(char *) ap_strchr(char *s, int c)
{
    return strchr(s, c);
}

AP_DECLARE(const char *) ap_strchr_c(const char *s, int c)
{
    return strchr(s, c);
}

AP_DECLARE(char *) ap_strrchr(char *s, int c)
{
    return strrchr(s, c);
}

AP_DECLARE(const char *) ap_strrchr_c(const char *s, int c)
{
    return strrchr(s, c);
}

AP_DECLARE(char *) ap_strstr(char *s, const char *c)
{
    return strstr(s, c);
}

AP_DECLARE(const char *) ap_strstr_c(const char *s, const char *c)
{
    return strstr(s, c);
}
