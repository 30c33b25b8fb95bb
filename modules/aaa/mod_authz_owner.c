/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_authz_owner - Require file-owner: who owns a file may have it.
 *
 * Offers:     the authz provider "file-owner", and to those who know groups
 *             the optional function authz_owner_get_file_group
 * Tests:      test/e2e/aaa/test_auth_basic.py
 */

#include "httpd.h"

#include <string.h>

#include "apr_file_info.h"
#include "apr_optional.h"
#include "apr_strings.h"
#include "apr_user.h"

#include "ap_provider.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_auth.h"

APR_DECLARE_OPTIONAL_FN(char *, authz_owner_get_file_group, (request_rec * r));

module AP_MODULE_DECLARE_DATA authz_owner_module;

/* The facts wanted of r's file; NULL, logged, when there are none. */
static const apr_finfo_t *look_at_file(request_rec *r, apr_int32_t wanted)
{
    apr_finfo_t *finfo;
    apr_status_t rv;

    if (!r->filename) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "%s is no file, so nobody owns it", r->uri);
        return NULL;
    }
    finfo = apr_palloc(r->pool, sizeof(*finfo));
    rv = apr_stat(finfo, r->filename, wanted, r->pool);
    if (rv != APR_SUCCESS && rv != APR_INCOMPLETE) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "cannot find out who owns %s", r->filename);
        return NULL;
    }
    return finfo->valid & wanted ? finfo : NULL;
}

static authz_status check_owner(request_rec *r, const char *line,
                                const void *parsed)
{
    const apr_finfo_t *finfo;
    char *owner = NULL;

    if (!r->user) {
        return AUTHZ_DENIED_NO_USER;
    }
    finfo = look_at_file(r, APR_FINFO_USER);
    if (!finfo
        || apr_uid_name_get(&owner, finfo->user, r->pool) != APR_SUCCESS) {
        return AUTHZ_DENIED;
    }
    if (strcmp(owner, r->user) == 0) {
        return AUTHZ_GRANTED;
    }
    ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r,
                  "%s belongs to %s, not to user %s", r->filename, owner,
                  r->user);
    return AUTHZ_DENIED;
}

static char *authz_owner_get_file_group(request_rec *r)
{
    const apr_finfo_t *finfo = look_at_file(r, APR_FINFO_GROUP);
    char *group = NULL;

    if (!finfo
        || apr_gid_name_get(&group, finfo->group, r->pool) != APR_SUCCESS) {
        return NULL;
    }
    return group;
}

static const authz_provider owner_provider = { check_owner, NULL };

static void authz_owner_register_hooks(apr_pool_t *pool)
{
    APR_REGISTER_OPTIONAL_FN(authz_owner_get_file_group);
    ap_register_auth_provider(pool, AUTHZ_PROVIDER_GROUP, "file-owner",
                              AUTHZ_PROVIDER_VERSION, &owner_provider,
                              AP_AUTH_INTERNAL_PER_CONF);
}

AP_DECLARE_MODULE(authz_owner) = {
    STANDARD20_MODULE_STUFF,
    .register_hooks = authz_owner_register_hooks,
};
