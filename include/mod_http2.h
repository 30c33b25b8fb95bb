/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_http2.h - mod_http2: what others may ask of HTTP/2 connections.
 */
#ifndef PINION_MOD_HTTP2_H
#define PINION_MOD_HTTP2_H

#define __MOD_HTTP2_H__

#include <apr_optional.h>
#include <apr_poll.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_HTTP2_HAS_GET_POLLFD

/* The value of a variable such as H2_PUSH. */
APR_DECLARE_OPTIONAL_FN(char *, http2_var_lookup,
                        (apr_pool_t *pool, server_rec *s, conn_rec *c,
                         request_rec *r, char *name));

/* 1 if c carries HTTP/2 or is one of its streams. */
APR_DECLARE_OPTIONAL_FN(int, http2_is_h2, (conn_rec *c));

/* How many workers streams have. */
APR_DECLARE_OPTIONAL_FN(void, http2_get_num_workers,
                        (server_rec *s, int *minw, int *max));

/* What to poll for on a stream. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, http2_get_pollfd_from_conn,
                        (conn_rec *c, struct apr_pollfd_t *pfd,
                         apr_interval_time_t *ptimeout));

typedef struct h2_req_engine h2_req_engine;

typedef void http2_output_consumed(void *, conn_rec *, apr_off_t);

typedef apr_status_t http2_req_engine_init(h2_req_engine *, const char *,
                                           const char *, apr_pool_t *,
                                           apr_size_t, request_rec *,
                                           http2_output_consumed **, void **);

/* Not answered any more. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, http2_req_engine_push,
                        (const char *, request_rec *, http2_req_engine_init
                         *));

/* Not answered any more. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, http2_req_engine_pull,
                        (h2_req_engine *, apr_read_type_e, int, request_rec
                         **));

/* Not answered any more. */
APR_DECLARE_OPTIONAL_FN(void, http2_req_engine_done,
                        (h2_req_engine *, conn_rec *, apr_status_t));

#ifdef __cplusplus
}
#endif

#endif
