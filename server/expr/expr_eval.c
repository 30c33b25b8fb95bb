/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expr_eval - values of words, truth of conditions, and the public calls.
 *
 * Runs in any phase and thread: the tree is read only, what changes is in
 * ap_expr_eval_ctx_t on the caller's stack and in its pool.
 */

#include "expr_tree.h"

#include <stdbool.h>
#include <string.h>

#include <apr_strings.h>

#include "http_log.h"
#include "http_main.h"
#include "http_protocol.h"

APLOG_USE_MODULE(core);

enum { EVAL_MAX_DEPTH = EXPR_MAX_DEPTH + 8 };

static const char *concat(ap_expr_eval_ctx_t *ctx, const ap_expr_t *part)
{
    apr_array_header_t *values = apr_array_make(ctx->p, 8,
                                                sizeof(const char *));

    for (; part; part = part->next) {
        *(const char **)apr_array_push(values) = pn_expr_eval_word(ctx, part);
    }
    return apr_array_pstrcat(ctx->p, values, '\0');
}

/* Group number of the last successful match, "" when there is none. */
static const char *capture(const ap_expr_eval_ctx_t *ctx, int number)
{
    const char *source = ctx->re_source ? *ctx->re_source : NULL;
    const ap_regmatch_t *group;

    if (!source || (apr_size_t)number >= ctx->re_nmatch) {
        return "";
    }
    group = &ctx->re_pmatch[number];
    if (group->rm_so < 0 || group->rm_eo <= group->rm_so) {
        return "";
    }
    return apr_pstrmemdup(ctx->p, source + group->rm_so,
                          (apr_size_t)(group->rm_eo - group->rm_so));
}

static const char *call(ap_expr_eval_ctx_t *ctx, const ap_expr_t *node)
{
    return node->function.string(ctx, node->data,
                                 pn_expr_eval_word(ctx, node->left));
}

const char *pn_expr_eval_word(ap_expr_eval_ctx_t *ctx, const ap_expr_t *node)
{
    const char *value = NULL;

    if (++ctx->reclvl > EVAL_MAX_DEPTH) {
        *ctx->err = "the expression is nested too deeply";
        ctx->reclvl--;
        return "";
    }
    switch (node->kind) {
    case EXPR_TEXT:
        value = node->text;
        break;
    case EXPR_CONCAT:
        value = concat(ctx, node->left);
        break;
    case EXPR_CAPTURE:
        value = capture(ctx, node->number);
        break;
    case EXPR_VARIABLE:
        value = node->function.variable(ctx, node->data);
        break;
    case EXPR_CALL:
        value = call(ctx, node);
        break;
    default:
        *ctx->err = "a condition stands where a value must";
        break;
    }
    ctx->reclvl--;
    return value ? value : "";
}

static int relation_holds(int order, int relation)
{
    switch (relation) {
    case EXPR_EQ:
        return order == 0;
    case EXPR_NE:
        return order != 0;
    case EXPR_LT:
        return order < 0;
    case EXPR_LE:
        return order <= 0;
    case EXPR_GT:
        return order > 0;
    default:
        return order >= 0;
    }
}

/* Text that is no number counts as 0, trailing text is left out: what
 * configurations in the field rely on. */
static int order_of_integers(const char *left, const char *right)
{
    apr_int64_t a = apr_strtoi64(left, NULL, 10);
    apr_int64_t b = apr_strtoi64(right, NULL, 10);

    return a < b ? -1 : a > b;
}

static int order_of_lengths(const char *left, const char *right)
{
    apr_size_t a = strlen(left);
    apr_size_t b = strlen(right);

    if (a != b) {
        return a < b ? -1 : 1;
    }
    return strcmp(left, right);
}

static int compare(ap_expr_eval_ctx_t *ctx, const ap_expr_t *node)
{
    const char *left = pn_expr_eval_word(ctx, node->left);
    const char *right = pn_expr_eval_word(ctx, node->right);

    if (node->kind == EXPR_COMPARE_INTEGERS) {
        return relation_holds(order_of_integers(left, right), node->number);
    }
    if (node->kind == EXPR_COMPARE_LENGTHS) {
        return relation_holds(order_of_lengths(left, right), node->number);
    }
    return relation_holds(strcmp(left, right), node->number);
}

