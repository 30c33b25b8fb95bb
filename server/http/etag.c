/* SPDX-License-Identifier: Apache-2.0 */
/*
 * etag.c - entity tags of files, by FileETag: the inode, the size and the time
 * of modification in hexadecimal, or a digest of the content.
 */
#include "http_protocol.h"

#include <stdbool.h>
#include <string.h>

#include <apr_base64.h>
#include <apr_file_io.h>
#include <apr_sha1.h>
#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"

APLOG_USE_MODULE(http);

enum {
    HEX_DIGITS = 16,
    /* W/ and quotes, three numbers with two dashes, NUL */
    TAG_ROOM = 4 + 3 * HEX_DIGITS + 2 + 1,
    DIGEST_READ = 65536,
    /* base64 with its NUL, W/ and quotes */
    DIGEST_TAG_ROOM = (APR_SHA1_DIGESTSIZE + 2) / 3 * 4 + 1 + 4
};

static char *put_hex(char *to, apr_uint64_t number)
{
    static const char digits[] = "0123456789abcdef";
    int highest_bit = 63 - __builtin_clzll(number | 1);

    for (int shift = highest_bit & ~3; shift >= 0; shift -= 4) {
        *to++ = digits[(number >> shift) & 15];
    }
    return to;
}

static etag_components_t components_of(const request_rec *r)
{
    const core_dir_config *conf = ap_get_core_module_config(r->per_dir_config);
    etag_components_t bits = (conf->etag_bits & ~conf->etag_remove)
        | conf->etag_add;

    return bits == ETAG_UNSET ? ETAG_BACKWARD : bits;
}

/* A variant's tag belongs to the list it was chosen from: "tag;list". */
static char *add_variant(request_rec *r, char *tag, const char *list)
{
    apr_size_t len = strlen(tag);
    bool is_list_weak;

    if (!list || len < 2 || strlen(list) < 2) {
        return tag;
    }
    is_list_weak = list[0] == 'W';
    tag = apr_pstrmemdup(r->pool, tag, len - 1); /* without the last quote */
    list += is_list_weak ? 3 : 1;
    return apr_pstrcat(r->pool,
                       is_list_weak && tag[0] != 'W' ? "W/" : "", tag, ";",
                       list, NULL);
}

static char *digest_tag(request_rec *r, const etag_rec *er)
{
    unsigned char digest[APR_SHA1_DIGESTSIZE];
    char *tag = apr_palloc(r->pool, DIGEST_TAG_ROOM);
    char *bytes = apr_palloc(r->pool, DIGEST_READ);
    apr_file_t *file = er->fd;
    apr_sha1_ctx_t sha1;
    apr_off_t start = 0;
    apr_size_t len = DIGEST_READ;
    apr_status_t rv = APR_SUCCESS;
    char *at = tag;

    if (!file) {
        rv = apr_file_open(&file, er->pathname, APR_READ | APR_BINARY, 0,
                           r->pool);
    }
    else {
        rv = apr_file_seek(file, APR_SET, &start);
    }
    apr_sha1_init(&sha1);
    while (rv == APR_SUCCESS) {
        len = DIGEST_READ;
        rv = apr_file_read(file, bytes, &len);
        if (rv == APR_SUCCESS) {
            apr_sha1_update_binary(&sha1, (unsigned char *)bytes,
                                   (unsigned int)len);
        }
    }
    if (file && !er->fd) {
        apr_file_close(file);
    }
    else if (file) {
        start = 0;
        apr_file_seek(file, APR_SET, &start);
    }
    if (!APR_STATUS_IS_EOF(rv)) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "could not read '%s' for its entity tag",
                      er->pathname ? er->pathname : "-");
        return NULL;
    }
    apr_sha1_final(digest, &sha1);
    if (er->force_weak) {
        at = memcpy(at, "W/", 2);
        at += 2;
    }
    *at++ = '"';
    at += apr_base64_encode_binary(at, digest, sizeof(digest)) - 1;
    *at++ = '"';
    *at = '\0';
    return tag;
}

AP_DECLARE(char *) ap_make_etag_ex(request_rec *r, etag_rec *er)
{
    etag_components_t bits = components_of(r);
    char *tag = NULL;
    char *at;

    if (bits & ETAG_NONE) {
        return apr_pstrmemdup(r->pool, "", 0);
    }
    if (bits & ETAG_DIGEST && er->finfo->filetype == APR_REG
        && (er->fd || er->pathname)) {
        tag = digest_tag(r, er);
        if (tag) {
            return add_variant(r, tag, er->vlist_validator);
        }
    }
    at = tag = apr_palloc(r->pool, TAG_ROOM);
    /* The file may change again within the second that the tag shows. */
    if (er->force_weak
        || er->request_time - er->finfo->mtime <= APR_USEC_PER_SEC) {
        *at++ = 'W';
        *at++ = '/';
    }
    *at++ = '"';
    if (er->finfo->filetype != APR_NOFILE) {
        if (bits & ETAG_INODE) {
            at = put_hex(at, (apr_uint64_t)er->finfo->inode);
            *at++ = '-';
        }
        if (bits & ETAG_SIZE) {
            at = put_hex(at, (apr_uint64_t)er->finfo->size);
            *at++ = '-';
        }
        if (bits & ETAG_MTIME) {
            at = put_hex(at, (apr_uint64_t)er->finfo->mtime);
            *at++ = '-';
        }
        if (at[-1] == '-') {
            at--;
        }
    }
    else {
        at = put_hex(at, (apr_uint64_t)er->finfo->mtime);
    }
    *at++ = '"';
    *at = '\0';
    return add_variant(r, tag, er->vlist_validator);
}

static etag_rec record_of(request_rec *r, int force_weak)
{
    etag_rec er = {
        .vlist_validator = r->vlist_validator,
        .request_time = r->request_time,
        .finfo = &r->finfo,
        .pathname = r->filename,
        .fd = NULL,
        .force_weak = force_weak,
    };

    return er;
}

AP_DECLARE(char *) ap_make_etag(request_rec *r, int force_weak)
{
    etag_rec er = record_of(r, force_weak);

    return ap_make_etag_ex(r, &er);
}

static void set_etag(request_rec *r, etag_rec *er)
{
    char *etag;

    if (apr_table_get(r->notes, "no-etag")) {
        return;
    }
    etag = ap_make_etag_ex(r, er);
    if (etag && *etag) {
        apr_table_setn(r->headers_out, "ETag", etag);
    }
}

AP_DECLARE(void) ap_set_etag(request_rec *r)
{
    etag_rec er = record_of(r, 0);

    set_etag(r, &er);
}

AP_DECLARE(void) ap_set_etag_fd(request_rec *r, apr_file_t *fd)
{
    etag_rec er = record_of(r, 0);

    er.fd = fd;
    set_etag(r, &er);
}
