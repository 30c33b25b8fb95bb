/* SPDX-License-Identifier: Apache-2.0 */
/*
 * merge - see merge.h.
 *
 * The generation's store is made in each child and dies with it. Readers take
 * no lock: a bucket is a list that only grows at its head, published with
 * release order; writers take a mutex. Each store has a limit, after which
 * pairs are merged per request: what a client asks for must not decide how
 * much memory a child takes.
 */

#include "request/merge.h"

#include <stdint.h>
#include <sys/mman.h>

#include <apr_strings.h>
#include <apr_thread_mutex.h>

#include "ap_mpm.h"
#include "http_core.h"
#include "request/place.h"
#include "request/request.h"
#include "request/watch.h"
#include "scoreboard.h"
#include "util/child_data.h"

enum {
    BUCKETS_N = 4096, /* of the generation */
    BUCKETS_BYTES = BUCKETS_N * sizeof(void *),
    ENTRIES_MAX = 32768,
    FEW_BUCKETS_N = 8, /* of any other store */
    FEW_ENTRIES_MAX = 128
};

typedef struct entry_t {
    const ap_conf_vector_t *base;
    const ap_conf_vector_t *over;
    ap_conf_vector_t *merged;
    struct entry_t *next;
} entry_t;

struct pn_store_t {
    apr_pool_t *pool; /* NULL outside of children: nothing is kept */
    entry_t **buckets;
    size_t buckets_n;
    unsigned int entries_n;
    unsigned int entries_max;
};

static pn_store_t generation PN_CHILD_DATA;
static apr_thread_mutex_t *mutex PN_CHILD_DATA;

/* What a request knows of its configuration, in its first walk note. */
typedef struct state_t {
    const ap_conf_vector_t *vector; /* per_dir_config as we left it */
    pn_store_t *store;
    entry_t *entries;
} state_t;

static apr_array_header_t *exceptions; /* of const module * */

static state_t *state_of(request_rec *r)
{
    void **note = ap_get_request_note(r, AP_NOTE_DIRECTORY_WALK);

    if (!note) {
        return NULL;
    }
    if (!*note) {
        *note = apr_pcalloc(r->pool, sizeof(state_t));
    }
    return *note;
}

static entry_t *find(entry_t *entry, const ap_conf_vector_t *base,
                     const ap_conf_vector_t *over)
{
    while (entry && (entry->base != base || entry->over != over)) {
        entry = entry->next;
    }
    return entry;
}

static entry_t *make_entry(apr_pool_t *pool, ap_conf_vector_t *base,
                           ap_conf_vector_t *over)
{
    entry_t *entry = apr_palloc(pool, sizeof(*entry));

    entry->base = base;
    entry->over = over;
    entry->merged = ap_merge_per_dir_configs(pool, base, over);
    return entry;
}

/* Whether a module that keeps data of one request in merged configurations
 * has something to merge here. */
static bool is_exception(const ap_conf_vector_t *base,
                         const ap_conf_vector_t *over)
{
    for (int i = 0; exceptions && i < exceptions->nelts; i++) {
        const module *m = APR_ARRAY_IDX(exceptions, i, const module *);

        if (ap_get_module_config(base, m) && ap_get_module_config(over, m)) {
            return true;
        }
    }
    return false;
}

static size_t hash_of(const void *base, const void *over)
{
    uintptr_t hash = ((uintptr_t)base >> 4) * 31 + ((uintptr_t)over >> 4);

    return hash ^ (hash >> 12);
}

/* NULL when the pair cannot be kept in store. */
static ap_conf_vector_t *merge_kept(pn_store_t *store, ap_conf_vector_t *base,
                                    ap_conf_vector_t *over)
{
    entry_t **bucket;
    entry_t *entry;

    if (!store->pool || is_exception(base, over)) {
        return NULL;
    }
    bucket = &store->buckets[hash_of(base, over) % store->buckets_n];
    entry = find(__atomic_load_n(bucket, __ATOMIC_ACQUIRE), base, over);
    if (entry) {
        return entry->merged;
    }
    apr_thread_mutex_lock(mutex);
    entry = find(*bucket, base, over);
    if (!entry && store->entries_n < store->entries_max) {
        entry = make_entry(store->pool, base, over);
        entry->next = *bucket;
        __atomic_store_n(bucket, entry, __ATOMIC_RELEASE);
        store->entries_n++;
    }
    apr_thread_mutex_unlock(mutex);
    return entry ? entry->merged : NULL;
}

pn_store_t *pn_merge_generation(void)
{
    return &generation;
}

pn_store_t *pn_merge_begin_store(apr_pool_t *pool)
{
    pn_store_t *store = apr_palloc(pool, sizeof(*store));

    store->pool = pool;
    store->buckets_n = FEW_BUCKETS_N;
    store->buckets = apr_pcalloc(pool, FEW_BUCKETS_N * sizeof(void *));
    store->entries_n = 0;
    store->entries_max = FEW_ENTRIES_MAX;
    return store;
}

void pn_merge_end_store(pn_store_t *store)
{
    if (store) {
        apr_pool_destroy(store->pool);
    }
}

/* Requests around r live longer than r: what they merged is good here. */
static ap_conf_vector_t *merge_for_request(request_rec *r,
                                           ap_conf_vector_t *base,
                                           ap_conf_vector_t *over)
{
    state_t *state = state_of(r);
    entry_t *entry = NULL;

    if (!state || is_exception(base, over)) {
        return ap_merge_per_dir_configs(r->pool, base, over);
    }
    for (request_rec *around = r; around && !entry;
         around = around->main ? around->main : around->prev) {
        const state_t *known = state_of(around);

        entry = known ? find(known->entries, base, over) : NULL;
    }
    if (!entry) {
        entry = make_entry(r->pool, base, over);
        entry->next = state->entries;
        state->entries = entry;
    }
    return entry->merged;
}

