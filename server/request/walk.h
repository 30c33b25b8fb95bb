/* SPDX-License-Identifier: Apache-2.0 */
/*
 * walk.h - what the four walks share.
 */
#ifndef PINION_SERVER_REQUEST_WALK_H
#define PINION_SERVER_REQUEST_WALK_H

#include <stdbool.h>

#include "httpd.h"

#include "http_core.h"

/* Matches the section's regular expression against subject; its named groups
 * go to r's environment as MATCH_name. */
bool pn_walk_matches_regex(request_rec *r, const core_dir_config *section,
                           const char *subject);

#endif
