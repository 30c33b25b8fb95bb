/* SPDX-License-Identifier: Apache-2.0 */
/*
 * resolve_env.h - where ${NAME} in a configuration gets its value.
 */
#ifndef PINION_SERVER_UTIL_RESOLVE_ENV_H
#define PINION_SERVER_UTIL_RESOLVE_ENV_H

#include <stddef.h>

#include <apr_tables.h>

/*
 * Makes ap_resolve_env() look for a name in defines (what Define set: name to
 * value) before the environment. NULL: only the environment. The table is read
 * at each call and must live until another one, or NULL, is set. Called while
 * the configuration is read, by one thread.
 */
void pn_resolve_env_use(const apr_table_t *defines);

/* ap_resolve_env() with a limit: NULL when the result has more than max bytes.
 * A short line may name a long value many times. */
const char *pn_resolve_env(apr_pool_t *pool, const char *word, size_t max);

#endif
