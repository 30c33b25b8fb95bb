/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vhost_index - look-up of virtual hosts by address, then by name.
 *
 * The first server in the configuration that answers to a name wins, whether
 * by ServerName, ServerAlias or a pattern. Names are hashed to the place of
 * the first server that has them; only patterns of servers before that place
 * have to be tried, so that ten thousand names cost what ten do.
 */
#include "config/vhost.h"

#include <apr_strings.h>

#include "http_config.h"

/* An address and port as a hash key. */
typedef struct addr_key_t {
    unsigned char bytes[16 + sizeof(apr_port_t)];
    apr_ssize_t len;
} addr_key_t;

static apr_hash_t *by_addr;           /* addr_key_t bytes -> entry */
static apr_array_header_t *real_addrs; /* entries in order */
static apr_array_header_t *wild_addrs;

void pn_vhost_index_reset(apr_pool_t *pool)
{
    by_addr = apr_hash_make(pool);
    real_addrs = apr_array_make(pool, 4, sizeof(pn_vhost_addr_t *));
    wild_addrs = apr_array_make(pool, 4, sizeof(pn_vhost_addr_t *));
}

const apr_array_header_t *pn_vhost_index_all(int is_wildcard)
{
    return is_wildcard ? wild_addrs : real_addrs;
}

static int is_mapped_v4(const unsigned char *bytes)
{
    static const unsigned char prefix[12] = { 0, 0, 0, 0, 0,    0,
                                              0, 0, 0, 0, 0xff, 0xff };

    return memcmp(bytes, prefix, sizeof(prefix)) == 0;
}

/*
 * The key of an address. An IPv4 address is the same whether the socket was
 * IPv6 or not. "*" and the any-address are no bytes at all.
 */
static void make_key(addr_key_t *key, const apr_sockaddr_t *addr,
                     apr_port_t port)
{
    const unsigned char *bytes = addr ? addr->ipaddr_ptr : NULL;
    apr_size_t len = addr ? (apr_size_t)addr->ipaddr_len : 0;
    int is_any = 1;

    if (len > 16) {
        len = 0;
    }
    if (len == 16 && is_mapped_v4(bytes)) {
        bytes += 12;
        len = 4;
    }
    for (apr_size_t i = 0; i < len && is_any; i++) {
        is_any = bytes[i] == 0;
    }
    if (is_any) {
        len = 0;
    } else {
        memcpy(key->bytes, bytes, len);
    }
    memcpy(key->bytes + len, &port, sizeof(port));
    key->len = (apr_ssize_t)(len + sizeof(port));
}

static int is_wildcard_key(const addr_key_t *key)
{
    return key->len == (apr_ssize_t)sizeof(apr_port_t);
}

static pn_vhost_addr_t *find_or_make(apr_pool_t *pool,
                                     const server_addr_rec *sar)
{
    addr_key_t key;
    pn_vhost_addr_t *addr;

    make_key(&key, sar->host_addr, sar->host_port);
    addr = apr_hash_get(by_addr, key.bytes, key.len);
    if (addr) {
        return addr;
    }
    addr = apr_pcalloc(pool, sizeof(*addr));
    addr->members = apr_array_make(pool, 2, sizeof(pn_vhost_member_t));
    addr->names = apr_hash_make(pool);
    addr->virthosts = apr_hash_make(pool);
    addr->wild = apr_array_make(pool, 2, sizeof(pn_vhost_wild_t));
    apr_hash_set(by_addr,
                 apr_pmemdup(pool, key.bytes, (apr_size_t)key.len), key.len,
                 addr);
    APR_ARRAY_PUSH(is_wildcard_key(&key) ? wild_addrs : real_addrs,
                   pn_vhost_addr_t *) = addr;
    return addr;
}

static void add_name(apr_pool_t *pool, apr_hash_t *names, const char *name,
                     int order)
{
    char *key = apr_pstrdup(pool, name);

    ap_str_tolower(key);
    if (!apr_hash_get(names, key, APR_HASH_KEY_STRING)) {
        int *value = apr_palloc(pool, sizeof(*value));

        *value = order;
        apr_hash_set(names, key, APR_HASH_KEY_STRING, value);
    }
}

