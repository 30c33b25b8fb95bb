/* SPDX-License-Identifier: Apache-2.0 */
/*
 * status_html.c - the status for people: one page without scripts or other
 * files. The facts stand in Apache's order and words, for those who read them
 * with a program all the same.
 */

#include "status_page.h"

#include <apr_strings.h>

#include "ap_mpm.h"
#include "http_core.h"
#include "http_protocol.h"
#include "util_time.h"

enum { LETTERS_A_LINE = 64 };

static const char style[] =
    ":root{--bg:#f6f7f9;--card:#fff;--ink:#1c2430;--soft:#667085;--line:#e3e7ee;"
    "--busy:#2f6fed;--idle:#37a169;--end:#d9822b;--none:#c5ccd8}"
    "@media(prefers-color-scheme:dark){:root{--bg:#14181f;--card:#1c222c;"
    "--ink:#e6eaf1;--soft:#93a0b4;--line:#2b3442;--none:#3b4658}}"
    "body{font:15px/1.5 system-ui,sans-serif;background:var(--bg);"
    "color:var(--ink);max-width:76rem;margin:2rem auto;padding:0 1rem}"
    "h1{font-size:1.5rem;margin:0 0 1rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}"
    "dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(21rem,1fr));"
    "gap:.5rem;margin:0 0 1rem}hr{display:none}"
    "dt,pre,.bar,table{background:var(--card);border:1px solid var(--line);"
    "border-radius:.5rem}dt{padding:.5rem .8rem}"
    ".bar{display:flex;height:1rem;overflow:hidden;margin:1rem 0}"
    ".bar i{display:block}.busy{background:var(--busy)}.idle{background:var(--idle)}"
    ".end{background:var(--end)}.none{background:var(--none)}"
    "pre{padding:.8rem;font:15px/1.4 ui-monospace,monospace;overflow-x:auto}"
    "p,.key{color:var(--soft)}table{border-collapse:collapse;width:100%;"
    "font-size:13px;margin:1rem 0}th,td{padding:.3rem .6rem;text-align:left;"
    "border-bottom:1px solid var(--line)}th{color:var(--soft);font-weight:600}"
    "td:last-child{word-break:break-all}";

static const char *escape(request_rec *r, const char *text)
{
    return ap_escape_html(r->pool, ap_escape_logitem(r->pool, text));
}

/* --- facts --------------------------------------------------------------- */

/* Bytes with the largest unit that leaves a number above 1. */
static const char *format_bytes(apr_pool_t *pool, double bytes)
{
    static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
    size_t unit = 0;

    while (bytes >= 1024.0 && unit + 1 < sizeof(units) / sizeof(units[0])) {
        bytes /= 1024.0;
        unit++;
    }
    return apr_psprintf(pool, unit ? "%.1f %s" : "%.0f %s", bytes,
                        units[unit]);
}

static void print_totals(request_rec *r, const status_t *status)
{
    double cpu_s = status_cpu_seconds(&status->times);
    double accesses = (double)status->accesses;
    double bytes = (double)status->bytes;
    double uptime_s = (double)status->uptime_s;

    ap_rprintf(r, "<dt>Total accesses: %lu - Total Traffic: %s - Total "
               "Duration: %" APR_TIME_T_FMT "</dt>\n", status->accesses,
               format_bytes(r->pool, bytes),
               apr_time_as_msec(status->duration));
    ap_rprintf(r, "<dt>CPU Usage: u%g s%g cu%g cs%g",
               status_seconds_of(status->times.tms_utime),
               status_seconds_of(status->times.tms_stime),
               status_seconds_of(status->times.tms_cutime),
               status_seconds_of(status->times.tms_cstime));
    if (status->uptime_s > 0 && cpu_s > 0) {
        ap_rprintf(r, " - %.3g%% CPU load", cpu_s / uptime_s * 100.0);
    }
    ap_rputs("</dt>\n<dt>", r);
    if (status->uptime_s > 0) {
        ap_rprintf(r, "%.3g requests/sec - %s/second", accesses / uptime_s,
                   format_bytes(r->pool, bytes / uptime_s));
    }
    if (status->accesses > 0) {
        ap_rprintf(r, "%s%s/request - %g ms/request",
                   status->uptime_s > 0 ? " - " : "",
                   format_bytes(r->pool, bytes / accesses),
                   status_milliseconds(status->duration) / accesses);
    }
    ap_rputs("</dt>\n", r);
}

