/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_template.h - texts with references, and patterns, as the
 * configuration has them.
 */
#ifndef PINION_MODULES_MAPPERS_REWRITE_REWRITE_TEMPLATE_H
#define PINION_MODULES_MAPPERS_REWRITE_REWRITE_TEMPLATE_H

#include "httpd.h"

#include "ap_expr.h"
#include "ap_regex.h"

enum {
    REWRITE_NESTING_MAX = 16,         /* maps in the keys of maps */
    REWRITE_ROUNDS_MAX = 32000,       /* of [N], unless it says otherwise */
    REWRITE_SKIP_MAX = 1000000,       /* of [S] */
    REWRITE_TEXT_MAX_BYTES = 1 << 20, /* an expanded text; more is an error */
    REWRITE_RUN_MAX_BYTES = 16 << 20  /* all targets of one pass */
};

struct template_t;

typedef enum {
    VAR_UNKNOWN, /* expands to nothing */
    VAR_HTTP,    /* a header of the request */
    VAR_ENV,
    VAR_SSL,
    VAR_FILENAME, /* REQUEST_FILENAME, SCRIPT_FILENAME */
    VAR_PATH_INFO,
    VAR_QUERY_STRING,
    VAR_URI,
    VAR_METHOD,
    VAR_THE_REQUEST,
    VAR_HTTPS,
    VAR_SERVER_ADDR,
    VAR_API_VERSION,
    VAR_SCRIPT_USER,
    VAR_SCRIPT_GROUP,
    VAR_EXPR /* as expressions have it */
} variable_e;

typedef enum { LOOK_NOWHERE, LOOK_AT_URL, LOOK_AT_FILE } look_ahead_e;

typedef struct variable_t {
    variable_e kind;
    look_ahead_e look_ahead;     /* LA-U:, LA-F: */
    const char *name;            /* of the header, the variable … */
    int varies;                  /* the header belongs in Vary */
    ap_expr_var_func_t *expr_fn; /* VAR_EXPR */
    const void *expr_data;
} variable_t;

typedef enum {
    PART_TEXT,
    PART_RULE_GROUP, /* $1 */
    PART_COND_GROUP, /* %1 */
    PART_VARIABLE,   /* %{NAME} */
    PART_MAP         /* ${name:key|default} */
} part_e;

typedef struct part_t {
    part_e kind;
    int group;
    const char *text; /* the text; the map's name */
    apr_size_t len;
    variable_t variable;
    const struct template_t *key;
    const struct template_t *fallback; /* NULL: "" */
} part_t;

typedef struct template_t {
    const char *source;
    const part_t *parts;
    int parts_n;
    const char *literal; /* no part needs a request: the text, else NULL */
} template_t;

/*
 * What a regular expression comes down to when it is one of the simple ones
 * that most rules have: then no regular expression is run.
 */
typedef enum {
    PATTERN_REGEX,
    PATTERN_ANY,      /* .*  .?  ^  (.*)  ^(.*)$ … : every text */
    PATTERN_NONEMPTY, /* .  .+  (.+)  ^(.+)$ */
    PATTERN_PREFIX,   /* ^literal */
    PATTERN_EXACT,    /* ^literal$ */
    PATTERN_SUFFIX    /* literal$ */
} pattern_e;

typedef enum {
    SPAN_NOTHING, /* $0 is empty: ^ */
    SPAN_ONE,     /* $0 is the first byte: . */
    SPAN_LITERAL, /* $0 is the literal */
    SPAN_ALL      /* $0 is the whole text */
} span_e;

typedef struct pattern_t {
    const char *source;
    ap_regex_t *regex;
    pattern_e kind;
    span_e span;
    int has_group; /* $1 is what $0 is */
    const char *literal;
    apr_size_t literal_len;
    int ignores_case;
} pattern_t;

typedef struct captures_t {
    const char *subject; /* NULL: there are none */
    int groups_n;        /* those behind took no part */
    ap_regmatch_t groups[AP_MAX_REG_MATCH];
} captures_t;

/* --- functions --- */

/* Splits source into parts. NULL or a sentence. */
const char *rewrite_template_parse(apr_pool_t *pool, const char *source,
                                   const template_t **made);

/* Compiles source. NULL or a sentence. */
const char *rewrite_pattern_compile(apr_pool_t *pool, const char *source,
                                    int ignores_case, pattern_t *pattern);

/* True if subject matches; fills captures then. */
int rewrite_pattern_matches(const pattern_t *pattern, const char *subject,
                            captures_t *captures);

/* Finds out what name (of len bytes) means. */
void rewrite_var_parse(apr_pool_t *pool, const char *name, apr_size_t len,
                       variable_t *var);

#endif
