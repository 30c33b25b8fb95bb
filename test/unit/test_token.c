/* SPDX-License-Identifier: Apache-2.0 */
/* test_token.c - tokens, lists, entity tags, lengths; comparing strings. */

#include "util_test.h"

#include "apr_tables.h"

static void old_parameter_reader(void **s)
{
    static const struct {
        const char *line;
        int accept_white;
        const char *token;
        const char *rest;
    } rows[] = {
        { "a, b", 0, "a", ", b" },
        { "a;q=1, b", 0, "a", ";q=1, b" },
        { "\"a,b\", c", 0, "\"a,b\"", ", c" },
        { "", 0, "", "" },
        { " , b", 0, "", ", b" },
        { "a b, c", 0, "a", "b, c" },
        { "a b, c", 1, "a b", ", c" },
        { "  x  ,y", 0, "x", ",y" },
        { "  x  ,y", 1, "x  ", ",y" },
        { "\"a\\\",b\",c", 0, "\"a\\\"", ",b\",c" },
        { "\"a", 0, "\"a", "" },
        { "a\"", 0, "a\"", "" },
    };

    for (size_t i = 0; i < N(rows); i++) {
        const char *line = rows[i].line;

        assert_text(i, ap_get_token(pool, &line, rows[i].accept_white),
                    rows[i].token);
        assert_text(i, line, rows[i].rest);
    }
}

static void list_elements_in_canonical_form(void **s)
{
    static const struct {
        const char *list;
        const char *items[4];
    } rows[] = {
        { "a, b", { "a", "b" } },
        { "\"a,b\", c", { "\"a,b\"", "c" } },
        { "", { NULL } },
        { " , ,b,", { "b" } },
        { "a b, c", { "a b", "c" } },
        { "(a,b)c,d", { "(a,b)c", "d" } },
        { "\"a\\\",b\",c", { "\"a\\\",b\"", "c" } },
        { "x/y; q = 1 ,z", { "x/y;q=1", "z" } },
        { "Foo ; Q = 1 , bar", { "foo;q=1", "bar" } },
        { "TEXT/html;Charset=\"A B\"", { "text/html;charset=\"A B\"" } },
        { "a(x  Y)b , c", { "a(x  Y)b", "c" } },
        { "\"Q q\" ;X", { "\"Q q\";x" } },
        { "\"open", { "\"open" } },
        { "(open", { "(open" } },
        { "a\\", { "a\\" } },
    };

    for (size_t i = 0; i < N(rows); i++) {
        const char *list = rows[i].list;

        for (size_t n = 0; n < N(rows[i].items); n++) {
            const char *item = ap_get_list_item(pool, &list);

            assert_text(i, item, rows[i].items[n]);
            if (!item) {
                break;
            }
        }
    }
}

static void finding_in_lists(void **s)
{
    static const struct {
        const char *line;
        const char *token;
        int token_found;
        int last_found;
        int item_found;
    } rows[] = {
        { "a, b", "b", 1, 1, 1 },
        { "A,B", "b", 1, 1, 1 },
        { "ab", "a", 0, 0, 0 },
        { "clo", "close", 0, 0, 0 }, /* Apache finds the first in it */
        { "a;q=1", "a", 1, 0, 0 },
        { "chunked", "chunked", 1, 1, 1 },
        { "gzip, chunked", "chunked", 1, 1, 1 },
        { "x chunked", "chunked", 1, 1, 0 },
        { "chunked,x", "chunked", 1, 0, 1 },
        { "chunked ", "chunked", 1, 0, 1 },
        { "\"a\"", "a", 1, 0, 0 },
        { "", "a", 0, 0, 0 },
        { "xchunked", "chunked", 0, 0, 0 },
        { "gzip;chunked", "chunked", 1, 0, 0 },
        { NULL, "a", 0, 0, 0 },
    };

    for (size_t i = 0; i < N(rows); i++) {
        assert_number(i, ap_find_token(pool, rows[i].line, rows[i].token),
                      rows[i].token_found);
        assert_number(i, ap_find_last_token(pool, rows[i].line, rows[i].token),
                      rows[i].last_found);
        assert_number(i, ap_find_list_item(pool, rows[i].line, rows[i].token),
                      rows[i].item_found);
    }
}

