/* SPDX-License-Identifier: Apache-2.0 */
/* core_identity.c - the names of a server, and how it signs. */

#include "core.h"

#include "apr_lib.h"
#include "apr_strings.h"

static const char *set_server_admin(cmd_parms *cmd, void *dir_conf,
                                    const char *arg)
{
    cmd->server->server_admin = apr_pstrdup(cmd->pool, arg);
    return NULL;
}

/* Cuts ":port" off host in place; the colons of "[::1]" are not meant. */
static const char *cut_port(cmd_parms *cmd, char *host, const char *arg,
                            apr_port_t *port)
{
    char *colon = strrchr(host, ':');
    apr_int64_t number;
    char *end;

    if (!colon || strchr(colon, ']')) {
        return NULL;
    }
    number = apr_strtoi64(colon + 1, &end, 10);
    if (end == colon + 1 || *end || number < 1 || number > 65535) {
        return apr_psprintf(cmd->pool,
                            "ServerName: the port of '%s' is not from 1 to "
                            "65535",
                            arg);
    }
    *colon = '\0';
    *port = (apr_port_t)number;
    return NULL;
}

static const char *set_server_name(cmd_parms *cmd, void *dir_conf,
                                   const char *arg)
{
    char *host = apr_pstrdup(cmd->pool, arg);
    char *scheme_end = strstr(host, "://");
    const char *scheme = NULL;
    apr_port_t port = 0;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);
    const char *byte;

    if (failure) {
        return failure;
    }
    if (scheme_end) {
        *scheme_end = '\0';
        ap_str_tolower(host);
        for (byte = host; *byte; byte++) {
            if (!apr_isalpha(*byte) && !(byte > host && apr_isalnum(*byte))) {
                return apr_psprintf(cmd->pool, "ServerName: '%s' is no scheme",
                                    host);
            }
        }
        scheme = host;
        host = scheme_end + 3;
    }
    failure = cut_port(cmd, host, arg, &port);
    if (failure) {
        return failure;
    }
    if (!*host) {
        return apr_psprintf(cmd->pool, "ServerName: '%s' has no host", arg);
    }
    cmd->server->server_scheme = scheme;
    cmd->server->server_hostname = host;
    cmd->server->port = port;
    return NULL;
}

static const char *set_server_alias(cmd_parms *cmd, void *dir_conf,
                                    const char *args)
{
    if (!cmd->server->names) {
        return "ServerAlias only used in <VirtualHost>";
    }
    while (*args) {
        char *name = ap_getword_conf(cmd->pool, &args);

        if (ap_is_matchexp(name)) {
            APR_ARRAY_PUSH(cmd->server->wild_names, char *) = name;
        }
        else {
            APR_ARRAY_PUSH(cmd->server->names, char *) = name;
        }
    }
    return NULL;
}

static const char *set_server_path(cmd_parms *cmd, void *dir_conf,
                                   const char *arg)
{
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (failure) {
        return failure;
    }
    cmd->server->path = arg;
    cmd->server->pathlen = (int)strlen(arg);
    return NULL;
}

static const char *set_server_tokens(cmd_parms *cmd, void *dir_conf,
                                     const char *arg)
{
    const char *failure = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    const char *expected;

    if (failure) {
        return failure;
    }
    expected = pn_core_banner_set_tokens(arg);
    return expected ? pn_core_unknown(cmd, arg, expected) : NULL;
}

static const char *set_server_product(cmd_parms *cmd, void *dir_conf,
                                      const char *arg)
{
    const char *failure = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (failure) {
        return failure;
    }
    failure = pn_core_banner_set_product(cmd->pool, arg);
    return failure ? apr_psprintf(cmd->pool, "ServerProduct: '%s': %s", arg,
                                  failure)
                   : NULL;
}

static const char *set_server_signature(cmd_parms *cmd, void *dir_conf,
                                        const char *arg)
{
    core_dir_config *conf = dir_conf;

    if (ap_cstr_casecmp(arg, "on") == 0) {
        conf->server_signature = srv_sig_on;
    }
    else if (ap_cstr_casecmp(arg, "off") == 0) {
        conf->server_signature = srv_sig_off;
    }
    else if (ap_cstr_casecmp(arg, "email") == 0) {
        conf->server_signature = srv_sig_withmail;
    }
    else {
        return pn_core_unknown(cmd, arg, "On, Off or EMail");
    }
    return NULL;
}

