/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request_rec.h - a request, from its first line to the last byte of the
 * answer.
 */
#ifndef PINION_HTTPD_REQUEST_REC_H
#define PINION_HTTPD_REQUEST_REC_H

#include <apr_buckets.h>
#include <apr_file_info.h>
#include <apr_network_io.h>
#include <apr_tables.h>
#include <apr_thread_mutex.h>
#include <apr_time.h>
#include <apr_uri.h>

#include "httpd/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Bits that modules leave for each other: AP_REQUEST_STRONG_ETAG: only a
 * strong entity tag will do; AP_REQUEST_TRUSTED_CT: content_type comes from
 * the administrator, not from content.
 */
typedef apr_uint64_t ap_request_bnotes_t;

#define AP_REQUEST_STRONG_ETAG 1
#define AP_REQUEST_TRUSTED_CT  2
#define AP_REQUEST_GET_BNOTE(r, mask) ((mask) & ((r)->bnotes))
#define AP_REQUEST_SET_BNOTE(r, mask, val) \
    ((r)->bnotes = (((r)->bnotes & ~(ap_request_bnotes_t)(mask)) \
                    | (ap_request_bnotes_t)(val)))
#define AP_REQUEST_IS_STRONG_ETAG(r) \
    AP_REQUEST_GET_BNOTE((r), AP_REQUEST_STRONG_ETAG)
#define AP_REQUEST_IS_TRUSTED_CT(r) \
    (!!AP_REQUEST_GET_BNOTE((r), AP_REQUEST_TRUSTED_CT))

/*
 * proxyreq: not at all, a forward proxy's, a reverse proxy's, or the response
 * that a proxy received, dressed up as a request.
 */
#define PROXYREQ_NONE     0
#define PROXYREQ_PROXY    1
#define PROXYREQ_REVERSE  2
#define PROXYREQ_RESPONSE 3

/* used_path_info: whether path_info may follow the file (AcceptPathInfo). */
#define AP_REQ_ACCEPT_PATH_INFO  0
#define AP_REQ_REJECT_PATH_INFO  1
#define AP_REQ_DEFAULT_PATH_INFO 2

/*
 * read_body: whether ap_setup_client_block() takes no body, none that is
 * chunked, or a chunked one decoded.
 */
#define REQUEST_NO_BODY         0
#define REQUEST_CHUNKED_ERROR   1
#define REQUEST_CHUNKED_DECHUNK 2

/* A set of methods: those with a number as bits, others by name. */
struct ap_method_list_t {
    apr_int64_t method_mask;
    apr_array_header_t *method_list;
};

