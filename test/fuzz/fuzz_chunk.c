/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_chunk.c - chunked bodies: any split gives the same.
 *
 * The first byte says how unsafe the decoding is and where to cut the rest.
 */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/chunk.h"

enum { MAX_LINE = 50, MAX_TRAILERS = 5 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What came out, and the decoder's memory. */
typedef struct outcome_t {
    pn_chunk_result_e result;
    int status;
    size_t used;
    size_t len;
    char *body; /* as long as the input; trailers included */
    void *blocks[2];
    size_t blocks_n;
} outcome_t;

static void must(int holds)
{
    if (!holds) {
        abort();
    }
}

static void *take_block(void *ctx, size_t size)
{
    outcome_t *out = ctx;

    must(out->blocks_n < 2);
    out->blocks[out->blocks_n] = malloc(size);
    return out->blocks[out->blocks_n++];
}

static void feed(pn_chunk_t *chunk, const char *in, size_t len, outcome_t *out)
{
    size_t at = 0;

    do {
        const char *data;
        size_t data_len;
        size_t used;

        out->result = pn_chunk_feed(chunk, in + at, len - at, &used, &data,
                                    &data_len);
        must(used <= len - at);
        at += used;
        if (data) {
            memcpy(out->body + out->len, data, data_len);
            out->len += data_len;
        }
    } while (out->result == PN_CHUNK_DATA || out->result == PN_CHUNK_TRAILER);
    must(out->result != PN_CHUNK_MORE || at == len);
    out->used += at;
}

static void decode(const uint8_t *data, size_t len, size_t step,
                   int is_unsafe, outcome_t *out)
{
    pn_chunk_t *chunk = pn_chunk_make(take_block, out, MAX_LINE, MAX_TRAILERS,
                                      is_unsafe);

    out->result = PN_CHUNK_MORE;
    out->body = malloc(len ? len : 1);
    for (size_t at = 0; at < len && out->result == PN_CHUNK_MORE; at += step) {
        size_t n = len - at < step ? len - at : step;
        char *piece = malloc(n);

        memcpy(piece, data + at, n);
        feed(chunk, piece, n, out);
        free(piece);
    }
    out->status = chunk->status;
    must((out->result == PN_CHUNK_BAD) == (chunk->status != 0));
}

static void drop(outcome_t *out)
{
    while (out->blocks_n) {
        free(out->blocks[--out->blocks_n]);
    }
    free(out->body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    outcome_t whole = { .used = 0 };
    outcome_t split = { .used = 0 };
    int is_unsafe;

    if (size < 1) {
        return 0;
    }
    is_unsafe = data[0] & 1;
    decode(data + 1, size - 1, size, is_unsafe, &whole);
    decode(data + 1, size - 1, 1 + (data[0] >> 1), is_unsafe, &split);
    must(whole.result == split.result && whole.status == split.status);
    must(whole.used == split.used && whole.len == split.len);
    must(memcmp(whole.body, split.body, whole.len) == 0);
    drop(&whole);
    drop(&split);
    return 0;
}
