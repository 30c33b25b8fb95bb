/* SPDX-License-Identifier: Apache-2.0 */
/* core_network.c - connections, protocols and methods. */

#include "core.h"

#include "apr_lib.h"
#include "apr_strings.h"
#include "apr_tables.h"

#include "http_protocol.h"
#include "http_vhost.h"

#define FLUSH_MAX APR_INT64_C(4294967295)

static const char *set_timeout(cmd_parms *cmd, void *dir_conf, const char *arg)
{
    apr_interval_time_t timeout;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (failure) {
        return failure;
    }
    if (ap_timeout_parameter_parse(arg, &timeout, "s") != APR_SUCCESS
        || timeout < 0) {
        return pn_core_unknown(cmd, arg, "a time, in seconds or with a unit");
    }
    cmd->server->timeout = timeout;
    return NULL;
}

static const char *set_protocol(cmd_parms *cmd, void *dir_conf, const char *arg)
{
    char *name;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (failure) {
        return failure;
    }
    name = apr_pstrdup(cmd->pool, arg);
    ap_str_tolower(name);
    pn_core_server(cmd)->protocol = name;
    return NULL;
}

AP_DECLARE(const char *) ap_get_server_protocol(server_rec *s)
{
    const core_server_config *conf = ap_get_core_module_config(
        s->module_config);

    return conf->protocol;
}

AP_DECLARE(void) ap_set_server_protocol(server_rec *s, const char *protocol)
{
    core_server_config *conf = ap_get_core_module_config(s->module_config);

    conf->protocol = protocol;
}

static const char *set_accept_filter(cmd_parms *cmd, void *dir_conf,
                                     const char *protocol, const char *filter)
{
    const char *failure = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (!failure) {
        apr_table_set(pn_core_server(cmd)->accf_map, protocol, filter);
    }
    return failure;
}

/* The first Protocols of a server starts its list anew, further ones add. */
static const char *set_protocols(cmd_parms *cmd, void *dir_conf,
                                 const char *arg)
{
    core_server_config *conf = pn_core_server(cmd);
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (failure) {
        return failure;
    }
    if (!ap_array_str_contains(conf->protocols, arg)) {
        APR_ARRAY_PUSH(conf->protocols, const char *) = apr_pstrdup(cmd->pool,
                                                                    arg);
    }
    return NULL;
}

static const char *set_protocols_honor_order(cmd_parms *cmd, void *dir_conf,
                                             const char *arg)
{
    int is_on;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (!failure) {
        failure = pn_core_parse_switch(cmd, arg, &is_on);
    }
    if (!failure) {
        pn_core_server(cmd)->protocols_honor_order = is_on;
    }
    return failure;
}

/* The words of HttpProtocolOptions, in pairs that exclude each other. */
static const char *set_http_protocol_options(cmd_parms *cmd, void *dir_conf,
                                             const char *arg)
{
    core_server_config *conf = pn_core_server(cmd);
    const struct {
        const char *word, *other;
        char *field;
        char value;
    } words[] = {
        { "Strict", "Unsafe", &conf->http_conformance,
          AP_HTTP_CONFORMANCE_STRICT },
        { "Unsafe", "Strict", &conf->http_conformance,
          AP_HTTP_CONFORMANCE_UNSAFE },
        { "RegisteredMethods", "LenientMethods", &conf->http_methods,
          AP_HTTP_METHODS_REGISTERED },
        { "LenientMethods", "RegisteredMethods", &conf->http_methods,
          AP_HTTP_METHODS_LENIENT },
        { "Allow0.9", "Require1.0", &conf->http09_enable, AP_HTTP09_ENABLE },
        { "Require1.0", "Allow0.9", &conf->http09_enable, AP_HTTP09_DISABLE },
    };
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);
    size_t i;

    if (failure) {
        return failure;
    }
    for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (ap_cstr_casecmp(arg, words[i].word) != 0) {
            continue;
        }
        if (*words[i].field && *words[i].field != words[i].value) {
            return apr_psprintf(cmd->pool,
                                "HttpProtocolOptions: '%s' and "
                                "'%s' exclude each other",
                                words[i].word, words[i].other);
        }
        *words[i].field = words[i].value;
        return NULL;
    }
    return pn_core_unknown(cmd, arg,
                           "Strict, Unsafe, RegisteredMethods, "
                           "LenientMethods, Allow0.9 or Require1.0");
}

static const char *set_register_http_method(cmd_parms *cmd, void *dir_conf,
                                            const char *arg)
{
    const char *failure = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (failure) {
        return failure;
    }
    if (!*arg || *ap_scan_http_token(arg)) {
        return pn_core_unknown(cmd, arg, "a method: it must be one token");
    }
    if (ap_method_register(cmd->pool, arg) == M_INVALID) {
        return apr_psprintf(cmd->pool,
                            "RegisterHttpMethod: '%s' is one too many, there "
                            "is room for %d methods in all",
                            arg, METHODS);
    }
    return NULL;
}

