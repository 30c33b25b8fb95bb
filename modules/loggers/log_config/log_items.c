/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_items.c - what the letters of LogFormat mean.
 *
 * A handler returns text in the request's pool or a constant, NULL for nothing
 * (a dash). Ours return what they found as it is, and the table says whether a
 * client can have put it there: the caller escapes it for the kind of log.
 * Handlers that other modules register escape by themselves.
 */
#include "log_config.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "apr_hash.h"
#include "apr_lib.h"
#include "apr_portable.h"
#include "apr_strings.h"

#include "http_connection.h"
#include "http_core.h"
#include "http_protocol.h"

static apr_hash_t
    *handlers; /* tag -> log_handler_t; the configuration's pool */

/* --- who ----------------------------------------------------------------- */

static const char *remote_host(request_rec *r, char *arg)
{
    if (strcmp(arg, "c") == 0) {
        return ap_get_remote_host(r->connection, r->per_dir_config, REMOTE_NAME,
                                  NULL);
    }
    return ap_get_useragent_host(r, REMOTE_NAME, NULL);
}

static const char *remote_address(request_rec *r, char *arg)
{
    return strcmp(arg, "c") == 0 ? r->connection->client_ip : r->useragent_ip;
}

static const char *local_address(request_rec *r, char *arg)
{
    return r->connection->local_ip;
}

static const char *remote_logname(request_rec *r, char *arg)
{
    return ap_get_remote_logname(r);
}

static const char *remote_user(request_rec *r, char *arg)
{
    /* An empty name is a name; without the quotes it would shift the columns
     * of whoever reads the log. */
    return r->user && *r->user == '\0' ? "\"\"" : r->user;
}

static const char *server_name(request_rec *r, char *arg)
{
    return r->server->server_hostname;
}

static const char *server_name_used(request_rec *r, char *arg)
{
    return ap_get_server_name(r);
}

static const char *port(request_rec *r, char *arg)
{
    apr_port_t number;

    if (*arg == '\0' || ap_cstr_casecmp(arg, "canonical") == 0) {
        number = r->server->port ? r->server->port : ap_default_port(r);
    }
    else if (ap_cstr_casecmp(arg, "remote") == 0) {
        number = r->useragent_addr ? r->useragent_addr->port : 0;
    }
    else if (ap_cstr_casecmp(arg, "local") == 0) {
        number = r->connection->local_addr ? r->connection->local_addr->port
                                           : 0;
    }
    else {
        return arg; /* as Apache: shows what is wrong in the format */
    }
    return apr_itoa(r->pool, number);
}

static const char *process(request_rec *r, char *arg)
{
    if (*arg == '\0' || strcmp(arg, "pid") == 0) {
        return apr_psprintf(r->pool, "%" APR_PID_T_FMT, getpid());
    }
    if (strcmp(arg, "tid") == 0) {
        return apr_psprintf(r->pool, "%lu",
                            (unsigned long)apr_os_thread_current());
    }
    if (strcmp(arg, "hextid") == 0) {
        return apr_psprintf(r->pool, "%lx",
                            (unsigned long)apr_os_thread_current());
    }
    return arg;
}

/* --- what ---------------------------------------------------------------- */

/* A password in the target of a proxy request is none of the log's business. */
static const char *request_line(request_rec *r, char *arg)
{
    if (!r->parsed_uri.password) {
        return r->the_request;
    }
    return apr_pstrcat(r->pool, r->method, " ",
                       apr_uri_unparse(r->pool, &r->parsed_uri, 0),
                       r->assbackwards ? NULL : " ", r->protocol, NULL);
}

static const char *method(request_rec *r, char *arg)
{
    return r->method;
}

static const char *protocol(request_rec *r, char *arg)
{
    return r->protocol;
}

static const char *uri(request_rec *r, char *arg)
{
    return r->uri;
}

static const char *query(request_rec *r, char *arg)
{
    return r->args && *r->args ? apr_pstrcat(r->pool, "?", r->args, NULL) : "";
}

static const char *filename(request_rec *r, char *arg)
{
    return r->filename;
}

static const char *handler(request_rec *r, char *arg)
{
    return r->handler;
}

static const char *env(request_rec *r, char *arg)
{
    return apr_table_get(r->subprocess_env, arg);
}

static const char *note(request_rec *r, char *arg)
{
    return apr_table_get(r->notes, arg);
}

static const char *header_in(request_rec *r, char *arg)
{
    return apr_table_get(r->headers_in, arg);
}

typedef struct joined_t {
    apr_pool_t *pool;
    const char *text;
} joined_t;

static int join_header(void *data, const char *key, const char *value)
{
    joined_t *joined = data;

    joined->text = joined->text ? apr_pstrcat(joined->pool, joined->text, ", ",
                                              value, NULL)
                                : value;
    return 1;
}

static const char *header_out(request_rec *r, char *arg)
{
    if (ap_cstr_casecmp(arg, "Content-Type") == 0 && r->content_type) {
        return ap_field_noparam(r->pool, r->content_type);
    }
    if (ap_cstr_casecmp(arg, "Set-Cookie") == 0) {
        joined_t joined = { r->pool, NULL };

        apr_table_do(join_header, &joined, r->headers_out, arg, NULL);
        return joined.text;
    }
    return apr_table_get(r->headers_out, arg);
}

static const char *trailer_in(request_rec *r, char *arg)
{
    return r->trailers_in ? apr_table_get(r->trailers_in, arg) : NULL;
}

static const char *trailer_out(request_rec *r, char *arg)
{
    return r->trailers_out ? apr_table_get(r->trailers_out, arg) : NULL;
}

