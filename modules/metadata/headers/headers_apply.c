/* SPDX-License-Identifier: Apache-2.0 */
/*
 * headers_apply - rules at work on a table of fields.
 */

#include "headers.h"

#include <string.h>

#include "apr_strings.h"

#include "http_log.h"
#include "http_protocol.h"

APLOG_USE_MODULE(headers);

enum {
    GROUPS_N = AP_MAX_REG_MATCH,
    /* An edit* of an edit* … must not grow without end. */
    EDITED_MAX_BYTES = 64 * 1024
};

static bool holds(request_rec *r, const headers_rule_t *rule)
{
    const char *error = NULL;
    int result;

    if (rule->variable) {
        bool is_set = apr_table_get(r->subprocess_env, rule->variable) != NULL;

        return is_set != rule->is_negated;
    }
    if (!rule->condition) {
        return true;
    }
    result = ap_expr_exec(r, rule->condition, &error);
    if (error) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "the condition of a header directive for %s could not "
                      "be evaluated, the directive is left out: %s",
                      rule->name, error);
        return false;
    }
    return result > 0;
}

static bool is_content_type(const request_rec *r, const apr_table_t *fields,
                            const char *name)
{
    return fields != r->headers_in
           && ap_cstr_casecmp(name, "Content-Type") == 0;
}

/* --- edit ------------------------------------------------------------------
 */

/*
 * value with what the pattern matches replaced, once or everywhere. NULL when
 * nothing matches, or when the result would be too long, which is logged.
 */
static const char *edit(request_rec *r, const headers_rule_t *rule,
                        const char *value)
{
    ap_regmatch_t groups[GROUPS_N];
    const char *replacement = NULL;
    const char *rest = value;
    const char *done = "";
    int flags = 0;

    while (ap_regexec(rule->pattern, rest, GROUPS_N, groups, flags) == 0) {
        char *text = NULL;
        bool is_empty = groups[0].rm_eo == groups[0].rm_so;

        if (!replacement) {
            replacement = headers_evaluate(r, &rule->value);
        }
        if (!replacement
            || ap_pregsub_ex(r->pool, &text, replacement, rest, GROUPS_N,
                             groups, EDITED_MAX_BYTES)
                   != APR_SUCCESS
            || strlen(done) + strlen(rest) + strlen(text) > EDITED_MAX_BYTES) {
            ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                          "editing %s would make it longer than %d bytes, it "
                          "stays as it is",
                          rule->name, (int)EDITED_MAX_BYTES);
            return NULL;
        }
        done = apr_pstrcat(
            r->pool, done,
            apr_pstrmemdup(r->pool, rest, (apr_size_t)groups[0].rm_so), text,
            NULL);
        rest += groups[0].rm_eo;
        if (rule->action == HEADERS_EDIT || !*rest) {
            break;
        }
        if (is_empty) { /* go on behind the next character */
            done = apr_psprintf(r->pool, "%s%c", done, *rest++);
        }
        flags = AP_REG_NOTBOL;
    }
    return replacement ? apr_pstrcat(r->pool, done, rest, NULL) : NULL;
}

static void edit_fields(request_rec *r, apr_table_t *fields,
                        const headers_rule_t *rule)
{
    const apr_array_header_t *list = apr_table_elts(fields);
    apr_table_entry_t *entries = (apr_table_entry_t *)list->elts;
    const char *edited;

    if (is_content_type(r, fields, rule->name) && r->content_type) {
        edited = edit(r, rule, r->content_type);
        if (edited) {
            ap_set_content_type_ex(r, edited, 1);
        }
    }
    for (int i = 0; i < list->nelts; i++) {
        if (!entries[i].key
            || ap_cstr_casecmp(entries[i].key, rule->name) != 0) {
            continue;
        }
        edited = edit(r, rule, entries[i].val);
        if (edited) {
            entries[i].val = (char *)(uintptr_t)edited;
        }
    }
}

/* --- the other actions -------------------------------------------------------
 */

