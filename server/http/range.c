/* SPDX-License-Identifier: Apache-2.0 */
/*
 * range.c - parses Range: bytes=...
 *
 *   ranges-specifier = "bytes=" 1#( first "-" [ last ] / "-" suffix )
 *
 * Joining only neighbours keeps the order in which a client asked, and what it
 * asks twice on purpose counts against the limits (CVE-2011-3192).
 */
#include "http/range.h"

#include <stdbool.h>
#include <string.h>

#include <apr_cstr.h>
#include <apr_tables.h>

typedef struct state_t {
    const char *at;
    apr_off_t size;
    const pn_range_limits_t *limits;
    apr_array_header_t *ranges;
    int asked_n; /* also those outside the body */
    int overlaps_n;
    int reversals_n;
} state_t;

static void skip_blanks(state_t *state)
{
    while (*state->at == ' ' || *state->at == '\t') {
        state->at++;
    }
}

/* 1*DIGIT below 2^63. */
static bool read_number(state_t *state, apr_off_t *number)
{
    const char *at = state->at;
    apr_off_t sum = 0;

    if (*at < '0' || *at > '9') {
        return false;
    }
    for (; *at >= '0' && *at <= '9'; at++) {
        int digit = *at - '0';

        if (sum > (APR_INT64_MAX - digit) / 10) {
            return false;
        }
        sum = sum * 10 + digit;
    }
    state->at = at;
    *number = sum;
    return true;
}

/* One element; first > last afterwards: nothing of it is in the body. */
static bool read_range(state_t *state, pn_range_t *range)
{
    apr_off_t number;

    if (*state->at == '-') {
        state->at++;
        if (!read_number(state, &number) || number == 0) {
            return false;
        }
        range->first = number < state->size ? state->size - number : 0;
        range->last = state->size - 1;
        return true;
    }
    if (!read_number(state, &range->first) || *state->at != '-') {
        return false;
    }
    state->at++;
    range->last = state->size - 1;
    if (*state->at >= '0' && *state->at <= '9') {
        if (!read_number(state, &number) || number < range->first) {
            return false;
        }
        if (number < range->last) {
            range->last = number;
        }
    }
    return true;
}

/* False when a limit is exceeded. */
static bool add_range(state_t *state, const pn_range_t *range)
{
    const pn_range_limits_t *limits = state->limits;
    pn_range_t *before;

    if (limits->ranges_n >= 0 && ++state->asked_n > limits->ranges_n) {
        return false;
    }
    if (range->first > range->last) {
        return true; /* behind the end of the body: others may do */
    }
    if (state->ranges->nelts == 0) {
        APR_ARRAY_PUSH(state->ranges, pn_range_t) = *range;
        return true;
    }
    before = &APR_ARRAY_IDX(state->ranges, state->ranges->nelts - 1,
                            pn_range_t);
    if (range->first < before->first) {
        state->reversals_n++;
    }
    if (range->first <= before->last + 1 && range->last + 1 >= before->first) {
        state->overlaps_n++;
        if (range->first < before->first) {
            before->first = range->first;
        }
        if (range->last > before->last) {
            before->last = range->last;
        }
    }
    else {
        APR_ARRAY_PUSH(state->ranges, pn_range_t) = *range;
    }
    return (limits->overlaps_n < 0 || state->overlaps_n <= limits->overlaps_n)
        && (limits->reversals_n < 0
            || state->reversals_n <= limits->reversals_n);
}

pn_range_result_e pn_range_parse(apr_pool_t *pool, const char *value,
                                 apr_off_t size_bytes,
                                 const pn_range_limits_t *limits,
                                 pn_range_t **ranges, int *ranges_n)
{
    state_t state = { .size = size_bytes, .limits = limits };

    *ranges = NULL;
    *ranges_n = 0;
    if (size_bytes <= 0 || apr_cstr_casecmpn(value, "bytes=", 6) != 0) {
        return PN_RANGE_NONE;
    }
    state.at = value + 6;
    state.ranges = apr_array_make(pool, 4, sizeof(pn_range_t));
    for (;;) {
        pn_range_t range;

        if (!read_range(&state, &range) || !add_range(&state, &range)) {
            return PN_RANGE_NONE;
        }
        skip_blanks(&state);
        if (*state.at == '\0') {
            break;
        }
        if (*state.at != ',') {
            return PN_RANGE_NONE;
        }
        state.at++;
        skip_blanks(&state);
    }
    if (state.ranges->nelts == 0) {
        return PN_RANGE_OUTSIDE;
    }
    *ranges = (pn_range_t *)(void *)state.ranges->elts;
    *ranges_n = state.ranges->nelts;
    return PN_RANGE_SOME;
}
