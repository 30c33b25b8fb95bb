/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_vhost_alias - document roots made of the host's name or address.
 *
 * Directives: VirtualDocumentRoot, VirtualDocumentRootIP, VirtualScriptAlias,
 *             VirtualScriptAliasIP (server, virtual host)
 * Phase:      translate_name, after mod_alias and mod_userdir; fixups set the
 *             handler of scripts
 * Owns:       per server, two patterns
 * Tests:      test/e2e/mappers/test_vhost_alias.py
 */

#include "httpd.h"

#include <stdbool.h>
#include <string.h>

#include "apr_lib.h"
#include "apr_strings.h"

#include "http_config.h"
#include "http_core.h"
#include "http_request.h"

module AP_MODULE_DECLARE_DATA vhost_alias_module;

#define SCRIPT_PREFIX "/cgi-bin/"
enum { SCRIPT_PREFIX_LEN = sizeof(SCRIPT_PREFIX) - 1 };

typedef enum { BY_UNSET, BY_NOTHING, BY_NAME, BY_ADDRESS } by_e;

typedef struct root_t {
    by_e by;
    const char *pattern;
} root_t;

typedef struct vhost_alias_conf_t {
    root_t documents;
    root_t scripts;
} vhost_alias_conf_t;

/* Says of fixups that translate has found a script. */
static const char script_mark[] = "vhost-alias-script";

static void *vhost_alias_create_conf(apr_pool_t *pool, server_rec *s)
{
    return apr_pcalloc(pool, sizeof(vhost_alias_conf_t));
}

static void *vhost_alias_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const vhost_alias_conf_t *base = outer;
    const vhost_alias_conf_t *over = inner;
    vhost_alias_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->documents = over->documents.by == BY_UNSET ? base->documents
                                                     : over->documents;
    conf->scripts = over->scripts.by == BY_UNSET ? base->scripts
                                                 : over->scripts;
    return conf;
}

/* --- patterns
 * ----------------------------------------------------------------- */

/* One number of an item, "-2+" and the like; what follows it, or NULL. */
static const char *skip_number(const char *text)
{
    if (*text == '-') {
        text++;
    }
    if (!apr_isdigit(*text)) {
        return NULL;
    }
    text++;
    return *text == '+' ? text + 1 : text;
}

/* Behind the item whose percent sign is before text; NULL: it is none. */
static const char *skip_item(const char *text)
{
    if (*text == '%' || *text == 'p') {
        return text + 1;
    }
    text = skip_number(text);
    if (text && *text == '.' && skip_number(text + 1)) {
        text = skip_number(text + 1);
    }
    return text;
}

static const char *parse(cmd_parms *cmd, const char *text, by_e by,
                         root_t *root)
{
    root->by = by;
    root->pattern = text;
    if (ap_cstr_casecmp(text, "none") == 0) {
        root->by = BY_NOTHING;
        return NULL;
    }
    if (!ap_os_is_path_absolute(cmd->temp_pool, text)) {
        return apr_psprintf(
            cmd->pool, "'%s' is neither an absolute path nor 'none'", text);
    }
    for (const char *at = ap_strchr_c(text, '%'); at;
         at = ap_strchr_c(at, '%')) {
        const char *next = skip_item(at + 1);

        if (!next) {
            return apr_psprintf(cmd->pool,
                                "'%s' is no item of a pattern: expected %%%%, "
                                "%%p, or a number with - before it or + "
                                "behind it, and perhaps a dot and another",
                                at);
        }
        at = next;
    }
    return NULL;
}

/* A piece of a text. */
typedef struct span_t {
    const char *begin;
    const char *end;
} span_t;

/* The number-th part of all; between dots if is_word, else a single letter. */
static span_t part_from_start(span_t all, int number, bool is_word)
{
    span_t part = all;

    for (int i = 1; i < number && part.begin < all.end; i++) {
        const char *dot = is_word ? ap_strchr_c(part.begin, '.') : part.begin;

        part.begin = dot ? dot + 1 : all.end;
    }
    if (part.begin < all.end) {
        part.end = part.begin + (is_word ? strcspn(part.begin, ".") : 1);
    }
    return part;
}

static span_t part_from_end(span_t all, int number, bool is_word)
{
    span_t part = all;

    for (int i = 1; i < number && part.end > all.begin; i++) {
        do {
            part.end--;
        } while (is_word && part.end > all.begin && *part.end != '.');
    }
    if (part.end > all.begin) {
        part.begin = part.end - 1;
        while (is_word && part.begin > all.begin && part.begin[-1] != '.') {
            part.begin--;
        }
    }
    return part;
}

/* The part of name that the number at *text stands for: 0 is all, 1 the first,
 * -1 the last; a plus takes what follows, or what is before, too. "_" stands
 * for what is not there. */
static const char *take_part(apr_pool_t *pool, const char **text,
                             const char *name, bool is_word)
{
    const span_t all = { name, name + strlen(name) };
    bool is_from_end = **text == '-';
    int number = (*text)[is_from_end] - '0';
    bool takes_more = (*text)[is_from_end + 1] == '+';
    span_t part;

    *text += is_from_end + 1 + takes_more;
    if (number == 0) {
        return name;
    }
    if (is_from_end) {
        part = part_from_end(all, number, is_word);
        part.begin = takes_more ? all.begin : part.begin;
    }
    else {
        part = part_from_start(all, number, is_word);
        part.end = takes_more ? all.end : part.end;
    }
    return part.end > part.begin ? apr_pstrmemdup(
               pool, part.begin, (apr_size_t)(part.end - part.begin))
                                 : "_";
}

