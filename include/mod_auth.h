/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_auth.h - providers of authentication (group "authn") and authorization
 * (group "authz").
 */
#ifndef PINION_MOD_AUTH_H
#define PINION_MOD_AUTH_H

#define APACHE_MOD_AUTH_H

#include <apr_hash.h>
#include <apr_optional.h>
#include <apr_pools.h>

#include "http_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Provider groups and versions; prefixes of variables that providers may set;
 * notes of which provider is being asked.
 */
#define AUTHN_DEFAULT_PROVIDER   "file"
#define AUTHN_PREFIX             "AUTHENTICATE_"
#define AUTHN_PROVIDER_GROUP     "authn"
#define AUTHN_PROVIDER_NAME_NOTE "authn_provider_name"
#define AUTHN_PROVIDER_VERSION   "0"
#define AUTHZ_PREFIX             "AUTHORIZE_"
#define AUTHZ_PROVIDER_GROUP     "authz"
#define AUTHZ_PROVIDER_NAME_NOTE "authz_provider_name"
#define AUTHZ_PROVIDER_VERSION   "0"

/* What a look at credentials found. */
typedef enum authn_status {
    AUTH_DENIED,
    AUTH_GRANTED,
    AUTH_USER_FOUND,
    AUTH_USER_NOT_FOUND,
    AUTH_GENERAL_ERROR
} authn_status;

/*
 * What a look at a user's rights found. AUTHZ_DENIED_NO_USER: ask who it is,
 * then again.
 */
typedef enum authz_status {
    AUTHZ_DENIED,
    AUTHZ_GRANTED,
    AUTHZ_NEUTRAL,
    AUTHZ_GENERAL_ERROR,
    AUTHZ_DENIED_NO_USER
} authz_status;

typedef struct authn_provider_list authn_provider_list;

/* Knows users. */
typedef struct authn_provider {
    /* (r, user, password) */
    authn_status (*check_password)(request_rec *, const char *, const char *);
    /* for Digest: (r, user, realm, answer) */
    authn_status (*get_realm_hash)(request_rec *, const char *, const char *,
                              char **);
} authn_provider;

/* The providers of a directory. */
struct authn_provider_list {
    const char *provider_name;
    const authn_provider *provider;
    authn_provider_list *next;
};

/* Knows who may. */
typedef struct authz_provider {
    /* (r, the Require line, what parse_require_line made) */
    authz_status (*check_authorization)(request_rec *, const char *,
                              const void *);
    /* (cmd, line, answer): NULL or a sentence; may be NULL */
    const char *(*parse_require_line)(cmd_parms *, const char *,
                              const void **);
} authz_provider;

/* Keeps a hash that was looked up (mod_authn_socache). */
APR_DECLARE_OPTIONAL_FN(void, ap_authn_cache_store,
                        (request_rec *r, const char *module, const char
                         *user, const char *realm, const char *data));

#ifdef __cplusplus
}
#endif

#endif
