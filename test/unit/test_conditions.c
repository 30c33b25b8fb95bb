/* SPDX-License-Identifier: Apache-2.0 */
/* test_conditions.c - conditional requests, in the order of RFC 9110 13.2.2. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <apr_date.h>
#include <apr_general.h>

#include "fake_request.h"
#include "http_protocol.h"

#define N(array)   (sizeof(array) / sizeof((array)[0]))
#define T          "Tue, 01 Sep 2026 10:00:00 GMT"
#define OLDER      "Tue, 01 Sep 2026 09:59:59 GMT"
#define LATER      "Tue, 01 Sep 2026 11:00:00 GMT"
#define NEVER      "Tue, 01 Sep 2099 10:00:00 GMT"
#define FIELDS_MAX 4

typedef struct case_t {
    const char *method;
    const char *fields[2 * FIELDS_MAX];
    int right;
} case_t;

static const case_t cases[] = {
    { "GET", { NULL }, OK },
    { "GET", { "If-None-Match", "\"e\"" }, HTTP_NOT_MODIFIED },
    { "HEAD", { "If-None-Match", "\"e\"" }, HTTP_NOT_MODIFIED },
    { "GET", { "If-None-Match", "W/\"e\"" }, HTTP_NOT_MODIFIED },
    { "GET", { "If-None-Match", "*" }, HTTP_NOT_MODIFIED },
    { "GET", { "If-None-Match", "\"x\", \"e\"" }, HTTP_NOT_MODIFIED },
    { "GET", { "If-None-Match", "\"x\"" }, OK },
    { "GET", { "If-None-Match", "\"x\"", "If-Modified-Since", T }, OK },
    { "GET", { "If-None-Match", "\"e\"", "If-Modified-Since", OLDER },
      HTTP_NOT_MODIFIED },
    { "GET", { "If-Modified-Since", T }, HTTP_NOT_MODIFIED },
    { "GET", { "If-Modified-Since", LATER }, HTTP_NOT_MODIFIED },
    { "GET", { "If-Modified-Since", "Tuesday, 01-Sep-26 10:00:00 GMT" },
      HTTP_NOT_MODIFIED },
    { "GET", { "If-Modified-Since", "Tue Sep  1 10:00:00 2026" },
      HTTP_NOT_MODIFIED },
    { "GET", { "If-Modified-Since", OLDER }, OK },
    { "GET", { "If-Modified-Since", NEVER }, OK },
    { "GET", { "If-Modified-Since", "yesterday" }, OK },
    { "POST", { "If-Modified-Since", T }, OK },
    { "GET", { "If-Match", "\"e\"" }, OK },
    { "GET", { "If-Match", "*" }, OK },
    { "GET", { "If-Match", "W/\"e\"" }, HTTP_PRECONDITION_FAILED },
    { "GET", { "If-Match", "\"x\"" }, HTTP_PRECONDITION_FAILED },
    { "GET", { "If-Unmodified-Since", OLDER }, HTTP_PRECONDITION_FAILED },
    { "GET", { "If-Unmodified-Since", T }, OK },
    { "GET", { "If-Match", "\"e\"", "If-Unmodified-Since", OLDER }, OK },
    { "GET", { "If-Match", "\"x\"", "If-None-Match", "\"e\"" },
      HTTP_PRECONDITION_FAILED },
    { "POST", { "If-None-Match", "\"e\"" }, HTTP_PRECONDITION_FAILED },
};

static request_rec *make_request(apr_pool_t *pool, const case_t *tried)
{
    request_rec *r = fake_request(pool);

    fake_target(r, tried->method, "/");
    r->request_time = apr_date_parse_http("Tue, 01 Dec 2026 10:00:00 GMT");
    apr_table_setn(r->headers_out, "ETag", "\"e\"");
    apr_table_setn(r->headers_out, "Last-Modified", T);
    for (int i = 0; i < FIELDS_MAX && tried->fields[2 * i]; i++) {
        apr_table_setn(r->headers_in, tried->fields[2 * i],
                       tried->fields[2 * i + 1]);
    }
    return r;
}

static void answers_in_the_order_of_the_rfc(void **state)
{
    for (size_t i = 0; i < N(cases); i++) {
        int status = ap_meets_conditions(make_request(*state, &cases[i]));

        if (status != cases[i].right) {
            print_error("case %d: %s %s: %s\n", (int)i, cases[i].method,
                        cases[i].fields[0], cases[i].fields[1]);
        }
        assert_int_equal(status, cases[i].right);
    }
}

static void leaves_errors_alone(void **state)
{
    request_rec *r = make_request(*state, &cases[1]);

    r->status = HTTP_NOT_FOUND;
    assert_int_equal(ap_meets_conditions(r), OK);
}

static void trusts_if_range_only_when_it_is_strong(void **state)
{
    static const struct {
        const char *validator;
        ap_condition_e right;
    } tags[] = {
        { "\"e\"", AP_CONDITION_STRONG }, { "W/\"e\"", AP_CONDITION_NOMATCH },
        { "\"x\"", AP_CONDITION_NOMATCH }, { T, AP_CONDITION_STRONG },
        { LATER, AP_CONDITION_NOMATCH },  { "x", AP_CONDITION_NOMATCH },
    };

    for (size_t i = 0; i < N(tags); i++) {
        request_rec *r = make_request(*state, &cases[0]);

        apr_table_setn(r->headers_in, "If-Range", tags[i].validator);
        assert_int_equal(ap_condition_if_range(r, r->headers_out),
                         AP_CONDITION_NONE);
        apr_table_setn(r->headers_in, "Range", "bytes=0-1");
        assert_int_equal(ap_condition_if_range(r, r->headers_out),
                         tags[i].right);
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
        cmocka_unit_test(answers_in_the_order_of_the_rfc),
        cmocka_unit_test(leaves_errors_alone),
        cmocka_unit_test(trusts_if_range_only_when_it_is_strong),
    };

    return cmocka_run_group_tests(tests, make_pool, drop_pool);
}
