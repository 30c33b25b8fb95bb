/* SPDX-License-Identifier: Apache-2.0 */
/* dump - prints what a configuration comes to; scripts parse it. */
#include "config/dump.h"

#include <stdio.h>

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
}
