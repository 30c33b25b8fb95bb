/* SPDX-License-Identifier: Apache-2.0 */
/*
 * method.c - method names and numbers, and lists of methods.
 *
 * The methods of the API are in a fixed table; others get numbers while the
 * configuration is read, up to the width of the mask that lists keep. A
 * method without a number is a name in the list's array.
 */
#include "http_protocol.h"

#include <string.h>

#include <apr_hash.h>
#include <apr_strings.h>

#include "http_log.h"

APLOG_USE_MODULE(core);

static const struct {
    const char *name;
    int number;
} known_methods[] = {
    { "GET", M_GET },
    { "HEAD", M_GET }, /* told apart by r->header_only */
    { "POST", M_POST },
    { "PUT", M_PUT },
    { "DELETE", M_DELETE },
    { "CONNECT", M_CONNECT },
    { "OPTIONS", M_OPTIONS },
    { "TRACE", M_TRACE },
    { "PATCH", M_PATCH },
    { "PROPFIND", M_PROPFIND },
    { "PROPPATCH", M_PROPPATCH },
    { "MKCOL", M_MKCOL },
    { "COPY", M_COPY },
    { "MOVE", M_MOVE },
    { "LOCK", M_LOCK },
    { "UNLOCK", M_UNLOCK },
    { "VERSION-CONTROL", M_VERSION_CONTROL },
    { "CHECKOUT", M_CHECKOUT },
    { "UNCHECKOUT", M_UNCHECKOUT },
    { "CHECKIN", M_CHECKIN },
    { "UPDATE", M_UPDATE },
    { "LABEL", M_LABEL },
    { "REPORT", M_REPORT },
    { "MKWORKSPACE", M_MKWORKSPACE },
    { "MKACTIVITY", M_MKACTIVITY },
    { "BASELINE-CONTROL", M_BASELINE_CONTROL },
    { "MERGE", M_MERGE },
};

/* The last bit of a mask is its sign, which shifting must not reach. */
enum { NUMBERS_END = METHODS - 1 };

enum { KNOWN_N = sizeof(known_methods) / sizeof(known_methods[0]) };

/* Methods that modules add; both in the configuration pool. */
static apr_hash_t *extra_methods; /* name -> const int * */
static int next_number = M_INVALID + 1;

static apr_status_t forget_methods(void *unused)
{
    extra_methods = NULL;
    next_number = M_INVALID + 1;
    return APR_SUCCESS;
}

static int find_known(const char *name)
{
    for (int i = 0; i < KNOWN_N; i++) {
        if (name[0] == known_methods[i].name[0]
            && strcmp(name, known_methods[i].name) == 0) {
            return known_methods[i].number;
        }
    }
    return M_INVALID;
}

AP_DECLARE(void) ap_method_registry_init(apr_pool_t *pool)
{
    extra_methods = apr_hash_make(pool);
    next_number = M_INVALID + 1;
    apr_pool_cleanup_register(pool, NULL, forget_methods,
                              apr_pool_cleanup_null);
}

AP_DECLARE(int) ap_method_number_of(const char *method)
{
    int number = find_known(method);
    const int *extra;

    if (number != M_INVALID || !extra_methods) {
        return number;
    }
    extra = apr_hash_get(extra_methods, method, APR_HASH_KEY_STRING);
    return extra ? *extra : M_INVALID;
}

AP_DECLARE(int) ap_method_register(apr_pool_t *pool, const char *methname)
{
    apr_pool_t *hash_pool;
    int number;
    int *entry;

    if (!methname || !*methname) {
        return M_INVALID;
    }
    if (!extra_methods) {
        ap_method_registry_init(pool);
    }
    number = ap_method_number_of(methname);
    if (number != M_INVALID || strcmp(methname, "INVALID") == 0) {
        return number;
    }
    if (next_number >= NUMBERS_END) {
        ap_log_perror(APLOG_MARK, APLOG_ERR, 0, pool,
                      "no number is left for the method '%s': at most %d can "
                      "be told apart",
                      methname, NUMBERS_END);
        return M_INVALID;
    }
    hash_pool = apr_hash_pool_get(extra_methods);
    entry = apr_palloc(hash_pool, sizeof(*entry));
    *entry = next_number++;
    apr_hash_set(extra_methods, apr_pstrdup(hash_pool, methname),
                 APR_HASH_KEY_STRING, entry);
    return *entry;
}

AP_DECLARE(const char *) ap_method_name_of(apr_pool_t *pool, int methnum)
{
    apr_hash_index_t *at;

    for (int i = 0; i < KNOWN_N; i++) {
        if (known_methods[i].number == methnum) {
            return known_methods[i].name;
        }
    }
    if (!extra_methods) {
        return NULL;
    }
    for (at = apr_hash_first(pool, extra_methods); at; at = apr_hash_next(at)) {
        const void *name;
        void *number;

        apr_hash_this(at, &name, NULL, &number);
        if (*(const int *)number == methnum) {
            return name;
        }
    }
    return NULL;
}

AP_DECLARE(ap_method_list_t *) ap_make_method_list(apr_pool_t *pool, int nelts)
{
    ap_method_list_t *list = apr_palloc(pool, sizeof(*list));

    list->method_mask = 0;
    list->method_list = apr_array_make(pool, nelts, sizeof(char *));
    return list;
}

AP_DECLARE(void)
ap_copy_method_list(ap_method_list_t *dest, ap_method_list_t *src)
{
    char **names = (char **)src->method_list->elts;

    dest->method_mask = src->method_mask;
    for (int i = 0; i < src->method_list->nelts; i++) {
        APR_ARRAY_PUSH(dest->method_list, const char *) =
            apr_pstrdup(dest->method_list->pool, names[i]);
    }
}

static int index_in(const ap_method_list_t *list, const char *method)
{
    char **names = (char **)list->method_list->elts;

    for (int i = 0; i < list->method_list->nelts; i++) {
        if (strcmp(names[i], method) == 0) {
            return i;
        }
    }
    return -1;
}

AP_DECLARE(int) ap_method_in_list(ap_method_list_t *l, const char *method)
{
    int number = ap_method_number_of(method);

    if (number != M_INVALID) {
        return (l->method_mask & (AP_METHOD_BIT << number)) != 0;
    }
    return l->method_list && index_in(l, method) >= 0;
}

AP_DECLARE(void) ap_method_list_add(ap_method_list_t *l, const char *method)
{
    int number = ap_method_number_of(method);

    if (number != M_INVALID) {
        l->method_mask |= AP_METHOD_BIT << number;
    }
    else if (index_in(l, method) < 0) {
        APR_ARRAY_PUSH(l->method_list, const char *) = method;
    }
}

AP_DECLARE(void) ap_method_list_remove(ap_method_list_t *l, const char *method)
{
    int number = ap_method_number_of(method);
    char **names = (char **)l->method_list->elts;
    int at;

    if (number != M_INVALID) {
        l->method_mask &= ~(AP_METHOD_BIT << number);
        return;
    }
    while ((at = index_in(l, method)) >= 0) {
        names[at] = names[l->method_list->nelts - 1];
        l->method_list->nelts--;
    }
}

AP_DECLARE(void) ap_clear_method_list(ap_method_list_t *l)
{
    l->method_mask = 0;
    l->method_list->nelts = 0;
}
