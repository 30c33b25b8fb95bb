/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_maps - RewriteMap: which kinds there are, and looking into one.
 *
 * What may block a request: prg (the program's answer, and the lock before
 * it), dbd and fastdbd (the database), txt, rnd and dbm (one stat for each
 * lookup, reading the file when it has changed). int never does, unless the
 * function of another module does.
 */

#include "rewrite.h"

#include "apr_dbm.h"
#include "apr_file_info.h"
#include "apr_strings.h"

#include "http_core.h"

APLOG_USE_MODULE(rewrite);

/* Functions of int: maps by name; made anew with each configuration. */
static apr_hash_t *functions;

static char *to_upper(request_rec *r, char *key)
{
    char *value = apr_pstrdup(r->pool, key);

    ap_str_toupper(value);
    return value;
}

static char *to_lower(request_rec *r, char *key)
{
    char *value = apr_pstrdup(r->pool, key);

    ap_str_tolower(value);
    return value;
}

static char *escape(request_rec *r, char *key)
{
    return ap_escape_uri(r->pool, key);
}

static char *unescape(request_rec *r, char *key)
{
    char *value = apr_pstrdup(r->pool, key);

    ap_unescape_url(value);
    return value;
}

void rewrite_maps_register(char *name, rewrite_mapfunc_t *fn)
{
    void *stored;

    /* A hash holds pointers to data. */
    memcpy(&stored, &fn, sizeof(stored));
    if (functions && name && fn) {
        apr_hash_set(functions, apr_pstrdup(apr_hash_pool_get(functions), name),
                     APR_HASH_KEY_STRING, stored);
    }
}

rewrite_mapfunc_t *rewrite_maps_function(const char *name)
{
    void *stored = functions
                       ? apr_hash_get(functions, name, APR_HASH_KEY_STRING)
                       : NULL;
    rewrite_mapfunc_t *fn = NULL;

    memcpy(&fn, &stored, sizeof(fn));
    return fn;
}

void rewrite_maps_reset(apr_pool_t *pool)
{
    static char upper[] = "toupper";
    static char lower[] = "tolower";
    static char esc[] = "escape";
    static char unesc[] = "unescape";

    functions = apr_hash_make(pool);
    rewrite_maps_register(upper, to_upper);
    rewrite_maps_register(lower, to_lower);
    rewrite_maps_register(esc, escape);
    rewrite_maps_register(unesc, unescape);
}

static const char *find_internal(request_rec *r, const rewrite_map_t *map,
                                 const char *key)
{
    return map->fn(r, apr_pstrdup(r->pool, key));
}

/* --- reading the directive ----------------------------------------------- */

/* The source as a path, which must be there. */
static const char *set_file(cmd_parms *cmd, rewrite_map_t *map,
                            const char *path, const char *looked_at)
{
    apr_finfo_t finfo;

    map->source = ap_server_root_relative(cmd->pool, path);
    if (!map->source) {
        return apr_psprintf(cmd->pool, "'%s' is no path", path);
    }
    looked_at = looked_at ? ap_server_root_relative(cmd->pool, looked_at)
                          : map->source;
    if (apr_stat(&finfo, looked_at, APR_FINFO_MIN, cmd->temp_pool)
        != APR_SUCCESS) {
        return apr_psprintf(cmd->pool, "file for map %s not found: %s",
                            map->name, looked_at);
    }
    return NULL;
}

static const char *define_text(cmd_parms *cmd, rewrite_map_t *map,
                               const char *source)
{
    map->find = strcmp(map->type, "rnd") == 0 ? rewrite_map_random
                                              : rewrite_map_text;
    map->cache = rewrite_cache_make(cmd->pool);
    return set_file(cmd, map, source, NULL);
}

/* "dbm:file", "dbm=type:file". */
static const char *define_dbm(cmd_parms *cmd, rewrite_map_t *map,
                              const char *source)
{
    const char *file;
    const char *second;
    apr_status_t rv;

    map->find = rewrite_map_dbm;
    map->cache = rewrite_cache_make(cmd->pool);
    map->dbm_type = "default";
    if (map->type[3] == '=') {
        map->dbm_type = map->type + 4;
    }
    rv = apr_dbm_get_usednames_ex(cmd->pool, map->dbm_type,
                                  ap_server_root_relative(cmd->pool, source),
                                  &file, &second);
    if (rv != APR_SUCCESS) {
        return apr_psprintf(cmd->pool,
                            "dbm type %s is invalid: sdbm, gdbm, ndbm and db "
                            "are known, if APR has a driver",
                            map->dbm_type);
    }
    map->looked_at = file;
    return set_file(cmd, map, source, file);
}

static const char *define_internal(cmd_parms *cmd, rewrite_map_t *map,
                                   const char *source)
{
    map->find = find_internal;
    map->source = source;
    map->fn = rewrite_maps_function(source);
    return map->fn ? NULL
                   : apr_psprintf(cmd->pool,
                                  "internal map not found: %s (toupper, "
                                  "tolower, escape, unescape, and what loaded "
                                  "modules add)",
                                  source);
}

