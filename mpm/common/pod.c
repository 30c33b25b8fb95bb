/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pod - the pipe of death: how a master tells children to leave.
 *
 * A byte in the pipe is an order for whichever child reads it first. Nobody
 * ever blocks on it: the reader looks, the writer drops what does not fit.
 * Pinion's own process models also read the end of the pipe: when no process
 * holds the writing end, the master is gone or has a new generation.
 */

#include "mpm_common.h"

#include "apr_strings.h"

#include "ap_listen.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "httpd.h"
#include "scoreboard.h"

APLOG_USE_MODULE(core);

static apr_status_t open_pipe(apr_pool_t *pool, ap_pod_t **pod)
{
    apr_status_t rv;

    *pod = apr_palloc(pool, sizeof(**pod));
    (*pod)->p = pool;
    rv = apr_file_pipe_create_ex(&(*pod)->pod_in, &(*pod)->pod_out,
                                 APR_FULL_NONBLOCK, pool);
    if (rv != APR_SUCCESS) {
        return rv;
    }
    /* Programs that are started later must not keep the pipe alive. */
    apr_file_inherit_unset((*pod)->pod_in);
    apr_file_inherit_unset((*pod)->pod_out);
    return APR_SUCCESS;
}

static apr_status_t read_order(ap_pod_t *pod, char *order)
{
    apr_size_t len = 1;
    apr_status_t rv = apr_file_read(pod->pod_in, order, &len);

    return rv == APR_SUCCESS && len == 1 ? APR_SUCCESS
           : rv == APR_SUCCESS           ? APR_EGENERAL
                                         : rv;
}

static apr_status_t write_order(ap_pod_t *pod, char order)
{
    apr_size_t len = 1;

    return apr_file_write(pod->pod_out, &order, &len);
}

static apr_status_t close_both(ap_pod_t *pod)
{
    apr_status_t rv = apr_file_close(pod->pod_out);
    apr_status_t rv_in = apr_file_close(pod->pod_in);

    return rv != APR_SUCCESS ? rv : rv_in;
}

AP_DECLARE(apr_status_t) ap_mpm_pod_open(apr_pool_t *p, ap_pod_t **pod)
{
    return open_pipe(p, pod);
}

AP_DECLARE(apr_status_t) ap_mpm_pod_check(ap_pod_t *pod)
{
    char order = 0;
    apr_status_t rv = read_order(pod, &order);

    if (rv != APR_SUCCESS) {
        return rv;
    }
    return order == AP_MPM_PODX_RESTART_CHAR ? APR_SUCCESS : AP_NORESTART;
}

AP_DECLARE(apr_status_t) ap_mpm_pod_close(ap_pod_t *pod)
{
    return close_both(pod);
}

static const ap_listen_rec *first_active_listener(void)
{
    const ap_listen_rec *lr = ap_listeners;

    while (lr && !lr->active) {
        lr = lr->next;
    }
    return lr;
}

/* A child that sleeps in accept() looks at the pipe only after the next
 * connection: give it one. Whatever happens to it is of no interest. */
static apr_status_t poke_accept(apr_pool_t *pool)
{
    static const char request[] = "OPTIONS * HTTP/1.0\r\n"
                                  "User-Agent: Pinion (internal dummy "
                                  "connection)\r\n\r\n";
    const ap_listen_rec *lr = first_active_listener();
    apr_size_t len = sizeof(request) - 1;
    apr_socket_t *socket;
    apr_status_t rv;
    apr_pool_t *scratch;

    if (!lr) {
        return APR_ENOSOCKET;
    }
    apr_pool_create(&scratch, pool);
    rv = apr_socket_create(&socket, lr->bind_addr->family, SOCK_STREAM,
                           APR_PROTO_TCP, scratch);
    if (rv == APR_SUCCESS) {
        apr_socket_timeout_set(socket, apr_time_from_sec(1));
        rv = apr_socket_connect(socket, lr->bind_addr);
    }
    if (rv == APR_SUCCESS) {
        rv = apr_socket_send(socket, request, &len);
    }
    apr_pool_destroy(scratch);
    return rv;
}

AP_DECLARE(apr_status_t) ap_mpm_pod_signal(ap_pod_t *pod)
{
    apr_status_t rv = write_order(pod, AP_MPM_PODX_RESTART_CHAR);

    return rv == APR_SUCCESS ? poke_accept(pod->p) : rv;
}

AP_DECLARE(void) ap_mpm_pod_killpg(ap_pod_t *pod, int num)
{
    apr_status_t rv = APR_SUCCESS;

    for (int i = 0; i < num && rv == APR_SUCCESS; i++) {
        rv = write_order(pod, AP_MPM_PODX_RESTART_CHAR);
    }
    for (int i = 0; i < num && rv == APR_SUCCESS; i++) {
        const worker_score *row = ap_get_scoreboard_worker_from_indexes(i, 0);

        /* Busy children look by themselves when they are done. */
        if (row && row->status != SERVER_READY) {
            continue;
        }
        rv = poke_accept(pod->p);
    }
}

AP_DECLARE(apr_status_t) ap_mpm_podx_open(apr_pool_t *p, ap_pod_t **pod)
{
    return open_pipe(p, pod);
}

AP_DECLARE(int) ap_mpm_podx_check(ap_pod_t *pod)
{
    char order = 0;

    if (read_order(pod, &order) != APR_SUCCESS) {
        return AP_MPM_PODX_NORESTART;
    }
    switch (order) {
    case AP_MPM_PODX_RESTART_CHAR:
        return AP_MPM_PODX_RESTART;
    case AP_MPM_PODX_GRACEFUL_CHAR:
        return AP_MPM_PODX_GRACEFUL;
    default:
        return AP_MPM_PODX_NORESTART;
    }
}

AP_DECLARE(apr_status_t) ap_mpm_podx_close(ap_pod_t *pod)
{
    return close_both(pod);
}

AP_DECLARE(apr_status_t)
ap_mpm_podx_signal(ap_pod_t *pod, ap_podx_restart_t graceful)
{
    return write_order(pod, graceful == AP_MPM_PODX_GRACEFUL
                                ? AP_MPM_PODX_GRACEFUL_CHAR
                                : AP_MPM_PODX_RESTART_CHAR);
}

AP_DECLARE(void)
ap_mpm_podx_killpg(ap_pod_t *pod, int num, ap_podx_restart_t graceful)
{
    apr_status_t rv = APR_SUCCESS;

    for (int i = 0; i < num && rv == APR_SUCCESS; i++) {
        rv = ap_mpm_podx_signal(pod, graceful);
    }
    if (rv != APR_SUCCESS && !APR_STATUS_IS_EAGAIN(rv)) {
        ap_log_error(APLOG_MARK, APLOG_WARNING, rv, ap_server_conf,
                     "cannot tell all %d children to leave", num);
    }
}
