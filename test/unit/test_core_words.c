/* SPDX-License-Identifier: Apache-2.0 */
/*
 * test_core_words.c - Options, AllowOverride, FileETag: what the words do to
 * a directory's slot, alone and merged, and which are refused.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <apr_general.h>
#include <apr_pools.h>

#include "core/core.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

static char a_directory[] = "/d";
static apr_pool_t *pool;

static int set_up(void **state)
{
    return apr_initialize() || apr_pool_create(&pool, NULL);
}

static int tear_down(void **state)
{
    apr_pool_destroy(pool);
    apr_terminate();
    return 0;
}

static cmd_parms make_cmd(void)
{
    cmd_parms cmd = {
        .pool = pool,
        .temp_pool = pool,
        .path = a_directory,
        .override_opts = OPT_ALL | OPT_SYM_OWNER | OPT_MULTI,
    };

    return cmd;
}

static core_dir_config *make_conf(void)
{
    return pn_core_config_create_dir(pool, a_directory);
}

static void assert_refused(const char *failure, const char *expected,
                           const char *words)
{
    if (!failure || !strstr(failure, expected)) {
        fail_msg("'%s' gave '%s', not '%s'", words,
                 failure ? failure : "no error", expected);
    }
}

static void adds_options_to_those_of_the_outer_section(void **state)
{
    static const struct {
        const char *outer, *inner;
        int result;
    } cases[] = {
        { "Indexes", "Includes", OPT_INCLUDES | OPT_INC_WITH_EXEC },
        { "Indexes", "None", OPT_NONE },
        { "None", "All", OPT_ALL },
        { "Indexes FollowSymLinks", "+Includes -Indexes",
          OPT_SYM_LINKS | OPT_INCLUDES | OPT_INC_WITH_EXEC },
        { "Includes", "+IncludesNOEXEC", OPT_INCLUDES },
        { "IncludesNOEXEC", "+Includes", OPT_INCLUDES | OPT_INC_WITH_EXEC },
        { "Includes", "-IncludesNOEXEC", OPT_NONE },
        { "IncludesNOEXEC", "-Includes", OPT_NONE },
        { "All", "+MultiViews", OPT_ALL | OPT_MULTI },
        { "All", "-ExecCGI", OPT_ALL & ~OPT_EXECCGI },
        { "None", "symlinksifownermatch", OPT_SYM_OWNER },
        { "None", "+Indexes -Indexes", OPT_NONE },
        { "None", "-Indexes +Indexes", OPT_INDEXES },
    };
    size_t i;

    for (i = 0; i < N(cases); i++) {
        cmd_parms cmd = make_cmd();
        core_dir_config *outer = make_conf();
        core_dir_config *inner = make_conf();
        const core_dir_config *merged;

        assert_null(pn_core_options_parse(&cmd, outer, cases[i].outer));
        assert_null(pn_core_options_parse(&cmd, inner, cases[i].inner));
        merged = pn_core_config_merge_dir(pool, outer, inner);
        if ((merged->opts & ~OPT_UNSET) != cases[i].result) {
            fail_msg("'%s' in '%s' gives %#x, not %#x", cases[i].inner,
                     cases[i].outer, (unsigned)merged->opts,
                     (unsigned)cases[i].result);
        }
    }
}

static void keeps_relative_options_through_two_merges(void **state)
{
    cmd_parms cmd = make_cmd();
    core_dir_config *outer = make_conf();
    core_dir_config *middle = make_conf();
    core_dir_config *inner = make_conf();
    const core_dir_config *merged;

    assert_null(pn_core_options_parse(&cmd, outer, "Indexes"));
    assert_null(pn_core_options_parse(&cmd, middle, "+MultiViews"));
    assert_null(pn_core_options_parse(&cmd, inner, "+ExecCGI"));
    merged = pn_core_config_merge_dir(
        pool, pn_core_config_merge_dir(pool, outer, middle), inner);
    assert_int_equal(merged->opts, OPT_INDEXES | OPT_MULTI | OPT_EXECCGI);
    /* Merging from the other end gives the same. */
    merged = pn_core_config_merge_dir(
        pool, outer, pn_core_config_merge_dir(pool, middle, inner));
    assert_int_equal(merged->opts, OPT_INDEXES | OPT_MULTI | OPT_EXECCGI);
}

