/* SPDX-License-Identifier: Apache-2.0 */
/* builtin.h - the modules that are linked into the server. */
#ifndef PINION_SERVER_CONFIG_BUILTIN_H
#define PINION_SERVER_CONFIG_BUILTIN_H

#include "httpd.h"

#include "http_config.h"

/* How many of them are active from the start (ap_prelinked_modules). */
enum { PN_N_ALWAYS_ON = 8 };

/* The others, by the name of their symbol; ends with a NULL name. Made by
 * gen-builtin from what configure chose. */
extern const ap_module_symbol_t pn_builtin_dormant[];

#endif
