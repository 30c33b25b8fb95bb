/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chunk.c - the chunked transfer coding (RFC 9112 7.1), decoded in place.
 *
 * A byte machine for the lines between the data: one function a state, each
 * takes one byte and says what it led to. Data itself is passed on in spans.
 */

#include "engine/chunk.h"

#include "engine/head.h"

typedef enum {
    STATE_SIZE_FIRST, /* the first digit of a size */
    STATE_SIZE,       /* more digits */
    STATE_SIZE_BLANK, /* white space behind the size */
    STATE_EXTENSION,  /* behind ";" */
    STATE_SIZE_LF,    /* CR seen at the end of the size line */
    STATE_DATA,
    STATE_DATA_END, /* CR LF behind the data */
    STATE_DATA_LF,
    STATE_TRAILER,
    STATE_TRAILER_LF,
    STATE_END, /* from here on nothing more is taken */
    STATE_BAD
} chunk_state_e;

static pn_chunk_result_e refuse(pn_chunk_t *chunk, int status, const char *why)
{
    chunk->state = STATE_BAD;
    chunk->status = status;
    chunk->why = why;
    return PN_CHUNK_BAD;
}

static int hex_value(unsigned char ch)
{
    if (ch >= '0' && ch <= '9') {
        return ch - '0';
    }
    ch |= 0x20;
    return ch >= 'a' && ch <= 'f' ? ch - 'a' + 10 : -1;
}

static bool is_control(unsigned char ch)
{
    return (ch < 0x20 && ch != '\t') || ch == 0x7f;
}

/* A size line may be as long as a field: extensions, and leading zeros. */
static pn_chunk_result_e count_size_byte(pn_chunk_t *chunk)
{
    if (chunk->line_len == chunk->max_line) {
        return refuse(chunk, 413, "a chunk size line is too long");
    }
    chunk->line_len++;
    return PN_CHUNK_MORE;
}

static pn_chunk_result_e end_size_line(pn_chunk_t *chunk)
{
    chunk->line_len = 0;
    chunk->state = chunk->left ? STATE_DATA : STATE_TRAILER;
    return PN_CHUNK_MORE;
}

/* The byte behind a size, its white space or an extension. */
static pn_chunk_result_e leave_size(pn_chunk_t *chunk, unsigned char ch)
{
    switch (ch) {
    case '\r':
        chunk->state = STATE_SIZE_LF;
        return PN_CHUNK_MORE;
    case '\n':
        if (chunk->is_unsafe) {
            return end_size_line(chunk);
        }
        return refuse(chunk, 400, "a chunk size line ends in a bare LF");
    case ' ':
    case '\t':
        chunk->state = STATE_SIZE_BLANK;
        return count_size_byte(chunk);
    case ';':
        chunk->state = STATE_EXTENSION;
        return count_size_byte(chunk);
    default:
        return refuse(chunk, 400, "a chunk size is not a hexadecimal number");
    }
}

static pn_chunk_result_e on_size(pn_chunk_t *chunk, unsigned char ch)
{
    int digit = hex_value(ch);

    if (digit < 0) {
        return leave_size(chunk, ch);
    }
    /* The sum of all chunks must stay countable in a signed 64-bit number. */
    if (chunk->left > (uint64_t)(INT64_MAX >> 4)) {
        return refuse(chunk, 413, "a chunk size is too large");
    }
    chunk->left = chunk->left << 4 | (uint64_t)digit;
    return count_size_byte(chunk);
}

static pn_chunk_result_e on_size_first(pn_chunk_t *chunk, unsigned char ch)
{
    if (hex_value(ch) < 0) {
        return refuse(chunk, 400, "a chunk has no size");
    }
    chunk->left = 0;
    chunk->state = STATE_SIZE;
    return on_size(chunk, ch);
}

static pn_chunk_result_e on_size_blank(pn_chunk_t *chunk, unsigned char ch)
{
    return leave_size(chunk, ch);
}

static pn_chunk_result_e on_extension(pn_chunk_t *chunk, unsigned char ch)
{
    if (is_control(ch)) {
        return leave_size(chunk, ch);
    }
    return count_size_byte(chunk);
}

static pn_chunk_result_e on_size_lf(pn_chunk_t *chunk, unsigned char ch)
{
    return ch == '\n'
        ? end_size_line(chunk)
        : refuse(chunk, 400, "a CR without an LF in a chunk size line");
}

static pn_chunk_result_e on_data_end(pn_chunk_t *chunk, unsigned char ch)
{
    if (ch == '\r') {
        chunk->state = STATE_DATA_LF;
        return PN_CHUNK_MORE;
    }
    if (ch == '\n' && chunk->is_unsafe) {
        chunk->state = STATE_SIZE_FIRST;
        return PN_CHUNK_MORE;
    }
    return refuse(chunk, 400, "no line end behind the data of a chunk");
}

