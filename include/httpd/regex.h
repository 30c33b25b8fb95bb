/* SPDX-License-Identifier: Apache-2.0 */
/*
 * regex.h - regular expressions with the lifetime of a pool, and substitution.
 * See ap_regex.h for the expressions themselves.
 */
#ifndef PINION_HTTPD_REGEX_H
#define PINION_HTTPD_REGEX_H

#include <apr_pools.h>

#include "ap_config.h"
#include "ap_regex.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Compiles a pattern (AP_REG_* options); freed with pool. NULL if it is not
 * valid.
 */
AP_DECLARE(ap_regex_t *) ap_pregcomp(apr_pool_t *pool, const char *pattern,
                                     int cflags);

/* Frees what ap_pregcomp() made before pool ends. */
AP_DECLARE(void) ap_pregfree(apr_pool_t *pool, ap_regex_t *reg);

/*
 * input with $0 to $9 (and &) replaced by what matched in source, a backslash
 * taking away their meaning. NULL if the result is too long.
 */
AP_DECLARE(char *) ap_pregsub(apr_pool_t *pool, const char *input,
                              const char *source, apr_size_t nmatch,
                              ap_regmatch_t *pmatch);

/*
 * ap_pregsub() with a limit on the length: APR_ENOMEM if it is exceeded (0: 64
 * MiB).
 */
AP_DECLARE(apr_status_t) ap_pregsub_ex(apr_pool_t *pool, char **result,
                                       const char *input, const char *source,
                                       apr_size_t nmatch,
                                       ap_regmatch_t *pmatch,
                                       apr_size_t maxlen);

#ifdef __cplusplus
}
#endif

#endif
