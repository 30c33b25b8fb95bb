/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place_htaccess - the .htaccess file of a place, parsed once for each state
 * of it.
 *
 * When something happened in a directory the file is looked at again, but only
 * parsed again when it is another one: device, inode, size, and both times. A
 * file that was changed a moment before it was read may change once more
 * without any of these changing, and is not trusted a second time.
 *
 * A broken file is never skipped: it may be what keeps a directory closed.
 */

#include "request/place.h"

#include <errno.h>
#include <string.h>

#include <apr_strings.h>

#include "config/htaccess.h"
#include "http_log.h"
#include "request/place_data.h"

APLOG_USE_MODULE(core);

enum {
    /* Clocks of file systems tick slower than ours: be far on the safe side. */
    TICK_US = 100 * 1000,
    /* What a byte of text becomes, about: directives, tables, expressions. */
    BYTES_FOR_BYTE = 32
};

void pn_place_release_htaccess(pn_htaccess_t *htaccess)
{
    if (htaccess && --htaccess->refs == 0) {
        apr_pool_destroy(htaccess->pool);
    }
}

static file_facts_t facts_of(const struct stat *found)
{
    return (file_facts_t){ .device = found->st_dev,
                           .inode = found->st_ino,
                           .size = found->st_size,
                           .modified = found->st_mtim,
                           .changed = found->st_ctim };
}

static bool is_same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static bool is_same_file(const file_facts_t *a, const file_facts_t *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size
           && is_same_time(a->modified, b->modified)
           && is_same_time(a->changed, b->changed);
}

static bool has_same_rights(const pn_rules_t *a, const pn_rules_t *b)
{
    return a->override == b->override && a->override_opts == b->override_opts
           && a->override_list == b->override_list;
}

static bool is_long_ago(struct timespec when, apr_time_t now)
{
    apr_time_t then = apr_time_make(when.tv_sec, when.tv_nsec / 1000);

    return then + TICK_US < now;
}

static pn_htaccess_t *make(pn_place_t *place, const pn_rules_t *rules,
                           const struct stat *found, unsigned int name)
{
    apr_pool_t *pool;
    pn_htaccess_t *htaccess;
    apr_time_t now = apr_time_now();

    pn_place_lock();
    pool = pn_place_make_pool();
    pn_place_unlock();
    htaccess = apr_pcalloc(pool, sizeof(*htaccess));
    htaccess->refs = 1;
    htaccess->pool = pool;
    htaccess->conf = place->conf;
    htaccess->rules = *rules;
    htaccess->name = name;
    if (found) {
        htaccess->facts = facts_of(found);
        htaccess->is_sure = is_long_ago(found->st_mtim, now)
                            && is_long_ago(found->st_ctim, now);
        htaccess->is_linked = found->st_nlink > 1;
        htaccess->bytes = (apr_size_t)found->st_size * BYTES_FOR_BYTE;
    }
    htaccess->bytes += POOL_BYTES;
    return htaccess;
}

/* One line for each state of a file, whichever process meets it first. */
static bool is_news(const char *path, const file_facts_t *facts)
{
    return pn_watch_is_first(
        pn_watch_hash((const char *)facts, sizeof(*facts),
                      pn_watch_hash(path, strlen(path), 1)));
}

static void refuse_unreadable(pn_htaccess_t *htaccess, request_rec *r,
                              int error, const char *path)
{
    struct stat where;
    file_facts_t facts = { 0 };

    htaccess->status = HTTP_FORBIDDEN;
    if (stat(path, &where) == 0) {
        facts = facts_of(&where);
    }
    if (is_news(path, &facts)) {
        ap_log_rerror(APLOG_MARK, APLOG_CRIT, error, r,
                      "%s cannot be read: make sure that it is readable and "
                      "that its directory is executable; requests below it "
                      "are refused",
                      path);
    }
}

