/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_head.c - request heads: any split gives the same, spans stay inside.
 *
 * The first byte says how unsafe the parse is and where to cut the rest.
 */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/head.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int holds)
{
    if (!holds) {
        abort();
    }
}

static void check_span(pn_span_t span, size_t len)
{
    must(span.off <= len && span.len <= len - span.off);
}

static void check_bounds(const pn_head_t *head, const char *bytes, size_t len)
{
    check_span(head->line, len);
    check_span(head->method, len);
    check_span(head->target, len);
    check_span(head->bad, len);
    must(head->head_len <= len);
    for (uint32_t i = 0; i < head->fields_n; i++) {
        const pn_field_t *field = &head->fields[i];

        check_span(field->name, len);
        check_span(field->value, len);
        must(field->name.len > 0);
        must(!memchr(bytes + field->value.off, '\n', field->value.len));
        must(!memchr(bytes + field->value.off, '\0', field->value.len));
        must(!memchr(bytes + field->name.off, ' ', field->name.len));
    }
}

static pn_head_result_e parse(pn_head_parser_t *parser, const uint8_t *data,
                              size_t len, size_t step, char *bytes,
                              const pn_head_limits_t *limits)
{
    pn_head_result_e result = PN_HEAD_MORE;

    memcpy(bytes, data, len);
    for (size_t at = step; at < len && result == PN_HEAD_MORE; at += step) {
        result = pn_head_parse(parser, bytes, at, limits);
    }
    if (result == PN_HEAD_MORE) {
        result = pn_head_parse(parser, bytes, len, limits);
    }
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pn_head_parser_t whole = { .state = 0 };
    pn_head_parser_t split = { .state = 0 };
    pn_head_limits_t limits = {
        .line_bytes = 200, .field_bytes = 100, .fields_n = 30,
    };
    pn_head_result_e result;
    char *bytes;
    size_t len;

    if (size < 1) {
        return 0;
    }
    limits.is_unsafe = data[0] & 1;
    limits.allows_http09 = data[0] & 2;
    len = size - 1;
    bytes = malloc(len ? len : 1);
    result = parse(&split, data + 1, len, 1 + (data[0] >> 2), bytes, &limits);
    check_bounds(&split.head, bytes, len);
    must(parse(&whole, data + 1, len, len + 1, bytes, &limits) == result);
    check_bounds(&whole.head, bytes, len);
    must(whole.head.status == split.head.status);
    must(whole.head.why == split.head.why);
    must(whole.head.fields_n == split.head.fields_n);
    must(whole.head.head_len == split.head.head_len);
    must((result == PN_HEAD_BAD) == (whole.head.status != 0));
    pn_head_free(&whole);
    pn_head_free(&split);
    free(bytes);
    return 0;
}
