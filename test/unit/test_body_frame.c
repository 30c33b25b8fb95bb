/* SPDX-License-Identifier: Apache-2.0 */
/* test_body_frame.c - how the fields of a request frame its body. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <apr_general.h>

#include "fake_request.h"
#include "http/http_filters.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

static void refuses_what_two_servers_could_read_differently(void **state)
{
    static const struct {
        const char *length;
        const char *coding;
        int version;
        int status;
        pn_body_e body;
        apr_off_t body_length;
    } cases[] = {
        { NULL, NULL, 1001, OK, PN_BODY_NONE, 0 },
        { "0", NULL, 1001, OK, PN_BODY_NONE, 0 },
        { "3", NULL, 1001, OK, PN_BODY_LENGTH, 3 },
        { "003", NULL, 1001, OK, PN_BODY_LENGTH, 3 },
        { "6442450944", NULL, 1000, OK, PN_BODY_LENGTH, 6442450944 },
        { "", NULL, 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { "+3", NULL, 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { "-3", NULL, 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { "3 ", NULL, 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { "3, 3", NULL, 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { "3, 3,", NULL, 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { "3, 4", NULL, 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { "0x3", NULL, 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { "99999999999999999999", NULL, 1001, HTTP_BAD_REQUEST,
          PN_BODY_UNKNOWN, 0 },
        { NULL, "chunked", 1001, OK, PN_BODY_CHUNKED, 0 },
        { NULL, "Chunked", 1001, OK, PN_BODY_CHUNKED, 0 },
        { NULL, " , chunked", 1001, OK, PN_BODY_CHUNKED, 0 },
        { "3", "chunked", 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { NULL, "chunked", 1000, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { NULL, "chunked, chunked", 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN,
          0 },
        { NULL, "chunked, gzip", 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { NULL, "gzip", 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { NULL, "gzip, chunked", 1001, HTTP_NOT_IMPLEMENTED, PN_BODY_UNKNOWN,
          0 },
        { NULL, "identity", 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { NULL, "xchunked", 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
        { NULL, "", 1001, HTTP_BAD_REQUEST, PN_BODY_UNKNOWN, 0 },
    };

    for (size_t i = 0; i < N(cases); i++) {
        request_rec *r = fake_request(*state);
        pn_request_t req = { .body = PN_BODY_UNKNOWN };
        const char *why = NULL;

        r->proto_num = cases[i].version;
        if (cases[i].length) {
            apr_table_setn(r->headers_in, "Content-Length", cases[i].length);
        }
        if (cases[i].coding) {
            apr_table_setn(r->headers_in, "Transfer-Encoding",
                           cases[i].coding);
        }
        assert_int_equal(pn_body_frame(r, &req, &why), cases[i].status);
        if (cases[i].status == OK) {
            assert_int_equal(req.body, cases[i].body);
            assert_int_equal(req.body_length, cases[i].body_length);
        }
        else {
            assert_non_null(why);
        }
    }
}

static void reads_a_backends_response_to_the_end_of_the_connection(void **state)
{
    request_rec *r = fake_request(*state);
    pn_request_t req = { .body = PN_BODY_UNKNOWN };
    const char *why = NULL;

    r->proxyreq = PROXYREQ_RESPONSE;
    assert_int_equal(pn_body_frame(r, &req, &why), OK);
    assert_int_equal(req.body, PN_BODY_UNTIL_EOF);
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
        cmocka_unit_test(refuses_what_two_servers_could_read_differently),
        cmocka_unit_test(
            reads_a_backends_response_to_the_end_of_the_connection),
    };

    return cmocka_run_group_tests(tests, make_pool, drop_pool);
}
