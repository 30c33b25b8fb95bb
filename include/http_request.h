/* SPDX-License-Identifier: Apache-2.0 */
/*
 * http_request.h - a request's way through its phases: processing,
 * subrequests, internal redirects, and the hooks of each phase.
 */
#ifndef PINION_HTTP_REQUEST_H
#define PINION_HTTP_REQUEST_H

#define APACHE_HTTP_REQUEST_H

#include <apr_optional.h>

#include "ap_hooks.h"
#include "httpd.h"
#include "httpd/auth_hooks.h"
#include "httpd/eor_bucket.h"
#include "httpd/request_hooks.h"
#include "httpd/request_process.h"
#include "httpd/subrequest.h"
#include "util_filter.h"

#endif
