/* SPDX-License-Identifier: Apache-2.0 */
/* core_overrides.c - what a directory may do, and what its .htaccess may. */

#include "core.h"

#include "apr_strings.h"
#include "apr_tables.h"

#include "http_log.h"

APLOG_USE_MODULE(core);

/* --- Options -------------------------------------------------------------- */

static const struct {
    const char *word;
    allow_options_t bits;
} option_words[] = {
    { "Indexes", OPT_INDEXES },
    { "FollowSymLinks", OPT_SYM_LINKS },
    { "SymLinksIfOwnerMatch", OPT_SYM_OWNER },
    { "ExecCGI", OPT_EXECCGI },
    { "Includes", OPT_INCLUDES | OPT_INC_WITH_EXEC },
    { "IncludesNOEXEC", OPT_INCLUDES },
    { "MultiViews", OPT_MULTI },
    { "RunScripts", OPT_MULTI | OPT_EXECCGI },
    { "None", OPT_NONE },
    { "All", OPT_ALL },
};
enum { N_OPTIONS = sizeof(option_words) / sizeof(option_words[0]) };

static int find_option(const char *word, allow_options_t *bits)
{
    int i;

    for (i = 0; i < N_OPTIONS; i++) {
        if (ap_cstr_casecmp(word, option_words[i].word) == 0) {
            *bits = option_words[i].bits;
            return 1;
        }
    }
    return 0;
}

/* +Word and -Word. NOEXEC differs from Includes by what it takes away. */
static void apply_relative(core_dir_config *conf, int is_add, const char *word,
                           allow_options_t bits)
{
    allow_options_t gone = bits;

    if (bits & OPT_INCLUDES) {
        gone = OPT_INCLUDES | OPT_INC_WITH_EXEC;
    }
    if (is_add) {
        conf->opts_remove = (allow_options_t)((conf->opts_remove | gone)
                                              & ~bits);
        conf->opts_add = (allow_options_t)((conf->opts_add & ~gone) | bits);
        conf->opts = (allow_options_t)((conf->opts & ~gone) | bits);
        if (!(bits & OPT_INCLUDES)) {
            conf->opts_remove = (allow_options_t)(conf->opts_remove & ~bits);
        }
    }
    else {
        conf->opts_remove = (allow_options_t)(conf->opts_remove | gone);
        conf->opts_add = (allow_options_t)(conf->opts_add & ~gone);
        conf->opts = (allow_options_t)(conf->opts & ~gone);
    }
}

const char *pn_core_options_parse(cmd_parms *cmd, core_dir_config *conf,
                                  const char *words)
{
    int is_relative = 0;
    int is_first = 1;

    while (*words) {
        const char *word = ap_getword_conf(cmd->temp_pool, &words);
        const char *name = word + (*word == '+' || *word == '-');
        allow_options_t bits = OPT_NONE;

        if (is_first) {
            is_relative = name != word;
        }
        else if (is_relative != (name != word)) {
            return apr_psprintf(cmd->pool,
                                "Either all Options must start with + or -, "
                                "or no Option may: '%s' breaks this",
                                word);
        }
        if (!find_option(name, &bits)) {
            return apr_psprintf(cmd->pool, "Illegal option '%s'", name);
        }
        if (bits == OPT_NONE || bits == OPT_ALL) {
            if (is_relative || !is_first) {
                return apr_psprintf(
                    cmd->pool, "'%s' must come first and without + or -", word);
            }
        }
        if (bits & ~cmd->override_opts) {
            return apr_psprintf(cmd->pool, "Option %s not allowed here", name);
        }
        if (is_relative) {
            apply_relative(conf, *word == '+', name, bits);
        }
        else {
            if (is_first) {
                conf->opts = OPT_NONE;
                conf->opts_add = OPT_NONE;
                conf->opts_remove = OPT_NONE;
            }
            conf->opts = (allow_options_t)(conf->opts | bits);
        }
        is_first = 0;
    }
    return is_first ? "Options needs at least one word" : NULL;
}

static const char *set_options(cmd_parms *cmd, void *dir_conf,
                               const char *words)
{
    return pn_core_options_parse(cmd, dir_conf, words);
}

/* --- AllowOverride -------------------------------------------------------- */

static const char *parse_allowed_options(cmd_parms *cmd, char *list,
                                         allow_options_t *allowed)
{
    char *last = NULL;
    const char *word;

    *allowed = OPT_NONE;
    for (word = apr_strtok(list, ",", &last); word;
         word = apr_strtok(NULL, ",", &last)) {
        allow_options_t bits;

        if (!find_option(word, &bits)) {
            return apr_psprintf(cmd->pool, "Illegal option '%s'", word);
        }
        *allowed = (allow_options_t)(*allowed | bits);
    }
    return NULL;
}

static const struct {
    const char *word;
    overrides_t bits;
} override_words[] = {
    { "Limit", OR_LIMIT },       { "Options", OR_OPTIONS },
    { "FileInfo", OR_FILEINFO }, { "AuthConfig", OR_AUTHCFG },
    { "Indexes", OR_INDEXES },   { "None", OR_NONE },
    { "All", OR_ALL },
};

static const struct {
    const char *word;
    overrides_t bits;
} nonfatal_words[] = {
    { "Override", NONFATAL_OVERRIDE },
    { "Unknown", NONFATAL_UNKNOWN },
    { "All", NONFATAL_ALL },
};

