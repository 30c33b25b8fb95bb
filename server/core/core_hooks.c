/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_hooks.c - the core's part in the life of the server, of connections
 * and of requests; mostly what happens when no module wants it otherwise.
 */

#include "core.h"

#include <stdbool.h>

#include "apr_buckets.h"
#include "apr_poll.h"
#include "apr_strings.h"

#include "ap_expr.h"
#include "ap_hooks.h"
#include "ap_regex.h"
#include "http_connection.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "http_ssl.h"
#include "http_vhost.h"
#include "mpm_common.h"
#include "scoreboard.h"
#include "util_filter.h"
#include "util_mutex.h"

#include "http/http_filters.h"
#include "log/error_log.h"
#include "log/pipes.h"
#include "request/request.h"
#include "util/regex_limit.h"

APLOG_USE_MODULE(core);

APR_HOOK_STRUCT(APR_HOOK_LINK(get_mgmt_items)
                    APR_HOOK_LINK(insert_network_bucket)
                        APR_HOOK_LINK(get_pollfd_from_conn))

AP_IMPLEMENT_HOOK_RUN_ALL(int, get_mgmt_items,
                          (apr_pool_t * pool, const char *val, apr_hash_t *ht),
                          (pool, val, ht), OK, DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(apr_status_t, insert_network_bucket,
                            (conn_rec * c, apr_bucket_brigade *bb,
                             apr_socket_t *socket),
                            (c, bb, socket), AP_DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(apr_status_t, get_pollfd_from_conn,
                            (conn_rec * c, struct apr_pollfd_t *pfd,
                             apr_interval_time_t *ptimeout),
                            (c, pfd, ptimeout), APR_ENOTIMPL)

/* --- the server ----------------------------------------------------------- */

static int begin_pass(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp)
{
    ap_mutex_init(pconf);
    ap_regcomp_set_default_cflags(AP_REG_DEFAULT);
    pn_regex_limit_set(PN_REGEX_LIMIT_DEFAULT);
    pn_core_place_reset();
    pn_core_banner_reset(pconf);
    return OK;
}

static int end_pass(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                    server_rec *s)
{
    ap_setup_make_content_type(pconf);
    ap_setup_auth_internal(ptemp);
    ap_setup_ssl_optional_fns(pconf);
    return OK;
}

static void retrieve_functions(void)
{
    pn_core_names_retrieve();
    pn_core_access_retrieve();
}

/* The banner is put together once all modules have added to it, and before
 * children would do so, each in memory of its own. */
static int finish_banner(apr_pool_t *pool, ap_scoreboard_e sb_type)
{
    ap_get_server_banner();
    ap_get_server_description();
    return OK;
}

/* --- connections ---------------------------------------------------------- */

AP_DECLARE(apr_socket_t *) ap_get_conn_socket(conn_rec *c)
{
    return ap_get_core_module_config(c->conn_config);
}

static apr_status_t insert_socket_bucket(conn_rec *c, apr_bucket_brigade *bb,
                                         apr_socket_t *socket)
{
    APR_BRIGADE_INSERT_TAIL(bb,
                            apr_bucket_socket_create(socket, c->bucket_alloc));
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_get_pollfd_from_conn(conn_rec *c, struct apr_pollfd_t *pfd,
                        apr_interval_time_t *timeout)
{
    return ap_run_get_pollfd_from_conn(c, pfd, timeout);
}

/* A secondary connection (a stream of HTTP/2) has no socket of its own. */
static apr_status_t socket_pollfd(conn_rec *c, struct apr_pollfd_t *pfd,
                                  apr_interval_time_t *timeout)
{
    apr_socket_t *csd = ap_get_conn_socket(c);

    if (c->master || !csd) {
        return APR_ENOTIMPL;
    }
    pfd->desc_type = APR_POLL_SOCKET;
    pfd->desc.s = csd;
    if (timeout) {
        return apr_socket_timeout_get(csd, timeout);
    }
    return APR_SUCCESS;
}

/* --- requests ------------------------------------------------------------- */

static int create_request(request_rec *r)
{
    core_request_config *own = apr_pcalloc(r->pool, sizeof(*own));

    if (r->main) {
        const core_request_config *outer = ap_get_core_module_config(
            r->main->request_config);

        own->bb = outer->bb;
    }
    else {
        own->bb = apr_brigade_create(r->pool, r->connection->bucket_alloc);
    }
    own->deliver_script = 1;
    ap_set_core_module_config(r->request_config, own);
    return OK;
}

/* What of the URL is below ServerPath, or all of it. */
static const char *below_server_path(const request_rec *r)
{
    const char *path = r->server->path;
    apr_size_t len = (apr_size_t)r->server->pathlen;

    if (path && len > 0 && strncmp(r->uri, path, len) == 0
        && (path[len - 1] == '/' || r->uri[len] == '/'
            || r->uri[len] == '\0')) {
        return r->uri + len;
    }
    return r->uri;
}

/* No empty part and none that begins with a dot: nothing in it could lead out
 * of the document root, nothing needs to be straightened. */
static bool is_clean(const char *path)
{
    const char *slash;

    for (;;) {
        if (*path == '/' || *path == '.') {
            return false;
        }
        slash = strchr(path, '/');
        if (!slash) {
            return true;
        }
        path = slash + 1;
    }
}

/* NULL when the name is too long for a file's. */
static char *below_root(apr_pool_t *pool, const char *root, const char *path)
{
    apr_size_t root_len = strlen(root);
    apr_size_t len = strlen(path);
    char *name;

    if (root_len + len + 2 > APR_PATH_MAX) {
        return NULL;
    }
    name = apr_palloc(pool, root_len + len + 2);
    memcpy(name, root, root_len);
    if (root_len > 0 && root[root_len - 1] != '/') {
        name[root_len++] = '/';
    }
    memcpy(name + root_len, path, len + 1);
    return name;
}

AP_DECLARE(int) ap_core_translate(request_rec *r)
{
    const core_server_config *conf = ap_get_core_module_config(
        r->server->module_config);
    const char *path;
    char *name;
    apr_status_t rv;

    if (r->proxyreq) {
        return HTTP_FORBIDDEN;
    }
    if (!r->uri || (*r->uri != '/' && strcmp(r->uri, "*") != 0)) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "no URL path in the request '%s'",
                      r->the_request ? r->the_request : "");
        return HTTP_BAD_REQUEST;
    }
    path = below_server_path(r);
    path += strspn(path, "/");
    if (*path && is_clean(path)
        && (name = below_root(r->pool, conf->ap_document_root, path))) {
        r->filename = name;
        r->canonical_filename = name;
        return OK;
    }
    /* SECUREROOT: whatever the URL is made of, the result is below the
     * document root. */
    rv = apr_filepath_merge(&r->filename, conf->ap_document_root, path,
                            APR_FILEPATH_TRUENAME | APR_FILEPATH_SECUREROOT,
                            r->pool);
    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r, "cannot map '%s' to a file",
                      r->uri);
        return HTTP_FORBIDDEN;
    }
    r->canonical_filename = r->filename;
    return OK;
}

