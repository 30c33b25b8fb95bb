/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loglevel - how much each module logs: a level, and an optional array that
 * overrides it by module index. PN_LOG_UNSET in either means "inherit",
 * APLOG_NO_MODULE in the array means "as the level says".
 */
#include "httpd.h"

#include <apr_strings.h>

#include "http_config.h"
#include "http_log.h"

#include "config/loglevel.h"
#include "config/modlist.h"

#undef ap_get_server_module_loglevel
#undef ap_get_conn_module_loglevel
#undef ap_get_conn_server_module_loglevel
#undef ap_get_request_module_loglevel

static int level_of(const struct ap_logconf *log, int module_index)
{
    if (module_index >= 0 && log->module_levels
        && log->module_levels[module_index] >= 0) {
        return log->module_levels[module_index];
    }
    return log->level;
}

AP_DECLARE(int) ap_get_server_module_loglevel(const server_rec *s, int index)
{
    return level_of(&s->log, index);
}

AP_DECLARE(int) ap_get_conn_module_loglevel(const conn_rec *c, int index)
{
    return level_of(c->log ? c->log : &c->base_server->log, index);
}

AP_DECLARE(int) ap_get_conn_server_module_loglevel(const conn_rec *c,
                                                   const server_rec *s,
                                                   int index)
{
    int follows_base = !c->log || c->log == &c->base_server->log;

    return level_of(follows_base ? &s->log : c->log, index);
}

AP_DECLARE(int) ap_get_request_module_loglevel(const request_rec *r, int index)
{
    const struct ap_logconf *log = r->log;

    if (!log) {
        log = r->connection->log;
    }
    return level_of(log ? log : &r->server->log, index);
}

static apr_size_t levels_bytes(void)
{
    return (apr_size_t)pn_modlist_vector_len() * sizeof(signed char);
}

AP_DECLARE(struct ap_logconf *)
ap_new_log_config(apr_pool_t *p, const struct ap_logconf *old)
{
    struct ap_logconf *log = apr_palloc(p, sizeof(*log));

    log->level = old ? old->level : PN_LOG_UNSET;
    log->module_levels = old && old->module_levels
                             ? apr_pmemdup(p, old->module_levels,
                                           levels_bytes())
                             : NULL;
    return log;
}

AP_DECLARE(void) ap_reset_module_loglevels(struct ap_logconf *l, int val)
{
    if (l->module_levels) {
        memset(l->module_levels, val, levels_bytes());
    }
}

AP_DECLARE(void) ap_set_module_loglevel(apr_pool_t *pool, struct ap_logconf *l,
                                        int index, int level)
{
    if (!l->module_levels) {
        l->module_levels = apr_palloc(pool, levels_bytes());
        ap_reset_module_loglevels(l, l->level < 0
                                         ? PN_LOG_UNSET
                                         : APLOG_NO_MODULE);
    }
    l->module_levels[index] = (signed char)level;
}

AP_DECLARE(void) ap_merge_log_config(const struct ap_logconf *old_conf,
                                     struct ap_logconf *new_conf)
{
    if (new_conf->level < 0) {
        new_conf->level = old_conf->level;
    }
    if (!old_conf->module_levels) {
        return;
    }
    if (!new_conf->module_levels) {
        new_conf->module_levels = old_conf->module_levels;
        return;
    }
    for (int i = 0; i < pn_modlist_vector_len(); i++) {
        if (new_conf->module_levels[i] == PN_LOG_UNSET) {
            new_conf->module_levels[i] = old_conf->module_levels[i];
        }
    }
}

AP_DECLARE(const char *) ap_parse_log_level(const char *str, int *val)
{
    static const struct {
        const char *name;
        int level;
    } levels[] = {
        { "emerg", APLOG_EMERG },   { "alert", APLOG_ALERT },
        { "crit", APLOG_CRIT },     { "error", APLOG_ERR },
        { "warn", APLOG_WARNING },  { "notice", APLOG_NOTICE },
        { "info", APLOG_INFO },     { "debug", APLOG_DEBUG },
        { "trace1", APLOG_TRACE1 }, { "trace2", APLOG_TRACE2 },
        { "trace3", APLOG_TRACE3 }, { "trace4", APLOG_TRACE4 },
        { "trace5", APLOG_TRACE5 }, { "trace6", APLOG_TRACE6 },
        { "trace7", APLOG_TRACE7 }, { "trace8", APLOG_TRACE8 },
    };

    if (!str) {
        return "Log level keyword missing";
    }
    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
        if (ap_cstr_casecmp(str, levels[i].name) == 0) {
            *val = levels[i].level;
            return NULL;
        }
    }
    return "Log level keyword must be one of emerg/alert/crit/error/warn/"
           "notice/info/debug/trace1/.../trace8";
}