static const char *parse_override_word(cmd_parms *cmd, core_dir_config *conf,
                                       char *word)
{
    char *value = strchr(word, '=');
    size_t i;

    if (value) {
        *value++ = '\0';
        if (ap_cstr_casecmp(word, "Options") == 0) {
            conf->override |= OR_OPTIONS;
            return parse_allowed_options(cmd, value, &conf->override_opts);
        }
        if (ap_cstr_casecmp(word, "Nonfatal") == 0) {
            for (i = 0; i < 3; i++) {
                if (ap_cstr_casecmp(value, nonfatal_words[i].word) == 0) {
                    conf->override |= nonfatal_words[i].bits;
                    return NULL;
                }
            }
            return apr_psprintf(cmd->pool,
                                "Nonfatal is Override, Unknown or "
                                "All, not '%s'",
                                value);
        }
    }
    for (i = 0; i < sizeof(override_words) / sizeof(override_words[0]); i++) {
        if (!value && ap_cstr_casecmp(word, override_words[i].word) == 0) {
            conf->override |= override_words[i].bits;
            return NULL;
        }
    }
    return apr_psprintf(cmd->pool, "Illegal override option '%s'", word);
}

const char *pn_core_override_parse(cmd_parms *cmd, core_dir_config *conf,
                                   const char *words)
{
    if (!*words) {
        return "AllowOverride needs at least one word";
    }
    conf->override = OR_NONE;
    while (*words) {
        char *word = ap_getword_conf(cmd->temp_pool, &words);
        const char *failure = parse_override_word(cmd, conf, word);

        if (failure) {
            return failure;
        }
    }
    return NULL;
}

/* Only <Directory> sections with plain paths are asked for overrides. */
static void warn_if_useless(cmd_parms *cmd, const core_dir_config *conf)
{
    if (conf->r || ap_check_cmd_context(cmd, NOT_IN_LOCATION | NOT_IN_FILES)
        || ap_cstr_casecmp(cmd->directive->parent->directive, "<DirectoryMatch")
               == 0) {
        ap_log_error(APLOG_MARK, APLOG_WARNING, 0, cmd->server,
                     "%s:%d: %s has no effect outside <Directory> sections "
                     "with plain paths",
                     cmd->directive->filename, cmd->directive->line_num,
                     cmd->cmd->name);
    }
}

static const char *set_allow_override(cmd_parms *cmd, void *dir_conf,
                                      const char *words)
{
    if (cmd->directive && cmd->directive->parent) {
        warn_if_useless(cmd, dir_conf);
    }
    return pn_core_override_parse(cmd, dir_conf, words);
}

static const char *set_allow_override_list(cmd_parms *cmd, void *dir_conf,
                                           int argc, char *const argv[])
{
    core_dir_config *conf = dir_conf;
    int i;

    if (argc == 0) {
        return "AllowOverrideList needs None or names of directives";
    }
    if (cmd->directive && cmd->directive->parent) {
        warn_if_useless(cmd, conf);
    }
    conf->override_list = apr_table_make(cmd->pool, argc);
    for (i = 0; i < argc; i++) {
        module *mod = ap_top_module;
        const command_rec *found;

        if (ap_cstr_casecmp(argv[i], "None") == 0) {
            if (argc > 1) {
                return "AllowOverrideList: 'None' cannot be combined with "
                       "names of directives";
            }
            return NULL;
        }
        found = ap_find_command_in_modules(argv[i], &mod);
        if (!found) {
            ap_log_error(APLOG_MARK, APLOG_WARNING, 0, cmd->server,
                         "%s:%d: AllowOverrideList leaves out '%s': no module "
                         "that is loaded has it",
                         cmd->directive->filename, cmd->directive->line_num,
                         argv[i]);
        }
        else if (!(found->req_override & (OR_ALL | ACCESS_CONF))) {
            ap_log_error(APLOG_MARK, APLOG_WARNING, 0, cmd->server,
                         "%s:%d: AllowOverrideList leaves out '%s': it cannot "
                         "stand in .htaccess files",
                         cmd->directive->filename, cmd->directive->line_num,
                         argv[i]);
        }
        else {
            apr_table_setn(conf->override_list, argv[i], "1");
        }
    }
    return NULL;
}

static const char *set_access_file_name(cmd_parms *cmd, void *dir_conf,
                                        const char *names)
{
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (failure) {
        return failure;
    }
    pn_core_server(cmd)->access_name = apr_pstrdup(cmd->pool, names);
    return NULL;
}

const command_rec pn_core_overrides[] = {
    AP_INIT_RAW_ARGS("Options", set_options, NULL, OR_OPTIONS,
                     "features of the directory, all with + or - or none"),
    AP_INIT_RAW_ARGS("AllowOverride", set_allow_override, NULL, ACCESS_CONF,
                     "All, None, or the kinds of directives that .htaccess "
                     "files may have"),
    AP_INIT_TAKE_ARGV("AllowOverrideList", set_allow_override_list, NULL,
                      ACCESS_CONF,
                      "None, or directives that .htaccess files may have"),
    AP_INIT_RAW_ARGS("AccessFileName", set_access_file_name, NULL, RSRC_CONF,
                     "names of the per-directory files, the first that exists "
                     "counts (default: .htaccess)"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};
