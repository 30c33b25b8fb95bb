/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scoreboard - the memory in which every process shows what it is doing.
 *
 * One shared block, in this order: global_score, process_score for each slot,
 * worker_score for each thread of each slot. It is made once, before the
 * first child, in the pool of the process: a graceful restart goes on with
 * the same block, since old and new children share its slots. Whoever owns a
 * slot is the only writer of its row; readers accept a torn line of text.
 */

#include "scoreboard.h"

#include <sys/times.h>

#include "apr_optional.h"
#include "apr_strings.h"

#include "ap_mpm.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"

#include "common/scoreboard_private.h"

APLOG_USE_MODULE(core);

AP_DECLARE_DATA scoreboard *ap_scoreboard_image;
AP_DECLARE_DATA const char *ap_scoreboard_fname;

APR_HOOK_STRUCT(APR_HOOK_LINK(pre_mpm))

AP_IMPLEMENT_HOOK_RUN_ALL(int, pre_mpm, (apr_pool_t * p, ap_scoreboard_e sb_type),
                          (p, sb_type), OK, DECLINED)

static apr_shm_t *board_shm; /* NULL when the board is not shared */
static apr_size_t board_bytes;
static int server_limit;
static int thread_limit;

static apr_size_t round_up(apr_size_t n)
{
    return (n + 7U) & ~(apr_size_t)7U;
}

AP_DECLARE(int) ap_exists_scoreboard_image(void)
{
    return ap_scoreboard_image != NULL;
}

AP_DECLARE(int) ap_calc_scoreboard_size(void)
{
    apr_size_t slots;
    apr_size_t threads;

    ap_mpm_query(AP_MPMQ_HARD_LIMIT_DAEMONS, &server_limit);
    ap_mpm_query(AP_MPMQ_HARD_LIMIT_THREADS, &thread_limit);
    slots = (apr_size_t)server_limit;
    threads = (apr_size_t)thread_limit;
    board_bytes = round_up(sizeof(global_score)) +
                  round_up(sizeof(process_score) * slots) +
                  round_up(sizeof(worker_score) * slots * threads);
    return (int)board_bytes;
}

AP_DECLARE(void) ap_init_scoreboard(void *shared_score)
{
    char *at = shared_score;
    apr_size_t slots;

    ap_calc_scoreboard_size();
    slots = (apr_size_t)server_limit;
    if (!ap_scoreboard_image) {
        ap_scoreboard_image = ap_calloc(1, sizeof(scoreboard));
        ap_scoreboard_image->servers =
            ap_calloc(slots, sizeof(worker_score *));
    }
    ap_scoreboard_image->global = (global_score *)(void *)at;
    at += round_up(sizeof(global_score));
    ap_scoreboard_image->parent = (process_score *)(void *)at;
    at += round_up(sizeof(process_score) * slots);
    for (apr_size_t i = 0; i < slots; i++) {
        ap_scoreboard_image->servers[i] = (worker_score *)(void *)at;
        at += sizeof(worker_score) * (apr_size_t)thread_limit;
    }
    ap_scoreboard_image->global->server_limit = server_limit;
    ap_scoreboard_image->global->thread_limit = thread_limit;
}

/* A scoreboard that other programs may attach to by the name of its file. */
static apr_status_t open_named(apr_pool_t *pool)
{
    const char *fname = ap_runtime_dir_relative(pool, ap_scoreboard_fname);

    if (!fname) {
        return APR_EBADPATH;
    }
    /* What an earlier process left there is of no use to anybody. */
    apr_shm_remove(fname, pool);
    return apr_shm_create(&board_shm, board_bytes, fname, pool);
}

static apr_status_t open_shared(apr_pool_t *pool)
{
    apr_status_t rv;

    if (!ap_scoreboard_fname) {
        rv = apr_shm_create(&board_shm, board_bytes, NULL, pool);
        if (rv == APR_SUCCESS || !APR_STATUS_IS_ENOTIMPL(rv)) {
            return rv;
        }
        ap_scoreboard_fname = DEFAULT_SCOREBOARD;
    }
    return open_named(pool);
}

AP_DECLARE(apr_status_t)
ap_reopen_scoreboard(apr_pool_t *p, apr_shm_t **shm, int detached)
{
    if (board_shm && !detached) {
        ap_init_scoreboard(apr_shm_baseaddr_get(board_shm));
    }
    if (shm) {
        *shm = board_shm;
    }
    return board_shm ? APR_SUCCESS : APR_ENOSHMAVAIL;
}

AP_DECLARE_NONSTD(apr_status_t) ap_cleanup_scoreboard(void *d)
{
    if (!ap_scoreboard_image) {
        return APR_SUCCESS;
    }
    if (board_shm) {
        apr_shm_destroy(board_shm);
        board_shm = NULL;
    } else {
        free(ap_scoreboard_image->global);
    }
    free(ap_scoreboard_image->servers);
    free(ap_scoreboard_image);
    ap_scoreboard_image = NULL;
    return APR_SUCCESS;
}

