/* SPDX-License-Identifier: Apache-2.0 */
/*
 * headers_value - values with %-items: parsed once, put together for each
 * request.
 */

#include "headers.h"

#include <string.h>

#include "apr_lib.h"
#include "apr_optional.h"
#include "apr_strings.h"
#include "apr_time.h"

#include "http_log.h"
#include "http_protocol.h"
#include "mod_ssl.h"

APLOG_USE_MODULE(headers);

static APR_OPTIONAL_FN_TYPE(ssl_var_lookup) * look_up_ssl;

void headers_find_ssl(void)
{
    look_up_ssl = APR_RETRIEVE_OPTIONAL_FN(ssl_var_lookup);
}

/* --- items -----------------------------------------------------------------
 */

static const char *when_it_came(request_rec *r, const char *arg)
{
    return apr_psprintf(r->pool, "t=%" APR_TIME_T_FMT, r->request_time);
}

static const char *how_long_it_took(request_rec *r, const char *arg)
{
    return apr_psprintf(r->pool, "D=%" APR_TIME_T_FMT,
                        apr_time_now() - r->request_time);
}

static const char *load_of_machine(request_rec *r, const char *arg)
{
    ap_loadavg_t load;

    ap_get_loadavg(&load);
    return apr_psprintf(r->pool, "l=%.2f/%.2f/%.2f", (double)load.loadavg,
                        (double)load.loadavg5, (double)load.loadavg15);
}

static const char *idle_part(request_rec *r, const char *arg)
{
    ap_sload_t load;

    ap_get_sload(&load);
    return apr_psprintf(r->pool, "i=%d", load.idle);
}

static const char *busy_part(request_rec *r, const char *arg)
{
    ap_sload_t load;

    ap_get_sload(&load);
    return apr_psprintf(r->pool, "b=%d", load.busy);
}

static const char *or_null(const char *value)
{
    return value ? value : "(null)";
}

static const char *variable(request_rec *r, const char *arg)
{
    return or_null(apr_table_get(r->subprocess_env, arg));
}

static const char *ssl_variable(request_rec *r, const char *arg)
{
    char *name = (char *)(uintptr_t)arg; /* the interface knows no const */
    const char *value = NULL;

    if (look_up_ssl) {
        value = look_up_ssl(r->pool, r->server, r->connection, r, name);
    }
    return value && *value ? value : "(null)";
}

static const struct {
    char letter;
    bool takes_name;
    headers_item_fn_t item;
} items[] = {
    { 't', false, when_it_came },    { 'D', false, how_long_it_took },
    { 'l', false, load_of_machine }, { 'i', false, idle_part },
    { 'b', false, busy_part },       { 'e', true, variable },
    { 's', true, ssl_variable },
};

/* --- parsing -----------------------------------------------------------------
 */

/* Text with its escapes taken out: \t is a tab, and what would end the line
 * cannot be meant. */
static const char *add_text(cmd_parms *cmd, const char *text, apr_size_t len,
                            headers_part_t *part)
{
    char *out = apr_pstrmemdup(cmd->pool, text, len);
    char *to = out;

    for (const char *from = out; *from; from++) {
        if (from[0] == '\\' && from[1] == 't') {
            *to++ = '\t';
            from++;
            continue;
        }
        if ((from[0] == '\\' && (from[1] == 'n' || from[1] == 'r'))
            || *from == '\n' || *from == '\r') {
            return "a value may not have line ends: they would end the header "
                   "field";
        }
        *to++ = *from;
    }
    *to = '\0';
    part->arg = out;
    return NULL;
}

