/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_hostile - an application that nobody should trust, for tests.
 *
 * Its handler takes pairs NAME=VALUE from the query and does with them what a
 * careless or taken-over application would do, unescaped: type=, status_line=,
 * header=Name:Value, redirect=PATH (an internal one), redirect_type=TYPE,
 * interim=LINE, location=, defines= (how many names are defined).
 */

#include "httpd.h"

#include "apr_lib.h"
#include "apr_strings.h"
#include "http_config.h"
#include "http_core.h"
#include "http_main.h"
#include "http_protocol.h"
#include "http_request.h"

module AP_MODULE_DECLARE_DATA hostile_module;

static int redirect(request_rec *r, const char *path)
{
    ap_internal_redirect_handler(path, r);
    return OK;
}

static void act(request_rec *r, const char *name, char *value)
{
    if (strcmp(name, "type") == 0) {
        ap_set_content_type(r, value);
    }
    else if (strcmp(name, "status_line") == 0) {
        r->status_line = value;
    }
    else if (strcmp(name, "header") == 0) {
        char *sep = strchr(value, ':');

        if (sep) {
            *sep = '\0';
            apr_table_setn(r->headers_out, value, sep + 1);
        }
    }
    else if (strcmp(name, "location") == 0) {
        apr_table_setn(r->headers_out, "Location", value);
        r->status = HTTP_MOVED_TEMPORARILY;
    }
    else if (strcmp(name, "interim") == 0) {
        r->status = HTTP_EARLY_HINTS;
        r->status_line = value;
        ap_send_interim_response(r, 1);
        r->status = HTTP_OK;
        r->status_line = NULL;
    }
    else if (strcmp(name, "defines") == 0) {
        apr_table_setn(r->headers_out, "X-Defines",
                       apr_itoa(r->pool, ap_server_config_defines->nelts));
    }
}

static int hostile_handler(request_rec *r)
{
    const char *target = NULL;
    char *rest = apr_pstrdup(r->pool, r->args ? r->args : "");
    char *pair;
    char *last;

    if (!r->handler || strcmp(r->handler, "hostile") != 0) {
        return DECLINED;
    }
    r->content_type = "text/plain";
    for (pair = apr_strtok(rest, "&", &last); pair;
         pair = apr_strtok(NULL, "&", &last)) {
        char *value = strchr(pair, '=');

        if (!value) {
            continue;
        }
        *value++ = '\0';
        ap_unescape_url_keep2f(value, 1);
        if (strcmp(pair, "redirect") == 0) {
            target = value;
        }
        else {
            act(r, pair, value);
        }
    }
    if (target) {
        return redirect(r, target);
    }
    if (r->status >= 300) {
        return r->status;
    }
    ap_rputs("answer of the application\n", r);
    return OK;
}

static void register_hooks(apr_pool_t *pool)
{
    /* As mod_security2 does; nobody takes it away again. */
    *(const char **)apr_array_push(ap_server_config_defines) =
        apr_pstrdup(pool, "HOSTILE");
    ap_hook_handler(hostile_handler, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(hostile) = {
    STANDARD20_MODULE_STUFF,
    NULL, NULL, NULL, NULL, NULL,
    register_hooks
};
