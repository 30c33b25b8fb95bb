/* SPDX-License-Identifier: Apache-2.0 */
/* core_logging.c - where errors are logged, how, and how much. */

#include "core.h"

#include "apr_strings.h"

#include "http_log.h"

#include "log/error_log.h"

static const char *set_error_log(cmd_parms *cmd, void *dir_conf,
                                 const char *arg)
{
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (failure) {
        return failure;
    }
    failure = pn_error_log_check_target(cmd->pool, arg);
    if (failure) {
        return apr_psprintf(cmd->pool, "ErrorLog %s: %s", arg, failure);
    }
    cmd->server->error_fname = apr_pstrdup(cmd->pool, arg);
    return NULL;
}

static const char *set_error_log_format(cmd_parms *cmd, void *dir_conf,
                                        const char *first, const char *second)
{
    core_server_config *conf = pn_core_server(cmd);
    const char *format = second ? second : first;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);
    apr_array_header_t *items = NULL;
    int is_message = !second;

    if (failure) {
        return failure;
    }
    if (second && ap_cstr_casecmp(first, "request") != 0
        && ap_cstr_casecmp(first, "connection") != 0) {
        return pn_core_unknown(cmd, first, "request or connection");
    }
    if (*format || is_message) {
        failure = pn_error_log_parse_format(cmd->pool, format, !is_message,
                                            &items);
        if (failure) {
            return apr_psprintf(cmd->pool, "ErrorLogFormat: %s", failure);
        }
    }
    if (is_message) {
        conf->error_log_format = items;
    }
    else {
        apr_array_header_t **list = ap_cstr_casecmp(first, "request") == 0
                                        ? &conf->error_log_req
                                        : &conf->error_log_conn;

        if (!items) { /* no such line from here on */
            *list = NULL;
            return NULL;
        }
        if (!*list) {
            *list = apr_array_make(cmd->pool, 2, sizeof(apr_array_header_t *));
        }
        APR_ARRAY_PUSH(*list, apr_array_header_t *) = items;
    }
    return NULL;
}

/* --- LogLevel ------------------------------------------------------------- */

static module *find_module(cmd_parms *cmd, const char *name)
{
    const char *files[] = {
        name,
        apr_pstrcat(cmd->temp_pool, name, ".c", NULL),
        apr_pstrcat(cmd->temp_pool, "mod_", name, ".c", NULL),
    };
    size_t i;

    if (ap_cstr_casecmp(name, "core") == 0) {
        return &core_module;
    }
    for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        module *mod = ap_find_linked_module(files[i]);

        if (mod) {
            return mod;
        }
    }
    /* ssl_module stands for mod_ssl.c */
    if (strlen(name) > 7
        && ap_cstr_casecmp(name + strlen(name) - 7, "_module") == 0) {
        return find_module(
            cmd, apr_pstrmemdup(cmd->temp_pool, name, strlen(name) - 7));
    }
    return NULL;
}

static const char *set_module_level(cmd_parms *cmd, struct ap_logconf *log,
                                    const char *arg)
{
    const char *word = arg;
    const char *name = ap_getword(cmd->temp_pool, &word, ':');
    const char *failure;
    module *mod;
    int level;

    failure = ap_parse_log_level(word, &level);
    if (failure) {
        return apr_psprintf(cmd->pool, "LogLevel %s: %s", arg, failure);
    }
    mod = find_module(cmd, name);
    if (!mod) {
        return apr_psprintf(cmd->pool,
                            "LogLevel: cannot find module '%s', is "
                            "it loaded above this line?",
                            name);
    }
    ap_set_module_loglevel(cmd->pool, log, mod->module_index, level);
    return NULL;
}

static const char *set_log_level(cmd_parms *cmd, void *dir_conf,
                                 const char *arg)
{
    core_dir_config *conf = dir_conf;
    struct ap_logconf *log = &cmd->server->log;
    const char *failure;
    int level;

    if (cmd->path) {
        if (!conf->log) {
            conf->log = ap_new_log_config(cmd->pool, NULL);
        }
        log = conf->log;
    }
    if (strchr(arg, ':')) {
        return set_module_level(cmd, log, arg);
    }
    failure = ap_parse_log_level(arg, &level);
    if (failure) {
        return apr_psprintf(cmd->pool, "LogLevel: '%s': %s", arg, failure);
    }
    log->level = level;
    ap_reset_module_loglevels(log, APLOG_NO_MODULE);
    return NULL;
}

const command_rec pn_core_logging[] = {
    AP_INIT_TAKE1("ErrorLog", set_error_log, NULL, RSRC_CONF,
                  "a file, a program behind |, or syslog[:facility[:tag]]"),
    AP_INIT_TAKE12("ErrorLogFormat", set_error_log_format, NULL, RSRC_CONF,
                   "the form of lines of the error log, or connection or "
                   "request and the form of the line logged once for these"),
    AP_INIT_ITERATE("LogLevel", set_log_level, NULL, RSRC_CONF | ACCESS_CONF,
                    "[module:]level: emerg, alert, crit, error, warn, notice, "
                    "info, debug, trace1 to trace8"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};
