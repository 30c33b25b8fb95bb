/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_HEARTBEAT_H
#define PINION_HEARTBEAT_H

#define HEARTBEAT_H

#include <apr.h>
#include <apr_time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MAXIPSIZE 46
#define DEFAULT_HEARTBEAT_STORAGE "hb.dat"

typedef struct hm_slot_server_t hm_slot_server_t;

struct hm_slot_server_t {
    char ip[46];
    int busy;
    int ready;
    apr_time_t seen;
    int id;
};

#ifdef __cplusplus
}
#endif

#endif
