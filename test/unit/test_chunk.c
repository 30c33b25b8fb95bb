/* SPDX-License-Identifier: Apache-2.0 */
/* test_chunk.c - chunked bodies: what is taken, what is refused, any split. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/chunk.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

enum { MAX_LINE = 64, MAX_TRAILERS = 3, TEXT_ROOM = 512 };

typedef struct case_t {
    const char *in;
    int status;       /* 0: taken to its end */
    const char *text; /* body, then "|trailer" each */
    size_t rest;      /* bytes behind the end that were left alone */
} case_t;

/* What one decoding gave. */
typedef struct outcome_t {
    pn_chunk_result_e result;
    int status;
    size_t used;
    size_t len;
    char text[TEXT_ROOM];
} outcome_t;

/* The decoder's memory: one block for it, one for a trailer. */
typedef struct arena_t {
    void *blocks[2];
    size_t n;
} arena_t;

static void *arena_alloc(void *ctx, size_t size)
{
    arena_t *arena = ctx;

    assert_true(arena->n < N(arena->blocks));
    arena->blocks[arena->n] = malloc(size);
    return arena->blocks[arena->n++];
}

static void add(outcome_t *out, const char *data, size_t len)
{
    assert_true(out->len + len < TEXT_ROOM);
    memcpy(out->text + out->len, data, len);
    out->len += len;
    out->text[out->len] = '\0';
}

/* Feeds in[from..to) from a block of its own, to catch reading beyond it. */
static bool feed(pn_chunk_t *chunk, const char *in, size_t from, size_t to,
                 outcome_t *out)
{
    size_t len = to - from;
    char *piece = malloc(len + 1);
    size_t at = 0;

    memcpy(piece, in + from, len);
    do {
        const char *data;
        size_t data_len;
        size_t used;

        out->result = pn_chunk_feed(chunk, piece + at, len - at, &used, &data,
                                    &data_len);
        at += used;
        out->used += used;
        if (out->result == PN_CHUNK_TRAILER) {
            add(out, "|", 1);
        }
        if (data) {
            add(out, data, data_len);
        }
    } while (out->result != PN_CHUNK_MORE && out->result != PN_CHUNK_END &&
             out->result != PN_CHUNK_BAD);
    out->status = chunk->status;
    free(piece);
    return out->result == PN_CHUNK_MORE;
}

static outcome_t decode(const char *in, size_t cut, size_t step,
                        bool is_unsafe)
{
    outcome_t out = { .result = PN_CHUNK_MORE };
    arena_t arena = { .n = 0 };
    size_t len = strlen(in);
    pn_chunk_t *chunk = pn_chunk_make(arena_alloc, &arena, MAX_LINE,
                                      MAX_TRAILERS, is_unsafe);

    if (step) {
        for (size_t at = 0; at < len && feed(chunk, in, at, at + 1, &out);
             at++) {
        }
    }
    else if (feed(chunk, in, 0, cut, &out)) {
        feed(chunk, in, cut, len, &out);
    }
    while (arena.n) {
        free(arena.blocks[--arena.n]);
    }
    return out;
}

static void expect_same(const outcome_t *one, const outcome_t *other)
{
    assert_int_equal(one->result, other->result);
    assert_int_equal(one->status, other->status);
    assert_int_equal(one->used, other->used);
    assert_string_equal(one->text, other->text);
}

static void check(const case_t *cases, size_t cases_n, bool is_unsafe)
{
    for (size_t i = 0; i < cases_n; i++) {
        size_t len = strlen(cases[i].in);
        outcome_t whole = decode(cases[i].in, len, 0, is_unsafe);
        outcome_t other;

        if (whole.status != cases[i].status ||
            whole.result != (cases[i].status ? PN_CHUNK_BAD : PN_CHUNK_END)) {
            print_error("case \"%s\": result %d status %d\n", cases[i].in,
                        (int)whole.result, whole.status);
        }
        assert_int_equal(whole.status, cases[i].status);
        assert_int_equal(whole.result,
                         cases[i].status ? PN_CHUNK_BAD : PN_CHUNK_END);
        if (cases[i].text) {
            assert_string_equal(whole.text, cases[i].text);
        }
        if (!cases[i].status) {
            assert_int_equal(len - whole.used, cases[i].rest);
        }
        for (size_t cut = 0; cut < len; cut++) {
            other = decode(cases[i].in, cut, 0, is_unsafe);
            expect_same(&whole, &other);
        }
        other = decode(cases[i].in, 0, 1, is_unsafe);
        expect_same(&whole, &other);
    }
}

#define END "0\r\n\r\n"

static void takes_what_rfc_9112_allows(void **state)
{
    static const case_t cases[] = {
        { END, 0, "", 0 },
        { "3\r\nabc\r\n" END, 0, "abc", 0 },
        { "3\r\nabc\r\n" END "GET / HTTP/1.1\r\n", 0, "abc", 16 },
        { "a\r\n0123456789\r\nA\r\n0123456789\r\n" END, 0,
          "01234567890123456789", 0 },
        { "3 \r\nabc\r\n" END, 0, "abc", 0 },
        { "3\t\r\nabc\r\n" END, 0, "abc", 0 },
        { "3;a=b\r\nabc\r\n0;x\r\n\r\n", 0, "abc", 0 },
        { "3 ; a = \"b;c\"\r\nabc\r\n" END, 0, "abc", 0 },
        { "000000000000000003\r\nabc\r\n" END, 0, "abc", 0 },
        { "3\r\n\r\n\r\r\n" END, 0, "\r\n\r", 0 },
        { "3\r\nabc\r\n0\r\nX: a\r\nY:\r\n\r\n", 0, "abc|X: a|Y:", 0 },
        { "0\r\nTransfer-Encoding: chunked\r\n\r\nG", 0,
          "|Transfer-Encoding: chunked", 1 },
    };

    check(cases, N(cases), false);
}

