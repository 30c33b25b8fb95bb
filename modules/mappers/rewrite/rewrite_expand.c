/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_expand - templates with the values of a request: first each part's
 * text, then all in one string. A template of one variable is that variable's
 * text itself, not a copy: a condition on REQUEST_FILENAME knows by that what
 * it is about.
 */

#include "rewrite.h"

#include "apr_lib.h"
#include "apr_strings.h"

APLOG_USE_MODULE(rewrite);

typedef struct piece_t {
    const char *text;
    apr_size_t len;
} piece_t;

enum { PIECES_ON_STACK = 24 };

/* What the flags B, BCTLS, BNE and BNP make of a group. */
static void escape(apr_pool_t *pool, const rule_t *rule, piece_t *piece)
{
    static const char digits[] = "0123456789abcdef";
    char *escaped = apr_palloc(pool, piece->len * 3 + 1);
    char *to = escaped;
    apr_size_t i;

    for (i = 0; i < piece->len; i++) {
        unsigned char byte = (unsigned char)piece->text[i];

        if (!rule->escapes[byte]) {
            *to++ = (char)byte;
        }
        else if (byte == ' ' && !(rule->flags & FLAG_SPACE_AS_HEX)) {
            *to++ = '+';
        }
        else {
            *to++ = '%';
            *to++ = digits[byte >> 4];
            *to++ = digits[byte & 15];
        }
    }
    *to = '\0';
    piece->text = escaped;
    piece->len = (apr_size_t)(to - escaped);
}

static void group_of(rewrite_run_t *run, const captures_t *captures, int group,
                     const rule_t *rule, piece_t *piece)
{
    const ap_regmatch_t *match = &captures->groups[group];

    piece->text = "";
    piece->len = 0;
    if (!captures->subject || group >= captures->groups_n || match->rm_so < 0
        || match->rm_eo <= match->rm_so) {
        return;
    }
    piece->text = captures->subject + match->rm_so;
    piece->len = (apr_size_t)(match->rm_eo - match->rm_so);
    if (rule && (rule->flags & FLAG_ESCAPE) && rule->escapes) {
        escape(run->r->pool, rule, piece);
    }
}

static const char *look_up(rewrite_run_t *run, const part_t *part,
                           const rule_t *rule)
{
    const char *key = rewrite_expand(run, part->key, rule);
    const char *value = rewrite_map_find(run, part->text, key);

    if ((!value || !*value) && part->fallback) {
        value = rewrite_expand(run, part->fallback, rule);
        TRACE(run, APLOG_TRACE5, "map '%s' has no '%s', the default is '%s'",
              part->text, key, value);
    }
    return value ? value : "";
}

static void value_of(rewrite_run_t *run, const part_t *part, const rule_t *rule,
                     piece_t *piece)
{
    switch (part->kind) {
    case PART_TEXT:
        piece->text = part->text;
        piece->len = part->len;
        return;
    case PART_RULE_GROUP:
        group_of(run, &run->rule_groups, part->group, rule, piece);
        return;
    case PART_COND_GROUP:
        group_of(run, &run->cond_groups, part->group, rule, piece);
        return;
    case PART_VARIABLE:
        piece->text = rewrite_var_value(run, &part->variable);
        break;
    case PART_MAP:
        piece->text = look_up(run, part, rule);
        break;
    }
    piece->len = strlen(piece->text);
}

/* Finds the question mark that will split off the query string. */
static void find_mark(const template_t *tpl, const piece_t *pieces,
                      int wants_last, mark_t *mark)
{
    apr_size_t offset = 0;
    int i;

    mark->at = -1;
    mark->is_foreign = 0;
    for (i = 0; i < tpl->parts_n; i++) {
        const char *text = pieces[i].text;
        apr_size_t at;

        for (at = 0; at < pieces[i].len; at++) {
            if (text[at] == '?') {
                mark->at = (apr_ssize_t)(offset + at);
                /* The last one splits: those before it stay in the name. */
                mark->is_foreign |= tpl->parts[i].kind != PART_TEXT;
                if (!wants_last) {
                    return;
                }
            }
        }
        offset += pieces[i].len;
    }
}

static char *join(rewrite_run_t *run, const template_t *tpl,
                  const piece_t *pieces)
{
    apr_size_t len = 0;
    char *text;
    char *to;
    int i;

    for (i = 0; i < tpl->parts_n; i++) {
        len += pieces[i].len;
        if (len > REWRITE_TEXT_MAX_BYTES) {
            ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, run->r,
                          "rewrite: '%s' becomes longer than %d bytes for "
                          "this request: taken as empty, look for a rule "
                          "that makes its own input longer",
                          tpl->source, REWRITE_TEXT_MAX_BYTES);
            return apr_pstrdup(run->r->pool, "");
        }
    }
    text = apr_palloc(run->r->pool, len + 1);
    to = text;
    for (i = 0; i < tpl->parts_n; i++) {
        memcpy(to, pieces[i].text, pieces[i].len);
        to += pieces[i].len;
    }
    *to = '\0';
    return text;
}

static char *expand(rewrite_run_t *run, const template_t *tpl,
                    const rule_t *rule, mark_t *mark)
{
    piece_t on_stack[PIECES_ON_STACK];
    piece_t *pieces = on_stack;
    int i;

    if (tpl->parts_n > PIECES_ON_STACK) {
        pieces = apr_palloc(run->r->pool,
                            (apr_size_t)tpl->parts_n * sizeof(*pieces));
    }
    for (i = 0; i < tpl->parts_n; i++) {
        value_of(run, &tpl->parts[i], rule, &pieces[i]);
    }
    if (mark) {
        find_mark(tpl, pieces, (rule->flags & FLAG_QS_LAST) != 0, mark);
    }
    return join(run, tpl, pieces);
}

const char *rewrite_expand(rewrite_run_t *run, const template_t *tpl,
                           const rule_t *rule)
{
    if (tpl->literal) {
        return tpl->literal;
    }
    if (tpl->parts_n == 1 && tpl->parts[0].kind == PART_VARIABLE) {
        return rewrite_var_value(run, &tpl->parts[0].variable);
    }
    return expand(run, tpl, rule, NULL);
}

char *rewrite_expand_target(rewrite_run_t *run, const rule_t *rule,
                            mark_t *mark)
{
    return expand(run, rule->target, rule, mark);
}
