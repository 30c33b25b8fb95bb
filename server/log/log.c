/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log.c - a message on its way to the error log.
 *
 * Each ap_log_*error_() says what the message is about; one function decides
 * by level whether and where it is written, has it formatted, writes it with
 * one write() (so that lines of several processes do not mix), and tells the
 * error_log hook. Any thread of any process may call, at any time.
 */
#include "http_log.h"

#include <stdarg.h>
#include <syslog.h>

#include "apr_hooks.h"
#include "apr_strings.h"

#include "http_core.h"
#include "http_main.h"
#include "log/log_private.h"

APR_HOOK_STRUCT(APR_HOOK_LINK(error_log) APR_HOOK_LINK(generate_log_id))

AP_IMPLEMENT_HOOK_VOID(error_log,
                       (const ap_errorlog_info *info, const char *errstr),
                       (info, errstr))
AP_IMPLEMENT_HOOK_RUN_FIRST(int, generate_log_id,
                            (const conn_rec *c, const request_rec *r,
                             const char **id),
                            (c, r, id), DECLINED)

AP_DECLARE_DATA int ap_default_loglevel = DEFAULT_LOGLEVEL;

/* A hook's function may log: twice is the end of it. */
enum { HOOK_MAX_DEPTH = 2 };

/* --- whether and where --------------------------------------------------- */

static int configured_level(const ap_errorlog_info *info)
{
    if (info->r && info->r->connection && info->r->server) {
        return ap_get_request_module_loglevel(info->r, info->module_index);
    }
    if (info->c && info->s) {
        return ap_get_conn_server_module_loglevel(info->c, info->s,
                                                  info->module_index);
    }
    return info->s ? ap_get_server_module_loglevel(info->s, info->module_index)
                   : ap_default_loglevel;
}

/* What is of level notice is always written to a file: it tells of starts and
 * stops. In syslog its level counts as any other. */
static int is_wanted(const ap_errorlog_info *info)
{
    return info->level <= configured_level(info)
           || (info->level == APLOG_NOTICE && !info->using_syslog);
}

static void write_line(const ap_errorlog_info *info, pn_log_line_t *line)
{
    apr_file_t *file = info->s && info->s->error_log ? info->s->error_log
                                                     : pn_log_stderr();
    apr_size_t len;

    if (info->using_syslog) {
        syslog(info->level < LOG_DEBUG ? info->level : LOG_DEBUG, "%.*s",
               line->len, line->text);
        return;
    }
    if (!file) {
        return;
    }
    line->text[line->len] = '\n';
    len = (apr_size_t)line->len + 1;
    apr_file_write(file, line->text, &len);
}

/* --- once for a connection or request ------------------------------------ */

static void write_once_lines(const ap_errorlog_info *info,
                             const apr_array_header_t *formats)
{
    for (int i = 0; formats && i < formats->nelts; i++) {
        pn_log_line_t line;

        pn_log_line_init(&line);
        if (pn_log_format_items(
                &line, info, "",
                APR_ARRAY_IDX(formats, i, apr_array_header_t *))) {
            write_line(info, &line);
        }
    }
}

static void write_context(ap_errorlog_info *info,
                          const core_server_config *conf)
{
    const int is_new = pn_log_id_ensure(info->c, info->rmain);

    if (!conf) {
        return;
    }
    if (is_new & PN_LOG_NEW_CONN) {
        ap_errorlog_info of_conn = *info;

        of_conn.r = of_conn.rmain = NULL;
        write_once_lines(&of_conn, conf->error_log_conn);
    }
    if (is_new & PN_LOG_NEW_REQUEST) {
        write_once_lines(info, conf->error_log_req);
    }
}

/* --- one message --------------------------------------------------------- */

static void run_hook(const ap_errorlog_info *info, pn_log_line_t *line)
{
    static AP_THREAD_LOCAL int depth;

    if (depth < HOOK_MAX_DEPTH) {
        depth++;
        line->text[line->message_end] = '\0';
        ap_run_error_log(info, line->text + line->message_start);
        depth--;
    }
}

static const core_server_config *config_of(const server_rec *s)
{
    return s && s->module_config ? ap_get_core_module_config(s->module_config)
                                 : NULL;
}

