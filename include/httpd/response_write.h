/* SPDX-License-Identifier: Apache-2.0 */
/*
 * response_write.h - writing an answer's body. What is written gathers in a
 * buffer that goes to the filters when it is full; these functions return -1
 * once the connection is gone.
 */
#ifndef PINION_HTTPD_RESPONSE_WRITE_H
#define PINION_HTTPD_RESPONSE_WRITE_H

#include <stdarg.h>
#include <string.h>

#include <apr_file_io.h>
#include <apr_mmap.h>

#include "httpd/request_rec.h"
#include "util_filter.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Sends length bytes of a file from offset on. *nbytes: how many were passed
 * on.
 */
AP_DECLARE(apr_status_t) ap_send_fd(apr_file_t *fd, request_rec *r,
                                    apr_off_t offset, apr_size_t length,
                                    apr_size_t *nbytes);

/* Sends length bytes of mapped memory. How many were passed on. */
AP_DECLARE(apr_size_t) ap_send_mmap(apr_mmap_t *mm, request_rec *r,
                                    apr_size_t offset, apr_size_t length);

/* Writes a byte. It, or -1. */
AP_DECLARE(int) ap_rputc(int c, request_rec *r);

/* Writes bytes. Their number, or -1. */
AP_DECLARE(int) ap_rwrite(const void *buf, int nbyte, request_rec *r);

/* Writes strings up to a NULL. The number of bytes, or -1. */
AP_DECLARE_NONSTD(int) ap_rvputs(request_rec *r, ...) AP_FN_ATTR_SENTINEL;

/* vprintf(3) to the client. The number of bytes, or -1. */
AP_DECLARE(int) ap_vrprintf(request_rec *r, const char *fmt, va_list va);

/* printf(3) to the client. The number of bytes, or -1. */
AP_DECLARE_NONSTD(int) ap_rprintf(request_rec *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Sends what has gathered. 0, or -1. */
AP_DECLARE(int) ap_rflush(request_rec *r);

/* Writes a string. The number of bytes, or -1. */
static inline int ap_rputs(const char *str, request_rec *r)
{
    return ap_rwrite(str, (int)strlen(str), r);
}

/* The filter that gathers what the functions above write. */
extern AP_DECLARE_DATA ap_filter_rec_t *ap_old_write_func;

/* Its function. */
AP_DECLARE(apr_status_t) ap_old_write_filter(
    ap_filter_t *f, apr_bucket_brigade *bb);

/* Writes the head in front of the first body bytes. */
AP_DECLARE(apr_status_t) ap_http_header_filter(
    ap_filter_t *f, apr_bucket_brigade *bb);

/* Sets Content-Length when the whole body passes at once. */
AP_DECLARE(apr_status_t) ap_content_length_filter(
    ap_filter_t *f, apr_bucket_brigade *bb);

/* Cuts the body to the ranges asked for (RFC 9110 section 14). */
AP_DECLARE(apr_status_t) ap_byterange_filter(
    ap_filter_t *f, apr_bucket_brigade *bb);

#ifdef __cplusplus
}
#endif

#endif