/* Where a pair of both may be kept: with what lives shorter. */
static pn_store_t *join(pn_store_t *base, pn_store_t *over)
{
    if (!base || !over) {
        return NULL;
    }
    return over == &generation ? base : over;
}

void pn_merge_add(request_rec *r, pn_merge_t *merge, ap_conf_vector_t *over,
                  pn_store_t *store)
{
    ap_conf_vector_t *merged = NULL;

    if (!merge->vector) {
        merge->vector = over;
        merge->store = store;
        return;
    }
    merge->store = join(merge->store, store);
    if (merge->store) {
        merged = merge_kept(merge->store, merge->vector, over);
    }
    if (!merged) {
        merged = merge_for_request(r, merge->vector, over);
        merge->store = NULL;
    }
    merge->vector = merged;
}

static void set_config(request_rec *r, ap_conf_vector_t *vector,
                       pn_store_t *store)
{
    const core_dir_config *conf = ap_get_core_module_config(vector);
    state_t *state = state_of(r);

    r->per_dir_config = vector;
    if (state) {
        state->vector = vector;
        state->store = store;
    }
    if (conf && conf->log) {
        r->log = conf->log;
    }
}

void pn_merge_apply(request_rec *r, const pn_merge_t *merge)
{
    pn_merge_t whole = { .vector = r->per_dir_config };

    if (!merge->vector) {
        return;
    }
    whole.store = pn_merge_store_of(r);
    pn_merge_add(r, &whole, merge->vector, merge->store);
    set_config(r, whole.vector, whole.store);
}

void pn_merge_reset(request_rec *r)
{
    r->per_dir_config = r->server->lookup_defaults;
}

void pn_merge_take(request_rec *r, request_rec *from)
{
    set_config(r, from->per_dir_config, pn_merge_store_of(from));
    pn_place_share(r, from);
}

pn_store_t *pn_merge_store_of(request_rec *r)
{
    const state_t *state;

    if (r->per_dir_config == r->server->lookup_defaults) {
        return &generation;
    }
    state = state_of(r);
    return state && state->vector == r->per_dir_config ? state->store : NULL;
}

static apr_status_t forget(void *unused)
{
    exceptions = NULL;
    return APR_SUCCESS;
}

/* "mod_x.c", or "x_module" as LoadModule has it. */
static const module *find_module(const char *name)
{
    apr_size_t len = strlen(name);

    if (len > 7 && strcmp(name + len - 7, "_module") == 0) {
        for (const module *m = ap_top_module; m; m = m->next) {
            const char *symbol = ap_find_module_short_name(m->module_index);

            if (symbol && strncmp(symbol, name, len - 7) == 0
                && !symbol[len - 7]) {
                return m;
            }
        }
    }
    return ap_find_linked_module(name);
}

const char *pn_merge_except(apr_pool_t *pool, const char *module_name)
{
    const module *m = find_module(module_name);

    if (!m) {
        return apr_psprintf(pool, "no module named '%s' is loaded",
                            module_name);
    }
    if (!exceptions) {
        exceptions = apr_array_make(pool, 2, sizeof(const module *));
        apr_pool_cleanup_register(pool, NULL, forget, apr_pool_cleanup_null);
    }
    APR_ARRAY_PUSH(exceptions, const module *) = m;
    return NULL;
}

static apr_status_t end_generation(void *unused)
{
    generation.pool = NULL;
    munmap(generation.buckets, BUCKETS_BYTES);
    return APR_SUCCESS;
}

/* Threads create configuration in a pool with an allocator of its own, not in
 * pools that others use at the same time. */
static apr_status_t make_pool(apr_pool_t **pool, apr_pool_t *pchild)
{
    apr_allocator_t *allocator;
    int is_threaded = AP_MPMQ_NOT_SUPPORTED;
    apr_status_t rv;

    ap_mpm_query(AP_MPMQ_IS_THREADED, &is_threaded);
    if (is_threaded == AP_MPMQ_NOT_SUPPORTED) {
        *pool = pchild;
        return APR_SUCCESS;
    }
    rv = apr_allocator_create(&allocator);
    if (rv == APR_SUCCESS) {
        rv = apr_pool_create_ex(pool, pchild, NULL, allocator);
    }
    if (rv == APR_SUCCESS) {
        apr_allocator_owner_set(allocator, *pool);
        apr_pool_tag(*pool, "merged configurations");
    }
    return rv;
}

static void begin_generation(apr_pool_t *pchild, server_rec *s)
{
    apr_pool_t *pool;

    if (make_pool(&pool, pchild) != APR_SUCCESS) {
        return;
    }
    apr_thread_mutex_create(&mutex, APR_THREAD_MUTEX_DEFAULT, pool);
    /* Untouched pages of a mapping take no memory; most stay untouched. */
    generation.buckets = mmap(NULL, BUCKETS_BYTES, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (generation.buckets == MAP_FAILED) {
        return;
    }
    generation.buckets_n = BUCKETS_N;
    generation.entries_n = 0;
    generation.entries_max = ENTRIES_MAX;
    generation.pool = pool;
    apr_pool_cleanup_register(pool, NULL, end_generation,
                              apr_pool_cleanup_null);
    pn_place_begin(pchild);
}

static int begin_watch(apr_pool_t *pconf, ap_scoreboard_e type)
{
    pn_watch_begin(pconf, pn_place_limits.is_watching
                              && pn_place_limits.memory_bytes > 0);
    return OK;
}

void pn_request_register_hooks(apr_pool_t *pool)
{
    ap_hook_child_init(begin_generation, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_pre_mpm(begin_watch, NULL, NULL, APR_HOOK_MIDDLE);
}
