/* SPDX-License-Identifier: Apache-2.0 */
/* test_head.c - request heads: what is taken, what is refused, in any split. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/head.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

enum { TEXT_ROOM = 512 };

static const pn_head_limits_t strict = {
    .line_bytes = 100, .field_bytes = 60, .fields_n = 5, .allows_http09 = true,
};
static const pn_head_limits_t unsafe = {
    .line_bytes = 100, .field_bytes = 60, .fields_n = 5, .allows_http09 = true,
    .is_unsafe = true,
};

typedef struct case_t {
    const char *in;
    int status;       /* 0: taken */
    const char *says; /* what was understood, see print_head() */
} case_t;

static void add(char *to, const char *data, pn_span_t span)
{
    size_t have = strlen(to);

    assert_true(have + span.len < TEXT_ROOM);
    memcpy(to + have, data + span.off, span.len);
    to[have + span.len] = '\0';
}

static void add_text(char *to, const char *text)
{
    add(to, text, (pn_span_t){ 0, (uint32_t)strlen(text) });
}

/* "METHOD|target|version|name=value|..." */
static void print_head(const pn_head_t *head, const char *data, char *to)
{
    char version[16];

    *to = '\0';
    snprintf(version, sizeof(version), "|%d", head->version);
    add(to, data, head->method);
    add_text(to, "|");
    add(to, data, head->target);
    add_text(to, version);
    for (uint32_t i = 0; i < head->fields_n; i++) {
        add_text(to, "|");
        add(to, data, head->fields[i].name);
        add_text(to, "=");
        add(to, data, head->fields[i].value);
    }
}

/* Parses in with the pieces that end at each of the cuts. */
static pn_head_result_e parse(pn_head_parser_t *parser, char *data, size_t len,
                              const size_t *cuts, size_t cuts_n,
                              const pn_head_limits_t *limits)
{
    pn_head_result_e result = PN_HEAD_MORE;

    for (size_t i = 0; i < cuts_n && result == PN_HEAD_MORE; i++) {
        result = pn_head_parse(parser, data, cuts[i], limits);
    }
    return result == PN_HEAD_MORE ? pn_head_parse(parser, data, len, limits)
                                  : result;
}

static void expect_same(const pn_head_t *one, const pn_head_t *other)
{
    assert_int_equal(one->status, other->status);
    assert_int_equal(one->version, other->version);
    assert_int_equal(one->head_len, other->head_len);
    assert_ptr_equal(one->why, other->why);
    assert_memory_equal(&one->line, &other->line, sizeof(one->line));
    assert_memory_equal(&one->bad, &other->bad, sizeof(one->bad));
    assert_int_equal(one->fields_n, other->fields_n);
    if (one->fields_n) {
        assert_memory_equal(one->fields, other->fields,
                            one->fields_n * sizeof(one->fields[0]));
    }
}

/* Whole, in every pair of pieces, and byte by byte. */
static void check_splits(const char *in, size_t len,
                         const pn_head_limits_t *limits)
{
    pn_head_parser_t whole = { .state = 0 };
    pn_head_parser_t split = { .state = 0 };
    char *data = malloc(len);
    size_t *each = malloc(len * sizeof(*each));
    pn_head_result_e expected;

    memcpy(data, in, len);
    expected = parse(&whole, data, len, NULL, 0, limits);
    for (size_t cut = 0; cut <= len; cut++) {
        memcpy(data, in, len);
        pn_head_reset(&split);
        assert_int_equal(parse(&split, data, len, &cut, 1, limits), expected);
        expect_same(&split.head, &whole.head);
    }
    for (size_t i = 0; i < len; i++) {
        each[i] = i + 1;
    }
    memcpy(data, in, len);
    pn_head_reset(&split);
    assert_int_equal(parse(&split, data, len, each, len, limits), expected);
    expect_same(&split.head, &whole.head);
    pn_head_free(&whole);
    pn_head_free(&split);
    free(each);
    free(data);
}

