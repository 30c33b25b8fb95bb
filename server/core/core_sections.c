/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_sections.c - <Directory>, <Location>, <Files>, <If>, <Limit>,
 * <VirtualHost> and their kin.
 *
 * Each makes a configuration vector for its contents, walks them into it and
 * hands it to the list from which requests are walked later (core_order.c).
 */

#include "core.h"

#include "apr_fnmatch.h"
#include "apr_lib.h"
#include "apr_strings.h"

#include "ap_expr.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_vhost.h"

typedef enum {
    SECTION_DIRECTORY,
    SECTION_LOCATION,
    SECTION_FILES,
    SECTION_IF
} section_kind_e;

/* How a section is opened, in its command's data. */
typedef struct section_t {
    section_kind_e kind;
    unsigned int is_match; /* <…Match>: the argument is an expression */
    unsigned int branch;   /* AP_CONDITION_* of the If family */
} section_t;

/* What a section's contents are walked with; the outer is put back after. */
typedef struct context_t {
    char *path;
    int override;
} context_t;

static context_t context_save(const cmd_parms *cmd)
{
    context_t outer = { cmd->path, cmd->override };

    return outer;
}

static void context_restore(cmd_parms *cmd, context_t outer)
{
    cmd->path = outer.path;
    cmd->override = outer.override;
}

/* Cuts what stands before the closing '>' of a section's line. */
static const char *cut_arguments(cmd_parms *cmd, const char *line,
                                 const char **args)
{
    const char *end = strrchr(line, '>');

    if (!end) {
        return apr_pstrcat(cmd->pool, cmd->cmd->name,
                           "> has no closing '>' on its line", NULL);
    }
    *args = apr_pstrmemdup(cmd->temp_pool, line, (apr_size_t)(end - line));
    return NULL;
}

static const char *missing_argument(cmd_parms *cmd)
{
    return apr_pstrcat(cmd->pool, cmd->cmd->name, "> needs an argument", NULL);
}

/* Takes "~ regex", "regex" of a Match section, or a plain path. */
static const char *parse_target(cmd_parms *cmd, const section_t *section,
                                const char *args, char **path,
                                ap_regex_t **regex)
{
    int is_regex = section->is_match != 0;

    *regex = NULL;
    *path = ap_getword_conf(cmd->pool, &args);
    if (!is_regex && strcmp(*path, "~") == 0) {
        is_regex = 1;
        *path = ap_getword_conf(cmd->pool, &args);
    }
    if (!**path) {
        return missing_argument(cmd);
    }
    if (*args) {
        return apr_psprintf(cmd->pool,
                            "%s> takes one argument: '%s' is one "
                            "too many (quote what has spaces)",
                            cmd->cmd->name, args);
    }
    if (is_regex) {
        *regex = ap_pregcomp(cmd->pool, *path, AP_REG_EXTENDED);
        if (!*regex) {
            return apr_psprintf(cmd->pool, "'%s' is not a regular expression",
                                *path);
        }
    }
    return NULL;
}

/* Puts <Directory>'s path into the form that walks compare. */
static const char *canonical_directory(cmd_parms *cmd, char **path)
{
    char *clean;
    apr_status_t rv;
    apr_size_t len;

    if (!ap_os_is_path_absolute(cmd->pool, *path)) {
        return NULL; /* "proxy:…" and the like: compared as it is */
    }
    if (strcmp(*path, "/") == 0) {
        return NULL;
    }
    rv = apr_filepath_merge(&clean, NULL, *path, APR_FILEPATH_TRUENAME,
                            cmd->pool);
    if (rv != APR_SUCCESS && rv != APR_EPATHWILD) {
        return apr_psprintf(cmd->pool, "%s> cannot take the path '%s'",
                            cmd->cmd->name, *path);
    }
    len = strlen(clean);
    if (len == 0 || clean[len - 1] != '/') {
        clean = apr_pstrcat(cmd->pool, clean, "/", NULL);
    }
    *path = clean;
    return NULL;
}

