/* SPDX-License-Identifier: Apache-2.0 */
/* test_log_config.c - formats of access logs: parsing, items, JSON. */

#include "util_test.h"

#include <time.h>

#include "apr_tables.h"

#include "../../modules/loggers/log_config/log_config.h"
#include "fake_request.h"

/* The line that a format gives for r: what mod_log_config does. */
static const char *line_of(request_rec *r, const char *format, int is_json)
{
    apr_array_header_t *items;
    const char *line = "";

    log_items_init(pool);
    assert_text(0, log_parse(pool, format, is_json, &items), NULL);
    for (int i = 0; i < items->nelts; i++) {
        const log_item_t *item = &APR_ARRAY_IDX(items, i, log_item_t);
        const char *text = item->text;

        if (item->func) {
            text = item->func(r, item->arg);
            if (is_json) {
                text = log_json_value(pool, text, item->place);
            }
            else if (!text) {
                text = "-";
            }
            else if (item->is_raw) {
                text = ap_escape_logitem(pool, text);
            }
        }
        line = apr_pstrcat(pool, line, text, NULL);
    }
    return line;
}

static request_rec *make_request(void)
{
    request_rec *r = fake_request(pool);

    fake_target(r, "GET", "/a?b=c");
    r->the_request = apr_pstrdup(pool, "GET /a?b=\"c\x1b HTTP/1.1");
    r->request_time = APR_TIME_C(1780000000123456);
    r->useragent_ip = apr_pstrdup(pool, "10.0.0.1");
    apr_table_set(r->headers_in, "User-Agent", "q\"\\\t\xe9");
    apr_table_set(r->headers_in, "Cookie", "xa=0; a=1; b = two words ; c=");
    apr_table_add(r->headers_out, "Set-Cookie", "a=1");
    apr_table_add(r->headers_out, "Set-Cookie", "b=2");
    r->content_type = "text/html;charset=utf-8";
    apr_table_set(r->notes, "N", "note");
    apr_table_set(r->subprocess_env, "E", "env");
    return r;
}

static void items_give_what_apache_gives(void **s)
{
    static const struct {
        const char *format;
        const char *line;
    } rows[] = {
        { "%a %{c}a %A", "10.0.0.1 127.0.0.1 127.0.0.1" },
        { "%r", "GET /a?b=\\\"c\\x1b HTTP/1.1" },
        { "%m %U%q %H", "GET /a?b=c HTTP/1.1" },
        { "%{User-Agent}i", "q\\\"\\\\\\t\\xe9" },
        { "%{Nope}i|%{Nope}o|%{Nope}n|%{Nope}e|%{Nope}C", "-|-|-|-|-" },
        { "%{a}C|%{b}C|%{c}C|%{x}C", "1|two words|-|-" },
        { "%{Set-Cookie}o|%{content-type}o", "a=1, b=2|text/html" },
        { "%{N}n %{E}e", "note env" },
        { "%t", "[28/May/2026:22:26:40 +0200]" },
        { "%{sec}t %{msec}t %{usec}t",
          "1780000000 1780000000123 1780000000123456" },
        { "%{msec_frac}t %{usec_frac}t", "123 123456" },
        { "%{%Y-%m-%d}t %{begin:%H}t %{begin}t",
          "2026-05-28 22 [28/May/2026:22:26:40 +0200]" },
        { "%b %B %s %>s %k %X", "- 0 200 200 0 -" },
        { "%p %{local}p %{remote}p %{odd}p", "80 80 50000 odd" },
        { "%u %l %L %R %f", "- - - - -" },
        { "%% \\t\\n \\\" \\\\ \\x", "% \t\n \" \\ \\x" },
        { "%v", "test" },
        { "%{T}^ti %{T}^to", "- -" },
        { "", "" },
    };
    request_rec *r = make_request();

    for (size_t i = 0; i < N(rows); i++) {
        assert_text(i, line_of(r, rows[i].format, 0),
                    apr_pstrcat(pool, rows[i].line, "\n", NULL));
    }
    r->user = apr_pstrdup(pool, "");
    assert_text(100, line_of(r, "%u", 0), "\\\"\\\"\n");
}

static void modifiers_are_kept_with_their_item(void **s)
{
    static const struct {
        const char *format;
        int wants_original;
        int sense;
        int n_conditions;
    } rows[] = {
        { "%s", 1, 1, 0 },        { "%>s", 0, 1, 0 },
        { "%<u", 1, 1, 0 },       { "%u", 0, 1, 0 },
        { "%400,501s", 1, 1, 2 }, { "%!200,304,302{Referer}i", 0, 0, 3 },
        { "%{x}>404i", 0, 1, 1 },
    };

    log_items_init(pool);
    for (size_t i = 0; i < N(rows); i++) {
        apr_array_header_t *items;
        const log_item_t *item;

        assert_text(i, log_parse(pool, rows[i].format, 0, &items), NULL);
        item = &APR_ARRAY_IDX(items, 0, log_item_t);
        assert_number(i, item->wants_original, rows[i].wants_original);
        assert_number(i, item->condition_sense, rows[i].sense);
        assert_number(i, item->conditions ? item->conditions->nelts : 0,
                      rows[i].n_conditions);
    }
}

