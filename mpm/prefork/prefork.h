/* SPDX-License-Identifier: Apache-2.0 */
/* prefork.h - what the files of the prefork process model share. */
#ifndef PINION_MPM_PREFORK_PREFORK_H
#define PINION_MPM_PREFORK_PREFORK_H

#include <signal.h>
#include <stdbool.h>

#include "httpd.h"

#include "mpm_common.h"
#include "unixd.h"

/* What the directives say, and what is kept from one configuration to the
 * next. Lives in the process, not in a pool: written by the master only. */
typedef struct prefork_conf_t {
    int start_servers;
    int min_spare;
    int max_spare;
    int max_workers;  /* MaxRequestWorkers */
    int server_limit; /* slots in the scoreboard, fixed by the first start */
} prefork_conf_t;

extern prefork_conf_t pn_prefork_conf;

/* Highest slot ever used, plus one: AP_MPMQ_MAX_DAEMON_USED. */
extern int pn_prefork_slots_used;

int pn_prefork_run(apr_pool_t *pconf, apr_pool_t *plog, server_rec *s);

/* The pipe whose end tells a generation's children to leave; the other is
 * that of the generation before, NULL when there is none. */
typedef struct prefork_pods_t {
    ap_pod_t *present;
    ap_pod_t *previous;
} prefork_pods_t;

/*
 * The life of a child, in the child: never returns. slot is its row in the
 * scoreboard. Signals are blocked when it is entered, and mask is what it puts
 * in force when its handlers are set; NULL: there is no master (-X).
 */
void pn_prefork_child(apr_pool_t *pconf, server_rec *s, int slot,
                      const prefork_pods_t *pods, const sigset_t *mask)
    __attribute__((noreturn));

/*
 * In a child: sees whether the order to leave has come, for those who ask for
 * the state of the process model while the child itself cannot look (a module
 * that reads a connection by itself). Does nothing in the master.
 */
void pn_prefork_look_at_pod(void);

/* --- the decision what to do about the number of children --------------- */

typedef struct prefork_count_t {
    int idle;      /* of this generation, waiting or starting */
    int children;  /* all that exist, older generations included */
    int free_slots;
} prefork_count_t;

typedef struct prefork_plan_t {
    int start_n;       /* children to start now */
    bool must_end_one; /* one idle child too many */
    bool is_full;      /* more are needed than may be */
} prefork_plan_t;

/*
 * One turn of maintenance, each second. *rate is how many may be started in
 * this turn; it doubles from turn to turn while children are missing.
 */
prefork_plan_t pn_prefork_plan(const prefork_conf_t *conf,
                               const prefork_count_t *count, int *rate);

#endif
