/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place - the table of places: look-up, order of use, limit.
 *
 * A hash table of fixed size, with a list in order of use through all places.
 * When the limit is exceeded, those that were not used for longest leave the
 * table; what requests and places below still hold goes with the last of
 * them. Processes with threads lock the table for a few instructions; without
 * threads there is no lock.
 */

#include "request/place.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ap_mpm.h"
#include "request/place_data.h"
#include "util/child_data.h"

enum { BUCKETS_N = 4096, LINKS_MAX = 4 };

/* Even what is watched is looked at again some time: a file system may be
 * mounted over a directory without a word. */
#define SURE_FOR_US   (60 * APR_USEC_PER_SEC)
#define UNSURE_FOR_US (1 * APR_USEC_PER_SEC)

pn_place_limits_t pn_place_limits;

static struct {
    apr_pool_t *pool; /* NULL: nothing is kept */
    apr_thread_mutex_t *mutex;
    pn_place_t **buckets;
    pn_place_t *newest;
    pn_place_t *oldest;
    unsigned int places_n;
    apr_size_t used_bytes;
} table PN_CHILD_DATA;

void pn_place_lock(void)
{
    if (table.mutex) {
        apr_thread_mutex_lock(table.mutex);
    }
}

void pn_place_unlock(void)
{
    if (table.mutex) {
        apr_thread_mutex_unlock(table.mutex);
    }
}

void pn_place_account(pn_place_t *place, apr_ssize_t bytes)
{
    place->bytes += (apr_size_t)bytes;
    table.used_bytes += (apr_size_t)bytes;
}

apr_pool_t *pn_place_make_pool(void)
{
    apr_pool_t *pool = NULL;

    apr_pool_create(&pool, table.pool);
    return pool;
}

/* --- life ---------------------------------------------------------------- */

static void destroy(pn_place_t *place)
{
    pn_place_forget_files(place);
    pn_merge_end_store(place->store);
    pn_place_release_htaccess(place->htaccess);
    pn_place_release_htaccess(place->former);
    table.used_bytes -= place->bytes;
    free(place);
}

/* Places form chains up to the root: no recursion, paths can be long. */
static void release(pn_place_t *place)
{
    while (place && --place->refs == 0) {
        pn_place_t *parent = place->parent;

        destroy(place);
        place = parent;
    }
}

void pn_place_release(pn_place_t *place)
{
    pn_place_lock();
    release(place);
    pn_place_unlock();
}

static apr_status_t end_use(void *place)
{
    pn_place_release(place);
    return APR_SUCCESS;
}

void pn_place_use(request_rec *r, pn_place_t *place)
{
    void **note = ap_get_request_note(r, AP_NOTE_FILE_WALK);

    apr_pool_cleanup_register(r->pool, place, end_use, apr_pool_cleanup_null);
    if (note) {
        *note = place;
    }
}

pn_place_t *pn_place_of(request_rec *r)
{
    void **note = ap_get_request_note(r, AP_NOTE_FILE_WALK);

    return note ? *note : NULL;
}

void pn_place_share(request_rec *r, request_rec *from)
{
    pn_place_t *place = pn_place_of(from);

    if (place) {
        pn_place_lock();
        place->refs++;
        pn_place_unlock();
        pn_place_use(r, place);
    }
}

/* --- the table ----------------------------------------------------------- */

static void leave_order(pn_place_t *place)
{
    *(place->newer ? &place->newer->older : &table.newest) = place->older;
    *(place->older ? &place->older->newer : &table.oldest) = place->newer;
}

static void enter_order(pn_place_t *place)
{
    place->newer = NULL;
    place->older = table.newest;
    *(table.newest ? &table.newest->newer : &table.oldest) = place;
    table.newest = place;
}

static pn_place_t **bucket_of(uint64_t hash)
{
    return &table.buckets[hash % BUCKETS_N];
}

static void leave_table(pn_place_t *place)
{
    pn_place_t **link = bucket_of(place->hash);

    while (*link != place) {
        link = &(*link)->next;
    }
    *link = place->next;
    leave_order(place);
    place->is_kept = false;
    table.places_n--;
    release(place);
}

