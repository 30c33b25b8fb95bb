/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keepalive.c - whether a connection goes on after a response, and how the
 * response says where it ends (RFC 9112 6.3, 9.3).
 */
#include "http_protocol.h"

#include <apr_strings.h>

#include "http/host_conn.h"
#include "http/http_filters.h"
#include "ap_mpm.h"
#include "http_core.h"
#include "http_request.h"

/* True if the client will see the end of the body without a close. Decides
 * for chunks where nothing else tells. */
static bool has_visible_end(request_rec *r)
{
    const char *codings;

    if (r->header_only || AP_STATUS_IS_HEADER_ONLY(r->status)
        || apr_table_get(r->headers_out, "Content-Length")) {
        return true;
    }
    codings = apr_table_get(r->headers_out, "Transfer-Encoding");
    if (codings && ap_is_chunked(r->pool, codings)) {
        return true;
    }
    if (r->proto_num < HTTP_VERSION(1, 1)) {
        return false;
    }
    r->chunked = 1;
    return true;
}

/* Offers what Protocols has beyond the present one, once a connection. */
static void announce_upgrades(request_rec *r)
{
    conn_rec *c = r->connection;
    const core_server_config *conf =
        ap_get_core_module_config(r->server->module_config);
    const apr_array_header_t *upgrades = NULL;

    if (!conf->protocols || conf->protocols->nelts < 2 || c->keepalives
        || r->main) {
        return;
    }
    if (ap_get_protocol_upgrades(c, r, NULL, 0, &upgrades) == APR_SUCCESS
        && upgrades && upgrades->nelts > 0) {
        apr_table_setn(r->headers_out, "Upgrade",
                       apr_array_pstrcat(r->pool, upgrades, ','));
        apr_table_mergen(r->headers_out, "Connection", "Upgrade");
    }
}

/* The process model tells the connections that it waits for. Of those that
 * something else reads, it is asked. */
static bool is_leaving(const conn_rec *c)
{
    pn_conn_t *conn = pn_host_engine_conn(c);
    int state = AP_MPMQ_RUNNING;

    if (conn && pn_conn_state(conn) != PN_CONN_TAKEOVER) {
        return pn_conn_is_leaving(conn);
    }
    return ap_mpm_query(AP_MPMQ_MPM_STATE, &state) == APR_SUCCESS
        && state == AP_MPMQ_STOPPING;
}

/* What server and connection think of another request after this one. */
static bool server_goes_on(const request_rec *r)
{
    const conn_rec *c = r->connection;
    const server_rec *s = r->server;

    return c->keepalive != AP_CONN_CLOSE && s->keep_alive
        && (s->keep_alive_max == 0 || c->keepalives < s->keep_alive_max)
        /* The client may or may not send the body that it asked about. */
        && !r->expecting_100
        && !ap_status_drops_connection(r->status)
        && !apr_table_get(r->subprocess_env, "nokeepalive")
        && !is_leaving(c);
}

static void announce_keepalive(request_rec *r)
{
    const server_rec *s = r->server;
    long timeout_s = (long)apr_time_sec(s->keep_alive_timeout);
    const char *value;

    if (s->keep_alive_max > 0) {
        value = apr_psprintf(r->pool, "timeout=%ld, max=%d", timeout_s,
                             s->keep_alive_max - r->connection->keepalives);
    }
    else {
        value = apr_psprintf(r->pool, "timeout=%ld", timeout_s);
    }
    apr_table_setn(r->headers_out, "Keep-Alive", value);
    apr_table_mergen(r->headers_out, "Connection", "Keep-Alive");
}

AP_DECLARE(int) ap_set_keepalive(request_rec *r)
{
    conn_rec *c = r->connection;
    const char *asked = apr_table_get(r->headers_in, "Connection");
    const char *said = apr_table_get(r->headers_out, "Connection");
    bool has_end = has_visible_end(r);
    bool says_close = said && ap_find_token(r->pool, said, "close");
    bool asks_close = asked && ap_find_token(r->pool, asked, "close");
    bool asks_keep = asked && !asks_close
        && ap_find_token(r->pool, asked, "keep-alive");

    if (has_end && !says_close && !asks_close && server_goes_on(r)
        && (asks_keep || r->proto_num >= HTTP_VERSION(1, 1))) {
        announce_upgrades(r);
        if (asks_keep) {
            announce_keepalive(r);
        }
        c->keepalive = AP_CONN_KEEPALIVE;
        c->keepalives++;
        return 1;
    }
    if (!says_close) {
        apr_table_mergen(r->headers_out, "Connection", "close");
    }
    c->keepalive = AP_CONN_CLOSE;
    return 0;
}
