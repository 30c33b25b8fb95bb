/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_api_filters - filters of every type, in both directions.
 *
 * Each tracing filter notes its name when the first data passes; the log line
 * "filters: out ...; in ..." at the end of a request shows the order. Other
 * filters change what passes. Handler api-echo sends the body back.
 */

#include "httpd.h"

#include "apr_lib.h"
#include "apr_strings.h"
#include "http_config.h"
#include "http_connection.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "util_filter.h"

static const struct {
    const char *out, *in;
    ap_filter_type type;
} kinds[] = {
    { "API-RESOURCE", "API-IN-RESOURCE", AP_FTYPE_RESOURCE },
    { "API-CONTENT", "API-IN-CONTENT", AP_FTYPE_CONTENT_SET },
    { "API-PROTOCOL", "API-IN-PROTOCOL", AP_FTYPE_PROTOCOL },
    { "API-TRANSCODE", "API-IN-TRANSCODE", AP_FTYPE_TRANSCODE },
    { "API-CONNECTION", "API-IN-CONNECTION", AP_FTYPE_CONNECTION },
    { "API-NETWORK", "API-IN-NETWORK", AP_FTYPE_NETWORK },
};
enum { N_KINDS = sizeof(kinds) / sizeof(kinds[0]) };

module AP_MODULE_DECLARE_DATA api_filters_module;

/* Filters of a connection outlive requests: their notes are its own. */
static void note_once(ap_filter_t *f, const char *table_key)
{
    if (!f->ctx) {
        f->ctx = f;
        apr_table_mergen(f->c->notes, table_key, f->frec->name);
    }
}

static apr_status_t trace_out(ap_filter_t *f, apr_bucket_brigade *bb)
{
    note_once(f, "api-out");
    return ap_pass_brigade(f->next, bb);
}

static apr_status_t trace_in(ap_filter_t *f, apr_bucket_brigade *bb, ap_input_mode_t mode, apr_read_type_e block,
                             apr_off_t readbytes)
{
    note_once(f, "api-in");
    return ap_get_brigade(f->next, bb, mode, block, readbytes);
}

/* Makes letters capital, a bucket at a time; owns nothing after it returns. */
static apr_status_t upper_out(ap_filter_t *f, apr_bucket_brigade *bb)
{
    for (apr_bucket *b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb); b = APR_BUCKET_NEXT(b)) {
        const char *data;
        char *copy;
        apr_size_t len;
        apr_bucket *changed;
        apr_status_t rv;

        if (APR_BUCKET_IS_METADATA(b)) {
            continue;
        }
        rv = apr_bucket_read(b, &data, &len, APR_BLOCK_READ);
        if (rv != APR_SUCCESS) {
            return rv;
        }
        copy = apr_bucket_alloc(len ? len : 1, f->c->bucket_alloc);
        for (apr_size_t i = 0; i < len; i++) {
            copy[i] = (char)apr_toupper(data[i]);
        }
        changed = apr_bucket_heap_create(copy, len, apr_bucket_free, f->c->bucket_alloc);
        APR_BUCKET_INSERT_BEFORE(b, changed);
        apr_bucket_delete(b);
        b = changed;
    }
    return ap_pass_brigade(f->next, bb);
}

/* Keeps everything until the end, then sends it in one go, and its length. */
static apr_status_t gather_out(ap_filter_t *f, apr_bucket_brigade *bb)
{
    apr_bucket_brigade *kept = f->ctx;
    apr_off_t length = 0;
    int is_last = !APR_BRIGADE_EMPTY(bb) && APR_BUCKET_IS_EOS(APR_BRIGADE_LAST(bb));
    apr_status_t rv = ap_save_brigade(f, &kept, &bb, f->r->pool);

    f->ctx = kept;
    if (rv != APR_SUCCESS || !is_last) {
        return rv;
    }
    apr_brigade_length(kept, 1, &length);
    apr_table_setn(f->r->headers_out, "X-Gathered", apr_off_t_toa(f->r->pool, length));
    return ap_pass_brigade(f->next, kept);
}

/* Sees the first brigade only. */
static apr_status_t leave_out(ap_filter_t *f, apr_bucket_brigade *bb)
{
    apr_table_mergen(f->r->headers_out, "X-Left", "once");
    ap_remove_output_filter(f);
    return ap_pass_brigade(f->next, bb);
}

static apr_status_t fail_out(ap_filter_t *f, apr_bucket_brigade *bb)
{
    apr_bucket *b = ap_bucket_error_create(HTTP_SERVICE_UNAVAILABLE, NULL, f->r->pool, f->c->bucket_alloc);

    apr_brigade_cleanup(bb);
    APR_BRIGADE_INSERT_TAIL(bb, b);
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(f->c->bucket_alloc));
    ap_remove_output_filter(f);
    return ap_pass_brigade(f->next, bb);
}

