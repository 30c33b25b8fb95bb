/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expr_parse - expression text to tree, by recursive descent over the bytes.
 *
 *   condition := both { ("||" | "or") both }
 *   both      := single { ("&&" | "and") single }
 *   single    := { "!" | "not" } ( "(" condition ")" | "true" | "false"
 *                | -X word | word relation )
 *   word      := atom { "." atom }
 *   atom      := number | 'text' | "text" | %{name} | %{function:text} | $N
 *                | function "(" word ")"
 * word and atom are in expr_words.c.
 *
 * There is no token stage: what a byte means depends on where it stands
 * (inside quotes, after "=~", after a name), and the grammar knows that best.
 * Chains of && || and "." are kept flat, so that only nesting costs depth.
 * The first error wins; after it the parser stands at the end of the text.
 */

#include "expr_words.h"

#include <string.h>

#include <apr_lib.h>
#include <apr_strings.h>

#include "http_config.h"

static ap_expr_t *parse_condition(pn_expr_parser_t *parser);

/* Behind =~ or !~: /pattern/ or m#pattern#, then nothing or i. */
static ap_expr_t *parse_regex(pn_expr_parser_t *parser, ap_expr_t *left,
                              expr_kind_e kind)
{
    ap_expr_t *node = pn_expr_words_node(parser, kind);
    const char *begin;
    const char *end;
    int flags = 0;

    pn_expr_words_skip_space(parser);
    if (parser->at[0] == 'm' && parser->at[1]
        && strchr("/#$%^|?!'\",;:.-", parser->at[1])) {
        parser->at++;
    }
    else if (parser->at[0] != '/') {
        return pn_expr_words_fail(
            parser, "a regular expression must follow: /pattern/ or "
                    "m#pattern#");
    }
    begin = parser->at + 1;
    end = strchr(begin, *parser->at);
    if (!end) {
        return pn_expr_words_fail(parser,
                                  "the regular expression is not closed");
    }
    parser->at = end + 1;
    if (*parser->at == 'i') {
        flags = AP_REG_ICASE;
        parser->at++;
    }
    if (pn_expr_words_is_name_byte(*parser->at)) {
        return pn_expr_words_fail(parser,
                                  "the only flag of a regular expression is i");
    }
    node->left = left;
    node->regex = ap_pregcomp(
        parser->pool,
        apr_pstrmemdup(parser->ptemp, begin, (apr_size_t)(end - begin)), flags);
    if (!node->regex) {
        parser->at = begin;
        return pn_expr_words_fail(parser,
                                  "the regular expression cannot be compiled");
    }
    return node;
}

/* Behind "in": { word, word ... } or a list function. */
static ap_expr_t *parse_list(pn_expr_parser_t *parser, ap_expr_t *left)
{
    ap_expr_t *node = pn_expr_words_node(parser, EXPR_IN_WORDS);
    ap_expr_t **tail = &node->right;

    node->left = left;
    if (!pn_expr_words_take(parser, "{")) {
        node->kind = EXPR_IN_LIST;
        node->right = pn_expr_words_call(parser, AP_EXPR_FUNC_LIST);
        return node->right ? node : NULL;
    }
    do {
        *tail = pn_expr_words_parse(parser);
        if (!*tail) {
            return NULL;
        }
        tail = &(*tail)->next;
    } while (pn_expr_words_take(parser, ","));
    if (!pn_expr_words_take(parser, "}")) {
        return pn_expr_words_fail(
            parser, "\"}\" or \",\" must follow a word of a list");
    }
    return node;
}

static ap_expr_t *compare(pn_expr_parser_t *parser, ap_expr_t *left,
                          expr_kind_e kind, expr_relation_e relation)
{
    ap_expr_t *node = pn_expr_words_node(parser, kind);

    if ((parser->info->flags & AP_EXPR_FLAG_SSL_EXPR_COMPAT)
        && relation != EXPR_EQ && relation != EXPR_NE) {
        node->kind = EXPR_COMPARE_LENGTHS;
    }
    node->left = left;
    node->number = (int)relation;
    node->right = pn_expr_words_parse(parser);
    return node->right ? node : NULL;
}

