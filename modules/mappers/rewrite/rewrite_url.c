/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_url - URLs and paths: recognise, complete, shorten, escape.
 */

#include "rewrite.h"

#include "apr_lib.h"
#include "apr_strings.h"
#include "apr_uri.h"

#include "http_core.h"
#include "http_protocol.h"
#include "http_vhost.h"

APLOG_USE_MODULE(rewrite);

typedef struct scheme_t {
    const char *begin; /* with "://" where there is an authority */
    int has_query;
} scheme_t;

static const scheme_t schemes[] = {
    { "http://", 1 },     { "https://", 1 }, { "ajp://", 1 },
    { "balancer://", 1 }, { "fcgi://", 1 },  { "ftp://", 1 },
    { "gopher://", 1 },   { "h2://", 1 },    { "h2c://", 1 },
    { "ldap://", 0 },     { "mailto:", 1 },  { "news:", 0 },
    { "nntp://", 0 },     { "scgi://", 1 },  { "unix:", 1 },
    { "uwsgi://", 1 },    { "ws://", 1 },    { "wss://", 1 },
};

apr_size_t rewrite_url_scheme_len(const char *url, int *has_query)
{
    size_t i;

    if (*url == '/' || !apr_isalpha(*url)) { /* most often */
        return 0;
    }
    for (i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
        apr_size_t len = strlen(schemes[i].begin);

        if (ap_cstr_casecmpn(url, schemes[i].begin, len) == 0) {
            if (has_query) {
                *has_query = schemes[i].has_query;
            }
            return len;
        }
    }
    return 0;
}

/* Every request of a server with the engine on needs one: SCRIPT_URI. */
const char *rewrite_url_qualify(request_rec *r, const char *url)
{
    apr_port_t port = ap_get_server_port(r);
    int has_port = !ap_is_default_port(port, r);
    const char *pieces[] = {
        ap_http_scheme(r),
        "://",
        ap_get_server_name_for_url(r),
        has_port ? ":" : "",
        has_port ? apr_itoa(r->pool, port) : "",
        *url == '/' ? "" : "/",
        url,
    };
    apr_size_t lens[sizeof(pieces) / sizeof(pieces[0])];
    apr_size_t len = 0;
    char *whole;
    char *to;
    size_t i;

    if (rewrite_url_scheme_len(url, NULL) > 0) {
        return url;
    }
    for (i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        lens[i] = strlen(pieces[i]);
        len += lens[i];
    }
    whole = apr_palloc(r->pool, len + 1);
    for (to = whole, i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        memcpy(to, pieces[i], lens[i]);
        to += lens[i];
    }
    *to = '\0';
    return whole;
}

const char *rewrite_url_reduce(request_rec *r, const char *url)
{
    apr_uri_t parts;
    apr_port_t port;
    const char *path;

    if (ap_cstr_casecmpn(url, ap_http_scheme(r), strlen(ap_http_scheme(r))) != 0
        || strncmp(url + strlen(ap_http_scheme(r)), "://", 3) != 0) {
        return NULL;
    }
    url += strlen(ap_http_scheme(r)) + 3;
    path = url + strcspn(url, "/");
    if (apr_uri_parse_hostinfo(
            r->pool, apr_pstrmemdup(r->pool, url, (apr_size_t)(path - url)),
            &parts)
            != APR_SUCCESS
        || !parts.hostname) {
        return NULL;
    }
    port = parts.port_str ? parts.port : ap_default_port(r);
    if (!ap_matches_request_vhost(r, parts.hostname, port)) {
        return NULL;
    }
    return *path ? path : "/";
}

/* Escapes each piece between question marks (of LDAP URLs). */
static const char *escape_pieces(apr_pool_t *pool, const char *text)
{
    const char *escaped = "";

    for (;;) {
        apr_size_t len = strcspn(text, "?");

        escaped = apr_pstrcat(
            pool, escaped, ap_escape_uri(pool, apr_pstrmemdup(pool, text, len)),
            text[len] ? "?" : "", NULL);
        if (!text[len]) {
            return escaped;
        }
        text += len + 1;
    }
}

const char *rewrite_url_escape(apr_pool_t *pool, const char *url)
{
    int has_query = 1;
    apr_size_t len = rewrite_url_scheme_len(url, &has_query);
    const char *path = url;

    if (len > 0 && url[len - 1] == '/') {
        path = url + len + strcspn(url + len, "/");
    }
    else if (len > 0) { /* mailto: and its like have no authority */
        path = url + len;
    }
    return apr_pstrcat(
        pool, apr_pstrmemdup(pool, url, (apr_size_t)(path - url)),
        has_query ? ap_escape_uri(pool, path) : escape_pieces(pool, path),
        NULL);
}

int rewrite_url_has_controls(const char *text, int with_spaces)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f
            || (*text == ' ' && with_spaces)) {
            return 1;
        }
    }
    return 0;
}

const char *rewrite_url_move(apr_pool_t *pool, const char *path,
                             const char *from, const char *to)
{
    apr_size_t from_len = strlen(from);
    apr_size_t to_len = strlen(to);

    /* Both without the slash at the end: it is the rest's first. */
    if (from_len > 0 && from[from_len - 1] == '/') {
        from_len--;
    }
    if (to_len > 0 && to[to_len - 1] == '/') {
        to_len--;
    }
    if (strncmp(path, from, from_len) != 0
        || (path[from_len] != '/' && path[from_len] != '\0')) {
        return NULL;
    }
    return apr_pstrcat(pool, apr_pstrmemdup(pool, to, to_len), path + from_len,
                       NULL);
}
