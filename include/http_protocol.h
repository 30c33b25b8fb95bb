/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_HTTP_PROTOCOL_H
#define PINION_HTTP_PROTOCOL_H

#define APACHE_HTTP_PROTOCOL_H

#include <apr_portable.h>
#include <apr_mmap.h>

#include "httpd.h"
#include "util_filter.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_GETLINE_CRLF 2
#define AP_GETLINE_FOLD 1
#define AP_GETLINE_NOSPC_EOL 4
#define AP_GET_BASIC_AUTH_PW_NOTE "AP_GET_BASIC_AUTH_PW_NOTE"
#define AP_PROTOCOL_HTTP1 "http/1.1"

typedef struct etag_rec etag_rec;
typedef struct ap_bucket_error ap_bucket_error;
typedef enum ap_condition_e { AP_CONDITION_NONE = 0, AP_CONDITION_NOMATCH = 1, AP_CONDITION_WEAK = 2, AP_CONDITION_STRONG = 3 } ap_condition_e;

struct ap_bucket_error {
    apr_bucket_refcount refcount;
    int status;
    const char *data;
};

struct etag_rec {
    const char *vlist_validator;
    apr_time_t request_time;
    apr_finfo_t *finfo;
    const char *pathname;
    apr_file_t *fd;
    int force_weak;
};

extern AP_DECLARE_DATA const apr_bucket_type_t ap_bucket_type_error;
extern AP_DECLARE_DATA ap_filter_rec_t *ap_old_write_func;

AP_DECLARE_HOOK(apr_port_t, default_port, (const request_rec *r))
AP_DECLARE_HOOK(const char *, http_scheme, (const request_rec *r))
AP_DECLARE_HOOK(void, insert_error_filter, (request_rec *r))
AP_DECLARE_HOOK(int, log_transaction, (request_rec *r))
AP_DECLARE_HOOK(int, note_auth_failure, (request_rec *r, const char *auth_type))
AP_DECLARE_HOOK(int, post_read_request, (request_rec *r))
AP_DECLARE_HOOK(void, pre_read_request, (request_rec *r, conn_rec *c))
AP_DECLARE_HOOK(const char *, protocol_get, (const conn_rec *c))
AP_DECLARE_HOOK(int, protocol_propose, (conn_rec *c, request_rec *r, server_rec *s, const apr_array_header_t *offers, apr_array_header_t *proposals))
AP_DECLARE_HOOK(int, protocol_switch, (conn_rec *c, request_rec *r, server_rec *s, const char *protocol))

AP_DECLARE(apr_bucket *) ap_bucket_error_create(int, const char *, apr_pool_t *pool, apr_bucket_alloc_t *alloc);
AP_DECLARE(apr_bucket *) ap_bucket_error_make(apr_bucket *b, int, const char *, apr_pool_t *pool);
AP_DECLARE(apr_status_t) ap_byterange_filter(ap_filter_t *f, apr_bucket_brigade *bb);
AP_DECLARE(int) ap_check_request_header(request_rec *r);
AP_DECLARE(void) ap_clear_method_list(ap_method_list_t *);
AP_DECLARE(ap_condition_e) ap_condition_if_match(request_rec *r, apr_table_t *);
AP_DECLARE(ap_condition_e) ap_condition_if_modified_since(request_rec *r, apr_table_t *);
AP_DECLARE(ap_condition_e) ap_condition_if_none_match(request_rec *r, apr_table_t *);
AP_DECLARE(ap_condition_e) ap_condition_if_range(request_rec *r, apr_table_t *);
AP_DECLARE(ap_condition_e) ap_condition_if_unmodified_since(request_rec *r, apr_table_t *);
AP_DECLARE(apr_status_t) ap_content_length_filter(ap_filter_t *f, apr_bucket_brigade *bb);
AP_DECLARE(void) ap_copy_method_list(ap_method_list_t *, ap_method_list_t *);
AP_DECLARE(request_rec *) ap_create_request(conn_rec *c);
AP_DECLARE(int) ap_discard_request_body(request_rec *r);
AP_DECLARE(void) ap_finalize_request_protocol(request_rec *r);
AP_DECLARE(void) ap_finalize_sub_req_protocol(request_rec *r);
AP_DECLARE(apr_status_t) ap_get_basic_auth_components(const request_rec *r, const char **, const char **);
AP_DECLARE(int) ap_get_basic_auth_pw(request_rec *r, const char **);
AP_DECLARE(long) ap_get_client_block(request_rec *r, char *, apr_size_t);
AP_DECLARE(void) ap_get_mime_headers(request_rec *r);
AP_DECLARE(void) ap_get_mime_headers_core(request_rec *r, apr_bucket_brigade *bb);
AP_DECLARE(const char *) ap_get_protocol(conn_rec *c);
AP_DECLARE(apr_status_t) ap_get_protocol_upgrades(conn_rec *c, request_rec *r, server_rec *s, int, const apr_array_header_t **);
AP_DECLARE(const char *) ap_get_status_line(int);
AP_DECLARE(const char *) ap_get_status_line_ex(apr_pool_t *pool, int);
AP_DECLARE(int) ap_getline(char *, int, request_rec *r, int);
AP_DECLARE(apr_status_t) ap_http_header_filter(ap_filter_t *f, apr_bucket_brigade *bb);
AP_DECLARE(int) ap_index_of_response(int);
AP_DECLARE(int) ap_is_allowed_protocol(conn_rec *c, request_rec *r, server_rec *s, const char *);
AP_DECLARE(const char *) ap_make_content_type(request_rec *r, const char *);
AP_DECLARE(char *) ap_make_etag(request_rec *r, int);
AP_DECLARE(char *) ap_make_etag_ex(request_rec *r, etag_rec *);
AP_DECLARE(ap_method_list_t *) ap_make_method_list(apr_pool_t *pool, int);
AP_DECLARE(int) ap_map_http_request_error(apr_status_t, int);
AP_DECLARE(int) ap_meets_conditions(request_rec *r);
AP_DECLARE(int) ap_method_in_list(ap_method_list_t *, const char *);
AP_DECLARE(void) ap_method_list_add(ap_method_list_t *, const char *);
AP_DECLARE(void) ap_method_list_remove(ap_method_list_t *, const char *);
AP_DECLARE(const char *) ap_method_name_of(apr_pool_t *pool, int);
AP_DECLARE(int) ap_method_number_of(const char *);
AP_DECLARE(int) ap_method_register(apr_pool_t *pool, const char *);
AP_DECLARE(void) ap_method_registry_init(apr_pool_t *pool);
AP_DECLARE(void) ap_note_auth_failure(request_rec *r);
AP_DECLARE(void) ap_note_basic_auth_failure(request_rec *r);
AP_DECLARE(void) ap_note_digest_auth_failure(request_rec *r);
AP_DECLARE(apr_status_t) ap_old_write_filter(ap_filter_t *f, apr_bucket_brigade *bb);
AP_DECLARE(int) ap_parse_request_line(request_rec *r);
AP_DECLARE(void) ap_parse_uri(request_rec *r, const char *);
AP_DECLARE(int) ap_post_read_request(request_rec *r);
AP_DECLARE(apr_time_t) ap_rationalize_mtime(request_rec *r, apr_time_t);
AP_DECLARE(request_rec *) ap_read_request(conn_rec *c);
AP_DECLARE(int) ap_rflush(request_rec *r);
AP_DECLARE(apr_status_t) ap_rgetline_core(char **, apr_size_t, apr_size_t *, request_rec *r, int, apr_bucket_brigade *bb);
AP_DECLARE_NONSTD(int) ap_rprintf(request_rec *r, const char *, ...)
    __attribute__((format(printf, 2, 3)));
