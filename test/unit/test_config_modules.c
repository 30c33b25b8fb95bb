/* SPDX-License-Identifier: Apache-2.0 */
/* The module list, the vectors, log levels, definitions of a pass. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <apr_hooks.h>
#include <apr_strings.h>

#include "config/defines.h"
#include "config/modlist.h"
#include "config/vectors.h"
#include "config_text.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"

static int hooks_registered;
static const char *hook_name;

static void register_hooks(apr_pool_t *pool)
{
    hooks_registered++;
    hook_name = apr_hook_debug_current;
}

static void *create_dir(apr_pool_t *pool, char *dir)
{
    return apr_pstrcat(pool, "d(", dir ? dir : "-", ")", NULL);
}

static void *create_server(apr_pool_t *pool, server_rec *s)
{
    return apr_pstrdup(pool, s->is_virtual ? "virtual" : "main");
}

static void *merge(apr_pool_t *pool, void *base, void *over)
{
    return apr_pstrcat(pool, base, "+", over, NULL);
}

static module full_module = {
    MODULE_MAGIC_NUMBER_MAJOR,
    MODULE_MAGIC_NUMBER_MINOR,
    -1,
    "./some/path/mod_full.c",
    .magic = MODULE_MAGIC_COOKIE,
    .create_dir_config = create_dir,
    .merge_dir_config = merge,
    .create_server_config = create_server,
    .merge_server_config = merge,
    .register_hooks = register_hooks,
};
static module plain_module = {
    MODULE_MAGIC_NUMBER_MAJOR,
    MODULE_MAGIC_NUMBER_MINOR,
    -1,
    "mod_plain.c",
    .magic = MODULE_MAGIC_COOKIE,
    .create_dir_config = create_dir,
    .create_server_config = create_server,
};

static void lists_modules_and_gives_them_places(void **state)
{
    apr_pool_t *pool = config_text_begin();
    int n = 0;
    int index;

    assert_string_equal(ap_loaded_modules[0]->name, "core.c");
    assert_int_equal(ap_loaded_modules[0]->module_index, 0);
    while (ap_loaded_modules[n]) {
        n++;
    }
    hooks_registered = 0;
    assert_null(ap_add_loaded_module(&full_module, pool, "full_module"));
    assert_int_equal(hooks_registered, 1);
    assert_string_equal(hook_name, "mod_full.c");
    assert_string_equal(full_module.name, "mod_full.c");
    assert_ptr_equal(ap_loaded_modules[n], &full_module);
    assert_null(ap_loaded_modules[n + 1]);
    assert_ptr_equal(ap_find_linked_module("mod_full.c"), &full_module);
    index = full_module.module_index;
    assert_int_equal(index, n);
    assert_string_equal(ap_find_module_short_name(index), "full");

    assert_null(ap_add_loaded_module(&plain_module, pool, "mod_plain"));
    assert_string_equal(ap_find_module_short_name(plain_module.module_index),
                        "mod_plain");
    /* taken back in any order, places are used again */
    ap_remove_loaded_module(&full_module);
    assert_int_equal(full_module.module_index, -1);
    assert_null(ap_find_linked_module("mod_full.c"));
    assert_null(ap_find_module_short_name(index));
    assert_ptr_equal(ap_loaded_modules[n], &plain_module);
    assert_null(ap_add_loaded_module(&full_module, pool, "full_module"));
    assert_int_equal(full_module.module_index, index);
    ap_remove_loaded_module(&full_module);
    ap_remove_loaded_module(&plain_module);
    assert_null(ap_loaded_modules[n]);
    config_text_end(pool);
}

static void refuses_modules_of_another_interface(void **state)
{
    apr_pool_t *pool = config_text_begin();
    module old = plain_module;

    old.version = 20051115;
    assert_non_null(strstr(ap_add_loaded_module(&old, pool, "old_module"),
                           "not compatible"));
    config_text_end(pool);
}

