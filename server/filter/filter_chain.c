/* SPDX-License-Identifier: Apache-2.0 */
/*
 * filter_chain.c - the order of filters on a request and its connection.
 *
 * Three chains share one tail:
 *
 *   r->output_filters -> [resource, content] -.
 *   r->proto_output_filters ------------------+-> [protocol, transcode] -.
 *   c->output_filters ---------------------------------------------------+->
 *       [connection, network]
 *
 * A chain without filters of its own simply points at the next one's first.
 * So a filter that comes to stand first in a lower chain must become the entry
 * of all chains above it that entered there. Input is the same.
 */
#include "filter/filter_chain.h"

#include <stdbool.h>

#include "http_log.h"

APLOG_USE_MODULE(core);

enum { LEVEL_RESOURCE, LEVEL_PROTOCOL, LEVEL_CONNECTION, LEVELS_N };

/* The entries of the chains that a filter may live in; NULL above a
 * connection that has no request. */
typedef struct chains_t {
    ap_filter_t **head[LEVELS_N];
} chains_t;

static chains_t input_chains(request_rec *r, conn_rec *c)
{
    chains_t chains = { { r ? &r->input_filters : NULL,
                          r ? &r->proto_input_filters : NULL,
                          &c->input_filters } };

    return chains;
}

static chains_t output_chains(request_rec *r, conn_rec *c)
{
    chains_t chains = { { r ? &r->output_filters : NULL,
                          r ? &r->proto_output_filters : NULL,
                          &c->output_filters } };

    return chains;
}

static int level_of(const chains_t *chains, ap_filter_type ftype)
{
    if (!chains->head[LEVEL_RESOURCE] || ftype >= AP_FTYPE_CONNECTION) {
        return LEVEL_CONNECTION;
    }
    return ftype >= AP_FTYPE_PROTOCOL ? LEVEL_PROTOCOL : LEVEL_RESOURCE;
}

/* f stands before at: the chain ends, what follows is nearer to the network,
 * or it belongs to somebody else (the main request under a subrequest). */
static bool goes_before(const ap_filter_t *f, const ap_filter_t *at)
{
    return !at || at->frec->ftype > f->frec->ftype || at->r != f->r;
}

/* The chain that starts at *link goes to f where it went to old. */
static void reroute(ap_filter_t **link, ap_filter_t *old, ap_filter_t *f)
{
    while (*link && *link != old && *link != f) {
        link = &(*link)->next;
    }
    if (*link == old) {
        *link = f;
    }
}

static void insert(const chains_t *chains, int level, ap_filter_t *f)
{
    ap_filter_t **head = chains->head[level];
    ap_filter_t *old = *head;

    if (goes_before(f, old)) {
        for (int i = 0; i < level; i++) {
            if (chains->head[i]) {
                reroute(chains->head[i], old, f);
            }
        }
        f->next = old;
        *head = f;
    }
    else {
        ap_filter_t *at = old;

        while (!goes_before(f, at->next)) {
            at = at->next;
        }
        f->next = at->next;
        at->next = f;
    }
}

static ap_filter_t *make_filter(ap_filter_rec_t *frec, void *ctx,
                                request_rec *r, conn_rec *c)
{
    ap_filter_t *f = apr_palloc(r ? r->pool : c->pool, sizeof(*f));

    f->frec = frec;
    f->ctx = ctx;
    /* A connection filter outlives the request that asked for it. */
    f->r = frec->ftype < AP_FTYPE_CONNECTION ? r : NULL;
    f->c = c;
    f->next = NULL;
    return f;
}

AP_DECLARE(ap_filter_t *)
ap_add_input_filter_handle(ap_filter_rec_t *frec, void *ctx, request_rec *r,
                           conn_rec *c)
{
    chains_t chains = input_chains(r, c);
    ap_filter_t *f = make_filter(frec, ctx, r, c);

    insert(&chains, level_of(&chains, frec->ftype), f);
    return f;
}

AP_DECLARE(ap_filter_t *)
ap_add_output_filter_handle(ap_filter_rec_t *frec, void *ctx, request_rec *r,
                            conn_rec *c)
{
    chains_t chains = output_chains(r, c);
    ap_filter_t *f = make_filter(frec, ctx, r, c);

    insert(&chains, level_of(&chains, frec->ftype), f);
    return f;
}

