/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cookies.c - util_cookies.h: a cookie set, taken away, read.
 */
#include "util_cookies.h"

#include <stdarg.h>

#include "apr_lib.h"
#include "apr_strings.h"
#include "apr_tables.h"

#include "http_log.h"
#include "httpd.h"

APLOG_USE_MODULE(core);

/* Adds header: text to each table of the NULL-terminated list. */
static void add_to_tables(va_list tables, const char *header, const char *text)
{
    apr_table_t *t;

    while ((t = va_arg(tables, apr_table_t *)) != NULL) {
        apr_table_addn(t, header, text);
    }
}

/* attrs NULL or empty: the default ones. */
static char *format_cookie(apr_pool_t *pool, const char *name, const char *val,
                           const char *attrs, long maxage)
{
    return apr_pstrcat(pool, name, "=", val,
                       maxage != 0 ? apr_psprintf(pool, ";Max-Age=%ld", maxage)
                                   : "",
                       ";", attrs && *attrs ? attrs : DEFAULT_ATTRS, NULL);
}

static char *format_removal(apr_pool_t *pool, const char *name,
                            const char *attrs)
{
    return apr_pstrcat(pool, name, "=;Max-Age=0;", attrs ? attrs : CLEAR_ATTRS,
                       NULL);
}

AP_DECLARE(apr_status_t)
ap_cookie_write(request_rec *r, const char *name, const char *val,
                const char *attrs, long maxage, ...)
{
    va_list tables;
    char *text = format_cookie(r->pool, name, val, attrs, maxage);

    ap_log_rerror(APLOG_MARK, APLOG_DEBUG, 0, r, "cookie '%s' is set", name);
    va_start(tables, maxage);
    add_to_tables(tables, SET_COOKIE, text);
    va_end(tables);
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_cookie_write2(request_rec *r, const char *name2, const char *val,
                 const char *attrs2, long maxage, ...)
{
    va_list tables;
    char *text = format_cookie(r->pool, name2, val, attrs2, maxage);

    ap_log_rerror(APLOG_MARK, APLOG_DEBUG, 0, r, "cookie2 '%s' is set", name2);
    va_start(tables, maxage);
    add_to_tables(tables, SET_COOKIE2, text);
    va_end(tables);
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_cookie_remove(request_rec *r, const char *name, const char *attrs, ...)
{
    va_list tables;
    char *text = format_removal(r->pool, name, attrs);

    ap_log_rerror(APLOG_MARK, APLOG_DEBUG, 0, r, "cookie '%s' is removed",
                  name);
    va_start(tables, attrs);
    add_to_tables(tables, SET_COOKIE, text);
    va_end(tables);
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_cookie_remove2(request_rec *r, const char *name2, const char *attrs2, ...)
{
    va_list tables;
    char *text = format_removal(r->pool, name2, attrs2);

    ap_log_rerror(APLOG_MARK, APLOG_DEBUG, 0, r, "cookie2 '%s' is removed",
                  name2);
    va_start(tables, attrs2);
    add_to_tables(tables, SET_COOKIE2, text);
    va_end(tables);
    return APR_SUCCESS;
}

/* --- reading ------------------------------------------------------------- */

typedef struct search_t {
    request_rec *r;
    const char *name;
    size_t name_len;
    const char *value; /* of the last one found */
    int n_found;
    apr_table_t *others; /* Cookie fields without it; NULL: nobody asks */
} search_t;

typedef struct pair_t {
    const char *start;
    size_t len;
} pair_t;

/* Takes the next pair off *text: what stands between ';' or ',', trimmed. */
static pair_t next_pair(const char **text)
{
    pair_t pair;

    while (apr_isspace(**text) || **text == ';' || **text == ',') {
        ++*text;
    }
    pair.start = *text;
    pair.len = strcspn(pair.start, ";,");
    *text += pair.len;
    while (pair.len > 0 && apr_isspace(pair.start[pair.len - 1])) {
        pair.len--;
    }
    return pair;
}

/* "$Version" and the like speak about the cookie before them (RFC 2109). */
static int is_attribute(pair_t pair)
{
    return pair.start[0] == '$';
}

static int is_wanted(const search_t *search, pair_t pair)
{
    return pair.len > search->name_len
           && strncmp(pair.start, search->name, search->name_len) == 0
           && pair.start[search->name_len] == '=';
}

/* One Cookie field: notes the value, copies the rest for others. */
static int search_field(void *data, const char *key, const char *field)
{
    search_t *search = data;
    apr_pool_t *pool = search->r->pool;
    apr_array_header_t *kept = apr_array_make(pool, 8, sizeof(const char *));
    int has_cookie = 0;
    int is_dropping = 0;
    pair_t pair;

    while ((pair = next_pair(&field)).len > 0) {
        if (is_wanted(search, pair)) {
            search->n_found++;
            search->value = apr_pstrmemdup(pool,
                                           pair.start + search->name_len + 1,
                                           pair.len - search->name_len - 1);
            is_dropping = 1;
            continue;
        }
        if (!is_attribute(pair)) {
            is_dropping = 0;
            has_cookie = 1;
        }
        if (!is_dropping) {
            APR_ARRAY_PUSH(kept, const char *) = apr_pstrmemdup(
                pool, pair.start, pair.len);
        }
    }
    if (search->others && has_cookie) {
        const char *text = "";

        for (int i = 0; i < kept->nelts; i++) {
            text = apr_pstrcat(pool, text, i > 0 ? "; " : "",
                               APR_ARRAY_IDX(kept, i, const char *), NULL);
        }
        apr_table_addn(search->others, key, text);
    }
    return 1;
}

static int add_field(void *table, const char *key, const char *value)
{
    apr_table_addn(table, key, value);
    return 1;
}

/*
 * *val is NULL when there is no such cookie. Two of one name: APR_EGENERAL,
 * since nobody can tell which one counts. remove takes it out of the request's
 * headers, for handlers that must not see it.
 */
AP_DECLARE(apr_status_t)
ap_cookie_read(request_rec *r, const char *name, const char **val, int remove)
{
    search_t search = { .r = r, .name = name, .name_len = strlen(name) };

    if (remove) {
        search.others = apr_table_make(r->pool, 2);
    }
    apr_table_do(search_field, &search, r->headers_in, "Cookie", "Cookie2",
                 NULL);
    if (search.n_found > 1) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "cookie '%s' was sent %d times, none of them counts",
                      name, search.n_found);
        return APR_EGENERAL;
    }
    if (search.n_found == 1 && remove) {
        apr_table_unset(r->headers_in, "Cookie");
        apr_table_unset(r->headers_in, "Cookie2");
        apr_table_do(add_field, r->headers_in, search.others, NULL);
    }
    *val = search.value;
    return APR_SUCCESS;
}

/* A name for a cookie, or an encoded value: nothing that would end it. */
AP_DECLARE(apr_status_t) ap_cookie_check_string(const char *string)
{
    return !string || !*string || strpbrk(string, "=;&") ? APR_EGENERAL
                                                         : APR_SUCCESS;
}