static void check(const case_t *cases, size_t cases_n,
                  const pn_head_limits_t *limits)
{
    for (size_t i = 0; i < cases_n; i++) {
        pn_head_parser_t parser = { .state = 0 };
        size_t len = strlen(cases[i].in);
        char *data = strdup(cases[i].in);
        char text[TEXT_ROOM];
        pn_head_result_e result;

        /* 0x1f stands for NUL, so that the table can have one. */
        for (char *bar = strchr(data, '\x1f'); bar; bar = strchr(bar, '\x1f')) {
            *bar = '\0';
        }
        check_splits(data, len, limits);
        result = parse(&parser, data, len, NULL, 0, limits);
        if (result != (cases[i].status ? PN_HEAD_BAD : PN_HEAD_DONE) ||
            parser.head.status != cases[i].status) {
            print_error("case %zu \"%s\": %d %s\n", i, cases[i].in,
                        parser.head.status, parser.head.why);
        }
        assert_int_equal(result,
                         cases[i].status ? PN_HEAD_BAD : PN_HEAD_DONE);
        assert_int_equal(parser.head.status, cases[i].status);
        if (cases[i].says) {
            print_head(&parser.head, data, text);
            assert_string_equal(text, cases[i].says);
        }
        pn_head_free(&parser);
        free(data);
    }
}

#define GET "GET / HTTP/1.1\r\n"

static void takes_what_rfc_9112_allows(void **state)
{
    static const case_t cases[] = {
        { GET "\r\n", 0, "GET|/|1001" },
        { "\r\n\r\n" GET "Host: a\r\n\r\n", 0, "GET|/|1001|Host=a" },
        { GET "Host:a\r\nX:\r\n\r\n", 0, "GET|/|1001|Host=a|X=" },
        { GET "X: \t a b\t \r\n\r\n", 0, "GET|/|1001|X=a b" },
        { GET "X: \xe9\xff\r\n\r\n", 0, "GET|/|1001|X=\xe9\xff" },
        { "POST /a?b%20c HTTP/1.0\r\n!#$%&'*+-.^_`|~0aZ: x:y\r\n\r\n", 0,
          "POST|/a?b%20c|1000|!#$%&'*+-.^_`|~0aZ=x:y" },
        { "OPTIONS * HTTP/1.1\r\n\r\n", 0, "OPTIONS|*|1001" },
        { "m-x http://h/\xc3\xa9 HTTP/1.9\r\n\r\n", 0,
          "m-x|http://h/\xc3\xa9|1009" },
        { "GET /\r\n", 0, "GET|/|9" },
        { "GET / \r\n", 0, "GET|/|9" },
        { GET "A: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\nE: 5\r\n\r\nmore", 0,
          "GET|/|1001|A=1|B=2|C=3|D=4|E=5" },
    };

    check(cases, N(cases), &strict);
}

