/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_filter.h - the filters at the network's end, and the accounting at
 * them.
 */
#ifndef PINION_HTTPD_CORE_FILTER_H
#define PINION_HTTPD_CORE_FILTER_H

#include <apr_buckets.h>
#include <apr_optional.h>
#include <apr_poll.h>

#include "ap_hooks.h"
#include "httpd/conn_rec.h"
#include "util_filter.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads from the socket. */
extern AP_DECLARE_DATA ap_filter_rec_t *ap_core_input_filter_handle;

/* Writes to the socket. */
extern AP_DECLARE_DATA ap_filter_rec_t *ap_core_output_filter_handle;

/* Ends a subrequest's output. */
extern AP_DECLARE_DATA ap_filter_rec_t *ap_subreq_core_filter_handle;

/* Computes Content-Length where it can. */
extern AP_DECLARE_DATA ap_filter_rec_t *ap_content_length_filter_handle;

typedef struct core_output_filter_ctx core_output_filter_ctx_t;

/* What the input filter has read and not given away. */
typedef struct core_filter_ctx {
    apr_bucket_brigade *b;
    apr_bucket_brigade *tmpbb;
} core_ctx_t;

/* A connection, for the filters at its end. */
typedef struct core_net_rec {
    apr_socket_t *client_socket;
    conn_rec *c;
    core_output_filter_ctx_t *out_ctx;
    core_ctx_t *in_ctx;
} core_net_rec;

/* The function of ap_core_input_filter_handle. */
AP_DECLARE(apr_status_t) ap_core_input_filter(
    ap_filter_t *f, apr_bucket_brigade *bb, ap_input_mode_t mode,
    apr_read_type_e block, apr_off_t readbytes);

/*
 * The function of ap_core_output_filter_handle. Takes what is in bb; sets
 * aside what the socket does not.
 */
AP_DECLARE(apr_status_t) ap_core_output_filter(
    ap_filter_t *f, apr_bucket_brigade *bb);

/* The socket of a connection; NULL for one without. */
AP_DECLARE(apr_socket_t *) ap_get_conn_socket(conn_rec *c);

/*
 * Replaces the bucket that reads from the socket. APR_SUCCESS, AP_DECLINED, or
 * an error.
 */
AP_DECLARE_HOOK(apr_status_t, insert_network_bucket,
                (conn_rec *c, apr_bucket_brigade *bb, apr_socket_t *socket))

/*
 * What to poll instead of the socket (HTTP/2 streams). APR_SUCCESS,
 * APR_ENOTIMPL, or an error.
 */
AP_DECLARE_HOOK(apr_status_t, get_pollfd_from_conn,
                (conn_rec *c, struct apr_pollfd_t *pfd, apr_interval_time_t *ptimeout))

/*
 * Fills in what to poll for on a connection; *ptimeout (may be NULL) is its
 * timeout in microseconds.
 */
AP_DECLARE(apr_status_t) ap_get_pollfd_from_conn(
    conn_rec *c, struct apr_pollfd_t *pfd, apr_interval_time_t *ptimeout);

/* Counts bytes sent that no filter saw. */
APR_DECLARE_OPTIONAL_FN(void, ap_logio_add_bytes_out,
                        (conn_rec *c, apr_off_t bytes));

/* Counts bytes received that no filter saw. */
APR_DECLARE_OPTIONAL_FN(void, ap_logio_add_bytes_in,
                        (conn_rec *c, apr_off_t bytes));

/* Bytes sent since the last request was logged. */
APR_DECLARE_OPTIONAL_FN(apr_off_t, ap_logio_get_last_bytes, (conn_rec *c));

#ifdef __cplusplus
}
#endif

#endif
