/* SPDX-License-Identifier: Apache-2.0 */
/*
 * util_filter.h - filters: chains of functions that bodies pass through,
 * buckets at a time. An output filter owns the brigade only until it returns,
 * and empties it; an input filter fills the one given.
 */
#ifndef PINION_UTIL_FILTER_H
#define PINION_UTIL_FILTER_H

#define AP_FILTER_H

#include <string.h>

#include <apr.h>
#include <apr_buckets.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What a reader wants: up to readbytes bytes; a line; to skip blank lines
 * between requests; to look without taking; everything at once; to start a
 * handshake.
 */
typedef enum ap_input_mode_t {
    AP_MODE_READBYTES,
    AP_MODE_GETLINE,
    AP_MODE_EATCRLF,
    AP_MODE_SPECULATIVE,
    AP_MODE_EXHAUSTIVE,
    AP_MODE_INIT
} ap_input_mode_t;

typedef struct ap_filter_t ap_filter_t;
typedef struct ap_filter_rec_t ap_filter_rec_t;
typedef struct ap_filter_provider_t ap_filter_provider_t;

/* An output filter. */
typedef apr_status_t (*ap_out_filter_func)(ap_filter_t *f,
                                           apr_bucket_brigade *bb);

/* An input filter. */
typedef apr_status_t (*ap_in_filter_func)(ap_filter_t *f,
                                          apr_bucket_brigade *bb,
                                          ap_input_mode_t mode,
                                          apr_read_type_e block,
                                          apr_off_t readbytes);

/*
 * Called before the handler runs, so that a filter can look at the request. OK
 * or a status.
 */
typedef int (*ap_init_filter_func)(ap_filter_t *f);

/* Either. */
typedef union ap_filter_func {
    ap_out_filter_func out_func;
    ap_in_filter_func in_func;
} ap_filter_func;

/*
 * Where a filter stands: the higher, the nearer to the network. Plus or minus
 * a little is allowed.
 */
typedef enum ap_filter_type {
    AP_FTYPE_RESOURCE = 10,
    AP_FTYPE_CONTENT_SET = 20,
    AP_FTYPE_PROTOCOL = 30,
    AP_FTYPE_TRANSCODE = 40,
    AP_FTYPE_CONNECTION = 50,
    AP_FTYPE_NETWORK = 60
} ap_filter_type;

/* proto_flags: what a filter does to its answer. */
#define AP_FILTER_PROTO_CHANGE        1
#define AP_FILTER_PROTO_CHANGE_LENGTH 2
#define AP_FILTER_PROTO_NO_BYTERANGE  4
#define AP_FILTER_PROTO_NO_PROXY      8
#define AP_FILTER_PROTO_NO_CACHE      16
#define AP_FILTER_PROTO_TRANSFORM     32

/* A kind of filter. */
struct ap_filter_rec_t {
    const char *name;
    ap_filter_func filter_func;
    ap_init_filter_func filter_init_func;
    struct ap_filter_rec_t *next; /* of the same name */
    ap_filter_provider_t *providers; /* of mod_filter */
    ap_filter_type ftype;
    int debug; /* of mod_filter */
    unsigned int proto_flags;
};

/* A filter in a chain. */
struct ap_filter_t {
    ap_filter_rec_t *frec;
    void *ctx; /* the filter's own */
    ap_filter_t *next; /* towards the network */
    request_rec *r; /* NULL: of the connection */
    conn_rec *c;
};

/*
 * Makes an input filter known by its name, without regard to case. filter_init
 * may be NULL. From register_hooks; forgotten when the configuration is.
 */
AP_DECLARE(ap_filter_rec_t *) ap_register_input_filter(
    const char *name, ap_in_filter_func filter_func,
    ap_init_filter_func filter_init, ap_filter_type ftype);

/* The same for an output filter. */
AP_DECLARE(ap_filter_rec_t *) ap_register_output_filter(
    const char *name, ap_out_filter_func filter_func,
    ap_init_filter_func filter_init, ap_filter_type ftype);

/* The same with AP_FILTER_PROTO_*. */
AP_DECLARE(ap_filter_rec_t *) ap_register_output_filter_protocol(
    const char *name, ap_out_filter_func filter_func,
    ap_init_filter_func filter_init, ap_filter_type ftype,
    unsigned int proto_flags);

/*
 * Adds a filter where its type belongs, in front of others of the same type; r
 * may be NULL for filters of the connection. NULL, logged, if there is no such
 * filter.
 */
AP_DECLARE(ap_filter_t *) ap_add_input_filter(
    const char *name, void *ctx, request_rec *r, conn_rec *c);

