/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_HTTP_CONFIG_H
#define PINION_HTTP_CONFIG_H

#define APACHE_HTTP_CONFIG_H

#include <apr_tables.h>

#include "util_cfgtree.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACCESS_CONF 64
#define AP_MODULE_FLAGS_MMN_MAJOR 20120211
#define AP_MODULE_FLAGS_MMN_MINOR 70
#define AP_MODULE_FLAG_ALWAYS_MERGE 1
#define AP_MODULE_FLAG_NONE 0
#define EXEC_ON_READ 256
#define GLOBAL_ONLY 95
#define NONFATAL_ALL 1536
#define NONFATAL_OVERRIDE 512
#define NONFATAL_UNKNOWN 1024
#define NOT_IN_DIRECTORY 4
#define NOT_IN_DIR_CONTEXT 94
#define NOT_IN_DIR_LOC_FILE 28
#define NOT_IN_FILES 16
#define NOT_IN_HTACCESS 32
#define NOT_IN_LIMIT 2
#define NOT_IN_LOCATION 8
#define NOT_IN_PROXY 64
#define NOT_IN_VIRTUALHOST 1
#define OR_ALL 31
#define OR_AUTHCFG 8
#define OR_FILEINFO 4
#define OR_INDEXES 16
#define OR_LIMIT 1
#define OR_NONE 0
#define OR_OPTIONS 2
#define OR_UNSET 32
#define PROXY_CONF 2048
#define RSRC_CONF 128
#define DECLINE_CMD "\007\010"

typedef struct cmd_parms_struct cmd_parms;
typedef struct command_struct command_rec;
typedef struct ap_configfile_t ap_configfile_t;
typedef struct module_struct module;
typedef struct ap_conf_vector_t ap_conf_vector_t;
typedef struct ap_module_symbol_t ap_module_symbol_t;
enum cmd_how { RAW_ARGS = 0, TAKE1 = 1, TAKE2 = 2, ITERATE = 3, ITERATE2 = 4, FLAG = 5, NO_ARGS = 6, TAKE12 = 7, TAKE3 = 8, TAKE23 = 9, TAKE123 = 10, TAKE13 = 11, TAKE_ARGV = 12 };
#ifdef AP_HAVE_DESIGNATED_INITIALIZER
typedef union {
    const char *(*no_args)(cmd_parms *cmd, void *conf);
    const char *(*raw_args)(cmd_parms *cmd, void *conf, const char *args);
    const char *(*take_argv)(cmd_parms *cmd, void *conf, int argc,
                             char *const argv[]);
    const char *(*take1)(cmd_parms *cmd, void *conf, const char *w);
    const char *(*take2)(cmd_parms *cmd, void *conf, const char *w,
                         const char *w2);
    const char *(*take3)(cmd_parms *cmd, void *conf, const char *w,
                         const char *w2, const char *w3);
    const char *(*flag)(cmd_parms *cmd, void *conf, int on);
} cmd_func;
#define AP_NO_ARGS   func.no_args
#define AP_RAW_ARGS  func.raw_args
#define AP_TAKE_ARGV func.take_argv
#define AP_TAKE1     func.take1
#define AP_TAKE2     func.take2
#define AP_TAKE3     func.take3
#define AP_FLAG      func.flag
#define AP_CMD_FUNC_(member, fn) { .member = (fn) }
#else
typedef const char *(*cmd_func)();
#define AP_NO_ARGS   func
#define AP_RAW_ARGS  func
#define AP_TAKE_ARGV func
#define AP_TAKE1     func
#define AP_TAKE2     func
#define AP_TAKE3     func
#define AP_FLAG      func
#define AP_CMD_FUNC_(member, fn) (cmd_func)(fn)
#endif

struct ap_configfile_t {
    apr_status_t (*getch)(char *, void *);
    apr_status_t (*getstr)(void *, apr_size_t, void *);
    apr_status_t (*close)(void *);
    void *param;
    const char *name;
    unsigned int line_number;
};

struct ap_module_symbol_t {
    const char *name;
    module *modp;
};

