/* SPDX-License-Identifier: Apache-2.0 */
/* test_mutex.c - the Mutex directive; Include's walk over directories. */

#include "util_test.h"

#include <sys/stat.h>
#include <unistd.h>

#include "apr_file_io.h"
#include "apr_tables.h"

#include "fake_request.h"
#include "http_config.h"
#include "http_log.h"
#include "http_main.h"
#include "util_mutex.h"

static char *dir;

static const char *set(const char *args)
{
    static const command_rec command = { .name = "Mutex" };
    ap_directive_t directive = { .directive = "Mutex" };
    cmd_parms cmd = { .cmd = &command,
                      .limited = -1,
                      .pool = pool,
                      .temp_pool = pool,
                      .server = fake_request(pool)->server,
                      .directive = &directive };

    return ap_set_mutex(&cmd, NULL, args);
}

static const char *dump(void)
{
    apr_file_t *file;
    char text[4096];
    apr_size_t len = 0;
    apr_off_t start = 0;
    char name[] = "/tmp/pinion-mutex-XXXXXX";

    apr_file_mktemp(&file, name,
                    APR_FOPEN_READ | APR_FOPEN_WRITE | APR_FOPEN_CREATE, pool);
    unlink(name);
    ap_dump_mutexes(pool, NULL, file);
    apr_file_seek(file, APR_SET, &start);
    apr_file_read_full(file, text, sizeof(text), &len);
    return apr_pstrmemdup(pool, text, len);
}

static void register_some(void)
{
    ap_mutex_register(pool, "plain", NULL, APR_LOCK_DEFAULT, 0);
    ap_mutex_register(pool, "loose", NULL, APR_LOCK_DEFAULT,
                      AP_MUTEX_ALLOW_NONE);
    ap_mutex_register(pool, "off", NULL, APR_LOCK_DEFAULT,
                      AP_MUTEX_DEFAULT_NONE);
}

static void each_type_or_all_get_a_mechanism(void **s)
{
    register_some();
    assert_text(0, set("sysvsem plain OmitPID"), NULL);
    assert_text(1, set("pthread"), NULL);
    assert_non_null(strstr(dump(), "Mutex plain: dir=\"\" mechanism=sysvsem "
                                   "[OmitPid]\n"));
    assert_non_null(strstr(dump(), "Mutex loose: using_defaults\n"));
    assert_non_null(strstr(dump(), "Mutex off: none\n"));
    assert_non_null(strstr(dump(), "mechanism=pthread \n"));
    assert_text(2, set(apr_psprintf(pool, "file:%s loose plain", dir)), NULL);
    assert_non_null(strstr(dump(), apr_psprintf(pool,
                                                "Mutex loose: dir=\"%s\" "
                                                "mechanism=fcntl \n",
                                                dir)));
}

static void mistakes_are_refused(void **s)
{
    static const char *const bad[] = {
        "",
        "nonsense",
        "none",
        "none plain",
        "default no-such",
        "fcntl:/no/such plain",
        "pthread:/tmp",
    };

    register_some();
    for (size_t i = 0; i < N(bad); i++) {
        if (!set(bad[i])) {
            fail_msg("'%s' was taken", bad[i]);
        }
    }
    assert_text(0, set("none loose"), NULL);
    assert_text(1, set("none off"), NULL);
}

static void a_lock_is_made_by_its_settings(void **s)
{
    server_rec *server = fake_request(pool)->server;
    apr_proc_mutex_t *mutex = NULL;
    apr_global_mutex_t *global = NULL;
    const char *name = NULL;

    register_some();
    set(apr_psprintf(pool, "fcntl:%s plain", dir));
    assert_int_equal(
        ap_proc_mutex_create(&mutex, &name, "plain", "one", server, pool, 0),
        APR_SUCCESS);
    assert_text(0, name,
                apr_psprintf(pool, "%s/plain-one.%d", dir, (int)getpid()));
    assert_string_equal(apr_proc_mutex_name(mutex), "fcntl");
    assert_int_equal(
        ap_global_mutex_create(&global, NULL, "off", NULL, server, pool, 0),
        APR_SUCCESS);
    assert_null(global);
    assert_true(
        ap_proc_mutex_create(&mutex, NULL, "unknown", NULL, server, pool, 0)
        != APR_SUCCESS);
    assert_null(mutex);
}

