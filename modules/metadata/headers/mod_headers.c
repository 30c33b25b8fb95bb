/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_headers - sets, changes and removes header fields.
 *
 * Directives: Header, RequestHeader (any section, .htaccess: FileInfo)
 * Phase:      request fields at the end of the fixups, response fields in an
 *             output filter that runs once, before the head is written; the
 *             early ones right after the request was read
 * Owns:       per section, three lists of rules, in the configuration pool
 * Tests:      test/e2e/metadata/test_headers.py
 */

#include "headers.h"

#include "apr_strings.h"

#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "util_filter.h"

module AP_MODULE_DECLARE_DATA headers_module;

enum { TARGETS_N = HEADERS_ALWAYS + 1 };

typedef struct headers_conf_t {
    apr_array_header_t *rules[TARGETS_N]; /* of headers_rule_t, or NULL */
    bool has_early;
} headers_conf_t;

static ap_filter_rec_t *out_filter;
static ap_filter_rec_t *error_filter;

static void *headers_create_conf(apr_pool_t *pool, char *dir)
{
    return apr_pcalloc(pool, sizeof(headers_conf_t));
}

static apr_array_header_t *join(apr_pool_t *pool, apr_array_header_t *first,
                                apr_array_header_t *second)
{
    if (!first || !second) {
        return first ? first : second;
    }
    return apr_array_append(pool, first, second);
}

static void *headers_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const headers_conf_t *base = outer;
    const headers_conf_t *over = inner;
    headers_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    for (int i = 0; i < TARGETS_N; i++) {
        conf->rules[i] = join(pool, base->rules[i], over->rules[i]);
    }
    conf->has_early = base->has_early || over->has_early;
    return conf;
}

static const char *add_rule(cmd_parms *cmd, headers_conf_t *conf,
                            headers_target_e target, const char *args)
{
    headers_rule_t rule = { 0 };
    const char *error = headers_parse_rule(cmd, target, args, &rule);

    if (error) {
        return error;
    }
    if (!conf->rules[target]) {
        conf->rules[target] = apr_array_make(cmd->pool, 4, sizeof(rule));
    }
    APR_ARRAY_PUSH(conf->rules[target], headers_rule_t) = rule;
    conf->has_early |= rule.is_early;
    return NULL;
}

static const char *set_header(cmd_parms *cmd, void *dir_conf, const char *args)
{
    const char *rest = args;
    const char *word = ap_getword_conf(cmd->temp_pool, &rest);

    if (ap_cstr_casecmp(word, "always") == 0) {
        return add_rule(cmd, dir_conf, HEADERS_ALWAYS, rest);
    }
    if (ap_cstr_casecmp(word, "onsuccess") == 0) {
        return add_rule(cmd, dir_conf, HEADERS_RESPONSE, rest);
    }
    return add_rule(cmd, dir_conf, HEADERS_RESPONSE, args);
}

static const char *set_request_header(cmd_parms *cmd, void *dir_conf,
                                      const char *args)
{
    return add_rule(cmd, dir_conf, HEADERS_REQUEST, args);
}

static const headers_conf_t *conf_of(const request_rec *r)
{
    return ap_get_module_config(r->per_dir_config, &headers_module);
}

/* For tests of configurations: as if the client had sent it so. */
static int apply_early(request_rec *r)
{
    const headers_conf_t *conf = conf_of(r);

    if (conf->has_early) {
        headers_apply(r, r->headers_in, conf->rules[HEADERS_REQUEST], true);
        headers_apply(r, r->err_headers_out, conf->rules[HEADERS_ALWAYS], true);
        headers_apply(r, r->headers_out, conf->rules[HEADERS_RESPONSE], true);
    }
    return DECLINED;
}

static int apply_to_request(request_rec *r)
{
    const headers_conf_t *conf = conf_of(r);

    if (conf->rules[HEADERS_REQUEST]) {
        headers_apply(r, r->headers_in, conf->rules[HEADERS_REQUEST], false);
    }
    return DECLINED;
}

static void insert_out_filter(request_rec *r)
{
    const headers_conf_t *conf = conf_of(r);

    if (conf->rules[HEADERS_RESPONSE] || conf->rules[HEADERS_ALWAYS]) {
        ap_add_output_filter_handle(out_filter, NULL, r, r->connection);
    }
}

static void insert_error_filter(request_rec *r)
{
    if (conf_of(r)->rules[HEADERS_ALWAYS]) {
        ap_add_output_filter_handle(error_filter, NULL, r, r->connection);
    }
}

static apr_status_t filter_response(ap_filter_t *f, apr_bucket_brigade *bb)
{
    request_rec *r = f->r;
    const headers_conf_t *conf = conf_of(r);

    headers_apply(r, r->err_headers_out, conf->rules[HEADERS_ALWAYS], false);
    headers_apply(r, r->headers_out, conf->rules[HEADERS_RESPONSE], false);
    ap_remove_output_filter(f);
    return ap_pass_brigade(f->next, bb);
}

/* Error pages that the server makes go no further than this. */
static apr_status_t filter_error(ap_filter_t *f, apr_bucket_brigade *bb)
{
    request_rec *r = f->r;

    headers_apply(r, r->err_headers_out, conf_of(r)->rules[HEADERS_ALWAYS],
                  false);
    ap_remove_output_filter(f);
    return ap_pass_brigade(f->next, bb);
}

static const command_rec headers_directives[] = {
    AP_INIT_RAW_ARGS("Header", set_header, NULL, OR_FILEINFO,
                     "always or onsuccess, an action, a field's name, its "
                     "value, and a condition"),
    AP_INIT_RAW_ARGS("RequestHeader", set_request_header, NULL, OR_FILEINFO,
                     "an action, a field's name, its value, and a condition"),
    { .name = NULL },
};

static void headers_register_hooks(apr_pool_t *pool)
{
    out_filter = ap_register_output_filter("FIXUP_HEADERS_OUT", filter_response,
                                           NULL, AP_FTYPE_CONTENT_SET);
    error_filter = ap_register_output_filter("FIXUP_HEADERS_ERR", filter_error,
                                             NULL, AP_FTYPE_CONTENT_SET);
    ap_hook_optional_fn_retrieve(headers_find_ssl, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_post_read_request(apply_early, NULL, NULL, APR_HOOK_FIRST);
    ap_hook_fixups(apply_to_request, NULL, NULL, APR_HOOK_LAST);
    ap_hook_insert_filter(insert_out_filter, NULL, NULL, APR_HOOK_LAST);
    ap_hook_insert_error_filter(insert_error_filter, NULL, NULL, APR_HOOK_LAST);
}

AP_DECLARE_MODULE(headers) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = headers_create_conf,
    .merge_dir_config = headers_merge_conf,
    .cmds = headers_directives,
    .register_hooks = headers_register_hooks,
};
