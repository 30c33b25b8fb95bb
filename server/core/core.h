/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core.h - what the files of the core module share.
 *
 * Directive functions live in core_<topic>.c beside their table; each table
 * ends with an entry without a name, and core_module.c joins them.
 */
#ifndef PINION_SERVER_CORE_CORE_H
#define PINION_SERVER_CORE_CORE_H

#include "httpd.h"

#include "http_config.h"
#include "http_core.h"

/* "Not set here": what the core's int fields hold before a directive. */
enum { PN_UNSET = -1 };

/* AcceptPathInfo's fourth state; the first three are AP_REQ_*_PATH_INFO. */
enum { PN_PATH_INFO_UNSET = 3 };

/* What bounds a body where no directive does (LimitRequestBody). */
#define PN_DEFAULT_LIMIT_BODY  ((apr_off_t)1073741824)
#define PN_DEFAULT_LIMIT_XML   ((apr_size_t)1000000)
#define PN_MAX_LIMIT_XML       ((apr_size_t)(APR_SIZE_MAX / 16))
#define PN_DEFAULT_FLUSH_BYTES ((apr_size_t)65535)
#define PN_DEFAULT_PIPELINED   5
/* What a virtual host starts with: take over what the main server says. */
#define PN_FLUSH_UNSET         ((apr_size_t)-1)
#define PN_PIPELINED_UNSET     (-2)
#define PN_DEFAULT_READ_BUF    ((apr_size_t)8192)

extern const command_rec pn_core_sections[];
extern const command_rec pn_core_identity[];
extern const command_rec pn_core_documents[];
extern const command_rec pn_core_overrides[];
extern const command_rec pn_core_handlers[];
extern const command_rec pn_core_network[];
extern const command_rec pn_core_limits[];
extern const command_rec pn_core_logging[];
extern const command_rec pn_core_process[];
extern const command_rec pn_core_merge[];
extern const command_rec pn_core_place[];

/* --- core_config.c: life of the core's per-directory and per-server slots */
void *pn_core_config_create_dir(apr_pool_t *pool, char *dir);
void *pn_core_config_merge_dir(apr_pool_t *pool, void *base, void *over);
etag_components_t pn_core_config_etags(etag_components_t inherited,
                                       etag_components_t add,
                                       etag_components_t remove);
void *pn_core_config_create_server(apr_pool_t *pool, server_rec *s);
void *pn_core_config_merge_server(apr_pool_t *pool, void *base, void *over);

/* --- core_hooks.c */
void pn_core_hooks_register(apr_pool_t *pool);

/* --- core_file.c: sends files; the handler of last resort */
int pn_core_file_handler(request_rec *r);

/* --- place_directives.c */
void pn_core_place_reset(void);

/* --- core_banner.c */
const char *pn_core_banner_set_tokens(const char *word);
const char *pn_core_banner_set_product(apr_pool_t *pool, const char *product);
/* Forgets tokens, product and components: a configuration pass begins. */
void pn_core_banner_reset(apr_pool_t *pconf);

/* --- core_names.c, core_access.c: optional functions of other modules */
void pn_core_names_retrieve(void);
void pn_core_access_retrieve(void);

/* --- core_directives.c: what directive functions have in common */
core_server_config *pn_core_server(const cmd_parms *cmd);
/* Off = 0, On = 1; anything else is refused with a sentence. */
const char *pn_core_parse_switch(cmd_parms *cmd, const char *arg, int *is_on);
/* A whole number from least to most; the sentence quotes what was given. */
const char *pn_core_parse_number(cmd_parms *cmd, const char *arg,
                                 apr_int64_t least, apr_int64_t most,
                                 apr_int64_t *number);
/* "NAME is EXPECTED, not ARG" */
const char *pn_core_unknown(cmd_parms *cmd, const char *arg,
                            const char *expected);

/* --- parsers that the unit tests call directly */
const char *pn_core_options_parse(cmd_parms *cmd, core_dir_config *conf,
                                  const char *words);
const char *pn_core_override_parse(cmd_parms *cmd, core_dir_config *conf,
                                   const char *words);
const char *pn_core_etag_parse(cmd_parms *cmd, core_dir_config *conf,
                               const char *words);

/* --- core_errordoc.c */
const char *pn_core_errordoc_set(cmd_parms *cmd, void *dir_conf,
                                 const char *code, const char *doc);

#endif