static void bad_formats_are_refused(void **s)
{
    static const char *const bad[] = {
        "%Z", "%{x", "%400", "%",   "%^",    "%^x", "%^xx",    "%{a}",
        "%>", "%!",  "%4,",  "%-s", "%{x}%", "%<%", "%99999s",
    };
    apr_array_header_t *items;

    log_items_init(pool);
    for (size_t i = 0; i < N(bad); i++) {
        if (!log_parse(pool, bad[i], 0, &items)) {
            fail_msg("'%s' was taken", bad[i]);
        }
    }
    assert_non_null(log_parse(pool, "{\"a\":\"%r}", 1, &items));
}

static void modules_add_and_replace_items(void **s)
{
    static char tag[] = "Z";

    log_items_init(pool);
    assert_null(log_items_find("Z", 1));
    log_items_register(pool, tag, log_time_text, 1);
    assert_int_equal(log_items_find("Z", 1)->public.want_orig_default, 1);
    assert_int_equal(log_items_find("Z", 1)->is_raw, 0);
    apr_pool_clear(pool);
    assert_null(log_items_find("Z", 1));
}

/* Case O11. */
static void json_lines_are_json(void **s)
{
    static const struct {
        const char *format;
        const char *line;
    } rows[] = {
        { "{\"ua\":\"%{User-Agent}i\"}", "{\"ua\":\"q\\\"\\\\\\t\\u00e9\"}" },
        { "{\"r\":\"%r\"}", "{\"r\":\"GET /a?b=\\\"c\\u001b HTTP/1.1\"}" },
        { "{\"no\":\"%{Nope}i\",\"u\":\"%u\"}", "{\"no\":null,\"u\":null}" },
        { "{\"n\":%B,\"b\":%b,\"s\":%>s}", "{\"n\":0,\"b\":null,\"s\":200}" },
        { "{\"x\":%m}", "{\"x\":\"GET\"}" },
        { "{\"both\":\"%m %{Nope}i\"}", "{\"both\":\"GET -\"}" },
        { "{\"q\":\"a\\\"%m\"}", "{\"q\":\"a\\\"GET\"}" },
        { "[\"%m\",\"%H\"]", "[\"GET\",\"HTTP/1.1\"]" },
        { "{\"p\":\"100%%\"}", "{\"p\":\"100%\"}" },
    };
    request_rec *r = make_request();

    for (size_t i = 0; i < N(rows); i++) {
        assert_text(i, line_of(r, rows[i].format, 1),
                    apr_pstrcat(pool, rows[i].line, "\n", NULL));
    }
}

static void json_strings_are_utf8_always(void **s)
{
    static const struct {
        const char *in;
        const char *out;
    } rows[] = {
        { "a\"\\/\b\f\n\r\t", "a\\\"\\\\/\\b\\f\\n\\r\\t" },
        { "\x1b\x7f\x01", "\\u001b\\u007f\\u0001" },
        { "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
          "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80" },
        { "\xe9", "\\u00e9" },
        { "\xc3", "\\u00c3" }, /* cut off */
        { "\xe2\x82", "\\u00e2\\u0082" },
        { "\xc0\xaf", "\\u00c0\\u00af" },            /* overlong */
        { "\xed\xa0\x80", "\\u00ed\\u00a0\\u0080" }, /* surrogate */
        { "\xf4\x90\x80\x80", "\\u00f4\\u0090\\u0080\\u0080" },
        { "\xc2\x9b"
          "31m",
          "\\u009b31m" }, /* a terminal's CSI */
        { "", "" },
    };

    for (size_t i = 0; i < N(rows); i++) {
        assert_text(i, log_json_escape(pool, rows[i].in), rows[i].out);
    }
}

static void bare_json_values_are_numbers_or_strings(void **s)
{
    static const struct {
        const char *in;
        const char *out;
    } rows[] = {
        { "0", "0" },           { "12", "12" },     { "-1", "-1" },
        { "1.5", "1.5" },       { "01", "\"01\"" }, { "1.", "\"1.\"" },
        { "1a", "\"1a\"" },     { "", "\"\"" },     { NULL, "null" },
        { "true", "\"true\"" },
    };

    for (size_t i = 0; i < N(rows); i++) {
        assert_text(i, log_json_value(pool, rows[i].in, LOG_PLACE_BARE),
                    rows[i].out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(items_give_what_apache_gives),
        test(modifiers_are_kept_with_their_item),
        test(bad_formats_are_refused),
        test(modules_add_and_replace_items),
        test(json_lines_are_json),
        test(json_strings_are_utf8_always),
        test(bare_json_values_are_numbers_or_strings),
    };

    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
    return run_all(tests);
}
