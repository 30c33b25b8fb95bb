/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host.c - what this machine is called, how busy it is, and how to run a
 * program on it.
 */
#include "httpd.h"

#include <stdlib.h>
#include <unistd.h>

#include "apr_lib.h"
#include "apr_network_io.h"
#include "apr_strings.h"
#include "apr_thread_proc.h"

#include "ap_mpm.h"
#include "http_log.h"
#include "http_main.h"
#include "http_protocol.h"
#include "scoreboard.h"

enum {
    /* ap_get_exec_line() serves names and passwords, not documents. */
    EXEC_LINE_MAX_BYTES = MAX_STRING_LEN
};

/* --- names --------------------------------------------------------------- */

/* The full name that the resolver has for our address, or NULL. */
static char *full_name_of(const char *host, apr_pool_t *pool)
{
    apr_sockaddr_t *addr;
    char *name;

    if (apr_sockaddr_info_get(&addr, host, APR_UNSPEC, 0, 0, pool)
        != APR_SUCCESS) {
        return NULL;
    }
    for (; addr; addr = addr->next) {
        if (apr_getnameinfo(&name, addr, 0) == APR_SUCCESS && name
            && strchr(name, '.')) {
            return apr_pstrdup(pool, name);
        }
    }
    return NULL;
}

AP_DECLARE(char *) ap_get_local_host(apr_pool_t *pool)
{
    char host[APRMAXHOSTLEN + 1] = "";
    char *name = NULL;

    if (apr_gethostname(host, sizeof(host), pool) == APR_SUCCESS) {
        name = strchr(host, '.') ? apr_pstrdup(pool, host)
                                 : full_name_of(host, pool);
    }
    if (!name) {
        name = apr_pstrdup(pool, "127.0.0.1");
        ap_log_perror(APLOG_MARK, APLOG_ALERT | APLOG_STARTUP, 0, pool,
                      "%s: no full host name found, %s is taken; "
                      "ServerName in the configuration sets it",
                      ap_server_argv0 ? ap_server_argv0 : "pinion", name);
    }
    return name;
}

AP_DECLARE(char *)
ap_construct_server(apr_pool_t *pool, const char *hostname, apr_port_t port,
                    const request_rec *r)
{
    if (ap_is_default_port(port, r)) {
        return apr_pstrdup(pool, hostname);
    }
    return apr_psprintf(pool, "%s:%u", hostname, port);
}

/* Directory names for child processes: all that is no letter or digit becomes
 * '_'. */
static void to_alnum(const char *src, char *dest)
{
    for (; *src != '\0'; src++) {
        *dest++ = apr_isalnum(*src) ? *src : '_';
    }
    *dest = '\0';
}

AP_DECLARE(apr_status_t) ap_str2_alnum(const char *src, char *dest)
{
    to_alnum(src, dest);
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_pstr2_alnum(apr_pool_t *pool, const char *src, const char **dest)
{
    char *copy = apr_palloc(pool, strlen(src) + 1);

    to_alnum(src, copy);
    *dest = copy;
    return APR_SUCCESS;
}

/* --- load ---------------------------------------------------------------- */

AP_DECLARE(void) ap_get_loadavg(ap_loadavg_t *ld)
{
    double averages[3];
    const int n = getloadavg(averages, 3);

    ld->loadavg = n > 0 ? (float)averages[0] : 0.0f;
    ld->loadavg5 = n > 1 ? (float)averages[1] : 0.0f;
    ld->loadavg15 = n > 2 ? (float)averages[2] : 0.0f;
}

static void count_worker(ap_sload_t *load, const worker_score *ws)
{
    switch (ws->status) {
    case SERVER_READY:
        load->idle++;
        break;
    case SERVER_DEAD:
    case SERVER_STARTING:
    case SERVER_IDLE_KILL:
        break;
    default:
        load->busy++;
        break;
    }
    load->access_count += ws->access_count;
    load->bytes_served += (apr_off_t)ws->bytes_served;
}

/* idle and busy are thousandths of all workers. */
AP_DECLARE(void) ap_get_sload(ap_sload_t *ld)
{
    int n_servers = 0;
    int n_threads = 0;
    int total = 0;

    memset(ld, 0, sizeof(*ld));
    ap_mpm_query(AP_MPMQ_HARD_LIMIT_DAEMONS, &n_servers);
    ap_mpm_query(AP_MPMQ_HARD_LIMIT_THREADS, &n_threads);
    if (!ap_exists_scoreboard_image()) {
        return;
    }
    for (int i = 0; i < n_servers; i++) {
        const process_score *ps = ap_get_scoreboard_process(i);

        for (int j = 0; ps && j < n_threads; j++) {
            const worker_score *ws = ap_get_scoreboard_worker_from_indexes(i,
                                                                           j);

            if (ws && !ps->quiescing && ps->pid != 0) {
                count_worker(ld, ws);
            }
        }
    }
    total = ld->idle + ld->busy;
    if (total > 0) {
        ld->idle = ld->idle * 1000 / total;
        ld->busy = ld->busy * 1000 / total;
    }
}

/* --- programs ------------------------------------------------------------ */

/* Reads to the end or to a full buffer; the length without a final line end. */
static apr_size_t read_all(apr_file_t *file, char *buf, apr_size_t size)
{
    apr_size_t len = 0;

    apr_file_read_full(file, buf, size, &len);
    while (len > 0 && (buf[len - 1] == '\n' || buf[len - 1] == '\r')) {
        len--;
    }
    return len;
}

AP_DECLARE(char *)
ap_get_exec_line(apr_pool_t *pool, const char *cmd, const char *const *argv)
{
    char buf[EXEC_LINE_MAX_BYTES];
    apr_procattr_t *attr;
    apr_proc_t proc;
    apr_size_t len;

    if (apr_procattr_create(&attr, pool) != APR_SUCCESS
        || apr_procattr_io_set(attr, APR_FULL_BLOCK, APR_FULL_BLOCK,
                               APR_NO_PIPE)
               != APR_SUCCESS
        || apr_procattr_cmdtype_set(attr, APR_PROGRAM) != APR_SUCCESS
        || apr_proc_create(&proc, cmd, argv, NULL, attr, pool) != APR_SUCCESS) {
        return NULL;
    }
    apr_file_close(proc.in);
    len = read_all(proc.out, buf, sizeof(buf));
    apr_file_close(proc.out);
    apr_proc_wait(&proc, NULL, NULL, APR_WAIT);
    /* A line that fills the buffer is cut, and half a secret is none. */
    return len < sizeof(buf) ? apr_pstrmemdup(pool, buf, len) : NULL;
}

AP_DECLARE(void) ap_log_assert(const char *szExp, const char *szFile, int nLine)
{
    ap_log_error(szFile, nLine, APLOG_NO_MODULE, APLOG_CRIT, 0, ap_server_conf,
                 "assertion \"%s\" failed in %s, line %d: this process ends",
                 szExp, szFile, nLine);
    abort();
}
