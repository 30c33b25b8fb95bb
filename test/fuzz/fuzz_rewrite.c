/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_rewrite.c - a rule as a .htaccess may have it, applied to a path:
 * whatever the text is, it is refused with a sentence or runs to an end, and a
 * pattern that is matched without the engine says what the engine says.
 *
 * Lines: the arguments of RewriteRule; the path; the query string; perhaps the
 * arguments of RewriteCond. What needs a server (looking ahead, lookups,
 * expressions) is left out.
 */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <apr_general.h>
#include <apr_hooks.h>
#include <apr_strings.h>

#include "../../modules/mappers/rewrite/rewrite.h"
#include "fake_request.h"
#include "http_protocol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int holds)
{
    if (!holds) {
        abort();
    }
}

static const char *scheme(const request_rec *r)
{
    return "http";
}

static apr_port_t port(const request_rec *r)
{
    return 80;
}

static char *take_line(char **at)
{
    char *line = *at;
    char *end = strchr(line, '\n');

    if (end) {
        *end = '\0';
        *at = end + 1;
    }
    else {
        *at = line + strlen(line);
    }
    return line;
}

/* The engine and the short way agree. */
static void check_pattern(const pattern_t *pattern, const char *subject)
{
    ap_regmatch_t want[AP_MAX_REG_MATCH];
    captures_t got;
    int status = ap_regexec(pattern->regex, subject, AP_MAX_REG_MATCH, want, 0);

    if (pattern->kind == PATTERN_REGEX
        || (status != 0 && status != AP_REG_NOMATCH)) {
        return; /* the same, or given up: too much backtracking */
    }
    must(rewrite_pattern_matches(pattern, subject, &got) == (status == 0));
    for (int i = 0; status == 0 && i < AP_MAX_REG_MATCH; i++) {
        must(want[i].rm_so == (i < got.groups_n ? got.groups[i].rm_so : -1));
        must(want[i].rm_eo == (i < got.groups_n ? got.groups[i].rm_eo : -1));
    }
}

static void run(apr_pool_t *pool, char *text)
{
    static const command_rec command = { .name = "RewriteRule" };
    cmd_parms cmd = { .pool = pool, .temp_pool = pool, .cmd = &command };
    apr_array_header_t *rules = apr_array_make(pool, 1, sizeof(rule_t));
    request_rec *r = fake_request(pool);
    rewrite_dir_t conf = { .dir = "/srv/", .dir_len = 5 };
    rewrite_run_t state;
    rule_t *rule = apr_array_push(rules);
    cond_t *cond = apr_pcalloc(pool, sizeof(*cond));
    const char *args;
    char *path;

    if (ap_strcasestr(text, "LA-") || strstr(text, "expr")) {
        return;
    }
    args = take_line(&text);
    path = take_line(&text);
    if (rewrite_rule_parse(&cmd, args, rule)) {
        return; /* refused */
    }
    check_pattern(&rule->pattern, path);
    if (rule->rounds_max > 50) {
        rule->rounds_max = 50;
    }
    r->server->limit_req_line = 100;
    r->uri = apr_pstrcat(pool, "/", path, NULL);
    r->unparsed_uri = r->uri;
    r->args = take_line(&text);
    r->filename = apr_pstrcat(pool, "/srv/", path, NULL);
    if (rewrite_cond_parse(&cmd, text, cond) == NULL
        && cond->test != TEST_URL_LOOKUP && cond->test != TEST_FILE_LOOKUP) {
        rule->conds = cond;
        rule->conds_n = 1;
    }
    rewrite_run_init(&state, r, apr_hash_make(pool));
    state.dir = conf.dir;
    state.dir_len = conf.dir_len;
    state.conf = &conf;
    rewrite_run(&state, rules);
    must(r->filename != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static apr_pool_t *pool;

    if (size > 4096) {
        return 0;
    }
    if (!pool) {
        apr_initialize();
        apr_pool_create(&pool, NULL);
        rewrite_module.module_index = 1;
        apr_pool_create(&apr_hook_global_pool, NULL);
        ap_hook_http_scheme(scheme, NULL, NULL, APR_HOOK_MIDDLE);
        ap_hook_default_port(port, NULL, NULL, APR_HOOK_MIDDLE);
    }
    run(pool, apr_pstrmemdup(pool, (const char *)data, size));
    apr_pool_clear(pool);
    return 0;
}