static int map_to_storage(request_rec *r)
{
    int status = ap_directory_walk(r);

    return status ? status : ap_file_walk(r);
}

static apr_status_t dirwalk_stat(apr_finfo_t *finfo, request_rec *r,
                                 apr_int32_t wanted)
{
    return apr_stat(finfo, r->filename, wanted, r->pool);
}

static int is_none(const char *word)
{
    return ap_cstr_casecmp(word, "none") == 0;
}

/* ForceType and SetHandler win over what the type checkers found. */
static int override_type(request_rec *r)
{
    const core_dir_config *conf = ap_get_core_module_config(r->per_dir_config);

    if (conf->mime_type && !is_none(conf->mime_type)) {
        ap_set_content_type_ex(r, conf->mime_type, 1);
    }
    if (conf->expr_handler) {
        const char *failure = NULL;
        const char *handler = ap_expr_str_exec(r, conf->expr_handler, &failure);

        if (failure) {
            ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                          "SetHandler: its expression failed: %s", failure);
            return HTTP_INTERNAL_SERVER_ERROR;
        }
        if (!is_none(handler)) {
            r->handler = handler;
        }
    }
    else if (conf->handler && !is_none(conf->handler)) {
        r->handler = conf->handler;
    }
    if (r->used_path_info == AP_REQ_DEFAULT_PATH_INFO
        && conf->accept_path_info != PN_PATH_INFO_UNSET) {
        r->used_path_info = conf->accept_path_info;
    }
    return OK;
}

