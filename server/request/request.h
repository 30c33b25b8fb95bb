/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request.h - what the files of server/request/ share, and what the core
 * module registers on their behalf.
 */
#ifndef PINION_SERVER_REQUEST_REQUEST_H
#define PINION_SERVER_REQUEST_REQUEST_H

#include <stdbool.h>

#include "httpd.h"

#include "http_config.h"

/* Called by the core module's register_hooks: the store of merged
 * configurations begins with each child. */
void pn_request_register_hooks(apr_pool_t *pool);

/* True when an inner request with the outer one's configuration needs no
 * checks of its own. */
bool pn_hooks_auth_is_per_conf(void);
/* The access, authn and authz phases: OK, or the status to answer with. */
int pn_auth_check(request_rec *r);
/* DECLINED became an error: nobody did what had to be done. */
int pn_phases_fail(request_rec *r, int status, const char *what);

#endif
