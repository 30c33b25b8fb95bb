/* SPDX-License-Identifier: Apache-2.0 */
/*
 * invoke - the arguments of a directive: counted, split, and handed over in
 * the form that its module declared.
 *
 * An empty word ("") is no argument: modules built for Apache rely on it.
 */
#include "config/invoke.h"

#include <apr_strings.h>

#include "http_core.h"
#include "http_log.h"

APLOG_USE_MODULE(core);

enum {
    ARGV_MAX = 64,   /* words of a TAKE_ARGV directive */
    QUOTED_MAX = 120 /* bytes of the arguments repeated in a message */
};

/* What the TAKE… forms accept; allowed has bit n set for n arguments. */
typedef struct arity_t {
    int max;
    unsigned allowed;
    const char *words;
} arity_t;

static const arity_t arities[] = {
    [TAKE1] = { 1, 1u << 1, "one argument" },
    [TAKE2] = { 2, 1u << 2, "two arguments" },
    [TAKE12] = { 2, 1u << 1 | 1u << 2, "1-2 arguments" },
    [TAKE3] = { 3, 1u << 3, "three arguments" },
    [TAKE23] = { 3, 1u << 2 | 1u << 3, "two or three arguments" },
    [TAKE123] = { 3, 1u << 1 | 1u << 2 | 1u << 3,
                  "one, two or three arguments" },
    [TAKE13] = { 3, 1u << 1 | 1u << 3, "one or three arguments" },
};

static int count_words(apr_pool_t *pool, const char *args)
{
    int n = 0;

    while (*args) {
        ap_getword_conf(pool, &args);
        n++;
    }
    return n;
}

/* "X takes one argument, but 2 were given ('a b'): HELP" */
static const char *wrong_count(cmd_parms *parms, const char *expected,
                               const char *args)
{
    const command_rec *cmd = parms->cmd;
    const char *close = cmd->name[0] == '<' ? ">" : "";
    int given = count_words(parms->temp_pool, args);
    const char *shown = "";

    if (given > 0) {
        apr_size_t len = strlen(args);

        shown = apr_psprintf(parms->pool, " (%.*s%s)",
                             (int)(len < QUOTED_MAX ? len : QUOTED_MAX), args,
                             len < QUOTED_MAX ? "" : "...");
    }
    return apr_psprintf(parms->pool, "%s%s takes %s, but %s given%s%s%s",
                        cmd->name, close, expected,
                        given == 0   ? "none was"
                        : given == 1 ? "one was"
                                     : apr_psprintf(parms->pool, "%d were",
                                                    given),
                        shown, cmd->errmsg ? ": " : "",
                        cmd->errmsg ? cmd->errmsg : "");
}

static const char *call_take(const command_rec *cmd, cmd_parms *parms,
                             void *mconfig, const char *args)
{
    const arity_t *arity = &arities[cmd->args_how];
    const char *rest = args;
    char *word[3] = { NULL, NULL, NULL };
    int n = 0;

    while (n < arity->max) {
        char *next = ap_getword_conf(parms->pool, &rest);

        if (!*next) {
            break;
        }
        word[n++] = next;
    }
    if (*rest || !(arity->allowed & 1u << n)) {
        return wrong_count(parms, arity->words, args);
    }
    switch (arity->max) {
    case 1:
        return cmd->AP_TAKE1(parms, mconfig, word[0]);
    case 2:
        return cmd->AP_TAKE2(parms, mconfig, word[0], word[1]);
    default:
        return cmd->AP_TAKE3(parms, mconfig, word[0], word[1], word[2]);
    }
}

static const char *call_argv(const command_rec *cmd, cmd_parms *parms,
                             void *mconfig, const char *args)
{
    char *argv[ARGV_MAX];
    const char *rest = args;
    int argc = 0;

    while (*rest) {
        if (argc == ARGV_MAX) {
            return wrong_count(parms, "no more than 64 arguments", args);
        }
        argv[argc++] = ap_getword_conf(parms->pool, &rest);
    }
    return cmd->AP_TAKE_ARGV(parms, mconfig, argc, argv);
}

