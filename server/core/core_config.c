/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_config.c - the core's slots: how they begin and how they are merged.
 *
 * A merge starts from a copy of the outer section and lays over it what the
 * inner one sets. Merged slots are never written again, so they may be shared
 * by any number of requests.
 */

#include "core.h"

#include "apr_hash.h"
#include "apr_strings.h"

#include "http_protocol.h"

#ifndef PN_DOCROOT
#    define PN_DOCROOT PN_PREFIX "/htdocs"
#endif

/* --- per directory -------------------------------------------------------- */

void *pn_core_config_create_dir(apr_pool_t *pool, char *dir)
{
    core_dir_config *conf = apr_pcalloc(pool, sizeof(*conf));

    /* d, r and the condition are set by the section that this is for. */
    conf->opts = dir ? OPT_UNSET : (OPT_UNSET | OPT_SYM_LINKS);
    /* Where nobody says AllowOverride, a .htaccess file is read, and any
     * directive in it refused: it may be there to protect something. */
    conf->override = OR_UNSET;
    conf->override_opts = OPT_UNSET | OPT_ALL | OPT_SYM_OWNER | OPT_MULTI;
    conf->hostname_lookups = HOSTNAME_LOOKUP_UNSET;
    conf->content_md5 = AP_CORE_CONFIG_UNSET;
    conf->use_canonical_name = USE_CANONICAL_NAME_UNSET;
    conf->use_canonical_phys_port = USE_CANONICAL_PHYS_PORT_UNSET;
    conf->add_default_charset = ADD_DEFAULT_CHARSET_UNSET;
    conf->add_default_charset_name = DEFAULT_ADD_DEFAULT_CHARSET_NAME;
    conf->limit_req_body = PN_UNSET;
    conf->limit_xml_body = PN_UNSET;
    conf->server_signature = srv_sig_unset;
    conf->accept_path_info = PN_PATH_INFO_UNSET;
    conf->etag_bits = ETAG_UNSET;
    conf->enable_mmap = ENABLE_MMAP_UNSET;
    conf->enable_sendfile = ENABLE_SENDFILE_UNSET;
    conf->max_ranges = AP_MAXRANGES_UNSET;
    conf->max_overlaps = AP_MAXRANGES_UNSET;
    conf->max_reversals = AP_MAXRANGES_UNSET;
    conf->cgi_pass_auth = AP_CGI_PASS_AUTH_UNSET;
    conf->qualify_redirect_url = AP_CORE_CONFIG_UNSET;
    return conf;
}

static void merge_options(core_dir_config *conf, const core_dir_config *base,
                          const core_dir_config *over)
{
    if (!(over->opts & OPT_UNSET)) { /* absolute: nothing is inherited */
        conf->opts = over->opts;
        conf->opts_add = over->opts_add;
        conf->opts_remove = over->opts_remove;
        return;
    }
    conf->opts_add = (allow_options_t)((conf->opts_add & ~over->opts_remove)
                                       | over->opts_add);
    conf->opts_remove = (allow_options_t)((conf->opts_remove & ~over->opts_add)
                                          | over->opts_remove);
    conf->opts = (allow_options_t)((base->opts & ~conf->opts_remove)
                                   | conf->opts_add);
}

static void merge_overrides(core_dir_config *conf, const core_dir_config *over)
{
    if (!(over->override & OR_UNSET)) {
        conf->override = over->override;
    }
    if (!(over->override_opts & OPT_UNSET)) {
        conf->override_opts = over->override_opts;
    }
    if (over->override_list) {
        conf->override_list = over->override_list;
    }
}

/* The set that relative words have left; an empty one means no tag. */
etag_components_t pn_core_config_etags(etag_components_t inherited,
                                       etag_components_t add,
                                       etag_components_t remove)
{
    etag_components_t bits = inherited == ETAG_UNSET
                                 ? (etag_components_t)ETAG_BACKWARD
                                 : inherited;

    bits = (bits & ~(etag_components_t)ETAG_NONE & ~remove) | add;
    return bits ? bits : ETAG_NONE;
}

static void merge_etags(core_dir_config *conf, const core_dir_config *base,
                        const core_dir_config *over)
{
    if (over->etag_bits != ETAG_UNSET) {
        conf->etag_bits = over->etag_bits;
    }
    else if (over->etag_add || over->etag_remove) {
        conf->etag_bits = pn_core_config_etags(base->etag_bits, over->etag_add,
                                               over->etag_remove);
    }
    conf->etag_add = ETAG_UNSET;
    conf->etag_remove = ETAG_UNSET;
    if (conf->etag_bits == ETAG_UNSET) {
        conf->etag_add = base->etag_add;
        conf->etag_remove = base->etag_remove;
    }
}