static void echo(request_rec *r, apr_table_t *fields,
                 const headers_rule_t *rule)
{
    const apr_array_header_t *list = apr_table_elts(r->headers_in);
    const apr_table_entry_t *entries = (const apr_table_entry_t *)list->elts;

    for (int i = 0; i < list->nelts; i++) {
        if (ap_regexec(rule->pattern, entries[i].key, 0, NULL, 0) == 0) {
            apr_table_addn(fields, entries[i].key, entries[i].val);
        }
    }
}

/* Whether a list has exactly this element; quotes are part of it. */
static bool has_element(const char *list, const char *element)
{
    apr_size_t len = strlen(element);

    while (*list) {
        const char *end;
        bool is_quoted = false;

        list += strspn(list, ", \t");
        for (end = list; *end && (is_quoted || *end != ','); end++) {
            if (is_quoted && *end == '\\' && end[1]) {
                end++;
            }
            else if (*end == '"') {
                is_quoted = !is_quoted;
            }
        }
        if (end > list) {
            const char *last = end;

            while (last > list && (last[-1] == ' ' || last[-1] == '\t')) {
                last--;
            }
            if ((apr_size_t)(last - list) == len
                && strncmp(list, element, len) == 0) {
                return true;
            }
        }
        list = end;
    }
    return false;
}

static void merge(apr_table_t *fields, const char *name, const char *value)
{
    const char *present = apr_table_get(fields, name);

    if (!present || !has_element(present, value)) {
        apr_table_mergen(fields, name, value);
    }
}

static void set(request_rec *r, apr_table_t *fields, const char *name,
                const char *value)
{
    if (is_content_type(r, fields, name)) {
        ap_set_content_type_ex(r, value, 1);
    }
    apr_table_setn(fields, name, value);
}

static void unset(request_rec *r, apr_table_t *fields, const char *name)
{
    if (is_content_type(r, fields, name)) {
        ap_set_content_type_ex(r, NULL, 1);
    }
    apr_table_unset(fields, name);
}

static void note(request_rec *r, const apr_table_t *fields,
                 const headers_rule_t *rule)
{
    const char *value = apr_table_getm(r->pool, fields, rule->name);

    if (value) {
        apr_table_setn(r->notes, rule->note, value);
    }
}

/* Those that have a value. */
static void put(request_rec *r, apr_table_t *fields, const headers_rule_t *rule)
{
    const char *value;

    if (rule->action == HEADERS_SET_IF_EMPTY
        && apr_table_get(fields, rule->name)) {
        return;
    }
    value = headers_evaluate(r, &rule->value);
    if (!value) {
        return;
    }
    switch (rule->action) {
    case HEADERS_ADD:
        apr_table_addn(fields, rule->name, value);
        break;
    case HEADERS_APPEND:
        apr_table_mergen(fields, rule->name, value);
        break;
    case HEADERS_MERGE:
        merge(fields, rule->name, value);
        break;
    default:
        set(r, fields, rule->name, value);
    }
}

static void apply(request_rec *r, apr_table_t *fields,
                  const headers_rule_t *rule)
{
    switch (rule->action) {
    case HEADERS_ECHO:
        echo(r, fields, rule);
        break;
    case HEADERS_EDIT:
    case HEADERS_EDIT_ALL:
        edit_fields(r, fields, rule);
        break;
    case HEADERS_NOTE:
        note(r, fields, rule);
        break;
    case HEADERS_UNSET:
        unset(r, fields, rule->name);
        break;
    default:
        put(r, fields, rule);
    }
}

void headers_apply(request_rec *r, apr_table_t *fields,
                   const apr_array_header_t *rules, bool is_early)
{
    for (int i = 0; rules && i < rules->nelts; i++) {
        const headers_rule_t *rule = &APR_ARRAY_IDX(rules, i, headers_rule_t);

        if (rule->is_early == is_early && holds(r, rule)) {
            apply(r, fields, rule);
        }
    }
}
