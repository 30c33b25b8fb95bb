/* SPDX-License-Identifier: Apache-2.0 */
/* crash_brake - a crash loop must not become a fork storm. */

#include "common/children_private.h"

enum { TOLERATED_N = 10, PAUSE_MAX_S = 32 };

/* A child that lived this long has proved that children can live. */
static const apr_interval_time_t proof_of_life = apr_time_from_sec(10);

static int pause_s(int in_a_row)
{
    int steps = in_a_row / TOLERATED_N;
    int pause = 0;

    while (steps-- > 0 && pause < PAUSE_MAX_S) {
        pause = pause == 0 ? 1 : pause * 2;
    }
    return pause;
}

int pn_children_note_crash(pn_crash_brake_t *brake, apr_interval_time_t age,
                           apr_time_t now)
{
    int before;
    int after;

    if (age >= proof_of_life) {
        brake->in_a_row = 0;
    }
    before = pause_s(brake->in_a_row);
    brake->in_a_row++;
    after = pause_s(brake->in_a_row);
    brake->not_before = after ? now + apr_time_from_sec(after) : 0;
    return after > before ? after : 0;
}

void pn_children_note_exit(pn_crash_brake_t *brake)
{
    brake->in_a_row = 0;
    brake->not_before = 0;
}

bool pn_children_may_start(const pn_crash_brake_t *brake, apr_time_t now)
{
    return now >= brake->not_before;
}
