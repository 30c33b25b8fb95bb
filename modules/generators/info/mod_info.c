/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_info - a page about the server: its modules, what they can do, what
 * they were told, which hooks they are on.
 *
 * Directive:  AddModuleInfo MODULE.c HTML             (server configuration)
 * Handler:    server-info, GET. The query chooses a part: ?config, ?server,
 *             ?list, ?hooks, ?providers, or the name of a module (?core.c).
 * It shows all of the configuration: let only administrators have it.
 * Owns:       the additional texts, in the server's slot.
 */
#include "info.h"

#include "apr_strings.h"
#include "http_core.h"
#include "http_protocol.h"

module AP_MODULE_DECLARE_DATA info_module;

/* Text that AddModuleInfo gives to a module. */
typedef struct extra_t {
    const char *name;
    const char *html;
} extra_t;

static void *info_create_conf(apr_pool_t *pool, server_rec *s)
{
    return apr_array_make(pool, 2, sizeof(extra_t));
}

static void *info_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    return apr_array_append(pool, inner, outer);
}

static const char *set_add_module_info(cmd_parms *cmd, void *unused,
                                       const char *name, const char *html)
{
    apr_array_header_t *extras = ap_get_module_config(
        cmd->server->module_config, &info_module);
    extra_t *extra = apr_array_push(extras);

    extra->name = name;
    extra->html = html;
    return NULL;
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const module *const *)a)->name,
                  (*(const module *const *)b)->name);
}

/* The active modules by name. */
static apr_array_header_t *sorted_modules(apr_pool_t *pool)
{
    apr_array_header_t *list = apr_array_make(pool, 64, sizeof(module *));

    for (int i = 0; ap_loaded_modules[i]; i++) {
        APR_ARRAY_PUSH(list, module *) = ap_loaded_modules[i];
    }
    qsort(list->elts, (size_t)list->nelts, sizeof(module *), by_name);
    return list;
}

static void show_list(request_rec *r, const apr_array_header_t *modules)
{
    ap_rputs("<dl><dt>Server Module List</dt>", r);
    for (int i = 0; i < modules->nelts; i++) {
        ap_rprintf(r, "<dd>%s</dd>",
                   ap_escape_html(r->pool, APR_ARRAY_IDX(modules, i,
                                                         const module *)
                                               ->name));
    }
    ap_rputs("</dl><hr />", r);
}

/* Which of the functions around configurations a module has. */
static void show_config_phases(request_rec *r, const module *mod)
{
    const struct {
        int is_there;
        const char *title;
    } phases[] = {
        { mod->create_dir_config != NULL, "Create Directory Config" },
        { mod->merge_dir_config != NULL, "Merge Directory Configs" },
        { mod->create_server_config != NULL, "Create Server Config" },
        { mod->merge_server_config != NULL, "Merge Server Configs" },
    };
    int n = 0;

    ap_rputs("<dt><strong>Configuration Phase Participation:</strong>\n", r);
    for (size_t i = 0; i < sizeof(phases) / sizeof(phases[0]); i++) {
        if (phases[i].is_there) {
            ap_rprintf(r, "%s<tt>%s</tt>", n++ ? ", " : "", phases[i].title);
        }
    }
    ap_rputs(n ? "</dt>" : "<tt> <em>none</em></tt></dt>", r);
}

static void show_directives(request_rec *r, const module *mod)
{
    const command_rec *cmd = mod->cmds;

    if (!cmd || !cmd->name) {
        ap_rputs("<dt><strong>Module Directives:</strong> <tt>none</tt></dt>",
                 r);
        return;
    }
    ap_rputs("<dt><strong>Module Directives:</strong></dt>", r);
    for (; cmd->name; cmd++) {
        ap_rprintf(r, "<dd><tt>%s%s - <i>",
                   ap_escape_html(r->pool, cmd->name),
                   *cmd->name == '<' ? "&gt;" : "");
        if (cmd->errmsg) {
            ap_rputs(ap_escape_html(r->pool, cmd->errmsg), r);
        }
        ap_rputs("</i></tt></dd>\n", r);
    }
    ap_rputs("<dt><strong>Current Configuration:</strong></dt>\n", r);
    info_show_config(r, mod);
}

static void show_extras(request_rec *r, const module *mod)
{
    const apr_array_header_t *extras = ap_get_module_config(
        r->server->module_config, &info_module);
    int n = 0;

    for (int i = 0; i < extras->nelts; i++) {
        const extra_t *extra = &APR_ARRAY_IDX(extras, i, extra_t);

        if (strcmp(extra->name, mod->name) != 0) {
            continue;
        }
        if (n++ == 0) {
            ap_rputs("<dt><strong>Additional Information:</strong>\n</dt>", r);
        }
        ap_rprintf(r, "<dd>%s</dd>", extra->html); /* HTML by design */
    }
}

