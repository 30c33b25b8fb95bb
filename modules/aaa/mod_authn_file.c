/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_authn_file - users and passwords in a text file, as htpasswd and
 * htdigest make it.
 *
 * Directives: AuthUserFile (directory, .htaccess: AuthConfig)
 * Offers:     the authn provider "file"
 * Tests:      test/e2e/aaa/test_auth_basic.py
 */

#include "httpd.h"

#include <string.h>

#include "apr_md5.h"
#include "apr_strings.h"

#include "ap_provider.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_auth.h"

module AP_MODULE_DECLARE_DATA authn_file_module;

typedef struct authn_file_conf_t {
    const char *path;
} authn_file_conf_t;

static APR_OPTIONAL_FN_TYPE(ap_authn_cache_store) * cache_store;

static void *authn_file_create_conf(apr_pool_t *pool, char *dir)
{
    return apr_pcalloc(pool, sizeof(authn_file_conf_t));
}

static void *authn_file_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const authn_file_conf_t *over = inner;

    return over->path ? inner : outer;
}

static const char *set_user_file(cmd_parms *cmd, void *dir_conf,
                                 const char *path)
{
    authn_file_conf_t *conf = dir_conf;

    conf->path = ap_server_root_relative(cmd->pool, path);
    return conf->path
               ? NULL
               : apr_psprintf(cmd->pool, "'%s' is not a valid path", path);
}

static apr_status_t open_file(request_rec *r, ap_configfile_t **file)
{
    const authn_file_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                         &authn_file_module);
    apr_status_t rv;

    if (!conf->path) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "AuthUserFile is not set for %s: there are no users",
                      r->uri);
        return APR_EGENERAL;
    }
    rv = ap_pcfg_openfile(file, r->pool, conf->path);
    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "cannot open the password file %s: may the server's "
                      "user read it?",
                      conf->path);
    }
    return rv;
}

static void store(request_rec *r, const char *user, const char *realm,
                  const char *hash)
{
    if (cache_store) {
        cache_store(r, AUTHN_DEFAULT_PROVIDER, user, realm, hash);
    }
}

/*
 * Looks for the line of user, and of realm if there is one. *hash is what
 * follows, *any the same of some other user, NULL without one.
 */
static apr_status_t find_line(request_rec *r, const char *user,
                              const char *realm, const char **hash,
                              const char **any)
{
    ap_configfile_t *file;
    char line[MAX_STRING_LEN];
    apr_status_t rv = open_file(r, &file);

    *hash = NULL;
    *any = NULL;
    if (rv != APR_SUCCESS) {
        return rv;
    }
    while (!*hash
           && (rv = ap_cfg_getline(line, sizeof(line), file)) == APR_SUCCESS) {
        const char *rest = line;
        const char *name;

        if (line[0] == '#' || !line[0]) {
            continue;
        }
        name = ap_getword(r->pool, &rest, ':');
        if (strcmp(name, user) == 0
            && (!realm
                || strcmp(ap_getword(r->pool, &rest, ':'), realm) == 0)) {
            *hash = ap_getword(r->pool, &rest, ':');
        }
        else if (!*any && !realm) {
            *any = ap_getword(r->pool, &rest, ':');
        }
    }
    ap_cfg_closefile(file);
    if (rv != APR_SUCCESS && rv != APR_EOF) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "the password file cannot be read to its end: a line of "
                      "it may be too long");
        return rv;
    }
    return APR_SUCCESS;
}

static authn_status check_password(request_rec *r, const char *user,
                                   const char *password)
{
    const char *hash;
    const char *any;

    if (find_line(r, user, NULL, &hash, &any) != APR_SUCCESS) {
        return AUTH_GENERAL_ERROR;
    }
    if (!hash) {
        /* Takes as long as a wrong password does: nobody shall learn from the
         * time which users there are. */
        if (any) {
            (void)apr_password_validate(password, any);
        }
        return AUTH_USER_NOT_FOUND;
    }
    store(r, user, NULL, hash);
    return apr_password_validate(password, hash) == APR_SUCCESS ? AUTH_GRANTED
                                                                : AUTH_DENIED;
}

static authn_status get_realm_hash(request_rec *r, const char *user,
                                   const char *realm, char **hash)
{
    const char *found;
    const char *any;

    if (find_line(r, user, realm, &found, &any) != APR_SUCCESS) {
        return AUTH_GENERAL_ERROR;
    }
    if (!found) {
        return AUTH_USER_NOT_FOUND;
    }
    *hash = apr_pstrdup(r->pool, found);
    store(r, user, realm, found);
    return AUTH_USER_FOUND;
}

static const authn_provider provider = { check_password, get_realm_hash };

static void find_cache(void)
{
    cache_store = APR_RETRIEVE_OPTIONAL_FN(ap_authn_cache_store);
}

static const command_rec authn_file_directives[] = {
    AP_INIT_TAKE1("AuthUserFile", set_user_file, NULL, OR_AUTHCFG,
                  "the file of users and passwords"),
    { .name = NULL },
};

static void authn_file_register_hooks(apr_pool_t *pool)
{
    ap_register_auth_provider(pool, AUTHN_PROVIDER_GROUP,
                              AUTHN_DEFAULT_PROVIDER, AUTHN_PROVIDER_VERSION,
                              &provider, AP_AUTH_INTERNAL_PER_CONF);
    ap_hook_optional_fn_retrieve(find_cache, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(authn_file) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = authn_file_create_conf,
    .merge_dir_config = authn_file_merge_conf,
    .cmds = authn_file_directives,
    .register_hooks = authn_file_register_hooks,
};
