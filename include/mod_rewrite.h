/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MOD_REWRITE_H
#define PINION_MOD_REWRITE_H

#include <apr_optional.h>

#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MOD_REWRITE_H 1
#define REWRITE_REDIRECT_HANDLER_NAME "redirect-handler"

typedef char *rewrite_mapfunc_t(request_rec *, char *);

APR_DECLARE_OPTIONAL_FN(void, ap_register_rewrite_mapfunc, (char *, rewrite_mapfunc_t *));

#ifdef __cplusplus
}
#endif

#endif
