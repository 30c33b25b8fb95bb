/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_config.h - the core's configuration. Modules find it at index 0 of each
 * vector.
 */
#ifndef PINION_HTTPD_CORE_CONFIG_H
#define PINION_HTTPD_CORE_CONFIG_H

#include <apr_hash.h>
#include <apr_tables.h>
#include <apr_thread_proc.h>

#include "ap_expr.h"
#include "ap_regex.h"
#include "httpd/core_options.h"
#include "httpd/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The core is always the first module. */
#define AP_CORE_MODULE_INDEX 0

/* The core. */
extern module AP_MODULE_DECLARE_DATA core_module;

/* The core's configuration in a vector. */
AP_DECLARE(void *) ap_get_core_module_config(const ap_conf_vector_t *cv);

/* Stores the core's configuration in a vector. */
AP_DECLARE(void) ap_set_core_module_config(ap_conf_vector_t *cv, void *val);

#define ap_get_core_module_config(v) \
    (((void *const *)(v))[AP_CORE_MODULE_INDEX])
#define ap_set_core_module_config(v, val) \
    ((((void **)(v))[AP_CORE_MODULE_INDEX]) = (val))

/* A Require of Apache 2.2. */
typedef struct require_line {
    apr_int64_t method_mask;
    char *requirement;
} require_line;

/* OPT_* */
typedef unsigned char allow_options_t;

/* OR_* */
typedef unsigned int overrides_t;

/* ETAG_* */
typedef unsigned long etag_components_t;

/* ServerSignature */
typedef enum server_signature_e {
    srv_sig_unset,
    srv_sig_off,
    srv_sig_on,
    srv_sig_withmail
} server_signature_e;

typedef struct core_dir_config core_dir_config;
typedef struct core_server_config core_server_config;
typedef struct core_request_config core_request_config;

/* Per directory. */
struct core_dir_config {
    char *d; /* the section's argument, NULL on top */
    unsigned int d_components; /* slashes in it */
    allow_options_t opts; /* OPT_* set without sign */
    allow_options_t opts_add; /* Options +x */
    allow_options_t opts_remove; /* Options -x */
    overrides_t override; /* AllowOverride */
    allow_options_t override_opts; /* AllowOverride Options= */
    char **response_code_strings; /* ErrorDocument by index of status */
    unsigned int hostname_lookups : 4;
    unsigned int content_md5 : 2;
    unsigned int use_canonical_name : 2;
    unsigned int d_is_fnmatch : 1; /* d is a pattern */
    unsigned int add_default_charset : 2;
    const char *add_default_charset_name;
    struct rlimit *limit_cpu;
    struct rlimit *limit_mem;
    struct rlimit *limit_nproc;
    apr_off_t limit_req_body; /* bytes; 0: unlimited; -1: not set */
    long limit_xml_body;
    server_signature_e server_signature;
    apr_array_header_t *sec_file; /* Files sections */
    apr_array_header_t *sec_if; /* If sections */
    ap_regex_t *r; /* d as regular expression */
    const char *mime_type; /* ForceType */
    const char *handler; /* SetHandler */
    const char *output_filters; /* SetOutputFilter */
    const char *input_filters; /* SetInputFilter */
    int accept_path_info;
    etag_components_t etag_bits;
    etag_components_t etag_add;
    etag_components_t etag_remove;
    unsigned int enable_mmap : 2;
    unsigned int enable_sendfile : 2;
    unsigned int use_canonical_phys_port : 2;
    unsigned int allow_encoded_slashes : 1;
    unsigned int decode_encoded_slashes : 1;
    unsigned int condition_ifelse : 2; /* AP_CONDITION_* */
    ap_expr_info_t *condition; /* of an If section */
    struct ap_logconf *log; /* LogLevel */
    apr_table_t *override_list; /* AllowOverrideList */
    int max_ranges;
    int max_overlaps;
    int max_reversals;
    /* files that RegexDefaultOptions and the like depend on */
    apr_array_header_t *refs;
    /* ErrorDocument with expressions, by status */
    apr_hash_t *response_code_exprs;
    unsigned int cgi_pass_auth : 2;
    unsigned int qualify_redirect_url : 2;
    ap_expr_info_t *expr_handler; /* SetHandler with an expression */
    apr_hash_t *cgi_var_rules; /* CGIVar */
    apr_size_t read_buf_size; /* ReadBufferSize */
};

/* Per server. */
struct core_server_config {
    char *gprof_dir; /* GprofDir */
    const char *ap_document_root; /* DocumentRoot */
    char *access_name; /* AccessFileName */
    apr_array_header_t *sec_dir; /* Directory sections: vectors */
    apr_array_header_t *sec_url; /* Location sections: vectors */
    int redirect_limit; /* LimitInternalRecursion */
    int subreq_limit;
    const char *protocol; /* Protocol */
    apr_table_t *accf_map; /* AcceptFilter */
    apr_array_header_t *error_log_format; /* ErrorLogFormat: items */
    /* ErrorLogFormat connection: arrays of items */
    apr_array_header_t *error_log_conn;
    /* ErrorLogFormat request: arrays of items */
    apr_array_header_t *error_log_req;
    int trace_enable; /* AP_TRACE_* */
    int merge_trailers;
    apr_array_header_t *protocols; /* Protocols */
    int protocols_honor_order;
    char http09_enable;
    char http_conformance;
    char http_methods;
    unsigned int merge_slashes;
    apr_size_t flush_max_threshold; /* FlushMaxThreshold, bytes */
    apr_int32_t flush_max_pipelined; /* FlushMaxPipelined */
    unsigned int strict_host_check;
};

/* Per request. */
struct core_request_config {
    struct apr_bucket_brigade *bb; /* of subrequests' output */
    void **notes; /* by ap_register_request_note() number */
    char **response_code_strings; /* ap_custom_response() */
    const char *document_root; /* ap_set_document_root() */
    const char *context_document_root; /* ap_set_context_info() */
    const char *context_prefix; /* ap_set_context_info() */
    int deliver_script; /* a script's text, not its output */
    int suppress_charset; /* ErrorDocument texts */
};

/* Adds the vector of a Directory section. */
AP_DECLARE(void) ap_add_per_dir_conf(server_rec *s, void *dir_config);

/* Adds the vector of a Location section. */
AP_DECLARE(void) ap_add_per_url_conf(server_rec *s, void *url_config);

/* Adds the vector of a Files section to a directory's configuration. */
AP_DECLARE(void) ap_add_file_conf(apr_pool_t *pool, core_dir_config *conf,
                                  void *url_config);

/* Adds the vector of an If section. NULL or a sentence. */
AP_DECLARE(const char *) ap_add_if_conf(apr_pool_t *pool,
                                        core_dir_config *conf,
                                        void *url_config);

/*
 * Sorts Directory sections: short paths first, patterns by their fixed part,
 * regular expressions last.
 */
AP_DECLARE(void) ap_core_reorder_directories(apr_pool_t *pool, server_rec *s);

/* The directive function of Limit and LimitExcept. */
AP_DECLARE(const char *) ap_limit_section(cmd_parms *cmd, void *dummy,
                                          const char *arg);

/* Registers the configuration reader's hooks. */
AP_DECLARE(void) ap_register_config_hooks(apr_pool_t *pool);

#ifdef __cplusplus
}
#endif

#endif
