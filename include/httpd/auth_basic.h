/* SPDX-License-Identifier: Apache-2.0 */
/*
 * auth_basic.h - credentials and challenges (RFC 9110 section 11).
 */
#ifndef PINION_HTTPD_AUTH_BASIC_H
#define PINION_HTTPD_AUTH_BASIC_H

#include <apr_errno.h>

#include "httpd/request_rec.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * In notes: ap_get_basic_auth_pw() may be called though AuthType is something
 * else.
 */
#define AP_GET_BASIC_AUTH_PW_NOTE "AP_GET_BASIC_AUTH_PW_NOTE"

/*
 * The user (to r->user) and password of Basic credentials. OK; DECLINED if
 * AuthType is not Basic; HTTP_UNAUTHORIZED, challenge noted, if there are
 * none; HTTP_INTERNAL_SERVER_ERROR without AuthName.
 */
AP_DECLARE(int) ap_get_basic_auth_pw(request_rec *r, const char **pw);

/*
 * The same without touching r: APR_SUCCESS, APR_EINVAL if there are none or
 * broken ones. Either pointer may be NULL.
 */
AP_DECLARE(apr_status_t) ap_get_basic_auth_components(
    const request_rec *r, const char **username, const char **password);

/* Puts a challenge of the AuthType in force into err_headers_out. */
AP_DECLARE(void) ap_note_auth_failure(request_rec *r);

/* ap_note_auth_failure() if AuthType is Basic. */
AP_DECLARE(void) ap_note_basic_auth_failure(request_rec *r);

/* ap_note_auth_failure() if AuthType is Digest. */
AP_DECLARE(void) ap_note_digest_auth_failure(request_rec *r);

/* Puts a challenge of auth_type into err_headers_out. OK or DECLINED. */
AP_DECLARE_HOOK(int, note_auth_failure,
                (request_rec *r, const char *auth_type))

#ifdef __cplusplus
}
#endif

#endif
