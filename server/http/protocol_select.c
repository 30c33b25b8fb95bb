/* SPDX-License-Identifier: Apache-2.0 */
/*
 * protocol_select.c - which protocol a connection speaks: what Protocols
 * allows, what modules propose, what the client offers (ALPN, Upgrade).
 */
#include "http_protocol.h"

#include <stdbool.h>
#include <string.h>

#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_connection.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"

APLOG_USE_MODULE(core);

static const server_rec *server_of(const conn_rec *c, const request_rec *r,
                                   const server_rec *s)
{
    return s ? s : r ? r->server : c->base_server;
}

static const core_server_config *conf_of(const conn_rec *c,
                                         const request_rec *r,
                                         const server_rec *s)
{
    return ap_get_core_module_config(server_of(c, r, s)->module_config);
}

static int index_of(const apr_array_header_t *names, const char *name)
{
    return names ? ap_array_str_index(names, name, 0) : -1;
}

AP_DECLARE(const char *) ap_get_protocol(conn_rec *c)
{
    const char *protocol = ap_run_protocol_get(c);

    return protocol ? protocol : AP_PROTOCOL_HTTP1;
}

AP_DECLARE(int)
ap_is_allowed_protocol(conn_rec *c, request_rec *r, server_rec *s,
                       const char *protocol)
{
    const core_server_config *conf = conf_of(c, r, s);

    if (conf->protocols && conf->protocols->nelts > 0) {
        return index_of(conf->protocols, protocol) >= 0;
    }
    return strcmp(protocol, AP_PROTOCOL_HTTP1) == 0;
}

AP_DECLARE(apr_status_t)
ap_get_protocol_upgrades(conn_rec *c, request_rec *r, server_rec *s,
                         int report_all, const apr_array_header_t **pupgrades)
{
    const core_server_config *conf = conf_of(c, r, s);
    apr_pool_t *pool = r ? r->pool : c->pool;
    apr_array_header_t *upgrades = NULL;
    const char *present;
    bool is_better = true;

    *pupgrades = NULL;
    if (!conf->protocols || conf->protocols->nelts == 0) {
        return APR_SUCCESS;
    }
    present = ap_get_protocol(c);
    for (int i = 0; i < conf->protocols->nelts; i++) {
        const char *name = APR_ARRAY_IDX(conf->protocols, i, const char *);

        if (strcmp(name, present) == 0) {
            /* What follows is liked less, if order means anything. */
            is_better = !conf->protocols_honor_order;
            continue;
        }
        /* The names of ALPN are no names for Upgrade. */
        if ((report_all || is_better) && strcmp(name, "h2") != 0
            && strcmp(name, AP_PROTOCOL_HTTP1) != 0) {
            if (!upgrades) {
                upgrades = apr_array_make(pool, conf->protocols->nelts,
                                          sizeof(char *));
            }
            APR_ARRAY_PUSH(upgrades, const char *) = name;
        }
    }
    *pupgrades = upgrades;
    return APR_SUCCESS;
}

/* Which of two proposals is better, a's place minus b's. */
static int compare(const core_server_config *conf,
                   const apr_array_header_t *offers, const char *a,
                   const char *b)
{
    const apr_array_header_t *order =
        conf->protocols_honor_order && conf->protocols
            && conf->protocols->nelts > 0
        ? conf->protocols : offers;
    int a_at = index_of(order, a);
    int b_at = index_of(order, b);

    if (a_at < 0 || b_at < 0) {
        return a_at < 0 ? (b_at < 0 ? 0 : 1) : -1;
    }
    return a_at - b_at;
}

AP_DECLARE(const char *)
ap_select_protocol(conn_rec *c, request_rec *r, server_rec *s,
                   const apr_array_header_t *choices)
{
    const core_server_config *conf = conf_of(c, r, s);
    apr_pool_t *pool = r ? r->pool : c->pool;
    const char *present = ap_get_protocol(c);
    apr_array_header_t *proposals;
    const char *best = NULL;

    if (!choices) {
        return present;
    }
    proposals = apr_array_make(pool, choices->nelts + 1, sizeof(char *));
    ap_run_protocol_propose(c, r, s, choices, proposals);
    /* Staying with what is spoken is always possible where offered. */
    if (index_of(choices, present) >= 0 && index_of(proposals, present) < 0) {
        APR_ARRAY_PUSH(proposals, const char *) = present;
    }
    for (int i = 0; i < proposals->nelts; i++) {
        const char *name = APR_ARRAY_IDX(proposals, i, const char *);

        if (!ap_is_allowed_protocol(c, r, s, name)) {
            continue;
        }
        if (!best || compare(conf, choices, name, best) < 0) {
            best = name;
        }
    }
    return best ? best : present;
}

AP_DECLARE(apr_status_t)
ap_switch_protocol(conn_rec *c, request_rec *r, server_rec *s,
                   const char *protocol)
{
    const char *present = ap_get_protocol(c);
    int rc;

    if (strcmp(present, protocol) == 0) {
        ap_log_cerror(APLOG_MARK, APLOG_WARNING, 0, c,
                      "asked to switch to '%s', which is spoken already",
                      protocol);
        return APR_SUCCESS;
    }
    if (!ap_is_allowed_protocol(c, r, s, protocol)) {
        ap_log_cerror(APLOG_MARK, APLOG_ERR, 0, c,
                      "asked to switch to '%s', which Protocols does not "
                      "allow", protocol);
        return APR_EINVAL;
    }
    rc = ap_run_protocol_switch(c, r, s, protocol);
    switch (rc) {
    case DECLINED:
        ap_log_cerror(APLOG_MARK, APLOG_ERR, 0, c,
                      "no module takes over for '%s'", protocol);
        return APR_EINVAL;
    case OK:
    case DONE:
        return APR_SUCCESS;
    default:
        ap_log_cerror(APLOG_MARK, APLOG_ERR, 0, c,
                      "the switch to '%s' failed with %d", protocol, rc);
        return APR_EOF;
    }
}

/* A request with "Upgrade: x, y" that Connection names too. */
int pn_protocol_upgrade(request_rec *r)
{
    conn_rec *c = r->connection;
    const core_server_config *conf = conf_of(c, r, NULL);
    const char *upgrade;
    const char *connection;
    const char *protocol;
    apr_array_header_t *offers = NULL;

    if (r->main || !conf->protocols || conf->protocols->nelts < 1) {
        return DECLINED;
    }
    upgrade = apr_table_get(r->headers_in, "Upgrade");
    if (!upgrade || !*upgrade) {
        return DECLINED;
    }
    connection = apr_table_get(r->headers_in, "Connection");
    if (!connection || !ap_find_token(r->pool, connection, "upgrade")
        || ap_parse_token_list_strict(r->pool, upgrade, &offers, 0) != NULL
        || !offers || offers->nelts == 0) {
        return DECLINED;
    }
    protocol = ap_select_protocol(c, r, NULL, offers);
    if (!protocol || strcmp(protocol, ap_get_protocol(c)) == 0) {
        return DECLINED;
    }
    if (ap_is_HTTP_INFO(r->status)) {
        return DECLINED;
    }
    r->status = HTTP_SWITCHING_PROTOCOLS;
    r->status_line = ap_get_status_line(r->status);
    apr_table_setn(r->headers_out, "Upgrade", protocol);
    apr_table_setn(r->headers_out, "Connection", "Upgrade");
    ap_send_interim_response(r, 1);
    ap_switch_protocol(c, r, r->server, protocol);
    /* The connection speaks something else from here on. */
    c->keepalive = AP_CONN_CLOSE;
    return DONE;
}
