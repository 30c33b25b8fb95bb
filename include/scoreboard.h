/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scoreboard.h - what each worker does, in memory that parent and children
 * share.
 */
#ifndef PINION_SCOREBOARD_H
#define PINION_SCOREBOARD_H

#define APACHE_SCOREBOARD_H

#include <sys/times.h>

#include <apr_optional.h>
#include <apr_portable.h>
#include <apr_shm.h>
#include <apr_thread_proc.h>

#include "ap_config.h"
#include "ap_hooks.h"
#include "http_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DEFAULT_SCOREBOARD "logs/apache_runtime_status"

/* status of a worker. */
#define SERVER_DEAD           0
#define SERVER_STARTING       1
#define SERVER_READY          2
#define SERVER_BUSY_READ      3
#define SERVER_BUSY_WRITE     4
#define SERVER_BUSY_KEEPALIVE 5
#define SERVER_BUSY_LOG       6
#define SERVER_BUSY_DNS       7
#define SERVER_CLOSING        8
#define SERVER_GRACEFUL       9
#define SERVER_IDLE_KILL      10
#define SERVER_NUM_STATUS     11

/* For ap_time_process_request(). */
#define START_PREQUEST 1
#define STOP_PREQUEST  2

/*
 * Number of a configuration: children of the old one still serve after a
 * graceful restart.
 */
typedef int ap_generation_t;

/* Whether the scoreboard is shared. */
typedef enum ap_scoreboard_e {
    SB_NOT_SHARED = 1,
    SB_SHARED = 2
} ap_scoreboard_e;

/* A worker: a thread, or a process of one. */
typedef struct worker_score {
    apr_os_thread_t tid;
    int thread_num;
    pid_t pid;
    ap_generation_t generation;
    unsigned char status; /* SERVER_* */
    unsigned short conn_count; /* requests on the present connection */
    apr_off_t conn_bytes; /* sent on the present connection */
    unsigned long access_count; /* requests in this slot */
    apr_off_t bytes_served; /* in this slot */
    unsigned long my_access_count; /* requests by this worker */
    apr_off_t my_bytes_served; /* by this worker */
    apr_time_t start_time; /* of the request */
    apr_time_t stop_time; /* of the request */
    apr_time_t last_used;
    struct tms times;
    char client[32]; /* for older readers; see client64 */
    char request[64]; /* first line, cut */
    char vhost[32];
    char protocol[16];
    apr_time_t duration; /* of all requests, microseconds */
    char client64[64];
} worker_score;

/* The server. */
typedef struct global_score {
    int server_limit;
    int thread_limit;
    ap_generation_t running_generation;
    apr_time_t restart_time;
    struct tms times;
} global_score;

/* A child. */
typedef struct process_score {
    pid_t pid; /* 0: no child */
    ap_generation_t generation;
    char quiescing; /* it serves no new connections */
    char not_accepting;
    apr_uint32_t connections; /* of event MPMs: open */
    apr_uint32_t write_completion;
    apr_uint32_t lingering_close;
    apr_uint32_t keep_alive;
    apr_uint32_t suspended;
    int bucket;
    apr_uint32_t wait_io; /* of event MPMs: waiting for a descriptor */
} process_score;

/* All of it. */
typedef struct scoreboard {
    global_score *global;
    process_score *parent;
    worker_score **servers; /* by child and thread */
} scoreboard;

typedef struct ap_sb_handle_t ap_sb_handle_t;

/* The scoreboard. NULL before pre_mpm. */
extern AP_DECLARE_DATA scoreboard *ap_scoreboard_image;

/* ScoreBoardFile, or NULL */
extern AP_DECLARE_DATA const char *ap_scoreboard_fname;

/* ExtendedStatus */
extern AP_DECLARE_DATA int ap_extended_status;

/* SeeRequestTail */
extern AP_DECLARE_DATA int ap_mod_status_reqtail;

/* 1 if there is a scoreboard. */
AP_DECLARE(int) ap_exists_scoreboard_image(void);

/* Makes the scoreboard. OK or HTTP_INTERNAL_SERVER_ERROR. */
AP_DECLARE(int) ap_create_scoreboard(apr_pool_t *pool, ap_scoreboard_e t);

