/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_items.c - what each letter of ErrorLogFormat writes.
 *
 * A handler writes at most buflen bytes, the final NUL included, and returns
 * how many without it; 0 says that there is nothing to write. Whatever a peer
 * could have sent is escaped.
 */
#include "log/log_private.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "apr_hash.h"
#include "apr_portable.h"
#include "apr_strings.h"
#include "apr_tables.h"

#include "http_config.h"
#include "http_log.h"
#include "util_time.h"

static int put(char *buf, int buflen, const char *text)
{
    return text && buflen > 0
               ? (int)(apr_cpystrn(buf, text, (apr_size_t)buflen) - buf)
               : 0;
}

static int put_escaped(char *buf, int buflen, const char *text)
{
    return text && buflen > 0
               ? (int)ap_escape_errorlog_item(buf, text, (apr_size_t)buflen)
               : 0;
}

static int put_address(char *buf, int buflen, const char *ip,
                       const apr_sockaddr_t *addr)
{
    if (!ip) {
        return 0;
    }
    return addr && addr->port != 0
               ? apr_snprintf(buf, (apr_size_t)buflen, "%s:%d", ip, addr->port)
               : put(buf, buflen, ip);
}

/* %a, %{c}a */
static int log_remote_address(const ap_errorlog_info *info, const char *arg,
                              char *buf, int buflen)
{
    if (info->r && !(arg && *arg == 'c')) {
        return put_address(buf, buflen, info->r->useragent_ip,
                           info->r->useragent_addr);
    }
    return info->c ? put_address(buf, buflen, info->c->client_ip,
                                 info->c->client_addr)
                   : 0;
}

/* %A */
static int log_local_address(const ap_errorlog_info *info, const char *arg,
                             char *buf, int buflen)
{
    return info->c ? put_address(buf, buflen, info->c->local_ip,
                                 info->c->local_addr)
                   : 0;
}

/* %{NAME}e */
static int log_env(const ap_errorlog_info *info, const char *arg, char *buf,
                   int buflen)
{
    return info->r && arg && info->r->subprocess_env ? put_escaped(
               buf, buflen, apr_table_get(info->r->subprocess_env, arg))
                                                     : 0;
}

/* %{NAME}i */
static int log_header(const ap_errorlog_info *info, const char *arg, char *buf,
                      int buflen)
{
    return info->r && arg && info->r->headers_in ? put_escaped(
               buf, buflen, apr_table_get(info->r->headers_in, arg))
                                                 : 0;
}

/* %{NAME}n */
static int log_note(const ap_errorlog_info *info, const char *arg, char *buf,
                    int buflen)
{
    return info->r && arg && info->r->notes
               ? put_escaped(buf, buflen, apr_table_get(info->r->notes, arg))
               : 0;
}

/* %E */
static int log_status(const ap_errorlog_info *info, const char *arg, char *buf,
                      int buflen)
{
    int len;

    if (info->status == APR_SUCCESS) {
        return 0;
    }
    len = apr_snprintf(buf, (apr_size_t)buflen, "(%d)", info->status);
    if (len < buflen - 1) {
        apr_strerror(info->status, buf + len, (apr_size_t)(buflen - len));
        len += (int)strlen(buf + len);
    }
    return len;
}

/* %F: absolute paths come from builds outside of the source tree, and tell
 * about the build machine only. */
static int log_source(const ap_errorlog_info *info, const char *arg, char *buf,
                      int buflen)
{
    const char *file = info->file;

    if (!file) {
        return 0;
    }
    if (*file == '/' || *file == '.') {
        file = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    }
    return apr_snprintf(buf, (apr_size_t)buflen, "%s(%d)", file, info->line);
}

/* %k */
static int log_keepalives(const ap_errorlog_info *info, const char *arg,
                          char *buf, int buflen)
{
    return info->c ? apr_snprintf(buf, (apr_size_t)buflen, "%d",
                                  info->c->keepalives)
                   : 0;
}

/* %l */
static int log_level(const ap_errorlog_info *info, const char *arg, char *buf,
                     int buflen)
{
    return put(buf, buflen, pn_log_level_name(info->level));
}

/* %L, %{c}L, %{C}L */
static int log_id(const ap_errorlog_info *info, const char *arg, char *buf,
                  int buflen)
{
    if (!arg || *arg == '\0') {
        return info->rmain ? put(buf, buflen, info->rmain->log_id) : 0;
    }
    if (*arg == 'C' && info->r) {
        return 0;
    }
    return info->c ? put(buf, buflen, info->c->log_id) : 0;
}

/* %m */
static int log_module(const ap_errorlog_info *info, const char *arg, char *buf,
                      int buflen)
{
    return info->module_index == APLOG_NO_MODULE
               ? 0
               : put(buf, buflen,
                     ap_find_module_short_name(info->module_index));
}

/* %M stands in the table for its flag; the message is put in by the caller. */
static int log_message(const ap_errorlog_info *info, const char *arg, char *buf,
                       int buflen)
{
    return 0;
}