static const char *call_iterate(const command_rec *cmd, cmd_parms *parms,
                                void *mconfig, const char *args)
{
    const char *rest = args;
    const char *word = ap_getword_conf(parms->pool, &rest);
    const char *error = NULL;

    if (!*word) {
        return wrong_count(parms, "at least one argument", args);
    }
    while (!error && *word) {
        error = cmd->AP_TAKE1(parms, mconfig, word);
        word = ap_getword_conf(parms->pool, &rest);
    }
    return error;
}

static const char *call_iterate2(const command_rec *cmd, cmd_parms *parms,
                                 void *mconfig, const char *args)
{
    const char *rest = args;
    const char *first = ap_getword_conf(parms->pool, &rest);
    const char *error = NULL;
    const char *word;

    if (!*first || !*rest) {
        return wrong_count(parms, "at least two arguments", args);
    }
    while (!error && *(word = ap_getword_conf(parms->pool, &rest))) {
        error = cmd->AP_TAKE2(parms, mconfig, first, word);
    }
    return error;
}

static const char *call_flag(const command_rec *cmd, cmd_parms *parms,
                             void *mconfig, const char *args)
{
    const char *rest = args;
    const char *word = ap_getword_conf(parms->pool, &rest);
    int is_on = ap_cstr_casecmp(word, "on") == 0;

    if (*rest || (!is_on && ap_cstr_casecmp(word, "off") != 0)) {
        return apr_psprintf(parms->pool, "%s must be On or Off, not '%.*s'%s%s",
                            cmd->name, QUOTED_MAX, args,
                            cmd->errmsg ? ": " : "",
                            cmd->errmsg ? cmd->errmsg : "");
    }
    return cmd->AP_FLAG(parms, mconfig, is_on);
}

static const char *call(const command_rec *cmd, cmd_parms *parms,
                        void *mconfig, const char *args)
{
    switch (cmd->args_how) {
    case RAW_ARGS:
        return cmd->AP_RAW_ARGS(parms, mconfig, args);
    case NO_ARGS:
        return *args ? wrong_count(parms, "no arguments", args)
                     : cmd->AP_NO_ARGS(parms, mconfig);
    case TAKE1:
    case TAKE2:
    case TAKE12:
    case TAKE3:
    case TAKE23:
    case TAKE123:
    case TAKE13:
        return call_take(cmd, parms, mconfig, args);
    case TAKE_ARGV:
        return call_argv(cmd, parms, mconfig, args);
    case ITERATE:
        return call_iterate(cmd, parms, mconfig, args);
    case ITERATE2:
        return call_iterate2(cmd, parms, mconfig, args);
    case FLAG:
        return call_flag(cmd, parms, mconfig, args);
    default:
        return apr_psprintf(parms->pool,
                            "%s: its module declares arguments of a kind "
                            "(%d) that this server does not know",
                            cmd->name, (int)cmd->args_how);
    }
}

/* The classes of AllowOverride that let a directive into .htaccess. */
static const struct {
    int bit;
    const char *name;
} override_classes[] = {
    { OR_AUTHCFG, "AuthConfig" }, { OR_FILEINFO, "FileInfo" },
    { OR_INDEXES, "Indexes" },    { OR_LIMIT, "Limit" },
    { OR_OPTIONS, "Options" },
};

static const char *override_names(apr_pool_t *pool, int override)
{
    const char *names = "";

    for (size_t i = 0;
         i < sizeof(override_classes) / sizeof(override_classes[0]); i++) {
        if (override & override_classes[i].bit) {
            names = apr_pstrcat(pool, names, *names ? " or " : "",
                                override_classes[i].name, NULL);
        }
    }
    return names;
}

