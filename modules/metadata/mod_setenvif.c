/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_setenvif - environment variables that depend on the request.
 *
 * Directives: SetEnvIf, SetEnvIfNoCase, SetEnvIfExpr, BrowserMatch,
 *             BrowserMatchNoCase (any section, .htaccess)
 * Phases:     post_read_request for rules of the server, header_parser for
 *             those of sections. Rules run in the order of the configuration
 *             and see what earlier ones have set.
 * Owns:       one setenvif_conf_t a server and a section
 * Tests:      test/e2e/metadata/test_setenvif.py
 */

#include "httpd.h"

#include "apr_lib.h"
#include "apr_strings.h"
#include "apr_tables.h"

#include "ap_expr.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_ssl.h"

module AP_MODULE_DECLARE_DATA setenvif_module;

/* Extensions of the client's certificate, when mod_ssl is there. */
static APR_OPTIONAL_FN_TYPE(ssl_ext_list) * ssl_ext_list_fn;

typedef enum {
    OF_HEADER, /* or of a variable that an earlier rule set */
    OF_HEADERS_MATCHING,
    OF_REMOTE_ADDR,
    OF_REMOTE_HOST,
    OF_SERVER_ADDR,
    OF_METHOD,
    OF_PROTOCOL,
    OF_URI,
    OF_OID,
    OF_EXPRESSION
} source_e;

typedef struct assignment_t {
    const char *name;
    const char *value; /* with $0 to $9; NULL: remove the variable */
} assignment_t;

typedef struct rule_t {
    source_e source;
    const char *name;         /* of a header, or an OID */
    ap_regex_t *names;        /* OF_HEADERS_MATCHING */
    ap_regex_t *pattern;      /* all but OF_EXPRESSION */
    ap_expr_info_t *expr;     /* OF_EXPRESSION */
    apr_array_header_t *sets; /* of assignment_t */
} rule_t;

typedef struct setenvif_conf_t {
    apr_array_header_t *rules; /* of rule_t */
} setenvif_conf_t;

static setenvif_conf_t *make_conf(apr_pool_t *pool)
{
    setenvif_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->rules = apr_array_make(pool, 4, sizeof(rule_t));
    return conf;
}

static void *setenvif_create_dir(apr_pool_t *pool, char *dir)
{
    return make_conf(pool);
}

static void *setenvif_create_server(apr_pool_t *pool, server_rec *s)
{
    return make_conf(pool);
}

static void *setenvif_merge(apr_pool_t *pool, void *outer, void *inner)
{
    const setenvif_conf_t *base = outer;
    const setenvif_conf_t *over = inner;
    setenvif_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->rules = apr_array_append(pool, base->rules, over->rules);
    return conf;
}

/* --- directives ----------------------------------------------------------- */

/* "name", "name=value", "!name" … up to the end of the line. */
static const char *parse_assignments(cmd_parms *cmd, const char *args,
                                     rule_t *rule)
{
    if (!*args) {
        return apr_psprintf(cmd->pool, "%s needs a variable to set",
                            cmd->cmd->name);
    }
    rule->sets = apr_array_make(cmd->pool, 2, sizeof(assignment_t));
    while (*args) {
        char *word = ap_getword_conf(cmd->pool, &args);
        assignment_t *set = apr_array_push(rule->sets);
        char *equals = strchr(word, '=');

        if (*word == '!') {
            set->name = word + 1;
            set->value = NULL;
        }
        else {
            set->name = word;
            set->value = "1";
            if (equals) {
                *equals = '\0';
                set->value = equals + 1;
            }
        }
        if (!*set->name) {
            return apr_psprintf(cmd->pool, "%s: a variable has no name",
                                cmd->cmd->name);
        }
    }
    return NULL;
}

static void add_rule(cmd_parms *cmd, setenvif_conf_t *dir_conf,
                     const rule_t *rule)
{
    setenvif_conf_t *conf = dir_conf;

    if (!cmd->path) {
        conf = ap_get_module_config(cmd->server->module_config,
                                    &setenvif_module);
    }
    APR_ARRAY_PUSH(conf->rules, rule_t) = *rule;
}

/* A header's name has nothing in it that means more in a pattern. */
static int is_plain_name(const char *name)
{
    for (; *name; name++) {
        if (!apr_isalnum(*name) && *name != '-' && *name != '_') {
            return 0;
        }
    }
    return 1;
}

static const char *parse_oid(cmd_parms *cmd, const char *word, rule_t *rule)
{
    apr_size_t len = strlen(word);

    if (len < 6 || word[4] != '"' || word[len - 1] != ')'
        || word[len - 2] != '"') {
        return apr_psprintf(cmd->pool,
                            "%s: '%s' must be written OID(\"1.2"
                            "...\")",
                            cmd->cmd->name, word);
    }
    rule->source = OF_OID;
    rule->name = apr_pstrmemdup(cmd->pool, word + 5, len - 7);
    return NULL;
}