/* Names of (?<name>…) groups become MATCH_NAME variables of a request. */
static void set_regex(cmd_parms *cmd, core_dir_config *conf, ap_regex_t *regex)
{
    conf->r = regex;
    if (regex) {
        conf->refs = apr_array_make(cmd->pool, 4, sizeof(char *));
        ap_regname(regex, conf->refs, AP_REG_MATCH, 1);
    }
}

static const char *open_section(cmd_parms *cmd, ap_conf_vector_t **vector,
                                core_dir_config **conf)
{
    *vector = ap_create_per_dir_config(cmd->pool);
    *conf = ap_set_config_vectors(cmd->server, *vector, cmd->path, &core_module,
                                  cmd->pool);
    return ap_walk_config(cmd->directive->first_child, cmd, *vector);
}

static const char *set_directory_section(cmd_parms *cmd, void *dir_conf,
                                         const char *line)
{
    const section_t *section = cmd->cmd->cmd_data;
    context_t outer = context_save(cmd);
    ap_conf_vector_t *vector;
    core_dir_config *conf;
    ap_regex_t *regex;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);
    char *path;

    if (failure || (failure = cut_arguments(cmd, line, &line))
        || (failure = parse_target(cmd, section, line, &path, &regex))) {
        return failure;
    }
    if (!regex && (failure = canonical_directory(cmd, &path))) {
        return failure;
    }
    cmd->path = path;
    cmd->override = OR_ALL | ACCESS_CONF;
    failure = open_section(cmd, &vector, &conf);
    if (!failure) {
        set_regex(cmd, conf, regex);
        conf->d = path;
        conf->d_is_fnmatch = apr_fnmatch_test(path) != 0;
        conf->d_components = ap_os_is_path_absolute(cmd->pool, path) && !regex
                                 ? (unsigned)ap_count_dirs(path)
                                 : 0;
        ap_add_per_dir_conf(cmd->server, vector);
    }
    context_restore(cmd, outer);
    return failure;
}

static const char *set_location_section(cmd_parms *cmd, void *dir_conf,
                                        const char *line)
{
    const section_t *section = cmd->cmd->cmd_data;
    context_t outer = context_save(cmd);
    ap_conf_vector_t *vector;
    core_dir_config *conf;
    ap_regex_t *regex;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);
    char *path;

    if (failure || (failure = cut_arguments(cmd, line, &line))
        || (failure = parse_target(cmd, section, line, &path, &regex))) {
        return failure;
    }
    cmd->path = path;
    cmd->override = OR_ALL | ACCESS_CONF;
    failure = open_section(cmd, &vector, &conf);
    if (!failure) {
        set_regex(cmd, conf, regex);
        conf->d = apr_pstrdup(cmd->pool, path);
        conf->d_is_fnmatch = apr_fnmatch_test(path) != 0;
        ap_add_per_url_conf(cmd->server, vector);
    }
    context_restore(cmd, outer);
    return failure;
}

static const char *set_files_section(cmd_parms *cmd, void *dir_conf,
                                     const char *line)
{
    const section_t *section = cmd->cmd->cmd_data;
    context_t outer = context_save(cmd);
    ap_conf_vector_t *vector;
    core_dir_config *conf;
    ap_regex_t *regex;
    const char *failure = ap_check_cmd_context(cmd,
                                               NOT_IN_LOCATION | NOT_IN_LIMIT);
    char *path;

    if (failure || (failure = cut_arguments(cmd, line, &line))
        || (failure = parse_target(cmd, section, line, &path, &regex))) {
        return failure;
    }
    if (!outer.path) { /* neither .htaccess nor <Directory> limits us */
        cmd->override = OR_ALL | ACCESS_CONF;
    }
    cmd->path = path;
    failure = open_section(cmd, &vector, &conf);
    if (!failure) {
        set_regex(cmd, conf, regex);
        conf->d = path;
        conf->d_is_fnmatch = apr_fnmatch_test(path) != 0;
        ap_add_file_conf(cmd->pool, dir_conf, vector);
    }
    context_restore(cmd, outer);
    return failure;
}