/* The value of the cookie that the text up to end sets, when it has that name:
 * without the blanks around it. *len is its length. */
static const char *cookie_value(const char *text, const char *end,
                                const char *name, size_t *len)
{
    const size_t name_len = strlen(name);

    if ((size_t)(end - text) <= name_len
        || strncmp(text, name, name_len) != 0) {
        return NULL;
    }
    text += name_len;
    text += strspn(text, " \t");
    if (*text != '=') {
        return NULL;
    }
    text++;
    text += strspn(text, " \t");
    while (end > text && apr_isspace(end[-1])) {
        end--;
    }
    *len = end > text ? (size_t)(end - text) : 0;
    return text;
}

/* The first cookie of that name. */
static const char *cookie(request_rec *r, char *arg)
{
    const char *field = apr_table_get(r->headers_in, "Cookie");

    while (field && *field != '\0') {
        const char *end;
        const char *value;
        size_t len;

        field += strspn(field, "; \t");
        end = field + strcspn(field, ";");
        value = cookie_value(field, end, arg, &len);
        if (value) {
            return len > 0 ? apr_pstrmemdup(r->pool, value, len) : NULL;
        }
        field = end;
    }
    return NULL;
}

/* --- how it went --------------------------------------------------------- */

static const char *status(request_rec *r, char *arg)
{
    return r->status > 0 ? apr_itoa(r->pool, r->status) : NULL;
}

static const char *bytes_sent_clf(request_rec *r, char *arg)
{
    return r->sent_bodyct && r->bytes_sent
               ? apr_off_t_toa(r->pool, r->bytes_sent)
               : NULL;
}

static const char *bytes_sent(request_rec *r, char *arg)
{
    return r->sent_bodyct ? apr_off_t_toa(r->pool, r->bytes_sent) : "0";
}

static const char *keepalives(request_rec *r, char *arg)
{
    const int n = r->connection->keepalives;

    return apr_itoa(r->pool, n > 0 ? n - 1 : 0);
}

static const char *connection_status(request_rec *r, char *arg)
{
    const conn_rec *c = r->connection;

    if (c->aborted) {
        return "X";
    }
    return c->keepalive == AP_CONN_KEEPALIVE
                   && (r->server->keep_alive_max == 0
                       || r->server->keep_alive_max > c->keepalives)
               ? "+"
               : "-";
}

static const char *log_id(request_rec *r, char *arg)
{
    return strcmp(arg, "c") == 0 ? r->connection->log_id : r->log_id;
}

/* --- the table ----------------------------------------------------------- */

static const struct {
    const char *tag;
    ap_log_handler_fn_t *func;
    int wants_original;
    int is_raw;
} builtins[] = {
    { "h", remote_host, 0, 1 },
    { "a", remote_address, 0, 0 },
    { "A", local_address, 0, 0 },
    { "l", remote_logname, 0, 1 },
    { "u", remote_user, 0, 1 },
    { "t", log_time_text, 0, 0 },
    { "f", filename, 0, 1 },
    { "b", bytes_sent_clf, 0, 0 },
    { "B", bytes_sent, 0, 0 },
    { "i", header_in, 0, 1 },
    { "o", header_out, 0, 1 },
    { "n", note, 0, 1 },
    { "L", log_id, 0, 1 },
    { "e", env, 0, 1 },
    { "V", server_name_used, 0, 1 },
    { "v", server_name, 0, 1 },
    { "p", port, 0, 0 },
    { "P", process, 0, 0 },
    { "H", protocol, 0, 1 },
    { "m", method, 0, 1 },
    { "q", query, 0, 1 },
    { "X", connection_status, 0, 0 },
    { "C", cookie, 0, 1 },
    { "k", keepalives, 0, 0 },
    { "r", request_line, 1, 1 },
    { "D", log_time_taken_us, 1, 0 },
    { "T", log_time_taken, 1, 0 },
    { "U", uri, 1, 1 },
    { "s", status, 1, 0 },
    { "R", handler, 0, 1 },
    { "^ti", trailer_in, 0, 1 },
    { "^to", trailer_out, 0, 1 },
};

static void add_handler(apr_pool_t *pool, const char *tag,
                        ap_log_handler_fn_t *func, int wants_original,
                        int is_raw)
{
    log_handler_t *entry = apr_palloc(pool, sizeof(*entry));

    entry->public.func = func;
    entry->public.want_orig_default = wants_original;
    entry->is_raw = is_raw;
    apr_hash_set(handlers, tag, APR_HASH_KEY_STRING, entry);
}

static apr_status_t forget_handlers(void *unused)
{
    handlers = NULL;
    return APR_SUCCESS;
}

void log_items_init(apr_pool_t *pconf)
{
    handlers = apr_hash_make(pconf);
    apr_pool_cleanup_register(pconf, NULL, forget_handlers,
                              apr_pool_cleanup_null);
    for (size_t i = 0; i < sizeof(builtins) / sizeof(builtins[0]); i++) {
        add_handler(pconf, builtins[i].tag, builtins[i].func,
                    builtins[i].wants_original, builtins[i].is_raw);
    }
}

void log_items_register(apr_pool_t *pool, char *tag, ap_log_handler_fn_t *func,
                        int wants_original)
{
    if (!handlers) {
        log_items_init(pool);
    }
    add_handler(apr_hash_pool_get(handlers), apr_pstrdup(pool, tag), func,
                wants_original, 0);
}

const log_handler_t *log_items_find(const char *tag, size_t len)
{
    return handlers ? apr_hash_get(handlers, tag, (apr_ssize_t)len) : NULL;
}
