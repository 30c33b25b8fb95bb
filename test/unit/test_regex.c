/* SPDX-License-Identifier: Apache-2.0 */
/* test_regex.c - expressions, their groups, replacement texts. */

#include "util_test.h"

#include <pthread.h>

#include "apr_tables.h"

#include "ap_regex.h"
#include "util/regex_limit.h"
#include "util_varbuf.h"

static void matching_sets_every_group_or_minus_one(void **s)
{
    static const struct {
        const char *pattern;
        int cflags;
        const char *text;
        int rc;
        int groups[4]; /* start, end of 0 and 1 */
    } rows[] = {
        { "a$", 0, "a\n", AP_REG_NOMATCH, { 0 } }, /* case P05 */
        { "a$", AP_REG_NO_DEFAULT, "a\n", 0, { 0, 1, -1, -1 } },
        { "^a", AP_REG_NEWLINE, "x\na", 0, { 2, 3, -1, -1 } },
        { "a.b", 0, "a\nb", 0, { 0, 3, -1, -1 } },
        { "a.b", AP_REG_NO_DEFAULT, "a\nb", AP_REG_NOMATCH, { 0 } },
        { "A(B)", AP_REG_ICASE, "xab", 0, { 1, 3, 2, 3 } },
        { "(a)|(b)", 0, "b", 0, { 0, 1, -1, -1 } },
        { "(?<n>a)|(?<n>b)", 0, "b", 0, { 0, 1, -1, -1 } },
    };

    for (size_t i = 0; i < N(rows); i++) {
        ap_regex_t re;
        ap_regmatch_t m[5] = {
            { 7, 7 }, { 7, 7 }, { 7, 7 }, { 7, 7 }, { 7, 7 }
        };
        int rc;

        assert_number(i, ap_regcomp(&re, rows[i].pattern, rows[i].cflags), 0);
        rc = ap_regexec(&re, rows[i].text, N(m), m, 0);
        assert_number(i, rc, rows[i].rc);
        if (rc == 0) {
            assert_number(i, m[0].rm_so, rows[i].groups[0]);
            assert_number(i, m[0].rm_eo, rows[i].groups[1]);
            assert_number(i, m[1].rm_so, rows[i].groups[2]);
            assert_number(i, m[1].rm_eo, rows[i].groups[3]);
            assert_number(i, m[4].rm_so, -1);
        }
        assert_number(i, ap_regexec(&re, rows[i].text, 0, NULL, 0), rows[i].rc);
        ap_regfree(&re);
    }
}

static void a_length_bounds_the_text(void **s)
{
    ap_regex_t *re = ap_pregcomp(pool, "b$", 0);
    ap_regmatch_t m[1];

    assert_int_equal(ap_regexec_len(re, "abc", 2, 1, m, 0), 0);
    assert_int_equal(m[0].rm_so, 1);
    assert_int_equal(ap_regexec_len(re, "abc", 3, 1, m, 0), AP_REG_NOMATCH);
    assert_int_equal(ap_regexec_len(re, "a\0b", 3, 1, m, 0), 0);
    assert_int_equal(m[0].rm_so, 2);
    assert_int_equal(ap_regexec(re, "ab", 1, m, AP_REG_NOTEOL), AP_REG_NOMATCH);
}

static void a_bad_pattern_says_where(void **s)
{
    ap_regex_t re;
    char text[80];
    char small[6];
    apr_size_t size;
    int rc = ap_regcomp(&re, "a(b", 0);

    assert_int_equal(rc, AP_REG_INVARG);
    assert_int_equal(re.re_erroffset, 3);
    assert_null(re.re_pcre);
    size = ap_regerror(rc, &re, text, sizeof(text));
    assert_int_equal(size, strlen(text) + 1);
    assert_non_null(strstr(text, "at offset 3"));
    assert_true(ap_regerror(rc, &re, small, sizeof(small)) > sizeof(small));
    assert_int_equal(strlen(small), sizeof(small) - 1);
    assert_null(ap_pregcomp(pool, "*", 0));
}

static void names_stand_at_the_number_of_their_group(void **s)
{
    ap_regex_t *re = ap_pregcomp(pool, "(?<first>x)(z)(?<b>y)", 0);
    apr_array_header_t *names = apr_array_make(pool, 1, sizeof(char *));

    assert_int_equal(ap_regname(re, names, "M_", 1), 2);
    assert_int_equal(names->nelts, 4);
    assert_text(0, APR_ARRAY_IDX(names, 0, const char *), NULL);
    assert_text(1, APR_ARRAY_IDX(names, 1, const char *), "M_FIRST");
    assert_text(2, APR_ARRAY_IDX(names, 2, const char *), NULL);
    assert_text(3, APR_ARRAY_IDX(names, 3, const char *), "M_B");
}

