/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_api_life - what a module lives through, and when its pools are cleared.
 * Each step is a line "life: ..." in the error log, or on stderr before there
 * is one. Handler api-life prints the phases that its request went through.
 */

#include "httpd.h"

#include "ap_mpm.h"
#include "apr_strings.h"
#include "http_config.h"
#include "http_connection.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mpm_common.h"

APLOG_USE_MODULE(api_life);

static int loads; /* starts at 0 each time the file is loaded */

static void say(const char *what)
{
    int *total = ap_retained_data_get("api-life");

    if (!total) {
        total = ap_retained_data_create("api-life", sizeof(*total));
    }
    (*total)++;
    ap_log_perror(APLOG_MARK, APLOG_NOTICE, 0, NULL, "life: %s (state %d, loads %d)", what,
                  ap_state_query(AP_SQ_MAIN_STATE), loads);
}

static apr_status_t on_clear(void *what)
{
    say(apr_pstrcat(apr_hook_global_pool, what, " cleared", NULL));
    return APR_SUCCESS;
}

static void watch(apr_pool_t *pool, const char *name)
{
    apr_pool_cleanup_register(pool, name, on_clear, apr_pool_cleanup_null);
}

static int on_pre_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp)
{
    loads++;
    say("pre_config");
    watch(pconf, "pconf");
    watch(plog, "plog");
    watch(ptemp, "ptemp");
    return OK;
}

static int on_check_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp, server_rec *s)
{
    say("check_config");
    return OK;
}

static int on_open_logs(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp, server_rec *s)
{
    say("open_logs");
    return OK;
}

static int on_post_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp, server_rec *s)
{
    say("post_config");
    return OK;
}

static void on_child_init(apr_pool_t *pchild, server_rec *s)
{
    say("child_init");
    watch(pchild, "pchild");
}

static void on_child_stopping(apr_pool_t *pchild, int graceful)
{
    say(graceful ? "child_stopping gracefully" : "child_stopping");
}

static apr_status_t on_request_end(void *data)
{
    request_rec *r = data;

    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, r->server, "life: request %s cleared", r->uri);
    return APR_SUCCESS;
}

static apr_status_t on_connection_end(void *data)
{
    conn_rec *c = data;

    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, c->base_server, "life: connection cleared after %d requests",
                 c->keepalives);
    return APR_SUCCESS;
}

static int on_connection(conn_rec *c, void *csd)
{
    apr_pool_cleanup_register(c->pool, c, on_connection_end, apr_pool_cleanup_null);
    return OK;
}

static int phase(request_rec *r, const char *name, int answer)
{
    request_rec *top = r;
    const char *value;

    while (top->main || top->prev) {
        top = top->main ? top->main : top->prev;
    }
    value = apr_table_get(top->notes, "api-phases");
    apr_table_setn(top->notes, "api-phases",
                   value ? apr_pstrcat(top->pool, value, " ", name, r->main ? "(sub)" : "", NULL) : name);
    return answer;
}

#define PHASE(name, answer) \
    static int on_##name(request_rec *r) \
    { \
        return phase(r, #name, answer); \
    }
PHASE(post_read_request, DECLINED)
PHASE(pre_translate_name, DECLINED)
PHASE(translate_name, DECLINED)
PHASE(map_to_storage, DECLINED)
PHASE(post_perdir_config, OK)
PHASE(header_parser, DECLINED)
PHASE(access_checker, DECLINED)
PHASE(access_checker_ex, DECLINED)
PHASE(check_user_id, DECLINED)
PHASE(auth_checker, DECLINED)
PHASE(type_checker, DECLINED)
PHASE(fixups, DECLINED)

static int on_create_request(request_rec *r)
{
    return r->main || r->prev ? phase(r, "create_request", OK) : OK;
}

static void on_insert_filter(request_rec *r)
{
    phase(r, "insert_filter", OK);
}

static int on_log_transaction(request_rec *r)
{
    ap_log_rerror(APLOG_MARK, APLOG_NOTICE, 0, r, "life: log_transaction %s", r->uri);
    return DECLINED;
}

static int show(request_rec *r)
{
    if (!r->handler || strcmp(r->handler, "api-life") != 0) {
        return DECLINED;
    }
    apr_pool_cleanup_register(r->pool, r, on_request_end, apr_pool_cleanup_null);
    ap_set_content_type(r, "text/plain");
    ap_rputs(apr_table_get(r->notes, "api-phases"), r);
    return OK;
}

static void hook_phases(void)
{
    ap_hook_create_request(on_create_request, NULL, NULL, APR_HOOK_REALLY_LAST);
    ap_hook_post_read_request(on_post_read_request, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_pre_translate_name(on_pre_translate_name, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_translate_name(on_translate_name, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_map_to_storage(on_map_to_storage, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_post_perdir_config(on_post_perdir_config, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_header_parser(on_header_parser, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_check_access(on_access_checker, NULL, NULL, APR_HOOK_REALLY_FIRST, AP_AUTH_INTERNAL_PER_URI);
    ap_hook_check_access_ex(on_access_checker_ex, NULL, NULL, APR_HOOK_REALLY_FIRST, AP_AUTH_INTERNAL_PER_URI);
    ap_hook_check_authn(on_check_user_id, NULL, NULL, APR_HOOK_REALLY_FIRST, AP_AUTH_INTERNAL_PER_URI);
    ap_hook_check_authz(on_auth_checker, NULL, NULL, APR_HOOK_REALLY_FIRST, AP_AUTH_INTERNAL_PER_URI);
    ap_hook_type_checker(on_type_checker, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_fixups(on_fixups, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_insert_filter(on_insert_filter, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_log_transaction(on_log_transaction, NULL, NULL, APR_HOOK_REALLY_FIRST);
}

static void register_hooks(apr_pool_t *pool)
{
    ap_hook_pre_config(on_pre_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_check_config(on_check_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_open_logs(on_open_logs, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_post_config(on_post_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_child_init(on_child_init, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_child_stopping(on_child_stopping, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_pre_connection(on_connection, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_handler(show, NULL, NULL, APR_HOOK_MIDDLE);
    hook_phases();
}

module AP_MODULE_DECLARE_DATA api_life_module = {
    STANDARD20_MODULE_STUFF,
    .register_hooks = register_hooks,
};
