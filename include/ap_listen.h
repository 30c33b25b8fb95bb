/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_listen.h - listening sockets.
 */
#ifndef PINION_AP_LISTEN_H
#define PINION_AP_LISTEN_H

#define AP_LISTEN_H

#include <apr_network_io.h>
#include <apr_optional.h>

#include "http_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ap_slave_t ap_slave_t;
typedef struct ap_listen_rec ap_listen_rec;

/* Accepts a connection: its apr_socket_t goes to *csd. */
typedef apr_status_t (*accept_function)(void **csd, ap_listen_rec *lr,
                                        apr_pool_t *ptrans);

/* A listening socket. */
struct ap_listen_rec {
    ap_listen_rec *next;
    apr_socket_t *sd; /* NULL until it is opened */
    apr_sockaddr_t *bind_addr;
    accept_function accept_func;
    int active; /* 0: nobody listens any more */
    const char *protocol; /* "http", "https", or as Listen says */
    ap_slave_t *slave; /* of httpd's ports without sockets */
};

/* All of this configuration. */
extern AP_DECLARE_DATA ap_listen_rec *ap_listeners;

/* Sets of listeners (SO_REUSEPORT). */
extern AP_DECLARE_DATA int ap_num_listen_buckets;

/* Whether the system has it. */
extern AP_DECLARE_DATA int ap_have_so_reuseport;

/* Starts over with a new configuration. */
AP_DECLARE(void) ap_listen_pre_config(void);

/*
 * Opens the sockets of the configuration; those of the last one that are still
 * asked for stay open. Their number; 0: failed, logged.
 */
AP_DECLARE(int) ap_setup_listeners(server_rec *s);

/*
 * Opens more sockets for the same addresses: *num_buckets sets (0: as
 * ListenCoresBucketsRatio says).
 */
AP_DECLARE(apr_status_t) ap_duplicate_listeners(
    apr_pool_t *pool, server_rec *s, ap_listen_rec ***buckets,
    int *num_buckets);

/* Closes all. */
AP_DECLARE(void) ap_close_listeners(void);

/* Closes one set. */
AP_DECLARE(void) ap_close_listeners_ex(ap_listen_rec *listeners);

/* Closes those of a slave. Always 0 here. */
AP_DECLARE(int) ap_close_selected_listeners(ap_slave_t *slave);

/* Directive functions. */
/* ListenBacklog. */
AP_DECLARE(const char *) ap_set_listenbacklog(
    cmd_parms *cmd, void *dummy, const char *arg);

/* ListenCoresBucketsRatio. */
AP_DECLARE(const char *) ap_set_listencbratio(
    cmd_parms *cmd, void *dummy, const char *arg);

/* ListenTCPDeferAccept. */
AP_DECLARE(const char *) ap_set_listentcpdeferaccept(
    cmd_parms *cmd, void *dummy, const char *arg);

/* Listen. */
AP_DECLARE(const char *) ap_set_listener(cmd_parms *cmd, void *dummy,
                                         int argc, char *const *argv);

/* SendBufferSize. */
AP_DECLARE(const char *) ap_set_send_buffer_size(
    cmd_parms *cmd, void *dummy, const char *arg);

/* ReceiveBufferSize. */
AP_DECLARE(const char *) ap_set_receive_buffer_size(
    cmd_parms *cmd, void *dummy, const char *arg);

#define LISTEN_COMMANDS \
    AP_INIT_TAKE1("ListenBacklog", ap_set_listenbacklog, NULL, RSRC_CONF, \
                  "How many connections may wait to be accepted"), \
    AP_INIT_TAKE1("ListenCoresBucketsRatio", ap_set_listencbratio, NULL, \
                  RSRC_CONF, "Processor cores for each set of listeners"), \
    AP_INIT_TAKE1("ListenTCPDeferAccept", ap_set_listentcpdeferaccept, NULL, \
                  RSRC_CONF, "Seconds to wait for a client's first bytes"), \
    AP_INIT_TAKE_ARGV("Listen", ap_set_listener, NULL, RSRC_CONF, \
                      "[address:]port and, optionally, the protocol"), \
    AP_INIT_TAKE1("SendBufferSize", ap_set_send_buffer_size, NULL, RSRC_CONF, \
                  "Size of the kernel's send buffer in bytes"), \
    AP_INIT_TAKE1("ReceiveBufferSize", ap_set_receive_buffer_size, NULL, \
                  RSRC_CONF, "Size of the kernel's receive buffer in bytes")

#ifdef __cplusplus
}
#endif

#endif
