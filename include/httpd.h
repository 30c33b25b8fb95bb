/* SPDX-License-Identifier: Apache-2.0 */
/*
 * httpd.h - what every module includes first: the server's records (process,
 * server, connection, request), its codes and limits, and its string, path and
 * escaping functions. Each topic has a header of its own below httpd/.
 */
#ifndef PINION_HTTPD_H
#define PINION_HTTPD_H

#define APACHE_HTTPD_H

#include <stdlib.h>
#include <string.h>

#include <apr_buckets.h>
#include <apr_general.h>
#include <apr_network_io.h>
#include <apr_poll.h>
#include <apr_pools.h>
#include <apr_tables.h>
#include <apr_thread_proc.h>
#include <apr_time.h>
#include <apr_uri.h>
#include <apr_version.h>

#include "ap_config.h"
#include "ap_mmn.h"
#include "ap_regex.h"
#include "ap_release.h"
#include "httpd/assert.h"
#include "httpd/conn_rec.h"
#include "httpd/defs.h"
#include "httpd/escape.h"
#include "httpd/etag.h"
#include "httpd/match.h"
#include "httpd/memory.h"
#include "httpd/path.h"
#include "httpd/regex.h"
#include "httpd/request_body.h"
#include "httpd/request_rec.h"
#include "httpd/server_rec.h"
#include "httpd/server_state.h"
#include "httpd/status.h"
#include "httpd/text.h"
#include "httpd/types.h"
#include "httpd/version.h"
#include "httpd/words.h"
#include "os.h"

#endif
