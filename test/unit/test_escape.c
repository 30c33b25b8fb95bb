/* SPDX-License-Identifier: Apache-2.0 */
/* test_escape.c - escaping for logs, HTML, URLs and shells; decoding. */

#include "util_test.h"

#include "util/chars.h"

typedef struct row_t {
    const char *in;
    const char *out;
} row_t;

typedef char *escape_fn_t(apr_pool_t *, const char *);

static void check(escape_fn_t *escape, const row_t *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        assert_text(i, escape(pool, rows[i].in), rows[i].out);
    }
}

static void log_items_carry_no_control_characters(void **s)
{
    static const row_t rows[] = {
        { "a b", "a b" },
        { "<>&\"'", "<>&\\\"'" },
        { "\x1b\x7f\xe9", "\\x1b\\x7f\\xe9" },
        { "a\\b\"c\n\t\r\v\f\a\b", "a\\\\b\\\"c\\n\\t\\r\\v\\x0c\\x07\\b" },
        { "\xc3\xa9", "\\xc3\\xa9" },
        { "", "" },
        { NULL, NULL },
    };

    check(ap_escape_logitem, rows, N(rows));
}

static void error_log_items_keep_quotes_and_never_split_an_escape(void **s)
{
    static const struct {
        const char *in;
        apr_size_t size;
        const char *out;
    } rows[] = {
        { "<>&\"'", 20, "<>&\"'" },
        { "\x1b\x7f\xe9", 20, "\\x1b\\x7f\\xe9" },
        { "a\\b\"c\n\t\r\v\f\a", 20, "a\\\\b\"c\\n\\t\\r\\v\\x0c" },
        { "abc\x1b"
          "def",
          5, "abc" },
        { "abc\x1b"
          "def",
          7, "abc" },
        { "abc\x1b"
          "def",
          8, "abc\\x1b" },
        { "abcdef", 4, "abc" },
        { "abcdef", 1, "" },
        { "", 20, "" },
    };
    char out[32];

    for (size_t i = 0; i < N(rows); i++) {
        memset(out, '#', sizeof(out));
        assert_number(i, ap_escape_errorlog_item(out, rows[i].in, rows[i].size),
                      strlen(rows[i].out));
        assert_text(i, out, rows[i].out);
    }
    assert_int_equal(ap_escape_errorlog_item(out, "abc", 0), 0);
}

static char *html(apr_pool_t *p, const char *text)
{
    return ap_escape_html2(p, text, 0);
}

static char *html_ascii(apr_pool_t *p, const char *text)
{
    return ap_escape_html2(p, text, 1);
}

static void html_has_no_markup_left(void **s)
{
    static const row_t rows[] = {
        { "<>&\"'", "&lt;&gt;&amp;&quot;'" },
        { "", "" },
        { "\xc3\xa9", "\xc3\xa9" },
    };
    static const row_t ascii[] = {
        { "\x1b\x7f\xe9", "\x1b\x7f&#233;" },
        { "\xc3\xa9", "&#195;&#169;" },
        { "\"<", "&quot;&lt;" },
    };

    check(html, rows, N(rows));
    check(html_ascii, ascii, N(ascii));
}

static char *path_whole(apr_pool_t *p, const char *text)
{
    return ap_os_escape_path(p, text, 0);
}

static char *path_part(apr_pool_t *p, const char *text)
{
    return ap_os_escape_path(p, text, 1);
}

