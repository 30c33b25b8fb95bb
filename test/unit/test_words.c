/* SPDX-License-Identifier: Apache-2.0 */
/* test_words.c - words off the front of a string. Measured on Apache 2.4.71,
 * like all tables of these tests that say nothing else. */

#include "util_test.h"

typedef char *getword_fn_t(apr_pool_t *, const char **);

typedef struct row_t {
    const char *line;
    const char *word;
    const char *rest;
} row_t;

static void check(getword_fn_t *getword, const row_t *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *line = rows[i].line;

        assert_text(i, getword(pool, &line), rows[i].word);
        assert_text(i, line, rows[i].rest);
    }
}

static char *by_comma(apr_pool_t *p, const char **line)
{
    return ap_getword(p, line, ',');
}

static char *by_comma_nulls(apr_pool_t *p, const char **line)
{
    return ap_getword_nulls(p, line, ',');
}

static char *by_white(apr_pool_t *p, const char **line)
{
    return ap_getword_white(p, line);
}

static char *by_conf(apr_pool_t *p, const char **line)
{
    return ap_getword_conf(p, line);
}

static char *by_conf2(apr_pool_t *p, const char **line)
{
    return ap_getword_conf2(p, line);
}

static void a_stop_character_ends_a_word_and_its_repeats_are_skipped(void **s)
{
    static const row_t rows[] = {
        { "a,,b", "a", "b" },  { "", "", "" },         { ",a", "", "a" },
        { "a,", "a", "" },     { ",,", "", "" },       { "a", "a", "" },
        { "a, b", "a", " b" }, { ",,a,b", "", "a,b" },
    };

    check(by_comma, rows, N(rows));
}

static void nulls_keeps_empty_words(void **s)
{
    static const row_t rows[] = {
        { "a,,b", "a", ",b" }, { "", "", "" },    { ",a", "", "a" },
        { "a,", "a", "" },     { ",,", "", "," }, { "a", "a", "" },
    };

    check(by_comma_nulls, rows, N(rows));
}

static void white_space_separates_words(void **s)
{
    static const row_t rows[] = {
        { "a b c", "a", "b c" },
        { "  a b", "", "a b" },
        { "", "", "" },
        { "   ", "", "" },
        { "\ta\n b", "", "a\n b" },
        { "a", "a", "" },
        { "a \t\r\n b", "a", "b" },
    };

    check(by_white, rows, N(rows));
}

static void quotes_keep_a_configuration_word_together(void **s)
{
    static const row_t rows[] = {
        { "a b", "a", "b" },
        { "\"a b\" c", "a b", "c" },
        { "'a b'  c", "a b", "c" },
        { "\"a\\\"b\" c", "a\"b", "c" },
        { "'a\\'b' c", "a'b", "c" },
        { "\"a\\\\b\" x", "a\\b", "x" },
        { "\"a", "a", "" },
        { "a\"b c\" d", "a\"b", "c\" d" },
        { "", "", "" },
        { "  ", "", "" },
        { "\"\" x", "", "x" },
        { "\"a\"b", "a", "b" },
        { "\"a\\nb\" z", "a\\nb", "z" },
        { "'a\"b' x", "a\"b", "x" },
        { "\\a b", "\\a", "b" },
        { "\"a\\", "a\\", "" },
        { "a\\ b", "a\\", "b" },
        { "\"a\\\\\" b", "a\\", "b" },
        { "'a\\\\' b", "a\\", "b" },
        { "\"a b\"\tc", "a b", "c" },
    };

    check(by_conf, rows, N(rows));
}

static void braces_nest(void **s)
{
    static const row_t rows[] = {
        { "{a b} c", "a b", "c" },
        { "{a {b} c} d", "a {b} c", "d" },
        { "{a", "a", "" },
        { "a b", "a", "b" },
        { "\"a b\" c", "a b", "c" },
        { "{} x", "", "x" },
        { "a{b c}", "a{b", "c}" },
        { "{a}b", "a", "b" },
        { "{\"a}\" b} c", "\"a", "\" b} c" },
        { "  {a} b", "a", "b" },
        { "", "", "" },
        { " { a  b } c", " a  b ", "c" },
        { "a} b", "a}", "b" },
    };

    check(by_conf2, rows, N(rows));
}

static void the_writable_variants_give_the_same(void **s)
{
    char text[] = "\"a b\" {c d} e  f,,g";
    char *line = text;

    assert_text(1, ap_getword_conf_nc(pool, &line), "a b");
    assert_text(2, ap_getword_conf2_nc(pool, &line), "c d");
    assert_text(3, ap_getword_white_nc(pool, &line), "e");
    assert_text(4, ap_getword_nulls_nc(pool, &line, ','), "f");
    assert_text(5, ap_getword_nc(pool, &line, ','), "");
    assert_text(6, line, "g");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_stop_character_ends_a_word_and_its_repeats_are_skipped),
        test(nulls_keeps_empty_words),
        test(white_space_separates_words),
        test(quotes_keep_a_configuration_word_together),
        test(braces_nest),
        test(the_writable_variants_give_the_same),
    };

    return run_all(tests);
}
