/* SPDX-License-Identifier: Apache-2.0 */
/*
 * protocol_hooks.h - hooks around a request's beginning and end.
 */
#ifndef PINION_HTTPD_PROTOCOL_HOOKS_H
#define PINION_HTTPD_PROTOCOL_HOOKS_H

#include <apr_network_io.h>

#include "ap_hooks.h"
#include "httpd/conn_rec.h"
#include "httpd/request_rec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Before the first byte of a request is read. */
AP_DECLARE_HOOK(void, pre_read_request, (request_rec *r, conn_rec *c))

/* The head is read, nothing of it is mapped. OK, DECLINED, or a status. */
AP_DECLARE_HOOK(int, post_read_request, (request_rec *r))

/* The answer has left. Write it down. OK or DECLINED. */
AP_DECLARE_HOOK(int, log_transaction, (request_rec *r))

/* The scheme of a request: "https" and the like, or NULL. */
AP_DECLARE_HOOK(const char *, http_scheme, (const request_rec *r))

/* The usual port of r's scheme, or 0. */
AP_DECLARE_HOOK(apr_port_t, default_port, (const request_rec *r))

/* Adds output filters to an error response. */
AP_DECLARE_HOOK(void, insert_error_filter, (request_rec *r))

/* Makes subrequest rnew's head that of r. */
AP_DECLARE(void) ap_set_sub_req_protocol(request_rec *rnew,
                                         const request_rec *r);

/* Ends a subrequest's output. */
AP_DECLARE(void) ap_finalize_sub_req_protocol(request_rec *sub_r);

#ifdef __cplusplus
}
#endif

#endif
