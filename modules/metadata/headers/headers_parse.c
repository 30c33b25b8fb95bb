/* SPDX-License-Identifier: Apache-2.0 */
/*
 * headers_parse - from the words of a directive to a rule.
 *
 *     action name [value [replacement]] [early | env=[!]variable | expr=…]
 */

#include "headers.h"

#include <string.h>

#include "apr_lib.h"
#include "apr_strings.h"

#include "http_log.h"

/* Words behind a name: value, replacement, condition. */
enum { WORDS_MAX = 3 };

typedef struct action_t {
    const char *name;
    headers_action_e action;
    int words_n; /* that belong to it, the condition not counted */
} action_t;

static const action_t actions[] = {
    { "add", HEADERS_ADD, 1 },
    { "append", HEADERS_APPEND, 1 },
    { "echo", HEADERS_ECHO, 0 },
    { "edit", HEADERS_EDIT, 2 },
    { "edit*", HEADERS_EDIT_ALL, 2 },
    { "merge", HEADERS_MERGE, 1 },
    { "note", HEADERS_NOTE, 1 },
    { "set", HEADERS_SET, 1 },
    { "setifempty", HEADERS_SET_IF_EMPTY, 1 },
    { "unset", HEADERS_UNSET, 0 },
};

static const action_t *find_action(const char *word)
{
    for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
        if (ap_cstr_casecmp(word, actions[i].name) == 0) {
            return &actions[i];
        }
    }
    return NULL;
}

/* The words of a line; -1 when there are more than max. */
static int split(apr_pool_t *pool, const char *text, const char **words,
                 int max)
{
    int n = 0;

    while (apr_isspace(*text)) {
        text++;
    }
    while (*text) {
        if (n == max) {
            return -1;
        }
        words[n++] = ap_getword_conf(pool, &text);
    }
    return n;
}

static const char *parse_expr(cmd_parms *cmd, const char *text,
                              unsigned int flags, const ap_expr_info_t **parsed)
{
    const char *error = NULL;

    *parsed = ap_expr_parse_cmd(cmd, text, flags, &error, NULL);
    if (error) {
        return apr_pstrcat(cmd->pool,
                           "Can't parse envclause/expression: ", error, NULL);
    }
    return NULL;
}

static const char *parse_condition(cmd_parms *cmd, const char *word,
                                   headers_rule_t *rule)
{
    if (ap_cstr_casecmp(word, "early") == 0) {
        rule->is_early = true;
        return NULL;
    }
    if (ap_cstr_casecmpn(word, "env=", 4) == 0) {
        rule->is_negated = word[4] == '!';
        rule->variable = word + 4 + rule->is_negated;
        return *rule->variable ? NULL
                               : "env= needs the name of a variable: "
                                 "env=NAME, or env=!NAME when it is not set";
    }
    if (ap_cstr_casecmpn(word, "expr=", 5) == 0) {
        return parse_expr(cmd, word + 5, 0, &rule->condition);
    }
    return apr_psprintf(cmd->pool,
                        "'%s' is no condition: expected early, env=NAME, "
                        "env=!NAME or expr=EXPRESSION",
                        word);
}

/* A colon that was copied with the name is not part of it. */
static const char *parse_name(cmd_parms *cmd, const char *word,
                              const char **name)
{
    apr_size_t len = strlen(word);
    char *copy = apr_pstrmemdup(
        cmd->pool, word, len > 0 && word[len - 1] == ':' ? len - 1 : len);

    *name = copy;
    if (!*copy || strpbrk(copy, " \t:\r\n")) {
        return apr_psprintf(cmd->pool, "'%s' is not the name of a header field",
                            word);
    }
    return NULL;
}

static const char *parse_pattern(cmd_parms *cmd, const char *text,
                                 const ap_regex_t **pattern)
{
    *pattern = ap_pregcomp(cmd->pool, text, AP_REG_EXTENDED);
    return *pattern ? NULL
                    : apr_psprintf(cmd->pool,
                                   "'%s' is not a regular expression", text);
}

/* What the action needs of its words. */
static const char *parse_words(cmd_parms *cmd, const char *const *words,
                               headers_rule_t *rule)
{
    switch (rule->action) {
    case HEADERS_ECHO:
        return parse_pattern(cmd, rule->name, &rule->pattern);
    case HEADERS_EDIT:
    case HEADERS_EDIT_ALL: {
        const char *error = parse_pattern(cmd, words[0], &rule->pattern);

        return error ? error : headers_parse_value(cmd, words[1], &rule->value);
    }
    case HEADERS_NOTE:
        rule->note = words[0];
        return NULL;
    case HEADERS_UNSET:
        return NULL;
    default:
        return headers_parse_value(cmd, words[0], &rule->value);
    }
}

static const char *check_place(cmd_parms *cmd, headers_target_e target,
                               const headers_rule_t *rule)
{
    if (target == HEADERS_REQUEST && rule->action == HEADERS_ECHO) {
        return "echo copies fields of the request to the response: it is for "
               "Header, not for RequestHeader";
    }
    if (target == HEADERS_REQUEST && rule->action == HEADERS_NOTE) {
        return "note is for Header, not for RequestHeader";
    }
    if (rule->is_early && cmd->path) {
        ap_log_error(APLOG_MARK, APLOG_WARNING, 0, cmd->server,
                     "%s … early in a section for a path has no effect: it "
                     "happens before the path is looked at",
                     cmd->cmd->name);
    }
    return NULL;
}

const char *headers_parse_rule(cmd_parms *cmd, headers_target_e target,
                               const char *args, headers_rule_t *rule)
{
    const char *words[2 + WORDS_MAX];
    int n = split(cmd->pool, args, words, 2 + WORDS_MAX);
    const action_t *action;
    const char *error;

    if (n < 0) {
        return "Too many arguments: a value with spaces needs quotes, and a "
               "comment needs a line of its own";
    }
    action = n > 0 ? find_action(words[0]) : NULL;
    if (!action) {
        return "first argument must be 'add', 'append', 'echo', 'edit', "
               "'edit*', 'merge', 'note', 'set', 'setifempty' or 'unset'";
    }
    rule->action = action->action;
    if (n < 2 + action->words_n) {
        return apr_psprintf(cmd->pool, "%s %s needs %s", cmd->cmd->name,
                            action->name,
                            action->words_n == 0 ? "the name of a field"
                            : action->words_n == 1
                                ? "the name of a field and a value"
                                : "the name of a field, a regular expression "
                                  "and a replacement");
    }
    if (n > 3 + action->words_n) {
        return "Too many arguments: a value with spaces needs quotes, and a "
               "comment needs a line of its own";
    }
    error = rule->action == HEADERS_ECHO
                ? (rule->name = words[1], NULL)
                : parse_name(cmd, words[1], &rule->name);
    if (!error && n > 2 + action->words_n) {
        error = parse_condition(cmd, words[2 + action->words_n], rule);
    }
    if (!error) {
        error = parse_words(cmd, words + 2, rule);
    }
    return error ? error : check_place(cmd, target, rule);
}