/* %P */
static int log_pid(const ap_errorlog_info *info, const char *arg, char *buf,
                   int buflen)
{
    return apr_snprintf(buf, (apr_size_t)buflen, "%" APR_PID_T_FMT, getpid());
}

/* %T, %{g}T */
static int log_thread(const ap_errorlog_info *info, const char *arg, char *buf,
                      int buflen)
{
    if (arg && *arg == 'g') {
        return apr_snprintf(buf, (apr_size_t)buflen, "%ld",
                            (long)syscall(SYS_gettid));
    }
    return apr_snprintf(buf, (apr_size_t)buflen, "%lu",
                        (unsigned long)apr_os_thread_current());
}

/* The options that the letters of %{...}t mean. */
static int time_options(const char *arg)
{
    int options = AP_CTIME_OPTION_NONE;

    for (; arg && *arg != '\0'; arg++) {
        switch (*arg) {
        case 'u':
            options |= AP_CTIME_OPTION_USEC;
            break;
        case 'm':
            options |= AP_CTIME_OPTION_MSEC;
            break;
        case 'c':
            options |= AP_CTIME_OPTION_COMPACT;
            break;
        case 'z':
            options |= AP_CTIME_OPTION_GMTOFF;
            break;
        default:
            break;
        }
    }
    return options;
}

/* %t, %{letters}t, %{strftime format}t */
static int log_time(const ap_errorlog_info *info, const char *arg, char *buf,
                    int buflen)
{
    int size = buflen;

    if (arg && strchr(arg, '%')) {
        apr_time_exp_t exp;
        apr_size_t len = 0;

        ap_explode_recent_localtime(&exp, apr_time_now());
        apr_strftime(buf, &len, (apr_size_t)buflen, arg, &exp);
        return (int)len;
    }
    return ap_recent_ctime_ex(buf, apr_time_now(), time_options(arg), &size)
                   == APR_SUCCESS
               ? size - 1
               : 0;
}

/* %v */
static int log_server(const ap_errorlog_info *info, const char *arg, char *buf,
                      int buflen)
{
    return info->s ? put_escaped(buf, buflen, info->s->server_hostname) : 0;
}

/* %V */
static int log_server_used(const ap_errorlog_info *info, const char *arg,
                           char *buf, int buflen)
{
    if (!info->r) {
        return log_server(info, arg, buf, buflen);
    }
    /* The public function takes a request that it may note things in. */
    return put_escaped(buf, buflen,
                       ap_get_server_name((request_rec *)(uintptr_t)info->r));
}

static const struct {
    char letter;
    ap_errorlog_handler handler;
} builtins[] = {
    { 'a', { log_remote_address, 0 } },
    { 'A', { log_local_address, 0 } },
    { 'e', { log_env, 0 } },
    { 'E', { log_status, 0 } },
    { 'F', { log_source, 0 } },
    { 'i', { log_header, 0 } },
    { 'k', { log_keepalives, 0 } },
    { 'l', { log_level, 0 } },
    { 'L', { log_id, 0 } },
    { 'm', { log_module, 0 } },
    { 'M', { log_message, AP_ERRORLOG_FLAG_MESSAGE } },
    { 'n', { log_note, 0 } },
    { 'P', { log_pid, 0 } },
    { 't', { log_time, 0 } },
    { 'T', { log_thread, 0 } },
    { 'v', { log_server, 0 } },
    { 'V', { log_server_used, 0 } },
};

/* Letters that modules added. */
static apr_hash_t *registered;

static apr_status_t forget_registered(void *unused)
{
    registered = NULL;
    return APR_SUCCESS;
}

AP_DECLARE(void)
ap_register_errorlog_handler(apr_pool_t *pool, char *tag,
                             ap_errorlog_handler_fn_t *handler, int flags)
{
    ap_errorlog_handler *entry = apr_palloc(pool, sizeof(*entry));

    if (!registered) {
        registered = apr_hash_make(pool);
        apr_pool_cleanup_register(pool, NULL, forget_registered,
                                  apr_pool_cleanup_null);
    }
    entry->func = handler;
    entry->flags = flags;
    apr_hash_set(registered, apr_pstrdup(pool, tag), 1, entry);
}

const ap_errorlog_handler *pn_log_item_find(char letter)
{
    const ap_errorlog_handler *found = registered ? apr_hash_get(registered,
                                                                 &letter, 1)
                                                  : NULL;

    for (size_t i = 0; !found && i < sizeof(builtins) / sizeof(builtins[0]);
         i++) {
        if (builtins[i].letter == letter) {
            found = &builtins[i].handler;
        }
    }
    return found;
}

const char *pn_log_level_name(int level)
{
    static const char *const names[] = {
        "emerg",  "alert",  "crit",   "error",  "warn",   "notice",
        "info",   "debug",  "trace1", "trace2", "trace3", "trace4",
        "trace5", "trace6", "trace7", "trace8",
    };

    return names[level & APLOG_LEVELMASK];
}