/* Lays it out in shared memory. */
AP_DECLARE(void) ap_init_scoreboard(void *shared_score);

/* Attaches a child to it. */
AP_DECLARE(apr_status_t) ap_reopen_scoreboard(
    apr_pool_t *pool, apr_shm_t **shm, int detached);

/* A cleanup that takes it down. */
AP_DECLARE(apr_status_t) ap_cleanup_scoreboard(void *d);

/* Its size in bytes. */
AP_DECLARE(int) ap_calc_scoreboard_size(void);

/* A handle for a slot; child_num -1: for none. */
AP_DECLARE(void) ap_create_sb_handle(ap_sb_handle_t **new_sbh,
                                     apr_pool_t *pool, int child_num,
                                     int thread_num);

/* Moves a handle to another slot. */
AP_DECLARE(void) ap_update_sb_handle(ap_sb_handle_t *sbh, int child_num,
                                     int thread_num);

/* The child in a process, or -1. */
AP_DECLARE(int) ap_find_child_by_pid(apr_proc_t *pid);

/* Counts a request that was served. */
AP_DECLARE(void) ap_increment_counts(ap_sb_handle_t *sbh, request_rec *r);

/* Says how many requests came on this connection. */
AP_DECLARE(void) ap_set_conn_count(ap_sb_handle_t *sbh, request_rec *r,
                                   unsigned short conn_count);

/*
 * Setting a worker's status; the former one is returned, -1 without a slot. c,
 * s or r: what extended status shows; may be NULL.
 */
/* By handle. */
AP_DECLARE(int) ap_update_child_status(ap_sb_handle_t *sbh, int status,
                                       request_rec *r);

/* By place. */
AP_DECLARE(int) ap_update_child_status_from_indexes(
    int child_num, int thread_num, int status, request_rec *r);

/* For a connection. */
AP_DECLARE(int) ap_update_child_status_from_conn(
    ap_sb_handle_t *sbh, int status, conn_rec *c);

/* For a connection that s answers. */
AP_DECLARE(int) ap_update_child_status_from_server(
    ap_sb_handle_t *sbh, int status, conn_rec *c, server_rec *s);

/* With a text instead of a request. */
AP_DECLARE(int) ap_update_child_status_descr(
    ap_sb_handle_t *sbh, int status, const char *descr);

/* Refreshes the server's part. */
AP_DECLARE(int) ap_update_global_status(void);

/* Marks a request's beginning or end: START_PREQUEST or STOP_PREQUEST. */
AP_DECLARE(void) ap_time_process_request(ap_sb_handle_t *sbh, int status);

/* Sets both times. */
AP_DECLARE(void) ap_set_time_process_request(
    ap_sb_handle_t *const sbh, const apr_time_t timebeg,
    const apr_time_t timeend);

/* Reading. */
/* The worker of a handle, or NULL. */
AP_DECLARE(worker_score *) ap_get_scoreboard_worker(ap_sb_handle_t *sbh);

/* A worker, or NULL. */
AP_DECLARE(worker_score *) ap_get_scoreboard_worker_from_indexes(
    int child_num, int thread_num);

/* A copy of a worker that does not change while it is looked at. */
AP_DECLARE(void) ap_copy_scoreboard_worker(worker_score *dest, int child_num,
                                           int thread_num);

/* A child, or NULL. */
AP_DECLARE(process_score *) ap_get_scoreboard_process(int x);

/* The server's part. */
AP_DECLARE(global_score *) ap_get_scoreboard_global(void);

/*
 * The scoreboard is about to be made. OK, DECLINED, or a status: start fails.
 */
AP_DECLARE_HOOK(int, pre_mpm, (apr_pool_t *pool, ap_scoreboard_e sb_type))

/* Directive functions. */
/* ScoreBoardFile. */
AP_DECLARE(const char *) ap_set_scoreboard(cmd_parms *cmd, void *dummy,
                                           const char *arg);

/* ExtendedStatus. */
AP_DECLARE(const char *) ap_set_extended_status(
    cmd_parms *cmd, void *dummy, int arg);

/* SeeRequestTail. */
AP_DECLARE(const char *) ap_set_reqtail(cmd_parms *cmd, void *dummy, int arg);

#ifdef __cplusplus
}
#endif

#endif
