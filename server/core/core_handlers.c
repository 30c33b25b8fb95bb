/* SPDX-License-Identifier: Apache-2.0 */
/* core_handlers.c - who makes the response, and what it passes through. */

#include "core.h"

#include "apr_hash.h"
#include "apr_strings.h"

#include "ap_expr.h"
#include "http_log.h"

static const char *set_set_handler(cmd_parms *cmd, void *dir_conf,
                                   const char *arg)
{
    core_dir_config *conf = dir_conf;
    const char *failure = NULL;

    conf->handler = NULL;
    conf->expr_handler = NULL;
    if (!strchr(arg, '%')) {
        conf->handler = apr_pstrdup(cmd->pool, arg);
        return NULL;
    }
    conf->expr_handler = ap_expr_parse_cmd(cmd, arg, AP_EXPR_FLAG_STRING_RESULT,
                                           &failure, NULL);
    if (failure) {
        return apr_psprintf(cmd->pool,
                            "SetHandler: cannot read the expression '%s': %s",
                            arg, failure);
    }
    return NULL;
}

static const char *set_output_filter(cmd_parms *cmd, void *dir_conf,
                                     const char *arg)
{
    core_dir_config *conf = dir_conf;

    conf->output_filters = apr_pstrdup(cmd->pool, arg);
    return NULL;
}

static const char *set_input_filter(cmd_parms *cmd, void *dir_conf,
                                    const char *arg)
{
    core_dir_config *conf = dir_conf;

    conf->input_filters = apr_pstrdup(cmd->pool, arg);
    return NULL;
}

static const char *set_cgi_pass_auth(cmd_parms *cmd, void *dir_conf, int is_on)
{
    core_dir_config *conf = dir_conf;

    conf->cgi_pass_auth = is_on ? AP_CGI_PASS_AUTH_ON : AP_CGI_PASS_AUTH_OFF;
    return NULL;
}

static const char *set_cgi_var(cmd_parms *cmd, void *dir_conf, const char *name,
                               const char *rule)
{
    core_dir_config *conf = dir_conf;
    const char *known;

    if (strcmp(name, "REQUEST_URI") != 0) {
        return apr_psprintf(cmd->pool,
                            "CGIVar: '%s' is not a variable that "
                            "has a rule, only REQUEST_URI is",
                            name);
    }
    if (ap_cstr_casecmp(rule, "current-uri") == 0) {
        known = "current-uri";
    }
    else if (ap_cstr_casecmp(rule, "original-uri") == 0) {
        known = "original-uri";
    }
    else {
        return pn_core_unknown(cmd, rule, "current-uri or original-uri");
    }
    if (!conf->cgi_var_rules) {
        conf->cgi_var_rules = apr_hash_make(cmd->pool);
    }
    apr_hash_set(conf->cgi_var_rules, "REQUEST_URI", APR_HASH_KEY_STRING,
                 known);
    return NULL;
}

const command_rec pn_core_handlers[] = {
    AP_INIT_TAKE1("SetHandler", set_set_handler, NULL, OR_FILEINFO,
                  "the handler of all files, None, or an expression"),
    AP_INIT_TAKE1("SetOutputFilter", set_output_filter, NULL, OR_FILEINFO,
                  "filters for responses, separated by semicolons"),
    AP_INIT_TAKE1("SetInputFilter", set_input_filter, NULL, OR_FILEINFO,
                  "filters for request bodies, separated by semicolons"),
    AP_INIT_FLAG("CGIPassAuth", set_cgi_pass_auth, NULL, OR_AUTHCFG,
                 "On or Off: whether scripts see the Authorization header"),
    AP_INIT_TAKE2("CGIVar", set_cgi_var, NULL, OR_FILEINFO,
                  "REQUEST_URI, and current-uri or original-uri"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};
