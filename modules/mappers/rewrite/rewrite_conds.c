/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_conds - the conditions of a rule whose pattern matched: all must be
 * met; of those joined by OR, one.
 *
 * Facts of the very file that the request was mapped to are in r->finfo since
 * the directory walk: -f and -d on it ask no system call.
 */

#include "rewrite.h"

#include "apr_strings.h"

#include "http_core.h"
#include "http_protocol.h"
#include "http_request.h"

APLOG_USE_MODULE(rewrite);

/* --- files ------------------------------------------------------------- */

/* The facts of path, links followed or not: r's own, or asked into *asked.
 * NULL: there is no such file. */
static const apr_finfo_t *look_at_file(rewrite_run_t *run, const char *path,
                                       int is_link, apr_finfo_t *asked)
{
    apr_int32_t wanted = APR_FINFO_MIN | (is_link ? APR_FINFO_LINK : 0);

    if (!is_link && run->known_file
        && (path == run->known_file || strcmp(path, run->known_file) == 0)) {
        return run->r->finfo.filetype != APR_NOFILE ? &run->r->finfo : NULL;
    }
    return ap_stat_check(path, run->r->pool) == APR_SUCCESS
                   && apr_stat(asked, path, wanted, run->r->pool) == APR_SUCCESS
               ? asked
               : NULL;
}

static int test_file(rewrite_run_t *run, const cond_t *cond, const char *path)
{
    apr_finfo_t asked;
    const apr_finfo_t *finfo = look_at_file(run, path,
                                            cond->test == TEST_IS_LINK, &asked);

    if (!finfo) {
        return 0;
    }
    switch (cond->test) {
    case TEST_IS_FILE:
        return finfo->filetype == APR_REG;
    case TEST_IS_DIR:
        return finfo->filetype == APR_DIR;
    case TEST_HAS_SIZE:
        return finfo->filetype == APR_REG && finfo->size > 0;
    case TEST_IS_LINK:
        return finfo->filetype == APR_LNK;
    case TEST_IS_EXECUTABLE:
        return (finfo->protection
                & (APR_UEXECUTE | APR_GEXECUTE | APR_WEXECUTE))
               != 0;
    default:
        return 0;
    }
}

/* --- lookups ----------------------------------------------------------- */

static int test_lookup(rewrite_run_t *run, const cond_t *cond, const char *what)
{
    request_rec *r = run->r;
    request_rec *sub;
    int is_there;

    if (!*what || !rewrite_may_look_ahead(r)) {
        return 0;
    }
    if (cond->test == TEST_FILE_LOOKUP) {
        sub = ap_sub_req_lookup_file(what, r, NULL);
        /* Its own rules may have made something else of it. */
        is_there = sub->status < HTTP_MULTIPLE_CHOICES && sub->filename
                   && sub->filename[0] == '/'
                   && sub->finfo.filetype != APR_NOFILE;
    }
    else {
        sub = ap_sub_req_lookup_uri(what, r, NULL);
        is_there = sub->status < HTTP_MULTIPLE_CHOICES;
    }
    TRACE(run, APLOG_TRACE5, "asked for '%s': %s, status %d, file '%s'", what,
          is_there ? "there" : "not there", sub->status,
          sub->filename ? sub->filename : "");
    ap_destroy_sub_req(sub);
    return is_there;
}

/* --- texts and numbers -------------------------------------------------- */

/* Below, at or above 0, as strcmp(). */
static int compare_texts(const cond_t *cond, const char *text)
{
    return cond->ignores_case ? strcasecmp(text, cond->operand)
                              : strcmp(text, cond->operand);
}

static int test_text(const cond_t *cond, const char *text)
{
    int order = compare_texts(cond, text);

    switch (cond->test) {
    case TEST_EQUAL:
        return order == 0;
    case TEST_LESS:
        return order < 0;
    case TEST_LESS_EQUAL:
        return order <= 0;
    case TEST_GREATER:
        return order > 0;
    case TEST_GREATER_EQUAL:
        return order >= 0;
    default:
        return 0;
    }
}

static int test_number(const cond_t *cond, const char *text)
{
    apr_int64_t number = apr_strtoi64(text, NULL, 10);

    switch (cond->test) {
    case TEST_NUM_EQ:
        return number == cond->number;
    case TEST_NUM_NE:
        return number != cond->number;
    case TEST_NUM_LT:
        return number < cond->number;
    case TEST_NUM_LE:
        return number <= cond->number;
    case TEST_NUM_GT:
        return number > cond->number;
    case TEST_NUM_GE:
        return number >= cond->number;
    default:
        return 0;
    }
}

