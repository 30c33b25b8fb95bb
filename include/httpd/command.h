/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command.h - directives: the table that a module has of them, what their
 * functions are told, and ready functions for simple ones. A directive's
 * function returns NULL, a sentence about what is wrong (start fails, or the
 * .htaccess answers 500), or DECLINE_CMD to let another module try.
 */
#ifndef PINION_HTTPD_COMMAND_H
#define PINION_HTTPD_COMMAND_H

#include <apr.h>
#include <apr_pools.h>
#include <apr_tables.h>

#include "httpd/config_types.h"
#include "httpd/server_rec.h"
#include "util_cfgtree.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * How a directive's arguments are split and given to its function. RAW_ARGS:
 * not at all; TAKE12, TAKE13, TAKE23, TAKE123: that many, NULL for those not
 * given; ITERATE: a call for each; ITERATE2: a call for each with the first;
 * FLAG: On or Off; TAKE_ARGV: a list.
 */
enum cmd_how {
    RAW_ARGS,
    TAKE1,
    TAKE2,
    ITERATE,
    ITERATE2,
    FLAG,
    NO_ARGS,
    TAKE12,
    TAKE3,
    TAKE23,
    TAKE123,
    TAKE13,
    TAKE_ARGV
};

/*
 * A directive's function. In C a union, so that the compiler checks each
 * against its cmd_how; elsewhere a pointer without arguments.
 */
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
#define AP_NO_ARGS               func.no_args
#define AP_RAW_ARGS              func.raw_args
#define AP_TAKE_ARGV             func.take_argv
#define AP_TAKE1                 func.take1
#define AP_TAKE2                 func.take2
#define AP_TAKE3                 func.take3
#define AP_FLAG                  func.flag
#define AP_CMD_FUNC_(member, fn) { .member = (fn) }
#else
typedef const char *(*cmd_func)();
#define AP_NO_ARGS               func
#define AP_RAW_ARGS              func
#define AP_TAKE_ARGV             func
#define AP_TAKE1                 func
#define AP_TAKE2                 func
#define AP_TAKE3                 func
#define AP_FLAG                  func
#define AP_CMD_FUNC_(member, fn) (cmd_func)(fn)
#endif

/*
 * Rows of a module's command_rec table; the last row has a NULL name.
 * mconfig: goes to the function as cmd->info. where: OR_* and RSRC_CONF.
 */
#define AP_CMD_ROW_(directive, member, func, mconfig, where, how, help) \
    { directive, AP_CMD_FUNC_(member, func), mconfig, where, how, help }
/* RAW_ARGS, as Apache has it: what follows the name is not looked at. */
#define AP_INIT_NO_ARGS(directive, func, mconfig, where, help) \
    AP_CMD_ROW_(directive, no_args, func, mconfig, where, RAW_ARGS, help)
#define AP_INIT_RAW_ARGS(directive, func, mconfig, where, help) \
    AP_CMD_ROW_(directive, raw_args, func, mconfig, where, RAW_ARGS, help)
#define AP_INIT_TAKE_ARGV(directive, func, mconfig, where, help) \
    AP_CMD_ROW_(directive, take_argv, func, mconfig, where, TAKE_ARGV, help)
#define AP_INIT_TAKE1(directive, func, mconfig, where, help) \
    AP_CMD_ROW_(directive, take1, func, mconfig, where, TAKE1, help)
#define AP_INIT_ITERATE(directive, func, mconfig, where, help) \
    AP_CMD_ROW_(directive, take1, func, mconfig, where, ITERATE, help)
#define AP_INIT_TAKE2(directive, func, mconfig, where, help) \
    AP_CMD_ROW_(directive, take2, func, mconfig, where, TAKE2, help)
#define AP_INIT_TAKE12(directive, func, mconfig, where, help) \
    AP_CMD_ROW_(directive, take2, func, mconfig, where, TAKE12, help)
#define AP_INIT_ITERATE2(directive, func, mconfig, where, help) \
    AP_CMD_ROW_(directive, take2, func, mconfig, where, ITERATE2, help)
#define AP_INIT_TAKE3(directive, func, mconfig, where, help) \
    AP_CMD_ROW_(directive, take3, func, mconfig, where, TAKE3, help)
#define AP_INIT_TAKE13(directive, func, mconfig, where, help) \
    AP_CMD_ROW_(directive, take3, func, mconfig, where, TAKE13, help)
#define AP_INIT_TAKE23(directive, func, mconfig, where, help) \
    AP_CMD_ROW_(directive, take3, func, mconfig, where, TAKE23, help)
#define AP_INIT_TAKE123(directive, func, mconfig, where, help) \
    AP_CMD_ROW_(directive, take3, func, mconfig, where, TAKE123, help)
#define AP_INIT_FLAG(directive, func, mconfig, where, help) \
    AP_CMD_ROW_(directive, flag, func, mconfig, where, FLAG, help)

