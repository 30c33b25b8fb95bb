/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_expr.c - the expression language. The tables hold what Debian's
 * apache2 2.4.71 answered to the same expressions and the same request; where
 * a line says "ours", it was not asked.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <apr_strings.h>

#include "ap_expr.h"
#include "expr/expr_tree.h"
#include "fake_request.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

enum { REFUSED = -2 };

typedef struct condition_t {
    const char *text;
    int result; /* 1, 0 or REFUSED by the parser */
} condition_t;

static apr_pool_t *pool;
static request_rec *r;

static int set_up(void **state)
{
    apr_initialize();
    apr_pool_create(&pool, NULL);
    r = fake_request(pool);
    apr_table_setn(r->headers_in, "Host", "ref.test");
    apr_table_setn(r->headers_in, "User-Agent", "UA");
    apr_table_setn(r->headers_in, "X-A", "abc/def");
    apr_table_setn(r->headers_in, "X-N", "12");
    apr_table_setn(r->headers_in, "X-Q", "");
    apr_table_setn(r->subprocess_env, "EV", "ev1");
    r->uri = apr_pstrdup(pool, "/b0/index.html");
    r->args = apr_pstrdup(pool, "q=1&z");
    r->status = 200;
    return 0;
}

static int tear_down(void **state)
{
    apr_pool_destroy(pool);
    apr_terminate();
    return 0;
}

static const char *parse(ap_expr_info_t *info, const char *text,
                         unsigned int flags)
{
    memset(info, 0, sizeof(*info));
    info->flags = flags;
    return ap_expr_parse(pool, pool, info, text, pn_expr_lookup_builtin);
}

static int evaluate(const char *text)
{
    ap_expr_info_t info;
    const char *error = parse(&info, text, 0);
    int result;

    if (error) {
        return REFUSED;
    }
    result = ap_expr_exec(r, &info, &error);
    assert_null(error);
    return result;
}

static void check_all(const condition_t *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int result = evaluate(cases[i].text);

        if (result != cases[i].result) {
            fail_msg("%s gives %d, not %d", cases[i].text, result,
                     cases[i].result);
        }
    }
}

static void decides_conditions(void **state)
{
    static const condition_t cases[] = {
        { "true", 1 },
        { "false", 0 },
        { "!false", 1 },
        { "!!true", 1 },
        { "not true", 0 },
        { "true && false", 0 },
        { "true and false", 0 },
        { "true || false && false", 1 },
        { "true or false and false", 1 },
        { "! true || true", 1 },
        { "!(true || true)", 0 },
        { "! 'a' == 'b'", 1 },
        { "(true)&&(true)", 1 },
        { "true&&false||true", 1 },
        { "-z '' && -n 'a'", 1 },
        { "-n'a'", 1 },
        { "-T 'off'", 0 },
        { "-T 'No'", 0 },
        { "-T '0'", 0 },
        { "-T '00'", 1 },
        { "-T ' '", 1 },
        { "-T 'yes'", 1 },
    };

    check_all(cases, N(cases));
}

static void compares_words(void **state)
{
    static const condition_t cases[] = {
        { "'a'=='a'", 1 },
        { "'a' = 'a'", 1 },
        { "'a'!='b'", 1 },
        { "'a'<'b'", 1 },
        { "'a' <= 'a'", 1 },
        { "'a' > 'b'", 0 },
        { "'b' >= 'a'", 1 },
        { "'12' < '9'", 1 },
        { "12 -lt 9", 0 },
        { "1 -eq 01", 1 },
        { "01 == 1", 0 },
        { "'1' eq '01'", 1 },
        { "'a' eq 'a'", 1 }, /* both are 0 */
        { "'abc' -lt 5", 1 },
        { "'12x' -eq 12", 1 },
        { "' 12' -eq 12", 1 },
        { "'0x10' -eq 16", 0 },
        { "-1 -eq '-1'", 1 },
        { "-5 -lt -3", 1 },
        { "5-eq 5", 1 },
        { "'99999999999999999999' -gt 1", 1 },
        { "1 lt 2", 1 },
        { "2 ge 2", 1 },
        { "2 ne 2", 0 },
        { "'a'.'b' == 'ab'", 1 },
        { "1.2 == '12'", 1 },
        { "1.'a' == '1a'", 1 },
        { "%{HTTP:X-A}.'x' == 'abc/defx'", 1 },
        { "'a' in {'b','a'}", 1 },
        { "'a' -in {'b','c'}", 0 },
        { "'a' in { 1, 2, tolower('A') }", 1 },
        { "'b' in {'a'.'b', 'b'}", 1 },
        { "'a' -strmatch 'A*'", 0 },
        { "'a' -strcmatch 'A*'", 1 },
        { "'a' -STRMATCH 'a'", 1 },
        { "'a/b' -fnmatch 'a*'", 0 },
        { "'a/b' -strmatch 'a*'", 1 },
        { "'x' -strmatch '[a-z]'", 1 },
        { "'1.2.3.4' -ipmatch '1.2.0.0/16'", 1 }, /* ours */
        { "'1.2.3.4' -ipmatch '1.3.0.0/16'", 0 }, /* ours */
        { "'x' -ipmatch '1.2.3.4'", 0 },
    };

    check_all(cases, N(cases));
}