/* The item behind a percent sign at *text, which is moved behind it. */
static const char *add_item(cmd_parms *cmd, const char **text,
                            headers_part_t *part)
{
    const char *at = *text + 1;
    const char *name = NULL;

    if (*at == '%' || !*at) {
        part->arg = "%";
        *text = at + (*at == '%');
        return NULL;
    }
    if (*at == '{') {
        const char *end = strchr(at, '}');

        if (!end) {
            return apr_psprintf(cmd->pool, "'%s' has no closing brace", *text);
        }
        name = apr_pstrmemdup(cmd->pool, at + 1, (apr_size_t)(end - at - 1));
        at = end + 1;
    }
    for (size_t i = 0; i < sizeof(items) / sizeof(items[0]); i++) {
        if (items[i].letter == *at && items[i].takes_name == (name != NULL)) {
            part->item = items[i].item;
            part->arg = name;
            *text = at + 1;
            return NULL;
        }
    }
    return apr_psprintf(cmd->pool,
                        "'%s' is no item of a header's value: expected %%%%, "
                        "%%t, %%D, %%l, %%i, %%b, %%{NAME}e or %%{NAME}s",
                        *text);
}

static const char *parse_parts(cmd_parms *cmd, const char *text,
                               headers_value_t *value)
{
    apr_array_header_t *parts = apr_array_make(cmd->pool, 4,
                                               sizeof(headers_part_t));
    bool is_constant = true;
    const char *error = NULL;

    while (*text && !error) {
        headers_part_t *part = apr_array_push(parts);
        apr_size_t len = strcspn(text, "%");

        *part = (headers_part_t){ 0 };
        if (len > 0) {
            error = add_text(cmd, text, len, part);
            text += len;
        }
        else {
            error = add_item(cmd, &text, part);
        }
        is_constant = is_constant && !part->item;
    }
    value->parts = (const headers_part_t *)parts->elts;
    value->parts_n = parts->nelts;
    if (!error && is_constant) {
        value->text = "";
        for (int i = 0; i < value->parts_n; i++) {
            value->text = apr_pstrcat(cmd->pool, value->text,
                                      value->parts[i].arg, NULL);
        }
    }
    return error;
}

const char *headers_parse_value(cmd_parms *cmd, const char *text,
                                headers_value_t *value)
{
    const char *error = NULL;

    if (ap_cstr_casecmpn(text, "expr=", 5) != 0) {
        return parse_parts(cmd, text, value);
    }
    value->expr = ap_expr_parse_cmd(
        cmd, text + 5, AP_EXPR_FLAG_STRING_RESULT | AP_EXPR_FLAG_DONT_VARY,
        &error, NULL);
    return error ? apr_pstrcat(cmd->pool,
                               "Can't parse value expression: ", error, NULL)
                 : NULL;
}

/* --- putting together ----------------------------------------------------- */

/* What comes from the request must not become a line of its own. */
static const char *on_one_line(request_rec *r, const char *text)
{
    char *line;

    if (!strpbrk(text, "\r\n")) {
        return text;
    }
    line = apr_pstrdup(r->pool, text);
    for (char *at = line; (at = strpbrk(at, "\r\n")) != NULL; at++) {
        *at = ' ';
    }
    return line;
}

static const char *join_parts(request_rec *r, const headers_value_t *value)
{
    apr_array_header_t *list = apr_array_make(r->pool, value->parts_n,
                                              sizeof(char *));

    for (int i = 0; i < value->parts_n; i++) {
        const headers_part_t *part = &value->parts[i];

        APR_ARRAY_PUSH(list, const char *) = part->item
                                                 ? part->item(r, part->arg)
                                                 : part->arg;
    }
    return apr_array_pstrcat(r->pool, list, '\0');
}

const char *headers_evaluate(request_rec *r, const headers_value_t *value)
{
    const char *error = NULL;
    const char *text;

    if (value->text) {
        return value->text;
    }
    if (!value->expr) {
        return on_one_line(r, join_parts(r, value));
    }
    text = ap_expr_str_exec(r, value->expr, &error);
    if (error) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "the value of a header field could not be evaluated, "
                      "the directive is left out: %s",
                      error);
        return NULL;
    }
    return on_one_line(r, text);
}
