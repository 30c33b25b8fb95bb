/* SPDX-License-Identifier: Apache-2.0 */
/* vhost_dump - the table of virtual hosts that -S prints; scripts parse it. */
#include "config/vhost.h"

#include <apr_strings.h>
#include <stdio.h>

#include "http_config.h"

static const char *place(apr_pool_t *pool, const server_rec *s)
{
    return apr_psprintf(pool, "(%s:%u)", s->defn_name, s->defn_line_number);
}

/* "127.0.0.1:80", "[::1]:*", "*:80" */
static const char *address(apr_pool_t *pool, const server_addr_rec *sar,
                           int is_wildcard)
{
    const char *port = sar->host_port ? apr_itoa(pool, sar->host_port) : "*";
    char *ip;

    if (is_wildcard
        || apr_sockaddr_ip_get(&ip, sar->host_addr) != APR_SUCCESS) {
        return apr_pstrcat(pool, "*:", port, NULL);
    }
    return strchr(ip, ':') ? apr_pstrcat(pool, "[", ip, "]:", port, NULL)
                           : apr_pstrcat(pool, ip, ":", port, NULL);
}

static void dump_names(const apr_array_header_t *names, const char *label)
{
    for (int i = 0; names && i < names->nelts; i++) {
        const char *name = APR_ARRAY_IDX(names, i, const char *);

        if (name) {
            printf("%16s %s %s\n", "", label, name);
        }
    }
}

static void dump_member(apr_pool_t *pool, const pn_vhost_member_t *member)
{
    const server_rec *s = member->server;
    apr_port_t port = member->sar->host_port;

    printf("%8s port %s namevhost %s %s\n", "",
           port ? apr_itoa(pool, port) : "*", s->server_hostname,
           place(pool, s));
    dump_names(s->names, "alias");
    dump_names(s->wild_names, "wild alias");
}

static void dump_addr(apr_pool_t *pool, const pn_vhost_addr_t *addr,
                      int is_wildcard)
{
    const pn_vhost_member_t *first = &APR_ARRAY_IDX(addr->members, 0,
                                                    pn_vhost_member_t);
    const char *where = address(pool, first->sar, is_wildcard);

    if (addr->members->nelts == 1) {
        printf("%-22s %s %s\n", where, first->server->server_hostname,
               place(pool, first->server));
        return;
    }
    printf("%-22s is a NameVirtualHost\n%8s default server %s %s\n", where, "",
           first->server->server_hostname, place(pool, first->server));
    for (int i = 0; i < addr->members->nelts; i++) {
        dump_member(pool,
                    &APR_ARRAY_IDX(addr->members, i, pn_vhost_member_t));
    }
}

void pn_vhost_dump(void)
{
    apr_pool_t *pool;

    apr_pool_create(&pool, NULL);
    printf("VirtualHost configuration:\n");
    for (int is_wildcard = 0; is_wildcard <= 1; is_wildcard++) {
        const apr_array_header_t *all = pn_vhost_index_all(is_wildcard);

        for (int i = 0; i < all->nelts; i++) {
            dump_addr(pool, APR_ARRAY_IDX(all, i, const pn_vhost_addr_t *),
                      is_wildcard);
        }
    }
    apr_pool_destroy(pool);
    fflush(stdout); /* others write to it through apr */
}