static const char *parse_condition(cmd_parms *cmd, const char *args,
                                   ap_expr_info_t **condition)
{
    const char *failure = NULL;

    while (apr_isspace(*args)) {
        args++;
    }
    if (*args == '"' || *args == '\'') {
        args = ap_getword_conf(cmd->pool, &args);
    }
    if (!*args) {
        return missing_argument(cmd);
    }
    *condition = ap_expr_parse_cmd(cmd, args, 0, &failure, NULL);
    if (failure) {
        return apr_psprintf(cmd->pool, "cannot read the condition '%s': %s",
                            args, failure);
    }
    return NULL;
}

static const char *set_if_section(cmd_parms *cmd, void *dir_conf,
                                  const char *line)
{
    const section_t *section = cmd->cmd->cmd_data;
    context_t outer = context_save(cmd);
    ap_expr_info_t *condition = NULL;
    ap_conf_vector_t *vector;
    core_dir_config *conf;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_LIMIT);

    if (failure || (failure = cut_arguments(cmd, line, &line))) {
        return failure;
    }
    if (section->branch != AP_CONDITION_ELSE) {
        failure = parse_condition(cmd, line, &condition);
    }
    else if (line[strspn(line, " \t")]) {
        failure = "<Else> takes no argument";
    }
    if (failure) {
        return failure;
    }
    if (!outer.path) {
        cmd->override = OR_ALL | ACCESS_CONF;
    }
    /* Not a path: it only says that this is no longer the server level. */
    cmd->path = apr_pstrdup(cmd->pool, "*If");
    failure = open_section(cmd, &vector, &conf);
    if (!failure) {
        conf->d = cmd->path;
        conf->condition = condition;
        conf->condition_ifelse = section->branch & 3U;
        failure = ap_add_if_conf(cmd->pool, dir_conf, vector);
    }
    context_restore(cmd, outer);
    return failure;
}

/* --- <Limit>, <LimitExcept> ----------------------------------------------- */

static const char *parse_methods(cmd_parms *cmd, const char *args,
                                 apr_int64_t *methods)
{
    while (*args) {
        const char *name = ap_getword_conf(cmd->temp_pool, &args);
        int number = ap_method_number_of(name);

        if (number == M_TRACE) {
            return "TRACE cannot be limited here, use TraceEnable";
        }
        if (number == M_INVALID) {
            /* The registry is for the whole server: a .htaccess file may not
             * fill it, and a request is no time to write to it. */
            if (ap_check_cmd_context(cmd, NOT_IN_HTACCESS)) {
                return apr_psprintf(cmd->pool,
                                    "Could not register method '%s' for %s "
                                    "from .htaccess configuration",
                                    name, cmd->cmd->name);
            }
            number = ap_method_register(cmd->pool, name);
            if (number == M_INVALID) {
                return apr_psprintf(
                    cmd->pool, "the method '%s' cannot be registered", name);
            }
        }
        *methods |= AP_METHOD_BIT << number;
    }
    return NULL;
}

/* What stands around tells; a module's own sections may use cmd->limited. */
static const char *refuse_limit_in_limit(const cmd_parms *cmd)
{
    for (const ap_directive_t *outer = cmd->directive->parent; outer;
         outer = outer->parent) {
        if (ap_cstr_casecmp(outer->directive, "<Limit") == 0
            || ap_cstr_casecmp(outer->directive, "<LimitExcept") == 0) {
            return apr_pstrcat(cmd->pool, cmd->cmd->name,
                               "> cannot occur within <Limit> or "
                               "<LimitExcept> section",
                               NULL);
        }
    }
    return NULL;
}

AP_DECLARE(const char *)
ap_limit_section(cmd_parms *cmd, void *dir_conf, const char *line)
{
    int is_except = cmd->cmd->cmd_data != NULL;
    apr_int64_t methods = 0;
    const char *args = "";
    apr_int64_t outer = cmd->limited;
    const char *failure = refuse_limit_in_limit(cmd);

    if (failure || (failure = cut_arguments(cmd, line, &args))) {
        return failure;
    }
    if (!args[strspn(args, " \t")]) {
        return missing_argument(cmd);
    }
    failure = parse_methods(cmd, args, &methods);
    if (failure) {
        return failure;
    }
    /* A directive whose module tests cmd->limited sees these methods only. */
    cmd->limited = is_except ? ~methods : methods;
    failure = ap_walk_config(cmd->directive->first_child, cmd, cmd->context);
    cmd->limited = outer;
    return failure;
}

