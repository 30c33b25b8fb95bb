/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_run - one pass of a request through a list of rules.
 *
 * The pattern comes first, then the conditions, then the target. r->filename
 * holds the URL (or file) that is being rewritten; r->args its query string.
 */

#include "rewrite.h"

#include <stddef.h>

#include "apr_strings.h"

#include "http_core.h"
#include "http_protocol.h"
#include "http_request.h"

APLOG_USE_MODULE(rewrite);

typedef enum {
    RULE_FAILED,
    RULE_CHANGED,
    RULE_KEPT, /* it matched, its target is "-" */
    RULE_REFUSED
} rule_e;

/* --- END ---------------------------------------------------------------- */

static char has_ended[] = "END";

int rewrite_has_ended(const request_rec *r)
{
    for (; r; r = r->prev) {
        if (ap_get_module_config(r->request_config, &rewrite_module)) {
            return 1;
        }
    }
    return 0;
}

/* --- the pattern ---------------------------------------------------------- */

/* What patterns are applied to: in a section the name below its directory,
 * with the path information behind it. */
static void set_subject(rewrite_run_t *run)
{
    const request_rec *r = run->r;

    run->uri = r->filename;
    if (!run->dir) {
        return;
    }
    if (r->path_info && *r->path_info && !run->drops_path_info) {
        run->uri = apr_pstrcat(r->pool, r->filename, r->path_info, NULL);
        TRACE(run, APLOG_TRACE3, "with path information: '%s'", run->uri);
    }
    if (strncmp(run->uri, run->dir, run->dir_len) == 0) {
        TRACE(run, APLOG_TRACE3, "without the directory: '%s' of '%s'",
              run->uri + run->dir_len, run->uri);
        run->uri += run->dir_len;
    }
}

static int pattern_holds(rewrite_run_t *run, const rule_t *rule)
{
    const pattern_t *pattern = &rule->pattern;
    int is_match = rewrite_pattern_matches(pattern, run->uri,
                                           &run->rule_groups);

    TRACE(run, APLOG_TRACE3, "pattern %s'%s'%s on '%s': %s",
          rule->is_negated ? "not " : "", pattern->source,
          pattern->ignores_case ? " [NC]" : "", run->uri,
          is_match != rule->is_negated ? "matches" : "no match");
    run->rule_groups.subject = is_match && !rule->is_negated ? run->uri : NULL;
    run->cond_groups.subject = NULL;
    return is_match != rule->is_negated;
}

/* --- the query string ------------------------------------------------------
 */

static int has_encoded_mark(const char *url)
{
    const char *at;

    for (at = url; at && (at = strchr(at, '%')) != NULL; at++) {
        if (at[1] == '3' && (at[2] == 'f' || at[2] == 'F')) {
            return 1;
        }
    }
    return 0;
}

/* The old query string, the new one, or both. */
static const char *join_queries(const request_rec *r, const rule_t *rule,
                                const char *query)
{
    const char *old = rule->flags & FLAG_QS_DISCARD ? NULL : r->args;

    if ((rule->flags & FLAG_QS_APPEND) && old && *old) {
        return *query ? apr_pstrcat(r->pool, query, "&", old, NULL) : old;
    }
    return *query ? query : NULL;
}

/* One "&" at the end, where nothing was appended, goes. */
static char *trim_query(apr_pool_t *pool, const char *query)
{
    apr_size_t len = query ? strlen(query) : 0;

    if (!query) {
        return NULL;
    }
    if (len > 0 && query[len - 1] == '&') {
        len--;
    }
    return apr_pstrmemdup(pool, query, len);
}

/* CVE-2023-25690 and its kin: a query string is sent on as it is, so it must
 * not hold what ends a line or a word. A redirect escapes it. */
static int is_clean_query(rewrite_run_t *run, const rule_t *rule)
{
    request_rec *r = run->r;
    int is_escaped = (rule->flags & FLAG_REDIRECT)
                     && !(rule->flags & FLAG_NO_ESCAPE);

    if (!r->args || is_escaped || !rewrite_url_has_controls(r->args, 1)) {
        return 1;
    }
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "rewrite: refused: the query string that the rule '%s' to "
                  "'%s' makes has control characters or spaces, which the "
                  "flag B or BCTLS escapes",
                  rule->pattern.source, rule->target->source);
    run->status = HTTP_FORBIDDEN;
    return 0;
}

