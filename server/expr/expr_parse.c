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
 *
 * There is no token stage: what a byte means depends on where it stands
 * (inside quotes, after "=~", after a name), and the grammar knows that best.
 * Chains of && || and "." are kept flat, so that only nesting costs depth.
 * The first error wins; after it the parser stands at the end of the text.
 */

#include "expr_tree.h"

#include <stdbool.h>
#include <string.h>

#include <apr_lib.h>
#include <apr_strings.h>

#include "http_config.h"

typedef struct parser_t {
    apr_pool_t *pool;
    apr_pool_t *ptemp;
    const ap_expr_info_t *info;
    ap_expr_lookup_fn_t *lookup;
    const char *start;
    const char *at;
    const char *error; /* NULL while all is well */
    int depth;
} parser_t;

static ap_expr_t *parse_condition(parser_t *parser);
static ap_expr_t *parse_word(parser_t *parser);
static ap_expr_t *parse_text(parser_t *parser, char end);

/* Records what is wrong, with the place, unless something was before. */
static void *fail(parser_t *parser, const char *what)
{
    if (!parser->error) {
        apr_size_t offset = (apr_size_t)(parser->at - parser->start);

        if (*parser->at) {
            parser->error = apr_psprintf(
                parser->pool, "syntax error at character %" APR_SIZE_T_FMT
                " near \"%.20s\": %s", offset + 1, parser->at, what);
        }
        else {
            parser->error = apr_psprintf(
                parser->pool, "syntax error at the end of the text: %s", what);
        }
    }
    return NULL;
}

static ap_expr_t *make_node(parser_t *parser, expr_kind_e kind)
{
    ap_expr_t *node = apr_pcalloc(parser->pool, sizeof(*node));

    node->kind = kind;
    return node;
}