/* --- <VirtualHost> -------------------------------------------------------- */

static const char *set_virtual_host(cmd_parms *cmd, void *dir_conf,
                                    const char *line)
{
    server_rec *main_server = cmd->server;
    server_rec *s;
    const char *failure = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (failure || (failure = cut_arguments(cmd, line, &line))) {
        return failure;
    }
    if (main_server->is_virtual) {
        return "<VirtualHost> cannot stand inside <VirtualHost>";
    }
    if (!line[strspn(line, " \t")]) {
        return missing_argument(cmd);
    }
    failure = ap_init_virtual_host(cmd->pool, line, main_server, &s);
    if (failure) {
        return failure;
    }
    s->next = main_server->next;
    main_server->next = s;
    s->defn_name = cmd->directive->filename;
    s->defn_line_number = (unsigned)cmd->directive->line_num;

    cmd->server = s;
    failure = ap_walk_config(cmd->directive->first_child, cmd,
                             s->lookup_defaults);
    cmd->server = main_server;
    return failure;
}

static section_t directory = { SECTION_DIRECTORY, 0, 0 };
static section_t directory_match = { SECTION_DIRECTORY, 1, 0 };
static section_t location = { SECTION_LOCATION, 0, 0 };
static section_t location_match = { SECTION_LOCATION, 1, 0 };
static section_t files = { SECTION_FILES, 0, 0 };
static section_t files_match = { SECTION_FILES, 1, 0 };
static section_t when = { SECTION_IF, 0, AP_CONDITION_IF };
static section_t else_when = { SECTION_IF, 0, AP_CONDITION_ELSEIF };
static section_t otherwise = { SECTION_IF, 0, AP_CONDITION_ELSE };
static int is_limit_except = 1;

const command_rec pn_core_sections[] = {
    AP_INIT_RAW_ARGS("<Directory", set_directory_section, &directory, RSRC_CONF,
                     "a path, with wildcards, or ~ and a regular "
                     "expression; for the directories and below"),
    AP_INIT_RAW_ARGS("<DirectoryMatch", set_directory_section, &directory_match,
                     RSRC_CONF,
                     "a regular expression that directories must match"),
    AP_INIT_RAW_ARGS("<Location", set_location_section, &location, RSRC_CONF,
                     "a URL path, with wildcards, or ~ and a regular "
                     "expression"),
    AP_INIT_RAW_ARGS("<LocationMatch", set_location_section, &location_match,
                     RSRC_CONF, "a regular expression that URLs must match"),
    AP_INIT_RAW_ARGS("<Files", set_files_section, &files, OR_ALL,
                     "a file name, with wildcards, or ~ and a regular "
                     "expression"),
    AP_INIT_RAW_ARGS("<FilesMatch", set_files_section, &files_match, OR_ALL,
                     "a regular expression that file names must match"),
    AP_INIT_RAW_ARGS("<If", set_if_section, &when, OR_ALL,
                     "an expression that must be true for the request"),
    AP_INIT_RAW_ARGS("<ElseIf", set_if_section, &else_when, OR_ALL,
                     "an expression, asked when those before were false"),
    AP_INIT_RAW_ARGS("<Else", set_if_section, &otherwise, OR_ALL,
                     "nothing; for requests for which those before were false"),
    AP_INIT_RAW_ARGS("<Limit", ap_limit_section, NULL, OR_LIMIT | OR_AUTHCFG,
                     "methods that the access control inside is for"),
    AP_INIT_RAW_ARGS("<LimitExcept", ap_limit_section, &is_limit_except,
                     OR_LIMIT | OR_AUTHCFG,
                     "methods that the access control inside is not for"),
    AP_INIT_RAW_ARGS("<VirtualHost", set_virtual_host, NULL, RSRC_CONF,
                     "addresses and ports that the virtual host answers on"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};
