/* SPDX-License-Identifier: Apache-2.0 */
/* defines.h - what Define and -D have named. */
#ifndef PINION_SERVER_CONFIG_DEFINES_H
#define PINION_SERVER_CONFIG_DEFINES_H

#include <apr_pools.h>

/*
 * Gives a pass over the configuration its own list of names: modules push
 * some that live in pconf. What the command line defined comes back when
 * pconf is cleared. Does nothing when called again.
 */
void pn_defines_begin_pass(apr_pool_t *pconf);

/* The value that Define gave to name, or NULL: not defined, or no value. */
const char *pn_defines_value(const char *name);

/* Defines name, with a value or without one (NULL), until pconf is cleared. */
void pn_defines_set(apr_pool_t *pconf, const char *name, const char *value);
void pn_defines_unset(apr_pool_t *pconf, const char *name);

#endif
