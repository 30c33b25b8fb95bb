/* SPDX-License-Identifier: Apache-2.0 */
/*
 * merge_directives.c - MergePerRequest: modules whose merged configurations
 * hold data of one request.
 *
 * Merged configurations are remembered for the life of a generation. A module
 * written for Apache may count on having its merged configuration for itself,
 * in a pool that ends with the request; naming it here gives it that.
 */

#include "core.h"

#include "request/merge.h"

static const char *set_merge_per_request(cmd_parms *cmd, void *unused,
                                         const char *name)
{
    const char *failure = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    return failure ? failure : pn_merge_except(cmd->pool, name);
}

const command_rec pn_core_merge[] = {
    AP_INIT_ITERATE("MergePerRequest", set_merge_per_request, NULL, RSRC_CONF,
                    "modules (mod_x.c or x_module) that keep data of one "
                    "request in merged configurations"),
    { .name = NULL },
};
