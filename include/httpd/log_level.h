/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_level.h - levels, and whether a message of one would be written.
 */
#ifndef PINION_HTTPD_LOG_LEVEL_H
#define PINION_HTTPD_LOG_LEVEL_H

#include "httpd/loglevel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Levels of syslog(3), and eight of tracing. */
#define APLOG_EMERG      0
#define APLOG_ALERT      1
#define APLOG_CRIT       2
#define APLOG_ERR        3
#define APLOG_WARNING    4
#define DEFAULT_LOGLEVEL 4
#define APLOG_NOTICE     5
#define APLOG_INFO       6
#define APLOG_DEBUG      7
#define APLOG_TRACE1     8
#define APLOG_TRACE2     9
#define APLOG_TRACE3     10
#define APLOG_TRACE4     11
#define APLOG_TRACE5     12
#define APLOG_TRACE6     13
#define APLOG_TRACE7     14
#define APLOG_TRACE8     15
#define APLOG_LEVELMASK  15

/*
 * Or'd to a level: ignored; show the message to the client in an error page
 * (%e); show it on the terminal during start.
 */
#define APLOG_NOERRNO  16
#define APLOG_TOCLIENT 32
#define APLOG_STARTUP  64

/* For code that belongs to no module. */
#define APLOG_NO_MODULE (-1)

/* The level until the configuration is read. */
extern AP_DECLARE_DATA int ap_default_loglevel;

/* Which module speaks: APLOG_USE_MODULE or AP_DECLARE_MODULE says it. */
#ifdef __cplusplus
#define APLOG_MODULE_INDEX (*aplog_module_index)
#else
#define APLOG_MODULE_INDEX \
    (aplog_module_index ? *aplog_module_index : APLOG_NO_MODULE)
#endif

/*
 * Whether a message of this level would be written. NOTICE and above always
 * are; below, the level that the configuration gives this module counts.
 */
#define AP_LEVEL_ALWAYS_(level) (((level) & APLOG_LEVELMASK) <= APLOG_NOTICE)
#define APLOG_MODULE_IS_LEVEL(s, module_index, level) \
    (AP_LEVEL_ALWAYS_(level) || (s) == NULL \
     || ap_get_server_module_loglevel(s, module_index) \
            >= ((level) & APLOG_LEVELMASK))
#define APLOG_C_MODULE_IS_LEVEL(c, module_index, level) \
    (AP_LEVEL_ALWAYS_(level) \
     || ap_get_conn_module_loglevel(c, module_index) \
            >= ((level) & APLOG_LEVELMASK))
#define APLOG_CS_MODULE_IS_LEVEL(c, s, module_index, level) \
    (AP_LEVEL_ALWAYS_(level) \
     || ap_get_conn_server_module_loglevel(c, s, module_index) \
            >= ((level) & APLOG_LEVELMASK))
#define APLOG_R_MODULE_IS_LEVEL(r, module_index, level) \
    (AP_LEVEL_ALWAYS_(level) \
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

#define APLOGinfo(s)      APLOG_IS_LEVEL(s, APLOG_INFO)
#define APLOGdebug(s)     APLOG_IS_LEVEL(s, APLOG_DEBUG)
#define APLOGtrace1(s)    APLOG_IS_LEVEL(s, APLOG_TRACE1)
#define APLOGtrace2(s)    APLOG_IS_LEVEL(s, APLOG_TRACE2)
#define APLOGtrace3(s)    APLOG_IS_LEVEL(s, APLOG_TRACE3)
#define APLOGtrace4(s)    APLOG_IS_LEVEL(s, APLOG_TRACE4)
#define APLOGtrace5(s)    APLOG_IS_LEVEL(s, APLOG_TRACE5)
#define APLOGtrace6(s)    APLOG_IS_LEVEL(s, APLOG_TRACE6)
#define APLOGtrace7(s)    APLOG_IS_LEVEL(s, APLOG_TRACE7)
#define APLOGtrace8(s)    APLOG_IS_LEVEL(s, APLOG_TRACE8)
#define APLOGcinfo(c)     APLOG_C_IS_LEVEL(c, APLOG_INFO)
#define APLOGcdebug(c)    APLOG_C_IS_LEVEL(c, APLOG_DEBUG)
#define APLOGctrace1(c)   APLOG_C_IS_LEVEL(c, APLOG_TRACE1)
#define APLOGctrace2(c)   APLOG_C_IS_LEVEL(c, APLOG_TRACE2)
#define APLOGctrace3(c)   APLOG_C_IS_LEVEL(c, APLOG_TRACE3)
#define APLOGctrace4(c)   APLOG_C_IS_LEVEL(c, APLOG_TRACE4)
#define APLOGctrace5(c)   APLOG_C_IS_LEVEL(c, APLOG_TRACE5)
#define APLOGctrace6(c)   APLOG_C_IS_LEVEL(c, APLOG_TRACE6)
#define APLOGctrace7(c)   APLOG_C_IS_LEVEL(c, APLOG_TRACE7)
#define APLOGctrace8(c)   APLOG_C_IS_LEVEL(c, APLOG_TRACE8)
#define APLOGrinfo(r)     APLOG_R_IS_LEVEL(r, APLOG_INFO)
#define APLOGrdebug(r)    APLOG_R_IS_LEVEL(r, APLOG_DEBUG)
#define APLOGrtrace1(r)   APLOG_R_IS_LEVEL(r, APLOG_TRACE1)
#define APLOGrtrace2(r)   APLOG_R_IS_LEVEL(r, APLOG_TRACE2)
#define APLOGrtrace3(r)   APLOG_R_IS_LEVEL(r, APLOG_TRACE3)
#define APLOGrtrace4(r)   APLOG_R_IS_LEVEL(r, APLOG_TRACE4)
#define APLOGrtrace5(r)   APLOG_R_IS_LEVEL(r, APLOG_TRACE5)
#define APLOGrtrace6(r)   APLOG_R_IS_LEVEL(r, APLOG_TRACE6)
#define APLOGrtrace7(r)   APLOG_R_IS_LEVEL(r, APLOG_TRACE7)
#define APLOGrtrace8(r)   APLOG_R_IS_LEVEL(r, APLOG_TRACE8)

#ifdef __cplusplus
}
#endif

#endif
