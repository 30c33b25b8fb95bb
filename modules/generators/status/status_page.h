/* SPDX-License-Identifier: Apache-2.0 */
/*
 * status_page.h - what the scoreboard said at one moment, and who prints it.
 */
#ifndef PINION_MODULES_GENERATORS_STATUS_PAGE_H
#define PINION_MODULES_GENERATORS_STATUS_PAGE_H

#include "httpd.h"

#include "scoreboard.h"

/* One worker that has served something or is at work. */
typedef struct status_worker_t {
    int child;
    int thread;
    pid_t pid; /* 0: its process has gone */
    ap_generation_t generation;
    worker_score score;
} status_worker_t;

/* One process of an event-driven MPM. */
typedef struct status_process_t {
    int child;
    process_score score;
    int busy;
    int graceful;
    int idle;
} status_process_t;

/* Lives in r->pool. */
typedef struct status_t {
    apr_time_t now;
    apr_time_t restart_time;
    apr_int64_t uptime_s;
    ap_generation_t mpm_generation;
    int config_generation;
    ap_loadavg_t load;
    int is_async;
    /* workers */
    char *letters; /* one a slot, see status_letters */
    int counts[SERVER_NUM_STATUS];
    int busy;
    int graceful;
    int idle;
    apr_array_header_t *workers;   /* of status_worker_t, if extended */
    apr_array_header_t *processes; /* of status_process_t, if is_async */
    /* totals, if extended */
    unsigned long accesses;
    apr_off_t bytes;
    apr_time_t duration;
    struct tms times; /* in ticks */
} status_t;

/* What each SERVER_* is shown as. */
extern const char status_letters[SERVER_NUM_STATUS];

/* " 1 day 2 hours 3 minutes 4 seconds": each part with a space before it,
 * parts that are 0 left out. */
const char *status_format_uptime(apr_pool_t *pool, apr_int64_t seconds);
/* Ticks of times() in seconds. */
double status_seconds_of(clock_t ticks);
/* All four parts together, in seconds. */
double status_cpu_seconds(const struct tms *times);
/* Microseconds in milliseconds. */
double status_milliseconds(apr_time_t duration);

/* For programs: "Name: value" lines. */
void status_print_auto(request_rec *r, const status_t *status);
/* For people, up to where other modules add their part. */
void status_print_html(request_rec *r, const status_t *status, int has_table);
void status_print_html_end(request_rec *r);

#endif
