/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prefork.c - the process model with one connection in one process.
 *
 * Directives: StartServers, MinSpareServers, MaxSpareServers,
 *             MaxRequestWorkers (MaxClients), ServerLimit, Listen and its
 *             relatives, GracefulShutdownTimeout.
 * Phase:      open_logs opens the listening sockets; the mpm hook is
 *             prefork_master.c, a child is prefork_child.c.
 * Tests:      test/e2e/mpm/, test/unit/test_prefork_plan.c
 */

#include "prefork/prefork.h"

#include <stddef.h>

#include "apr_strings.h"

#include "ap_listen.h"
#include "ap_mpm.h"
#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "scoreboard.h"
#include "util_mutex.h"
#include "util/child_data.h"

APLOG_USE_MODULE(mpm_prefork);

enum {
    DEFAULT_START_SERVERS = 5,
    DEFAULT_MIN_SPARE = 5,
    DEFAULT_MAX_SPARE = 10,
    DEFAULT_SERVER_LIMIT = 256,
    MAX_SERVER_LIMIT = 200000
};

prefork_conf_t pn_prefork_conf;
PN_CHILD_DATA int pn_prefork_slots_used;

static int first_server_limit; /* what the scoreboard was made for; 0: none */

/* --- directives --------------------------------------------------------- */

static const char *set_number(cmd_parms *cmd, void *dummy, const char *arg)
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);
    int *field = (int *)(void *)((char *)&pn_prefork_conf +
                                 (apr_size_t)cmd->info);
    apr_int64_t number;
    char *end;

    if (err) {
        return err;
    }
    number = apr_strtoi64(arg, &end, 10);
    if (end == arg || *end != '\0' || number < -1000000 ||
        number > 1000000) {
        return apr_psprintf(cmd->pool, "%s: '%s' is not a number of processes",
                            cmd->cmd->name, arg);
    }
    *field = (int)number;
    return NULL;
}

#define FIELD(name) ((void *)offsetof(prefork_conf_t, name))

static const command_rec prefork_directives[] = {
    LISTEN_COMMANDS,
    AP_INIT_TAKE1("StartServers", set_number, FIELD(start_servers), RSRC_CONF,
                  "How many children are started with the server"),
    AP_INIT_TAKE1("MinSpareServers", set_number, FIELD(min_spare), RSRC_CONF,
                  "How many children wait for connections at least"),
    AP_INIT_TAKE1("MaxSpareServers", set_number, FIELD(max_spare), RSRC_CONF,
                  "How many children wait for connections at most"),
    AP_INIT_TAKE1("MaxClients", set_number, FIELD(max_workers), RSRC_CONF,
                  "The old name of MaxRequestWorkers"),
    AP_INIT_TAKE1("MaxRequestWorkers", set_number, FIELD(max_workers),
                  RSRC_CONF, "How many children there are at most"),
    AP_INIT_TAKE1("ServerLimit", set_number, FIELD(server_limit), RSRC_CONF,
                  "The highest MaxRequestWorkers until the server is stopped"),
    AP_GRACEFUL_SHUTDOWN_TIMEOUT_COMMAND,
    { .name = NULL },
};

/* --- checks ------------------------------------------------------------- */

static void warn(const char *name, int value, const char *why, int instead)
{
    ap_log_error(APLOG_MARK, APLOG_WARNING | APLOG_STARTUP, 0, NULL,
                 "%s %d %s; %d is used", name, value, why, instead);
}

static void check_server_limit(prefork_conf_t *conf)
{
    if (conf->server_limit < 1) {
        warn("ServerLimit", conf->server_limit, "is too small", 1);
        conf->server_limit = 1;
    } else if (conf->server_limit > MAX_SERVER_LIMIT) {
        warn("ServerLimit", conf->server_limit, "is too large",
             MAX_SERVER_LIMIT);
        conf->server_limit = MAX_SERVER_LIMIT;
    }
    if (first_server_limit && conf->server_limit != first_server_limit) {
        warn("ServerLimit", conf->server_limit,
             "differs from what the server was started with, which only a "
             "stop and a start can change",
             first_server_limit);
        conf->server_limit = first_server_limit;
    }
}

static int prefork_check_config(apr_pool_t *pool, apr_pool_t *plog,
                                apr_pool_t *ptemp, server_rec *s)
{
    prefork_conf_t *conf = &pn_prefork_conf;

    check_server_limit(conf);
    if (conf->max_workers > conf->server_limit) {
        warn("MaxRequestWorkers", conf->max_workers,
             "is more than ServerLimit allows", conf->server_limit);
        conf->max_workers = conf->server_limit;
    } else if (conf->max_workers < 1) {
        warn("MaxRequestWorkers", conf->max_workers, "is too small", 1);
        conf->max_workers = 1;
    }
    if (conf->start_servers < 1) {
        warn("StartServers", conf->start_servers, "is too small", 1);
        conf->start_servers = 1;
    }
    if (conf->min_spare < 1) {
        warn("MinSpareServers", conf->min_spare, "is too small", 1);
        conf->min_spare = 1;
    }
    if (conf->max_spare <= conf->min_spare) {
        /* Equal values would start and end one child again and again. */
        conf->max_spare = conf->min_spare + 1;
    }
    return OK;
}

/* --- hooks -------------------------------------------------------------- */