/* info holds what the message is about; level may have flags. */
static void log_va(ap_errorlog_info *info, int level, va_list args)
{
    const core_server_config *conf;
    char message[PN_LOG_LINE_BYTES];
    pn_log_line_t line;

    info->level = level & APLOG_LEVELMASK;
    info->startup = (level & APLOG_STARTUP) != 0;
    info->using_syslog = pn_log_uses_syslog(info->s);
    if (!is_wanted(info)) {
        return;
    }
    for (info->rmain = info->r; info->rmain && info->rmain->main;) {
        info->rmain = info->rmain->main;
    }
    apr_vsnprintf(message, sizeof(message), info->format, args);
    pn_log_line_init(&line);
    conf = config_of(info->s);
    if (info->c) {
        write_context(info, conf);
    }
    if (conf && conf->error_log_format && !info->startup) {
        pn_log_format_items(&line, info, message, conf->error_log_format);
    }
    else {
        pn_log_format_default(&line, info, message);
    }
    write_line(info, &line);
    run_hook(info, &line);
}

AP_DECLARE_NONSTD(void)
ap_log_error_(const char *file, int line, int module_index, int level,
              apr_status_t status, const server_rec *s, const char *fmt, ...)
{
    ap_errorlog_info info = { .s = s,
                              .file = file,
                              .line = line,
                              .module_index = module_index,
                              .status = status,
                              .format = fmt };
    va_list args;

    va_start(args, fmt);
    log_va(&info, level, args);
    va_end(args);
}

AP_DECLARE_NONSTD(void)
ap_log_perror_(const char *file, int line, int module_index, int level,
               apr_status_t status, apr_pool_t *p, const char *fmt, ...)
{
    ap_errorlog_info info = { .pool = p,
                              .file = file,
                              .line = line,
                              .module_index = module_index,
                              .status = status,
                              .format = fmt };
    va_list args;

    va_start(args, fmt);
    log_va(&info, level, args);
    va_end(args);
}

AP_DECLARE_NONSTD(void)
ap_log_cserror_(const char *file, int line, int module_index, int level,
                apr_status_t status, const conn_rec *c, const server_rec *s,
                const char *fmt, ...)
{
    ap_errorlog_info info = { .s = s,
                              .c = c,
                              .pool = c ? c->pool : NULL,
                              .file = file,
                              .line = line,
                              .module_index = module_index,
                              .status = status,
                              .format = fmt };
    va_list args;

    va_start(args, fmt);
    log_va(&info, level, args);
    va_end(args);
}

AP_DECLARE_NONSTD(void)
ap_log_cerror_(const char *file, int line, int module_index, int level,
               apr_status_t status, const conn_rec *c, const char *fmt, ...)
{
    ap_errorlog_info info = { .s = c->base_server,
                              .c = c,
                              .pool = c->pool,
                              .file = file,
                              .line = line,
                              .module_index = module_index,
                              .status = status,
                              .format = fmt };
    va_list args;

    va_start(args, fmt);
    log_va(&info, level, args);
    va_end(args);
}

/* Keeps the first message that is meant for the client too: the error page
 * shows it. */
static void note_for_client(const request_rec *r, const char *fmt, va_list args)
{
    if (r->notes && !apr_table_get(r->notes, "error-notes")) {
        const char *text = apr_pvsprintf(r->pool, fmt, args);

        apr_table_setn(r->notes, "error-notes", ap_escape_html(r->pool, text));
    }
}

AP_DECLARE_NONSTD(void)
ap_log_rerror_(const char *file, int line, int module_index, int level,
               apr_status_t status, const request_rec *r, const char *fmt, ...)
{
    ap_errorlog_info info = { .s = r->server,
                              .c = r->connection,
                              .r = r,
                              .pool = r->pool,
                              .file = file,
                              .line = line,
                              .module_index = module_index,
                              .status = status,
                              .format = fmt };
    va_list args;

    va_start(args, fmt);
    log_va(&info, level, args);
    va_end(args);
    if ((level & APLOG_TOCLIENT)
        && (level & APLOG_LEVELMASK) <= APLOG_WARNING) {
        va_start(args, fmt);
        note_for_client(r, fmt, args);
        va_end(args);
    }
}
