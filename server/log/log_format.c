/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_format.c - ErrorLogFormat: parsing it, and writing a line by it.
 *
 * A format is a list of items. Literal text is an item whose handler writes
 * its argument; unescaped blanks are one with AP_ERRORLOG_FLAG_FIELD_SEP. They
 * cut the line into fields, and a field in which an item has nothing to say is
 * dropped whole, together with the blanks before it.
 */
#include "log/error_log.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "apr_lib.h"
#include "apr_strings.h"

#include "http_log.h"
#include "log/log_private.h"
#include "util_time.h"

/* --- parsing ------------------------------------------------------------- */

static int log_literal(const ap_errorlog_info *info, const char *arg, char *buf,
                       int buflen)
{
    return (int)(apr_cpystrn(buf, arg, (apr_size_t)buflen) - buf);
}

/* Blanks between fields, or nothing: "% ". */
static const char *parse_separator(apr_pool_t *pool, const char *format,
                                   ap_errorlog_format_item *item)
{
    const char *end = format;

    while (*end == ' ' || *end == '\t') {
        end++;
    }
    item->func = log_literal;
    item->flags = AP_ERRORLOG_FLAG_FIELD_SEP;
    item->arg = apr_pstrmemdup(pool, format, (apr_size_t)(end - format));
    return end;
}

/* What a backslash makes of the character behind it. */
static char unescape(char c)
{
    switch (c) {
    case 't':
        return '\t';
    case 'n':
        return '\n';
    default:
        return c;
    }
}

/* Text up to a blank or '%'. A backslash takes the next character as it is,
 * but "\t" and "\n" mean what they mean in C. */
static const char *parse_literal(apr_pool_t *pool, const char *format,
                                 ap_errorlog_format_item *item)
{
    char *text = apr_palloc(pool, strlen(format) + 1);
    char *to = text;

    while (*format != '\0' && *format != '%' && *format != ' '
           && *format != '\t') {
        if (*format == '\\' && format[1] != '\0') {
            *to++ = unescape(*++format);
        }
        else {
            *to++ = *format;
        }
        format++;
    }
    *to = '\0';
    item->func = log_literal;
    item->arg = text;
    return format;
}

/* "-", "+", a level: between '%' and what they apply to. Returns an error. */
static const char *parse_modifiers(apr_pool_t *pool, const char **format,
                                   int is_once, ap_errorlog_format_item *item)
{
    const char *at = *format;

    for (;; at++) {
        if (*at == '-') {
            item->flags |= AP_ERRORLOG_FLAG_NULL_AS_HYPHEN;
        }
        else if (*at == '+' && is_once) {
            item->flags |= AP_ERRORLOG_FLAG_REQUIRED;
        }
        else if (*at == '+') {
            return "'+' has a meaning only in 'connection' and 'request' "
                   "formats";
        }
        else if (apr_isdigit(*at)) {
            item->min_loglevel = item->min_loglevel * 10
                                 + (unsigned)(*at - '0');
            if (item->min_loglevel > APLOG_TRACE8) {
                return apr_psprintf(pool, "the highest level is %d, in '%%%s'",
                                    APLOG_TRACE8, *format);
            }
        }
        else {
            *format = at;
            return NULL;
        }
    }
}

/* *format stands behind a '%'. */
static const char *parse_directive(apr_pool_t *pool, const char **format,
                                   int is_once, ap_errorlog_format_item *item)
{
    const ap_errorlog_handler *handler;
    const char *error;

    if (**format == '%') {
        ++*format;
        item->func = log_literal;
        item->arg = "%";
        return NULL;
    }
    if (**format == ' ') {
        ++*format;
        item->func = log_literal;
        item->flags = AP_ERRORLOG_FLAG_FIELD_SEP;
        item->arg = "";
        return NULL;
    }
    error = parse_modifiers(pool, format, is_once, item);
    if (error) {
        return error;
    }
    item->arg = NULL;
    if (**format == '{') {
        const char *end = strchr(*format, '}');

        if (!end) {
            return apr_psprintf(pool, "no '}' ends '%s'", *format);
        }
        item->arg = apr_pstrmemdup(pool, *format + 1,
                                   (apr_size_t)(end - *format - 1));
        *format = end + 1;
    }
    handler = pn_log_item_find(**format);
    if (**format == '\0' || !handler) {
        return apr_psprintf(pool, "there is no error log item '%%%c'",
                            **format ? **format : ' ');
    }
    ++*format;
    item->func = handler->func;
    item->flags |= (unsigned)handler->flags;
    return NULL;
}

const char *pn_error_log_parse_format(apr_pool_t *pool, const char *format,
                                      int is_once, apr_array_header_t **items)
{
    int n_messages = 0;

    *items = apr_array_make(pool, 16, sizeof(ap_errorlog_format_item));
    while (*format != '\0') {
        ap_errorlog_format_item *item = apr_array_push(*items);

        memset(item, 0, sizeof(*item));
        if (*format == '%') {
            const char *error;

            format++;
            error = parse_directive(pool, &format, is_once, item);
            if (error) {
                return error;
            }
        }
        else if (*format == ' ' || *format == '\t') {
            format = parse_separator(pool, format, item);
        }
        else {
            format = parse_literal(pool, format, item);
        }
        n_messages += (item->flags & AP_ERRORLOG_FLAG_MESSAGE) != 0;
    }
    if (is_once && n_messages > 0) {
        return "'connection' and 'request' formats have no message: no '%M'";
    }
    if (!is_once && n_messages != 1) {
        return "the format needs '%M', the message, just once";
    }
    return NULL;
}

