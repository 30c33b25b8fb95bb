/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_macro - pieces of configuration with parameters.
 *
 * Directives:  <Macro NAME PARAMETER...>, Use NAME ARGUMENT..., UndefMacro NAME
 *              (anywhere, and .htaccess), all run while the text is read
 * A macro is its lines. Use puts the arguments into them and reads the result
 * like a file, so that errors name the macro's line, where it was defined and
 * where it was used.
 * Owns:        a table of macros in the configuration pool; those that a
 *              .htaccess defines live and are seen in its own pool only.
 */
#include "httpd.h"

#include "apr_hash.h"
#include "apr_lib.h"
#include "apr_strings.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "util_varbuf.h"

module AP_MODULE_DECLARE_DATA macro_module;

enum {
    LINE_MAX_BYTES = 256 * 1024, /* of a line of a macro, arguments put in */
    DEPTH_MAX = 32,              /* macros used within macros */
    EXPANSIONS_MAX = 10000,      /* by one Use outside of macros */
    NESTING_MAX = 64             /* sections in a macro */
};

typedef struct macro_t {
    const char *name;             /* lower case */
    apr_array_header_t *params;   /* of const char * */
    apr_array_header_t *lines;    /* of const char * */
    const char *location;         /* "defined on line 3 of ..." */
} macro_t;

static apr_hash_t *global_macros; /* those of the server's own files */

/* What this thread is expanding. */
static __thread const macro_t *in_use[DEPTH_MAX];
static __thread int in_use_n;
static __thread int expansions_n;

static int is_htaccess(const cmd_parms *cmd)
{
    return cmd->pool == cmd->temp_pool;
}

/* The table that this configuration file may add to. */
static apr_hash_t *own_macros(cmd_parms *cmd)
{
    void *table = NULL;

    if (!is_htaccess(cmd)) {
        if (!global_macros) {
            global_macros = apr_hash_make(cmd->pool);
            apr_pool_cleanup_register(cmd->pool, &global_macros,
                                      ap_pool_cleanup_set_null,
                                      apr_pool_cleanup_null);
        }
        return global_macros;
    }
    apr_pool_userdata_get(&table, "mod_macro", cmd->pool);
    if (!table) {
        table = apr_hash_make(cmd->pool);
        apr_pool_userdata_setn(table, "mod_macro", NULL, cmd->pool);
    }
    return table;
}

static macro_t *find_macro(cmd_parms *cmd, const char *name)
{
    macro_t *macro = apr_hash_get(own_macros(cmd), name, APR_HASH_KEY_STRING);

    if (!macro && global_macros) {
        macro = apr_hash_get(global_macros, name, APR_HASH_KEY_STRING);
    }
    return macro;
}

static apr_array_header_t *split_words(apr_pool_t *pool, const char *text)
{
    apr_array_header_t *words = apr_array_make(pool, 4, sizeof(char *));

    while (*text) {
        APR_ARRAY_PUSH(words, const char *) = ap_getword_conf(pool, &text);
    }
    return words;
}

/* Parameters that could not be told apart, or that do nothing. */
static const char *check_params(cmd_parms *cmd, const macro_t *macro)
{
    const apr_array_header_t *params = macro->params;

    for (int i = 0; i < params->nelts; i++) {
        const char *param = APR_ARRAY_IDX(params, i, const char *);

        if (*param == '\0' || (strchr("$%@", *param) && param[1] == '\0')) {
            return apr_psprintf(cmd->pool,
                                "macro '%s': parameter number %d ('%s') has "
                                "no name",
                                macro->name, i + 1, param);
        }
        for (int j = 0; j < i; j++) {
            const char *other = APR_ARRAY_IDX(params, j, const char *);
            apr_size_t len = strlen(param);
            apr_size_t other_len = strlen(other);
            apr_size_t least = len < other_len ? len : other_len;

            if (strcmp(param, other) == 0) {
                return apr_psprintf(cmd->pool,
                                    "macro '%s': parameter '%s' is named "
                                    "twice",
                                    macro->name, param);
            }
            if (strncmp(param, other, least) == 0) {
                ap_log_perror(APLOG_MARK, APLOG_WARNING, 0, cmd->temp_pool,
                              "macro '%s' %s: parameters '%s' and '%s' begin "
                              "alike; the longer one that fits is taken",
                              macro->name, macro->location, other, param);
            }
        }
    }
    return NULL;
}

