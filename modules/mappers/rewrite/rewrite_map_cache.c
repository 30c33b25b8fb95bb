/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_map_cache - what maps have answered, in each process for all its
 * threads.
 *
 * An entry counts for one state of its source (modification time and size of
 * the file); another state empties the cache. So does the entry that would be
 * one too many, since clients choose the keys.
 */

#include "rewrite.h"

#include "apr_strings.h"
#include "apr_thread_mutex.h"

enum { ENTRIES_MAX = 8192, ENTRY_MAX_BYTES = 8192 };

struct map_cache_t {
    apr_thread_mutex_t *lock;
    apr_pool_t *parent;
    apr_pool_t *pool;    /* of the entries */
    apr_hash_t *entries; /* of char *; "" stands for: not there */
    cache_state_t state;
};

static const char absent[] = "";

map_cache_t *rewrite_cache_make(apr_pool_t *pool)
{
    map_cache_t *cache = apr_pcalloc(pool, sizeof(*cache));

    cache->parent = pool;
    apr_thread_mutex_create(&cache->lock, APR_THREAD_MUTEX_DEFAULT, pool);
    return cache;
}

static int is_same_state(const cache_state_t *a, const cache_state_t *b)
{
    return a->mtime == b->mtime && a->size == b->size && a->inode == b->inode;
}

static void begin_anew(map_cache_t *cache, const cache_state_t *state)
{
    if (cache->pool) {
        apr_pool_destroy(cache->pool);
    }
    apr_pool_create(&cache->pool, cache->parent);
    cache->entries = apr_hash_make(cache->pool);
    cache->state = *state;
}

int rewrite_cache_get(map_cache_t *cache, apr_pool_t *pool,
                      const cache_state_t *state, const char *key,
                      const char **value)
{
    const char *found = NULL;

    apr_thread_mutex_lock(cache->lock);
    if (cache->entries && is_same_state(&cache->state, state)) {
        found = apr_hash_get(cache->entries, key, APR_HASH_KEY_STRING);
        *value = found && *found ? apr_pstrdup(pool, found) : NULL;
    }
    apr_thread_mutex_unlock(cache->lock);
    return found != NULL;
}

void rewrite_cache_put(map_cache_t *cache, const cache_state_t *state,
                       const char *key, const char *value)
{
    if (strlen(key) + (value ? strlen(value) : 0) > ENTRY_MAX_BYTES) {
        return;
    }
    apr_thread_mutex_lock(cache->lock);
    if (!cache->entries || !is_same_state(&cache->state, state)
        || apr_hash_count(cache->entries) >= ENTRIES_MAX) {
        begin_anew(cache, state);
    }
    apr_hash_set(cache->entries, apr_pstrdup(cache->pool, key),
                 APR_HASH_KEY_STRING,
                 value ? apr_pstrdup(cache->pool, value) : absent);
    apr_thread_mutex_unlock(cache->lock);
}
