/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_mime - what a file is, by the extensions of its name.
 *
 * Directives: AddType, AddEncoding, AddLanguage, AddCharset, AddHandler,
 *             AddInputFilter, AddOutputFilter, the Remove… of each,
 *             DefaultLanguage, MultiviewsMatch, ModMimeUsePathInfo,
 *             TypesConfig
 * Phases:     post_config reads the file of types; type_checker
 * Owns:       the types, for each configuration; one mime_conf_t a section
 * Tests:      test/e2e/metadata/test_mime.py
 */

#include "mime_conf.h"

#include "apr_file_info.h"
#include "apr_strings.h"

#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"

module AP_MODULE_DECLARE_DATA mime_module;

/* Of the present configuration; set while the process is alone. */
static apr_hash_t *types;

static void *mime_create_conf(apr_pool_t *pool, char *dir)
{
    return apr_pcalloc(pool, sizeof(mime_conf_t));
}

static void *merge_info(apr_pool_t *pool, const void *key, apr_ssize_t len,
                        const void *inner, const void *outer, const void *data)
{
    const ext_info_t *over = inner;
    ext_info_t *info = apr_pmemdup(pool, outer, sizeof(*info));
    int i;

    for (i = 0; i < MIME_N_ATTRIBUTES; i++) {
        if (over->values[i]) {
            info->values[i] = over->values[i];
        }
    }
    return info;
}

/* Removals work on what is inherited and on what stands beside them. */
static void apply_removals(apr_pool_t *pool, mime_conf_t *conf,
                           const apr_array_header_t *removed)
{
    int i;

    for (i = 0; i < removed->nelts; i++) {
        const removal_t *removal = &APR_ARRAY_IDX(removed, i, removal_t);
        const ext_info_t *shared = apr_hash_get(
            conf->extensions, removal->extension, APR_HASH_KEY_STRING);

        if (shared && shared->values[removal->attribute]) {
            ext_info_t *info = apr_pmemdup(pool, shared, sizeof(*info));

            info->values[removal->attribute] = NULL;
            apr_hash_set(conf->extensions, removal->extension,
                         APR_HASH_KEY_STRING, info);
        }
    }
}

static void *mime_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const mime_conf_t *base = outer;
    const mime_conf_t *over = inner;
    mime_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->extensions = base->extensions;
    if (over->extensions) {
        conf->extensions = base->extensions
                               ? apr_hash_merge(pool, over->extensions,
                                                base->extensions, merge_info,
                                                NULL)
                               : over->extensions;
    }
    if (over->removed && conf->extensions) {
        conf->extensions = apr_hash_copy(pool, conf->extensions);
        apply_removals(pool, conf, over->removed);
    }
    conf->default_language = over->default_language ? over->default_language
                                                    : base->default_language;
    conf->match = over->match ? over->match : base->match;
    conf->uses_path_info = over->uses_path_info ? over->uses_path_info
                                                : base->uses_path_info;
    return conf;
}

/* --- directives ----------------------------------------------------------- */

static char *to_extension(cmd_parms *cmd, const char *arg)
{
    char *extension = apr_pstrdup(cmd->pool, *arg == '.' ? arg + 1 : arg);

    ap_str_tolower(extension);
    return extension;
}

static const char *set_add(cmd_parms *cmd, void *dir_conf, const char *value,
                           const char *arg)
{
    const mime_attribute_e *attribute = cmd->info;
    mime_conf_t *conf = dir_conf;
    char *extension = to_extension(cmd, arg);
    char *copy = apr_pstrdup(cmd->pool, value);
    ext_info_t *info;

    if (!conf->extensions) {
        conf->extensions = apr_hash_make(cmd->pool);
    }
    info = apr_hash_get(conf->extensions, extension, APR_HASH_KEY_STRING);
    if (!info) {
        info = apr_pcalloc(cmd->pool, sizeof(*info));
        apr_hash_set(conf->extensions, extension, APR_HASH_KEY_STRING, info);
    }
    /* Names are compared in lower case; a handler that holds the path of a
     * socket is not only a name. */
    if (!strchr(copy, '/') || *attribute == MIME_TYPE) {
        ap_str_tolower(copy);
    }
    info->values[*attribute] = copy;
    return NULL;
}

