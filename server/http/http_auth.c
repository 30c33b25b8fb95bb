/* SPDX-License-Identifier: Apache-2.0 */
/*
 * http_auth.c - Basic credentials (RFC 7617) and what a 401 is to say.
 */
#include "http_protocol.h"

#include <string.h>

#include <apr_base64.h>
#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_core.h"
#include "http_log.h"
#include "http_request.h"

APLOG_USE_MODULE(core);

enum { CREDENTIALS_MAX = 65536 };

static const char *credentials_of(const request_rec *r)
{
    return apr_table_get(r->headers_in,
                         r->proxyreq == PROXYREQ_PROXY ? "Proxy-Authorization"
                                                       : "Authorization");
}

/* Splits "Basic base64(user:password)". APR_EINVAL: another scheme or no
 * scheme at all; APR_EGENERAL: not what Basic looks like. */
static apr_status_t split(const request_rec *r, const char *credentials,
                          const char **user, const char **password)
{
    char *decoded;
    char *colon;
    int len;

    if (!credentials
        || ap_cstr_casecmpn(credentials, "Basic", 5) != 0
        || (credentials[5] != ' ' && credentials[5] != '\t')) {
        return APR_EINVAL;
    }
    credentials += 5;
    while (*credentials == ' ' || *credentials == '\t') {
        credentials++;
    }
    if (!*credentials || strlen(credentials) > CREDENTIALS_MAX) {
        return APR_EGENERAL;
    }
    decoded = apr_palloc(r->pool,
                         (apr_size_t)apr_base64_decode_len(credentials) + 1);
    len = apr_base64_decode(decoded, credentials);
    decoded[len] = '\0';
    colon = strchr(decoded, ':');
    *user = decoded;
    if (colon) {
        *colon = '\0';
        *password = colon + 1;
        return APR_SUCCESS;
    }
    *password = "";
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_get_basic_auth_components(const request_rec *r, const char **username,
                             const char **password)
{
    const char *user = NULL;
    const char *pw = NULL;
    apr_status_t rv = split(r, credentials_of(r), &user, &pw);

    if (rv != APR_SUCCESS) {
        return APR_EINVAL;
    }
    if (username) {
        *username = user;
    }
    if (password) {
        *password = pw;
    }
    return APR_SUCCESS;
}

AP_DECLARE(int) ap_get_basic_auth_pw(request_rec *r, const char **pw)
{
    const char *credentials = credentials_of(r);
    const char *type = ap_auth_type(r);
    const char *user = NULL;

    if (!type || ap_cstr_casecmp(type, "Basic") != 0) {
        return DECLINED;
    }
    /* Modules look for this note to learn that a password was asked for. */
    apr_table_setn(r->notes, AP_GET_BASIC_AUTH_PW_NOTE, "1");
    if (!ap_auth_name(r)) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "AuthType Basic without AuthName for %s", r->uri);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (!credentials) {
        ap_note_auth_failure(r);
        return HTTP_UNAUTHORIZED;
    }
    if (split(r, credentials, &user, pw) != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_INFO, 0, r,
                      "credentials for %s are not Basic ones", r->uri);
        ap_note_auth_failure(r);
        return HTTP_UNAUTHORIZED;
    }
    r->user = apr_pstrdup(r->pool, user);
    r->ap_auth_type = apr_pstrdup(r->pool, "Basic");
    return OK;
}

AP_DECLARE(void) ap_note_auth_failure(request_rec *r)
{
    const char *type = ap_auth_type(r);

    if (type) {
        ap_run_note_auth_failure(r, type);
    }
    else {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "authentication is required for %s, but AuthType says "
                      "no way to do it", r->uri);
    }
}

AP_DECLARE(void) ap_note_basic_auth_failure(request_rec *r)
{
    ap_note_auth_failure(r);
}

AP_DECLARE(void) ap_note_digest_auth_failure(request_rec *r)
{
    ap_note_auth_failure(r);
}
