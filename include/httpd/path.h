/* SPDX-License-Identifier: Apache-2.0 */
/*
 * path.h - file and URL paths.
 */
#ifndef PINION_HTTPD_PATH_H
#define PINION_HTTPD_PATH_H

#include <apr_file_io.h>
#include <apr_pools.h>

#include "httpd/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Options of ap_normalize_path(): a relative path is no error, do not climb
 * above the root, decode what needs no encoding (RFC 3986 section 6.2.2), runs
 * of slashes become one, remove path parameters.
 */
#define AP_NORMALIZE_DROP_PARAMETERS   0
#define AP_NORMALIZE_ALLOW_RELATIVE    1
#define AP_NORMALIZE_NOT_ABOVE_ROOT    2
#define AP_NORMALIZE_DECODE_UNRESERVED 4
#define AP_NORMALIZE_MERGE_SLASHES     8

/*
 * Removes "." and ".." segments in place. Returns 0 if the path climbs above
 * its root (with AP_NORMALIZE_NOT_ABOVE_ROOT), does not start with a slash, or
 * has a broken escape.
 */
AP_DECLARE(int) ap_normalize_path(char *path, unsigned int flags);

/*
 * Removes "." and ".." segments in place, as RFC 3986 section 5.2.4. Prefer
 * ap_normalize_path().
 */
AP_DECLARE(void) ap_getparents(char *name);

/* Turns runs of slashes into one, in place. */
AP_DECLARE(void) ap_no2slash(char *name);

/*
 * ap_no2slash(); with is_fs_path two leading slashes may stay where the system
 * gives them a meaning (not on Unix).
 */
AP_DECLARE(void) ap_no2slash_ex(char *name, int is_fs_path);

/*
 * Copies the first n segments of s to d, with a slash behind the last. Returns
 * where the terminating 0 is. d has room for s and 2 more bytes.
 */
AP_DECLARE(char *) ap_make_dirstr_prefix(char *d, const char *s, int n);

/* The directory part of s with its slash; "" if there is none. */
AP_DECLARE(char *) ap_make_dirstr_parent(apr_pool_t *pool, const char *s);

/* dir and f with exactly one slash between. */
AP_DECLARE(char *) ap_make_full_path(apr_pool_t *pool, const char *dir,
                                     const char *f);

/* The number of slashes. */
AP_DECLARE(int) ap_count_dirs(const char *path);

/* Whether a path starts with a slash. */
AP_DECLARE(int) ap_os_is_path_absolute(apr_pool_t *pool, const char *dir);

/* 1 if name is a directory or a link to one. */
AP_DECLARE(int) ap_is_directory(apr_pool_t *pool, const char *name);

/* 1 if name itself is a directory: links are not followed. */
AP_DECLARE(int) ap_is_rdirectory(apr_pool_t *pool, const char *name);

/* apr_filepath_merge() without touching the file system. */
AP_DECLARE(apr_status_t) ap_filepath_merge(char **newpath,
                                           const char *rootpath,
                                           const char *addpath,
                                           apr_int32_t flags, apr_pool_t *pool);

/*
 * APR_SUCCESS if the path may be used with the file system (on Unix always).
 */
AP_DECLARE(apr_status_t) ap_stat_check(const char *path, apr_pool_t *pool);

/* string, delim and the process id, for unique file names. */
AP_DECLARE(char *) ap_append_pid(apr_pool_t *pool, const char *string,
                                 const char *delim);

/*
 * Runs a program and returns the first line of its output; NULL, and a
 * message, if it fails. Blocks: for start-up only.
 */
AP_DECLARE(char *) ap_get_exec_line(apr_pool_t *pool, const char *cmd,
                                    const char *const *argv);

#ifdef __cplusplus
}
#endif

#endif
