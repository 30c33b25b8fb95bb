/* SPDX-License-Identifier: Apache-2.0 */
/*
 * proxy_protocol - the PROXY protocol, versions 1 and 2: a line or a block
 * before anything else, in which a proxy tells who has connected to it.
 *
 * The filter takes exactly the bytes of the block off the connection and then
 * goes. A block is at most 16 bytes and 65535 more; of these only the addresses
 * are kept. Whoever sends something else is not talked to.
 */

#include "remoteip.h"

#include <arpa/inet.h>
#include <string.h>

#include "apr_strings.h"

#include "http_connection.h"
#include "http_log.h"

APLOG_USE_MODULE(remoteip);

extern module remoteip_module;

enum {
    V1_MAX = 107, /* "PROXY TCP6 …" with the longest addresses, CRLF included */
    V2_HEAD = 16,
    V2_KEPT = 36, /* two addresses and two ports of IPv6 */
    BLOCK_MAX = V1_MAX + 1
};

static const char v2_signature[12] = { 0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d,
                                       0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a };

typedef struct port_t {
    server_addr_rec *address;
    bool is_on;
    const server_rec *server;
} port_t;

static apr_array_header_t *ports; /* of port_t, in the configuration pool */

/* What a connection is known by. */
typedef struct client_t {
    apr_sockaddr_t *address; /* NULL: as it seems */
    apr_bucket_brigade *bb;
    apr_size_t len;
    apr_size_t skip; /* bytes of a block that nobody needs */
    char block[BLOCK_MAX];
} client_t;

static ap_filter_rec_t *block_filter;

/* --- where it is wanted
 * --------------------------------------------------------- */

static bool is_same_port(const server_addr_rec *address,
                         const apr_sockaddr_t *local)
{
    return (address->host_port == 0 || address->host_port == local->port)
           && (!address->host_addr
               || address->host_addr->family != local->family
               || apr_sockaddr_is_wildcard(address->host_addr)
               || apr_sockaddr_equal(address->host_addr, local));
}

void remoteip_prepare_ports(apr_pool_t *pool, server_rec *main_server)
{
    ports = apr_array_make(pool, 4, sizeof(port_t));
    for (const server_rec *s = main_server; s; s = s->next) {
        const remoteip_conf_t *conf = remoteip_conf_of(s);

        if (conf->proxy_protocol < 0) {
            continue;
        }
        for (server_addr_rec *each = s->addrs; each; each = each->next) {
            port_t *port = apr_array_push(ports);

            port->address = each;
            port->is_on = conf->proxy_protocol != 0;
            port->server = s;
        }
    }
}

/* The server whose word counts for c: the last that says something of this
 * address and port, else the main one. */
static const server_rec *find_server(const conn_rec *c, bool *is_on)
{
    const server_rec *found = c->base_server;

    *is_on = remoteip_conf_of(found)->proxy_protocol == 1;
    for (int i = 0; ports && i < ports->nelts; i++) {
        const port_t *port = &APR_ARRAY_IDX(ports, i, port_t);

        if (is_same_port(port->address, c->local_addr)
            && (port->is_on || !*is_on)) {
            *is_on = port->is_on;
            found = port->server;
        }
    }
    return found;
}

static bool is_excepted(const remoteip_conf_t *conf, apr_sockaddr_t *client)
{
    for (int i = 0; conf->exceptions && i < conf->exceptions->nelts; i++) {
        if (apr_ipsubnet_test(
                APR_ARRAY_IDX(conf->exceptions, i, apr_ipsubnet_t *), client)) {
            return true;
        }
    }
    return false;
}

int remoteip_watch_connection(conn_rec *c, void *socket)
{
    bool is_on;
    const server_rec *s;
    client_t *client;

    if (c->master) {
        return DECLINED; /* inside of one that has been looked at */
    }
    s = find_server(c, &is_on);
    if (!is_on || is_excepted(remoteip_conf_of(s), c->client_addr)) {
        return DECLINED;
    }
    client = apr_pcalloc(c->pool, sizeof(*client));
    client->bb = apr_brigade_create(c->pool, c->bucket_alloc);
    ap_set_module_config(c->conn_config, &remoteip_module, client);
    ap_add_input_filter_handle(block_filter, client, NULL, c);
    return OK;
}

apr_sockaddr_t *remoteip_client_of(const conn_rec *c)
{
    const client_t *client = ap_get_module_config(
        (c->master ? c->master : c)->conn_config, &remoteip_module);

    return client ? client->address : NULL;
}

/* --- reading
 * ----------------------------------------------------------------------- */

/* Until there are wanted bytes in the block. */
static apr_status_t read_to(ap_filter_t *f, client_t *client, apr_size_t wanted,
                            apr_read_type_e block)
{
    while (client->len < wanted) {
        apr_size_t len = wanted - client->len;
        apr_status_t rv = ap_get_brigade(f->next, client->bb, AP_MODE_READBYTES,
                                         block, (apr_off_t)len);

        if (rv != APR_SUCCESS) {
            return rv;
        }
        rv = apr_brigade_flatten(client->bb, client->block + client->len, &len);
        apr_brigade_cleanup(client->bb);
        if (rv != APR_SUCCESS) {
            return rv;
        }
        if (len == 0) {
            return block == APR_NONBLOCK_READ ? APR_EAGAIN : APR_EOF;
        }
        client->len += len;
    }
    return APR_SUCCESS;
}

