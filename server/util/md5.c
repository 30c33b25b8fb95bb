/* SPDX-License-Identifier: Apache-2.0 */
/*
 * md5.c - util_md5.h. For entity tags and old digests, nothing that must hold
 * against an attacker.
 */
#include "util_md5.h"

#include "apr_base64.h"
#include "apr_md5.h"
#include "apr_strings.h"

#include "httpd.h"

enum { FILE_BLOCK_BYTES = 16 * 1024 };

AP_DECLARE(char *)
ap_md5_binary(apr_pool_t *pool, const unsigned char *a, int len)
{
    unsigned char digest[APR_MD5_DIGESTSIZE];
    char *hex = apr_palloc(pool, 2 * sizeof(digest) + 1);

    apr_md5(digest, a, (apr_size_t)len);
    ap_bin2hex(digest, sizeof(digest), hex);
    return hex;
}

AP_DECLARE(char *) ap_md5(apr_pool_t *pool, const unsigned char *string)
{
    return ap_md5_binary(pool, string, (int)strlen((const char *)string));
}

AP_DECLARE(char *) ap_md5contextTo64(apr_pool_t *pool, apr_md5_ctx_t *context)
{
    unsigned char digest[APR_MD5_DIGESTSIZE];
    char *coded = apr_palloc(
        pool, (apr_size_t)apr_base64_encode_len((int)sizeof(digest)));

    apr_md5_final(digest, context);
    apr_base64_encode_binary(coded, digest, (int)sizeof(digest));
    return coded;
}

AP_DECLARE(char *) ap_md5digest(apr_pool_t *pool, apr_file_t *infile)
{
    apr_md5_ctx_t context;
    unsigned char block[FILE_BLOCK_BYTES];
    apr_size_t len = sizeof(block);
    apr_off_t start = 0;

    apr_md5_init(&context);
    while (apr_file_read(infile, block, &len) == APR_SUCCESS) {
        apr_md5_update(&context, block, len);
        len = sizeof(block);
    }
    apr_file_seek(infile, APR_SET, &start);
    return ap_md5contextTo64(pool, &context);
}
