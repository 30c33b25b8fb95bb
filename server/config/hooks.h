/* SPDX-License-Identifier: Apache-2.0 */
/* hooks.h - what reading configurations does on hooks. */
#ifndef PINION_SERVER_CONFIG_HOOKS_H
#define PINION_SERVER_CONFIG_HOOKS_H

#include "httpd.h"

#include "http_config.h"

/* Called by the core module's register_hooks: directories' files are files,
 * and -D DUMP_RUN_CFG shows the settings. */
void pn_config_register_hooks(apr_pool_t *pool);

#endif
