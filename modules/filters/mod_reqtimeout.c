/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_reqtimeout - how slowly a client may send its requests.
 *
 * Directive:  RequestReadTimeout STAGE=SECONDS[-MAX][,MinRate=BYTES] ...
 *             (server, vhost)
 * How:        no filter: the engine that reads the bytes watches the time. This
 *             module tells it the rates of the address's server when a
 *             connection begins (TLS handshake, head) and of the virtual host
 *             when a request names one (body). Heads and bodies that are late
 *             are answered with 408 by the engine's host.
 * Owns:       one reqtimeout_conf_t per server, in the configuration pool.
 * Tests:      test/e2e/filters/test_reqtimeout.py
 */

#include "httpd.h"

#include "apr_lib.h"
#include "apr_strings.h"
#include "http_config.h"
#include "http_connection.h"
#include "http_protocol.h"
#include "pinion.h"

module AP_MODULE_DECLARE_DATA reqtimeout_module;

enum { SECONDS_MAX = 1000000, RATE_MAX = 1000000000 };

typedef enum {
    STAGE_HANDSHAKE,
    STAGE_HEADER,
    STAGE_BODY,
    STAGE_N
} stage_e;

/* One stage as configured: seconds, and bytes per second. */
typedef struct stage_conf_t {
    int is_set;
    int timeout_s; /* 0: no limit */
    int max_s;     /* 0: no upper bound */
    int min_rate;  /* 0: bytes that arrive gain no time */
} stage_conf_t;

typedef struct reqtimeout_conf_t {
    stage_conf_t stages[STAGE_N];
} reqtimeout_conf_t;

static const struct {
    const char *name;
    stage_conf_t preset;
} stage_infos[STAGE_N] = {
    [STAGE_HANDSHAKE] = { "handshake", { 0, 0, 0, 0 } },
    [STAGE_HEADER] = { "header", { 0, 20, 40, 500 } },
    [STAGE_BODY] = { "body", { 0, 20, 0, 500 } },
};

static void *reqtimeout_create_conf(apr_pool_t *pool, server_rec *s)
{
    return apr_pcalloc(pool, sizeof(reqtimeout_conf_t));
}

static void *reqtimeout_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const reqtimeout_conf_t *base = outer;
    const reqtimeout_conf_t *over = inner;
    reqtimeout_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    for (int i = 0; i < STAGE_N; i++) {
        conf->stages[i] = over->stages[i].is_set ? over->stages[i]
                                                 : base->stages[i];
    }
    return conf;
}

/* Reads digits at *text up to most; moves *text behind them. -1: none. */
static int take_number(const char **text, int most)
{
    char *end;
    apr_int64_t value;

    if (!apr_isdigit(**text)) {
        return -1;
    }
    value = apr_strtoi64(*text, &end, 10);
    *text = end;
    return value > most ? -1 : (int)value;
}

/* SECONDS[-MAX][,MinRate=BYTES] */
static const char *parse_stage(cmd_parms *cmd, const char *name,
                               const char *value, stage_conf_t *stage)
{
    static const char min_rate[] = ",minrate=";
    const char *at = value;

    stage->timeout_s = take_number(&at, SECONDS_MAX);
    stage->max_s = 0;
    stage->min_rate = 0;
    if (stage->timeout_s < 0) {
        return apr_psprintf(cmd->pool, "%s=%s: the timeout must be 0 to %d "
                            "seconds", name, value, SECONDS_MAX);
    }
    if (*at == '-') {
        at++;
        stage->max_s = take_number(&at, SECONDS_MAX);
        if (stage->max_s < stage->timeout_s) {
            return apr_psprintf(cmd->pool, "%s=%s: the maximum timeout must be "
                                "%d to %d seconds", name, value,
                                stage->timeout_s, SECONDS_MAX);
        }
        if (*at == '\0') {
            return apr_psprintf(cmd->pool, "%s=%s: a range of timeouts needs "
                                "a MinRate", name, value);
        }
    }
    if (ap_cstr_casecmpn(at, min_rate, sizeof(min_rate) - 1) == 0) {
        at += sizeof(min_rate) - 1;
        stage->min_rate = take_number(&at, RATE_MAX);
        if (stage->min_rate <= 0) {
            return apr_psprintf(cmd->pool, "%s=%s: MinRate must be 1 to %d "
                                "bytes per second", name, value, RATE_MAX);
        }
    }
    if (*at != '\0') {
        return apr_psprintf(cmd->pool, "%s=%s: '%s' is not understood, "
                            "expected SECONDS[-MAX][,MinRate=BYTES]", name,
                            value, at);
    }
    stage->is_set = 1;
    return NULL;
}

