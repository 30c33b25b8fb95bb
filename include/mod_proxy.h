/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_proxy.h - the proxy: workers, balancers, connections to backends, and
 * the hooks of protocols and balancing methods.
 */
#ifndef PINION_MOD_PROXY_H
#define PINION_MOD_PROXY_H

#define MOD_PROXY_H

#include <arpa/inet.h>

#include <apr.h>
#include <apr_buckets.h>
#include <apr_date.h>
#include <apr_fnmatch.h>
#include <apr_lib.h>
#include <apr_md5.h>
#include <apr_network_io.h>
#include <apr_optional.h>
#include <apr_pools.h>
#include <apr_reslist.h>
#include <apr_strings.h>
#include <apr_strmatch.h>
#include <apr_thread_mutex.h>
#include <apr_uri.h>
#include <apr_uuid.h>
#include <apr_want.h>

#include "ap_hooks.h"
#include "ap_provider.h"
#include "ap_slotmem.h"
#include "http_connection.h"
#include "http_core.h"
#include "http_log.h"
#include "http_main.h"
#include "http_protocol.h"
#include "http_request.h"
#include "http_ssl.h"
#include "http_vhost.h"
#include "httpd.h"
#include "httpd/proxy_backend.h"
#include "httpd/proxy_functions.h"
#include "httpd/proxy_records.h"
#include "httpd/proxy_values.h"
#include "httpd/proxy_worker.h"
#include "util_ebcdic.h"
#include "util_mutex.h"

#endif
