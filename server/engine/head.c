/* SPDX-License-Identifier: Apache-2.0 */
/*
 * head.c - the HTTP/1 request head, parsed in place.
 *
 * One pass finds the next control byte, many bytes at a time. In a correct
 * head that byte is the CR of a line end, so looking for the end of the line
 * and refusing NUL, bare CR, bare LF and the like (RFC 9112 2.2, RFC 9110
 * 5.5) are the same scan. Each complete line is then taken apart once.
 *
 * That the split of the input does not matter follows from two rules: a
 * limit is looked at before the byte that ends the line, and a line is looked
 * at only when its end is known.
 */

#include "engine/head.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { STATE_START, STATE_FIELDS, STATE_OVER };

enum {
    EMPTY_LINES_MAX = 100, /* before a request line */
    FIELDS_ROOM_FIRST = 24
};

/* RFC 9110 5.6.2: what a method or a field name is made of. */
static const bool is_token[256] = {
    ['!'] = 1, ['#'] = 1, ['$'] = 1, ['%'] = 1, ['&'] = 1, ['\''] = 1,
    ['*'] = 1, ['+'] = 1, ['-'] = 1, ['.'] = 1, ['^'] = 1, ['_'] = 1,
    ['`'] = 1, ['|'] = 1, ['~'] = 1,
    ['0' ... '9'] = 1, ['A' ... 'Z'] = 1, ['a' ... 'z'] = 1,
};

static const bool is_control[256] = {
    [0 ... 8] = 1, [10 ... 31] = 1, [127] = 1,
};

static bool is_blank(char ch)
{
    return ch == ' ' || ch == '\t';
}

static pn_span_t span(size_t off, size_t len)
{
    return (pn_span_t){ (uint32_t)off, (uint32_t)len };
}

#ifdef __SSE2__
enum { STRIDE = 16 };

/* Index of the first control byte other than HTAB among the 16 at data; 16 if
 * there is none. */
static inline size_t control_in_stride(const char *data)
{
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)data);
    __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)),
                                 bytes);
    __m128i tab = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t'));
    __m128i del = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7f));
    int mask = _mm_movemask_epi8(_mm_or_si128(_mm_andnot_si128(tab, low), del));

    return mask ? (size_t)__builtin_ctz((unsigned)mask) : STRIDE;
}
#else
enum { STRIDE = 8 };

#define EACH_BYTE(value) (UINT64_C(0x0101010101010101) * (value))

/* The same for eight bytes in a word. */
static inline size_t control_in_stride(const char *data)
{
    uint64_t word;
    uint64_t del;
    size_t at = 0;

    memcpy(&word, data, sizeof(word));
    del = word ^ EACH_BYTE(0x7f);
    /* Finds each byte below 0x20 or equal 0x7f, now and then one too many. */
    if (!((((word - EACH_BYTE(0x20)) & ~word) |
           ((del - EACH_BYTE(0x01)) & ~del)) & EACH_BYTE(0x80))) {
        return STRIDE;
    }
    while (at < STRIDE && !is_control[(unsigned char)data[at]]) {
        at++;
    }
    return at;
}
#endif

size_t pn_head_find_control(const char *data, size_t at, size_t len)
{
    while (len - at >= STRIDE) {
        size_t n = control_in_stride(data + at);

        at += n;
        if (n < STRIDE) {
            return at;
        }
    }
    while (at < len && !is_control[(unsigned char)data[at]]) {
        at++;
    }
    return at;
}

/* What is taken for a token when the host asked for it: RFC 2616 days. */
static size_t loose_token_end(const char *data, size_t at, size_t end)
{
    while (at < end && !is_blank(data[at]) && data[at] != ':') {
        at++;
    }
    return at;
}

static size_t token_end(const char *data, size_t at, size_t end)
{
    while (at < end && is_token[(unsigned char)data[at]]) {
        at++;
    }
    return at;
}

static size_t skip_blanks(const char *data, size_t at, size_t end)
{
    while (at < end && is_blank(data[at])) {
        at++;
    }
    return at;
}

