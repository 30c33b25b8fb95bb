/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_HTTP_LOG_H
#define PINION_HTTP_LOG_H

#define APACHE_HTTP_LOG_H
#include <syslog.h>

#include <apr_thread_proc.h>

#include "http_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

struct request_rec;
#define APLOGNO(n) "AH" #n ": "

/* Which module speaks: APLOG_USE_MODULE or AP_DECLARE_MODULE says it. */
#ifdef __cplusplus
#define APLOG_MODULE_INDEX (*aplog_module_index)
#else
#define APLOG_MODULE_INDEX \
    (aplog_module_index ? *aplog_module_index : APLOG_NO_MODULE)
#endif
#define APLOG_MARK __FILE__, __LINE__, APLOG_MODULE_INDEX

#define APLOG_ALERT 1
#define APLOG_CRIT 2
#define APLOG_DEBUG 7
#define APLOG_EMERG 0
#define APLOG_ERR 3
#define APLOG_INFO 6
#define APLOG_LEVELMASK 15
#define APLOG_NOERRNO 16
#define APLOG_NOTICE 5
#define APLOG_NO_MODULE (-1)
#define APLOG_STARTUP 64
#define APLOG_TOCLIENT 32
#define APLOG_TRACE1 8
#define APLOG_TRACE2 9
#define APLOG_TRACE3 10
#define APLOG_TRACE4 11
#define APLOG_TRACE5 12
#define APLOG_TRACE6 13
#define APLOG_TRACE7 14
#define APLOG_TRACE8 15
#define APLOG_WARNING 4
#define AP_LOG_DATA_DEFAULT 0
#define AP_LOG_DATA_SHOW_OFFSET 1
#define DEFAULT_LOGLEVEL 4

typedef struct piped_log piped_log;

extern AP_DECLARE_DATA int ap_default_loglevel;

AP_DECLARE_HOOK(int, generate_log_id, (const conn_rec *c, const request_rec *r, const char **id))

AP_DECLARE(void) ap_close_piped_log(piped_log *);
AP_DECLARE(void) ap_error_log2stderr(server_rec *s);
AP_DECLARE(void) ap_log_cdata_(const char *, int, int, int, const conn_rec *c, const char *, const void *, apr_size_t, unsigned int);
AP_DECLARE_NONSTD(void) ap_log_cerror_(const char *, int, int, int, apr_status_t, const conn_rec *c, const char *, ...)
    __attribute__((format(printf, 7, 8)));
AP_DECLARE(void) ap_log_command_line(apr_pool_t *pool, server_rec *s);
AP_DECLARE(void) ap_log_csdata_(const char *, int, int, int, const conn_rec *c, const server_rec *s, const char *, const void *, apr_size_t, unsigned int);
AP_DECLARE_NONSTD(void) ap_log_cserror_(const char *, int, int, int, apr_status_t, const conn_rec *c, const server_rec *s, const char *, ...)
    __attribute__((format(printf, 8, 9)));
AP_DECLARE(void) ap_log_data_(const char *, int, int, int, const server_rec *s, const char *, const void *, apr_size_t, unsigned int);
AP_DECLARE_NONSTD(void) ap_log_error_(const char *, int, int, int, apr_status_t, const server_rec *s, const char *, ...)
    __attribute__((format(printf, 7, 8)));
AP_DECLARE(void) ap_log_mpm_common(server_rec *s);
AP_DECLARE_NONSTD(void) ap_log_perror_(const char *, int, int, int, apr_status_t, apr_pool_t *pool, const char *, ...)
    __attribute__((format(printf, 7, 8)));
AP_DECLARE(void) ap_log_pid(apr_pool_t *pool, const char *);
AP_DECLARE(void) ap_log_rdata_(const char *, int, int, int, const request_rec *r, const char *, const void *, apr_size_t, unsigned int);
AP_DECLARE_NONSTD(void) ap_log_rerror_(const char *, int, int, int, apr_status_t, const request_rec *r, const char *, ...)
    __attribute__((format(printf, 7, 8)));
AP_DECLARE(void) ap_logs_child_init(apr_pool_t *pool, server_rec *s);
AP_DECLARE(int) ap_open_logs(apr_pool_t *pool, apr_pool_t *, apr_pool_t *, server_rec *s);
AP_DECLARE(piped_log *) ap_open_piped_log(apr_pool_t *pool, const char *);
AP_DECLARE(piped_log *) ap_open_piped_log_ex(apr_pool_t *pool, const char *, apr_cmdtype_e);
AP_DECLARE(void) ap_open_stderr_log(apr_pool_t *pool);
AP_DECLARE(apr_file_t *) ap_piped_log_read_fd(piped_log *);
AP_DECLARE(apr_file_t *) ap_piped_log_write_fd(piped_log *);
AP_DECLARE(apr_status_t) ap_read_pid(apr_pool_t *pool, const char *, pid_t *);
AP_DECLARE(void) ap_remove_pid(apr_pool_t *pool, const char *);
AP_DECLARE(apr_status_t) ap_replace_stderr_log(apr_pool_t *pool, const char *);

