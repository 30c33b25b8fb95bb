/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vhost - virtual hosts: their addresses as configured, and the choice of the
 * server for a connection (by address) and for a request (by name or path).
 */
#include "config/vhost.h"

#include <apr_strings.h>

#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_vhost.h"

APLOG_USE_MODULE(core);

AP_DECLARE(void) ap_init_vhost_config(apr_pool_t *p)
{
    pn_vhost_index_reset(p);
}

static server_addr_rec *make_addr(apr_pool_t *pool, const char *host,
                                  apr_sockaddr_t *addr, apr_port_t port)
{
    server_addr_rec *sar = apr_pcalloc(pool, sizeof(*sar));

    sar->virthost = apr_pstrdup(pool, host);
    sar->host_addr = addr;
    sar->host_port = port;
    return sar;
}

static int is_wildcard(const char *host)
{
    return strcmp(host, "*") == 0 || ap_cstr_casecmp(host, "_default_") == 0;
}

/* "host:port", "*:*", "[::1]:80", "host": into its parts. */
static const char *split_address(apr_pool_t *pool, const char *word,
                                 apr_port_t default_port, char **host,
                                 apr_port_t *port)
{
    apr_size_t len = strlen(word);
    char *scope = NULL;

    *port = default_port;
    if (len >= 2 && strcmp(word + len - 2, ":*") == 0) {
        word = apr_pstrmemdup(pool, word, len - 2);
        *port = 0;
        default_port = 0;
    }
    if (is_wildcard(word)) {
        *host = apr_pstrdup(pool, word);
        return NULL;
    }
    /* What is no port after the last colon would count as part of the name. */
    if (apr_parse_addr_port(host, &scope, port, word, pool) != APR_SUCCESS
        || (*host && *word != '[' && strchr(*host, ':'))) {
        return apr_psprintf(pool,
                            "The address or port is invalid: '%s' (expected "
                            "address[:port], *, or _default_)",
                            word);
    }
    if (!*host) {
        return apr_psprintf(pool,
                            "Missing address for VirtualHost: '%s' is only a "
                            "port, write *:%s",
                            word, word);
    }
    if (*port == 0) {
        *port = default_port;
    }
    return NULL;
}

/* Puts a record for each address of one word at *tail. */
static const char *add_addresses(apr_pool_t *pool, const char *word,
                                 server_addr_rec ***tail,
                                 apr_port_t default_port)
{
    apr_sockaddr_t *addr;
    apr_port_t port;
    apr_status_t rv;
    char *host;
    const char *error = split_address(pool, word, default_port, &host, &port);
    int is_any;

    if (error) {
        return error;
    }
    is_any = is_wildcard(host);
    rv = apr_sockaddr_info_get(&addr, is_any ? "0.0.0.0" : host,
                               is_any ? APR_INET : APR_UNSPEC, port, 0, pool);
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_ERR, rv, NULL,
                     "Could not resolve host name %s -- ignoring!", host);
        return NULL;
    }
    for (; addr; addr = addr->next) {
        **tail = make_addr(pool, host, addr, port);
        *tail = &(**tail)->next;
    }
    return NULL;
}

AP_DECLARE(const char *) ap_parse_vhost_addrs(apr_pool_t *p,
                                              const char *hostname,
                                              server_rec *s)
{
    server_addr_rec **tail = &s->addrs;

    while (*hostname) {
        const char *word = ap_getword_conf(p, &hostname);
        const char *error = *word ? add_addresses(p, word, &tail, s->port)
                                  : NULL;

        if (error) {
            return error;
        }
    }
    if (s->addrs && s->addrs->host_port) {
        s->port = s->addrs->host_port;
    }
    return NULL;
}

AP_DECLARE_NONSTD(const char *)
ap_set_name_virtual_host(cmd_parms *cmd, void *dummy, const char *arg)
{
    ap_log_perror(APLOG_MARK, APLOG_NOTICE, 0, cmd->temp_pool,
                  "NameVirtualHost has no effect and can be removed (%s:%d)",
                  cmd->directive ? cmd->directive->filename : "?",
                  cmd->directive ? cmd->directive->line_num : 0);
    return NULL;
}

/* A server without ServerName: the name of its address, or the main one's. */
static void find_name(apr_pool_t *pool, server_rec *s, server_rec *main_s)
{
    const server_addr_rec *sar = s->addrs;
    char *hostname = NULL;
    apr_status_t rv;

    if (!sar || is_wildcard(sar->virthost)) {
        s->server_hostname = main_s->server_hostname;
        return;
    }
    rv = apr_getnameinfo(&hostname, sar->host_addr, 0);
    if (rv == APR_SUCCESS && hostname) {
        s->server_hostname = apr_pstrdup(pool, hostname);
        return;
    }
    ap_log_error(APLOG_MARK, APLOG_ERR, rv, main_s,
                 "Failed to resolve server name for %s (check DNS) -- or "
                 "specify an explicit ServerName",
                 sar->virthost);
    s->server_hostname = apr_pstrdup(pool, "bogus_host_without_reverse_dns");
}

