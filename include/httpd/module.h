/* SPDX-License-Identifier: Apache-2.0 */
/*
 * module.h - the record that makes a module, and the vectors that hold each
 * module's configuration.
 */
#ifndef PINION_HTTPD_MODULE_H
#define PINION_HTTPD_MODULE_H

#include <apr.h>
#include <apr_pools.h>

#include "ap_mmn.h"
#include "httpd/config_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * flags of a module. Read them only if AP_MODULE_HAS_FLAGS: older modules end
 * before that field.
 */
#define AP_MODULE_FLAG_NONE         0
#define AP_MODULE_FLAG_ALWAYS_MERGE 1
#define AP_MODULE_FLAGS_MMN_MINOR   70
#define AP_MODULE_FLAGS_MMN_MAJOR   20120211

/* A module. The server fills in what comes before rewrite_args. */
struct module_struct {
    int version; /* MODULE_MAGIC_NUMBER_MAJOR it was built with */
    int minor_version; /* MODULE_MAGIC_NUMBER_MINOR it was built with */
    int module_index; /* place in configuration vectors */
    const char *name; /* of its main source file: mod_x.c */
    void *dynamic_load_handle; /* apr_dso_handle_t; NULL: built in */
    struct module_struct *next; /* in the list of active modules */
    unsigned long magic; /* MODULE_MAGIC_COOKIE */
    /* of MPMs and the core: changes the command line */
    void (*rewrite_args)(process_rec *);
    /* makes a configuration for a directory, NULL: the server */
    void *(*create_dir_config)(apr_pool_t *, char *);
    /* (pool, base, over): makes a new one of two */
    void *(*merge_dir_config)(apr_pool_t *, void *, void *);
    /* makes a configuration for a server */
    void *(*create_server_config)(apr_pool_t *, server_rec *);
    /* (pool, base, over) */
    void *(*merge_server_config)(apr_pool_t *, void *, void *);
    const command_rec *cmds; /* its directives */
    void (*register_hooks)(apr_pool_t *); /* called once the module is known */
    int flags; /* AP_MODULE_FLAG_* */
};

/* The name of a module: its file, without the path where compilers can. */
#ifdef __FILE_NAME__
#define AP_MODULE_FILE_ __FILE_NAME__
#else
#define AP_MODULE_FILE_ __FILE__
#endif

/* The first members of a module; those of an MPM still set rewrite_args. */
#define STANDARD20_MODULE_STUFF MPM20_MODULE_STUFF, NULL
#define MPM20_MODULE_STUFF \
    MODULE_MAGIC_NUMBER_MAJOR, MODULE_MAGIC_NUMBER_MINOR, -1, \
        AP_MODULE_FILE_, NULL, NULL, MODULE_MAGIC_COOKIE
/* Modules for Apache 1.3 don't compile, and read why. */
#define STANDARD_MODULE_STUFF this_is_the_module_struct_of_apache_1_3

#define AP_MODULE_HAS_FLAGS(m) \
    ((m)->version > AP_MODULE_FLAGS_MMN_MAJOR \
     || ((m)->version == AP_MODULE_FLAGS_MMN_MAJOR \
         && (m)->minor_version >= AP_MODULE_FLAGS_MMN_MINOR))

#define AP_MAYBE_UNUSED(x) x __attribute__((unused))

/* Which module the log messages of this file come from. */
#define APLOG_USE_MODULE(foo) \
    extern module AP_MODULE_DECLARE_DATA foo##_module; \
    AP_MAYBE_UNUSED(static int *const aplog_module_index) = \
        &(foo##_module.module_index)

/* Starts a module's definition: AP_DECLARE_MODULE(foo) = { ... }; */
#define AP_DECLARE_MODULE(foo) \
    APLOG_USE_MODULE(foo);     \
    module AP_MODULE_DECLARE_DATA foo##_module

#ifndef __cplusplus
/* Tentative: a file that says APLOG_USE_MODULE gives it a value. */
AP_MAYBE_UNUSED(static int *const aplog_module_index);
#endif

/* A built-in module and the name of its variable. */
struct ap_module_symbol_t {
    const char *name;
    module *modp;
};

/*
 * The configuration of module m in a vector (of a server, directory,
 * connection or request); NULL if it has none.
 */
AP_DECLARE(void *) ap_get_module_config(const ap_conf_vector_t *cv,
                                        const module *m);

/* Stores the configuration of module m in a vector. */
AP_DECLARE(void) ap_set_module_config(ap_conf_vector_t *cv, const module *m,
                                      void *val);

/* The flags of a module, 0 when it is too old to have any. */
AP_DECLARE(int) ap_get_module_flags(const module *m);

#define ap_get_module_config(v, m) (((void *const *)(v))[(m)->module_index])
#define ap_set_module_config(v, m, val) \
    ((((void **)(v))[(m)->module_index]) = (val))

/* An empty vector for a request. */
AP_DECLARE(ap_conf_vector_t *) ap_create_request_config(apr_pool_t *pool);

/* An empty vector for a connection. */
AP_DECLARE(ap_conf_vector_t *) ap_create_conn_config(apr_pool_t *pool);

/* An empty vector for a directory. */
AP_DECLARE(ap_conf_vector_t *) ap_create_per_dir_config(apr_pool_t *pool);

/*
 * A new vector of the two in pool: what new_conf sets wins. Runs the merge
 * functions of the modules concerned.
 */
AP_DECLARE(ap_conf_vector_t *) ap_merge_per_dir_configs(
    apr_pool_t *pool, ap_conf_vector_t *base, ap_conf_vector_t *new_conf);

/*
 * The configuration of mod for the server or, with section_vector, for that
 * section; made if it is not there yet.
 */
AP_DECLARE(void *) ap_set_config_vectors(server_rec *server,
                                         ap_conf_vector_t *section_vector,
                                         const char *section, module *mod,
                                         apr_pool_t *pool);

/* Makes the main server's configurations for a module that was added late. */
AP_DECLARE(void) ap_single_module_configure(
    apr_pool_t *pool, server_rec *s, module *m);

/*
 * Data that outlives the loading and unloading of a module: in the pool of the
 * process, under a name.
 */
/* New, zeroed data under a name of which there is none yet. */
AP_DECLARE(void *) ap_retained_data_create(const char *key, apr_size_t size);

/* What ap_retained_data_create() made, or NULL. */
AP_DECLARE(void *) ap_retained_data_get(const char *key);

#ifdef __cplusplus
}
#endif

#endif
