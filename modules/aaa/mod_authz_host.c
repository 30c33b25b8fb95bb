/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_authz_host - Require ip, host, forward-dns and local.
 *
 * The address asked about is the client's as other modules may have corrected
 * it (r->useragent_addr, mod_remoteip), not the connection's.
 * Tests:      test/e2e/aaa/test_authz_host.py
 */

#include "httpd.h"

#include "ap_expr.h"
#include "ap_provider.h"
#include "apr_strings.h"
#include "domain.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"
#include "mod_auth.h"

module AP_MODULE_DECLARE_DATA authz_host_module;

/* --- ip ------------------------------------------------------------------ */

static const char *parse_subnet(cmd_parms *cmd, const char *word,
                                apr_ipsubnet_t **subnet)
{
    char *address = apr_pstrdup(cmd->temp_pool, word);
    char *mask = ap_strchr(address, '/');
    apr_status_t rv;

    if (mask) {
        *mask++ = '\0';
    }
    rv = apr_ipsubnet_create(subnet, address, mask, cmd->pool);
    if (rv == APR_SUCCESS) {
        return NULL;
    }
    /* APR_EINVAL: it does not even look like an address. */
    if (APR_STATUS_IS_EINVAL(rv)) {
        return apr_psprintf(cmd->pool, "'%s' is not an address or network",
                            word);
    }
    return apr_psprintf(cmd->pool, "'%s' is not an address or network: %pm",
                        word, &rv);
}

/* Parsed form: an array of apr_ipsubnet_t *. */
static const char *parse_ip(cmd_parms *cmd, const char *args,
                            const void **parsed)
{
    apr_array_header_t *subnets = apr_array_make(cmd->pool, 2,
                                                 sizeof(apr_ipsubnet_t *));
    const char *word;

    while (*(word = ap_getword_conf(cmd->temp_pool, &args))) {
        apr_ipsubnet_t **subnet = apr_array_push(subnets);
        const char *error = parse_subnet(cmd, word, subnet);

        if (error) {
            return error;
        }
    }
    if (apr_is_empty_array(subnets)) {
        return "'Require ip' takes at least one address or network";
    }
    *parsed = subnets;
    return NULL;
}

static authz_status check_ip(request_rec *r, const char *args,
                             const void *parsed)
{
    const apr_array_header_t *subnets = parsed;

    for (int i = 0; i < subnets->nelts; i++) {
        if (apr_ipsubnet_test(APR_ARRAY_IDX(subnets, i, apr_ipsubnet_t *),
                              r->useragent_addr)) {
            return AUTHZ_GRANTED;
        }
    }
    return AUTHZ_DENIED;
}

/* --- names --------------------------------------------------------------- */

/* Parsed form: an expression that gives the names as words. */
static const char *parse_names(cmd_parms *cmd, const char *args,
                               const void **parsed)
{
    const char *error = NULL;

    *parsed = ap_expr_parse_cmd(cmd, args, AP_EXPR_FLAG_STRING_RESULT, &error,
                                NULL);
    return error ? apr_pstrcat(cmd->pool,
                               "Cannot parse the expression of a "
                               "Require line: ",
                               error, NULL)
                 : NULL;
}

static const char *names_of(request_rec *r, const void *parsed)
{
    const char *error = NULL;
    const char *names = ap_expr_str_exec(r, parsed, &error);

    if (error) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "the names of a Require line cannot be evaluated, "
                      "access is refused: %s",
                      error);
        return NULL;
    }
    return names;
}

static authz_status check_host(request_rec *r, const char *args,
                               const void *parsed)
{
    /* A name that its owner alone vouches for is worth nothing: it must lead
     * back to the address. */
    const char *host = ap_get_useragent_host(r, REMOTE_DOUBLE_REV, NULL);
    const char *names;

    if (!host) {
        ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r,
                      "the address %s has no verified host name for 'Require "
                      "host %s'",
                      r->useragent_ip, args);
        return AUTHZ_DENIED;
    }
    names = names_of(r, parsed);
    if (!names) {
        return AUTHZ_GENERAL_ERROR;
    }
    while (*names) {
        if (aaa_is_in_domain(host, ap_getword_conf(r->pool, &names))) {
            return AUTHZ_GRANTED;
        }
    }
    return AUTHZ_DENIED;
}

static int has_address(request_rec *r, const char *name)
{
    apr_sockaddr_t *address = NULL;
    apr_status_t rv = apr_sockaddr_info_get(&address, name, APR_UNSPEC, 0, 0,
                                            r->pool);

    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "no address found for '%s' of 'Require forward-dns'",
                      name);
        return 0;
    }
    while (address && !apr_sockaddr_equal(address, r->useragent_addr)) {
        address = address->next;
    }
    return address != NULL;
}

static authz_status check_forward_dns(request_rec *r, const char *args,
                                      const void *parsed)
{
    const char *names = names_of(r, parsed);

    if (!names) {
        return AUTHZ_GENERAL_ERROR;
    }
    while (*names) {
        const char *name = ap_getword_conf(r->pool, &names);

        if (*name && has_address(r, name)) {
            return AUTHZ_GRANTED;
        }
    }
    return AUTHZ_DENIED;
}

/* --- local --------------------------------------------------------------- */

static int is_loopback(const apr_sockaddr_t *address)
{
    const unsigned char *bytes = address->ipaddr_ptr;

#if APR_HAVE_IPV6
    if (address->family == APR_INET6) {
        const struct in6_addr *in6 = &address->sa.sin6.sin6_addr;

        if (!IN6_IS_ADDR_V4MAPPED(in6)) {
            return IN6_IS_ADDR_LOOPBACK(in6);
        }
        bytes += 12;
        return bytes[0] == 127;
    }
#endif
    return address->family == APR_INET && bytes[0] == 127;
}

static authz_status check_local(request_rec *r, const char *args,
                                const void *parsed)
{
    return is_loopback(r->useragent_addr)
                   || apr_sockaddr_equal(r->connection->local_addr,
                                         r->useragent_addr)
               ? AUTHZ_GRANTED
               : AUTHZ_DENIED;
}

static const authz_provider ip_provider = { check_ip, parse_ip };
static const authz_provider host_provider = { check_host, parse_names };
static const authz_provider forward_dns_provider = { check_forward_dns,
                                                     parse_names };
static const authz_provider local_provider = { check_local, NULL };

static void authz_host_register_hooks(apr_pool_t *pool)
{
    static const struct {
        const char *name;
        const authz_provider *provider;
    } providers[] = {
        { "ip", &ip_provider },
        { "host", &host_provider },
        { "forward-dns", &forward_dns_provider },
        { "local", &local_provider },
    };

    for (size_t i = 0; i < sizeof(providers) / sizeof(providers[0]); i++) {
        ap_register_auth_provider(pool, AUTHZ_PROVIDER_GROUP, providers[i].name,
                                  AUTHZ_PROVIDER_VERSION, providers[i].provider,
                                  AP_AUTH_INTERNAL_PER_CONF);
    }
}

AP_DECLARE_MODULE(authz_host) = {
    STANDARD20_MODULE_STUFF,
    .register_hooks = authz_host_register_hooks,
};
