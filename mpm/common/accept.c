/* SPDX-License-Identifier: Apache-2.0 */
/* accept - taking one connection from a listener. */

#include "unixd.h"

#include <errno.h>
#include <stdbool.h>

#include "apr_network_io.h"

#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "mpm_common.h"

APLOG_USE_MODULE(core);

/* Errors that belong to the connection that could not be had (it is gone),
 * not to the listener: the next one may be fine. */
static bool is_about_the_peer(apr_status_t rv)
{
    switch (rv) {
    case ECONNABORTED:
    case ECONNRESET:
    case EPROTO:
    case ETIMEDOUT:
    case EHOSTUNREACH:
    case ENETUNREACH:
    case ENETDOWN:
    case EHOSTDOWN:
    case ENONET:
    case ENOPROTOOPT:
    case EOPNOTSUPP:
    case EPERM: /* a packet filter's refusal */
        return true;
    default:
        return false;
    }
}

/*
 * Takes a connection: APR_SUCCESS, APR_EAGAIN when there is none after all,
 * APR_EINTR, APR_EMFILE and the like when this process has run out of
 * something, APR_EINVAL when the listener was shut down, APR_EGENERAL when it
 * is of no use any more.
 */
AP_DECLARE(apr_status_t)
ap_unixd_accept(void **accepted, ap_listen_rec *lr, apr_pool_t *ptrans)
{
    apr_socket_t *csd = NULL;
    apr_status_t rv;

    *accepted = NULL;
    rv = apr_socket_accept(&csd, lr->sd, ptrans);
    if (rv == APR_SUCCESS) {
        *accepted = csd;
        return APR_SUCCESS;
    }
    if (APR_STATUS_IS_EINTR(rv) || APR_STATUS_IS_EAGAIN(rv)) {
        return rv;
    }
    if (is_about_the_peer(rv)) {
        return APR_EAGAIN;
    }
    if (rv == APR_EINVAL) { /* by the master, which says so itself */
        return rv;
    }
    if (rv == EMFILE || rv == ENFILE || rv == ENOBUFS || rv == ENOMEM) {
        ap_log_error(APLOG_MARK, APLOG_ERR, rv, ap_server_conf,
                     "cannot accept a connection on %pI", lr->bind_addr);
        return rv;
    }
    ap_log_error(APLOG_MARK, APLOG_ERR, rv, ap_server_conf,
                 "accepting on %pI failed", lr->bind_addr);
    return APR_EGENERAL;
}

AP_DECLARE(void) ap_sock_disable_nagle(apr_socket_t *s)
{
    apr_status_t rv = apr_socket_opt_set(s, APR_TCP_NODELAY, 1);

    if (rv != APR_SUCCESS && rv != APR_ENOTIMPL) {
        ap_log_error(APLOG_MARK, APLOG_WARNING, rv, ap_server_conf,
                     "cannot set TCP_NODELAY");
    }
}
