/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expr_words - values in expressions: numbers, quoted text, %{references},
 * captures and calls.
 */

#include "expr_words.h"

#include <string.h>

#include <apr_lib.h>
#include <apr_strings.h>

/* Records what is wrong, with the place, unless something was before. */
void *pn_expr_words_fail(pn_expr_parser_t *parser, const char *what)
{
    if (!parser->error) {
        apr_size_t offset = (apr_size_t)(parser->at - parser->start);

        if (*parser->at) {
            parser->error = apr_psprintf(
                parser->pool,
                "syntax error at character %" APR_SIZE_T_FMT
                " near \"%.20s\": %s",
                offset + 1, parser->at, what);
        }
        else {
            parser->error = apr_psprintf(
                parser->pool, "syntax error at the end of the text: %s", what);
        }
    }
    return NULL;
}

ap_expr_t *pn_expr_words_node(pn_expr_parser_t *parser, expr_kind_e kind)
{
    ap_expr_t *node = apr_pcalloc(parser->pool, sizeof(*node));

    node->kind = kind;
    return node;
}

bool pn_expr_words_enter(pn_expr_parser_t *parser)
{
    if (++parser->depth > EXPR_MAX_DEPTH) {
        pn_expr_words_fail(parser, "nested too deeply");
        return false;
    }
    return true;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool pn_expr_words_is_name_byte(char c)
{
    return apr_isalnum(c) || c == '_';
}

void pn_expr_words_skip_space(pn_expr_parser_t *parser)
{
    while (is_space(*parser->at)) {
        parser->at++;
    }
}

/* Takes the mark if it stands next. */
bool pn_expr_words_take(pn_expr_parser_t *parser, const char *mark)
{
    apr_size_t len = strlen(mark);

    pn_expr_words_skip_space(parser);
    if (strncmp(parser->at, mark, len) != 0) {
        return false;
    }
    parser->at += len;
    return true;
}

/* Takes the word if it stands next as a whole word. Case matters. */
bool pn_expr_words_take_whole(pn_expr_parser_t *parser, const char *word)
{
    apr_size_t len = strlen(word);

    pn_expr_words_skip_space(parser);
    if (strncmp(parser->at, word, len) != 0
        || pn_expr_words_is_name_byte(parser->at[len])) {
        return false;
    }
    parser->at += len;
    return true;
}

/* The name at this place, or NULL when none begins here. */
const char *pn_expr_words_take_name(pn_expr_parser_t *parser)
{
    const char *begin = parser->at;

    if (!apr_isalpha(*begin)) {
        return NULL;
    }
    while (pn_expr_words_is_name_byte(*parser->at)) {
        parser->at++;
    }
    return apr_pstrmemdup(parser->pool, begin,
                          (apr_size_t)(parser->at - begin));
}

/* Asks who implements name; fills node->function and node->data. */
bool pn_expr_words_look_up(pn_expr_parser_t *parser, ap_expr_t *node, int type,
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
    parms.arg = constant && constant->kind == EXPR_TEXT ? constant->text : NULL;
    if (parser->lookup(&parms) == OK) {
        return true;
    }
    if (!parser->error) {
        parser->error = why ? why
                            : apr_psprintf(
                                parser->pool, "%s '%s%s' does not exist",
                                kinds[type], is_operator ? "-" : "", name);
    }
    return false;
}

/* Chains parts into one word: nothing is "", a single part is itself. */
static ap_expr_t *join_parts(pn_expr_parser_t *parser, ap_expr_t *first)
{
    ap_expr_t *node;

    if (!first) {
        node = pn_expr_words_node(parser, EXPR_TEXT);
        node->text = "";
        return node;
    }
    if (!first->next) {
        return first;
    }
    node = pn_expr_words_node(parser, EXPR_CONCAT);
    node->left = first;
    return node;
}

/* Behind "%{": a variable or a function with bare text, and the "}". */
static ap_expr_t *parse_reference(pn_expr_parser_t *parser)
{
    const char *name = pn_expr_words_take_name(parser);
    ap_expr_t *node;

    if (!name) {
        return pn_expr_words_fail(parser,
                                  "a variable's or function's name must follow "
                                  "\"%{\"");
    }
    if (*parser->at == '}') {
        node = pn_expr_words_node(parser, EXPR_VARIABLE);
        if (!pn_expr_words_look_up(parser, node, AP_EXPR_FUNC_VAR, name,
                                   NULL)) {
            return NULL;
        }
        parser->at++;
        return node;
    }
    if (*parser->at != ':') {
        return pn_expr_words_fail(parser,
                                  "\"}\" or \":\" must follow a name behind "
                                  "\"%{\"");
    }
    parser->at++;
    if (*parser->at == '}') {
        return pn_expr_words_fail(parser, "the function's argument is empty");
    }
    node = pn_expr_words_node(parser, EXPR_CALL);
    if (!pn_expr_words_look_up(parser, node, AP_EXPR_FUNC_STRING, name, NULL)) {
        return NULL;
    }
    node->left = pn_expr_words_text(parser, '}');
    return node->left ? node : NULL;
}

static ap_expr_t *parse_capture(pn_expr_parser_t *parser)
{
    ap_expr_t *node = pn_expr_words_node(parser, EXPR_CAPTURE);

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
static ap_expr_t *parse_literal(pn_expr_parser_t *parser, char end)
{
    ap_expr_t *node = pn_expr_words_node(parser, EXPR_TEXT);
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
ap_expr_t *pn_expr_words_text(pn_expr_parser_t *parser, char end)
{
    ap_expr_t *first = NULL;
    ap_expr_t **tail = &first;

    if (!pn_expr_words_enter(parser)) {
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
        return pn_expr_words_fail(parser,
                                  end == '}' ? "a \"%{\" is not closed"
                                             : "a quoted string is not closed");
    }
    if (end) {
        parser->at++;
    }
    parser->depth--;
    return join_parts(parser, first);
}

static ap_expr_t *parse_number(pn_expr_parser_t *parser)
{
    ap_expr_t *node = pn_expr_words_node(parser, EXPR_TEXT);
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
ap_expr_t *pn_expr_words_call(pn_expr_parser_t *parser, int type)
{
    ap_expr_t *node = pn_expr_words_node(parser, EXPR_CALL);
    const char *name = pn_expr_words_take_name(parser);

    if (!name) {
        return pn_expr_words_fail(parser, "a value was expected");
    }
    if (!pn_expr_words_take(parser, "(")) {
        return pn_expr_words_fail(parser,
                                  apr_psprintf(parser->pool,
                                               "\"(\" must follow the function "
                                               "name '%s'",
                                               name));
    }
    if (!pn_expr_words_look_up(parser, node, type, name, NULL)
        || !pn_expr_words_enter(parser)) {
        return NULL;
    }
    node->left = pn_expr_words_parse(parser);
    parser->depth--;
    if (!node->left) {
        return NULL;
    }
    if (!pn_expr_words_take(parser, ")")) {
        return pn_expr_words_fail(parser,
                                  "\")\" must follow a function's argument");
    }
    return node;
}

static ap_expr_t *parse_atom(pn_expr_parser_t *parser)
{
    char quote;

    pn_expr_words_skip_space(parser);
    if (apr_isdigit(*parser->at)
        || (*parser->at == '-' && apr_isdigit(parser->at[1]))) {
        return parse_number(parser);
    }
    if (*parser->at == '\'' || *parser->at == '"') {
        quote = *parser->at++;
        return pn_expr_words_text(parser, quote);
    }
    if (parser->at[0] == '%' && parser->at[1] == '{') {
        ap_expr_t *node;

        parser->at += 2;
        if (!pn_expr_words_enter(parser)) {
            return NULL;
        }
        node = parse_reference(parser);
        parser->depth--;
        return node;
    }
    if (parser->at[0] == '$' && apr_isdigit(parser->at[1])) {
        return parse_capture(parser);
    }
    return pn_expr_words_call(parser, AP_EXPR_FUNC_STRING);
}

ap_expr_t *pn_expr_words_parse(pn_expr_parser_t *parser)
{
    ap_expr_t *first = parse_atom(parser);
    ap_expr_t *last = first;

    while (last && pn_expr_words_take(parser, ".")) {
        last->next = parse_atom(parser);
        last = last->next;
    }
    return last ? join_parts(parser, first) : NULL;
}
