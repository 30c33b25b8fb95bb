/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_AP_LISTEN_H
#define PINION_AP_LISTEN_H

#define AP_LISTEN_H

#include <apr_network_io.h>
#include <apr_optional.h>

#include "httpd.h"
#include "http_config.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ap_slave_t ap_slave_t;
typedef struct ap_listen_rec ap_listen_rec;
typedef apr_status_t (*accept_function)(void **, ap_listen_rec *, apr_pool_t *);

struct ap_listen_rec {
    ap_listen_rec *next;
    apr_socket_t *sd;
    apr_sockaddr_t *bind_addr;
    accept_function accept_func;
    int active;
    const char *protocol;
    ap_slave_t *slave;
};

extern AP_DECLARE_DATA int ap_have_so_reuseport;
extern AP_DECLARE_DATA ap_listen_rec *ap_listeners;
extern AP_DECLARE_DATA int ap_num_listen_buckets;

AP_DECLARE(void) ap_close_listeners(void);
AP_DECLARE(void) ap_close_listeners_ex(ap_listen_rec *);
AP_DECLARE(int) ap_close_selected_listeners(ap_slave_t *);
AP_DECLARE(apr_status_t) ap_duplicate_listeners(apr_pool_t *pool, server_rec *s, ap_listen_rec ***, int *);
AP_DECLARE(void) ap_listen_pre_config(void);
AP_DECLARE(const char *) ap_set_listenbacklog(cmd_parms *cmd, void *, const char *);
AP_DECLARE(const char *) ap_set_listencbratio(cmd_parms *cmd, void *, const char *);
AP_DECLARE(const char *) ap_set_listener(cmd_parms *cmd, void *, int, char *const *);
AP_DECLARE(const char *) ap_set_listentcpdeferaccept(cmd_parms *cmd, void *, const char *);
AP_DECLARE(const char *) ap_set_receive_buffer_size(cmd_parms *cmd, void *, const char *);
AP_DECLARE(const char *) ap_set_send_buffer_size(cmd_parms *cmd, void *, const char *);
AP_DECLARE(int) ap_setup_listeners(server_rec *s);

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
