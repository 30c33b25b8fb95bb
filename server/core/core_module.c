/* SPDX-License-Identifier: Apache-2.0 */
/* core_module.c - the module struct of the core, and its table. */

#include "core.h"

#include "http_log.h"

#include "config/sections.h"

enum { DIRECTIVES_MAX = 160 };

/*
 * A module has one table, the core's directives are in one for each topic.
 * They are joined when the process starts: nobody may see the module with
 * half a table, and mod_info and the manual's tools read it as it stands.
 */
static command_rec directives[DIRECTIVES_MAX + 1];

__attribute__((constructor)) static void join_directives(void)
{
    const command_rec *const topics[] = {
        pn_core_sections,  pn_conditional_directives,
        pn_core_identity,  pn_core_documents,
        pn_core_overrides, pn_core_handlers,
        pn_core_network,   pn_core_limits,
        pn_core_logging,   pn_core_process,
        pn_core_merge,     pn_core_place,
    };
    size_t topic;
    int n = 0;

    for (topic = 0; topic < sizeof(topics) / sizeof(topics[0]); topic++) {
        const command_rec *entry;

        for (entry = topics[topic]; entry->name; entry++) {
            if (n == DIRECTIVES_MAX) {
                abort(); /* DIRECTIVES_MAX is too small: a build error */
            }
            directives[n++] = *entry;
        }
    }
}

AP_DECLARE_DATA module core_module = {
    MODULE_MAGIC_NUMBER_MAJOR,
    MODULE_MAGIC_NUMBER_MINOR,
    AP_CORE_MODULE_INDEX,
    "core.c",
    .magic = MODULE_MAGIC_COOKIE,
    .create_dir_config = pn_core_config_create_dir,
    .merge_dir_config = pn_core_config_merge_dir,
    .create_server_config = pn_core_config_create_server,
    .merge_server_config = pn_core_config_merge_server,
    .cmds = directives,
    .register_hooks = pn_core_hooks_register,
};