static size_t skip_visible(const char *data, size_t at, size_t end)
{
    while (at < end && !is_blank(data[at])) {
        at++;
    }
    return at;
}

static pn_head_result_e refuse(pn_head_parser_t *parser, int status,
                               const char *why, size_t off, size_t len)
{
    parser->state = STATE_OVER;
    parser->head.status = status;
    parser->head.why = why;
    parser->head.bad = span(off, len);
    return PN_HEAD_BAD;
}

/* "HTTP/1.1" -> 1001; 0 if it is not a version that can be asked for. */
static int version_of(const char *text, size_t len, bool is_unsafe)
{
    if (len != 8 || text[6] != '.' || text[5] < '1' || text[5] > '9' ||
        text[7] < '0' || text[7] > '9') {
        return 0;
    }
    if (memcmp(text, "HTTP/", 5) != 0 &&
        !(is_unsafe && strncasecmp(text, "HTTP/", 5) == 0)) {
        return 0;
    }
    return (text[5] - '0') * 1000 + (text[7] - '0');
}

/* Request line without a version: the whole of an HTTP/0.9 request. */
static pn_head_result_e take_http09(pn_head_parser_t *parser, const char *data,
                                    const pn_head_limits_t *limits)
{
    pn_head_t *head = &parser->head;

    if (head->target.len >= 5 &&
        memcmp(data + head->target.off, "HTTP/", 5) == 0) {
        return refuse(parser, 400, "the request line has no target",
                      head->line.off, head->line.len);
    }
    /* "GET HTTP/1.1" lacks its target rather than its version. */
    if (!limits->allows_http09 || data[head->target.off] != '/') {
        return refuse(parser, 400, "the request line has no version",
                      head->line.off, head->line.len);
    }
    if (!limits->is_unsafe &&
        (head->method.len != 3 || memcmp(data + head->method.off, "GET", 3))) {
        return refuse(parser, 400, "an HTTP/0.9 request may only be a GET",
                      head->line.off, head->line.len);
    }
    head->version = 9;
    parser->state = STATE_OVER;
    return PN_HEAD_DONE;
}

/* The end of the spaces at at: one, or any number when unsafe; never a tab. */
static size_t skip_separator(const char *data, size_t at, size_t end,
                             bool is_unsafe)
{
    size_t most = is_unsafe ? end : at + 1;

    while (at < end && at < most && data[at] == ' ') {
        at++;
    }
    return at;
}

/* method SP target [SP version]: three words, the last may be empty. */
static const char *split_request_line(const char *data, pn_span_t line,
                                      bool is_unsafe, pn_span_t words[3])
{
    size_t at = line.off;
    size_t end = line.off + line.len;

    for (int i = 0; i < 3; i++) {
        size_t word = at;

        at = i == 0 && !is_unsafe ? token_end(data, at, end)
                                  : skip_visible(data, at, end);
        words[i] = span(word, at - word);
        if (at == word && i < 2) {
            return i == 0 ? "the method is not a token"
                          : "the request line has no target";
        }
        if (i < 2 || is_unsafe) {
            at = skip_separator(data, at, end, is_unsafe);
        }
    }
    return at == end ? NULL : "wrong white space in the request line";
}

static pn_head_result_e take_request_line(pn_head_parser_t *parser,
                                          const char *data, size_t end,
                                          const pn_head_limits_t *limits)
{
    pn_head_t *head = &parser->head;
    size_t start = parser->line_at;
    pn_span_t words[3] = { { 0, 0 } };
    const char *why;

    head->line = span(start, end - start);
    why = split_request_line(data, head->line, limits->is_unsafe, words);
    head->method = words[0];
    head->target = words[1];
    if (why) {
        return refuse(parser, 400, why, start, end - start);
    }
    if (words[2].len == 0) {
        return take_http09(parser, data, limits);
    }
    head->version = version_of(data + words[2].off, words[2].len,
                               limits->is_unsafe);
    if (head->version == 0) {
        return refuse(parser, 400, "the version is malformed", words[2].off,
                      words[2].len);
    }
    if (head->version / 1000 != 1) {
        return refuse(parser, 505, "the major version is not 1", words[2].off,
                      words[2].len);
    }
    parser->state = STATE_FIELDS;
    parser->lines_n = 0;
    return PN_HEAD_MORE;
}

