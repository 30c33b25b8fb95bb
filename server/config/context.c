/* SPDX-License-Identifier: Apache-2.0 */
/*
 * context - questions of directive functions about where they stand: inside
 * which sections, for which methods.
 */
#include "httpd.h"

#include <apr_strings.h>

#include "http_config.h"
#include "http_protocol.h"

static const char *refuse(cmd_parms *cmd, const char *where)
{
    return apr_pstrcat(cmd->pool, cmd->cmd->name,
                       cmd->cmd->name[0] == '<' ? ">" : "",
                       " cannot occur within ", where, NULL);
}

/* The section kinds that a directive can refuse; both spellings of each. */
static const struct {
    unsigned flag;
    const char *names[2];
} sections[] = {
    { NOT_IN_DIRECTORY, { "<Directory", "<DirectoryMatch" } },
    { NOT_IN_LOCATION, { "<Location", "<LocationMatch" } },
    { NOT_IN_FILES, { "<Files", "<FilesMatch" } },
    { NOT_IN_PROXY, { "<Proxy", "<ProxyMatch" } },
};

static unsigned section_flag(const char *name)
{
    for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
        if (ap_cstr_casecmp(name, sections[i].names[0]) == 0
            || ap_cstr_casecmp(name, sections[i].names[1]) == 0) {
            return sections[i].flag;
        }
    }
    if (ap_cstr_casecmp(name, "<If") == 0
        || ap_cstr_casecmp(name, "<ElseIf") == 0
        || ap_cstr_casecmp(name, "<Else") == 0) {
        return NOT_IN_FILES; /* they are merged like Files, and as late */
    }
    return 0;
}

AP_DECLARE(const char *) ap_check_cmd_context(cmd_parms *cmd,
                                              unsigned forbidden)
{
    const ap_directive_t *parent;

    /* .htaccess is read with one pool: nothing of it outlives the request. */
    if ((forbidden & NOT_IN_HTACCESS) && cmd->pool == cmd->temp_pool) {
        return refuse(cmd, ".htaccess files");
    }
    if ((forbidden & NOT_IN_DIR_CONTEXT) == NOT_IN_DIR_CONTEXT) {
        if (cmd->path) {
            return apr_psprintf(cmd->pool,
                                "%s%s cannot occur within a section like "
                                "<Directory>, <Files> or <Location> (here: "
                                "%s)",
                                cmd->cmd->name,
                                cmd->cmd->name[0] == '<' ? ">" : "",
                                cmd->path);
        }
        if (cmd->cmd->req_override & EXEC_ON_READ) {
            return NULL; /* executed before the tree exists */
        }
    }
    if ((forbidden & NOT_IN_VIRTUALHOST) && cmd->server->is_virtual) {
        return refuse(cmd, "<VirtualHost> section");
    }
    if ((forbidden & NOT_IN_LIMIT) && (cmd->limited != -1 || cmd->xlimited)) {
        return refuse(cmd, "<Limit> or <LimitExcept> section");
    }
    for (parent = cmd->directive ? cmd->directive->parent : NULL; parent;
         parent = parent->parent) {
        if (forbidden & section_flag(parent->directive)) {
            return refuse(cmd, apr_psprintf(cmd->pool, "%s> section (line %d)",
                                            parent->directive,
                                            parent->line_num));
        }
    }
    return NULL;
}

AP_DECLARE(int) ap_method_is_limited(cmd_parms *cmd, const char *method)
{
    int number = ap_method_number_of(method);

    if (number == M_INVALID) {
        return cmd->xlimited
               && ap_method_in_list(cmd->xlimited, method);
    }
    return (cmd->limited & (AP_METHOD_BIT << number)) != 0;
}
