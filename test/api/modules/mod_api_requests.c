/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_api_requests - subrequests, internal redirects, errors, and what a
 * request carries along. The query says what to do:
 *
 *   uri=/x  file=x  dirent=x   look it up and print what was found
 *   include=/x                 run it, its output in the middle of ours
 *   go=/x  handle=/x           redirect internally
 *   fast=/x                    become it
 *   status=N  die=N            answer with a status, by returning it or at once
 *   custom=N                   the same with a text of ap_custom_response()
 *   show=                      print notes, environment and chain of requests
 */

#include "httpd.h"

#include "apr_strings.h"
#include "http_config.h"
#include "http_core.h"
#include "http_protocol.h"
#include "http_request.h"

module AP_MODULE_DECLARE_DATA api_requests_module;

static int print_found(request_rec *r, request_rec *sub)
{
    const char *dir = r->filename ? ap_make_dirstr_parent(r->pool, r->filename) : "";

    ap_set_content_type(r, "text/plain");
    ap_rprintf(r, "status %d\nuri %s\nfile %s\ntype %s\nfiletype %d\nmethod %s\nmain %d\ninitial %d\n", sub->status,
               sub->uri ? sub->uri : "-", sub->filename ? ap_stripprefix(sub->filename, dir) : "-",
               sub->content_type ? sub->content_type : "-", (int)sub->finfo.filetype, sub->method, sub->main == r,
               ap_is_initial_req(sub));
    ap_destroy_sub_req(sub);
    return OK;
}

static int look_up_dirent(request_rec *r, const char *name)
{
    apr_finfo_t finfo = { 0 };
    const char *path = ap_make_full_path(r->pool, ap_make_dirstr_parent(r->pool, r->filename), name);

    if (apr_stat(&finfo, path, APR_FINFO_MIN, r->pool) != APR_SUCCESS) {
        return HTTP_NOT_FOUND;
    }
    finfo.name = name;
    finfo.valid |= APR_FINFO_NAME;
    return print_found(r, ap_sub_req_lookup_dirent(&finfo, r, AP_SUBREQ_NO_ARGS, NULL));
}

static int include(request_rec *r, const char *uri)
{
    request_rec *sub;
    int status;

    ap_set_content_type(r, "text/plain");
    /* First: what writes this is a filter, which has to be there already. */
    ap_rputs("[", r);
    sub = ap_sub_req_lookup_uri(uri, r, r->output_filters);
    if (sub->status != HTTP_OK) {
        ap_rprintf(r, "lookup %d]", sub->status);
        ap_destroy_sub_req(sub);
        return OK;
    }
    apr_table_setn(sub->notes, "api-given", "by the parent");
    status = ap_run_sub_req(sub);
    ap_rprintf(r, "] %d", status);
    ap_destroy_sub_req(sub);
    return OK;
}

static int print_pair(void *r, const char *key, const char *value)
{
    if (strncmp(key, "REDIRECT_", 9) == 0 || strncmp(key, "API", 3) == 0 || strncmp(key, "api", 3) == 0) {
        ap_rprintf(r, "%s=%s\n", key, value);
    }
    return 1;
}

static int show(request_rec *r)
{
    ap_set_content_type(r, "text/plain");
    ap_rprintf(r, "uri %s\nprev %s\nmain %s\n", r->uri, r->prev ? r->prev->uri : "-", r->main ? r->main->uri : "-");
    apr_table_do(print_pair, r, r->notes, NULL);
    apr_table_do(print_pair, r, r->subprocess_env, NULL);
    return OK;
}

static int custom(request_rec *r, int status)
{
    ap_custom_response(r, status, "a text for this request only");
    return status;
}

static int act(request_rec *r)
{
    char *value;
    char *what;

    if (!r->handler || strcmp(r->handler, "api-requests") != 0) {
        return DECLINED;
    }
    what = apr_pstrdup(r->pool, r->args ? r->args : "show=");
    value = strchr(what, '=');
    if (!value) {
        return HTTP_BAD_REQUEST;
    }
    *value++ = '\0';
    if (strcmp(what, "uri") == 0) {
        return print_found(r, ap_sub_req_lookup_uri(value, r, NULL));
    }
    if (strcmp(what, "put") == 0) {
        return print_found(r, ap_sub_req_method_uri("PUT", value, r, NULL));
    }
    if (strcmp(what, "file") == 0) {
        return print_found(r, ap_sub_req_lookup_file(value, r, NULL));
    }
    if (strcmp(what, "dirent") == 0) {
        return look_up_dirent(r, value);
    }
    if (strcmp(what, "include") == 0) {
        return include(r, value);
    }
    if (strcmp(what, "go") == 0) {
        apr_table_setn(r->subprocess_env, "API_SET", "before");
        ap_internal_redirect(value, r);
        return OK;
    }
    if (strcmp(what, "handle") == 0) {
        ap_internal_redirect_handler(value, r);
        return OK;
    }
    if (strcmp(what, "status") == 0) {
        return (int)apr_atoi64(value);
    }
    if (strcmp(what, "die") == 0) {
        ap_die((int)apr_atoi64(value), r);
        return OK;
    }
    if (strcmp(what, "custom") == 0) {
        return custom(r, (int)apr_atoi64(value));
    }
    return show(r);
}

/* A fast redirect has to happen before the handler is chosen. */
static int become(request_rec *r)
{
    request_rec *sub;

    if (!r->args || strncmp(r->args, "fast=", 5) != 0 || r->main) {
        return DECLINED;
    }
    sub = ap_sub_req_lookup_uri(r->args + 5, r, NULL);
    if (sub->status != HTTP_OK) {
        int status = sub->status;

        ap_destroy_sub_req(sub);
        return status;
    }
    ap_internal_fast_redirect(sub, r);
    return OK;
}

static int mark(request_rec *r)
{
    apr_table_setn(r->notes, "api-post-read", r->uri);
    apr_table_setn(r->subprocess_env, "API_PHASE", "post_read_request");
    return DECLINED;
}

static void register_hooks(apr_pool_t *pool)
{
    ap_hook_post_read_request(mark, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_fixups(become, NULL, NULL, APR_HOOK_LAST);
    ap_hook_handler(act, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(api_requests) = {
    STANDARD20_MODULE_STUFF,
    .register_hooks = register_hooks,
};
