/* SPDX-License-Identifier: Apache-2.0 */
/*
 * banned.h - functions that have a safer sibling fail to compile.
 *
 * Force-included by the build for server/ and mpm/. System headers come first,
 * so that their own declarations stay valid.
 */
#ifndef PINION_SERVER_UTIL_BANNED_H
#define PINION_SERVER_UTIL_BANNED_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Hardened C libraries make macros of some, which may not be poisoned. */
#undef sprintf
#undef vsprintf
#undef strcpy
#undef strcat
#undef strncpy
#undef strncat

#pragma GCC poison strcpy strcat sprintf vsprintf strtok gmtime localtime atoi
#pragma GCC poison atol strncpy strncat gets

#endif
