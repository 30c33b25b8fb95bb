/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pool_shim.c - lets the address sanitizer see into pools and bucket lists.
 *
 * APR hands out memory from large blocks, so a write behind the end of an
 * object, or into a pool that is gone, hits memory that is valid to the
 * sanitizer. Here each object is a malloc block of its own. Linked into
 * sanitizer builds only; the executable's definitions win over libapr's and
 * libaprutil's for their own callers too, so apr_pstrdup() and
 * apr_bucket_heap_create() are covered.
 */

#include <apr_buckets.h>
#include <apr_pools.h>

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

#define EXPORTED __attribute__((visibility("default")))

/* An object in the list of its pool. */
typedef struct object_t {
    struct object_t *next;
    max_align_t bytes[];
} object_t;

/* The objects of one pool; the list head itself is malloc'ed. */
typedef struct objects_t {
    object_t *first;
} objects_t;

typedef void *(*palloc_fn_t)(apr_pool_t *pool, apr_size_t size);

static const char list_key[] = "pinion_pool_shim";

/* What making the list itself allocates comes from libapr. */
static __thread int is_inside;

static void *libapr_palloc(apr_pool_t *pool, apr_size_t size)
{
    static palloc_fn_t real;

    if (!real) {
        real = (palloc_fn_t)dlsym(RTLD_NEXT, "apr_palloc");
    }
    return real(pool, size);
}

static void *must_malloc(size_t size)
{
    void *memory = malloc(size);

    if (!memory) {
        abort();
    }
    return memory;
}

static apr_status_t free_objects(void *data)
{
    objects_t *list = data;

    while (list->first) {
        object_t *object = list->first;

        list->first = object->next;
        free(object);
    }
    free(list);
    return APR_SUCCESS;
}

static objects_t *objects_of(apr_pool_t *pool)
{
    void *data = NULL;

    is_inside = 1;
    apr_pool_userdata_get(&data, list_key, pool);
    if (!data) {
        objects_t *list = must_malloc(sizeof(*list));

        list->first = NULL;
        data = list;
        apr_pool_userdata_setn(data, list_key, NULL, pool);
        /* The first cleanup of a pool runs last: the others may still use
         * what was allocated. */
        apr_pool_cleanup_register(pool, data, free_objects,
                                  apr_pool_cleanup_null);
    }
    is_inside = 0;
    return data;
}

EXPORTED void *apr_palloc(apr_pool_t *pool, apr_size_t size)
{
    objects_t *list;
    object_t *object;

    if (is_inside) {
        return libapr_palloc(pool, size);
    }
    list = objects_of(pool);
    object = must_malloc(sizeof(*object) + size);
    object->next = list->first;
    list->first = object;
    return object->bytes;
}

/* A bucket or its data that is used after apr_bucket_free() would otherwise
 * be the next bucket of the same list. */
EXPORTED void *apr_bucket_alloc(apr_size_t size, apr_bucket_alloc_t *list)
{
    return must_malloc(size);
}

EXPORTED void apr_bucket_free(void *block)
{
    free(block);
}
