/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_access.c - what modules ask the core about a request: its options,
 * limits, document root, authentication, error texts and notes.
 */

#include "core.h"

#include "apr_optional.h"
#include "apr_strings.h"

#include "ap_expr.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_auth.h"
#include "mod_core.h"

#include "core_errordoc.h"

/* mod_access_compat's and mod_authn_core's answers, when these are there. */
static APR_OPTIONAL_FN_TYPE(access_compat_ap_satisfies) * satisfies;
static APR_OPTIONAL_FN_TYPE(authn_ap_auth_type) * auth_type;
static APR_OPTIONAL_FN_TYPE(authn_ap_auth_name) * auth_name;

void pn_core_access_retrieve(void)
{
    satisfies = APR_RETRIEVE_OPTIONAL_FN(access_compat_ap_satisfies);
    auth_type = APR_RETRIEVE_OPTIONAL_FN(authn_ap_auth_type);
    auth_name = APR_RETRIEVE_OPTIONAL_FN(authn_ap_auth_name);
}

static const core_dir_config *dir_conf_of(const request_rec *r)
{
    return ap_get_core_module_config(r->per_dir_config);
}

static core_request_config *request_conf_of(const request_rec *r)
{
    return ap_get_core_module_config(r->request_config);
}

AP_DECLARE(int) ap_satisfies(request_rec *r)
{
    return satisfies ? satisfies(r) : SATISFY_NOSPEC;
}

AP_DECLARE(const char *) ap_auth_type(request_rec *r)
{
    return auth_type ? auth_type(r) : NULL;
}

AP_DECLARE(const char *) ap_auth_name(request_rec *r)
{
    return auth_name ? auth_name(r) : NULL;
}

AP_DECLARE(int) ap_allow_options(request_rec *r)
{
    return dir_conf_of(r)->opts;
}

AP_DECLARE(int) ap_allow_overrides(request_rec *r)
{
    return (int)dir_conf_of(r)->override;
}

AP_DECLARE(apr_off_t) ap_get_limit_req_body(const request_rec *r)
{
    apr_off_t limit = dir_conf_of(r)->limit_req_body;

    return limit == PN_UNSET ? PN_DEFAULT_LIMIT_BODY : limit;
}

AP_DECLARE(apr_size_t) ap_get_limit_xml_body(const request_rec *r)
{
    long limit = dir_conf_of(r)->limit_xml_body;

    if (limit == PN_UNSET) {
        return PN_DEFAULT_LIMIT_XML;
    }
    /* 0 stands for "as much as fits", never for "anything". */
    if (limit == 0 || (apr_size_t)limit > PN_MAX_LIMIT_XML) {
        return PN_MAX_LIMIT_XML;
    }
    return (apr_size_t)limit;
}

AP_DECLARE(apr_size_t) ap_get_read_buf_size(const request_rec *r)
{
    apr_size_t size = dir_conf_of(r)->read_buf_size;

    return size ? size : PN_DEFAULT_READ_BUF;
}

AP_DECLARE(const char *) ap_document_root(request_rec *r)
{
    const core_request_config *own = request_conf_of(r);
    const core_server_config *conf;

    if (own->document_root) {
        return own->document_root;
    }
    conf = ap_get_core_module_config(r->server->module_config);
    return conf->ap_document_root;
}

AP_DECLARE(void) ap_set_document_root(request_rec *r, const char *root)
{
    request_conf_of(r)->document_root = root;
}

AP_DECLARE(const char *) ap_context_prefix(request_rec *r)
{
    const core_request_config *own = request_conf_of(r);

    return own->context_prefix ? own->context_prefix : "";
}

AP_DECLARE(const char *) ap_context_document_root(request_rec *r)
{
    const core_request_config *own = request_conf_of(r);

    return own->context_document_root ? own->context_document_root
                                      : ap_document_root(r);
}

AP_DECLARE(void)
ap_set_context_info(request_rec *r, const char *prefix, const char *root)
{
    core_request_config *own = request_conf_of(r);

    if (prefix) {
        own->context_prefix = prefix;
    }
    if (root) {
        own->context_document_root = root;
    }
}

/* Text is told from a URL by the quote in front of it. */
static char *as_response_string(apr_pool_t *pool, const char *doc)
{
    if (*doc == '"' || *doc == '/' || ap_is_url(doc)) {
        return apr_pstrdup(pool, doc);
    }
    return apr_pstrcat(pool, "\"", doc, NULL);
}

AP_DECLARE(void) ap_custom_response(request_rec *r, int status, const char *doc)
{
    core_request_config *own = request_conf_of(r);
    int row = ap_index_of_response(status);

    if (!own->response_code_strings) {
        own->response_code_strings = apr_pcalloc(
            r->pool, sizeof(*own->response_code_strings) * RESPONSE_CODES);
    }
    if (row >= 0 && row < RESPONSE_CODES) {
        own->response_code_strings[row] = as_response_string(r->pool, doc);
    }
}

AP_DECLARE(char *) ap_response_code_string(request_rec *r, int row)
{
    const core_request_config *own = request_conf_of(r);
    const core_dir_config *conf = dir_conf_of(r);

    if (own->response_code_strings && own->response_code_strings[row]) {
        return own->response_code_strings[row];
    }
    if (conf->response_code_exprs) {
        return pn_core_errordoc_find(r, conf->response_code_exprs, row);
    }
    return NULL;
}

/* --- notes: one pointer a request for each number handed out ------------- */

static apr_size_t notes_n = AP_NUM_STD_NOTES;
static apr_pool_t *notes_pool;

static apr_status_t forget_notes(void *unused)
{
    notes_n = AP_NUM_STD_NOTES;
    notes_pool = NULL;
    return APR_SUCCESS;
}

/* During the configuration only: requests size their notes by the number. */
AP_DECLARE(apr_size_t) ap_register_request_note(void)
{
    if (!notes_pool) {
        notes_pool = apr_hook_global_pool;
        apr_pool_cleanup_register(notes_pool, NULL, forget_notes,
                                  apr_pool_cleanup_null);
    }
    return notes_n++;
}

AP_DECLARE(void **) ap_get_request_note(request_rec *r, apr_size_t number)
{
    core_request_config *own = request_conf_of(r);

    if (number >= notes_n || !own) {
        return NULL;
    }
    if (!own->notes) {
        own->notes = apr_pcalloc(r->pool, sizeof(*own->notes) * notes_n);
    }
    return &own->notes[number];
}

/* --- the foot of pages that the server makes ------------------------------ */

AP_DECLARE(const char *) ap_psignature(const char *prefix, request_rec *r)
{
    const core_dir_config *conf = dir_conf_of(r);
    const char *name;
    char port[sizeof("65535")];

    if (conf->server_signature == srv_sig_off
        || conf->server_signature == srv_sig_unset) {
        return "";
    }
    apr_snprintf(port, sizeof(port), "%u", (unsigned)ap_get_server_port(r));
    /* The client chose the name: it is data, not markup. */
    name = ap_escape_html(r->pool, ap_get_server_name(r));
    if (conf->server_signature == srv_sig_withmail) {
        name = apr_pstrcat(r->pool, "<a href=\"",
                           ap_is_url(r->server->server_admin) ? "" : "mailto:",
                           ap_escape_html(r->pool, r->server->server_admin),
                           "\">", name, "</a>", NULL);
    }
    return apr_pstrcat(r->pool, prefix, "<address>", ap_get_server_banner(),
                       " Server at ", name, " Port ", port, "</address>\n",
                       NULL);
}
