/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_api_offers - what modules offer each other: an optional function, a
 * hook of its own, an optional hook, providers; and the error log's hooks.
 * mod_api_takes uses them.
 */

#include "httpd.h"

#include "api_offers.h"
#include "ap_provider.h"
#include "apr_strings.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"

APR_HOOK_STRUCT(APR_HOOK_LINK(colour))
APR_IMPLEMENT_EXTERNAL_HOOK_RUN_FIRST(api, API, const char *, colour, (request_rec * r), (r), NULL)
APR_IMPLEMENT_OPTIONAL_HOOK_RUN_ALL(api, API, int, tell, (apr_array_header_t * words), (words), OK, DECLINED)

static int messages; /* seen by the error_log hook in this process */

static char *shout(apr_pool_t *pool, const char *text)
{
    char *loud = apr_pstrcat(pool, text, "!", NULL);

    ap_str_toupper(loud);
    return loud;
}

static const api_provider_t plain = { "plain" };
static const api_provider_t fancy = { "fancy" };
static const api_provider_t newer = { "plain, version 1" };

static void count_message(const ap_errorlog_info *info, const char *text)
{
    if (info->r && strstr(text, "count me")) {
        messages++;
    }
}

static int make_log_id(const conn_rec *c, const request_rec *r, const char **id)
{
    *id = apr_pstrcat(r ? r->pool : c->pool, r ? "request-" : "connection-", "id", NULL);
    return OK;
}

static int show(request_rec *r)
{
    apr_array_header_t *words;
    const char *colour;
    int status;

    if (!r->handler || strcmp(r->handler, "api-offers") != 0) {
        return DECLINED;
    }
    ap_set_content_type(r, "text/plain");
    colour = api_run_colour(r);
    words = apr_array_make(r->pool, 2, sizeof(const char *));
    status = api_run_tell(words);
    ap_rprintf(r, "colour %s\ntold %d %s\n", colour ? colour : "-", status, apr_array_pstrcat(r->pool, words, ','));
    ap_log_rerror(APLOG_MARK, APLOG_NOTICE, 0, r, "count me");
    ap_rprintf(r, "messages %d\nlog id %s %s\n", messages, r->log_id ? r->log_id : "-",
               r->connection->log_id ? r->connection->log_id : "-");
    messages = 0;
    return OK;
}

static void register_hooks(apr_pool_t *pool)
{
    APR_REGISTER_OPTIONAL_FN(shout);
    ap_register_provider(pool, API_GROUP, "plain", "0", &plain);
    ap_register_provider(pool, API_GROUP, "fancy", "0", &fancy);
    ap_register_provider(pool, API_GROUP, "plain", "1", &newer);
    ap_hook_error_log(count_message, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_generate_log_id(make_log_id, NULL, NULL, APR_HOOK_FIRST);
    ap_hook_handler(show, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(api_offers) = {
    STANDARD20_MODULE_STUFF,
    .register_hooks = register_hooks,
};
