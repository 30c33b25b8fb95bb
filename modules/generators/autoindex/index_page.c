/* SPDX-License-Identifier: Apache-2.0 */
/*
 * index_page.c - the page around a listing: preamble, title, the documents of
 * HeaderName and ReadmeName, signature.
 *
 * Output is one brigade that is sent before a subrequest writes into the same
 * filters, so that everything keeps its order.
 */

#include "autoindex.h"

#include <apr_strings.h>

#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "util_filter.h"

APLOG_USE_MODULE(autoindex);

/* How a header or readme is shown. */
typedef enum { DOCUMENT_NONE, DOCUMENT_HTML, DOCUMENT_TEXT } document_e;

static document_e kind_of(const request_rec *rr)
{
    const char *type;

    if (rr->status != HTTP_OK || !rr->filename ||
        rr->finfo.filetype != APR_REG || !rr->content_type) {
        return DOCUMENT_NONE;
    }
    type = ap_field_noparam(rr->pool, rr->content_type);
    if (ap_cstr_casecmp(type, "text/html") == 0 ||
        ap_cstr_casecmp(type, "application/xhtml+xml") == 0) {
        return DOCUMENT_HTML;
    }
    return ap_cstr_casecmpn(type, "text/", 5) == 0 ? DOCUMENT_TEXT
                                                   : DOCUMENT_NONE;
}

/* NULL without a name. rr is looked at only, unless it is run. */
static request_rec *look_up(request_rec *r, const char *name, document_e *kind)
{
    request_rec *rr = name ? ap_sub_req_lookup_uri(name, r, r->output_filters)
                           : NULL;

    *kind = rr ? kind_of(rr) : DOCUMENT_NONE;
    return rr;
}

static void flush_page(request_rec *r, apr_bucket_brigade *bb)
{
    ap_pass_brigade(r->output_filters, bb);
    apr_brigade_cleanup(bb);
}

static void put_html_document(request_rec *r, apr_bucket_brigade *bb,
                              request_rec *rr)
{
    flush_page(r, bb);
    if (ap_run_sub_req(rr) != OK) {
        ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r,
                      "'%s' could not be inserted into the listing of '%s'",
                      rr->uri, r->uri);
    }
}

/* A text file, escaped, in <pre>. */
static void put_text_document(request_rec *r, apr_bucket_brigade *bb,
                              const request_rec *rr)
{
    apr_file_t *file;
    char text[AP_IOBUFSIZE + 1];
    apr_size_t len = AP_IOBUFSIZE;
    apr_pool_t *pool;

    if (apr_file_open(&file, rr->filename, APR_FOPEN_READ, APR_OS_DEFAULT,
                      r->pool) != APR_SUCCESS) {
        return;
    }
    apr_pool_create(&pool, r->pool);
    autoindex_puts(r, bb, "<pre>\n");
    while (apr_file_read_full(file, text, AP_IOBUFSIZE, &len) == APR_SUCCESS ||
           len > 0) {
        text[len] = '\0';
        autoindex_puts(r, bb, ap_escape_html(pool, text));
        apr_pool_clear(pool);
        if (len < AP_IOBUFSIZE) {
            break;
        }
    }
    autoindex_puts(r, bb, "</pre>\n");
    apr_pool_destroy(pool);
    apr_file_close(file);
}

static void put_preamble(request_rec *r, apr_bucket_brigade *bb,
                         const index_view_t *view, const char *title)
{
    const autoindex_conf_t *conf = view->conf;
    int is_xhtml = view->options & INDEX_XHTML;

    autoindex_puts(r, bb, is_xhtml
        ? DOCTYPE_XHTML_1_0T "<html xmlns=\"http://www.w3.org/1999/xhtml\">\n"
        : "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\" "
          "\"http://www.w3.org/TR/html4/strict.dtd\">\n<html>\n");
    autoindex_puts(r, bb, apr_pstrcat(r->pool, " <head>\n  <title>Index of ",
                                      title, "</title>\n", NULL));
    if (conf->style_sheet) {
        autoindex_puts(r, bb, apr_pstrcat(r->pool,
            "  <link rel=\"stylesheet\" href=\"", conf->style_sheet,
            "\" type=\"text/css\"", is_xhtml ? " />\n" : ">\n", NULL));
    }
    if (conf->head_insert) {
        autoindex_puts(r, bb, conf->head_insert);
    }
    autoindex_puts(r, bb, " </head>\n <body>\n");
}

static void put_header(request_rec *r, apr_bucket_brigade *bb,
                       const index_view_t *view, const char *title)
{
    document_e kind;
    request_rec *rr = look_up(r, view->conf->header, &kind);

    if (kind != DOCUMENT_HTML || !(view->options & INDEX_NO_PREAMBLE)) {
        put_preamble(r, bb, view, title);
    }
    switch (kind) {
    case DOCUMENT_HTML:
        put_html_document(r, bb, rr);
        break;
    case DOCUMENT_TEXT:
        put_text_document(r, bb, rr);
        break;
    case DOCUMENT_NONE:
        autoindex_puts(r, bb, apr_pstrcat(r->pool,
            view->conf->style_sheet ? "  <h1 id=\"indextitle\">" : "<h1>",
            "Index of ", title, "</h1>\n", NULL));
        break;
    }
    if (rr) {
        ap_destroy_sub_req(rr);
    }
}

static void put_readme(request_rec *r, apr_bucket_brigade *bb,
                       const index_view_t *view)
{
    document_e kind;
    request_rec *rr = look_up(r, view->conf->readme, &kind);

    if (kind == DOCUMENT_HTML) {
        put_html_document(r, bb, rr);
    }
    else if (kind == DOCUMENT_TEXT) {
        put_text_document(r, bb, rr);
    }
    autoindex_puts(r, bb, ap_psignature("", r));
    /* A page that brings its own beginning brings its own end. */
    if (kind != DOCUMENT_HTML || !(view->options & INDEX_NO_PREAMBLE)) {
        autoindex_puts(r, bb, "</body></html>\n");
    }
    if (rr) {
        ap_destroy_sub_req(rr);
    }
}

/* The path without the slash at its end, escaped for HTML. */
static const char *make_title(request_rec *r)
{
    char *title = apr_pstrdup(r->pool, r->uri);
    size_t len = strlen(title);

    while (len > 1 && title[len - 1] == '/') {
        title[--len] = '\0';
    }
    return ap_escape_html(r->pool, title);
}

void autoindex_print_page(request_rec *r, const index_view_t *view,
                          const apr_array_header_t *entries)
{
    apr_bucket_brigade *bb = apr_brigade_create(r->pool,
                                                r->connection->bucket_alloc);

    put_header(r, bb, view, make_title(r));
    autoindex_print_list(r, bb, view, entries);
    put_readme(r, bb, view);
    flush_page(r, bb);
}
