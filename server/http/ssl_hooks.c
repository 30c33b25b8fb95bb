/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ssl_hooks.c - what the server asks of whatever module speaks TLS, and the
 * optional functions of old that stand for the same questions.
 */
#include "http_ssl.h"

#include <apr_optional.h>
#include <apr_optional_hooks.h>

#include "http/http_filters.h"
#include "http_log.h"
#include "mod_ssl.h"

APLOG_USE_MODULE(core);

APR_HOOK_STRUCT(
    APR_HOOK_LINK(ssl_conn_is_ssl)
    APR_HOOK_LINK(ssl_var_lookup)
    APR_HOOK_LINK(ssl_add_cert_files)
    APR_HOOK_LINK(ssl_add_fallback_cert_files)
    APR_HOOK_LINK(ssl_answer_challenge)
    APR_HOOK_LINK(ssl_ocsp_prime_hook)
    APR_HOOK_LINK(ssl_ocsp_get_resp_hook)
    APR_HOOK_LINK(ssl_bind_outgoing)
)

AP_IMPLEMENT_HOOK_RUN_FIRST(int, ssl_conn_is_ssl, (conn_rec * c), (c),
                            DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(const char *, ssl_var_lookup,
                            (apr_pool_t * pool, server_rec *s, conn_rec *c,
                             request_rec *r, const char *name),
                            (pool, s, c, r, name), NULL)
AP_IMPLEMENT_HOOK_RUN_ALL(int, ssl_add_cert_files,
                          (server_rec * s, apr_pool_t *pool,
                           apr_array_header_t *cert_files,
                           apr_array_header_t *key_files),
                          (s, pool, cert_files, key_files), OK, DECLINED)
AP_IMPLEMENT_HOOK_RUN_ALL(int, ssl_add_fallback_cert_files,
                          (server_rec * s, apr_pool_t *pool,
                           apr_array_header_t *cert_files,
                           apr_array_header_t *key_files),
                          (s, pool, cert_files, key_files), OK, DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, ssl_answer_challenge,
                            (conn_rec * c, const char *server_name,
                             const char **pcert_pem, const char **pkey_pem),
                            (c, server_name, pcert_pem, pkey_pem), DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, ssl_ocsp_prime_hook,
                            (server_rec * s, apr_pool_t *pool, const char *id,
                             apr_size_t id_len, const char *pem),
                            (s, pool, id, id_len, pem), DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, ssl_ocsp_get_resp_hook,
                            (server_rec * s, conn_rec *c, const char *id,
                             apr_size_t id_len, ap_ssl_ocsp_copy_resp *cb,
                             void *userdata),
                            (s, c, id, id_len, cb, userdata), DECLINED)
AP_IMPLEMENT_HOOK_RUN_FIRST(int, ssl_bind_outgoing,
                            (conn_rec * c, struct ap_conf_vector_t *dir_conf,
                             int enable_ssl),
                            (c, dir_conf, enable_ssl), DECLINED)

typedef int is_https_fn_t(conn_rec *c);
typedef char *var_lookup_fn_t(apr_pool_t *pool, server_rec *s, conn_rec *c,
                              request_rec *r, char *name);
typedef int engine_fn_t(conn_rec *c);
typedef int engine_set_fn_t(conn_rec *c, struct ap_conf_vector_t *dir_conf,
                            int proxy, int enable);

/* What a module registered under the old names before the server did: asked
 * where no hook answers. Set once, while the configuration is read. */
static is_https_fn_t *module_is_https;
static engine_set_fn_t *module_engine_set;
static engine_fn_t *module_proxy_enable;
static engine_fn_t *module_engine_disable;
static var_lookup_fn_t *module_var_lookup;

AP_DECLARE(int) ap_ssl_conn_is_ssl(conn_rec *c)
{
    int rc = ap_run_ssl_conn_is_ssl(c);

    if (rc == DECLINED && module_is_https) {
        return module_is_https(c);
    }
    return rc == OK;
}

AP_DECLARE(const char *)
ap_ssl_var_lookup(apr_pool_t *pool, server_rec *s, conn_rec *c, request_rec *r,
                  const char *name)
{
    const char *value = ap_run_ssl_var_lookup(pool, s, c, r, name);

    if (!value && module_var_lookup) {
        value = module_var_lookup(pool, s, c, r,
                                  (char *)(apr_uintptr_t)name);
    }
    return value;
}

AP_DECLARE(apr_status_t)
ap_ssl_add_cert_files(server_rec *s, apr_pool_t *pool,
                      apr_array_header_t *cert_files,
                      apr_array_header_t *key_files)
{
    int rc = ap_run_ssl_add_cert_files(s, pool, cert_files, key_files);

    return rc == OK || rc == DECLINED ? APR_SUCCESS : APR_EGENERAL;
}

AP_DECLARE(apr_status_t)
ap_ssl_add_fallback_cert_files(server_rec *s, apr_pool_t *pool,
                               apr_array_header_t *cert_files,
                               apr_array_header_t *key_files)
{
    int rc = ap_run_ssl_add_fallback_cert_files(s, pool, cert_files,
                                                key_files);

    return rc == OK || rc == DECLINED ? APR_SUCCESS : APR_EGENERAL;
}

AP_DECLARE(int)
ap_ssl_answer_challenge(conn_rec *c, const char *server_name,
                        const char **pcert_pem, const char **pkey_pem)
{
    return ap_run_ssl_answer_challenge(c, server_name, pcert_pem, pkey_pem)
        == OK;
}

AP_DECLARE(apr_status_t)
ap_ssl_ocsp_prime(server_rec *s, apr_pool_t *pool, const char *id,
                  apr_size_t id_len, const char *pem)
{
    int rc = ap_run_ssl_ocsp_prime_hook(s, pool, id, id_len, pem);

    return rc == OK ? APR_SUCCESS : rc == DECLINED ? APR_ENOENT : APR_EGENERAL;
}

AP_DECLARE(apr_status_t)
ap_ssl_ocsp_get_resp(server_rec *s, conn_rec *c, const char *id,
                     apr_size_t id_len, ap_ssl_ocsp_copy_resp *cb,
                     void *userdata)
{
    int rc = ap_run_ssl_ocsp_get_resp_hook(s, c, id, id_len, cb, userdata);

    return rc == OK ? APR_SUCCESS : rc == DECLINED ? APR_ENOENT : APR_EGENERAL;
}

/* --- TLS to other servers ------------------------------------------------*/

static int enable_outgoing(conn_rec *c, struct ap_conf_vector_t *dir_conf)
{
    if (module_engine_set) {
        return module_engine_set(c, dir_conf, 1, 1);
    }
    return module_proxy_enable ? module_proxy_enable(c) : 0;
}

static void disable_outgoing(conn_rec *c, struct ap_conf_vector_t *dir_conf)
{
    if (module_engine_set) {
        module_engine_set(c, dir_conf, 1, 0);
    }
    else if (module_engine_disable) {
        module_engine_disable(c);
    }
}

AP_DECLARE(int)
ap_ssl_bind_outgoing(conn_rec *c, struct ap_conf_vector_t *dir_conf,
                     int require_ssl)
{
    int rc;

    c->outgoing = 1;
    rc = ap_run_ssl_bind_outgoing(c, dir_conf, require_ssl);
    if (rc != DECLINED) {
        return rc;
    }
    if (!require_ssl) {
        disable_outgoing(c, dir_conf);
        return OK;
    }
    if (enable_outgoing(c, dir_conf)) {
        return OK;
    }
    ap_log_cerror(APLOG_MARK, APLOG_ERR, 0, c,
                  "TLS is required to another server, but no module speaks "
                  "it");
    return DECLINED;
}

AP_DECLARE(int) ap_ssl_has_outgoing_handlers(void)
{
    const apr_array_header_t *hooks = ap_hook_get_ssl_bind_outgoing();

    return (hooks && hooks->nelts > 0) || module_engine_set
        || module_proxy_enable;
}

/* --- the optional functions ----------------------------------------------*/

static int ssl_is_https(conn_rec *c)
{
    return ap_ssl_conn_is_ssl(c);
}

static char *ssl_var_lookup(apr_pool_t *pool, server_rec *s, conn_rec *c,
                            request_rec *r, char *name)
{
    return (char *)(apr_uintptr_t)ap_ssl_var_lookup(pool, s, c, r, name);
}

static int ssl_engine_set(conn_rec *c, struct ap_conf_vector_t *dir_conf,
                          int proxy, int enable)
{
    if (proxy) {
        return ap_ssl_bind_outgoing(c, dir_conf, enable) == OK;
    }
    return module_engine_set ? module_engine_set(c, dir_conf, 0, enable)
        : !enable && module_engine_disable ? module_engine_disable(c) : 0;
}

static int ssl_engine_disable(conn_rec *c)
{
    return ssl_engine_set(c, NULL, 0, 0);
}

static int ssl_proxy_enable(conn_rec *c)
{
    return ap_ssl_bind_outgoing(c, NULL, 1) == OK;
}

/* A function registered here before is the server's own: no loop. */
static apr_opt_fn_t *foreign(const char *name, apr_opt_fn_t *own)
{
    apr_opt_fn_t *fn = apr_dynamic_fn_retrieve(name);

    return fn == own ? NULL : fn;
}

#define TAKE_OVER(kept, type, fn)                                              \
    do {                                                                       \
        kept = (type *)foreign(#fn, (apr_opt_fn_t *)fn);                       \
        apr_dynamic_fn_register(#fn, (apr_opt_fn_t *)fn);                      \
    } while (0)

/* Called after the modules have registered theirs. */
AP_DECLARE(void) ap_setup_ssl_optional_fns(apr_pool_t *pool)
{
    TAKE_OVER(module_is_https, is_https_fn_t, ssl_is_https);
    TAKE_OVER(module_engine_set, engine_set_fn_t, ssl_engine_set);
    TAKE_OVER(module_proxy_enable, engine_fn_t, ssl_proxy_enable);
    TAKE_OVER(module_engine_disable, engine_fn_t, ssl_engine_disable);
    TAKE_OVER(module_var_lookup, var_lookup_fn_t, ssl_var_lookup);
}