static void print_facts(request_rec *r, const status_t *status)
{
    const char *format = "%A, %d-%b-%Y %H:%M:%S %Z";

    ap_rvputs(r, "<dl><dt>Server Version: ", ap_get_server_description(),
              "</dt>\n<dt>Server MPM: ", ap_show_mpm(),
              "</dt>\n<dt>Server Built: ", ap_get_server_built(),
              "\n</dt></dl><hr /><dl>\n<dt>Current Time: ",
              ap_ht_time(r->pool, status->now, format, 0),
              "</dt>\n<dt>Restart Time: ",
              ap_ht_time(r->pool, status->restart_time, format, 0),
              "</dt>\n", NULL);
    ap_rprintf(r, "<dt>Parent Server Config. Generation: %d</dt>\n",
               status->config_generation);
    ap_rprintf(r, "<dt>Parent Server MPM Generation: %d</dt>\n",
               status->mpm_generation);
    ap_rprintf(r, "<dt>Server uptime: %s</dt>\n",
               status_format_uptime(r->pool, status->uptime_s));
    ap_rprintf(r, "<dt>Server load: %.2f %.2f %.2f</dt>\n",
               (double)status->load.loadavg, (double)status->load.loadavg5,
               (double)status->load.loadavg15);
    if (ap_extended_status) {
        print_totals(r, status);
    }
    ap_rprintf(r, "<dt>%d requests currently being processed, %d workers "
               "gracefully restarting, %d idle workers</dt>\n</dl>\n",
               status->busy, status->graceful, status->idle);
}

/* --- the scoreboard ------------------------------------------------------ */

static void print_bar(request_rec *r, const status_t *status)
{
    int ending = status->graceful + status->counts[SERVER_IDLE_KILL];
    int none = status->counts[SERVER_DEAD] + status->counts[SERVER_STARTING];

    ap_rprintf(r, "<div class=\"bar\" title=\"%d busy, %d idle, %d ending, %d "
               "unused\"><i class=\"busy\" style=\"flex:%d\"></i>"
               "<i class=\"idle\" style=\"flex:%d\"></i>"
               "<i class=\"end\" style=\"flex:%d\"></i>"
               "<i class=\"none\" style=\"flex:%d\"></i></div>\n",
               status->busy, status->idle, ending, none, status->busy,
               status->idle, ending, none);
}

static void print_letters(request_rec *r, const status_t *status)
{
    static const struct {
        int state;
        const char *name;
    } key[] = {
        { SERVER_READY, "Waiting for Connection" },
        { SERVER_STARTING, "Starting up" },
        { SERVER_BUSY_READ, "Reading Request" },
        { SERVER_BUSY_WRITE, "Sending Reply" },
        { SERVER_BUSY_KEEPALIVE, "Keepalive (read)" },
        { SERVER_BUSY_DNS, "DNS Lookup" },
        { SERVER_CLOSING, "Closing connection" },
        { SERVER_BUSY_LOG, "Logging" },
        { SERVER_GRACEFUL, "Gracefully finishing" },
        { SERVER_IDLE_KILL, "Idle cleanup of worker" },
        { SERVER_DEAD, "Open slot with no current process" },
    };
    const char *at = status->letters;

    ap_rputs("<pre>", r);
    while (strlen(at) > LETTERS_A_LINE) {
        ap_rwrite(at, LETTERS_A_LINE, r);
        ap_rputc('\n', r);
        at += LETTERS_A_LINE;
    }
    ap_rvputs(r, at, "</pre>\n<p>Scoreboard Key:<br />\n", NULL);
    for (size_t i = 0; i < sizeof(key) / sizeof(key[0]); i++) {
        ap_rprintf(r, "%s\"<b><code>%c</code></b>\" %s", i ? ", \n" : "",
                   status_letters[key[i].state], key[i].name);
    }
    ap_rputs("\n</p>\n", r);
}

static void print_process_row(request_rec *r, const status_process_t *process)
{
    const process_score *score = &process->score;

    ap_rprintf(r, "<tr><td>%d</td><td>%" APR_PID_T_FMT "</td><td>%s</td>"
               "<td>%u</td><td>%s</td>", process->child, score->pid,
               score->quiescing ? "yes" : "no", score->connections,
               score->not_accepting ? "no" : "yes");
    ap_rprintf(r, "<td>%d</td><td>%d</td><td>%d</td>", process->busy,
               process->graceful, process->idle);
    ap_rprintf(r, "<td>%u</td><td>%u</td><td>%u</td><td>%u</td></tr>\n",
               score->wait_io, score->write_completion, score->keep_alive,
               score->lingering_close);
}