struct cmd_parms_struct {
    void *info;
    int override;
    int override_opts;
    apr_table_t *override_list;
    apr_int64_t limited;
    apr_array_header_t *limited_xmethods;
    ap_method_list_t *xlimited;
    ap_configfile_t *config_file;
    ap_directive_t *directive;
    apr_pool_t *pool;
    apr_pool_t *temp_pool;
    server_rec *server;
    char *path;
    const command_rec *cmd;
    struct ap_conf_vector_t *context;
    const ap_directive_t *err_directive;
};

struct command_struct {
    const char *name;
    cmd_func func;
    void *cmd_data;
    int req_override;
    enum cmd_how args_how;
    const char *errmsg;
};

struct module_struct {
    int version;
    int minor_version;
    int module_index;
    const char *name;
    void *dynamic_load_handle;
    struct module_struct *next;
    unsigned long magic;
    void (*rewrite_args)(process_rec *);
    void *(*create_dir_config)(apr_pool_t *, char *);
    void *(*merge_dir_config)(apr_pool_t *, void *, void *);
    void *(*create_server_config)(apr_pool_t *, server_rec *);
    void *(*merge_server_config)(apr_pool_t *, void *, void *);
    const command_rec *cmds;
    void (*register_hooks)(apr_pool_t *);
    int flags;
};

extern AP_DECLARE_DATA module **ap_loaded_modules;
extern AP_DECLARE_DATA ap_module_symbol_t ap_prelinked_module_symbols[];
extern AP_DECLARE_DATA module *ap_prelinked_modules[];
extern AP_DECLARE_DATA module *ap_preloaded_modules[];
extern AP_DECLARE_DATA module *ap_top_module;

AP_DECLARE_HOOK(int, check_config, (apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp, server_rec *s))
AP_DECLARE_HOOK(void, child_init, (apr_pool_t *pchild, server_rec *s))
AP_DECLARE_HOOK(int, handler, (request_rec *r))
AP_DECLARE_HOOK(int, header_parser, (request_rec *r))
AP_DECLARE_HOOK(apr_status_t, open_htaccess, (request_rec *r, const char *dir_name, const char *access_name, ap_configfile_t **conffile, const char **full_name))
AP_DECLARE_HOOK(int, open_logs, (apr_pool_t *pconf,apr_pool_t *plog, apr_pool_t *ptemp,server_rec *s))
AP_DECLARE_HOOK(void, optional_fn_retrieve, (void))
AP_DECLARE_HOOK(int, post_config, (apr_pool_t *pconf,apr_pool_t *plog, apr_pool_t *ptemp,server_rec *s))
AP_DECLARE_HOOK(int, pre_config, (apr_pool_t *pconf,apr_pool_t *plog, apr_pool_t *ptemp))
AP_DECLARE_HOOK(int, quick_handler, (request_rec *r, int lookup_uri))
AP_DECLARE_HOOK(void, test_config, (apr_pool_t *pconf, server_rec *s))

AP_DECLARE(const char *) ap_add_loaded_module(module *, apr_pool_t *pool, const char *);
AP_DECLARE(const char *) ap_add_module(module *, apr_pool_t *pool, const char *);
AP_DECLARE(const char *) ap_build_config(cmd_parms *cmd, apr_pool_t *pool, apr_pool_t *, ap_directive_t **);
AP_DECLARE(const char *) ap_build_cont_config(apr_pool_t *pool, apr_pool_t *, cmd_parms *cmd, ap_directive_t **, ap_directive_t **, char *);
AP_DECLARE(int) ap_cfg_closefile(ap_configfile_t *);
AP_DECLARE(apr_status_t) ap_cfg_getc(char *, ap_configfile_t *);
AP_DECLARE(apr_status_t) ap_cfg_getline(char *, apr_size_t, ap_configfile_t *);
AP_DECLARE(const char *) ap_check_cmd_context(cmd_parms *cmd, unsigned int);
AP_DECLARE(ap_conf_vector_t *) ap_create_conn_config(apr_pool_t *pool);
AP_DECLARE(ap_conf_vector_t *) ap_create_per_dir_config(apr_pool_t *pool);
AP_DECLARE(ap_conf_vector_t *) ap_create_request_config(apr_pool_t *pool);
AP_DECLARE(ap_dir_match_t *) ap_dir_cfgmatch(cmd_parms *cmd, int, const char *(*)(ap_dir_match_t *, const char *), void *)
    __attribute__((nonnull(1, 3)));