static void refuses_options_that_make_no_sense(void **state)
{
    static const struct {
        const char *words, *failure;
    } cases[] = {
        { "Indexes +FollowSymLinks", "or no Option may: '+FollowSymLinks'" },
        { "+Indexes FollowSymLinks", "or no Option may: 'FollowSymLinks'" },
        { "Foo", "Illegal option 'Foo'" },
        { "+Foo", "Illegal option 'Foo'" },
        { "+None", "'+None' must come first" },
        { "-All", "'-All' must come first" },
        { "Indexes None", "'None' must come first" },
        { "Indexes All", "'All' must come first" },
        { "", "at least one word" },
    };
    size_t i;

    for (i = 0; i < N(cases); i++) {
        cmd_parms cmd = make_cmd();

        assert_refused(pn_core_options_parse(&cmd, make_conf(), cases[i].words),
                       cases[i].failure, cases[i].words);
    }
}

static void lets_only_the_allowed_options_be_set(void **state)
{
    static const struct {
        const char *allowed, *words, *failure; /* NULL: taken */
    } cases[] = {
        { "Options=Indexes,MultiViews", "-Indexes", NULL },
        { "Options=Indexes,MultiViews", "Indexes MultiViews", NULL },
        { "Options=Indexes,MultiViews", "None", NULL },
        { "Options=Indexes", "+FollowSymLinks",
          "Option FollowSymLinks not allowed here" },
        { "Options=Indexes", "All", "Option All not allowed here" },
        { "Options=IncludesNOEXEC", "+Includes",
          "Option Includes not allowed here" },
        { "Options=IncludesNOEXEC", "+IncludesNOEXEC", NULL },
        { "Options", "All", NULL },
        { "All", "+SymLinksIfOwnerMatch", NULL },
    };
    size_t i;

    for (i = 0; i < N(cases); i++) {
        cmd_parms cmd = make_cmd();
        core_dir_config *outer = make_conf();
        const char *failure;

        assert_null(pn_core_override_parse(&cmd, outer, cases[i].allowed));
        cmd.override_opts = outer->override_opts;
        failure = pn_core_options_parse(&cmd, make_conf(), cases[i].words);
        if (cases[i].failure) {
            assert_refused(failure, cases[i].failure, cases[i].words);
        }
        else if (failure) {
            fail_msg("'%s' under '%s': %s", cases[i].words, cases[i].allowed,
                     failure);
        }
    }
}

static void reads_what_a_htaccess_file_may(void **state)
{
    static const struct {
        const char *words;
        unsigned int result;
        const char *failure;
    } cases[] = {
        { "None", OR_NONE, NULL },
        { "All", OR_ALL, NULL },
        { "AuthConfig Indexes", OR_AUTHCFG | OR_INDEXES, NULL },
        { "fileinfo LIMIT", OR_FILEINFO | OR_LIMIT, NULL },
        { "Options=Indexes", OR_OPTIONS, NULL },
        { "None FileInfo", OR_FILEINFO, NULL },
        { "FileInfo Nonfatal=Unknown", OR_FILEINFO | NONFATAL_UNKNOWN, NULL },
        { "Nonfatal=All", NONFATAL_ALL, NULL },
        { "Nonfatal=Override", NONFATAL_OVERRIDE, NULL },
        { "Nonfatal=Foo", 0, "not 'Foo'" },
        { "Foo", 0, "Illegal override option 'Foo'" },
        { "Foo=1", 0, "Illegal override option 'Foo'" },
        { "Options=Foo", 0, "Illegal option 'Foo'" },
        { "", 0, "at least one word" },
    };
    size_t i;

    for (i = 0; i < N(cases); i++) {
        cmd_parms cmd = make_cmd();
        core_dir_config *conf = make_conf();
        const char *failure = pn_core_override_parse(&cmd, conf,
                                                     cases[i].words);

        if (cases[i].failure) {
            assert_refused(failure, cases[i].failure, cases[i].words);
            continue;
        }
        assert_null(failure);
        assert_int_equal(conf->override, cases[i].result);
    }
}

