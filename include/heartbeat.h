/* SPDX-License-Identifier: Apache-2.0 */
/*
 * heartbeat.h - what mod_heartmonitor knows of other servers.
 */
#ifndef PINION_HEARTBEAT_H
#define PINION_HEARTBEAT_H

#define HEARTBEAT_H

#include <apr.h>
#include <apr_time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DEFAULT_HEARTBEAT_STORAGE "hb.dat"
#define MAXIPSIZE                 46

/* A server. */
typedef struct hm_slot_server_t {
    char ip[46];
    int busy; /* workers */
    int ready; /* workers */
    apr_time_t seen; /* last */
    int id;
} hm_slot_server_t;

#ifdef __cplusplus
}
#endif

#endif