/* After a restart that ended every child: the counters begin anew, but the
 * generation goes on. */
static void wipe(void *base)
{
    memset(base, 0, board_bytes);
    ap_init_scoreboard(base);
}

int ap_create_scoreboard(apr_pool_t *p, ap_scoreboard_e sb_type)
{
    int generation = 0;
    void *base;

    if (ap_scoreboard_image) {
        global_score *global = ap_scoreboard_image->global;

        ap_mpm_query(AP_MPMQ_GENERATION, &generation);
        if (!pn_scoreboard_has_children()) {
            wipe(global);
        }
        global->restart_time = apr_time_now();
        global->running_generation = generation;
        return OK;
    }
    ap_calc_scoreboard_size();
    if (sb_type == SB_SHARED) {
        apr_status_t rv = open_shared(p);

        if (rv != APR_SUCCESS) {
            ap_log_error(APLOG_MARK, APLOG_CRIT, rv, ap_server_conf,
                         "cannot create the scoreboard (%" APR_SIZE_T_FMT
                         " bytes, %s)",
                         board_bytes,
                         ap_scoreboard_fname ? ap_scoreboard_fname
                                             : "anonymous shared memory");
            return HTTP_INTERNAL_SERVER_ERROR;
        }
        base = apr_shm_baseaddr_get(board_shm);
        memset(base, 0, board_bytes);
    } else {
        base = ap_calloc(1, board_bytes);
    }
    ap_init_scoreboard(base);
    ap_scoreboard_image->global->restart_time = apr_time_now();
    apr_pool_cleanup_register(p, NULL, ap_cleanup_scoreboard,
                              apr_pool_cleanup_null);
    return OK;
}

bool pn_scoreboard_has_children(void)
{
    for (int i = 0; ap_scoreboard_image && i < server_limit; i++) {
        if (ap_scoreboard_image->parent[i].pid != 0) {
            return true;
        }
    }
    return false;
}

/* --- reading ------------------------------------------------------------ */

AP_DECLARE(int) ap_find_child_by_pid(apr_proc_t *pid)
{
    int used = 0;

    if (!ap_scoreboard_image) {
        return -1;
    }
    ap_mpm_query(AP_MPMQ_MAX_DAEMON_USED, &used);
    for (int i = 0; i < used; i++) {
        if (ap_scoreboard_image->parent[i].pid == pid->pid) {
            return i;
        }
    }
    return -1;
}

AP_DECLARE(worker_score *)
ap_get_scoreboard_worker_from_indexes(int x, int y)
{
    if (!ap_scoreboard_image || x < 0 || x >= server_limit || y < 0 ||
        y >= thread_limit) {
        return NULL;
    }
    return &ap_scoreboard_image->servers[x][y];
}

AP_DECLARE(worker_score *) ap_get_scoreboard_worker(ap_sb_handle_t *sbh)
{
    if (!sbh) {
        return NULL;
    }
    return ap_get_scoreboard_worker_from_indexes(sbh->slot, sbh->thread);
}

AP_DECLARE(void)
ap_copy_scoreboard_worker(worker_score *dest, int child_num, int thread_num)
{
    const worker_score *from =
        ap_get_scoreboard_worker_from_indexes(child_num, thread_num);

    if (!from) {
        memset(dest, 0, sizeof(*dest));
        return;
    }
    memcpy(dest, from, sizeof(*dest));
    /* The owner may be writing: whatever was caught, it ends. */
    dest->client[sizeof(dest->client) - 1] = '\0';
    dest->request[sizeof(dest->request) - 1] = '\0';
    dest->vhost[sizeof(dest->vhost) - 1] = '\0';
    dest->protocol[sizeof(dest->protocol) - 1] = '\0';
    dest->client64[sizeof(dest->client64) - 1] = '\0';
}

AP_DECLARE(process_score *) ap_get_scoreboard_process(int x)
{
    if (!ap_scoreboard_image || x < 0 || x >= server_limit) {
        return NULL;
    }
    return &ap_scoreboard_image->parent[x];
}

AP_DECLARE(global_score *) ap_get_scoreboard_global(void)
{
    return ap_scoreboard_image ? ap_scoreboard_image->global : NULL;
}

/* --- handles ------------------------------------------------------------ */

AP_DECLARE(void) ap_update_sb_handle(ap_sb_handle_t *sbh, int child_num,
                                     int thread_num)
{
    sbh->slot = child_num;
    sbh->thread = thread_num;
}

AP_DECLARE(void) ap_create_sb_handle(ap_sb_handle_t **new_sbh, apr_pool_t *p,
                                     int child_num, int thread_num)
{
    *new_sbh = apr_palloc(p, sizeof(ap_sb_handle_t));
    ap_update_sb_handle(*new_sbh, child_num, thread_num);
}