const char *pn_invoke_where(apr_pool_t *pool, const command_rec *cmd,
                            int has_dir_config, const char *between)
{
    int override = cmd->req_override;
    const char *conf;
    const char *ht = "";

    if ((override & (RSRC_CONF | OR_OPTIONS | OR_FILEINFO | OR_INDEXES))
        && (override & (ACCESS_CONF | OR_ALL))) {
        conf = has_dir_config ? "*.conf anywhere"
                              : "*.conf anywhere [no per-dir config]";
    } else if (override & RSRC_CONF) {
        conf = "*.conf only outside <Directory>, <Files>, <Location>, or <If>";
    } else if (override & (ACCESS_CONF | OR_ALL)) {
        conf = "*.conf only inside <Directory>, <Files>, <Location>, or <If>";
    } else if (override & PROXY_CONF) {
        conf = "*.conf only inside <Proxy>";
    } else {
        conf = "no place";
    }
    if ((override & OR_ALL) == OR_ALL) {
        ht = apr_pstrcat(pool, " and in .htaccess", between,
                         "when AllowOverride isn't None", NULL);
    } else if (override & OR_ALL) {
        ht = apr_pstrcat(pool, " and in .htaccess", between,
                         "when AllowOverride includes ",
                         override_names(pool, override), NULL);
    }
    return apr_pstrcat(pool, conf, ht, NULL);
}

/*
 * NULL when the directive may stand here; else the error, or, where the
 * administrator prefers that, a log line and *is_skipped.
 */
static const char *check_override(const command_rec *cmd, cmd_parms *parms,
                                  int *is_skipped)
{
    const char *close = cmd->name[0] == '<' ? ">" : "";

    *is_skipped = 0;
    if ((parms->override & cmd->req_override)
        || (parms->override_list
            && apr_table_get(parms->override_list, cmd->name))) {
        return NULL;
    }
    if (parms->override & NONFATAL_OVERRIDE) {
        ap_log_perror(APLOG_MARK, APLOG_WARNING, 0, parms->temp_pool,
                      "%s%s ignored at %s:%d: AllowOverride and "
                      "AllowOverrideList do not admit it",
                      cmd->name, close,
                      parms->directive ? parms->directive->filename : "?",
                      parms->directive ? parms->directive->line_num : 0);
        *is_skipped = 1;
        return NULL;
    }
    return apr_psprintf(parms->pool, "%s%s not allowed here (allowed in %s)",
                        cmd->name, close,
                        pn_invoke_where(parms->pool, cmd, 1, " "));
}

/* Split as ap_getword_conf() does it, which closes an open quote at the end. */
static int has_open_quote(const char *args)
{
    for (args += strspn(args, " \t"); *args; args += strspn(args, " \t")) {
        const char quote = *args;

        if (quote != '"' && quote != '\'') {
            args += strcspn(args, " \t");
            continue;
        }
        for (args++; *args != quote; args++) {
            if (*args == '\\' && (args[1] == '\\' || args[1] == quote)) {
                args++;
            }
            if (*args == '\0') {
                return 1;
            }
        }
        args++;
    }
    return 0;
}

/* Said at start only: what serves requests would say it with each .htaccess.
 * RAW_ARGS have their own rules. */
static void warn_of_open_quote(const command_rec *cmd, const cmd_parms *parms,
                               const char *args)
{
    const ap_configfile_t *file = parms->config_file; /* while it is read */
    const char *name = "?";
    int line = 0;

    if (cmd->args_how == RAW_ARGS || !has_open_quote(args)
        || ap_state_query(AP_SQ_MAIN_STATE) == AP_SQ_MS_RUN_MPM) {
        return;
    }
    if (file) {
        name = file->name;
        line = (int)file->line_number;
    }
    else if (parms->directive) {
        name = parms->directive->filename;
        line = parms->directive->line_num;
    }
    ap_log_perror(APLOG_MARK, APLOG_WARNING, 0, parms->temp_pool,
                  "%s:%d: a quote is opened and not closed: %s %.*s", name,
                  line, cmd->name, QUOTED_MAX, args);
}

const char *pn_invoke_command(const command_rec *cmd, cmd_parms *parms,
                              void *mconfig, const char *args)
{
    int is_skipped;
    const char *error;

    parms->info = cmd->cmd_data;
    parms->cmd = cmd;
    error = check_override(cmd, parms, &is_skipped);
    if (error || is_skipped) {
        return error;
    }
    warn_of_open_quote(cmd, parms, args);
    return call(cmd, parms, mconfig, args);
}
