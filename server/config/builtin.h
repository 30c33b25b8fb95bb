/* SPDX-License-Identifier: Apache-2.0 */
/* builtin.h - the modules that are linked into the server. */
#ifndef PINION_SERVER_CONFIG_BUILTIN_H
#define PINION_SERVER_CONFIG_BUILTIN_H

#include "httpd.h"

#include "http_config.h"

/* How many of them are active from the start (ap_prelinked_modules). */
enum { PN_N_ALWAYS_ON = 8 };

/*
 * All modules linked in, always-on and dormant ones, by the name of their
 * symbol. Ends with a NULL name. Generated from what configure chose.
 */
extern const ap_module_symbol_t pn_builtin_modules[];

/* The module linked in under this symbol name, or NULL. */
module *pn_builtin_find(const char *symbol);

#endif
