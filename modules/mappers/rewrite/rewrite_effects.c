/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_effects - what a rule does beside changing the URL: variables (E),
 * cookies (CO), content type (T) and handler (H).
 */

#include "rewrite.h"

#include "apr_lib.h"
#include "apr_strings.h"
#include "apr_time.h"

#include "http_request.h"

APLOG_USE_MODULE(rewrite);

/* --- variables --------------------------------------------------------- */

static void set_variable(rewrite_run_t *run, const env_set_t *set)
{
    request_rec *r = run->r;
    const char *name = set->name;
    const char *value = "";

    if (set->whole) {
        char *text = apr_pstrdup(r->pool,
                                 rewrite_expand(run, set->whole, NULL));
        char *colon = strchr(text, ':');

        name = text;
        if (colon) {
            *colon = '\0';
            value = colon + 1;
        }
    }
    else if (!set->is_unset) {
        value = rewrite_expand(run, set->value, NULL);
    }
    if (set->is_unset) {
        apr_table_unset(r->subprocess_env, name);
        TRACE(run, APLOG_TRACE5, "variable '%s' is gone", name);
        return;
    }
    apr_table_setn(r->subprocess_env, name, value);
    TRACE(run, APLOG_TRACE5, "variable '%s' is now '%s'", name, value);
}

/* --- cookies ----------------------------------------------------------- */

enum {
    COOKIE_NAME,
    COOKIE_VALUE,
    COOKIE_DOMAIN,
    COOKIE_MINUTES,
    COOKIE_PATH,
    COOKIE_SECURE,
    COOKIE_HTTP_ONLY,
    COOKIE_SAME_SITE,
    COOKIE_N_FIELDS
};

enum { LIFETIME_MAX_MIN = 50 * 366 * 24 * 60 };

/* Splits text at colons, or, when it begins with one, at semicolons. Several
 * in a row count as one: there are no empty fields. */
static void split_cookie(char *text, char **fields)
{
    char separator = ':';
    int i;

    memset(fields, 0, COOKIE_N_FIELDS * sizeof(*fields));
    if (*text == ';') {
        separator = ';';
        text++;
    }
    for (i = 0; i < COOKIE_N_FIELDS; i++) {
        while (*text == separator) {
            *text++ = '\0';
        }
        if (!*text) {
            return;
        }
        fields[i] = text;
        while (*text && *text != separator) {
            text++;
        }
    }
    *text = '\0';
}

static int is_one_of(const char *text, const char *word)
{
    return text
           && (ap_cstr_casecmp(text, word) == 0
               || ap_cstr_casecmp(text, "true") == 0 || strcmp(text, "1") == 0);
}

static const char *expiry_of(request_rec *r, const char *minutes)
{
    apr_int64_t lifetime_min = minutes ? apr_strtoi64(minutes, NULL, 10) : 0;
    apr_time_exp_t exploded;

    if (lifetime_min == 0) {
        return "";
    }
    if (lifetime_min > LIFETIME_MAX_MIN || lifetime_min < -LIFETIME_MAX_MIN) {
        lifetime_min = lifetime_min > 0 ? LIFETIME_MAX_MIN : -LIFETIME_MAX_MIN;
    }
    apr_time_exp_gmt(&exploded,
                     r->request_time + apr_time_from_sec(lifetime_min * 60));
    return apr_psprintf(
        r->pool, "; expires=%s, %.2d-%s-%.4d %.2d:%.2d:%.2d GMT",
        apr_day_snames[exploded.tm_wday], exploded.tm_mday,
        apr_month_snames[exploded.tm_mon], exploded.tm_year + 1900,
        exploded.tm_hour, exploded.tm_min, exploded.tm_sec);
}

static const char *same_site_of(request_rec *r, const char *text)
{
    if (!text || !*text || ap_cstr_casecmp(text, "false") == 0
        || strcmp(text, "0") == 0) {
        return "";
    }
    return apr_pstrcat(r->pool, "; SameSite=", text, NULL);
}

/* One cookie of a name for a request, however often rules are applied. */
static int is_sent_already(request_rec *r, const char *name)
{
    const char *note = apr_pstrcat(r->pool, name, "_rewrite", NULL);
    request_rec *each = r;

    while (each->main) {
        each = each->main;
    }
    while (each->prev) {
        each = each->prev;
    }
    if (apr_table_get(each->notes, note)) {
        return 1;
    }
    apr_table_setn(each->notes, note, "1");
    return 0;
}

static void set_cookie(rewrite_run_t *run, const template_t *tpl)
{
    request_rec *r = run->r;
    char *fields[COOKIE_N_FIELDS];
    const char *cookie;

    split_cookie(apr_pstrdup(r->pool, rewrite_expand(run, tpl, NULL)), fields);
    if (!fields[COOKIE_VALUE] || !fields[COOKIE_DOMAIN]
        || is_sent_already(r, fields[COOKIE_NAME])) {
        return;
    }
    cookie = apr_pstrcat(
        r->pool, fields[COOKIE_NAME], "=", fields[COOKIE_VALUE],
        "; path=", fields[COOKIE_PATH] ? fields[COOKIE_PATH] : "/",
        "; domain=", fields[COOKIE_DOMAIN],
        expiry_of(r, fields[COOKIE_MINUTES]),
        is_one_of(fields[COOKIE_SECURE], "secure") ? "; secure" : "",
        is_one_of(fields[COOKIE_HTTP_ONLY], "HttpOnly") ? "; HttpOnly" : "",
        same_site_of(r, fields[COOKIE_SAME_SITE]), NULL);
    apr_table_addn(r->err_headers_out, "Set-Cookie", cookie);
    TRACE(run, APLOG_TRACE5, "cookie '%s' is set", cookie);
}

/* --- all ---------------------------------------------------------------- */

/* Kept for the fixup behind the modules that would set them otherwise. */
static void force(rewrite_run_t *run, const template_t *tpl, const char *note)
{
    char *text;

    if (!tpl) {
        return;
    }
    text = apr_pstrdup(run->r->pool, rewrite_expand(run, tpl, NULL));
    ap_str_tolower(text);
    if (*text) {
        apr_table_setn(run->r->notes, note, text);
        TRACE(run, APLOG_TRACE5, "%s will be '%s'", note, text);
    }
}

void rewrite_effects_apply(rewrite_run_t *run, const rule_t *rule)
{
    int i;

    for (i = 0; rule->envs && i < rule->envs->nelts; i++) {
        set_variable(run, &APR_ARRAY_IDX(rule->envs, i, env_set_t));
    }
    for (i = 0; rule->cookies && i < rule->cookies->nelts; i++) {
        set_cookie(run, APR_ARRAY_IDX(rule->cookies, i, const template_t *));
    }
    force(run, rule->type, "rewrite-forced-mimetype");
    force(run, rule->handler, "rewrite-forced-handler");
}
