/* SPDX-License-Identifier: Apache-2.0 */
/* commands.h - from the name of a directive to who implements it. */
#ifndef PINION_SERVER_CONFIG_COMMANDS_H
#define PINION_SERVER_CONFIG_COMMANDS_H

#include "httpd.h"

#include "http_config.h"

/* One implementation; several modules may share a name. The one loaded last
 * comes first and may decline (DECLINE_CMD). */
typedef struct pn_command_t {
    const command_rec *rec;
    module *mod;
    struct pn_command_t *next;
} pn_command_t;

/* The implementations of name, whatever its case; NULL when there is none.
 * Valid until the modules change. Any thread while they do not. */
const pn_command_t *pn_commands_find(const char *name);

/* Adds the directives of mod. The table is made in the pool of the first
 * call since the last table's pool ended. */
void pn_commands_add(module *mod, apr_pool_t *pool);
void pn_commands_remove(const module *mod);

/* Calls visit for each name known; stops when it returns 0. */
void pn_commands_each(int (*visit)(void *ctx, const char *name), void *ctx);

#endif
