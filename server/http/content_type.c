/* SPDX-License-Identifier: Apache-2.0 */
/*
 * content_type.c - the type of a response and the charset that
 * AddDefaultCharset gives it.
 */
#include "http_protocol.h"

#include <stdbool.h>
#include <string.h>

#include <apr_lib.h>
#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_core.h"

AP_DECLARE(void) ap_setup_make_content_type(apr_pool_t *pool)
{
    /* The types that take a charset are constants here; modules and the core
     * only tell that the configuration begins. */
    (void)pool;
}

static bool takes_charset(const char *type)
{
    static const char *const types[] = { "text/plain", "text/html" };

    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        size_t len = strlen(types[i]);

        if (ap_cstr_casecmpn(type, types[i], len) == 0
            && (type[len] == '\0' || type[len] == ';' || type[len] == ' '
                || type[len] == '\t')) {
            return true;
        }
    }
    return false;
}

static bool has_charset(const char *type)
{
    const char *at = strchr(type, ';');

    while (at) {
        at++;
        while (*at == ' ' || *at == '\t') {
            at++;
        }
        if (ap_cstr_casecmpn(at, "charset=", 8) == 0) {
            return true;
        }
        at = strchr(at, ';');
    }
    return false;
}

AP_DECLARE(const char *) ap_make_content_type(request_rec *r, const char *type)
{
    const core_dir_config *conf = ap_get_core_module_config(r->per_dir_config);
    const core_request_config *req;

    if (!type || conf->add_default_charset != ADD_DEFAULT_CHARSET_ON) {
        return type;
    }
    req = ap_get_core_module_config(r->request_config);
    if ((req && req->suppress_charset) || !takes_charset(type)
        || has_charset(type)) {
        return type;
    }
    return apr_pstrcat(r->pool, type, "; charset=",
                       conf->add_default_charset_name
                           ? conf->add_default_charset_name
                           : DEFAULT_ADD_DEFAULT_CHARSET_NAME,
                       NULL);
}

AP_DECLARE(void)
ap_set_content_type_ex(request_rec *r, const char *ct, int trusted)
{
    if (!ct) {
        r->content_type = NULL;
        AP_REQUEST_SET_BNOTE(r, AP_REQUEST_TRUSTED_CT, 0);
        return;
    }
    if (!r->content_type || strcmp(r->content_type, ct) != 0) {
        r->content_type = ct;
        /* A type that the client or a script may have chosen must not pick a
         * handler (CVE-2024-38476). */
        AP_REQUEST_SET_BNOTE(r, AP_REQUEST_TRUSTED_CT,
                             trusted ? AP_REQUEST_TRUSTED_CT : 0);
    }
}

AP_DECLARE(void) ap_set_content_type(request_rec *r, const char *ct)
{
    ap_set_content_type_ex(r, ct, 0);
}
