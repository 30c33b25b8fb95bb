/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_logio - bytes on the wire, for access logs.
 *
 * Directive:  LogIOTrackTTFB On|Off    (any section, and .htaccess)
 * Log items:  %I received, %O sent, %S both, %^FB microseconds to the first
 *             byte of the answer.
 * Phase:      the engine counts on its connections. On others a connection
 *             input filter counts what arrives; what is sent is reported by
 *             whoever writes to the socket (ap_logio_add_bytes_out). Both are
 *             set back to zero after the request was logged, so they count for
 *             one request, with what came between two of them.
 * Owns:       io_counts_t of each connection, in its pool.
 * Tests:      test/e2e/loggers/
 */
#include "httpd.h"

#include "apr_optional.h"
#include "apr_strings.h"

#include "http_config.h"
#include "http_connection.h"
#include "http_core.h"
#include "http_protocol.h"
#include "http_request.h"
#include "mod_log_config.h"
#include "pinion.h"
#include "util_filter.h"

module AP_MODULE_DECLARE_DATA logio_module;

static const char count_filter[] = "LOG_INPUT_OUTPUT";
static const char ttfb_filter[] = "LOGIO_TTFB_OUT";

typedef struct io_counts_t {
    apr_off_t in;
    apr_off_t out;
    apr_off_t last_request; /* in and out of the last one that was logged */
    apr_off_t engine_in;    /* what the engine's counts were then */
    apr_off_t engine_out;
} io_counts_t;

/* Of a request; only while the time to its first byte is wanted. */
typedef struct ttfb_t {
    apr_time_t taken; /* 0: no byte yet */
} ttfb_t;

enum { TTFB_UNSET = -1 };

typedef struct logio_conf_t {
    int tracks_ttfb;
} logio_conf_t;

static void *create_dir_conf(apr_pool_t *pool, char *dir)
{
    logio_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->tracks_ttfb = TTFB_UNSET;
    return conf;
}

static void *merge_dir_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const logio_conf_t *over = inner;

    return over->tracks_ttfb == TTFB_UNSET ? outer : inner;
}

/* --- counting ------------------------------------------------------------ */

/* The counts of c, or of the connection that c is a part of (HTTP/2 streams);
 * NULL for connections that no filter counts. */
static io_counts_t *counts_of(conn_rec *c)
{
    return ap_get_module_config(c->conn_config, &logio_module);
}

static void ap_logio_add_bytes_in(conn_rec *c, apr_off_t bytes)
{
    io_counts_t *counts = counts_of(c);

    if (counts) {
        counts->in += bytes;
    }
}

static void ap_logio_add_bytes_out(conn_rec *c, apr_off_t bytes)
{
    io_counts_t *counts = counts_of(c);

    if (counts) {
        counts->out += bytes;
    }
}

static apr_off_t ap_logio_get_last_bytes(conn_rec *c)
{
    const io_counts_t *counts = counts_of(c);

    return counts ? counts->last_request : 0;
}

/* Passes on what the filters below deliver; owns nothing of bb. */
static apr_status_t count_input(ap_filter_t *f, apr_bucket_brigade *bb,
                                ap_input_mode_t mode, apr_read_type_e block,
                                apr_off_t readbytes)
{
    const apr_status_t rv = ap_get_brigade(f->next, bb, mode, block, readbytes);
    apr_off_t len = 0;

    /* What is only looked at will come again. */
    if (rv == APR_SUCCESS && mode != AP_MODE_SPECULATIVE) {
        apr_brigade_length(bb, 0, &len);
        if (len > 0) {
            ap_logio_add_bytes_in(f->c, len);
        }
    }
    return rv;
}

/* The first call is the first byte: it goes once it has noted the time. */
static apr_status_t note_first_byte(ap_filter_t *f, apr_bucket_brigade *bb)
{
    ttfb_t *ttfb = ap_get_module_config(f->r->request_config, &logio_module);

    if (ttfb && ttfb->taken == 0) {
        ttfb->taken = apr_time_now() - f->r->request_time;
    }
    ap_remove_output_filter(f);
    return ap_pass_brigade(f->next, bb);
}

/* --- log items ----------------------------------------------------------- */

/* The counts of c up to now. */
static io_counts_t *present_counts(conn_rec *c)
{
    io_counts_t *counts = counts_of(c);
    apr_off_t in;
    apr_off_t out;

    if (counts && pinion_get_conn_bytes(c, &in, &out)) {
        counts->in += in - counts->engine_in;
        counts->out += out - counts->engine_out;
        counts->engine_in = in;
        counts->engine_out = out;
    }
    return counts;
}

