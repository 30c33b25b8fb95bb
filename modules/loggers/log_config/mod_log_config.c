/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_log_config - access logs.
 *
 * Directives: LogFormat, CustomLog, GlobalLog, TransferLog, BufferedLogs.
 * Phase:      log_transaction, once for a request and what it was redirected
 *             to internally.
 * Owns:       log_conf_t of each server, in the configuration pool; logs are
 *             opened in the log pool, before privileges are dropped.
 * Tests:      test/unit/test_log_config.c, test/e2e/loggers/
 *
 * The logs of the main server are those of all virtual hosts that have none of
 * their own; a GlobalLog is everybody's.
 *
 * Pinion adds a third argument to LogFormat: format=json makes the named format
 * a JSON template (log_parse.c).
 */
#include "log_config.h"

#include "apr_optional.h"
#include "apr_strings.h"

#include "http_config.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"

module AP_MODULE_DECLARE_DATA log_config_module;

enum { FEW_ITEMS = 48 }; /* of a format, whose texts find room on the stack */

static const char common_format[] = "%h %l %u %t \"%r\" %>s %b";

/* A format that LogFormat has named. */
typedef struct named_format_t {
    const char *text;
    int is_json;
} named_format_t;

typedef struct log_conf_t {
    const char *default_text;           /* LogFormat without a name */
    apr_array_header_t *default_format; /* parsed */
    apr_array_header_t *logs;           /* of custom_log_t, its own */
    apr_array_header_t *inherited;      /* the main server's logs */
    apr_hash_t *formats;                /* name -> named_format_t */
} log_conf_t;

static void *create_server_conf(apr_pool_t *pool, server_rec *s)
{
    log_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->logs = apr_array_make(pool, 1, sizeof(custom_log_t));
    conf->formats = apr_hash_make(pool);
    if (!s->is_virtual) {
        named_format_t *clf = apr_pcalloc(pool, sizeof(*clf));

        clf->text = common_format;
        apr_hash_set(conf->formats, "CLF", APR_HASH_KEY_STRING, clf);
        conf->default_text = common_format;
    }
    return conf;
}

static void *merge_server_conf(apr_pool_t *pool, void *outer, void *inner)
{
    log_conf_t *base = outer;
    log_conf_t *conf = inner;

    conf->inherited = base->logs;
    if (!conf->default_text) {
        conf->default_text = base->default_text;
        conf->default_format = base->default_format;
    }
    conf->formats = apr_hash_overlay(pool, conf->formats, base->formats);
    return conf;
}

/* --- directives ---------------------------------------------------------- */

static const char *set_log_format(cmd_parms *cmd, void *dummy,
                                  const char *format, const char *name,
                                  const char *kind)
{
    log_conf_t *conf = ap_get_module_config(cmd->server->module_config,
                                            &log_config_module);
    apr_array_header_t *items;
    const char *error;
    named_format_t *named;

    if (kind && ap_cstr_casecmp(kind, "format=json") != 0) {
        return apr_psprintf(cmd->pool,
                            "LogFormat: '%s' is not format=json, the only "
                            "thing that may stand there",
                            kind);
    }
    error = log_parse(cmd->pool, format, kind != NULL, &items);
    if (error) {
        return apr_psprintf(cmd->pool, "LogFormat: %s", error);
    }
    if (!name) {
        conf->default_text = format;
        conf->default_format = items;
        return NULL;
    }
    named = apr_palloc(cmd->pool, sizeof(*named));
    named->text = format;
    named->is_json = kind != NULL;
    apr_hash_set(conf->formats, name, APR_HASH_KEY_STRING, named);
    return NULL;
}

/* "env=[!]NAME" or "expr=EXPRESSION". */
static const char *parse_condition(cmd_parms *cmd, custom_log_t *log,
                                   const char *text)
{
    const char *error = NULL;

    if (strncasecmp(text, "env=", 4) == 0) {
        if (text[4] == '\0' || (text[4] == '!' && text[5] == '\0')) {
            return "env= has no name of a variable";
        }
        log->env = apr_pstrdup(cmd->pool, text + 4);
        return NULL;
    }
    if (strncasecmp(text, "expr=", 5) != 0) {
        return apr_psprintf(
            cmd->pool, "the condition '%s' is neither env= nor expr=", text);
    }
    log->expr = ap_expr_parse_cmd(cmd, text + 5, AP_EXPR_FLAG_DONT_VARY, &error,
                                  NULL);
    return error ? apr_psprintf(cmd->pool, "the condition '%s': %s", text + 5,
                                error)
                 : NULL;
}

