/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scoreboard_update - what a worker writes into its own row.
 *
 * Runs several times for each request, so it costs a byte without
 * ExtendedStatus, and with it a few bounded copies and no system call
 * (times() is asked at most once a second).
 */

#include "scoreboard.h"

#include <sys/times.h>

#include "apr_optional.h"
#include "apr_strings.h"

#include "ap_mpm.h"
#include "http_config.h"
#include "http_core.h"
#include "http_main.h"
#include "mod_core.h"

#include "common/scoreboard_private.h"
#include "util/child_data.h"

AP_DECLARE_DATA int ap_extended_status;
AP_DECLARE_DATA int ap_mod_status_reqtail;

PN_CHILD_DATA static APR_OPTIONAL_FN_TYPE(ap_logio_get_last_bytes) *
    get_last_bytes;
/* When times() was last asked, in this process. */
PN_CHILD_DATA static apr_time_t times_taken;

const char *ap_set_extended_status(cmd_parms *cmd, void *dummy, int arg)
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (!err) {
        ap_extended_status = arg;
    }
    return err;
}

const char *ap_set_reqtail(cmd_parms *cmd, void *dummy, int arg)
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (!err) {
        ap_mod_status_reqtail = arg;
    }
    return err;
}

const char *ap_set_scoreboard(cmd_parms *cmd, void *dummy, const char *arg)
{
    const char *err = ap_check_cmd_context(cmd, GLOBAL_ONLY);

    if (!err) {
        ap_scoreboard_fname = arg;
    }
    return err;
}

/* The tail of a request line is what differs between two long ones. */
static void copy_request_line(worker_score *row, const char *line)
{
    size_t len = strlen(line);

    if (ap_mod_status_reqtail && len >= sizeof(row->request)) {
        line += len - (sizeof(row->request) - 1);
    }
    apr_cpystrn(row->request, line, sizeof(row->request));
}

static void copy_client(worker_score *row, const char *address)
{
    apr_cpystrn(row->client, address, sizeof(row->client));
    apr_cpystrn(row->client64, address, sizeof(row->client64));
}

/* name:port, as the status page shows a virtual host. */
static void copy_vhost(worker_score *row, const conn_rec *c,
                       const server_rec *s)
{
    unsigned int port = s->port;
    char digits[8];
    char *end;
    int i = 0;

    if (c && c->local_addr) {
        port = c->local_addr->port;
    }
    end = apr_cpystrn(row->vhost, s->server_hostname ? s->server_hostname : "",
                      sizeof(row->vhost) - sizeof(digits));
    do {
        digits[i++] = (char)('0' + port % 10);
        port /= 10;
    } while (port != 0 && i < 6);
    *end++ = ':';
    while (i > 0) {
        *end++ = digits[--i];
    }
    *end = '\0';
}

/* What is known about a request; r may be half read, with fields missing. */
static void describe_request(worker_score *row, request_rec *r)
{
    const char *line = r->the_request ? r->the_request : "";

    copy_client(row, r->useragent_ip ? r->useragent_ip
                                     : (r->connection->client_ip
                                            ? r->connection->client_ip
                                            : ""));
    copy_vhost(row, r->connection, r->server);
    copy_request_line(row, line);
    if (r->method_number == M_TRACE) {
        apr_cpystrn(row->request, "TRACE ...", sizeof(row->request));
    }
    apr_cpystrn(row->protocol, r->protocol ? r->protocol : "",
                sizeof(row->protocol));
}

/* A row between two requests: nothing of the last one counts any more. */
static void end_of_connection(worker_score *row, int status)
{
    if (status == SERVER_DEAD) {
        row->my_access_count = 0;
        row->my_bytes_served = 0;
    }
    row->conn_count = 0;
    row->conn_bytes = 0;
    row->last_used = apr_time_now();
}

static int set_status(int slot, int thread, int status, worker_score **out)
{
    worker_score *row = ap_get_scoreboard_worker_from_indexes(slot, thread);
    int old_status;

    *out = row;
    if (!row) {
        return -1;
    }
    old_status = row->status;
    row->status = (unsigned char)status;
    if (ap_extended_status) {
        if (status == SERVER_READY || status == SERVER_DEAD) {
            end_of_connection(row, status);
        } else {
            row->last_used = apr_time_now();
        }
    }
    return old_status;
}

