/* SPDX-License-Identifier: Apache-2.0 */
/* test_cookies.c - cookies, FastCGI variables, ${NAME} in configurations. */

#include "util_test.h"

#include "apr_tables.h"

#include "fake_request.h"
#include "http_log.h"
#include "util/resolve_env.h"
#include "util_cookies.h"
#include "util_fcgi.h"

static void cookies_are_read_and_taken_away(void **s)
{
    static const struct {
        const char *field;
        const char *value; /* of "n" */
        const char *left;  /* after removal */
        int is_error;
    } rows[] = {
        { "a=1; n=2; b=3", "2", "a=1; b=3", 0 },
        { "n=2", "2", NULL, 0 },
        { "xn=2; n=3", "3", "xn=2", 0 },
        { "n=", "", NULL, 0 },
        { "b=1;n=4", "4", "b=1", 0 },
        { "n=1; n=5", NULL, "n=1; n=5", 1 },
        { "a=1", NULL, "a=1", 0 },
        { "$Version=1; n=2; $Path=/", "2", NULL, 0 },
        { "$Version=1; n=2; $Path=/; a=1; $Path=/x", "2",
          "$Version=1; a=1; $Path=/x", 0 },
        { "n", NULL, "n", 0 },
        { "n = 6", NULL, "n = 6", 0 },
        { " n=7", "7", NULL, 0 },
        { "a=1, n=8", "8", "a=1", 0 },
        { "N=9", NULL, "N=9", 0 },
        { "n=a=b", "a=b", NULL, 0 },
    };

    for (size_t i = 0; i < N(rows); i++) {
        request_rec *r = fake_request(pool);
        const char *value = NULL;

        apr_table_set(r->headers_in, "Cookie", rows[i].field);
        assert_number(i, ap_cookie_read(r, "n", &value, 0) != APR_SUCCESS,
                      rows[i].is_error);
        assert_text(i, value, rows[i].value);
        assert_text(i, apr_table_get(r->headers_in, "Cookie"), rows[i].field);
        ap_cookie_read(r, "n", &value, 1);
        assert_text(i, apr_table_get(r->headers_in, "Cookie"), rows[i].left);
    }
}

static void cookies_are_set_with_attributes(void **s)
{
    request_rec *r = fake_request(pool);
    apr_table_t *t = r->headers_out;

    ap_cookie_write(r, "n", "v=1", "path=/;HttpOnly", 30, t, r->err_headers_out,
                    NULL);
    assert_text(0, apr_table_get(t, "Set-Cookie"),
                "n=v=1;Max-Age=30;path=/;HttpOnly");
    assert_text(1, apr_table_get(r->err_headers_out, "Set-Cookie"),
                "n=v=1;Max-Age=30;path=/;HttpOnly");
    apr_table_clear(t);
    ap_cookie_write(r, "n", "v", NULL, 0, t, NULL);
    assert_text(2, apr_table_get(t, "Set-Cookie"),
                "n=v;HttpOnly;Secure;Version=1");
    apr_table_clear(t);
    ap_cookie_write2(r, "n", "v", "Path=/", 5, t, NULL);
    assert_text(3, apr_table_get(t, "Set-Cookie2"), "n=v;Max-Age=5;Path=/");
    apr_table_clear(t);
    ap_cookie_remove(r, "n", "path=/", t, NULL);
    assert_text(4, apr_table_get(t, "Set-Cookie"), "n=;Max-Age=0;path=/");
    apr_table_clear(t);
    ap_cookie_remove2(r, "n", NULL, t, NULL);
    assert_text(5, apr_table_get(t, "Set-Cookie2"), "n=;Max-Age=0;Version=1");
}

static void cookie_strings_have_no_separators(void **s)
{
    static const char *const good[] = { "a", "a b", "a,b", "\xc3\xa9" };
    static const char *const bad[] = { "", "a=b", "a;b", "a&b" };

    for (size_t i = 0; i < N(good); i++) {
        assert_number(i, ap_cookie_check_string(good[i]), APR_SUCCESS);
        assert_true(ap_cookie_check_string(bad[i]) != APR_SUCCESS);
    }
    assert_true(ap_cookie_check_string(NULL) != APR_SUCCESS);
}

/* --- FastCGI ------------------------------------------------------------- */

