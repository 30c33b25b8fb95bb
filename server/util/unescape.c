/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unescape.c - decoding %hh in place, base64, and what form values add.
 *
 * The text is decoded to its end even when it is refused: callers that log it
 * want all of it. HTTP_BAD_REQUEST (not %hh) outranks HTTP_NOT_FOUND (a byte
 * that no path may have).
 */
#include "httpd.h"

#include "apr_base64.h"
#include "apr_strings.h"

#include "util/chars.h"

enum { WANT_DECODED, WANT_KEPT, WANT_REFUSED };

/* What becomes of a %hh that stands for byte. */
static int classify(char byte, unsigned flags)
{
    if (byte == '\0') {
        return WANT_REFUSED;
    }
    if (byte == '/') {
        if (flags & AP_UNESCAPE_URL_FORBID_SLASHES) {
            return WANT_REFUSED;
        }
        return flags & AP_UNESCAPE_URL_KEEP_SLASHES ? WANT_KEPT : WANT_DECODED;
    }
    if ((flags & AP_UNESCAPE_URL_KEEP_UNRESERVED)
        && pn_char_is(byte, PN_CHAR_UNRESERVED)) {
        return WANT_KEPT;
    }
    return WANT_DECODED;
}

AP_DECLARE(int) ap_unescape_url_ex(char *url, unsigned int flags)
{
    char *from = strchr(url, '%');
    char *to = from;
    int is_malformed = 0;
    int is_refused = 0;

    if (!from) {
        return OK;
    }
    for (; *from != '\0'; from++) {
        const int byte = *from == '%' ? pn_char_hex2(from + 1) : -1;
        int want;

        if (byte < 0) {
            is_malformed |= *from == '%';
            *to++ = *from;
            continue;
        }
        want = classify((char)byte, flags);
        is_refused |= want == WANT_REFUSED;
        if (want == WANT_KEPT) {
            *to++ = *from;
        }
        else {
            *to++ = (char)byte;
            from += 2;
        }
    }
    *to = '\0';
    if (is_malformed) {
        return HTTP_BAD_REQUEST;
    }
    return is_refused ? HTTP_NOT_FOUND : OK;
}

AP_DECLARE(int) ap_unescape_url(char *url)
{
    return ap_unescape_url_ex(url, AP_UNESCAPE_URL_FORBID_SLASHES);
}

AP_DECLARE(int) ap_unescape_url_keep2f(char *url, int decode_slashes)
{
    return ap_unescape_url_ex(
        url, decode_slashes ? 0 : AP_UNESCAPE_URL_KEEP_SLASHES);
}

AP_DECLARE(int) ap_unescape_all(char *url)
{
    return ap_unescape_url_ex(url, 0);
}

AP_DECLARE(int) ap_unescape_urlencoded(char *query)
{
    for (char *plus = query; (plus = strchr(plus, '+')) != NULL;) {
        *plus = ' ';
    }
    return ap_unescape_url_ex(query, 0);
}

AP_DECLARE(char *) ap_pbase64decode(apr_pool_t *pool, const char *bufcoded)
{
    char *plain = apr_palloc(pool,
                             (apr_size_t)apr_base64_decode_len(bufcoded) + 1);

    plain[apr_base64_decode(plain, bufcoded)] = '\0';
    return plain;
}

AP_DECLARE(char *) ap_pbase64encode(apr_pool_t *pool, char *string)
{
    const size_t len = strlen(string);
    char *coded;

    /* APR's coder counts in int, and four bytes come out of three. */
    if (len > APR_INT32_MAX / 4 * 3 - 4) {
        return NULL;
    }
    coded = apr_palloc(pool, (apr_size_t)apr_base64_encode_len((int)len) + 1);
    coded[apr_base64_encode(coded, string, (int)len)] = '\0';
    return coded;
}
