/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_flags - the flags in brackets behind rules and conditions. One table
 * says what each is called, what it sets and who reads its value.
 */

#include "rewrite.h"

#include "apr_lib.h"
#include "apr_strings.h"

#include "http_protocol.h"

/* Reads the value of a flag, NULL without one. NULL or a sentence. */
typedef const char *flag_fn_t(apr_pool_t *pool, const char *value,
                              rule_t *rule);

typedef struct flag_t {
    const char *name;
    const char *long_name; /* or NULL */
    unsigned int sets;     /* FLAG_* */
    flag_fn_t *read;       /* or NULL: a value is of no meaning */
} flag_t;

/* --- values ------------------------------------------------------------ */

/* The place in rule->escapes for all three flags that fill it. */
static unsigned char *escapes_of(apr_pool_t *pool, rule_t *rule)
{
    unsigned char *set = apr_pcalloc(pool, 256);

    if (rule->escapes) {
        memcpy(set, rule->escapes, 256);
    }
    rule->escapes = set;
    return set;
}

/* B: what is no letter, digit or underscore; B=list: what is listed. */
static const char *read_escape(apr_pool_t *pool, const char *value,
                               rule_t *rule)
{
    unsigned char *set = escapes_of(pool, rule);
    int i;

    if (value && *value) {
        for (; *value; value++) {
            set[(unsigned char)*value] |= 1;
        }
        return NULL;
    }
    for (i = 1; i < 256; i++) {
        if (!apr_isalnum(i) && i != '_') {
            set[i] |= 1;
        }
    }
    return NULL;
}

static const char *read_escape_controls(apr_pool_t *pool, const char *value,
                                        rule_t *rule)
{
    unsigned char *set = escapes_of(pool, rule);
    int i;

    for (i = 1; i <= ' '; i++) {
        set[i] |= 1;
    }
    set[0x7f] |= 1;
    return NULL;
}

/* 2: never escape it, whatever B and BCTLS say before or behind. */
static const char *read_escape_not(apr_pool_t *pool, const char *value,
                                   rule_t *rule)
{
    unsigned char *set;

    if (!value || !*value) {
        return "BNE needs the characters that are not to be escaped: BNE=...";
    }
    set = escapes_of(pool, rule);
    for (; *value; value++) {
        set[(unsigned char)*value] |= 2;
    }
    return NULL;
}

static const char *add_cookie(apr_pool_t *pool, const char *value, rule_t *rule)
{
    const template_t *tpl;
    const char *failure = rewrite_template_parse(pool, value ? value : "",
                                                 &tpl);
    apr_array_header_t *list;

    if (failure) {
        return failure;
    }
    list = rule->cookies ? apr_array_copy(pool, rule->cookies)
                         : apr_array_make(pool, 2, sizeof(const template_t *));
    APR_ARRAY_PUSH(list, const template_t *) = tpl;
    rule->cookies = list;
    return NULL;
}

/* A name without a reference in it is known now. */
static const char *read_env(apr_pool_t *pool, const char *value, env_set_t *set)
{
    const char *colon;
    apr_size_t name_len;

    if (*value == '!') {
        set->is_unset = 1;
        value++;
    }
    colon = strchr(value, ':');
    name_len = colon ? (apr_size_t)(colon - value) : strlen(value);
    set->name = apr_pstrmemdup(pool, value, name_len);
    if (strpbrk(set->name, "$%\\")) {
        return rewrite_template_parse(pool, value, &set->whole);
    }
    return rewrite_template_parse(pool, colon ? colon + 1 : "", &set->value);
}

static const char *add_env(apr_pool_t *pool, const char *value, rule_t *rule)
{
    env_set_t set = { .is_unset = 0 };
    const char *failure = read_env(pool, value ? value : "", &set);
    apr_array_header_t *list;

    if (failure) {
        return failure;
    }
    list = rule->envs ? apr_array_copy(pool, rule->envs)
                      : apr_array_make(pool, 2, sizeof(env_set_t));
    APR_ARRAY_PUSH(list, env_set_t) = set;
    rule->envs = list;
    return NULL;
}

static const char *read_forbidden(apr_pool_t *pool, const char *value,
                                  rule_t *rule)
{
    rule->status = HTTP_FORBIDDEN;
    return NULL;
}

static const char *read_gone(apr_pool_t *pool, const char *value, rule_t *rule)
{
    rule->status = HTTP_GONE;
    return NULL;
}

