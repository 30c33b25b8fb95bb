/* SPDX-License-Identifier: Apache-2.0 */
/*
 * xml.c - the request body as an XML document.
 */
#include "util_xml.h"

#include "apr_buckets.h"
#include "apr_strings.h"
#include "apr_xml.h"

#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "util_filter.h"

APLOG_USE_MODULE(core);

enum { READ_BLOCK_BYTES = 2048 };

typedef struct reader_t {
    request_rec *r;
    apr_xml_parser *parser;
    apr_size_t total;
    apr_size_t limit; /* 0: none */
} reader_t;

static int log_xml_error(reader_t *reader, apr_status_t rv)
{
    char text[1024];

    apr_xml_parser_geterror(reader->parser, text, sizeof(text));
    ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, reader->r,
                  "request body is no XML: %s", text);
    return HTTP_BAD_REQUEST;
}

/* One data bucket into the parser: OK or an HTTP status. */
static int feed(reader_t *reader, apr_bucket *b)
{
    const char *data;
    apr_size_t len;
    apr_status_t rv = apr_bucket_read(b, &data, &len, APR_BLOCK_READ);

    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, reader->r,
                      "XML request body: read failed");
        return HTTP_BAD_REQUEST;
    }
    reader->total += len;
    if (reader->limit > 0 && reader->total > reader->limit) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, reader->r,
                      "XML request body is larger than %" APR_SIZE_T_FMT
                      " bytes (LimitXMLRequestBody)",
                      reader->limit);
        return HTTP_REQUEST_ENTITY_TOO_LARGE;
    }
    rv = apr_xml_parser_feed(reader->parser, data, len);
    return rv == APR_SUCCESS ? OK : log_xml_error(reader, rv);
}

/* All buckets of bb; *has_eos when the body ends in it. */
static int feed_brigade(reader_t *reader, apr_bucket_brigade *bb, int *has_eos)
{
    for (apr_bucket *b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b)) {
        int status = OK;

        if (APR_BUCKET_IS_EOS(b)) {
            *has_eos = 1;
            break;
        }
        if (!APR_BUCKET_IS_METADATA(b)) {
            status = feed(reader, b);
        }
        if (status != OK) {
            return status;
        }
    }
    return OK;
}

static int read_body(reader_t *reader)
{
    request_rec *r = reader->r;
    apr_bucket_brigade *bb = apr_brigade_create(r->pool,
                                                r->connection->bucket_alloc);
    int has_eos = 0;
    int status = OK;

    while (!has_eos && status == OK) {
        const apr_status_t rv = ap_get_brigade(
            r->input_filters, bb, AP_MODE_READBYTES, APR_BLOCK_READ,
            READ_BLOCK_BYTES);

        if (rv != APR_SUCCESS) {
            ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                          "XML request body: read failed");
            status = ap_map_http_request_error(rv, HTTP_BAD_REQUEST);
        }
        else {
            status = feed_brigade(reader, bb, &has_eos);
        }
        apr_brigade_cleanup(bb);
    }
    apr_brigade_destroy(bb);
    return status;
}

/* An empty body is no error: *pdoc is NULL then. */
AP_DECLARE(int) ap_xml_parse_input(request_rec *r, apr_xml_doc **pdoc)
{
    reader_t reader = { .r = r };
    apr_status_t rv;
    int status;

    *pdoc = NULL;
    reader.parser = apr_xml_parser_create(r->pool);
    if (!reader.parser) {
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    reader.limit = ap_get_limit_xml_body(r);
    status = read_body(&reader);
    if (status != OK || reader.total == 0) {
        /* Frees what the parser holds outside of the pool. */
        (void)apr_xml_parser_done(reader.parser, NULL);
        return status;
    }
    rv = apr_xml_parser_done(reader.parser, pdoc);
    return rv == APR_SUCCESS ? OK : log_xml_error(&reader, rv);
}
