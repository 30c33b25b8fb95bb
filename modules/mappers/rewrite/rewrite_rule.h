/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_rule.h - rules and their conditions, as the configuration has them.
 */
#ifndef PINION_MODULES_MAPPERS_REWRITE_REWRITE_RULE_H
#define PINION_MODULES_MAPPERS_REWRITE_REWRITE_RULE_H

#include "httpd.h"

#include "apr_tables.h"

#include "http_config.h"
#include "rewrite_template.h"

typedef enum {
    TEST_PATTERN,
    TEST_EXPR,
    TEST_EQUAL, /* = and its kin compare texts */
    TEST_LESS,
    TEST_LESS_EQUAL,
    TEST_GREATER,
    TEST_GREATER_EQUAL,
    TEST_NUM_EQ, /* -eq and its kin compare numbers */
    TEST_NUM_NE,
    TEST_NUM_LT,
    TEST_NUM_LE,
    TEST_NUM_GT,
    TEST_NUM_GE,
    TEST_IS_FILE,
    TEST_IS_DIR,
    TEST_HAS_SIZE,
    TEST_IS_LINK,
    TEST_IS_EXECUTABLE,
    TEST_URL_LOOKUP, /* -U */
    TEST_FILE_LOOKUP /* -F */
} test_e;

typedef struct cond_t {
    test_e test;
    const template_t *subject;
    int is_negated;
    int ignores_case;
    int or_next;
    int no_vary;
    pattern_t pattern;   /* TEST_PATTERN; its source is what was written */
    const char *operand; /* of = < > and numbers */
    apr_int64_t number;
    ap_expr_info_t *expr; /* TEST_EXPR */
} cond_t;

/* E=name:value, E=!name */
typedef struct env_set_t {
    const template_t *whole; /* the name has a reference in it, else NULL */
    const char *name;
    const template_t *value;
    int is_unset;
} env_set_t;

enum {
    FLAG_CHAIN = 1 << 0,
    FLAG_LAST = 1 << 1,
    FLAG_END = 1 << 2,
    FLAG_NEXT = 1 << 3,
    FLAG_REDIRECT = 1 << 4,
    FLAG_STATUS = 1 << 5, /* F, G, R with what is no redirect: answer it */
    FLAG_PROXY = 1 << 6,
    FLAG_PASS_THROUGH = 1 << 7,
    FLAG_NO_ESCAPE = 1 << 8,
    FLAG_NO_SUBREQ = 1 << 9,
    FLAG_QS_APPEND = 1 << 10,
    FLAG_QS_DISCARD = 1 << 11,
    FLAG_QS_LAST = 1 << 12,
    FLAG_DISCARD_PATH_INFO = 1 << 13,
    FLAG_ESCAPE = 1 << 14, /* any of B, BCTLS */
    FLAG_SPACE_AS_HEX = 1 << 15,
    FLAG_ALLOW_3F = 1 << 16,
    FLAG_ALLOW_PREFIX_STAT = 1 << 17,
    FLAG_UNC = 1 << 18,
    FLAG_NO_CASE = 1 << 19
};

typedef struct rule_t {
    pattern_t pattern;
    int is_negated; /* the pattern must not match */
    const cond_t *conds;
    int conds_n;
    const template_t *target;
    int keeps_url;          /* the target is "-" */
    apr_size_t literal_len; /* how much of the path the rule itself wrote */
    int allows_prefix;      /* UnsafePrefixStat */
    unsigned int flags;
    int status; /* of FLAG_REDIRECT, FLAG_STATUS */
    int skip_n; /* S */
    int rounds_max;
    const apr_array_header_t *envs;    /* of env_set_t, or NULL */
    const apr_array_header_t *cookies; /* of const template_t *, or NULL */
    const template_t *type;            /* T, or NULL */
    const template_t *handler;         /* H, or NULL */
    const unsigned char *escapes;      /* FLAG_ESCAPE: 256 bytes, 1 where to */
} rule_t;

/* The three words of a rule or condition; *flags may be NULL. NULL or a
 * sentence. */
const char *rewrite_words_split(apr_pool_t *pool, const char *directive,
                                const char *args, const char **words);

const char *rewrite_cond_parse(cmd_parms *cmd, const char *args, cond_t *cond);

const char *rewrite_rule_parse(cmd_parms *cmd, const char *args, rule_t *rule);

/* Reads "[...]" of a rule. NULL or a sentence. */
const char *rewrite_rule_flags(apr_pool_t *pool, const char *text,
                               rule_t *rule);

const char *rewrite_cond_flags(apr_pool_t *pool, const char *text,
                               cond_t *cond);

#endif
