/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_parse.c - a format of a log becomes a list of items.
 *
 * A JSON format is a template: its text is written as it stands, with what each
 * item found in the place of the item. "%x" in quotes of its own is a string,
 * or null without quotes when there is nothing to say; %x outside of quotes is
 * a number, or null; within other text of a string it is a part of that string.
 */
#include "log_config.h"

#include "apr_lib.h"
#include "apr_strings.h"

typedef struct parse_t {
    apr_pool_t *pool;
    const char *at;
    int is_json;
    int in_string; /* of a JSON template */
    apr_array_header_t *items;
} parse_t;

static log_item_t *add_item(parse_t *parse)
{
    log_item_t *item = apr_array_push(parse->items);

    memset(item, 0, sizeof(*item));
    return item;
}

static void add_text(parse_t *parse, const char *text, size_t len)
{
    if (len > 0) {
        add_item(parse)->text = apr_pstrmemdup(parse->pool, text, len);
    }
}

/* Text up to the next '%'. "\n", "\t", "\"" and "\\" mean what they mean in C;
 * any other backslash stays. */
static void parse_text(parse_t *parse)
{
    char *text = apr_palloc(parse->pool, strlen(parse->at) + 1);
    char *to = text;

    while (*parse->at != '\0' && *parse->at != '%') {
        if (*parse->at != '\\' || parse->at[1] == '\0') {
            *to++ = *parse->at++;
            continue;
        }
        switch (parse->at[1]) {
        case 'n':
            *to++ = '\n';
            break;
        case 't':
            *to++ = '\t';
            break;
        case '\\':
        case '"':
            *to++ = parse->at[1];
            break;
        default:
            *to++ = *parse->at;
            *to++ = parse->at[1];
            break;
        }
        parse->at += 2;
    }
    add_text(parse, text, (size_t)(to - text));
}

/* The same in a JSON template: as it stands, but strings are followed. */
static void parse_json_text(parse_t *parse)
{
    const char *start = parse->at;

    while (*parse->at != '\0' && *parse->at != '%') {
        if (*parse->at == '\\' && parse->in_string && parse->at[1] != '\0') {
            parse->at++;
        }
        else if (*parse->at == '"') {
            parse->in_string = !parse->in_string;
        }
        parse->at++;
    }
    add_text(parse, start, (size_t)(parse->at - start));
}

static const char *add_condition(parse_t *parse, log_item_t *item)
{
    int code = 0;

    while (apr_isdigit(*parse->at)) {
        if (code > 999) {
            return "no HTTP status is that large";
        }
        code = code * 10 + (*parse->at++ - '0');
    }
    if (!item->conditions) {
        item->conditions = apr_array_make(parse->pool, 4, sizeof(int));
    }
    APR_ARRAY_PUSH(item->conditions, int) = code;
    return NULL;
}

/* What may stand between '%' and the letter, in any order: a list of statuses,
 * perhaps negated; '<' or '>'; an argument in braces. *choice is '<', '>' or
 * '\0'. */
static const char *parse_modifiers(parse_t *parse, log_item_t *item,
                                   char *choice)
{
    item->condition_sense = 1;
    for (;;) {
        const char *error = NULL;
        const char *end;

        switch (*parse->at) {
        case '\0':
            return "the format ends within an item";
        case '!':
            item->condition_sense = !item->condition_sense;
            parse->at++;
            break;
        case '<':
        case '>':
            *choice = *parse->at++;
            break;
        case ',':
            parse->at++;
            break;
        case '{':
            end = strchr(parse->at, '}');
            if (!end) {
                return "an argument has no closing '}'";
            }
            item->arg = apr_pstrmemdup(parse->pool, parse->at + 1,
                                       (apr_size_t)(end - parse->at - 1));
            parse->at = end + 1;
            break;
        default:
            if (!apr_isdigit(*parse->at)) {
                return NULL;
            }
            error = add_condition(parse, item);
            break;
        }
        if (error) {
            return error;
        }
    }
}

/* "^" begins the tags of three characters. */
static const log_handler_t *take_handler(parse_t *parse)
{
    const size_t len = *parse->at == '^' ? 3 : 1;
    const log_handler_t *found = strlen(parse->at) >= len
                                     ? log_items_find(parse->at, len)
                                     : NULL;

    if (found) {
        parse->at += len;
    }
    return found;
}

/*
 * In a JSON template: where the item stands. An item that is all of a string
 * takes the quotes around it, since null has none.
 */
static void place_json_item(parse_t *parse, log_item_t *item)
{
    const int index = (int)(item - (log_item_t *)parse->items->elts);
    log_item_t *before = index > 0 ? item - 1 : NULL;
    size_t len;

    if (!parse->in_string) {
        item->place = LOG_PLACE_BARE;
        return;
    }
    item->place = LOG_PLACE_IN_STRING;
    len = before && !before->func ? strlen(before->text) : 0;
    if (*parse->at == '"' && len > 0 && before->text[len - 1] == '"'
        && (len < 2 || before->text[len - 2] != '\\')) {
        before->text = apr_pstrmemdup(parse->pool, before->text, len - 1);
        parse->at++;
        parse->in_string = 0;
        item->place = LOG_PLACE_STRING;
    }
}

/* parse->at stands behind the '%'. */
static const char *parse_item(parse_t *parse)
{
    const char *start = parse->at;
    const log_handler_t *handler;
    log_item_t *item;
    char choice = '\0';
    const char *error;

    if (*parse->at == '%') {
        add_text(parse, parse->at++, 1);
        return NULL;
    }
    item = add_item(parse);
    item->arg = apr_pstrdup(parse->pool, "");
    error = parse_modifiers(parse, item, &choice);
    if (error) {
        return apr_psprintf(parse->pool, "%s: '%%%s'", error, start);
    }
    handler = take_handler(parse);
    if (!handler) {
        return apr_psprintf(parse->pool,
                            "there is no log item '%%%.*s' (is the module "
                            "loaded that has it?)",
                            *parse->at == '^' ? 3 : 1, parse->at);
    }
    item->func = handler->public.func;
    item->is_raw = handler->is_raw;
    item->wants_original = choice == '<'   ? 1
                           : choice == '>' ? 0
                                           : handler->public.want_orig_default;
    if (parse->is_json) {
        place_json_item(parse, item);
    }
    return NULL;
}

/* When all is parsed: a text may be cut after it was added. */
static void measure_texts(apr_array_header_t *items)
{
    for (int i = 0; i < items->nelts; i++) {
        log_item_t *item = &APR_ARRAY_IDX(items, i, log_item_t);

        item->text_len = item->text ? (int)strlen(item->text) : 0;
    }
}

const char *log_parse(apr_pool_t *pool, const char *format, int is_json,
                      apr_array_header_t **items)
{
    parse_t parse = { .pool = pool, .at = format, .is_json = is_json };
    const char *error = NULL;

    parse.items = apr_array_make(pool, 30, sizeof(log_item_t));
    while (*parse.at != '\0' && !error) {
        if (*parse.at == '%') {
            parse.at++;
            error = parse_item(&parse);
        }
        else if (is_json) {
            parse_json_text(&parse);
        }
        else {
            parse_text(&parse);
        }
    }
    if (!error && parse.in_string) {
        error = "a string of the JSON format has no closing quote";
    }
    add_text(&parse, APR_EOL_STR, strlen(APR_EOL_STR));
    measure_texts(parse.items);
    *items = parse.items;
    return error;
}
