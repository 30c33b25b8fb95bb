/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_so - LoadModule and LoadFile.
 *
 * Directives:  LoadModule SYMBOL FILE, LoadFile FILE..., ForeignModules
 *              On|Off|SYMBOL...                     (server configuration)
 * A module that Pinion has itself is preferred to the file that LoadModule
 * names, so that the configuration of another server loads unchanged: first
 * one linked in, then mod_x.so in our own module folder, then the file.
 * ForeignModules, or -D ForeignModules, takes the file first.
 * Owns:        the list of what was loaded, in the server's slot; modules are
 *              removed, and their files unmapped, with pconf.
 */
#include "httpd.h"

#include "apr_dso.h"
#include "apr_file_info.h"
#include "apr_lib.h"
#include "apr_strings.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "mod_so.h"
#include "pinion.h"

module AP_MODULE_DECLARE_DATA so_module;

/* A module that a LoadModule line made active. */
typedef struct loaded_t {
    const char *symbol;
    module *mod;
    int is_shared;
} loaded_t;

typedef struct so_conf_t {
    apr_array_header_t *loaded;  /* of loaded_t */
    apr_array_header_t *foreign; /* symbols to take from their files */
    int is_all_foreign;
} so_conf_t;

static void *so_create_conf(apr_pool_t *pool, server_rec *s)
{
    so_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->loaded = apr_array_make(pool, 32, sizeof(loaded_t));
    conf->foreign = apr_array_make(pool, 4, sizeof(char *));
    return conf;
}

static so_conf_t *conf_of(server_rec *s)
{
    return ap_get_module_config(s->module_config, &so_module);
}

static const loaded_t *find_loaded(const so_conf_t *conf, const char *symbol)
{
    for (int i = 0; i < conf->loaded->nelts; i++) {
        const loaded_t *loaded = &APR_ARRAY_IDX(conf->loaded, i, loaded_t);

        if (strcmp(loaded->symbol, symbol) == 0) {
            return loaded;
        }
    }
    return NULL;
}

/* Optional function: the module that LoadModule knows by this symbol. */
static module *ap_find_loaded_module_symbol(server_rec *s, const char *modname)
{
    const loaded_t *loaded = find_loaded(conf_of(s), modname);

    return loaded ? loaded->mod : NULL;
}

/* "rewrite_module" and "rewrite" mean the same. */
static int is_symbol(const char *word, const char *symbol)
{
    apr_size_t len = strlen(word);

    return strncmp(word, symbol, len) == 0
           && (symbol[len] == '\0' || strcmp(symbol + len, "_module") == 0);
}

static int is_foreign(const so_conf_t *conf, const char *symbol)
{
    if (conf->is_all_foreign || ap_exists_config_define("ForeignModules")) {
        return 1;
    }
    for (int i = 0; i < conf->foreign->nelts; i++) {
        if (is_symbol(APR_ARRAY_IDX(conf->foreign, i, const char *), symbol)) {
            return 1;
        }
    }
    return 0;
}

static apr_status_t unload(void *mod)
{
    ap_remove_loaded_module(mod);
    return APR_SUCCESS;
}

/* Makes mod active: hooks, then configurations, as it expects. */
static const char *activate(cmd_parms *cmd, const char *symbol, module *mod,
                            int is_shared)
{
    so_conf_t *conf = conf_of(cmd->server);
    const char *error = ap_add_loaded_module(mod, cmd->pool, symbol);
    loaded_t *loaded;

    if (error) {
        return error;
    }
    apr_pool_cleanup_register(cmd->pool, mod, unload, apr_pool_cleanup_null);
    loaded = apr_array_push(conf->loaded);
    loaded->symbol = apr_pstrdup(cmd->pool, symbol);
    loaded->mod = mod;
    loaded->is_shared = is_shared;
    ap_single_module_configure(cmd->pool, cmd->server, mod);
    ap_log_perror(APLOG_MARK, APLOG_DEBUG, 0, cmd->pool,
                  "loaded module %s (%s)", symbol,
                  is_shared ? "shared" : "static");
    return NULL;
}

/*
 * "…/mod_x.so: undefined symbol: ap_y" is enough for who knows ELF; say it
 * for everybody else.
 */
static const char *explain(apr_pool_t *pool, const char *reason)
{
    static const char marker[] = "undefined symbol: ";
    const char *symbol = strstr(reason, marker);

    if (!symbol) {
        return "";
    }
    symbol += sizeof(marker) - 1;
    if (strncmp(symbol, "ap_", 3) == 0) {
        return apr_psprintf(pool, " (this server has no function or variable "
                                  "'%s'; the module needs it)",
                            symbol);
    }
    return apr_psprintf(pool, " (nothing loaded so far has '%s': load the module "
                              "or library that has it before this line)",
                        symbol);
}