AP_DECLARE(int) ap_exists_directive(apr_pool_t *pool, const char *);
AP_DECLARE(const command_rec *) ap_find_command(const char *, const command_rec *);
AP_DECLARE(const command_rec *) ap_find_command_in_modules(const char *, module **);
AP_DECLARE(module *) ap_find_linked_module(const char *);
AP_DECLARE(const char *) ap_find_module_name(module *);
AP_DECLARE(const char *) ap_find_module_short_name(int);
AP_DECLARE(void) ap_fixup_virtual_hosts(apr_pool_t *pool, server_rec *s);
AP_DECLARE(int) ap_get_conn_module_loglevel(const conn_rec *c, int);
AP_DECLARE(int) ap_get_conn_server_module_loglevel(const conn_rec *c, const server_rec *s, int);
AP_DECLARE(void *) ap_get_module_config(const ap_conf_vector_t *, const module *);
AP_DECLARE(int) ap_get_module_flags(const module *);
AP_DECLARE(int) ap_get_request_module_loglevel(const request_rec *r, int);
AP_DECLARE(int) ap_get_server_module_loglevel(const server_rec *s, int);
AP_DECLARE(const char *) ap_init_virtual_host(apr_pool_t *pool, const char *, server_rec *s, server_rec **);
AP_DECLARE(int) ap_invoke_handler(request_rec *r);
AP_DECLARE(void) ap_merge_log_config(const struct ap_logconf *, struct ap_logconf *);
AP_DECLARE(ap_conf_vector_t *) ap_merge_per_dir_configs(apr_pool_t *pool, ap_conf_vector_t *, ap_conf_vector_t *);
AP_DECLARE(int) ap_method_is_limited(cmd_parms *cmd, const char *);
AP_DECLARE(struct ap_logconf *) ap_new_log_config(apr_pool_t *pool, const struct ap_logconf *);
AP_DECLARE(apr_status_t) ap_open_htaccess(request_rec *r, const char *, const char *, ap_configfile_t **, const char **);
AP_DECLARE(int) ap_parse_htaccess(ap_conf_vector_t **, request_rec *r, int, int, apr_table_t *, const char *, const char *);
AP_DECLARE(const char *) ap_parse_log_level(const char *, int *);
AP_DECLARE(ap_configfile_t *) ap_pcfg_open_custom(apr_pool_t *pool, const char *, void *, apr_status_t (*)(char *, void *), apr_status_t (*)(void *, apr_size_t, void *), apr_status_t (*)(void *));
AP_DECLARE(apr_status_t) ap_pcfg_openfile(ap_configfile_t **, apr_pool_t *pool, const char *);
AP_DECLARE(const char *) ap_pcfg_strerror(apr_pool_t *pool, ap_configfile_t *, apr_status_t);
AP_DECLARE(apr_status_t) ap_pool_cleanup_set_null(void *);
AP_DECLARE(int) ap_process_config_tree(server_rec *s, ap_directive_t *, apr_pool_t *pool, apr_pool_t *);
AP_DECLARE(const char *) ap_process_fnmatch_configs(server_rec *s, const char *, ap_directive_t **, apr_pool_t *pool, apr_pool_t *, int);
AP_DECLARE(const char *) ap_process_resource_config(server_rec *s, const char *, ap_directive_t **, apr_pool_t *pool, apr_pool_t *);
AP_DECLARE(server_rec *) ap_read_config(process_rec *, apr_pool_t *pool, const char *, ap_directive_t **);
AP_DECLARE(void) ap_register_hooks(module *, apr_pool_t *pool);
AP_DECLARE(void) ap_remove_loaded_module(module *);
AP_DECLARE(void) ap_remove_module(module *);
AP_DECLARE(void) ap_reserve_module_slots(int);
AP_DECLARE(void) ap_reserve_module_slots_directive(const char *);
AP_DECLARE(void) ap_reset_module_loglevels(struct ap_logconf *, int);
AP_DECLARE(void *) ap_retained_data_create(const char *, apr_size_t);
AP_DECLARE(void *) ap_retained_data_get(const char *);
AP_DECLARE(void) ap_run_rewrite_args(process_rec *);
AP_DECLARE(char *) ap_runtime_dir_relative(apr_pool_t *pool, const char *);
AP_DECLARE(char *) ap_server_root_relative(apr_pool_t *pool, const char *);
AP_DECLARE(void *) ap_set_config_vectors(server_rec *s, ap_conf_vector_t *, const char *, module *, apr_pool_t *pool);
AP_DECLARE(const char *) ap_set_deprecated(cmd_parms *cmd, void *, const char *);
AP_DECLARE(const char *) ap_set_file_slot(cmd_parms *cmd, void *, const char *);
AP_DECLARE(const char *) ap_set_flag_slot(cmd_parms *cmd, void *, int);
AP_DECLARE(const char *) ap_set_flag_slot_char(cmd_parms *cmd, void *, int);
AP_DECLARE(const char *) ap_set_int_slot(cmd_parms *cmd, void *, const char *);
AP_DECLARE(void) ap_set_module_config(ap_conf_vector_t *, const module *, void *);
AP_DECLARE(void) ap_set_module_loglevel(apr_pool_t *pool, struct ap_logconf *, int, int);
AP_DECLARE(const char *) ap_set_string_slot(cmd_parms *cmd, void *, const char *);
AP_DECLARE(const char *) ap_set_string_slot_lower(cmd_parms *cmd, void *, const char *);
AP_DECLARE(const char *) ap_setup_prelinked_modules(process_rec *);
AP_DECLARE(void) ap_show_directives(void);
AP_DECLARE(void) ap_show_modules(void);
AP_DECLARE(const char *) ap_show_mpm(void);
AP_DECLARE(void) ap_single_module_configure(apr_pool_t *pool, server_rec *s, module *);
AP_DECLARE(const char *) ap_soak_end_container(cmd_parms *cmd, char *);
AP_DECLARE(const char *) ap_walk_config(ap_directive_t *, cmd_parms *cmd, ap_conf_vector_t *);

