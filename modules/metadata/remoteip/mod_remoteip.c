/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_remoteip - the client's address as proxies in front of the server tell
 * it: in a field of each request, or at the start of a connection.
 *
 * Directives: RemoteIPHeader, RemoteIPInternalProxy[List],
 *             RemoteIPProxiesHeader, RemoteIPProxyProtocol[Exceptions],
 *             RemoteIPTrustedProxy[List] (server, virtual host)
 * Phase:      post_read_request, before all that look at the address
 * Owns:       lists of addresses, in the configuration pool
 * Tests:      test/e2e/metadata/test_remoteip.py
 */

#include "remoteip.h"

#include <arpa/inet.h>
#include <string.h>

#include "apr_lib.h"
#include "apr_strings.h"

#include "http_connection.h"
#include "http_log.h"
#include "http_protocol.h"

module AP_MODULE_DECLARE_DATA remoteip_module;

/* Addresses that only internal proxies may name. */
static const char *const private_nets[][2] = {
    { "10.0.0.0", "8" },     { "172.16.0.0", "12" }, { "192.168.0.0", "16" },
    { "169.254.0.0", "16" }, { "127.0.0.0", "8" },
};
enum { PRIVATE_NETS_N = sizeof(private_nets) / sizeof(private_nets[0]) };

static apr_ipsubnet_t *private_subnets[PRIVATE_NETS_N];
static apr_ipsubnet_t *public_v6;

/* --- configuration -----------------------------------------------------------
 */

static void *remoteip_create_conf(apr_pool_t *pool, server_rec *s)
{
    remoteip_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->proxy_protocol = -1;
    return conf;
}

static void *remoteip_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const remoteip_conf_t *base = outer;
    const remoteip_conf_t *over = inner;
    remoteip_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->header = over->header ? over->header : base->header;
    conf->proxies_header = over->proxies_header ? over->proxies_header
                                                : base->proxies_header;
    conf->proxies = over->proxies ? over->proxies : base->proxies;
    conf->exceptions = over->exceptions ? over->exceptions : base->exceptions;
    conf->proxy_protocol = over->proxy_protocol < 0 ? base->proxy_protocol
                                                    : over->proxy_protocol;
    return conf;
}

remoteip_conf_t *remoteip_conf_of(const server_rec *s)
{
    return ap_get_module_config(s->module_config, &remoteip_module);
}

static void add_proxy(apr_pool_t *pool, remoteip_conf_t *conf,
                      apr_ipsubnet_t *subnet, bool is_internal)
{
    remoteip_proxy_t *proxy;

    if (!conf->proxies) {
        conf->proxies = apr_array_make(pool, 4, sizeof(*proxy));
    }
    proxy = apr_array_push(conf->proxies);
    proxy->subnet = subnet;
    proxy->is_internal = is_internal;
}

/* An address, address/bits, or the name of a host, which may have several. */
static const char *parse_proxy(apr_pool_t *pool, remoteip_conf_t *conf,
                               const char *word, bool is_internal)
{
    char *address = apr_pstrdup(pool, word);
    char *mask = strchr(address, '/');
    apr_ipsubnet_t *subnet;
    apr_sockaddr_t *found;

    if (mask) {
        *mask++ = '\0';
    }
    if (apr_ipsubnet_create(&subnet, address, mask, pool) == APR_SUCCESS) {
        add_proxy(pool, conf, subnet, is_internal);
        return NULL;
    }
    if (mask
        || apr_sockaddr_info_get(&found, address, APR_UNSPEC, 0, 0, pool)
               != APR_SUCCESS) {
        return apr_psprintf(pool,
                            "'%s' is neither an address, nor a network "
                            "(address/bits), nor the name of a host that can "
                            "be found",
                            word);
    }
    for (; found; found = found->next) {
        char *ip = NULL;

        if (apr_sockaddr_ip_get(&ip, found) == APR_SUCCESS
            && apr_ipsubnet_create(&subnet, ip, NULL, pool) == APR_SUCCESS) {
            add_proxy(pool, conf, subnet, is_internal);
        }
    }
    return NULL;
}

