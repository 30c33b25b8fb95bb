/* SPDX-License-Identifier: Apache-2.0 */
/* util_test.h - what the tests of server/util/ and server/log/ begin with. */
#ifndef PINION_TEST_UNIT_UTIL_TEST_H
#define PINION_TEST_UNIT_UTIL_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "apr_general.h"
#include "apr_pools.h"
#include "apr_strings.h"

#include "httpd.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

/* NULL-safe, and says which row of a table it was. */
#define assert_text(row, got, want)                                     \
    do {                                                                \
        const char *got_ = (got);                                       \
        const char *want_ = (want);                                     \
        if ((got_ == NULL) != (want_ == NULL)                           \
            || (got_ && strcmp(got_, want_) != 0)) {                    \
            fail_msg("row %d: got '%s', want '%s'", (int)(row),         \
                     got_ ? got_ : "(NULL)", want_ ? want_ : "(NULL)"); \
        }                                                               \
    } while (0)

#define assert_number(row, got, want)                                         \
    do {                                                                      \
        const long long got_ = (long long)(got);                              \
        const long long want_ = (long long)(want);                            \
        if (got_ != want_) {                                                  \
            fail_msg("row %d: got %lld, want %lld", (int)(row), got_, want_); \
        }                                                                     \
    } while (0)

static apr_pool_t *pool; /* cleared after each test */

static int make_pool(void **state)
{
    apr_initialize();
    apr_pool_create(&pool, NULL);
    return 0;
}

static int drop_pool(void **state)
{
    apr_pool_destroy(pool);
    return 0;
}

static int clear_pool(void **state)
{
    apr_pool_clear(pool);
    return 0;
}

#define test(name)     cmocka_unit_test_teardown(name, clear_pool)
#define run_all(tests) cmocka_run_group_tests(tests, make_pool, drop_pool)

#endif
