/* SPDX-License-Identifier: Apache-2.0 */
/*
 * path.c - file and URL paths: dot segments, doubled slashes, directories.
 *
 * ap_normalize_path() guards the document root: everything that the server
 * serves passes through it once, before the first look at the file system.
 */
#include "httpd.h"

#include "apr_file_info.h"
#include "apr_lib.h"
#include "apr_strings.h"

#include "util/chars.h"

/* Decodes unreserved characters in place; the rest stays encoded. 0 for a '%'
 * without two digits behind it. */
static int decode_unreserved(char *path)
{
    char *to = path;
    int is_valid = 1;

    for (const char *from = path; *from != '\0'; from++) {
        if (*from == '%') {
            const int byte = pn_char_hex2(from + 1);

            if (byte < 0) {
                is_valid = 0;
            }
            else if (pn_char_is((char)byte, PN_CHAR_UNRESERVED)) {
                *to++ = (char)byte;
                from += 2;
                continue;
            }
        }
        *to++ = *from;
    }
    *to = '\0';
    return is_valid;
}

/* Length of the dot segment at text ("." or ".."), 0 if there is none. */
static size_t dot_segment(const char *text)
{
    size_t len = text[0] != '.' ? 0 : text[1] != '.' ? 1 : 2;

    return len > 0 && (text[len] == '/' || text[len] == '\0') ? len : 0;
}

/*
 * Removes the last segment before *end, which follows a slash (or nothing).
 * Returns 0 when there is none to remove.
 */
static int drop_segment(const char *path, size_t root, size_t *end)
{
    size_t i = *end;

    if (i <= root) {
        return 0;
    }
    i--;
    while (i > root && path[i - 1] != '/') {
        i--;
    }
    *end = i;
    return 1;
}

/*
 * Removes dot segments in place, one pass: `to` is the end of the result, which
 * at a segment's start ends in a slash or is empty. Returns 0 if a ".." had
 * nothing to remove (it is dropped all the same).
 */
static int remove_dots(char *path, int merge_slashes)
{
    const size_t root = path[0] == '/';
    size_t from = root;
    size_t to = root;
    int is_inside = 1;

    while (path[from] != '\0') {
        const size_t dots = dot_segment(path + from);

        if (path[from] == '/' && merge_slashes && to > 0
            && path[to - 1] == '/') {
            from++;
            continue;
        }
        if (dots > 0) {
            is_inside &= dots == 1 || drop_segment(path, root, &to);
            from += dots + (path[from + dots] == '/');
            continue;
        }
        while (path[from] != '\0' && path[from] != '/') {
            path[to++] = path[from++];
        }
        if (path[from] == '/') {
            path[to++] = path[from++];
        }
    }
    path[to] = '\0';
    return is_inside;
}

AP_DECLARE(int) ap_normalize_path(char *path, unsigned int flags)
{
    int is_valid = 1;

    if (path[0] != '/') {
        if (path[0] == '*' && path[1] == '\0') {
            return 1; /* the target of OPTIONS * */
        }
        if (!(flags & AP_NORMALIZE_ALLOW_RELATIVE) || path[0] == '\0') {
            return 0;
        }
    }
    if (flags & AP_NORMALIZE_DECODE_UNRESERVED) {
        is_valid = decode_unreserved(path);
    }
    if (!remove_dots(path, (flags & AP_NORMALIZE_MERGE_SLASHES) != 0)
        && (flags & AP_NORMALIZE_NOT_ABOVE_ROOT)) {
        is_valid = 0;
    }
    return is_valid;
}

/* The old form has no way to say that the path left its root: it empties it. */
AP_DECLARE(void) ap_getparents(char *name)
{
    if (!ap_normalize_path(name, AP_NORMALIZE_NOT_ABOVE_ROOT
                                     | AP_NORMALIZE_ALLOW_RELATIVE)) {
        name[0] = '\0';
    }
}

AP_DECLARE(void) ap_no2slash_ex(char *name, int is_fs_path)
{
    char *to = name;

    /* Two leading slashes mean nothing special on a POSIX file system, so a
     * file path is treated as a URL path is. */
    for (const char *from = name; *from != '\0'; from++) {
        if (*from != '/' || to == name || to[-1] != '/') {
            *to++ = *from;
        }
    }
    *to = '\0';
}

AP_DECLARE(void) ap_no2slash(char *name)
{
    ap_no2slash_ex(name, 1);
}

/*
 * Copies the first n slash-terminated parts of src to dst and returns where
 * the copy ends; src's own end is a part too. dst has room for strlen(src) + 2.
 */
AP_DECLARE(char *) ap_make_dirstr_prefix(char *dst, const char *src, int n)
{
    int n_slashes = 0;

    while (n_slashes < n && *src != '\0') {
        n_slashes += *src == '/';
        *dst++ = *src++;
    }
    if (n_slashes < n || n <= 0) {
        *dst++ = '/';
    }
    *dst = '\0';
    return dst;
}

AP_DECLARE(char *) ap_make_dirstr_parent(apr_pool_t *pool, const char *s)
{
    const char *slash = strrchr(s, '/');

    return slash ? apr_pstrmemdup(pool, s, (size_t)(slash - s) + 1)
                 : apr_pstrdup(pool, "");
}

AP_DECLARE(int) ap_count_dirs(const char *path)
{
    int n = 0;

    for (; *path != '\0'; path++) {
        n += *path == '/';
    }
    return n;
}

AP_DECLARE(char *)
ap_make_full_path(apr_pool_t *pool, const char *path1, const char *path2)
{
    const size_t len = strlen(path1);
    const int has_slash = len > 0 && path1[len - 1] == '/';

    return apr_pstrcat(pool, path1, has_slash ? "" : "/", path2, NULL);
}

AP_DECLARE(int) ap_os_is_path_absolute(apr_pool_t *pool, const char *dir)
{
    return dir[0] == '/';
}

static int is_type(apr_pool_t *pool, const char *path, apr_int32_t wanted)
{
    apr_finfo_t finfo;

    return apr_stat(&finfo, path, wanted, pool) == APR_SUCCESS
           && finfo.filetype == APR_DIR;
}

AP_DECLARE(int) ap_is_directory(apr_pool_t *pool, const char *name)
{
    return is_type(pool, name, APR_FINFO_TYPE);
}

AP_DECLARE(int) ap_is_rdirectory(apr_pool_t *pool, const char *name)
{
    return is_type(pool, name, APR_FINFO_TYPE | APR_FINFO_LINK);
}

AP_DECLARE(apr_status_t) ap_stat_check(const char *path, apr_pool_t *pool)
{
    /* Device names that are no files exist elsewhere, not on Unix. */
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_filepath_merge(char **newpath, const char *rootpath, const char *addpath,
                  apr_int32_t flags, apr_pool_t *pool)
{
    return apr_filepath_merge(newpath, rootpath, addpath, flags, pool);
}

AP_DECLARE(char *)
ap_append_pid(apr_pool_t *pool, const char *string, const char *delim)
{
    return apr_psprintf(pool, "%s%s%" APR_PID_T_FMT, string, delim, getpid());
}

AP_DECLARE(int) ap_is_url(const char *u)
{
    const char *end = u;

    /* A scheme (RFC 3986 3.1) and its colon; what follows does not matter. */
    while (apr_isalnum(*end) || *end == '+' || *end == '-' || *end == '.') {
        end++;
    }
    return end > u && *end == ':';
}