static void entity_tags_compare_weakly_or_strongly(void **s)
{
    static const struct {
        const char *list;
        const char *tag;
        int weak;
        int strong;
    } rows[] = {
        { "\"a\", \"b\"", "\"b\"", 1, 1 },
        { "W/\"a\"", "\"a\"", 1, 0 },
        { "\"a\"", "W/\"a\"", 1, 0 },
        { "W/\"a\"", "W/\"a\"", 1, 0 },
        { "*", "\"a\"", 0, 0 },
        { "\"A\"", "\"a\"", 0, 0 },
        { "W/\"x\", \"a\"", "\"a\"", 1, 1 }, /* Apache: not strongly */
        { "a", "a", 0, 0 },
        { "w/\"a\"", "\"a\"", 0, 0 },
        { "\"a,b\" ,\"c\"", "\"a,b\"", 1, 1 },
        { "\"a\\\",\"b\"", "\"b\"", 1, 1 }, /* no escapes in a tag */
        { "\"a", "\"a\"", 0, 0 },
        { "", "\"a\"", 0, 0 },
        { NULL, "\"a\"", 0, 0 },
    };

    for (size_t i = 0; i < N(rows); i++) {
        assert_number(i, ap_find_etag_weak(pool, rows[i].list, rows[i].tag),
                      rows[i].weak);
        assert_number(i, ap_find_etag_strong(pool, rows[i].list, rows[i].tag),
                      rows[i].strong);
    }
}

static void strict_token_lists(void **s)
{
    static const struct {
        const char *list;
        int skip_invalid;
        int is_error;
        const char *tokens; /* joined with '|' */
    } rows[] = {
        { "a,b", 0, 0, "a|b" },
        { ",a,,b,", 0, 0, "a|b" },
        { "a b", 0, 1, "" },
        { "a b", 1, 1, "" },
        { "a;q", 0, 1, "" },
        { "a;q,b", 1, 0, "b" },
        { "\"a\"", 0, 1, "" },
        { "\"a\",b", 1, 0, "b" },
        { "", 0, 0, "" },
        { "  ", 0, 0, "" },
        { "a=b,c", 1, 0, "c" },
        { " a ,\tb ", 0, 0, "a|b" },
        { "\xc3\xa9,a", 1, 0, "a" },
    };

    for (size_t i = 0; i < N(rows); i++) {
        apr_array_header_t *tokens = NULL;
        const char *error = ap_parse_token_list_strict(
            pool, rows[i].list, &tokens, rows[i].skip_invalid);

        assert_number(i, error != NULL, rows[i].is_error);
        if (!error) {
            assert_text(i, tokens ? apr_array_pstrcat(pool, tokens, '|') : "",
                        rows[i].tokens);
        }
    }
}

static void lengths_are_digits_only(void **s)
{
    static const struct {
        const char *text;
        int ok;
        apr_off_t length;
    } rows[] = {
        { "0", 1, 0 },
        { "12", 1, 12 },
        { "+1", 0, 0 },
        { "-1", 0, 0 },
        { " 1", 0, 0 },
        { "1 ", 0, 0 },
        { "", 0, 0 },
        { "0x1", 0, 0 },
        { "007", 1, 7 },
        { "9223372036854775807", 1, INT64_MAX },
        { "9223372036854775808", 0, 0 },
        { "1,1", 0, 0 },
    };

    for (size_t i = 0; i < N(rows); i++) {
        apr_off_t length = -7;

        assert_number(i, ap_parse_strict_length(&length, rows[i].text),
                      rows[i].ok);
        if (rows[i].ok) {
            assert_number(i, length, rows[i].length);
        }
    }
}

static void scanning_stops_at_the_first_other_byte(void **s)
{
    assert_text(0, ap_scan_http_token("ab-c:d"), ":d");
    assert_text(1, ap_scan_http_field_content("a b\t\xe9\r\n"), "\r\n");
    assert_text(2, ap_scan_vchar_obstext("a\xe9 b"), " b");
    assert_text(3, ap_scan_http_field_content("a\x7f"), "\x7f");
}

static void types_without_parameters(void **s)
{
    char type[] = "A/B;Foo=\"X;Y\";Bar=Z";

    assert_text(0, ap_field_noparam(pool, "text/html ; x=y"), "text/html");
    assert_text(1, ap_field_noparam(pool, " a"), " a");
    assert_text(2, ap_field_noparam(pool, ""), "");
    assert_text(3, ap_field_noparam(pool, NULL), NULL);
    ap_content_type_tolower(type);
    assert_string_equal(type, "a/b;Foo=\"X;Y\";Bar=Z");
}

