/* SPDX-License-Identifier: Apache-2.0 */
/*
 * http_filters.h - what server/http/ offers the core and http modules, which
 * register it, and what its own files share.
 */
#ifndef PINION_SERVER_HTTP_HTTP_FILTERS_H
#define PINION_SERVER_HTTP_HTTP_FILTERS_H

#include <stdbool.h>

#include "httpd.h"

#include "engine/conn.h"
#include "engine/head.h"
#include "http_config.h"
#include "util_filter.h"

/* Defined by the core; its index is where this folder keeps private state of
 * connections and requests. */
extern module AP_MODULE_DECLARE_DATA http_module;

/* --- for the register_hooks of http_module ------------------------------ */

/* Registers HTTP_IN, HTTP_HEADER, CHUNK, LENGTH, BYTERANGE, HTTP_OUTERROR. */
void pn_http_register_filters(apr_pool_t *pool);
/* create_request: puts the HTTP filters on main requests. */
int pn_http_create_request(request_rec *r);
/* process_connection, APR_HOOK_REALLY_LAST: HTTP/1 by blocking reads through
 * c->input_filters, where the engine's own driver cannot; where it can, this
 * gives the connection back. */
int pn_http_process_connection(conn_rec *c);
/* http_scheme and default_port, APR_HOOK_REALLY_LAST. */
const char *pn_http_scheme(const request_rec *r);
apr_port_t pn_http_default_port(const request_rec *r);

/* --- for the register_hooks of core_module ------------------------------ */

/* Registers CORE_IN, CORE, CONTENT_LENGTH, OLD_WRITE, SUBREQ_CORE; begins the
 * registry of methods. */
void pn_core_register_filters(apr_pool_t *pool);
/* create_connection and pre_connection, APR_HOOK_REALLY_LAST. */
conn_rec *pn_host_create_connection(apr_pool_t *pool, server_rec *s,
                                    apr_socket_t *csd, long id, void *sbh,
                                    apr_bucket_alloc_t *alloc);
int pn_host_pre_connection(conn_rec *c, void *csd);
/* handler, APR_HOOK_REALLY_FIRST: an Upgrade that Protocols allows. */
int pn_protocol_upgrade(request_rec *r);

enum { PN_KNOWN_HOST_BYTES = 64 };

/* --- inside server/http -------------------------------------------------- */

/* How the body of a request is framed (RFC 9112 6.3). */
typedef enum {
    PN_BODY_UNKNOWN, /* not looked at yet */
    PN_BODY_NONE,
    PN_BODY_LENGTH,
    PN_BODY_CHUNKED,
    PN_BODY_UNTIL_EOF /* only responses that a gateway reads */
} pn_body_e;

/* Private state of a request: request_config[http_module]. Lives in r->pool. */
typedef struct pn_request_t {
    pn_body_e body;
    apr_off_t body_length;   /* with PN_BODY_LENGTH */
    bool headers_sent;       /* the response head has been written */
    bool is_body_consumed;   /* HTTP_IN has seen the end */
    int body_fault;          /* status that a bad body earns, or 0 */
} pn_request_t;

pn_request_t *pn_http_request(request_rec *r);
/* Decides r's framing from its headers. Returns OK or the status to refuse
 * it with; *why says why, for the log. */
int pn_body_frame(request_rec *r, pn_request_t *req, const char **why);

/* Puts the fields of head into r->headers_in. bytes belong to r; names and
 * values are ended in place. */
void pn_fields_take(request_rec *r, const pn_head_t *head, char *bytes);
/* Logs why r is answered with status; returns status. */
int pn_request_log_refusal(request_rec *r, int status, const char *why);
/* Fills r from a parsed head; bytes are copied. Returns OK or a status. */
int pn_request_fill(request_rec *r, const pn_head_t *head, const char *bytes);
/* Fills r as far as a bad head can be understood, for logs and the answer, and
 * logs why it is refused. */
void pn_request_fill_bad(request_rec *r, const pn_head_t *head,
                         const char *bytes, size_t bytes_n);
/* What follows a filled head up to the phases: checks, vhost, framing,
 * post_read_request. Returns OK or the status to answer with. */
int pn_request_accept(request_rec *r);
/* Answers a request that did not become one, and ends it. */
void pn_request_refuse(request_rec *r, int status);
/* The limits of heads for the vhost s. */
pn_head_limits_t pn_request_limits(const server_rec *s);

/* The engine connection under c and what the host keeps with it. */
void pn_host_update_limits(conn_rec *c, const server_rec *s);
/* True when c is read by this server's own filters only: bytes that the
 * engine buffers are the bytes that a request filter will get. */
bool pn_host_is_direct(const conn_rec *c);
/* The last Host of a connection and what it led to, since the next request
 * mostly says the same. Too long ones are not kept. */
typedef struct pn_known_host_t {
    const server_rec *base;  /* of the connection then; NULL: nothing known */
    const void *addr;        /* c->vhost_lookup_data then */
    server_rec *s;           /* the virtual host */
    apr_port_t port;         /* 0: none in the field */
    char field[PN_KNOWN_HOST_BYTES];
    char name[PN_KNOWN_HOST_BYTES]; /* r->hostname */
} pn_known_host_t;
/* NULL where there is no engine. */
pn_known_host_t *pn_host_known(const conn_rec *c);
/* From the last process_connection hook: the engine reads heads itself after
 * all. True if it will; then the hook has nothing to do. */
bool pn_host_take_back(const conn_rec *c);

/* True if bb is the whole body and has length bytes. */
bool pn_length_out_is_kept(const apr_bucket_brigade *bb, apr_off_t length);
/* From here on, what r sends is held to length bytes. */
void pn_length_out_begin(request_rec *r, apr_off_t length);
void pn_length_out_register(void);

apr_status_t pn_subreq_core_filter(ap_filter_t *f, apr_bucket_brigade *bb);

/* Writes "100 Continue" if r's client waits for it and nothing has come. */
void pn_interim_continue(request_rec *r);

/* Comma-separated list of methods that r allows; in r->pool. */
char *pn_options_allow(request_rec *r);
/* The HTML body of an error page for status. second_status: what went wrong
 * while the page was fetched from elsewhere, or 0. */
void pn_error_page_write(request_rec *r, int status, const char *title,
                         const char *location, int second_status);

#endif