static void url_paths_and_segments_and_form_values(void **s)
{
    static const row_t whole[] = {
        { "a b", "a%20b" },
        { "<>&\"'", "%3c%3e&%22'" },
        { "a/b:c", "a/b:c" },
        { "x:y/z", "./x:y/z" },
        { "%", "%25" },
        { "\x1b\x7f\xe9", "%1b%7f%e9" },
        { ";&=+?#@$,!*()~-_.", ";&=+%3f%23@$,!*()~-_." },
        { "{}[]|^`'<>", "%7b%7d%5b%5d%7c%5e%60'%3c%3e" },
        { "//x:y", "//x:y" },
        { "", "" },
    };
    static const row_t part[] = { { "x:y/z", "x:y/z" } };
    static const row_t segment[] = {
        { "a/b:c", "a%2fb:c" },
        { ";&=+?#@$,!*()~-_.", "%3b&=+%3f%23@$,!*()~-_." },
        { "./x", ".%2fx" },
    };
    static const row_t form[] = {
        { "a b", "a+b" },
        { "a+b", "a%2bb" },
        { ";&=+?#@$,!*()~-_.", "%3b%26%3d%2b%3f%23%40%24%2c%21*%28%29%7e-_." },
        { "\xc3\xa9", "%c3%a9" },
    };

    check(path_whole, whole, N(whole));
    check(path_part, part, N(part));
    check(ap_escape_path_segment, segment, N(segment));
    check(ap_escape_urlencoded, form, N(form));
}

static void nothing_is_left_for_a_shell(void **s)
{
    static const row_t rows[] = {
        { "a b", "a b" },
        { "<>&\"'", "\\<\\>\\&\\\"\\'" },
        { "a\\b\"c\n\t\r", "a\\\\b\\\"c\\\n\t\r" },
        { ";&=+?#@$,!*()~-_.", "\\;\\&=+\\?#@\\$,!\\*\\(\\)\\~-_." },
        { "{}[]|^`'<>", "\\{\\}\\[\\]\\|\\^\\`\\'\\<\\>" },
    };

    check(ap_escape_shell_cmd, rows, N(rows));
}

static void quotes_are_escaped_once(void **s)
{
    static const row_t rows[] = {
        { "<>&\"'", "<>&\\\"'" },
        { "a\\\"b\\\\\"c", "a\\\"b\\\\\\\"c" },
        { "\\", "\\" },
        { "", "" },
    };

    check(ap_escape_quotes, rows, N(rows));
}

static void bytes_become_hexadecimal(void **s)
{
    char out[9];

    ap_bin2hex("\x00\xff\x1a\xa1", 4, out);
    assert_string_equal(out, "00ff1aa1");
    ap_bin2hex("", 0, out);
    assert_string_equal(out, "");
}

/* --- decoding ------------------------------------------------------------ */

static void decoding_refuses_what_no_path_may_have(void **s)
{
    static const struct {
        const char *in;
        unsigned flags;
        int status;
        const char *out;
    } rows[] = {
        { "a%20b", 0, OK, "a b" },
        { "a+b", 0, OK, "a+b" },
        { "%2f", 0, OK, "/" },
        { "%00", 0, HTTP_NOT_FOUND, "" },
        { "%zz", 0, HTTP_BAD_REQUEST, "%zz" },
        { "%4", 0, HTTP_BAD_REQUEST, "%4" },
        { "%", 0, HTTP_BAD_REQUEST, "%" },
        { "a%2525", 0, OK, "a%25" }, /* never twice */
        { "%e9%5c", 0, OK, "\xe9\\" },
        { "%00%zz", 0, HTTP_BAD_REQUEST, "" },
        { "%41%2f%42", AP_UNESCAPE_URL_FORBID_SLASHES, HTTP_NOT_FOUND, "A/B" },
        { "%zz%2f", AP_UNESCAPE_URL_FORBID_SLASHES, HTTP_BAD_REQUEST, "%zz/" },
        { "%41%2F%42", AP_UNESCAPE_URL_KEEP_SLASHES, OK, "A%2FB" },
        { "%2f%00", AP_UNESCAPE_URL_KEEP_SLASHES, HTTP_NOT_FOUND, "%2f" },
        { "%41%2f%42",
          AP_UNESCAPE_URL_KEEP_SLASHES | AP_UNESCAPE_URL_FORBID_SLASHES,
          HTTP_NOT_FOUND, "A/B" },
        { "%41%7e%2f%20", AP_UNESCAPE_URL_KEEP_UNRESERVED, OK, "%41%7e/ " },
        { "%41%2f",
          AP_UNESCAPE_URL_KEEP_UNRESERVED | AP_UNESCAPE_URL_KEEP_SLASHES, OK,
          "%41%2f" },
    };

    for (size_t i = 0; i < N(rows); i++) {
        char *text = apr_pstrdup(pool, rows[i].in);

        assert_number(i, ap_unescape_url_ex(text, rows[i].flags),
                      rows[i].status);
        assert_text(i, text, rows[i].out);
    }
}

