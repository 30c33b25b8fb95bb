/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_status - what the server is doing: SetHandler server-status.
 *
 * Query:      ?auto for programs, ?notable for lines instead of a table,
 *             ?refresh=SECONDS; they may be combined with "&"
 * Directives: none of its own. Loading it turns ExtendedStatus on; an
 *             ExtendedStatus line in the configuration still counts.
 * Phase:      handler. Other modules add their part in the optional hook
 *             status_hook.
 * Owns:       nothing; a status_t lives in r->pool.
 * Tests:      test/e2e/generators/test_status.py
 */

#include "httpd.h"

#include <unistd.h>

#include "ap_mpm.h"
#include "apr_strings.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "http_protocol.h"
#include "mod_status.h"
#include "status_page.h"

module AP_MODULE_DECLARE_DATA status_module;

enum { REFRESH_DEFAULT_S = 10, REFRESH_MAX_S = 86400 };

APR_IMPLEMENT_OPTIONAL_HOOK_RUN_ALL(ap, STATUS, int, status_hook,
                                    (request_rec *r, int flags), (r, flags),
                                    OK, DECLINED)

/* What the MPM can have at most; set in post_config. */
static int server_limit, thread_limit, children_max, threads_max;
static int is_async;

const char status_letters[SERVER_NUM_STATUS] = {
    [SERVER_DEAD] = '.',           [SERVER_STARTING] = 'S',
    [SERVER_READY] = '_',          [SERVER_BUSY_READ] = 'R',
    [SERVER_BUSY_WRITE] = 'W',     [SERVER_BUSY_KEEPALIVE] = 'K',
    [SERVER_BUSY_LOG] = 'L',       [SERVER_BUSY_DNS] = 'D',
    [SERVER_CLOSING] = 'C',        [SERVER_GRACEFUL] = 'G',
    [SERVER_IDLE_KILL] = 'I',
};

const char *status_format_uptime(apr_pool_t *pool, apr_int64_t seconds)
{
    static const struct {
        apr_int64_t seconds;
        const char *name;
    } parts[] = {
        { 86400, "day" }, { 3600, "hour" }, { 60, "minute" }, { 1, "second" },
    };
    const char *text = "";

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        apr_int64_t n = seconds / parts[i].seconds;

        seconds %= parts[i].seconds;
        if (n) {
            text = apr_psprintf(pool, "%s %" APR_INT64_T_FMT " %s%s", text, n,
                                parts[i].name, n == 1 ? "" : "s");
        }
    }
    return text;
}

