/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_HTTP_CORE_H
#define PINION_HTTP_CORE_H

#define APACHE_HTTP_CORE_H
#include <sys/resource.h>

#include <apr.h>
#include <apr_hash.h>
#include <apr_optional.h>

#include "util_filter.h"
#include "ap_expr.h"
#include "httpd.h"
#include "http_config.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ADD_DEFAULT_CHARSET_OFF 0
#define ADD_DEFAULT_CHARSET_ON 1
#define ADD_DEFAULT_CHARSET_UNSET 2
#define AP_CGI_PASS_AUTH_OFF 0
#define AP_CGI_PASS_AUTH_ON 1
#define AP_CGI_PASS_AUTH_UNSET 2
#define AP_CONDITION_ELSE 2
#define AP_CONDITION_ELSEIF 3
#define AP_CONDITION_IF 1
#define AP_CORE_CONFIG_OFF 0
#define AP_CORE_CONFIG_ON 1
#define AP_CORE_CONFIG_UNSET 2
#define AP_CORE_MODULE_INDEX 0
#define AP_DEFAULT_MAX_INTERNAL_REDIRECTS 10
#define AP_DEFAULT_MAX_SUBREQ_DEPTH 10
#define AP_ERRORLOG_FLAG_FIELD_SEP 1
#define AP_ERRORLOG_FLAG_MESSAGE 2
#define AP_ERRORLOG_FLAG_NULL_AS_HYPHEN 8
#define AP_ERRORLOG_FLAG_REQUIRED 4
#define AP_HTTP09_DISABLE 2
#define AP_HTTP09_ENABLE 1
#define AP_HTTP09_UNSET 0
#define AP_HTTP_CONFORMANCE_STRICT 2
#define AP_HTTP_CONFORMANCE_UNSAFE 1
#define AP_HTTP_CONFORMANCE_UNSET 0
#define AP_HTTP_METHODS_LENIENT 1
#define AP_HTTP_METHODS_REGISTERED 2
#define AP_HTTP_METHODS_UNSET 0
#define AP_MAXRANGES_DEFAULT (-2)
#define AP_MAXRANGES_NORANGES 0
#define AP_MAXRANGES_UNLIMITED (-3)
#define AP_MAXRANGES_UNSET (-1)
#define AP_MERGE_TRAILERS_DISABLE 2
#define AP_MERGE_TRAILERS_ENABLE 1
#define AP_MERGE_TRAILERS_UNSET 0
#define AP_MIN_BYTES_TO_WRITE 8000
#define AP_NOTE_DIRECTORY_WALK 0
#define AP_NOTE_FILE_WALK 2
#define AP_NOTE_IF_WALK 3
#define AP_NOTE_LOCATION_WALK 1
#define AP_NUM_STD_NOTES 4
#define AP_SQ_CONFIG_GEN 2
#define AP_SQ_MAIN_STATE 0
#define AP_SQ_MS_CREATE_CONFIG 4
#define AP_SQ_MS_CREATE_PRE_CONFIG 2
#define AP_SQ_MS_DESTROY_CONFIG 3
#define AP_SQ_MS_EXITING 6
#define AP_SQ_MS_INITIAL_STARTUP 1
#define AP_SQ_MS_RUN_MPM 5
#define AP_SQ_NOT_SUPPORTED (-1)
#define AP_SQ_RM_CONFIG_DUMP 4
#define AP_SQ_RM_CONFIG_TEST 3
#define AP_SQ_RM_NORMAL 2
#define AP_SQ_RM_UNKNOWN 1
#define AP_SQ_RUN_MODE 1
#define AP_TRACE_DISABLE 0
#define AP_TRACE_ENABLE 1
#define AP_TRACE_EXTENDED 2
#define AP_TRACE_UNSET (-1)
#define ENABLE_MMAP_OFF 0
#define ENABLE_MMAP_ON 1
#define ENABLE_MMAP_UNSET 2
#define ENABLE_SENDFILE_OFF 0
#define ENABLE_SENDFILE_ON 1
#define ENABLE_SENDFILE_UNSET 2
#define ETAG_ALL 14
#define ETAG_BACKWARD 10
#define ETAG_DIGEST 16
#define ETAG_INODE 4
#define ETAG_MTIME 2
#define ETAG_NONE 1
#define ETAG_SIZE 8
#define ETAG_UNSET 0
#define HOSTNAME_LOOKUP_DOUBLE 2
#define HOSTNAME_LOOKUP_OFF 0
#define HOSTNAME_LOOKUP_ON 1
#define HOSTNAME_LOOKUP_UNSET 3
#define OPT_ALL 47
#define OPT_EXECCGI 8
#define OPT_INCLUDES 2
#define OPT_INC_WITH_EXEC 32
#define OPT_INDEXES 1
#define OPT_MULTI 128
#define OPT_NONE 0
#define OPT_SYM_LINKS 4
#define OPT_SYM_OWNER 64
#define OPT_UNSET 16
#define REMOTE_DOUBLE_REV 3
#define REMOTE_HOST 0
#define REMOTE_NAME 1
#define REMOTE_NOLOOKUP 2
#define SATISFY_ALL 0
#define SATISFY_ANY 1
#define SATISFY_NOSPEC 2
#define USE_CANONICAL_NAME_DNS 2
#define USE_CANONICAL_NAME_OFF 0
#define USE_CANONICAL_NAME_ON 1
#define USE_CANONICAL_NAME_UNSET 3
#define USE_CANONICAL_PHYS_PORT_OFF 0
#define USE_CANONICAL_PHYS_PORT_ON 1
#define USE_CANONICAL_PHYS_PORT_UNSET 2

