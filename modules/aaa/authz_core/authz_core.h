/* SPDX-License-Identifier: Apache-2.0 */
/*
 * authz_core.h - what the files of mod_authz_core share.
 */
#ifndef PINION_MODULES_AAA_AUTHZ_CORE_H
#define PINION_MODULES_AAA_AUTHZ_CORE_H

#include "httpd.h"

#include "http_config.h"

/* Registers the providers all, env, method and expr. */
void authz_core_register_providers(apr_pool_t *pool);

/* <AuthzProviderAlias>, and the alias table of a server configuration. */
const char *authz_core_set_alias(cmd_parms *cmd, void *dir_conf,
                                 const char *args);
void *authz_core_create_server_conf(apr_pool_t *pool, server_rec *s);
void *authz_core_merge_server_conf(apr_pool_t *pool, void *outer, void *inner);

#endif
