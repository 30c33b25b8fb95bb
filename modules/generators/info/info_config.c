/* SPDX-License-Identifier: Apache-2.0 */
/* info_config - the directives in force, with file and line. */
#include "info.h"

#include "http_protocol.h"

/* A walk over the tree; file is the last one named in the output. */
typedef struct walk_t {
    request_rec *r;
    const module *mod; /* NULL: everything */
    const char *file;
} walk_t;

static int has_directive(const module *mod, const char *name)
{
    for (const command_rec *cmd = mod->cmds; cmd && cmd->name; cmd++) {
        if (ap_cstr_casecmp(cmd->name, name) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Is the node, or anything within it, one of the module's directives? */
static int is_wanted(const walk_t *walk, const ap_directive_t *node)
{
    if (!walk->mod || has_directive(walk->mod, node->directive)) {
        return 1;
    }
    for (node = node->first_child; node; node = node->next) {
        if (is_wanted(walk, node)) {
            return 1;
        }
    }
    return 0;
}

static void put_file(walk_t *walk, const ap_directive_t *node)
{
    if (walk->file && strcmp(walk->file, node->filename) == 0) {
        return;
    }
    walk->file = node->filename;
    ap_rprintf(walk->r, "<dd><tt><strong>In file: %s</strong></tt></dd>\n",
               ap_escape_html(walk->r->pool, node->filename));
}

/* "   7:" and the indentation of the section's depth. */
static void put_margin(request_rec *r, int line, int depth)
{
    ap_rputs("<dd><tt>", r);
    for (int n = line; n < 1000 && n >= 0; n = n > 0 ? n * 10 : 1) {
        ap_rputs("&nbsp;", r);
    }
    if (line > 0) {
        ap_rprintf(r, "%d:&nbsp;", line);
    } else {
        ap_rputs(":&nbsp;", r);
    }
    for (; depth > 0; depth--) {
        ap_rputs("&nbsp;&nbsp;", r);
    }
}

static void put_list(walk_t *walk, const ap_directive_t *node, int depth);

static void put_section(walk_t *walk, const ap_directive_t *node, int depth)
{
    request_rec *r = walk->r;

    ap_rprintf(r, "%s%s%s</tt></dd>\n",
               ap_escape_html(r->pool, node->directive),
               *node->args == '>' ? "" : " ",
               ap_escape_html(r->pool, node->args));
    put_list(walk, node->first_child, depth + 1);
    put_margin(r, 0, depth);
    ap_rprintf(r, "&lt;/%s&gt;</tt></dd>",
               ap_escape_html(r->pool, node->directive + 1));
}

static void put_list(walk_t *walk, const ap_directive_t *node, int depth)
{
    request_rec *r = walk->r;

    for (; node; node = node->next) {
        if (!is_wanted(walk, node)) {
            continue;
        }
        put_file(walk, node);
        put_margin(r, node->line_num, depth);
        if (*node->directive == '<') {
            put_section(walk, node, depth);
        } else {
            ap_rprintf(r, "%s <i>%s</i></tt></dd>\n",
                       ap_escape_html(r->pool, node->directive),
                       ap_escape_html(r->pool, node->args));
        }
    }
}

void info_show_config(request_rec *r, const module *mod)
{
    walk_t walk = { .r = r, .mod = mod };

    put_list(&walk, ap_conftree, 0);
}
