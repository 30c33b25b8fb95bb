/* SPDX-License-Identifier: Apache-2.0 */
/*
 * http_module.c - the http module: what the core says about connections that
 * speak HTTP, and the hooks that server/http offers.
 *
 * Modules know it as http_core.c and order their hooks by that name.
 */

#include "httpd.h"

#include <limits.h>

#include "apr_strings.h"

#include "http_config.h"
#include "http_connection.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_core.h"

#include "core/core.h"
#include "http/http_filters.h"

static const char *set_keep_alive_timeout(cmd_parms *cmd, void *dir_conf,
                                          const char *arg)
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
    cmd->server->keep_alive_timeout = timeout;
    cmd->server->keep_alive_timeout_set = 1;
    return NULL;
}

static const char *set_keep_alive(cmd_parms *cmd, void *dir_conf, int is_on)
{
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (!failure) {
        cmd->server->keep_alive = is_on;
    }
    return failure;
}

static const char *set_max_keep_alive_requests(cmd_parms *cmd, void *dir_conf,
                                               const char *arg)
{
    apr_int64_t number;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (!failure) {
        failure = pn_core_parse_number(cmd, arg, 0, INT_MAX, &number);
    }
    if (!failure) {
        cmd->server->keep_alive_max = (int)number;
    }
    return failure;
}

/* "OPTIONS *" is about the server: no file stands for it. */
static int options_of_server(request_rec *r)
{
    if (r->method_number == M_OPTIONS && r->uri && strcmp(r->uri, "*") == 0) {
        return DONE;
    }
    return DECLINED;
}

static const command_rec http_directives[] = {
    AP_INIT_TAKE1("KeepAliveTimeout", set_keep_alive_timeout, NULL, RSRC_CONF,
                  "how long the next request may take to come, in seconds or "
                  "with a unit (ms)"),
    AP_INIT_TAKE1("MaxKeepAliveRequests", set_max_keep_alive_requests, NULL,
                  RSRC_CONF, "requests of one connection, 0 for any number"),
    AP_INIT_FLAG("KeepAlive", set_keep_alive, NULL, RSRC_CONF,
                 "On or Off: whether a connection may have several requests"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};

static void http_register_hooks(apr_pool_t *pool)
{
    ap_hook_process_connection(pn_http_process_connection, NULL, NULL,
                               APR_HOOK_REALLY_LAST);
    ap_hook_map_to_storage(ap_send_http_trace, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_map_to_storage(options_of_server, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_http_scheme(pn_http_scheme, NULL, NULL, APR_HOOK_REALLY_LAST);
    ap_hook_default_port(pn_http_default_port, NULL, NULL,
                         APR_HOOK_REALLY_LAST);
    ap_hook_create_request(pn_http_create_request, NULL, NULL,
                           APR_HOOK_REALLY_LAST);
    pn_http_register_filters(pool);
}

AP_DECLARE_DATA module http_module = {
    MODULE_MAGIC_NUMBER_MAJOR,
    MODULE_MAGIC_NUMBER_MINOR,
    -1,
    "http_core.c",
    .magic = MODULE_MAGIC_COOKIE,
    .cmds = http_directives,
    .register_hooks = http_register_hooks,
};