static bool enter(parser_t *parser)
{
    if (++parser->depth > EXPR_MAX_DEPTH) {
        fail(parser, "nested too deeply");
        return false;
    }
    return true;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_name_byte(char c)
{
    return apr_isalnum(c) || c == '_';
}

static void skip_space(parser_t *parser)
{
    while (is_space(*parser->at)) {
        parser->at++;
    }
}

/* Takes the mark if it stands next. */
static bool take(parser_t *parser, const char *mark)
{
    apr_size_t len = strlen(mark);

    skip_space(parser);
    if (strncmp(parser->at, mark, len) != 0) {
        return false;
    }
    parser->at += len;
    return true;
}

/* Takes the word if it stands next as a whole word. Case matters. */
static bool take_word(parser_t *parser, const char *word)
{
    apr_size_t len = strlen(word);

    skip_space(parser);
    if (strncmp(parser->at, word, len) != 0
        || is_name_byte(parser->at[len])) {
        return false;
    }
    parser->at += len;
    return true;
}

/* The name at this place, or NULL when none begins here. */
static const char *take_name(parser_t *parser)
{
    const char *begin = parser->at;

    if (!apr_isalpha(*begin)) {
        return NULL;
    }
    while (is_name_byte(*parser->at)) {
        parser->at++;
    }
    return apr_pstrmemdup(parser->pool, begin,
                          (apr_size_t)(parser->at - begin));
}

/* Asks who implements name; fills node->function and node->data. */
static bool look_up(parser_t *parser, ap_expr_t *node, int type,
                    const char *name, const ap_expr_t *constant)
{
    static const char *const kinds[] = {
        [AP_EXPR_FUNC_VAR] = "variable",
        [AP_EXPR_FUNC_STRING] = "function",
        [AP_EXPR_FUNC_LIST] = "list function",
        [AP_EXPR_FUNC_OP_UNARY] = "unary operator",
        [AP_EXPR_FUNC_OP_BINARY] = "binary operator",
    };
    ap_expr_lookup_parms parms = { 0 };
    const char *why = NULL;
    bool is_operator = type == AP_EXPR_FUNC_OP_UNARY
                       || type == AP_EXPR_FUNC_OP_BINARY;

    parms.type = type;
    parms.name = name;
    parms.flags = (int)parser->info->flags;
    parms.pool = parser->pool;
    parms.ptemp = parser->ptemp;
    parms.func = &node->function.any;
    parms.data = &node->data;
    parms.err = &why;
    parms.arg = constant && constant->kind == EXPR_TEXT ? constant->text
                                                        : NULL;
    if (parser->lookup(&parms) == OK) {
        return true;
    }
    if (!parser->error) {
        parser->error = why ? why
                            : apr_psprintf(parser->pool,
                                           "%s '%s%s' does not exist",
                                           kinds[type],
                                           is_operator ? "-" : "", name);
    }
    return false;
}

/* Chains parts into one word: nothing is "", a single part is itself. */
static ap_expr_t *join_parts(parser_t *parser, ap_expr_t *first)
{
    ap_expr_t *node;

    if (!first) {
        node = make_node(parser, EXPR_TEXT);
        node->text = "";
        return node;
    }
    if (!first->next) {
        return first;
    }
    node = make_node(parser, EXPR_CONCAT);
    node->left = first;
    return node;
}

/* Behind "%{": a variable or a function with bare text, and the "}". */
static ap_expr_t *parse_reference(parser_t *parser)
{
    const char *name = take_name(parser);
    ap_expr_t *node;

    if (!name) {
        return fail(parser, "a variable's or function's name must follow "
                            "\"%{\"");
    }
    if (*parser->at == '}') {
        node = make_node(parser, EXPR_VARIABLE);
        if (!look_up(parser, node, AP_EXPR_FUNC_VAR, name, NULL)) {
            return NULL;
        }
        parser->at++;
        return node;
    }
    if (*parser->at != ':') {
        return fail(parser, "\"}\" or \":\" must follow a name behind "
                            "\"%{\"");
    }
    parser->at++;
    if (*parser->at == '}') {
        return fail(parser, "the function's argument is empty");
    }
    node = make_node(parser, EXPR_CALL);
    if (!look_up(parser, node, AP_EXPR_FUNC_STRING, name, NULL)) {
        return NULL;
    }
    node->left = parse_text(parser, '}');
    return node->left ? node : NULL;
}

static ap_expr_t *parse_capture(parser_t *parser)
{
    ap_expr_t *node = make_node(parser, EXPR_CAPTURE);

    node->number = parser->at[1] - '0';
    parser->at += 2;
    return node;
}

/* The byte that a backslash and c stand for. */
static char unescape(char c)
{
    switch (c) {
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    default:
        return c;
    }
}

static bool begins_reference(const char *at)
{
    return (at[0] == '%' && at[1] == '{')
           || (at[0] == '$' && apr_isdigit(at[1]));
}

/* Literal bytes up to end, a reference or the end of the text. */
static ap_expr_t *parse_literal(parser_t *parser, char end)
{
    ap_expr_t *node = make_node(parser, EXPR_TEXT);
    const char *scan = parser->at;
    char *out;

    while (*scan && *scan != end && !begins_reference(scan)) {
        scan += scan[0] == '\\' && scan[1] ? 2 : 1;
    }
    node->text = out = apr_palloc(parser->pool,
                                  (apr_size_t)(scan - parser->at) + 1);
    while (parser->at < scan) {
        if (parser->at[0] == '\\' && parser->at[1]) {
            *out++ = unescape(parser->at[1]);
            parser->at += 2;
        }
        else {
            *out++ = *parser->at++;
        }
    }
    *out = '\0';
    return node;
}

/*
 * Text with references up to end, which is taken; end '\0' is the end of the
 * whole text. The opening mark has been taken.
 */
static ap_expr_t *parse_text(parser_t *parser, char end)
{
    ap_expr_t *first = NULL;
    ap_expr_t **tail = &first;

    if (!enter(parser)) {
        return NULL;
    }
    while (*parser->at && *parser->at != end) {
        if (!begins_reference(parser->at)) {
            *tail = parse_literal(parser, end);
        }
        else if (*parser->at == '$') {
            *tail = parse_capture(parser);
        }
        else {
            parser->at += 2;
            *tail = parse_reference(parser);
        }
        if (!*tail) {
            return NULL;
        }
        tail = &(*tail)->next;
    }
    if (*parser->at != end) {
        return fail(parser, end == '}' ? "a \"%{\" is not closed"
                                       : "a quoted string is not closed");
    }
    if (end) {
        parser->at++;
    }
    parser->depth--;
    return join_parts(parser, first);
}

static ap_expr_t *parse_number(parser_t *parser)
{
    ap_expr_t *node = make_node(parser, EXPR_TEXT);
    const char *begin = parser->at;

    if (*parser->at == '-') {
        parser->at++;
    }
    while (apr_isdigit(*parser->at)) {
        parser->at++;
    }
    node->text = apr_pstrmemdup(parser->pool, begin,
                                (apr_size_t)(parser->at - begin));
    return node;
}

/* name "(" word ")", type says which kind of function. */
static ap_expr_t *parse_call(parser_t *parser, int type)
{
    ap_expr_t *node = make_node(parser, EXPR_CALL);
    const char *name = take_name(parser);

    if (!name) {
        return fail(parser, "a value was expected");
    }
    if (!take(parser, "(")) {
        return fail(parser, apr_psprintf(parser->pool,
                                         "\"(\" must follow the function "
                                         "name '%s'", name));
    }
    if (!look_up(parser, node, type, name, NULL) || !enter(parser)) {
        return NULL;
    }
    node->left = parse_word(parser);
    parser->depth--;
    if (!node->left) {
        return NULL;
    }
    if (!take(parser, ")")) {
        return fail(parser, "\")\" must follow a function's argument");
    }
    return node;
}

static ap_expr_t *parse_atom(parser_t *parser)
{
    char quote;

    skip_space(parser);
    if (apr_isdigit(*parser->at)
        || (*parser->at == '-' && apr_isdigit(parser->at[1]))) {
        return parse_number(parser);
    }
    if (*parser->at == '\'' || *parser->at == '"') {
        quote = *parser->at++;
        return parse_text(parser, quote);
    }
    if (parser->at[0] == '%' && parser->at[1] == '{') {
        ap_expr_t *node;

        parser->at += 2;
        if (!enter(parser)) {
            return NULL;
        }
        node = parse_reference(parser);
        parser->depth--;
        return node;
    }
    if (parser->at[0] == '$' && apr_isdigit(parser->at[1])) {
        return parse_capture(parser);
    }
    return parse_call(parser, AP_EXPR_FUNC_STRING);
}

static ap_expr_t *parse_word(parser_t *parser)
{
    ap_expr_t *first = parse_atom(parser);
    ap_expr_t *last = first;

    while (last && take(parser, ".")) {
        last->next = parse_atom(parser);
        last = last->next;
    }
    return last ? join_parts(parser, first) : NULL;
}

/* Behind =~ or !~: /pattern/ or m#pattern#, then nothing or i. */
static ap_expr_t *parse_regex(parser_t *parser, ap_expr_t *left,
                              expr_kind_e kind)
{
    ap_expr_t *node = make_node(parser, kind);
    const char *begin;
    const char *end;
    int flags = 0;

    skip_space(parser);
    if (parser->at[0] == 'm' && parser->at[1]
        && strchr("/#$%^|?!'\",;:.-", parser->at[1])) {
        parser->at++;
    }
    else if (parser->at[0] != '/') {
        return fail(parser, "a regular expression must follow: /pattern/ or "
                            "m#pattern#");
    }
    begin = parser->at + 1;
    end = strchr(begin, *parser->at);
    if (!end) {
        return fail(parser, "the regular expression is not closed");
    }
    parser->at = end + 1;
    if (*parser->at == 'i') {
        flags = AP_REG_ICASE;
        parser->at++;
    }
    if (is_name_byte(*parser->at)) {
        return fail(parser, "the only flag of a regular expression is i");
    }
    node->left = left;
    node->regex = ap_pregcomp(
        parser->pool,
        apr_pstrmemdup(parser->ptemp, begin, (apr_size_t)(end - begin)),
        flags);
    if (!node->regex) {
        parser->at = begin;
        return fail(parser, "the regular expression cannot be compiled");
    }
    return node;
}

/* Behind "in": { word, word ... } or a list function. */
static ap_expr_t *parse_list(parser_t *parser, ap_expr_t *left)
{
    ap_expr_t *node = make_node(parser, EXPR_IN_WORDS);
    ap_expr_t **tail = &node->right;

    node->left = left;
    if (!take(parser, "{")) {
        node->kind = EXPR_IN_LIST;
        node->right = parse_call(parser, AP_EXPR_FUNC_LIST);
        return node->right ? node : NULL;
    }
    do {
        *tail = parse_word(parser);
        if (!*tail) {
            return NULL;
        }
        tail = &(*tail)->next;
    } while (take(parser, ","));
    if (!take(parser, "}")) {
        return fail(parser, "\"}\" or \",\" must follow a word of a list");
    }
    return node;
}

static ap_expr_t *compare(parser_t *parser, ap_expr_t *left, expr_kind_e kind,
                          expr_relation_e relation)
{
    ap_expr_t *node = make_node(parser, kind);

    if ((parser->info->flags & AP_EXPR_FLAG_SSL_EXPR_COMPAT)
        && relation != EXPR_EQ && relation != EXPR_NE) {
        node->kind = EXPR_COMPARE_LENGTHS;
    }
    node->left = left;
    node->number = (int)relation;
    node->right = parse_word(parser);
    return node->right ? node : NULL;
}

/* "-name" other than the built-in comparisons. */
static ap_expr_t *parse_binary(parser_t *parser, ap_expr_t *left)
{
    ap_expr_t *node = make_node(parser, EXPR_BINARY);
    const char *name;

    parser->at++;
    name = take_name(parser);
    if (!name) {
        return fail(parser, "an operator's name must follow \"-\"");
    }
    node->left = left;
    node->right = parse_word(parser);
    if (!node->right
        || !look_up(parser, node, AP_EXPR_FUNC_OP_BINARY, name,
                    node->right)) {
        return NULL;
    }
    return node;
}

/* What follows the left word of a comparison. */
static ap_expr_t *parse_relation(parser_t *parser, ap_expr_t *left)
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

    if (take(parser, "=~")) {
        return parse_regex(parser, left, EXPR_MATCH);
    }
    if (take(parser, "!~")) {
        return parse_regex(parser, left, EXPR_NO_MATCH);
    }
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        if (take(parser, marks[i].mark)) {
            return compare(parser, left, EXPR_COMPARE_STRINGS,
                           marks[i].relation);
        }
    }
    if (take_word(parser, "in") || take_word(parser, "-in")) {
        return parse_list(parser, left);
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (take_word(parser, names[i].with_dash)
            || take_word(parser, names[i].plain)) {
            return compare(parser, left, EXPR_COMPARE_INTEGERS,
                           names[i].relation);
        }
    }
    if (*parser->at == '-') {
        return parse_binary(parser, left);
    }
    return fail(parser, "a comparison must follow a value");
}