const char *pn_head_field(const char *line, size_t len, bool is_unsafe,
                          pn_field_t *field)
{
    size_t colon = is_unsafe ? loose_token_end(line, 0, len)
                             : token_end(line, 0, len);
    size_t value;

    if (colon == len) {
        return "a field line has no colon";
    }
    if (line[colon] != ':') {
        return is_blank(line[colon])
            ? "white space before the colon or in the name of a field"
            : "a field name is not a token";
    }
    if (colon == 0) {
        return "a field name is empty";
    }
    value = skip_blanks(line, colon + 1, len);
    while (len > value && is_blank(line[len - 1])) {
        len--;
    }
    field->name = span(0, colon);
    field->value = span(value, len - value);
    return NULL;
}

/* A line that begins with white space continues the field above it. */
static pn_head_result_e take_folded_line(pn_head_parser_t *parser, char *data,
                                         size_t end,
                                         const pn_head_limits_t *limits)
{
    pn_head_t *head = &parser->head;
    size_t start = parser->line_at;
    pn_field_t *above;

    if (head->fields_n == 0) {
        return refuse(parser, 400, "white space before the first field", start,
                      end - start);
    }
    if (!limits->is_unsafe) {
        return refuse(parser, 400, "a field is folded over several lines",
                      start, end - start);
    }
    above = &head->fields[head->fields_n - 1];
    for (size_t at = start; at > 0 && (data[at - 1] == '\n' ||
                                       data[at - 1] == '\r'); at--) {
        data[at - 1] = ' ';
    }
    while (end > start && is_blank(data[end - 1])) {
        end--;
    }
    if (end == start) {
        return PN_HEAD_MORE;
    }
    if (above->value.len == 0) {
        above->value.off = (uint32_t)skip_blanks(data, start, end);
    }
    above->value.len = (uint32_t)(end - above->value.off);
    if (limits->field_bytes && end - above->name.off > limits->field_bytes) {
        return refuse(parser, 431, "a folded field is too long",
                      above->name.off, above->name.len);
    }
    return PN_HEAD_MORE;
}

static bool make_room(pn_head_parser_t *parser)
{
    uint32_t room = parser->fields_room ? parser->fields_room * 2
                                        : FIELDS_ROOM_FIRST;
    pn_field_t *fields = realloc(parser->head.fields, room * sizeof(*fields));

    if (!fields) {
        return false;
    }
    parser->head.fields = fields;
    parser->fields_room = room;
    return true;
}

static pn_head_result_e take_field_line(pn_head_parser_t *parser, char *data,
                                        size_t end,
                                        const pn_head_limits_t *limits)
{
    pn_head_t *head = &parser->head;
    size_t start = parser->line_at;
    pn_field_t *field;
    const char *why;

    if (start == end) {
        parser->state = STATE_OVER;
        return PN_HEAD_DONE;
    }
    if (limits->fields_n && ++parser->lines_n > limits->fields_n) {
        return refuse(parser, 400, "there are too many fields", start, 0);
    }
    if (is_blank(data[start])) {
        return take_folded_line(parser, data, end, limits);
    }
    if (head->fields_n == parser->fields_room && !make_room(parser)) {
        return refuse(parser, 503, "no memory for another field", start, 0);
    }
    field = &head->fields[head->fields_n];
    why = pn_head_field(data + start, end - start, limits->is_unsafe, field);
    if (why) {
        return refuse(parser, 400, why, start, end - start);
    }
    field->name.off += (uint32_t)start;
    field->value.off += (uint32_t)start;
    head->fields_n++;
    return PN_HEAD_MORE;
}