/* Takes the query string off url into r->args. 0: refused. */
static int split_query(rewrite_run_t *run, const rule_t *rule, char *url,
                       const mark_t *mark)
{
    request_rec *r = run->r;
    int has_query = 1;

    rewrite_url_scheme_len(url, &has_query);
    if (!has_query) { /* the mark belongs to the URL */
        r->args = NULL;
        return 1;
    }
    if (mark->at < 0) {
        if (rule->flags & FLAG_QS_DISCARD) {
            r->args = NULL;
        }
        return 1;
    }
    /* CVE-2024-38474: %3F in the request must not become the mark that splits
     * a file's name from its query. */
    if (mark->is_foreign && !(rule->flags & FLAG_ALLOW_3F)
        && has_encoded_mark(r->unparsed_uri)) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "rewrite: refused: a '%%3f' of the request would begin "
                      "the query string of '%s' (rule '%s' to '%s'); if that "
                      "is right, the flag UnsafeAllow3F allows it",
                      url, rule->pattern.source, rule->target->source);
        run->status = HTTP_FORBIDDEN;
        return 0;
    }
    r->args = trim_query(r->pool, join_queries(r, rule, url + mark->at + 1));
    url[mark->at] = '\0';
    TRACE(run, APLOG_TRACE3, "split: '%s', query string '%s'", url,
          r->args ? r->args : "");
    return is_clean_query(run, rule);
}

/* --- the target --------------------------------------------------------------
 */

/* A target without a slash is below the section's directory; a redirect to it
 * below the URL of that (never tell a path of the file system). */
static char *complete(rewrite_run_t *run, const rule_t *rule, char *url)
{
    const char *dir = run->dir;

    if (!dir || *url == '/' || rewrite_url_scheme_len(url, NULL) > 0) {
        return url;
    }
    if (rule->flags & FLAG_REDIRECT) {
        dir = rewrite_dir_url(run);
    }
    url = apr_pstrcat(run->r->pool, dir, url, NULL);
    TRACE(run, APLOG_TRACE3, "with the directory: '%s'", url);
    return url;
}

/* Sends the request to where the rule says. */
static void set_place(rewrite_run_t *run, const rule_t *rule, char *url)
{
    request_rec *r = run->r;
    const char *path;

    if (rule->flags & FLAG_PROXY) {
        /* mod_proxy escapes the path, and adds the query string. */
        if (rule->flags & FLAG_NO_ESCAPE) {
            apr_table_setn(r->notes, "proxy-nocanon", "1");
        }
        r->filename = apr_pstrcat(r->pool, "proxy:", url, NULL);
        return;
    }
    r->filename = url;
    if (rule->flags & FLAG_REDIRECT) {
        r->filename = apr_pstrdup(r->pool, rewrite_url_qualify(r, url));
        run->redirect_status = rule->status;
        return;
    }
    if (rewrite_url_scheme_len(url, NULL) == 0) {
        return;
    }
    path = rewrite_url_reduce(r, url);
    if (path) {
        TRACE(run, APLOG_TRACE3, "this server's own: '%s' is '%s'", url, path);
        r->filename = apr_pstrdup(r->pool, path);
        run->is_reduced = 1;
    }
}

static rule_e apply_target(rewrite_run_t *run, const rule_t *rule)
{
    request_rec *r = run->r;
    mark_t mark = { .at = -1 };
    char *url = rewrite_expand_target(run, rule, &mark);

    TRACE(run, APLOG_TRACE2, "rewrite '%s' -> '%s'", run->uri, url);
    if (!split_query(run, rule, url, &mark)) {
        return RULE_REFUSED;
    }
    if (rule->flags & FLAG_DISCARD_PATH_INFO) {
        run->drops_path_info = 1;
        r->path_info = NULL;
    }
    url = complete(run, rule, url);
    run->is_reduced = 0;
    run->literal_len = rule->literal_len;
    run->allows_prefix = (rule->flags & FLAG_ALLOW_PREFIX_STAT) != 0;
    set_place(run, rule, url);
    set_subject(run);
    return RULE_CHANGED;
}

static void add_vary(rewrite_run_t *run)
{
    if (run->vary) {
        apr_table_mergen(run->r->headers_out, "Vary", run->vary);
        run->has_vary = 1;
    }
}

static rule_e apply_rule(rewrite_run_t *run, const rule_t *rule)
{
    if (!pattern_holds(run, rule)) {
        return RULE_FAILED;
    }
    run->vary = NULL;
    if (rule->conds_n > 0) {
        if (!rewrite_conds_hold(run, rule)) {
            return RULE_FAILED;
        }
        add_vary(run);
    }
    if (rule->keeps_url) {
        rewrite_effects_apply(run, rule);
        return RULE_KEPT;
    }
    rewrite_effects_apply(run, rule);
    return apply_target(run, rule);
}

