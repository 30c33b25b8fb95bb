/* SPDX-License-Identifier: Apache-2.0 */
/*
 * filter_chain.h - several filters at once.
 */
#ifndef PINION_SERVER_FILTER_FILTER_CHAIN_H
#define PINION_SERVER_FILTER_FILTER_CHAIN_H

#include "util_filter.h"

/* As ap_add_output_filter_handle() n times, for protocol filters that a
 * request begins with. */
void pn_filter_add_outputs(request_rec *r, ap_filter_rec_t *const *frecs,
                           size_t n);

#endif
