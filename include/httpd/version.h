/* SPDX-License-Identifier: Apache-2.0 */
/*
 * version.h - which server this is.
 */
#ifndef PINION_HTTPD_VERSION_H
#define PINION_HTTPD_VERSION_H

#include <apr_pools.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version that this server is compatible with. */
typedef struct ap_version_t {
    int major;
    int minor;
    int patch;
    const char *add_string; /* "-dev" and the like, or "" */
} ap_version_t;

/* Fills in the version that this server is compatible with. */
AP_DECLARE(void) ap_get_server_revision(ap_version_t *version);

/* The name for the Server field, cut to what ServerTokens allows. */
AP_DECLARE(const char *) ap_get_server_banner(void);

/* The name in full, module components included, whatever ServerTokens says. */
AP_DECLARE(const char *) ap_get_server_description(void);

/*
 * Adds "name/version" to the server's description. For post_config; components
 * of an earlier configuration are dropped with pool, which should be pconf.
 */
AP_DECLARE(void) ap_add_version_component(apr_pool_t *pool,
                                          const char *component);

/* When the server was compiled, as text. */
AP_DECLARE(const char *) ap_get_server_built(void);

#ifdef __cplusplus
}
#endif

#endif