#define AP_INIT_NO_ARGS(directive, func, mconfig, where, help) \
    { directive, AP_CMD_FUNC_(no_args, func), mconfig, where, NO_ARGS, help }
#define AP_INIT_RAW_ARGS(directive, func, mconfig, where, help) \
    { directive, AP_CMD_FUNC_(raw_args, func), mconfig, where, RAW_ARGS, help }
#define AP_INIT_TAKE_ARGV(directive, func, mconfig, where, help) \
    { directive, AP_CMD_FUNC_(take_argv, func), mconfig, where, TAKE_ARGV, help }
#define AP_INIT_TAKE1(directive, func, mconfig, where, help) \
    { directive, AP_CMD_FUNC_(take1, func), mconfig, where, TAKE1, help }
#define AP_INIT_ITERATE(directive, func, mconfig, where, help) \
    { directive, AP_CMD_FUNC_(take1, func), mconfig, where, ITERATE, help }
#define AP_INIT_TAKE2(directive, func, mconfig, where, help) \
    { directive, AP_CMD_FUNC_(take2, func), mconfig, where, TAKE2, help }
#define AP_INIT_TAKE12(directive, func, mconfig, where, help) \
    { directive, AP_CMD_FUNC_(take2, func), mconfig, where, TAKE12, help }
#define AP_INIT_ITERATE2(directive, func, mconfig, where, help) \
    { directive, AP_CMD_FUNC_(take2, func), mconfig, where, ITERATE2, help }
#define AP_INIT_TAKE13(directive, func, mconfig, where, help) \
    { directive, AP_CMD_FUNC_(take3, func), mconfig, where, TAKE13, help }