static const char *parse_attribute(cmd_parms *cmd, const char *word,
                                   rule_t *rule)
{
    static const struct {
        const char *word;
        source_e source;
    } words[] = {
        { "remote_addr", OF_REMOTE_ADDR },   { "remote_host", OF_REMOTE_HOST },
        { "server_addr", OF_SERVER_ADDR },   { "request_method", OF_METHOD },
        { "request_protocol", OF_PROTOCOL }, { "request_uri", OF_URI },
    };
    size_t i;

    for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (ap_cstr_casecmp(word, words[i].word) == 0) {
            rule->source = words[i].source;
            return NULL;
        }
    }
    if (ap_cstr_casecmpn(word, "oid(", 4) == 0) {
        return parse_oid(cmd, word, rule);
    }
    rule->name = word;
    if (is_plain_name(word)) {
        rule->source = OF_HEADER;
        return NULL;
    }
    rule->source = OF_HEADERS_MATCHING;
    rule->names = ap_pregcomp(cmd->pool, word,
                              AP_REG_EXTENDED | AP_REG_NOSUB | AP_REG_ICASE);
    if (!rule->names) {
        return apr_psprintf(cmd->pool,
                            "%s: '%s' is neither a header's name "
                            "nor a regular expression",
                            cmd->cmd->name, word);
    }
    return NULL;
}

/* The pattern and the assignments, which all but SetEnvIfExpr share. */
static const char *parse_rest(cmd_parms *cmd, void *dir_conf, rule_t *rule,
                              const char *args)
{
    int flags = cmd->info ? AP_REG_EXTENDED | AP_REG_ICASE : AP_REG_EXTENDED;
    const char *pattern = ap_getword_conf(cmd->pool, &args);
    const char *failure;

    if (!*pattern && !*args) {
        return apr_psprintf(cmd->pool, "%s needs a regular expression",
                            cmd->cmd->name);
    }
    rule->pattern = ap_pregcomp(cmd->pool, pattern, flags);
    if (!rule->pattern) {
        return apr_psprintf(cmd->pool, "%s: '%s' is not a regular expression",
                            cmd->cmd->name, pattern);
    }
    failure = parse_assignments(cmd, args, rule);
    if (!failure) {
        add_rule(cmd, dir_conf, rule);
    }
    return failure;
}

static const char *set_set_env_if(cmd_parms *cmd, void *dir_conf,
                                  const char *args)
{
    rule_t rule = { .source = OF_HEADER };
    const char *word = ap_getword_conf(cmd->pool, &args);
    const char *failure;

    if (!*word) {
        return apr_psprintf(cmd->pool, "%s needs an attribute of the request",
                            cmd->cmd->name);
    }
    failure = parse_attribute(cmd, word, &rule);
    return failure ? failure : parse_rest(cmd, dir_conf, &rule, args);
}

static const char *set_browser_match(cmd_parms *cmd, void *dir_conf,
                                     const char *args)
{
    rule_t rule = { .source = OF_HEADER, .name = "User-Agent" };

    return parse_rest(cmd, dir_conf, &rule, args);
}

static const char *set_set_env_if_expr(cmd_parms *cmd, void *dir_conf,
                                       const char *args)
{
    rule_t rule = { .source = OF_EXPRESSION };
    const char *text = ap_getword_conf(cmd->pool, &args);
    const char *failure = NULL;

    if (!*text) {
        return "SetEnvIfExpr needs an expression";
    }
    rule.expr = ap_expr_parse_cmd(cmd, text, 0, &failure, NULL);
    if (failure) {
        return apr_psprintf(cmd->pool,
                            "SetEnvIfExpr: cannot read the "
                            "expression '%s': %s",
                            text, failure);
    }
    failure = parse_assignments(cmd, args, &rule);
    if (!failure) {
        add_rule(cmd, dir_conf, &rule);
    }
    return failure;
}

/* --- the phases ----------------------------------------------------------- */

typedef struct match_t {
    const char *subject;
    ap_regmatch_t groups[AP_MAX_REG_MATCH];
} match_t;

static int matches(const rule_t *rule, const char *value, match_t *match)
{
    /* What is absent can be asked for, with ^$. */
    match->subject = value ? value : "";
    return ap_regexec(rule->pattern, match->subject, AP_MAX_REG_MATCH,
                      match->groups, 0)
           == 0;
}

/* True if one of the headers whose names fit has a value that fits. */
static int any_header_matches(request_rec *r, const rule_t *rule,
                              match_t *match)
{
    const apr_array_header_t *list = apr_table_elts(r->headers_in);
    const apr_table_entry_t *entries = (const apr_table_entry_t *)list->elts;
    int i;

    for (i = 0; i < list->nelts; i++) {
        if (ap_regexec(rule->names, entries[i].key, 0, NULL, 0) == 0
            && matches(rule, entries[i].val, match)) {
            return 1;
        }
    }
    return 0;
}

static int any_extension_matches(request_rec *r, const rule_t *rule,
                                 match_t *match)
{
    apr_array_header_t *values = NULL;
    int i;

    if (ssl_ext_list_fn) {
        values = ssl_ext_list_fn(r->pool, r->connection, 1, rule->name);
    }
    for (i = 0; values && i < values->nelts; i++) {
        if (matches(rule, APR_ARRAY_IDX(values, i, const char *), match)) {
            return 1;
        }
    }
    return values ? 0 : matches(rule, NULL, match);
}

