/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_file.c - the handler of last resort: sends the file that the URL was
 * mapped to.
 *
 * GET, HEAD and POST yield the file (subrequests of scripts deliver pages to
 * whatever method was asked), OPTIONS what is allowed, all else is refused.
 */

#include "core.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

#include "apr_buckets.h"
#include "apr_file_io.h"
#include "apr_strings.h"

#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_core.h"
#include "request/place.h"
#include "util_filter.h"
#include "util_md5.h"

APLOG_USE_MODULE(core);

/* A TLS handshake on a port that speaks plain HTTP begins like this. */
#define TLS_RECORD "\x16\x03"

static int refuse_method(request_rec *r)
{
    if (r->method_number == M_INVALID) {
        if (r->the_request && strncmp(r->the_request, TLS_RECORD, 2) == 0) {
            ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                          "the client speaks TLS (SSL) to a port that speaks "
                          "plain HTTP");
        }
        else {
            ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                          "unknown method in the request '%s'",
                          r->the_request ? r->the_request : r->method);
        }
        return HTTP_NOT_IMPLEMENTED;
    }
    if (r->method_number == M_OPTIONS) {
        return ap_send_http_options(r);
    }
    return HTTP_METHOD_NOT_ALLOWED;
}

/* OK when r stands for a file that can be sent. */
static int check_file(request_rec *r)
{
    const core_request_config *own = ap_get_core_module_config(
        r->request_config);

    if (r->finfo.filetype == APR_NOFILE) {
        ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r, "file does not exist: %s",
                      apr_pstrcat(r->pool, r->filename, r->path_info, NULL));
        return HTTP_NOT_FOUND;
    }
    if (r->finfo.filetype == APR_DIR) {
        ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r,
                      "a directory cannot be sent as a file: %s", r->filename);
        return HTTP_NOT_FOUND;
    }
    if (r->used_path_info != AP_REQ_ACCEPT_PATH_INFO && r->path_info
        && *r->path_info) {
        ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r,
                      "'%s' goes on behind the file %s, which AcceptPathInfo "
                      "does not allow",
                      r->path_info, r->filename);
        return HTTP_NOT_FOUND;
    }
    if (r->method_number != M_GET && !own->deliver_script) {
        ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r,
                      "%s is not for files that are no script: %s", r->method,
                      r->filename);
        return HTTP_METHOD_NOT_ALLOWED;
    }
    return OK;
}

static int open_file(request_rec *r, const core_dir_config *conf,
                     apr_file_t **file)
{
    apr_status_t rv = apr_file_open(
        file, r->filename,
        APR_READ | APR_BINARY | AP_SENDFILE_ENABLED(conf->enable_sendfile), 0,
        r->pool);

    if (rv == APR_SUCCESS) {
        return OK;
    }
    ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                  "cannot open %s, which access control allows: are the "
                  "permissions of the file right?",
                  r->filename);
    return HTTP_FORBIDDEN;
}

static void set_headers(request_rec *r, const core_dir_config *conf,
                        apr_file_t *file)
{
    ap_update_mtime(r, r->finfo.mtime);
    ap_set_last_modified(r);
    ap_set_etag_fd(r, file);
    ap_set_accept_ranges(r);
    ap_set_content_length(r, r->finfo.size);
    /* A digest of the file is one of the response only while no filter
     * changes the content. */
    if (file && conf->content_md5 == AP_CORE_CONFIG_ON
        && r->output_filters->frec->ftype != AP_FTYPE_RESOURCE) {
        apr_table_setn(r->headers_out, "Content-MD5",
                       ap_md5digest(r->pool, file));
    }
}

static void insert_file(request_rec *r, const core_dir_config *conf,
                        apr_bucket_brigade *bb, apr_file_t *file)
{
    apr_bucket *first;
    apr_bucket *b;

    b = apr_brigade_insert_file(bb, file, 0, r->finfo.size, r->pool);
    if (!b) {
        return;
    }
    /* A file of many gigabytes is several buckets. */
    for (first = APR_BRIGADE_FIRST(bb); first != APR_BRIGADE_SENTINEL(bb);
         first = APR_BUCKET_NEXT(first)) {
        if (!APR_BUCKET_IS_FILE(first)) {
            continue;
        }
        if (conf->enable_mmap == ENABLE_MMAP_OFF) {
            apr_bucket_file_enable_mmap(first, 0);
        }
        if (conf->read_buf_size) {
            apr_bucket_file_set_buf_size(first, conf->read_buf_size);
        }
    }
}

