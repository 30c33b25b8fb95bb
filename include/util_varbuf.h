/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_UTIL_VARBUF_H
#define PINION_UTIL_VARBUF_H

#define AP_VARBUF_H

#include <apr.h>
#include <apr_allocator.h>

#include "httpd.h"
#include "http_config.h"

#ifdef __cplusplus
extern "C" {
#endif

struct ap_varbuf;
struct ap_varbuf_info;

#define AP_VARBUF_UNKNOWN (-1)

struct ap_varbuf {
    char *buf;
    apr_size_t avail;
    apr_size_t strlen;
    apr_pool_t *pool;
    struct ap_varbuf_info *info;
};

AP_DECLARE(apr_status_t) ap_varbuf_cfg_getline(struct ap_varbuf *, ap_configfile_t *, apr_size_t);
AP_DECLARE(void) ap_varbuf_free(struct ap_varbuf *);
AP_DECLARE(void) ap_varbuf_grow(struct ap_varbuf *, apr_size_t);
AP_DECLARE(void) ap_varbuf_init(apr_pool_t *pool, struct ap_varbuf *, apr_size_t);
AP_DECLARE(char *) ap_varbuf_pdup(apr_pool_t *pool, struct ap_varbuf *, const char *, apr_size_t, const char *, apr_size_t, apr_size_t *);
AP_DECLARE(apr_status_t) ap_varbuf_regsub(struct ap_varbuf *, const char *, const char *, apr_size_t, ap_regmatch_t *, apr_size_t);
AP_DECLARE(void) ap_varbuf_strmemcat(struct ap_varbuf *, const char *, int);

#define ap_varbuf_strcat(vb, str) \
    ap_varbuf_strmemcat((vb), (str), (int)strlen(str))

#ifdef __cplusplus
}
#endif

#endif
