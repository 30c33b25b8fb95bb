/* SPDX-License-Identifier: Apache-2.0 */
/*
 * buckets.c - the metadata buckets of the server: end of request (EOR), end
 * of connection (EOC), error.
 *
 * EOR is the life of a request: whoever destroys it has sent all that is in
 * front of it, so the request is logged and its pool goes. If the pool goes
 * first (the connection is torn down), the bucket only forgets it.
 */
#include "http_request.h"

#include <apr_strings.h>

#include "http/host_conn.h"
#include "http_connection.h"
#include "http_protocol.h"
#include "scoreboard.h"

static apr_status_t read_nothing(apr_bucket *b, const char **str,
                                 apr_size_t *len, apr_read_type_e block)
{
    *str = NULL;
    *len = 0;
    return APR_SUCCESS;
}

/* --- end of connection ---------------------------------------------------*/

AP_DECLARE_DATA const apr_bucket_type_t ap_bucket_type_eoc = {
    "EOC", 5, APR_BUCKET_METADATA, apr_bucket_destroy_noop, read_nothing,
    apr_bucket_setaside_noop, apr_bucket_split_notimpl, apr_bucket_simple_copy
};

AP_DECLARE(apr_bucket *) ap_bucket_eoc_make(apr_bucket *b)
{
    b->length = 0;
    b->start = 0;
    b->data = NULL;
    b->type = &ap_bucket_type_eoc;
    return b;
}

static apr_bucket *new_bucket(apr_bucket_alloc_t *list)
{
    apr_bucket *b = apr_bucket_alloc(sizeof(*b), list);

    APR_BUCKET_INIT(b);
    b->free = apr_bucket_free;
    b->list = list;
    return b;
}

AP_DECLARE(apr_bucket *) ap_bucket_eoc_create(apr_bucket_alloc_t *list)
{
    return ap_bucket_eoc_make(new_bucket(list));
}

/* --- end of request ------------------------------------------------------*/

/* The request's pool goes while a bucket still stands for it. */
static apr_status_t forget_request(void *data)
{
    apr_bucket *b = data;

    b->data = NULL;
    return APR_SUCCESS;
}

/* Gets the request, not the bucket; the bucket itself is freed after the
 * return, so that forget_request, which runs in here, may touch it. */
static void destroy_eor(void *data)
{
    request_rec *r = data;
    ap_sb_handle_t *sbh;
    const pn_conn_t *conn;

    if (!r) {
        return;
    }
    /* The queue went because the peer did: the log shall know. */
    conn = pn_host_engine_conn(r->connection);
    if (conn && pn_conn_is_aborted(conn)) {
        r->connection->aborted = 1;
    }
    sbh = r->connection->sbh;
    if (sbh) {
        ap_update_child_status(sbh, SERVER_BUSY_LOG, r);
        ap_increment_counts(sbh, r);
    }
    ap_run_log_transaction(r);
    apr_pool_destroy(r->pool);
}

AP_DECLARE_DATA const apr_bucket_type_t ap_bucket_type_eor = {
    "EOR", 5, APR_BUCKET_METADATA, destroy_eor, read_nothing,
    apr_bucket_setaside_noop, apr_bucket_split_notimpl,
    apr_bucket_copy_notimpl
};

AP_DECLARE(apr_bucket *) ap_bucket_eor_make(apr_bucket *b, request_rec *r)
{
    b->length = 0;
    b->start = 0;
    b->data = r;
    b->type = &ap_bucket_type_eor;
    return b;
}

AP_DECLARE(apr_bucket *)
ap_bucket_eor_create(apr_bucket_alloc_t *list, request_rec *r)
{
    apr_bucket *b = ap_bucket_eor_make(new_bucket(list), r);

    if (r) {
        /* Before other cleanups: the bucket must not log a half-gone r. */
        apr_pool_pre_cleanup_register(r->pool, b, forget_request);
    }
    return b;
}

/* --- error ---------------------------------------------------------------*/

static void destroy_error(void *data)
{
    ap_bucket_error *error = data;

    if (apr_bucket_shared_destroy(error)) {
        apr_bucket_free(error);
    }
}

AP_DECLARE_DATA const apr_bucket_type_t ap_bucket_type_error = {
    "ERROR", 5, APR_BUCKET_METADATA, destroy_error, read_nothing,
    apr_bucket_setaside_noop, apr_bucket_split_notimpl, apr_bucket_shared_copy
};

AP_DECLARE(apr_bucket *)
ap_bucket_error_make(apr_bucket *b, int error, const char *buf,
                     apr_pool_t *pool)
{
    ap_bucket_error *data = apr_bucket_alloc(sizeof(*data), b->list);

    b = apr_bucket_shared_make(b, data, 0, 0);
    data->status = error;
    data->data = apr_pstrdup(pool, buf);
    b->type = &ap_bucket_type_error;
    return b;
}

AP_DECLARE(apr_bucket *)
ap_bucket_error_create(int error, const char *buf, apr_pool_t *pool,
                       apr_bucket_alloc_t *list)
{
    return ap_bucket_error_make(new_bucket(list), error, buf, pool);
}
