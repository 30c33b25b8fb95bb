/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_parse - the words of RewriteRule and RewriteCond, and what they
 * mean. Words are separated by white space; one that begins with a quote ends
 * at the next, always. A backslash is kept, for the pattern; white space behind
 * it does not end the word.
 */

#include "rewrite.h"

#include "apr_lib.h"
#include "apr_strings.h"

/* Moves *at behind a word, and returns it. */
static const char *take_word(apr_pool_t *pool, const char **at)
{
    const char *from = *at;
    char quote = *from == '"' || *from == '\'' ? *from++ : '\0';
    const char *to = from;

    while (*to && (quote ? *to != quote : !apr_isspace(*to))) {
        if (*to == '\\' && apr_isspace(to[1])) {
            to++;
        }
        to++;
    }
    *at = *to && quote ? to + 1 : to;
    while (apr_isspace(**at)) {
        (*at)++;
    }
    return apr_pstrmemdup(pool, from, (apr_size_t)(to - from));
}

const char *rewrite_words_split(apr_pool_t *pool, const char *directive,
                                const char *args, const char **words)
{
    const char *at = args;

    while (apr_isspace(*at)) {
        at++;
    }
    words[0] = take_word(pool, &at);
    if (!*at) {
        return apr_psprintf(pool,
                            "%s needs two words and perhaps [flags]: "
                            "bad argument line '%s'",
                            directive, args);
    }
    words[1] = take_word(pool, &at);
    words[2] = *at ? take_word(pool, &at) : NULL;
    return NULL;
}

/* --- RewriteRule ------------------------------------------------------- */

static const char *parse_target(apr_pool_t *pool, const char *text,
                                rule_t *rule)
{
    const char *failure = rewrite_template_parse(pool, text, &rule->target);

    rule->keeps_url = strcmp(text, "-") == 0;
    if (rule->target->parts_n > 0 && rule->target->parts[0].kind == PART_TEXT) {
        rule->literal_len = rule->target->parts[0].len;
    }
    return failure;
}

const char *rewrite_rule_parse(cmd_parms *cmd, const char *args, rule_t *rule)
{
    const char *words[3];
    const char *failure;

    memset(rule, 0, sizeof(*rule));
    rule->rounds_max = REWRITE_ROUNDS_MAX;
    failure = rewrite_words_split(cmd->pool, cmd->cmd->name, args, words);
    if (!failure && words[2]) {
        failure = rewrite_rule_flags(cmd->pool, words[2], rule);
    }
    if (!failure) {
        rule->is_negated = words[0][0] == '!';
        failure = rewrite_pattern_compile(
            cmd->pool, words[0] + rule->is_negated,
            (rule->flags & FLAG_NO_CASE) != 0, &rule->pattern);
    }
    if (!failure) {
        failure = parse_target(cmd->pool, words[1], rule);
    }
    return failure ? apr_psprintf(cmd->pool, "%s: %s", cmd->cmd->name, failure)
                   : NULL;
}

/* --- RewriteCond ------------------------------------------------------- */

/* -f and its kin: exactly these. */
static int parse_file_test(const char *text, cond_t *cond)
{
    static const struct {
        const char *text;
        test_e test;
    } tests[] = {
        { "-f", TEST_IS_FILE },       { "-d", TEST_IS_DIR },
        { "-s", TEST_HAS_SIZE },      { "-l", TEST_IS_LINK },
        { "-h", TEST_IS_LINK },       { "-L", TEST_IS_LINK },
        { "-x", TEST_IS_EXECUTABLE }, { "-U", TEST_URL_LOOKUP },
        { "-F", TEST_FILE_LOOKUP },
    };
    size_t i;

    for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
        if (strcmp(text, tests[i].text) == 0) {
            cond->test = tests[i].test;
            return 1;
        }
    }
    return 0;
}

/* "-eq5", "-eq 5". */
static int parse_number_test(const char *text, cond_t *cond)
{
    static const struct {
        const char *text;
        test_e test;
    } tests[] = {
        { "-eq", TEST_NUM_EQ }, { "-ne", TEST_NUM_NE }, { "-lt", TEST_NUM_LT },
        { "-le", TEST_NUM_LE }, { "-gt", TEST_NUM_GT }, { "-ge", TEST_NUM_GE },
    };
    size_t i;

    for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
        if (strncmp(text, tests[i].text, 3) == 0) {
            cond->test = tests[i].test;
            cond->operand = text + 3;
            while (apr_isspace(*cond->operand)) {
                cond->operand++;
            }
            if (!*cond->operand) { /* alone it is a pattern */
                return 0;
            }
            cond->number = apr_strtoi64(cond->operand, NULL, 10);
            return 1;
        }
    }
    return 0;
}

static int parse_comparison(const char *text, cond_t *cond)
{
    int has_equal = text[0] && text[1] == '=';

    if (!text[0] || !text[1]) { /* alone it is a pattern */
        return 0;
    }
    switch (*text) {
    case '=':
        cond->test = TEST_EQUAL;
        cond->operand = text + 1;
        break;
    case '<':
        cond->test = has_equal ? TEST_LESS_EQUAL : TEST_LESS;
        cond->operand = text + 1 + has_equal;
        break;
    case '>':
        cond->test = has_equal ? TEST_GREATER_EQUAL : TEST_GREATER;
        cond->operand = text + 1 + has_equal;
        break;
    default:
        return 0;
    }
    if (strcmp(cond->operand, "\"\"") == 0) { /* ="": empty */
        cond->operand = "";
    }
    return 1;
}

static const char *parse_expression(cmd_parms *cmd, const char *text,
                                    cond_t *cond)
{
    unsigned int flags = cond->no_vary ? AP_EXPR_FLAG_DONT_VARY : 0;
    const char *failure = NULL;

    cond->test = TEST_EXPR;
    cond->expr = ap_expr_parse_cmd_mi(cmd, text, flags, &failure, NULL,
                                      rewrite_module.module_index);
    return failure ? apr_psprintf(
               cmd->pool, "cannot read the expression '%s': %s", text, failure)
                   : NULL;
}

static const char *parse_test(cmd_parms *cmd, const char *subject,
                              const char *text, cond_t *cond)
{
    if (strcmp(subject, "expr") == 0) {
        cond->pattern.source = text;
        return parse_expression(cmd, text, cond);
    }
    if (*text == '!') {
        cond->is_negated = 1;
        text++;
    }
    if (parse_file_test(text, cond) || parse_number_test(text, cond)
        || parse_comparison(text, cond)) {
        cond->pattern.source = text;
        return NULL;
    }
    cond->test = TEST_PATTERN;
    return rewrite_pattern_compile(cmd->pool, text, cond->ignores_case,
                                   &cond->pattern);
}

const char *rewrite_cond_parse(cmd_parms *cmd, const char *args, cond_t *cond)
{
    const char *words[3];
    const char *failure;

    memset(cond, 0, sizeof(*cond));
    failure = rewrite_words_split(cmd->pool, cmd->cmd->name, args, words);
    if (!failure && words[2]) {
        failure = rewrite_cond_flags(cmd->pool, words[2], cond);
    }
    if (!failure) {
        failure = parse_test(cmd, words[0], words[1], cond);
    }
    if (!failure && cond->test != TEST_EXPR) {
        failure = rewrite_template_parse(cmd->pool, words[0], &cond->subject);
    }
    return failure ? apr_psprintf(cmd->pool, "%s: %s", cmd->cmd->name, failure)
                   : NULL;
}