static int prefork_pre_config(apr_pool_t *pconf, apr_pool_t *plog,
                              apr_pool_t *ptemp)
{
    mpm_common_pre_config(pconf);
    ap_listen_pre_config();
    ap_mutex_register(pconf, AP_ACCEPT_MUTEX_TYPE, NULL, APR_LOCK_DEFAULT, 0);
    pn_prefork_conf = (prefork_conf_t){
        .start_servers = DEFAULT_START_SERVERS,
        .min_spare = DEFAULT_MIN_SPARE,
        .max_spare = DEFAULT_MAX_SPARE,
        .max_workers = DEFAULT_SERVER_LIMIT,
        .server_limit =
            first_server_limit ? first_server_limit : DEFAULT_SERVER_LIMIT,
    };
    return OK;
}

static bool must_detach(void)
{
    return !ap_exists_config_define("FOREGROUND") &&
           !ap_exists_config_define("NO_DETACH") &&
           !ap_exists_config_define("ONE_PROCESS") &&
           !ap_exists_config_define("DEBUG");
}

/* Opens the ports, then leaves the terminal: errors about ports must still
 * reach whoever started us. */
static int prefork_open_logs(apr_pool_t *pool, apr_pool_t *plog,
                             apr_pool_t *ptemp, server_rec *s)
{
    static bool is_detached;

    if (ap_setup_listeners(s) < 1) {
        ap_log_error(APLOG_MARK, APLOG_ALERT | APLOG_STARTUP, 0, NULL,
                     "no listening sockets available, shutting down");
        return !OK;
    }
    if (ap_state_query(AP_SQ_MAIN_STATE) == AP_SQ_MS_CREATE_CONFIG &&
        !is_detached && must_detach()) {
        apr_status_t rv = apr_proc_detach(APR_PROC_DETACH_DAEMONIZE);

        if (rv != APR_SUCCESS) {
            ap_log_error(APLOG_MARK, APLOG_CRIT, rv, NULL,
                         "cannot become a daemon");
            return HTTP_INTERNAL_SERVER_ERROR;
        }
        is_detached = true;
    }
    if (!first_server_limit &&
        ap_state_query(AP_SQ_MAIN_STATE) == AP_SQ_MS_CREATE_CONFIG) {
        first_server_limit = pn_prefork_conf.server_limit;
    }
    return OK;
}

static int prefork_query(int code, int *result, apr_status_t *rv)
{
    const ap_unixd_mpm_retained_data *retained =
        ap_unixd_mpm_get_retained_data();

    *rv = APR_SUCCESS;
    switch (code) {
    case AP_MPMQ_MAX_DAEMON_USED:
        *result = pn_prefork_slots_used;
        break;
    case AP_MPMQ_IS_FORKED:
        *result = AP_MPMQ_DYNAMIC;
        break;
    case AP_MPMQ_HARD_LIMIT_DAEMONS:
        *result = pn_prefork_conf.server_limit;
        break;
    case AP_MPMQ_HARD_LIMIT_THREADS:
    case AP_MPMQ_MAX_THREADS:
        *result = 1;
        break;
    case AP_MPMQ_IS_THREADED:
    case AP_MPMQ_MIN_SPARE_THREADS:
    case AP_MPMQ_MAX_SPARE_THREADS:
    case AP_MPMQ_IS_ASYNC:
    case AP_MPMQ_CAN_WAITIO:
        *result = 0;
        break;
    case AP_MPMQ_MIN_SPARE_DAEMONS:
        *result = pn_prefork_conf.min_spare;
        break;
    case AP_MPMQ_MAX_SPARE_DAEMONS:
        *result = pn_prefork_conf.max_spare;
        break;
    case AP_MPMQ_MAX_REQUESTS_DAEMON:
        *result = ap_max_requests_per_child;
        break;
    case AP_MPMQ_MAX_DAEMONS:
        *result = pn_prefork_conf.max_workers;
        break;
    case AP_MPMQ_MPM_STATE:
        pn_prefork_look_at_pod();
        *result = retained->mpm_state;
        break;
    case AP_MPMQ_GENERATION:
        *result = retained->my_generation;
        break;
    default:
        *rv = APR_ENOTIMPL;
        break;
    }
    return OK;
}

static const char *prefork_name(void)
{
    return "prefork";
}

static void prefork_register_hooks(apr_pool_t *pool)
{
    /* Before the core opens the error log: what is wrong with a port is read
     * on the terminal. */
    static const char *const before[] = { "core.c", NULL };

    ap_hook_pre_config(prefork_pre_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_check_config(prefork_check_config, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_open_logs(prefork_open_logs, NULL, before, APR_HOOK_REALLY_FIRST);
    ap_hook_mpm(pn_prefork_run, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_mpm_query(prefork_query, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_mpm_get_name(prefork_name, NULL, NULL, APR_HOOK_MIDDLE);
}

module AP_MODULE_DECLARE_DATA mpm_prefork_module = {
    .version = MODULE_MAGIC_NUMBER_MAJOR,
    .minor_version = MODULE_MAGIC_NUMBER_MINOR,
    .module_index = -1,
    .name = "prefork.c",
    .magic = MODULE_MAGIC_COOKIE,
    .cmds = prefork_directives,
    .register_hooks = prefork_register_hooks,
};