static void refuses_what_two_servers_could_read_differently(void **state)
{
    static const case_t cases[] = {
        { " GET / HTTP/1.1\r\n\r\n", 400, "||0" },
        { "GET  / HTTP/1.1\r\n\r\n", 400, NULL },
        { "GET\t/ HTTP/1.1\r\n\r\n", 400, NULL },
        { "GET /\tHTTP/1.1\r\n\r\n", 400, NULL },
        { "GET / HTTP/1.1 \r\n\r\n", 400, NULL },
        { "GET /a b HTTP/1.1\r\n\r\n", 400, "GET|/a|0" },
        { "GET / http/1.1\r\n\r\n", 400, NULL },
        { "GET / HTTP/1.10\r\n\r\n", 400, NULL },
        { "GET / HTTP/11\r\n\r\n", 400, NULL },
        { "GET / HTTP/0.9\r\n\r\n", 400, NULL },
        { "GET HTTP/1.1\r\n\r\n", 400, NULL }, /* no target, not HTTP/0.9 */
        { "GET / HTTP/2.0\r\n\r\n", 505, "GET|/|2000" },
        { "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, NULL },
        { "HEAD /\r\n", 400, NULL },
        { "GET HTTP/1.1\r\nHost: a\r\n\r\n", 400, "GET|HTTP/1.1|0" },
        { "GET\r\n\r\n", 400, NULL },
        { "GET \r\n\r\n", 400, NULL },
        { "G(T / HTTP/1.1\r\n\r\n", 400, NULL },
        { "G\xe9T / HTTP/1.1\r\n\r\n", 400, NULL },
        { "GET /\x01 HTTP/1.1\r\n\r\n", 400, NULL },
        { "GET /\x7f HTTP/1.1\r\n\r\n", 400, NULL },
        { "GET /\x1f HTTP/1.1\r\n\r\n", 400, NULL },
        { "\x16\x03\x01", 400, NULL },
        { "GET / HTTP/1.1\nHost: a\n\n", 400, NULL },
        { GET "Host: a\n\r\n", 400, "GET|/|1001" },
        { GET "Host: a\r\n\n", 400, NULL },
        { GET "X: a\rb\r\n\r\n", 400, NULL },
        { GET "X: a\r\r\n\r\n", 400, NULL },
        { GET "\rX: a\r\n\r\n", 400, NULL },
        { GET "X: \x1f\r\n\r\n", 400, NULL },
        { GET "X: \x01\r\n\r\n", 400, NULL },
        { GET "X: \x7f\r\n\r\n", 400, NULL },
        { GET "X: a\r\n b\r\n\r\n", 400, NULL },
        { GET "X: a\r\n\tTransfer-Encoding: chunked\r\n\r\n", 400, NULL },
        { GET " X: a\r\n\r\n", 400, NULL },
        { GET "Content-Length : 3\r\n\r\n", 400, NULL },
        { GET "Transfer-Encoding\t: chunked\r\n\r\n", 400, NULL },
        { GET ": b\r\n\r\n", 400, NULL },
        { GET "foo\r\n\r\n", 400, NULL },
        { GET "a b: c\r\n\r\n", 400, NULL },
        { GET "X(: c\r\n\r\n", 400, NULL },
        { GET "X\xe9: c\r\n\r\n", 400, NULL },
    };

    check(cases, N(cases), &strict);
}

static void refuses_what_is_too_large(void **state)
{
#define TEN "0123456789"
#define FIFTY TEN TEN TEN TEN TEN
    static const case_t cases[] = {
        /* The request line may have 100 bytes, a field 60. */
        { "GET /" FIFTY TEN TEN TEN "123456 HTTP/1.1\r\n\r\n", 0, NULL },
        { "GET /" FIFTY TEN TEN TEN "1234567 HTTP/1.1\r\n\r\n", 414, NULL },
        { "GET /" FIFTY FIFTY FIFTY, 414, NULL },
        { "GET /" FIFTY FIFTY FIFTY "\x01", 414, NULL },
        { GET "X: " FIFTY "1234567\r\n\r\n", 0, NULL },
        { GET "X: " FIFTY "12345678\r\n\r\n", 431, NULL },
        { GET FIFTY TEN "12345", 431, NULL },
        { GET "A:\r\nA:\r\nA:\r\nA:\r\nA:\r\nA:\r\n\r\n", 400, NULL },
    };

    check(cases, N(cases), &strict);
}

static void takes_old_forms_when_unsafe(void **state)
{
    static const case_t cases[] = {
        { "GET / HTTP/1.1\nHost: a\n\n", 0, "GET|/|1001|Host=a" },
        { "GET   /  http/1.1  \r\n\r\n", 0, "GET|/|1001" },
        { "G(T / HTTP/1.1\r\n\r\n", 0, "G(T|/|1001" },
        { "HEAD /\r\n", 0, "HEAD|/|9" },
        { GET "X(: \x01\x7f\r\n\r\n", 0, "GET|/|1001|X(=\x01\x7f" },
        { GET "X: a \r\n b\r\n\t c \r\n\r\n", 0, "GET|/|1001|X=a    b  \t c" },
        { GET "X:\r\n b\r\n\r\n", 0, "GET|/|1001|X=b" },
        { GET "X: a\r\n \r\n\r\n", 0, "GET|/|1001|X=a" },
        { " GET / HTTP/1.1\r\n\r\n", 400, NULL },
        { "GET\t/ HTTP/1.1\r\n\r\n", 400, NULL },
        { "GET /\x01 HTTP/1.1\r\n\r\n", 400, NULL },
        { GET " X: a\r\n\r\n", 400, NULL },
        { GET "X : a\r\n\r\n", 400, NULL },
        { GET ": a\r\n\r\n", 400, NULL },
        { GET "X: a\rb\r\n\r\n", 400, NULL },
        { GET "X: \x1f\r\n\r\n", 400, NULL },
        { GET "X: 0123456789012345678901234567890123456789\r\n"
              " 0123456789012345678901234567890123456789\r\n\r\n", 431, NULL },
    };

    check(cases, N(cases), &unsafe);
}

static void asks_for_more_until_the_empty_line(void **state)
{
    static const char in[] = GET "Host: a\r\nX: y\r\n\r\n";
    pn_head_parser_t parser = { .state = 0 };
    char data[sizeof(in)];

    memcpy(data, in, sizeof(in));
    for (size_t len = 0; len < sizeof(in) - 1; len++) {
        assert_int_equal(pn_head_parse(&parser, data, len, &strict),
                         PN_HEAD_MORE);
    }
    assert_int_equal(pn_head_parse(&parser, data, sizeof(in) - 1, &strict),
                     PN_HEAD_DONE);
    assert_int_equal(parser.head.head_len, sizeof(in) - 1);
    pn_head_free(&parser);
}

static void refuses_http09_unless_allowed(void **state)
{
    static const pn_head_limits_t no_09 = { .line_bytes = 100 };
    static const case_t cases[] = { { "GET /\r\n", 400, NULL } };

    check(cases, N(cases), &no_09);
}

static void has_no_limit_on_fields_when_told_so(void **state)
{
    static const pn_head_limits_t none = { .line_bytes = 0 };
    pn_head_parser_t parser = { .state = 0 };
    size_t len = sizeof(GET) - 1;
    char *data = malloc(len + 500 * 6 + 2);

    memcpy(data, GET, len);
    for (int i = 0; i < 500; i++) {
        memcpy(data + len, "A: b\r\n", 6);
        len += 6;
    }
    memcpy(data + len, "\r\n", 2);
    len += 2;
    assert_int_equal(pn_head_parse(&parser, data, len, &none), PN_HEAD_DONE);
    assert_int_equal(parser.head.fields_n, 500);
    pn_head_free(&parser);
    free(data);
}

static void bounds_empty_lines_before_a_request(void **state)
{
    pn_head_parser_t parser = { .state = 0 };
    char data[4000];

    for (size_t i = 0; i < sizeof(data); i += 2) {
        memcpy(data + i, "\r\n", 2);
    }
    assert_int_equal(pn_head_parse(&parser, data, sizeof(data), &strict),
                     PN_HEAD_BAD);
    assert_int_equal(parser.head.status, 400);
    pn_head_free(&parser);
}

static void finds_control_bytes_at_every_offset(void **state)
{
    char data[40];

    for (size_t at = 0; at < sizeof(data); at++) {
        for (int ch = 0; ch < 256; ch++) {
            bool is_bad = (ch < 0x20 && ch != '\t') || ch == 0x7f;

            memset(data, 0x80, sizeof(data));
            data[at] = (char)ch;
            assert_int_equal(pn_head_find_control(data, 0, sizeof(data)),
                             is_bad ? at : sizeof(data));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_rfc_9112_allows),
        cmocka_unit_test(refuses_what_two_servers_could_read_differently),
        cmocka_unit_test(refuses_what_is_too_large),
        cmocka_unit_test(takes_old_forms_when_unsafe),
        cmocka_unit_test(asks_for_more_until_the_empty_line),
        cmocka_unit_test(refuses_http09_unless_allowed),
        cmocka_unit_test(has_no_limit_on_fields_when_told_so),
        cmocka_unit_test(bounds_empty_lines_before_a_request),
        cmocka_unit_test(finds_control_bytes_at_every_offset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
