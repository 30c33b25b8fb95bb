/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dir_match.c - calling a function for the files that a path with wild cards
 * names, or that a directory holds: what Include does.
 *
 * Names come in the order of strcmp(), so that "10-a.conf" is read before
 * "20-b.conf" wherever the file system keeps them.
 */
#include "httpd.h"

#include <stdlib.h>

#include "apr_file_info.h"
#include "apr_fnmatch.h"
#include "apr_strings.h"
#include "apr_tables.h"

enum { MAX_DEPTH = 20 }; /* a symbolic link may lead upwards */

typedef struct entry_t {
    const char *path;
    const char *name;
} entry_t;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const entry_t *)a)->name, ((const entry_t *)b)->name);
}

/*
 * The sorted entries of dir in *entries: those that pattern matches, or all
 * that do not begin with a dot. Returns an error text or NULL.
 */
static const char *list_dir(ap_dir_match_t *w, const char *dir,
                            const char *pattern, apr_array_header_t **entries)
{
    apr_dir_t *handle;
    apr_finfo_t finfo;
    apr_status_t rv = apr_dir_open(&handle, dir, w->ptemp);

    *entries = apr_array_make(w->ptemp, 16, sizeof(entry_t));
    if (rv != APR_SUCCESS) {
        return apr_psprintf(w->p, "%scannot open the directory %s: %pm",
                            w->prefix, dir, &rv);
    }
    while (apr_dir_read(&finfo, APR_FINFO_NAME, handle) == APR_SUCCESS) {
        if (strcmp(finfo.name, ".") != 0 && strcmp(finfo.name, "..") != 0
            && (!pattern
                || apr_fnmatch(pattern, finfo.name, APR_FNM_PERIOD)
                       == APR_SUCCESS)) {
            entry_t *entry = &APR_ARRAY_PUSH(*entries, entry_t);

            entry->path = ap_make_full_path(w->ptemp, dir, finfo.name);
            entry->name = strrchr(entry->path, '/') + 1;
        }
    }
    apr_dir_close(handle);
    if ((*entries)->nelts > 1) {
        qsort((*entries)->elts, (size_t)(*entries)->nelts, sizeof(entry_t),
              by_name);
    }
    return NULL;
}

AP_DECLARE(const char *) ap_dir_nofnmatch(ap_dir_match_t *w, const char *fname)
{
    apr_array_header_t *entries;
    const char *error = NULL;

    if (!(w->flags & AP_DIR_FLAG_RECURSIVE)
        || !ap_is_rdirectory(w->ptemp, fname)) {
        return w->cb(w, fname);
    }
    if (++w->depth > MAX_DEPTH) {
        return apr_psprintf(w->p,
                            "%sdirectory %s is more than %d levels deep: does "
                            "a symbolic link lead upwards?",
                            w->prefix, fname, MAX_DEPTH);
    }
    error = list_dir(w, fname, NULL, &entries);
    for (int i = 0; i < entries->nelts && !error; i++) {
        error = ap_dir_nofnmatch(w, APR_ARRAY_IDX(entries, i, entry_t).path);
    }
    w->depth--;
    return error;
}

/*
 * path: what is resolved so far, no wild cards. fname: the rest of the pattern.
 * *n counts what it named. Behind a wild card, what does not exist is no match:
 * a pattern stands for the files that are there.
 */
static const char *match_rest(ap_dir_match_t *w, const char *path,
                              const char *fname, int is_expanded, int *n)
{
    const char *rest = strchr(fname, '/');
    const char *first = rest ? apr_pstrmemdup(w->ptemp, fname,
                                              (apr_size_t)(rest - fname))
                             : fname;
    apr_array_header_t *entries;
    const char *error;
    apr_finfo_t finfo;

    if (!apr_fnmatch_test(first)) {
        path = ap_make_full_path(w->ptemp, path, first);
        if (rest) {
            return match_rest(w, path, rest + 1, is_expanded, n);
        }
        if (is_expanded
            && APR_STATUS_IS_ENOENT(
                apr_stat(&finfo, path, APR_FINFO_TYPE, w->ptemp))) {
            return NULL;
        }
        ++*n;
        return ap_dir_nofnmatch(w, path);
    }
    if (!ap_is_directory(w->ptemp, path)
        && (is_expanded || (w->flags & AP_DIR_FLAG_OPTIONAL))) {
        return NULL;
    }
    error = list_dir(w, path, first, &entries);
    for (int i = 0; i < entries->nelts && !error; i++) {
        const char *found = APR_ARRAY_IDX(entries, i, entry_t).path;

        if (!rest) {
            ++*n;
            error = ap_dir_nofnmatch(w, found);
        }
        else if (ap_is_directory(w->ptemp, found)) {
            error = match_rest(w, found, rest + 1, 1, n);
        }
    }
    return error;
}

AP_DECLARE(const char *)
ap_dir_fnmatch(ap_dir_match_t *w, const char *path, const char *fname)
{
    int n = 0;
    const char *error = match_rest(w, path, fname, 0, &n);

    if (!error && n == 0 && !(w->flags & AP_DIR_FLAG_OPTIONAL)) {
        error = apr_psprintf(w->p, "%snothing in %s matches '%s'", w->prefix,
                             path, fname);
    }
    return error;
}