static void matches_and_captures(void **state)
{
    static const condition_t cases[] = {
        { "'a'=~/A/i", 1 },
        { "'a' =~ /$/", 1 },
        { "%{HTTP_HOST} =~ //", 1 },
        { "%{HTTP:X-A} =~ m#c/d#", 1 },
        { "%{HTTP:X-A} =~ m#C/D#i", 1 },
        { "%{HTTP:X-A} =~ m!c!", 1 },
        { "%{HTTP_HOST} =~ m'ref'", 1 },
        { "%{HTTP_HOST} =~ m-ref-", 1 },
        { "%{HTTP_HOST} =~ m$ref$", 1 },
        { "%{HTTP:X-A} =~ /(b)/ && $1 == 'b'", 1 },
        { "%{HTTP:X-A} =~ /(b)/ && $0 == 'b'", 1 },
        { "%{HTTP:X-A} =~ /(q)/ || $1 == 'b'", 0 },
        /* a failed match empties, one without groups does not touch */
        { "(%{HTTP:X-A} =~ /(b)/ && %{HTTP:X-A} =~ /(q)/) || $1 == 'b'", 0 },
        { "%{HTTP:X-A} =~ /(b)/ && 'a' =~ /a/ && $1 == 'b'", 1 },
        { "%{HTTP:X-A} =~ /(b)/ && 'a' !~ /x/ && $1 == 'b'", 1 },
        { "%{HTTP:X-A} !~ /(b)/ || $1 == 'b'", 1 },
        { "'a' =~ /a/ && '$0' == 'a'", 0 },
        { "'a' =~ /(a)?(x)?/ && $2 == ''", 1 },
        { "'abc' =~ /(?<n>b)/ && '$1' == 'b'", 1 },
        { "$1 == ''", 1 },
        { "-z$1", 1 },
        { "'$10' == '0'", 1 },
        { "%{HTTP:X-A} =~ /c\\/d/", REFUSED }, /* no escape for the mark */
        { "%{HTTP:X-A} =~ m(c)", REFUSED },
        { "%{HTTP_HOST} =~ m_ref_", REFUSED },
        { "%{HTTP_HOST} =~ m#ref#I", REFUSED },
        { "%{HTTP:X-A} =~ /c/x", REFUSED },
        { "%{HTTP:X-A} =~ 'c'", REFUSED },
        { "'a' =~ /[/", REFUSED },
    };

    check_all(cases, N(cases));
}

static void refuses_what_apache_refuses(void **state)
{
    static const condition_t cases[] = {
        { "", REFUSED },
        { "  ", REFUSED },
        { "'a", REFUSED },
        { "'a'", REFUSED },
        { "'a' ==", REFUSED },
        { "(true", REFUSED },
        { "true)", REFUSED },
        { "true true", REFUSED },
        { "TRUE", REFUSED },
        { "notfalse", REFUSED },
        { "trueand true", REFUSED },
        { "%{NOSUCH} == 'a'", REFUSED },
        { "nosuch('a') == 'a'", REFUSED },
        { "%{nosuch:x} == 'y'", REFUSED },
        { "-Q 'a'", REFUSED },
        { "'a' -foo 'b'", REFUSED },
        { "'a' IN {'a'}", REFUSED },
        { "1 -EQ 1", REFUSED },
        { "%{HTTP_HOST}", REFUSED },
        { "%{HTTP_HOST} == 'ref.test' # comment", REFUSED },
        { "a == 'a'", REFUSED },
        { "req('X-A', 'b') == 'x'", REFUSED },
        { "('a') == 'a'", REFUSED },
        { "'b' in {'a',}", REFUSED },
        { "'a' in {}", REFUSED },
        { "'a' in 'a'", REFUSED },
        { "'a' in {'a' 'b'}", REFUSED },
        { "'a' = = 'a'", REFUSED },
        { "'a' matches /a/", REFUSED },
        { "-R 'bogus'", REFUSED },
        { "-R %{HTTP:X-A}", REFUSED },
        { "'1.2.3.4' -ipmatch 'bogus'", REFUSED },
        { "'1.2.3.4' -ipmatch %{HTTP:X-A}", REFUSED },
        { "%{:toupper('a'):} == 'A'", REFUSED },
    };

    check_all(cases, N(cases));
}

