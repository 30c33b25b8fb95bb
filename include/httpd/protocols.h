/* SPDX-License-Identifier: Apache-2.0 */
/*
 * protocols.h - protocols on a connection: choosing, upgrading (RFC 9110
 * section 7.8).
 */
#ifndef PINION_HTTPD_PROTOCOLS_H
#define PINION_HTTPD_PROTOCOLS_H

#include <apr_tables.h>

#include "ap_hooks.h"
#include "httpd/conn_rec.h"
#include "httpd/request_rec.h"
#include "httpd/server_rec.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_PROTOCOL_HTTP1 "http/1.1"

/*
 * Adds to proposals those of the protocols offered (NULL: any) that are served
 * on c. r is NULL for choices made before a request (ALPN). OK or DECLINED.
 */
AP_DECLARE_HOOK(int, protocol_propose,
                (conn_rec *c, request_rec *r, server_rec *s, const apr_array_header_t
                 *offers, apr_array_header_t *proposals))

/*
 * Makes c speak the protocol. OK, DECLINED, or a status; DONE when c was
 * served to its end.
 */
AP_DECLARE_HOOK(int, protocol_switch,
                (conn_rec *c, request_rec *r, server_rec *s, const char *protocol))

/* The protocol that c speaks, or NULL: another knows. */
AP_DECLARE_HOOK(const char *, protocol_get, (const conn_rec *c))

/* The protocol that c speaks: "http/1.1" if nobody says otherwise. */
AP_DECLARE(const char *) ap_get_protocol(conn_rec *c);

/*
 * The protocols that would be preferred to the present one (report_all: all
 * possible ones); *pupgrades is NULL if there are none.
 */
AP_DECLARE(apr_status_t) ap_get_protocol_upgrades(
    conn_rec *c, request_rec *r, server_rec *s, int report_all,
    const apr_array_header_t **pupgrades);

/*
 * The best of the protocols offered, as Protocols and ProtocolsHonorOrder say;
 * NULL: none of them.
 */
AP_DECLARE(const char *) ap_select_protocol(
    conn_rec *c, request_rec *r, server_rec *s,
    const apr_array_header_t *choices);

/*
 * Makes c speak the protocol. APR_SUCCESS, APR_EOF when c was served to its
 * end, APR_EINVAL if nobody can.
 */
AP_DECLARE(apr_status_t) ap_switch_protocol(
    conn_rec *c, request_rec *r, server_rec *s, const char *protocol);

/* 1 if Protocols allows it. */
AP_DECLARE(int) ap_is_allowed_protocol(conn_rec *c, request_rec *r,
                                       server_rec *s, const char *protocol);

#ifdef __cplusplus
}
#endif

#endif
