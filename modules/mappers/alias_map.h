/* SPDX-License-Identifier: Apache-2.0 */
/* alias_map.h - one line of mod_alias's configuration, and what it makes of a
 * URL. */
#ifndef PINION_MODULES_MAPPERS_ALIAS_MAP_H
#define PINION_MODULES_MAPPERS_ALIAS_MAP_H

#include "httpd.h"

#include "ap_expr.h"

/* One line of the configuration. */
typedef struct mapping_t {
    const char *from;     /* a prefix of whole segments; NULL with a regex */
    ap_regex_t *regex;    /* or NULL */
    const char *to;       /* a path or URL; NULL: answer status alone */
    ap_expr_info_t *expr; /* in <Location>: instead of to */
    const char *handler;  /* of ScriptAlias */
    int status;           /* of redirects */
} mapping_t;

/*
 * How many bytes of uri the prefix covers, 0 for no match. A run of slashes
 * equals any other, and a match ends where a segment does.
 */
apr_size_t alias_match_prefix(const char *uri, const char *prefix);
/*
 * The path that map gives r, in r->pool, and the context of r set; NULL if it
 * does not match or the request would lead out of the target.
 */
const char *alias_map_to_path(request_rec *r, const mapping_t *map);
/*
 * Where map redirects r to: a URL, "" if only the status is to be sent, NULL
 * if it does not match. In r->pool.
 */
const char *alias_map_to_url(request_rec *r, const mapping_t *map);
/* Escapes what may not stand in a URL; what is escaped already stays. */
const char *alias_escape_query(apr_pool_t *pool, const char *query);
/* url with the query of r, unless it has one. */
const char *alias_add_query(request_rec *r, const char *url);

#endif
