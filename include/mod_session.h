/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_session.h - mod_session: sessions, and the hooks that load, decode,
 * encode and save them.
 */
#ifndef PINION_MOD_SESSION_H
#define PINION_MOD_SESSION_H

#define MOD_SESSION_H

#include <apr_optional.h>
#include <apr_pools.h>
#include <apr_tables.h>
#include <apr_time.h>
#include <apr_uuid.h>

#include "ap_hooks.h"
#include "http_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SESSION_DECLARE(type)        AP_DECLARE(type)
#define SESSION_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define SESSION_DECLARE_DATA         AP_DECLARE_DATA

/*
 * Keys of a session that mod_auth_form uses; the note that holds a request's
 * session.
 */
#define MOD_SESSION_NOTES_KEY "mod_session_key"
#define MOD_SESSION_PW        "pw"
#define MOD_SESSION_USER      "user"

/* A session. */
typedef struct session_rec {
    apr_pool_t *pool;
    apr_uuid_t *uuid;
    const char *remote_user;
    apr_table_t *entries; /* its values by key */
    const char *encoded; /* as stored */
    apr_time_t expiry; /* 0: never */
    long maxage; /* seconds, 0: no limit */
    int dirty;
    int cached;
    int written;
} session_rec;

/* What is configured. */
typedef struct session_dir_conf {
    int enabled;
    int enabled_set;
    long maxage;
    int maxage_set;
    const char *header;
    int header_set;
    int env;
    int env_set;
    apr_array_header_t *includes;
    apr_array_header_t *excludes;
    apr_time_t expiry_update_time;
    int expiry_update_set;
} session_dir_conf;

/* Turns z->encoded into entries. */
APR_DECLARE_EXTERNAL_HOOK(ap, SESSION, apr_status_t, session_decode,
                (request_rec *r, session_rec *z))

/* Turns entries into z->encoded. */
APR_DECLARE_EXTERNAL_HOOK(ap, SESSION, apr_status_t, session_encode,
                (request_rec *r, session_rec *z))

/* Loads r's session into *z, or leaves it to others (DECLINED). */
APR_DECLARE_EXTERNAL_HOOK(ap, SESSION, apr_status_t, session_load,
                (request_rec *r, session_rec **z))

/* Stores z. */
APR_DECLARE_EXTERNAL_HOOK(ap, SESSION, apr_status_t, session_save,
                (request_rec *r, session_rec *z))

/* A value of a session; z NULL: r's own. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_session_get,
                        (request_rec *, session_rec *, const char *, const
                         char **));

/* Sets a value, or removes it (NULL). */
APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_session_set,
                        (request_rec *, session_rec *, const char *, const
                         char *));

/* r's session. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_session_load,
                        (request_rec *, session_rec **));

/* Stores a session. */
APR_DECLARE_OPTIONAL_FN(apr_status_t, ap_session_save,
                        (request_rec *, session_rec *));

#ifdef __cplusplus
}
#endif

#endif
