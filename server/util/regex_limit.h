/* SPDX-License-Identifier: Apache-2.0 */
/*
 * regex_limit.h - expressions that would take for ever are given up.
 *
 * Callers of ap_regexec() often take any failure for "does not match", which
 * would let a request pass a rule that was to stop it. So each match that was
 * given up is noted, and the request that it happened in is refused
 * (server/request/phases.c), whoever called.
 */
#ifndef PINION_SERVER_UTIL_REGEX_LIMIT_H
#define PINION_SERVER_UTIL_REGEX_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* Steps that one match may take: PCRE2's count, about five nanoseconds each
 * with JIT. */
enum { PN_REGEX_LIMIT_DEFAULT = 1000 * 1000 };

/* For threads and processes that begin to match after the call. */
void pn_regex_limit_set(uint32_t steps_n);

/* Whether the calling thread has given up a match since it asked last. */
bool pn_regex_limit_was_exceeded(void);

#endif
