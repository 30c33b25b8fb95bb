/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fcgi.c - records of FastCGI: headers, and variables as name-value pairs.
 */
#include "util_fcgi.h"

#include "apr_strings.h"
#include "apr_tables.h"

#include "http_log.h"

APLOG_USE_MODULE(core);

enum {
    FCGI_SHORT_MAX = 127, /* lengths up to this take one byte, others four */
    FCGI_LONG_FLAG = 0x80,
    FCGI_RECORD_MAX = AP_FCGI_MAX_CONTENT_LEN
};

AP_DECLARE(void) ap_fcgi_header_to_array(ap_fcgi_header *h, unsigned char a[])
{
    a[AP_FCGI_HDR_VERSION_OFFSET] = h->version;
    a[AP_FCGI_HDR_TYPE_OFFSET] = h->type;
    a[AP_FCGI_HDR_REQUEST_ID_B1_OFFSET] = h->requestIdB1;
    a[AP_FCGI_HDR_REQUEST_ID_B0_OFFSET] = h->requestIdB0;
    a[AP_FCGI_HDR_CONTENT_LEN_B1_OFFSET] = h->contentLengthB1;
    a[AP_FCGI_HDR_CONTENT_LEN_B0_OFFSET] = h->contentLengthB0;
    a[AP_FCGI_HDR_PADDING_LEN_OFFSET] = h->paddingLength;
    a[AP_FCGI_HDR_RESERVED_OFFSET] = h->reserved;
}

AP_DECLARE(void) ap_fcgi_header_from_array(ap_fcgi_header *h, unsigned char a[])
{
    h->version = a[AP_FCGI_HDR_VERSION_OFFSET];
    h->type = a[AP_FCGI_HDR_TYPE_OFFSET];
    h->requestIdB1 = a[AP_FCGI_HDR_REQUEST_ID_B1_OFFSET];
    h->requestIdB0 = a[AP_FCGI_HDR_REQUEST_ID_B0_OFFSET];
    h->contentLengthB1 = a[AP_FCGI_HDR_CONTENT_LEN_B1_OFFSET];
    h->contentLengthB0 = a[AP_FCGI_HDR_CONTENT_LEN_B0_OFFSET];
    h->paddingLength = a[AP_FCGI_HDR_PADDING_LEN_OFFSET];
    h->reserved = a[AP_FCGI_HDR_RESERVED_OFFSET];
}

AP_DECLARE(void)
ap_fcgi_header_fields_from_array(unsigned char *version, unsigned char *type,
                                 apr_uint16_t *request_id,
                                 apr_uint16_t *content_len,
                                 unsigned char *padding_len, unsigned char a[])
{
    *version = a[AP_FCGI_HDR_VERSION_OFFSET];
    *type = a[AP_FCGI_HDR_TYPE_OFFSET];
    *request_id = (apr_uint16_t)(a[AP_FCGI_HDR_REQUEST_ID_B1_OFFSET] << 8
                                 | a[AP_FCGI_HDR_REQUEST_ID_B0_OFFSET]);
    *content_len = (apr_uint16_t)(a[AP_FCGI_HDR_CONTENT_LEN_B1_OFFSET] << 8
                                  | a[AP_FCGI_HDR_CONTENT_LEN_B0_OFFSET]);
    *padding_len = a[AP_FCGI_HDR_PADDING_LEN_OFFSET];
}

AP_DECLARE(void)
ap_fcgi_begin_request_body_to_array(ap_fcgi_begin_request_body *h,
                                    unsigned char a[])
{
    a[AP_FCGI_BRB_ROLEB1_OFFSET] = h->roleB1;
    a[AP_FCGI_BRB_ROLEB0_OFFSET] = h->roleB0;
    a[AP_FCGI_BRB_FLAGS_OFFSET] = h->flags;
    memcpy(a + AP_FCGI_BRB_RESERVED0_OFFSET, h->reserved, sizeof(h->reserved));
}