static pn_chunk_result_e on_data_lf(pn_chunk_t *chunk, unsigned char ch)
{
    if (ch != '\n') {
        return refuse(chunk, 400, "no line end behind the data of a chunk");
    }
    chunk->state = STATE_SIZE_FIRST;
    return PN_CHUNK_MORE;
}

static pn_chunk_result_e end_trailer_line(pn_chunk_t *chunk)
{
    pn_field_t field;
    const char *why;

    if (chunk->line_len == 0) {
        chunk->state = STATE_END;
        return PN_CHUNK_END;
    }
    if (++chunk->trailers_n > chunk->max_trailers) {
        return refuse(chunk, 400, "too many trailers");
    }
    why = pn_head_field(chunk->line, chunk->line_len, chunk->is_unsafe, &field);
    if (why) {
        return refuse(chunk, 400, why);
    }
    chunk->state = STATE_TRAILER;
    return PN_CHUNK_TRAILER;
}

static pn_chunk_result_e on_trailer(pn_chunk_t *chunk, unsigned char ch)
{
    if (ch == '\r') {
        chunk->state = STATE_TRAILER_LF;
        return PN_CHUNK_MORE;
    }
    if (ch == '\n' && chunk->is_unsafe) {
        return end_trailer_line(chunk);
    }
    if (is_control(ch)) {
        return refuse(chunk, 400, "a control byte in a trailer");
    }
    if (chunk->line_len == chunk->max_line) {
        return refuse(chunk, 400, "a trailer is too long");
    }
    if (!chunk->line) {
        chunk->line = chunk->alloc(chunk->alloc_ctx, chunk->max_line);
        if (!chunk->line) {
            return refuse(chunk, 503, "no memory for a trailer");
        }
    }
    chunk->line[chunk->line_len++] = (char)ch;
    return PN_CHUNK_MORE;
}

static pn_chunk_result_e on_trailer_lf(pn_chunk_t *chunk, unsigned char ch)
{
    return ch == '\n' ? end_trailer_line(chunk)
                      : refuse(chunk, 400, "a CR without an LF in a trailer");
}

static pn_chunk_result_e (*const steps[])(pn_chunk_t *chunk,
                                          unsigned char ch) = {
    [STATE_SIZE_FIRST] = on_size_first,
    [STATE_SIZE] = on_size,
    [STATE_SIZE_BLANK] = on_size_blank,
    [STATE_EXTENSION] = on_extension,
    [STATE_SIZE_LF] = on_size_lf,
    [STATE_DATA] = NULL, /* data is not looked at */
    [STATE_DATA_END] = on_data_end,
    [STATE_DATA_LF] = on_data_lf,
    [STATE_TRAILER] = on_trailer,
    [STATE_TRAILER_LF] = on_trailer_lf,
};
_Static_assert(sizeof(steps) / sizeof(steps[0]) == STATE_END,
               "every state that takes bytes has a step");

pn_chunk_t *pn_chunk_make(void *(*alloc)(void *ctx, size_t size), void *ctx,
                          uint32_t max_line, uint32_t max_trailers,
                          bool is_unsafe)
{
    pn_chunk_t *chunk = alloc(ctx, sizeof(*chunk));

    if (chunk) {
        *chunk = (pn_chunk_t){
            .state = STATE_SIZE_FIRST,
            .max_line = max_line,
            .max_trailers = max_trailers,
            .is_unsafe = is_unsafe,
            .alloc = alloc,
            .alloc_ctx = ctx,
        };
    }
    return chunk;
}

static size_t take_data(pn_chunk_t *chunk, size_t len)
{
    size_t n = len < chunk->left ? len : (size_t)chunk->left;

    chunk->left -= n;
    if (chunk->left == 0) {
        chunk->state = STATE_DATA_END;
    }
    return n;
}

pn_chunk_result_e pn_chunk_feed(pn_chunk_t *chunk, const char *in, size_t len,
                                size_t *used, const char **data,
                                size_t *data_len)
{
    size_t at = 0;
    pn_chunk_result_e result = PN_CHUNK_MORE;

    *data = NULL;
    *data_len = 0;
    *used = 0;
    if (chunk->state >= STATE_END) {
        return chunk->state == STATE_END ? PN_CHUNK_END : PN_CHUNK_BAD;
    }
    while (at < len && result == PN_CHUNK_MORE) {
        if (chunk->state == STATE_DATA) {
            *data = in + at;
            *data_len = take_data(chunk, len - at);
            *used = at + *data_len;
            return PN_CHUNK_DATA;
        }
        result = steps[chunk->state](chunk, (unsigned char)in[at++]);
    }
    if (result == PN_CHUNK_TRAILER) {
        *data = chunk->line;
        *data_len = chunk->line_len;
        chunk->line_len = 0;
    }
    *used = at;
    return result;
}