AP_DECLARE(int) ap_rputc(int, request_rec *r);
AP_DECLARE_NONSTD(int) ap_rvputs(request_rec *r, ...) AP_FN_ATTR_SENTINEL;
AP_DECLARE(int) ap_rwrite(const void *, int, request_rec *r);
AP_DECLARE(const char *) ap_select_protocol(conn_rec *c, request_rec *r, server_rec *s, const apr_array_header_t *);
AP_DECLARE(void) ap_send_error_response(request_rec *r, int);
AP_DECLARE(apr_status_t) ap_send_fd(apr_file_t *, request_rec *r, apr_off_t, apr_size_t, apr_size_t *);
AP_DECLARE(void) ap_send_interim_response(request_rec *r, int);
AP_DECLARE(apr_size_t) ap_send_mmap(apr_mmap_t *, request_rec *r, apr_size_t, apr_size_t);
AP_DECLARE(void) ap_set_accept_ranges(request_rec *r);
AP_DECLARE(void) ap_set_content_length(request_rec *r, apr_off_t);
AP_DECLARE(void) ap_set_content_type(request_rec *r, const char *);
AP_DECLARE(void) ap_set_content_type_ex(request_rec *r, const char *, int);
AP_DECLARE(void) ap_set_etag(request_rec *r);
AP_DECLARE(void) ap_set_etag_fd(request_rec *r, apr_file_t *);
AP_DECLARE(int) ap_set_keepalive(request_rec *r);
AP_DECLARE(void) ap_set_last_modified(request_rec *r);
AP_DECLARE(void) ap_set_sub_req_protocol(request_rec *r, const request_rec *);
AP_DECLARE(int) ap_setup_client_block(request_rec *r, int);
AP_DECLARE(void) ap_setup_make_content_type(apr_pool_t *pool);
AP_DECLARE(int) ap_should_client_block(request_rec *r);
AP_DECLARE(apr_status_t) ap_switch_protocol(conn_rec *c, request_rec *r, server_rec *s, const char *);
AP_DECLARE(int) ap_vrprintf(request_rec *r, const char *, va_list);

#define AP_METHOD_CHECK_ALLOWED(mask, methname) \
    ((mask) & (AP_METHOD_BIT << ap_method_number_of((methname))))
#define AP_BUCKET_IS_ERROR(e) ((e)->type == &ap_bucket_type_error)
#define ap_rgetline(s, n, read, r, fold, bb) \
    ap_rgetline_core((s), (n), (read), (r), (fold), (bb))

static inline int ap_rputs(const char *str, request_rec *r)
{
    return ap_rwrite(str, (int)strlen(str), r);
}

#ifdef __cplusplus
}
#endif

#endif
