/* SPDX-License-Identifier: Apache-2.0 */
/*
 * conn_rec.h - a connection, and the states that an MPM leads it through.
 */
#ifndef PINION_HTTPD_CONN_REC_H
#define PINION_HTTPD_CONN_REC_H

#include <apr_network_io.h>
#include <apr_tables.h>
#include <apr_thread_proc.h>

#include "httpd/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What becomes of the connection after this response. */
typedef enum ap_conn_keepalive_e {
    AP_CONN_UNKNOWN,
    AP_CONN_CLOSE,
    AP_CONN_KEEPALIVE
} ap_conn_keepalive_e;

/*
 * What an MPM waits for. Modules may only set CONN_STATE_LINGER,
 * CONN_STATE_WRITE_COMPLETION, CONN_STATE_SUSPENDED and
 * CONN_STATE_ASYNC_WAITIO, from process_connection.
 */
typedef enum conn_state_e {
    CONN_STATE_KEEPALIVE = 0,
    CONN_STATE_PROCESSING = 1,
    CONN_STATE_HANDLER = 2,
    CONN_STATE_WRITE_COMPLETION = 3,
    CONN_STATE_SUSPENDED = 4,
    CONN_STATE_LINGER = 5,
    CONN_STATE_LINGER_NORMAL = 6,
    CONN_STATE_LINGER_SHORT = 7,
    CONN_STATE_ASYNC_WAITIO = 8,
    CONN_STATE_NUM = 9,
    CONN_STATE_CHECK_REQUEST_LINE_READABLE = 0,
    CONN_STATE_READ_REQUEST_LINE = 1
} conn_state_e;

/*
 * The event that ends CONN_STATE_WRITE_COMPLETION, when it is not the usual
 * one (TLS wants to read in order to write).
 */
typedef enum conn_sense_e {
    CONN_SENSE_DEFAULT,
    CONN_SENSE_WANT_READ,
    CONN_SENSE_WANT_WRITE
} conn_sense_e;

/* The part of a connection that an MPM looks at. */
struct conn_state_t {
    conn_state_e state;
    conn_sense_e sense;
};

/* A connection. One thread at a time works on it. */
struct conn_rec {
    apr_pool_t *pool; /* lives until the connection is closed */
    server_rec *base_server; /* the server that answers on this address */
    void *vhost_lookup_data; /* of the virtual host look-up */
    apr_sockaddr_t *local_addr;
    apr_sockaddr_t *client_addr;
    char *client_ip; /* client_addr as text; mod_remoteip may change both */
    char *remote_host; /* NULL: not looked up; "": has no name */
    char *remote_logname; /* from identd; NULL: not looked up */
    char *local_ip;
    char *local_host;
    long id; /* unique among live connections */
    struct ap_conf_vector_t *conn_config; /* index 0 is the apr_socket_t */
    apr_table_t *notes;
    struct ap_filter_t *input_filters;
    struct ap_filter_t *output_filters;
    void *sbh; /* ap_sb_handle_t: the scoreboard slot */
    struct apr_bucket_alloc_t *bucket_alloc;
    conn_state_t *cs; /* NULL in MPMs that handle a connection in one go */
    int data_in_input_filters; /* bytes of a next request are buffered */
    int data_in_output_filters; /* something waits to be written */
    /* reading must not go past the current request */
    unsigned int clogging_input_filters : 1;
    int double_reverse : 2; /* -1: not looked up, 0: lie, 1: agrees */
    unsigned int aborted; /* the peer is gone */
    ap_conn_keepalive_e keepalive;
    int keepalives; /* requests that went before on this connection */
    const struct ap_logconf *log; /* LogLevel; NULL: that of base_server */
    const char *log_id; /* %L of ErrorLogFormat, NULL until asked for */
    apr_thread_t *current_thread; /* the thread that runs now */
    /* the connection that carries this one (HTTP/2), or NULL */
    conn_rec *master;
    int outgoing; /* to a backend */
};

#ifdef __cplusplus
}
#endif

#endif