static void print_processes(request_rec *r, const status_t *status)
{
    ap_rputs("<table>\n<tr><th rowspan=\"2\">Slot</th><th rowspan=\"2\">PID</th>"
             "<th rowspan=\"2\">Stopping</th><th colspan=\"2\">Connections</th>\n"
             "<th colspan=\"3\">Threads</th><th colspan=\"4\">Async connections"
             "</th></tr>\n<tr><th>total</th><th>accepting</th><th>busy</th>"
             "<th>graceful</th><th>idle</th><th>wait-io</th><th>writing</th>"
             "<th>keep-alive</th><th>closing</th></tr>\n", r);
    for (int i = 0; i < status->processes->nelts; i++) {
        print_process_row(r, &APR_ARRAY_IDX(status->processes, i,
                                            status_process_t));
    }
    ap_rputs("</table>\n", r);
}

/* --- workers ------------------------------------------------------------- */

/* Milliseconds that the last request took; 0 while it runs. */
static apr_int64_t request_ms(const worker_score *score)
{
    if (score->start_time == 0 || score->stop_time < score->start_time) {
        return 0;
    }
    return apr_time_as_msec(score->stop_time - score->start_time);
}

static double mega(apr_off_t bytes)
{
    return (double)bytes / 1048576.0;
}

static void print_worker_row(request_rec *r, const status_t *status,
                             const status_worker_t *worker)
{
    const worker_score *score = &worker->score;
    int is_active = score->status != SERVER_READY &&
                    score->status != SERVER_DEAD;
    const char *bold = is_active ? "b" : "span";

    ap_rprintf(r, "<tr><td><b>%d-%d</b></td><td>", worker->child,
               worker->generation);
    if (score->status == SERVER_DEAD || !worker->pid) {
        ap_rputs("-", r);
    }
    else {
        ap_rprintf(r, "%" APR_PID_T_FMT, worker->pid);
    }
    ap_rprintf(r, "</td><td>%d/%lu/%lu</td><td><%s>%c</%s>\n</td>",
               score->conn_count, score->my_access_count, score->access_count,
               bold, status_letters[score->status], bold);
    ap_rprintf(r, "<td>%.2f</td><td>%" APR_INT64_T_FMT "</td>"
               "<td>%" APR_INT64_T_FMT "</td><td>%" APR_TIME_T_FMT "</td>",
               status_cpu_seconds(&score->times),
               apr_time_sec(status->now - score->last_used),
               request_ms(score), apr_time_as_msec(score->duration));
    ap_rprintf(r, "<td>%.1f</td><td>%.2f</td><td>%.2f\n</td>",
               (double)score->conn_bytes / 1024.0, mega(score->my_bytes_served),
               mega(score->bytes_served));
    ap_rvputs(r, "<td>", escape(r, score->client64), "</td><td>",
              escape(r, score->protocol), "</td><td nowrap>",
              escape(r, score->vhost), "</td><td>", escape(r, score->request),
              "</td></tr>\n\n", NULL);
}

static void print_worker_table(request_rec *r, const status_t *status)
{
    static const char *const key[][2] = {
        { "Srv", "Child Server number - generation" },
        { "PID", "OS process ID" },
        { "Acc", "Number of accesses this connection / this child / this slot" },
        { "M", "Mode of operation" },
        { "CPU", "CPU usage, number of seconds" },
        { "SS", "Seconds since beginning of most recent request" },
        { "Req", "Milliseconds required to process most recent request" },
        { "Dur", "Sum of milliseconds required to process all requests" },
        { "Conn", "Kilobytes transferred this connection" },
        { "Child", "Megabytes transferred this child" },
        { "Slot", "Total megabytes transferred this slot" },
    };

    ap_rputs("\n<table><tr><th>Srv</th><th>PID</th><th>Acc</th><th>M</th>"
             "<th>CPU\n</th><th>SS</th><th>Req</th><th>Dur</th><th>Conn</th>"
             "<th>Child</th><th>Slot</th><th>Client</th><th>Protocol</th>"
             "<th>VHost</th><th>Request</th></tr>\n\n", r);
    for (int i = 0; i < status->workers->nelts; i++) {
        print_worker_row(r, status, &APR_ARRAY_IDX(status->workers, i,
                                                   status_worker_t));
    }
    ap_rputs("</table>\n<hr /> <table class=\"key\">\n", r);
    for (size_t i = 0; i < sizeof(key) / sizeof(key[0]); i++) {
        ap_rvputs(r, "<tr><th>", key[i][0], "</th><td>", key[i][1],
                  "</td></tr>\n", NULL);
    }
    ap_rputs("</table>\n", r);
}

