/* SPDX-License-Identifier: Apache-2.0 */
/*
 * subrequest - requests inside a request: a look at another URL or file, and
 * its content put into the outer response.
 *
 * A subrequest lives in a pool below the outer request's. With next_filter
 * its output goes there; without, it is only looked at, or will take the outer
 * request's place (ap_internal_fast_redirect), and has the connection's
 * filters.
 */

#include "http_request.h"

#include <string.h>

#include <apr_strings.h>

#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "http_protocol.h"
#include "request/merge.h"
#include "request/request.h"
#include "util_filter.h"

/* Everything but the end passes: the outer response goes on. */
AP_DECLARE(apr_status_t)
ap_sub_req_output_filter(ap_filter_t *f, apr_bucket_brigade *bb)
{
    apr_bucket *b = APR_BRIGADE_LAST(bb);

    if (!APR_BRIGADE_EMPTY(bb) && APR_BUCKET_IS_EOS(b)) {
        apr_bucket_delete(b);
    }
    if (APR_BRIGADE_EMPTY(bb)) {
        return APR_SUCCESS;
    }
    return ap_pass_brigade(f->next, bb);
}

static void connect_filters(request_rec *sub, const request_rec *r,
                            ap_filter_t *next_filter)
{
    conn_rec *c = r->connection;

    if (next_filter) {
        sub->input_filters = r->input_filters;
        sub->proto_input_filters = r->proto_input_filters;
        sub->output_filters = next_filter;
        sub->proto_output_filters = r->proto_output_filters;
        ap_add_output_filter_handle(ap_subreq_core_filter_handle, NULL, sub, c);
    }
    else {
        sub->proto_input_filters = c->input_filters;
        sub->proto_output_filters = c->output_filters;
        sub->input_filters = sub->proto_input_filters;
        sub->output_filters = sub->proto_output_filters;
    }
}

static request_rec *make(const request_rec *r, ap_filter_t *next_filter)
{
    apr_pool_t *pool;
    request_rec *sub;

    apr_pool_create(&pool, r->pool);
    apr_pool_tag(pool, "subrequest");
    sub = apr_pcalloc(pool, sizeof(*sub));
    sub->pool = pool;
    sub->hostname = r->hostname;
    sub->request_time = r->request_time;
    sub->connection = r->connection;
    sub->server = r->server;
    sub->log = r->log;
    sub->log_id = r->log_id;
    sub->invoke_mtx = r->invoke_mtx;
    sub->htaccess = r->htaccess;
    sub->useragent_addr = r->useragent_addr;
    sub->useragent_ip = r->useragent_ip;
    sub->useragent_host = r->useragent_host;
    sub->kept_body = r->kept_body;
    sub->trailers_in = apr_table_make(pool, 1);
    sub->trailers_out = apr_table_make(pool, 1);
    sub->request_config = ap_create_request_config(pool);
    sub->per_dir_config = r->server->lookup_defaults;
    sub->allowed_methods = ap_make_method_list(pool, 2);
    ap_copy_method_list(sub->allowed_methods, r->allowed_methods);
    connect_filters(sub, r, next_filter);
    ap_set_sub_req_protocol(sub, r);
    sub->used_path_info = AP_REQ_DEFAULT_PATH_INFO;
    ap_run_create_request(sub);
    return sub;
}

/* The phases, unless requests inside requests have become too many. */
static request_rec *look_up(request_rec *sub)
{
    int status;

    if (ap_is_recursion_limit_exceeded(sub)) {
        sub->status = HTTP_INTERNAL_SERVER_ERROR;
        return sub;
    }
    status = ap_process_request_internal(sub);
    if (status != OK) {
        sub->status = status;
    }
    return sub;
}

AP_DECLARE(request_rec *)
ap_sub_req_method_uri(const char *method, const char *uri, const request_rec *r,
                      ap_filter_t *next_filter)
{
    request_rec *sub = make(r, next_filter);

    sub->method = method;
    sub->method_number = ap_method_number_of(method);
    if (uri[0] == '/') {
        ap_parse_uri(sub, uri);
    }
    else {
        char *dir = ap_make_dirstr_parent(sub->pool, r->uri);

        ap_parse_uri(sub, ap_make_full_path(
                              sub->pool, ap_escape_uri(sub->pool, dir), uri));
    }
    /* Without next_filter nobody would see what a quick handler wrote. */
    if (next_filter && !ap_is_recursion_limit_exceeded(sub)
        && ap_run_quick_handler(sub, 1) == OK) {
        return sub;
    }
    return look_up(sub);
}