/* --- writing ------------------------------------------------------------- */

/* Room for text, its final NUL included; the end of line has its own. */
static int room(const pn_log_line_t *line)
{
    return PN_LOG_LINE_BYTES - 1 - line->len;
}

void pn_log_line_add(pn_log_line_t *line, const char *text)
{
    if (room(line) > 1) {
        line->len += (int)(apr_cpystrn(line->text + line->len, text,
                                       (apr_size_t)room(line))
                           - (line->text + line->len));
    }
}

/* Runs a handler at the line's end; what it wrote counts. */
static int add_item(pn_log_line_t *line, const ap_errorlog_info *info,
                    ap_errorlog_handler_fn_t *func, const char *arg)
{
    int len = 0;

    if (room(line) > 1) {
        len = func(info, arg, line->text + line->len, room(line));
        /* A handler of a module may report what it would have written. */
        if (len > room(line) - 1) {
            len = room(line) - 1;
        }
        if (len < 0) {
            len = 0;
        }
        line->len += len;
    }
    line->text[line->len] = '\0';
    return len;
}

static void add_message(pn_log_line_t *line, const char *message)
{
    line->message_start = line->len;
    line->len += (int)ap_escape_errorlog_item(
        line->text + line->len, message,
        room(line) > 0 ? (apr_size_t)room(line) : 0);
    line->message_end = line->len;
}

/*
 * Adds one item. Returns FALSE when its field is to be dropped; *is_void is
 * set when the whole line is.
 */
static int add_format_item(pn_log_line_t *line, const ap_errorlog_info *info,
                           const char *message,
                           const ap_errorlog_format_item *item, int *is_void)
{
    if (item->flags & AP_ERRORLOG_FLAG_MESSAGE) {
        add_message(line, message);
        return 1;
    }
    if (item->min_loglevel > (unsigned)info->level) {
        return 0;
    }
    if (add_item(line, info, item->func, item->arg) > 0) {
        return 1;
    }
    if (item->flags & AP_ERRORLOG_FLAG_REQUIRED) {
        *is_void = 1;
    }
    else if (item->flags & AP_ERRORLOG_FLAG_NULL_AS_HYPHEN) {
        pn_log_line_add(line, "-");
        return 1;
    }
    return 0;
}

int pn_log_format_items(pn_log_line_t *line, const ap_errorlog_info *info,
                        const char *message, const apr_array_header_t *items)
{
    int field_start = 0;
    int is_dropped = 0;
    int is_void = 0;

    for (int i = 0; i < items->nelts && !is_void; i++) {
        const ap_errorlog_format_item *item = &APR_ARRAY_IDX(
            items, i, ap_errorlog_format_item);

        if (item->flags & AP_ERRORLOG_FLAG_FIELD_SEP) {
            if (is_dropped) {
                line->len = field_start;
                is_dropped = 0;
            }
            field_start = line->len;
            pn_log_line_add(line, item->arg);
        }
        else if (!is_dropped) {
            is_dropped = !add_format_item(line, info, message, item, &is_void);
        }
    }
    if (is_dropped) {
        line->len = field_start;
    }
    line->text[line->len] = '\0';
    return !is_void;
}

/* An item of the default format with what stands around it; nothing at all if
 * the item has nothing to say. */
static void add_wrapped(pn_log_line_t *line, const ap_errorlog_info *info,
                        const char *before, char letter, const char *after)
{
    const int start = line->len;

    pn_log_line_add(line, before);
    if (add_item(line, info, pn_log_item_find(letter)->func, NULL) > 0) {
        pn_log_line_add(line, after);
    }
    else {
        line->len = start;
        line->text[start] = '\0';
    }
}

/* "[time] [module:level] [pid P:tid T] " */
static void add_prefix(pn_log_line_t *line, const ap_errorlog_info *info)
{
    if (!info->using_syslog) {
        int size = room(line);

        line->text[line->len++] = '[';
        ap_recent_ctime_ex(line->text + line->len, apr_time_now(),
                           AP_CTIME_OPTION_USEC, &size);
        line->len += size > 0 ? size - 1 : 0;
        pn_log_line_add(line, "] ");
    }
    pn_log_line_add(line, "[");
    add_item(line, info, pn_log_item_find('m')->func, NULL);
    line->len += apr_snprintf(line->text + line->len, (apr_size_t)room(line),
                              ":%s] [pid %" APR_PID_T_FMT ":tid %ld] ",
                              pn_log_level_name(info->level), getpid(),
                              (long)syscall(SYS_gettid));
}

void pn_log_format_default(pn_log_line_t *line, const ap_errorlog_info *info,
                           const char *message)
{
    if (!info->startup) {
        add_prefix(line, info);
        if (info->level >= APLOG_DEBUG) {
            add_wrapped(line, info, "", 'F', ": ");
        }
    }
    add_wrapped(line, info, "", 'E', ": ");
    if (info->c && !info->startup) {
        add_wrapped(line, info, "[client ", 'a', "] ");
    }
    add_message(line, message);
    if (info->r && info->r->headers_in && !info->startup) {
        const char *referer = apr_table_get(info->r->headers_in, "Referer");

        if (referer) {
            char escaped[PN_LOG_LINE_BYTES];

            ap_escape_errorlog_item(escaped, referer, sizeof(escaped));
            pn_log_line_add(line, ", referer: ");
            pn_log_line_add(line, escaped);
        }
    }
}
