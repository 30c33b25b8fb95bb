/* SPDX-License-Identifier: Apache-2.0 */
/*
 * util_varbuf.h - strings that grow, and give back what they outgrow.
 */
#ifndef PINION_UTIL_VARBUF_H
#define PINION_UTIL_VARBUF_H

#define AP_VARBUF_H

#include <string.h>

#include <apr.h>
#include <apr_allocator.h>

#include "http_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

/* strlen when it must be found out. */
#define AP_VARBUF_UNKNOWN (-1)
struct ap_varbuf_info;

/* A string that grows. Start with ap_varbuf_init(). */
struct ap_varbuf {
    char *buf; /* the string */
    apr_size_t avail; /* room without the 0 */
    apr_size_t strlen; /* its length, or AP_VARBUF_UNKNOWN */
    apr_pool_t *pool;
    struct ap_varbuf_info *info; /* the memory behind it */
};

/* An empty string with room for init_size bytes. */
AP_DECLARE(void) ap_varbuf_init(apr_pool_t *pool, struct ap_varbuf *vb,
                                apr_size_t init_size);

/*
 * Makes room for new_size bytes in all. Ends the process if there is no
 * memory.
 */
AP_DECLARE(void) ap_varbuf_grow(struct ap_varbuf *vb, apr_size_t new_size);

/* Gives the memory back before the pool ends. */
AP_DECLARE(void) ap_varbuf_free(struct ap_varbuf *vb);

/* Appends len bytes. */
AP_DECLARE(void) ap_varbuf_strmemcat(struct ap_varbuf *vb, const char *str,
                                     int len);

#define ap_varbuf_strcat(vb, str) \
    ap_varbuf_strmemcat((vb), (str), (int)strlen(str))

/*
 * A copy in pool with text in front and behind (may be NULL); *new_len: its
 * length, may be NULL.
 */
AP_DECLARE(char *) ap_varbuf_pdup(apr_pool_t *pool, struct ap_varbuf *vb,
                                  const char *prepend, apr_size_t prepend_len,
                                  const char *append, apr_size_t append_len,
                                  apr_size_t *new_len);

/* Appends what ap_pregsub_ex() would make. */
AP_DECLARE(apr_status_t) ap_varbuf_regsub(struct ap_varbuf *vb,
                                          const char *input,
                                          const char *source,
                                          apr_size_t nmatch,
                                          ap_regmatch_t *pmatch,
                                          apr_size_t maxlen);

/* ap_cfg_getline() without a fixed size. APR_ENOSPC above max_len. */
AP_DECLARE(apr_status_t) ap_varbuf_cfg_getline(
    struct ap_varbuf *vb, ap_configfile_t *cfp, apr_size_t max_len);

#ifdef __cplusplus
}
#endif

#endif
