/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_rewrite.h - mod_rewrite: maps that are functions (RewriteMap int:).
 */
#ifndef PINION_MOD_REWRITE_H
#define PINION_MOD_REWRITE_H

#include <apr_optional.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MOD_REWRITE_H 1

#define REWRITE_REDIRECT_HANDLER_NAME "redirect-handler"

/* The value of a key, or NULL. */
typedef char *rewrite_mapfunc_t(request_rec *r, char *key);

/* Defines a map. In pre_config. */
APR_DECLARE_OPTIONAL_FN(void, ap_register_rewrite_mapfunc,
                        (char *name, rewrite_mapfunc_t *func));

#ifdef __cplusplus
}
#endif

#endif
