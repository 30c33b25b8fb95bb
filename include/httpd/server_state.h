/* SPDX-License-Identifier: Apache-2.0 */
/*
 * server_state.h - how busy the server and the machine are.
 */
#ifndef PINION_HTTPD_SERVER_STATE_H
#define PINION_HTTPD_SERVER_STATE_H

#include <apr.h>
#include <apr_network_io.h>
#include <apr_pools.h>

#include "httpd/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The server's load. */
typedef struct ap_sload_t {
    int idle; /* percent of workers */
    int busy; /* percent of workers */
    apr_off_t bytes_served;
    unsigned long access_count;
} ap_sload_t;

/* The machine's load over 1, 5 and 15 minutes. */
typedef struct ap_loadavg_t {
    float loadavg;
    float loadavg5;
    float loadavg15;
} ap_loadavg_t;

/* Sums up the scoreboard. All zero without one. */
AP_DECLARE(void) ap_get_sload(ap_sload_t *load);

/* The machine's load averages (getloadavg(3)); zero where there are none. */
AP_DECLARE(void) ap_get_loadavg(ap_loadavg_t *load);

/*
 * The fully qualified name of this machine, "127.0.0.1" and a warning if it
 * can't be found out. May ask DNS: for start-up only.
 */
AP_DECLARE(char *) ap_get_local_host(apr_pool_t *pool);

/*
 * The line at the foot of generated pages that ServerSignature asks for, with
 * prefix in front; "" if it is Off. In r->pool.
 */
AP_DECLARE(const char *) ap_psignature(const char *prefix, request_rec *r);

/*
 * "hostname", or "hostname:port" when port is not the default of r's scheme.
 */
AP_DECLARE(char *) ap_construct_server(apr_pool_t *pool, const char *hostname,
                                       apr_port_t port, const request_rec *r);

#define ap_http_scheme(r)           ap_run_http_scheme(r)
#define ap_default_port(r)          ap_run_default_port(r)
#define ap_is_default_port(port, r) ((port) == ap_default_port(r))

#ifdef __cplusplus
}
#endif

#endif
