/* SPDX-License-Identifier: Apache-2.0 */
/* test_rewrite.c - mod_rewrite's rules from text, and what they make of it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <apr_general.h>
#include <apr_strings.h>

#include "../../modules/mappers/rewrite/rewrite.h"
#include "fake_request.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

static apr_pool_t *pool;

static void splits_words_at_white_space_but_for_quotes(void **state)
{
    static const struct {
        const char *args, *words[3];
    } cases[] = {
        { "a b", { "a", "b", NULL } },
        { "  a \t b  [L] ", { "a", "b", "[L]" } },
        { "\"a b\" 'c d' \"[L, R]\"", { "a b", "c d", "[L, R]" } },
        { "a\\ b c", { "a\\ b", "c", NULL } },
        { "\\. -", { "\\.", "-", NULL } },
        { "a \"\"", { "a", "", NULL } },
        { "a \"b", { "a", "b", NULL } },
        { "a\"b c\"d", { "a\"b", "c\"d", NULL } },
        { "a b [L] more", { "a", "b", "[L]" } },
    };

    for (size_t i = 0; i < N(cases); i++) {
        const char *words[3];

        assert_null(rewrite_words_split(pool, "X", cases[i].args, words));
        for (int w = 0; w < 3; w++) {
            if (!cases[i].words[w]) {
                assert_null(words[w]);
            }
            else {
                assert_string_equal(words[w], cases[i].words[w]);
            }
        }
    }
}

static void wants_two_words(void **state)
{
    static const char *const cases[] = { "", "a", "  a  ", "\"a b\"", "a\\ " };

    for (size_t i = 0; i < N(cases); i++) {
        const char *words[3];

        assert_non_null(rewrite_words_split(pool, "X", cases[i], words));
    }
}

/* One letter a part: t text, $ % groups, v variable, m map. */
static const char *shape_of(const template_t *tpl)
{
    char *shape = apr_pcalloc(pool, (apr_size_t)tpl->parts_n + 1);

    for (int i = 0; i < tpl->parts_n; i++) {
        shape[i] = "t$%vm"[tpl->parts[i].kind];
    }
    return shape;
}

static void splits_templates_into_parts(void **state)
{
    static const struct {
        const char *source, *shape, *literal;
    } cases[] = {
        { "", "", "" },
        { "-", "t", "-" },
        { "/a/b", "t", "/a/b" },
        { "/a/$1", "t$", NULL },
        { "$1%2", "$%", NULL },
        { "$1$12", "$$t", NULL },
        { "%{HTTP_HOST}", "v", NULL },
        { "a%{HTTP_HOST}b", "tvt", NULL },
        { "${m:k}", "m", NULL },
        { "${m:${n:$1}|%{A}}x", "mt", NULL },
        { "a\\$1", "t", "a$1" },
        { "a\\", "t", "a\\" },
        { "\\\\", "t", "\\" },
        { "$x$", "t", "$x$" },
        { "100%", "t", "100%" },
        { "${x", "t", "${x" },
        { "%{x", "t", "%{x" },
        { "${x}", "t", "${x}" },
        { "${m:a}}", "mt", NULL },
        { "%{}", "v", NULL },
    };

    for (size_t i = 0; i < N(cases); i++) {
        const template_t *tpl;

        assert_null(rewrite_template_parse(pool, cases[i].source, &tpl));
        assert_string_equal(shape_of(tpl), cases[i].shape);
        if (cases[i].literal) {
            assert_string_equal(tpl->literal, cases[i].literal);
        }
        else {
            assert_null(tpl->literal);
        }
    }
}

static void gives_a_map_its_key_and_default(void **state)
{
    const template_t *tpl;
    const part_t *part;

    assert_null(rewrite_template_parse(pool, "${m:a$1|b|c}", &tpl));
    part = &tpl->parts[0];
    assert_string_equal(part->text, "m");
    assert_string_equal(shape_of(part->key), "t$");
    assert_string_equal(part->fallback->literal, "b|c");
    assert_null(rewrite_template_parse(pool, "${m:${n:a|b}}", &tpl));
    assert_null(tpl->parts[0].fallback);
}

static void refuses_maps_nested_without_end(void **state)
{
    const template_t *tpl;
    const char *text = "x";

    for (int i = 0; i < REWRITE_NESTING_MAX + 1; i++) {
        text = apr_pstrcat(pool, "${m:", text, "}", NULL);
    }
    assert_non_null(rewrite_template_parse(pool, text, &tpl));
}

