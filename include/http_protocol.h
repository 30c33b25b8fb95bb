/* SPDX-License-Identifier: Apache-2.0 */
/*
 * http_protocol.h - HTTP as handlers see it: reading the request and its body,
 * conditions, writing the answer, methods, authentication's headers, protocol
 * upgrades.
 */
#ifndef PINION_HTTP_PROTOCOL_H
#define PINION_HTTP_PROTOCOL_H

#define APACHE_HTTP_PROTOCOL_H

#include <apr_mmap.h>
#include <apr_portable.h>

#include "ap_hooks.h"
#include "httpd.h"
#include "httpd/auth_basic.h"
#include "httpd/conditional.h"
#include "httpd/error_bucket.h"
#include "httpd/methods.h"
#include "httpd/protocol_hooks.h"
#include "httpd/protocols.h"
#include "httpd/request_read.h"
#include "httpd/response.h"
#include "httpd/response_write.h"
#include "util_filter.h"

#endif