static const char *set_stage(cmd_parms *cmd, reqtimeout_conf_t *conf,
                             const char *word)
{
    const char *equals = ap_strchr_c(word, '=');

    for (int i = 0; equals && i < STAGE_N; i++) {
        const char *name = stage_infos[i].name;
        size_t len = (size_t)(equals - word);

        if (strlen(name) == len && ap_cstr_casecmpn(word, name, len) == 0) {
            return parse_stage(cmd, name, equals + 1, &conf->stages[i]);
        }
    }
    return apr_psprintf(cmd->pool, "'%s' does not begin with handshake=, "
                        "header= or body=", word);
}

static const char *set_request_read_timeout(cmd_parms *cmd, void *dir_conf,
                                            const char *args)
{
    reqtimeout_conf_t *conf = ap_get_module_config(cmd->server->module_config,
                                                   &reqtimeout_module);
    const char *error = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);
    int words_n = 0;

    while (!error && *args) {
        const char *word = ap_getword_conf(cmd->temp_pool, &args);

        if (*word) {
            error = set_stage(cmd, conf, word);
            words_n++;
        }
    }
    if (!error && words_n == 0) {
        error = "expected handshake=, header= or body= with a timeout";
    }
    return error;
}

/* The rate that the engine is to watch for a stage. */
static pinion_read_rate_t rate_of(const server_rec *s, stage_e which)
{
    const reqtimeout_conf_t *conf = ap_get_module_config(s->module_config,
                                                         &reqtimeout_module);
    const stage_conf_t *stage = &conf->stages[which];

    if (!stage->is_set) {
        stage = &stage_infos[which].preset;
    }
    return (pinion_read_rate_t){
        .initial = apr_time_from_sec(stage->timeout_s),
        .max = apr_time_from_sec(stage->max_s),
        .per_byte = stage->min_rate ? apr_time_from_sec(1) / stage->min_rate
                                    : 0,
    };
}

static int reqtimeout_begin_connection(conn_rec *c, void *csd)
{
    pinion_read_rate_t handshake = rate_of(c->base_server, STAGE_HANDSHAKE);
    pinion_read_rate_t head = rate_of(c->base_server, STAGE_HEADER);
    pinion_read_rate_t body = rate_of(c->base_server, STAGE_BODY);

    pinion_set_handshake_rate(c, &handshake);
    pinion_set_read_rates(c, &head, &body);
    return OK;
}

/* Only now is it known which virtual host the body is for. */
static int reqtimeout_begin_body(request_rec *r)
{
    pinion_read_rate_t body = rate_of(r->server, STAGE_BODY);

    pinion_set_read_rates(r->connection, NULL, &body);
    return OK;
}

static const command_rec reqtimeout_directives[] = {
    AP_INIT_RAW_ARGS("RequestReadTimeout", set_request_read_timeout, NULL,
                     RSRC_CONF,
                     "handshake=, header= and body=, each SECONDS[-MAX]"
                     "[,MinRate=BYTES]"),
    { .name = NULL },
};

static void reqtimeout_register_hooks(apr_pool_t *pool)
{
    ap_hook_pre_connection(reqtimeout_begin_connection, NULL, NULL,
                           APR_HOOK_MIDDLE);
    ap_hook_post_read_request(reqtimeout_begin_body, NULL, NULL,
                              APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(reqtimeout) = {
    STANDARD20_MODULE_STUFF,
    .create_server_config = reqtimeout_create_conf,
    .merge_server_config = reqtimeout_merge_conf,
    .cmds = reqtimeout_directives,
    .register_hooks = reqtimeout_register_hooks,
};
