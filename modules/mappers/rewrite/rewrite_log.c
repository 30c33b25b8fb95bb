/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_log - the trace of what rules do: one line for each pattern tried,
 * each condition, each change. Levels: 1 what a request came to, 2 changes of
 * the URL, 3 patterns, 4 conditions, 5 variables, maps and effects.
 */

#include "rewrite.h"

#include <stdarg.h>

#include "apr_strings.h"

#include "http_core.h"

APLOG_USE_MODULE(rewrite);

/* "subreq/redir#2": which of a request's requests this is. */
static const char *stage_of(const request_rec *r)
{
    const request_rec *each;
    int redirects_n = 0;

    for (each = r; each->prev; each = each->prev) {
        redirects_n++;
    }
    if (redirects_n == 0) {
        return r->main ? "subreq" : "initial";
    }
    return apr_psprintf(r->pool, "%s/redir#%d", r->main ? "subreq" : "initial",
                        redirects_n);
}

void rewrite_trace(const rewrite_run_t *run, int level, const char *format, ...)
{
    request_rec *r = run->r;
    const char *text;
    va_list args;

    va_start(args, format);
    text = apr_pvsprintf(r->pool, format, args);
    va_end(args);
    ap_log_rerror(APLOG_MARK, level, 0, r, "rewrite: [%s/%s] %s%s%s%s",
                  ap_get_server_name(r), stage_of(r),
                  run->dir ? "[perdir " : "", run->dir ? run->dir : "",
                  run->dir ? "] " : "", text);
}
