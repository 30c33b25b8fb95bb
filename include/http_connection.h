/* SPDX-License-Identifier: Apache-2.0 */
/*
 * http_connection.h - connections: their hooks, and how they end.
 */
#ifndef PINION_HTTP_CONNECTION_H
#define PINION_HTTP_CONNECTION_H

#define APACHE_HTTP_CONNECTION_H

#include <apr_buckets.h>
#include <apr_network_io.h>

#include "ap_hooks.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the conn_rec for a socket. NULL: another does. */
AP_DECLARE_HOOK(conn_rec *, create_connection,
                (apr_pool_t *pool, server_rec *server, apr_socket_t *csd, long conn_id,
                 void *sbh, apr_bucket_alloc_t *alloc))

/*
 * A connection is about to be served: add filters. csd: what create_connection
 * was given. OK, DONE or DECLINED.
 */
AP_DECLARE_HOOK(int, pre_connection, (conn_rec *c, void *csd))

/* Serves a connection. OK, DONE or DECLINED; event MPMs look at c->cs. */
AP_DECLARE_HOOK(int, process_connection, (conn_rec *c))

/* A connection is about to be closed. OK or DECLINED. */
AP_DECLARE_HOOK(int, pre_close_connection, (conn_rec *c))

/*
 * Runs pre_connection and process_connection. Not for c->cs, which an MPM
 * steps through itself.
 */
AP_DECLARE(void) ap_process_connection(conn_rec *c, void *csd);

/* Runs pre_connection. OK, or DONE: close it. */
AP_DECLARE(int) ap_pre_connection(conn_rec *c, void *csd);

/* Sends what filters hold, and the end of the connection with it. */
AP_DECLARE(void) ap_flush_conn(conn_rec *c);

/* Ends the connection's output, what filters hold first if flush. */
AP_DECLARE(apr_status_t) ap_shutdown_conn(conn_rec *c, int flush);

/* Runs pre_close_connection. 0, or 1: close it at once. */
AP_DECLARE(int) ap_prep_lingering_close(conn_rec *c);

/* Flushes and ends the output. 0: the input may still be read, 1: close it. */
AP_DECLARE(int) ap_start_lingering_close(conn_rec *c);

/*
 * Ends the output, reads what the client still sends for a few seconds, and
 * closes (RFC 9112 section 9.6). Blocks.
 */
AP_DECLARE(void) ap_lingering_close(conn_rec *c);

/* The bucket at the end of a connection. */
/* The type of end-of-connection buckets. */
extern AP_DECLARE_DATA const apr_bucket_type_t ap_bucket_type_eoc;

#define AP_BUCKET_IS_EOC(e) ((e)->type == &ap_bucket_type_eoc)

/* Turns b into the end of a connection: nothing is sent after it. */
AP_DECLARE(apr_bucket *) ap_bucket_eoc_make(apr_bucket *b);

/* Makes such a bucket. */
AP_DECLARE(apr_bucket *) ap_bucket_eoc_create(apr_bucket_alloc_t *list);

#ifdef __cplusplus
}
#endif

#endif