static pn_head_result_e take_line(pn_head_parser_t *parser, char *data,
                                  size_t end, const pn_head_limits_t *limits)
{
    if (parser->state == STATE_FIELDS) {
        return take_field_line(parser, data, end, limits);
    }
    if (end > parser->line_at) {
        return take_request_line(parser, data, end, limits);
    }
    if (++parser->lines_n > EMPTY_LINES_MAX) {
        return refuse(parser, 400, "too many empty lines before the request",
                      0, 0);
    }
    return PN_HEAD_MORE;
}

static pn_head_result_e refuse_long_line(pn_head_parser_t *parser,
                                         const char *data, uint32_t limit)
{
    size_t start = parser->line_at;

    if (parser->state == STATE_START) {
        parser->head.line = span(start, limit);
        return refuse(parser, 414, "the request line is too long", start,
                      limit);
    }
    /* The name is enough to find the sender's fault. */
    return refuse(parser, 431, "a field is too long", start,
                  token_end(data, start, start + limit) - start);
}

/* What the control byte at at is. */
typedef enum { BYTE_BAD, BYTE_PLAIN, BYTE_LINE_END, BYTE_NEEDS_MORE } byte_e;

static byte_e judge_control(const pn_head_parser_t *parser, const char *data,
                            size_t at, size_t len, bool is_unsafe)
{
    switch (data[at]) {
    case '\r':
        if (at + 1 == len) {
            return BYTE_NEEDS_MORE;
        }
        return data[at + 1] == '\n' ? BYTE_LINE_END : BYTE_BAD;
    case '\n':
        return is_unsafe ? BYTE_LINE_END : BYTE_BAD;
    case '\0':
        return BYTE_BAD;
    default:
        return is_unsafe && parser->state == STATE_FIELDS ? BYTE_PLAIN
                                                          : BYTE_BAD;
    }
}

static pn_head_result_e refuse_byte(pn_head_parser_t *parser, const char *data,
                                    size_t at)
{
    size_t start = parser->line_at;

    if (parser->state == STATE_START) {
        parser->head.line = span(start, at - start);
    }
    return refuse(parser, 400,
                  data[at] == '\n' ? "a line ends in a bare LF"
                  : data[at] == '\r' ? "a CR without an LF"
                                     : "a control byte",
                  start, at - start + 1);
}

pn_head_result_e pn_head_parse(pn_head_parser_t *parser, char *data,
                               size_t len, const pn_head_limits_t *limits)
{
    pn_head_result_e result = PN_HEAD_MORE;

    while (result == PN_HEAD_MORE) {
        size_t at = pn_head_find_control(data, parser->scanned, len);
        uint32_t limit = parser->state == STATE_START ? limits->line_bytes
                                                      : limits->field_bytes;

        parser->scanned = at;
        if (limit && at - parser->line_at > limit) {
            return refuse_long_line(parser, data, limit);
        }
        if (at == len) {
            return PN_HEAD_MORE;
        }
        switch (judge_control(parser, data, at, len, limits->is_unsafe)) {
        case BYTE_BAD:
            return refuse_byte(parser, data, at);
        case BYTE_NEEDS_MORE:
            return PN_HEAD_MORE;
        case BYTE_PLAIN:
            parser->scanned = at + 1;
            break;
        case BYTE_LINE_END:
            parser->scanned = at + (data[at] == '\r' ? 2 : 1);
            parser->head.head_len = parser->scanned;
            result = take_line(parser, data, at, limits);
            parser->line_at = parser->scanned;
            break;
        }
    }
    return result;
}

void pn_head_reset(pn_head_parser_t *parser)
{
    pn_field_t *fields = parser->head.fields;
    uint32_t room = parser->fields_room;

    memset(parser, 0, sizeof(*parser));
    parser->head.fields = fields;
    parser->fields_room = room;
}

void pn_head_free(pn_head_parser_t *parser)
{
    free(parser->head.fields);
    parser->head.fields = NULL;
    parser->fields_room = 0;
    pn_head_reset(parser);
}
