/* SPDX-License-Identifier: Apache-2.0 */
/* test_place.c - what is kept of directories: how long, how much, and what
 * ends it. */

#include "util_test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fake_request.h"
#include "request/place.h"

static char root[] = "/tmp/pn-place-XXXXXX";
static core_server_config host;
static core_dir_config defaults;
static const apr_time_t now = APR_TIME_C(1000000000000000);

static const char *in_root(const char *name)
{
    return apr_pstrcat(pool, root, "/", name, NULL);
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(in_root(name), "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static pn_place_key_t key_of(const char *dir)
{
    return (pn_place_key_t){
        .conf = &host, .start = &defaults, .dir = dir, .len = strlen(dir)
    };
}

/* Keeps the place dir below parent, as the walk would. */
static pn_place_t *keep(const char *dir, pn_place_t *parent)
{
    pn_place_key_t key = key_of(dir);
    pn_step_t step = { .parts_n = 7 };
    pn_place_t *place = pn_place_make(&key, parent, false, now,
                                      pn_watch_changes());

    pn_place_keep(place, &step, OK);
    return place;
}

static bool is_known(const char *dir, apr_time_t when)
{
    pn_place_key_t key = key_of(dir);
    pn_place_t *place;

    pn_watch_read();
    place = pn_place_find(&key, when);
    if (place) {
        pn_place_release(place);
    }
    return place != NULL;
}

static void begin(bool is_watching, apr_size_t memory_bytes)
{
    apr_pool_clear(pool);
    pn_place_limits = (pn_place_limits_t){ .memory_bytes = memory_bytes,
                                           .file_bytes = 100,
                                           .is_watching = is_watching };
    pn_watch_begin(pool, is_watching);
    pn_place_begin(pool);
}

static void a_place_is_known_until_something_changes(void **state)
{
    const char *dir;
    const char *below;

    begin(true, 1000000);
    dir = in_root("");
    below = in_root("sub/");
    mkdir(below, 0755);
    pn_place_release(keep(below, keep(dir, NULL)));
    assert_true(is_known(dir, now));
    assert_true(is_known(below, now));
    assert_int_equal(pn_place_count(), 2);

    /* of no concern */
    write_file("unrelated", "x");
    assert_true(is_known(below, now));
    /* the directory itself: what is below it is unsure too */
    chmod(dir, 0700);
    assert_false(is_known(dir, now));
    assert_false(is_known(below, now));
}

static void another_host_or_other_defaults_are_another_place(void **state)
{
    static core_server_config other_host;
    static core_dir_config other_defaults;
    const char *dir;
    pn_place_key_t key;

    begin(true, 1000000);
    dir = in_root("");
    pn_place_release(keep(dir, NULL));
    key = key_of(dir);
    key.conf = &other_host;
    assert_null(pn_place_find(&key, now));
    key = key_of(dir);
    key.start = &other_defaults;
    assert_null(pn_place_find(&key, now));
    assert_false(is_known(apr_pstrcat(pool, dir, "x/", NULL), now));
}

static void without_watching_it_is_known_for_a_second(void **state)
{
    const char *dir;

    begin(false, 1000000);
    dir = in_root("");
    pn_place_release(keep(dir, NULL));
    assert_true(is_known(dir, now));
    assert_true(is_known(dir, now + 999999));
    assert_false(is_known(dir, now + 1000000));
    assert_false(is_known(dir, now - 1)); /* the clock was turned back */
}

static void what_is_used_longest_ago_goes_first(void **state)
{
    enum { N = 1000 };
    char *names[N];

    begin(false, 40000);
    for (int i = 0; i < N; i++) {
        names[i] = apr_psprintf(pool, "/none/%d/", i);
        pn_place_release(keep(names[i], NULL));
        assert_true(pn_place_used_bytes() <= 41000);
        assert_true(is_known(names[i], now));
        if (i > 0) {
            assert_true(is_known(names[0], now)); /* used all the time */
        }
    }
    assert_true(pn_place_count() < 200);
    assert_false(is_known(names[1], now));
    assert_true(is_known(names[N - 1], now));
}

static void who_uses_a_place_keeps_it_and_what_is_above(void **state)
{
    pn_place_t *used;
    int status;

    begin(false, 2000);
    used = keep("/none/a/b/", keep("/none/a/", NULL));
    for (int i = 0; i < 100; i++) {
        pn_place_release(keep(apr_psprintf(pool, "/none/%d/", i), NULL));
    }
    assert_false(is_known("/none/a/b/", now));
    assert_int_equal(pn_place_step(used, &status)->parts_n, 7);
    pn_place_release(used);
    assert_true(pn_place_used_bytes() <= 2600);
}

static void files_are_kept_while_their_names_are_left_alone(void **state)
{
    const char *dir;
    const char *path;
    pn_place_t *place;
    apr_finfo_t finfo;
    apr_finfo_t seen;

    begin(true, 1000000);
    dir = in_root("");
    path = in_root("f.txt");
    write_file("f.txt", "content");
    place = keep(dir, NULL);
    assert_int_equal(apr_stat(&finfo, path, APR_FINFO_MIN, pool), 0);
    pn_place_keep_file(place, "f.txt", path, &finfo, now, pn_watch_changes());
    assert_true(pn_place_file(place, "f.txt", now, &seen));
    assert_int_equal(seen.size, 7);
    assert_false(pn_place_file(place, "g.txt", now, &seen));

    write_file("g.txt", "x");
    pn_watch_read();
    assert_true(pn_place_file(place, "f.txt", now, &seen));
    write_file("f.txt", "CONTENT");
    pn_watch_read();
    assert_false(pn_place_file(place, "f.txt", now, &seen));

    /* links, and names of files that have others, are looked at each time */
    assert_int_equal(symlink(path, in_root("l")), 0);
    pn_place_keep_file(place, "l", in_root("l"), &finfo, now,
                       pn_watch_changes());
    assert_false(pn_place_file(place, "l", now, &seen));
    assert_int_equal(link(path, in_root("h")), 0);
    pn_place_keep_file(place, "f.txt", path, &finfo, now, pn_watch_changes());
    assert_false(pn_place_file(place, "f.txt", now, &seen));
    unlink(in_root("h"));
    /* something happened while it was looked at */
    pn_place_keep_file(place, "f.txt", path, &finfo, now,
                       pn_watch_changes() - 1);
    assert_false(pn_place_file(place, "f.txt", now, &seen));
    pn_place_release(place);
}

/* What one process reads from the kernel, all know. */
static void a_change_counts_in_every_process(void **state)
{
    enum { TIMES = 300, READERS = 3 };
    int go[READERS][2];
    int ready[2];
    int done[2];
    pid_t readers[READERS];
    const char *dir;
    char c = 0;

    begin(true, 1000000);
    dir = in_root("");
    pn_place_release(keep(dir, NULL));
    alarm(60); /* ends the test should a reader fail */
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(done), 0);
    for (int i = 0; i < READERS; i++) {
        assert_int_equal(pipe(go[i]), 0);
        readers[i] = fork();
        if (readers[i] == 0) {
            int missed = 0;

            alarm(60);

            for (int n = 0; n < TIMES; n++) {
                pn_place_release(keep(dir, NULL));
                if (write(ready[1], "r", 1) != 1
                    || read(go[i][0], &c, 1) != 1) {
                    _exit(99);
                }
                missed += is_known(dir, now);
                if (write(done[1], "d", 1) != 1) {
                    _exit(99);
                }
            }
            _exit(missed > 0);
        }
    }
    for (int n = 0; n < TIMES; n++) {
        for (int i = 0; i < READERS; i++) {
            assert_int_equal(read(ready[0], &c, 1), 1); /* all know it */
        }
        chmod(dir, n % 2 ? 0755 : 0700);
        for (int i = 0; i < READERS; i++) {
            assert_int_equal(write(go[i][1], "g", 1), 1);
        }
        for (int i = 0; i < READERS; i++) {
            assert_int_equal(read(done[0], &c, 1), 1);
        }
    }
    for (int i = 0; i < READERS; i++) {
        int status;

        waitpid(readers[i], &status, 0);
        assert_int_equal(status, 0);
    }
    alarm(0);
}

/* The limit is of those that are there, not of all that ever were. */
static void directories_that_are_gone_take_no_watch(void **state)
{
    const char *dir;

    begin(true, 1000000);
    dir = in_root("short-lived");
    for (int i = 0; i < 40000; i++) {
        assert_int_equal(mkdir(dir, 0755), 0);
        if (pn_watch_directory(dir) < 0) {
            fail_msg("no watch any more after %d directories", i);
        }
        assert_int_equal(rmdir(dir), 0);
        pn_watch_read();
    }
}

static void news_are_told_once(void **state)
{
    begin(true, 1000000);
    assert_true(pn_watch_is_first(12345));
    assert_false(pn_watch_is_first(12345));
    assert_true(pn_watch_is_first(12346));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_place_is_known_until_something_changes),
        test(another_host_or_other_defaults_are_another_place),
        test(without_watching_it_is_known_for_a_second),
        test(what_is_used_longest_ago_goes_first),
        test(who_uses_a_place_keeps_it_and_what_is_above),
        test(files_are_kept_while_their_names_are_left_alone),
        test(a_change_counts_in_every_process),
        test(directories_that_are_gone_take_no_watch),
        test(news_are_told_once),
    };
    int failed;

    if (!mkdtemp(root)) {
        return 1;
    }
    failed = run_all(tests);
    if (fork() == 0) {
        execlp("rm", "rm", "-rf", root, (char *)NULL);
        _exit(1);
    }
    wait(NULL);
    return failed;
}