AP_DECLARE(request_rec *)
ap_sub_req_lookup_uri(const char *uri, const request_rec *r,
                      ap_filter_t *next_filter)
{
    return ap_sub_req_method_uri("GET", uri, r, next_filter);
}

/* Fills sub->finfo; a link that may not be followed is left to the walk. */
static void stat_file(request_rec *sub)
{
    apr_status_t rv = apr_stat(&sub->finfo, sub->filename, APR_FINFO_MIN,
                               sub->pool);

    if (rv != APR_SUCCESS && rv != APR_INCOMPLETE) {
        sub->finfo.filetype = APR_NOFILE;
    }
}

AP_DECLARE(request_rec *)
ap_sub_req_lookup_file(const char *name, const request_rec *r,
                       ap_filter_t *next_filter)
{
    request_rec *sub = make(r, next_filter);
    const char *base = r->filename ? r->filename : "/";
    char *dir = ap_make_dirstr_parent(sub->pool, base);
    apr_size_t dir_len = strlen(dir);

    if (apr_filepath_merge(&sub->filename, dir, name, APR_FILEPATH_TRUENAME,
                           sub->pool)
        != APR_SUCCESS) {
        sub->status = HTTP_NOT_FOUND;
        return sub;
    }
    /* A neighbour has a URL, beside ours. Any other file has none. */
    if (strncmp(sub->filename, dir, dir_len) == 0
        && !strchr(sub->filename + dir_len, '/')) {
        char *uri_dir = ap_make_dirstr_parent(sub->pool, r->uri);

        sub->uri = ap_make_full_path(sub->pool, uri_dir,
                                     sub->filename + dir_len);
        sub->unparsed_uri = ap_escape_uri(sub->pool, sub->uri);
        sub->parsed_uri.path = apr_pstrdup(sub->pool, sub->uri);
    }
    else {
        sub->uri = apr_pstrdup(sub->pool, "");
    }
    stat_file(sub);
    return look_up(sub);
}

/* Joins the arguments when the caller wants the inner content to see them. */
static void set_args(request_rec *sub, const request_rec *r, int merge_args)
{
    if (merge_args == AP_SUBREQ_MERGE_ARGS && r->args && *r->args) {
        sub->args = apr_pstrdup(sub->pool, r->args);
        sub->parsed_uri.query = sub->args;
        sub->unparsed_uri = apr_pstrcat(sub->pool, sub->unparsed_uri, "?",
                                        sub->args, NULL);
    }
}

AP_DECLARE(request_rec *)
ap_sub_req_lookup_dirent(const apr_finfo_t *dirent, const request_rec *r,
                         int merge_args, ap_filter_t *next_filter)
{
    request_rec *sub = make(r, next_filter);
    char *uri_dir = ap_make_dirstr_parent(sub->pool, r->uri);
    char *dir = ap_make_dirstr_parent(sub->pool, r->filename);

    sub->uri = ap_make_full_path(sub->pool, uri_dir, dirent->name);
    sub->filename = ap_make_full_path(sub->pool, dir, dirent->name);
    if ((dirent->valid & APR_FINFO_MIN) == APR_FINFO_MIN
        && dirent->filetype != APR_LNK) {
        sub->finfo = *dirent;
    }
    else {
        stat_file(sub);
    }
    if (sub->finfo.filetype == APR_DIR) {
        /* The directory itself is asked about, not its redirect. */
        sub->uri = apr_pstrcat(sub->pool, sub->uri, "/", NULL);
        sub->filename = apr_pstrcat(sub->pool, sub->filename, "/", NULL);
    }
    sub->unparsed_uri = ap_escape_uri(sub->pool, sub->uri);
    sub->parsed_uri.path = apr_pstrdup(sub->pool, sub->uri);
    set_args(sub, r, merge_args);
    return look_up(sub);
}

AP_DECLARE(int) ap_run_sub_req(request_rec *r)
{
    int status = DECLINED;

    /* A file has been found: a quick handler would look for the URL. */
    if (!r->filename || r->finfo.filetype == APR_NOFILE) {
        status = ap_run_quick_handler(r, 0);
    }
    if (status == DECLINED) {
        status = ap_invoke_handler(r);
        if (status == DONE) {
            status = OK;
        }
    }
    ap_finalize_sub_req_protocol(r);
    return status;
}

AP_DECLARE(void) ap_destroy_sub_req(request_rec *r)
{
    if (r) {
        apr_pool_destroy(r->pool);
    }
}