AP_DECLARE(void) ap_fini_vhost_config(apr_pool_t *p, server_rec *main_s)
{
    apr_array_header_t *servers = apr_array_make(p, 16, sizeof(server_rec *));

    if (!main_s->server_hostname) {
        main_s->server_hostname = ap_get_local_host(p);
    }
    for (server_rec *s = main_s->next; s; s = s->next) {
        if (!s->server_hostname) {
            find_name(p, s, main_s);
        }
        if (!s->addrs) {
            ap_log_error(APLOG_MARK, APLOG_WARNING, 0, main_s,
                         "the virtual host at %s:%u has no address and will "
                         "never be used",
                         s->defn_name, s->defn_line_number);
        }
        APR_ARRAY_PUSH(servers, server_rec *) = s;
    }
    /* The list of servers begins with the last one of the configuration. */
    for (int i = servers->nelts - 1; i >= 0; i--) {
        pn_vhost_index_add(p, APR_ARRAY_IDX(servers, i, server_rec *));
    }
    if (ap_exists_config_define("DUMP_VHOSTS")) {
        pn_vhost_dump();
    }
}

AP_DECLARE(void) ap_update_vhost_given_ip(conn_rec *conn)
{
    pn_vhost_addr_t *addr = pn_vhost_index_find(conn->local_addr);

    conn->vhost_lookup_data = addr;
    if (addr) {
        conn->base_server = APR_ARRAY_IDX(addr->members, 0, pn_vhost_member_t)
                                .server;
    }
}

/*
 * The host that the request names: in a target that is a whole URL, which
 * counts before the field (RFC 9112 3.2.2), else in the Host field.
 */
static const char *requested_host(request_rec *r)
{
    const char *host = r->hostname ? r->hostname : r->parsed_uri.hostname;

    if (host && *host != '[' && strchr(host, ':')) {
        return apr_pstrcat(r->pool, "[", host, "]", NULL); /* IPv6 */
    }
    return host ? host : apr_table_get(r->headers_in, "Host");
}

/* Puts the name, in its plain form, into r->hostname. */
static int set_hostname(request_rec *r)
{
    const core_server_config *conf = ap_get_core_module_config(
        r->server->module_config);
    int is_strict = conf->http_conformance != AP_HTTP_CONFORMANCE_UNSAFE;
    const char *field = requested_host(r);
    const char *error;
    apr_port_t port;
    char *host;

    /* "Host:" is what a client sends that knows no name (RFC 9110 7.2);
     * whether that is allowed is for the protocol to say. */
    if (!field || *field == '\0') {
        return HTTP_OK;
    }
    error = pn_vhost_parse_host(r->pool, field, is_strict, &host, &port);
    if (error) {
        ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r,
                      "request refused, %s: Host is '%s'", error,
                      ap_escape_logitem(r->pool, field));
        r->status = HTTP_BAD_REQUEST;
        return HTTP_BAD_REQUEST;
    }
    if (port && !r->hostname && !r->parsed_uri.hostname) {
        r->parsed_uri.port = port;
        r->parsed_uri.port_str = apr_itoa(r->pool, port);
    }
    r->hostname = host;
    return HTTP_OK;
}

/* An old client without a name may still mean a server by ServerPath. */
static server_rec *match_path(const pn_vhost_addr_t *addr, const char *uri)
{
    for (int i = 0; addr->has_paths && i < addr->members->nelts; i++) {
        server_rec *s = APR_ARRAY_IDX(addr->members, i, pn_vhost_member_t)
                            .server;

        if (s->path && s->pathlen > 0
            && strncmp(uri, s->path, (size_t)s->pathlen) == 0
            && (s->path[s->pathlen - 1] == '/' || uri[s->pathlen] == '/'
                || uri[s->pathlen] == '\0')) {
            return s;
        }
    }
    return NULL;
}

AP_DECLARE(int) ap_update_vhost_from_headers_ex(request_rec *r,
                                                int require_match)
{
    const pn_vhost_addr_t *addr = r->connection->vhost_lookup_data;
    server_rec *s = NULL;
    int status = set_hostname(r);

    if (status != HTTP_OK) {
        return status;
    }
    if (addr) {
        s = r->hostname ? pn_vhost_index_match(addr, r->hostname)
                        : match_path(addr, r->uri ? r->uri : "");
    } else if (r->hostname && pn_vhost_has_name(r->server, r->hostname)) {
        s = r->server;
    }
    if (s) {
        r->server = s;
    } else if (require_match && r->hostname) {
        ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r,
                      "request refused: no server on this address is called "
                      "%s (StrictHostCheck)",
                      ap_escape_logitem(r->pool, r->hostname));
        return HTTP_BAD_REQUEST;
    }
    return HTTP_OK;
}

AP_DECLARE(void) ap_update_vhost_from_headers(request_rec *r)
{
    ap_update_vhost_from_headers_ex(r, 0);
}

/* Is host:port another name of the server that r goes to? */
AP_DECLARE(int) ap_matches_request_vhost(request_rec *r, const char *host,
                                         apr_port_t port)
{
    const server_rec *s = r->server;

    for (const server_addr_rec *sar = s->addrs; sar; sar = sar->next) {
        if ((sar->host_port == 0 || sar->host_port == port)
            && ap_cstr_casecmp(host, sar->virthost) == 0) {
            return 1;
        }
    }
    return port == s->port && pn_vhost_has_name(s, host);
}

AP_DECLARE(int)
ap_vhost_iterate_given_conn(conn_rec *conn, ap_vhost_iterate_conn_cb func_cb,
                            void *baton)
{
    const pn_vhost_addr_t *addr = conn->vhost_lookup_data;
    int result = 0;

    if (!addr) {
        return func_cb(baton, conn, conn->base_server);
    }
    for (int i = 0; i < addr->members->nelts && result == 0; i++) {
        result = func_cb(baton, conn,
                         APR_ARRAY_IDX(addr->members, i, pn_vhost_member_t)
                             .server);
    }
    return result;
}
