/* SPDX-License-Identifier: Apache-2.0 */
/*
 * index_entries.c - the lines of a listing: read, chosen and sorted.
 *
 * Each name is asked for in a subrequest: what the client may not have it does
 * not see, and types and encodings are those that it would get.
 */

#include "autoindex.h"

#include <apr_strings.h>

#include "http_core.h"
#include "http_request.h"

static int is_ignored(const autoindex_conf_t *conf, const char *name)
{
    if (strcmp(name, ".") == 0) {
        return 1;
    }
    for (int i = 0; i < conf->ignored->nelts; i++) {
        if (ap_strcmp_match(name, APR_ARRAY_IDX(conf->ignored, i,
                                                const char *)) == 0) {
            return 1;
        }
    }
    return 0;
}

static const char *escape_link(apr_pool_t *pool, const char *name)
{
    return ap_escape_html(pool, ap_os_escape_path(pool, name, 0));
}

static index_entry_t *make_entry(request_rec *r, const index_view_t *view)
{
    index_entry_t *entry = apr_pcalloc(r->pool, sizeof(*entry));

    entry->view = view;
    entry->size = -1;
    return entry;
}

static void fill_directory(const index_view_t *view, const char *path,
                           const char *default_alt, index_entry_t *entry)
{
    entry->is_directory = 1;
    if (!(view->options & INDEX_FANCY)) {
        return;
    }
    entry->icon = autoindex_find_directory_item(view->conf->icons, path);
    entry->alt = autoindex_find_directory_item(view->conf->alts, path);
    if (!entry->alt) {
        entry->alt = default_alt;
    }
}

/* NULL at the root of the URL space. */
static index_entry_t *make_parent(request_rec *r, const index_view_t *view)
{
    char *uri = ap_make_full_path(r->pool, r->uri, "../");
    index_entry_t *entry;

    ap_getparents(uri);
    if (!*uri || strcmp(r->uri, "/") == 0) {
        return NULL;
    }
    entry = make_entry(r, view);
    entry->is_parent = 1;
    entry->name = "Parent Directory";
    entry->link = escape_link(r->pool, uri);
    fill_directory(view, "..", "PARENTDIR", entry);
    return entry;
}

static int is_shown(const request_rec *rr, const index_view_t *view)
{
    if (rr->finfo.filetype != APR_DIR && rr->finfo.filetype != APR_REG) {
        return 0;
    }
    if (rr->status == HTTP_OK) {
        return 1;
    }
    return (view->options & INDEX_SHOW_FORBIDDEN) &&
           (rr->status == HTTP_UNAUTHORIZED || rr->status == HTTP_FORBIDDEN);
}

/* A plain listing has no columns, and no order by them. */
static void fill_file(request_rec *r, const index_view_t *view,
                      const request_rec *rr, index_entry_t *entry)
{
    if (!(view->options & INDEX_FANCY)) {
        return;
    }
    entry->description = autoindex_find_description(view->conf, rr->filename);
    entry->mtime = rr->finfo.mtime;
    entry->size = rr->finfo.size;
    entry->icon = autoindex_find_file_item(view->conf->icons, rr);
    entry->alt = autoindex_find_file_item(view->conf->alts, rr);
    if (!entry->description && (view->options & INDEX_SCAN_TITLES)) {
        entry->description = autoindex_read_title(r->pool, rr);
    }
}

/* Whether path is a directory, through a symbolic link too; sets its time. The
 * subrequest does not tell: mod_dir may have put an index document in its
 * place. */
static int is_directory(request_rec *r, const apr_finfo_t *dirent,
                        const char *path, apr_time_t *mtime)
{
    apr_finfo_t finfo;

    if ((dirent->valid & APR_FINFO_TYPE) && dirent->filetype == APR_REG) {
        return 0;
    }
    if (apr_stat(&finfo, path, APR_FINFO_TYPE | APR_FINFO_MTIME, r->pool) !=
            APR_SUCCESS || finfo.filetype != APR_DIR) {
        return 0;
    }
    *mtime = finfo.mtime;
    return 1;
}

