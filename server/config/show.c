/* SPDX-License-Identifier: Apache-2.0 */
/*
 * show - what -l and -L print. Scripts parse both.
 */
#include "httpd.h"

#include <apr_strings.h>

#include "http_config.h"

#include "config/invoke.h"

AP_DECLARE(void) ap_show_directives(void)
{
    apr_pool_t *pool;

    apr_pool_create(&pool, NULL);
    for (int i = 0; ap_loaded_modules[i]; i++) {
        const module *mod = ap_loaded_modules[i];

        for (const command_rec *cmd = mod->cmds; cmd && cmd->name; cmd++) {
            printf("%s (%s)\n", cmd->name, mod->name);
            if (cmd->errmsg) {
                printf("\t%s\n", cmd->errmsg);
            }
            printf("\tAllowed in %s\n",
                   pn_invoke_where(pool, cmd, mod->create_dir_config != NULL,
                                   "\n\t"));
        }
    }
    apr_pool_destroy(pool);
}

AP_DECLARE(void) ap_show_modules(void)
{
    printf("Compiled in modules:\n");
    for (int i = 0; ap_loaded_modules[i]; i++) {
        printf("  %s\n", ap_loaded_modules[i]->name);
    }
}