/*
 * Whether a message of this level would be written. NOTICE and above always
 * are; below, the level that the configuration gives this module counts.
 */
#define APLOG_MODULE_IS_LEVEL(s, module_index, level) \
    (((level) & APLOG_LEVELMASK) <= APLOG_NOTICE || (s) == NULL \
     || ap_get_server_module_loglevel(s, module_index) \
            >= ((level) & APLOG_LEVELMASK))
#define APLOG_C_MODULE_IS_LEVEL(c, module_index, level) \
    (((level) & APLOG_LEVELMASK) <= APLOG_NOTICE \
     || ap_get_conn_module_loglevel(c, module_index) \
            >= ((level) & APLOG_LEVELMASK))
#define APLOG_CS_MODULE_IS_LEVEL(c, s, module_index, level) \
    (((level) & APLOG_LEVELMASK) <= APLOG_NOTICE \
     || ap_get_conn_server_module_loglevel(c, s, module_index) \
            >= ((level) & APLOG_LEVELMASK))
#define APLOG_R_MODULE_IS_LEVEL(r, module_index, level) \
    (((level) & APLOG_LEVELMASK) <= APLOG_NOTICE \
     || ap_get_request_module_loglevel(r, module_index) \
            >= ((level) & APLOG_LEVELMASK))
#define APLOG_IS_LEVEL(s, level) \
    APLOG_MODULE_IS_LEVEL(s, APLOG_MODULE_INDEX, level)
#define APLOG_C_IS_LEVEL(c, level) \
    APLOG_C_MODULE_IS_LEVEL(c, APLOG_MODULE_INDEX, level)
#define APLOG_CS_IS_LEVEL(c, s, level) \
    APLOG_CS_MODULE_IS_LEVEL(c, s, APLOG_MODULE_INDEX, level)
#define APLOG_R_IS_LEVEL(r, level) \
    APLOG_R_MODULE_IS_LEVEL(r, APLOG_MODULE_INDEX, level)

#define APLOGinfo(s) APLOG_IS_LEVEL(s, APLOG_INFO)
#define APLOGdebug(s) APLOG_IS_LEVEL(s, APLOG_DEBUG)
#define APLOGtrace1(s) APLOG_IS_LEVEL(s, APLOG_TRACE1)
#define APLOGtrace2(s) APLOG_IS_LEVEL(s, APLOG_TRACE2)
#define APLOGtrace3(s) APLOG_IS_LEVEL(s, APLOG_TRACE3)
#define APLOGtrace4(s) APLOG_IS_LEVEL(s, APLOG_TRACE4)
#define APLOGtrace5(s) APLOG_IS_LEVEL(s, APLOG_TRACE5)
#define APLOGtrace6(s) APLOG_IS_LEVEL(s, APLOG_TRACE6)
#define APLOGtrace7(s) APLOG_IS_LEVEL(s, APLOG_TRACE7)
#define APLOGtrace8(s) APLOG_IS_LEVEL(s, APLOG_TRACE8)
#define APLOGcinfo(c) APLOG_C_IS_LEVEL(c, APLOG_INFO)
#define APLOGcdebug(c) APLOG_C_IS_LEVEL(c, APLOG_DEBUG)
#define APLOGctrace1(c) APLOG_C_IS_LEVEL(c, APLOG_TRACE1)
#define APLOGctrace2(c) APLOG_C_IS_LEVEL(c, APLOG_TRACE2)
#define APLOGctrace3(c) APLOG_C_IS_LEVEL(c, APLOG_TRACE3)
#define APLOGctrace4(c) APLOG_C_IS_LEVEL(c, APLOG_TRACE4)
#define APLOGctrace5(c) APLOG_C_IS_LEVEL(c, APLOG_TRACE5)
#define APLOGctrace6(c) APLOG_C_IS_LEVEL(c, APLOG_TRACE6)
#define APLOGctrace7(c) APLOG_C_IS_LEVEL(c, APLOG_TRACE7)
#define APLOGctrace8(c) APLOG_C_IS_LEVEL(c, APLOG_TRACE8)
#define APLOGrinfo(r) APLOG_R_IS_LEVEL(r, APLOG_INFO)
#define APLOGrdebug(r) APLOG_R_IS_LEVEL(r, APLOG_DEBUG)
#define APLOGrtrace1(r) APLOG_R_IS_LEVEL(r, APLOG_TRACE1)
#define APLOGrtrace2(r) APLOG_R_IS_LEVEL(r, APLOG_TRACE2)
#define APLOGrtrace3(r) APLOG_R_IS_LEVEL(r, APLOG_TRACE3)
#define APLOGrtrace4(r) APLOG_R_IS_LEVEL(r, APLOG_TRACE4)
#define APLOGrtrace5(r) APLOG_R_IS_LEVEL(r, APLOG_TRACE5)
#define APLOGrtrace6(r) APLOG_R_IS_LEVEL(r, APLOG_TRACE6)
#define APLOGrtrace7(r) APLOG_R_IS_LEVEL(r, APLOG_TRACE7)
#define APLOGrtrace8(r) APLOG_R_IS_LEVEL(r, APLOG_TRACE8)

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