static const char *add_log(cmd_parms *cmd, const char *fname,
                           const char *format, const char *condition,
                           int is_global)
{
    log_conf_t *conf = ap_get_module_config(cmd->server->module_config,
                                            &log_config_module);
    custom_log_t *log = apr_array_push(conf->logs);
    const char *error = NULL;

    memset(log, 0, sizeof(*log));
    log->fname = fname;
    log->format_text = format;
    log->is_global = is_global;
    log->directive = cmd->directive;
    if (*fname == '\0' || (*fname == '|' && fname[1] == '\0')) {
        return apr_pstrcat(cmd->pool, cmd->cmd->name,
                           " has no name of a file or program", NULL);
    }
    if (condition) {
        error = parse_condition(cmd, log, condition);
    }
    if (!error && format) {
        error = log_parse(cmd->pool, format, 0, &log->format);
    }
    return error ? apr_pstrcat(cmd->pool, cmd->cmd->name, ": ", error, NULL)
                 : NULL;
}

static const char *set_custom_log(cmd_parms *cmd, void *dummy,
                                  const char *fname, const char *format,
                                  const char *condition)
{
    return add_log(cmd, fname, format, condition, 0);
}

static const char *set_global_log(cmd_parms *cmd, void *dummy,
                                  const char *fname, const char *format,
                                  const char *condition)
{
    const char *error = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    return error ? error : add_log(cmd, fname, format, condition, 1);
}

static const char *set_transfer_log(cmd_parms *cmd, void *dummy,
                                    const char *fname)
{
    return add_log(cmd, fname, NULL, NULL, 0);
}

static const char *set_buffered_logs(cmd_parms *cmd, void *dummy, int is_on)
{
    const char *error = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (!error && is_on) {
        log_writer_use_buffers();
    }
    return error;
}

/* --- opening ------------------------------------------------------------- */

/* The format of a log or of a server that names one; both may be named. */
static int resolve(apr_pool_t *pool, const log_conf_t *conf, const char *text,
                   apr_array_header_t **format, server_rec *s)
{
    const named_format_t *named = text ? apr_hash_get(conf->formats, text,
                                                      APR_HASH_KEY_STRING)
                                       : NULL;
    const char *error = NULL;

    if (named) {
        error = log_parse(pool, named->text, named->is_json, format);
    }
    else if (text && !*format) {
        error = log_parse(pool, text, 0, format);
    }
    if (error) {
        ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, 0, s,
                     "log format '%s': %s", text, error);
    }
    return error == NULL;
}

static int open_server_logs(apr_pool_t *pconf, apr_pool_t *plog, server_rec *s)
{
    log_conf_t *conf = ap_get_module_config(s->module_config,
                                            &log_config_module);

    if (!resolve(pconf, conf, conf->default_text, &conf->default_format, s)) {
        return 0;
    }
    for (int i = 0; i < conf->logs->nelts; i++) {
        custom_log_t *log = &APR_ARRAY_IDX(conf->logs, i, custom_log_t);

        if (!resolve(pconf, conf, log->format_text, &log->format, s)) {
            return 0;
        }
        log->handle = log_writer_init(plog, s, log->fname);
        if (!log->handle) {
            ap_log_error(APLOG_MARK, APLOG_STARTUP | APLOG_ERR, 0, s,
                         "%s on line %d of %s",
                         log->directive ? log->directive->directive : "log",
                         log->directive ? log->directive->line_num : 0,
                         log->directive ? log->directive->filename : "-");
            return 0;
        }
    }
    return 1;
}

static int on_open_logs(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp,
                        server_rec *main_server)
{
    for (server_rec *s = main_server; s; s = s->next) {
        if (!open_server_logs(pconf, plog, s)) {
            return HTTP_INTERNAL_SERVER_ERROR;
        }
    }
    return OK;
}

/* --- one request --------------------------------------------------------- */

static int is_wanted(request_rec *r, const custom_log_t *log)
{
    const char *error = NULL;

    if (log->env) {
        const int is_negated = *log->env == '!';

        return (apr_table_get(r->subprocess_env, log->env + is_negated) != NULL)
               != is_negated;
    }
    if (log->expr) {
        const int rc = ap_expr_exec(r, log->expr, &error);

        if (error) {
            ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                          "condition of the log %s: %s; the request is logged",
                          log->fname, error);
            return 1;
        }
        return rc > 0;
    }
    return 1;
}

static int applies_to(const log_item_t *item, int status)
{
    int is_listed = 0;

    for (int i = 0; i < item->conditions->nelts && !is_listed; i++) {
        is_listed = APR_ARRAY_IDX(item->conditions, i, int) == status;
    }
    return is_listed == item->condition_sense;
}

/* How much of text stands in a log without being escaped. */
static size_t plain_len(const char *text)
{
    static const unsigned char is_plain[256] = {
        [0x20 ... 0x21] = 1, [0x23 ... 0x5b] = 1, [0x5d ... 0x7e] = 1,
    };
    const unsigned char *at = (const unsigned char *)text;

    while (is_plain[*at]) {
        at++;
    }
    return (size_t)(at - (const unsigned char *)text);
}

