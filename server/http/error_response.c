/* SPDX-License-Identifier: Apache-2.0 */
/*
 * error_response.c - a response that the server makes itself in place of the
 * handler's: errors, redirects, 304.
 */
#include "http_protocol.h"

#include <stdbool.h>
#include <string.h>

#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_core.h"
#include "http_request.h"
#include "mod_core.h"

/* What described the handler's body does not describe this one. */
static void forget_body(request_rec *r)
{
    r->content_languages = NULL;
    r->content_encoding = NULL;
    r->clength = 0;
    r->content_type = NULL;
    r->chunked = 0;
    r->no_local_copy = 0;
}

static void take_error_headers(request_rec *r, int status,
                               const char *location)
{
    /* A 304 keeps what the handler set, validators above all. */
    if (status == HTTP_NOT_MODIFIED) {
        return;
    }
    r->headers_out = r->err_headers_out;
    r->err_headers_out = apr_table_make(r->pool, 4);
    if (location && (ap_is_HTTP_REDIRECT(status) || status == HTTP_CREATED)) {
        apr_table_setn(r->headers_out, "Location", location);
    }
}

static bool is_local_text(const char *custom)
{
    return custom && custom[0] == '"';
}

static void write_body(request_rec *r, int status, const char *location,
                       int second_status)
{
    const char *title = ap_get_status_line_ex(r->pool, status);
    /* The text that an error document of its own would be is for that error,
     * not for the one that is told here. */
    const char *custom = second_status
                             ? NULL
                             : ap_response_code_string(
                                   r, ap_index_of_response(status));

    /* A handler's own reason ("418 I am a teapot") is the better title. */
    if (r->status_line && strlen(r->status_line) > 4
        && r->status_line[3] == ' '
        && (int)apr_strtoi64(r->status_line, NULL, 10) == status) {
        title = r->status_line;
    }
    if (is_local_text(custom)) {
        ap_rputs(custom + 1, r);
    }
    else {
        pn_error_page_write(r, status, title, location, second_status);
    }
}

AP_DECLARE(void)
ap_send_error_response(request_rec *r, int recursive_error)
{
    int status = r->status;
    const char *location = apr_table_get(r->headers_out, "Location");

    if (!location) {
        location = apr_table_get(r->err_headers_out, "Location");
    }
    r->eos_sent = 0;
    r->output_filters = r->proto_output_filters;
    ap_run_insert_error_filter(r);

    take_error_headers(r, status, location);
    forget_body(r);
    if (AP_STATUS_IS_HEADER_ONLY(status)) {
        ap_finalize_request_protocol(r);
        return;
    }
    ap_set_content_type_ex(r,
                           apr_table_get(r->subprocess_env,
                                         "suppress-error-charset")
                               ? "text/html"
                               : "text/html; charset=iso-8859-1",
                           1);
    if (status == HTTP_METHOD_NOT_ALLOWED || status == HTTP_NOT_IMPLEMENTED) {
        apr_table_setn(r->headers_out, "Allow", pn_options_allow(r));
    }
    if (r->header_only) {
        ap_finalize_request_protocol(r);
        return;
    }
    write_body(r, status, location, recursive_error);
    ap_finalize_request_protocol(r);
}