static const char *state_name(int state)
{
    static const char *const names[SERVER_NUM_STATUS] = {
        [SERVER_DEAD] = "Dead",
        [SERVER_STARTING] = "Starting",
        [SERVER_READY] = "Ready",
        [SERVER_BUSY_READ] = "<b>Read</b>",
        [SERVER_BUSY_WRITE] = "<b>Write</b>",
        [SERVER_BUSY_KEEPALIVE] = "<b>Keepalive</b>",
        [SERVER_BUSY_LOG] = "<b>Logging</b>",
        [SERVER_BUSY_DNS] = "<b>DNS lookup</b>",
        [SERVER_CLOSING] = "<b>Closing</b>",
        [SERVER_GRACEFUL] = "Graceful",
        [SERVER_IDLE_KILL] = "Dying",
    };

    return names[state];
}

static void print_worker_lines(request_rec *r, const status_t *status)
{
    ap_rputs("<hr /><h2>Server Details</h2>\n\n", r);
    for (int i = 0; i < status->workers->nelts; i++) {
        const status_worker_t *worker = &APR_ARRAY_IDX(status->workers, i,
                                                       status_worker_t);
        const worker_score *score = &worker->score;

        ap_rprintf(r, "<b>Server %d-%d</b> (%" APR_PID_T_FMT
                   "): %d|%lu|%lu [%s] u%g s%g cu%g cs%g\n",
                   worker->child, worker->generation, worker->pid,
                   score->conn_count, score->my_access_count,
                   score->access_count, state_name(score->status),
                   status_seconds_of(score->times.tms_utime),
                   status_seconds_of(score->times.tms_stime),
                   status_seconds_of(score->times.tms_cutime),
                   status_seconds_of(score->times.tms_cstime));
        ap_rprintf(r, " %" APR_INT64_T_FMT " %" APR_INT64_T_FMT
                   " %" APR_TIME_T_FMT "(%s|%s|%s)\n",
                   apr_time_sec(status->now - score->last_used),
                   request_ms(score), apr_time_as_msec(score->duration),
                   format_bytes(r->pool, (double)score->conn_bytes),
                   format_bytes(r->pool, (double)score->my_bytes_served),
                   format_bytes(r->pool, (double)score->bytes_served));
        ap_rvputs(r, " <i>", escape(r, score->client64), " {",
                  escape(r, score->request), "}</i> <i>(",
                  escape(r, score->protocol), ")</i> <b>[",
                  escape(r, score->vhost), "]</b><br />\n\n", NULL);
    }
}

static void print_workers(request_rec *r, const status_t *status,
                          int has_table)
{
    if (!ap_extended_status) {
        ap_rputs("<hr />To obtain a full report with current status "
                 "information you need to use the <code>ExtendedStatus On"
                 "</code> directive.\n", r);
    }
    else if (has_table) {
        print_worker_table(r, status);
    }
    else {
        print_worker_lines(r, status);
    }
}

void status_print_html(request_rec *r, const status_t *status, int has_table)
{
    const char *name = ap_escape_html(r->pool, ap_get_server_name(r));

    ap_rvputs(r, "<!DOCTYPE html>\n<html lang=\"en\"><head>\n"
              "<meta name=\"viewport\" content=\"width=device-width\">\n"
              "<title>Server Status: ", name, "</title>\n<style>", style,
              "</style>\n</head><body>\n<h1>Pinion Server Status for ", name,
              " (via ", r->connection->local_ip, ")</h1>\n\n", NULL);
    print_facts(r, status);
    print_bar(r, status);
    if (status->is_async) {
        print_processes(r, status);
    }
    print_letters(r, status);
    print_workers(r, status, has_table);
}

void status_print_html_end(request_rec *r)
{
    ap_rvputs(r, ap_psignature("<hr />\n", r), "</body></html>\n", NULL);
}