static void parse(pn_htaccess_t *htaccess, request_rec *r,
                  const pn_place_t *place, const char *path)
{
    pn_htaccess_rights_t rights = {
        (int)(htaccess->rules.override & ~(overrides_t)OR_UNSET),
        (int)htaccess->rules.override_opts, htaccess->rules.override_list
    };
    ap_configfile_t *file = NULL;
    const char *error = NULL;
    apr_status_t rv = ap_pcfg_openfile(&file, htaccess->pool, path);

    if (rv != APR_SUCCESS) {
        refuse_unreadable(htaccess, r, rv, path);
        return;
    }
    error = pn_htaccess_parse(htaccess->pool, r->server, file, place->dir,
                              &rights, &htaccess->vector);
    ap_cfg_closefile(file);
    if (!error) {
        return;
    }
    htaccess->status = HTTP_INTERNAL_SERVER_ERROR;
    htaccess->vector = NULL;
    if ((apr_size_t)htaccess->facts.size > pn_htaccess_max_bytes) {
        htaccess->bytes = POOL_BYTES; /* it was not read */
    }
    if (is_news(path, &htaccess->facts)) {
        ap_log_rerror(APLOG_MARK, APLOG_ALERT, 0, r, "%s", error);
    }
}

/* The file that was there before, if it is this one still. */
static pn_htaccess_t *reuse(pn_place_t *place, const pn_rules_t *rules,
                            const struct stat *found, unsigned int name)
{
    pn_htaccess_t *former = place->former;
    file_facts_t facts = facts_of(found);

    if (!former || !former->is_sure || former->name != name
        || former->status == HTTP_FORBIDDEN
        || !has_same_rights(&former->rules, rules)
        || !is_same_file(&former->facts, &facts)) {
        return NULL;
    }
    place->former = NULL;
    return former;
}

static void take(pn_place_t *place, pn_htaccess_t *htaccess)
{
    pn_place_lock();
    place->htaccess = htaccess;
    pn_place_account(place, (apr_ssize_t)htaccess->bytes);
    pn_place_unlock();
}

/* True when there is such a file, whatever came of it. */
static bool look_for(pn_place_t *place, request_rec *r, const char *name,
                     const pn_rules_t *rules, unsigned int number)
{
    const char *path = ap_make_full_path(r->pool, place->dir, name);
    pn_htaccess_t *htaccess;
    struct stat found;

    if (stat(path, &found) != 0) {
        if (errno == ENOENT || errno == ENOTDIR) {
            return false;
        }
        htaccess = make(place, rules, NULL, number);
        refuse_unreadable(htaccess, r, errno, path);
        take(place, htaccess);
        return true;
    }
    htaccess = reuse(place, rules, &found, number);
    if (!htaccess) {
        htaccess = make(place, rules, &found, number);
        parse(htaccess, r, place, path);
    }
    take(place, htaccess);
    return true;
}

/* A file that is a link depends on where that leads, and on what is there. */
static void watch_link(pn_place_t *place, request_rec *r, const char *name)
{
    const char *path = ap_make_full_path(r->pool, place->dir, name);
    struct stat found;

    if (lstat(path, &found) == 0 && S_ISLNK(found.st_mode)) {
        pn_place_watch_way(&place->watch, path);
    }
}

/* The names of AccessFileName, each watched. */
static apr_array_header_t *watch_names(pn_place_t *place, request_rec *r,
                                       const char *names)
{
    apr_array_header_t *list = apr_array_make(r->pool, 2, sizeof(char *));

    while (*names) {
        const char *name = ap_getword_conf(r->pool, &names);

        APR_ARRAY_PUSH(list, const char *) = name;
        pn_watch_add(&place->watch, place->directory, name, strlen(name));
        watch_link(place, r, name);
    }
    return list;
}

int pn_place_htaccess(pn_place_t *place, request_rec *r, const char *names,
                      const pn_rules_t *rules, ap_conf_vector_t **vector)
{
    const apr_array_header_t *list = watch_names(place, r, names);

    *vector = NULL;
    /* What happens from now on makes the place unsure. */
    pn_watch_mark(&place->watch);
    for (int i = 0; i < list->nelts; i++) {
        if (look_for(place, r, APR_ARRAY_IDX(list, i, const char *), rules,
                     (unsigned int)i)) {
            *vector = place->htaccess->vector;
            return place->htaccess->status;
        }
    }
    return OK;
}