/* --- patterns and expressions ------------------------------------------- */

static int test_pattern(rewrite_run_t *run, const cond_t *cond,
                        const char *text)
{
    captures_t found;

    if (!rewrite_pattern_matches(&cond->pattern, text, &found)) {
        return 0;
    }
    if (!cond->is_negated) {
        found.subject = text;
        run->cond_groups = found;
    }
    return 1;
}

/* An expression sees the groups so far, all of them. */
static void fill_groups(captures_t *captures)
{
    for (; captures->groups_n < AP_MAX_REG_MATCH; captures->groups_n++) {
        captures->groups[captures->groups_n].rm_so = -1;
        captures->groups[captures->groups_n].rm_eo = -1;
    }
}

static int test_expression(rewrite_run_t *run, const cond_t *cond)
{
    captures_t *groups = &run->cond_groups;
    const char *failure = NULL;
    const char *vary = NULL;
    ap_expr_eval_ctx_t ctx = {
        .r = run->r,
        .c = run->r->connection,
        .s = run->r->server,
        .p = run->r->pool,
        .err = &failure,
        .info = cond->expr,
        .re_pmatch = groups->groups,
        .re_nmatch = AP_MAX_REG_MATCH,
        .re_source = &groups->subject,
        .vary_this = cond->no_vary ? NULL : &vary,
    };
    int result;

    if (!groups->subject) {
        groups->groups_n = 0;
    }
    fill_groups(groups);
    result = ap_expr_exec_ctx(&ctx);
    if (vary) { /* the response has it by now */
        run->has_vary = 1;
    }
    if (result < 0 || failure) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, run->r,
                      "rewrite: the condition's expression '%s' failed (%s), "
                      "it counts as not met",
                      cond->pattern.source, failure ? failure : "unknown");
        return 0;
    }
    return result > 0;
}

/* --- all of them --------------------------------------------------------- */

static int test(rewrite_run_t *run, const cond_t *cond, const char *text)
{
    switch (cond->test) {
    case TEST_PATTERN:
        return test_pattern(run, cond, text);
    case TEST_EXPR:
        return test_expression(run, cond);
    case TEST_EQUAL:
    case TEST_LESS:
    case TEST_LESS_EQUAL:
    case TEST_GREATER:
    case TEST_GREATER_EQUAL:
        return test_text(cond, text);
    case TEST_NUM_EQ:
    case TEST_NUM_NE:
    case TEST_NUM_LT:
    case TEST_NUM_LE:
    case TEST_NUM_GT:
    case TEST_NUM_GE:
        return test_number(cond, text);
    case TEST_URL_LOOKUP:
    case TEST_FILE_LOOKUP:
        return test_lookup(run, cond, text);
    case TEST_IS_FILE:
    case TEST_IS_DIR:
    case TEST_HAS_SIZE:
    case TEST_IS_LINK:
    case TEST_IS_EXECUTABLE:
        break;
    }
    return test_file(run, cond, text);
}

static int holds(rewrite_run_t *run, const cond_t *cond)
{
    const char *text = cond->subject ? rewrite_expand(run, cond->subject, NULL)
                                     : "";
    int is_met = test(run, cond, text) != cond->is_negated;

    if (cond->no_vary) {
        run->vary_this = NULL;
    }
    TRACE(run, APLOG_TRACE4, "condition '%s' (%s): '%s' against %s'%s'%s: %s",
          cond->subject ? cond->subject->source : "expr",
          cond->or_next ? "or" : "and", text, cond->is_negated ? "not " : "",
          cond->pattern.source, cond->ignores_case ? " [NC]" : "",
          is_met ? "met" : "not met");
    return is_met;
}

int rewrite_conds_hold(rewrite_run_t *run, const rule_t *rule)
{
    int i;

    run->vary = NULL;
    for (i = 0; i < rule->conds_n; i++) {
        const cond_t *cond = &rule->conds[i];
        int is_met;

        run->vary_this = NULL;
        is_met = holds(run, cond);
        if (!is_met && !cond->or_next) {
            return 0;
        }
        if (!is_met) {
            continue;
        }
        if (run->vary_this) {
            run->vary = run->vary ? apr_pstrcat(run->r->pool, run->vary, ", ",
                                                run->vary_this, NULL)
                                  : run->vary_this;
        }
        /* One of the alternatives is enough. */
        while (i < rule->conds_n && rule->conds[i].or_next) {
            i++;
        }
    }
    return 1;
}
