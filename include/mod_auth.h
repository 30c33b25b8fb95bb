/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MOD_AUTH_H
#define PINION_MOD_AUTH_H

#define APACHE_MOD_AUTH_H

#include <apr_pools.h>
#include <apr_hash.h>
#include <apr_optional.h>

#include "httpd.h"
#include "http_config.h"

#ifdef __cplusplus
extern "C" {
#endif

#define AUTHN_DEFAULT_PROVIDER "file"
#define AUTHN_PREFIX "AUTHENTICATE_"
#define AUTHN_PROVIDER_GROUP "authn"
#define AUTHN_PROVIDER_NAME_NOTE "authn_provider_name"
#define AUTHN_PROVIDER_VERSION "0"
#define AUTHZ_PREFIX "AUTHORIZE_"
#define AUTHZ_PROVIDER_GROUP "authz"
#define AUTHZ_PROVIDER_NAME_NOTE "authz_provider_name"
#define AUTHZ_PROVIDER_VERSION "0"

typedef struct authn_provider authn_provider;
typedef struct authn_provider_list authn_provider_list;
typedef struct authz_provider authz_provider;
typedef enum authn_status { AUTH_DENIED = 0, AUTH_GRANTED = 1, AUTH_USER_FOUND = 2, AUTH_USER_NOT_FOUND = 3, AUTH_GENERAL_ERROR = 4 } authn_status;
typedef enum authz_status { AUTHZ_DENIED = 0, AUTHZ_GRANTED = 1, AUTHZ_NEUTRAL = 2, AUTHZ_GENERAL_ERROR = 3, AUTHZ_DENIED_NO_USER = 4 } authz_status;

struct authn_provider {
    authn_status (*check_password)(request_rec *, const char *, const char *);
    authn_status (*get_realm_hash)(request_rec *, const char *, const char *, char **);
};

struct authn_provider_list {
    const char *provider_name;
    const authn_provider *provider;
    authn_provider_list *next;
};

struct authz_provider {
    authz_status (*check_authorization)(request_rec *, const char *, const void *);
    const char *(*parse_require_line)(cmd_parms *, const char *, const void **);
};

APR_DECLARE_OPTIONAL_FN(void, ap_authn_cache_store, (request_rec *, const char *, const char *, const char *, const char *));

#ifdef __cplusplus
}
#endif

#endif
