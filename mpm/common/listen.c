/* SPDX-License-Identifier: Apache-2.0 */
/*
 * listen - the Listen directive and its relatives: what is wanted.
 *
 * A configuration yields a list of addresses (ap_listeners, in the pool of
 * the configuration). Which sockets are open is another matter, kept by
 * listen_sockets.c for as long as the master lives.
 */

#include "ap_listen.h"

#include "apr_network_io.h"
#include "apr_strings.h"

#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "mpm_common.h"
#include "unixd.h"

#include "common/listen_private.h"

APLOG_USE_MODULE(core);

AP_DECLARE_DATA ap_listen_rec *ap_listeners;
AP_DECLARE_DATA int ap_num_listen_buckets = 1;

pn_listen_options_t pn_listen_options;

AP_DECLARE(void) ap_listen_pre_config(void)
{
    ap_listeners = NULL;
    pn_listen_options = (pn_listen_options_t){
        .backlog = DEFAULT_LISTENBACKLOG,
        .defer_accept_s = DEFAULT_TCP_DEFER_ACCEPT,
    };
    /* Changing the number of sockets per address while connections wait in
     * them would lose some, so the first start decides. */
    ap_have_so_reuseport = pn_listen_can_share_ports();
}

static bool is_same_address(const apr_sockaddr_t *one,
                            const apr_sockaddr_t *other)
{
    return one->port == other->port && one->family == other->family &&
           one->ipaddr_len == other->ipaddr_len &&
           memcmp(one->ipaddr_ptr, other->ipaddr_ptr,
                  (size_t)one->ipaddr_len) == 0;
}

/* Appends one address unless it is listed; the last word on its protocol is
 * the latest line's. */
static void want_address(apr_pool_t *pool, apr_sockaddr_t *address,
                         const char *protocol)
{
    ap_listen_rec **at = &ap_listeners;
    ap_listen_rec *listener;

    for (; *at; at = &(*at)->next) {
        if (is_same_address((*at)->bind_addr, address)) {
            (*at)->protocol = protocol;
            return;
        }
    }
    listener = apr_pcalloc(pool, sizeof(*listener));
    listener->bind_addr = address;
    listener->protocol = protocol;
    listener->accept_func = ap_unixd_accept;
    *at = listener;
}

/* "Listen 80": one IPv6 socket takes IPv4 too; a machine without IPv6 gets
 * the IPv4 one. */
static apr_status_t resolve_any(apr_sockaddr_t **address, apr_port_t port,
                                apr_pool_t *pool)
{
#if APR_HAVE_IPV6
    apr_socket_t *probe;

    if (apr_socket_create(&probe, APR_INET6, SOCK_STREAM, APR_PROTO_TCP,
                          pool) == APR_SUCCESS) {
        apr_socket_close(probe);
        return apr_sockaddr_info_get(address, "::", APR_INET6, port, 0, pool);
    }
#endif
    return apr_sockaddr_info_get(address, "0.0.0.0", APR_INET, port, 0, pool);
}

static const char *want_host(cmd_parms *cmd, const char *text,
                             const char *host, apr_port_t port,
                             const char *protocol)
{
    apr_sockaddr_t *address = NULL;
    apr_status_t rv;

    if (!host || strcmp(host, "*") == 0) {
        rv = resolve_any(&address, port, cmd->pool);
    } else {
        rv = apr_sockaddr_info_get(&address, host, APR_UNSPEC, port, 0,
                                   cmd->pool);
    }
    if (rv != APR_SUCCESS) {
        char why[120];

        return apr_psprintf(cmd->pool, "cannot find the address of '%s': %s",
                            text, apr_strerror(rv, why, sizeof(why)));
    }
    for (; address; address = address->next) {
        want_address(cmd->pool, address, protocol);
    }
    return NULL;
}

