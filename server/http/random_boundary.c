/* SPDX-License-Identifier: Apache-2.0 */
/*
 * random_boundary.c - the boundary that modules share for their multipart
 * bodies. Random numbers themselves come from the kernel and need no seed; a
 * boundary drawn before a fork would be known to all children.
 */
#include "mod_core.h"

#include "http/http_filters.h"

enum { BOUNDARY_BYTES = 16 };

static char boundary[2 * BOUNDARY_BYTES + 1];

static void draw_boundary(void)
{
    unsigned char bytes[BOUNDARY_BYTES];

    ap_random_insecure_bytes(bytes, sizeof(bytes));
    ap_bin2hex(bytes, sizeof(bytes), boundary);
    ap_multipart_boundary = boundary;
}

AP_DECLARE(void) ap_init_rng(apr_pool_t *pool)
{
    draw_boundary();
}

AP_DECLARE(void) ap_random_parent_after_fork(void)
{
    draw_boundary();
}
