/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fake_request.h - a request without a server, for tests of what reads one.
 */
#ifndef PINION_TEST_SUPPORT_FAKE_REQUEST_H
#define PINION_TEST_SUPPORT_FAKE_REQUEST_H

#include "httpd.h"

/*
 * A GET of "/" over HTTP/1.1 from 127.0.0.1:50000 to 127.0.0.1:80, on a server
 * named "test": request_rec, conn_rec and server_rec with every table, empty
 * filter chains, and configuration vectors with room for all modules in which
 * the core's entries are zeroed structures. Everything lives in pool. Fill in
 * what the test is about.
 */
request_rec *fake_request(apr_pool_t *pool);

/* Another request on the connection of r, without r's fields. */
request_rec *fake_next_request(request_rec *r);

/* Sets method, method_number, unparsed_uri, uri and args as a parsed request
 * line would; target is in origin form and not decoded. */
void fake_target(request_rec *r, const char *method, const char *target);

#endif
