/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_map.h - RewriteMap: kinds of maps, and what they remember.
 */
#ifndef PINION_MODULES_MAPPERS_REWRITE_REWRITE_MAP_H
#define PINION_MODULES_MAPPERS_REWRITE_REWRITE_MAP_H

#include "httpd.h"

#include "http_config.h"
#include "mod_rewrite.h"

typedef struct rewrite_map_t rewrite_map_t;
typedef struct map_cache_t map_cache_t;
typedef struct map_program_t map_program_t;

/* The value of key in r->pool, or NULL. */
typedef const char *rewrite_map_fn_t(request_rec *r, const rewrite_map_t *map,
                                     const char *key);

struct rewrite_map_t {
    const char *name;
    const char *type; /* as written: "txt", "prg" … */
    const char *source;
    const char *option; /* as written, or NULL */
    rewrite_map_fn_t *find;
    const char *dbm_type;
    const char *looked_at; /* the file whose state counts; NULL: source */
    rewrite_mapfunc_t *fn; /* int: */
    const char *user;      /* prg: */
    const char *group;
    const char *label;      /* dbd: of the prepared statement */
    map_cache_t *cache;     /* txt, rnd, dbm, fastdbd */
    map_program_t *program; /* prg: */
    const char *const *argv;
};

const char *rewrite_map_define(cmd_parms *cmd, const char *name,
                               const char *source, const char *option);

/* Names of functions for int: maps. In pre_config. */
void rewrite_maps_reset(apr_pool_t *pool);
void rewrite_maps_register(char *name, rewrite_mapfunc_t *fn);
rewrite_mapfunc_t *rewrite_maps_function(const char *name);

/* Starts the programs of all servers, in post_config. OK or a status. */
int rewrite_maps_start(apr_pool_t *pconf, server_rec *first);

/* How a map's file is; entries of a cache count for one state of it. */
typedef struct cache_state_t {
    apr_time_t mtime;
    apr_off_t size;
    apr_ino_t inode;
} cache_state_t;

/* Values that were found, of one map, for all threads. Bounded. */
map_cache_t *rewrite_cache_make(apr_pool_t *pool);

/* True if key is known for state: *value in pool, NULL: it is known not to be
 * there. */
int rewrite_cache_get(map_cache_t *cache, apr_pool_t *pool,
                      const cache_state_t *state, const char *key,
                      const char **value);

void rewrite_cache_put(map_cache_t *cache, const cache_state_t *state,
                       const char *key, const char *value);

/* The value in a line of a text map if it is key's, else NULL; line is
 * changed. */
const char *rewrite_map_line(char *line, const char *key);

const char *rewrite_map_text(request_rec *r, const rewrite_map_t *map,
                             const char *key);
const char *rewrite_map_random(request_rec *r, const rewrite_map_t *map,
                               const char *key);
const char *rewrite_map_dbm(request_rec *r, const rewrite_map_t *map,
                            const char *key);

const char *rewrite_map_program(request_rec *r, const rewrite_map_t *map,
                                const char *key);
map_program_t *rewrite_program_make(apr_pool_t *pool);

/* pre_config, post_config for one program, child_init. */
void rewrite_program_register(apr_pool_t *pool);
apr_status_t rewrite_program_start(apr_pool_t *pool, server_rec *s,
                                   const rewrite_map_t *map);
void rewrite_program_child(apr_pool_t *pool, server_rec *s);

const char *rewrite_map_dbd(request_rec *r, const rewrite_map_t *map,
                            const char *key);
const char *rewrite_map_fastdbd(request_rec *r, const rewrite_map_t *map,
                                const char *key);
const char *rewrite_dbd_prepare(cmd_parms *cmd, rewrite_map_t *map);

#endif
