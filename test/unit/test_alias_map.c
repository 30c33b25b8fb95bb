/* SPDX-License-Identifier: Apache-2.0 */
/* test_alias_map.c - prefixes of URLs, and what is escaped in their targets. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <apr_general.h>
#include <apr_pools.h>

#include "../../modules/mappers/alias_map.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

static void matches_whole_segments_whatever_the_slashes(void **state)
{
    static const struct {
        const char *uri, *prefix;
        apr_size_t covered;
    } cases[] = {
        { "/a", "/a", 2 },
        { "/a/b", "/a", 2 },
        { "/ab", "/a", 0 },
        { "/", "/a", 0 },
        { "/a", "/a/", 0 },
        { "/a/", "/a/", 3 },
        { "/a/b", "/a/", 3 },
        { "/a//b", "/a/", 4 },
        { "//a", "/a", 3 },
        { "/a/b/c", "/a//b", 4 },
        { "/a///b", "/a/b", 6 },
        { "/anything", "/", 1 },
        { "/A", "/a", 0 },
        { "", "/a", 0 },
    };
    size_t i;

    for (i = 0; i < N(cases); i++) {
        apr_size_t covered = alias_match_prefix(cases[i].uri, cases[i].prefix);

        if (covered != cases[i].covered) {
            fail_msg("'%s' covers %d of '%s', not %d", cases[i].prefix,
                     (int)covered, cases[i].uri, (int)cases[i].covered);
        }
    }
}

static void escapes_only_what_cannot_stand_in_a_url(void **state)
{
    static const struct {
        const char *in, *out;
    } cases[] = {
        { "a=b&c=%20", "a=b&c=%20" },
        { "a b", "a%20b" },
        { "a\r\nX: 1", "a%0D%0AX:%201" },
        { "<\">", "%3C%22%3E" },
        { "\xc3\xa9", "%C3%A9" },
        { "", "" },
    };
    apr_pool_t *pool;
    size_t i;

    assert_int_equal(apr_initialize(), APR_SUCCESS);
    assert_int_equal(apr_pool_create(&pool, NULL), APR_SUCCESS);
    for (i = 0; i < N(cases); i++) {
        assert_string_equal(alias_escape_query(pool, cases[i].in),
                            cases[i].out);
    }
    apr_pool_destroy(pool);
    apr_terminate();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_whole_segments_whatever_the_slashes),
        cmocka_unit_test(escapes_only_what_cannot_stand_in_a_url),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
