/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_SCOREBOARD_H
#define PINION_SCOREBOARD_H

#define APACHE_SCOREBOARD_H
#include <sys/times.h>

#include <apr_thread_proc.h>
#include <apr_portable.h>
#include <apr_shm.h>
#include <apr_optional.h>

#include "ap_config.h"
#include "http_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SERVER_BUSY_DNS 7
#define SERVER_BUSY_KEEPALIVE 5
#define SERVER_BUSY_LOG 6
#define SERVER_BUSY_READ 3
#define SERVER_BUSY_WRITE 4
#define SERVER_CLOSING 8
#define SERVER_DEAD 0
#define SERVER_GRACEFUL 9
#define SERVER_IDLE_KILL 10
#define SERVER_NUM_STATUS 11
#define SERVER_READY 2
#define SERVER_STARTING 1
#define START_PREQUEST 1
#define STOP_PREQUEST 2
#define DEFAULT_SCOREBOARD "logs/apache_runtime_status"

typedef struct worker_score worker_score;
typedef struct global_score global_score;
typedef struct process_score process_score;
typedef struct scoreboard scoreboard;
typedef struct ap_sb_handle_t ap_sb_handle_t;
typedef enum ap_scoreboard_e { SB_NOT_SHARED = 1, SB_SHARED = 2 } ap_scoreboard_e;
typedef int ap_generation_t;

struct global_score {
    int server_limit;
    int thread_limit;
    ap_generation_t running_generation;
    apr_time_t restart_time;
    struct tms times;
};

struct process_score {
    pid_t pid;
    ap_generation_t generation;
    char quiescing;
    char not_accepting;
    apr_uint32_t connections;
    apr_uint32_t write_completion;
    apr_uint32_t lingering_close;
    apr_uint32_t keep_alive;
    apr_uint32_t suspended;
    int bucket;
    apr_uint32_t wait_io;
};

struct scoreboard {
    global_score *global;
    process_score *parent;
    worker_score **servers;
};

struct worker_score {
    apr_os_thread_t tid;
    int thread_num;
    pid_t pid;
    ap_generation_t generation;
    unsigned char status;
    unsigned short conn_count;
    apr_off_t conn_bytes;
    unsigned long access_count;
    apr_off_t bytes_served;
    unsigned long my_access_count;
    apr_off_t my_bytes_served;
    apr_time_t start_time;
    apr_time_t stop_time;
    apr_time_t last_used;
    struct tms times;
    char client[32];
    char request[64];
    char vhost[32];
    char protocol[16];
    apr_time_t duration;
    char client64[64];
};

extern AP_DECLARE_DATA int ap_extended_status;
extern AP_DECLARE_DATA int ap_mod_status_reqtail;
extern AP_DECLARE_DATA const char *ap_scoreboard_fname;
extern AP_DECLARE_DATA scoreboard *ap_scoreboard_image;

AP_DECLARE_HOOK(int, pre_mpm, (apr_pool_t *pool, ap_scoreboard_e sb_type))

AP_DECLARE(int) ap_calc_scoreboard_size(void);
AP_DECLARE(apr_status_t) ap_cleanup_scoreboard(void *);
AP_DECLARE(void) ap_copy_scoreboard_worker(worker_score *, int, int);
AP_DECLARE(void) ap_create_sb_handle(ap_sb_handle_t **, apr_pool_t *pool, int, int);
AP_DECLARE(int) ap_create_scoreboard(apr_pool_t *pool, ap_scoreboard_e);
AP_DECLARE(int) ap_exists_scoreboard_image(void);
AP_DECLARE(int) ap_find_child_by_pid(apr_proc_t *);
AP_DECLARE(global_score *) ap_get_scoreboard_global(void);
AP_DECLARE(process_score *) ap_get_scoreboard_process(int);
AP_DECLARE(worker_score *) ap_get_scoreboard_worker(ap_sb_handle_t *);
AP_DECLARE(worker_score *) ap_get_scoreboard_worker_from_indexes(int, int);
AP_DECLARE(void) ap_increment_counts(ap_sb_handle_t *, request_rec *r);
AP_DECLARE(void) ap_init_scoreboard(void *);
AP_DECLARE(apr_status_t) ap_reopen_scoreboard(apr_pool_t *pool, apr_shm_t **, int);
AP_DECLARE(void) ap_set_conn_count(ap_sb_handle_t *, request_rec *r, unsigned short);
AP_DECLARE(const char *) ap_set_extended_status(cmd_parms *cmd, void *, int);
AP_DECLARE(const char *) ap_set_reqtail(cmd_parms *cmd, void *, int);
AP_DECLARE(const char *) ap_set_scoreboard(cmd_parms *cmd, void *, const char *);
AP_DECLARE(void) ap_set_time_process_request(ap_sb_handle_t *const, const apr_time_t, const apr_time_t);
AP_DECLARE(void) ap_time_process_request(ap_sb_handle_t *, int);
AP_DECLARE(int) ap_update_child_status(ap_sb_handle_t *, int, request_rec *r);
AP_DECLARE(int) ap_update_child_status_descr(ap_sb_handle_t *, int, const char *);
AP_DECLARE(int) ap_update_child_status_from_conn(ap_sb_handle_t *, int, conn_rec *c);
AP_DECLARE(int) ap_update_child_status_from_indexes(int, int, int, request_rec *r);
AP_DECLARE(int) ap_update_child_status_from_server(ap_sb_handle_t *, int, conn_rec *c, server_rec *s);
AP_DECLARE(int) ap_update_global_status(void);
AP_DECLARE(void) ap_update_sb_handle(ap_sb_handle_t *, int, int);

#ifdef __cplusplus
}
#endif

#endif
