/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MOD_SO_H
#define PINION_MOD_SO_H

#include <apr_optional.h>

#include "httpd.h"
#include "http_config.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MOD_SO_H 1

APR_DECLARE_OPTIONAL_FN(module *, ap_find_loaded_module_symbol, (server_rec *, const char *));

#ifdef __cplusplus
}
#endif

#endif
