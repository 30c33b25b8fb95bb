/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_userdir - /~user/ is a folder of that user.
 *
 * Directives: UserDir (server, virtual host)
 * Phase:      translate_name, after mod_alias
 * Owns:       per server, the folders and who is let in or kept out
 * Tests:      test/e2e/mappers/test_userdir.py
 */

#include "httpd.h"

#include <stdbool.h>
#include <string.h>

#include "apr_strings.h"
#include "apr_user.h"

#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"
#include "unixd.h"

module AP_MODULE_DECLARE_DATA userdir_module;

/* The note that get_suexec_identity and others look for. */
#define USER_NOTE "mod_userdir_user"

typedef enum { STATE_UNSET, STATE_ON, STATE_OFF } state_e;

typedef struct userdir_conf_t {
    state_e state;
    apr_table_t *enabled; /* names only */
    apr_table_t *disabled;
    apr_array_header_t *folders; /* of char *; NULL: not set here */
} userdir_conf_t;

static void *userdir_create_conf(apr_pool_t *pool, server_rec *s)
{
    userdir_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->enabled = apr_table_make(pool, 4);
    conf->disabled = apr_table_make(pool, 4);
    return conf;
}

static void *userdir_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const userdir_conf_t *base = outer;
    const userdir_conf_t *over = inner;
    userdir_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->state = over->state == STATE_UNSET ? base->state : over->state;
    conf->folders = over->folders ? over->folders : base->folders;
    conf->enabled = over->enabled;
    conf->disabled = over->disabled;
    return conf;
}

static void add_words(apr_pool_t *pool, apr_table_t *names, const char *words)
{
    while (*words) {
        apr_table_setn(names, ap_getword_conf(pool, &words), "1");
    }
}

static const char *set_user_dir(cmd_parms *cmd, void *unused, const char *words)
{
    userdir_conf_t *conf = ap_get_module_config(cmd->server->module_config,
                                                &userdir_module);
    const char *rest = words;
    const char *first = ap_getword_conf(cmd->pool, &rest);

    if (!*first) {
        return "UserDir needs a folder, or disabled or enabled and perhaps "
               "names of users";
    }
    if (ap_cstr_casecmp(first, "disabled") == 0) {
        if (*rest) {
            add_words(cmd->pool, conf->disabled, rest);
        }
        else {
            conf->state = STATE_OFF;
        }
        return NULL;
    }
    if (ap_cstr_casecmp(first, "enabled") == 0) {
        if (*rest) {
            add_words(cmd->pool, conf->enabled, rest);
        }
        else {
            conf->state = STATE_ON;
        }
        return NULL;
    }
    conf->folders = apr_array_make(cmd->pool, 2, sizeof(char *));
    while (*words) {
        APR_ARRAY_PUSH(conf->folders, const char *) = ap_getword_conf(cmd->pool,
                                                                      &words);
    }
    return NULL;
}

static bool is_let_in(const userdir_conf_t *conf, const char *user)
{
    if (apr_table_get(conf->disabled, user)) {
        return false;
    }
    return conf->state != STATE_OFF || apr_table_get(conf->enabled, user);
}

/* folder with user in the place of its star; rest follows. */
static const char *fill_in(request_rec *r, const char *folder, const char *user,
                           const char *rest)
{
    const char *star = ap_strchr_c(folder, '*');

    return apr_pstrcat(
        r->pool, apr_pstrmemdup(r->pool, folder, (apr_size_t)(star - folder)),
        user, star + 1, rest, NULL);
}

static const char *home_of(request_rec *r, const char *user)
{
    char *home = NULL;

    return apr_uid_homepath_get(&home, user, r->pool) == APR_SUCCESS ? home
                                                                     : NULL;
}