void pn_filter_add_outputs(request_rec *r, ap_filter_rec_t *const *frecs,
                           size_t n)
{
    conn_rec *c = r->connection;
    ap_filter_t *filters;

    if (r->output_filters != c->output_filters
        || r->proto_output_filters != c->output_filters) {
        for (size_t i = 0; i < n; i++) {
            ap_add_output_filter_handle(frecs[i], NULL, r, c);
        }
        return;
    }
    /* The usual case: nobody was here before, so each comes behind the last,
     * in front of the connection's. */
    filters = apr_palloc(r->pool, n * sizeof(*filters));
    for (size_t i = 0; i < n; i++) {
        filters[i].frec = frecs[i];
        filters[i].ctx = NULL;
        filters[i].r = r;
        filters[i].c = c;
        filters[i].next = i + 1 < n ? &filters[i + 1] : c->output_filters;
    }
    r->output_filters = filters;
    r->proto_output_filters = filters;
}

static void log_unknown(const char *name, const char *direction,
                        const request_rec *r, const conn_rec *c)
{
    if (r) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "no %s filter is called '%s', left out", direction, name);
    }
    else {
        ap_log_cerror(APLOG_MARK, APLOG_ERR, 0, c,
                      "no %s filter is called '%s', left out", direction, name);
    }
}

AP_DECLARE(ap_filter_t *)
ap_add_input_filter(const char *name, void *ctx, request_rec *r, conn_rec *c)
{
    ap_filter_rec_t *frec = ap_get_input_filter_handle(name);

    if (!frec) {
        log_unknown(name, "input", r, c);
        return NULL;
    }
    return ap_add_input_filter_handle(frec, ctx, r, c);
}

AP_DECLARE(ap_filter_t *)
ap_add_output_filter(const char *name, void *ctx, request_rec *r, conn_rec *c)
{
    ap_filter_rec_t *frec = ap_get_output_filter_handle(name);

    if (!frec) {
        log_unknown(name, "output", r, c);
        return NULL;
    }
    return ap_add_output_filter_handle(frec, ctx, r, c);
}

/* All chains let go of f; f->next stays, so that f can still pass on what it
 * holds when it removes itself. */
static void take_out(const chains_t *chains, const ap_filter_t *f)
{
    /* What stands before the connection's filters is in no chain of theirs. */
    int levels_n = f->r && f->frec->ftype < AP_FTYPE_CONNECTION
        ? LEVEL_CONNECTION : LEVELS_N;

    for (int i = 0; i < levels_n; i++) {
        ap_filter_t **link = chains->head[i];

        while (link && *link && *link != f) {
            link = &(*link)->next;
        }
        if (link && *link) {
            *link = f->next;
        }
    }
}

AP_DECLARE(void) ap_remove_input_filter(ap_filter_t *f)
{
    chains_t chains = input_chains(f->r, f->c);

    take_out(&chains, f);
}

AP_DECLARE(void) ap_remove_output_filter(ap_filter_t *f)
{
    chains_t chains = output_chains(f->r, f->c);

    take_out(&chains, f);
}

static ap_filter_t *find_in(ap_filter_t *f, const ap_filter_rec_t *frec)
{
    while (f && f->frec != frec) {
        f = f->next;
    }
    return f;
}

AP_DECLARE(apr_status_t)
ap_remove_input_filter_byhandle(ap_filter_t *next, const char *handle)
{
    const ap_filter_rec_t *frec = ap_get_input_filter_handle(handle);
    ap_filter_t *f = frec ? find_in(next, frec) : NULL;

    if (!f) {
        return APR_NOTFOUND;
    }
    ap_remove_input_filter(f);
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_remove_output_filter_byhandle(ap_filter_t *next, const char *handle)
{
    const ap_filter_rec_t *frec = ap_get_output_filter_handle(handle);
    ap_filter_t *f = frec ? find_in(next, frec) : NULL;

    if (!f) {
        return APR_NOTFOUND;
    }
    ap_remove_output_filter(f);
    return APR_SUCCESS;
}