#define AP_INIT_TAKE23(directive, func, mconfig, where, help) \
    { directive, AP_CMD_FUNC_(take3, func), mconfig, where, TAKE23, help }
#define AP_INIT_TAKE123(directive, func, mconfig, where, help) \
    { directive, AP_CMD_FUNC_(take3, func), mconfig, where, TAKE123, help }
#define AP_INIT_TAKE3(directive, func, mconfig, where, help) \
    { directive, AP_CMD_FUNC_(take3, func), mconfig, where, TAKE3, help }
#define AP_INIT_FLAG(directive, func, mconfig, where, help) \
    { directive, AP_CMD_FUNC_(flag, func), mconfig, where, FLAG, help }

#ifdef __FILE_NAME__
#define AP_MODULE_FILE_ __FILE_NAME__
#else
#define AP_MODULE_FILE_ __FILE__
#endif

#define STANDARD_MODULE_STUFF this_is_the_module_struct_of_apache_1_3

#define STANDARD20_MODULE_STUFF \
    MODULE_MAGIC_NUMBER_MAJOR, MODULE_MAGIC_NUMBER_MINOR, -1, AP_MODULE_FILE_, \
        NULL, NULL, MODULE_MAGIC_COOKIE, NULL

#define MPM20_MODULE_STUFF \
    MODULE_MAGIC_NUMBER_MAJOR, MODULE_MAGIC_NUMBER_MINOR, -1, AP_MODULE_FILE_, \
        NULL, NULL, MODULE_MAGIC_COOKIE

#define AP_MODULE_HAS_FLAGS(m) \
    ((m)->version > AP_MODULE_FLAGS_MMN_MAJOR \
     || ((m)->version == AP_MODULE_FLAGS_MMN_MAJOR \
         && (m)->minor_version >= AP_MODULE_FLAGS_MMN_MINOR))

#define AP_MAYBE_UNUSED(x) x __attribute__((unused))

#define APLOG_USE_MODULE(foo) \
    extern module AP_MODULE_DECLARE_DATA foo##_module; \
    AP_MAYBE_UNUSED(static int *const aplog_module_index) = \
        &(foo##_module.module_index)

#define AP_DECLARE_MODULE(foo) \
    APLOG_USE_MODULE(foo);     \
    module AP_MODULE_DECLARE_DATA foo##_module

#ifndef __cplusplus
/* Tentative: a file that says APLOG_USE_MODULE gives it a value. */
AP_MAYBE_UNUSED(static int *const aplog_module_index);
#endif

#define ap_get_module_config(v, m) \
    (((void *const *)(v))[(m)->module_index])
#define ap_set_module_config(v, m, val) \
    ((((void **)(v))[(m)->module_index]) = (val))

#define ap_get_module_loglevel(l, i) \
    (((i) < 0 || (l)->module_levels == NULL || (l)->module_levels[(i)] < 0) \
         ? (l)->level \
         : (l)->module_levels[(i)])
#define ap_get_server_module_loglevel(s, i) \
    ap_get_module_loglevel(&(s)->log, i)
#define ap_get_conn_logconf(c) \
    ((c)->log ? (c)->log : &(c)->base_server->log)
#define ap_get_conn_module_loglevel(c, i) \
    ap_get_module_loglevel(ap_get_conn_logconf(c), i)
#define ap_get_conn_server_logconf(c, s) \
    (((c)->log && (c)->log != &(c)->base_server->log) ? (c)->log : &(s)->log)
#define ap_get_conn_server_module_loglevel(c, s, i) \
    ap_get_module_loglevel(ap_get_conn_server_logconf(c, s), i)
#define ap_get_request_logconf(r) \
    ((r)->log ? (r)->log : ap_get_conn_or_server_logconf_(r))
#define ap_get_conn_or_server_logconf_(r) \
    ((r)->connection->log ? (r)->connection->log : &(r)->server->log)
#define ap_get_request_module_loglevel(r, i) \
    ap_get_module_loglevel(ap_get_request_logconf(r), i)

#ifdef __cplusplus
}
#endif

#endif