static bool is_for_internal(const cmd_parms *cmd)
{
    return strstr(cmd->cmd->name, "Internal") != NULL;
}

static const char *set_proxy(cmd_parms *cmd, void *unused, const char *word)
{
    return parse_proxy(cmd->pool, remoteip_conf_of(cmd->server), word,
                       is_for_internal(cmd));
}

static const char *parse_line(cmd_parms *cmd, char *line)
{
    const char *words = line;
    const char *error = NULL;
    char *comment = strchr(line, '#');

    if (comment) {
        *comment = '\0';
    }
    while (*words && !error) {
        const char *word = ap_getword_white(cmd->temp_pool, &words);

        if (*word) {
            error = parse_proxy(cmd->pool, remoteip_conf_of(cmd->server), word,
                                is_for_internal(cmd));
        }
    }
    return error;
}

static const char *set_proxy_list(cmd_parms *cmd, void *unused,
                                  const char *name)
{
    const char *path = ap_server_root_relative(cmd->temp_pool, name);
    const char *error = NULL;
    ap_configfile_t *file;
    char line[MAX_STRING_LEN];
    apr_status_t rv = path ? ap_pcfg_openfile(&file, cmd->temp_pool, path)
                           : APR_EBADPATH;

    if (rv != APR_SUCCESS) {
        return apr_psprintf(cmd->pool, "cannot open the list '%s': %pm", name,
                            &rv);
    }
    while (!error && ap_cfg_getline(line, sizeof(line), file) == APR_SUCCESS) {
        error = parse_line(cmd, line);
        if (error) {
            error = apr_psprintf(cmd->pool, "%s:%u: %s", path,
                                 file->line_number, error);
        }
    }
    ap_cfg_closefile(file);
    return error;
}

static const char *set_header(cmd_parms *cmd, void *unused, const char *name)
{
    remoteip_conf_of(cmd->server)->header = name;
    return NULL;
}

static const char *set_proxies_header(cmd_parms *cmd, void *unused,
                                      const char *name)
{
    remoteip_conf_of(cmd->server)->proxies_header = name;
    return NULL;
}

static const char *set_proxy_protocol(cmd_parms *cmd, void *unused, int is_on)
{
    remoteip_conf_of(cmd->server)->proxy_protocol = is_on != 0;
    return NULL;
}

static const char *set_exceptions(cmd_parms *cmd, void *unused, int argc,
                                  char *const argv[])
{
    remoteip_conf_t *conf = remoteip_conf_of(cmd->server);

    conf->exceptions = apr_array_make(cmd->pool, argc,
                                      sizeof(apr_ipsubnet_t *));
    for (int i = 0; i < argc; i++) {
        char *address = apr_pstrdup(cmd->pool, argv[i]);
        char *mask = strchr(address, '/');
        apr_ipsubnet_t *subnet;

        if (mask) {
            *mask++ = '\0';
        }
        if (apr_ipsubnet_create(&subnet, address, mask, cmd->pool)
            != APR_SUCCESS) {
            return apr_psprintf(cmd->pool,
                                "'%s' is neither an address nor a network "
                                "(address/bits)",
                                argv[i]);
        }
        APR_ARRAY_PUSH(conf->exceptions, apr_ipsubnet_t *) = subnet;
    }
    return NULL;
}

static int post_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                       server_rec *s)
{
    for (int i = 0; i < PRIVATE_NETS_N; i++) {
        apr_ipsubnet_create(&private_subnets[i], private_nets[i][0],
                            private_nets[i][1], pconf);
    }
    apr_ipsubnet_create(&public_v6, "2000::", "3", pconf);
    remoteip_prepare_ports(pconf, s);
    return OK;
}

