/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_errorformat.c - ErrorLogFormat: the letters that are known, and the
 * parser.
 */

#include "core_errorformat.h"

#include "apr_hash.h"
#include "apr_lib.h"
#include "apr_strings.h"

#include "http_core.h"

enum { LEVEL_ALL = 15, LEVEL_MAX = 15 };

/* Letter -> ap_errorlog_handler; as long-lived as the pool given first. */
static apr_hash_t *handlers;

static apr_status_t forget_handlers(void *unused)
{
    handlers = NULL;
    return APR_SUCCESS;
}

AP_DECLARE(void) ap_register_errorlog_handler(apr_pool_t *pool, char *tag,
                                              ap_errorlog_handler_fn_t *func,
                                              int flags)
{
    ap_errorlog_handler *handler = apr_palloc(pool, sizeof(*handler));

    handler->func = func;
    handler->flags = flags;
    if (!handlers) {
        handlers = apr_hash_make(pool);
        apr_pool_cleanup_register(pool, NULL, forget_handlers,
                                  apr_pool_cleanup_null);
    }
    apr_hash_set(handlers, tag, 1, handler);
}

typedef struct parse_t {
    apr_pool_t *pool;
    const char *at;
    apr_array_header_t *items;
    int has_message;
} parse_t;

static ap_errorlog_format_item *add_item(parse_t *parse)
{
    ap_errorlog_format_item *item = apr_array_push(parse->items);

    memset(item, 0, sizeof(*item));
    item->min_loglevel = LEVEL_ALL;
    item->arg = "";
    return item;
}

/* White space begins a field and belongs to it. */
static void parse_text(parse_t *parse)
{
    ap_errorlog_format_item *item = add_item(parse);
    char *text = apr_palloc(parse->pool, strlen(parse->at) + 1);
    char *out = text;

    if (apr_isspace(*parse->at)) {
        item->flags |= AP_ERRORLOG_FLAG_FIELD_SEP;
        while (apr_isspace(*parse->at)) {
            *out++ = *parse->at++;
        }
    }
    while (*parse->at && *parse->at != '%' && !apr_isspace(*parse->at)) {
        if (*parse->at == '\\' && parse->at[1]) {
            parse->at++; /* the next one stands for itself */
        }
        *out++ = *parse->at++;
    }
    *out = '\0';
    item->arg = text;
}

static const char *parse_argument(parse_t *parse, const char **arg)
{
    const char *end = strchr(parse->at, '}');

    if (!end) {
        return apr_psprintf(parse->pool, "'{%s' has no closing brace",
                            parse->at);
    }
    *arg = apr_pstrmemdup(parse->pool, parse->at,
                          (apr_size_t)(end - parse->at));
    parse->at = end + 1;
    return NULL;
}

static const char *parse_number(parse_t *parse, ap_errorlog_format_item *item)
{
    unsigned int level = 0;

    while (apr_isdigit(*parse->at) && level <= LEVEL_MAX) {
        level = level * 10 + (unsigned)(*parse->at++ - '0');
    }
    if (level < 1 || level > LEVEL_MAX) {
        return "the number in front of a letter is a level from 1 to 15";
    }
    item->min_loglevel = level;
    return NULL;
}

static const char *parse_letter(parse_t *parse, ap_errorlog_format_item *item)
{
    const ap_errorlog_handler *handler = NULL;

    if (!*parse->at) {
        return "the format ends within an item";
    }
    if (handlers) {
        handler = apr_hash_get(handlers, parse->at, 1);
    }
    if (!handler) {
        return apr_psprintf(parse->pool, "Unrecognized error log format "
                            "directive %%%c", *parse->at);
    }
    parse->at++;
    item->func = handler->func;
    item->flags |= (unsigned)handler->flags;
    if (handler->flags & AP_ERRORLOG_FLAG_MESSAGE) {
        parse->has_message = 1;
    }
    return NULL;
}

/* What follows a '%'. */
static const char *parse_item(parse_t *parse)
{
    ap_errorlog_format_item *item = add_item(parse);
    const char *failure = NULL;

    if (*parse->at == '%') {
        item->arg = "%";
        parse->at++;
        return NULL;
    }
    if (*parse->at == ' ') {
        item->flags = AP_ERRORLOG_FLAG_FIELD_SEP;
        parse->at++;
        return NULL;
    }
    while (!failure) {
        if (*parse->at == '-') {
            item->flags |= AP_ERRORLOG_FLAG_NULL_AS_HYPHEN;
            parse->at++;
        }
        else if (*parse->at == '+') {
            item->flags |= AP_ERRORLOG_FLAG_REQUIRED;
            parse->at++;
        }
        else if (*parse->at == '{') {
            parse->at++;
            failure = parse_argument(parse, &item->arg);
        }
        else if (apr_isdigit(*parse->at)) {
            failure = parse_number(parse, item);
        }
        else {
            return parse_letter(parse, item);
        }
    }
    return failure;
}

const char *pn_core_errorformat_parse(apr_pool_t *pool, const char *format,
                                      int is_message,
                                      apr_array_header_t **items)
{
    parse_t parse = {
        pool, format,
        apr_array_make(pool, 16, sizeof(ap_errorlog_format_item)), 0
    };

    while (*parse.at) {
        const char *failure = NULL;

        if (*parse.at == '%') {
            parse.at++;
            failure = parse_item(&parse);
        }
        else {
            parse_text(&parse);
        }
        if (failure) {
            return failure;
        }
    }
    if (is_message && !parse.has_message) {
        return "the format of messages must contain %M";
    }
    if (!is_message && parse.has_message) {
        return "%M can only be in the format of messages";
    }
    *items = parse.items;
    return NULL;
}
