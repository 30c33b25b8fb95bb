/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_message.h - writing to the error log. The macros come first:
 * ap_log_error() about a server (NULL: none yet), ap_log_cerror() about a
 * connection, ap_log_cserror() about a connection that a server answers,
 * ap_log_rerror() about a request, ap_log_perror() with a pool. Arguments:
 * APLOG_MARK, level, an APR status to explain (0: none), the object, a printf
 * format. A message below the level costs one comparison, and its arguments
 * are not evaluated. ap_log_data() and its companions dump bytes. Any thread.
 */
#ifndef PINION_HTTPD_LOG_MESSAGE_H
#define PINION_HTTPD_LOG_MESSAGE_H

#include "httpd/log_level.h"

#ifdef __cplusplus
extern "C" {
#endif

#define APLOG_MARK __FILE__, __LINE__, APLOG_MODULE_INDEX
/* The number of a message, in front of its text. */
#define APLOGNO(n) "AH" #n ": "

/* Options of dumps: show offsets. */
#define AP_LOG_DATA_DEFAULT     0
#define AP_LOG_DATA_SHOW_OFFSET 1

/*
 * The functions behind the macros: where the message stands, whose it is, its
 * level, and so on.
 */
/* About a server, or NULL. */
AP_DECLARE_NONSTD(void) ap_log_error_(const char *file, int line,
                                      int module_index, int level,
                                      apr_status_t status,
                                      const server_rec *s, const char *fmt,
                                      ...)
    __attribute__((format(printf, 7, 8)));

/* With a pool: no server is known. */
AP_DECLARE_NONSTD(void) ap_log_perror_(const char *file, int line,
                                       int module_index, int level,
                                       apr_status_t status, apr_pool_t *pool,
                                       const char *fmt, ...)
    __attribute__((format(printf, 7, 8)));

/* About a request. */
AP_DECLARE_NONSTD(void) ap_log_rerror_(const char *file, int line,
                                       int module_index, int level,
                                       apr_status_t status,
                                       const request_rec *r, const char *fmt,
                                       ...)
    __attribute__((format(printf, 7, 8)));

/* About a connection. */
AP_DECLARE_NONSTD(void) ap_log_cerror_(const char *file, int line,
                                       int module_index, int level,
                                       apr_status_t status, const conn_rec *c,
                                       const char *fmt, ...)
    __attribute__((format(printf, 7, 8)));

/* About a connection that s answers. */
AP_DECLARE_NONSTD(void) ap_log_cserror_(const char *file, int line,
                                        int module_index, int level,
                                        apr_status_t status,
                                        const conn_rec *c,
                                        const server_rec *s, const char *fmt,
                                        ...)
    __attribute__((format(printf, 8, 9)));

/* Dumps bytes, about a server. */
AP_DECLARE(void) ap_log_data_(const char *file, int line, int module_index,
                              int level, const server_rec *s,
                              const char *label, const void *data,
                              apr_size_t len, unsigned int flags);

/* Dumps bytes, about a request. */
AP_DECLARE(void) ap_log_rdata_(const char *file, int line, int module_index,
                               int level, const request_rec *r,
                               const char *label, const void *data,
                               apr_size_t len, unsigned int flags);

/* Dumps bytes, about a connection. */
AP_DECLARE(void) ap_log_cdata_(const char *file, int line, int module_index,
                               int level, const conn_rec *c,
                               const char *label, const void *data,
                               apr_size_t len, unsigned int flags);

/* Dumps bytes, about a connection that s answers. */
AP_DECLARE(void) ap_log_csdata_(const char *file, int line, int module_index,
                                int level, const conn_rec *c,
                                const server_rec *s, const char *label,
                                const void *data, apr_size_t len,
                                unsigned int flags);

#define ap_log_perror ap_log_perror_
#ifdef AP_HAVE_C99
#define ap_log_error(...) ap_log_error__(__VA_ARGS__)
#define ap_log_error__(file, line, mi, level, status, s, ...) \
    do { \
        const server_rec *pn_s_ = (s); \
        if (APLOG_MODULE_IS_LEVEL(pn_s_, mi, level)) { \
            ap_log_error_(file, line, mi, level, status, pn_s_, __VA_ARGS__); \
        } \
    } while (0)

#define ap_log_rerror(...) ap_log_rerror__(__VA_ARGS__)
#define ap_log_rerror__(file, line, mi, level, status, r, ...) \
    do { \
        const request_rec *pn_r_ = (r); \
        if (APLOG_R_MODULE_IS_LEVEL(pn_r_, mi, level)) { \
            ap_log_rerror_(file, line, mi, level, status, pn_r_, __VA_ARGS__); \
        } \
    } while (0)

#define ap_log_cerror(...) ap_log_cerror__(__VA_ARGS__)
#define ap_log_cerror__(file, line, mi, level, status, c, ...) \
    do { \
        const conn_rec *pn_c_ = (c); \
        if (APLOG_C_MODULE_IS_LEVEL(pn_c_, mi, level)) { \
            ap_log_cerror_(file, line, mi, level, status, pn_c_, __VA_ARGS__); \
        } \
    } while (0)

#define ap_log_cserror(...) ap_log_cserror__(__VA_ARGS__)
#define ap_log_cserror__(file, line, mi, level, status, c, s, ...) \
    do { \
        const conn_rec *pn_c_ = (c); \
        const server_rec *pn_s_ = (s); \
        if (APLOG_CS_MODULE_IS_LEVEL(pn_c_, pn_s_, mi, level)) { \
            ap_log_cserror_(file, line, mi, level, status, pn_c_, pn_s_, __VA_ARGS__); \
        } \
    } while (0)

#define ap_log_data(...) ap_log_data__(__VA_ARGS__)
#define ap_log_data__(file, line, mi, level, s, ...) \
    do { \
        const server_rec *pn_s_ = (s); \
        if (APLOG_MODULE_IS_LEVEL(pn_s_, mi, level)) { \
            ap_log_data_(file, line, mi, level, pn_s_, __VA_ARGS__); \
        } \
    } while (0)

#define ap_log_rdata(...) ap_log_rdata__(__VA_ARGS__)
#define ap_log_rdata__(file, line, mi, level, r, ...) \
    do { \
        const request_rec *pn_r_ = (r); \
        if (APLOG_R_MODULE_IS_LEVEL(pn_r_, mi, level)) { \
            ap_log_rdata_(file, line, mi, level, pn_r_, __VA_ARGS__); \
        } \
    } while (0)

#define ap_log_cdata(...) ap_log_cdata__(__VA_ARGS__)
#define ap_log_cdata__(file, line, mi, level, c, ...) \
    do { \
        const conn_rec *pn_c_ = (c); \
        if (APLOG_C_MODULE_IS_LEVEL(pn_c_, mi, level)) { \
            ap_log_cdata_(file, line, mi, level, pn_c_, __VA_ARGS__); \
        } \
    } while (0)

#define ap_log_csdata(...) ap_log_csdata__(__VA_ARGS__)
#define ap_log_csdata__(file, line, mi, level, c, s, ...) \
    do { \
        const conn_rec *pn_c_ = (c); \
        const server_rec *pn_s_ = (s); \
        if (APLOG_CS_MODULE_IS_LEVEL(pn_c_, pn_s_, mi, level)) { \
            ap_log_csdata_(file, line, mi, level, pn_c_, pn_s_, __VA_ARGS__); \
        } \
    } while (0)
#else
#define ap_log_error   ap_log_error_
#define ap_log_rerror  ap_log_rerror_
#define ap_log_cerror  ap_log_cerror_
#define ap_log_cserror ap_log_cserror_
#define ap_log_data    ap_log_data_
#define ap_log_rdata   ap_log_rdata_
#define ap_log_cdata   ap_log_cdata_
#define ap_log_csdata  ap_log_csdata_
#endif

#ifdef __cplusplus
}
#endif

#endif