static int update(const ap_sb_handle_t *sbh, int status, worker_score **row)
{
    if (!sbh) {
        *row = NULL;
        return -1;
    }
    return set_status(sbh->slot, sbh->thread, status, row);
}

AP_DECLARE(int)
ap_update_child_status_from_indexes(int child_num, int thread_num, int status,
                                    request_rec *r)
{
    worker_score *row;
    int old_status = set_status(child_num, thread_num, status, &row);

    if (row && r && ap_extended_status) {
        describe_request(row, r);
    }
    return old_status;
}

AP_DECLARE(int)
ap_update_child_status(ap_sb_handle_t *sbh, int status, request_rec *r)
{
    worker_score *row;
    int old_status = update(sbh, status, &row);

    if (row && r && ap_extended_status) {
        describe_request(row, r);
    }
    return old_status;
}

AP_DECLARE(int)
ap_update_child_status_from_conn(ap_sb_handle_t *sbh, int status, conn_rec *c)
{
    return ap_update_child_status_from_server(sbh, status, c,
                                              c ? c->base_server : NULL);
}

AP_DECLARE(int)
ap_update_child_status_from_server(ap_sb_handle_t *sbh, int status,
                                   conn_rec *c, server_rec *s)
{
    worker_score *row;
    int old_status = update(sbh, status, &row);

    if (row && c && ap_extended_status) {
        copy_client(row, c->client_ip ? c->client_ip : "");
        if (s) {
            copy_vhost(row, c, s);
        }
        row->request[0] = '\0';
        row->protocol[0] = '\0';
    }
    return old_status;
}

AP_DECLARE(int)
ap_update_child_status_descr(ap_sb_handle_t *sbh, int status,
                             const char *descr)
{
    worker_score *row;
    int old_status = update(sbh, status, &row);

    if (row && descr && ap_extended_status) {
        copy_request_line(row, descr);
    }
    return old_status;
}

AP_DECLARE(int) ap_update_global_status(void)
{
    if (!ap_scoreboard_image) {
        return APR_EINVAL;
    }
    if (ap_extended_status) {
        times(&ap_scoreboard_image->global->times);
    }
    return APR_SUCCESS;
}

/* --- counters ----------------------------------------------------------- */

static apr_off_t bytes_of(request_rec *r)
{
    return get_last_bytes ? get_last_bytes(r->connection) : r->bytes_sent;
}

AP_DECLARE(void)
ap_increment_counts(ap_sb_handle_t *sbh, request_rec *r)
{
    worker_score *row = ap_get_scoreboard_worker(sbh);
    apr_off_t bytes;

    if (!row) {
        return;
    }
    bytes = bytes_of(r);
    if (r->request_time - times_taken > APR_USEC_PER_SEC ||
        r->request_time < times_taken) {
        times(&row->times);
        times_taken = r->request_time;
    }
    row->access_count++;
    row->my_access_count++;
    row->conn_count++;
    row->bytes_served += bytes;
    row->my_bytes_served += bytes;
    row->conn_bytes += bytes;
}

AP_DECLARE(void)
ap_set_conn_count(ap_sb_handle_t *sbh, request_rec *r, unsigned short conn_count)
{
    worker_score *row = ap_get_scoreboard_worker(sbh);

    if (row) {
        row->conn_count = conn_count;
    }
}

AP_DECLARE(void) ap_time_process_request(ap_sb_handle_t *sbh, int status)
{
    worker_score *row = ap_get_scoreboard_worker(sbh);

    if (!row) {
        return;
    }
    if (status == START_PREQUEST) {
        row->start_time = apr_time_now();
    } else if (status == STOP_PREQUEST) {
        row->stop_time = apr_time_now();
        if (ap_extended_status) {
            row->duration += row->stop_time - row->start_time;
        }
    }
}

AP_DECLARE(void)
ap_set_time_process_request(ap_sb_handle_t *const sbh, const apr_time_t timebeg,
                            const apr_time_t timeend)
{
    worker_score *row = ap_get_scoreboard_worker(sbh);

    if (!row) {
        return;
    }
    row->start_time = timebeg;
    row->stop_time = timeend;
    if (ap_extended_status) {
        row->duration += timeend - timebeg;
    }
}

void pn_scoreboard_find_byte_counter(void)
{
    get_last_bytes = APR_RETRIEVE_OPTIONAL_FN(ap_logio_get_last_bytes);
}