static void merge_names(core_dir_config *conf, const core_dir_config *over)
{
    if (over->hostname_lookups != HOSTNAME_LOOKUP_UNSET) {
        conf->hostname_lookups = over->hostname_lookups;
    }
    if (over->use_canonical_name != USE_CANONICAL_NAME_UNSET) {
        conf->use_canonical_name = over->use_canonical_name;
    }
    if (over->use_canonical_phys_port != USE_CANONICAL_PHYS_PORT_UNSET) {
        conf->use_canonical_phys_port = over->use_canonical_phys_port;
    }
    if (over->server_signature != srv_sig_unset) {
        conf->server_signature = over->server_signature;
    }
    if (over->qualify_redirect_url != AP_CORE_CONFIG_UNSET) {
        conf->qualify_redirect_url = over->qualify_redirect_url;
    }
}

static void merge_limits(core_dir_config *conf, const core_dir_config *over)
{
    if (over->limit_cpu) {
        conf->limit_cpu = over->limit_cpu;
    }
    if (over->limit_mem) {
        conf->limit_mem = over->limit_mem;
    }
    if (over->limit_nproc) {
        conf->limit_nproc = over->limit_nproc;
    }
    if (over->limit_req_body != PN_UNSET) {
        conf->limit_req_body = over->limit_req_body;
    }
    if (over->limit_xml_body != PN_UNSET) {
        conf->limit_xml_body = over->limit_xml_body;
    }
    if (over->max_ranges != AP_MAXRANGES_UNSET) {
        conf->max_ranges = over->max_ranges;
    }
    if (over->max_overlaps != AP_MAXRANGES_UNSET) {
        conf->max_overlaps = over->max_overlaps;
    }
    if (over->max_reversals != AP_MAXRANGES_UNSET) {
        conf->max_reversals = over->max_reversals;
    }
    if (over->read_buf_size) {
        conf->read_buf_size = over->read_buf_size;
    }
}

static void merge_content(core_dir_config *conf, const core_dir_config *over)
{
    if (over->content_md5 != AP_CORE_CONFIG_UNSET) {
        conf->content_md5 = over->content_md5;
    }
    if (over->add_default_charset != ADD_DEFAULT_CHARSET_UNSET) {
        conf->add_default_charset = over->add_default_charset;
        conf->add_default_charset_name = over->add_default_charset_name;
    }
    if (over->mime_type) {
        conf->mime_type = over->mime_type;
    }
    if (over->handler || over->expr_handler) {
        conf->handler = over->handler;
        conf->expr_handler = over->expr_handler;
    }
    if (over->output_filters) {
        conf->output_filters = over->output_filters;
    }
    if (over->input_filters) {
        conf->input_filters = over->input_filters;
    }
    if (over->accept_path_info != PN_PATH_INFO_UNSET) {
        conf->accept_path_info = over->accept_path_info;
    }
    if (over->enable_mmap != ENABLE_MMAP_UNSET) {
        conf->enable_mmap = over->enable_mmap;
    }
    if (over->enable_sendfile != ENABLE_SENDFILE_UNSET) {
        conf->enable_sendfile = over->enable_sendfile;
    }
    if (over->cgi_pass_auth != AP_CGI_PASS_AUTH_UNSET) {
        conf->cgi_pass_auth = over->cgi_pass_auth;
    }
}

static apr_hash_t *overlay(apr_pool_t *pool, apr_hash_t *base, apr_hash_t *over)
{
    if (!over || !base) {
        return over ? over : base;
    }
    return apr_hash_overlay(pool, over, base);
}

static apr_array_header_t *append(apr_pool_t *pool, apr_array_header_t *base,
                                  apr_array_header_t *over)
{
    if (!over || !base) {
        return over ? over : base;
    }
    return apr_array_append(pool, base, over);
}

void *pn_core_config_merge_dir(apr_pool_t *pool, void *base_dir, void *over_dir)
{
    const core_dir_config *base = base_dir;
    const core_dir_config *over = over_dir;
    core_dir_config *conf = apr_pmemdup(pool, base, sizeof(*conf));

    /* Which section this is, the inner one says alone. */
    conf->d = over->d;
    conf->d_is_fnmatch = over->d_is_fnmatch;
    conf->d_components = over->d_components;
    conf->r = over->r;
    conf->refs = over->refs;
    conf->condition = over->condition;
    conf->condition_ifelse = over->condition_ifelse;
    /* Not inherited, a virtual host included: see AllowEncodedSlashes. */
    conf->allow_encoded_slashes = over->allow_encoded_slashes;
    conf->decode_encoded_slashes = over->decode_encoded_slashes;

    merge_options(conf, base, over);
    merge_overrides(conf, over);
    merge_etags(conf, base, over);
    merge_names(conf, over);
    merge_limits(conf, over);
    merge_content(conf, over);
    conf->response_code_exprs = overlay(pool, base->response_code_exprs,
                                        over->response_code_exprs);
    conf->cgi_var_rules = overlay(pool, base->cgi_var_rules,
                                  over->cgi_var_rules);
    conf->sec_file = append(pool, base->sec_file, over->sec_file);
    conf->sec_if = append(pool, base->sec_if, over->sec_if);
    if (over->log) {
        conf->log = ap_new_log_config(pool, over->log);
        if (base->log) {
            ap_merge_log_config(base->log, conf->log);
        }
    }
    return conf;
}