/* The text of an item and its length. */
static const char *item_text(const log_item_t *item, request_rec *first,
                             request_rec *last, int *len)
{
    const char *text = NULL;

    if (!item->func) {
        *len = item->text_len;
        return item->text;
    }
    if (!item->conditions || applies_to(item, last->status)) {
        text = item->func(item->wants_original ? first : last, item->arg);
    }
    if (item->place != LOG_PLACE_PLAIN) {
        text = log_json_value(last->pool, text, item->place);
    }
    else if (!text) {
        *len = 1;
        return "-";
    }
    else if (item->is_raw) {
        const size_t plain = plain_len(text);

        if (!text[plain]) {
            *len = (int)plain;
            return text;
        }
        text = ap_escape_logitem(last->pool, text);
    }
    *len = (int)strlen(text);
    return text;
}

static void write_request(request_rec *first, request_rec *last,
                          const custom_log_t *log,
                          const apr_array_header_t *format)
{
    const log_item_t *items = (const log_item_t *)format->elts;
    const int n = format->nelts;
    const char *few_texts[FEW_ITEMS];
    int few_lengths[FEW_ITEMS];
    const char **texts = few_texts;
    int *lengths = few_lengths;
    apr_size_t total = 0;
    apr_status_t rv;

    if (n > FEW_ITEMS) {
        texts = apr_palloc(last->pool, (apr_size_t)n * sizeof(*texts));
        lengths = apr_palloc(last->pool, (apr_size_t)n * sizeof(*lengths));
    }
    for (int i = 0; i < n; i++) {
        texts[i] = item_text(&items[i], first, last, &lengths[i]);
        total += (apr_size_t)lengths[i];
    }
    rv = log_writer(first, log->handle, texts, lengths, n, total);
    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_WARNING, rv, first,
                      "the log %s cannot be written", log->fname);
    }
}

static void write_logs(request_rec *r, const apr_array_header_t *logs,
                       const log_conf_t *conf, int only_global)
{
    request_rec *first = r;
    request_rec *last = r;

    while (first->prev) {
        first = first->prev;
    }
    while (last->next) {
        last = last->next;
    }
    for (int i = 0; i < logs->nelts; i++) {
        const custom_log_t *log = &APR_ARRAY_IDX(logs, i, custom_log_t);
        const apr_array_header_t *format = log->format ? log->format
                                                       : conf->default_format;

        if (log->handle && format && (log->is_global || !only_global)
            && is_wanted(r, log)) {
            write_request(first, last, log, format);
        }
    }
}

static int on_log_transaction(request_rec *r)
{
    const log_conf_t *conf = ap_get_module_config(r->server->module_config,
                                                  &log_config_module);

    log_items_begin();
    if (conf->logs->nelts > 0) {
        write_logs(r, conf->logs, conf, 0);
    }
    if (conf->inherited) {
        write_logs(r, conf->inherited, conf, conf->logs->nelts > 0);
    }
    return OK;
}

/* --- registration -------------------------------------------------------- */

static int on_pre_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp)
{
    log_writer_reset();
    log_items_init(pconf);
    return OK;
}

/* The names that other modules look these up by are those of functions. */

static void ap_register_log_handler(apr_pool_t *pool, char *tag,
                                    ap_log_handler_fn_t *func,
                                    int wants_original)
{
    log_items_register(pool, tag, func, wants_original);
}

static ap_log_writer_init *ap_log_set_writer_init(ap_log_writer_init *init)
{
    return log_set_writer_init(init);
}

static ap_log_writer *ap_log_set_writer(ap_log_writer *writer)
{
    return log_set_writer(writer);
}

static const command_rec log_directives[] = {
    AP_INIT_TAKE23("CustomLog", set_custom_log, NULL, RSRC_CONF,
                   "a file or |program, a format or its name, and perhaps "
                   "env=[!]variable or expr=expression"),
    AP_INIT_TAKE23("GlobalLog", set_global_log, NULL, RSRC_CONF,
                   "as CustomLog, for virtual hosts with logs of their own "
                   "too"),
    AP_INIT_TAKE1("TransferLog", set_transfer_log, NULL, RSRC_CONF,
                  "a file or |program, for lines in the last unnamed "
                  "LogFormat"),
    AP_INIT_TAKE123("LogFormat", set_log_format, NULL, RSRC_CONF,
                    "a format, perhaps a name for it, perhaps format=json"),
    AP_INIT_FLAG("BufferedLogs", set_buffered_logs, NULL, RSRC_CONF,
                 "On: lines are collected and written together"),
    { .name = NULL },
};

static void register_hooks(apr_pool_t *pool)
{
    ap_hook_pre_config(on_pre_config, NULL, NULL, APR_HOOK_REALLY_FIRST);
    ap_hook_child_init(log_writer_child_init, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_open_logs(on_open_logs, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_log_transaction(on_log_transaction, NULL, NULL, APR_HOOK_MIDDLE);

    APR_REGISTER_OPTIONAL_FN(ap_register_log_handler);
    APR_REGISTER_OPTIONAL_FN(ap_log_set_writer_init);
    APR_REGISTER_OPTIONAL_FN(ap_log_set_writer);
}

AP_DECLARE_MODULE(log_config) = {
    STANDARD20_MODULE_STUFF,
    .create_server_config = create_server_conf,
    .merge_server_config = merge_server_conf,
    .cmds = log_directives,
    .register_hooks = register_hooks,
};
