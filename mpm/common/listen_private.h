/* SPDX-License-Identifier: Apache-2.0 */
/* listen_private.h - between the Listen directives and the open sockets. */
#ifndef PINION_MPM_COMMON_LISTEN_PRIVATE_H
#define PINION_MPM_COMMON_LISTEN_PRIVATE_H

#include <stdbool.h>

#include "ap_listen.h"
#include "httpd.h"

typedef struct pn_listen_options_t {
    int backlog;
    int defer_accept_s;   /* TCP_DEFER_ACCEPT; 0: off */
    int cores_per_bucket; /* ListenCoresBucketsRatio; 0: one socket */
    int send_bytes;       /* 0: the system's */
    int receive_bytes;
} pn_listen_options_t;

extern pn_listen_options_t pn_listen_options;

bool pn_listen_can_share_ports(void);

/*
 * Opens a socket for each of ap_listeners, or takes the one that the master
 * has open for that address, and closes those that no configuration wants any
 * more. False after logging when an address cannot be had; then everything
 * that was open before still is.
 */
bool pn_listen_open(apr_pool_t *process_pool, server_rec *s);

/*
 * Refuses new connections from now on, in every process that shares the
 * sockets: a child in the middle of a response cannot close its own. Sockets
 * that were handed down stay as they are for their owner. Master only.
 */
void pn_listen_refuse(void);

/*
 * Takes over the listening sockets that whoever started this process hands
 * down (the LISTEN_FDS protocol of sd_listen_fds(3)). Once, before the first
 * configuration is read.
 */
void pn_listen_adopt(apr_pool_t *process_pool);

/*
 * Hands every open listening socket to a program that is about to be
 * executed, by the same protocol. Between fork and exec only.
 */
void pn_listen_hand_down(void);

#endif