/* "-X word": one letter, so that "-eq" is never read as "-e q". */
static ap_expr_t *parse_unary(parser_t *parser)
{
    ap_expr_t *node = make_node(parser, EXPR_UNARY);
    char name[2] = { parser->at[1], '\0' };

    parser->at += 2;
    node->left = parse_word(parser);
    if (!node->left
        || !look_up(parser, node, AP_EXPR_FUNC_OP_UNARY,
                    apr_pstrdup(parser->pool, name), node->left)) {
        return NULL;
    }
    return node;
}

static ap_expr_t *parse_plain(parser_t *parser)
{
    ap_expr_t *node;

    if (take(parser, "(")) {
        if (!enter(parser)) {
            return NULL;
        }
        node = parse_condition(parser);
        parser->depth--;
        if (node && !take(parser, ")")) {
            return fail(parser, "a \"(\" is not closed");
        }
        return node;
    }
    if (take_word(parser, "true")) {
        return make_node(parser, EXPR_TRUE);
    }
    if (take_word(parser, "false")) {
        return make_node(parser, EXPR_FALSE);
    }
    if (parser->at[0] == '-' && apr_isalpha(parser->at[1])
        && !is_name_byte(parser->at[2])) {
        return parse_unary(parser);
    }
    node = parse_word(parser);
    return node ? parse_relation(parser, node) : NULL;
}