/* SetOutputFilter and SetInputFilter: names separated by semicolons. */
static void insert_filters(request_rec *r)
{
    const core_dir_config *conf = ap_get_core_module_config(r->per_dir_config);
    const char *names = conf->output_filters;
    const char *name;

    while (names && *names
           && (name = ap_getword(r->pool, &names, ';')) != NULL) {
        if (*name) {
            ap_add_output_filter(name, NULL, r, r->connection);
        }
    }
    names = conf->input_filters;
    while (names && *names
           && (name = ap_getword(r->pool, &names, ';')) != NULL) {
        if (*name) {
            ap_add_input_filter(name, NULL, r, r->connection);
        }
    }
}

/* These phases end with somebody who agrees. */
static int agree(request_rec *r)
{
    return OK;
}

static int look_after_programs(apr_pool_t *pool, server_rec *s)
{
    pn_leftovers_look_after();
    return OK;
}

void pn_core_hooks_register(apr_pool_t *pool)
{
    ap_register_config_hooks(pool);
    pn_error_log_register_hooks();
    ap_expr_init(pool);
    pn_request_register_hooks(pool);

    ap_hook_pre_config(begin_pass, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_post_config(end_pass, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_optional_fn_retrieve(retrieve_functions, NULL, NULL,
                                 APR_HOOK_MIDDLE);
    ap_hook_pre_mpm(ap_create_scoreboard, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_child_status(ap_core_child_status, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_monitor(look_after_programs, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_child_init(ap_logs_child_init, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_pre_mpm(finish_banner, NULL, NULL, APR_HOOK_REALLY_LAST);

    ap_hook_create_connection(pn_host_create_connection, NULL, NULL,
                              APR_HOOK_REALLY_LAST);
    ap_hook_pre_connection(pn_host_pre_connection, NULL, NULL,
                           APR_HOOK_REALLY_LAST);
    ap_hook_insert_network_bucket(insert_socket_bucket, NULL, NULL,
                                  APR_HOOK_REALLY_LAST);
    ap_hook_get_pollfd_from_conn(socket_pollfd, NULL, NULL,
                                 APR_HOOK_REALLY_LAST);

    ap_hook_create_request(create_request, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_translate_name(ap_core_translate, NULL, NULL, APR_HOOK_REALLY_LAST);
    ap_hook_map_to_storage(map_to_storage, NULL, NULL, APR_HOOK_REALLY_LAST);
    ap_hook_dirwalk_stat(dirwalk_stat, NULL, NULL, APR_HOOK_REALLY_LAST);
    ap_hook_access_checker(agree, NULL, NULL, APR_HOOK_REALLY_LAST);
    ap_hook_type_checker(agree, NULL, NULL, APR_HOOK_REALLY_LAST);
    ap_hook_fixups(override_type, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_insert_filter(insert_filters, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_handler(pn_protocol_upgrade, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_handler(pn_core_file_handler, NULL, NULL, APR_HOOK_REALLY_LAST);

    pn_core_register_filters(pool);
}
