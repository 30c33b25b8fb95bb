/* SPDX-License-Identifier: Apache-2.0 */
/* fake_request.c - a request without a server, for tests of what reads one. */

#include "fake_request.h"

#include <apr_strings.h>

#include "http_core.h"
#include "http_log.h"

/* As many modules as can be loaded: their slots are empty. */
static ap_conf_vector_t *make_vector(apr_pool_t *pool, apr_size_t core_size)
{
    void **slots = apr_pcalloc(pool, DYNAMIC_MODULE_LIMIT * sizeof(*slots));

    slots[0] = core_size ? apr_pcalloc(pool, core_size) : NULL;
    return (ap_conf_vector_t *)slots;
}

static apr_sockaddr_t *make_address(apr_pool_t *pool, apr_port_t port)
{
    apr_sockaddr_t *address = NULL;

    apr_sockaddr_info_get(&address, "127.0.0.1", APR_INET, port, 0, pool);
    return address;
}

static server_rec *make_server(apr_pool_t *pool)
{
    server_rec *s = apr_pcalloc(pool, sizeof(*s));

    s->process = apr_pcalloc(pool, sizeof(*s->process));
    s->process->pool = pool;
    s->process->pconf = pool;
    s->process->short_name = "test";
    s->server_hostname = apr_pstrdup(pool, "test");
    s->server_admin = apr_pstrdup(pool, "admin@test");
    s->port = 80;
    s->timeout = apr_time_from_sec(DEFAULT_TIMEOUT);
    s->keep_alive = 1;
    s->keep_alive_max = DEFAULT_KEEPALIVE;
    s->limit_req_line = DEFAULT_LIMIT_REQUEST_LINE;
    s->limit_req_fieldsize = DEFAULT_LIMIT_REQUEST_FIELDSIZE;
    s->limit_req_fields = DEFAULT_LIMIT_REQUEST_FIELDS;
    s->log.level = APLOG_WARNING;
    s->module_config = make_vector(pool, sizeof(core_server_config));
    s->lookup_defaults = make_vector(pool, sizeof(core_dir_config));
    return s;
}

static conn_rec *make_connection(apr_pool_t *pool, server_rec *s)
{
    conn_rec *c = apr_pcalloc(pool, sizeof(*c));

    c->pool = pool;
    c->base_server = s;
    c->local_addr = make_address(pool, 80);
    c->client_addr = make_address(pool, 50000);
    c->local_ip = apr_pstrdup(pool, "127.0.0.1");
    c->client_ip = apr_pstrdup(pool, "127.0.0.1");
    c->conn_config = make_vector(pool, 0);
    c->notes = apr_table_make(pool, 4);
    c->bucket_alloc = apr_bucket_alloc_create(pool);
    c->keepalive = AP_CONN_UNKNOWN;
    return c;
}

static request_rec *make_request(apr_pool_t *pool, conn_rec *c, server_rec *s)
{
    request_rec *r = apr_pcalloc(pool, sizeof(*r));

    r->pool = pool;
    r->connection = c;
    r->server = s;
    r->protocol = apr_pstrdup(pool, "HTTP/1.1");
    r->proto_num = HTTP_VERSION(1, 1);
    r->hostname = "test";
    r->request_time = apr_time_now();
    r->status = HTTP_OK;
    r->allowed_methods = apr_pcalloc(pool, sizeof(*r->allowed_methods));
    r->allowed_methods->method_list = apr_array_make(pool, 2, sizeof(char *));
    r->headers_in = apr_table_make(pool, 8);
    r->headers_out = apr_table_make(pool, 8);
    r->err_headers_out = apr_table_make(pool, 4);
    r->subprocess_env = apr_table_make(pool, 8);
    r->notes = apr_table_make(pool, 4);
    r->trailers_in = apr_table_make(pool, 2);
    r->trailers_out = apr_table_make(pool, 2);
    r->per_dir_config = s->lookup_defaults;
    r->request_config = make_vector(pool, sizeof(core_request_config));
    r->useragent_addr = c->client_addr;
    r->useragent_ip = c->client_ip;
    apr_table_setn(r->headers_in, "Host", "test");
    fake_target(r, "GET", "/");
    return r;
}

request_rec *fake_request(apr_pool_t *pool)
{
    server_rec *s = make_server(pool);

    return make_request(pool, make_connection(pool, s), s);
}

request_rec *fake_next_request(request_rec *r)
{
    return make_request(r->pool, r->connection, r->server);
}

/* The methods that tests ask with; anything else is an extension. */
static int number_of(const char *method)
{
    static const struct {
        const char *name;
        int number;
    } methods[] = {
        { "GET", M_GET }, { "HEAD", M_GET }, { "POST", M_POST },
        { "PUT", M_PUT }, { "DELETE", M_DELETE }, { "OPTIONS", M_OPTIONS },
        { "TRACE", M_TRACE }, { "PROPFIND", M_PROPFIND },
    };

    for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
        if (strcmp(methods[i].name, method) == 0) {
            return methods[i].number;
        }
    }
    return M_INVALID;
}

void fake_target(request_rec *r, const char *method, const char *target)
{
    const char *query = strchr(target, '?');

    r->method = apr_pstrdup(r->pool, method);
    r->method_number = number_of(method);
    r->header_only = strcmp(method, "HEAD") == 0;
    r->the_request = apr_pstrcat(r->pool, method, " ", target, " HTTP/1.1",
                                 NULL);
    r->unparsed_uri = apr_pstrdup(r->pool, target);
    r->uri = query
        ? apr_pstrmemdup(r->pool, target, (apr_size_t)(query - target))
        : apr_pstrdup(r->pool, target);
    r->args = query ? apr_pstrdup(r->pool, query + 1) : NULL;
    r->parsed_uri = (apr_uri_t){
        .path = r->uri, .query = r->args, .is_initialized = 1,
    };
}