/* A pattern without groups leaves earlier captures alone; one with groups
 * sets them, or empties them when it does not match. */
static int match(ap_expr_eval_ctx_t *ctx, const ap_expr_t *node)
{
    const char *subject = pn_expr_eval_word(ctx, node->left);
    bool captures = node->regex->re_nsub > 0 && ctx->re_source
                    && ctx->re_nmatch > 0;
    int is_match;

    if (!captures) {
        return ap_regexec(node->regex, subject, 0, NULL, 0) == 0;
    }
    is_match = ap_regexec(node->regex, subject, ctx->re_nmatch, ctx->re_pmatch,
                          0)
               == 0;
    *ctx->re_source = is_match ? subject : NULL;
    return is_match;
}

static int is_in_words(ap_expr_eval_ctx_t *ctx, const ap_expr_t *node)
{
    const char *needle = pn_expr_eval_word(ctx, node->left);

    for (const ap_expr_t *word = node->right; word; word = word->next) {
        if (strcmp(needle, pn_expr_eval_word(ctx, word)) == 0) {
            return 1;
        }
    }
    return 0;
}

static int is_in_list(ap_expr_eval_ctx_t *ctx, const ap_expr_t *node)
{
    const char *needle = pn_expr_eval_word(ctx, node->left);
    const apr_array_header_t *list = node->right->function.list(
        ctx, node->right->data, pn_expr_eval_word(ctx, node->right->left));

    return list && ap_array_str_contains(list, needle);
}

static int all_or_any(ap_expr_eval_ctx_t *ctx, const ap_expr_t *node)
{
    int stop_at = node->kind == EXPR_OR;

    for (const ap_expr_t *part = node->left; part; part = part->next) {
        if (pn_expr_eval_condition(ctx, part) == stop_at || *ctx->err) {
            return stop_at;
        }
    }
    return !stop_at;
}

static int operate(ap_expr_eval_ctx_t *ctx, const ap_expr_t *node)
{
    const char *left = pn_expr_eval_word(ctx, node->left);

    if (node->kind == EXPR_UNARY) {
        return node->function.unary(ctx, node->data, left) != 0;
    }
    return node->function.binary(ctx, node->data, left,
                                 pn_expr_eval_word(ctx, node->right))
           != 0;
}

static int eval_kind(ap_expr_eval_ctx_t *ctx, const ap_expr_t *node)
{
    switch (node->kind) {
    case EXPR_TRUE:
        return 1;
    case EXPR_FALSE:
        return 0;
    case EXPR_NOT:
        return !pn_expr_eval_condition(ctx, node->left);
    case EXPR_AND:
    case EXPR_OR:
        return all_or_any(ctx, node);
    case EXPR_COMPARE_STRINGS:
    case EXPR_COMPARE_INTEGERS:
    case EXPR_COMPARE_LENGTHS:
        return compare(ctx, node);
    case EXPR_MATCH:
        return match(ctx, node);
    case EXPR_NO_MATCH:
        return !match(ctx, node);
    case EXPR_IN_WORDS:
        return is_in_words(ctx, node);
    case EXPR_IN_LIST:
        return is_in_list(ctx, node);
    case EXPR_UNARY:
    case EXPR_BINARY:
        return operate(ctx, node);
    default:
        *ctx->err = "a value stands where a condition must";
        return 0;
    }
}

int pn_expr_eval_condition(ap_expr_eval_ctx_t *ctx, const ap_expr_t *node)
{
    int is_true;

    if (++ctx->reclvl > EVAL_MAX_DEPTH) {
        *ctx->err = "the expression is nested too deeply";
        ctx->reclvl--;
        return 0;
    }
    is_true = eval_kind(ctx, node);
    ctx->reclvl--;
    return is_true;
}

static bool is_string(const ap_expr_info_t *info)
{
    return (info->flags & AP_EXPR_FLAG_STRING_RESULT) != 0;
}

