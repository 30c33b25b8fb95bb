/* SPDX-License-Identifier: Apache-2.0 */
/*
 * connection.c - the life of a conn_rec: made, filtered, processed, closed.
 */
#include "http_connection.h"

#include <apr_strings.h>

#include "ap_mpm.h"
#include "http/host_conn.h"
#include "http/http_filters.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "http_vhost.h"
#include "mpm_common.h"
#include "scoreboard.h"

APLOG_USE_MODULE(core);

APR_HOOK_STRUCT(
    APR_HOOK_LINK(create_connection)
    APR_HOOK_LINK(process_connection)
    APR_HOOK_LINK(pre_connection)
    APR_HOOK_LINK(pre_close_connection)
)

AP_IMPLEMENT_HOOK_RUN_FIRST(conn_rec *, create_connection,
                            (apr_pool_t * pool, server_rec *server,
                             apr_socket_t *csd, long conn_id, void *sbh,
                             apr_bucket_alloc_t *alloc),
                            (pool, server, csd, conn_id, sbh, alloc), NULL)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, process_connection, (conn_rec * c), (c),
                            DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, pre_connection, (conn_rec * c, void *csd),
                          (c, csd), OK, DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, pre_close_connection, (conn_rec * c), (c), OK,
                          DECLINED)

/* --- begin ---------------------------------------------------------------*/

conn_rec *pn_host_create_connection(apr_pool_t *pool, server_rec *s,
                                    apr_socket_t *csd, long id, void *sbh,
                                    apr_bucket_alloc_t *alloc)
{
    conn_rec *c = apr_pcalloc(pool, sizeof(*c));
    apr_status_t rv;

    c->sbh = sbh;
    c->conn_config = ap_create_conn_config(pool);
    c->notes = apr_table_make(pool, 5);
    c->pool = pool;
    rv = apr_socket_addr_get(&c->local_addr, APR_LOCAL, csd);
    if (rv == APR_SUCCESS) {
        rv = apr_socket_addr_get(&c->client_addr, APR_REMOTE, csd);
    }
    if (rv == APR_SUCCESS) {
        rv = apr_sockaddr_ip_get(&c->local_ip, c->local_addr);
    }
    if (rv == APR_SUCCESS) {
        rv = apr_sockaddr_ip_get(&c->client_ip, c->client_addr);
    }
    if (rv != APR_SUCCESS) {
        /* The peer was gone before it was looked at. */
        ap_log_error(APLOG_MARK, APLOG_INFO, rv, s,
                     "the addresses of a new connection are unknown, closed");
        apr_socket_close(csd);
        return NULL;
    }
    c->base_server = s;
    c->id = id;
    c->bucket_alloc = alloc;
    c->clogging_input_filters = 0;
    return c;
}

int pn_host_pre_connection(conn_rec *c, void *csd)
{
    core_net_rec *net;

    if (c->master) {
        return DONE; /* a stream of another connection has its own network */
    }
    net = apr_pcalloc(c->pool, sizeof(*net));
    net->c = c;
    net->client_socket = csd;
    ap_set_core_module_config(c->conn_config, csd);
    ap_add_input_filter_handle(ap_core_input_filter_handle, net, NULL, c);
    ap_add_output_filter_handle(ap_core_output_filter_handle, net, NULL, c);
    return OK;
}

AP_DECLARE(int) ap_pre_connection(conn_rec *c, void *csd)
{
    int rc = ap_run_pre_connection(c, csd);

    if (rc != OK && rc != DONE) {
        c->aborted = 1;
    }
    return rc == DONE ? OK : rc;
}

AP_CORE_DECLARE(void) ap_process_connection(conn_rec *c, void *csd)
{
    ap_update_vhost_given_ip(c);
    ap_pre_connection(c, csd);
    if (!c->aborted) {
        ap_run_process_connection(c);
    }
}

/* --- HTTP/1 by blocking reads --------------------------------------------*/

static void begin_stage(conn_rec *c, const server_rec *s, pn_stage_e stage)
{
    pn_conn_t *conn = pn_host_engine_conn(c);

    if (conn) {
        pn_conn_begin_stage(conn, stage);
    }
    else {
        apr_socket_t *csd = ap_get_conn_socket(c);

        if (csd) {
            apr_socket_timeout_set(csd, stage == PN_STAGE_IDLE
                                            ? s->keep_alive_timeout
                                            : s->timeout);
        }
    }
}

