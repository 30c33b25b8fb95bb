/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_out.c - CORE: the end of every output chain, where bytes go to the
 * network.
 *
 * An engine connection takes buckets into its queue and writes what the socket
 * takes. This filter waits only if it is told to (a flush) or if the queue
 * holds more memory than FlushMaxThreshold; a whole response never makes a
 * handler wait for a slow reader. Other conn_recs write to their socket and
 * wait.
 */
#include "http_core.h"

#include <apr_optional.h>
#include <apr_strings.h>

#include "http/host_conn.h"
#include "http/http_filters.h"
#include "http_connection.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"

APLOG_USE_MODULE(core);

APR_DECLARE_OPTIONAL_FN(void, ap_logio_add_bytes_out,
                        (conn_rec *c, apr_off_t bytes));

enum { FLUSH_MAX_BYTES = 65535, VECTORS_N = 16 };

static apr_status_t abort_conn(conn_rec *c, apr_status_t rv)
{
    ap_log_cerror(APLOG_MARK, APLOG_TRACE1, rv, c,
                  "writing to the peer failed");
    c->aborted = 1;
    c->keepalive = AP_CONN_CLOSE;
    return rv;
}

/* --- over the engine -----------------------------------------------------*/

static apr_size_t max_queued_memory(const conn_rec *c)
{
    const core_server_config *conf =
        ap_get_core_module_config(c->base_server->module_config);

    return conf->flush_max_threshold ? conf->flush_max_threshold
                                     : FLUSH_MAX_BYTES;
}

static bool has_flush(const apr_bucket_brigade *bb)
{
    apr_bucket *b;

    for (b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b)) {
        if (APR_BUCKET_IS_FLUSH(b)) {
            return true;
        }
    }
    return false;
}

static apr_status_t write_engine(conn_rec *c, pn_conn_t *conn,
                                 apr_bucket_brigade *bb)
{
    bool is_flush = has_flush(bb);
    apr_size_t most;
    apr_status_t rv = pn_conn_send(conn, bb);

    if (rv == APR_SUCCESS && !pn_conn_queued(conn)) {
        return rv;
    }
    if (rv == APR_SUCCESS && is_flush) {
        rv = pn_conn_push(conn);
    }
    most = max_queued_memory(c);
    while (rv == APR_SUCCESS && pn_conn_queued(conn)
           && (is_flush || pn_conn_queued_memory(conn) > most)) {
        rv = pn_conn_wait(conn, true);
        if (rv == APR_SUCCESS) {
            rv = pn_conn_push(conn);
        }
    }
    return rv;
}

/* --- over a socket -------------------------------------------------------*/

/* What mod_logio counts where the engine does not. */
static void count_sent(conn_rec *c, apr_size_t len)
{
    APR_OPTIONAL_FN_TYPE(ap_logio_add_bytes_out) *add =
        APR_RETRIEVE_OPTIONAL_FN(ap_logio_add_bytes_out);

    if (add) {
        add(c, (apr_off_t)len);
    }
}

static apr_status_t send_vectors(core_net_rec *net, struct iovec *vec, int n)
{
    while (n > 0) {
        apr_size_t sent = 0;
        apr_status_t rv = apr_socket_sendv(net->client_socket, vec, n, &sent);

        if (rv != APR_SUCCESS) {
            return rv;
        }
        count_sent(net->c, sent);
        while (n > 0 && sent >= vec->iov_len) {
            sent -= vec->iov_len;
            vec++;
            n--;
        }
        if (n > 0) {
            vec->iov_base = (char *)vec->iov_base + sent;
            vec->iov_len -= sent;
        }
    }
    return APR_SUCCESS;
}

/* Sends data buckets from the front of bb, as many as fit into one call. They
 * are destroyed; metadata in between too. */
static apr_status_t send_some(core_net_rec *net, apr_bucket_brigade *bb)
{
    struct iovec vec[VECTORS_N];
    int n = 0;
    apr_bucket *b = APR_BRIGADE_FIRST(bb);
    apr_status_t rv = APR_SUCCESS;

    while (b != APR_BRIGADE_SENTINEL(bb) && n < VECTORS_N) {
        const char *data;
        apr_size_t len;

        if (!APR_BUCKET_IS_METADATA(b)) {
            /* May turn a large bucket into a small one and the rest. */
            rv = apr_bucket_read(b, &data, &len, APR_BLOCK_READ);
            if (rv != APR_SUCCESS) {
                break;
            }
            if (len) {
                vec[n].iov_base = (void *)(apr_uintptr_t)data;
                vec[n++].iov_len = len;
            }
        }
        else if (AP_BUCKET_IS_EOR(b) && n) {
            break; /* what is in front of it is its memory */
        }
        b = APR_BUCKET_NEXT(b);
    }
    if (rv == APR_SUCCESS && n) {
        rv = send_vectors(net, vec, n);
    }
    while (APR_BRIGADE_FIRST(bb) != b) {
        apr_bucket_delete(APR_BRIGADE_FIRST(bb));
    }
    return rv;
}

static apr_status_t write_socket(core_net_rec *net, apr_bucket_brigade *bb)
{
    apr_status_t rv = APR_SUCCESS;

    while (rv == APR_SUCCESS && !APR_BRIGADE_EMPTY(bb)) {
        rv = send_some(net, bb);
    }
    return rv;
}

AP_DECLARE(apr_status_t)
ap_core_output_filter(ap_filter_t *f, apr_bucket_brigade *bb)
{
    conn_rec *c = f->c;
    pn_conn_t *conn = pn_host_engine_conn(c);
    apr_status_t rv;

    if (c->aborted) {
        if (bb) {
            apr_brigade_cleanup(bb);
        }
        return APR_ECONNABORTED;
    }
    if (!bb) { /* somebody only wants to know whether more can be written */
        return conn ? pn_conn_push(conn) : APR_SUCCESS;
    }
    rv = conn ? write_engine(c, conn, bb) : write_socket(f->ctx, bb);
    if (rv != APR_SUCCESS) {
        abort_conn(c, rv);
        apr_brigade_cleanup(bb);
    }
    return rv;
}

/* Ends the chain of a subrequest: its response is part of the main one, which
 * has its own end. */
apr_status_t pn_subreq_core_filter(ap_filter_t *f, apr_bucket_brigade *bb)
{
    apr_bucket *b = APR_BRIGADE_LAST(bb);

    if (b != APR_BRIGADE_SENTINEL(bb) && APR_BUCKET_IS_EOS(b)) {
        apr_bucket_delete(b);
    }
    return APR_BRIGADE_EMPTY(bb) ? APR_SUCCESS : ap_pass_brigade(f->next, bb);
}
