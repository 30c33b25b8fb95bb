/* SPDX-License-Identifier: Apache-2.0 */
/*
 * queue.c - what a connection has yet to send.
 *
 * Two brigades: fresh, whose buckets may point at the caller's stack or at a
 * pool that goes soon, and wait, whose buckets were set aside. Sending from
 * fresh while nothing waits means that the usual response, which the socket
 * takes whole, is never copied.
 */

#include "engine/queue.h"

#include <errno.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <apr_file_io.h>
#include <apr_portable.h>

enum {
    IOV_MAX_N = 48,
    SENDFILE_MIN = 4096, /* below, a copy is cheaper than one more call */
    READ_AHEAD_MAX = 128 * 1024, /* of file contents, when sendfile is off */
    READ_BUFFER = 32 * 1024,
    BURST_MAX = 4 * 1024 * 1024 /* for one connection before others' turn */
};

/* What send_some() has gathered for one call. */
typedef struct gather_t {
    struct iovec iov[IOV_MAX_N];
    size_t n;
    size_t bytes;     /* what a call that is not cut short takes */
    apr_bucket *file; /* what comes next is for sendfile */
    bool has_more;    /* something comes next that is not gathered */
    bool refuses_sendfile; /* this pair of file and socket does */
} gather_t;

static bool is_memory(const apr_bucket *b)
{
    return !APR_BUCKET_IS_FILE(b) && !APR_BUCKET_IS_MMAP(b);
}

static bool is_for_sendfile(const apr_bucket *b)
{
    const apr_bucket_file *file = b->data;

    return APR_BUCKET_IS_FILE(b) && b->length >= SENDFILE_MIN &&
           (apr_file_flags_get(file->fd) & APR_SENDFILE_ENABLED);
}

static bool has_unknown_length(const apr_bucket *b)
{
    return b->length == (apr_size_t)-1;
}

void pn_queue_init(pn_queue_t *queue, apr_pool_t *pool,
                   apr_bucket_alloc_t *alloc)
{
    *queue = (pn_queue_t){
        .pool = pool,
        .wait = apr_brigade_create(pool, alloc),
        .fresh = apr_brigade_create(pool, alloc),
    };
}

bool pn_queue_is_empty(const pn_queue_t *queue)
{
    return APR_BRIGADE_EMPTY(queue->wait) && APR_BRIGADE_EMPTY(queue->fresh);
}

void pn_queue_drop(pn_queue_t *queue)
{
    apr_brigade_cleanup(queue->wait);
    apr_brigade_cleanup(queue->fresh);
    queue->bytes = 0;
    queue->memory = 0;
    if (queue->aside) {
        apr_pool_clear(queue->aside);
    }
}

/* Makes a bucket outlive its owner's pools: by its own means, or as a copy. */
static apr_status_t set_aside(pn_queue_t *queue, apr_bucket *b)
{
    apr_status_t rv;

    if (!queue->aside) {
        apr_pool_create(&queue->aside, queue->pool);
        apr_pool_tag(queue->aside, "pn_queue_aside");
    }
    rv = apr_bucket_setaside(b, queue->aside);
    if (rv == APR_ENOTIMPL) {
        const char *data;
        apr_size_t len;

        /* Metadata buckets have nothing to set aside. */
        if (APR_BUCKET_IS_METADATA(b)) {
            return APR_SUCCESS;
        }
        rv = apr_bucket_read(b, &data, &len, APR_BLOCK_READ);
        if (rv == APR_SUCCESS) {
            rv = apr_bucket_setaside(b, queue->aside);
        }
        rv = rv == APR_ENOTIMPL ? APR_SUCCESS : rv;
    }
    return rv;
}

/* Moves what is fresh behind what waits. */
static apr_status_t keep(pn_queue_t *queue)
{
    while (!APR_BRIGADE_EMPTY(queue->fresh)) {
        apr_bucket *b = APR_BRIGADE_FIRST(queue->fresh);
        apr_status_t rv = set_aside(queue, b);

        if (rv != APR_SUCCESS) {
            return rv;
        }
        if (!APR_BUCKET_IS_METADATA(b)) {
            queue->bytes += (apr_off_t)b->length;
            queue->memory += is_memory(b) ? b->length : 0;
        }
        APR_BUCKET_REMOVE(b);
        APR_BRIGADE_INSERT_TAIL(queue->wait, b);
    }
    return APR_SUCCESS;
}