static const char *define_program(cmd_parms *cmd, rewrite_map_t *map,
                                  const char *source)
{
    char **argv;

    if (apr_tokenize_to_argv(source, &argv, cmd->pool) != APR_SUCCESS
        || !argv[0]) {
        return apr_psprintf(cmd->pool, "'%s' is no command line", source);
    }
    map->find = rewrite_map_program;
    map->argv = (const char *const *)argv;
    map->program = rewrite_program_make(cmd->pool);
    if (map->option) {
        char *group = strchr(map->option, ':');

        if (!group) {
            return apr_psprintf(cmd->pool, "'%s' is not of the form user:group",
                                map->option);
        }
        map->user = apr_pstrmemdup(cmd->pool, map->option,
                                   (apr_size_t)(group - map->option));
        map->group = group + 1;
    }
    return set_file(cmd, map, argv[0], NULL);
}

static const char *define_dbd(cmd_parms *cmd, rewrite_map_t *map,
                              const char *source)
{
    map->source = source;
    map->find = rewrite_map_dbd;
    if (strcmp(map->type, "fastdbd") == 0) {
        map->find = rewrite_map_fastdbd;
        map->cache = rewrite_cache_make(cmd->pool);
    }
    return rewrite_dbd_prepare(cmd, map);
}

typedef const char *define_fn_t(cmd_parms *cmd, rewrite_map_t *map,
                                const char *source);

/* Splits "type:source"; without a known type all of it is a text file. */
static define_fn_t *find_kind(apr_pool_t *pool, const char *text,
                              const char **type, const char **source)
{
    static const struct {
        const char *type;
        define_fn_t *define;
    } kinds[] = {
        { "txt", define_text },     { "rnd", define_text },
        { "int", define_internal }, { "prg", define_program },
        { "dbd", define_dbd },      { "fastdbd", define_dbd },
        { "dbm", define_dbm },
    };
    const char *colon = strchr(text, ':');
    apr_size_t len = colon ? (apr_size_t)(colon - text) : 0;
    size_t i;

    for (i = 0; colon && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        apr_size_t own_len = strlen(kinds[i].type);

        if (strncmp(text, kinds[i].type, own_len) == 0
            && (len == own_len
                || (text[own_len] == '=' && kinds[i].define == define_dbm))) {
            *type = apr_pstrmemdup(pool, text, len);
            *source = colon + 1;
            return kinds[i].define;
        }
    }
    *type = "txt";
    *source = text;
    return define_text;
}

const char *rewrite_map_define(cmd_parms *cmd, const char *name,
                               const char *source, const char *option)
{
    rewrite_server_t *server = ap_get_module_config(cmd->server->module_config,
                                                    &rewrite_module);
    rewrite_map_t *map = apr_pcalloc(cmd->pool, sizeof(*map));
    define_fn_t *define;
    const char *failure;

    map->name = name;
    map->option = option;
    define = find_kind(cmd->pool, source, &map->type, &source);
    failure = define(cmd, map, source);
    if (failure) {
        return apr_psprintf(cmd->pool, "RewriteMap %s: %s", name, failure);
    }
    apr_hash_set(server->maps, name, APR_HASH_KEY_STRING, map);
    return NULL;
}

/* --- looking -------------------------------------------------------------- */

const char *rewrite_map_find(rewrite_run_t *run, const char *name,
                             const char *key)
{
    const rewrite_map_t *map = apr_hash_get(run->maps, name,
                                            APR_HASH_KEY_STRING);
    const char *value;

    if (!map) {
        ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, run->r,
                      "rewrite: a rule asks the map '%s', which this server "
                      "does not have: add RewriteMap %s ... to it (or "
                      "RewriteOptions Inherit)",
                      name, name);
        return NULL;
    }
    value = map->find(run->r, map, key);
    TRACE(run, APLOG_TRACE5, "map '%s' (%s:%s): '%s' is %s%s%s", name,
          map->type, map->source, key, value ? "'" : "not there",
          value ? value : "", value ? "'" : "");
    return value;
}

/* --- life ------------------------------------------------------------------
 */

int rewrite_maps_start(apr_pool_t *pconf, server_rec *first)
{
    server_rec *s;

    for (s = first; s; s = s->next) {
        const rewrite_server_t *server = ap_get_module_config(s->module_config,
                                                              &rewrite_module);
        apr_hash_index_t *index;

        /* Programs are not started for rules that never run. */
        if (server->conf.engine != ENGINE_ON) {
            continue;
        }
        for (index = apr_hash_first(pconf, server->maps); index;
             index = apr_hash_next(index)) {
            const rewrite_map_t *map = apr_hash_this_val(index);

            if (map->program
                && rewrite_program_start(pconf, s, map) != APR_SUCCESS) {
                return HTTP_INTERNAL_SERVER_ERROR;
            }
        }
    }
    return OK;
}
