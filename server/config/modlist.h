/* SPDX-License-Identifier: Apache-2.0 */
/* modlist.h - which modules are active, and how long their vectors are. */
#ifndef PINION_SERVER_CONFIG_MODLIST_H
#define PINION_SERVER_CONFIG_MODLIST_H

#include "httpd.h"

#include "http_config.h"

/* Modules that a configuration may load beside those that are always on. */
enum { PN_MODULES_LOADABLE_MAX = 256 };

/*
 * Registers the hooks of the always-on modules unless this was done since
 * pconf was last cleared; the end of pconf takes back every hook. Called at
 * the begin of each pass over the configuration.
 */
void pn_modlist_begin_pass(apr_pool_t *pconf);

/*
 * From now on vectors have room for the modules loaded so far and for the
 * slots reserved, not for every module that might still come. Called once a
 * pass, when the text is read and pre_config has run.
 */
void pn_modlist_fix_vectors(void);

/* Elements of a configuration vector made now. */
int pn_modlist_vector_len(void);

/* A pool cleanup: removes a module that ap_add_loaded_module() added. */
apr_status_t pn_modlist_unload(void *mod);

/* True for a module linked into the server that is always on. */
int pn_modlist_is_always_on(const module *mod);

#endif