static const char *bytes_in(request_rec *r, char *arg)
{
    const io_counts_t *counts = present_counts(r->connection);

    return counts ? apr_off_t_toa(r->pool, counts->in) : "0";
}

static const char *bytes_out(request_rec *r, char *arg)
{
    const io_counts_t *counts = present_counts(r->connection);

    return counts ? apr_off_t_toa(r->pool, counts->out) : "0";
}

static const char *bytes_both(request_rec *r, char *arg)
{
    const io_counts_t *counts = present_counts(r->connection);

    return counts ? apr_off_t_toa(r->pool, counts->in + counts->out) : "0";
}

static const char *first_byte(request_rec *r, char *arg)
{
    const ttfb_t *ttfb = ap_get_module_config(r->request_config, &logio_module);

    return ttfb && ttfb->taken > 0
               ? apr_psprintf(r->pool, "%" APR_TIME_T_FMT, ttfb->taken)
               : NULL;
}

/* --- hooks --------------------------------------------------------------- */

static int on_pre_connection(conn_rec *c, void *csd)
{
    io_counts_t *counts = apr_pcalloc(c->pool, sizeof(*counts));

    ap_set_module_config(c->conn_config, &logio_module, counts);
    /* A connection filter keeps the engine from reading heads by itself. */
    if (!pinion_get_conn_bytes(c, &counts->engine_in, &counts->engine_out)) {
        ap_add_input_filter(count_filter, NULL, NULL, c);
    }
    return OK;
}

static void on_insert_filter(request_rec *r)
{
    const logio_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                    &logio_module);

    if (conf->tracks_ttfb == 1) {
        ap_set_module_config(r->request_config, &logio_module,
                             apr_pcalloc(r->pool, sizeof(ttfb_t)));
        ap_add_output_filter(ttfb_filter, NULL, r, r->connection);
    }
}

/* After mod_log_config: the next request counts from zero. */
static int on_log_transaction(request_rec *r)
{
    io_counts_t *counts = present_counts(r->connection);

    if (counts) {
        counts->last_request = counts->in + counts->out;
        counts->in = counts->out = 0;
    }
    return OK;
}

static int on_pre_config(apr_pool_t *pconf, apr_pool_t *plog, apr_pool_t *ptemp)
{
    static const struct {
        char tag[4];
        ap_log_handler_fn_t *func;
    } items[] = {
        { "I", bytes_in },
        { "O", bytes_out },
        { "S", bytes_both },
        { "^FB", first_byte },
    };
    APR_OPTIONAL_FN_TYPE(ap_register_log_handler)
        *add = APR_RETRIEVE_OPTIONAL_FN(ap_register_log_handler);

    for (size_t i = 0; add && i < sizeof(items) / sizeof(items[0]); i++) {
        add(pconf, apr_pstrdup(pconf, items[i].tag), items[i].func, 0);
    }
    return OK;
}

static const char *set_track_ttfb(cmd_parms *cmd, void *dir_conf, int is_on)
{
    logio_conf_t *conf = dir_conf;

    conf->tracks_ttfb = is_on;
    return NULL;
}

static const command_rec logio_directives[] = {
    AP_INIT_FLAG("LogIOTrackTTFB", set_track_ttfb, NULL, OR_ALL,
                 "On: the time to the first byte is taken, for %^FB"),
    { .name = NULL },
};

static void register_hooks(apr_pool_t *pool)
{
    static const char *const after_log_config[] = { "mod_log_config.c", NULL };

    ap_hook_pre_connection(on_pre_connection, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_pre_config(on_pre_config, NULL, NULL, APR_HOOK_REALLY_FIRST + 10);
    ap_hook_log_transaction(on_log_transaction, after_log_config, NULL,
                            APR_HOOK_MIDDLE);
    ap_hook_insert_filter(on_insert_filter, NULL, NULL, APR_HOOK_LAST);

    ap_register_input_filter(count_filter, count_input, NULL,
                             AP_FTYPE_NETWORK - 1);
    ap_register_output_filter(ttfb_filter, note_first_byte, NULL,
                              AP_FTYPE_CONTENT_SET - 1);

    APR_REGISTER_OPTIONAL_FN(ap_logio_add_bytes_in);
    APR_REGISTER_OPTIONAL_FN(ap_logio_add_bytes_out);
    APR_REGISTER_OPTIONAL_FN(ap_logio_get_last_bytes);
}

AP_DECLARE_MODULE(logio) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = create_dir_conf,
    .merge_dir_config = merge_dir_conf,
    .cmds = logio_directives,
    .register_hooks = register_hooks,
};
