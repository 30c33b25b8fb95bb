/* SPDX-License-Identifier: Apache-2.0 */
/*
 * auth_hooks.h - hooks that decide who may.
 */
#ifndef PINION_HTTPD_AUTH_HOOKS_H
#define PINION_HTTPD_AUTH_HOOKS_H

#include <apr_optional.h>
#include <apr_pools.h>

#include "ap_hooks.h"
#include "httpd/request_rec.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * By what the client's address and the request are. Any refusal counts (but
 * see Satisfy).
 */
AP_DECLARE_HOOK(int, access_checker, (request_rec *r))

/* May let the request in without authentication: OK does that. */
AP_DECLARE_HOOK(int, access_checker_ex, (request_rec *r))

/*
 * Who is it: sets r->user. OK, DECLINED, or a status such as
 * HTTP_UNAUTHORIZED.
 */
AP_DECLARE_HOOK(int, check_user_id, (request_rec *r))

/* OK: the user must be known though no Require asks for one. Or DECLINED. */
AP_DECLARE_HOOK(int, force_authn, (request_rec *r))

/* May this user. OK, DECLINED, or a status. */
AP_DECLARE_HOOK(int, auth_checker, (request_rec *r))

/*
 * type of the registering functions below: the check's result holds for
 * requests with the same configuration, or must be made for each URI.
 */
#define AP_AUTH_INTERNAL_PER_URI  0
#define AP_AUTH_INTERNAL_PER_CONF 1
#define AP_AUTH_INTERNAL_MASK     15

/*
 * Hooks access_checker and says when internal requests need the check again.
 */
AP_DECLARE(void) ap_hook_check_access(ap_HOOK_access_checker_t *pf,
                                      const char *const *aszPre,
                                      const char *const *aszSucc, int nOrder,
                                      int type);

/* The same for access_checker_ex. */
AP_DECLARE(void) ap_hook_check_access_ex(ap_HOOK_access_checker_ex_t *pf,
                                         const char *const *aszPre,
                                         const char *const *aszSucc,
                                         int nOrder, int type);

/* The same for check_user_id. */
AP_DECLARE(void) ap_hook_check_authn(ap_HOOK_check_user_id_t *pf,
                                     const char *const *aszPre,
                                     const char *const *aszSucc, int nOrder,
                                     int type);

/* The same for auth_checker. */
AP_DECLARE(void) ap_hook_check_authz(ap_HOOK_auth_checker_t *pf,
                                     const char *const *aszPre,
                                     const char *const *aszSucc, int nOrder,
                                     int type);

/*
 * ap_register_provider() for an authentication or authorization provider, with
 * type as above.
 */
AP_DECLARE(apr_status_t) ap_register_auth_provider(
    apr_pool_t *pool, const char *provider_group, const char *provider_name,
    const char *provider_version, const void *provider, int type);

/*
 * Decides, once all modules are hooked, whether internal requests can skip
 * these checks.
 */
AP_DECLARE(void) ap_setup_auth_internal(apr_pool_t *ptemp);

/* Forgets that before modules hook again. */
AP_DECLARE(void) ap_clear_auth_internal(void);

/* Names of authentication providers: ap_list_provider_names_t. */
APR_DECLARE_OPTIONAL_FN(apr_array_header_t *, authn_ap_list_provider_names,
                        (apr_pool_t *ptemp));

/* Names of authorization providers: ap_list_provider_names_t. */
APR_DECLARE_OPTIONAL_FN(apr_array_header_t *, authz_ap_list_provider_names,
                        (apr_pool_t *ptemp));

#ifdef __cplusplus
}
#endif

#endif
