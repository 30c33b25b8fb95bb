/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_authz_groupfile - Require group NAME… and Require file-group, with
 * groups in a text file: "name: user user …".
 *
 * Directives: AuthGroupFile (directory, .htaccess: AuthConfig)
 * Offers:     the authz providers "group" and "file-group"
 * Tests:      test/e2e/aaa/test_auth_basic.py
 */

#include "httpd.h"

#include <string.h>

#include "apr_optional.h"
#include "apr_strings.h"

#include "ap_expr.h"
#include "ap_provider.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_auth.h"
#include "util_varbuf.h"

module AP_MODULE_DECLARE_DATA authz_groupfile_module;

APR_DECLARE_OPTIONAL_FN(char *, authz_owner_get_file_group, (request_rec * r));

/* A group with a hundred thousand members is a line of a megabyte. */
enum { LINE_MAX_BYTES = 16 * 1024 * 1024 };

typedef struct authz_groupfile_conf_t {
    const char *path;
} authz_groupfile_conf_t;

static APR_OPTIONAL_FN_TYPE(authz_owner_get_file_group) * get_file_group;

static void *authz_groupfile_create_conf(apr_pool_t *pool, char *dir)
{
    return apr_pcalloc(pool, sizeof(authz_groupfile_conf_t));
}

static void *authz_groupfile_merge_conf(apr_pool_t *pool, void *outer,
                                        void *inner)
{
    const authz_groupfile_conf_t *over = inner;

    return over->path ? inner : outer;
}

static const char *set_group_file(cmd_parms *cmd, void *dir_conf,
                                  const char *path)
{
    authz_groupfile_conf_t *conf = dir_conf;

    conf->path = ap_server_root_relative(cmd->pool, path);
    return conf->path
               ? NULL
               : apr_psprintf(cmd->pool, "'%s' is not a valid path", path);
}

/* Whether a line's members, behind its colon, have user among them. */
static int has_member(const char *members, const char *user)
{
    apr_size_t len = strlen(user);

    while (*members) {
        apr_size_t n;

        members += strspn(members, " \t");
        n = strcspn(members, " \t");
        if (n == len && strncmp(members, user, len) == 0) {
            return 1;
        }
        members += n;
    }
    return 0;
}

static apr_status_t read_groups(request_rec *r, apr_pool_t *pool,
                                const char *path, apr_table_t *groups)
{
    ap_configfile_t *file;
    struct ap_varbuf line;
    apr_status_t rv = ap_pcfg_openfile(&file, pool, path);

    if (rv != APR_SUCCESS) {
        return rv;
    }
    ap_varbuf_init(pool, &line, MAX_STRING_LEN);
    while ((rv = ap_varbuf_cfg_getline(&line, file, LINE_MAX_BYTES))
           == APR_SUCCESS) {
        char *colon = strchr(line.buf, ':');

        if (line.buf[0] != '#' && colon && has_member(colon + 1, r->user)) {
            *colon = '\0';
            apr_table_set(groups, line.buf, "in");
        }
    }
    ap_varbuf_free(&line);
    ap_cfg_closefile(file);
    return rv == APR_EOF ? APR_SUCCESS : rv;
}

/* The groups that r's user is in; NULL, logged, when that is not known. */
static apr_table_t *groups_of_user(request_rec *r)
{
    const authz_groupfile_conf_t *conf = ap_get_module_config(
        r->per_dir_config, &authz_groupfile_module);
    apr_table_t *groups;
    apr_pool_t *pool;
    apr_status_t rv;

    if (!conf->path) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "AuthGroupFile is not set for %s: there are no groups",
                      r->uri);
        return NULL;
    }
    groups = apr_table_make(r->pool, 4);
    apr_pool_create(&pool, r->pool); /* lines of the file may be long */
    rv = read_groups(r, pool, conf->path, groups);
    apr_pool_destroy(pool);
    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "cannot read the group file %s", conf->path);
        return NULL;
    }
    return groups;
}

static const char *parse_names(cmd_parms *cmd, const char *line,
                               const void **parsed)
{
    const char *error = NULL;

    *parsed = ap_expr_parse_cmd(cmd, line, AP_EXPR_FLAG_STRING_RESULT, &error,
                                NULL);
    return error ? apr_pstrcat(cmd->pool, "Require group: ", error, NULL)
                 : NULL;
}

static authz_status check_names(request_rec *r, const char *line,
                                const void *parsed)
{
    apr_table_t *groups;
    const char *error = NULL;
    const char *names;

    if (!r->user) {
        return AUTHZ_DENIED_NO_USER;
    }
    groups = groups_of_user(r);
    if (!groups) {
        return AUTHZ_DENIED;
    }
    names = ap_expr_str_exec(r, parsed, &error);
    if (error) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "Require group could not be evaluated, access is "
                      "refused: %s",
                      error);
        return AUTHZ_DENIED;
    }
    while (*names) {
        if (apr_table_get(groups, ap_getword_conf(r->pool, &names))) {
            return AUTHZ_GRANTED;
        }
    }
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "Authorization of user %s to access %s failed, reason: user "
                  "is not part of the 'require'ed group(s).",
                  r->user, r->uri);
    return AUTHZ_DENIED;
}

static authz_status check_file_group(request_rec *r, const char *line,
                                     const void *parsed)
{
    apr_table_t *groups;
    const char *group;

    if (!r->user) {
        return AUTHZ_DENIED_NO_USER;
    }
    if (!get_file_group) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "Require file-group needs mod_authz_owner, which is not "
                      "loaded");
        return AUTHZ_DENIED;
    }
    group = get_file_group(r);
    groups = group ? groups_of_user(r) : NULL;
    if (groups && apr_table_get(groups, group)) {
        return AUTHZ_GRANTED;
    }
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "user %s is not in the group %s that %s belongs to", r->user,
                  group ? group : "(unknown)", r->filename);
    return AUTHZ_DENIED;
}

static const authz_provider names_provider = { check_names, parse_names };
static const authz_provider file_provider = { check_file_group, NULL };

static void find_owner_module(void)
{
    get_file_group = APR_RETRIEVE_OPTIONAL_FN(authz_owner_get_file_group);
}

static const command_rec authz_groupfile_directives[] = {
    AP_INIT_TAKE1("AuthGroupFile", set_group_file, NULL, OR_AUTHCFG,
                  "the file of groups and their members"),
    { .name = NULL },
};

static void authz_groupfile_register_hooks(apr_pool_t *pool)
{
    ap_register_auth_provider(pool, AUTHZ_PROVIDER_GROUP, "group",
                              AUTHZ_PROVIDER_VERSION, &names_provider,
                              AP_AUTH_INTERNAL_PER_CONF);
    ap_register_auth_provider(pool, AUTHZ_PROVIDER_GROUP, "file-group",
                              AUTHZ_PROVIDER_VERSION, &file_provider,
                              AP_AUTH_INTERNAL_PER_CONF);
    ap_hook_optional_fn_retrieve(find_owner_module, NULL, NULL,
                                 APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(authz_groupfile) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = authz_groupfile_create_conf,
    .merge_dir_config = authz_groupfile_merge_conf,
    .cmds = authz_groupfile_directives,
    .register_hooks = authz_groupfile_register_hooks,
};
