/* SPDX-License-Identifier: Apache-2.0 */
/*
 * words.c - taking one word after another off the front of a string.
 *
 * Every function here returns a copy in the pool and moves *line behind the
 * word and what separates it from the next. An empty string means: no more.
 */
#include "httpd.h"

#include "apr_lib.h"
#include "apr_strings.h"

/* Moves *line behind len bytes and returns a copy of these. */
static char *take(apr_pool_t *pool, const char **line, size_t len)
{
    char *word = apr_pstrmemdup(pool, *line, len);

    *line += len;
    return word;
}

static void skip_space(const char **line)
{
    while (apr_isspace(**line)) {
        ++*line;
    }
}

AP_DECLARE(char *) ap_getword(apr_pool_t *pool, const char **line, char stop)
{
    const char *end = strchr(*line, stop);
    char *word = take(pool, line, end ? (size_t)(end - *line) : strlen(*line));

    while (stop != '\0' && **line == stop) {
        ++*line;
    }
    return word;
}

AP_DECLARE(char *)
ap_getword_nulls(apr_pool_t *pool, const char **line, char stop)
{
    const char *end = strchr(*line, stop);
    char *word = take(pool, line, end ? (size_t)(end - *line) : strlen(*line));

    if (**line != '\0') {
        ++*line;
    }
    return word;
}

AP_DECLARE(char *) ap_getword_white(apr_pool_t *pool, const char **line)
{
    const char *end = *line;
    char *word;

    while (*end != '\0' && !apr_isspace(*end)) {
        end++;
    }
    word = take(pool, line, (size_t)(end - *line));
    skip_space(line);
    return word;
}

/* Copies what stands between quotes, len bytes: a backslash before a quote or
 * before a backslash is dropped, any other stays. */
static char *unquote(apr_pool_t *pool, const char *text, size_t len, char quote)
{
    char *word = apr_palloc(pool, len + 1);
    char *to = word;

    for (size_t i = 0; i < len; i++) {
        if (text[i] == '\\' && i + 1 < len
            && (text[i + 1] == '\\' || text[i + 1] == quote)) {
            i++;
        }
        *to++ = text[i];
    }
    *to = '\0';
    return word;
}

/* *line stands on a quote. A missing closing quote closes at the end. */
static char *take_quoted(apr_pool_t *pool, const char **line)
{
    const char quote = **line;
    const char *start = *line + 1;
    const char *end = start;

    while (*end != '\0' && *end != quote) {
        if (*end == '\\' && (end[1] == '\\' || end[1] == quote)) {
            end++;
        }
        end++;
    }
    *line = *end == quote ? end + 1 : end;
    return unquote(pool, start, (size_t)(end - start), quote);
}

AP_DECLARE(char *) ap_getword_conf(apr_pool_t *pool, const char **line)
{
    char *word;

    skip_space(line);
    if (**line == '"' || **line == '\'') {
        word = take_quoted(pool, line);
    }
    else {
        size_t len = strcspn(*line, " \t\n\v\f\r");

        word = unquote(pool, *line, len, '\\');
        *line += len;
    }
    skip_space(line);
    return word;
}

AP_DECLARE(char *) ap_getword_conf2(apr_pool_t *pool, const char **line)
{
    const char *end;
    unsigned depth = 1;
    char *word;

    skip_space(line);
    if (**line != '{') {
        return ap_getword_conf(pool, line);
    }
    for (end = ++*line; *end != '\0'; end++) {
        if (*end == '{') {
            depth++;
        }
        else if (*end == '}' && --depth == 0) {
            break;
        }
    }
    word = take(pool, line, (size_t)(end - *line));
    if (**line == '}') {
        ++*line;
    }
    skip_space(line);
    return word;
}

/* The variants for a line that the caller may write to: the same text, another
 * type. The cursor is moved by difference, so that no const is cast away. */

AP_DECLARE(char *) ap_getword_nc(apr_pool_t *pool, char **line, char stop)
{
    const char *cursor = *line;
    char *word = ap_getword(pool, &cursor, stop);

    *line += cursor - *line;
    return word;
}

AP_DECLARE(char *) ap_getword_nulls_nc(apr_pool_t *pool, char **line, char stop)
{
    const char *cursor = *line;
    char *word = ap_getword_nulls(pool, &cursor, stop);

    *line += cursor - *line;
    return word;
}

AP_DECLARE(char *) ap_getword_white_nc(apr_pool_t *pool, char **line)
{
    const char *cursor = *line;
    char *word = ap_getword_white(pool, &cursor);

    *line += cursor - *line;
    return word;
}

AP_DECLARE(char *) ap_getword_conf_nc(apr_pool_t *pool, char **line)
{
    const char *cursor = *line;
    char *word = ap_getword_conf(pool, &cursor);

    *line += cursor - *line;
    return word;
}

AP_DECLARE(char *) ap_getword_conf2_nc(apr_pool_t *pool, char **line)
{
    const char *cursor = *line;
    char *word = ap_getword_conf2(pool, &cursor);

    *line += cursor - *line;
    return word;
}
