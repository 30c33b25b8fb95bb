/* SPDX-License-Identifier: Apache-2.0 */
/* test_filter_chain.c - where filters come to stand, and how they leave. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <apr_general.h>
#include <apr_hooks.h>
#include <apr_strings.h>

#include "fake_request.h"
#include "util_filter.h"

static apr_status_t pass_on(ap_filter_t *f, apr_bucket_brigade *bb)
{
    return ap_pass_brigade(f->next, bb);
}

static void declare(const char *name, ap_filter_type ftype)
{
    ap_register_output_filter(name, pass_on, NULL, ftype);
}

/* The names of a chain, joined by blanks. */
static const char *names(apr_pool_t *pool, const ap_filter_t *f)
{
    const char *text = "";

    for (; f; f = f->next) {
        text = apr_pstrcat(pool, text, *text ? " " : "", f->frec->name, NULL);
    }
    return text;
}

static ap_filter_t *add(const char *name, request_rec *r)
{
    return ap_add_output_filter(name, NULL, r, r->connection);
}

static void sorts_by_type_then_by_arrival(void **state)
{
    request_rec *r = fake_request(*state);

    add("net", r);
    add("proto", r);
    add("res1", r);
    add("content", r);
    add("res2", r);
    add("conn", r);
    assert_string_equal(names(r->pool, r->output_filters),
                        "res1 res2 content proto conn net");
    assert_string_equal(names(r->pool, r->proto_output_filters),
                        "proto conn net");
    assert_string_equal(names(r->pool, r->connection->output_filters),
                        "conn net");
}

static void knows_names_whatever_their_case(void **state)
{
    request_rec *r = fake_request(*state);

    assert_non_null(ap_get_output_filter_handle("PROTO"));
    assert_non_null(add("ProTo", r));
    assert_null(ap_get_output_filter_handle("nobody"));
    assert_null(ap_get_input_filter_handle("proto"));
}

static void reroutes_the_upper_chains_when_a_lower_one_grows_a_head(void **state)
{
    request_rec *r = fake_request(*state);

    add("net", r);
    assert_ptr_equal(r->output_filters, r->connection->output_filters);
    add("res1", r);
    add("conn", r);
    assert_string_equal(names(r->pool, r->output_filters), "res1 conn net");
    assert_string_equal(names(r->pool, r->proto_output_filters), "conn net");
    add("proto", r);
    assert_string_equal(names(r->pool, r->output_filters),
                        "res1 proto conn net");
}

static void gives_a_connection_filter_no_request(void **state)
{
    request_rec *r = fake_request(*state);

    assert_null(add("conn", r)->r);
    assert_ptr_equal(add("proto", r)->r, r);
}

static void puts_a_subrequests_filters_in_front_of_the_main_ones(void **state)
{
    request_rec *r = fake_request(*state);
    request_rec *sub;

    add("net", r);
    add("res1", r);
    sub = fake_next_request(r);
    sub->output_filters = r->output_filters;
    sub->proto_output_filters = r->proto_output_filters;
    ap_add_output_filter("content", NULL, sub, r->connection);
    ap_add_output_filter("res2", NULL, sub, r->connection);
    assert_string_equal(names(r->pool, sub->output_filters),
                        "res2 content res1 net");
    assert_string_equal(names(r->pool, r->output_filters), "res1 net");
}

static void lets_go_of_a_filter_in_every_chain(void **state)
{
    request_rec *r = fake_request(*state);
    ap_filter_t *proto;
    ap_filter_t *res;

    add("net", r);
    res = add("res1", r);
    proto = add("proto", r);
    ap_remove_output_filter(proto);
    assert_string_equal(names(r->pool, r->output_filters), "res1 net");
    assert_ptr_equal(r->proto_output_filters, r->connection->output_filters);
    assert_string_equal(proto->next->frec->name, "net");
    ap_remove_output_filter(res);
    assert_string_equal(names(r->pool, r->output_filters), "net");
    assert_int_equal(ap_remove_output_filter_byhandle(r->output_filters,
                                                      "proto"), APR_NOTFOUND);
    assert_int_equal(APR_SUCCESS,
                     ap_remove_output_filter_byhandle(
                         r->connection->output_filters, "NET"));
    assert_null(r->connection->output_filters);
}

static void marks_the_end_of_a_response(void **state)
{
    request_rec *r = fake_request(*state);
    apr_bucket_alloc_t *alloc = r->connection->bucket_alloc;
    apr_bucket_brigade *bb = apr_brigade_create(r->pool, alloc);

    add("res1", r);
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_flush_create(alloc));
    assert_int_equal(ap_pass_brigade(r->output_filters, bb), AP_NOBODY_WROTE);
    assert_int_equal(r->eos_sent, 0);
    APR_BRIGADE_INSERT_TAIL(bb, apr_bucket_eos_create(alloc));
    ap_pass_brigade(r->output_filters, bb);
    assert_int_equal(r->eos_sent, 1);
}

static int make_pool(void **state)
{
    apr_pool_t *pool;

    apr_initialize();
    apr_pool_create(&pool, NULL);
    apr_hook_global_pool = pool;
    declare("Net", AP_FTYPE_NETWORK);
    declare("conn", AP_FTYPE_CONNECTION);
    declare("PROTO", AP_FTYPE_PROTOCOL);
    declare("content", AP_FTYPE_CONTENT_SET);
    declare("res1", AP_FTYPE_RESOURCE);
    declare("res2", AP_FTYPE_RESOURCE);
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
        cmocka_unit_test(sorts_by_type_then_by_arrival),
        cmocka_unit_test(knows_names_whatever_their_case),
        cmocka_unit_test(
            reroutes_the_upper_chains_when_a_lower_one_grows_a_head),
        cmocka_unit_test(gives_a_connection_filter_no_request),
        cmocka_unit_test(
            puts_a_subrequests_filters_in_front_of_the_main_ones),
        cmocka_unit_test(lets_go_of_a_filter_in_every_chain),
        cmocka_unit_test(marks_the_end_of_a_response),
    };

    return cmocka_run_group_tests(tests, make_pool, drop_pool);
}