static const char *set_use_canonical_name(cmd_parms *cmd, void *dir_conf,
                                          const char *arg)
{
    core_dir_config *conf = dir_conf;

    if (ap_cstr_casecmp(arg, "on") == 0) {
        conf->use_canonical_name = USE_CANONICAL_NAME_ON;
    }
    else if (ap_cstr_casecmp(arg, "off") == 0) {
        conf->use_canonical_name = USE_CANONICAL_NAME_OFF;
    }
    else if (ap_cstr_casecmp(arg, "dns") == 0) {
        conf->use_canonical_name = USE_CANONICAL_NAME_DNS;
    }
    else {
        return pn_core_unknown(cmd, arg, "On, Off or DNS");
    }
    return NULL;
}

static const char *set_use_canonical_physical_port(cmd_parms *cmd,
                                                   void *dir_conf,
                                                   const char *arg)
{
    core_dir_config *conf = dir_conf;
    int is_on;
    const char *failure = pn_core_parse_switch(cmd, arg, &is_on);

    if (!failure) {
        conf->use_canonical_phys_port = is_on ? USE_CANONICAL_PHYS_PORT_ON
                                              : USE_CANONICAL_PHYS_PORT_OFF;
    }
    return failure;
}

static const char *set_hostname_lookups(cmd_parms *cmd, void *dir_conf,
                                        const char *arg)
{
    core_dir_config *conf = dir_conf;

    if (ap_cstr_casecmp(arg, "on") == 0) {
        conf->hostname_lookups = HOSTNAME_LOOKUP_ON;
    }
    else if (ap_cstr_casecmp(arg, "off") == 0) {
        conf->hostname_lookups = HOSTNAME_LOOKUP_OFF;
    }
    else if (ap_cstr_casecmp(arg, "double") == 0) {
        conf->hostname_lookups = HOSTNAME_LOOKUP_DOUBLE;
    }
    else {
        return pn_core_unknown(cmd, arg, "On, Off or Double");
    }
    return NULL;
}

static const char *set_qualify_redirect_url(cmd_parms *cmd, void *dir_conf,
                                            int is_on)
{
    core_dir_config *conf = dir_conf;

    conf->qualify_redirect_url = is_on ? AP_CORE_CONFIG_ON : AP_CORE_CONFIG_OFF;
    return NULL;
}

static const char *set_strict_host_check(cmd_parms *cmd, void *dir_conf,
                                         int is_on)
{
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (!failure) {
        pn_core_server(cmd)->strict_host_check = is_on ? AP_CORE_CONFIG_ON
                                                       : AP_CORE_CONFIG_OFF;
    }
    return failure;
}

const command_rec pn_core_identity[] = {
    AP_INIT_TAKE1("ServerAdmin", set_server_admin, NULL, RSRC_CONF,
                  "the mail address or URL of the one to turn to"),
    AP_INIT_TAKE1("ServerName", set_server_name, NULL, RSRC_CONF,
                  "[scheme://]host[:port] that the server calls itself"),
    AP_INIT_RAW_ARGS("ServerAlias", set_server_alias, NULL, RSRC_CONF,
                     "further names of a virtual host, * and ? allowed"),
    AP_INIT_TAKE1("ServerPath", set_server_path, NULL, RSRC_CONF,
                  "the path by which clients without Host reach the virtual "
                  "host"),
    AP_INIT_TAKE1("ServerTokens", set_server_tokens, NULL, RSRC_CONF,
                  "how much the Server header tells: Prod, Major, Minor, "
                  "Minimal, OS or Full"),
    AP_INIT_TAKE1("ServerProduct", set_server_product, NULL, RSRC_CONF,
                  "what the Server header calls the server: Pinion, Apache "
                  "(with the version Pinion is compatible with) or any "
                  "name/version"),
    AP_INIT_TAKE1("ServerSignature", set_server_signature, NULL, OR_ALL,
                  "a line at the end of pages made by the server: On, Off or "
                  "EMail"),
    AP_INIT_TAKE1("UseCanonicalName", set_use_canonical_name, NULL,
                  RSRC_CONF | ACCESS_CONF,
                  "whose name stands in URLs made by the server: On "
                  "(ServerName), Off (the client's) or DNS"),
    AP_INIT_TAKE1("UseCanonicalPhysicalPort", set_use_canonical_physical_port,
                  NULL, RSRC_CONF | ACCESS_CONF,
                  "On or Off: whether the connection's port may stand in URLs "
                  "made by the server"),
    AP_INIT_TAKE1("HostnameLookups", set_hostname_lookups, NULL,
                  RSRC_CONF | ACCESS_CONF,
                  "On, Off or Double: whether clients' names are looked up"),
    AP_INIT_FLAG("QualifyRedirectURL", set_qualify_redirect_url, NULL,
                 OR_FILEINFO, "On or Off: whether REDIRECT_URL is a full URL"),
    AP_INIT_FLAG("StrictHostCheck", set_strict_host_check, NULL, RSRC_CONF,
                 "On or Off: whether a Host that no virtual host has is "
                 "refused"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};
