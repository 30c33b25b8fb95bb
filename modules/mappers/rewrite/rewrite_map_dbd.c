/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_map_dbd - maps that are SQL queries, by mod_dbd. fastdbd remembers
 * the answers as long as the server runs.
 */

#include "rewrite.h"

#include "apr_strings.h"

#include "mod_dbd.h"

APLOG_USE_MODULE(rewrite);

/* A query that has no end must not fill the memory. */
enum { ROWS_MAX = 10000 };

static APR_OPTIONAL_FN_TYPE(ap_dbd_prepare) * dbd_prepare;
static APR_OPTIONAL_FN_TYPE(ap_dbd_acquire) * dbd_acquire;

const char *rewrite_dbd_prepare(cmd_parms *cmd, rewrite_map_t *map)
{
    /* Retrieved with each configuration: mod_dbd may be loaded or not. */
    dbd_prepare = APR_RETRIEVE_OPTIONAL_FN(ap_dbd_prepare);
    dbd_acquire = APR_RETRIEVE_OPTIONAL_FN(ap_dbd_acquire);
    if (!dbd_prepare || !dbd_acquire) {
        return "maps of the types dbd and fastdbd need mod_dbd: load it "
               "before this line";
    }
    map->label = apr_psprintf(cmd->pool, "rewritemap_%s_%d", map->name,
                              cmd->directive ? cmd->directive->line_num : 0);
    dbd_prepare(cmd->server, map->source, map->label);
    return NULL;
}

/* One row is as good as another when there are several. */
static const char *pick_row(request_rec *r, const ap_dbd_t *dbd,
                            apr_dbd_results_t *rows)
{
    const char *value = NULL;
    apr_dbd_row_t *row = NULL;
    apr_uint32_t rows_n = 0;

    while (apr_dbd_get_row(dbd->driver, r->pool, rows, &row, -1) == 0
           && rows_n < ROWS_MAX) {
        rows_n++;
        if (ap_random_pick(1, rows_n) == 1) {
            const char *entry = apr_dbd_get_entry(dbd->driver, row, 0);

            value = entry ? apr_pstrdup(r->pool, entry) : NULL;
        }
    }
    return value;
}

static const char *query(request_rec *r, const rewrite_map_t *map,
                         const char *key)
{
    ap_dbd_t *dbd = dbd_acquire(r);
    apr_dbd_prepared_t *statement;
    apr_dbd_results_t *rows = NULL;

    if (!dbd) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "rewrite: no database connection for the map '%s'",
                      map->name);
        return NULL;
    }
    statement = apr_hash_get(dbd->prepared, map->label, APR_HASH_KEY_STRING);
    if (!statement
        || apr_dbd_pvselect(dbd->driver, r->pool, dbd->handle, &rows, statement,
                            0, key, NULL)
               != 0) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "rewrite: the query of the map '%s' failed: %s",
                      map->name, map->source);
        return NULL;
    }
    return pick_row(r, dbd, rows);
}

const char *rewrite_map_dbd(request_rec *r, const rewrite_map_t *map,
                            const char *key)
{
    return query(r, map, key);
}

const char *rewrite_map_fastdbd(request_rec *r, const rewrite_map_t *map,
                                const char *key)
{
    static const cache_state_t for_ever;
    const char *value;

    if (rewrite_cache_get(map->cache, r->pool, &for_ever, key, &value)) {
        return value;
    }
    value = query(r, map, key);
    rewrite_cache_put(map->cache, &for_ever, key, value);
    return value;
}