static void default_flags_have_names(void **s)
{
    assert_int_equal(ap_regcomp_get_default_cflags(), AP_REG_DEFAULT);
    assert_int_equal(ap_regcomp_default_cflag_by_name("dotall"), AP_REG_DOTALL);
    assert_int_equal(ap_regcomp_default_cflag_by_name("DOLLAR_ENDONLY"),
                     AP_REG_DOLLAR_ENDONLY);
    assert_int_equal(ap_regcomp_default_cflag_by_name("ICASE"), AP_REG_ICASE);
    assert_int_equal(ap_regcomp_default_cflag_by_name("nonsense"), 0);
    ap_regcomp_set_default_cflags(AP_REG_ICASE);
    assert_int_equal(ap_regexec(ap_pregcomp(pool, "a", 0), "A", 0, NULL, 0), 0);
    ap_regcomp_set_default_cflags(AP_REG_DEFAULT);
}

/* A pattern that backtracks for ever ends with an error, not with the CPU. */
static void runaway_patterns_end(void **s)
{
    char text[64];
    int rc;

    memset(text, 'a', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    rc = ap_regexec(ap_pregcomp(pool, "^(a|a|aa)+$\\b.x", 0), text, 0, NULL, 0);
    assert_true(rc == AP_REG_ESPACE || rc == AP_REG_NOMATCH);
}

static void what_is_given_up_is_noted(void **s)
{
    static const char text[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!";
    ap_regex_t *slow = ap_pregcomp(pool, "^(a+)+$", 0);
    ap_regex_t *deep = ap_pregcomp(pool, "^(?:(a)|b)*$", 0);
    char *big = apr_palloc(pool, 60001);

    (void)pn_regex_limit_was_exceeded();
    assert_int_equal(ap_regexec(slow, text + 35, 0, NULL, 0), AP_REG_NOMATCH);
    assert_false(pn_regex_limit_was_exceeded());
    assert_int_equal(ap_regexec(slow, text, 0, NULL, 0), AP_REG_ESPACE);
    assert_true(pn_regex_limit_was_exceeded());
    assert_false(pn_regex_limit_was_exceeded());

    /* More than the stack of JIT holds is no reason to give up. */
    memset(big, 'a', 60000);
    big[60000] = '\0';
    assert_int_equal(ap_regexec(deep, big, 0, NULL, 0), 0);

    pn_regex_limit_set(1000);
    assert_int_equal(ap_regexec(slow, text + 15, 0, NULL, 0), AP_REG_ESPACE);
    pn_regex_limit_set(PN_REGEX_LIMIT_DEFAULT);
}

static void *match_in_thread(void *re)
{
    ap_regmatch_t m[2];

    for (int i = 0; i < 1000; i++) {
        if (ap_regexec(re, "xxaby", 2, m, 0) != 0 || m[1].rm_so != 3) {
            return re;
        }
    }
    return NULL;
}

static void threads_share_a_compiled_pattern(void **s)
{
    enum { N_THREADS = 8 };
    ap_regex_t *re = ap_pregcomp(pool, "a(b)", 0);
    pthread_t threads[N_THREADS];
    void *failed;

    for (int i = 0; i < N_THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, match_in_thread, re),
                         0);
    }
    for (int i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
}

/* --- regsub.c ------------------------------------------------------------ */

static void replacement_texts(void **s)
{
    static const struct {
        const char *template;
        const char *out;
    } rows[] = {
        { "x$0y$1z$2", "xbybz" },
        { "&", "&" },
        { "\\&", "&" },
        { "\\$1", "$1" },
        { "$", "$" },
        { "$a", "$a" },
        { "$9", "" },
        { "\\\\", "\\" },
        { "a\\b", "ab" },
        { "$$1", "$b" },
        { "\\n", "n" },
        { "${1}", "${1}" },
        { "$10", "b0" },
        { "x\\", "x\\" },
        { "", "" },
        { "lit", "lit" },
    };
    ap_regex_t *re = ap_pregcomp(pool, "(b)(c)?", 0);
    ap_regmatch_t m[10];

    assert_int_equal(ap_regexec(re, "abd", N(m), m, 0), 0);
    for (size_t i = 0; i < N(rows); i++) {
        assert_text(i, ap_pregsub(pool, rows[i].template, "abd", N(m), m),
                    rows[i].out);
    }
    assert_text(100, ap_pregsub(pool, "$0", "abd", 0, m), "$0");
    assert_text(101, ap_pregsub(pool, "$0", NULL, 0, NULL), NULL);
}

static void replacement_texts_have_a_limit(void **s)
{
    ap_regex_t *re = ap_pregcomp(pool, "(b)", 0);
    ap_regmatch_t m[2];
    struct ap_varbuf vb;
    char *out;

    assert_int_equal(ap_regexec(re, "abd", N(m), m, 0), 0);
    assert_int_equal(ap_pregsub_ex(pool, &out, "xxxx$0", "abd", 2, m, 5),
                     APR_ENOMEM);
    assert_null(out);
    assert_int_equal(ap_pregsub_ex(pool, &out, "xxxx$0", "abd", 2, m, 6), 0);
    assert_string_equal(out, "xxxxb");
    assert_int_equal(ap_pregsub_ex(pool, &out, "xxxx", "abd", 0, m, 4),
                     APR_ENOMEM);

    ap_varbuf_init(pool, &vb, 4);
    ap_varbuf_strmemcat(&vb, "PRE", 3);
    assert_int_equal(ap_varbuf_regsub(&vb, "<$1$0>", "abd", 2, m, 4),
                     APR_ENOMEM);
    assert_int_equal(ap_varbuf_regsub(&vb, "<$1$0>", "abd", 2, m, 5), 0);
    assert_string_equal(vb.buf, "PRE<bb>");
    assert_int_equal(ap_varbuf_regsub(&vb, "+", "abd", 0, NULL, 0), 0);
    assert_string_equal(vb.buf, "PRE<bb>+");
    ap_varbuf_free(&vb);
}

/* --- rxplus.c ------------------------------------------------------------ */

static void expressions_in_perls_notation(void **s)
{
    static const struct {
        const char *rx;
        int n;
        const char *out; /* NULL: not a substitution */
        const char *match;
    } rows[] = {
        { "/a/i", 1, NULL, "a" },
        { "s/a/b/", 1, "baba Ab a/c", "a" },
        { "s/a/b/g", 4, "bbbb Ab b/c", "a" },
        { "m/a/", 1, NULL, "a" },
        { "s#a#b#gi", 5, "bbbb bb b/c", "a" },
        { "a", 1, NULL, "a" },
        { "/a", 0, NULL, NULL },
        { "s/(a)(b)/$2$1/g", 1, "abaa Ab a/c", "ab" },
        { "s|a|b|", 1, "baba Ab a/c", "a" },
        { "/a/^", 1, NULL, "a" },
        { "/z/", 0, NULL, NULL },
        { "s/x*/-/g", 12, "-a-a-b-a- -A-b- -a-/-c-", "" }, /* Apache loops */
        { "s/^a/-/g", 1, "-aba Ab a/c", "a" }, /* Apache: each new start */
        { "s/z/y/", 0, NULL, NULL },
    };

    for (size_t i = 0; i < N(rows); i++) {
        ap_rxplus_t *rx = ap_rxplus_compile(pool, rows[i].rx);
        char *out = NULL;

        assert_non_null(rx);
        assert_number(i, ap_rxplus_exec(pool, rx, "aaba Ab a/c", &out),
                      rows[i].n);
        assert_text(i, out, rows[i].out);
        assert_text(i, ap_rxplus_pmatch(pool, rx, 0), rows[i].match);
        assert_text(i, ap_rxplus_pmatch(pool, rx, 5), NULL);
        assert_text(i, ap_rxplus_pmatch(pool, rx, -1), NULL);
    }
    assert_null(ap_rxplus_compile(pool, "s/a/b"));
    assert_null(ap_rxplus_compile(pool, "/(/"));
    assert_null(ap_rxplus_compile(pool, "("));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(matching_sets_every_group_or_minus_one),
        test(a_length_bounds_the_text),
        test(a_bad_pattern_says_where),
        test(names_stand_at_the_number_of_their_group),
        test(default_flags_have_names),
        test(runaway_patterns_end),
        test(what_is_given_up_is_noted),
        test(threads_share_a_compiled_pattern),
        test(replacement_texts),
        test(replacement_texts_have_a_limit),
        test(expressions_in_perls_notation),
    };

    return run_all(tests);
}
