/* SPDX-License-Identifier: Apache-2.0 */
/*
 * module_list.h - the modules that the server has.
 */
#ifndef PINION_HTTPD_MODULE_LIST_H
#define PINION_HTTPD_MODULE_LIST_H

#include <apr.h>
#include <apr_pools.h>
#include <apr_tables.h>

#include "httpd/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The active modules, by next; the one added last is first. */
extern AP_DECLARE_DATA module *ap_top_module;

/* The built-in modules, NULL-terminated. */
extern AP_DECLARE_DATA module *ap_prelinked_modules[];

/* The same with their names; the last has a NULL name. */
extern AP_DECLARE_DATA ap_module_symbol_t ap_prelinked_module_symbols[];

/* The built-in modules that are active from the start, NULL-terminated. */
extern AP_DECLARE_DATA module *ap_preloaded_modules[];

/* All modules that are there, NULL-terminated. */
extern AP_DECLARE_DATA module **ap_loaded_modules;

/*
 * Makes the lists, and gives indexes to built-in modules. NULL or a sentence.
 */
AP_DECLARE(const char *) ap_setup_prelinked_modules(process_rec *process);

/*
 * Makes a module active and runs its register_hooks. NULL, or a sentence if it
 * was built for another server.
 */
AP_DECLARE(const char *) ap_add_module(module *m, apr_pool_t *pool,
                                       const char *sym_name);

/*
 * Takes a module out of the active ones. Its hooks stay until the hooks are
 * cleared.
 */
AP_DECLARE(void) ap_remove_module(module *m);

/*
 * ap_add_module() for a module out of a file: it joins ap_loaded_modules too.
 */
AP_DECLARE(const char *) ap_add_loaded_module(
    module *mod, apr_pool_t *pool, const char *sym_name);

/* The reverse of ap_add_loaded_module(). */
AP_DECLARE(void) ap_remove_loaded_module(module *mod);

/* Runs register_hooks of a module. */
AP_DECLARE(void) ap_register_hooks(module *m, apr_pool_t *pool);

/* The active module of a name (mod_x.c), or NULL. */
AP_DECLARE(module *) ap_find_linked_module(const char *name);

/* The name of a module. */
AP_DECLARE(const char *) ap_find_module_name(module *m);

/*
 * The name of a module without "mod_" and ".c"; NULL for an index nobody has.
 */
AP_DECLARE(const char *) ap_find_module_short_name(int module_index);

/* Keeps indexes free for modules that come while requests are served. */
AP_DECLARE(void) ap_reserve_module_slots(int count);

/* Keeps indexes free for the module that a directive will bring. */
AP_DECLARE(void) ap_reserve_module_slots_directive(const char *directive);

/* Prints all directives with help to stdout (-L). */
AP_DECLARE(void) ap_show_directives(void);

/* Prints the built-in modules to stdout (-l). */
AP_DECLARE(void) ap_show_modules(void);

/* The name of the MPM, NULL while there is none. */
AP_DECLARE(const char *) ap_show_mpm(void);

/* Runs rewrite_args of all built-in modules. */
AP_DECLARE(void) ap_run_rewrite_args(process_rec *process);

#ifdef __cplusplus
}
#endif

#endif
