/* SPDX-License-Identifier: Apache-2.0 */
/*
 * config_tree.h - from text to tree to configuration.
 */
#ifndef PINION_HTTPD_CONFIG_TREE_H
#define PINION_HTTPD_CONFIG_TREE_H

#include <apr.h>
#include <apr_pools.h>
#include <apr_tables.h>

#include "httpd/config_types.h"
#include "httpd/match.h"
#include "util_cfgtree.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Reads the server's configuration into *conftree and returns the main server;
 * NULL, logged, if it is wrong. Memory in process->pconf.
 */
AP_DECLARE(server_rec *) ap_read_config(process_rec *process,
                                        apr_pool_t *temp_pool,
                                        const char *config_name,
                                        ap_directive_t **conftree);

/*
 * Reads params->config_file to its end into *conftree. Returns NULL or a
 * sentence; params->err_directive says where.
 */
AP_DECLARE(const char *) ap_build_config(cmd_parms *params,
                                         apr_pool_t *conf_pool,
                                         apr_pool_t *temp_pool,
                                         ap_directive_t **conftree);

/*
 * Reads up to the line that closes orig_directive and appends to *current.
 * Returns NULL or a sentence.
 */
AP_DECLARE(const char *) ap_build_cont_config(
    apr_pool_t *pool, apr_pool_t *temp_pool, cmd_parms *params,
    ap_directive_t **current, ap_directive_t **curr_parent,
    char *orig_directive);

/*
 * Runs the directives of a tree with section_vector as the configuration that
 * they fill. Returns NULL or a sentence; params->err_directive says where.
 */
AP_DECLARE(const char *) ap_walk_config(ap_directive_t *conftree,
                                        cmd_parms *params,
                                        ap_conf_vector_t *section_vector);

/*
 * Reads a file, or every file of a directory, into *conftree. Returns NULL or
 * a sentence.
 */
AP_DECLARE(const char *) ap_process_resource_config(
    server_rec *s, const char *fname, ap_directive_t **conftree,
    apr_pool_t *pool, apr_pool_t *ptemp);

/*
 * ap_process_resource_config() for all files that a pattern matches; no match
 * is an error unless optional.
 */
AP_DECLARE(const char *) ap_process_fnmatch_configs(
    server_rec *s, const char *fname, ap_directive_t **conftree,
    apr_pool_t *pool, apr_pool_t *ptemp, int optional);

/*
 * Runs the directives of the whole configuration. OK, or
 * HTTP_INTERNAL_SERVER_ERROR, logged.
 */
AP_DECLARE(int) ap_process_config_tree(server_rec *s,
                                       ap_directive_t *conftree,
                                       apr_pool_t *pool, apr_pool_t *ptemp);

/*
 * A search for files that calls cb for each, with what cmd knows; see
 * ap_dir_fnmatch().
 */
AP_DECLARE(ap_dir_match_t *) ap_dir_cfgmatch(
    cmd_parms *cmd, int flags,
    const char *(*cb)(ap_dir_match_t *, const char *), void *ctx)
    __attribute__((nonnull(1, 3)));

/*
 * The configuration of the .htaccess files (access_name: names with spaces
 * between) in directory path for these overrides; *result is NULL if there are
 * none. OK or an HTTP status. Results are kept for later requests.
 */
AP_DECLARE(int) ap_parse_htaccess(ap_conf_vector_t **result, request_rec *r,
                                  int override, int override_opts,
                                  apr_table_t *override_list,
                                  const char *path, const char *access_name);

/*
 * The core's function for the open_htaccess hook: opens dir_name/access_name.
 */
AP_DECLARE(apr_status_t) ap_open_htaccess(request_rec *r,
                                          const char *dir_name,
                                          const char *access_name,
                                          ap_configfile_t **conffile,
                                          const char **full_name);

/*
 * Skips the text up to the end of the section named by directive, nested ones
 * included. NULL or a sentence.
 */
AP_DECLARE(const char *) ap_soak_end_container(
    cmd_parms *cmd, char *directive);

/*
 * Makes a virtual host for the addresses in hostname with the defaults of
 * main_server. NULL or a sentence.
 */
AP_DECLARE(const char *) ap_init_virtual_host(
    apr_pool_t *pool, const char *hostname, server_rec *main_server,
    server_rec **s);

/* Merges the main server's configuration into all virtual hosts. */
AP_DECLARE(void) ap_fixup_virtual_hosts(apr_pool_t *pool,
                                        server_rec *main_server);

/*
 * An absolute path: fname itself or below ServerRoot. NULL if that can't be.
 */
AP_DECLARE(char *) ap_server_root_relative(apr_pool_t *pool, const char *fname);

/* An absolute path: fname itself or below DefaultRuntimeDir. */
AP_DECLARE(char *) ap_runtime_dir_relative(apr_pool_t *pool, const char *fname);

/* Whether any module has this directive. */
AP_DECLARE(int) ap_exists_directive(apr_pool_t *pool, const char *name);

/* A pool cleanup that sets a void ** to NULL. */
AP_DECLARE(apr_status_t) ap_pool_cleanup_set_null(void *data);

#ifdef __cplusplus
}
#endif

#endif
