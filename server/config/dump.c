/* SPDX-License-Identifier: Apache-2.0 */
/* dump - prints what a configuration comes to; scripts parse it. */
#include "config/dump.h"

#include <apr_file_io.h>
#include <stdio.h>

#include "config/defines.h"
#include "http_config.h"
#include "http_core.h"
#include "http_main.h"
#include "mpm_common.h"
#include "util_mutex.h"

static const char *file_named; /* the file that the last comment named */

static void dump_list(const ap_directive_t *node, int depth)
{
    for (; node; node = node->next) {
        int indent = depth * 2;
        const char *gap = *node->args && *node->args != '>' ? " " : "";

        if (!file_named || strcmp(file_named, node->filename) != 0) {
            printf("%*s# In file: %s\n", indent, "", node->filename);
            file_named = node->filename;
        }
        printf("%*s# %3d:\n", indent, "", node->line_num);
        printf("%*s%s%s%s\n", indent, "", node->directive, gap, node->args);
        if (*node->directive == '<') {
            dump_list(node->first_child, depth + 1);
            printf("%*s</%s>\n", indent, "", node->directive + 1);
        }
    }
}

void pn_dump_tree(const ap_directive_t *tree)
{
    file_named = NULL;
    dump_list(tree, 0);
    fflush(stdout); /* others write to it through apr */
}

static void dump_defines(apr_file_t *out)
{
    const apr_array_header_t *names = ap_server_config_defines;

    for (int i = 0; names && i < names->nelts; i++) {
        const char *name = APR_ARRAY_IDX(names, i, const char *);
        const char *value = pn_defines_value(name);

        apr_file_printf(out, "Define: %s%s%s\n", name, value ? "=" : "",
                        value ? value : "");
    }
}

/* The log file's full name; a pipe or syslog as it was written. */
static const char *error_log_name(apr_pool_t *pool, const server_rec *s)
{
    const char *name = s->error_fname;
    const char *path;

    if (!name || *name == '|' || strncmp(name, "syslog", 6) == 0) {
        return name ? name : "";
    }
    path = ap_server_root_relative(pool, name);
    return path ? path : name;
}

void pn_dump_settings(apr_pool_t *pool, server_rec *s)
{
    const core_server_config *conf = ap_get_core_module_config(
        s->module_config);
    apr_file_t *out = NULL;

    if (!ap_exists_config_define("DUMP_RUN_CFG")
        || apr_file_open_stdout(&out, pool) != APR_SUCCESS) {
        return;
    }
    apr_file_printf(out, "ServerRoot: \"%s\"\n", ap_server_root);
    apr_file_printf(out, "Main DocumentRoot: \"%s\"\n",
                    conf->ap_document_root ? conf->ap_document_root : "");
    apr_file_printf(out, "Main ErrorLog: \"%s\"\n",
                    error_log_name(pool, s));
    ap_dump_mutexes(pool, s, out);
    ap_mpm_dump_pidfile(pool, out);
    dump_defines(out);
}
