/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_conn.h - the host's side of an engine connection: conn_rec and requests.
 */
#ifndef PINION_SERVER_HTTP_HOST_CONN_H
#define PINION_SERVER_HTTP_HOST_CONN_H

#include "httpd.h"

#include "engine/conn.h"
#include "scoreboard.h"

/*
 * Makes the engine connection for an accepted socket; create_connection and
 * pre_connection run on its first step. pool and alloc belong to this
 * connection; csd is closed with pool. s is the main server, id the
 * connection id (child slot * thread limit + thread slot). Never fails: a
 * refusal by a hook shows as PN_WANT_CLOSE from the first step.
 * Called by MPMs only, in the thread that will step it.
 */
pn_conn_t *pn_host_conn_open(apr_pool_t *pool, apr_bucket_alloc_t *alloc,
                             server_rec *s, apr_socket_t *csd, long id,
                             ap_sb_handle_t *sbh);

/* The engine connection under c, or NULL: secondary connections and those that
 * modules fabricate have none (their core filters use the socket directly). */
pn_conn_t *pn_host_engine_conn(const conn_rec *c);

/* An empty brigade in c's pool. Given back it is used again, so that requests
 * leave nothing behind in that pool. */
apr_bucket_brigade *pn_host_take_brigade(const conn_rec *c);
void pn_host_return_brigade(const conn_rec *c, apr_bucket_brigade *bb);

/* The conn_rec of an engine connection; NULL before its first step. */
conn_rec *pn_host_conn_rec(const pn_conn_t *conn);

#endif
