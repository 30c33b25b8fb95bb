/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_pattern - the regular expressions of rules and conditions.
 *
 * Most rules have one of a few simple forms: ".*", "^(.*)$", ".", a literal
 * with anchors. Those are recognised when they are compiled, and matched
 * without the regular expression engine. That is right only with the options
 * that RegexDefaultOptions starts with (the dot matches a line feed, $ only
 * the very end), and without regard of the case only where case is no
 * question; else the engine runs.
 */

#include "rewrite.h"

#include "apr_lib.h"
#include "apr_strings.h"

/* The literal that text (len bytes) is a pattern of; NULL if it is none. */
static const char *read_literal(apr_pool_t *pool, const char *text,
                                apr_size_t len)
{
    char *literal = apr_palloc(pool, len + 1);
    char *to = literal;
    apr_size_t i;

    for (i = 0; i < len; i++) {
        char byte = text[i];

        if (byte == '\\') {
            if (++i == len || apr_isalnum(text[i])
                || (unsigned char)text[i] >= 0x80) {
                return NULL; /* a class, a back-reference … */
            }
            byte = text[i];
        }
        else if (strchr("^$.[]|()?*+{}", byte)) {
            return NULL;
        }
        *to++ = byte;
    }
    *to = '\0';
    return literal;
}

static int is_one_of(const char *text, const char *const *list)
{
    for (; *list; list++) {
        if (strcmp(text, *list) == 0) {
            return 1;
        }
    }
    return 0;
}

/* The forms that say nothing about the text but, perhaps, that there is one. */
static int recognise_any(pattern_t *pattern)
{
    static const char *const whole[] = { ".*", "^.*", "^.*$", ".*$", NULL };
    static const char *const group[] = { "(.*)", "^(.*)", "^(.*)$", "(.*)$",
                                         NULL };
    static const char *const some[] = { ".+", "^.+", "^.+$", ".+$", NULL };
    static const char *const some_group[] = { "(.+)", "^(.+)", "^(.+)$",
                                              "(.+)$", NULL };
    static const char *const begin[] = { "^", "", NULL };
    static const char *const first[] = { ".", "^.", NULL };

    pattern->kind = PATTERN_ANY;
    pattern->span = SPAN_ALL;
    if (is_one_of(pattern->source, whole)) {
        return 1;
    }
    if (is_one_of(pattern->source, begin)) {
        pattern->span = SPAN_NOTHING;
        return 1;
    }
    if (is_one_of(pattern->source, group)) {
        pattern->has_group = 1;
        return 1;
    }
    pattern->kind = PATTERN_NONEMPTY;
    if (is_one_of(pattern->source, some)) {
        return 1;
    }
    if (is_one_of(pattern->source, first)) {
        pattern->span = SPAN_ONE;
        return 1;
    }
    if (is_one_of(pattern->source, some_group)) {
        pattern->has_group = 1;
        return 1;
    }
    return 0;
}

/* A literal with ^ before it, $ behind it, or both. */
static int recognise_literal(apr_pool_t *pool, pattern_t *pattern)
{
    const char *text = pattern->source;
    apr_size_t len = strlen(text);
    int is_prefix = *text == '^';
    int is_suffix = len > 1 && text[len - 1] == '$' && text[len - 2] != '\\';

    if (!is_prefix && !is_suffix) {
        return 0;
    }
    pattern->literal = read_literal(pool, text + is_prefix,
                                    len - (apr_size_t)is_prefix
                                        - (apr_size_t)is_suffix);
    if (!pattern->literal) {
        return 0;
    }
    pattern->literal_len = strlen(pattern->literal);
    pattern->kind = !is_suffix  ? PATTERN_PREFIX
                    : is_prefix ? PATTERN_EXACT
                                : PATTERN_SUFFIX;
    pattern->span = SPAN_LITERAL;
    return 1;
}

static void recognise(apr_pool_t *pool, pattern_t *pattern)
{
    const int wanted = AP_REG_DOTALL | AP_REG_DOLLAR_ENDONLY;
    const int unwanted = AP_REG_MULTI | AP_REG_ICASE;
    int defaults = ap_regcomp_get_default_cflags();
    pattern_t simple = *pattern;

    if ((defaults & wanted) != wanted || (defaults & unwanted)) {
        return;
    }
    if (recognise_any(&simple)) {
        *pattern = simple;
        return;
    }
    simple = *pattern;
    if (!pattern->ignores_case && recognise_literal(pool, &simple)) {
        *pattern = simple;
    }
}

const char *rewrite_pattern_compile(apr_pool_t *pool, const char *source,
                                    int ignores_case, pattern_t *pattern)
{
    int flags = AP_REG_EXTENDED | (ignores_case ? AP_REG_ICASE : 0);

    memset(pattern, 0, sizeof(*pattern));
    pattern->ignores_case = ignores_case;
    pattern->source = source;
    pattern->regex = ap_pregcomp(pool, source, flags);
    if (!pattern->regex) {
        return apr_psprintf(pool, "'%s' is not a valid regular expression",
                            source);
    }
    recognise(pool, pattern);
    return NULL;
}

static void set_groups(const pattern_t *pattern, apr_size_t from, apr_size_t to,
                       captures_t *captures)
{
    captures->groups[0].rm_so = (int)from;
    captures->groups[0].rm_eo = (int)to;
    captures->groups_n = 1;
    if (pattern->has_group) {
        captures->groups[1] = captures->groups[0];
        captures->groups_n = 2;
    }
}

static int run_regex(const pattern_t *pattern, const char *subject,
                     captures_t *captures)
{
    /* Captures of an earlier match stay when this one fails. */
    ap_regmatch_t groups[AP_MAX_REG_MATCH];

    if (ap_regexec(pattern->regex, subject, AP_MAX_REG_MATCH, groups, 0) != 0) {
        return 0;
    }
    memcpy(captures->groups, groups, sizeof(groups));
    captures->groups_n = AP_MAX_REG_MATCH;
    return 1;
}

int rewrite_pattern_matches(const pattern_t *pattern, const char *subject,
                            captures_t *captures)
{
    apr_size_t len;
    apr_size_t from = 0;
    int is_match = 1;

    if (pattern->kind == PATTERN_REGEX) {
        return run_regex(pattern, subject, captures);
    }
    if (pattern->kind == PATTERN_PREFIX) {
        if (strncmp(subject, pattern->literal, pattern->literal_len) != 0) {
            return 0;
        }
        set_groups(pattern, 0, pattern->literal_len, captures);
        return 1;
    }
    len = strlen(subject);
    if (pattern->kind == PATTERN_NONEMPTY) {
        is_match = len > 0;
    }
    else if (pattern->kind == PATTERN_EXACT) {
        is_match = len == pattern->literal_len
                   && memcmp(subject, pattern->literal, len) == 0;
    }
    else if (pattern->kind == PATTERN_SUFFIX) {
        is_match = len >= pattern->literal_len;
        from = is_match ? len - pattern->literal_len : 0;
        is_match = is_match
                   && memcmp(subject + from, pattern->literal,
                             pattern->literal_len)
                          == 0;
    }
    if (is_match) {
        apr_size_t to = pattern->span == SPAN_NOTHING ? 0
                        : pattern->span == SPAN_ONE   ? 1
                                                      : len;

        set_groups(pattern, from, to, captures);
    }
    return is_match;
}
