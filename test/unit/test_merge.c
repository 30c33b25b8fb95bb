/* SPDX-License-Identifier: Apache-2.0 */
/* test_merge.c - merged configurations: remembered how long, and for whom. */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <apr_hooks.h>

#include "fake_request.h"
#include "http_config.h"
#include "request/merge.h"
#include "request/request.h"

static apr_pool_t *pool;
static request_rec *r;

static int set_up(void **state)
{
    apr_initialize();
    apr_pool_create(&pool, NULL);
    apr_hook_global_pool = pool;
    r = fake_request(pool);
    pn_request_register_hooks(pool);
    apr_hook_sort_all();
    ap_run_child_init(pool, r->server);
    return 0;
}

static int tear_down(void **state)
{
    apr_pool_destroy(pool);
    apr_terminate();
    return 0;
}

static ap_conf_vector_t *make_section(void)
{
    return fake_request(pool)->per_dir_config;
}

static ap_conf_vector_t *merge_pair(request_rec *request,
                                    ap_conf_vector_t *base, pn_store_t *base_store,
                                    ap_conf_vector_t *over, pn_store_t *over_store,
                                    pn_store_t **store)
{
    pn_merge_t merge = { 0 };

    pn_merge_add(request, &merge, base, base_store);
    pn_merge_add(request, &merge, over, over_store);
    *store = merge.store;
    return merge.vector;
}

static void takes_a_single_section_as_it_is(void **state)
{
    ap_conf_vector_t *section = make_section();
    pn_merge_t merge = { 0 };

    pn_merge_add(r, &merge, section, pn_merge_generation());
    assert_ptr_equal(merge.vector, section);
    assert_ptr_equal(merge.store, pn_merge_generation());
}

static void merges_sections_of_the_configuration_once(void **state)
{
    ap_conf_vector_t *base = make_section();
    ap_conf_vector_t *over = make_section();
    request_rec *other = fake_next_request(r);
    pn_store_t *config = pn_merge_generation();
    pn_store_t *store;
    ap_conf_vector_t *merged = merge_pair(r, base, config, over, config, &store);

    assert_ptr_equal(store, config);
    assert_ptr_not_equal(merged, base);
    assert_ptr_not_equal(merged, over);
    assert_ptr_equal(merge_pair(other, base, config, over, config, &store),
                     merged);
    /* the other way round is another configuration */
    assert_ptr_not_equal(merge_pair(r, over, config, base, config, &store),
                         merged);
}

static void keeps_a_htaccess_to_its_request(void **state)
{
    ap_conf_vector_t *base = make_section();
    ap_conf_vector_t *over = make_section();
    request_rec *other = fake_next_request(r);
    request_rec *inner = fake_next_request(r);
    pn_store_t *config = pn_merge_generation();
    pn_store_t *store;
    ap_conf_vector_t *merged = merge_pair(r, base, config, over, NULL, &store);

    assert_null(store);
    assert_ptr_equal(merge_pair(r, base, config, over, NULL, &store), merged);
    assert_ptr_not_equal(merge_pair(other, base, config, over, NULL, &store),
                         merged);
    inner->main = r;
    assert_ptr_equal(merge_pair(inner, base, config, over, NULL, &store),
                     merged);
}

static void a_store_of_its_own_ends_alone(void **state)
{
    apr_pool_t *place;
    ap_conf_vector_t *base = make_section();
    ap_conf_vector_t *over = make_section();
    request_rec *other = fake_next_request(r);
    pn_store_t *own;
    pn_store_t *store;
    ap_conf_vector_t *merged;

    apr_pool_create(&place, pool);
    own = pn_merge_begin_store(place);
    merged = merge_pair(r, base, pn_merge_generation(), over, own, &store);
    assert_ptr_equal(store, own);
    assert_ptr_equal(merge_pair(other, base, pn_merge_generation(), over, own,
                                &store),
                     merged);
    /* sections of the files that come on top are kept there too */
    (void)merge_pair(r, merged, own, over, pn_merge_generation(), &store);
    assert_ptr_equal(store, own);
    /* too many: the rest is the request's */
    for (int i = 0; i < 200; i++) {
        (void)merge_pair(r, merged, own, make_section(), own, &store);
    }
    assert_null(store);
    pn_merge_end_store(own);
    pn_merge_end_store(NULL);
}

static void knows_whether_a_request_left_the_configuration_files(void **state)
{
    ap_conf_vector_t *section = make_section();
    pn_merge_t merge = { 0 };

    r->server->lookup_defaults = make_section();
    pn_merge_reset(r);
    assert_ptr_equal(pn_merge_store_of(r), pn_merge_generation());
    pn_merge_add(r, &merge, section, pn_merge_generation());
    pn_merge_apply(r, &merge);
    assert_ptr_equal(pn_merge_store_of(r), pn_merge_generation());

    merge.vector = make_section();
    merge.store = NULL;
    pn_merge_apply(r, &merge);
    assert_null(pn_merge_store_of(r));

    /* a module's own doing is never trusted to last */
    r->per_dir_config = make_section();
    assert_null(pn_merge_store_of(r));
}

static void refuses_to_except_what_is_not_there(void **state)
{
    assert_non_null(pn_merge_except(pool, "mod_none.c"));
    assert_non_null(pn_merge_except(pool, "none_module"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_a_single_section_as_it_is),
        cmocka_unit_test(merges_sections_of_the_configuration_once),
        cmocka_unit_test(keeps_a_htaccess_to_its_request),
        cmocka_unit_test(a_store_of_its_own_ends_alone),
        cmocka_unit_test(knows_whether_a_request_left_the_configuration_files),
        cmocka_unit_test(refuses_to_except_what_is_not_there),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