/*
 * Reads the beginning of a file bucket into a memory bucket before it. Not by
 * apr_bucket_read(): that would map the file, and a file that is cut while it
 * is mapped kills the process; or it would seek first. APR_EOF: the file is
 * shorter than its bucket says, the response cannot be completed.
 */
static apr_status_t read_file(apr_bucket *b, apr_bucket **piece)
{
    const apr_bucket_file *file = b->data;
    apr_size_t len = b->length < READ_BUFFER ? b->length : READ_BUFFER;
    char *data = apr_bucket_alloc(len, b->list);
    apr_os_file_t fd;
    ssize_t n;

    apr_os_file_get(&fd, file->fd);
    do {
        n = pread(fd, data, len, (off_t)b->start);
    } while (n < 0 && errno == EINTR);
    if (n <= 0) {
        apr_status_t rv = n < 0 ? errno : APR_EOF;

        apr_bucket_free(data);
        return rv;
    }
    *piece = apr_bucket_heap_create(data, (apr_size_t)n, apr_bucket_free,
                                    b->list);
    APR_BUCKET_INSERT_BEFORE(b, *piece);
    b->start += n;
    b->length -= (apr_size_t)n;
    if (b->length == 0) {
        apr_bucket_delete(b);
    }
    return APR_SUCCESS;
}

/* Makes *b a bucket in memory; the rest of what it was stands behind it. */
static apr_status_t read_bucket(apr_bucket **b, const char **data,
                                apr_size_t *len, bool may_block)
{
    if (APR_BUCKET_IS_FILE(*b)) {
        apr_status_t rv = read_file(*b, b);

        if (rv != APR_SUCCESS) {
            return rv;
        }
    }
    return apr_bucket_read(*b, data, len,
                           may_block ? APR_BLOCK_READ : APR_NONBLOCK_READ);
}

static void add_iov(gather_t *gather, const char *data, apr_size_t len)
{
    if (len) {
        /* sendmsg() does not write through it. */
        gather->iov[gather->n].iov_base = (void *)(apr_uintptr_t)data;
        gather->iov[gather->n].iov_len = len;
        gather->n++;
        gather->bytes += len;
    }
}

/* Collects from the front of bb what one call may take. A bucket of unknown
 * length is asked without blocking unless nothing else is there to send. */
static apr_status_t gather_front(apr_bucket_brigade *bb, gather_t *gather)
{
    apr_bucket *b;

    gather->n = 0;
    gather->bytes = 0;
    gather->file = NULL;
    gather->has_more = false;
    for (b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b)) {
        const char *data;
        apr_size_t len;
        apr_status_t rv;

        if (APR_BUCKET_IS_METADATA(b) || b->length == 0) {
            continue;
        }
        if (gather->n == IOV_MAX_N || gather->bytes >= READ_AHEAD_MAX) {
            gather->has_more = true;
            return APR_SUCCESS;
        }
        if (!gather->refuses_sendfile && is_for_sendfile(b)) {
            gather->file = b;
            gather->has_more = true;
            return APR_SUCCESS;
        }
        rv = read_bucket(&b, &data, &len, gather->n == 0);
        if (APR_STATUS_IS_EAGAIN(rv) && gather->n) {
            return APR_SUCCESS;
        }
        if (rv != APR_SUCCESS) {
            return rv;
        }
        add_iov(gather, data, len);
    }
    return APR_SUCCESS;
}

/* Removes n sent bytes from the front, and what is done before and behind. */
static void consume(apr_bucket_brigade *bb, apr_size_t n)
{
    while (!APR_BRIGADE_EMPTY(bb)) {
        apr_bucket *b = APR_BRIGADE_FIRST(bb);

        if (!APR_BUCKET_IS_METADATA(b) && b->length) {
            if (n == 0) {
                return;
            }
            if (b->length > n) {
                apr_bucket_split(b, n);
            }
            n -= b->length;
        }
        apr_bucket_delete(b);
    }
}

static ssize_t send_memory(int fd, gather_t *gather)
{
    struct msghdr msg = { .msg_iov = gather->iov, .msg_iovlen = gather->n };
    int flags = MSG_DONTWAIT | MSG_NOSIGNAL;

    /* The head of a response and the beginning of its file share a packet. */
    return sendmsg(fd, &msg, gather->has_more ? flags | MSG_MORE : flags);
}

