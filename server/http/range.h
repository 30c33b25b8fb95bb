/* SPDX-License-Identifier: Apache-2.0 */
/* range.h - the value of a Range field, as ranges of a body of known length. */
#ifndef PINION_SERVER_HTTP_RANGE_H
#define PINION_SERVER_HTTP_RANGE_H

#include <apr.h>
#include <apr_pools.h>

typedef struct pn_range_t {
    apr_off_t first; /* both ends belong to it */
    apr_off_t last;
} pn_range_t;

typedef struct pn_range_limits_t {
    int ranges_n;    /* most ranges in a field; below 0: no limit */
    int overlaps_n;  /* that touch or overlap the one before */
    int reversals_n; /* that begin before the one before */
} pn_range_limits_t;

typedef enum {
    PN_RANGE_NONE, /* no usable field, or too much of it: serve the whole */
    PN_RANGE_SOME, /* *ranges has *ranges_n of them */
    PN_RANGE_OUTSIDE /* well-formed, and nothing of it is there: 416 */
} pn_range_result_e;

/*
 * Parses value for a body of size_bytes > 0. Ranges keep the order asked for,
 * clipped to the body; neighbours in that order that touch or overlap are
 * joined. A value with anything malformed in it is no value (RFC 9110 14.2).
 * *ranges is in pool. Linear in the length of value.
 */
pn_range_result_e pn_range_parse(apr_pool_t *pool, const char *value,
                                 apr_off_t size_bytes,
                                 const pn_range_limits_t *limits,
                                 pn_range_t **ranges, int *ranges_n);

#endif
