/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_api_buckets - a body out of every type of bucket. Handler api-buckets:
 * the query names types with commas between; no query: all of them.
 */

#include "httpd.h"

#include "apr_mmap.h"
#include "apr_strings.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "util_filter.h"

APLOG_USE_MODULE(api_buckets);

/* A type of our own: numbers that become text when somebody reads them. */
typedef struct number_t {
    apr_bucket_refcount refcount;
    int value;
} number_t;

static const apr_bucket_type_t number_type;

static void number_destroy(void *data)
{
    number_t *number = data;

    if (apr_bucket_shared_destroy(number)) {
        apr_bucket_free(number);
    }
}

static apr_status_t number_read(apr_bucket *b, const char **str, apr_size_t *len, apr_read_type_e block)
{
    number_t *number = b->data;
    char text[20];
    int n = apr_snprintf(text, sizeof(text), "%d", number->value);

    apr_bucket_heap_make(b, text, (apr_size_t)n, NULL);
    number_destroy(number);
    return apr_bucket_read(b, str, len, block);
}

static const apr_bucket_type_t number_type = {
    "API_NUMBER",         5,
    APR_BUCKET_DATA,      number_destroy,
    number_read,          apr_bucket_setaside_notimpl,
    apr_bucket_split_notimpl, apr_bucket_shared_copy,
};

static apr_bucket *number_create(int value, apr_bucket_alloc_t *list)
{
    apr_bucket *b = apr_bucket_alloc(sizeof(*b), list);
    number_t *number = apr_bucket_alloc(sizeof(*number), list);

    APR_BUCKET_INIT(b);
    b->free = apr_bucket_free;
    b->list = list;
    number->value = value;
    b = apr_bucket_shared_make(b, number, 0, (apr_size_t)-1);
    b->type = &number_type;
    return b;
}

static apr_status_t add_file(request_rec *r, apr_bucket_brigade *bb, int is_mapped)
{
    apr_file_t *file;
    apr_mmap_t *map;
    apr_status_t rv = apr_file_open(&file, r->filename, APR_READ | (is_mapped ? 0 : APR_SENDFILE_ENABLED),
                                    APR_FPROT_OS_DEFAULT, r->pool);

    if (rv != APR_SUCCESS) {
        return rv;
    }
    if (!is_mapped) {
        apr_brigade_insert_file(bb, file, 0, r->finfo.size, r->pool);
        return APR_SUCCESS;
    }
    rv = apr_mmap_create(&map, file, 0, (apr_size_t)r->finfo.size, APR_MMAP_READ, r->pool);
    if (rv == APR_SUCCESS) {
        APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_mmap_create(map, 0, (apr_size_t)r->finfo.size, bb->bucket_alloc));
    }
    return rv;
}

static apr_status_t add_pipe(request_rec *r, apr_bucket_brigade *bb)
{
    apr_file_t *in;
    apr_file_t *out;
    apr_status_t rv = apr_file_pipe_create(&in, &out, r->pool);

    if (rv == APR_SUCCESS) {
        apr_file_puts("pipe;", out);
        apr_file_close(out);
        APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_pipe_create(in, bb->bucket_alloc));
    }
    return rv;
}

static apr_status_t add(request_rec *r, apr_bucket_brigade *bb, const char *type)
{
    static const char immortal[] = "immortal;";
    apr_bucket *b;

    if (strcmp(type, "immortal") == 0) {
        b = apr_bucket_immortal_create(immortal, sizeof(immortal) - 1, bb->bucket_alloc);
    }
    else if (strcmp(type, "heap") == 0) {
        b = apr_bucket_heap_create("heap;", 5, NULL, bb->bucket_alloc);
    }
    else if (strcmp(type, "pool") == 0) {
        b = apr_bucket_pool_create(apr_pstrdup(r->pool, "pool;"), 5, r->pool, bb->bucket_alloc);
    }
    else if (strcmp(type, "number") == 0) {
        b = number_create(4711, bb->bucket_alloc);
    }
    else if (strcmp(type, "empty") == 0) {
        b = apr_bucket_immortal_create("", 0, bb->bucket_alloc);
    }
    else if (strcmp(type, "flush") == 0) {
        b = apr_bucket_flush_create(bb->bucket_alloc);
    }
    else if (strcmp(type, "split") == 0) {
        b = apr_bucket_immortal_create("split;", 6, bb->bucket_alloc);
        APR_BRIGADE_INSERT_TAIL(bb, b);
        return apr_bucket_split(b, 2);
    }
    else if (strcmp(type, "file") == 0) {
        return add_file(r, bb, 0);
    }
    else if (strcmp(type, "mmap") == 0) {
        return add_file(r, bb, 1);
    }
    else if (strcmp(type, "pipe") == 0) {
        return add_pipe(r, bb);
    }
    else {
        return APR_EINVAL;
    }
    APR_BRIGADE_INSERT_TAIL(bb, b);
    return APR_SUCCESS;
}

/* What passes must be copied by those who keep it: the text changes after. */
static apr_status_t pass_transient(request_rec *r, apr_bucket_brigade *bb)
{
    char local[] = "transient;";
    apr_status_t rv;

    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_transient_create(local, sizeof(local) - 1, bb->bucket_alloc));
    rv = ap_pass_brigade(r->output_filters, bb);
    apr_brigade_cleanup(bb);
    memset(local, '!', sizeof(local));
    return rv;
}

static int send_buckets(request_rec *r)
{
    apr_bucket_brigade *bb;
    char *last;
    const char *type;
    char *types;

    if (!r->handler || strcmp(r->handler, "api-buckets") != 0) {
        return DECLINED;
    }
    ap_set_content_type(r, "text/plain");
    bb = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    types = apr_pstrdup(r->pool, r->args ? r->args : "immortal,heap,pool,number,empty,flush,file,mmap,pipe");
    for (type = apr_strtok(types, ",", &last); type; type = apr_strtok(NULL, ",", &last)) {
        apr_status_t rv = strcmp(type, "transient") == 0 ? pass_transient(r, bb) : add(r, bb, type);

        if (rv != APR_SUCCESS) {
            ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r, "no bucket of type %s", type);
            return HTTP_INTERNAL_SERVER_ERROR;
        }
    }
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(bb->bucket_alloc));
    return ap_pass_brigade_fchk(r, bb, NULL);
}

static void register_hooks(apr_pool_t *pool)
{
    ap_hook_handler(send_buckets, NULL, NULL, APR_HOOK_MIDDLE);
}

module AP_MODULE_DECLARE_DATA api_buckets_module = {
    STANDARD20_MODULE_STUFF,
    .register_hooks = register_hooks,
};
