/* SPDX-License-Identifier: Apache-2.0 */
/* invoke.h - calling the function behind a directive. */
#ifndef PINION_SERVER_CONFIG_INVOKE_H
#define PINION_SERVER_CONFIG_INVOKE_H

#include "httpd.h"

#include "http_config.h"

/*
 * Splits args as cmd asks for and calls its function with mconfig, if the
 * directive may stand here (parms->override). Returns NULL, DECLINE_CMD, or a
 * sentence in parms->pool that says what is wrong.
 */
const char *pn_invoke_command(const command_rec *cmd, cmd_parms *parms,
                              void *mconfig, const char *args);

/*
 * Where cmd may stand, in the words of the manual: "*.conf anywhere and in
 * .htaccess\n\twhen AllowOverride includes FileInfo". between is put in place
 * of the line break.
 */
const char *pn_invoke_where(apr_pool_t *pool, const command_rec *cmd,
                            int has_dir_config, const char *between);

#endif