static const char *set_remove(cmd_parms *cmd, void *dir_conf, const char *arg)
{
    const mime_attribute_e *attribute = cmd->info;
    mime_conf_t *conf = dir_conf;
    removal_t *removal;

    if (!conf->removed) {
        conf->removed = apr_array_make(cmd->pool, 4, sizeof(removal_t));
    }
    removal = apr_array_push(conf->removed);
    removal->extension = to_extension(cmd, arg);
    removal->attribute = *attribute;
    return NULL;
}

static const char *set_default_language(cmd_parms *cmd, void *dir_conf,
                                        const char *arg)
{
    mime_conf_t *conf = dir_conf;

    conf->default_language = arg;
    return NULL;
}

static const char *set_multiviews_match(cmd_parms *cmd, void *dir_conf,
                                        const char *arg)
{
    static const struct {
        const char *word;
        int bit;
        int is_alone;
    } words[] = {
        { "any", MATCH_ANY, 1 },
        { "negotiatedonly", MATCH_NEGOTIATED, 1 },
        { "handlers", MATCH_HANDLERS, 0 },
        { "filters", MATCH_FILTERS, 0 },
    };
    mime_conf_t *conf = dir_conf;
    size_t i;

    for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (ap_cstr_casecmp(arg, words[i].word) != 0) {
            continue;
        }
        if ((words[i].is_alone && (conf->match & ~words[i].bit))
            || (conf->match & (MATCH_ANY | MATCH_NEGOTIATED) & ~words[i].bit)) {
            return apr_psprintf(cmd->pool,
                                "MultiviewsMatch: '%s' cannot be "
                                "combined with other words",
                                arg);
        }
        conf->match |= words[i].bit;
        return NULL;
    }
    return apr_psprintf(cmd->pool,
                        "MultiviewsMatch: '%s' is not Any, "
                        "NegotiatedOnly, Filters or Handlers",
                        arg);
}

static const char *set_use_path_info(cmd_parms *cmd, void *dir_conf, int is_on)
{
    mime_conf_t *conf = dir_conf;

    conf->uses_path_info = is_on ? SWITCH_ON : SWITCH_OFF;
    return NULL;
}

/* TypesConfig is for the whole server; its path waits here for post_config. */
static const char *types_path;

static const char *set_types_config(cmd_parms *cmd, void *dir_conf,
                                    const char *path)
{
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (failure) {
        return failure;
    }
    if (cmd->server->is_virtual) {
        ap_log_error(APLOG_MARK, APLOG_WARNING, 0, cmd->server,
                     "%s:%d: TypesConfig has no effect in <VirtualHost>, the "
                     "types are those of the whole server",
                     cmd->directive->filename, cmd->directive->line_num);
        return NULL;
    }
    types_path = path;
    return NULL;
}

/* --- phases --------------------------------------------------------------- */

static int mime_pre_config(apr_pool_t *pconf, apr_pool_t *plog,
                           apr_pool_t *ptemp)
{
    types_path = NULL;
    types = NULL;
    return OK;
}

/* Without TypesConfig: the file that a ServerRoot has, else the one that was
 * installed with the server. */
static const char *usual_types(apr_pool_t *pool)
{
    static const char *const names[] = { "mime.types", "conf/mime.types" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *path = ap_server_root_relative(pool, names[i]);
        apr_finfo_t info;

        if (path
            && apr_stat(&info, path, APR_FINFO_TYPE, pool) == APR_SUCCESS) {
            return path;
        }
    }
    return AP_TYPES_CONFIG_FILE;
}

static int mime_post_config(apr_pool_t *pconf, apr_pool_t *plog,
                            apr_pool_t *ptemp, server_rec *s)
{
    const char *path;
    apr_status_t rv = APR_EBADPATH;

    if (!types_path) {
        types_path = usual_types(pconf);
    }
    path = ap_server_root_relative(pconf, types_path);
    if (path) {
        rv = mime_types_read(pconf, path, &types);
    }
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_ERR, rv, s,
                     "mime: cannot read the file of media types '%s', see "
                     "TypesConfig",
                     path ? path : types_path);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    return OK;
}