static ap_expr_t *parse_single(parser_t *parser)
{
    bool is_negated = false;
    ap_expr_t *inner;
    ap_expr_t *node;

    while (take(parser, "!") || take_word(parser, "not")) {
        is_negated = !is_negated;
    }
    inner = parse_plain(parser);
    if (!inner || !is_negated) {
        return inner;
    }
    node = make_node(parser, EXPR_NOT);
    node->left = inner;
    return node;
}

/* One or more of inner, joined by mark or word. */
static ap_expr_t *parse_chain(parser_t *parser, expr_kind_e kind,
                              const char *mark, const char *word,
                              ap_expr_t *(*inner)(parser_t *parser))
{
    ap_expr_t *first = inner(parser);
    ap_expr_t *last = first;
    ap_expr_t *node;

    while (last && (take(parser, mark) || take_word(parser, word))) {
        last->next = inner(parser);
        last = last->next;
    }
    if (!last || last == first) {
        return last;
    }
    node = make_node(parser, kind);
    node->left = first;
    return node;
}

static ap_expr_t *parse_both(parser_t *parser)
{
    return parse_chain(parser, EXPR_AND, "&&", "and", parse_single);
}

static ap_expr_t *parse_condition(parser_t *parser)
{
    return parse_chain(parser, EXPR_OR, "||", "or", parse_both);
}

