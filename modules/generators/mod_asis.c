/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_asis - files that hold their own header fields.
 *
 * Handler:    send-as-is (AddHandler send-as-is .asis)
 * Phase:      handler; the fields at the top of the file become the
 *             response's, as those of a script do, the rest is its body
 * Tests:      test/e2e/generators/test_asis.py
 */

#include "httpd.h"

#include <string.h>

#include "apr_strings.h"

#include "http_config.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "util_script.h"

module AP_MODULE_DECLARE_DATA asis_module;

static int open_file(request_rec *r, apr_file_t **file)
{
    apr_status_t rv;

    if (r->finfo.filetype == APR_NOFILE) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r, "file does not exist: %s",
                      r->filename);
        return HTTP_NOT_FOUND;
    }
    rv = apr_file_open(file, r->filename, APR_READ, APR_OS_DEFAULT, r->pool);
    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r, "cannot open %s",
                      r->filename);
        return HTTP_FORBIDDEN;
    }
    return OK;
}

/* "Location: /path" and no status: the server itself goes there. */
static int redirect_inside(request_rec *r, const char *location)
{
    apr_table_unset(r->headers_out, "Location");
    r->method = "GET";
    r->method_number = M_GET;
    ap_internal_redirect_handler(location, r);
    return OK;
}

static int send_rest(request_rec *r, apr_file_t *file)
{
    apr_bucket_brigade *bb = apr_brigade_create(r->pool,
                                                r->connection->bucket_alloc);
    apr_off_t begin = 0;
    apr_off_t end = 0;
    apr_status_t rv = apr_file_seek(file, APR_CUR, &begin);

    if (rv == APR_SUCCESS) {
        rv = apr_file_seek(file, APR_END, &end);
    }
    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r, "cannot read %s",
                      r->filename);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (end > begin && !r->header_only) {
        apr_brigade_insert_file(bb, file, begin, end - begin, r->pool);
    }
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(bb->bucket_alloc));
    rv = ap_pass_brigade(r->output_filters, bb);
    return rv == APR_SUCCESS || r->connection->aborted
               ? OK
               : HTTP_INTERNAL_SERVER_ERROR;
}

static int asis_handler(request_rec *r)
{
    apr_file_t *file;
    const char *location;
    int status;

    if (!r->handler
        || (strcmp(r->handler, "send-as-is") != 0
            && strcmp(r->handler, "httpd/send-as-is") != 0)) {
        return DECLINED;
    }
    r->allowed |= AP_METHOD_BIT << M_GET;
    if (r->method_number != M_GET) {
        return DECLINED;
    }
    status = open_file(r, &file);
    if (status != OK) {
        return status;
    }
    status = ap_scan_script_header_err_ex(r, file, NULL, APLOG_MODULE_INDEX);
    if (status != OK) {
        return status;
    }
    location = apr_table_get(r->headers_out, "Location");
    if (location && location[0] == '/' && r->status == HTTP_OK) {
        return redirect_inside(r, location);
    }
    return send_rest(r, file);
}

static void asis_register_hooks(apr_pool_t *pool)
{
    ap_hook_handler(asis_handler, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(asis) = {
    STANDARD20_MODULE_STUFF,
    .register_hooks = asis_register_hooks,
};
