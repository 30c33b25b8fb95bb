/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_start.c - what the error log says at every start.
 */
#include "http_log.h"

#include "apr_strings.h"

#include "ap_listen.h"
#include "http_core.h"
#include "http_main.h"

APLOG_USE_MODULE(core);

/* An argument as a shell would take it. */
static const char *quote_arg(apr_pool_t *pool, const char *arg)
{
    return *arg == '\0' || strpbrk(arg, " \t\n\"'\\$`*?[]&;|<>()")
               ? apr_pstrcat(pool, "\"", ap_escape_quotes(pool, arg), "\"",
                             NULL)
               : arg;
}

AP_DECLARE(void) ap_log_command_line(apr_pool_t *p, server_rec *s)
{
    const process_rec *process = s->process;
    const char *line = process->argc > 0 ? process->argv[0] : "";

    for (int i = 1; i < process->argc; i++) {
        line = apr_pstrcat(p, line, " ", quote_arg(p, process->argv[i]), NULL);
    }
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, s, "Command line: '%s'", line);
}

AP_DECLARE(void) ap_log_mpm_common(server_rec *s)
{
    int n_listeners = 0;

    for (const ap_listen_rec *lr = ap_listeners; lr; lr = lr->next) {
        n_listeners++;
    }
    ap_log_error(APLOG_MARK, APLOG_DEBUG, 0, s,
                 "%d listening sockets in %d buckets, backlogs shared: %s",
                 n_listeners, ap_num_listen_buckets,
                 ap_have_so_reuseport > 0 ? "no" : "yes");
}