static uint64_t hash_of(const pn_place_key_t *key)
{
    return pn_watch_hash(key->dir, key->len,
                         (uint64_t)(uintptr_t)key->conf
                             ^ ((uint64_t)(uintptr_t)key->start << 7));
}

static pn_place_t *look_up(const pn_place_key_t *key, uint64_t hash)
{
    pn_place_t *place = *bucket_of(hash);

    while (place
           && (place->hash != hash || place->conf != key->conf
               || place->start != key->start || place->len != key->len
               || memcmp(place->dir, key->dir, key->len) != 0)) {
        place = place->next;
    }
    return place;
}

/* Sure now: nothing on the way was changed, and it is not too long ago. */
static bool is_sure(pn_place_t *place, apr_time_t now)
{
    uint32_t changes = pn_watch_changes();

    if (now >= place->expires || now < place->made) {
        return false;
    }
    if (place->checked == changes) {
        return true;
    }
    for (pn_place_t *each = place; each; each = each->parent) {
        if (!pn_watch_is_unchanged(&each->watch)) {
            return false;
        }
    }
    place->checked = changes;
    return true;
}

bool pn_place_is_on(void)
{
    return table.pool != NULL;
}

pn_place_t *pn_place_find(const pn_place_key_t *key, apr_time_t now)
{
    pn_place_t *place;

    pn_place_lock();
    place = look_up(key, hash_of(key));
    if (place && is_sure(place, now)) {
        if (place != table.newest) {
            leave_order(place);
            enter_order(place);
        }
        place->refs++;
    }
    else {
        place = NULL;
    }
    pn_place_unlock();
    return place;
}

/* --- new places ---------------------------------------------------------- */

/* Where path, a link in the directory of its first dir_len bytes, leads to;
 * false when that cannot be told. */
static bool read_target(const char *path, size_t dir_len, char *target)
{
    char text[PATH_MAX];
    ssize_t len = readlink(path, text, sizeof(text) - 1);

    if (len <= 0) {
        return false;
    }
    text[len] = '\0';
    if (text[0] == '/') {
        dir_len = 0;
    }
    if (dir_len + (size_t)len >= PATH_MAX) {
        return false;
    }
    memcpy(target, path, dir_len);
    memcpy(target + dir_len, text, (size_t)len + 1);
    return true;
}

/* Depends on every name on the way to path, and on those that its links lead
 * to. */
static void watch_way(pn_watch_t *watch, const char *path, int links_n)
{
    char way[PATH_MAX] = "/";
    char target[PATH_MAX];
    size_t end = 1;

    while (*(path += strspn(path, "/")) && !watch->is_incomplete) {
        size_t len = strcspn(path, "/");
        struct stat facts;

        pn_watch_add(watch, pn_watch_directory(way), path, len);
        if (end + len + 2 > sizeof(way)) {
            watch->is_incomplete = true;
            return;
        }
        memcpy(way + end, path, len);
        way[end + len] = '\0';
        if (lstat(way, &facts) != 0) {
            watch->is_incomplete = true;
        }
        else if (S_ISLNK(facts.st_mode)) {
            if (links_n < LINKS_MAX && read_target(way, end, target)) {
                watch_way(watch, target, links_n + 1);
            }
            else {
                watch->is_incomplete = true;
            }
        }
        end += len;
        way[end++] = '/';
        way[end] = '\0';
        path += len;
    }
}

void pn_place_watch_way(pn_watch_t *watch, const char *path)
{
    watch_way(watch, path, 0);
}

/* The name of a place in its parent; "/" has none. */
static const char *name_of(const pn_place_t *place, size_t *len)
{
    const char *name = place->dir + place->len - 1;

    while (name > place->dir && name[-1] != '/') {
        name--;
    }
    *len = (size_t)(place->dir + place->len - 1 - name);
    return name;
}

/* What the place itself depends on, beside what its parent does. */
static void watch(pn_place_t *place, bool is_link)
{
    size_t len;
    const char *name = name_of(place, &len);

    place->directory = pn_watch_directory(place->dir);
    pn_watch_add(&place->watch, place->directory, "", 0);
    if (place->parent) {
        pn_watch_add(&place->watch, place->parent->directory, name, len);
    }
    if (is_link) {
        watch_way(&place->watch, place->dir, 0);
    }
}

