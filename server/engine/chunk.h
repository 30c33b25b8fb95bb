/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chunk.h - the chunked transfer coding (RFC 9112 7.1), decoded in place.
 *
 * Strict: what two servers could read differently is refused.
 */
#ifndef PINION_SERVER_ENGINE_CHUNK_H
#define PINION_SERVER_ENGINE_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    PN_CHUNK_MORE,    /* all input used, the body goes on */
    PN_CHUNK_DATA,    /* data, data_len are body; call again with the rest */
    PN_CHUNK_TRAILER, /* data, data_len are one trailer line without its end:
                       * well-formed, see pn_head_field() in head.h */
    PN_CHUNK_END,     /* body and trailers are complete */
    PN_CHUNK_BAD      /* status says what to answer: 400, 413 */
} pn_chunk_result_e;

typedef struct pn_chunk_t {
    int state;
    uint64_t left;     /* bytes of the current chunk still to come */
    uint32_t line_len; /* of the size line or trailer line so far */
    uint32_t trailers_n;
    uint32_t max_line; /* for a size line with extensions, and for a trailer */
    uint32_t max_trailers;
    bool is_unsafe; /* bare LF taken (HttpProtocolOptions Unsafe) */
    int status;
    const char *why;
    void *(*alloc)(void *ctx, size_t size);
    void *alloc_ctx;
    char *line; /* max_line bytes, made when the first trailer arrives */
} pn_chunk_t;

/* Makes a decoder; memory comes from alloc(ctx, size) and is the caller's.
 * alloc may be called again while feeding, once. Returns NULL only when alloc
 * does. */
pn_chunk_t *pn_chunk_make(void *(*alloc)(void *ctx, size_t size), void *ctx,
                          uint32_t max_line, uint32_t max_trailers,
                          bool is_unsafe);

/* Feeds len bytes; *used says how many were taken (data included). Body data
 * points into in; a trailer line is the decoder's until the next call. After
 * PN_CHUNK_END or PN_CHUNK_BAD the result stays the same. */
pn_chunk_result_e pn_chunk_feed(pn_chunk_t *chunk, const char *in, size_t len,
                                size_t *used, const char **data,
                                size_t *data_len);

#endif
