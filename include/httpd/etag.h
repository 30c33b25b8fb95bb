/* SPDX-License-Identifier: Apache-2.0 */
/*
 * etag.h - entity tags in lists (RFC 9110 section 8.8.3).
 */
#ifndef PINION_HTTPD_ETAG_H
#define PINION_HTTPD_ETAG_H

#include <apr_pools.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 1 if tok is in the list by weak comparison: "W/" does not count. */
AP_DECLARE(int) ap_find_etag_weak(apr_pool_t *pool, const char *line,
                                  const char *tok);

/* 1 if tok is in the list by strong comparison: weak tags never match. */
AP_DECLARE(int) ap_find_etag_strong(apr_pool_t *pool, const char *line,
                                    const char *tok);

#ifdef __cplusplus
}
#endif

#endif