static int init_out(ap_filter_t *f)
{
    apr_table_setn(f->r->headers_out, "X-Filter-Init", f->r->handler ? f->r->handler : "-");
    return OK;
}

/* Turns digits into letters on the way in. */
static apr_status_t letters_in(ap_filter_t *f, apr_bucket_brigade *bb, ap_input_mode_t mode, apr_read_type_e block,
                               apr_off_t readbytes)
{
    apr_status_t rv = ap_get_brigade(f->next, bb, mode, block, readbytes);
    apr_bucket *b;

    if (rv != APR_SUCCESS || mode != AP_MODE_READBYTES) {
        return rv;
    }
    for (b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb); b = APR_BUCKET_NEXT(b)) {
        const char *data;
        apr_size_t len;
        char *copy;
        apr_bucket *changed;

        if (APR_BUCKET_IS_METADATA(b)) {
            continue;
        }
        rv = apr_bucket_read(b, &data, &len, APR_BLOCK_READ);
        if (rv != APR_SUCCESS) {
            return rv;
        }
        copy = apr_pmemdup(f->r->pool, data, len);
        for (apr_size_t i = 0; i < len; i++) {
            if (apr_isdigit(copy[i])) {
                copy[i] = (char)('a' + copy[i] - '0');
            }
        }
        changed = apr_bucket_pool_create(copy, len, f->r->pool, f->c->bucket_alloc);
        APR_BUCKET_INSERT_BEFORE(b, changed);
        apr_bucket_delete(b);
        b = changed;
    }
    return APR_SUCCESS;
}

static int echo(request_rec *r)
{
    char buffer[100];
    long n;
    long total = 0;
    int status;

    if (!r->handler || strcmp(r->handler, "api-echo") != 0) {
        return DECLINED;
    }
    ap_set_content_type(r, "text/plain");
    status = ap_setup_client_block(r, REQUEST_CHUNKED_DECHUNK);
    if (status != OK) {
        return status;
    }
    if (ap_should_client_block(r)) {
        while ((n = ap_get_client_block(r, buffer, sizeof(buffer))) > 0) {
            total += n;
            ap_rwrite(buffer, (int)n, r);
        }
        if (n < 0) {
            return HTTP_BAD_REQUEST;
        }
    }
    ap_rprintf(r, "|%ld", total);
    return OK;
}

static void insert_filters(request_rec *r)
{
    if (!r->args || strcmp(r->args, "trace") != 0) {
        return;
    }
    /* The wrong way round: their types put them in order. */
    for (int i = 0; i < N_KINDS; i++) {
        if (kinds[i].type < AP_FTYPE_CONNECTION) {
            ap_add_output_filter(kinds[i].out, NULL, r, r->connection);
            ap_add_input_filter(kinds[i].in, NULL, r, r->connection);
        }
    }
}

static int add_connection_filters(conn_rec *c, void *csd)
{
    for (int i = 0; i < N_KINDS; i++) {
        if (kinds[i].type == AP_FTYPE_CONNECTION) {
            ap_add_output_filter(kinds[i].out, NULL, NULL, c);
            ap_add_input_filter(kinds[i].in, NULL, NULL, c);
        }
    }
    return OK;
}

static int log_filters(request_rec *r)
{
    const char *out = apr_table_get(r->connection->notes, "api-out");
    const char *in = apr_table_get(r->connection->notes, "api-in");

    if (out || in) {
        ap_log_rerror(APLOG_MARK, APLOG_NOTICE, 0, r, "filters: out %s; in %s", out ? out : "-", in ? in : "-");
    }
    return OK;
}

static void register_hooks(apr_pool_t *pool)
{
    for (int i = 0; i < N_KINDS; i++) {
        ap_register_output_filter(kinds[i].out, trace_out, NULL, kinds[i].type);
        ap_register_input_filter(kinds[i].in, trace_in, NULL, kinds[i].type);
    }
    ap_register_output_filter("API-UPPER", upper_out, init_out, AP_FTYPE_RESOURCE);
    ap_register_output_filter("API-GATHER", gather_out, NULL, AP_FTYPE_RESOURCE);
    ap_register_output_filter("API-LEAVE", leave_out, NULL, AP_FTYPE_CONTENT_SET);
    ap_register_output_filter("API-FAIL", fail_out, NULL, AP_FTYPE_RESOURCE);
    ap_register_input_filter("API-LETTERS", letters_in, NULL, AP_FTYPE_RESOURCE);
    ap_hook_insert_filter(insert_filters, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_pre_connection(add_connection_filters, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_handler(echo, NULL, NULL, APR_HOOK_MIDDLE);
    /* Not in subrequests and redirects: the chain is that of the last. */
    ap_hook_log_transaction(log_filters, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(api_filters) = {
    STANDARD20_MODULE_STUFF,
    .register_hooks = register_hooks,
};