/* The folder of user that a word stands for; NULL: there is none. */
static const char *folder_of(request_rec *r, const char *word, const char *user)
{
    const char *home;

    if (ap_strchr_c(word, '*')) {
        return fill_in(r, word, user, "");
    }
    if (word[0] == '/') {
        return apr_pstrcat(r->pool, word, "/", user, NULL);
    }
    home = home_of(r, user);
    return home ? apr_pstrcat(r->pool, home, "/", word, NULL) : NULL;
}

static int send_elsewhere(request_rec *r, const char *url, const char *user,
                          const char *rest)
{
    const char *to;

    if (url[strlen(url) - 1] == '/' && rest[0] == '/') {
        rest++;
    }
    to = ap_strchr_c(url, '*')
             ? fill_in(r, url, user, rest)
             : apr_pstrcat(r->pool, url, "/", user, rest, NULL);

    apr_table_setn(r->headers_out, "Location", to);
    return HTTP_MOVED_TEMPORARILY;
}

/* Maps to the first folder that is there, or to the last. */
static int map_to_folder(request_rec *r, const userdir_conf_t *conf,
                         const char *user, const char *rest)
{
    for (int i = 0; i < conf->folders->nelts; i++) {
        const char *word = APR_ARRAY_IDX(conf->folders, i, const char *);
        bool is_last = i == conf->folders->nelts - 1;
        const char *folder;
        apr_finfo_t finfo;

        if (strstr(word, "://")) {
            return send_elsewhere(r, word, user, rest);
        }
        folder = folder_of(r, word, user);
        if (!folder
            || (!is_last
                && apr_stat(&finfo, folder, APR_FINFO_TYPE, r->pool)
                       != APR_SUCCESS)) {
            continue;
        }
        r->filename = apr_pstrcat(r->pool, folder, rest, NULL);
        ap_set_context_info(r, apr_pstrcat(r->pool, "/~", user, NULL), folder);
        apr_table_setn(r->notes, USER_NOTE, user);
        return OK;
    }
    return DECLINED;
}

static int translate(request_rec *r)
{
    const userdir_conf_t *conf = ap_get_module_config(r->server->module_config,
                                                      &userdir_module);
    const char *name = r->uri;
    const char *user;

    if (!conf->folders || name[0] != '/' || name[1] != '~') {
        return DECLINED;
    }
    name += 2;
    user = ap_getword(r->pool, &name, '/');
    if (name[-1] == '/') {
        name--; /* the slash belongs to the rest */
    }
    /* Not a user's name, whatever the file system thinks of it. */
    if (!*user || user[0] == '.' || !is_let_in(conf, user)) {
        return DECLINED;
    }
    return map_to_folder(r, conf, user, name);
}

static ap_unix_identity_t *find_identity(const request_rec *r)
{
    const char *user = apr_table_get(r->notes, USER_NOTE);
    ap_unix_identity_t *identity;

    if (!user) {
        return NULL;
    }
    identity = apr_pcalloc(r->pool, sizeof(*identity));
    if (apr_uid_get(&identity->uid, &identity->gid, user, r->pool)
        != APR_SUCCESS) {
        return NULL;
    }
    identity->userdir = 1;
    return identity;
}

static const command_rec userdir_directives[] = {
    AP_INIT_RAW_ARGS("UserDir", set_user_dir, NULL, RSRC_CONF,
                     "folders of users, or disabled or enabled and names of "
                     "users"),
    { .name = NULL },
};

static void userdir_register_hooks(apr_pool_t *pool)
{
    static const char *const before[] = { "mod_alias.c", NULL };
    static const char *const after[] = { "mod_vhost_alias.c", NULL };

    ap_hook_translate_name(translate, before, after, APR_HOOK_MIDDLE);
    ap_hook_get_suexec_identity(find_identity, NULL, NULL, APR_HOOK_FIRST);
}

AP_DECLARE_MODULE(userdir) = {
    STANDARD20_MODULE_STUFF,
    .create_server_config = userdir_create_conf,
    .merge_server_config = userdir_merge_conf,
    .cmds = userdir_directives,
    .register_hooks = userdir_register_hooks,
};