double status_seconds_of(clock_t ticks)
{
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

double status_cpu_seconds(const struct tms *times)
{
    return status_seconds_of(times->tms_utime + times->tms_stime +
                             times->tms_cutime + times->tms_cstime);
}

double status_milliseconds(apr_time_t duration)
{
    return (double)duration / 1000.0;
}

/* --- reading the scoreboard ---------------------------------------------- */

/* A process notes its own times in each of its workers: the latest note is
 * the largest. */
static void take_latest(struct tms *latest, const struct tms *times)
{
    if (times->tms_utime + times->tms_stime + times->tms_cutime +
            times->tms_cstime >
        latest->tms_utime + latest->tms_stime + latest->tms_cutime +
            latest->tms_cstime) {
        *latest = *times;
    }
}

static void add_times(struct tms *sum, const struct tms *times)
{
    sum->tms_utime += times->tms_utime;
    sum->tms_stime += times->tms_stime;
    sum->tms_cutime += times->tms_cutime;
    sum->tms_cstime += times->tms_cstime;
}

/* Whether a worker of a living process is free, at work, or at work for an
 * earlier configuration. */
static void count_worker(status_process_t *process, int state,
                         const status_t *status)
{
    if (process->score.pid == 0) {
        return;
    }
    if (state == SERVER_READY) {
        if (!process->score.quiescing &&
            process->score.generation == status->mpm_generation) {
            process->idle++;
        }
    }
    else if (state == SERVER_GRACEFUL) {
        process->graceful++;
    }
    else if (state != SERVER_DEAD && state != SERVER_STARTING &&
             state != SERVER_IDLE_KILL) {
        process->busy++;
    }
}

static void add_worker(status_t *status, int child, int thread,
                       const status_process_t *process,
                       const worker_score *score)
{
    status_worker_t *worker;

    status->accesses += score->access_count;
    status->bytes += score->bytes_served;
    status->duration += score->duration;
    if (score->access_count == 0 &&
        (score->status == SERVER_READY || score->status == SERVER_DEAD)) {
        return;
    }
    worker = apr_array_push(status->workers);
    worker->child = child;
    worker->thread = thread;
    worker->score = *score;
    worker->pid = score->pid ? score->pid : process->score.pid;
    worker->generation = score->pid ? score->generation
                                    : process->score.generation;
}

static char *read_child(status_t *status, int child, char *letter)
{
    status_process_t process = { .child = child };
    struct tms latest = { 0 };

    process.score = *ap_get_scoreboard_process(child);
    for (int thread = 0; thread < thread_limit; thread++) {
        worker_score score;

        ap_copy_scoreboard_worker(&score, child, thread);
        if (score.status >= SERVER_NUM_STATUS) {
            score.status = SERVER_DEAD;
        }
        if (score.status == SERVER_DEAD &&
            (child >= children_max || thread >= threads_max)) {
            continue; /* a slot that this configuration does not use */
        }
        *letter++ = status_letters[score.status];
        status->counts[score.status]++;
        count_worker(&process, score.status, status);
        if (ap_extended_status) {
            add_worker(status, child, thread, &process, &score);
            take_latest(&latest, &score.times);
        }
    }
    status->busy += process.busy;
    status->graceful += process.graceful;
    status->idle += process.idle;
    add_times(&status->times, &latest);
    if (is_async && process.score.pid) {
        APR_ARRAY_PUSH(status->processes, status_process_t) = process;
    }
    return letter;
}

static status_t *read_status(request_rec *r)
{
    status_t *status = apr_pcalloc(r->pool, sizeof(*status));
    char *letter;

    status->now = apr_time_now();
    status->restart_time = ap_get_scoreboard_global()->restart_time;
    status->uptime_s = apr_time_sec(status->now) -
                       apr_time_sec(status->restart_time);
    status->config_generation = ap_state_query(AP_SQ_CONFIG_GEN);
    ap_mpm_query(AP_MPMQ_GENERATION, &status->mpm_generation);
    ap_get_loadavg(&status->load);
    status->is_async = is_async;
    status->workers = apr_array_make(r->pool, 16, sizeof(status_worker_t));
    status->processes = apr_array_make(r->pool, 4, sizeof(status_process_t));
    status->letters = apr_palloc(r->pool,
                                 (apr_size_t)server_limit *
                                 (apr_size_t)thread_limit + 1);
    letter = status->letters;
    for (int child = 0; child < server_limit; child++) {
        letter = read_child(status, child, letter);
    }
    *letter = '\0';
    return status;
}

/* --- the request --------------------------------------------------------- */

/* What the query string asked for. */
typedef struct query_t {
    int is_auto;
    int is_notable;
    int refresh_s; /* 0: not */
} query_t;

static query_t read_query(request_rec *r)
{
    query_t query = { 0 };
    char *state;
    char *word = r->args ? apr_strtok(apr_pstrdup(r->pool, r->args), "&",
                                      &state) : NULL;

    for (; word; word = apr_strtok(NULL, "&", &state)) {
        char *value = ap_strchr(word, '=');

        if (value) {
            *value++ = '\0';
        }
        if (strcmp(word, "auto") == 0) {
            query.is_auto = 1;
        }
        else if (strcmp(word, "notable") == 0) {
            query.is_notable = 1;
        }
        else if (strcmp(word, "refresh") == 0) {
            apr_int64_t seconds = value ? apr_atoi64(value) : 0;

            query.refresh_s = seconds > 0 && seconds <= REFRESH_MAX_S
                ? (int)seconds : REFRESH_DEFAULT_S;
        }
    }
    return query;
}

static int flags_of(const query_t *query)
{
    return (query->is_auto ? AP_STATUS_SHORT : 0) |
           (query->is_notable ? AP_STATUS_NOTABLE : 0) |
           (ap_extended_status ? AP_STATUS_EXTENDED : 0);
}

static int status_handle(request_rec *r)
{
    query_t query;
    const status_t *status;

    if (!r->handler || (strcmp(r->handler, "server-status") != 0 &&
                        strcmp(r->handler, "application/x-httpd-status") != 0)) {
        return DECLINED;
    }
    r->allowed = AP_METHOD_BIT << M_GET;
    if (r->method_number != M_GET) {
        return DECLINED;
    }
    if (!ap_exists_scoreboard_image()) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "server-status: there is no scoreboard to show");
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    query = read_query(r);
    if (query.refresh_s) {
        apr_table_setn(r->headers_out, "Refresh",
                       apr_itoa(r->pool, query.refresh_s));
    }
    ap_set_content_type(r, query.is_auto ? "text/plain; charset=ISO-8859-1"
                                         : "text/html; charset=ISO-8859-1");
    if (r->header_only) {
        return OK;
    }
    status = read_status(r);
    if (query.is_auto) {
        status_print_auto(r, status);
    }
    else {
        status_print_html(r, status, !query.is_notable);
    }
    ap_run_status_hook(r, flags_of(&query));
    if (!query.is_auto) {
        status_print_html_end(r);
    }
    return OK;
}

static int status_pre_config(apr_pool_t *pconf, apr_pool_t *plog,
                             apr_pool_t *ptemp)
{
    /* Whoever loads this module wants to see something; the directive is
     * read later. */
    ap_extended_status = 1;
    return OK;
}

static int status_post_config(apr_pool_t *pconf, apr_pool_t *plog,
                              apr_pool_t *ptemp, server_rec *s)
{
    ap_mpm_query(AP_MPMQ_HARD_LIMIT_DAEMONS, &server_limit);
    ap_mpm_query(AP_MPMQ_HARD_LIMIT_THREADS, &thread_limit);
    ap_mpm_query(AP_MPMQ_MAX_DAEMONS, &children_max);
    ap_mpm_query(AP_MPMQ_MAX_THREADS, &threads_max);
    if (threads_max < 1) {
        threads_max = 1; /* prefork answers 0 */
    }
    if (thread_limit < 1) {
        thread_limit = 1;
    }
    if (ap_mpm_query(AP_MPMQ_IS_ASYNC, &is_async) != APR_SUCCESS) {
        is_async = 0;
    }
    return OK;
}

static void status_register_hooks(apr_pool_t *pool)
{
    ap_hook_handler(status_handle, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_pre_config(status_pre_config, NULL, NULL, APR_HOOK_LAST);
    ap_hook_post_config(status_post_config, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(status) = {
    STANDARD20_MODULE_STUFF,
    .register_hooks = status_register_hooks,
};