/* " (there is /usr/lib/apache2/modules/mod_x.so)" for a file that is missing
 * at path and comes with Debian's Apache. */
static const char *elsewhere(apr_pool_t *pool, const char *path)
{
    const char *other = apr_pstrcat(pool, "/usr/lib/apache2/modules/",
                                    apr_filepath_name_get(path), NULL);
    apr_finfo_t info;

    if (apr_stat(&info, path, APR_FINFO_TYPE, pool) == APR_SUCCESS
        || apr_stat(&info, other, APR_FINFO_TYPE, pool) != APR_SUCCESS) {
        return "";
    }
    return apr_psprintf(pool, " (there is %s)", other);
}

static const char *open_dso(cmd_parms *cmd, const char *path,
                            apr_dso_handle_t **handle)
{
    char reason[MAX_STRING_LEN];

    if (apr_dso_load(handle, path, cmd->pool) == APR_SUCCESS) {
        return NULL;
    }
    apr_dso_error(*handle, reason, sizeof(reason));
    return apr_psprintf(cmd->pool, "Cannot load %s into server: %s%s%s", path,
                        reason, explain(cmd->pool, reason),
                        elsewhere(cmd->pool, path));
}

static const char *check_structure(cmd_parms *cmd, const module *mod,
                                   const char *symbol, const char *path)
{
    if (mod->magic != MODULE_MAGIC_COOKIE) {
        return apr_psprintf(cmd->pool,
                            "API module structure '%s' in file %s is garbled "
                            "- expected signature %08lx but saw %08lx - "
                            "perhaps this is not an Apache 2.4 module",
                            symbol, path, MODULE_MAGIC_COOKIE, mod->magic);
    }
    return NULL;
}

static const char *load_file(cmd_parms *cmd, const char *symbol,
                             const char *path)
{
    apr_dso_handle_t *handle = NULL;
    apr_dso_handle_sym_t found;
    char reason[MAX_STRING_LEN];
    const char *error = open_dso(cmd, path, &handle);
    module *mod;

    if (error) {
        return error;
    }
    if (apr_dso_sym(&found, handle, symbol) != APR_SUCCESS) {
        apr_dso_error(handle, reason, sizeof(reason));
        return apr_psprintf(cmd->pool,
                            "Can't locate API module structure `%s' in file "
                            "%s: %s",
                            symbol, path, reason);
    }
    mod = found;
    error = check_structure(cmd, mod, symbol, path);
    if (error) {
        return error;
    }
    mod->dynamic_load_handle = handle;
    return activate(cmd, symbol, mod, 1);
}

/* Our own build of the module in a file, or NULL when there is none. */
static const char *own_file(cmd_parms *cmd, const char *symbol)
{
    static const char suffix[] = "_module";
    apr_size_t suffix_len = sizeof(suffix) - 1;
    apr_size_t len = strlen(symbol);
    const char *path;
    apr_finfo_t info;

    if (len <= suffix_len || strcmp(symbol + len - suffix_len, suffix) != 0
        || strchr(symbol, '/')) {
        return NULL;
    }
    path = apr_psprintf(cmd->temp_pool, "%s/mod_%.*s.so", PN_MODULEDIR,
                        (int)(len - suffix_len), symbol);
    if (apr_stat(&info, path, APR_FINFO_TYPE, cmd->temp_pool) != APR_SUCCESS) {
        return NULL;
    }
    return path;
}

static int is_mpm(const char *symbol)
{
    return strncmp(symbol, "mpm_", 4) == 0 && strcmp(symbol, "mpm_itk_module");
}

static const char *no_such_mpm(cmd_parms *cmd, const char *symbol)
{
    return apr_psprintf(cmd->pool,
                        "%s is not one of this server's process models, and "
                        "those of other servers cannot be loaded into it: use "
                        "'LoadModule mpm_prefork_module %s/mod_mpm_prefork.so'"
                        " (on Debian: a2dismod mpm_event && a2enmod "
                        "mpm_prefork)",
                        symbol, PN_MODULEDIR);
}

/* Is one of the modules that are active from the start called symbol? */
static int is_always_on(const char *symbol)
{
    for (int i = 0; ap_prelinked_module_symbols[i].name; i++) {
        if (strcmp(ap_prelinked_module_symbols[i].name, symbol) == 0) {
            return 1;
        }
    }
    return 0;
}