static void add_names(apr_pool_t *pool, pn_vhost_addr_t *addr,
                      const server_rec *s, int order)
{
    if (s->server_hostname) {
        add_name(pool, addr->names, s->server_hostname, order);
    }
    for (int i = 0; s->names && i < s->names->nelts; i++) {
        const char *name = APR_ARRAY_IDX(s->names, i, const char *);

        if (name) {
            add_name(pool, addr->names, name, order);
        }
    }
    for (int i = 0; s->wild_names && i < s->wild_names->nelts; i++) {
        const char *name = APR_ARRAY_IDX(s->wild_names, i, const char *);

        if (name) {
            pn_vhost_wild_t *wild = apr_array_push(addr->wild);

            wild->pattern = name;
            wild->order = order;
        }
    }
}

void pn_vhost_index_add(apr_pool_t *pool, server_rec *s)
{
    for (server_addr_rec *sar = s->addrs; sar; sar = sar->next) {
        pn_vhost_addr_t *addr = find_or_make(pool, sar);
        int order = addr->members->nelts;
        pn_vhost_member_t *member;

        if (order > 0
            && APR_ARRAY_IDX(addr->members, order - 1, pn_vhost_member_t)
                       .server
                   == s) {
            continue; /* one name, two records of one address */
        }
        member = apr_array_push(addr->members);
        member->server = s;
        member->sar = sar;
        add_names(pool, addr, s, order);
        add_name(pool, addr->virthosts, sar->virthost, order);
        if (s->path) {
            addr->has_paths = 1;
        }
    }
}

static pn_vhost_addr_t *look_up(const apr_sockaddr_t *addr, apr_port_t port)
{
    addr_key_t key;

    make_key(&key, addr, port);
    return apr_hash_get(by_addr, key.bytes, key.len);
}

pn_vhost_addr_t *pn_vhost_index_find(const apr_sockaddr_t *local)
{
    pn_vhost_addr_t *addr;

    if (!by_addr) {
        return NULL;
    }
    addr = look_up(local, local->port);
    if (!addr) {
        addr = look_up(local, 0);
    }
    if (!addr) {
        addr = look_up(NULL, local->port);
    }
    return addr ? addr : look_up(NULL, 0);
}

static server_rec *server_at(const pn_vhost_addr_t *addr, int order)
{
    return APR_ARRAY_IDX(addr->members, order, pn_vhost_member_t).server;
}

server_rec *pn_vhost_index_match(const pn_vhost_addr_t *addr,
                                 const char *host)
{
    const int *found = apr_hash_get(addr->names, host, APR_HASH_KEY_STRING);
    int order = found ? *found : addr->members->nelts;

    for (int i = 0; i < addr->wild->nelts; i++) {
        const pn_vhost_wild_t *wild = &APR_ARRAY_IDX(addr->wild, i,
                                                     pn_vhost_wild_t);

        if (wild->order >= order) {
            break;
        }
        if (ap_strcasecmp_match(host, wild->pattern) == 0) {
            order = wild->order;
            break;
        }
    }
    if (order < addr->members->nelts) {
        return server_at(addr, order);
    }
    found = apr_hash_get(addr->virthosts, host, APR_HASH_KEY_STRING);
    return found ? server_at(addr, *found) : NULL;
}

static int list_has(const apr_array_header_t *list, const char *host,
                    int is_pattern)
{
    for (int i = 0; list && i < list->nelts; i++) {
        const char *name = APR_ARRAY_IDX(list, i, const char *);

        if (name
            && (is_pattern ? ap_strcasecmp_match(host, name)
                           : ap_cstr_casecmp(host, name))
                   == 0) {
            return 1;
        }
    }
    return 0;
}

int pn_vhost_has_name(const server_rec *s, const char *host)
{
    return (s->server_hostname
            && ap_cstr_casecmp(s->server_hostname, host) == 0)
           || list_has(s->names, host, 0) || list_has(s->wild_names, host, 1);
}