static void refuses_more_modules_than_there_is_room_for(void **state)
{
    apr_pool_t *pool = config_text_begin();
    static module many[PN_MODULES_LOADABLE_MAX + 1];
    int n = 0;
    const char *error = NULL;

    while (!error && n <= PN_MODULES_LOADABLE_MAX) {
        many[n] = plain_module;
        error = ap_add_loaded_module(&many[n], pool, "many_module");
        n += error == NULL;
    }
    assert_int_equal(n, PN_MODULES_LOADABLE_MAX);
    assert_non_null(strstr(error, "no room"));
    while (n > 0) {
        ap_remove_loaded_module(&many[--n]);
    }
    /* after the text is read there is room for what was reserved only */
    assert_int_equal(pn_modlist_vector_len(),
                     8 + PN_MODULES_LOADABLE_MAX);
    ap_reserve_module_slots(1);
    pn_modlist_fix_vectors();
    assert_int_equal(pn_modlist_vector_len(), 9);
    assert_null(ap_add_loaded_module(&plain_module, pool, "plain_module"));
    assert_non_null(ap_add_loaded_module(&full_module, pool, "full_module"));
    ap_remove_loaded_module(&plain_module);
    config_text_end(pool);
    pool = config_text_begin();
    assert_int_equal(pn_modlist_vector_len(),
                     8 + PN_MODULES_LOADABLE_MAX);
    config_text_end(pool);
}

/* The structure of an old module ends before its flags. */
static void reads_flags_only_where_they_exist(void **state)
{
    module mod = plain_module;

    mod.flags = AP_MODULE_FLAG_ALWAYS_MERGE;
    assert_int_equal(ap_get_module_flags(&mod), AP_MODULE_FLAG_ALWAYS_MERGE);
    mod.minor_version = AP_MODULE_FLAGS_MMN_MINOR - 1;
    assert_int_equal(ap_get_module_flags(&mod), AP_MODULE_FLAG_NONE);
}

static const char *dir_of(ap_conf_vector_t *vector, const module *mod)
{
    return ap_get_module_config(vector, mod);
}

static void merges_directories(void **state)
{
    apr_pool_t *pool = config_text_begin();
    server_rec *s = config_text_server(pool);
    ap_conf_vector_t *outer;
    ap_conf_vector_t *inner;
    ap_conf_vector_t *both;

    ap_add_loaded_module(&full_module, pool, "full_module");
    ap_add_loaded_module(&plain_module, pool, "plain_module");
    outer = ap_create_per_dir_config(pool);
    inner = ap_create_per_dir_config(pool);
    ap_set_config_vectors(s, outer, "/a", &full_module, pool);
    both = ap_merge_per_dir_configs(pool, outer, inner);
    assert_ptr_equal(dir_of(both, &full_module), dir_of(outer, &full_module));
    assert_null(dir_of(both, &plain_module));

    ap_set_config_vectors(s, inner, "/b", &full_module, pool);
    ap_set_config_vectors(s, outer, "/a", &plain_module, pool);
    ap_set_config_vectors(s, inner, NULL, &plain_module, pool);
    both = ap_merge_per_dir_configs(pool, outer, inner);
    assert_string_equal(dir_of(both, &full_module), "d(/a)+d(/b)");
    assert_string_equal(dir_of(both, &plain_module), "d(-)"); /* no merge */
    ap_remove_loaded_module(&full_module);
    ap_remove_loaded_module(&plain_module);
    config_text_end(pool);
}

static void merges_servers(void **state)
{
    apr_pool_t *pool = config_text_begin();
    server_rec *s = config_text_server(pool);
    server_rec *virt;

    ap_add_loaded_module(&full_module, pool, "full_module");
    ap_single_module_configure(pool, s, &full_module);
    assert_null(ap_init_virtual_host(pool, "*:80", s, &virt));
    assert_int_equal(virt->is_virtual, 1);
    assert_int_equal(virt->port, 80);
    pn_vectors_merge_server(pool, virt, s->module_config);
    assert_string_equal(dir_of(virt->module_config, &full_module), "main");

    ap_init_virtual_host(pool, "*:80", s, &virt);
    full_module.flags = AP_MODULE_FLAG_ALWAYS_MERGE;
    pn_vectors_merge_server(pool, virt, s->module_config);
    assert_string_equal(dir_of(virt->module_config, &full_module),
                        "main+virtual");
    full_module.flags = AP_MODULE_FLAG_NONE;
    ap_remove_loaded_module(&full_module);
    config_text_end(pool);
}