/* Logged where the expression was written, so that its author finds it. */
static void log_failure(const ap_expr_eval_ctx_t *ctx)
{
    const ap_expr_info_t *info = ctx->info;

    if (ctx->r) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, ctx->r,
                      "the expression at %s:%u could not be evaluated: %s",
                      info->filename ? info->filename : "(no file)",
                      info->line_number, *ctx->err);
    }
}

/* Adds the fields to Vary that are not in it: expressions run for every
 * section, phase and subrequest. */
static void say_vary(request_rec *r, const char *fields)
{
    const char *known = apr_table_get(r->headers_out, "Vary");
    const char *field;

    while (*fields && (field = ap_getword(r->pool, &fields, ','))) {
        if (!known || !ap_find_token(r->pool, known, field)) {
            known = known ? apr_pstrcat(r->pool, known, ",", field, NULL)
                          : field;
        }
    }
    apr_table_setn(r->headers_out, "Vary", known);
}

AP_DECLARE(int) ap_expr_exec_ctx(ap_expr_eval_ctx_t *ctx)
{
    int result;

    if (!ctx->info->root_node) {
        *ctx->err = "the expression was never parsed";
        return -1;
    }
    ctx->reclvl = 0;
    if (is_string(ctx->info)) {
        *ctx->result_string = pn_expr_eval_word(ctx, ctx->info->root_node);
        result = 1;
    }
    else {
        result = pn_expr_eval_condition(ctx, ctx->info->root_node);
    }
    if (*ctx->err) {
        log_failure(ctx);
        return -1;
    }
    if (ctx->vary_this && *ctx->vary_this && ctx->r) {
        say_vary(ctx->r, *ctx->vary_this);
    }
    return result;
}

/* Evaluates for r; *err is NULL or the reason of the -1. */
static int exec_for(request_rec *r, const ap_expr_info_t *info,
                    apr_size_t nmatch, ap_regmatch_t *pmatch,
                    const char **source, const char **err,
                    const char **result_string)
{
    const char *vary = NULL;
    ap_expr_eval_ctx_t ctx = {
        .r = r,
        .c = r->connection,
        .s = r->server,
        .p = r->pool,
        .err = err,
        .info = info,
        .re_pmatch = pmatch,
        .re_nmatch = nmatch,
        .re_source = source,
        /* A string shows a field, only a condition decides by it. */
        .vary_this = (info->flags & AP_EXPR_FLAG_DONT_VARY) || is_string(info)
                         ? NULL
                         : &vary,
        .result_string = result_string,
    };

    *err = NULL;
    return ap_expr_exec_ctx(&ctx);
}

AP_DECLARE(int)
ap_expr_exec_re(request_rec *r, const ap_expr_info_t *info, apr_size_t nmatch,
                ap_regmatch_t *pmatch, const char **source, const char **err)
{
    const char *unused = NULL;

    return exec_for(r, info, nmatch, pmatch, source, err, &unused);
}

AP_DECLARE(int)
ap_expr_exec(request_rec *r, const ap_expr_info_t *info, const char **err)
{
    ap_regmatch_t groups[AP_MAX_REG_MATCH];
    const char *source = NULL;

    return ap_expr_exec_re(r, info, AP_MAX_REG_MATCH, groups, &source, err);
}

AP_DECLARE(const char *)
ap_expr_str_exec_re(request_rec *r, const ap_expr_info_t *info,
                    apr_size_t nmatch, ap_regmatch_t *pmatch,
                    const char **source, const char **err)
{
    const char *text = NULL;
    int result = exec_for(r, info, nmatch, pmatch, source, err, &text);

    if (result < 0) {
        return NULL;
    }
    if (is_string(info)) {
        return text;
    }
    return result ? "true" : "false";
}

AP_DECLARE(const char *)
ap_expr_str_exec(request_rec *r, const ap_expr_info_t *info, const char **err)
{
    ap_regmatch_t groups[AP_MAX_REG_MATCH];
    const char *source = NULL;

    return ap_expr_str_exec_re(r, info, AP_MAX_REG_MATCH, groups, &source, err);
}