static int are_same_groups(const ap_regmatch_t *want, const captures_t *got)
{
    for (int i = 0; i < AP_MAX_REG_MATCH; i++) {
        int from = i < got->groups_n ? got->groups[i].rm_so : -1;
        int to = i < got->groups_n ? got->groups[i].rm_eo : -1;

        if (want[i].rm_so != from || want[i].rm_eo != to) {
            return 0;
        }
    }
    return 1;
}

/* Whatever kind it is recognised as, a pattern does what PCRE does. */
static void matches_simple_patterns_as_the_engine_would(void **state)
{
    static const char *const patterns[] = {
        ".",      ".?",      ".*",    "^.*$",   "(.*)",    "^(.*)$", "^",
        "",       "$",       "^$",    ".+",     "(.+)",    "^(.+)$", "^a",
        "^a\\.b", "^a\\.b$", "\\.b$", "^a$",    "b$",      "^a/b$",  "^/",
        "^.",     ".$",      "^a+$",  "^[ab]$", "^a|b$",   "^\\d$",  "a$",
        "^\\$$",  "^a\\$",   "^a$$",  "^^a",    "^a\\\\$", "(.*)$",  "^(.*)",
    };
    static const char *const subjects[] = {
        "",    "a",  "b", "ab", "a.b", "axb", "a.bc", "a/b", "/",  "a\nb",
        "a\n", "\n", "$", "a$", "a\\", "aa",  "x.b",  "1",   "^a",
    };

    for (size_t p = 0; p < N(patterns); p++) {
        pattern_t pattern;

        assert_null(rewrite_pattern_compile(pool, patterns[p], 0, &pattern));
        for (size_t s = 0; s < N(subjects); s++) {
            ap_regmatch_t want[AP_MAX_REG_MATCH];
            captures_t got;
            int is_match = ap_regexec(pattern.regex, subjects[s],
                                      AP_MAX_REG_MATCH, want, 0)
                           == 0;

            if (rewrite_pattern_matches(&pattern, subjects[s], &got) != is_match
                || (is_match && !are_same_groups(want, &got))) {
                fail_msg("'%s' on '%s'", patterns[p], subjects[s]);
            }
        }
    }
}

static void recognises_the_patterns_that_applications_have(void **state)
{
    static const struct {
        const char *pattern;
        pattern_e kind;
    } cases[] = {
        { ".", PATTERN_NONEMPTY },          { ".*", PATTERN_ANY },
        { "^(.*)$", PATTERN_ANY },          { "^", PATTERN_ANY },
        { "^index\\.php$", PATTERN_EXACT }, { "^wp-admin/", PATTERN_PREFIX },
        { "\\.php$", PATTERN_SUFFIX },      { "^index.php$", PATTERN_REGEX },
        { "^(a)$", PATTERN_REGEX },
    };

    for (size_t i = 0; i < N(cases); i++) {
        pattern_t pattern;

        assert_null(
            rewrite_pattern_compile(pool, cases[i].pattern, 0, &pattern));
        assert_int_equal(pattern.kind, cases[i].kind);
    }
}

static void leaves_case_to_the_engine(void **state)
{
    pattern_t pattern;
    captures_t found;

    assert_null(rewrite_pattern_compile(pool, "^a$", 1, &pattern));
    assert_int_equal(pattern.kind, PATTERN_REGEX);
    assert_true(rewrite_pattern_matches(&pattern, "A", &found));
}

static void reads_flags(void **state)
{
    rule_t rule;

    memset(&rule, 0, sizeof(rule));
    assert_null(rewrite_rule_flags(
        pool, "[QSA, r=permanent ,L,NC,E=A:$1,E=!B,co=a:b:c,S=3,N=7]", &rule));
    assert_int_equal(rule.flags, FLAG_QS_APPEND | FLAG_REDIRECT | FLAG_LAST
                                     | FLAG_NO_CASE | FLAG_NEXT);
    assert_int_equal(rule.status, 301);
    assert_int_equal(rule.skip_n, 3);
    assert_int_equal(rule.rounds_max, 7);
    assert_int_equal(rule.envs->nelts, 2);
    assert_string_equal(APR_ARRAY_IDX(rule.envs, 0, env_set_t).name, "A");
    assert_true(APR_ARRAY_IDX(rule.envs, 1, env_set_t).is_unset);
    assert_int_equal(rule.cookies->nelts, 1);
}

