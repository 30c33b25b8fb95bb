/* SPDX-License-Identifier: Apache-2.0 */
/*
 * redirect - one request goes on as another, without the client's doing.
 *
 * ap_internal_redirect() starts a new request_rec for another URL; the chain
 * is r->prev and r->next, and REDIRECT_* variables tell the new one where it
 * comes from. ap_internal_fast_redirect() makes a subrequest's findings the
 * request's own.
 */

#include "http_request.h"

#include <string.h>

#include <apr_strings.h>

#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "request/merge.h"
#include "request/request.h"
#include "util_filter.h"

/* Every variable once more as REDIRECT_name; the plain names go. */
static apr_table_t *rename_environment(apr_pool_t *pool, const apr_table_t *env)
{
    const apr_array_header_t *all = apr_table_elts(env);
    const apr_table_entry_t *entry = (const void *)all->elts;
    apr_table_t *renamed = apr_table_make(pool, all->nelts + 4);

    for (int i = 0; i < all->nelts; i++) {
        if (entry[i].key) {
            apr_table_setn(renamed,
                           apr_pstrcat(pool, "REDIRECT_", entry[i].key, NULL),
                           entry[i].val);
        }
    }
    return renamed;
}

static void copy_what_stays(request_rec *next, request_rec *r)
{
    next->connection = r->connection;
    next->server = r->server;
    next->pool = r->pool;
    next->main = r->main;
    next->log = r->log;
    next->log_id = r->log_id;
    next->invoke_mtx = r->invoke_mtx;
    next->the_request = r->the_request;
    next->method = r->method;
    next->method_number = r->method_number;
    next->allowed = r->allowed;
    next->allowed_methods = r->allowed_methods;
    next->allowed_xmethods = r->allowed_xmethods;
    next->protocol = r->protocol;
    next->proto_num = r->proto_num;
    next->hostname = r->hostname;
    next->request_time = r->request_time;
    next->assbackwards = r->assbackwards;
    next->header_only = r->header_only;
    next->status = r->status;
    next->htaccess = r->htaccess;
    next->no_cache = r->no_cache;
    next->no_local_copy = r->no_local_copy;
    next->expecting_100 = r->expecting_100;
    next->useragent_addr = r->useragent_addr;
    next->useragent_ip = r->useragent_ip;
    next->useragent_host = r->useragent_host;
    next->double_reverse = r->double_reverse;
}

static void copy_body_state(request_rec *next, const request_rec *r)
{
    next->read_length = r->read_length;
    next->remaining = r->remaining;
    next->read_body = r->read_body;
    next->read_chunked = r->read_chunked;
    next->kept_body = r->kept_body;
    next->body_table = r->body_table;
}

/* Who chose the new URL by a header of the request (mod_rewrite) says so by a
 * note: caches must know, however many redirects follow. */
static void keep_vary(request_rec *next, const request_rec *r)
{
    static const char note[] = "redirect-keeps-vary";
    const char *vary;

    if (!apr_table_get(r->notes, note)) {
        return;
    }
    vary = apr_table_get(r->headers_out, "Vary");
    if (vary) {
        apr_table_setn(next->headers_out, "Vary", vary);
        apr_table_setn(next->notes, note, "");
    }
}

static void set_tables(request_rec *next, request_rec *r)
{
    next->headers_in = r->headers_in;
    next->trailers_in = r->trailers_in;
    next->headers_out = apr_table_make(r->pool, 12);
    /* What HTTP itself needs survives: a challenge, an upgrade. */
    if (ap_is_HTTP_REDIRECT(next->status)) {
        const char *location = apr_table_get(r->headers_out, "Location");

        if (location) {
            apr_table_setn(next->headers_out, "Location", location);
        }
    }
    next->err_headers_out = r->err_headers_out;
    next->trailers_out = apr_table_make(r->pool, 5);
    next->subprocess_env = rename_environment(r->pool, r->subprocess_env);
    next->notes = apr_table_make(r->pool, 5);
    keep_vary(next, r);
    apr_table_setn(next->subprocess_env, "REDIRECT_STATUS",
                   apr_itoa(r->pool, r->status));
}

/* The chain starts again with the protocol filters; filters of content are
 * inserted anew for the new content. */
static void connect_filters(request_rec *next, request_rec *r)
{
    next->proto_input_filters = r->proto_input_filters;
    next->proto_output_filters = r->proto_output_filters;
    next->input_filters = r->proto_input_filters;
    if (!r->main) {
        next->output_filters = r->proto_output_filters;
        return;
    }
    /* In a subrequest the way out leads through the outer filters. */
    next->output_filters = r->output_filters;
    while (next->output_filters
           && next->output_filters->frec->ftype < AP_FTYPE_CONTENT_SET
           && next->output_filters->r == r) {
        next->output_filters = next->output_filters->next;
    }
}