static const char *read_handler(apr_pool_t *pool, const char *value,
                                rule_t *rule)
{
    return rewrite_template_parse(pool, value ? value : "", &rule->handler);
}

static const char *read_type(apr_pool_t *pool, const char *value, rule_t *rule)
{
    return rewrite_template_parse(pool, value ? value : "", &rule->type);
}

/* A number from 1 to max; what is none leaves *number alone if it is lax. */
static const char *read_number(apr_pool_t *pool, const char *flag,
                               const char *value, int max, int *number)
{
    char *end = NULL;
    apr_int64_t read = value ? apr_strtoi64(value, &end, 10) : 0;

    if (!value || end == value || *end || read < 0 || read > max) {
        return apr_psprintf(pool,
                            "the value '%s' of the flag %s is no number "
                            "from 0 to %d",
                            value ? value : "", flag, max);
    }
    *number = (int)read;
    return NULL;
}

static const char *read_next(apr_pool_t *pool, const char *value, rule_t *rule)
{
    const char *failure;

    if (!value) {
        return NULL;
    }
    failure = read_number(pool, "N", value, 1000000, &rule->rounds_max);
    return failure;
}

static const char *read_skip(apr_pool_t *pool, const char *value, rule_t *rule)
{
    return read_number(pool, "S", value, REWRITE_SKIP_MAX, &rule->skip_n);
}

/* A status, by name or number. */
static int parse_status(const char *value)
{
    static const struct {
        const char *word;
        int status;
    } words[] = {
        { "permanent", HTTP_MOVED_PERMANENTLY },
        { "temp", HTTP_MOVED_TEMPORARILY },
        { "seeother", HTTP_SEE_OTHER },
    };
    char *end;
    apr_int64_t number;
    size_t i;

    for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (ap_cstr_casecmp(value, words[i].word) == 0) {
            return words[i].status;
        }
    }
    if (!apr_isdigit(*value)) {
        return HTTP_MOVED_TEMPORARILY; /* Apache takes any other word so */
    }
    number = apr_strtoi64(value, &end, 10);
    if (end == value || *end || number < 100 || number > 599) {
        return 0;
    }
    if (number != HTTP_INTERNAL_SERVER_ERROR
        && ap_index_of_response((int)number)
               == ap_index_of_response(HTTP_INTERNAL_SERVER_ERROR)) {
        return 0;
    }
    return (int)number;
}

static const char *read_redirect(apr_pool_t *pool, const char *value,
                                 rule_t *rule)
{
    rule->status = HTTP_MOVED_TEMPORARILY;
    if (value && *value) {
        rule->status = parse_status(value);
    }
    if (!rule->status) {
        return apr_psprintf(pool,
                            "'%s' is no HTTP status that the flag R can "
                            "answer: permanent, temp, seeother or a "
                            "number such as 301",
                            value);
    }
    rule->flags |= ap_is_HTTP_REDIRECT(rule->status) ? FLAG_REDIRECT
                                                     : FLAG_STATUS;
    return NULL;
}

/* --- tables ------------------------------------------------------------ */

static const flag_t flags[] = {
    { "B", "backrefescaping", FLAG_ESCAPE, read_escape },
    { "BCTLS", NULL, FLAG_ESCAPE, read_escape_controls },
    { "BNE", NULL, 0, read_escape_not },
    { "BNP", "backrefnoplus", FLAG_SPACE_AS_HEX, NULL },
    { "C", "chain", FLAG_CHAIN, NULL },
    { "CO", "cookie", 0, add_cookie },
    { "DPI", "discardpath", FLAG_DISCARD_PATH_INFO, NULL },
    { "E", "env", 0, add_env },
    { "END", NULL, FLAG_END | FLAG_LAST, NULL },
    { "F", "forbidden", FLAG_STATUS, read_forbidden },
    { "G", "gone", FLAG_STATUS, read_gone },
    { "H", "handler", 0, read_handler },
    { "L", "last", FLAG_LAST, NULL },
    { "N", "next", FLAG_NEXT, read_next },
    { "NC", "nocase", FLAG_NO_CASE, NULL },
    { "NE", "noescape", FLAG_NO_ESCAPE, NULL },
    { "NS", "nosubreq", FLAG_NO_SUBREQ, NULL },
    { "P", "proxy", FLAG_PROXY, NULL },
    { "PT", "passthrough", FLAG_PASS_THROUGH, NULL },
    { "QSA", "qsappend", FLAG_QS_APPEND, NULL },
    { "QSD", "qsdiscard", FLAG_QS_DISCARD, NULL },
    { "QSL", "qslast", FLAG_QS_LAST, NULL },
    { "R", "redirect", 0, read_redirect },
    { "S", "skip", 0, read_skip },
    { "T", "type", 0, read_type },
    { "UNC", NULL, FLAG_UNC, NULL },
    { "UnsafeAllow3F", NULL, FLAG_ALLOW_3F, NULL },
    { "UnsafePrefixStat", NULL, FLAG_ALLOW_PREFIX_STAT, NULL },
};

