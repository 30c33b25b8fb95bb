/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expr_words.h - the parser's state and its lower half: values, text with
 * references, calls. The upper half, conditions, is expr_parse.c.
 *
 * Functions that return a node or a name return NULL after an error, which is
 * in parser->error then.
 */
#ifndef PINION_SERVER_EXPR_EXPR_WORDS_H
#define PINION_SERVER_EXPR_EXPR_WORDS_H

#include <stdbool.h>

#include "expr_tree.h"

typedef struct pn_expr_parser_t {
    apr_pool_t *pool;
    apr_pool_t *ptemp;
    const ap_expr_info_t *info;
    ap_expr_lookup_fn_t *lookup;
    const char *start;
    const char *at;
    const char *error; /* NULL while all is well */
    int depth;
} pn_expr_parser_t;

/* Records what is wrong, with the place, unless something was before. */
void *pn_expr_words_fail(pn_expr_parser_t *parser, const char *what);
ap_expr_t *pn_expr_words_node(pn_expr_parser_t *parser, expr_kind_e kind);
/* One level deeper; false, with the error set, when that is too deep. */
bool pn_expr_words_enter(pn_expr_parser_t *parser);
void pn_expr_words_skip_space(pn_expr_parser_t *parser);
bool pn_expr_words_is_name_byte(char c);
/* Takes the mark, or the whole word, if it stands next. Case matters. */
bool pn_expr_words_take(pn_expr_parser_t *parser, const char *mark);
bool pn_expr_words_take_whole(pn_expr_parser_t *parser, const char *word);
/* The name at this place, or NULL (without an error) when none begins here. */
const char *pn_expr_words_take_name(pn_expr_parser_t *parser);
/* Asks who implements name; fills node->function and node->data. */
bool pn_expr_words_look_up(pn_expr_parser_t *parser, ap_expr_t *node, int type,
                           const char *name, const ap_expr_t *constant);
/* name "(" word ")"; type says which kind of function. */
ap_expr_t *pn_expr_words_call(pn_expr_parser_t *parser, int type);
ap_expr_t *pn_expr_words_parse(pn_expr_parser_t *parser);
/* Text with references up to end, which is taken; end '\0' is the end of the
 * whole text. The opening mark has been taken. */
ap_expr_t *pn_expr_words_text(pn_expr_parser_t *parser, char end);

#endif
