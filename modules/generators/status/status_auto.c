/* SPDX-License-Identifier: Apache-2.0 */
/*
 * status_auto.c - the status for programs. Names, order and number formats are
 * those that monitoring agents read from Apache.
 */

#include "status_page.h"

#include "ap_mpm.h"
#include "http_core.h"
#include "http_protocol.h"
#include "util_time.h"

static void print_head(request_rec *r, const status_t *status)
{
    const char *format = "%A, %d-%b-%Y %H:%M:%S %Z";

    ap_rvputs(r, ap_get_server_name(r), "\nServerVersion: ",
              ap_get_server_description(), "\nServerMPM: ", ap_show_mpm(),
              "\nServer Built: ", ap_get_server_built(), "\nCurrentTime: ",
              ap_ht_time(r->pool, status->now, format, 0), "\nRestartTime: ",
              ap_ht_time(r->pool, status->restart_time, format, 0), "\n",
              NULL);
    ap_rprintf(r, "ParentServerConfigGeneration: %d\n",
               status->config_generation);
    ap_rprintf(r, "ParentServerMPMGeneration: %d\n", status->mpm_generation);
    ap_rprintf(r, "ServerUptimeSeconds: %" APR_INT64_T_FMT "\n",
               status->uptime_s);
    ap_rprintf(r, "ServerUptime:%s\n",
               status_format_uptime(r->pool, status->uptime_s));
    ap_rprintf(r, "Load1: %.2f\nLoad5: %.2f\nLoad15: %.2f\n",
               (double)status->load.loadavg, (double)status->load.loadavg5,
               (double)status->load.loadavg15);
}

static void print_totals(request_rec *r, const status_t *status)
{
    double cpu_s = status_cpu_seconds(&status->times);
    double uptime_s = (double)status->uptime_s;
    double accesses = (double)status->accesses;

    ap_rprintf(r, "Total Accesses: %lu\nTotal kBytes: %" APR_OFF_T_FMT "\n",
               status->accesses, status->bytes / 1024);
    ap_rprintf(r, "Total Duration: %" APR_TIME_T_FMT "\n",
               apr_time_as_msec(status->duration));
    ap_rprintf(r, "CPUUser: %g\nCPUSystem: %g\n",
               status_seconds_of(status->times.tms_utime),
               status_seconds_of(status->times.tms_stime));
    ap_rprintf(r, "CPUChildrenUser: %g\nCPUChildrenSystem: %g\n",
               status_seconds_of(status->times.tms_cutime),
               status_seconds_of(status->times.tms_cstime));
    if (status->uptime_s > 0 && cpu_s > 0) {
        ap_rprintf(r, "CPULoad: %g\n", cpu_s / uptime_s * 100.0);
    }
    ap_rprintf(r, "Uptime: %" APR_INT64_T_FMT "\n", status->uptime_s);
    if (status->uptime_s > 0) {
        ap_rprintf(r, "ReqPerSec: %g\n", accesses / uptime_s);
        ap_rprintf(r, "BytesPerSec: %g\n", (double)status->bytes / uptime_s);
    }
    if (status->accesses > 0) {
        ap_rprintf(r, "BytesPerReq: %g\n", (double)status->bytes / accesses);
        ap_rprintf(r, "DurationPerReq: %g\n",
                   status_milliseconds(status->duration) / accesses);
    }
}

static void print_connections(request_rec *r, const status_t *status)
{
    process_score sum = { 0 };
    int stopping = 0;

    for (int i = 0; i < status->processes->nelts; i++) {
        const process_score *score =
            &APR_ARRAY_IDX(status->processes, i, status_process_t).score;

        sum.connections += score->connections;
        sum.write_completion += score->write_completion;
        sum.keep_alive += score->keep_alive;
        sum.lingering_close += score->lingering_close;
        sum.wait_io += score->wait_io;
        stopping += score->quiescing != 0;
    }
    ap_rprintf(r, "Processes: %d\nStopping: %d\nConnsTotal: %u\n",
               status->processes->nelts, stopping, sum.connections);
    ap_rprintf(r, "ConnsAsyncWaitIO: %u\nConnsAsyncWriting: %u\n",
               sum.wait_io, sum.write_completion);
    ap_rprintf(r, "ConnsAsyncKeepAlive: %u\nConnsAsyncClosing: %u\n",
               sum.keep_alive, sum.lingering_close);
}

void status_print_auto(request_rec *r, const status_t *status)
{
    print_head(r, status);
    if (ap_extended_status) {
        print_totals(r, status);
    }
    ap_rprintf(r, "BusyWorkers: %d\nGracefulWorkers: %d\nIdleWorkers: %d\n",
               status->busy, status->graceful, status->idle);
    if (status->is_async) {
        print_connections(r, status);
    }
    ap_rvputs(r, "Scoreboard: ", status->letters, "\n", NULL);
}
