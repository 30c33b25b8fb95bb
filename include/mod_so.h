/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_so.h - mod_so: symbols of loaded modules.
 */
#ifndef PINION_MOD_SO_H
#define PINION_MOD_SO_H

#include <apr_optional.h>

#include "http_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MOD_SO_H 1

/* The module with that variable (x_module), or NULL. */
APR_DECLARE_OPTIONAL_FN(module *, ap_find_loaded_module_symbol,
                        (server_rec *s, const char *modname));

#ifdef __cplusplus
}
#endif

#endif
