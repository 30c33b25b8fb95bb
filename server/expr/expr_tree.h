/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expr_tree.h - the parsed form of an expression, shared by parser and
 * evaluator. Nodes live in the pool given to ap_expr_parse() and never change
 * afterwards, so threads evaluate one tree at the same time.
 */
#ifndef PINION_SERVER_EXPR_EXPR_TREE_H
#define PINION_SERVER_EXPR_EXPR_TREE_H

#include "httpd.h"

#include "ap_expr.h"
#include "ap_regex.h"

typedef enum {
    /* conditions */
    EXPR_TRUE,
    EXPR_FALSE,
    EXPR_NOT,              /* left */
    EXPR_AND,              /* the chain left, left->next, ... */
    EXPR_OR,               /* the same */
    EXPR_COMPARE_STRINGS,  /* left, right, relation */
    EXPR_COMPARE_INTEGERS, /* the same */
    EXPR_COMPARE_LENGTHS,  /* SSLRequire's order: shorter is less */
    EXPR_MATCH,            /* left, regex */
    EXPR_NO_MATCH,
    EXPR_IN_WORDS, /* left, and the chain right, right->next, ... */
    EXPR_IN_LIST,  /* left, right is an EXPR_CALL of a list function */
    EXPR_UNARY,    /* left, function */
    EXPR_BINARY,   /* left, right, function */
    /* words */
    EXPR_TEXT,   /* text */
    EXPR_CONCAT, /* the chain left, left->next, ... */
    EXPR_VARIABLE,
    EXPR_CALL,    /* left is the argument */
    EXPR_CAPTURE, /* number */
    EXPR_N_KINDS
} expr_kind_e;

typedef enum {
    EXPR_EQ,
    EXPR_NE,
    EXPR_LT,
    EXPR_LE,
    EXPR_GT,
    EXPR_GE
} expr_relation_e;

struct ap_expr_node {
    expr_kind_e kind;
    int number; /* of a capture, or an expr_relation_e */
    const char *text;
    union { /* as the look-up gave it; which one follows from kind */
        const void *any;
        ap_expr_var_func_t *variable;
        ap_expr_string_func_t *string;
        ap_expr_list_func_t *list;
        ap_expr_op_unary_t *unary;
        ap_expr_op_binary_t *binary;
    } function;
    const void *data;
    ap_regex_t *regex;
    ap_expr_t *left;
    ap_expr_t *right;
    ap_expr_t *next; /* in a chain */
};

enum {
    EXPR_MAX_BYTES = 65536,  /* of text: a configuration line is shorter */
    EXPR_MAX_DEPTH = 64,     /* nested parentheses, calls and negations */
    EXPR_MAX_FILE = 10485760 /* bytes that file() reads */
};

/* The value of a word, never NULL. */
const char *pn_expr_eval_word(ap_expr_eval_ctx_t *ctx, const ap_expr_t *node);
/* 1 or 0; *ctx->err is set when evaluation failed. */
int pn_expr_eval_condition(ap_expr_eval_ctx_t *ctx, const ap_expr_t *node);

/* The built-in names: an ap_expr_lookup_fn_t registered by ap_expr_init(). */
int pn_expr_lookup_builtin(ap_expr_lookup_parms *parms);
/* Its two halves; DECLINED when the name is not theirs. */
int pn_expr_vars_lookup(ap_expr_lookup_parms *parms);
int pn_expr_functions_lookup(ap_expr_lookup_parms *parms);
int pn_expr_operators_lookup(ap_expr_lookup_parms *parms);
/* Notes that the answer varies with a request header field. */
void pn_expr_functions_vary(ap_expr_eval_ctx_t *ctx, const char *field);

#endif