/* Waits for the first byte of the next request without taking it. */
static bool wait_for_more(conn_rec *c)
{
    apr_bucket_brigade *bb = apr_brigade_create(c->pool, c->bucket_alloc);
    apr_status_t rv = ap_get_brigade(c->input_filters, bb,
                                     AP_MODE_SPECULATIVE, APR_BLOCK_READ, 1);
    bool is_there = rv == APR_SUCCESS && !APR_BRIGADE_EMPTY(bb)
        && !APR_BUCKET_IS_EOS(APR_BRIGADE_FIRST(bb));

    apr_brigade_destroy(bb);
    return is_there;
}

int pn_http_process_connection(conn_rec *c)
{
    int is_first = 1;

    if (pn_host_take_back(c)) {
        return OK;
    }
    for (;;) {
        request_rec *r;
        const server_rec *s = c->base_server;

        if (!is_first) {
            if (c->sbh) {
                ap_update_child_status_from_conn(c->sbh, SERVER_BUSY_KEEPALIVE,
                                                 c);
            }
            begin_stage(c, s, PN_STAGE_IDLE);
            if (!wait_for_more(c)) {
                break;
            }
            if (c->sbh) {
                ap_update_child_status_from_conn(c->sbh, SERVER_BUSY_READ, c);
            }
        }
        is_first = 0;
        begin_stage(c, s, PN_STAGE_HEAD);
        r = ap_read_request(c);
        if (!r) {
            break;
        }
        begin_stage(c, s, PN_STAGE_BODY);
        c->keepalive = AP_CONN_UNKNOWN;
        if (c->sbh) {
            ap_update_child_status(c->sbh, SERVER_BUSY_WRITE, r);
        }
        ap_process_request(r);
        if (c->keepalive != AP_CONN_KEEPALIVE || c->aborted) {
            break;
        }
    }
    return OK;
}

/* --- end -----------------------------------------------------------------*/

AP_CORE_DECLARE(apr_status_t) ap_shutdown_conn(conn_rec *c, int flush)
{
    apr_bucket_brigade *bb = apr_brigade_create(c->pool, c->bucket_alloc);
    apr_status_t rv;

    if (flush) {
        APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_flush_create(c->bucket_alloc));
    }
    APR_BRIGADE_INSERT_TAIL(bb, ap_bucket_eoc_create(c->bucket_alloc));
    rv = ap_pass_brigade(c->output_filters, bb);
    apr_brigade_destroy(bb);
    return rv;
}

AP_CORE_DECLARE(void) ap_flush_conn(conn_rec *c)
{
    (void)ap_shutdown_conn(c, 1);
}

AP_DECLARE(int) ap_prep_lingering_close(conn_rec *c)
{
    ap_run_pre_close_connection(c);
    return 0;
}

/* Returns true when there is nobody left to be polite to. */
AP_DECLARE(int) ap_start_lingering_close(conn_rec *c)
{
    apr_socket_t *csd = ap_get_conn_socket(c);

    if (!csd) {
        return 1;
    }
    if (ap_prep_lingering_close(c)) {
        return 1;
    }
    ap_flush_conn(c);
    if (c->aborted || apr_socket_shutdown(csd, APR_SHUTDOWN_WRITE)
        != APR_SUCCESS) {
        apr_socket_close(csd);
        return 1;
    }
    return 0;
}

/* For processes that drive connections by themselves (mod_wsgi's daemons):
 * reads on for a while, so that the peer gets what was written (RFC 9112
 * 9.6). */
AP_DECLARE(void) ap_lingering_close(conn_rec *c)
{
    apr_socket_t *csd = ap_get_conn_socket(c);
    apr_time_t until = apr_time_now() + apr_time_from_sec(30);
    char waste[512];
    apr_size_t len = sizeof(waste);

    if (ap_start_lingering_close(c)) {
        return;
    }
    if (c->sbh) {
        ap_update_child_status(c->sbh, SERVER_CLOSING, NULL);
    }
    apr_socket_timeout_set(csd, apr_time_from_sec(2));
    apr_socket_opt_set(csd, APR_INCOMPLETE_READ, 1);
    while (apr_socket_recv(csd, waste, &len) == APR_SUCCESS && len > 0
           && apr_time_now() < until) {
        len = sizeof(waste);
    }
    apr_socket_close(csd);
}
