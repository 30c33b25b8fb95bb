/* SPDX-License-Identifier: Apache-2.0 */
/* test_path.c - paths: nothing climbs above the root (case P01). */

#include "util_test.h"

#include <unistd.h>

#include "apr_file_io.h"

enum {
    RELATIVE = AP_NORMALIZE_ALLOW_RELATIVE,
    STRICT = AP_NORMALIZE_NOT_ABOVE_ROOT,
    DECODE = AP_NORMALIZE_DECODE_UNRESERVED,
    MERGE = AP_NORMALIZE_MERGE_SLASHES
};

static void normalizing_gives_what_apache_gives(void **s)
{
    static const struct {
        const char *in;
        unsigned flags;
        int ok;
        const char *out;
    } rows[] = {
        { "/../s", 0, 1, "/s" },
        { "/../s", STRICT, 0, "/s" },
        { "/sub/../../s", STRICT, 0, "/s" },
        { "/%2e%2e/s", STRICT, 1, "/%2e%2e/s" },
        { "/%2e%2e/s", STRICT | DECODE, 0, "/s" },
        { "/.%2e/s", STRICT | DECODE, 0, "/s" },
        { "/%2E./s", STRICT | DECODE, 0, "/s" },
        { "/a/%2e%2e/s", STRICT | DECODE, 1, "/s" },
        { "/%2e%2e%2fs", STRICT | DECODE, 1, "/..%2fs" },
        { "/..;/s", STRICT | DECODE, 1, "/..;/s" },
        { "/a//b", 0, 1, "/a//b" },
        { "/a//b", MERGE, 1, "/a/b" },
        { "/a/./b", 0, 1, "/a/b" },
        { "/a/.", 0, 1, "/a/" },
        { "/a/..", 0, 1, "/" },
        { "/..", 0, 1, "/" },
        { "/..", STRICT, 0, "/" },
        { "/.", STRICT, 1, "/" },
        { "/", STRICT | MERGE, 1, "/" },
        { "", 0, 0, "" },
        { "", RELATIVE, 0, "" },
        { "a/b", 0, 0, "a/b" },
        { "a/b", RELATIVE, 1, "a/b" },
        { "*", STRICT, 1, "*" },
        { "*x", STRICT, 0, "*x" },
        { "./a", RELATIVE, 1, "a" },
        { "../a", RELATIVE, 1, "a" },
        { "../a", RELATIVE | STRICT, 0, "a" },
        { "a/../b", RELATIVE | STRICT, 1, "b" },
        { "a/../../b", RELATIVE | STRICT, 0, "b" },
        { "a/..", RELATIVE, 1, "" },
        { ".", RELATIVE, 1, "" },
        { "/a;x=1/../b", 0, 1, "/b" },
        { "/a/..;y/b", 0, 1, "/a/..;y/b" },
        { "/%41%5a%7e%2d", DECODE, 1, "/AZ~-" },
        { "/%zz", 0, 1, "/%zz" },
        { "/%zz", DECODE, 0, "/%zz" },
        { "/%u002e", DECODE, 0, "/%u002e" },
        { "/a%", DECODE, 0, "/a%" },
        { "/a%2", DECODE, 0, "/a%2" },
        { "/.../a", 0, 1, "/.../a" },
        { "/..a", 0, 1, "/..a" },
        { "//a", 0, 1, "//a" },
        { "//a", MERGE, 1, "/a" },
        { "/a///../b", 0, 1, "/a//b" },
        { "/a///../b", MERGE, 1, "/b" },
        { "/a/%2e", DECODE, 1, "/a/" },
        { "/%2f", DECODE | MERGE, 1, "/%2f" },
        { "//../a", 0, 1, "/a" },
        { "//../a", MERGE | STRICT, 0, "/a" },
        { "/a;b;c//d", MERGE, 1, "/a;b;c/d" },
        { "/\xc0\xae\xc0\xae/s", STRICT | DECODE | MERGE, 1,
          "/\xc0\xae\xc0\xae/s" },
        { "/a/..", STRICT | MERGE, 1, "/" },
        { "/a/b/../..", STRICT, 1, "/" },
        { "/a/b/../../..", STRICT, 0, "/" },
    };

    for (size_t i = 0; i < N(rows); i++) {
        char *path = apr_pstrdup(pool, rows[i].in);

        assert_number(i, ap_normalize_path(path, rows[i].flags), rows[i].ok);
        assert_text(i, path, rows[i].out);
    }
}

static int has_dot_segment(const char *path)
{
    for (const char *at = path; *at != '\0'; at++) {
        if ((at == path || at[-1] == '/') && *at == '.'
            && (at[1] == '/' || at[1] == '\0'
                || (at[1] == '.' && (at[2] == '/' || at[2] == '\0')))) {
            return 1;
        }
    }
    return 0;
}