/* --- dir_match.c --------------------------------------------------------- */

static const char *note_name(ap_dir_match_t *w, const char *path)
{
    const char **list = w->ctx;

    *list = apr_pstrcat(w->p, *list, strrchr(path, '/'), NULL);
    return strstr(path, "fail") ? "failed" : NULL;
}

static const char *walk(const char *pattern, int flags, const char **list)
{
    ap_dir_match_t w = { .p = pool,
                         .ptemp = pool,
                         .prefix = "Include: ",
                         .cb = note_name,
                         .ctx = list,
                         .flags = flags };

    *list = "";
    return ap_dir_fnmatch(&w, dir, pattern);
}

static void make_file(const char *name)
{
    const char *path = ap_make_full_path(pool, dir, name);
    apr_file_t *file;

    apr_dir_make_recursive(ap_make_dirstr_parent(pool, path),
                           APR_FPROT_OS_DEFAULT, pool);
    apr_file_open(&file, path, APR_FOPEN_WRITE | APR_FOPEN_CREATE,
                  APR_FPROT_OS_DEFAULT, pool);
    apr_file_close(file);
}

static void names_come_sorted(void **s)
{
    static const struct {
        const char *pattern;
        int flags;
        const char *list;
    } rows[] = {
        { "c/*.conf", 0, "/10-b.conf/20-a.conf" },
        { "c/10-b.conf", 0, "/10-b.conf" },
        { "*/x", 0, "/x/x" },
        { "d1", AP_DIR_FLAG_RECURSIVE, "/deep/x" },
        { "c/*/x", AP_DIR_FLAG_OPTIONAL, "" },
        { "c/*.none", AP_DIR_FLAG_OPTIONAL, "" },
        { "none/*.conf", AP_DIR_FLAG_OPTIONAL, "" },
    };
    const char *list;

    make_file("c/20-a.conf");
    make_file("c/10-b.conf");
    make_file("c/.hidden.conf");
    make_file("d1/x");
    make_file("d1/sub/deep");
    make_file("d2/x");
    for (size_t i = 0; i < N(rows); i++) {
        assert_text(i, walk(rows[i].pattern, rows[i].flags, &list), NULL);
        assert_text(i, list, rows[i].list);
    }
    assert_non_null(walk("c/*.none", 0, &list));
    assert_non_null(walk("none/*", 0, &list));
}

static void errors_and_loops_end_the_walk(void **s)
{
    const char *deep = "loop/";
    const char *list;

    make_file("e/1");
    make_file("e/2-fail");
    make_file("e/3");
    assert_text(0, walk("e/*", 0, &list), "failed");
    assert_text(1, list, "/1/2-fail");
    make_file("loop/x");
    for (int n = 0; n < 25; n++) {
        deep = apr_pstrcat(pool, deep, "d/", NULL);
    }
    make_file(apr_pstrcat(pool, deep, "x", NULL));
    assert_non_null(walk("loop", AP_DIR_FLAG_RECURSIVE, &list));
}

static int setup(void **state)
{
    char name[] = "/tmp/pinion-mutex-XXXXXX";

    make_pool(state);
    dir = strdup(mkdtemp(name));
    ap_server_root = dir;
    ap_runtime_dir = "run";
    return 0;
}

static int teardown(void **state)
{
    const int rc = system(apr_psprintf(pool, "rm -rf '%s'", dir));

    free(dir);
    drop_pool(state);
    return rc;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(each_type_or_all_get_a_mechanism), test(mistakes_are_refused),
        test(a_lock_is_made_by_its_settings),   test(names_come_sorted),
        test(errors_and_loops_end_the_walk),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
