/* SPDX-License-Identifier: Apache-2.0 */
/*
 * error_page.c - the HTML of error pages.
 *
 * The structure (title, heading, paragraph, signature) is what scripts and
 * people know. All that comes from the client is escaped.
 */
#include "http_protocol.h"

#include <stdbool.h>
#include <string.h>

#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_core.h"
#include "http_request.h"

static const struct {
    int status;
    const char *text;
} texts[] = {
    { HTTP_BAD_REQUEST,
      "<p>Your browser sent a request that this server could not "
      "understand.<br />\n" },
    { HTTP_UNAUTHORIZED,
      "<p>This server could not verify that you may see the document that you "
      "asked for. Either the credentials were wrong (a mistyped password, for "
      "example), or your browser does not know how to send them.</p>\n" },
    { HTTP_PAYMENT_REQUIRED, "<p>Payment is required.</p>\n" },
    { HTTP_FORBIDDEN,
      "<p>You don't have permission to access this resource." },
    { HTTP_NOT_FOUND,
      "<p>The requested URL was not found on this server.</p>\n" },
    { HTTP_NOT_ACCEPTABLE,
      "<p>No form of the requested resource is acceptable to your "
      "browser.</p>\n" },
    { HTTP_PROXY_AUTHENTICATION_REQUIRED,
      "<p>This proxy could not verify that you may use it. Either the "
      "credentials were wrong, or your browser does not know how to send "
      "them.</p>\n" },
    { HTTP_REQUEST_TIME_OUT,
      "<p>Server timeout waiting for the HTTP request from the client.</p>\n" },
    { HTTP_CONFLICT,
      "<p>The request conflicts with the present state of the "
      "resource.</p>\n" },
    { HTTP_GONE,
      "<p>The requested resource is no longer available on this server, and "
      "no other address is known. Please remove what links to it.</p>\n" },
    { HTTP_LENGTH_REQUIRED,
      "<p>A request of this method needs a valid Content-Length.<br />\n" },
    { HTTP_PRECONDITION_FAILED,
      "<p>The precondition on the request for this URL evaluated to "
      "false.</p>\n" },
    { HTTP_REQUEST_ENTITY_TOO_LARGE,
      "<p>The requested resource does not allow request data with this method, "
      "or the data are larger than the limit.\n" },
    { HTTP_REQUEST_URI_TOO_LARGE,
      "<p>The requested URL's length exceeds the capacity limit for this "
      "server.<br />\n" },
    { HTTP_UNSUPPORTED_MEDIA_TYPE,
      "<p>The data are in a form that the resource does not support.</p>\n" },
    { HTTP_RANGE_NOT_SATISFIABLE,
      "<p>None of the ranges that were asked for is within the present extent "
      "of the resource.</p>\n" },
    { HTTP_EXPECTATION_FAILED,
      "<p>The expectation in the Expect field cannot be met by this "
      "server.\n" },
    { HTTP_MISDIRECTED_REQUEST,
      "<p>The client needs a new connection for this request: the host asked "
      "for does not go with the one of the connection.</p>\n" },
    { HTTP_UNPROCESSABLE_ENTITY,
      "<p>The data were understood, but what they ask for could not be "
      "done.</p>\n" },
    { HTTP_LOCKED,
      "<p>The resource is locked, or something that the request needs "
      "is.</p>\n" },
    { HTTP_FAILED_DEPENDENCY,
      "<p>Another part of the request failed on which this one "
      "depends.</p>\n" },
    { HTTP_UPGRADE_REQUIRED,
      "<p>The resource needs another protocol: please upgrade.</p>\n" },
    { HTTP_PRECONDITION_REQUIRED, "<p>The request must be conditional.</p>\n" },
    { HTTP_TOO_MANY_REQUESTS,
      "<p>You sent too many requests in a given amount of time.</p>\n" },
    { HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE,
      "<p>A field of the request, or all of them together, are larger than the "
      "limit.<br />\n" },
    { HTTP_UNAVAILABLE_FOR_LEGAL_REASONS,
      "<p>Access to the URL is denied for legal reasons.</p>\n" },
    { HTTP_INTERNAL_SERVER_ERROR,
      "<p>The server encountered an internal error or misconfiguration and was "
      "unable to complete your request.</p>\n" },
    { HTTP_BAD_GATEWAY,
      "<p>The proxy server received an invalid response from an upstream "
      "server.<br />\n" },
    { HTTP_SERVICE_UNAVAILABLE,
      "<p>The server is temporarily unable to service your request due to "
      "maintenance downtime or capacity problems. Please try again "
      "later.</p>\n" },
    { HTTP_GATEWAY_TIME_OUT,
      "<p>The gateway did not receive a timely response from the upstream "
      "server or application.</p>\n" },
    { HTTP_VERSION_NOT_SUPPORTED,
      "<p>This server does not support the HTTP version of the "
      "request.</p>\n" },
    { HTTP_VARIANT_ALSO_VARIES,
      "<p>A variant of the requested resource is itself to be negotiated: the "
      "server is misconfigured.</p>\n" },
    { HTTP_INSUFFICIENT_STORAGE,
      "<p>There is not enough free space on this server for the "
      "request.</p>\n" },
    { HTTP_LOOP_DETECTED, "<p>The request led into a loop.</p>\n" },
    { HTTP_NOT_EXTENDED,
      "<p>An extension that the request needs is not there.</p>\n" },
    { HTTP_NETWORK_AUTHENTICATION_REQUIRED,
      "<p>Please authenticate to the network first.</p>\n" },
};

