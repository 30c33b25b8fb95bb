/* SPDX-License-Identifier: Apache-2.0 */
/*
 * types.h - the names of the server's records, for headers that need no more
 * than a pointer.
 */
#ifndef PINION_HTTPD_TYPES_H
#define PINION_HTTPD_TYPES_H

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

struct apr_sockaddr_t;
struct apr_bucket_alloc_t;
struct ap_filter_t;
struct ap_conf_vector_t;
struct htaccess_result;

typedef struct process_rec process_rec;
typedef struct server_rec server_rec;
typedef struct conn_rec conn_rec;
typedef struct request_rec request_rec;
typedef struct server_addr_rec server_addr_rec;
typedef struct conn_state_t conn_state_t;
typedef struct ap_method_list_t ap_method_list_t;

#ifdef __cplusplus
}
#endif

#endif