static int expression_matches(request_rec *r, const rule_t *rule,
                              match_t *match)
{
    const char *failure = NULL;
    int result;

    match->subject = NULL;
    memset(match->groups, -1, sizeof(match->groups));
    result = ap_expr_exec_re(r, rule->expr, AP_MAX_REG_MATCH, match->groups,
                             &match->subject, &failure);
    if (failure) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "setenvif: an expression failed: %s", failure);
        return 0;
    }
    return result > 0;
}

static const char *header_or_variable(request_rec *r, const char *name)
{
    const char *value = apr_table_get(r->headers_in, name);

    return value ? value : apr_table_get(r->subprocess_env, name);
}

static int rule_matches(request_rec *r, const rule_t *rule, match_t *match)
{
    switch (rule->source) {
    case OF_HEADER:
        return matches(rule, header_or_variable(r, rule->name), match);
    case OF_HEADERS_MATCHING:
        return any_header_matches(r, rule, match);
    case OF_REMOTE_ADDR:
        return matches(rule, r->useragent_ip, match);
    case OF_REMOTE_HOST:
        return matches(rule, ap_get_useragent_host(r, REMOTE_NAME, NULL),
                       match);
    case OF_SERVER_ADDR:
        return matches(rule, r->connection->local_ip, match);
    case OF_METHOD:
        return matches(rule, r->method, match);
    case OF_PROTOCOL:
        return matches(rule, r->protocol, match);
    case OF_URI:
        return matches(rule, r->uri, match);
    case OF_OID:
        return any_extension_matches(r, rule, match);
    case OF_EXPRESSION:
        return expression_matches(r, rule, match);
    }
    return 0;
}

static void assign(request_rec *r, const rule_t *rule, match_t *match)
{
    int i;

    for (i = 0; i < rule->sets->nelts; i++) {
        const assignment_t *set = &APR_ARRAY_IDX(rule->sets, i, assignment_t);
        const char *value = set->value;

        if (!value) {
            apr_table_unset(r->subprocess_env, set->name);
            continue;
        }
        if (match->subject && strchr(value, '$')) {
            value = ap_pregsub(r->pool, value, match->subject, AP_MAX_REG_MATCH,
                               match->groups);
        }
        if (value) {
            apr_table_setn(r->subprocess_env, set->name, value);
        }
    }
}

static int run_rules(request_rec *r, const setenvif_conf_t *conf)
{
    int i;

    for (i = 0; i < conf->rules->nelts; i++) {
        const rule_t *rule = &APR_ARRAY_IDX(conf->rules, i, rule_t);
        match_t match;

        if (rule_matches(r, rule, &match)) {
            assign(r, rule, &match);
        }
    }
    return DECLINED;
}

static int setenvif_post_read(request_rec *r)
{
    return run_rules(
        r, ap_get_module_config(r->server->module_config, &setenvif_module));
}

static int setenvif_parse_headers(request_rec *r)
{
    return run_rules(r,
                     ap_get_module_config(r->per_dir_config, &setenvif_module));
}

static void setenvif_retrieve(void)
{
    ssl_ext_list_fn = APR_RETRIEVE_OPTIONAL_FN(ssl_ext_list);
}

static int ignores_case = 1;

static const command_rec setenvif_directives[] = {
    AP_INIT_RAW_ARGS("SetEnvIf", set_set_env_if, NULL, OR_FILEINFO,
                     "an attribute of the request, a regular expression, and "
                     "variables to set"),
    AP_INIT_RAW_ARGS("SetEnvIfNoCase", set_set_env_if, &ignores_case,
                     OR_FILEINFO,
                     "an attribute of the request, a regular expression "
                     "whatever the case, and variables to set"),
    AP_INIT_RAW_ARGS("SetEnvIfExpr", set_set_env_if_expr, NULL, OR_FILEINFO,
                     "an expression, and variables to set"),
    AP_INIT_RAW_ARGS("BrowserMatch", set_browser_match, NULL, OR_FILEINFO,
                     "a regular expression for User-Agent, and variables to "
                     "set"),
    AP_INIT_RAW_ARGS("BrowserMatchNoCase", set_browser_match, &ignores_case,
                     OR_FILEINFO,
                     "a regular expression for User-Agent whatever the case, "
                     "and variables to set"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};

static void setenvif_register_hooks(apr_pool_t *pool)
{
    ap_hook_post_read_request(setenvif_post_read, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_header_parser(setenvif_parse_headers, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_optional_fn_retrieve(setenvif_retrieve, NULL, NULL,
                                 APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(setenvif) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = setenvif_create_dir,
    .merge_dir_config = setenvif_merge,
    .create_server_config = setenvif_create_server,
    .merge_server_config = setenvif_merge,
    .cmds = setenvif_directives,
    .register_hooks = setenvif_register_hooks,
};
