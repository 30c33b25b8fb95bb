/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host_conn.c - the host's side of an engine connection.
 *
 * The engine reads heads and writes bytes; this file turns a connection into a
 * conn_rec, a head into a request_rec, and says what comes next. The engine's
 * own reading of heads is only right while nobody else interprets the bytes,
 * so a connection filter, or a foreign process_connection hook that wants this
 * very connection, takes it over: then bytes go through c->input_filters as
 * under Apache (pn_http_process_connection). A hook that declines (mod_ssl's on
 * a port without TLS) costs one call a connection.
 *
 * One thread at a time works for a connection, but not always the same one.
 */
#include "http/host_conn.h"

#include <apr_portable.h>
#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_connection.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "http_vhost.h"
#include "pinion.h"

APLOG_USE_MODULE(http);

/* Lives in the connection's pool; in c->conn_config[http_module]. */
typedef struct host_conn_t {
    conn_rec *c; /* NULL until the first step */
    pn_conn_t *conn;
    apr_pool_t *pool;
    apr_bucket_alloc_t *alloc;
    server_rec *s; /* the main server */
    apr_socket_t *csd;
    ap_sb_handle_t *sbh;
    long id;
    request_rec *r; /* between on_head and handle */
    int status;     /* what r is to be refused with, or OK */
    bool is_asking;   /* takeover() asks the hooks who wants the connection */
    bool is_declined; /* nobody does */
    pn_known_host_t known;
    apr_bucket_brigade *bb; /* what ends requests; NULL: in use or not made */
} host_conn_t;

static host_conn_t *host_of(const conn_rec *c)
{
    host_conn_t *host;

    if (!c->conn_config) {
        return NULL;
    }
    host = ap_get_module_config(c->conn_config, &http_module);
    /* Modules copy a conn_rec to make another one of it. */
    return host && host->c == c ? host : NULL;
}

pn_conn_t *pn_host_engine_conn(const conn_rec *c)
{
    host_conn_t *host = host_of(c);

    return host ? host->conn : NULL;
}

conn_rec *pn_host_conn_rec(const pn_conn_t *conn)
{
    const host_conn_t *host = pn_conn_host(conn);

    return host->c;
}

pn_known_host_t *pn_host_known(const conn_rec *c)
{
    host_conn_t *host = host_of(c);

    return host ? &host->known : NULL;
}

apr_bucket_brigade *pn_host_take_brigade(const conn_rec *c)
{
    host_conn_t *host = host_of(c);
    apr_bucket_brigade *bb = host ? host->bb : NULL;

    if (bb) {
        host->bb = NULL;
        return bb;
    }
    return apr_brigade_create(c->pool, c->bucket_alloc);
}

void pn_host_return_brigade(const conn_rec *c, apr_bucket_brigade *bb)
{
    host_conn_t *host = host_of(c);

    apr_brigade_cleanup(bb);
    if (host && !host->bb) {
        host->bb = bb;
    }
    else {
        apr_brigade_destroy(bb);
    }
}

void pn_host_update_limits(conn_rec *c, const server_rec *s)
{
    host_conn_t *host = host_of(c);
    pn_conn_limits_t *limits;

    if (!host) {
        return;
    }
    limits = pn_conn_limits(host->conn);
    limits->io_timeout = s->timeout;
    limits->keepalive_timeout = s->keep_alive_timeout;
}

static void set_rate(pn_rate_t *to, const pinion_read_rate_t *from)
{
    if (from) {
        to->initial = from->initial;
        to->max = from->max;
        to->per_byte = from->per_byte;
    }
}

AP_DECLARE(void)
pinion_set_read_rates(conn_rec *c, const pinion_read_rate_t *head,
                      const pinion_read_rate_t *body)
{
    host_conn_t *host = host_of(c);

    if (host) {
        set_rate(&pn_conn_limits(host->conn)->head_rate, head);
        set_rate(&pn_conn_limits(host->conn)->body_rate, body);
    }
}

