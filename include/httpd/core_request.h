/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_request.h - what the configuration says about a request.
 */
#ifndef PINION_HTTPD_CORE_REQUEST_H
#define PINION_HTTPD_CORE_REQUEST_H

#include <apr.h>
#include <apr_optional.h>
#include <apr_tables.h>

#include "ap_hooks.h"
#include "httpd/request_rec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The options in force: OPT_*. */
AP_DECLARE(int) ap_allow_options(request_rec *r);

/* What .htaccess may set here: OR_*. */
AP_DECLARE(int) ap_allow_overrides(request_rec *r);

/* The document root of r's server, without a slash at the end. */
AP_DECLARE(const char *) ap_document_root(request_rec *r);

/* AuthType, or NULL. */
AP_DECLARE(const char *) ap_auth_type(request_rec *r);

/* AuthName, ready for a quoted string, or NULL. */
AP_DECLARE(const char *) ap_auth_name(request_rec *r);

/* Satisfy: SATISFY_ANY, SATISFY_ALL or SATISFY_NOSPEC. */
AP_DECLARE(int) ap_satisfies(request_rec *r);

/* LimitRequestBody in bytes, 0: none. */
AP_DECLARE(apr_off_t) ap_get_limit_req_body(const request_rec *r);

/* LimitXMLRequestBody in bytes, 0: none. */
AP_DECLARE(apr_size_t) ap_get_limit_xml_body(const request_rec *r);

/* ReadBufferSize in bytes. */
AP_DECLARE(apr_size_t) ap_get_read_buf_size(const request_rec *r);

/*
 * 1, logged, if r has more subrequests or redirects behind it than
 * LimitInternalRecursion allows.
 */
AP_DECLARE(int) ap_is_recursion_limit_exceeded(const request_rec *r);

/*
 * What to answer for a status in this request: a path on this server, an URL,
 * or else text, without the quote that ErrorDocument wants.
 */
AP_DECLARE(void) ap_custom_response(request_rec *r, int status,
                                    const char *string);

/* The core's translate_name: below DocumentRoot. OK, DECLINED or a status. */
AP_DECLARE(int) ap_core_translate(request_rec *r);

/*
 * Notes of the core that ap_get_request_note() reaches by number, for what may
 * not be looked up by name in every request. The walks keep what they found
 * last.
 */
#define AP_NOTE_DIRECTORY_WALK 0
#define AP_NOTE_LOCATION_WALK  1
#define AP_NOTE_FILE_WALK      2
#define AP_NOTE_IF_WALK        3
#define AP_NUM_STD_NOTES       4

/* Reserves a number. Before requests are served; 0 if there is none left. */
AP_DECLARE(apr_size_t) ap_register_request_note(void);

/* Where the pointer for a number is; NULL for a number nobody reserved. */
AP_DECLARE(void **) ap_get_request_note(request_rec *r, apr_size_t note_num);

/* Whether a Require stands for r. */
APR_DECLARE_OPTIONAL_FN(int, authz_some_auth_required, (request_rec *r));

/* What ap_auth_type() answers. */
APR_DECLARE_OPTIONAL_FN(const char *, authn_ap_auth_type, (request_rec *r));

/* What ap_auth_name() answers. */
APR_DECLARE_OPTIONAL_FN(const char *, authn_ap_auth_name, (request_rec *r));

/* What ap_satisfies() answers. */
APR_DECLARE_OPTIONAL_FN(int, access_compat_ap_satisfies, (request_rec *r));

#ifdef __cplusplus
}
#endif

#endif
