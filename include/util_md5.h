/* SPDX-License-Identifier: Apache-2.0 */
/*
 * util_md5.h - MD5, for checksums.
 */
#ifndef PINION_UTIL_MD5_H
#define PINION_UTIL_MD5_H

#define APACHE_UTIL_MD5_H

#include <apr_file_io.h>
#include <apr_md5.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The digest of a string, as hexadecimal digits in pool. */
AP_DECLARE(char *) ap_md5(apr_pool_t *pool, const unsigned char *string);

/* The digest of bytes, as hexadecimal digits in pool. */
AP_DECLARE(char *) ap_md5_binary(apr_pool_t *pool, const unsigned char *buf,
                                 int len);

/* The digest of a context, in base64. */
AP_DECLARE(char *) ap_md5contextTo64(apr_pool_t *pool, apr_md5_ctx_t *context);

/* The digest of an open file, in base64; the file is rewound. */
AP_DECLARE(char *) ap_md5digest(apr_pool_t *pool, apr_file_t *infile);

#ifdef __cplusplus
}
#endif

#endif