static void makes_entity_tags_of_what_is_left(void **state)
{
    static const struct {
        const char *outer, *inner; /* NULL: nothing said there */
        etag_components_t result;
    } cases[] = {
        { NULL, NULL, ETAG_UNSET },
        { NULL, "All", ETAG_ALL },
        { NULL, "+INode", ETAG_ALL },
        { NULL, "-MTime", ETAG_SIZE },
        { NULL, "-MTime -Size", ETAG_NONE },
        { "INode MTime Size", "-INode", ETAG_MTIME | ETAG_SIZE },
        { "INode", "Size", ETAG_SIZE },
        { "None", "+Size", ETAG_SIZE },
        { "All", "None", ETAG_NONE },
        { "Size", NULL, ETAG_SIZE },
        { "MTime", "+Digest", ETAG_MTIME | ETAG_DIGEST },
        { "MTime", "INode +Size", ETAG_INODE | ETAG_SIZE },
    };
    size_t i;

    for (i = 0; i < N(cases); i++) {
        cmd_parms cmd = make_cmd();
        core_dir_config *outer = make_conf();
        core_dir_config *inner = make_conf();
        const core_dir_config *merged;

        if (cases[i].outer) {
            assert_null(pn_core_etag_parse(&cmd, outer, cases[i].outer));
        }
        if (cases[i].inner) {
            assert_null(pn_core_etag_parse(&cmd, inner, cases[i].inner));
        }
        merged = pn_core_config_merge_dir(pool, outer, inner);
        if (merged->etag_bits != cases[i].result) {
            fail_msg("case %d gives %lu, not %lu", (int)i, merged->etag_bits,
                     cases[i].result);
        }
    }
}

static void refuses_words_that_no_entity_tag_is_made_of(void **state)
{
    static const struct {
        const char *words, *failure;
    } cases[] = {
        { "Foo", "Unknown keyword 'Foo'" },
        { "-None", "'None' cannot be used with '+' or '-'" },
        { "+All", "'All' cannot be used with '+' or '-'" },
        { "", "at least one word" },
    };
    size_t i;

    for (i = 0; i < N(cases); i++) {
        cmd_parms cmd = make_cmd();

        assert_refused(pn_core_etag_parse(&cmd, make_conf(), cases[i].words),
                       cases[i].failure, cases[i].words);
    }
}

static void takes_whole_numbers_within_the_limits(void **state)
{
    static const struct {
        const char *arg;
        apr_int64_t number;
        const char *failure;
    } cases[] = {
        { "0", 0, NULL },
        { "100", 100, NULL },
        { "101", 0, "'101' is not from 0 to 100" },
        { "-1", 0, "'-1' is not from 0 to 100" },
        { "", 0, "a whole number" },
        { "1x", 0, "'1x' is not a whole number" },
        { "99999999999999999999", 0, "is not a whole number" },
    };
    static const command_rec command = { .name = "Limit" };
    size_t i;

    for (i = 0; i < N(cases); i++) {
        cmd_parms cmd = make_cmd();
        apr_int64_t number = -7;
        const char *failure;

        cmd.cmd = &command;
        failure = pn_core_parse_number(&cmd, cases[i].arg, 0, 100, &number);
        if (cases[i].failure) {
            assert_refused(failure, cases[i].failure, cases[i].arg);
            continue;
        }
        assert_null(failure);
        assert_int_equal(number, cases[i].number);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_options_to_those_of_the_outer_section),
        cmocka_unit_test(keeps_relative_options_through_two_merges),
        cmocka_unit_test(refuses_options_that_make_no_sense),
        cmocka_unit_test(lets_only_the_allowed_options_be_set),
        cmocka_unit_test(reads_what_a_htaccess_file_may),
        cmocka_unit_test(makes_entity_tags_of_what_is_left),
        cmocka_unit_test(refuses_words_that_no_entity_tag_is_made_of),
        cmocka_unit_test(takes_whole_numbers_within_the_limits),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
