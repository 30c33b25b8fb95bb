/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pinion.h - what Pinion offers beyond Apache 2.4's module API. Optional: a
 * module that does not include it behaves as under Apache.
 */
#ifndef PINION_PINION_H
#define PINION_PINION_H

#include "httpd.h"

#include "http_config.h"

/* Pinion's own version; the compatible Apache version is in ap_release.h. */
#define PINION_VERSION_MAJOR 0
#define PINION_VERSION_MINOR 1
#define PINION_VERSION_PATCH 0
#define PINION_VERSION       "0.1.0"

/* Timeout of one stage of reading a request (RequestReadTimeout). */
typedef struct pinion_read_rate_t {
    apr_interval_time_t initial;  /* 0: no timeout for this stage */
    apr_interval_time_t max;      /* 0: no upper bound */
    apr_interval_time_t per_byte; /* added for each byte; 0: none */
} pinion_read_rate_t;

/*
 * Sets how fast c must send request heads and bodies. Either may be NULL:
 * unchanged. Call from pre_connection or post_read_request; the values are
 * copied. Does nothing on connections that the engine does not drive.
 */
AP_DECLARE(void) pinion_set_read_rates(conn_rec *c,
                                       const pinion_read_rate_t *head,
                                       const pinion_read_rate_t *body);

/*
 * The same for what a foreign protocol (TLS) exchanges before the first head.
 * Call from pre_connection.
 */
AP_DECLARE(void) pinion_set_handshake_rate(conn_rec *c,
                                           const pinion_read_rate_t *rate);

/*
 * Bytes received and sent on c since it began, as they are on the wire.
 * Returns 0 and sets nothing on connections that the engine does not drive.
 * A module that only counts needs no connection filter: with a foreign one,
 * heads are read through the filters, which costs time.
 */
AP_DECLARE(int) pinion_get_conn_bytes(const conn_rec *c, apr_off_t *in,
                                      apr_off_t *out);

/*
 * Opens a log as ErrorLog and CustomLog name them: a file, appended to and
 * made if need be, relative to ServerRoot; or a program behind "|" or "||",
 * a command for the shell behind "|$". *file lives in pool, and the program
 * reads as long; it is started again when it dies. On failure *file is NULL
 * and the error is logged. Call in open_logs: with the rights of whoever
 * started the server.
 */
AP_DECLARE(apr_status_t) pinion_open_log(apr_pool_t *pool, const server_rec *s,
                                         const char *name, apr_file_t **file);

/*
 * The module linked into the server under the name of its symbol
 * ("rewrite_module"), active or not; NULL when there is none.
 */
AP_DECLARE(module *) pinion_find_builtin(const char *symbol);

#endif
