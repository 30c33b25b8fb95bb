/* SPDX-License-Identifier: Apache-2.0 */
/* alias_map.c - match a URL against one line, and make its target. */

#include "alias_map.h"

#include "apr_strings.h"
#include "apr_uri.h"

#include "http_config.h"
#include "http_log.h"
#include "http_request.h"

APLOG_USE_MODULE(alias);

apr_size_t alias_match_prefix(const char *uri, const char *prefix)
{
    const char *at = uri;

    while (*prefix) {
        if (*prefix == '/') {
            if (*at != '/') {
                return 0;
            }
            at += strspn(at, "/");
            prefix += strspn(prefix, "/");
        }
        else if (*prefix++ != *at++) {
            return 0;
        }
    }
    if (at > uri && at[-1] != '/' && *at != '\0' && *at != '/') {
        return 0;
    }
    return (apr_size_t)(at - uri);
}

/* Is there a segment ".." in path? */
static int climbs(const char *path)
{
    const char *dots = path;

    while ((dots = strstr(dots, "..")) != NULL) {
        if ((dots == path || dots[-1] == '/')
            && (dots[2] == '/' || dots[2] == '\0')) {
            return 1;
        }
        dots += 2;
    }
    return 0;
}

const char *alias_map_to_path(request_rec *r, const mapping_t *map)
{
    const char *path;

    if (map->regex) {
        ap_regmatch_t groups[AP_MAX_REG_MATCH];

        if (ap_regexec(map->regex, r->uri, AP_MAX_REG_MATCH, groups, 0)) {
            return NULL;
        }
        path = ap_pregsub(r->pool, map->to, r->uri, AP_MAX_REG_MATCH, groups);
    }
    else {
        apr_size_t len = alias_match_prefix(r->uri, map->from);

        if (len == 0) {
            return NULL;
        }
        path = apr_pstrcat(r->pool, map->to, r->uri + len, NULL);
        ap_set_context_info(r, map->from, map->to);
    }
    /* "^/img(.*)" -> "/pictures/$1" would let /img../ climb. */
    if (path && climbs(path) && !climbs(map->to)) {
        ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, r,
                      "alias: '%s' would leave the target '%s', not mapped",
                      r->uri, map->to);
        return NULL;
    }
    return path;
}

const char *alias_escape_query(apr_pool_t *pool, const char *query)
{
    static const char hex[] = "0123456789ABCDEF";
    char *out = apr_palloc(pool, 3 * strlen(query) + 1);
    char *at = out;

    for (; *query; query++) {
        unsigned char byte = (unsigned char)*query;

        if (byte <= 0x20 || byte >= 0x7f || byte == '"' || byte == '<'
            || byte == '>') {
            *at++ = '%';
            *at++ = hex[byte >> 4];
            *at++ = hex[byte & 15];
        }
        else {
            *at++ = *query;
        }
    }
    *at = '\0';
    return out;
}

const char *alias_add_query(request_rec *r, const char *url)
{
    if (!r->args || strchr(url, '?')) {
        return url;
    }
    return apr_pstrcat(r->pool, url, "?", r->args, NULL);
}

/* The URL that a regular expression makes of r's, its path escaped. */
static const char *regex_to_url(request_rec *r, const mapping_t *map,
                                ap_regmatch_t *groups)
{
    const char *url = ap_pregsub(r->pool, map->to, r->uri, AP_MAX_REG_MATCH,
                                 groups);
    apr_uri_t parts;

    if (!url) {
        return "";
    }
    if (apr_uri_parse(r->pool, url, &parts) != APR_SUCCESS) {
        return alias_add_query(r, alias_escape_query(r->pool, url));
    }
    if (parts.path) {
        parts.path = ap_escape_uri(r->pool, parts.path);
    }
    if (parts.query) {
        parts.query = apr_pstrdup(r->pool,
                                  alias_escape_query(r->pool, parts.query));
    }
    return alias_add_query(r, apr_uri_unparse(r->pool, &parts, 0));
}

const char *alias_map_to_url(request_rec *r, const mapping_t *map)
{
    apr_size_t len;

    if (map->regex) {
        ap_regmatch_t groups[AP_MAX_REG_MATCH];

        if (ap_regexec(map->regex, r->uri, AP_MAX_REG_MATCH, groups, 0)) {
            return NULL;
        }
        return map->to ? regex_to_url(r, map, groups) : "";
    }
    len = alias_match_prefix(r->uri, map->from);
    if (len == 0) {
        return NULL;
    }
    if (!map->to) {
        return "";
    }
    return alias_add_query(
        r, apr_pstrcat(r->pool, map->to,
                       ap_os_escape_path(r->pool, r->uri + len, 1), NULL));
}