static const char *set_load_module(cmd_parms *cmd, void *unused,
                                   const char *symbol, const char *file)
{
    so_conf_t *conf = conf_of(cmd->server);
    module *builtin = pinion_find_builtin(symbol);
    const char *path;

    if (is_always_on(symbol)) {
        ap_log_perror(APLOG_MARK, APLOG_DEBUG, 0, cmd->pool,
                      "module %s is built-in and always on: line skipped",
                      symbol);
        return NULL;
    }
    if (find_loaded(conf, symbol)) {
        ap_log_perror(APLOG_MARK, APLOG_WARNING, 0, cmd->pool,
                      "module %s is already loaded, skipping", symbol);
        return NULL;
    }
    if (is_mpm(symbol) && !builtin) {
        return no_such_mpm(cmd, symbol);
    }
    if (is_mpm(symbol) || !is_foreign(conf, symbol)) {
        if (builtin) {
            return activate(cmd, symbol, builtin, 0);
        }
        path = own_file(cmd, symbol);
        if (path) {
            return load_file(cmd, symbol, path);
        }
    }
    path = ap_server_root_relative(cmd->pool, file);
    if (!path) {
        return apr_pstrcat(cmd->pool, "Invalid LoadModule path ", file, NULL);
    }
    return load_file(cmd, symbol, path);
}

static const char *set_load_file(cmd_parms *cmd, void *unused,
                                 const char *file)
{
    apr_dso_handle_t *handle;
    apr_finfo_t finfo;
    const char *path = ap_server_root_relative(cmd->pool, file);

    if (!path) {
        return apr_pstrcat(cmd->pool, "Invalid LoadFile path ", file, NULL);
    }
    /* A bare name that is not in ServerRoot is for the system's search:
     * "LoadFile libxml2.so.2". */
    if (!strchr(file, '/')
        && apr_stat(&finfo, path, APR_FINFO_TYPE, cmd->temp_pool)
               != APR_SUCCESS) {
        path = file;
    }
    return open_dso(cmd, path, &handle);
}

static const char *set_foreign_modules(cmd_parms *cmd, void *unused, int argc,
                                       char *const argv[])
{
    so_conf_t *conf = conf_of(cmd->server);

    if (argc == 0) {
        return "ForeignModules needs On, Off, or the symbols of modules to "
               "take from the files that LoadModule names";
    }
    for (int i = 0; i < argc; i++) {
        if (ap_cstr_casecmp(argv[i], "on") == 0) {
            conf->is_all_foreign = 1;
        } else if (ap_cstr_casecmp(argv[i], "off") == 0) {
            conf->is_all_foreign = 0;
            conf->foreign->nelts = 0;
        } else {
            APR_ARRAY_PUSH(conf->foreign, const char *) = argv[i];
        }
    }
    return NULL;
}

/* -M, or -t -D DUMP_MODULES. */
static void dump_modules(apr_pool_t *pool, server_rec *s)
{
    const so_conf_t *conf = conf_of(s);

    if (!ap_exists_config_define("DUMP_MODULES")) {
        return;
    }
    printf("Loaded Modules:\n");
    for (int i = 0; ap_prelinked_module_symbols[i].name; i++) {
        printf(" %s (static)\n", ap_prelinked_module_symbols[i].name);
    }
    for (int i = 0; i < conf->loaded->nelts; i++) {
        const loaded_t *loaded = &APR_ARRAY_IDX(conf->loaded, i, loaded_t);

        printf(" %s (%s)\n", loaded->symbol,
               loaded->is_shared ? "shared" : "static");
    }
    fflush(stdout);
}

static const command_rec so_directives[] = {
    AP_INIT_TAKE2("LoadModule", set_load_module, NULL,
                  RSRC_CONF | EXEC_ON_READ,
                  "a module's symbol and the file to load it from, unless "
                  "this server has it"),
    AP_INIT_ITERATE("LoadFile", set_load_file, NULL, RSRC_CONF | EXEC_ON_READ,
                    "libraries to load into the server"),
    AP_INIT_TAKE_ARGV("ForeignModules", set_foreign_modules, NULL,
                      RSRC_CONF | EXEC_ON_READ,
                      "On, Off, or the symbols of modules to take from their "
                      "files even where this server has its own"),
    { .name = NULL },
};

static void so_register_hooks(apr_pool_t *pool)
{
    APR_REGISTER_OPTIONAL_FN(ap_find_loaded_module_symbol);
    ap_hook_test_config(dump_modules, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(so) = {
    STANDARD20_MODULE_STUFF,
    .create_server_config = so_create_conf,
    .cmds = so_directives,
    .register_hooks = so_register_hooks,
};
