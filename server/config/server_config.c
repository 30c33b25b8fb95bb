/* SPDX-License-Identifier: Apache-2.0 */
/*
 * server_config - the servers of a configuration: the main one made before
 * the text is read, the virtual ones as their sections come, and what these
 * inherit when all is read.
 */
#include "httpd.h"

#include <apr_strings.h>

#include "http_config.h"

#include "config/defines.h"
#include "config/loglevel.h"
#include "config/modlist.h"
#include "config/vectors.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "http_vhost.h"
#include "mpm_common.h"
#include "pinion.h"

APLOG_USE_MODULE(core);

static server_rec *make_main_server(process_rec *process, apr_pool_t *pool)
{
    server_rec *s = apr_pcalloc(pool, sizeof(*s));

    s->process = process;
    s->server_admin = apr_pstrdup(pool, DEFAULT_ADMIN);
    s->error_fname = apr_pstrdup(pool, DEFAULT_ERRORLOG);
    s->log.level = ap_default_loglevel;
    s->limit_req_line = DEFAULT_LIMIT_REQUEST_LINE;
    s->limit_req_fieldsize = DEFAULT_LIMIT_REQUEST_FIELDSIZE;
    s->limit_req_fields = DEFAULT_LIMIT_REQUEST_FIELDS;
    s->timeout = apr_time_from_sec(DEFAULT_TIMEOUT);
    s->keep_alive_timeout = apr_time_from_sec(DEFAULT_KEEPALIVE_TIMEOUT);
    s->keep_alive_max = DEFAULT_KEEPALIVE;
    s->keep_alive = 1;
    s->addrs = apr_pcalloc(pool, sizeof(server_addr_rec));
    s->addrs->virthost = apr_pstrdup(pool, "");
    /* Any address: modules look at it without asking whether it is there. */
    apr_sockaddr_info_get(&s->addrs->host_addr, NULL, APR_UNSPEC, 0, 0, pool);
    /* Modules reach the main server through this while it is being made. */
    ap_server_conf = s;
    pn_vectors_create_server(pool, s);
    s->lookup_defaults = pn_vectors_create_default_dir(pool);
    return s;
}

AP_CORE_DECLARE(const char *)
ap_init_virtual_host(apr_pool_t *p, const char *hostname,
                     server_rec *main_server, server_rec **ps)
{
    server_rec *s = apr_pcalloc(p, sizeof(*s));

    s->process = main_server->process;
    s->error_log = main_server->error_log;
    s->log.level = PN_LOG_UNSET;
    s->keep_alive_max = -1;
    s->keep_alive = -1;
    s->is_virtual = 1;
    s->port = main_server->port;
    s->limit_req_line = main_server->limit_req_line;
    s->limit_req_fieldsize = main_server->limit_req_fieldsize;
    s->limit_req_fields = main_server->limit_req_fields;
    s->names = apr_array_make(p, 4, sizeof(char *));
    s->wild_names = apr_array_make(p, 4, sizeof(char *));
    s->module_config = ap_create_per_dir_config(p); /* empty, filled lazily */
    s->lookup_defaults = ap_create_per_dir_config(p);
    *ps = s;
    return ap_parse_vhost_addrs(p, hostname, s);
}

static void inherit_settings(server_rec *virt, const server_rec *main_server)
{
    if (!virt->server_admin) {
        virt->server_admin = main_server->server_admin;
    }
    if (virt->timeout == 0) {
        virt->timeout = main_server->timeout;
    }
    if (!virt->keep_alive_timeout_set) {
        virt->keep_alive_timeout = main_server->keep_alive_timeout;
    }
    if (virt->keep_alive == -1) {
        virt->keep_alive = main_server->keep_alive;
    }
    if (virt->keep_alive_max == -1) {
        virt->keep_alive_max = main_server->keep_alive_max;
    }
    ap_merge_log_config(&main_server->log, &virt->log);
}

AP_CORE_DECLARE(void) ap_fixup_virtual_hosts(apr_pool_t *p,
                                             server_rec *main_server)
{
    for (server_rec *virt = main_server->next; virt; virt = virt->next) {
        pn_vectors_merge_server(p, virt, main_server->module_config);
        virt->lookup_defaults = ap_merge_per_dir_configs(
            p, main_server->lookup_defaults, virt->lookup_defaults);
        inherit_settings(virt, main_server);
        ap_core_reorder_directories(p, virt);
    }
    ap_core_reorder_directories(p, main_server);
}