static void inherits_log_levels(void **state)
{
    apr_pool_t *pool = config_text_begin();
    struct ap_logconf *base = ap_new_log_config(pool, NULL);
    struct ap_logconf *over = ap_new_log_config(pool, NULL);
    server_rec *s = config_text_server(pool);

    base->level = APLOG_WARNING;
    ap_set_module_loglevel(pool, base, 1, APLOG_DEBUG);
    ap_set_module_loglevel(pool, over, 2, APLOG_INFO);
    ap_merge_log_config(base, over);
    assert_int_equal(over->level, APLOG_WARNING);
    assert_int_equal(ap_get_module_loglevel(over, 0), APLOG_WARNING);
    assert_int_equal(ap_get_module_loglevel(over, 1), APLOG_DEBUG);
    assert_int_equal(ap_get_module_loglevel(over, 2), APLOG_INFO);

    /* a level of its own hides the module levels outside */
    over = ap_new_log_config(pool, NULL);
    over->level = APLOG_ERR;
    ap_set_module_loglevel(pool, over, 2, APLOG_INFO);
    ap_merge_log_config(base, over);
    assert_int_equal(ap_get_module_loglevel(over, 1), APLOG_ERR);

    s->log = *over;
    assert_int_equal((ap_get_server_module_loglevel)(s, 2), APLOG_INFO);
    assert_int_equal((ap_get_server_module_loglevel)(s, -1), APLOG_ERR);
    config_text_end(pool);
}

static void parses_log_levels(void **state)
{
    int level = -1;

    assert_null(ap_parse_log_level("Trace8", &level));
    assert_int_equal(level, APLOG_TRACE8);
    assert_null(ap_parse_log_level("emerg", &level));
    assert_int_equal(level, APLOG_EMERG);
    assert_non_null(ap_parse_log_level("loud", &level));
    assert_non_null(ap_parse_log_level(NULL, &level));
}

static void takes_definitions_back_at_the_end_of_a_pass(void **state)
{
    apr_pool_t *pool = config_text_begin();

    APR_ARRAY_PUSH(ap_server_config_defines, const char *) = "FromD";
    pn_defines_set(pool, "New", "value");
    pn_defines_unset(pool, "FromD");
    assert_string_equal(pn_defines_value("New"), "value");
    assert_false(ap_exists_config_define("FromD"));
    config_text_end(pool);
    assert_null(pn_defines_value("New"));
    assert_false(ap_exists_config_define("New"));
    assert_true(ap_exists_config_define("FromD"));
    apr_array_pop(ap_server_config_defines);
}

static void keeps_data_across_passes(void **state)
{
    apr_pool_t *pool = config_text_begin();
    int *data = ap_retained_data_create("test", sizeof(int));

    *data = 5;
    assert_null(ap_retained_data_get("other"));
    config_text_end(pool);
    assert_ptr_equal(ap_retained_data_get("test"), data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_modules_and_gives_them_places),
        cmocka_unit_test(refuses_modules_of_another_interface),
        cmocka_unit_test(refuses_more_modules_than_there_is_room_for),
        cmocka_unit_test(reads_flags_only_where_they_exist),
        cmocka_unit_test(merges_directories),
        cmocka_unit_test(merges_servers),
        cmocka_unit_test(inherits_log_levels),
        cmocka_unit_test(parses_log_levels),
        cmocka_unit_test(takes_definitions_back_at_the_end_of_a_pass),
        cmocka_unit_test(keeps_data_across_passes),
    };

    config_text_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