/* --- per server ----------------------------------------------------------- */

void *pn_core_config_create_server(apr_pool_t *pool, server_rec *s)
{
    core_server_config *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->sec_dir = apr_array_make(pool, 8, sizeof(ap_conf_vector_t *));
    conf->sec_url = apr_array_make(pool, 8, sizeof(ap_conf_vector_t *));
    conf->protocols = apr_array_make(pool, 4, sizeof(const char *));
    conf->protocols_honor_order = PN_UNSET;
    conf->trace_enable = AP_TRACE_UNSET;
    conf->merge_slashes = AP_CORE_CONFIG_UNSET;
    conf->strict_host_check = AP_CORE_CONFIG_UNSET;
    if (!s->is_virtual) {
        conf->ap_document_root = PN_DOCROOT;
        conf->access_name = apr_pstrdup(pool, DEFAULT_ACCESS_FNAME);
        conf->accf_map = apr_table_make(pool, 4);
        /* The kernel may hold a connection back until bytes have come. */
        apr_table_setn(conf->accf_map, "http", "data");
        apr_table_setn(conf->accf_map, "https", "data");
        conf->flush_max_threshold = PN_DEFAULT_FLUSH_BYTES;
        conf->flush_max_pipelined = PN_DEFAULT_PIPELINED;
    }
    else {
        conf->flush_max_threshold = PN_FLUSH_UNSET;
        conf->flush_max_pipelined = PN_PIPELINED_UNSET;
    }
    return conf;
}

static void merge_server_http(core_server_config *conf,
                              const core_server_config *base,
                              const core_server_config *over)
{
    if (over->trace_enable == AP_TRACE_UNSET) {
        conf->trace_enable = base->trace_enable;
    }
    if (over->merge_trailers == AP_MERGE_TRAILERS_UNSET) {
        conf->merge_trailers = base->merge_trailers;
    }
    if (over->http09_enable == AP_HTTP09_UNSET) {
        conf->http09_enable = base->http09_enable;
    }
    if (over->http_conformance == AP_HTTP_CONFORMANCE_UNSET) {
        conf->http_conformance = base->http_conformance;
    }
    if (over->http_methods == AP_HTTP_METHODS_UNSET) {
        conf->http_methods = base->http_methods;
    }
    if (over->protocols->nelts == 0) {
        conf->protocols = base->protocols;
    }
    if (over->protocols_honor_order == PN_UNSET) {
        conf->protocols_honor_order = base->protocols_honor_order;
    }
    if (over->flush_max_threshold == PN_FLUSH_UNSET) {
        conf->flush_max_threshold = base->flush_max_threshold;
    }
    if (over->flush_max_pipelined == PN_PIPELINED_UNSET) {
        conf->flush_max_pipelined = base->flush_max_pipelined;
    }
    AP_CORE_MERGE_FLAG(merge_slashes, conf, base, over);
    AP_CORE_MERGE_FLAG(strict_host_check, conf, base, over);
}

void *pn_core_config_merge_server(apr_pool_t *pool, void *base_server,
                                  void *over_server)
{
    const core_server_config *base = base_server;
    const core_server_config *over = over_server;
    core_server_config *conf = apr_pmemdup(pool, over, sizeof(*conf));

    conf->sec_dir = apr_array_append(pool, base->sec_dir, over->sec_dir);
    conf->sec_url = apr_array_append(pool, base->sec_url, over->sec_url);
    if (!over->ap_document_root) {
        conf->ap_document_root = base->ap_document_root;
    }
    if (!over->access_name) {
        conf->access_name = base->access_name;
    }
    if (!over->redirect_limit) {
        conf->redirect_limit = base->redirect_limit;
    }
    if (!over->subreq_limit) {
        conf->subreq_limit = base->subreq_limit;
    }
    if (!over->protocol) {
        conf->protocol = base->protocol;
    }
    if (!over->gprof_dir) {
        conf->gprof_dir = base->gprof_dir;
    }
    if (!over->accf_map) {
        conf->accf_map = base->accf_map;
    }
    else if (base->accf_map) {
        conf->accf_map = apr_table_overlay(pool, over->accf_map,
                                           base->accf_map);
    }
    if (!over->error_log_format) {
        conf->error_log_format = base->error_log_format;
    }
    if (!over->error_log_conn) {
        conf->error_log_conn = base->error_log_conn;
    }
    if (!over->error_log_req) {
        conf->error_log_req = base->error_log_req;
    }
    merge_server_http(conf, base, over);
    return conf;
}