/* --- match.c ------------------------------------------------------------- */

static void wild_cards(void **s)
{
    static const struct {
        const char *text;
        const char *pattern;
        int is_match;
    } rows[] = {
        { "abc", "a*", 1 },      { "abc", "b*", 0 },  { "a", "abc", 0 },
        { "", "*", 1 },          { "a", "?", 1 },     { "", "?", 0 },
        { "", "", 1 },           { "abc", "*c", 1 },  { "abcbc", "a*bc", 1 },
        { "abcbd", "a*bc", 0 },  { "a*c", "a*c", 1 }, { "abc", "A*", 0 },
        { "aXbXc", "a*X*c", 1 }, { "abc", "***", 1 },
    };

    for (size_t i = 0; i < N(rows); i++) {
        assert_number(i, ap_strcmp_match(rows[i].text, rows[i].pattern) == 0,
                      rows[i].is_match);
    }
    assert_int_equal(ap_strcasecmp_match("abc", "A*C"), 0);
    assert_true(ap_is_matchexp("a?"));
    assert_false(ap_is_matchexp("a."));
}

static void many_stars_do_not_explode(void **s)
{
    char text[4096];

    memset(text, 'a', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    assert_int_not_equal(
        ap_strcmp_match(text, "*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b"), 0);
}

static void secrets_compare_in_constant_time(void **s)
{
    assert_true(ap_streq_timingsafe("secret", "secret"));
    assert_false(ap_streq_timingsafe("secret", "secreT"));
    assert_false(ap_streq_timingsafe("secret", "secre"));
    assert_false(ap_streq_timingsafe("secre", "secret"));
    assert_false(ap_streq_timingsafe("", "a"));
    assert_false(ap_streq_timingsafe("a", ""));
    assert_true(ap_streq_timingsafe("", ""));
    assert_true(ap_strneq_timingsafe("abcX", "abcY", 3));
    assert_false(ap_strneq_timingsafe("ab", "abc", 3));
    assert_true(ap_memeq_timingsafe("a\0b", "a\0b", 3));
    assert_false(ap_memeq_timingsafe("a\0b", "a\0c", 3));
    assert_true(ap_memeq_timingsafe("a", "b", 0));
}

static void strings_in_strings(void **s)
{
    apr_array_header_t *array = apr_array_make(pool, 2, sizeof(char *));
    const char *const names[] = { "a", "b", "a" };
    char text[] = "AbC";

    for (size_t i = 0; i < N(names); i++) {
        APR_ARRAY_PUSH(array, const char *) = names[i];
    }
    assert_int_equal(ap_array_str_index(array, "a", 0), 0);
    assert_int_equal(ap_array_str_index(array, "a", 1), 2);
    assert_int_equal(ap_array_str_index(array, "a", -1), -1);
    assert_int_equal(ap_array_str_index(array, "c", 0), -1);
    assert_true(ap_array_str_contains(array, "b"));
    assert_text(0, ap_strcasestr("Hello World", "WOR"), "World");
    assert_text(1, ap_strcasestr("abc", ""), "abc");
    assert_text(2, ap_strcasestr("abc", "abcd"), NULL);
    assert_text(3, ap_stripprefix("foobar", "foo"), "bar");
    assert_text(4, ap_stripprefix("fo", "foo"), "fo");
    assert_int_equal(ap_ind("abc", 'c'), 2);
    assert_int_equal(ap_ind("abc", 'z'), -1);
    assert_int_equal(ap_rind("aba", 'a'), 2);
    ap_str_tolower(text);
    assert_string_equal(text, "abc");
    ap_str_toupper(text);
    assert_string_equal(text, "ABC");
    assert_int_equal(ap_cstr_casecmp("ABC", "abc"), 0);
    assert_int_equal(ap_cstr_casecmpn("ABx", "aby", 2), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(old_parameter_reader),
        test(list_elements_in_canonical_form),
        test(finding_in_lists),
        test(entity_tags_compare_weakly_or_strongly),
        test(strict_token_lists),
        test(lengths_are_digits_only),
        test(scanning_stops_at_the_first_other_byte),
        test(types_without_parameters),
        test(wild_cards),
        test(many_stars_do_not_explode),
        test(secrets_compare_in_constant_time),
        test(strings_in_strings),
    };

    return run_all(tests);
}