AP_DECLARE(void)
pinion_set_handshake_rate(conn_rec *c, const pinion_read_rate_t *rate)
{
    host_conn_t *host = host_of(c);

    if (host) {
        set_rate(&pn_conn_limits(host->conn)->handshake_rate, rate);
    }
}

AP_DECLARE(int)
pinion_get_conn_bytes(const conn_rec *c, apr_off_t *in, apr_off_t *out)
{
    const host_conn_t *host = host_of(c);

    if (!host) {
        return 0;
    }
    *in = pn_conn_bytes_in(host->conn);
    *out = pn_conn_bytes_out(host->conn);
    return 1;
}

static void tell_status(const host_conn_t *host, int status)
{
    if (host->c->sbh) {
        ap_update_child_status_from_conn(host->c->sbh, status, host->c);
    }
}

/* --- how a connection begins ---------------------------------------------*/

/* A link of a hook, as apr_hooks lays out what ap_hook_get_*() returns. */
typedef struct process_link_t {
    ap_HOOK_process_connection_t *run;
    const char *name;
    const char *const *before;
    const char *const *after;
    int order;
} process_link_t;

static bool has_foreign_process_hook(void)
{
    const apr_array_header_t *hooks = ap_hook_get_process_connection();
    const process_link_t *links;

    if (!hooks) {
        return false;
    }
    links = (const process_link_t *)(const void *)hooks->elts;
    for (int i = 0; i < hooks->nelts; i++) {
        if (links[i].run != pn_http_process_connection) {
            return true;
        }
    }
    return false;
}

bool pn_host_is_direct(const conn_rec *c)
{
    return c->input_filters && !c->input_filters->next
        && c->input_filters->frec == ap_core_input_filter_handle;
}

static pn_next_e on_open(pn_conn_t *conn)
{
    host_conn_t *host = pn_conn_host(conn);
    conn_rec *c;
    int rc;

    c = ap_run_create_connection(host->pool, host->s, host->csd, host->id,
                                 host->sbh, host->alloc);
    if (!c) {
        return PN_NEXT_CLOSE;
    }
    host->c = c;
    ap_set_module_config(c->conn_config, &http_module, host);
    ap_update_vhost_given_ip(c);
    pn_host_update_limits(c, c->base_server);
    pn_conn_limits(conn)->head = pn_request_limits(c->base_server);
    tell_status(host, SERVER_BUSY_READ);

    rc = ap_pre_connection(c, host->csd);
    if (rc != OK || c->aborted) {
        return rc == DONE && !c->aborted ? PN_NEXT_LINGER : PN_NEXT_CLOSE;
    }
    if (has_foreign_process_hook() || !pn_host_is_direct(c)) {
        return PN_NEXT_TAKEOVER;
    }
    return PN_NEXT_HEAD;
}

/* --- requests ------------------------------------------------------------*/

static pn_next_e after_response(const host_conn_t *host)
{
    conn_rec *c = host->c;

    if (c->aborted) {
        return PN_NEXT_CLOSE;
    }
    if (c->keepalive != AP_CONN_KEEPALIVE) {
        return PN_NEXT_LINGER;
    }
    c->keepalive = AP_CONN_UNKNOWN;
    return PN_NEXT_HEAD;
}

static pn_next_e on_head(pn_conn_t *conn, const pn_head_t *head,
                         const char *bytes)
{
    host_conn_t *host = pn_conn_host(conn);

    host->r = ap_create_request(host->c);
    ap_run_pre_read_request(host->r, host->c);
    host->status = pn_request_fill(host->r, head, bytes);
    /* Hooks of post_read_request onwards may block. */
    return PN_NEXT_WORK;
}