typedef struct require_line require_line;
typedef struct core_request_config core_request_config;
typedef struct core_dir_config core_dir_config;
typedef struct core_server_config core_server_config;
typedef struct core_output_filter_ctx core_output_filter_ctx_t;
typedef struct core_filter_ctx core_ctx_t;
typedef struct core_net_rec core_net_rec;
typedef union ap_mgmt_value ap_mgmt_value;
typedef struct ap_mgmt_item_t ap_mgmt_item_t;
typedef struct ap_errorlog_info ap_errorlog_info;
typedef struct ap_errorlog_handler ap_errorlog_handler;
typedef struct ap_errorlog_format_item ap_errorlog_format_item;
typedef enum server_signature_e { srv_sig_unset = 0, srv_sig_off = 1, srv_sig_on = 2, srv_sig_withmail = 3 } server_signature_e;
typedef enum ap_mgmt_type_e { ap_mgmt_type_string = 0, ap_mgmt_type_long = 1, ap_mgmt_type_hash = 2 } ap_mgmt_type_e;
typedef unsigned char allow_options_t;
typedef unsigned int overrides_t;
typedef unsigned long etag_components_t;
typedef int ap_errorlog_handler_fn_t(const ap_errorlog_info *, const char *, char *, int);

struct ap_errorlog_format_item {
    ap_errorlog_handler_fn_t *func;
    const char *arg;
    unsigned int flags;
    unsigned int min_loglevel;
};

struct ap_errorlog_handler {
    ap_errorlog_handler_fn_t *func;
    int flags;
};

struct ap_errorlog_info {
    const server_rec *s;
    const conn_rec *c;
    const request_rec *r;
    const request_rec *rmain;
    apr_pool_t *pool;
    const char *file;
    int line;
    int module_index;
    int level;
    apr_status_t status;
    int using_syslog;
    int startup;
    const char *format;
};

union ap_mgmt_value {
    const char *s_value;
    long i_value;
    apr_hash_t *h_value;
};

struct ap_mgmt_item_t {
    const char *description;
    const char *name;
    ap_mgmt_type_e vtype;
    ap_mgmt_value v;
};