static void show_module(request_rec *r, const module *mod)
{
    const char *name = ap_escape_html(r->pool, mod->name);

    ap_rprintf(r,
               "<dl><dt><a name=\"%s\"><strong>Module Name:</strong></a> "
               "<font size=\"+1\"><tt><a href=\"?%s\">%s</a></tt></font></dt>\n"
               "<dt><strong>Content handlers:</strong> <tt> <em>%s</em></tt>"
               "</dt>",
               name, name, name, info_has_handler(mod->name) ? "yes" : "none");
    show_config_phases(r, mod);
    ap_rputs("<dt><strong>Request Phase Participation:</strong>\n", r);
    info_show_phases(r, mod->name);
    ap_rputs("</dt>\n", r);
    show_directives(r, mod);
    show_extras(r, mod);
    ap_rputs("</dl><hr />\n", r);
}

static void show_overview(request_rec *r, const apr_array_header_t *modules)
{
    ap_rputs(
        "<dl><dt><tt>Subpages:<br />"
        "<a href=\"?config\">Configuration Files</a>, "
        "<a href=\"?server\">Server Settings</a>, "
        "<a href=\"?list\">Module List</a>, "
        "<a href=\"?hooks\">Active Hooks</a>, "
        "<a href=\"?providers\">Available Providers</a>"
        "</tt></dt></dl><hr />"
        "<dl><dt><tt>Sections:<br />"
        "<a href=\"#modules\">Loaded Modules</a>, "
        "<a href=\"#server\">Server Settings</a>, "
        "<a href=\"#startup_hooks\">Startup Hooks</a>, "
        "<a href=\"#request_hooks\">Request Hooks</a>, "
        "<a href=\"#other_hooks\">Other Hooks</a>, "
        "<a href=\"#providers\">Providers</a>"
        "</tt></dt></dl><hr />"
        "<h2><a name=\"modules\">Loaded Modules</a></h2><dl><dt><tt>",
        r);
    for (int i = 0; i < modules->nelts; i++) {
        const char *name = ap_escape_html(
            r->pool, APR_ARRAY_IDX(modules, i, const module *)->name);

        ap_rprintf(r, "<a href=\"#%s\">%s</a>, ", name, name);
    }
    ap_rputs("</tt></dt></dl><hr />", r);
}

static void show_modules(request_rec *r, const apr_array_header_t *modules,
                         const char *name)
{
    for (int i = 0; i < modules->nelts; i++) {
        const module *mod = APR_ARRAY_IDX(modules, i, const module *);

        if (!name || strcmp(name, mod->name) == 0) {
            show_module(r, mod);
        }
    }
}

static void show_page(request_rec *r, const char *part)
{
    const apr_array_header_t *modules = sorted_modules(r->pool);

    if (!part) {
        show_overview(r, modules);
        info_show_server(r);
        info_show_hooks(r, "#");
        info_show_providers(r);
        show_modules(r, modules, NULL);
    } else if (strcmp(part, "config") == 0) {
        ap_rputs("<dl><dt><strong>Configuration:</strong>\n", r);
        info_show_config(r, NULL);
        ap_rputs("</dl><hr />", r);
    } else if (strcmp(part, "server") == 0) {
        info_show_server(r);
    } else if (strcmp(part, "list") == 0) {
        show_list(r, modules);
    } else if (strcmp(part, "hooks") == 0) {
        info_show_hooks(r, "?");
    } else if (strcmp(part, "providers") == 0) {
        info_show_providers(r);
    } else {
        show_modules(r, modules, part);
    }
}

static int info_handler(request_rec *r)
{
    if (strcmp(r->handler, "server-info") != 0) {
        return DECLINED;
    }
    r->allowed |= AP_METHOD_BIT << M_GET;
    if (r->method_number != M_GET) {
        return DECLINED;
    }
    ap_set_content_type(r, "text/html; charset=ISO-8859-1");
    ap_rputs("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\""
             "\n\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\n"
             "<html xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
             "  <title>Server Information</title>\n</head>\n"
             "<body><h1 style=\"text-align: center\">Server Information</h1>"
             "\n",
             r);
    show_page(r, r->args);
    ap_rputs(ap_psignature("", r), r);
    ap_rputs("</body></html>\n", r);
    return OK;
}

static const command_rec info_directives[] = {
    AP_INIT_TAKE2("AddModuleInfo", set_add_module_info, NULL, RSRC_CONF,
                  "a module name and additional information on that module"),
    { .name = NULL },
};

static void info_register_hooks(apr_pool_t *pool)
{
    ap_hook_handler(info_handler, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(info) = {
    STANDARD20_MODULE_STUFF,
    .create_server_config = info_create_conf,
    .merge_server_config = info_merge_conf,
    .cmds = info_directives,
    .register_hooks = info_register_hooks,
};
