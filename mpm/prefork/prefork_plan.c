/* SPDX-License-Identifier: Apache-2.0 */
/* prefork_plan - how many children to start or end; no state but the rate. */

#include "prefork/prefork.h"

enum { RATE_MAX = 32 };

static int smaller(int one, int other)
{
    return one < other ? one : other;
}

prefork_plan_t pn_prefork_plan(const prefork_conf_t *conf,
                               const prefork_count_t *count, int *rate)
{
    prefork_plan_t plan = { 0, false, false };
    int room = smaller(count->free_slots, conf->max_workers - count->children);

    if (count->idle > conf->max_spare) {
        /* One a turn: a lull is often followed by the next wave. */
        plan.must_end_one = true;
        *rate = 1;
        return plan;
    }
    if (count->idle >= conf->min_spare) {
        *rate = 1;
        return plan;
    }
    if (room <= 0) {
        plan.is_full = true;
        *rate = 1;
        return plan;
    }
    plan.start_n = smaller(room, *rate);
    *rate = smaller(*rate * 2, RATE_MAX);
    return plan;
}
