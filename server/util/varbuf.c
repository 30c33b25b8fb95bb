/* SPDX-License-Identifier: Apache-2.0 */
/*
 * varbuf.c - a string that grows.
 *
 * Short ones lie in the pool; from VARBUF_MALLOC_FROM bytes on they are
 * malloc'ed, so that growing gives the old block back, and a cleanup of the
 * pool frees the last one. The pool must not be cleared before the varbuf's
 * last use.
 */
#include "util_varbuf.h"

#include "apr_strings.h"

enum { VARBUF_MIN_BYTES = 16, VARBUF_MALLOC_FROM = 4096 };

struct ap_varbuf_info {
    void *block;
};

/* buf of an empty varbuf; nobody writes to it, since avail is 0. */
static char empty[1];

static apr_status_t free_block(void *info)
{
    free(((struct ap_varbuf_info *)info)->block);
    return APR_SUCCESS;
}

static void drop_block(struct ap_varbuf *vb)
{
    if (vb->info) {
        apr_pool_cleanup_run(vb->pool, vb->info, free_block);
        vb->info = NULL;
    }
}

/* A block of size bytes; *info owns it when it is not the pool's. */
static char *make_block(apr_pool_t *pool, apr_size_t size,
                        struct ap_varbuf_info **info)
{
    *info = NULL;
    if (size < VARBUF_MALLOC_FROM) {
        return apr_palloc(pool, size);
    }
    *info = apr_palloc(pool, sizeof(**info));
    (*info)->block = ap_malloc(size);
    apr_pool_cleanup_register(pool, *info, free_block, apr_pool_cleanup_null);
    return (*info)->block;
}

/* The length of the string, counted if nobody knows it. */
static apr_size_t length(const struct ap_varbuf *vb)
{
    return vb->strlen == (apr_size_t)AP_VARBUF_UNKNOWN ? strlen(vb->buf)
                                                       : vb->strlen;
}

/* What is asked for, or double of what there is, whichever is more. */
static apr_size_t block_size(const struct ap_varbuf *vb, apr_size_t wanted)
{
    const apr_size_t doubled = 2 * (vb->avail + 1);

    if (wanted > APR_SIZE_MAX / 4) {
        ap_abort_on_oom();
    }
    if (wanted + 1 < VARBUF_MIN_BYTES && doubled < VARBUF_MIN_BYTES) {
        return VARBUF_MIN_BYTES;
    }
    return wanted + 1 > doubled ? wanted + 1 : doubled;
}

AP_DECLARE(void)
ap_varbuf_init(apr_pool_t *pool, struct ap_varbuf *vb, apr_size_t init_size)
{
    vb->pool = pool;
    vb->buf = empty;
    vb->avail = 0;
    vb->strlen = (apr_size_t)AP_VARBUF_UNKNOWN;
    vb->info = NULL;
    if (init_size > 0) {
        ap_varbuf_grow(vb, init_size);
    }
}

AP_DECLARE(void) ap_varbuf_grow(struct ap_varbuf *vb, apr_size_t new_size)
{
    apr_size_t size;
    apr_size_t used;
    struct ap_varbuf_info *info;
    char *buf;

    if (new_size <= vb->avail) {
        return;
    }
    size = block_size(vb, new_size);
    buf = make_block(vb->pool, size, &info);
    /* Not all that it holds need be one string: with an unknown length all of
     * the block moves. */
    used = vb->strlen == (apr_size_t)AP_VARBUF_UNKNOWN ? vb->avail + 1
                                                       : vb->strlen + 1;
    memcpy(buf, vb->buf, used);
    buf[used - 1] = '\0';
    drop_block(vb);
    vb->buf = buf;
    vb->avail = size - 1;
    vb->info = info;
}

AP_DECLARE(void) ap_varbuf_free(struct ap_varbuf *vb)
{
    drop_block(vb);
    vb->buf = NULL;
}

AP_DECLARE(void)
ap_varbuf_strmemcat(struct ap_varbuf *vb, const char *str, int len)
{
    if (len <= 0) {
        return;
    }
    vb->strlen = length(vb);
    ap_varbuf_grow(vb, vb->strlen + (apr_size_t)len);
    memcpy(vb->buf + vb->strlen, str, (apr_size_t)len);
    vb->strlen += (apr_size_t)len;
    vb->buf[vb->strlen] = '\0';
}

AP_DECLARE(char *)
ap_varbuf_pdup(apr_pool_t *pool, struct ap_varbuf *vb, const char *prepend,
               apr_size_t prepend_len, const char *append,
               apr_size_t append_len, apr_size_t *new_len)
{
    const apr_size_t len = length(vb);
    const apr_size_t before = prepend ? prepend_len : 0;
    const apr_size_t after = append ? append_len : 0;
    char *copy = apr_palloc(pool, before + len + after + 1);

    if (before > 0) {
        memcpy(copy, prepend, before);
    }
    memcpy(copy + before, vb->buf, len);
    if (after > 0) {
        memcpy(copy + before + len, append, after);
    }
    copy[before + len + after] = '\0';
    if (new_len) {
        *new_len = before + len + after;
    }
    return copy;
}
