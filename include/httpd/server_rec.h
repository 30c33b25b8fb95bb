/* SPDX-License-Identifier: Apache-2.0 */
/*
 * server_rec.h - the process and the virtual hosts that it serves. Written
 * while the configuration is read, read-only afterwards.
 */
#ifndef PINION_HTTPD_SERVER_REC_H
#define PINION_HTTPD_SERVER_REC_H

#include <apr_file_io.h>
#include <apr_network_io.h>
#include <apr_tables.h>
#include <apr_time.h>

#include "httpd/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The running process. */
struct process_rec {
    apr_pool_t *pool; /* lives until the process ends */
    apr_pool_t *pconf; /* the configuration of this generation */
    const char *short_name; /* the name it was started by, without the path */
    const char *const *argv;
    int argc;
};

/* How much is logged, for a server, directory, connection or request. */
struct ap_logconf {
    /* by module index, -1: use level; NULL: nobody has one */
    signed char *module_levels;
    int level; /* APLOG_*, for modules without their own */
};

/* One address of a virtual host. */
struct server_addr_rec {
    server_addr_rec *next;
    char *virthost; /* as in the configuration */
    apr_sockaddr_t *host_addr;
    apr_port_t host_port;
};

/* A virtual host, or the main server (then is_virtual is 0). */
struct server_rec {
    process_rec *process;
    /* in the order of the configuration; the main server is first */
    server_rec *next;
    char *error_fname; /* file, or |program, or syslog */
    apr_file_t *error_log;
    struct ap_logconf log; /* LogLevel */
    /* per-server configurations of all modules */
    struct ap_conf_vector_t *module_config;
    /* per-directory configurations outside of sections */
    struct ap_conf_vector_t *lookup_defaults;
    const char *defn_name; /* the file that defines it, and where */
    unsigned int defn_line_number;
    char is_virtual; /* 0, 1, or 2: reached by a wildcard */
    /* for self-referencing URLs; 0: the port of the connection */
    apr_port_t port;
    const char *server_scheme; /* NULL: the scheme of the connection */
    char *server_admin;
    char *server_hostname;
    server_addr_rec *addrs;
    apr_interval_time_t timeout; /* Timeout */
    apr_interval_time_t keep_alive_timeout;
    int keep_alive_max; /* requests a connection, 0: no limit */
    int keep_alive; /* whether to keep connections at all */
    apr_array_header_t *names; /* ServerAlias without wildcards */
    apr_array_header_t *wild_names; /* ServerAlias with wildcards */
    const char *path; /* ServerPath */
    int pathlen;
    int limit_req_line; /* bytes */
    int limit_req_fieldsize; /* bytes of one field */
    int limit_req_fields; /* number of fields, 0: no limit */
    void *context; /* of mod_ssl and the like: not used by the core */
    /* KeepAliveTimeout stands in this host */
    unsigned int keep_alive_timeout_set : 1;
};

#ifdef __cplusplus
}
#endif

#endif