/* No name of a host may lead out of where the hosts are. */
static const char *make_safe(apr_pool_t *pool, const char *part)
{
    char *safe = apr_pstrdup(pool, part);

    for (char *at = safe; *at; at++) {
        if (*at == '/') {
            *at = '_';
        }
        *at = (char)apr_tolower(*at);
    }
    return strcmp(safe, ".") == 0 || strcmp(safe, "..") == 0 ? "_" : safe;
}

static const char *fill_in(request_rec *r, const char *pattern,
                           const char *name)
{
    apr_array_header_t *parts = apr_array_make(r->pool, 8, sizeof(char *));

    while (*pattern) {
        apr_size_t len = strcspn(pattern, "%");
        const char *part;

        if (len > 0) {
            part = apr_pstrmemdup(r->pool, pattern, len);
            pattern += len;
        }
        else if (pattern[1] == '%') {
            part = "%";
            pattern += 2;
        }
        else if (pattern[1] == 'p') {
            part = apr_itoa(r->pool, ap_get_server_port(r));
            pattern += 2;
        }
        else {
            pattern++;
            part = take_part(r->pool, &pattern, name, true);
            if (*pattern == '.' && skip_number(pattern + 1)) {
                pattern++;
                part = take_part(r->pool, &pattern, part, false);
            }
            part = make_safe(r->pool, part);
        }
        APR_ARRAY_PUSH(parts, const char *) = part;
    }
    return apr_array_pstrcat(r->pool, parts, '\0');
}

/* --- at work
 * -------------------------------------------------------------------- */

static const char *root_for(request_rec *r, const root_t *root)
{
    const char *name = root->by == BY_ADDRESS ? r->connection->local_ip
                                              : ap_get_server_name(r);
    char *path = apr_pstrdup(r->pool, fill_in(r, root->pattern, name));
    apr_size_t len = strlen(path);

    if (len > 1 && path[len - 1] == '/') {
        path[len - 1] = '\0';
    }
    return path;
}

static int translate(request_rec *r)
{
    const vhost_alias_conf_t *conf = ap_get_module_config(
        r->server->module_config, &vhost_alias_module);
    const char *root;

    if (r->uri[0] != '/') {
        return DECLINED;
    }
    if (conf->scripts.by > BY_NOTHING
        && strncmp(r->uri, SCRIPT_PREFIX, SCRIPT_PREFIX_LEN) == 0) {
        root = root_for(r, &conf->scripts);
        r->filename = apr_pstrcat(r->pool, root, "/",
                                  r->uri + SCRIPT_PREFIX_LEN, NULL);
        ap_set_context_info(r, SCRIPT_PREFIX, root);
        apr_table_setn(r->notes, script_mark, "1");
        return OK;
    }
    if (conf->documents.by > BY_NOTHING) {
        root = root_for(r, &conf->documents);
        r->filename = apr_pstrcat(r->pool, root, r->uri, NULL);
        ap_set_context_info(r, NULL, root);
        ap_set_document_root(r, root);
        return OK;
    }
    return DECLINED;
}

static int mark_script(request_rec *r)
{
    if (apr_table_get(r->notes, script_mark)) {
        r->handler = "cgi-script";
        apr_table_setn(r->notes, "alias-forced-type", r->handler);
    }
    return DECLINED;
}

static const char *set_root(cmd_parms *cmd, void *unused, const char *text)
{
    vhost_alias_conf_t *conf = ap_get_module_config(cmd->server->module_config,
                                                    &vhost_alias_module);
    bool is_script = strncmp(cmd->cmd->name, "VirtualScript", 13) == 0;
    apr_size_t len = strlen(cmd->cmd->name);
    bool is_address = strcmp(cmd->cmd->name + len - 2, "IP") == 0;

    return parse(cmd, text, is_address ? BY_ADDRESS : BY_NAME,
                 is_script ? &conf->scripts : &conf->documents);
}

static const command_rec vhost_alias_directives[] = {
    AP_INIT_TAKE1("VirtualScriptAlias", set_root, NULL, RSRC_CONF,
                  "where scripts of a host are, with items for its name"),
    AP_INIT_TAKE1("VirtualDocumentRoot", set_root, NULL, RSRC_CONF,
                  "where files of a host are, with items for its name"),
    AP_INIT_TAKE1("VirtualScriptAliasIP", set_root, NULL, RSRC_CONF,
                  "where scripts of an address are, with items for it"),
    AP_INIT_TAKE1("VirtualDocumentRootIP", set_root, NULL, RSRC_CONF,
                  "where files of an address are, with items for it"),
    { .name = NULL },
};

static void vhost_alias_register_hooks(apr_pool_t *pool)
{
    static const char *const before[] = { "mod_alias.c", "mod_userdir.c",
                                          NULL };

    ap_hook_translate_name(translate, before, NULL, APR_HOOK_MIDDLE);
    ap_hook_fixups(mark_script, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(vhost_alias) = {
    STANDARD20_MODULE_STUFF,
    .create_server_config = vhost_alias_create_conf,
    .merge_server_config = vhost_alias_merge_conf,
    .cmds = vhost_alias_directives,
    .register_hooks = vhost_alias_register_hooks,
};