/* The lines of -C or -c, as a source of configuration text. */
typedef struct arg_lines_t {
    const apr_array_header_t *lines;
    int next;
    const char *rest; /* of the line that is being handed out */
} arg_lines_t;

static apr_status_t args_getstr(void *buf, apr_size_t room, void *param)
{
    arg_lines_t *args = param;
    char *to = buf;
    apr_size_t n = 0;

    if (!args->rest) {
        if (args->next >= args->lines->nelts) {
            return APR_EOF;
        }
        args->rest = APR_ARRAY_IDX(args->lines, args->next++, const char *);
    }
    while (n + 2 < room && *args->rest) {
        to[n++] = *args->rest++;
    }
    if (!*args->rest && n + 1 < room) {
        to[n++] = '\n';
        args->rest = NULL;
    }
    to[n] = '\0';
    return APR_SUCCESS;
}

static const char *read_command_line(server_rec *s,
                                     const apr_array_header_t *lines,
                                     ap_directive_t **conftree,
                                     apr_pool_t *pool, apr_pool_t *ptemp)
{
    arg_lines_t args = { .lines = lines };
    cmd_parms parms = { .pool = pool,
                        .temp_pool = ptemp,
                        .server = s,
                        .override = (RSRC_CONF | OR_ALL)
                                    & ~(OR_AUTHCFG | OR_LIMIT),
                        .override_opts = OPT_ALL | OPT_SYM_OWNER | OPT_MULTI,
                        .limited = -1 };
    const char *error;

    if (!lines || lines->nelts == 0) {
        return NULL;
    }
    parms.config_file = ap_pcfg_open_custom(pool, "-c/-C directives", &args,
                                            NULL, args_getstr, NULL);
    error = ap_build_config(&parms, pool, ptemp, conftree);
    return error ? apr_pstrcat(pool, "Syntax error in -C/-c directive: ",
                               error, NULL)
                 : NULL;
}

static const char *read_all(server_rec *s, const char *filename,
                            ap_directive_t **conftree, apr_pool_t *pool,
                            apr_pool_t *ptemp)
{
    const char *error;
    const char *path;

    error = read_command_line(s, ap_server_pre_read_config, conftree, pool,
                              ptemp);
    if (error) {
        return error;
    }
    /* -C may have moved ServerRoot. */
    path = ap_server_root_relative(pool, filename);
    if (!path) {
        return apr_psprintf(pool, "Invalid config file path %s", filename);
    }
    error = ap_process_fnmatch_configs(s, path, conftree, pool, ptemp, 0);
    if (error) {
        return error;
    }
    return read_command_line(s, ap_server_post_read_config, conftree, pool,
                             ptemp);
}

/*
 * A configuration that names no process model gets the one that is linked
 * in: the distribution's files always name one, our short examples need not.
 */
static const char *ensure_mpm(apr_pool_t *pool, server_rec *s)
{
    static const char symbol[] = "mpm_prefork_module";
    const char *error = ap_check_mpm();
    module *mod = pinion_find_builtin(symbol);

    if (!error || !mod || mod->module_index != -1) {
        return error;
    }
    error = ap_add_loaded_module(mod, pool, symbol);
    if (error) {
        return error;
    }
    apr_pool_cleanup_register(pool, mod, pn_modlist_unload,
                              apr_pool_cleanup_null);
    ap_single_module_configure(pool, s, mod);
    return ap_check_mpm();
}

/*
 * Reads the configuration into *conftree. Returns the main server, or NULL
 * when there was an error, which has been written to stderr.
 */
AP_DECLARE(server_rec *) ap_read_config(process_rec *process, apr_pool_t *temp,
                                        const char *config_name,
                                        ap_directive_t **conftree)
{
    apr_pool_t *pool = process->pconf;
    server_rec *s;
    const char *error;

    pn_defines_begin_pass(pool);
    pn_modlist_begin_pass(pool);
    *conftree = NULL;
    ap_init_vhost_config(pool);
    s = make_main_server(process, pool);
    error = read_all(s, config_name, conftree, pool, temp);
    if (error) {
        ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_CRIT, 0, NULL, "%s: %s",
                     ap_server_argv0, error);
        return NULL;
    }
    error = ensure_mpm(pool, s);
    if (error) {
        ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_CRIT, 0, NULL,
                     "%s: Configuration error: %s", ap_server_argv0, error);
        return NULL;
    }
    return s;
}
