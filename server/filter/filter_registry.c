/* SPDX-License-Identifier: Apache-2.0 */
/*
 * filter_registry.c - the filters that exist, by name.
 *
 * Two hashes, input and output, in the configuration pool: they empty with it,
 * because the functions in them may be unloaded. Names are kept in lower case,
 * so a look-up is one hash probe whatever the caller's spelling. Written while
 * the configuration is read by one thread, only read afterwards.
 */
#include "util_filter.h"

#include <string.h>

#include <apr_hash.h>
#include <apr_hooks.h>
#include <apr_lib.h>

enum { NAME_ROOM = 256 }; /* a longer name gets a record, but no look-up */

static apr_hash_t *input_filters;
static apr_hash_t *output_filters;

static apr_status_t forget_filters(void *unused)
{
    input_filters = NULL;
    output_filters = NULL;
    return APR_SUCCESS;
}

static void lower_into(char *to, const char *from)
{
    do {
        *to++ = (char)apr_tolower(*from);
    } while (*from++);
}

static ap_filter_rec_t *find(apr_hash_t *filters, const char *name)
{
    char lower[NAME_ROOM];
    apr_size_t len = strlen(name);

    if (!filters || len >= sizeof(lower)) {
        return NULL;
    }
    lower_into(lower, name);
    return apr_hash_get(filters, lower, (apr_ssize_t)len);
}

/* The record of a name stays the same when it is registered again: handles
 * that somebody holds keep their meaning. */
static ap_filter_rec_t *enter(apr_hash_t **filters, const char *name,
                              ap_init_filter_func init, ap_filter_type ftype)
{
    apr_pool_t *pool = apr_hook_global_pool;
    ap_filter_rec_t *frec;

    if (!input_filters && !output_filters) {
        apr_pool_cleanup_register(pool, NULL, forget_filters,
                                  apr_pool_cleanup_null);
    }
    if (!*filters) {
        *filters = apr_hash_make(pool);
    }
    frec = find(*filters, name);
    if (!frec) {
        apr_size_t len = strlen(name);
        char *lower = apr_palloc(pool, len + 1);

        lower_into(lower, name);
        frec = apr_pcalloc(pool, sizeof(*frec));
        frec->name = lower;
        if (len < NAME_ROOM) {
            apr_hash_set(*filters, lower, (apr_ssize_t)len, frec);
        }
    }
    frec->filter_init_func = init;
    frec->ftype = ftype;
    frec->proto_flags = 0;
    return frec;
}

AP_DECLARE(ap_filter_rec_t *)
ap_register_input_filter(const char *name, ap_in_filter_func filter_func,
                         ap_init_filter_func filter_init, ap_filter_type ftype)
{
    ap_filter_rec_t *frec = enter(&input_filters, name, filter_init, ftype);

    frec->filter_func.in_func = filter_func;
    return frec;
}

AP_DECLARE(ap_filter_rec_t *)
ap_register_output_filter_protocol(const char *name,
                                   ap_out_filter_func filter_func,
                                   ap_init_filter_func filter_init,
                                   ap_filter_type ftype,
                                   unsigned int proto_flags)
{
    ap_filter_rec_t *frec = enter(&output_filters, name, filter_init, ftype);

    frec->filter_func.out_func = filter_func;
    frec->proto_flags = proto_flags;
    return frec;
}

AP_DECLARE(ap_filter_rec_t *)
ap_register_output_filter(const char *name, ap_out_filter_func filter_func,
                          ap_init_filter_func filter_init, ap_filter_type ftype)
{
    return ap_register_output_filter_protocol(name, filter_func, filter_init,
                                              ftype, 0);
}

AP_DECLARE(ap_filter_rec_t *) ap_get_input_filter_handle(const char *name)
{
    return find(input_filters, name);
}

AP_DECLARE(ap_filter_rec_t *) ap_get_output_filter_handle(const char *name)
{
    return find(output_filters, name);
}

AP_DECLARE(void) ap_filter_protocol(ap_filter_t *f, unsigned int flags)
{
    f->frec->proto_flags = flags;
}