AP_DECLARE_NONSTD(const char *)
ap_set_listener(cmd_parms *cmd, void *dummy, int argc, char *const argv[])
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    char *protocol = NULL;
    char *host;
    char *scope_id;
    apr_port_t port;
    apr_status_t rv;

    if (err) {
        return err;
    }
    if (argc < 1 || argc > 2) {
        return "Listen takes an address and a port, or a port, and "
               "optionally a protocol";
    }
    rv = apr_parse_addr_port(&host, &scope_id, &port, argv[0], cmd->pool);
    if (rv != APR_SUCCESS) {
        return apr_psprintf(cmd->pool,
                            "'%s' is no address and port to listen on "
                            "(expected PORT, ADDRESS:PORT or [IPV6]:PORT)",
                            argv[0]);
    }
    if (port == 0) {
        return apr_psprintf(cmd->pool,
                            "'%s' names no port: Listen needs one from 1 to "
                            "65535",
                            argv[0]);
    }
    if (scope_id) {
        return "Listen: scope ids of IPv6 addresses are not supported";
    }
    if (argc == 2) {
        protocol = apr_pstrdup(cmd->pool, argv[1]);
        ap_str_tolower(protocol);
    }
    return want_host(cmd, argv[0], host, port,
                     protocol ? protocol : port == 443 ? "https" : "http");
}

/* A whole number in [min, max], or a sentence about it. */
static const char *parse_int(cmd_parms *cmd, const char *arg, int min, int max,
                             int *value)
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    apr_int64_t number;
    char *end;

    if (err) {
        return err;
    }
    number = apr_strtoi64(arg, &end, 10);
    if (end == arg || *end != '\0' || number < min || number > max) {
        return apr_psprintf(cmd->pool,
                            "%s: '%s' is not a number from %d to %d",
                            cmd->cmd->name, arg, min, max);
    }
    *value = (int)number;
    return NULL;
}

AP_DECLARE_NONSTD(const char *)
ap_set_listenbacklog(cmd_parms *cmd, void *dummy, const char *arg)
{
    return parse_int(cmd, arg, 1, 1 << 20, &pn_listen_options.backlog);
}

AP_DECLARE_NONSTD(const char *)
ap_set_listencbratio(cmd_parms *cmd, void *dummy, const char *arg)
{
    return parse_int(cmd, arg, 0, 1 << 16,
                     &pn_listen_options.cores_per_bucket);
}

AP_DECLARE_NONSTD(const char *)
ap_set_listentcpdeferaccept(cmd_parms *cmd, void *dummy, const char *arg)
{
    return parse_int(cmd, arg, 0, 1 << 16, &pn_listen_options.defer_accept_s);
}

AP_DECLARE_NONSTD(const char *)
ap_set_send_buffer_size(cmd_parms *cmd, void *dummy, const char *arg)
{
    const char *err =
        parse_int(cmd, arg, 0, 1 << 30, &pn_listen_options.send_bytes);

    if (!err && pn_listen_options.send_bytes > 0 &&
        pn_listen_options.send_bytes < 512) {
        err = "SendBufferSize must be 0 (the system's) or at least 512 bytes";
    }
    return err;
}

AP_DECLARE_NONSTD(const char *)
ap_set_receive_buffer_size(cmd_parms *cmd, void *dummy, const char *arg)
{
    const char *err =
        parse_int(cmd, arg, 0, 1 << 30, &pn_listen_options.receive_bytes);

    if (!err && pn_listen_options.receive_bytes > 0 &&
        pn_listen_options.receive_bytes < 512) {
        err =
            "ReceiveBufferSize must be 0 (the system's) or at least 512 bytes";
    }
    return err;
}

/* A virtual host without a Protocol of its own speaks what its Listen line
 * says; a port without one is left to the default. */
static void give_protocol(server_rec *s)
{
    for (server_addr_rec *addr = s->addrs; addr; addr = addr->next) {
        for (ap_listen_rec *lr = ap_listeners; lr; lr = lr->next) {
            if (lr->bind_addr->port == addr->host_port) {
                ap_set_server_protocol(s, lr->protocol);
                return;
            }
        }
    }
}

AP_DECLARE(int) ap_setup_listeners(server_rec *s)
{
    int count = 0;

    for (server_rec *vhost = s; vhost; vhost = vhost->next) {
        const char *protocol = ap_get_server_protocol(vhost);

        if (!protocol) {
            give_protocol(vhost);
            if (!ap_get_server_protocol(vhost)) {
                ap_set_server_protocol(vhost, "http");
            }
        }
    }
    if (!pn_listen_open(s->process->pool, s)) {
        return 0;
    }
    for (ap_listen_rec *lr = ap_listeners; lr; lr = lr->next) {
        count++;
    }
    return count;
}