static const char *text_of(int status)
{
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        if (texts[i].status == status) {
            return texts[i].text;
        }
    }
    return NULL;
}

static const char *redirect_text(request_rec *r, int status,
                                 const char *location)
{
    const char *url = location
        ? ap_escape_html(r->pool, location) : NULL;
    const char *moved;

    switch (status) {
    case HTTP_MOVED_PERMANENTLY:
    case HTTP_MOVED_TEMPORARILY:
    case HTTP_TEMPORARY_REDIRECT:
    case HTTP_PERMANENT_REDIRECT:
        moved = "<p>The document has moved <a href=\"";
        break;
    case HTTP_SEE_OTHER:
        moved = "<p>The answer to your request is located <a href=\"";
        break;
    case HTTP_USE_PROXY:
        return apr_pstrcat(r->pool, "<p>This resource is only accessible "
                           "through the proxy\n", url ? url : "",
                           "<br />\nYou will need to configure your client to "
                           "use that proxy.</p>\n", NULL);
    default:
        return NULL;
    }
    return apr_pstrcat(r->pool, moved, url ? url : "", "\">here</a>.</p>\n",
                       NULL);
}

static const char *method_text(request_rec *r, int status)
{
    const char *method = ap_escape_html(r->pool, r->method);

    if (status == HTTP_METHOD_NOT_ALLOWED) {
        return apr_pstrcat(r->pool, "<p>The requested method ", method,
                           " is not allowed for this URL.</p>\n", NULL);
    }
    return apr_pstrcat(r->pool, "<p>", method,
                       " not supported for current URL.<br />\n", NULL);
}

static const char *server_admin_text(request_rec *r)
{
    return apr_pstrcat(
        r->pool, "<p>Please contact the server administrator at \n ",
        ap_escape_html(r->pool, r->server->server_admin
                                    ? r->server->server_admin
                                    : DEFAULT_ADMIN),
        " to inform them of the time this error occurred,\n and the actions "
        "you performed just before this error.</p>\n"
        "<p>More information about this error may be available\n"
        "in the server error log.</p>\n", NULL);
}

/* The paragraphs for status, without the note of whoever raised it. */
static const char *paragraph(request_rec *r, int status, const char *location)
{
    const char *text;

    if (status == HTTP_MULTIPLE_CHOICES) {
        return "<p>There are several forms of what you asked for.</p>\n";
    }
    if (ap_is_HTTP_REDIRECT(status)) {
        return redirect_text(r, status, location);
    }
    if (status == HTTP_METHOD_NOT_ALLOWED || status == HTTP_NOT_IMPLEMENTED) {
        return method_text(r, status);
    }
    text = text_of(status);
    if (status == HTTP_INTERNAL_SERVER_ERROR) {
        return apr_pstrcat(r->pool, text, server_admin_text(r), NULL);
    }
    if (status == HTTP_EXPECTATION_FAILED) {
        const char *expect = apr_table_get(r->headers_in, "Expect");

        return expect
            ? apr_pstrcat(r->pool, text, "The client sent<pre>\n    Expect: ",
                          ap_escape_html(r->pool, expect), "\n</pre>\n", NULL)
            : text;
    }
    return text;
}

/* A text that leaves its paragraph open for a note ends without its tag. */
static bool is_open(const char *text)
{
    apr_size_t len = strlen(text);

    return len < 5 || strcmp(text + len - 5, "</p>\n") != 0;
}

/* What the negotiation of the content found, in its own HTML. */
static void write_variants(request_rec *r, int status)
{
    const char *list = apr_table_get(r->notes, "variant-list");

    if (list
        && (status == HTTP_MULTIPLE_CHOICES || status == HTTP_NOT_ACCEPTABLE)) {
        ap_rputs(list, r);
    }
}

static void write_texts(request_rec *r, int status, const char *location)
{
    const char *text = paragraph(r, status, location);
    const char *note = apr_table_get(r->notes, "error-notes");
    const char *verbose_to = apr_table_get(r->notes, "verbose-error-to");
    bool shows_note = note && verbose_to && strcmp(verbose_to, "*") == 0;

    if (!text) {
        text = "<p>The server could not do what was asked for.</p>\n";
    }
    ap_rputs(text, r);
    if (is_open(text)) {
        if (note) {
            /* Callers have escaped it: notes are HTML. */
            ap_rvputs(r, note, "\n", NULL);
        }
        ap_rputs("</p>\n", r);
    }
    else if (shows_note) {
        ap_rvputs(r, note, "</p>\n", NULL);
    }
    write_variants(r, status);
}

void pn_error_page_write(request_rec *r, int status, const char *title,
                         const char *location, int second_status)
{
    const char *heading = strchr(title, ' ');
    const char *escaped = ap_escape_html(r->pool, title);

    heading = ap_escape_html(r->pool, heading ? heading + 1 : title);
    ap_rvputs(r,
              "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\" "
              "\"http://www.w3.org/TR/html4/strict.dtd\">\n"
              "<html><head>\n<title>",
              escaped, "</title>\n</head><body>\n<h1>", heading, "</h1>\n",
              NULL);
    write_texts(r, status, location);
    if (second_status > 0 && second_status != HTTP_OK) {
        ap_rvputs(r, "<p>Additionally, a ",
                  ap_get_status_line_ex(r->pool, second_status),
                  "\nerror was encountered while trying to use an "
                  "ErrorDocument to handle the request.</p>\n", NULL);
    }
    ap_rputs(ap_psignature("<hr>\n", r), r);
    ap_rputs("</body></html>\n", r);
}
