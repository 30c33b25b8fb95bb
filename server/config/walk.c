/* SPDX-License-Identifier: Apache-2.0 */
/*
 * walk - running the directives of a tree.
 *
 * The functions of sections (<Directory>, <VirtualHost> …) call back into
 * ap_walk_config() for what is inside them, with a vector of their own.
 */
#include "httpd.h"

#include <apr_strings.h>

#include "http_config.h"

#include "config/commands.h"
#include "config/dump.h"
#include "config/invoke.h"
#include "config/modlist.h"
#include "config/suggest.h"
#include "http_core.h"
#include "http_log.h"

APLOG_USE_MODULE(core);

/* Every option may be set in the server's own files. */
enum {
    SERVER_OPTIONS = OPT_ALL | OPT_SYM_OWNER | OPT_MULTI,
    SERVER_OVERRIDE = (RSRC_CONF | OR_ALL) & ~(OR_AUTHCFG | OR_LIMIT)
};

static const char *unknown_directive(const ap_directive_t *node,
                                     cmd_parms *parms)
{
    const char *error;

    error = apr_pstrcat(
        parms->pool, "Invalid command '",
        pn_suggest_printable(parms->pool, node->directive),
        "', perhaps misspelled or defined by a module not included in the "
        "server configuration",
        pn_suggest_for(parms->pool, node->directive), NULL);
    if (parms->override & NONFATAL_UNKNOWN) {
        ap_log_perror(APLOG_MARK, APLOG_WARNING, 0, parms->temp_pool,
                      "%s:%d: %s", node->filename, node->line_num, error);
        return NULL;
    }
    return error;
}

static const char *run_directive(ap_directive_t *node, cmd_parms *parms,
                                 ap_conf_vector_t *vector)
{
    const pn_command_t *first = pn_commands_find(node->directive);

    parms->directive = node;
    for (const pn_command_t *command = first; command;
         command = command->next) {
        void *conf = ap_set_config_vectors(parms->server, vector, parms->path,
                                           command->mod, parms->pool);
        const char *error = pn_invoke_command(command->rec, parms, conf,
                                              node->args);

        if (!error || strcmp(error, DECLINE_CMD) != 0) {
            return error;
        }
    }
    /* Known, and left alone by each module that knows it: their decision. */
    return first ? NULL : unknown_directive(node, parms);
}

AP_DECLARE(const char *) ap_walk_config(ap_directive_t *conftree,
                                        cmd_parms *parms,
                                        ap_conf_vector_t *section_vector)
{
    ap_conf_vector_t *outer_context = parms->context;
    ap_directive_t *outer_directive = parms->directive;
    const char *error = NULL;

    parms->context = section_vector;
    for (; conftree; conftree = conftree->next) {
        error = run_directive(conftree, parms, section_vector);
        if (error) {
            /* A section's function has noted its inner line already. */
            if (!parms->err_directive) {
                parms->err_directive = parms->directive;
            }
            break;
        }
        parms->directive = outer_directive;
    }
    parms->context = outer_context;
    parms->directive = outer_directive;
    return error;
}

AP_DECLARE(int) ap_process_config_tree(server_rec *s, ap_directive_t *conftree,
                                       apr_pool_t *p, apr_pool_t *ptemp)
{
    cmd_parms parms = { .pool = p,
                        .temp_pool = ptemp,
                        .server = s,
                        .override = SERVER_OVERRIDE,
                        .override_opts = SERVER_OPTIONS,
                        .limited = -1 };
    const char *error;

    pn_modlist_fix_vectors();
    error = ap_walk_config(conftree, &parms, s->lookup_defaults);
    if (!error) {
        if (ap_exists_config_define("DUMP_CONFIG")) {
            pn_dump_tree(conftree);
        }
        return OK;
    }
    if (parms.err_directive) {
        ap_log_perror(APLOG_MARK, APLOG_NOERRNO | APLOG_CRIT | APLOG_STARTUP,
                      0, p, "Syntax error on line %d of %s:",
                      parms.err_directive->line_num,
                      parms.err_directive->filename);
    }
    ap_log_perror(APLOG_MARK, APLOG_NOERRNO | APLOG_CRIT | APLOG_STARTUP, 0, p,
                  "%s", error);
    return HTTP_INTERNAL_SERVER_ERROR;
}
