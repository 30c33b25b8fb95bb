/* SPDX-License-Identifier: Apache-2.0 */
/*
 * headers.h - rules of Header and RequestHeader, as they are parsed and as
 * they are applied.
 */
#ifndef PINION_MODULES_METADATA_HEADERS_H
#define PINION_MODULES_METADATA_HEADERS_H

#include <stdbool.h>

#include "httpd.h"

#include "ap_expr.h"
#include "http_config.h"

typedef enum {
    HEADERS_ADD,
    HEADERS_APPEND,
    HEADERS_ECHO,
    HEADERS_EDIT,
    HEADERS_EDIT_ALL,
    HEADERS_MERGE,
    HEADERS_NOTE,
    HEADERS_SET,
    HEADERS_SET_IF_EMPTY,
    HEADERS_UNSET
} headers_action_e;

/* Which fields a rule is for. */
typedef enum {
    HEADERS_REQUEST,
    HEADERS_RESPONSE, /* of successes */
    HEADERS_ALWAYS    /* of all responses, errors too */
} headers_target_e;

typedef const char *(*headers_item_fn_t)(request_rec *r, const char *arg);

/* A piece of a value: text as it stands, or something of the request. */
typedef struct headers_part_t {
    headers_item_fn_t item; /* NULL: arg is the text */
    const char *arg;
} headers_part_t;

/* A value: constant text where it can be, an expression, or parts. */
typedef struct headers_value_t {
    const char *text;
    const ap_expr_info_t *expr;
    const headers_part_t *parts;
    int parts_n;
} headers_value_t;

/* Lives in the configuration pool and never changes. */
typedef struct headers_rule_t {
    headers_action_e action;
    const char *name;
    const char *note;      /* HEADERS_NOTE: where it goes */
    headers_value_t value; /* for the edits: the replacement */
    const ap_regex_t *pattern;
    bool is_early;
    const char *variable; /* condition on the environment, or NULL */
    bool is_negated;
    const ap_expr_info_t *condition;
} headers_rule_t;

/* Parses what follows Header or RequestHeader (its condition word taken off)
 * into rule. NULL, or what is wrong. */
const char *headers_parse_rule(cmd_parms *cmd, headers_target_e target,
                               const char *args, headers_rule_t *rule);
/* Parses a value with its %-items; with is_plain, expr= has no meaning. */
const char *headers_parse_value(cmd_parms *cmd, const char *text,
                                headers_value_t *value);
/* What a value is for r, without line ends; NULL when its expression fails,
 * which is logged. In r's pool or constant. */
const char *headers_evaluate(request_rec *r, const headers_value_t *value);

/* Applies the rules (of headers_rule_t), those that are early or those that
 * are not, to fields. */
void headers_apply(request_rec *r, apr_table_t *fields,
                   const apr_array_header_t *rules, bool is_early);

/* Looks for ssl_var_lookup; call in optional_fn_retrieve. */
void headers_find_ssl(void);

#endif