/*
 * Where a directive may stand. OR_*: in .htaccess where AllowOverride allows
 * that group; ACCESS_CONF: in sections of the server's configuration;
 * RSRC_CONF: outside of them; EXEC_ON_READ: run at once, while reading.
 */
#define OR_NONE           0
#define OR_LIMIT          1
#define OR_OPTIONS        2
#define OR_FILEINFO       4
#define OR_AUTHCFG        8
#define OR_INDEXES        16
#define OR_ALL            31
#define OR_UNSET          32
#define ACCESS_CONF       64
#define RSRC_CONF         128
#define EXEC_ON_READ      256
#define NONFATAL_OVERRIDE 512
#define NONFATAL_UNKNOWN  1024
#define NONFATAL_ALL      1536
#define PROXY_CONF        2048

/* Places that ap_check_cmd_context() forbids. */
#define NOT_IN_VIRTUALHOST  1
#define NOT_IN_LIMIT        2
#define NOT_IN_DIRECTORY    4
#define NOT_IN_LOCATION     8
#define NOT_IN_FILES        16
#define NOT_IN_DIR_LOC_FILE 28
#define NOT_IN_HTACCESS     32
#define NOT_IN_PROXY        64
#define NOT_IN_DIR_CONTEXT  94
#define GLOBAL_ONLY         95

/* A directive's function leaves it to another module. */
#define DECLINE_CMD "\007\010"

/* A row of a module's table of directives. */
struct command_struct {
    const char *name;
    cmd_func func;
    void *cmd_data; /* for the function, as cmd_parms.info */
    int req_override; /* where it may stand */
    enum cmd_how args_how;
    const char *errmsg; /* help: what it takes */
};

/* What a directive's function is told. */
struct cmd_parms_struct {
    void *info; /* cmd_data of its row */
    int override; /* the OR_* in force */
    int override_opts; /* options that may be set (AllowOverride Options=) */
    apr_table_t *override_list; /* directives allowed by AllowOverrideList */
    apr_int64_t limited; /* methods of the Limit section, -1: outside of one */
    /* their names when they have no number */
    apr_array_header_t *limited_xmethods;
    ap_method_list_t *xlimited;
    ap_configfile_t *config_file; /* NULL: no longer being read */
    ap_directive_t *directive; /* the line itself */
    apr_pool_t *pool; /* lives as long as the configuration */
    apr_pool_t *temp_pool; /* lives until the configuration is read */
    server_rec *server;
    char *path; /* of the section or .htaccess; NULL: outside */
    const command_rec *cmd;
    struct ap_conf_vector_t *context; /* per-directory vector being filled */
    /* where to say that an error stands */
    const ap_directive_t *err_directive;
};

/*
 * NULL, or a sentence when the directive stands in one of the places that
 * forbidden (NOT_IN_*, GLOBAL_ONLY) names.
 */
AP_DECLARE(const char *) ap_check_cmd_context(
    cmd_parms *cmd, unsigned int forbidden);

/* Whether the Limit section around a directive names the method. */
AP_DECLARE(int) ap_method_is_limited(cmd_parms *cmd, const char *method);

/* The row of a directive in a table, without regard to case; NULL: none. */
AP_DECLARE(const command_rec *) ap_find_command(
    const char *name, const command_rec *cmds);

/*
 * The row of a directive in *mod or the modules behind it; *mod is then the
 * module. NULL: none.
 */
AP_DECLARE(const command_rec *) ap_find_command_in_modules(
    const char *cmd_name, module **mod);

/*
 * Functions for directives that only store their value at an offset
 * (cmd->info, APR_OFFSETOF) of the module's configuration struct.
 */
/* Stores a char *. */
AP_DECLARE(const char *) ap_set_string_slot(
    cmd_parms *cmd, void *struct_ptr, const char *arg);

/* Stores a char * in lower case. */
AP_DECLARE(const char *) ap_set_string_slot_lower(
    cmd_parms *cmd, void *struct_ptr, const char *arg);

/* Stores an int; not a number is an error. */
AP_DECLARE(const char *) ap_set_int_slot(cmd_parms *cmd, void *struct_ptr,
                                         const char *arg);

/* Stores On or Off in an int. */
AP_DECLARE(const char *) ap_set_flag_slot(cmd_parms *cmd, void *struct_ptr,
                                          int arg);

/* Stores On or Off in a char. */
AP_DECLARE(const char *) ap_set_flag_slot_char(
    cmd_parms *cmd, void *struct_ptr, int arg);

/* Stores a path, made absolute with ServerRoot. */
AP_DECLARE(const char *) ap_set_file_slot(cmd_parms *cmd, void *struct_ptr,
                                          const char *arg);

/*
 * For a directive that only remains for old configurations: returns its help
 * text as error.
 */
AP_DECLARE(const char *) ap_set_deprecated(cmd_parms *cmd, void *struct_ptr,
                                           const char *arg);

#ifdef __cplusplus
}
#endif

#endif