/* --- the field
 * ----------------------------------------------------------------- */

apr_sockaddr_t *remoteip_parse_address(apr_pool_t *pool, const char *text)
{
    unsigned char bytes[sizeof(struct in6_addr)];
    apr_size_t len = strlen(text);
    apr_sockaddr_t *address;

    if (len > 2 && text[0] == '[' && text[len - 1] == ']') {
        text = apr_pstrmemdup(pool, text + 1, len - 2);
    }
    /* Nothing that would have to be looked up. */
    if (inet_pton(AF_INET, text, bytes) != 1
        && inet_pton(AF_INET6, text, bytes) != 1) {
        return NULL;
    }
    return apr_sockaddr_info_get(&address, text, APR_UNSPEC, 0, 0, pool)
                   == APR_SUCCESS
               ? address
               : NULL;
}

static bool is_private(apr_sockaddr_t *address)
{
    for (int i = 0; i < PRIVATE_NETS_N; i++) {
        if (apr_ipsubnet_test(private_subnets[i], address)) {
            return true;
        }
    }
    return address->family == APR_INET6
           && !IN6_IS_ADDR_V4MAPPED((struct in6_addr *)address->ipaddr_ptr)
           && !apr_ipsubnet_test(public_v6, address);
}

/* Whether what address says is believed, and about private addresses too. */
static bool is_believed(const remoteip_conf_t *conf, apr_sockaddr_t *address,
                        bool *is_internal)
{
    *is_internal = false;
    for (int i = 0; conf->proxies && i < conf->proxies->nelts; i++) {
        const remoteip_proxy_t *proxy = &APR_ARRAY_IDX(conf->proxies, i,
                                                       remoteip_proxy_t);

        if (apr_ipsubnet_test(proxy->subnet, address)) {
            *is_internal = proxy->is_internal;
            return true;
        }
    }
    return !conf->proxies;
}

/* Takes the last word off a list; NULL when there is none. */
static char *take_last(char *list)
{
    char *end = list + strlen(list);
    char *word;

    while (end > list && (apr_isspace(end[-1]) || end[-1] == ',')) {
        end--;
    }
    *end = '\0';
    word = strrchr(list, ',');
    word = word ? word + 1 : list;
    while (apr_isspace(*word)) {
        word++;
    }
    return *word ? word : NULL;
}

/* What is before the word that take_last() gave. */
static void cut_off(char *list, char *word)
{
    char *end = word;

    while (end > list && (apr_isspace(end[-1]) || end[-1] == ',')) {
        end--;
    }
    *end = '\0';
}

typedef struct walk_t {
    apr_sockaddr_t *client; /* who it is as far as is known */
    const char *ip;
    char *rest;          /* of the field */
    const char *proxies; /* that were believed, or NULL */
    bool has_moved;
} walk_t;

/* From right to left, as long as each is believed about the next. */
static void walk_back(request_rec *r, const remoteip_conf_t *conf, walk_t *walk)
{
    char *word;

    while ((word = take_last(walk->rest)) != NULL) {
        bool is_internal;
        apr_sockaddr_t *next;
        char *ip = NULL;

        if (!is_believed(conf, walk->client, &is_internal)) {
            return;
        }
        next = remoteip_parse_address(r->pool, word);
        if (!next || apr_sockaddr_ip_get(&ip, next) != APR_SUCCESS) {
            ap_log_rerror(APLOG_MARK, APLOG_DEBUG, 0, r,
                          "'%s' in %s is no address", word, conf->header);
            return;
        }
        if (!is_internal && is_private(next)) {
            ap_log_rerror(APLOG_MARK, APLOG_DEBUG, 0, r,
                          "%s names the private address %s, which only an "
                          "internal proxy may: see RemoteIPInternalProxy",
                          walk->ip, ip);
            return;
        }
        if (!is_internal) {
            walk->proxies = walk->proxies ? apr_pstrcat(r->pool, walk->proxies,
                                                        ", ", walk->ip, NULL)
                                          : walk->ip;
        }
        cut_off(walk->rest, word);
        walk->client = next;
        walk->ip = ip;
        walk->has_moved = true;
    }
}