static void warn_of_unused(cmd_parms *cmd, const macro_t *macro)
{
    for (int i = 0; i < macro->params->nelts; i++) {
        const char *param = APR_ARRAY_IDX(macro->params, i, const char *);
        int is_used = 0;

        for (int j = 0; j < macro->lines->nelts && !is_used; j++) {
            is_used = strstr(APR_ARRAY_IDX(macro->lines, j, const char *),
                             param)
                      != NULL;
        }
        if (!is_used) {
            ap_log_perror(APLOG_MARK, APLOG_WARNING, 0, cmd->temp_pool,
                          "macro '%s' %s: parameter '%s' is not used in its "
                          "lines",
                          macro->name, macro->location, param);
        }
    }
}

/* "<Files x>" to "Files", "</Files>" to "/Files". */
static const char *section_word(apr_pool_t *pool, const char *line)
{
    return apr_pstrmemdup(pool, line + 1, strcspn(line + 1, "> \t"));
}

/*
 * Keeps count of the sections open in a macro, so that </Macro> is not missed
 * and none is left open. Returns 1 in *is_end at the macro's own end.
 */
static const char *track_section(cmd_parms *cmd, apr_array_header_t *open,
                                 const char *line, int *is_end)
{
    const char *word = section_word(cmd->temp_pool, line);
    const char *innermost = open->nelts > 0
                                ? APR_ARRAY_IDX(open, open->nelts - 1,
                                                const char *)
                                : "Macro";

    *is_end = 0;
    if (*word != '/') {
        if (open->nelts >= NESTING_MAX) {
            return apr_psprintf(cmd->pool, "<%s> is nested too deeply", word);
        }
        APR_ARRAY_PUSH(open, const char *) = word;
        return NULL;
    }
    if (ap_cstr_casecmp(word + 1, innermost) != 0) {
        return apr_psprintf(cmd->pool,
                            "expected </%s> but saw <%s> on line %u within "
                            "the macro",
                            innermost, word, cmd->config_file->line_number);
    }
    if (open->nelts == 0) {
        *is_end = 1;
    } else {
        open->nelts--;
    }
    return NULL;
}

/* Reads the lines up to </Macro>. */
static const char *read_lines(cmd_parms *cmd, macro_t *macro)
{
    apr_array_header_t *open = apr_array_make(cmd->temp_pool, 4,
                                              sizeof(char *));
    struct ap_varbuf line;
    const char *error = NULL;
    int is_end = 0;
    apr_status_t rv;

    macro->lines = apr_array_make(cmd->pool, 8, sizeof(char *));
    ap_varbuf_init(cmd->temp_pool, &line, 0);
    while ((rv = ap_varbuf_cfg_getline(&line, cmd->config_file,
                                       LINE_MAX_BYTES))
           == APR_SUCCESS) {
        if (*line.buf == '<') {
            error = track_section(cmd, open, line.buf, &is_end);
        }
        if (error || is_end) {
            break;
        }
        APR_ARRAY_PUSH(macro->lines, const char *) = apr_pstrdup(cmd->pool,
                                                                 line.buf);
    }
    ap_varbuf_free(&line);
    if (error || is_end) {
        return error;
    }
    if (rv != APR_EOF) {
        return ap_pcfg_strerror(cmd->pool, cmd->config_file, rv);
    }
    return apr_psprintf(cmd->pool,
                        "expected </Macro> before end of configuration (for "
                        "macro '%s' %s)",
                        macro->name, macro->location);
}