pn_place_t *pn_place_make(const pn_place_key_t *key, pn_place_t *parent,
                          bool is_link, apr_time_t now, uint32_t changes)
{
    pn_place_t *place = ap_calloc(1, sizeof(*place) + key->len + 1);
    pn_place_t *former;

    place->refs = 1;
    place->hash = hash_of(key);
    place->conf = key->conf;
    place->start = key->start;
    place->len = key->len;
    memcpy(place->dir, key->dir, key->len);
    place->parent = parent;
    place->checked = changes;
    place->made = now;
    watch(place, is_link);
    pn_watch_mark(&place->watch);
    pn_place_lock();
    former = look_up(key, place->hash);
    if (former && former->htaccess) {
        place->former = former->htaccess;
        place->former->refs++;
    }
    pn_place_account(place, (apr_ssize_t)(sizeof(*place) + key->len + 1));
    pn_place_unlock();
    return place;
}

static void set_expiry(pn_place_t *place)
{
    /* A hard link may change through its other name any time. */
    bool is_seen_only_once = place->checked != pn_watch_changes()
                             || (place->htaccess && place->htaccess->is_linked);

    place->expires = place->made
                     + (place->watch.is_incomplete ? UNSURE_FOR_US
                                                   : SURE_FOR_US);
    if (place->parent && place->parent->expires < place->expires) {
        place->expires = place->parent->expires;
    }
    if (is_seen_only_once) {
        place->expires = 0;
    }
}

void pn_place_keep(pn_place_t *place, const pn_step_t *step, int status)
{
    pn_place_key_t key = { place->conf, place->start, place->dir, place->len };
    pn_place_t *former;

    pn_place_lock();
    place->step = *step;
    place->status = status;
    set_expiry(place);
    pn_place_release_htaccess(place->former);
    place->former = NULL;
    former = look_up(&key, place->hash);
    if (former) {
        leave_table(former);
    }
    place->next = *bucket_of(place->hash);
    *bucket_of(place->hash) = place;
    enter_order(place);
    place->is_kept = true;
    place->refs++;
    table.places_n++;
    while (table.used_bytes > pn_place_limits.memory_bytes
           && table.oldest != table.newest) {
        leave_table(table.oldest);
    }
    pn_place_unlock();
}

const pn_step_t *pn_place_step(const pn_place_t *place, int *status)
{
    *status = place->status;
    return &place->step;
}

pn_store_t *pn_place_store(pn_place_t *place)
{
    if (!place->store) {
        pn_place_lock();
        place->store = pn_merge_begin_store(pn_place_make_pool());
        pn_place_account(place, 2 * POOL_BYTES); /* it will grow a little */
        pn_place_unlock();
    }
    return place->store;
}

apr_size_t pn_place_used_bytes(void)
{
    return table.used_bytes;
}

unsigned int pn_place_count(void)
{
    return table.places_n;
}

/* --- begin and end ------------------------------------------------------- */

static apr_status_t end(void *unused)
{
    while (table.oldest) {
        leave_table(table.oldest);
    }
    free(table.buckets);
    table.pool = NULL;
    return APR_SUCCESS;
}

void pn_place_begin(apr_pool_t *pchild)
{
    int is_threaded = AP_MPMQ_NOT_SUPPORTED;

    memset(&table, 0, sizeof(table));
    if (pn_place_limits.memory_bytes == 0) {
        return;
    }
    ap_mpm_query(AP_MPMQ_IS_THREADED, &is_threaded);
    if (is_threaded != AP_MPMQ_NOT_SUPPORTED) {
        apr_thread_mutex_create(&table.mutex, APR_THREAD_MUTEX_DEFAULT, pchild);
    }
    table.buckets = ap_calloc(BUCKETS_N, sizeof(*table.buckets));
    apr_pool_create(&table.pool, pchild);
    /* Before the pools of the places go, which are pchild's children. */
    apr_pool_pre_cleanup_register(pchild, NULL, end);
}