static void variables_are_coded_as_pairs(void **s)
{
    request_rec *r = fake_request(pool);
    apr_table_t *env = apr_table_make(pool, 4);
    char *long_value = apr_pcalloc(pool, 301);
    unsigned char out[512];
    int next = 0;
    apr_size_t len;

    memset(long_value, 'v', 300);
    apr_table_setn(env, "A", "bc");
    apr_table_setn(env, "LONG", long_value);
    len = ap_fcgi_encoded_env_len(env, 1000, &next);
    assert_int_equal(next, 2);
    assert_int_equal(len, 2 + 3 + 1 + 4 + 4 + 300);
    next = 0;
    assert_int_equal(ap_fcgi_encode_env(r, env, out, len, &next), APR_SUCCESS);
    assert_int_equal(next, 2);
    assert_memory_equal(out,
                        "\x01\x02"
                        "Abc"
                        "\x04\x80\x00\x01\x2c"
                        "LONGv",
                        15);
}

static void what_does_not_fit_stays_for_the_next_record(void **s)
{
    request_rec *r = fake_request(pool);
    apr_table_t *env = apr_table_make(pool, 4);
    unsigned char out[8];
    int next = 0;

    apr_table_setn(env, "A", "bc");
    apr_table_setn(env, "B", "cd");
    assert_int_equal(ap_fcgi_encoded_env_len(env, 8, &next), 5);
    assert_int_equal(next, 1);
    next = 0;
    assert_int_equal(ap_fcgi_encode_env(r, env, out, sizeof(out), &next),
                     APR_SUCCESS);
    assert_int_equal(next, 1);
    assert_int_equal(ap_fcgi_encode_env(r, env, out, 4, &next), APR_ENOSPC);
    assert_int_equal(next, 1);
}

static void headers_go_both_ways(void **s)
{
    unsigned char bytes[AP_FCGI_HEADER_LEN];
    ap_fcgi_header header;
    ap_fcgi_header back;
    ap_fcgi_begin_request_body body;
    unsigned char version;
    unsigned char type;
    unsigned char padding;
    apr_uint16_t id;
    apr_uint16_t len;

    ap_fcgi_fill_in_header(&header, AP_FCGI_STDIN, 0x1234, 0xabcd, 7);
    ap_fcgi_header_to_array(&header, bytes);
    assert_memory_equal(bytes, "\x01\x05\x12\x34\xab\xcd\x07\x00", 8);
    ap_fcgi_header_from_array(&back, bytes);
    assert_memory_equal(&back, &header, sizeof(back));
    ap_fcgi_header_fields_from_array(&version, &type, &id, &len, &padding,
                                     bytes);
    assert_int_equal(id, 0x1234);
    assert_int_equal(len, 0xabcd);
    assert_int_equal(padding, 7);
    ap_fcgi_fill_in_request_body(&body, AP_FCGI_RESPONDER, AP_FCGI_KEEP_CONN);
    ap_fcgi_begin_request_body_to_array(&body, bytes);
    assert_memory_equal(bytes, "\x00\x01\x01\x00\x00\x00\x00\x00", 8);
}

/* --- ${NAME} ------------------------------------------------------------- */

static void names_get_their_values_once(void **s)
{
    static const struct {
        const char *in;
        const char *out;
    } rows[] = {
        { "${PB}", "bb" },        { "a${PA}b", "a${PB}xb" },
        { "$PB", "$PB" },         { "${NO_SUCH}", "${NO_SUCH}" },
        { "${PB", "${PB" },       { "${}", "${}" },
        { "$${PB}", "$bb" },      { "\\${PB}", "\\bb" },
        { "${PB}${PB}", "bbbb" }, { "${PD}", "defined" },
        { "${a:b}", "${a:b}" },   { "", "" },
    };
    apr_table_t *defines = apr_table_make(pool, 2);

    setenv("PA", "${PB}x", 1);
    setenv("PB", "bb", 1);
    setenv("PD", "environment", 1);
    apr_table_setn(defines, "PD", "defined");
    pn_resolve_env_use(defines);
    for (size_t i = 0; i < N(rows); i++) {
        assert_text(i, ap_resolve_env(pool, rows[i].in), rows[i].out);
    }
    pn_resolve_env_use(NULL);
    assert_text(100, ap_resolve_env(pool, "${PD}"), "environment");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(cookies_are_read_and_taken_away),
        test(cookies_are_set_with_attributes),
        test(cookie_strings_have_no_separators),
        test(variables_are_coded_as_pairs),
        test(what_does_not_fit_stays_for_the_next_record),
        test(headers_go_both_ways),
        test(names_get_their_values_once),
    };

    return run_all(tests);
}
