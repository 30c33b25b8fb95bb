/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_api_open - opens shared objects inside the server, as LoadModule does.
 *
 * ApiOpen FILE...: a line "open: FILE: ok", or why not, on stdout. All symbols
 * are resolved at once, and seen by the files that follow.
 */

#include "httpd.h"

#include <dlfcn.h>
#include <stdio.h>

#include "http_config.h"

static const char *open_file(cmd_parms *cmd, void *conf, const char *file)
{
    const char *why = dlopen(file, RTLD_NOW | RTLD_GLOBAL) ? "ok" : dlerror();

    printf("open: %s: %s\n", file, why);
    fflush(stdout);
    return NULL;
}

static const command_rec directives[] = {
    AP_INIT_ITERATE("ApiOpen", open_file, NULL, RSRC_CONF | EXEC_ON_READ, "files"),
    { .name = NULL },
};

AP_DECLARE_MODULE(api_open) = {
    STANDARD20_MODULE_STUFF,
    .cmds = directives,
};