static const char *set_trace_enable(cmd_parms *cmd, void *dir_conf,
                                    const char *arg)
{
    core_server_config *conf = pn_core_server(cmd);
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (failure) {
        return failure;
    }
    if (ap_cstr_casecmp(arg, "on") == 0) {
        conf->trace_enable = AP_TRACE_ENABLE;
    }
    else if (ap_cstr_casecmp(arg, "off") == 0) {
        conf->trace_enable = AP_TRACE_DISABLE;
    }
    else if (ap_cstr_casecmp(arg, "extended") == 0) {
        conf->trace_enable = AP_TRACE_EXTENDED;
    }
    else {
        return pn_core_unknown(cmd, arg, "On, Off or Extended");
    }
    return NULL;
}

static const char *set_merge_trailers(cmd_parms *cmd, void *dir_conf, int is_on)
{
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (!failure) {
        pn_core_server(cmd)->merge_trailers = is_on ? AP_MERGE_TRAILERS_ENABLE
                                                    : AP_MERGE_TRAILERS_DISABLE;
    }
    return failure;
}

static const char *set_flush_max_threshold(cmd_parms *cmd, void *dir_conf,
                                           const char *arg)
{
    apr_int64_t number;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (!failure) {
        failure = pn_core_parse_number(cmd, arg, 0, FLUSH_MAX, &number);
    }
    if (!failure) {
        pn_core_server(cmd)->flush_max_threshold = (apr_size_t)number;
    }
    return failure;
}

static const char *set_flush_max_pipelined(cmd_parms *cmd, void *dir_conf,
                                           const char *arg)
{
    apr_int64_t number;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (!failure) {
        failure = pn_core_parse_number(cmd, arg, -1, APR_INT32_MAX, &number);
    }
    if (!failure) {
        pn_core_server(cmd)->flush_max_pipelined = (apr_int32_t)number;
    }
    return failure;
}

static const char *set_read_buffer_size(cmd_parms *cmd, void *dir_conf,
                                        const char *arg)
{
    core_dir_config *conf = dir_conf;
    apr_int64_t number;
    const char *failure = pn_core_parse_number(cmd, arg, 0, APR_INT32_MAX,
                                               &number);

    if (!failure) {
        conf->read_buf_size = number < 1024 ? 1024 : (apr_size_t)number;
    }
    return failure;
}

static const char *refuse_port(cmd_parms *cmd, void *dir_conf, const char *arg)
{
    return apr_psprintf(cmd->pool,
                        "Port was replaced with Listen in Apache "
                        "2.0: write 'Listen %s'",
                        arg);
}

const command_rec pn_core_network[] = {
    AP_INIT_TAKE1("Timeout", set_timeout, NULL, RSRC_CONF,
                  "how long one wait for the network may take, in seconds"),
    AP_INIT_TAKE1("Protocol", set_protocol, NULL, RSRC_CONF,
                  "the protocol that listening sockets speak: http or https"),
    AP_INIT_TAKE2("AcceptFilter", set_accept_filter, NULL, RSRC_CONF,
                  "a protocol, and data or none: whether the kernel waits for "
                  "the first bytes"),
    AP_INIT_TAKE1("Port", refuse_port, NULL, RSRC_CONF, "replaced by Listen"),
    AP_INIT_TAKE1("NameVirtualHost", ap_set_name_virtual_host, NULL, RSRC_CONF,
                  "has no effect since 2.4"),
    AP_INIT_ITERATE("Protocols", set_protocols, NULL, RSRC_CONF,
                    "the protocols that may be spoken, the best one first"),
    AP_INIT_TAKE1("ProtocolsHonorOrder", set_protocols_honor_order, NULL,
                  RSRC_CONF,
                  "On or Off: whether the order of Protocols or the client's "
                  "counts"),
    AP_INIT_ITERATE("HttpProtocolOptions", set_http_protocol_options, NULL,
                    RSRC_CONF,
                    "Strict or Unsafe, RegisteredMethods or LenientMethods, "
                    "Allow0.9 or Require1.0"),
    AP_INIT_ITERATE("RegisterHttpMethod", set_register_http_method, NULL,
                    RSRC_CONF, "methods that are none of the standard ones"),
    AP_INIT_TAKE1("TraceEnable", set_trace_enable, NULL, RSRC_CONF,
                  "On, Off or Extended (with bodies): whether TRACE is "
                  "answered"),
    AP_INIT_FLAG("MergeTrailers", set_merge_trailers, NULL, RSRC_CONF,
                 "On or Off: whether trailers are put among the headers"),
    AP_INIT_TAKE1("FlushMaxThreshold", set_flush_max_threshold, NULL, RSRC_CONF,
                  "bytes that may wait before a write blocks"),
    AP_INIT_TAKE1("FlushMaxPipelined", set_flush_max_pipelined, NULL, RSRC_CONF,
                  "pipelined responses that may wait before a write blocks, "
                  "-1 for any number"),
    AP_INIT_TAKE1("ReadBufferSize", set_read_buffer_size, NULL,
                  RSRC_CONF | ACCESS_CONF,
                  "the size of buffers for reading, at least 1024"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};
