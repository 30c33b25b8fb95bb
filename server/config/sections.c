/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sections - conditional sections and definitions: run while the text is
 * read, so what they exclude is never looked at.
 */
#include "config/sections.h"

#include <apr_file_info.h>
#include <apr_lib.h>
#include <apr_strings.h>

#include "config/defines.h"
#include "config/include.h"
#include "http_core.h"

const char *pn_sections_argument(cmd_parms *cmd, const char *args,
                                 const char **error)
{
    const char *end = strrchr(args, '>');
    const char *rest;
    const char *word;

    if (!end) {
        *error = apr_pstrcat(cmd->pool, cmd->cmd->name,
                             "> directive missing closing '>'", NULL);
        return NULL;
    }
    rest = apr_pstrmemdup(cmd->temp_pool, args, (apr_size_t)(end - args));
    word = ap_getword_conf(cmd->temp_pool, &rest);
    if (*word == '\0') {
        *error = apr_pstrcat(cmd->pool, cmd->cmd->name,
                             "> directive requires additional arguments",
                             NULL);
        return NULL;
    }
    *error = NULL;
    return word;
}

int pn_sections_has_module(const char *name)
{
    static const char suffix[] = "_module";
    apr_size_t suffix_len = sizeof(suffix) - 1;
    apr_size_t len = strlen(name);

    if (len > suffix_len && strcmp(name + len - suffix_len, suffix) == 0) {
        len -= suffix_len;
    }
    for (module *mod = ap_top_module; mod; mod = mod->next) {
        const char *symbol = ap_find_module_short_name(mod->module_index);

        if (strcmp(mod->name, name) == 0
            || (symbol && strncmp(symbol, name, len) == 0
                && symbol[len] == '\0')) {
            return 1;
        }
    }
    return 0;
}

static int has_module(cmd_parms *cmd, const char *arg)
{
    return pn_sections_has_module(arg);
}

static int has_define(cmd_parms *cmd, const char *arg)
{
    return ap_exists_config_define(arg);
}

static int has_file(cmd_parms *cmd, const char *arg)
{
    const char *path = ap_server_root_relative(cmd->temp_pool, arg);
    apr_finfo_t info;

    return path
           && apr_stat(&info, path, APR_FINFO_LINK, cmd->temp_pool)
                  == APR_SUCCESS;
}

static int has_directive(cmd_parms *cmd, const char *arg)
{
    return ap_exists_directive(cmd->temp_pool, arg);
}

static int has_section(cmd_parms *cmd, const char *arg)
{
    return ap_exists_directive(cmd->temp_pool,
                               *arg == '<' ? arg
                                           : apr_pstrcat(cmd->temp_pool, "<",
                                                         arg, NULL));
}

typedef int (*condition_fn_t)(cmd_parms *cmd, const char *arg);

/* What a section's cmd_data points to: functions do not fit into void *. */
typedef struct condition_t {
    condition_fn_t is_true;
} condition_t;

static const condition_t if_module = { has_module };
static const condition_t if_define = { has_define };
static const condition_t if_file = { has_file };
static const condition_t if_directive = { has_directive };
static const condition_t if_section = { has_section };

/* "<IfX !arg>": takes the lines up to its end, or drops them. The mark stands
 * before the quotes of the word; inside of them it is part of the word. */
static const char *start_condition(cmd_parms *cmd, void *list,
                                   const char *args)
{
    const condition_t *condition = cmd->info;
    ap_directive_t *inside = NULL;
    ap_directive_t *parent = NULL;
    char *name = apr_pstrdup(cmd->temp_pool, cmd->cmd->name);
    const char *error;
    const char *arg;
    int is_wanted;

    while (apr_isspace(*args)) {
        args++;
    }
    is_wanted = *args != '!';
    arg = pn_sections_argument(cmd, is_wanted ? args : args + 1, &error);
    if (error) {
        return error;
    }
    if (condition->is_true(cmd, arg) != is_wanted) {
        return ap_soak_end_container(cmd, name);
    }
    error = ap_build_cont_config(cmd->pool, cmd->temp_pool, cmd, &inside,
                                 &parent, name);
    *(ap_directive_t **)list = inside;
    return error;
}

static const char *check_name(cmd_parms *cmd, const char *name)
{
    if (strchr(name, ':')) {
        return apr_psprintf(cmd->pool,
                            "%s: the variable name '%s' must not contain ':'",
                            cmd->cmd->name, name);
    }
    return NULL;
}

static const char *set_define(cmd_parms *cmd, void *list, const char *name,
                              const char *value)
{
    const char *error = check_name(cmd, name);

    if (!error) {
        pn_defines_set(cmd->pool, name, value);
    }
    return error;
}

static const char *unset_define(cmd_parms *cmd, void *list, const char *name)
{
    const char *error = check_name(cmd, name);

    if (!error) {
        pn_defines_unset(cmd->pool, name);
    }
    return error;
}

/* Error "sentence": refuses the configuration with the author's words. */
static const char *refuse(cmd_parms *cmd, void *conf, const char *args)
{
    const char *rest = args;
    const char *word;

    if (*args == '\0') {
        return "Error directive used with no message";
    }
    word = ap_getword_conf(cmd->pool, &rest);
    return *rest ? apr_pstrdup(cmd->pool, args) : word;
}

#define CONDITION(name, condition, help)                                       \
    AP_INIT_RAW_ARGS(name, start_condition, (void *)(apr_uintptr_t)&condition, \
                     EXEC_ON_READ | OR_ALL, help)

const command_rec pn_conditional_directives[] = {
    CONDITION("<IfModule", if_module,
              "Container for directives based on existence of specified "
              "modules"),
    CONDITION("<IfDefine", if_define,
              "Container for directives based on existence of a Define or -D "
              "name"),
    CONDITION("<IfFile", if_file,
              "Container for directives based on existence of files on disk"),
    CONDITION("<IfDirective", if_directive,
              "Container for directives based on existence of named "
              "directives"),
    CONDITION("<IfSection", if_section,
              "Container for directives based on existence of named sections"),
    AP_INIT_TAKE12("Define", set_define, NULL,
                   EXEC_ON_READ | ACCESS_CONF | RSRC_CONF,
                   "a variable, and optionally its value; as -D on the "
                   "command line"),
    AP_INIT_TAKE1("UnDefine", unset_define, NULL,
                  EXEC_ON_READ | ACCESS_CONF | RSRC_CONF,
                  "a variable that is no longer defined"),
    AP_INIT_TAKE1("Include", pn_include_directive, NULL,
                  EXEC_ON_READ | ACCESS_CONF | RSRC_CONF,
                  "the file, folder or pattern to read here; one must match"),
    AP_INIT_TAKE1("IncludeOptional", pn_include_directive,
                  (void *)(apr_uintptr_t)"optional",
                  EXEC_ON_READ | ACCESS_CONF | RSRC_CONF,
                  "the file, folder or pattern to read here; none need match"),
    AP_INIT_RAW_ARGS("Error", refuse, NULL, OR_ALL,
                     "a message with which the configuration is refused"),
    { .name = NULL },
};