/* "-name" other than the built-in comparisons. */
static ap_expr_t *parse_binary(pn_expr_parser_t *parser, ap_expr_t *left)
{
    ap_expr_t *node = pn_expr_words_node(parser, EXPR_BINARY);
    const char *name;

    parser->at++;
    name = pn_expr_words_take_name(parser);
    if (!name) {
        return pn_expr_words_fail(parser,
                                  "an operator's name must follow \"-\"");
    }
    node->left = left;
    node->right = pn_expr_words_parse(parser);
    if (!node->right
        || !pn_expr_words_look_up(parser, node, AP_EXPR_FUNC_OP_BINARY, name,
                                  node->right)) {
        return NULL;
    }
    return node;
}

/* What follows the left word of a comparison. */
static ap_expr_t *parse_relation(pn_expr_parser_t *parser, ap_expr_t *left)
{
    static const struct {
        const char *mark;
        expr_relation_e relation;
    } marks[] = {
        { "==", EXPR_EQ }, { "!=", EXPR_NE }, { "<=", EXPR_LE },
        { ">=", EXPR_GE }, { "=", EXPR_EQ },  { "<", EXPR_LT },
        { ">", EXPR_GT },
    };
    static const struct {
        const char *with_dash;
        const char *plain;
        expr_relation_e relation;
    } names[] = {
        { "-eq", "eq", EXPR_EQ }, { "-ne", "ne", EXPR_NE },
        { "-lt", "lt", EXPR_LT }, { "-le", "le", EXPR_LE },
        { "-gt", "gt", EXPR_GT }, { "-ge", "ge", EXPR_GE },
    };

    if (pn_expr_words_take(parser, "=~")) {
        return parse_regex(parser, left, EXPR_MATCH);
    }
    if (pn_expr_words_take(parser, "!~")) {
        return parse_regex(parser, left, EXPR_NO_MATCH);
    }
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        if (pn_expr_words_take(parser, marks[i].mark)) {
            return compare(parser, left, EXPR_COMPARE_STRINGS,
                           marks[i].relation);
        }
    }
    if (pn_expr_words_take_whole(parser, "in")
        || pn_expr_words_take_whole(parser, "-in")) {
        return parse_list(parser, left);
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (pn_expr_words_take_whole(parser, names[i].with_dash)
            || pn_expr_words_take_whole(parser, names[i].plain)) {
            return compare(parser, left, EXPR_COMPARE_INTEGERS,
                           names[i].relation);
        }
    }
    if (*parser->at == '-') {
        return parse_binary(parser, left);
    }
    return pn_expr_words_fail(parser, "a comparison must follow a value");
}

/* "-X word": one letter, so that "-eq" is never read as "-e q". */
static ap_expr_t *parse_unary(pn_expr_parser_t *parser)
{
    ap_expr_t *node = pn_expr_words_node(parser, EXPR_UNARY);
    char name[2] = { parser->at[1], '\0' };

    parser->at += 2;
    node->left = pn_expr_words_parse(parser);
    if (!node->left
        || !pn_expr_words_look_up(parser, node, AP_EXPR_FUNC_OP_UNARY,
                                  apr_pstrdup(parser->pool, name),
                                  node->left)) {
        return NULL;
    }
    return node;
}

static ap_expr_t *parse_plain(pn_expr_parser_t *parser)
{
    ap_expr_t *node;

    if (pn_expr_words_take(parser, "(")) {
        if (!pn_expr_words_enter(parser)) {
            return NULL;
        }
        node = parse_condition(parser);
        parser->depth--;
        if (node && !pn_expr_words_take(parser, ")")) {
            return pn_expr_words_fail(parser, "a \"(\" is not closed");
        }
        return node;
    }
    if (pn_expr_words_take_whole(parser, "true")) {
        return pn_expr_words_node(parser, EXPR_TRUE);
    }
    if (pn_expr_words_take_whole(parser, "false")) {
        return pn_expr_words_node(parser, EXPR_FALSE);
    }
    if (parser->at[0] == '-' && apr_isalpha(parser->at[1])
        && !pn_expr_words_is_name_byte(parser->at[2])) {
        return parse_unary(parser);
    }
    node = pn_expr_words_parse(parser);
    return node ? parse_relation(parser, node) : NULL;
}

