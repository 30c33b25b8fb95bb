/* SPDX-License-Identifier: Apache-2.0 */
/*
 * token.c - tokens, comma-separated lists and lengths in header fields
 * (RFC 9110 5.6), and entity tags (8.8.3).
 */
#include "httpd.h"

#include "apr_cstr.h"
#include "apr_lib.h"
#include "apr_strings.h"
#include "apr_tables.h"

#include "util/chars.h"

static const char *scan(const char *text, unsigned classes)
{
    while (pn_char_is(*text, classes)) {
        text++;
    }
    return text;
}

AP_DECLARE(const char *) ap_scan_http_field_content(const char *ptr)
{
    return scan(ptr, PN_CHAR_FIELD);
}

AP_DECLARE(const char *) ap_scan_http_token(const char *ptr)
{
    return scan(ptr, PN_CHAR_TOKEN);
}

AP_DECLARE(const char *) ap_scan_vchar_obstext(const char *ptr)
{
    return scan(ptr, PN_CHAR_VISIBLE);
}

/* The end of the quoted string or comment that begins at text; the end of the
 * text when it is not closed. */
static const char *skip_quoted(const char *text)
{
    for (text++; *text != '\0' && *text != '"'; text++) {
        if (*text == '\\' && text[1] != '\0') {
            text++;
        }
    }
    return *text == '"' ? text + 1 : text;
}

static const char *skip_comment(const char *text)
{
    unsigned depth = 0;

    for (; *text != '\0'; text++) {
        if (*text == '\\' && text[1] != '\0') {
            text++;
        }
        else if (*text == '(') {
            depth++;
        }
        else if (*text == ')' && --depth == 0) {
            return text + 1;
        }
    }
    return text;
}

/* Where the list element that begins at text ends. */
static const char *element_end(const char *text)
{
    while (*text != '\0' && *text != ',') {
        if (*text == '"') {
            text = skip_quoted(text);
        }
        else if (*text == '(') {
            text = skip_comment(text);
        }
        else if (*text == '\\' && text[1] != '\0') {
            text += 2;
        }
        else {
            text++;
        }
    }
    return text;
}

AP_DECLARE(const char *) ap_size_list_item(const char **field, int *len)
{
    const char *start = *field;
    const char *end;

    while (*start == ',' || apr_isspace(*start)) {
        start++;
    }
    end = element_end(start);
    *field = end;
    while (**field == ',' || apr_isspace(**field)) {
        ++*field;
    }
    if (*start == '\0' || end - start > APR_INT32_MAX) {
        *len = 0;
        return NULL;
    }
    *len = (int)(end - start);
    return start;
}

/* --- elements in a form that can be compared ----------------------------- */

static int joins(char c)
{
    return c == ';' || c == '=' || c == '/' || c == ',';
}

/*
 * Copies one element: lower case, runs of blanks as one, none around
 * separators. What is quoted or in a comment is copied as it is.
 */
static char *canonical_element(apr_pool_t *pool, const char *text,
                               const char *end)
{
    char *copy = apr_palloc(pool, (apr_size_t)(end - text) + 1);
    char *to = copy;

    while (text < end) {
        const char *next = text + 1;

        if (apr_isspace(*text)) {
            while (next < end && apr_isspace(*next)) {
                next++;
            }
            if (to > copy && !joins(to[-1]) && next < end && !joins(*next)) {
                *to++ = ' ';
            }
        }
        else if (*text == '"' || *text == '(') {
            next = *text == '"' ? skip_quoted(text) : skip_comment(text);
            memcpy(to, text, (size_t)(next - text));
            to += next - text;
        }
        else if (*text == '\\' && next < end) {
            *to++ = *text;
            *to++ = *next++;
        }
        else {
            *to++ = (char)apr_tolower(*text);
        }
        text = next;
    }
    *to = '\0';
    return copy;
}

AP_DECLARE(char *) ap_get_list_item(apr_pool_t *pool, const char **field)
{
    int len;
    const char *start = ap_size_list_item(field, &len);

    return start ? canonical_element(pool, start, start + len) : NULL;
}

AP_DECLARE(int)
ap_find_list_item(apr_pool_t *pool, const char *line, const char *tok)
{
    const char *wanted;
    const char *item;

    if (!line || !tok || !(wanted = ap_get_list_item(pool, &tok))) {
        return 0;
    }
    while ((item = ap_get_list_item(pool, &line)) != NULL) {
        if (strcmp(item, wanted) == 0) {
            return 1;
        }
    }
    return 0;
}

/* --- entity tags --------------------------------------------------------- */

typedef struct etag_t {
    const char *opaque; /* its opening quote; NULL: this is no entity tag */
    size_t len;         /* both quotes included */
    int is_weak;
} etag_t;

static etag_t parse_etag(const char *text, size_t len)
{
    etag_t tag = { NULL, 0, 0 };

    while (len > 0 && apr_isspace(text[len - 1])) {
        len--;
    }
    if (len >= 2 && text[0] == 'W' && text[1] == '/') {
        tag.is_weak = 1;
        text += 2;
        len -= 2;
    }
    if (len >= 2 && text[0] == '"'
        && memchr(text + 1, '"', len - 1) == text + len - 1) {
        tag.opaque = text;
        tag.len = len;
    }
    return tag;
}