static void escapes_and_looks_up(void **state)
{
    static const condition_t cases[] = {
        { "'\\'' == \"'\"", 1 },
        { "'a\\q' == 'aq'", 1 },
        { "' \\$1' == ' $1'", 0 },
        { "'$x' == '$x'", 1 },
        { "'%x' == '%x'", 1 },
        { "'%%{HTTP_HOST}' == '%ref.test'", 1 },
        { "'a%{HTTP:X-N}b' == 'a12b'", 1 },
        { "%{http_host} == 'ref.test'", 1 },
        { "req('X-A') == 'abc/def'", 1 },
        { "http('x-a') == 'abc/def'", 1 },
        { "REQ( 'X-A' ) == 'abc/def'", 1 },
        { "req_novary('X-A') == 'abc/def'", 1 },
        { "reqenv('EV') == 'ev1'", 1 },
        { "env('EV') == 'ev1'", 1 },
        { "%{toupper:%{HTTP:X-A}} == 'ABC/DEF'", 1 },
        { "%{unescape:a%zz} == ''", 1 },
        { "%{md5:foo} == md5('foo')", 1 },
        { "-d '/tmp'", 1 },
        { "-e '/etc/passwd'", 1 },
        { "-f '/tmp'", 0 },
        { "-s '/etc/passwd'", 1 },
        { "-e '/nonexistent'", 0 },
        { "-f ''", 0 },
        { "%{TIME_HOUR} -ge 0 && %{TIME_HOUR} -lt 24", 1 },
    };

    check_all(cases, N(cases));
}

static void gives_strings(void **state)
{
    static const struct {
        const char *text;
        const char *value; /* NULL: refused */
    } cases[] = {
        { "plain", "plain" },
        { "a%{HTTP_HOST}b$1c", "aref.testbc" },
        { "100%", "100%" },
        { "%a", "%a" },
        { "a\\tb", "a\tb" },
        { "a\\\\b", "a\\b" },
        { "a\\%{HTTP_HOST}", "a%{HTTP_HOST}" },
        { "\\$0", "$0" },
        { "$0", "" },
        { "'quoted'", "'quoted'" },
        { "a}b{c", "a}b{c" },
        { "%{HTTP_HOST}}", "ref.test}" },
        { "%{toupper:%{HTTP:X-A}-$1}", "ABC/DEF-" },
        { "%{escape:a b/c?d&%}", "a%20b/c%3fd&%25" },
        { "%{escape:http://x/y}", "http://x/y" },
        { "%{unescape:a%20b%2fc}", "a b%2fc" },
        { "%{unescape:%41+b}|", "A+b|" },
        { "%{unescape:a%00b}|", "|" },
        { "%{base64:hello}", "aGVsbG8=" },
        { "%{unbase64:aGVsbG8=}", "hello" },
        { "%{unbase64:YQBi}|", "a|" },
        { "%{unbase64:!!!}|", "|" },
        { "%{md5:foo}", "acbd18db4cc2f85cedef654fccc4a4d8" },
        { "%{sha1:foo}", "0beec7b5ea3f0fdbc95d0dd47f3c5bc275da8a33" },
        { "%{ldap:a*(b)\\\\,c}", "a\\2a\\28b\\29\\5c\\2cc" },
        { "%{tolower:\\}}|", "}|" },
        { "%{QUERY_STRING}", "q=1&z" },
        { "%{REQUEST_URI}", "/b0/index.html" },
        { "%{REQUEST_STATUS}", "200" },
        { "%{API_VERSION}", "20120211" },
        { "%{HTTP_HOST", NULL },
        { "%{}", NULL },
        { "%{ HTTP_HOST }", NULL },
        { "%{HTTP :X-A}", NULL },
        { "%{HTTP:}", NULL },
        { "%{NOSUCH}", NULL },
        { "%{HTTP_FOO}", NULL },
        { "%{:'x' . 'y':}", NULL },
    };

    for (size_t i = 0; i < N(cases); i++) {
        ap_expr_info_t info;
        const char *error = parse(&info, cases[i].text,
                                  AP_EXPR_FLAG_STRING_RESULT);
        const char *value = error ? NULL : ap_expr_str_exec(r, &info, &error);

        if (!value != !cases[i].value
            || (value && strcmp(value, cases[i].value) != 0)) {
            fail_msg("%s gives %s", cases[i].text, value ? value : error);
        }
    }
}

