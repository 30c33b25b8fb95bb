/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_writer.c - opening logs and writing their lines.
 *
 * Unbuffered, a line is one write(): lines of all processes that share the log
 * stay whole. Buffered (BufferedLogs), each process collects lines and writes
 * them when the buffer is full and when it ends.
 */
#include "log_config.h"

#include "apr_file_io.h"
#include "apr_strings.h"
#include "apr_thread_mutex.h"

#include "ap_mpm.h"
#include "http_config.h"
#include "http_log.h"
#include "pinion.h"

APLOG_USE_MODULE(log_config);

enum {
    /* What a pipe takes as a whole. */
    BUFFER_BYTES = 4096,
    /* Lines up to this are put together on the stack. */
    LINE_BYTES = 1024
};

typedef struct buffered_log_t {
    apr_file_t *file;
    apr_thread_mutex_t *mutex; /* NULL in single-threaded processes */
    apr_size_t len;
    char text[BUFFER_BYTES];
} buffered_log_t;

/* Those of this configuration; in the log's pool. */
static apr_array_header_t *buffered_logs;

/* --- opening ------------------------------------------------------------- */

static void *open_log(apr_pool_t *pool, server_rec *s, const char *name)
{
    apr_file_t *file;

    return pinion_open_log(pool, s, name, &file) == APR_SUCCESS ? file : NULL;
}

static void *open_buffered_log(apr_pool_t *pool, server_rec *s,
                               const char *name)
{
    apr_file_t *file = open_log(pool, s, name);
    buffered_log_t *log;

    if (!file) {
        return NULL;
    }
    log = apr_pcalloc(pool, sizeof(*log));
    log->file = file;
    if (!buffered_logs) {
        buffered_logs = apr_array_make(pool, 4, sizeof(buffered_log_t *));
    }
    APR_ARRAY_PUSH(buffered_logs, buffered_log_t *) = log;
    return log;
}

/* --- writing ------------------------------------------------------------- */

static void join(char *to, const char **portions, const int *lengths, int n)
{
    for (int i = 0; i < n; i++) {
        if (lengths[i] == 1) { /* blanks, dashes, quotes: most portions */
            *to++ = *portions[i];
            continue;
        }
        memcpy(to, portions[i], (size_t)lengths[i]);
        to += lengths[i];
    }
}

static apr_status_t write_line(request_rec *r, void *handle,
                               const char **portions, int *lengths, int nelts,
                               apr_size_t len)
{
    char on_stack[LINE_BYTES];
    char *line = len <= sizeof(on_stack) ? on_stack : apr_palloc(r->pool, len);

    join(line, portions, lengths, nelts);
    return apr_file_write_full(handle, line, len, NULL);
}

static apr_status_t flush(buffered_log_t *log)
{
    apr_status_t rv = APR_SUCCESS;

    if (log->len > 0) {
        rv = apr_file_write_full(log->file, log->text, log->len, NULL);
        log->len = 0;
    }
    return rv;
}

static apr_status_t write_buffered_line(request_rec *r, void *handle,
                                        const char **portions, int *lengths,
                                        int nelts, apr_size_t len)
{
    buffered_log_t *log = handle;
    apr_status_t rv = APR_SUCCESS;

    if (log->mutex) {
        apr_thread_mutex_lock(log->mutex);
    }
    if (len + log->len > sizeof(log->text)) {
        rv = flush(log);
    }
    if (len > sizeof(log->text)) {
        rv = write_line(r, log->file, portions, lengths, nelts, len);
    }
    else {
        join(log->text + log->len, portions, lengths, nelts);
        log->len += len;
    }
    if (log->mutex) {
        apr_thread_mutex_unlock(log->mutex);
    }
    return rv;
}

static apr_status_t flush_all(void *logs)
{
    const apr_array_header_t *array = logs;

    for (int i = 0; i < array->nelts; i++) {
        flush(APR_ARRAY_IDX(array, i, buffered_log_t *));
    }
    return APR_SUCCESS;
}

void log_writer_child_init(apr_pool_t *pchild, server_rec *s)
{
    int n_threads = 0;

    if (!buffered_logs) {
        return;
    }
    ap_mpm_query(AP_MPMQ_MAX_THREADS, &n_threads);
    for (int i = 0; i < buffered_logs->nelts; i++) {
        buffered_log_t *log = APR_ARRAY_IDX(buffered_logs, i, buffered_log_t *);
        apr_status_t rv = APR_SUCCESS;

        log->len = 0;
        if (n_threads > 1) {
            rv = apr_thread_mutex_create(&log->mutex, APR_THREAD_MUTEX_DEFAULT,
                                         pchild);
        }
        if (rv != APR_SUCCESS) {
            ap_log_error(APLOG_MARK, APLOG_CRIT, rv, s,
                         "no mutex for a buffered log, its lines may mix");
        }
    }
    apr_pool_cleanup_register(pchild, buffered_logs, flush_all, flush_all);
}

/* --- choosing ------------------------------------------------------------ */

ap_log_writer_init *log_writer_init = open_log;
ap_log_writer *log_writer = write_line;

ap_log_writer_init *log_set_writer_init(ap_log_writer_init *init)
{
    ap_log_writer_init *old = log_writer_init;

    log_writer_init = init;
    return old;
}

ap_log_writer *log_set_writer(ap_log_writer *writer)
{
    ap_log_writer *old = log_writer;

    log_writer = writer;
    return old;
}

void log_writer_reset(void)
{
    log_writer_init = open_log;
    log_writer = write_line;
    buffered_logs = NULL;
}

void log_writer_use_buffers(void)
{
    log_writer_init = open_buffered_log;
    log_writer = write_buffered_line;
}