/* A request. Belongs to the thread that runs it. */
struct request_rec {
    apr_pool_t *pool; /* lives until the request is logged */
    conn_rec *connection;
    server_rec *server;
    request_rec *next; /* the request that this one was redirected to */
    request_rec *prev; /* the request that was redirected here */
    request_rec *main; /* of a subrequest: the request that made it */
    char *the_request; /* the first line as received */
    int assbackwards; /* HTTP/0.9: no header in the answer */
    int proxyreq; /* PROXYREQ_* */
    int header_only; /* HEAD: no body in the answer */
    int proto_num; /* HTTP_VERSION(major, minor) */
    char *protocol;
    const char *hostname; /* Host, lower case and without port */
    apr_time_t request_time;
    const char *status_line; /* replaces the usual reason: "200 Fine" */
    int status; /* of the answer */
    int method_number; /* M_* */
    const char *method;
    apr_int64_t allowed; /* mask of methods for 405 and OPTIONS */
    /* their names when they have no number */
    apr_array_header_t *allowed_xmethods;
    ap_method_list_t *allowed_methods;
    apr_off_t sent_bodyct; /* whether body bytes were sent */
    apr_off_t bytes_sent; /* of the body, before encodings of the connection */
    apr_time_t mtime; /* newest of what the answer is made of */
    const char *range; /* If set, the Range field */
    apr_off_t clength; /* of the answer's body, if known */
    int chunked; /* the answer is sent in chunks */
    int read_body; /* REQUEST_* */
    int read_chunked; /* the request's body is chunked */
    unsigned int expecting_100; /* the client waits for 100 (Continue) */
    /* what mod_request kept for later readers */
    apr_bucket_brigade *kept_body;
    apr_table_t *body_table; /* not used */
    apr_off_t remaining; /* bytes of the body left to read */
    apr_off_t read_length; /* bytes of the body read */
    apr_table_t *headers_in;
    apr_table_t *headers_out;
    apr_table_t *err_headers_out; /* sent with errors and redirects too */
    apr_table_t *subprocess_env; /* for CGI and conditions */
    apr_table_t *notes; /* from module to module */
    const char *content_type; /* set by ap_set_content_type() only */
    const char *handler; /* name of the handler that answers */
    const char *content_encoding;
    apr_array_header_t *content_languages;
    char *vlist_validator; /* of negotiation, part of the entity tag */
    char *user; /* after authentication */
    char *ap_auth_type; /* Basic, Digest, ... after authentication */
    char *unparsed_uri; /* as received */
    char *uri; /* the decoded path */
    char *filename; /* on disk, once translated */
    char *canonical_filename; /* the case that the file system has */
    char *path_info; /* what followed the file's name */
    char *args; /* query, without the question mark */
    int used_path_info; /* AP_REQ_* */
    int eos_sent; /* the end of the answer went through the filters */
    struct ap_conf_vector_t *per_dir_config; /* merged, by module index */
    /* of this request, by module index */
    struct ap_conf_vector_t *request_config;
    const struct ap_logconf *log; /* LogLevel; NULL: that of the connection */
    const char *log_id; /* %L of ErrorLogFormat, NULL until asked for */
    /* the .htaccess files on the way, newest first */
    const struct htaccess_result *htaccess;
    struct ap_filter_t *output_filters; /* of this request */
    struct ap_filter_t *input_filters;
    /* kept over internal redirects */
    struct ap_filter_t *proto_output_filters;
    struct ap_filter_t *proto_input_filters;
    int no_cache; /* the answer must not be cached */
    int no_local_copy; /* ask for the whole: no 304 */
    /* guards handing the request to another thread */
    apr_thread_mutex_t *invoke_mtx;
    apr_uri_t parsed_uri; /* port, scheme, ... if the client sent them */
    apr_finfo_t finfo; /* of filename; filetype 0: there is no such file */
    /* the client, which may be behind proxies */
    apr_sockaddr_t *useragent_addr;
    char *useragent_ip;
    apr_table_t *trailers_in; /* RFC 9110 section 6.5 */
    apr_table_t *trailers_out;
    char *useragent_host; /* NULL: not looked up */
    int double_reverse; /* as in conn_rec, of useragent_host */
    ap_request_bnotes_t bnotes; /* ap_request_bnotes_t */
};

/*
 * A .htaccess file as it was parsed for a directory and the overrides that
 * were in force.
 */
struct htaccess_result {
    const char *dir;
    int override;
    int override_opts;
    apr_table_t *override_list;
    /* its configuration; NULL: there is no such file */
    struct ap_conf_vector_t *htaccess;
    const struct htaccess_result *next;
};

/*
 * The part of the URI that an alias replaced by ap_context_document_root(); ""
 * outside of aliases.
 */
AP_DECLARE(const char *) ap_context_prefix(request_rec *r);

/*
 * The directory that the URI's prefix is mapped to: an alias's target or the
 * document root.
 */
AP_DECLARE(const char *) ap_context_document_root(request_rec *r);

/*
 * Tells what ap_context_prefix() and ap_context_document_root() answer. Either
 * may be NULL: unchanged. The strings must live as long as r.
 */
AP_DECLARE(void) ap_set_context_info(request_rec *r, const char *prefix,
                                     const char *document_root);

/*
 * Changes what ap_document_root() says for this request only. document_root
 * must live as long as r. For mass virtual hosting.
 */
AP_DECLARE(void) ap_set_document_root(request_rec *r,
                                      const char *document_root);

#ifdef __cplusplus
}
#endif

#endif
