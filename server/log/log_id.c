/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_id.c - ids that tie the log lines of a connection or request together.
 *
 * A connection or request gets one with its first line in the error log, never
 * without. mod_unique_id and others may provide them; ours are random, which
 * needs no state that processes and threads would have to share.
 */
#include "log/log_private.h"

#include "apr_base64.h"
#include "apr_strings.h"

#include "http_log.h"

enum { ID_BYTES = 8 };

static const char *make_id(apr_pool_t *pool)
{
    unsigned char bytes[ID_BYTES];
    char coded[16]; /* 8 bytes are 11 characters, one '=' and a NUL */

    ap_random_insecure_bytes(bytes, sizeof(bytes));
    apr_base64_encode_binary(coded, bytes, sizeof(bytes));
    coded[strcspn(coded, "=")] = '\0';
    return apr_pstrdup(pool, coded);
}

static const char *generate(const conn_rec *c, const request_rec *r,
                            apr_pool_t *pool)
{
    const char *id = NULL;

    if (ap_run_generate_log_id(c, r, &id) == DECLINED || !id) {
        id = make_id(pool);
    }
    return id;
}

/* Modules run the hook themselves and count on an answer. */
static int provide_id(const conn_rec *c, const request_rec *r, const char **id)
{
    *id = make_id(r ? r->pool : c->pool);
    return OK;
}

void pn_log_id_register(void)
{
    ap_hook_generate_log_id(provide_id, NULL, NULL, APR_HOOK_REALLY_LAST);
}

/*
 * Log calls take const objects, and the id is the one thing that logging may
 * change in them. One thread at a time works on a connection and its requests.
 */
int pn_log_id_ensure(const conn_rec *c, const request_rec *rmain)
{
    conn_rec *conn = (conn_rec *)(uintptr_t)c;
    request_rec *request = (request_rec *)(uintptr_t)rmain;
    int is_new = 0;

    /* Modules fabricate both, sometimes without a pool. */
    if (conn && !conn->log_id && conn->pool) {
        is_new |= PN_LOG_NEW_CONN;
        conn->log_id = generate(conn, NULL, conn->pool);
    }
    if (request && !request->log_id && request->pool && conn) {
        is_new |= PN_LOG_NEW_REQUEST;
        request->log_id = generate(conn, request, request->pool);
    }
    return is_new;
}
