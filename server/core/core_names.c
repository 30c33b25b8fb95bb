/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_names.c - names of the two ends: the client's host and user, the
 * server's name and port, and URLs that point back to this server.
 */

#include "core.h"

#include "apr_lib.h"
#include "apr_optional.h"
#include "apr_strings.h"

#include "http_protocol.h"

/* mod_ident's look-up, when that module is there. */
APR_DECLARE_OPTIONAL_FN(const char *, ap_ident_lookup, (request_rec * r));
static APR_OPTIONAL_FN_TYPE(ap_ident_lookup) * ident_lookup;

void pn_core_names_retrieve(void)
{
    ident_lookup = APR_RETRIEVE_OPTIONAL_FN(ap_ident_lookup);
}

static const core_dir_config *dir_conf_of(const request_rec *r)
{
    return ap_get_core_module_config(r->per_dir_config);
}

/* True when one of host's addresses is addr: a forged PTR record fails. */
static int points_back(const char *host, const apr_sockaddr_t *addr,
                       apr_pool_t *pool)
{
    apr_sockaddr_t *found;

    if (apr_sockaddr_info_get(&found, host, APR_UNSPEC, 0, 0, pool)
        != APR_SUCCESS) {
        return 0;
    }
    for (; found; found = found->next) {
        if (apr_sockaddr_equal(found, addr)) {
            return 1;
        }
    }
    return 0;
}

typedef struct lookup_t {
    apr_sockaddr_t *addr;
    char **host;        /* NULL: not asked yet; "": has no name */
    int double_reverse; /* 0 not checked, 1 confirmed, -1 refuted */
    apr_pool_t *pool;
} lookup_t;

static void check_back(lookup_t *lookup)
{
    int is_right = *lookup->host && **lookup->host
                   && points_back(*lookup->host, lookup->addr, lookup->pool);

    lookup->double_reverse = is_right ? 1 : -1;
}

/* Asks for the name; with HostnameLookups Double it must point back. */
static void find_host(lookup_t *lookup, unsigned int lookups)
{
    if (apr_getnameinfo(lookup->host, lookup->addr, 0) == APR_SUCCESS) {
        ap_str_tolower(*lookup->host);
        if (lookups == HOSTNAME_LOOKUP_DOUBLE) {
            check_back(lookup);
        }
    }
    if (!*lookup->host || lookup->double_reverse < 0) {
        *lookup->host = apr_pstrdup(lookup->pool, "");
    }
}

static void look_up(lookup_t *lookup, unsigned int lookups, int type)
{
    if (type != REMOTE_NOLOOKUP && !*lookup->host
        && (type == REMOTE_DOUBLE_REV || lookups != HOSTNAME_LOOKUP_OFF)) {
        find_host(lookup, lookups);
    }
    if (type == REMOTE_DOUBLE_REV && lookup->double_reverse == 0) {
        check_back(lookup);
    }
}

static const char *result_of(const lookup_t *lookup, int type, const char *ip,
                             int *str_is_ip)
{
    if (type == REMOTE_DOUBLE_REV && lookup->double_reverse < 0) {
        return NULL;
    }
    if (*lookup->host && **lookup->host) {
        return *lookup->host;
    }
    if (type == REMOTE_HOST || type == REMOTE_DOUBLE_REV) {
        return NULL;
    }
    *str_is_ip = 1;
    return ip;
}

static unsigned int lookups_of(const void *dir_config)
{
    const core_dir_config *conf;

    if (!dir_config) {
        return HOSTNAME_LOOKUP_OFF;
    }
    conf = ap_get_core_module_config((const ap_conf_vector_t *)dir_config);
    return conf->hostname_lookups == HOSTNAME_LOOKUP_UNSET
               ? HOSTNAME_LOOKUP_OFF
               : conf->hostname_lookups;
}