static const char *start_macro(cmd_parms *cmd, void *list, const char *args)
{
    const char *end = strrchr(args, '>');
    macro_t *macro = apr_pcalloc(cmd->pool, sizeof(*macro));
    const macro_t *former;
    const char *error;
    const char *rest;
    char *name;

    if (!end) {
        return "<Macro> directive missing closing '>'";
    }
    rest = apr_pstrmemdup(cmd->temp_pool, args, (apr_size_t)(end - args));
    name = ap_getword_conf(cmd->pool, &rest);
    if (*name == '\0') {
        return "<Macro> needs the name of the macro, and then its parameters";
    }
    ap_str_tolower(name);
    macro->name = name;
    macro->params = split_words(cmd->pool, rest);
    macro->location = apr_psprintf(cmd->pool, "(defined on line %u of \"%s\")",
                                   cmd->config_file->line_number,
                                   cmd->config_file->name);
    former = find_macro(cmd, name);
    if (former) {
        ap_log_perror(APLOG_MARK, APLOG_WARNING, 0, cmd->temp_pool,
                      "macro '%s' %s replaces the one %s", name,
                      macro->location, former->location);
    }
    error = check_params(cmd, macro);
    if (!error) {
        error = read_lines(cmd, macro);
    }
    if (error) {
        return error;
    }
    warn_of_unused(cmd, macro);
    apr_hash_set(own_macros(cmd), macro->name, APR_HASH_KEY_STRING, macro);
    return NULL;
}

/* The longest parameter that text begins with, or -1. */
static int param_at(const macro_t *macro, const char *text)
{
    int best = -1;
    apr_size_t best_len = 0;

    for (int i = 0; i < macro->params->nelts; i++) {
        const char *param = APR_ARRAY_IDX(macro->params, i, const char *);
        apr_size_t len = strlen(param);

        if (len > best_len && strncmp(text, param, len) == 0) {
            best = i;
            best_len = len;
        }
    }
    return best;
}

/* line with the arguments put in; NULL when it becomes too long. */
static const char *expand_line(apr_pool_t *pool, const macro_t *macro,
                               const apr_array_header_t *args,
                               const char *line)
{
    char *out = NULL;
    apr_size_t len = 0;

    /* Two rounds: measure, then write. */
    for (int round = 0; round < 2; round++) {
        const char *from = line;

        len = 0;
        while (*from) {
            int i = param_at(macro, from);

            if (i < 0) {
                if (out) {
                    out[len] = *from;
                }
                len++;
                from++;
            } else {
                const char *arg = APR_ARRAY_IDX(args, i, const char *);
                apr_size_t arg_len = strlen(arg);

                if (out) {
                    memcpy(out + len, arg, arg_len);
                }
                len += arg_len;
                from += strlen(APR_ARRAY_IDX(macro->params, i, const char *));
            }
            if (len >= LINE_MAX_BYTES) {
                return NULL;
            }
        }
        if (!out) {
            out = apr_palloc(pool, len + 1);
        }
    }
    out[len] = '\0';
    return out;
}

/* The lines of an expanded macro as a source of configuration text. */
typedef struct source_t {
    const apr_array_header_t *lines;
    int next;
    const char *rest; /* of the line that is being handed out */
} source_t;

static apr_status_t source_getch(char *ch, void *param)
{
    source_t *source = param;

    if (!source->rest) {
        if (source->next >= source->lines->nelts) {
            return APR_EOF;
        }
        source->rest = APR_ARRAY_IDX(source->lines, source->next++,
                                     const char *);
    }
    if (*source->rest == '\0') {
        source->rest = NULL;
        *ch = '\n';
    } else {
        *ch = *source->rest++;
    }
    return APR_SUCCESS;
}

static apr_status_t source_getstr(void *buf, apr_size_t room, void *param)
{
    char *to = buf;
    apr_size_t n = 0;

    while (n + 1 < room) {
        if (source_getch(to + n, param) != APR_SUCCESS) {
            break;
        }
        if (to[n++] == '\n') {
            break;
        }
    }
    to[n] = '\0';
    return n == 0 ? APR_EOF : APR_SUCCESS;
}