static void refuses_flags_with_a_sentence(void **state)
{
    static const char *const cases[] = {
        "L",      "[L",     "L]",       "[]",     "[L,]",
        "[X]",    "[R=99]", "[R=1000]", "[R=3x]", "[S=]",
        "[S=-1]", "[N=x]",  "[BNE]",    "[BNE=]", "",
    };

    for (size_t i = 0; i < N(cases); i++) {
        rule_t rule;

        memset(&rule, 0, sizeof(rule));
        if (!rewrite_rule_flags(pool, cases[i], &rule)) {
            fail_msg("'%s' is taken", cases[i]);
        }
    }
}

/* What a target makes of groups that are there already. */
static const char *expand(const char *flags, const char *target, mark_t *mark)
{
    request_rec *r = fake_request(pool);
    rewrite_run_t run;
    rule_t rule;

    rewrite_run_init(&run, r, apr_hash_make(pool));
    memset(&rule, 0, sizeof(rule));
    if (*flags) {
        assert_null(rewrite_rule_flags(pool, flags, &rule));
    }
    assert_null(rewrite_template_parse(pool, target, &rule.target));
    run.rule_groups.subject = "a b&c/d?e";
    run.rule_groups.groups_n = 3;
    run.rule_groups.groups[0] = (ap_regmatch_t){ 0, 9 };
    run.rule_groups.groups[1] = (ap_regmatch_t){ 0, 7 };
    run.rule_groups.groups[2] = (ap_regmatch_t){ -1, -1 };
    return rewrite_expand_target(&run, &rule, mark);
}

static void expands_groups_and_escapes_them(void **state)
{
    static const struct {
        const char *flags, *target, *result;
    } cases[] = {
        { "", "/x/$1", "/x/a b&c/d" },
        { "", "[$2][%1]", "[][]" },
        { "[B]", "$1", "a+b%26c%2fd" },
        { "[B,BNP]", "$1", "a%20b%26c%2fd" },
        { "[B=&]", "$1", "a b%26c/d" },
        { "[B,BNE=/]", "$1", "a+b%26c/d" },
        { "[BNE=/,B]", "$1", "a+b%26c/d" },
        { "[BCTLS]", "$1", "a+b&c/d" },
        { "[B]", "&/$1", "&/a+b%26c%2fd" },
    };

    for (size_t i = 0; i < N(cases); i++) {
        mark_t mark;

        assert_string_equal(expand(cases[i].flags, cases[i].target, &mark),
                            cases[i].result);
    }
}

static void knows_whose_question_mark_it_is(void **state)
{
    static const struct {
        const char *flags, *target;
        int at, is_foreign;
    } cases[] = {
        { "", "/x", -1, 0 },         { "", "/x?$0", 2, 0 },
        { "", "/x/$0", 10, 1 },      { "", "/x/$0?", 10, 1 },
        { "[QSL]", "/x?a?b", 4, 0 }, { "[QSL]", "/x/$0?", 12, 1 },
        { "[B]", "/x/$0", -1, 0 },
    };

    for (size_t i = 0; i < N(cases); i++) {
        mark_t mark;

        expand(cases[i].flags, cases[i].target, &mark);
        assert_int_equal(mark.at, cases[i].at);
        assert_int_equal(mark.is_foreign, cases[i].is_foreign);
    }
}

static void tells_urls_from_paths(void **state)
{
    static const struct {
        const char *url;
        apr_size_t len;
    } cases[] = {
        { "http://x/", 7 },        { "HTTPS://x", 8 }, { "mailto:a", 7 },
        { "unix:/x|http://y", 5 }, { "/http://x", 0 }, { "http:/x", 0 },
        { "javascript:x", 0 },     { "", 0 },          { "x", 0 },
        { "h2c://x", 6 },
    };

    for (size_t i = 0; i < N(cases); i++) {
        assert_int_equal(rewrite_url_scheme_len(cases[i].url, NULL),
                         cases[i].len);
    }
}

static void moves_whole_directories_only(void **state)
{
    static const struct {
        const char *path, *from, *to, *result;
    } cases[] = {
        { "/srv/www/a", "/srv/www", "", "/a" },
        { "/srv/www/a", "/srv/www/", "/b/", "/b/a" },
        { "/srv/www", "/srv/www/", "/b", "/b" },
        { "/srv/wwwa", "/srv/www", "/b", NULL },
        { "/other/a", "/srv", "/b", NULL },
        { "/a", "", "/b", "/b/a" },
    };

    for (size_t i = 0; i < N(cases); i++) {
        const char *moved = rewrite_url_move(pool, cases[i].path, cases[i].from,
                                             cases[i].to);

        if (!cases[i].result) {
            assert_null(moved);
        }
        else {
            assert_string_equal(moved, cases[i].result);
        }
    }
}

