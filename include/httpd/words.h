/* SPDX-License-Identifier: Apache-2.0 */
/*
 * words.h - words, tokens and lists out of strings. Functions that advance
 * *line leave it behind the word and the separators that follow; at the end it
 * points to the terminating 0. Words are copies in pool, "" at the end; the
 * _nc forms are for char * instead of const char *.
 */
#ifndef PINION_HTTPD_WORDS_H
#define PINION_HTTPD_WORDS_H

#include <apr.h>
#include <apr_pools.h>
#include <apr_tables.h>

#include "httpd/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The text up to stop; runs of stop count as one. */
AP_DECLARE(char *) ap_getword(apr_pool_t *pool, const char **line, char stop);

/* ap_getword() for a char *. */
AP_DECLARE(char *) ap_getword_nc(apr_pool_t *pool, char **line, char stop);

/* The text up to white space. */
AP_DECLARE(char *) ap_getword_white(apr_pool_t *pool, const char **line);

/* ap_getword_white() for a char *. */
AP_DECLARE(char *) ap_getword_white_nc(apr_pool_t *pool, char **line);

/*
 * The text up to stop; only one stop is skipped, so there can be empty words.
 */
AP_DECLARE(char *) ap_getword_nulls(apr_pool_t *pool, const char **line,
                                    char stop);

/* ap_getword_nulls() for a char *. */
AP_DECLARE(char *) ap_getword_nulls_nc(apr_pool_t *pool, char **line,
                                       char stop);

/*
 * The next argument of a directive: up to white space, or in single or double
 * quotes with backslash escapes for quote and backslash.
 */
AP_DECLARE(char *) ap_getword_conf(apr_pool_t *pool, const char **line);

/* ap_getword_conf() for a char *. */
AP_DECLARE(char *) ap_getword_conf_nc(apr_pool_t *pool, char **line);

/* As ap_getword_conf(), and also in braces, which nest. */
AP_DECLARE(char *) ap_getword_conf2(apr_pool_t *pool, const char **line);

/* ap_getword_conf2() for a char *. */
AP_DECLARE(char *) ap_getword_conf2_nc(apr_pool_t *pool, char **line);

/*
 * word with every ${NAME} replaced by the value of Define or of the
 * environment; unknown names stay as they are, with a warning. Returns word
 * itself if there is nothing to do.
 */
AP_DECLARE(const char *) ap_resolve_env(apr_pool_t *pool, const char *word);

/*
 * The next item of a field's list: up to a comma or semicolon (and white space
 * unless accept_white); quoted strings stay whole. *accept_line stays at the
 * separator.
 */
AP_DECLARE(char *) ap_get_token(apr_pool_t *pool, const char **accept_line,
                                int accept_white);

/*
 * 1 if tok is one of the tokens of line (RFC 9110 section 5.6.1), without
 * regard to case.
 */
AP_DECLARE(int) ap_find_token(apr_pool_t *pool, const char *line,
                              const char *tok);

/* 1 if tok is the last token of line, without regard to case. */
AP_DECLARE(int) ap_find_last_token(apr_pool_t *pool, const char *line,
                                   const char *tok);

/* 1 if the last transfer coding in line is chunked (RFC 9112 section 6.1). */
AP_DECLARE(int) ap_is_chunked(apr_pool_t *pool, const char *line);

/*
 * Finds the next item of a comma-separated field without copying. Advances
 * *field behind it; *len is the item's length. NULL at the end.
 */
AP_DECLARE(const char *) ap_size_list_item(const char **field, int *len);

/*
 * The next item of a comma-separated field, white space around it removed and
 * what is not quoted in lower case; NULL at the end.
 */
AP_DECLARE(char *) ap_get_list_item(apr_pool_t *pool, const char **field);

/*
 * 1 if tok is an item of the comma-separated line; the item must be equal as
 * ap_get_list_item() would return it.
 */
AP_DECLARE(int) ap_find_list_item(apr_pool_t *pool, const char *line,
                                  const char *tok);

/*
 * Splits a field that is a list of tokens (RFC 9110 section 5.6.2) into
 * *tokens, which is made if NULL and in need. Returns NULL, or a sentence in
 * pool about what is wrong; with skip_invalid bad tokens are left out instead.
 */
AP_DECLARE(const char *) ap_parse_token_list_strict(
    apr_pool_t *pool, const char *tok, apr_array_header_t **tokens,
    int skip_invalid);

/*
 * The first character that may not stand in a field's value (RFC 9110 section
 * 5.5), possibly the terminating 0.
 */
AP_DECLARE(const char *) ap_scan_http_field_content(const char *ptr);

/*
 * The first character that may not stand in a token, possibly the terminating
 * 0.
 */
AP_DECLARE(const char *) ap_scan_http_token(const char *ptr);

/*
 * The first character that is not visible ASCII or above 0x7f, possibly the
 * terminating 0.
 */
AP_DECLARE(const char *) ap_scan_vchar_obstext(const char *ptr);

/*
 * The position of s in an array of const char *, from start on; -1 if it is
 * not there.
 */
AP_DECLARE(int) ap_array_str_index(const apr_array_header_t *array,
                                   const char *s, int start);

/* 1 if s is in an array of const char *. */
AP_DECLARE(int) ap_array_str_contains(const apr_array_header_t *array,
                                      const char *s);

/*
 * A copy of intype without parameters: up to the semicolon, trailing white
 * space removed. NULL for NULL.
 */
AP_DECLARE(char *) ap_field_noparam(apr_pool_t *pool, const char *intype);

/*
 * Makes a media type lower case in place; values of parameters other than
 * charset stay.
 */
AP_DECLARE(void) ap_content_type_tolower(char *s);

#ifdef __cplusplus
}
#endif

#endif