/* Passes bb on, which has the body, and ends it. */
static int pass_body(request_rec *r, apr_bucket_brigade *bb)
{
    apr_status_t rv;

    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(bb->bucket_alloc));
    rv = ap_pass_brigade(r->output_filters, bb);
    if (rv == APR_SUCCESS || r->status != HTTP_OK || r->connection->aborted) {
        return OK;
    }
    ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r, "cannot send %s", r->filename);
    return AP_FILTER_ERROR;
}

static int send_file(request_rec *r)
{
    const core_dir_config *conf = ap_get_core_module_config(r->per_dir_config);
    apr_bucket_brigade *bb;
    apr_file_t *file;
    int status = open_file(r, conf, &file);

    if (status != OK) {
        return status;
    }
    set_headers(r, conf, file);
    bb = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    status = ap_meets_conditions(r);
    if (status != OK) {
        apr_file_close(file);
        r->status = status;
    }
    else {
        insert_file(r, conf, bb, file);
    }
    return pass_body(r, bb);
}

/* --- small files ----------------------------------------------------------
 *
 * What is kept in memory is sent from there (request/place.h). What fits on the
 * stack is read into it: a bucket of a file costs more to
 * make, to map and to close than so few bytes to copy. Filters see a transient
 * bucket, which they set aside if they keep it, as any other. */

enum { SMALL_BYTES = 4096 };

static bool is_small(const request_rec *r, const core_dir_config *conf)
{
    etag_components_t tag = (conf->etag_bits & ~conf->etag_remove)
        | conf->etag_add;

    return r->finfo.filetype == APR_REG && r->finfo.size > 0
        && (r->finfo.size <= SMALL_BYTES
            || (apr_size_t)r->finfo.size <= pn_place_limits.file_bytes)
        && !(tag & ETAG_DIGEST)
        && conf->content_md5 != AP_CORE_CONFIG_ON;
}

/* False when the file is not what it was when it was looked at. */
static bool read_whole(int fd, char *bytes, size_t size)
{
    size_t len = 0;

    while (len < size) {
        ssize_t n = read(fd, bytes + len, size - len);

        if (n == 0 || (n < 0 && errno != EINTR)) {
            return false;
        }
        len += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Sends bytes, which are the whole file. */
static int send_bytes(request_rec *r, apr_bucket *content)
{
    apr_bucket_brigade *bb = apr_brigade_create(r->pool,
                                                r->connection->bucket_alloc);
    int status;

    APR_BRIGADE_INSERT_TAIL(bb, content);
    set_headers(r, NULL, NULL);
    status = ap_meets_conditions(r);
    if (status != OK) {
        apr_brigade_cleanup(bb);
        r->status = status;
    }
    return pass_body(r, bb);
}

/* DECLINED, with nothing done, when the file cannot be read like this. */
static int send_small_file(request_rec *r)
{
    apr_bucket_alloc_t *alloc = r->connection->bucket_alloc;
    apr_size_t size;
    const char *kept = pn_place_content(r, &size);
    char bytes[SMALL_BYTES];
    bool is_whole;
    int fd;

    if (kept) {
        return send_bytes(r, apr_bucket_immortal_create(kept, size, alloc));
    }
    if (r->finfo.size > SMALL_BYTES) {
        return DECLINED;
    }
    size = (size_t)r->finfo.size;
    fd = open(r->filename, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return DECLINED; /* the usual way says why */
    }
    is_whole = read_whole(fd, bytes, size);
    close(fd);
    return is_whole ? send_bytes(r, apr_bucket_transient_create(bytes, size,
                                                                alloc))
                    : DECLINED;
}

int pn_core_file_handler(request_rec *r)
{
    const core_dir_config *conf;
    int status;

    ap_allow_standard_methods(r, MERGE_ALLOW, M_GET, M_OPTIONS, M_POST, -1);

    /* A filter that wants the body has put itself into the input chain. */
    status = ap_discard_request_body(r);
    if (status != OK) {
        return status;
    }
    if (r->method_number != M_GET && r->method_number != M_POST) {
        return refuse_method(r);
    }
    status = check_file(r);
    if (status != OK) {
        return status;
    }
    conf = ap_get_core_module_config(r->per_dir_config);
    if (is_small(r, conf)) {
        status = send_small_file(r);
        if (status != DECLINED) {
            return status;
        }
    }
    return send_file(r);
}