static const char *check_use(cmd_parms *cmd, const macro_t *macro,
                             const apr_array_header_t *args)
{
    if (args->nelts != macro->params->nelts) {
        return apr_psprintf(cmd->pool,
                            "macro '%s' %s used with %d arguments instead of "
                            "%d",
                            macro->name, macro->location, args->nelts,
                            macro->params->nelts);
    }
    for (int i = 0; i < in_use_n; i++) {
        if (in_use[i] == macro) {
            return apr_psprintf(cmd->pool,
                                "recursive use of macro '%s' %s is invalid",
                                macro->name, macro->location);
        }
    }
    if (in_use_n == DEPTH_MAX) {
        return apr_psprintf(cmd->pool,
                            "macro '%s' is used within %d others: that is too "
                            "deep",
                            macro->name, DEPTH_MAX);
    }
    if (in_use_n == 0) {
        expansions_n = 0;
    }
    if (++expansions_n > EXPANSIONS_MAX) {
        return apr_psprintf(cmd->pool,
                            "macro '%s': more than %d macros are used by one "
                            "another",
                            macro->name, EXPANSIONS_MAX);
    }
    return NULL;
}

/* Reads the expanded lines as if they stood here. */
static const char *read_expanded(cmd_parms *cmd, ap_directive_t **list,
                                 const macro_t *macro,
                                 const apr_array_header_t *lines)
{
    ap_configfile_t *outer = cmd->config_file;
    source_t source = { .lines = lines };
    const char *where;
    const char *error;

    where = apr_psprintf(cmd->pool,
                         "macro '%s' %s used on line %u of \"%s\"",
                         macro->name, macro->location, outer->line_number,
                         outer->name);
    cmd->config_file = ap_pcfg_open_custom(cmd->pool, where, &source,
                                           source_getch, source_getstr, NULL);
    in_use[in_use_n++] = macro;
    error = ap_build_config(cmd, cmd->pool, cmd->temp_pool, list);
    in_use_n--;
    cmd->config_file = outer;
    return error;
}

static const char *use_macro(cmd_parms *cmd, void *list, const char *args)
{
    char *name = ap_getword_conf(cmd->temp_pool, &args);
    apr_array_header_t *words;
    apr_array_header_t *lines;
    const macro_t *macro;
    const char *error;

    if (*name == '\0') {
        return "Use needs the name of a macro, and then its arguments";
    }
    ap_str_tolower(name);
    macro = find_macro(cmd, name);
    if (!macro) {
        return apr_psprintf(cmd->pool, "macro '%s' undefined", name);
    }
    words = split_words(cmd->temp_pool, args);
    error = check_use(cmd, macro, words);
    if (error) {
        return error;
    }
    lines = apr_array_make(cmd->temp_pool, macro->lines->nelts + 1,
                           sizeof(char *));
    for (int i = 0; i < macro->lines->nelts; i++) {
        const char *line = expand_line(cmd->temp_pool, macro, words,
                                       APR_ARRAY_IDX(macro->lines, i,
                                                     const char *));

        if (!line) {
            return apr_psprintf(cmd->pool,
                                "macro '%s' %s: line %d becomes longer than "
                                "%d bytes with these arguments",
                                macro->name, macro->location, i + 1,
                                LINE_MAX_BYTES);
        }
        APR_ARRAY_PUSH(lines, const char *) = line;
    }
    return read_expanded(cmd, list, macro, lines);
}

static const char *undef_macro(cmd_parms *cmd, void *list, const char *arg)
{
    char *name = apr_pstrdup(cmd->temp_pool, arg);
    apr_hash_t *own = own_macros(cmd);

    ap_str_tolower(name);
    if (!apr_hash_get(own, name, APR_HASH_KEY_STRING)) {
        return apr_psprintf(cmd->pool, "cannot remove undefined macro '%s'",
                            name);
    }
    apr_hash_set(own, name, APR_HASH_KEY_STRING, NULL);
    return NULL;
}

static const command_rec macro_directives[] = {
    AP_INIT_RAW_ARGS("<Macro", start_macro, NULL, EXEC_ON_READ | OR_ALL,
                     "Beginning of a macro definition section"),
    AP_INIT_RAW_ARGS("Use", use_macro, NULL, EXEC_ON_READ | OR_ALL,
                     "a macro and the arguments for its parameters"),
    AP_INIT_TAKE1("UndefMacro", undef_macro, NULL, EXEC_ON_READ | OR_ALL,
                  "a macro that is no longer defined"),
    { .name = NULL },
};

AP_DECLARE_MODULE(macro) = {
    STANDARD20_MODULE_STUFF,
    .cmds = macro_directives,
};
