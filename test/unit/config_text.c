/* SPDX-License-Identifier: Apache-2.0 */
/* config_text.c - configurations out of strings. */
#include "config_text.h"

#include <apr_general.h>
#include <apr_strings.h>

#include "config/modlist.h"
#include "http_core.h"
#include "http_main.h"
#include "http_vhost.h"

static process_rec process;

void config_text_init(void)
{
    apr_initialize();
    apr_pool_create(&ap_pglobal, NULL);
    process.pool = ap_pglobal;
    process.short_name = "test";
    apr_pool_create(&process.pconf, ap_pglobal);
    ap_server_root = "/";
    ap_server_config_defines = apr_array_make(ap_pglobal, 1, sizeof(char *));
    ap_setup_prelinked_modules(&process);
}

apr_pool_t *config_text_begin(void)
{
    apr_pool_clear(process.pconf);
    pn_modlist_begin_pass(process.pconf);
    ap_init_vhost_config(process.pconf);
    return process.pconf;
}

void config_text_end(apr_pool_t *pool)
{
    apr_pool_clear(pool);
}

static apr_status_t memory_getch(char *ch, void *param)
{
    const char **at = param;

    if (**at == '\0') {
        return APR_EOF;
    }
    *ch = *(*at)++;
    return APR_SUCCESS;
}

static apr_status_t memory_getstr(void *buf, apr_size_t room, void *param)
{
    char *to = buf;
    apr_size_t n = 0;

    while (n + 1 < room && memory_getch(to + n, param) == APR_SUCCESS) {
        if (to[n++] == '\n') {
            break;
        }
    }
    to[n] = '\0';
    return n ? APR_SUCCESS : APR_EOF;
}

ap_configfile_t *config_text_open(apr_pool_t *pool, const char *text,
                                  int by_bytes)
{
    const char **at = apr_palloc(pool, sizeof(*at));

    *at = text;
    return ap_pcfg_open_custom(pool, "test.conf", at, memory_getch,
                               by_bytes ? NULL : memory_getstr, NULL);
}

server_rec *config_text_server(apr_pool_t *pool)
{
    server_rec *s = apr_pcalloc(pool, sizeof(*s));

    s->process = &process;
    s->module_config = ap_create_per_dir_config(pool);
    s->lookup_defaults = ap_create_per_dir_config(pool);
    for (int i = 0; ap_loaded_modules[i]; i++) {
        ap_single_module_configure(pool, s, ap_loaded_modules[i]);
    }
    return s;
}

const char *config_text_build(apr_pool_t *pool, const char *text,
                              ap_directive_t **tree)
{
    cmd_parms parms = { .pool = pool,
                        .server = config_text_server(pool),
                        .override = RSRC_CONF | OR_ALL,
                        .override_opts = OPT_ALL,
                        .limited = -1,
                        .config_file = config_text_open(pool, text, 0) };
    const char *error;

    apr_pool_create(&parms.temp_pool, pool);
    *tree = NULL;
    error = ap_build_config(&parms, pool, parms.temp_pool, tree);
    if (!error) {
        return NULL;
    }
    return apr_psprintf(pool, "%d: %s",
                        parms.err_directive ? parms.err_directive->line_num
                                            : 0,
                        error);
}

const char *config_text_dump(apr_pool_t *pool, const ap_directive_t *tree)
{
    const char *text = "";

    for (; tree; tree = tree->next) {
        text = apr_pstrcat(pool, text, tree->directive, *tree->args ? " " : "",
                           tree->args, NULL);
        text = *tree->directive == '<'
                   ? apr_pstrcat(pool, text, "{",
                                 config_text_dump(pool, tree->first_child),
                                 "}", NULL)
                   : apr_pstrcat(pool, text, ";", NULL);
    }
    return text;
}