struct core_dir_config {
    char *d;
    unsigned int d_components;
    allow_options_t opts;
    allow_options_t opts_add;
    allow_options_t opts_remove;
    overrides_t override;
    allow_options_t override_opts;
    char **response_code_strings;
    unsigned int hostname_lookups : 4;
    unsigned int content_md5 : 2;
    unsigned int use_canonical_name : 2;
    unsigned int d_is_fnmatch : 1;
    unsigned int add_default_charset : 2;
    const char *add_default_charset_name;
    struct rlimit *limit_cpu;
    struct rlimit *limit_mem;
    struct rlimit *limit_nproc;
    apr_off_t limit_req_body;
    long limit_xml_body;
    server_signature_e server_signature;
    apr_array_header_t *sec_file;
    apr_array_header_t *sec_if;
    ap_regex_t *r;
    const char *mime_type;
    const char *handler;
    const char *output_filters;
    const char *input_filters;
    int accept_path_info;
    etag_components_t etag_bits;
    etag_components_t etag_add;
    etag_components_t etag_remove;
    unsigned int enable_mmap : 2;
    unsigned int enable_sendfile : 2;
    unsigned int use_canonical_phys_port : 2;
    unsigned int allow_encoded_slashes : 1;
    unsigned int decode_encoded_slashes : 1;
    unsigned int condition_ifelse : 2;
    ap_expr_info_t *condition;
    struct ap_logconf *log;
    apr_table_t *override_list;
    int max_ranges;
    int max_overlaps;
    int max_reversals;
    apr_array_header_t *refs;
    apr_hash_t *response_code_exprs;
    unsigned int cgi_pass_auth : 2;
    unsigned int qualify_redirect_url : 2;
    ap_expr_info_t *expr_handler;
    apr_hash_t *cgi_var_rules;
    apr_size_t read_buf_size;
};

struct core_filter_ctx {
    apr_bucket_brigade *b;
    apr_bucket_brigade *tmpbb;
};

struct core_net_rec {
    apr_socket_t *client_socket;
    conn_rec *c;
    core_output_filter_ctx_t *out_ctx;
    core_ctx_t *in_ctx;
};

struct core_request_config {
    struct apr_bucket_brigade *bb;
    void **notes;
    char **response_code_strings;
    const char *document_root;
    const char *context_document_root;
    const char *context_prefix;
    int deliver_script;
    int suppress_charset;
};

struct core_server_config {
    char *gprof_dir;
    const char *ap_document_root;
    char *access_name;
    apr_array_header_t *sec_dir;
    apr_array_header_t *sec_url;
    int redirect_limit;
    int subreq_limit;
    const char *protocol;
    apr_table_t *accf_map;
    apr_array_header_t *error_log_format;
    apr_array_header_t *error_log_conn;
    apr_array_header_t *error_log_req;
    int trace_enable;
    int merge_trailers;
    apr_array_header_t *protocols;
    int protocols_honor_order;
    char http09_enable;
    char http_conformance;
    char http_methods;
    unsigned int merge_slashes;
    apr_size_t flush_max_threshold;
    apr_int32_t flush_max_pipelined;
    unsigned int strict_host_check;
};

struct require_line {
    apr_int64_t method_mask;
    char *requirement;
};

extern AP_DECLARE_DATA ap_filter_rec_t *ap_content_length_filter_handle;
extern AP_DECLARE_DATA ap_filter_rec_t *ap_core_input_filter_handle;
extern AP_DECLARE_DATA ap_filter_rec_t *ap_core_output_filter_handle;
extern AP_DECLARE_DATA ap_filter_rec_t *ap_subreq_core_filter_handle;
extern module AP_MODULE_DECLARE_DATA core_module;

AP_DECLARE_HOOK(void, error_log, (const ap_errorlog_info *info, const char *errstr))
AP_DECLARE_HOOK(int, get_mgmt_items, (apr_pool_t *pool, const char *val, apr_hash_t *ht))
AP_DECLARE_HOOK(apr_status_t, get_pollfd_from_conn, (conn_rec *c, struct apr_pollfd_t *pfd, apr_interval_time_t *ptimeout))
AP_DECLARE_HOOK(apr_status_t, insert_network_bucket, (conn_rec *c, apr_bucket_brigade *bb, apr_socket_t *socket))