static void take_over(request_rec *r, const remoteip_conf_t *conf,
                      const walk_t *walk)
{
    walk->client->port = r->useragent_addr->port;
    r->useragent_addr = walk->client;
    r->useragent_ip = apr_pstrdup(r->pool, walk->ip);
    if (walk->rest && *walk->rest) {
        apr_table_setn(r->headers_in, conf->header, walk->rest);
    }
    else if (conf->header) {
        apr_table_unset(r->headers_in, conf->header);
    }
    if (walk->proxies) {
        apr_table_setn(r->notes, "remoteip-proxy-ip-list", walk->proxies);
        if (conf->proxies_header) {
            apr_table_setn(r->headers_in, conf->proxies_header, walk->proxies);
        }
    }
}

static int find_client(request_rec *r)
{
    const remoteip_conf_t *conf = remoteip_conf_of(r->server);
    apr_sockaddr_t *told = remoteip_client_of(r->connection);
    const char *field = conf->header
                            ? apr_table_get(r->headers_in, conf->header)
                            : NULL;
    walk_t walk = { .client = r->useragent_addr, .ip = r->useragent_ip };
    char *ip;

    if (told && apr_sockaddr_ip_get(&ip, told) == APR_SUCCESS) {
        r->useragent_addr = walk.client = told;
        r->useragent_ip = ip;
        walk.ip = ip;
    }
    if (field) {
        walk.rest = apr_pstrdup(r->pool, field);
        walk_back(r, conf, &walk);
        if (walk.has_moved) {
            take_over(r, conf, &walk);
        }
    }
    return OK;
}

static const command_rec remoteip_directives[] = {
    AP_INIT_TAKE1("RemoteIPHeader", set_header, NULL, RSRC_CONF,
                  "the field that has the client's address"),
    AP_INIT_TAKE1("RemoteIPProxiesHeader", set_proxies_header, NULL, RSRC_CONF,
                  "a field that gets the addresses of the proxies"),
    AP_INIT_ITERATE("RemoteIPTrustedProxy", set_proxy, NULL, RSRC_CONF,
                    "proxies that are believed about public addresses"),
    AP_INIT_ITERATE("RemoteIPInternalProxy", set_proxy, NULL, RSRC_CONF,
                    "proxies that are believed about any address"),
    AP_INIT_TAKE1("RemoteIPTrustedProxyList", set_proxy_list, NULL, RSRC_CONF,
                  "a file of such proxies"),
    AP_INIT_TAKE1("RemoteIPInternalProxyList", set_proxy_list, NULL, RSRC_CONF,
                  "a file of such proxies"),
    AP_INIT_FLAG("RemoteIPProxyProtocol", set_proxy_protocol, NULL, RSRC_CONF,
                 "On or Off: whether connections begin with a PROXY block"),
    AP_INIT_TAKE_ARGV("RemoteIPProxyProtocolExceptions", set_exceptions, NULL,
                      RSRC_CONF, "who may connect without one"),
    { .name = NULL },
};

static void remoteip_register_hooks(apr_pool_t *pool)
{
    remoteip_register_filter();
    ap_hook_post_config(post_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_pre_connection(remoteip_watch_connection, NULL, NULL,
                           APR_HOOK_MIDDLE);
    ap_hook_post_read_request(find_client, NULL, NULL, APR_HOOK_FIRST);
}

AP_DECLARE_MODULE(remoteip) = {
    STANDARD20_MODULE_STUFF,
    .create_server_config = remoteip_create_conf,
    .merge_server_config = remoteip_merge_conf,
    .cmds = remoteip_directives,
    .register_hooks = remoteip_register_hooks,
};
