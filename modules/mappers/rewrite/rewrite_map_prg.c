/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_map_prg - maps that are programs: started once with the server, one
 * line in, one line out. All processes share the one program, so a lock of
 * all processes (Mutex rewrite-map) makes question and answer one.
 */

#include "rewrite.h"

#include "apr_strings.h"
#include "apr_thread_proc.h"

#include "util_mutex.h"

APLOG_USE_MODULE(rewrite);

enum { ANSWER_MAX_BYTES = 65536 };

struct map_program_t {
    apr_file_t *in;
    apr_file_t *out;
};

/* One for all programs of a generation; in its configuration's pool. */
static apr_global_mutex_t *lock;
static const char lock_type[] = "rewrite-map";

map_program_t *rewrite_program_make(apr_pool_t *pool)
{
    return apr_pcalloc(pool, sizeof(map_program_t));
}

void rewrite_program_register(apr_pool_t *pool)
{
    lock = NULL;
    ap_mutex_register(pool, lock_type, NULL, APR_LOCK_DEFAULT, 0);
}

/* In the child that could not become the program. */
static void report_failed_exec(apr_pool_t *pool, apr_status_t rv,
                               const char *what)
{
    ap_log_error(APLOG_MARK, APLOG_CRIT | APLOG_STARTUP, rv, NULL,
                 "rewrite: the program of a map could not be run: %s", what);
}

static apr_status_t make_attributes(apr_pool_t *pool, const rewrite_map_t *map,
                                    apr_procattr_t **made)
{
    apr_procattr_t *attributes;
    apr_status_t rv = apr_procattr_create(made, pool);

    attributes = *made;
    if (rv == APR_SUCCESS) {
        rv = apr_procattr_io_set(attributes, APR_FULL_BLOCK, APR_FULL_BLOCK,
                                 APR_NO_PIPE);
    }
    if (rv == APR_SUCCESS && map->user) {
        rv = apr_procattr_user_set(attributes, map->user, "");
    }
    if (rv == APR_SUCCESS && map->group) {
        rv = apr_procattr_group_set(attributes, map->group);
    }
    if (rv == APR_SUCCESS) {
        rv = apr_procattr_cmdtype_set(attributes, APR_PROGRAM);
    }
    if (rv == APR_SUCCESS) {
        rv = apr_procattr_child_errfn_set(attributes, report_failed_exec);
    }
    return rv == APR_SUCCESS ? apr_procattr_error_check_set(attributes, 1) : rv;
}

static apr_status_t make_lock(apr_pool_t *pool, server_rec *s)
{
    return lock ? APR_SUCCESS
                : ap_global_mutex_create(&lock, NULL, lock_type, NULL, s, pool,
                                         0);
}

apr_status_t rewrite_program_start(apr_pool_t *pool, server_rec *s,
                                   const rewrite_map_t *map)
{
    apr_proc_t *process = apr_pcalloc(pool, sizeof(*process));
    apr_procattr_t *attributes;
    apr_status_t rv;

    if (map->program->in) { /* a map that was inherited runs already */
        return APR_SUCCESS;
    }
    rv = make_lock(pool, s);
    if (rv == APR_SUCCESS) {
        rv = make_attributes(pool, map, &attributes);
    }
    if (rv == APR_SUCCESS) {
        rv = apr_proc_create(process, map->source, map->argv, NULL, attributes,
                             pool);
    }
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_ERR, rv, s,
                     "rewrite: cannot start the program of map '%s': %s",
                     map->name, map->source);
        return rv;
    }
    apr_pool_note_subprocess(pool, process, APR_KILL_AFTER_TIMEOUT);
    map->program->in = process->in;
    map->program->out = process->out;
    return APR_SUCCESS;
}

void rewrite_program_child(apr_pool_t *pool, server_rec *s)
{
    apr_status_t rv;

    if (!lock) {
        return;
    }
    rv = apr_global_mutex_child_init(&lock, apr_global_mutex_lockfile(lock),
                                     pool);
    if (rv != APR_SUCCESS) {
        ap_log_error(APLOG_MARK, APLOG_CRIT, rv, s,
                     "rewrite: a child process cannot use the lock of maps' "
                     "programs: Mutex rewrite-map may choose another kind");
    }
}

/* Reads up to a line feed. The line, or NULL, logged. */
static const char *read_answer(request_rec *r, const rewrite_map_t *map)
{
    apr_size_t room = 256;
    apr_size_t len = 0;
    char *line = apr_palloc(r->pool, room);

    for (;;) {
        apr_size_t more = room - len;
        apr_status_t rv = apr_file_read(map->program->out, line + len, &more);
        char *end;

        if (rv != APR_SUCCESS) {
            ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                          "rewrite: the program of map '%s' does not answer "
                          "any more (it ends only with the server; restart "
                          "the server to start it again): %s",
                          map->name, map->source);
            return NULL;
        }
        end = memchr(line + len, '\n', more);
        len += more;
        if (end) {
            *end = '\0';
            return line;
        }
        if (len >= ANSWER_MAX_BYTES) {
            ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                          "rewrite: the program of map '%s' answers a line of "
                          "more than %d bytes, which is not used",
                          map->name, ANSWER_MAX_BYTES);
            return NULL;
        }
        if (len == room) {
            char *wider = apr_palloc(r->pool, room * 2);

            memcpy(wider, line, len);
            line = wider;
            room *= 2;
        }
    }
}

static const char *ask(request_rec *r, const rewrite_map_t *map,
                       const char *key)
{
    struct iovec question[] = {
        { .iov_base = apr_pstrdup(r->pool, key), .iov_len = strlen(key) },
        { .iov_base = apr_pstrdup(r->pool, "\n"), .iov_len = 1 },
    };
    apr_size_t written;
    apr_status_t rv = apr_file_writev_full(map->program->in, question, 2,
                                           &written);

    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "rewrite: the program of map '%s' has ended; restart "
                      "the server to start it again: %s",
                      map->name, map->source);
        return NULL;
    }
    return read_answer(r, map);
}

const char *rewrite_map_program(request_rec *r, const rewrite_map_t *map,
                                const char *key)
{
    const char *answer;
    apr_status_t rv;

    if (!map->program->in || !lock || strchr(key, '\n')) {
        return NULL;
    }
    rv = apr_global_mutex_lock(lock);
    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "rewrite: cannot lock the program of map '%s'",
                      map->name);
        return NULL;
    }
    answer = ask(r, map, key);
    apr_global_mutex_unlock(lock);
    return answer && ap_cstr_casecmp(answer, "NULL") != 0 ? answer : NULL;
}
