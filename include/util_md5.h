/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_UTIL_MD5_H
#define PINION_UTIL_MD5_H

#define APACHE_UTIL_MD5_H

#include <apr_md5.h>
#include <apr_file_io.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

AP_DECLARE(char *) ap_md5(apr_pool_t *pool, const unsigned char *);
AP_DECLARE(char *) ap_md5_binary(apr_pool_t *pool, const unsigned char *, int);
AP_DECLARE(char *) ap_md5contextTo64(apr_pool_t *pool, apr_md5_ctx_t *);
AP_DECLARE(char *) ap_md5digest(apr_pool_t *pool, apr_file_t *);

#ifdef __cplusplus
}
#endif

#endif