static int find_etag(const char *line, const char *wanted_text, int strongly)
{
    etag_t wanted;

    if (!line || !wanted_text) {
        return 0;
    }
    wanted = parse_etag(wanted_text, strlen(wanted_text));
    if (!wanted.opaque || (strongly && wanted.is_weak)) {
        return 0;
    }
    while (*line != '\0') {
        const char *end;
        etag_t tag;

        while (*line == ',' || apr_isspace(*line)) {
            line++;
        }
        /* No backslash escapes within an entity tag, so not element_end(). */
        end = line;
        for (int in_quotes = 0; *end != '\0' && (in_quotes || *end != ',');
             end++) {
            in_quotes ^= *end == '"';
        }
        tag = parse_etag(line, (size_t)(end - line));
        if (tag.opaque && tag.len == wanted.len
            && memcmp(tag.opaque, wanted.opaque, tag.len) == 0
            && !(strongly && tag.is_weak)) {
            return 1;
        }
        line = end;
    }
    return 0;
}

AP_DECLARE(int)
ap_find_etag_weak(apr_pool_t *pool, const char *line, const char *tok)
{
    return find_etag(line, tok, 0);
}

AP_DECLARE(int)
ap_find_etag_strong(apr_pool_t *pool, const char *line, const char *tok)
{
    return find_etag(line, tok, 1);
}

/* --- tokens -------------------------------------------------------------- */

/* The old reader of parameters: quotes count, backslashes in them do not. */
AP_DECLARE(char *)
ap_get_token(apr_pool_t *pool, const char **accept_line, int accept_white)
{
    const char *start = *accept_line;
    const char *end;
    char *token;

    while (apr_isspace(*start)) {
        start++;
    }
    for (end = start; *end != '\0' && *end != ',' && *end != ';'; end++) {
        if (*end == '"') {
            const char *close = strchr(end + 1, '"');

            end = close ? close : end + strlen(end) - 1;
        }
        else if (!accept_white && apr_isspace(*end)) {
            break;
        }
    }
    token = apr_pstrmemdup(pool, start, (size_t)(end - start));
    while (apr_isspace(*end)) {
        end++;
    }
    *accept_line = end;
    return token;
}

AP_DECLARE(int)
ap_find_token(apr_pool_t *pool, const char *line, const char *tok)
{
    const size_t len = strlen(tok);

    if (!line) {
        return 0;
    }
    while (*line != '\0') {
        const char *end = scan(line, PN_CHAR_TOKEN);

        if (end == line) {
            line++;
        }
        else if ((size_t)(end - line) == len
                 && apr_cstr_casecmpn(line, tok, len) == 0) {
            return 1;
        }
        else {
            line = end;
        }
    }
    return 0;
}

AP_DECLARE(int)
ap_find_last_token(apr_pool_t *pool, const char *line, const char *tok)
{
    size_t line_len;
    const size_t len = strlen(tok);
    const char *last;

    if (!line || (line_len = strlen(line)) < len) {
        return 0;
    }
    last = line + line_len - len;
    return (last == line || apr_isspace(last[-1]) || last[-1] == ',')
           && apr_cstr_casecmpn(last, tok, len) == 0;
}

static const char *skip_blanks(const char *text)
{
    while (*text == ' ' || *text == '\t') {
        text++;
    }
    return text;
}

/*
 * Adds the tokens of the list to *tokens (made when there is a first one).
 * Empty elements count as nothing (RFC 9110 5.6.1). Returns what is wrong, or
 * NULL. skip_invalid drops an element with a character that no token has; a
 * blank within an element is an error always.
 */
AP_DECLARE(const char *)
ap_parse_token_list_strict(apr_pool_t *pool, const char *str_in,
                           apr_array_header_t **tokens, int skip_invalid)
{
    while (*(str_in = skip_blanks(str_in)) != '\0') {
        const char *start = str_in;
        const char *end = scan(start, PN_CHAR_TOKEN);
        const char *next = skip_blanks(end);
        const int is_token = *next == ',' || *next == '\0';

        if (!is_token && next > end) {
            return apr_psprintf(pool, "blank within the token '%.64s'",
                                ap_escape_logitem(pool, start));
        }
        if (!is_token && !skip_invalid) {
            return apr_psprintf(
                pool, "'%s' cannot be part of a token",
                ap_escape_logitem(pool, apr_pstrmemdup(pool, end, 1)));
        }
        if (is_token && end > start) {
            if (!*tokens) {
                *tokens = apr_array_make(pool, 4, sizeof(char *));
            }
            APR_ARRAY_PUSH(*tokens, char *) = apr_pstrmemdup(
                pool, start, (size_t)(end - start));
        }
        str_in = next + strcspn(next, ",");
        str_in += *str_in == ',';
    }
    return NULL;
}

AP_DECLARE(char *) ap_field_noparam(apr_pool_t *pool, const char *intype)
{
    size_t len;

    if (!intype) {
        return NULL;
    }
    len = strcspn(intype, ";");
    while (len > 0 && apr_isspace(intype[len - 1])) {
        len--;
    }
    return apr_pstrmemdup(pool, intype, len);
}

enum { SAFE_DIGITS_N = 18 }; /* of any number that fits into apr_off_t */

/* RFC 9110 8.6: digits and nothing else. strtol() would take a sign and blanks,
 * and two readings of a length are how requests are smuggled. */
AP_DECLARE(int) ap_parse_strict_length(apr_off_t *len, const char *str)
{
    const char *at = str;
    apr_off_t number = 0;
    char *end;

    while (*at >= '0' && *at <= '9' && at - str < SAFE_DIGITS_N) {
        number = number * 10 + (*at++ - '0');
    }
    if (*at == '\0' && at > str) {
        *len = number;
        return 1;
    }
    /* Very long, where overflow counts, or wrong. */
    return apr_isdigit(*str) && apr_strtoff(len, str, &end, 10) == APR_SUCCESS
           && *end == '\0';
}