static int mime_check_type(request_rec *r)
{
    return mime_find(r, ap_get_module_config(r->per_dir_config, &mime_module),
                     types);
}

static mime_attribute_e attributes[MIME_N_ATTRIBUTES] = {
    MIME_TYPE,    MIME_ENCODING,   MIME_LANGUAGE,    MIME_CHARSET,
    MIME_HANDLER, MIME_IN_FILTERS, MIME_OUT_FILTERS,
};

static const command_rec mime_directives[] = {
    AP_INIT_ITERATE2("AddType", set_add, &attributes[MIME_TYPE], OR_FILEINFO,
                     "a media type, and extensions"),
    AP_INIT_ITERATE2("AddEncoding", set_add, &attributes[MIME_ENCODING],
                     OR_FILEINFO, "a content encoding, and extensions"),
    AP_INIT_ITERATE2("AddLanguage", set_add, &attributes[MIME_LANGUAGE],
                     OR_FILEINFO, "a language, and extensions"),
    AP_INIT_ITERATE2("AddCharset", set_add, &attributes[MIME_CHARSET],
                     OR_FILEINFO, "a charset, and extensions"),
    AP_INIT_ITERATE2("AddHandler", set_add, &attributes[MIME_HANDLER],
                     OR_FILEINFO, "a handler, and extensions"),
    AP_INIT_ITERATE2("AddInputFilter", set_add, &attributes[MIME_IN_FILTERS],
                     OR_FILEINFO,
                     "filters separated by semicolons, and extensions"),
    AP_INIT_ITERATE2("AddOutputFilter", set_add, &attributes[MIME_OUT_FILTERS],
                     OR_FILEINFO,
                     "filters separated by semicolons, and extensions"),
    AP_INIT_ITERATE("RemoveType", set_remove, &attributes[MIME_TYPE],
                    OR_FILEINFO, "extensions without a type of their own"),
    AP_INIT_ITERATE("RemoveEncoding", set_remove, &attributes[MIME_ENCODING],
                    OR_FILEINFO, "extensions without an encoding"),
    AP_INIT_ITERATE("RemoveLanguage", set_remove, &attributes[MIME_LANGUAGE],
                    OR_FILEINFO, "extensions without a language"),
    AP_INIT_ITERATE("RemoveCharset", set_remove, &attributes[MIME_CHARSET],
                    OR_FILEINFO, "extensions without a charset"),
    AP_INIT_ITERATE("RemoveHandler", set_remove, &attributes[MIME_HANDLER],
                    OR_FILEINFO, "extensions without a handler"),
    AP_INIT_ITERATE("RemoveInputFilter", set_remove,
                    &attributes[MIME_IN_FILTERS], OR_FILEINFO,
                    "extensions without input filters"),
    AP_INIT_ITERATE("RemoveOutputFilter", set_remove,
                    &attributes[MIME_OUT_FILTERS], OR_FILEINFO,
                    "extensions without output filters"),
    AP_INIT_TAKE1("DefaultLanguage", set_default_language, NULL, OR_FILEINFO,
                  "the language of files whose names have none"),
    AP_INIT_ITERATE("MultiviewsMatch", set_multiviews_match, NULL, OR_FILEINFO,
                    "Any, NegotiatedOnly, Filters, Handlers: which extensions "
                    "MultiViews may add"),
    AP_INIT_FLAG("ModMimeUsePathInfo", set_use_path_info, NULL, ACCESS_CONF,
                 "On or Off: whether what follows a file in the URL counts as "
                 "part of its name"),
    AP_INIT_TAKE1("TypesConfig", set_types_config, NULL, RSRC_CONF,
                  "the file of media types"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};

static void mime_register_hooks(apr_pool_t *pool)
{
    ap_hook_pre_config(mime_pre_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_post_config(mime_post_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_type_checker(mime_check_type, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(mime) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = mime_create_conf,
    .merge_dir_config = mime_merge_conf,
    .cmds = mime_directives,
    .register_hooks = mime_register_hooks,
};
