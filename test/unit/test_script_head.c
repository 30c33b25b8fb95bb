/* SPDX-License-Identifier: Apache-2.0 */
/* test_script_head.c - the head of a CGI response, and the script's path. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <apr_general.h>
#include <apr_strings.h>

#include "fake_request.h"
#include "http_log.h"
#include "util_script.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

static int scan(request_rec *r, const char *head)
{
    return ap_scan_script_header_err_strs(r, NULL, NULL, NULL, head, NULL);
}

static void takes_what_a_script_may_say(void **state)
{
    request_rec *r = fake_request(*state);

    assert_int_equal(scan(r, "Content-Type: Text/Plain\r\nX-A:b \r\n"
                             "Set-Cookie: a=1\nSet-Cookie: b=2\n\nbody"), OK);
    assert_string_equal(r->content_type, "text/plain");
    assert_string_equal(apr_table_get(r->err_headers_out, "X-A"), "b");
    assert_int_equal(r->status, HTTP_OK);
    assert_string_equal(apr_table_getm(r->pool, r->err_headers_out,
                                       "Set-Cookie"), "a=1,b=2");
}

static void takes_a_status_with_its_reason(void **state)
{
    request_rec *r = fake_request(*state);

    assert_int_equal(scan(r, "Status: 418 I am a teapot\n\n"), OK);
    assert_int_equal(r->status, 418);
    assert_string_equal(r->status_line, "418 I am a teapot");
}

static void drops_what_frames_the_message(void **state)
{
    static const char *const dropped[] = {
        "Content-Length", "Transfer-Encoding", "Trailer", "Last-Modified",
    };
    request_rec *r = fake_request(*state);

    assert_int_equal(scan(r, "Content-Length: 2\nTransfer-Encoding: chunked\n"
                             "Trailer: X\nLast-Modified: garbage\n\n"), OK);
    for (size_t i = 0; i < N(dropped); i++) {
        assert_null(apr_table_get(r->err_headers_out, dropped[i]));
        assert_null(apr_table_get(r->headers_out, dropped[i]));
    }
}

static void keeps_the_length_of_a_trusted_script(void **state)
{
    request_rec *r = fake_request(*state);

    apr_table_setn(r->subprocess_env, AP_TRUST_CGILIKE_CL_ENVVAR, "1");
    assert_int_equal(scan(r, "Content-Length: 2\n\n"), OK);
    assert_string_equal(apr_table_get(r->err_headers_out, "Content-Length"),
                        "2");
}

static void refuses_what_is_no_head(void **state)
{
    static const char *const bad[] = {
        "",                 /* nothing at all */
        "X-A: b\n",         /* no end */
        "no colon\n\n",
        ": no name\n\n",
        "HTTP/1.1 200 OK\n\n",
        "X A: b\n\n",
        "Status: ok\n\n",
        "Status: 20\n\n",
        "Status: 2000\n\n",
        "Status: 099\n\n",
        "Content-Type: a\x01\n\n",
    };

    for (size_t i = 0; i < N(bad); i++) {
        request_rec *r = fake_request(*state);

        r->server->log.level = APLOG_EMERG;
        assert_int_equal(scan(r, bad[i]), HTTP_INTERNAL_SERVER_ERROR);
    }
}

static void answers_a_condition_by_the_scripts_tag(void **state)
{
    request_rec *r = fake_request(*state);

    apr_table_setn(r->headers_in, "If-None-Match", "\"t\"");
    assert_int_equal(scan(r, "ETag: \"t\"\n\n"), HTTP_NOT_MODIFIED);
}

static void finds_where_the_scripts_path_ends(void **state)
{
    static const struct {
        const char *uri;
        const char *path_info;
        int right;
    } cases[] = {
        { "/s.php/foo/bar", "/foo/bar", 6 },
        { "/s.php", "", 6 },
        { "/a/s/s", "/s", 4 },
        { "/x/rewritten/b", "/b", 12 },
        { "/b", "/b", 0 },
        { "/other", "/foo", 6 },
    };

    for (size_t i = 0; i < N(cases); i++) {
        assert_int_equal(ap_find_path_info(cases[i].uri, cases[i].path_info),
                         cases[i].right);
    }
}

static int make_pool(void **state)
{
    apr_pool_t *pool;

    apr_initialize();
    apr_pool_create(&pool, NULL);
    *state = pool;
    return 0;
}

static int drop_pool(void **state)
{
    apr_pool_destroy(*state);
    apr_terminate();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_a_script_may_say),
        cmocka_unit_test(takes_a_status_with_its_reason),
        cmocka_unit_test(drops_what_frames_the_message),
        cmocka_unit_test(keeps_the_length_of_a_trusted_script),
        cmocka_unit_test(refuses_what_is_no_head),
        cmocka_unit_test(answers_a_condition_by_the_scripts_tag),
        cmocka_unit_test(finds_where_the_scripts_path_ends),
    };

    return cmocka_run_group_tests(tests, make_pool, drop_pool);
}