static const char *read_rule_flag(apr_pool_t *pool, const char *name,
                                  const char *value, rule_t *rule)
{
    size_t i;

    for (i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        const flag_t *flag = &flags[i];

        if (ap_cstr_casecmp(name, flag->name) == 0
            || (flag->long_name
                && ap_cstr_casecmp(name, flag->long_name) == 0)) {
            rule->flags |= flag->sets;
            return flag->read ? flag->read(pool, value, rule) : NULL;
        }
    }
    return apr_psprintf(pool, "unknown flag '%s'", name);
}

static const char *read_cond_flag(apr_pool_t *pool, const char *name,
                                  cond_t *cond)
{
    if (ap_cstr_casecmp(name, "NC") == 0
        || ap_cstr_casecmp(name, "nocase") == 0) {
        cond->ignores_case = 1;
    }
    else if (ap_cstr_casecmp(name, "OR") == 0
             || ap_cstr_casecmp(name, "ornext") == 0) {
        cond->or_next = 1;
    }
    else if (ap_cstr_casecmp(name, "NV") == 0
             || ap_cstr_casecmp(name, "novary") == 0) {
        cond->no_vary = 1;
    }
    else {
        return apr_psprintf(pool, "unknown flag '%s': NC, OR and NV are known",
                            name);
    }
    return NULL;
}

/* Takes the next flag off *at, "name=value" or "name". 0 at the end. */
static int take_flag(apr_pool_t *pool, const char **at, char **name,
                     char **value)
{
    const char *from = *at;
    const char *to;

    if (!from) {
        return 0;
    }
    while (apr_isspace(*from)) {
        from++;
    }
    to = from + strcspn(from, ",");
    *at = *to ? to + 1 : NULL;
    while (to > from && apr_isspace(to[-1])) {
        to--;
    }
    *name = apr_pstrmemdup(pool, from, (apr_size_t)(to - from));
    *value = strchr(*name, '=');
    if (*value) {
        *(*value)++ = '\0';
    }
    return 1;
}

/* The text between the brackets in *inside. NULL or a sentence. */
static const char *open_brackets(apr_pool_t *pool, const char *text,
                                 const char **inside)
{
    apr_size_t len = strlen(text);

    if (len < 2 || text[0] != '[' || text[len - 1] != ']') {
        return apr_psprintf(pool,
                            "bad flag delimiters in '%s': flags stand in "
                            "[brackets], with a comma and no space between",
                            text);
    }
    *inside = apr_pstrmemdup(pool, text + 1, len - 2);
    return NULL;
}

/* The bytes of BNE are taken out again. */
static void settle_escapes(apr_pool_t *pool, rule_t *rule)
{
    unsigned char *set;
    int i;

    if (!rule->escapes) {
        return;
    }
    set = escapes_of(pool, rule);
    for (i = 0; i < 256; i++) {
        set[i] = set[i] == 1;
    }
}

const char *rewrite_rule_flags(apr_pool_t *pool, const char *text, rule_t *rule)
{
    const char *at = NULL;
    const char *failure = open_brackets(pool, text, &at);
    char *name;
    char *value;

    while (!failure && take_flag(pool, &at, &name, &value)) {
        failure = read_rule_flag(pool, name, value, rule);
    }
    settle_escapes(pool, rule);
    return failure;
}

const char *rewrite_cond_flags(apr_pool_t *pool, const char *text, cond_t *cond)
{
    const char *at = NULL;
    const char *failure = open_brackets(pool, text, &at);
    char *name;
    char *value;

    while (!failure && take_flag(pool, &at, &name, &value)) {
        failure = read_cond_flag(pool, name, cond);
    }
    return failure;
}
