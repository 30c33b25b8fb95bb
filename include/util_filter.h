/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_UTIL_FILTER_H
#define PINION_UTIL_FILTER_H

#define AP_FILTER_H

#include <apr.h>
#include <apr_buckets.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AP_FILTER_PROTO_CHANGE 1
#define AP_FILTER_PROTO_CHANGE_LENGTH 2
#define AP_FILTER_PROTO_NO_BYTERANGE 4
#define AP_FILTER_PROTO_NO_CACHE 16
#define AP_FILTER_PROTO_NO_PROXY 8
#define AP_FILTER_PROTO_TRANSFORM 32

typedef struct ap_filter_t ap_filter_t;
typedef union ap_filter_func ap_filter_func;
typedef struct ap_filter_rec_t ap_filter_rec_t;
typedef struct ap_filter_provider_t ap_filter_provider_t;
typedef enum ap_input_mode_t { AP_MODE_READBYTES = 0, AP_MODE_GETLINE = 1, AP_MODE_EATCRLF = 2, AP_MODE_SPECULATIVE = 3, AP_MODE_EXHAUSTIVE = 4, AP_MODE_INIT = 5 } ap_input_mode_t;
typedef enum ap_filter_type { AP_FTYPE_RESOURCE = 10, AP_FTYPE_CONTENT_SET = 20, AP_FTYPE_PROTOCOL = 30, AP_FTYPE_TRANSCODE = 40, AP_FTYPE_CONNECTION = 50, AP_FTYPE_NETWORK = 60 } ap_filter_type;
typedef apr_status_t (*ap_out_filter_func)(ap_filter_t *, apr_bucket_brigade *);
typedef apr_status_t (*ap_in_filter_func)(ap_filter_t *, apr_bucket_brigade *, ap_input_mode_t, apr_read_type_e, apr_off_t);
typedef int (*ap_init_filter_func)(ap_filter_t *);

union ap_filter_func {
    ap_out_filter_func out_func;
    ap_in_filter_func in_func;
};

struct ap_filter_rec_t {
    const char *name;
    ap_filter_func filter_func;
    ap_init_filter_func filter_init_func;
    struct ap_filter_rec_t *next;
    ap_filter_provider_t *providers;
    ap_filter_type ftype;
    int debug;
    unsigned int proto_flags;
};

struct ap_filter_t {
    ap_filter_rec_t *frec;
    void *ctx;
    ap_filter_t *next;
    request_rec *r;
    conn_rec *c;
};

AP_DECLARE(ap_filter_t *) ap_add_input_filter(const char *, void *, request_rec *r, conn_rec *c);
AP_DECLARE(ap_filter_t *) ap_add_input_filter_handle(ap_filter_rec_t *, void *, request_rec *r, conn_rec *c);
AP_DECLARE(ap_filter_t *) ap_add_output_filter(const char *, void *, request_rec *r, conn_rec *c);
AP_DECLARE(ap_filter_t *) ap_add_output_filter_handle(ap_filter_rec_t *, void *, request_rec *r, conn_rec *c);
AP_DECLARE(apr_status_t) ap_fflush(ap_filter_t *f, apr_bucket_brigade *bb);
AP_DECLARE(apr_status_t) ap_filter_flush(apr_bucket_brigade *bb, void *);
AP_DECLARE(void) ap_filter_protocol(ap_filter_t *f, unsigned int);
AP_DECLARE_NONSTD(apr_status_t) ap_fprintf(ap_filter_t *f, apr_bucket_brigade *bb, const char *, ...)
    __attribute__((format(printf, 3, 4)));
AP_DECLARE_NONSTD(apr_status_t) ap_fputstrs(ap_filter_t *f, apr_bucket_brigade *bb, ...) AP_FN_ATTR_SENTINEL;
AP_DECLARE(apr_status_t) ap_get_brigade(ap_filter_t *f, apr_bucket_brigade *bb, ap_input_mode_t, apr_read_type_e, apr_off_t);
AP_DECLARE(ap_filter_rec_t *) ap_get_input_filter_handle(const char *);
AP_DECLARE(ap_filter_rec_t *) ap_get_output_filter_handle(const char *);
AP_DECLARE(apr_status_t) ap_pass_brigade(ap_filter_t *f, apr_bucket_brigade *bb);
AP_DECLARE_NONSTD(apr_status_t) ap_pass_brigade_fchk(request_rec *r, apr_bucket_brigade *bb, const char *, ...)
    __attribute__((format(printf, 3, 4)));
AP_DECLARE(ap_filter_rec_t *) ap_register_input_filter(const char *, ap_in_filter_func, ap_init_filter_func, ap_filter_type);
AP_DECLARE(ap_filter_rec_t *) ap_register_output_filter(const char *, ap_out_filter_func, ap_init_filter_func, ap_filter_type);
AP_DECLARE(ap_filter_rec_t *) ap_register_output_filter_protocol(const char *, ap_out_filter_func, ap_init_filter_func, ap_filter_type, unsigned int);
AP_DECLARE(void) ap_remove_input_filter(ap_filter_t *f);
AP_DECLARE(apr_status_t) ap_remove_input_filter_byhandle(ap_filter_t *f, const char *);
AP_DECLARE(void) ap_remove_output_filter(ap_filter_t *f);
AP_DECLARE(apr_status_t) ap_remove_output_filter_byhandle(ap_filter_t *f, const char *);
AP_DECLARE(apr_status_t) ap_save_brigade(ap_filter_t *f, apr_bucket_brigade **, apr_bucket_brigade **, apr_pool_t *pool);

#define ap_fwrite(f, bb, data, nbyte) \
    apr_brigade_write(bb, ap_filter_flush, f, data, nbyte)
#define ap_fputs(f, bb, str) \
    apr_brigade_write(bb, ap_filter_flush, f, str, strlen(str))
#define ap_fputc(f, bb, c) apr_brigade_putc(bb, ap_filter_flush, f, c)

#ifdef __cplusplus
}
#endif

#endif
