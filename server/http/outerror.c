/* SPDX-License-Identifier: Apache-2.0 */
/*
 * outerror.c - HTTP_OUTERROR: once a response is broken, nothing more of it
 * goes out, and the connection ends with it.
 */
#include "http_protocol.h"

#include "http/http_filters.h"
#include "http_connection.h"
#include "http_request.h"
#include "mod_core.h"

/* f->ctx after an end of connection bucket. */
static const char is_over = 'o';

AP_DECLARE(apr_status_t)
ap_http_outerror_filter(ap_filter_t *f, apr_bucket_brigade *bb)
{
    request_rec *r = f->r;
    apr_bucket *b = APR_BRIGADE_FIRST(bb);

    while (b != APR_BRIGADE_SENTINEL(bb)) {
        apr_bucket *next = APR_BUCKET_NEXT(b);

        if (!APR_BUCKET_IS_METADATA(b)) {
            if (f->ctx == &is_over) {
                apr_bucket_delete(b);
            }
        }
        else if (AP_BUCKET_IS_ERROR(b)) {
            const ap_bucket_error *error = b->data;

            if (error->status == HTTP_BAD_GATEWAY && r->sent_bodyct) {
                r->connection->keepalive = AP_CONN_CLOSE;
            }
        }
        else if (AP_BUCKET_IS_EOC(b)) {
            r->connection->keepalive = AP_CONN_CLOSE;
            f->ctx = (void *)(apr_uintptr_t)&is_over;
        }
        b = next;
    }
    return ap_pass_brigade(f->next, bb);
}