/* Filters between request and connection belong to the newest request. */
static void hand_over_filters(ap_filter_t *f, const request_rec *from,
                              request_rec *to)
{
    for (; f; f = f->next) {
        if (f->r == from) {
            f->r = to;
        }
    }
}

static request_rec *make_redirect(const char *uri, request_rec *r)
{
    request_rec *next;
    int status;

    if (ap_is_recursion_limit_exceeded(r)) {
        ap_die(HTTP_INTERNAL_SERVER_ERROR, r);
        return NULL;
    }
    next = apr_pcalloc(r->pool, sizeof(*next));
    copy_what_stays(next, r);
    copy_body_state(next, r);
    next->method = r->method;
    ap_parse_uri(next, uri);
    next->request_config = ap_create_request_config(r->pool);
    next->per_dir_config = r->server->lookup_defaults;
    next->prev = r;
    r->next = next;
    set_tables(next, r);
    connect_filters(next, r);
    next->used_path_info = AP_REQ_DEFAULT_PATH_INFO;
    ap_run_create_request(next);
    hand_over_filters(next->output_filters, r, next);
    hand_over_filters(next->input_filters, r, next);
    status = ap_post_read_request(next);
    if (status != OK) {
        ap_die(status, next);
        return NULL;
    }
    return next;
}

static void finish(request_rec *r, int status)
{
    if (status == OK || status == DONE) {
        ap_finalize_request_protocol(r);
    }
    else if (status != SUSPENDED) {
        ap_die(status, r);
    }
}

AP_DECLARE(void) ap_internal_redirect(const char *uri, request_rec *r)
{
    request_rec *next = make_redirect(uri, r);
    int status;

    if (!next) {
        return; /* answered already */
    }
    status = ap_run_quick_handler(next, 0);
    if (status == DECLINED) {
        status = ap_process_request_internal(next);
        if (status == OK) {
            status = ap_invoke_handler(next);
        }
    }
    finish(next, status);
}

/* For handlers that are named by the content (Action): the type goes along. */
AP_DECLARE(void) ap_internal_redirect_handler(const char *uri, request_rec *r)
{
    request_rec *next = make_redirect(uri, r);
    int status;

    if (!next) {
        return;
    }
    if (r->handler) {
        ap_set_content_type(next, r->content_type);
    }
    status = ap_process_request_internal(next);
    if (status == OK) {
        status = ap_invoke_handler(next);
    }
    finish(next, status);
}

/* Takes the subrequest's filters, but for the one that swallows its end. */
static void take_filters(request_rec *r, request_rec *sub)
{
    ap_filter_t *end = sub->output_filters;

    while (end
           && (end->frec != ap_subreq_core_filter_handle || end->r != sub)) {
        end = end->next;
    }
    r->output_filters = sub->output_filters;
    r->input_filters = sub->input_filters;
    hand_over_filters(r->input_filters, sub, r);
    hand_over_filters(r->output_filters, sub, r);
    if (end) { /* after the hand-over: it leaves the chain of end->r */
        ap_remove_output_filter(end);
    }
    /* Without the outer filters (no next_filter was given) the protocol's are
     * missing: they are still at hand. */
    if (r->output_filters == r->connection->output_filters) {
        r->output_filters = r->proto_output_filters;
    }
    if (r->input_filters == r->connection->input_filters) {
        r->input_filters = r->proto_input_filters;
    }
}

AP_DECLARE(void) ap_internal_fast_redirect(request_rec *sub, request_rec *r)
{
    /* What r now points to lives in the subrequest's pool. */
    apr_pool_join(r->pool, sub->pool);
    r->proxyreq = sub->proxyreq;
    r->no_cache = r->no_cache && sub->no_cache;
    r->no_local_copy = r->no_local_copy && sub->no_local_copy;
    r->mtime = sub->mtime;
    r->uri = sub->uri;
    r->filename = sub->filename;
    r->canonical_filename = sub->canonical_filename;
    r->path_info = sub->path_info;
    r->args = sub->args;
    r->finfo = sub->finfo;
    r->handler = sub->handler;
    ap_set_content_type_ex(r, sub->content_type,
                           AP_REQUEST_IS_TRUSTED_CT(sub) != 0);
    r->content_encoding = sub->content_encoding;
    r->content_languages = sub->content_languages;
    pn_merge_take(r, sub);
    r->output_filters = sub->output_filters;
    r->htaccess = sub->htaccess;
    r->notes = apr_table_overlay(r->pool, sub->notes, r->notes);
    r->headers_out = apr_table_overlay(r->pool, sub->headers_out,
                                       r->headers_out);
    r->err_headers_out = apr_table_overlay(r->pool, sub->err_headers_out,
                                           r->err_headers_out);
    r->subprocess_env = apr_table_overlay(r->pool, sub->subprocess_env,
                                          r->subprocess_env);
    r->used_path_info = sub->used_path_info;
    take_filters(r, sub);
}