/* The same for a filter known already. */
AP_DECLARE(ap_filter_t *) ap_add_input_filter_handle(
    ap_filter_rec_t *f, void *ctx, request_rec *r, conn_rec *c);

/*
 * Adds an output filter where its type belongs, behind others of the same
 * type.
 */
AP_DECLARE(ap_filter_t *) ap_add_output_filter(
    const char *name, void *ctx, request_rec *r, conn_rec *c);

/* The same for a filter known already. */
AP_DECLARE(ap_filter_t *) ap_add_output_filter_handle(
    ap_filter_rec_t *f, void *ctx, request_rec *r, conn_rec *c);

/* A registered filter, or NULL. For ap_add_input_filter_handle(). */
AP_DECLARE(ap_filter_rec_t *) ap_get_input_filter_handle(const char *name);

/* A registered filter, or NULL. For ap_add_output_filter_handle(). */
AP_DECLARE(ap_filter_rec_t *) ap_get_output_filter_handle(const char *name);

/* Takes a filter out of its chain. It may do so itself while it runs. */
AP_DECLARE(void) ap_remove_input_filter(ap_filter_t *f);

/* The same for an output filter. */
AP_DECLARE(void) ap_remove_output_filter(ap_filter_t *f);

/*
 * Removes the first filter of a name from a chain. APR_NOTFOUND if there is
 * none.
 */
AP_DECLARE(apr_status_t) ap_remove_input_filter_byhandle(
    ap_filter_t *next, const char *handle);

/* The same for output filters. */
AP_DECLARE(apr_status_t) ap_remove_output_filter_byhandle(
    ap_filter_t *next, const char *handle);

/*
 * Reads from a filter: bucket, empty before, receives data. APR_EOF at the end
 * of the connection, APR_EAGAIN when it would block. NULL for filter:
 * AP_NOBODY_READ.
 */
AP_DECLARE(apr_status_t) ap_get_brigade(ap_filter_t *filter,
                                        apr_bucket_brigade *bucket,
                                        ap_input_mode_t mode,
                                        apr_read_type_e block,
                                        apr_off_t readbytes);

/*
 * Passes data to a filter. When it returns, bucket is the caller's again. NULL
 * for filter: AP_NOBODY_WROTE.
 */
AP_DECLARE(apr_status_t) ap_pass_brigade(ap_filter_t *filter,
                                         apr_bucket_brigade *bucket);

/*
 * ap_pass_brigade() to r's output for handlers: OK, or what a handler should
 * return; failures are logged (fmt, may be NULL) unless the client is gone.
 */
AP_DECLARE_NONSTD(apr_status_t) ap_pass_brigade_fchk(
    request_rec *r, apr_bucket_brigade *bucket, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Keeps *b for later in *save_to (made if NULL): moves it and makes its data
 * live as long as pool. *b is empty then.
 */
AP_DECLARE(apr_status_t) ap_save_brigade(ap_filter_t *f,
                                         apr_bucket_brigade **save_to,
                                         apr_bucket_brigade **b,
                                         apr_pool_t *pool);

/* Changes what f does to its answer. */
AP_DECLARE(void) ap_filter_protocol(ap_filter_t *f, unsigned int proto_flags);

/*
 * Passes bb to filter ctx and empties it: for apr_brigade_write() and its
 * companions.
 */
AP_DECLARE(apr_status_t) ap_filter_flush(apr_bucket_brigade *bb, void *ctx);

/* Adds a flush bucket and passes bb to f. */
AP_DECLARE(apr_status_t) ap_fflush(ap_filter_t *f, apr_bucket_brigade *bb);

/* Writes strings up to a NULL into bb, which goes to f when it grows. */
AP_DECLARE_NONSTD(apr_status_t) ap_fputstrs(
    ap_filter_t *f, apr_bucket_brigade *bb, ...) AP_FN_ATTR_SENTINEL;

/* printf(3) into bb, which goes to f when it grows. */
AP_DECLARE_NONSTD(apr_status_t) ap_fprintf(ap_filter_t *f,
                                           apr_bucket_brigade *bb,
                                           const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#define ap_fwrite(f, bb, data, nbyte) \
    apr_brigade_write(bb, ap_filter_flush, f, data, nbyte)
#define ap_fputs(f, bb, str) \
    apr_brigade_write(bb, ap_filter_flush, f, str, strlen(str))
#define ap_fputc(f, bb, c) apr_brigade_putc(bb, ap_filter_flush, f, c)

#ifdef __cplusplus
}
#endif

#endif