static void refuses_what_two_servers_could_read_differently(void **state)
{
    static const case_t cases[] = {
        { "0x3\r\nabc\r\n" END, 400, "", 0 },
        { "+3\r\nabc\r\n" END, 400, "", 0 },
        { "-3\r\nabc\r\n" END, 400, "", 0 },
        { " 3\r\nabc\r\n" END, 400, "", 0 },
        { "3 x\r\nabc\r\n" END, 400, "", 0 },
        { "3 3\r\nabc\r\n" END, 400, "", 0 },
        { "\r\nabc\r\n" END, 400, "", 0 },
        { ";a\r\nabc\r\n" END, 400, "", 0 },
        { "g\r\nabc\r\n" END, 400, "", 0 },
        { "3g\r\nabc\r\n" END, 400, "", 0 },
        { "3\r\nabcd\r\n" END, 400, "abc", 0 },
        { "3\r\nabc" END, 400, "abc", 0 },
        { "3\nabc\r\n" END, 400, "", 0 },
        { "3\rabc\r\n" END, 400, "", 0 },
        { "3\r\nabc\n" END, 400, "abc", 0 },
        { "3\r\nabc\r" END, 400, "abc", 0 },
        { "3;a\nb\r\nabc\r\n" END, 400, "", 0 },
        { "3;a\rb\r\nabc\r\n" END, 400, "", 0 },
        { "3;\x01\r\nabc\r\n" END, 400, "", 0 },
        { "0\r\n\n", 400, "", 0 },
        { "0\r\n\rx", 400, "", 0 },
        { "0\r\nX a\r\n\r\n", 400, "", 0 },
        { "0\r\nX : a\r\n\r\n", 400, "", 0 },
        { "0\r\n: a\r\n\r\n", 400, "", 0 },
        { "0\r\nX: \x01\r\n\r\n", 400, "", 0 },
        { "0\r\nX: a\r\n b\r\n\r\n", 400, "|X: a", 0 },
        { "0\r\nX: a\n\r\n", 400, "", 0 },
    };

    check(cases, N(cases), false);
}

static void refuses_what_is_too_large(void **state)
{
#define LONG "0123456789012345678901234567890123456789012345678901234567890"
    static const case_t cases[] = {
        { "FFFFFFFFFFFFFFFFF\r\nabc", 413, "", 0 },
        { "8000000000000000\r\nabc", 413, "", 0 },
        { "3;" LONG "1\r\nabc\r\n" END, 0, "abc", 0 },
        { "3;" LONG "12\r\nabc\r\n" END, 413, "", 0 },
        { "3" LONG LONG, 413, "", 0 },
        { "0000000000000000000000000000000000000000000000000000000000000000"
          "3\r\n", 413, "", 0 },
        { "0\r\nX: " LONG "\r\n\r\n", 0, "|X: " LONG, 0 },
        { "0\r\nX: " LONG "1\r\n\r\n", 400, "", 0 },
        { "0\r\nA:\r\nB:\r\nC:\r\nD:\r\n\r\n", 400, "|A:|B:|C:", 0 },
    };

    check(cases, N(cases), false);
}

static void takes_bare_lf_when_unsafe(void **state)
{
    static const case_t cases[] = {
        { "3\nabc\n0\nX: a\n\nG", 0, "abc|X: a", 1 },
        { "3;a\nabc\r\n0\n\n", 0, "abc", 0 },
        { "3\rabc\n0\n\n", 400, "", 0 },
        { "0x3\nabc\n0\n\n", 400, "", 0 },
    };

    check(cases, N(cases), true);
}

static void counts_to_the_largest_size(void **state)
{
    outcome_t out = decode("7fffffffffffffff\r\nabc", 21, 0, false);

    assert_int_equal(out.result, PN_CHUNK_MORE);
    assert_string_equal(out.text, "abc");
}

static void stays_at_its_end(void **state)
{
    arena_t arena = { .n = 0 };
    pn_chunk_t *chunk = pn_chunk_make(arena_alloc, &arena, MAX_LINE,
                                      MAX_TRAILERS, false);
    const char *data;
    size_t data_len;
    size_t used;

    assert_int_equal(pn_chunk_feed(chunk, END, 5, &used, &data, &data_len),
                     PN_CHUNK_END);
    assert_int_equal(pn_chunk_feed(chunk, END, 5, &used, &data, &data_len),
                     PN_CHUNK_END);
    assert_int_equal(used, 0);
    free(arena.blocks[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_rfc_9112_allows),
        cmocka_unit_test(refuses_what_two_servers_could_read_differently),
        cmocka_unit_test(refuses_what_is_too_large),
        cmocka_unit_test(takes_bare_lf_when_unsafe),
        cmocka_unit_test(counts_to_the_largest_size),
        cmocka_unit_test(stays_at_its_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
