/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_range.c - Range fields: whatever comes out lies within the body and
 * within the limits.
 *
 * The first byte is the size of the body, the rest is the field.
 */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <apr_general.h>
#include <apr_strings.h>

#include "http/range.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int holds)
{
    if (!holds) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const pn_range_limits_t limits = { 20, 5, 5 };
    static apr_pool_t *pool;
    pn_range_result_e result;
    pn_range_t *ranges;
    int ranges_n;
    const char *value;

    if (!size) {
        return 0;
    }
    if (!pool) {
        apr_initialize();
        apr_pool_create(&pool, NULL);
    }
    value = apr_pstrmemdup(pool, (const char *)data + 1, size - 1);
    result = pn_range_parse(pool, value, data[0], &limits, &ranges, &ranges_n);
    must((result == PN_RANGE_SOME) == (ranges_n > 0));
    must(ranges_n <= limits.ranges_n);
    for (int i = 0; i < ranges_n; i++) {
        must(ranges[i].first >= 0 && ranges[i].first <= ranges[i].last
             && ranges[i].last < data[0]);
    }
    apr_pool_clear(pool);
    return 0;
}