static index_entry_t *make_file(request_rec *r, const index_view_t *view,
                                const apr_finfo_t *dirent)
{
    request_rec *rr = ap_sub_req_lookup_dirent(dirent, r, AP_SUBREQ_NO_ARGS,
                                               NULL);
    const char *path = ap_make_full_path(rr->pool, r->filename, dirent->name);
    index_entry_t *entry = NULL;

    if (is_shown(rr, view)) {
        entry = make_entry(r, view);
        if (is_directory(rr, dirent, path, &entry->mtime)) {
            entry->name = apr_pstrcat(r->pool, dirent->name, "/", NULL);
            fill_directory(view, path, "DIR", entry);
            if (view->options & INDEX_FANCY) {
                entry->description = autoindex_find_description(view->conf,
                                                                path);
            }
            else {
                entry->mtime = 0;
            }
        }
        else {
            entry->name = apr_pstrdup(r->pool, dirent->name);
            fill_file(r, view, rr, entry);
        }
        entry->link = escape_link(r->pool, entry->name);
    }
    ap_destroy_sub_req(rr);
    return entry;
}

static index_entry_t *read_entry(request_rec *r, const index_view_t *view,
                                 const apr_finfo_t *dirent)
{
    if (is_ignored(view->conf, dirent->name)) {
        return NULL;
    }
    if (strcmp(dirent->name, "..") == 0) {
        return make_parent(r, view);
    }
    if (view->pattern &&
        ap_strcmp_match(dirent->name, view->pattern) != 0) {
        return NULL;
    }
    return make_file(r, view, dirent);
}

/* --- sorting ------------------------------------------------------------- */

static int compare_texts(const index_view_t *view, const char *one,
                         const char *other)
{
    int ignores_case = view->options & INDEX_IGNORE_CASE;
    int result = 0;

    if (view->options & INDEX_VERSION_SORT) {
        result = ignores_case ? apr_strnatcasecmp(one, other)
                              : apr_strnatcmp(one, other);
    }
    else if (ignores_case) {
        result = strcasecmp(one, other);
    }
    return result ? result : strcmp(one, other);
}

static int compare_numbers(apr_int64_t one, apr_int64_t other)
{
    return one < other ? -1 : one > other;
}

static int compare_keys(const index_entry_t *one, const index_entry_t *other)
{
    switch (one->view->sort_key) {
    case 'M':
        return compare_numbers(one->mtime, other->mtime);
    case 'S':
        return compare_numbers(one->size, other->size);
    case 'D':
        /* Files without a description come first. */
        if (!one->description || !other->description) {
            return !other->description - !one->description;
        }
        return compare_texts(one->view, one->description, other->description);
    default:
        return compare_texts(one->view, one->name, other->name);
    }
}

static int compare_entries(const void *left, const void *right)
{
    const index_entry_t *one = *(index_entry_t *const *)left;
    const index_entry_t *other = *(index_entry_t *const *)right;
    const index_view_t *view = one->view;
    int result;

    if (one->is_parent || other->is_parent) {
        return other->is_parent - one->is_parent;
    }
    if ((view->options & INDEX_FANCY) &&
        (view->options & INDEX_FOLDERS_FIRST) &&
        one->is_directory != other->is_directory) {
        return other->is_directory - one->is_directory;
    }
    result = compare_keys(one, other);
    if (result == 0) {
        result = compare_texts(view, one->name, other->name);
    }
    return view->sort_direction == 'D' ? -result : result;
}

apr_array_header_t *autoindex_read_entries(request_rec *r, apr_dir_t *dir,
                                           const index_view_t *view)
{
    apr_array_header_t *entries = apr_array_make(r->pool, 64,
                                                 sizeof(index_entry_t *));
    apr_finfo_t dirent;
    apr_status_t rv;

    while ((rv = apr_dir_read(&dirent, APR_FINFO_MIN | APR_FINFO_NAME, dir)) ==
               APR_SUCCESS || rv == APR_INCOMPLETE) {
        index_entry_t *entry = read_entry(r, view, &dirent);

        if (entry) {
            APR_ARRAY_PUSH(entries, index_entry_t *) = entry;
        }
    }
    if (entries->nelts > 1) {
        qsort(entries->elts, (size_t)entries->nelts, sizeof(index_entry_t *),
              compare_entries);
    }
    return entries;
}