static void escapes_the_path_of_a_url_only(void **state)
{
    static const struct {
        const char *url, *escaped;
    } cases[] = {
        { "http://h ost/a b", "http://h ost/a%20b" },
        { "/a b?c", "/a%20b%3fc" },
        { "http://h", "http://h" },
        { "mailto:a b", "mailto:a%20b" },
        { "ldap://h/a b?c?d", "ldap://h/a%20b?c?d" },
    };

    for (size_t i = 0; i < N(cases); i++) {
        assert_string_equal(rewrite_url_escape(pool, cases[i].url),
                            cases[i].escaped);
    }
}

static void finds_values_in_lines_of_text_maps(void **state)
{
    static const struct {
        const char *line, *key, *value;
    } cases[] = {
        { "k v\n", "k", "v" },     { "k\tv # x\n", "k", "v" },
        { "k   v w\n", "k", "v" }, { "k\n", "k", "" },
        { "kk v\n", "k", NULL },   { "# k v\n", "k", NULL },
        { "#k v\n", "#k", NULL },  { "k v", "K", NULL },
        { "k v", "k", "v" },       { "", "k", NULL },
    };

    for (size_t i = 0; i < N(cases); i++) {
        const char *value = rewrite_map_line(apr_pstrdup(pool, cases[i].line),
                                             cases[i].key);

        if (!cases[i].value) {
            assert_null(value);
        }
        else {
            assert_string_equal(value, cases[i].value);
        }
    }
}

static void forgets_what_belongs_to_another_state(void **state)
{
    map_cache_t *cache = rewrite_cache_make(pool);
    cache_state_t now = { .mtime = 1, .size = 2, .inode = 3 };
    cache_state_t later = { .mtime = 1, .size = 3, .inode = 3 };
    const char *value = NULL;

    assert_false(rewrite_cache_get(cache, pool, &now, "k", &value));
    rewrite_cache_put(cache, &now, "k", "v");
    rewrite_cache_put(cache, &now, "none", NULL);
    assert_true(rewrite_cache_get(cache, pool, &now, "k", &value));
    assert_string_equal(value, "v");
    assert_true(rewrite_cache_get(cache, pool, &now, "none", &value));
    assert_null(value);
    assert_false(rewrite_cache_get(cache, pool, &later, "k", &value));
    rewrite_cache_put(cache, &later, "k", "w");
    assert_false(rewrite_cache_get(cache, pool, &now, "k", &value));
}

static void keeps_a_bounded_number_of_answers(void **state)
{
    map_cache_t *cache = rewrite_cache_make(pool);
    cache_state_t now = { .mtime = 1, .size = 0, .inode = 0 };
    const char *value;
    int known_n = 0;

    for (int i = 0; i < 20000; i++) {
        rewrite_cache_put(cache, &now, apr_itoa(pool, i), "v");
    }
    for (int i = 0; i < 20000; i++) {
        known_n += rewrite_cache_get(cache, pool, &now, apr_itoa(pool, i),
                                     &value);
    }
    assert_true(known_n > 0 && known_n <= 8192);
}

static int set_up(void **state)
{
    apr_initialize();
    apr_pool_create(&pool, NULL);
    rewrite_module.module_index = 1;
    return 0;
}

static int tear_down(void **state)
{
    apr_pool_destroy(pool);
    apr_terminate();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_words_at_white_space_but_for_quotes),
        cmocka_unit_test(wants_two_words),
        cmocka_unit_test(splits_templates_into_parts),
        cmocka_unit_test(gives_a_map_its_key_and_default),
        cmocka_unit_test(refuses_maps_nested_without_end),
        cmocka_unit_test(matches_simple_patterns_as_the_engine_would),
        cmocka_unit_test(recognises_the_patterns_that_applications_have),
        cmocka_unit_test(leaves_case_to_the_engine),
        cmocka_unit_test(reads_flags),
        cmocka_unit_test(refuses_flags_with_a_sentence),
        cmocka_unit_test(expands_groups_and_escapes_them),
        cmocka_unit_test(knows_whose_question_mark_it_is),
        cmocka_unit_test(tells_urls_from_paths),
        cmocka_unit_test(moves_whole_directories_only),
        cmocka_unit_test(escapes_the_path_of_a_url_only),
        cmocka_unit_test(finds_values_in_lines_of_text_maps),
        cmocka_unit_test(forgets_what_belongs_to_another_state),
        cmocka_unit_test(keeps_a_bounded_number_of_answers),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