static ssize_t send_file(int fd, gather_t *gather)
{
    apr_bucket *b = gather->file;
    const apr_bucket_file *file = b->data;
    apr_os_file_t in;
    off_t at = (off_t)b->start;
    ssize_t n;

    apr_os_file_get(&in, file->fd);
    gather->bytes = b->length < BURST_MAX ? b->length : BURST_MAX;
    n = sendfile(fd, in, &at, gather->bytes);
    if (n == 0) {
        errno = EPIPE; /* the file was cut: as bad as a lost peer */
        return -1;
    }
    if (n < 0 && (errno == EINVAL || errno == ENOSYS)) {
        gather->refuses_sendfile = true;
        errno = EINTR; /* try again, by reading */
    }
    return n;
}

/* Sends from the front of bb until it is empty or the socket is full. */
static apr_status_t send_some(pn_queue_t *queue, int fd, apr_bucket_brigade *bb)
{
    gather_t gather; /* gather_front() sets what it gathers */
    apr_off_t until = queue->sent + BURST_MAX;

    gather.refuses_sendfile = false;
    for (;;) {
        apr_status_t rv;
        ssize_t n;

        consume(bb, 0);
        if (APR_BRIGADE_EMPTY(bb)) {
            return APR_SUCCESS;
        }
        if (queue->sent >= until) {
            return APR_EAGAIN;
        }
        rv = gather_front(bb, &gather);
        if (rv != APR_SUCCESS) {
            return rv;
        }
        if (gather.n) {
            n = send_memory(fd, &gather);
        }
        else if (gather.file) {
            n = send_file(fd, &gather);
        }
        else {
            continue;
        }
        if (n < 0) {
            if (errno == EINTR) {
                continue;
            }
            return APR_STATUS_IS_EAGAIN(errno) ? APR_EAGAIN : errno;
        }
        queue->sent += n;
        consume(bb, (apr_size_t)n);
        if ((apr_size_t)n < gather.bytes) {
            return APR_EAGAIN;
        }
    }
}

/* After sending from wait: files may have become memory on the way. */
static void count_waiting(pn_queue_t *queue)
{
    apr_bucket *b;

    queue->bytes = 0;
    queue->memory = 0;
    for (b = APR_BRIGADE_FIRST(queue->wait);
         b != APR_BRIGADE_SENTINEL(queue->wait); b = APR_BUCKET_NEXT(b)) {
        if (!APR_BUCKET_IS_METADATA(b)) {
            queue->bytes += (apr_off_t)b->length;
            queue->memory += is_memory(b) ? b->length : 0;
        }
    }
}

apr_status_t pn_queue_push(pn_queue_t *queue, int fd)
{
    apr_status_t rv;

    if (APR_BRIGADE_EMPTY(queue->wait)) {
        return APR_SUCCESS;
    }
    rv = send_some(queue, fd, queue->wait);
    if (APR_STATUS_IS_EAGAIN(rv)) {
        count_waiting(queue);
        return APR_EAGAIN;
    }
    if (rv == APR_SUCCESS) {
        queue->bytes = 0;
        queue->memory = 0;
        apr_pool_clear(queue->aside);
    }
    else {
        pn_queue_drop(queue);
    }
    return rv;
}

static bool has_unknown_bucket(apr_bucket_brigade *bb)
{
    apr_bucket *b;

    for (b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b)) {
        if (has_unknown_length(b)) {
            return true;
        }
    }
    return false;
}

apr_status_t pn_queue_send(pn_queue_t *queue, int fd, apr_bucket_brigade *bb)
{
    apr_status_t rv;

    /* The end-of-request bucket destroys what bb itself may live in. */
    APR_BRIGADE_CONCAT(queue->fresh, bb);
    rv = pn_queue_push(queue, fd);
    if (rv == APR_SUCCESS) {
        rv = send_some(queue, fd, queue->fresh);
    }
    if (APR_STATUS_IS_EAGAIN(rv)) {
        if (has_unknown_bucket(queue->fresh)) {
            return APR_INCOMPLETE;
        }
        rv = keep(queue);
        if (rv == APR_SUCCESS) {
            return APR_EAGAIN;
        }
    }
    if (rv != APR_SUCCESS) {
        pn_queue_drop(queue);
    }
    return rv;
}

apr_status_t pn_queue_keep(pn_queue_t *queue, apr_bucket_brigade *bb)
{
    apr_status_t rv;

    APR_BRIGADE_CONCAT(queue->fresh, bb);
    rv = keep(queue);
    if (rv != APR_SUCCESS) {
        pn_queue_drop(queue);
    }
    return rv;
}