/* All 4^8 and shorter texts of these pieces. */
static void no_text_of_dots_and_slashes_keeps_a_dot_segment(void **s)
{
    static const char *const pieces[] = { "/", ".", "a", "%2e" };
    enum { MAX_PIECES = 8 };

    for (unsigned long n = 0; n < 1UL << (2 * MAX_PIECES); n++) {
        char path[3 * MAX_PIECES + 2] = "/";

        for (int i = 0; i < MAX_PIECES; i++) {
            const char *piece = pieces[n >> (2 * i) & 3];

            memcpy(path + strlen(path), piece, strlen(piece) + 1);
        }
        ap_normalize_path(path, STRICT | DECODE | MERGE);
        if (path[0] != '/' || has_dot_segment(path) || strstr(path, "//")) {
            fail_msg("%lx became %s", n, path);
        }
    }
}

static void getparents_empties_what_leaves_its_root(void **s)
{
    static const struct {
        const char *in;
        const char *out;
    } rows[] = {
        { "/a/b/../c", "/a/c" }, { "..", "" },
        { "../a", "" },          { "/..", "" },
        { "a/../b", "b" },       { "./a", "a" },
        { "/./a", "/a" },        { "/a/..", "/" },
        { "a//b", "a//b" },      { "/a/b/../../../c", "" },
        { "a/./b/.", "a/b/" },   { "", "" },
    };

    for (size_t i = 0; i < N(rows); i++) {
        char *path = apr_pstrdup(pool, rows[i].in);

        ap_getparents(path);
        assert_text(i, path, rows[i].out);
    }
}

static void doubled_slashes_become_one(void **s)
{
    char path[] = "//a///b//";
    char url[] = "a//b";

    ap_no2slash(path);
    assert_string_equal(path, "/a/b/");
    ap_no2slash_ex(url, 0);
    assert_string_equal(url, "a/b");
}

static void directories_of_a_path(void **s)
{
    static const struct {
        const char *path;
        int n_dirs;
        const char *parent;
        const char *prefix[5];
    } rows[] = {
        { "/a/b/c", 3, "/a/b/", { "/", "/", "/a/", "/a/b/", "/a/b/c/" } },
        { "/a/b/", 3, "/a/b/", { "/", "/", "/a/", "/a/b/", "/a/b//" } },
        { "a", 0, "", { "/", "a/", "a/", "a/", "a/" } },
        { "/", 1, "/", { "/", "/", "//", "//", "//" } },
        { "", 0, "", { "/", "/", "/", "/", "/" } },
        { "//a//b", 4, "//a//", { "/", "/", "//", "//a/", "//a//" } },
    };
    char prefix[16];

    for (size_t i = 0; i < N(rows); i++) {
        assert_number(i, ap_count_dirs(rows[i].path), rows[i].n_dirs);
        assert_text(i, ap_make_dirstr_parent(pool, rows[i].path),
                    rows[i].parent);
        for (int n = 0; n < 5; n++) {
            const char *end = ap_make_dirstr_prefix(prefix, rows[i].path, n);

            assert_text(i, prefix, rows[i].prefix[n]);
            assert_ptr_equal(end, prefix + strlen(prefix));
        }
    }
}

static void paths_are_joined_with_one_slash(void **s)
{
    assert_text(0, ap_make_full_path(pool, "/a", "b"), "/a/b");
    assert_text(1, ap_make_full_path(pool, "/a/", "b"), "/a/b");
    assert_text(2, ap_make_full_path(pool, "/a", "/b"), "/a//b");
    assert_text(3, ap_make_full_path(pool, "", "b"), "/b");
    assert_true(ap_os_is_path_absolute(pool, "/a"));
    assert_false(ap_os_is_path_absolute(pool, "a"));
}

static void a_scheme_makes_a_url(void **s)
{
    static const struct {
        const char *text;
        int is_url;
    } rows[] = {
        { "http://x", 1 }, { "a:b", 1 },        { "://x", 0 },
        { "1a://x", 1 },   { "a+b-c.d://", 1 }, { "a_b://x", 0 },
        { "mailto:x", 1 }, { "/x", 0 },         { "", 0 },
    };

    for (size_t i = 0; i < N(rows); i++) {
        assert_number(i, ap_is_url(rows[i].text), rows[i].is_url);
    }
}

static void a_link_to_a_directory_is_no_real_directory(void **s)
{
    const char *temp;
    const char *link;

    assert_int_equal(apr_temp_dir_get(&temp, pool), APR_SUCCESS);
    link = apr_psprintf(pool, "%s/pinion-link-%d", temp, (int)getpid());
    assert_int_equal(symlink(temp, link), 0);
    assert_true(ap_is_directory(pool, link));
    assert_false(ap_is_rdirectory(pool, link));
    assert_true(ap_is_rdirectory(pool, temp));
    assert_false(ap_is_directory(pool, "/dev/null"));
    assert_false(ap_is_directory(pool, "/no/such"));
    unlink(link);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(normalizing_gives_what_apache_gives),
        test(no_text_of_dots_and_slashes_keeps_a_dot_segment),
        test(getparents_empties_what_leaves_its_root),
        test(doubled_slashes_become_one),
        test(directories_of_a_path),
        test(paths_are_joined_with_one_slash),
        test(a_scheme_makes_a_url),
        test(a_link_to_a_directory_is_no_real_directory),
    };

    return run_all(tests);
}
