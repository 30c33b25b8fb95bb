/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_template - texts with references, split into parts when the
 * configuration is read: $1, %1, %{NAME}, ${map:key|default}. A backslash
 * takes the meaning of the character behind it. What does not read as a
 * reference stands for itself.
 */

#include "rewrite.h"

#include "apr_lib.h"
#include "apr_strings.h"

typedef struct parser_t {
    apr_pool_t *pool;
    const char *failure;
    int depth;
} parser_t;

static const template_t *parse(parser_t *parser, const char *text,
                               apr_size_t len);

/* The closing brace for the opening one that text is behind; NULL if none. */
static const char *find_closing(const char *text, const char *end)
{
    int depth = 1;

    for (; text < end; text++) {
        if (*text == '\\' && text + 1 < end) {
            text++;
        }
        else if (*text == '{') {
            depth++;
        }
        else if (*text == '}' && --depth == 0) {
            return text;
        }
    }
    return NULL;
}

/* The first wanted character outside braces, or NULL. */
static const char *find_outside(const char *text, const char *end, char wanted)
{
    int depth = 0;

    for (; text < end; text++) {
        if (*text == '\\' && text + 1 < end) {
            text++;
        }
        else if (*text == wanted && depth == 0) {
            return text;
        }
        else if (*text == '{') {
            depth++;
        }
        else if (*text == '}') {
            depth--;
        }
    }
    return NULL;
}

static void add_text(parser_t *parser, apr_array_header_t *parts,
                     const char *text, apr_size_t len)
{
    part_t *part;

    if (len == 0) {
        return;
    }
    part = apr_array_push(parts);
    memset(part, 0, sizeof(*part));
    part->kind = PART_TEXT;
    part->text = apr_pstrmemdup(parser->pool, text, len);
    part->len = len;
}

/* "name:key|default" up to end. 0 if it is not of that form. */
static int add_map(parser_t *parser, apr_array_header_t *parts,
                   const char *text, const char *end)
{
    const char *colon = memchr(text, ':', (apr_size_t)(end - text));
    const char *bar;
    part_t part = { .kind = PART_MAP };

    if (!colon) {
        return 0;
    }
    bar = find_outside(colon + 1, end, '|');
    part.text = apr_pstrmemdup(parser->pool, text, (apr_size_t)(colon - text));
    part.len = (apr_size_t)(colon - text);
    part.key = parse(parser, colon + 1,
                     (apr_size_t)((bar ? bar : end) - (colon + 1)));
    if (bar) {
        part.fallback = parse(parser, bar + 1, (apr_size_t)(end - (bar + 1)));
    }
    APR_ARRAY_PUSH(parts, part_t) = part;
    return 1;
}

/* What begins with $ or % at text. Returns the bytes that it takes, 0 if it is
 * only a character. */
static apr_size_t add_reference(parser_t *parser, apr_array_header_t *parts,
                                const char *text, const char *end)
{
    part_t part = { .kind = *text == '$' ? PART_RULE_GROUP : PART_COND_GROUP };
    const char *closing;

    if (text + 1 >= end) {
        return 0;
    }
    if (apr_isdigit(text[1])) {
        part.group = text[1] - '0';
        APR_ARRAY_PUSH(parts, part_t) = part;
        return 2;
    }
    if (text[1] != '{' || (closing = find_closing(text + 2, end)) == NULL) {
        return 0;
    }
    if (*text == '$') {
        if (!add_map(parser, parts, text + 2, closing)) {
            return 0;
        }
    }
    else {
        part.kind = PART_VARIABLE;
        rewrite_var_parse(parser->pool, text + 2,
                          (apr_size_t)(closing - (text + 2)), &part.variable);
        APR_ARRAY_PUSH(parts, part_t) = part;
    }
    return (apr_size_t)(closing + 1 - text);
}

/* The text up to the next reference, without its backslashes. Returns where it
 * ends. */
static const char *add_plain(parser_t *parser, apr_array_header_t *parts,
                             const char *text, const char *end)
{
    char *plain = apr_palloc(parser->pool, (apr_size_t)(end - text) + 1);
    char *to = plain;

    /* The first byte is known to begin no reference. */
    do {
        if (*text == '\\' && text + 1 < end) {
            text++;
        }
        *to++ = *text++;
    } while (text < end && *text != '$' && *text != '%');
    add_text(parser, parts, plain, (apr_size_t)(to - plain));
    return text;
}

/* Neighbouring texts become one, and a template of one text a literal. */
static const template_t *finish(parser_t *parser, apr_array_header_t *parts,
                                const char *source)
{
    template_t *tpl = apr_pcalloc(parser->pool, sizeof(*tpl));
    part_t *part = (part_t *)parts->elts;
    int kept_n = 0;
    int i;

    for (i = 0; i < parts->nelts; i++) {
        if (kept_n > 0 && part[i].kind == PART_TEXT
            && part[kept_n - 1].kind == PART_TEXT) {
            part[kept_n - 1].text = apr_pstrcat(
                parser->pool, part[kept_n - 1].text, part[i].text, NULL);
            part[kept_n - 1].len += part[i].len;
        }
        else {
            part[kept_n++] = part[i];
        }
    }
    tpl->source = source;
    tpl->parts = part;
    tpl->parts_n = kept_n;
    if (kept_n == 0) {
        tpl->literal = "";
    }
    else if (kept_n == 1 && part[0].kind == PART_TEXT) {
        tpl->literal = part[0].text;
    }
    return tpl;
}

static const template_t *parse(parser_t *parser, const char *text,
                               apr_size_t len)
{
    apr_array_header_t *parts = apr_array_make(parser->pool, 4, sizeof(part_t));
    const char *source = apr_pstrmemdup(parser->pool, text, len);
    const char *end = text + len;

    if (++parser->depth > REWRITE_NESTING_MAX) {
        parser->failure = apr_psprintf(
            parser->pool, "maps are nested more than %d deep in '%s'",
            REWRITE_NESTING_MAX, source);
        text = end;
    }
    while (text < end) {
        apr_size_t taken = 0;

        if (*text == '$' || *text == '%') {
            taken = add_reference(parser, parts, text, end);
            text += taken;
        }
        if (taken == 0) {
            text = add_plain(parser, parts, text, end);
        }
    }
    parser->depth--;
    return finish(parser, parts, source);
}

const char *rewrite_template_parse(apr_pool_t *pool, const char *source,
                                   const template_t **made)
{
    parser_t parser = { .pool = pool };

    *made = parse(&parser, source, strlen(source));
    return parser.failure;
}