static ap_expr_t *parse_single(pn_expr_parser_t *parser)
{
    bool is_negated = false;
    ap_expr_t *inner;
    ap_expr_t *node;

    while (pn_expr_words_take(parser, "!")
           || pn_expr_words_take_whole(parser, "not")) {
        is_negated = !is_negated;
    }
    inner = parse_plain(parser);
    if (!inner || !is_negated) {
        return inner;
    }
    node = pn_expr_words_node(parser, EXPR_NOT);
    node->left = inner;
    return node;
}

/* One or more of inner, joined by mark or word. */
static ap_expr_t *parse_chain(pn_expr_parser_t *parser, expr_kind_e kind,
                              const char *mark, const char *word,
                              ap_expr_t *(*inner)(pn_expr_parser_t *parser))
{
    ap_expr_t *first = inner(parser);
    ap_expr_t *last = first;
    ap_expr_t *node;

    while (last
           && (pn_expr_words_take(parser, mark)
               || pn_expr_words_take_whole(parser, word))) {
        last->next = inner(parser);
        last = last->next;
    }
    if (!last || last == first) {
        return last;
    }
    node = pn_expr_words_node(parser, kind);
    node->left = first;
    return node;
}

static ap_expr_t *parse_both(pn_expr_parser_t *parser)
{
    return parse_chain(parser, EXPR_AND, "&&", "and", parse_single);
}

static ap_expr_t *parse_condition(pn_expr_parser_t *parser)
{
    return parse_chain(parser, EXPR_OR, "||", "or", parse_both);
}

AP_DECLARE(const char *)
ap_expr_parse(apr_pool_t *pool, apr_pool_t *ptemp, ap_expr_info_t *info,
              const char *expr, ap_expr_lookup_fn_t *lookup_fn)
{
    pn_expr_parser_t parser = {
        .pool = pool,
        .ptemp = ptemp,
        .info = info,
        .lookup = lookup_fn ? lookup_fn : ap_expr_lookup_default,
        .start = expr,
        .at = expr,
    };

    info->root_node = NULL;
    if (strnlen(expr, EXPR_MAX_BYTES + 1) > EXPR_MAX_BYTES) {
        return apr_psprintf(pool, "the expression is longer than %d bytes",
                            (int)EXPR_MAX_BYTES);
    }
    if (info->flags & AP_EXPR_FLAG_STRING_RESULT) {
        info->root_node = pn_expr_words_text(&parser, '\0');
    }
    else {
        info->root_node = parse_condition(&parser);
        pn_expr_words_skip_space(&parser);
        if (info->root_node && *parser.at) {
            pn_expr_words_fail(&parser,
                               "the expression should have ended here");
        }
    }
    if (parser.error) {
        info->root_node = NULL;
    }
    return parser.error;
}

AP_DECLARE(ap_expr_info_t *)
ap_expr_parse_cmd_mi(const cmd_parms *cmd, const char *expr, unsigned int flags,
                     const char **err, ap_expr_lookup_fn_t *lookup_fn,
                     int module_index)
{
    ap_expr_info_t *info = apr_pcalloc(cmd->pool, sizeof(*info));
    cmd_parms context = *cmd;

    info->filename = cmd->directive ? cmd->directive->filename : NULL;
    info->line_number = cmd->directive ? (unsigned int)cmd->directive->line_num
                                       : 0;
    info->flags = flags;
    /* Whoever may write a .htaccess must not read files with our rights. */
    if (ap_check_cmd_context(&context, NOT_IN_HTACCESS)) {
        info->flags |= AP_EXPR_FLAG_RESTRICTED_FILE_FUNC;
    }
    info->module_index = module_index;
    *err = ap_expr_parse(cmd->pool, cmd->temp_pool, info, expr, lookup_fn);
    return *err ? NULL : info;
}
