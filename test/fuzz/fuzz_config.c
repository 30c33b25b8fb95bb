/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_config.c - configuration text as a .htaccess has it: read the same
 * whole or byte by byte, built into a sound tree, run without harm.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <apr_strings.h>

#include "../unit/config_text.h"
#include "config/htaccess.h"
#include "http_core.h"
#include "pinion.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(int holds)
{
    if (!holds) {
        abort();
    }
}

static void check_lines(apr_pool_t *pool, const char *text)
{
    ap_configfile_t *whole = config_text_open(pool, text, 0);
    ap_configfile_t *bytes = config_text_open(pool, text, 1);
    char line[200];
    char same[200];
    apr_status_t rv;

    do {
        rv = ap_cfg_getline(line, sizeof(line), whole);
        must(ap_cfg_getline(same, sizeof(same), bytes) == rv);
        must(whole->line_number == bytes->line_number);
        must(rv != APR_SUCCESS || strcmp(line, same) == 0);
    } while (rv == APR_SUCCESS);
}

static void check_tree(const ap_directive_t *node, const ap_directive_t *parent)
{
    for (; node; node = node->next) {
        must(node->parent == parent);
        must(node->directive && *node->directive && node->args);
        must(node->filename != NULL && node->line_num > 0);
        must(!node->first_child || *node->directive == '<');
        check_tree(node->first_child, node);
    }
}

static void check_build(apr_pool_t *pool, const char *text)
{
    cmd_parms parms = { .pool = pool,
                        .temp_pool = pool,
                        .server = config_text_server(pool),
                        .override = OR_ALL,
                        .override_opts = OPT_ALL,
                        .limited = -1,
                        .config_file = config_text_open(pool, text, 0) };
    ap_directive_t *tree = NULL;

    if (!ap_build_config(&parms, pool, pool, &tree)) {
        check_tree(tree, NULL);
    }
}

static void check_run(apr_pool_t *pool, const char *text)
{
    pn_htaccess_rights_t rights = { OR_ALL, OPT_ALL | OPT_MULTI, NULL };
    ap_conf_vector_t *vector;
    const char *error = pn_htaccess_parse(pool, config_text_server(pool),
                                          config_text_open(pool, text, 0), "/",
                                          &rights, &vector);

    must(!error || *error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int is_ready;
    apr_pool_t *pool;
    module *macro = pinion_find_builtin("macro_module");
    const char *text;

    if (!is_ready) {
        config_text_init();
        is_ready = 1;
    }
    pool = config_text_begin();
    if (macro) {
        must(!ap_add_loaded_module(macro, pool, "macro_module"));
    }
    text = apr_pstrmemdup(pool, (const char *)data, size);
    check_lines(pool, text);
    check_build(pool, text);
    check_run(pool, text);
    if (macro) {
        ap_remove_loaded_module(macro);
    }
    config_text_end(pool);
    return 0;
}
