/* SPDX-License-Identifier: Apache-2.0 */
/*
 * queue.h - what a connection has yet to send: buckets in order.
 *
 * Memory leaves with sendmsg, files with sendfile, neither ever blocks. A
 * metadata bucket is destroyed as soon as everything before it has left; that
 * is how a request ends (end-of-request bucket).
 */
#ifndef PINION_SERVER_ENGINE_QUEUE_H
#define PINION_SERVER_ENGINE_QUEUE_H

#include <stdbool.h>

#include <apr_buckets.h>
#include <apr_pools.h>

typedef struct pn_queue_t {
    apr_pool_t *pool;         /* the connection's */
    apr_pool_t *aside;        /* owns what waits; cleared when nothing does */
    apr_bucket_brigade *wait; /* every bucket in it has been set aside */
    apr_bucket_brigade *fresh; /* empty between calls, see APR_INCOMPLETE */
    apr_off_t bytes;          /* in wait, files included */
    apr_size_t memory;        /* in wait, without files */
    apr_off_t sent;           /* since the queue was made */
} pn_queue_t;

/* The queue lives in pool, with its buckets in alloc. */
void pn_queue_init(pn_queue_t *queue, apr_pool_t *pool,
                   apr_bucket_alloc_t *alloc);

/*
 * Sends what waits, then bb; what the socket does not take is set aside and
 * waits. bb is empty afterwards. APR_SUCCESS: all has left; APR_EAGAIN: some
 * waits; else the socket's or a file's error: then everything is destroyed.
 * A bucket of unknown length is read here, which may block: APR_INCOMPLETE
 * means that there is still such a bucket and the socket is full, so wait
 * until it takes more, then call again (bb may be empty then).
 */
apr_status_t pn_queue_send(pn_queue_t *queue, int fd, apr_bucket_brigade *bb);
/* Takes bb without sending any of it; no bucket may have an unknown length. */
apr_status_t pn_queue_keep(pn_queue_t *queue, apr_bucket_brigade *bb);
/* Sends what waits. */
apr_status_t pn_queue_push(pn_queue_t *queue, int fd);
/* Destroys what waits. */
void pn_queue_drop(pn_queue_t *queue);
bool pn_queue_is_empty(const pn_queue_t *queue);

#endif
