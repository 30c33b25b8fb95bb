/* SPDX-License-Identifier: Apache-2.0 */
/* info_hooks - who has registered for which hook, and with what order. */
#include "info.h"

#include "ap_expr.h"
#include "ap_mpm.h"
#include "http_connection.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mpm_common.h"

/* An entry of any hook's list: they differ in the type of the function. */
typedef struct link_t {
    void *function;
    const char *name;
    const char *const *before;
    const char *const *after;
    int order;
} link_t;

_Static_assert(sizeof(link_t) == sizeof(ap_LINK_handler_t),
               "link_t is laid out like the entries of every hook");

typedef struct hook_t {
    const char *title;
    apr_array_header_t *(*entries)(void);
} hook_t;

static const hook_t startup_hooks[] = {
    { "Pre-Config", ap_hook_get_pre_config },
    { "Check Configuration", ap_hook_get_check_config },
    { "Test Configuration", ap_hook_get_test_config },
    { "Post Configuration", ap_hook_get_post_config },
    { "Open Logs", ap_hook_get_open_logs },
    { "Pre-MPM", ap_hook_get_pre_mpm },
    { "MPM", ap_hook_get_mpm },
    { "Drop Privileges", ap_hook_get_drop_privileges },
    { "Retrieve Optional Functions", ap_hook_get_optional_fn_retrieve },
    { "Child Init", ap_hook_get_child_init },
    { NULL, NULL },
};

static const hook_t request_hooks[] = {
    { "Pre-Connection", ap_hook_get_pre_connection },
    { "Create Connection", ap_hook_get_create_connection },
    { "Process Connection", ap_hook_get_process_connection },
    { "Create Request", ap_hook_get_create_request },
    { "Pre-Read Request", ap_hook_get_pre_read_request },
    { "Post-Read Request", ap_hook_get_post_read_request },
    { "Header Parse", ap_hook_get_header_parser },
    { "HTTP Scheme", ap_hook_get_http_scheme },
    { "Default Port", ap_hook_get_default_port },
    { "Quick Handler", ap_hook_get_quick_handler },
    { "Pre-Translate Name", ap_hook_get_pre_translate_name },
    { "Translate Name", ap_hook_get_translate_name },
    { "Map to Storage", ap_hook_get_map_to_storage },
    { "Check Access", ap_hook_get_access_checker_ex },
    { "Check Access (legacy)", ap_hook_get_access_checker },
    { "Verify User ID", ap_hook_get_check_user_id },
    { "Note Authentication Failure", ap_hook_get_note_auth_failure },
    { "Verify User Access", ap_hook_get_auth_checker },
    { "Check Type", ap_hook_get_type_checker },
    { "Fixups", ap_hook_get_fixups },
    { "Insert Filters", ap_hook_get_insert_filter },
    { "Content Handlers", ap_hook_get_handler },
    { "Transaction Logging", ap_hook_get_log_transaction },
    { "Insert Errors", ap_hook_get_insert_error_filter },
    { "Generate Log ID", ap_hook_get_generate_log_id },
    { NULL, NULL },
};

static const hook_t other_hooks[] = {
    { "Monitor", ap_hook_get_monitor },
    { "Child Status", ap_hook_get_child_status },
    { "End Generation", ap_hook_get_end_generation },
    { "Error Logging", ap_hook_get_error_log },
    { "Query MPM Attributes", ap_hook_get_mpm_query },
    { "Query MPM Name", ap_hook_get_mpm_get_name },
    { "Register Timed Callback", ap_hook_get_mpm_register_timed_callback },
    { "Extend Expression Parser", ap_hook_get_expr_lookup },
    { "Set Management Items", ap_hook_get_get_mgmt_items },
    { NULL, NULL },
};

static const link_t *entry_of(const apr_array_header_t *entries, int i)
{
    return &APR_ARRAY_IDX(entries, i, const link_t);
}

static void show_hook(request_rec *r, const hook_t *hook, const char *links)
{
    const apr_array_header_t *entries = hook->entries();

    ap_rprintf(r, "<dt><strong>%s:</strong>\n <br /><tt>\n", hook->title);
    for (int i = 0; entries && i < entries->nelts; i++) {
        const link_t *link = entry_of(entries, i);

        ap_rprintf(r,
                   "&nbsp;&nbsp; %02d <a href=\"%s%s\">%s</a> <br/>",
                   link->order, links, link->name,
                   ap_escape_html(r->pool, link->name));
    }
    ap_rputs("\n  </tt>\n</dt>\n", r);
}

static void show_group(request_rec *r, const char *anchor, const char *title,
                       const hook_t *hooks, const char *links)
{
    ap_rprintf(r, "<h2><a name=\"%s\">%s</a></h2>\n<dl>", anchor, title);
    for (; hooks->title; hooks++) {
        show_hook(r, hooks, links);
    }
    ap_rputs("</dl>\n<hr />\n", r);
}

void info_show_hooks(request_rec *r, const char *links)
{
    show_group(r, "startup_hooks", "Startup Hooks", startup_hooks, links);
    show_group(r, "request_hooks", "Request Hooks", request_hooks, links);
    show_group(r, "other_hooks", "Other Hooks", other_hooks, links);
}

static int is_on(const hook_t *hook, const char *name)
{
    const apr_array_header_t *entries = hook->entries();

    for (int i = 0; entries && i < entries->nelts; i++) {
        if (strcmp(entry_of(entries, i)->name, name) == 0) {
            return 1;
        }
    }
    return 0;
}

void info_show_phases(request_rec *r, const char *name)
{
    int n = 0;

    for (const hook_t *hook = request_hooks; hook->title; hook++) {
        if (is_on(hook, name)) {
            ap_rprintf(r, "%s<tt>%s</tt>", n++ ? ", " : "", hook->title);
        }
    }
    if (n == 0) {
        ap_rputs("<tt> <em>none</em></tt>", r);
    }
}

int info_has_handler(const char *name)
{
    const hook_t handler = { NULL, ap_hook_get_handler };

    return is_on(&handler, name);
}
