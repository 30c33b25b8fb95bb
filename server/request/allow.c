/* SPDX-License-Identifier: Apache-2.0 */
/*
 * allow - small facts about a request: which methods it allows, when its
 * content changed, whether it is the client's own.
 */

#include "http_request.h"

#include <stdarg.h>

#include <apr_tables.h>

#include "http_protocol.h"

AP_DECLARE_NONSTD(void) ap_allow_methods(request_rec *r, int reset, ...)
{
    const char *method;
    va_list methods;

    if (reset) {
        ap_clear_method_list(r->allowed_methods);
    }
    va_start(methods, reset);
    while ((method = va_arg(methods, const char *)) != NULL) {
        ap_method_list_add(r->allowed_methods, method);
    }
    va_end(methods);
}

AP_DECLARE_NONSTD(void)
ap_allow_standard_methods(request_rec *r, int reset, ...)
{
    apr_int64_t mask = 0;
    int method;
    va_list methods;

    va_start(methods, reset);
    while ((method = va_arg(methods, int)) != -1) {
        mask |= AP_METHOD_BIT << method;
    }
    va_end(methods);
    if (reset) {
        r->allowed_methods->method_mask = mask;
    }
    else {
        r->allowed_methods->method_mask |= mask;
    }
}

AP_DECLARE(void) ap_update_mtime(request_rec *r, apr_time_t mtime)
{
    if (r->mtime < mtime) {
        r->mtime = mtime;
    }
}

AP_DECLARE(int) ap_is_initial_req(request_rec *r)
{
    return !r->main && !r->prev;
}