AP_DECLARE(void) ap_add_file_conf(apr_pool_t *pool, core_dir_config *, void *);
AP_DECLARE(const char *) ap_add_if_conf(apr_pool_t *pool, core_dir_config *, void *);
AP_DECLARE(void) ap_add_per_dir_conf(server_rec *s, void *);
AP_DECLARE(void) ap_add_per_url_conf(server_rec *s, void *);
AP_DECLARE(int) ap_allow_options(request_rec *r);
AP_DECLARE(int) ap_allow_overrides(request_rec *r);
AP_DECLARE(const char *) ap_auth_name(request_rec *r);
AP_DECLARE(const char *) ap_auth_type(request_rec *r);
AP_DECLARE(char *) ap_construct_url(apr_pool_t *pool, const char *, request_rec *r);
AP_DECLARE(apr_status_t) ap_core_input_filter(ap_filter_t *f, apr_bucket_brigade *bb, ap_input_mode_t, apr_read_type_e, apr_off_t);
AP_DECLARE(apr_status_t) ap_core_output_filter(ap_filter_t *f, apr_bucket_brigade *bb);
AP_DECLARE(void) ap_core_reorder_directories(apr_pool_t *pool, server_rec *s);
AP_DECLARE(int) ap_core_translate(request_rec *r);
AP_DECLARE(void) ap_custom_response(request_rec *r, int, const char *);
AP_DECLARE(const char *) ap_document_root(request_rec *r);
AP_DECLARE(int) ap_exists_config_define(const char *);
AP_DECLARE(apr_socket_t *) ap_get_conn_socket(conn_rec *c);
AP_DECLARE(void *) ap_get_core_module_config(const ap_conf_vector_t *);
AP_DECLARE(apr_off_t) ap_get_limit_req_body(const request_rec *r);
AP_DECLARE(apr_size_t) ap_get_limit_xml_body(const request_rec *r);
AP_DECLARE(apr_status_t) ap_get_pollfd_from_conn(conn_rec *c, struct apr_pollfd_t *, apr_interval_time_t *);
AP_DECLARE(apr_size_t) ap_get_read_buf_size(const request_rec *r);
AP_DECLARE(const char *) ap_get_remote_host(conn_rec *c, void *, int, int *);
AP_DECLARE(const char *) ap_get_remote_logname(request_rec *r);
AP_DECLARE(void **) ap_get_request_note(request_rec *r, apr_size_t);
AP_DECLARE(const char *) ap_get_server_name(request_rec *r);
AP_DECLARE(const char *) ap_get_server_name_for_url(request_rec *r);
AP_DECLARE(apr_port_t) ap_get_server_port(const request_rec *r);
AP_DECLARE(const char *) ap_get_server_protocol(server_rec *s);
AP_DECLARE(const char *) ap_get_useragent_host(request_rec *r, int, int *);
AP_DECLARE(int) ap_is_recursion_limit_exceeded(const request_rec *r);
AP_DECLARE(const char *) ap_limit_section(cmd_parms *cmd, void *, const char *);
AP_DECLARE(void) ap_register_config_hooks(apr_pool_t *pool);
AP_DECLARE(void) ap_register_errorlog_handler(apr_pool_t *pool, char *, ap_errorlog_handler_fn_t *, int);
AP_DECLARE(void) ap_register_log_hooks(apr_pool_t *pool);
AP_DECLARE(apr_size_t) ap_register_request_note(void);
AP_DECLARE(int) ap_satisfies(request_rec *r);
AP_DECLARE(void) ap_set_core_module_config(ap_conf_vector_t *, void *);
AP_DECLARE(void) ap_set_server_protocol(server_rec *s, const char *);
AP_DECLARE(int) ap_state_query(int);

APR_DECLARE_OPTIONAL_FN(void, ap_logio_add_bytes_out, (conn_rec *, apr_off_t));
APR_DECLARE_OPTIONAL_FN(void, ap_logio_add_bytes_in, (conn_rec *, apr_off_t));
APR_DECLARE_OPTIONAL_FN(apr_off_t, ap_logio_get_last_bytes, (conn_rec *));
APR_DECLARE_OPTIONAL_FN(const char *, ap_ident_lookup, (request_rec *));
APR_DECLARE_OPTIONAL_FN(int, authz_some_auth_required, (request_rec *));
APR_DECLARE_OPTIONAL_FN(const char *, authn_ap_auth_type, (request_rec *));
APR_DECLARE_OPTIONAL_FN(const char *, authn_ap_auth_name, (request_rec *));
APR_DECLARE_OPTIONAL_FN(int, access_compat_ap_satisfies, (request_rec *));

#define AP_CORE_MERGE_FLAG(field, to, base, over) \
    to->field = ((over->field != AP_CORE_CONFIG_UNSET) ? over->field : base->field)
#define AP_SENDFILE_ENABLED(x) \
    ((x) == ENABLE_SENDFILE_ON ? APR_SENDFILE_ENABLED : 0)
#define ap_get_core_module_config(v) (((void *const *)(v))[AP_CORE_MODULE_INDEX])
#define ap_set_core_module_config(v, val) \
    ((((void **)(v))[AP_CORE_MODULE_INDEX]) = (val))

#ifdef __cplusplus
}
#endif

#endif