AP_DECLARE(void)
ap_fcgi_fill_in_header(ap_fcgi_header *header, unsigned char type,
                       apr_uint16_t request_id, apr_uint16_t content_len,
                       unsigned char padding_len)
{
    header->version = AP_FCGI_VERSION_1;
    header->type = type;
    header->requestIdB1 = (unsigned char)(request_id >> 8);
    header->requestIdB0 = (unsigned char)(request_id & 0xff);
    header->contentLengthB1 = (unsigned char)(content_len >> 8);
    header->contentLengthB0 = (unsigned char)(content_len & 0xff);
    header->paddingLength = padding_len;
    header->reserved = 0;
}

AP_DECLARE(void)
ap_fcgi_fill_in_request_body(ap_fcgi_begin_request_body *brb, int role,
                             unsigned char flags)
{
    brb->roleB1 = (unsigned char)(role >> 8 & 0xff);
    brb->roleB0 = (unsigned char)(role & 0xff);
    brb->flags = flags;
    memset(brb->reserved, 0, sizeof(brb->reserved));
}

/* --- variables ----------------------------------------------------------- */

static apr_size_t length_size(apr_size_t len)
{
    return len <= FCGI_SHORT_MAX ? 1 : 4;
}

static apr_size_t pair_size(const char *name, const char *value)
{
    const apr_size_t name_len = strlen(name);
    const apr_size_t value_len = strlen(value);

    return length_size(name_len) + length_size(value_len) + name_len
           + value_len;
}

static unsigned char *put_length(unsigned char *to, apr_size_t len)
{
    if (len > FCGI_SHORT_MAX) {
        *to++ = (unsigned char)(len >> 24 | FCGI_LONG_FLAG);
        *to++ = (unsigned char)(len >> 16 & 0xff);
        *to++ = (unsigned char)(len >> 8 & 0xff);
    }
    *to++ = (unsigned char)(len & 0xff);
    return to;
}

/*
 * The size of as many variables, from *starting_elem on, as fit into maxlen
 * and one record; *starting_elem moves to the first that does not.
 */
AP_DECLARE(apr_size_t)
ap_fcgi_encoded_env_len(apr_table_t *env, apr_size_t maxlen, int *starting_elem)
{
    const apr_array_header_t *array = apr_table_elts(env);
    const apr_table_entry_t *entries = (const apr_table_entry_t *)array->elts;
    apr_size_t total = 0;
    int i;

    if (maxlen > FCGI_RECORD_MAX) {
        maxlen = FCGI_RECORD_MAX;
    }
    for (i = *starting_elem; i < array->nelts; i++) {
        apr_size_t size;

        if (!entries[i].key) {
            continue;
        }
        size = pair_size(entries[i].key, entries[i].val);
        if (size > maxlen - total) {
            break;
        }
        total += size;
    }
    *starting_elem = i;
    return total;
}

/* The counterpart: writes them into buffer. APR_ENOSPC: not even one fits. */
AP_DECLARE(apr_status_t)
ap_fcgi_encode_env(request_rec *r, apr_table_t *env, void *buffer,
                   apr_size_t buflen, int *starting_elem)
{
    const apr_array_header_t *array = apr_table_elts(env);
    const apr_table_entry_t *entries = (const apr_table_entry_t *)array->elts;
    unsigned char *to = buffer;
    const unsigned char *end = to + buflen;
    const int first = *starting_elem;
    int i;

    for (i = first; i < array->nelts; i++) {
        const char *name = entries[i].key;
        const char *value = entries[i].val;

        if (!name) {
            continue;
        }
        if (pair_size(name, value) > (apr_size_t)(end - to)) {
            break;
        }
        to = put_length(to, strlen(name));
        to = put_length(to, strlen(value));
        memcpy(to, name, strlen(name));
        to += strlen(name);
        memcpy(to, value, strlen(value));
        to += strlen(value);
        ap_log_rerror(APLOG_MARK, APLOG_TRACE8, 0, r, "fcgi: sends %s='%s'",
                      name, value);
    }
    *starting_elem = i;
    return i < array->nelts && to == buffer ? APR_ENOSPC : APR_SUCCESS;
}
