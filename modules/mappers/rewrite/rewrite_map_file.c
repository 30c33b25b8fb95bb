/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_map_file - txt, rnd and dbm maps. What a file says about a key is
 * remembered until the file changes.
 */

#include "rewrite.h"

#include "apr_dbm.h"
#include "apr_lib.h"
#include "apr_strings.h"

APLOG_USE_MODULE(rewrite);

enum { LINE_MAX_BYTES = 8192 };

/* How map's file is now. 0: it can't be looked at, logged. */
static int state_of(request_rec *r, const rewrite_map_t *map,
                    cache_state_t *state)
{
    const char *path = map->looked_at ? map->looked_at : map->source;
    apr_finfo_t finfo;
    apr_status_t rv = apr_stat(
        &finfo, path, APR_FINFO_MTIME | APR_FINFO_SIZE | APR_FINFO_INODE,
        r->pool);

    if (rv != APR_SUCCESS && rv != APR_INCOMPLETE) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "rewrite: the file of map '%s' is gone, its keys are "
                      "not found: %s",
                      map->name, path);
        return 0;
    }
    state->mtime = finfo.mtime;
    state->size = finfo.size;
    state->inode = finfo.inode;
    return 1;
}

/* --- text ----------------------------------------------------------------- */

/* The value in a line "key value # comment" if it is key's, else NULL. */
const char *rewrite_map_line(char *line, const char *key)
{
    apr_size_t len = strlen(key);
    char *value;

    if (*line == '#' || strncmp(line, key, len) != 0
        || !apr_isspace(line[len])) {
        return NULL;
    }
    value = line + len;
    while (apr_isspace(*value)) {
        value++;
    }
    value[strcspn(value, " \t\r\n\v\f")] = '\0';
    return value;
}

static const char *search(request_rec *r, const rewrite_map_t *map,
                          const char *key)
{
    char line[LINE_MAX_BYTES];
    const char *value = NULL;
    apr_file_t *file;
    apr_status_t rv;

    rv = apr_file_open(&file, map->source, APR_READ | APR_BUFFERED,
                       APR_OS_DEFAULT, r->pool);
    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "rewrite: cannot open the file of map '%s', its keys "
                      "are not found: %s",
                      map->name, map->source);
        return NULL;
    }
    while (!value && apr_file_gets(line, sizeof(line), file) == APR_SUCCESS) {
        value = rewrite_map_line(line, key);
    }
    apr_file_close(file);
    return value && *value ? apr_pstrdup(r->pool, value) : NULL;
}

typedef const char *search_fn_t(request_rec *r, const rewrite_map_t *map,
                                const char *key);

static const char *find(request_rec *r, const rewrite_map_t *map,
                        const char *key, search_fn_t *search_fn)
{
    cache_state_t state;
    const char *value = NULL;

    if (!*key || !state_of(r, map, &state)
        || rewrite_cache_get(map->cache, r->pool, &state, key, &value)) {
        return value;
    }
    value = search_fn(r, map, key);
    rewrite_cache_put(map->cache, &state, key, value);
    return value;
}

const char *rewrite_map_text(request_rec *r, const rewrite_map_t *map,
                             const char *key)
{
    return find(r, map, key, search);
}

/* --- random --------------------------------------------------------------- */

const char *rewrite_map_random(request_rec *r, const rewrite_map_t *map,
                               const char *key)
{
    const char *value = find(r, map, key, search);
    apr_uint32_t last = 0;
    apr_uint32_t pick;
    const char *at;

    if (!value) {
        return NULL;
    }
    for (at = value; (at = strchr(at, '|')) != NULL; at++) {
        last++;
    }
    pick = last ? ap_random_pick(0, last) : 0;
    while (pick-- > 0) {
        value = strchr(value, '|') + 1;
    }
    return apr_pstrmemdup(r->pool, value, strcspn(value, "|"));
}

/* --- DBM ------------------------------------------------------------------ */

static const char *search_dbm(request_rec *r, const rewrite_map_t *map,
                              const char *key)
{
    apr_dbm_t *dbm;
    apr_datum_t name;
    apr_datum_t value;
    const char *found = NULL;
    apr_status_t rv = apr_dbm_open_ex(&dbm, map->dbm_type, map->source,
                                      APR_DBM_READONLY, APR_OS_DEFAULT,
                                      r->pool);

    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "rewrite: cannot open the DBM file of map '%s' (type "
                      "%s), its keys are not found: %s",
                      map->name, map->dbm_type, map->source);
        return NULL;
    }
    name.dptr = apr_pstrdup(r->pool, key);
    name.dsize = strlen(key);
    if (apr_dbm_fetch(dbm, name, &value) == APR_SUCCESS && value.dptr) {
        found = apr_pstrmemdup(r->pool, value.dptr, value.dsize);
    }
    apr_dbm_close(dbm);
    return found && *found ? found : NULL;
}

const char *rewrite_map_dbm(request_rec *r, const rewrite_map_t *map,
                            const char *key)
{
    return find(r, map, key, search_dbm);
}