static pn_next_e handle(pn_conn_t *conn)
{
    host_conn_t *host = pn_conn_host(conn);
    request_rec *r = host->r;
    int status = host->status;

    host->r = NULL;
    if (status == OK) {
        status = pn_request_accept(r);
    }
    if (status != OK) {
        pn_request_refuse(r, status);
        return after_response(host);
    }
    if (host->c->sbh) {
        ap_update_child_status(host->c->sbh, SERVER_BUSY_WRITE, r);
    }
    ap_process_async_request(r);
    /* r may be gone: its last byte may have left. */
    return after_response(host);
}

static pn_next_e on_bad_head(pn_conn_t *conn, const pn_head_t *head,
                             const char *bytes, size_t bytes_n)
{
    host_conn_t *host = pn_conn_host(conn);
    request_rec *r;

    if (head->status == 0) {
        return PN_NEXT_LINGER;
    }
    r = ap_create_request(host->c);
    pn_request_fill_bad(r, head, bytes, bytes_n);
    pn_request_refuse(r, head->status);
    return host->c->aborted ? PN_NEXT_CLOSE : PN_NEXT_LINGER;
}

/* HTTP's own hook is the last of all: when it is reached, nobody has wanted
 * the connection. */
bool pn_host_take_back(const conn_rec *c)
{
    host_conn_t *host = host_of(c);

    if (!host || !host->is_asking || !pn_host_is_direct(c)) {
        return false;
    }
    host->is_declined = true;
    return true;
}

static pn_next_e takeover(pn_conn_t *conn)
{
    host_conn_t *host = pn_conn_host(conn);

    host->is_asking = true;
    ap_run_process_connection(host->c);
    host->is_asking = false;
    if (host->c->aborted) {
        return PN_NEXT_CLOSE;
    }
    return host->is_declined ? PN_NEXT_HEAD : PN_NEXT_LINGER;
}

/* --- the rest of its life ------------------------------------------------*/

static void on_busy(pn_conn_t *conn)
{
    tell_status(pn_conn_host(conn), SERVER_BUSY_READ);
}

static void on_idle(pn_conn_t *conn)
{
    host_conn_t *host = pn_conn_host(conn);
    conn_rec *c = host->c;

    /* The next request may be for another host of this address. */
    pn_host_update_limits(c, c->base_server);
    tell_status(host, SERVER_BUSY_KEEPALIVE);
}

static void on_close(pn_conn_t *conn)
{
    host_conn_t *host = pn_conn_host(conn);
    conn_rec *c = host->c;

    if (!c) {
        return; /* refused by create_connection */
    }
    tell_status(host, SERVER_CLOSING);
    if (pn_conn_is_aborted(conn)) {
        c->aborted = 1;
    }
    c->keepalive = AP_CONN_CLOSE;
    ap_prep_lingering_close(c);
    /* Filters that hold something, TLS for one, hear of the end. */
    if (c->output_filters && c->output_filters->next) {
        ap_flush_conn(c);
    }
}

static const pn_conn_ops_t host_ops = {
    .on_open = on_open,
    .on_head = on_head,
    .on_bad_head = on_bad_head,
    .handle = handle,
    .takeover = takeover,
    .on_busy = on_busy,
    .on_idle = on_idle,
    .on_close = on_close,
};

pn_conn_t *pn_host_conn_open(apr_pool_t *pool, apr_bucket_alloc_t *alloc,
                             server_rec *s, apr_socket_t *csd, long id,
                             ap_sb_handle_t *sbh)
{
    host_conn_t *host = apr_pcalloc(pool, sizeof(*host));
    apr_os_sock_t fd;

    /* A timeout makes APR put the socket into non-blocking mode, and gives
     * modules that use the socket the server's patience. */
    apr_socket_timeout_set(csd, s->timeout);
    apr_os_sock_get(&fd, csd);
    host->s = s;
    host->csd = csd;
    host->id = id;
    host->sbh = sbh;
    host->pool = pool;
    host->alloc = alloc;
    host->conn = pn_conn_create(pool, alloc, fd, &host_ops, host);
    return host->conn;
}