static apr_status_t skip_rest(ap_filter_t *f, client_t *client,
                              apr_read_type_e block)
{
    while (client->skip > 0) {
        apr_off_t len = 0;
        apr_status_t rv = ap_get_brigade(f->next, client->bb, AP_MODE_READBYTES,
                                         block, (apr_off_t)client->skip);

        if (rv == APR_SUCCESS) {
            rv = apr_brigade_length(client->bb, 1, &len);
        }
        apr_brigade_cleanup(client->bb);
        if (rv != APR_SUCCESS) {
            return rv;
        }
        if (len <= 0) {
            return block == APR_NONBLOCK_READ ? APR_EAGAIN : APR_EOF;
        }
        client->skip -= (apr_size_t)len;
    }
    return APR_SUCCESS;
}

static apr_status_t refuse(const ap_filter_t *f, const char *why)
{
    ap_log_cerror(APLOG_MARK, APLOG_ERR, 0, f->c,
                  "the connection does not begin with a PROXY block that can "
                  "be understood (%s), it is closed: see "
                  "RemoteIPProxyProtocolExceptions for who needs none",
                  why);
    f->c->aborted = 1;
    return APR_ECONNABORTED;
}

/* "PROXY TCP4 client server port port" without its line end. */
static apr_status_t parse_v1(const ap_filter_t *f, client_t *client)
{
    apr_pool_t *pool = f->c->pool;
    const char *line = apr_pstrmemdup(pool, client->block, client->len - 2);
    const char *family;
    const char *address;
    const char *port;

    (void)ap_getword_white(pool, &line);
    family = ap_getword_white(pool, &line);
    if (strcmp(family, "UNKNOWN") == 0) {
        return APR_SUCCESS;
    }
    address = ap_getword_white(pool, &line);
    (void)ap_getword_white(pool, &line);
    port = ap_getword_white(pool, &line);
    if ((strcmp(family, "TCP4") != 0 && strcmp(family, "TCP6") != 0)
        || strspn(port, "0123456789") != strlen(port) || !*port
        || apr_atoi64(port) > 65535) {
        return refuse(f, "fields of version 1");
    }
    client->address = remoteip_parse_address(pool, address);
    if (!client->address) {
        return refuse(f, "the address of version 1");
    }
    client->address->port = (apr_port_t)apr_atoi64(port);
    return APR_SUCCESS;
}

static apr_status_t read_v1(ap_filter_t *f, client_t *client,
                            apr_read_type_e block)
{
    while (client->len < 2
           || memcmp(client->block + client->len - 2, "\r\n", 2) != 0) {
        apr_status_t rv;

        if (client->len == V1_MAX) {
            return refuse(f, "no end of the line");
        }
        rv = read_to(f, client, client->len + 1, block);
        if (rv != APR_SUCCESS) {
            return rv;
        }
    }
    if (memchr(client->block, '\0', client->len)) {
        return refuse(f, "a zero byte");
    }
    return parse_v1(f, client);
}

static void set_address(const ap_filter_t *f, client_t *client, int family,
                        const char *bytes, const char *port)
{
    char text[INET6_ADDRSTRLEN];

    if (inet_ntop(family, bytes, text, sizeof(text))) {
        client->address = remoteip_parse_address(f->c->pool, text);
    }
    if (client->address) {
        client->address->port = (apr_port_t)((unsigned char)port[0] << 8
                                             | (unsigned char)port[1]);
    }
}

/* The block: signature, version and command, family, length, addresses. */
static apr_status_t read_v2(ap_filter_t *f, client_t *client,
                            apr_read_type_e block)
{
    apr_status_t rv = read_to(f, client, V2_HEAD, block);
    const unsigned char *head = (const unsigned char *)client->block;
    apr_size_t len;
    apr_size_t kept;

    if (rv != APR_SUCCESS) {
        return rv;
    }
    if (memcmp(client->block, v2_signature, sizeof(v2_signature)) != 0
        || head[12] >> 4 != 2 || (head[12] & 0x0f) > 1) {
        return refuse(f, "version or command");
    }
    len = (apr_size_t)head[14] << 8 | head[15];
    kept = len < V2_KEPT ? len : V2_KEPT;
    if (client->skip == 0 && client->len == V2_HEAD) {
        client->skip = len - kept;
    }
    rv = read_to(f, client, V2_HEAD + kept, block);
    if (rv == APR_SUCCESS) {
        rv = skip_rest(f, client, block);
    }
    if (rv != APR_SUCCESS || (head[12] & 0x0f) == 0) {
        return rv; /* LOCAL: the proxy itself has something to ask */
    }
    if (head[13] == 0x11 && len >= 12) {
        set_address(f, client, AF_INET, client->block + 16, client->block + 24);
    }
    else if (head[13] == 0x21 && len >= 36) {
        set_address(f, client, AF_INET6, client->block + 16,
                    client->block + 48);
    }
    else if (head[13] == 0x11 || head[13] == 0x21) {
        return refuse(f, "too short for its addresses");
    }
    return APR_SUCCESS;
}

static apr_status_t filter_block(ap_filter_t *f, apr_bucket_brigade *bb,
                                 ap_input_mode_t mode, apr_read_type_e block,
                                 apr_off_t readbytes)
{
    client_t *client = f->ctx;
    apr_status_t rv = read_to(f, client, 6, block);

    if (rv != APR_SUCCESS) {
        return rv;
    }
    if (memcmp(client->block, "PROXY ", 6) == 0) {
        rv = read_v1(f, client, block);
    }
    else if (memcmp(client->block, v2_signature, 6) == 0) {
        rv = read_v2(f, client, block);
    }
    else {
        rv = refuse(f, "neither version 1 nor 2");
    }
    if (rv != APR_SUCCESS) {
        return rv;
    }
    ap_remove_input_filter(f);
    return ap_get_brigade(f->next, bb, mode, block, readbytes);
}

void remoteip_register_filter(void)
{
    block_filter = ap_register_input_filter("REMOTEIP_INPUT", filter_block,
                                            NULL, AP_FTYPE_CONNECTION + 7);
}