static void says_what_the_answer_varies_with(void **state)
{
    static const struct {
        const char *text;
        const char *vary;
    } cases[] = {
        { "%{HTTP:X-A} == ''", "X-A" },
        { "%{HTTP_USER_AGENT} == 'UA' && %{HTTP:X-A} == ''",
          "User-Agent,X-A" },
        { "%{HTTP:X-A} == '' && %{HTTP_USER_AGENT} == 'UA'", "X-A" },
        { "%{HTTP_HOST} == ''", NULL },
        { "req_novary('X-A') == ''", NULL },
        { "http('x-a') == ''", "x-a" },
    };

    for (size_t i = 0; i < N(cases); i++) {
        const char *vary;

        apr_table_unset(r->headers_out, "Vary");
        evaluate(cases[i].text);
        vary = apr_table_get(r->headers_out, "Vary");
        if (cases[i].vary) {
            assert_non_null(vary);
            assert_string_equal(vary, cases[i].vary);
        }
        else {
            assert_null(vary);
        }
    }
}

static void names_a_field_once_however_often_it_is_asked(void **state)
{
    apr_table_unset(r->headers_out, "Vary");
    evaluate("%{HTTP:X-A} == '' || %{HTTP:X-A} == 'b'");
    evaluate("%{HTTP:X-A} == ''");
    assert_string_equal(apr_table_get(r->headers_out, "Vary"), "X-A");
}

static void keeps_files_from_those_who_may_not_read_them(void **state)
{
    static const struct {
        const char *text;
        unsigned int flags;
        bool is_taken;
    } cases[] = {
        { "file('/etc/hostname') != ''", 0, true },
        { "file('/etc/hostname') != ''", AP_EXPR_FLAG_RESTRICTED, false },
        { "file('/etc/hostname') != ''",
          AP_EXPR_FLAG_RESTRICTED_FILE_FUNC, false },
        { "filesize('/etc/hostname') -gt 0",
          AP_EXPR_FLAG_RESTRICTED_FILE_FUNC, false },
        { "-e '/etc/hostname'", AP_EXPR_FLAG_RESTRICTED_FILE_FUNC, true },
        { "-e '/etc/hostname'", AP_EXPR_FLAG_RESTRICTED, false },
        { "-n 'a'", AP_EXPR_FLAG_RESTRICTED, true },
    };

    for (size_t i = 0; i < N(cases); i++) {
        ap_expr_info_t info;
        const char *error = parse(&info, cases[i].text, cases[i].flags);

        assert_int_equal(error == NULL, cases[i].is_taken);
    }
}

static void compares_by_length_for_sslrequire(void **state)
{
    ap_expr_info_t info;
    const char *error = parse(&info, "'9' < '12'",
                              AP_EXPR_FLAG_SSL_EXPR_COMPAT);

    assert_null(error);
    assert_int_equal(ap_expr_exec(r, &info, &error), 1);
}

static void bounds_nesting_and_length(void **state)
{
    char *deep = apr_palloc(pool, 5000);
    char *longer = apr_palloc(pool, EXPR_MAX_BYTES + 10);

    memset(deep, '(', 2000);
    memcpy(deep + 2000, "true", 4);
    memset(deep + 2004, ')', 2000);
    deep[4004] = '\0';
    assert_int_equal(evaluate(deep), REFUSED);
    assert_int_equal(evaluate(deep + 1970), REFUSED); /* unbalanced */

    memset(longer, ' ', EXPR_MAX_BYTES + 1);
    memcpy(longer, "true", 4);
    longer[EXPR_MAX_BYTES + 1] = '\0';
    assert_int_equal(evaluate(longer), REFUSED);

    /* chains cost no depth */
    for (int i = 0; i < 300; i++) {
        memcpy(deep + i * 8, "true && ", 8);
    }
    memcpy(deep + 300 * 8, "true", 5);
    assert_int_equal(evaluate(deep), 1);
    memset(deep, '!', 1000);
    memcpy(deep + 1000, "true", 5);
    assert_int_equal(evaluate(deep), 1);
}

static void tells_where_the_mistake_is(void **state)
{
    ap_expr_info_t info;
    const char *error = parse(&info, "'a' == 'a' && ) true", 0);

    assert_non_null(error);
    assert_non_null(strstr(error, "character 15"));
    error = parse(&info, "'a' ==", 0);
    assert_non_null(error);
    assert_non_null(strstr(error, "end of the text"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decides_conditions),
        cmocka_unit_test(compares_words),
        cmocka_unit_test(matches_and_captures),
        cmocka_unit_test(refuses_what_apache_refuses),
        cmocka_unit_test(escapes_and_looks_up),
        cmocka_unit_test(gives_strings),
        cmocka_unit_test(says_what_the_answer_varies_with),
        cmocka_unit_test(names_a_field_once_however_often_it_is_asked),
        cmocka_unit_test(keeps_files_from_those_who_may_not_read_them),
        cmocka_unit_test(compares_by_length_for_sslrequire),
        cmocka_unit_test(bounds_nesting_and_length),
        cmocka_unit_test(tells_where_the_mistake_is),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
