/* SPDX-License-Identifier: Apache-2.0 */
/* include.h - files that the configuration names by pattern. */
#ifndef PINION_SERVER_CONFIG_INCLUDE_H
#define PINION_SERVER_CONFIG_INCLUDE_H

#include "httpd.h"

#include "http_config.h"

/*
 * Include and IncludeOptional, run while the text is read: cmd_data of the
 * latter is not NULL. Fits AP_INIT_TAKE1.
 */
const char *pn_include_directive(cmd_parms *cmd, void *list, const char *arg);

#endif
