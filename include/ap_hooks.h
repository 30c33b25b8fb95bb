/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_hooks.h - hooks: lists of functions that modules register for a moment in
 * the server's life. ap_hook_x() registers, with names of modules that must
 * come before and after, and an order (APR_HOOK_*); ap_run_x() calls: all of
 * them until one is neither OK nor DECLINED (RUN_ALL), the first that does not
 * decline (RUN_FIRST), or just all (VOID). Optional hooks need nobody to run
 * them.
 */
#ifndef PINION_AP_HOOKS_H
#define PINION_AP_HOOKS_H

#define AP_HOOKS_H

#include <apr.h>
#include <apr_hooks.h>
#include <apr_optional_hooks.h>

#include "ap_config.h"

#define AP_DECLARE_HOOK(ret, name, args) \
    APR_DECLARE_EXTERNAL_HOOK(ap, AP, ret, name, args)

#define AP_IMPLEMENT_HOOK_BASE(name) \
    APR_IMPLEMENT_EXTERNAL_HOOK_BASE(ap, AP, name)

#define AP_IMPLEMENT_HOOK_VOID(name, args_decl, args_use) \
    APR_IMPLEMENT_EXTERNAL_HOOK_VOID(ap, AP, name, args_decl, args_use)

#define AP_IMPLEMENT_HOOK_RUN_ALL(ret, name, args_decl, args_use, ok, decline) \
    APR_IMPLEMENT_EXTERNAL_HOOK_RUN_ALL(ap, AP, ret, name, args_decl, \
                                        args_use, ok, decline)

#define AP_IMPLEMENT_HOOK_RUN_FIRST(ret, name, args_decl, args_use, decline) \
    APR_IMPLEMENT_EXTERNAL_HOOK_RUN_FIRST(ap, AP, ret, name, args_decl, \
                                          args_use, decline)

#define AP_IMPLEMENT_OPTIONAL_HOOK_RUN_ALL(ret, name, args_decl, args_use, ok, \
                                           decline) \
    APR_IMPLEMENT_OPTIONAL_HOOK_RUN_ALL(ap, AP, ret, name, args_decl, \
                                        args_use, ok, decline)

#define AP_OPTIONAL_HOOK(name, fn, pre, succ, order) \
    APR_OPTIONAL_HOOK(ap, name, fn, pre, succ, order)

#endif
