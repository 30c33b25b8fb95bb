/* SPDX-License-Identifier: Apache-2.0 */
/*
 * assert.h - assertions.
 */
#ifndef PINION_HTTPD_ASSERT_H
#define PINION_HTTPD_ASSERT_H

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Logs a failed assertion and aborts. */
AP_DECLARE(void) ap_log_assert(const char *exp, const char *file, int line);

#define ap_assert(exp) \
    ((exp) ? (void)0 : ap_log_assert(#exp, __FILE__, __LINE__))
#ifdef AP_DEBUG
#define AP_DEBUG_ASSERT(exp) ap_assert(exp)
#else
#define AP_DEBUG_ASSERT(exp) ((void)0)
#endif

#ifdef __cplusplus
}
#endif

#endif