/* --- the list
 * ------------------------------------------------------------------ */

/* Rules that grow their own input would fill the memory before N or L stops
 * them. */
static int is_too_much(rewrite_run_t *run)
{
    const request_rec *r = run->r;
    apr_size_t limit = (apr_size_t)r->server->limit_req_line * 16 + 65536;
    apr_size_t len = strlen(r->filename);

    run->made_bytes += len;
    if (len <= limit && run->made_bytes <= REWRITE_RUN_MAX_BYTES) {
        return 0;
    }
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "rewrite: rules made a path of %" APR_SIZE_T_FMT
                  " bytes of '%s', and %" APR_SIZE_T_FMT
                  " bytes in all: what a rule makes matches it again, without "
                  "end",
                  len, r->uri, run->made_bytes);
    return 1;
}

static int may_go_again(rewrite_run_t *run, const rule_t *rule, int rounds_n)
{
    if (rounds_n < rule->rounds_max) {
        return 1;
    }
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, run->r,
                  "rewrite: the rule '%s' to '%s' with [N] went round %d times "
                  "for '%s' and is stopped: its result must not match it "
                  "again, or N=number must allow more rounds",
                  rule->pattern.source, rule->target->source, rounds_n,
                  run->r->uri);
    run->status = HTTP_INTERNAL_SERVER_ERROR;
    return 0;
}

/* Rules that would answer, and those marked so, are not for subrequests. */
static int is_for(const request_rec *r, const rule_t *rule)
{
    return !r->main || !(rule->flags & (FLAG_NO_SUBREQ | FLAG_REDIRECT));
}

/* The index of the rule before the one that follows a failed chain. */
static int skip_chain(const apr_array_header_t *rules, int i)
{
    while (i < rules->nelts
           && (APR_ARRAY_IDX(rules, i, rule_t).flags & FLAG_CHAIN)) {
        i++;
    }
    return i;
}

/* After a rule that matched. 1: the list ends here. */
static int ends_list(rewrite_run_t *run, const rule_t *rule)
{
    request_rec *r = run->r;

    if ((rule->flags & FLAG_PASS_THROUGH) && !run->dir
        && rewrite_url_scheme_len(r->filename, NULL) == 0) {
        run->passes_through = 1;
        return 1;
    }
    if (rule->flags & FLAG_END) {
        ap_set_module_config(r->request_config, &rewrite_module, has_ended);
    }
    return (rule->flags & (FLAG_LAST | FLAG_PROXY | FLAG_PASS_THROUGH)) != 0;
}

void rewrite_run_init(rewrite_run_t *run, request_rec *r, apr_hash_t *maps)
{
    memset(run, 0, offsetof(rewrite_run_t, rule_groups));
    run->r = r;
    run->maps = maps;
    run->trace_level = ap_get_request_module_loglevel(
        r, rewrite_module.module_index);
    run->rule_groups.subject = NULL;
    run->cond_groups.subject = NULL;
}

run_e rewrite_run(rewrite_run_t *run, const apr_array_header_t *rules)
{
    run_e result = RUN_UNCHANGED;
    int rounds_n = 0;
    int i;

    set_subject(run);
    for (i = 0; i < rules->nelts; i++) {
        const rule_t *rule = &APR_ARRAY_IDX(rules, i, rule_t);
        rule_e outcome;

        if (!is_for(run->r, rule)) {
            continue;
        }
        outcome = apply_rule(run, rule);
        if (outcome == RULE_REFUSED) {
            return RUN_STATUS;
        }
        if (outcome == RULE_FAILED) {
            i = skip_chain(rules, i);
            continue;
        }
        if (outcome == RULE_CHANGED) {
            result = rule->flags & FLAG_NO_ESCAPE ? RUN_CHANGED_NO_ESCAPE
                                                  : RUN_CHANGED;
            if (is_too_much(run)) {
                run->status = HTTP_INTERNAL_SERVER_ERROR;
                return RUN_STATUS;
            }
        }
        if (rule->flags & FLAG_STATUS) {
            run->status = rule->status;
            return RUN_STATUS;
        }
        if (ends_list(run, rule)) {
            break;
        }
        if (rule->flags & FLAG_NEXT) {
            if (!may_go_again(run, rule, ++rounds_n)) {
                return RUN_STATUS;
            }
            i = -1;
            continue;
        }
        i += rule->skip_n;
    }
    return result;
}