AP_DECLARE(const char *)
ap_get_remote_host(conn_rec *conn, void *dir_config, int type, int *str_is_ip)
{
    lookup_t lookup = { conn->client_addr, &conn->remote_host,
                        conn->double_reverse, conn->pool };
    int ignored;

    if (!str_is_ip) {
        str_is_ip = &ignored;
    }
    *str_is_ip = 0;
    look_up(&lookup, lookups_of(dir_config), type);
    if (lookup.double_reverse != 0) {
        conn->double_reverse = lookup.double_reverse > 0 ? 1 : -1;
    }
    return result_of(&lookup, type, conn->client_ip, str_is_ip);
}

AP_DECLARE(const char *)
ap_get_useragent_host(request_rec *r, int type, int *str_is_ip)
{
    lookup_t lookup = { r->useragent_addr, &r->useragent_host, 0, r->pool };
    int ignored;

    if (!r->useragent_addr || r->useragent_addr == r->connection->client_addr) {
        return ap_get_remote_host(r->connection, r->per_dir_config, type,
                                  str_is_ip);
    }
    if (!str_is_ip) {
        str_is_ip = &ignored;
    }
    *str_is_ip = 0;
    look_up(&lookup, lookups_of(r->per_dir_config), type);
    return result_of(&lookup, type, r->useragent_ip, str_is_ip);
}

AP_DECLARE(const char *) ap_get_remote_logname(request_rec *r)
{
    if (r->connection->remote_logname) {
        return r->connection->remote_logname;
    }
    return ident_lookup ? ident_lookup(r) : NULL;
}

/* UseCanonicalName DNS: the name of the address that the client reached. */
static const char *name_by_dns(request_rec *r)
{
    conn_rec *c = r->connection;

    if (!c->local_host) {
        if (apr_getnameinfo(&c->local_host, c->local_addr, 0) != APR_SUCCESS) {
            c->local_host = apr_pstrdup(c->pool, r->server->server_hostname);
        }
        else {
            ap_str_tolower(c->local_host);
        }
    }
    return c->local_host;
}

AP_DECLARE(const char *) ap_get_server_name(request_rec *r)
{
    switch (dir_conf_of(r)->use_canonical_name) {
    case USE_CANONICAL_NAME_ON:
        return r->server->server_hostname;
    case USE_CANONICAL_NAME_DNS:
        return name_by_dns(r);
    default:
        return r->hostname ? r->hostname : r->server->server_hostname;
    }
}

AP_DECLARE(const char *) ap_get_server_name_for_url(request_rec *r)
{
    const char *name = ap_get_server_name(r);

    if (name && strchr(name, ':') && *name != '[') { /* IPv6 */
        return apr_pstrcat(r->pool, "[", name, "]", NULL);
    }
    return name;
}

AP_DECLARE(apr_port_t) ap_get_server_port(const request_rec *r)
{
    const core_dir_config *conf = dir_conf_of(r);
    apr_port_t physical = 0;
    apr_port_t asked = 0;

    if (conf->use_canonical_phys_port == USE_CANONICAL_PHYS_PORT_ON) {
        physical = r->connection->local_addr->port;
    }
    if (conf->use_canonical_name != USE_CANONICAL_NAME_ON) {
        if (r->parsed_uri.port_str) {
            asked = r->parsed_uri.port;
        }
        if (asked) {
            return asked;
        }
        if (physical) {
            return physical;
        }
        if (r->server->port) {
            return r->server->port;
        }
        return ap_default_port(r);
    }
    if (r->server->port) {
        return r->server->port;
    }
    return physical ? physical : ap_default_port(r);
}

AP_DECLARE(char *)
ap_construct_url(apr_pool_t *pool, const char *uri, request_rec *r)
{
    const char *host = ap_get_server_name_for_url(r);
    apr_port_t port = ap_get_server_port(r);

    if (ap_is_default_port(port, r)) {
        return apr_pstrcat(pool, ap_http_scheme(r), "://", host, uri, NULL);
    }
    return apr_psprintf(pool, "%s://%s:%u%s", ap_http_scheme(r), host,
                        (unsigned)port, uri);
}
