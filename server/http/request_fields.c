/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request_fields.c - the fields of a head in r->headers_in.
 */
#include "http_protocol.h"

#include <apr_strings.h>

#include "http/http_filters.h"

/* A number below 64 that equal names share, whatever their case. */
static unsigned int name_class(const char *name, size_t len)
{
    unsigned int first = (unsigned char)name[0] | 0x20u;
    unsigned int last = (unsigned char)name[len - 1] | 0x20u;

    return ((unsigned int)len * 5 + first * 3 + last * 11) & 63u;
}

static bool has_twin(const pn_field_t *fields, uint32_t i, const char *bytes)
{
    for (uint32_t j = 0; j < i; j++) {
        if (fields[j].name.len == fields[i].name.len
            && ap_cstr_casecmpn(bytes + fields[j].name.off,
                                bytes + fields[i].name.off,
                                fields[i].name.len) == 0) {
            return true;
        }
    }
    return false;
}

/* Fields of one name become one field, its values joined by commas. Rare, so
 * it is only done where a twin was seen. */
void pn_fields_take(request_rec *r, const pn_head_t *head, char *bytes)
{
    apr_uint64_t seen = 0;
    bool has_twins = false;

    for (uint32_t i = 0; i < head->fields_n; i++) {
        const pn_field_t *field = &head->fields[i];
        char *name = bytes + field->name.off;
        char *value = bytes + field->value.off;
        apr_uint64_t bit = (apr_uint64_t)1
            << name_class(name, field->name.len);

        if ((seen & bit) && !has_twins) {
            has_twins = has_twin(head->fields, i, bytes);
        }
        seen |= bit;
        name[field->name.len] = '\0';
        value[field->value.len] = '\0';
        apr_table_addn(r->headers_in, name, value);
    }
    if (has_twins) {
        apr_table_compress(r->headers_in, APR_OVERLAP_TABLES_MERGE);
    }
}

static int add_field_line(request_rec *r, const char *line, apr_size_t len)
{
    pn_field_t field;
    const char *why = pn_head_field(line, len, false, &field);

    if (why) {
        r->status = pn_request_log_refusal(r, HTTP_BAD_REQUEST, why);
        return 0;
    }
    apr_table_addn(r->headers_in,
                   apr_pstrmemdup(r->pool, line, field.name.len),
                   apr_pstrmemdup(r->pool, line + field.value.off,
                                  field.value.len));
    return 1;
}

/* Reads fields through r's input filters into r->headers_in; r->status tells
 * of a failure. For protocols that read their heads line by line. */
AP_DECLARE(void) ap_get_mime_headers_core(request_rec *r, apr_bucket_brigade *bb)
{
    int fields_n = 0;

    for (;;) {
        char *line = NULL;
        apr_size_t len = 0;
        apr_status_t rv;

        rv = ap_rgetline(&line, (apr_size_t)r->server->limit_req_fieldsize + 2,
                         &len, r, AP_GETLINE_FOLD | AP_GETLINE_CRLF, bb);
        if (rv != APR_SUCCESS) {
            r->status = rv == APR_ENOSPC
                ? HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE
                : APR_STATUS_IS_TIMEUP(rv) ? HTTP_REQUEST_TIME_OUT
                                           : HTTP_BAD_REQUEST;
            return;
        }
        if (len == 0) {
            break;
        }
        if (r->server->limit_req_fields
            && ++fields_n > r->server->limit_req_fields) {
            r->status = pn_request_log_refusal(r, HTTP_BAD_REQUEST, "there are too many fields");
            return;
        }
        if (!add_field_line(r, line, len)) {
            return;
        }
    }
    apr_table_compress(r->headers_in, APR_OVERLAP_TABLES_MERGE);
}

AP_DECLARE(void) ap_get_mime_headers(request_rec *r)
{
    apr_bucket_brigade *bb = apr_brigade_create(r->pool,
                                                r->connection->bucket_alloc);

    ap_get_mime_headers_core(r, bb);
    apr_brigade_destroy(bb);
}