AP_DECLARE(const char *) ap_expr_parse(apr_pool_t *pool, apr_pool_t *ptemp,
                                       ap_expr_info_t *info, const char *expr,
                                       ap_expr_lookup_fn_t *lookup_fn)
{
    parser_t parser = {
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
        info->root_node = parse_text(&parser, '\0');
    }
    else {
        info->root_node = parse_condition(&parser);
        skip_space(&parser);
        if (info->root_node && *parser.at) {
            fail(&parser, "the expression should have ended here");
        }
    }
    if (parser.error) {
        info->root_node = NULL;
    }
    return parser.error;
}

AP_DECLARE(ap_expr_info_t *) ap_expr_parse_cmd_mi(
    const cmd_parms *cmd, const char *expr, unsigned int flags,
    const char **err, ap_expr_lookup_fn_t *lookup_fn, int module_index)
{
    ap_expr_info_t *info = apr_pcalloc(cmd->pool, sizeof(*info));
    cmd_parms context = *cmd;

    info->filename = cmd->directive ? cmd->directive->filename : NULL;
    info->line_number = cmd->directive
                            ? (unsigned int)cmd->directive->line_num : 0;
    info->flags = flags;
    /* Whoever may write a .htaccess must not read files with our rights. */
    if (ap_check_cmd_context(&context, NOT_IN_HTACCESS)) {
        info->flags |= AP_EXPR_FLAG_RESTRICTED_FILE_FUNC;
    }
    info->module_index = module_index;
    *err = ap_expr_parse(cmd->pool, cmd->temp_pool, info, expr, lookup_fn);
    return *err ? NULL : info;
}