static void the_named_decoders_have_their_flags(void **s)
{
    char text[] = "%2F";
    char kept[] = "%2F";
    char decoded[] = "%2F";
    char all[] = "%2F";
    char form[] = "a+b%2B%26";

    assert_int_equal(ap_unescape_url(text), HTTP_NOT_FOUND);
    assert_int_equal(ap_unescape_url_keep2f(kept, 0), OK);
    assert_string_equal(kept, "%2F");
    assert_int_equal(ap_unescape_url_keep2f(decoded, 1), OK);
    assert_string_equal(decoded, "/");
    assert_int_equal(ap_unescape_all(all), OK);
    assert_string_equal(all, "/");
    assert_int_equal(ap_unescape_urlencoded(form), OK);
    assert_string_equal(form, "a b+&");
}

static void base64_goes_both_ways(void **s)
{
    char text[] = "a\xe9 b";

    assert_text(0, ap_pbase64encode(pool, text), "YekgYg==");
    assert_text(1, ap_pbase64decode(pool, "YekgYg=="), text);
    assert_text(2, ap_pbase64decode(pool, "YWJj"), "abc");
    assert_text(3, ap_pbase64decode(pool, "YW Jj=="), "a"); /* to the blank */
    assert_text(4, ap_pbase64decode(pool, ""), "");
}

/* --- the table behind them ----------------------------------------------- */

static int is_alnum(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
           || (c >= '0' && c <= '9');
}

static int is_one_of(int c, const char *set)
{
    return c != 0 && strchr(set, c) != NULL;
}

static void every_class_holds_what_its_definition_says(void **s)
{
    for (int c = 0; c < 256; c++) {
        const int alnum = is_alnum(c);
        const int visible = (c > 0x20 && c < 0x7f) || c >= 0x80;
        const int segment = alnum || is_one_of(c, "$-_.+!*'(),:@&=~");
        const struct {
            unsigned class;
            int want;
        } classes[] = {
            { PN_CHAR_TOKEN, alnum || is_one_of(c, "!#$%&'*+-.^_`|~") },
            { PN_CHAR_VISIBLE, visible },
            { PN_CHAR_FIELD, visible || c == ' ' || c == '\t' },
            { PN_CHAR_SEGMENT, segment },
            { PN_CHAR_PATH, segment || c == '/' || c == ';' },
            { PN_CHAR_FORM, alnum || is_one_of(c, "*-_.") },
            { PN_CHAR_SHELL, is_one_of(c, "&;`'\"|*?~<>^()[]{}$\\\n") },
            { PN_CHAR_UNRESERVED, alnum || is_one_of(c, "-._~") },
        };

        for (size_t i = 0; i < N(classes); i++) {
            if (pn_char_is((char)c, classes[i].class) != classes[i].want) {
                fail_msg("byte %d, class %u", c, classes[i].class);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(log_items_carry_no_control_characters),
        test(error_log_items_keep_quotes_and_never_split_an_escape),
        test(html_has_no_markup_left),
        test(url_paths_and_segments_and_form_values),
        test(nothing_is_left_for_a_shell),
        test(quotes_are_escaped_once),
        test(bytes_become_hexadecimal),
        test(decoding_refuses_what_no_path_may_have),
        test(the_named_decoders_have_their_flags),
        test(base64_goes_both_ways),
        test(every_class_holds_what_its_definition_says),
    };

    return run_all(tests);
}
