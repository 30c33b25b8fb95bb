/* SPDX-License-Identifier: Apache-2.0 */
/* test_piped_log.c - programs behind logs; the pid file. */

#include "util_test.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apr_file_io.h"
#include "apr_thread_proc.h"

#include "http_log.h"
#include "http_main.h"
#include "log/pid.h"

enum { DEADLINE_MS = 10 * 1000, STEP_US = 2000 };

static char *dir; /* of this program's files */

static char *path_of(const char *name)
{
    return apr_pstrcat(pool, dir, "/", name, NULL);
}

static const char *content_of(const char *path)
{
    apr_file_t *file;
    char text[4096];
    apr_size_t len = 0;

    if (apr_file_open(&file, path, APR_FOPEN_READ, 0, pool) != APR_SUCCESS) {
        return "";
    }
    apr_file_read_full(file, text, sizeof(text), &len);
    apr_file_close(file);
    return apr_pstrmemdup(pool, text, len);
}

/* What the server's parent does all the time. */
static void reap(void)
{
    apr_proc_t proc;
    int code;
    apr_exit_why_e why;

    while (apr_proc_wait_all_procs(&proc, &code, &why, APR_NOWAIT, pool)
           == APR_CHILD_DONE) {
        apr_proc_other_child_alert(&proc, APR_OC_REASON_DEATH, code);
    }
}

static void wait_for_content(const char *path, const char *want)
{
    for (int i = 0; i < DEADLINE_MS * 1000 / STEP_US; i++) {
        reap();
        if (strcmp(content_of(path), want) == 0) {
            return;
        }
        apr_sleep(STEP_US);
    }
    fail_msg("%s: got '%s', want '%s'", path, content_of(path), want);
}

static void put_line(piped_log *pl, const char *line)
{
    apr_file_puts(line, ap_piped_log_write_fd(pl));
}

static int setup(void **state)
{
    char name[] = "/tmp/pinion-piped-XXXXXX";

    make_pool(state);
    dir = strdup(mkdtemp(name));
    ap_server_root = dir;
    return 0;
}

static int teardown(void **state)
{
    char *command = apr_psprintf(pool, "rm -rf '%s'", dir);
    const int rc = system(command);

    free(dir);
    drop_pool(state);
    return rc;
}

static void a_program_reads_the_log(void **s)
{
    const char *out = path_of("shell");
    piped_log *pl = ap_open_piped_log_ex(
        pool, apr_psprintf(pool, "cat > %s", out), APR_SHELLCMD_ENV);

    assert_non_null(pl);
    assert_non_null(ap_piped_log_read_fd(pl));
    put_line(pl, "one\n");
    wait_for_content(out, "one\n");
}

static void arguments_are_split_without_a_shell(void **s)
{
    const char *out = path_of("direct file");
    piped_log *pl = ap_open_piped_log(
        pool, apr_psprintf(pool, "/usr/bin/tee '%s'", out));

    assert_non_null(pl);
    put_line(pl, "$HOME *\n");
    wait_for_content(out, "$HOME *\n");
}

static void a_missing_program_is_reported(void **s)
{
    assert_null(ap_open_piped_log(pool, "/no/such/program"));
    assert_null(ap_open_piped_log(pool, ""));
}

/* Each instance takes one line and dies: no line is lost between them. */
static void a_program_that_dies_is_started_again(void **s)
{
    const char *out = path_of("respawn");
    piped_log *pl = ap_open_piped_log_ex(
        pool,
        apr_psprintf(pool, "read line; echo \"$line\" >> %s; exit 1", out),
        APR_SHELLCMD_ENV);

    assert_non_null(pl);
    put_line(pl, "one\n");
    wait_for_content(out, "one\n");
    put_line(pl, "two\n");
    wait_for_content(out, "one\ntwo\n");
    put_line(pl, "three\n");
    wait_for_content(out, "one\ntwo\nthree\n");
}

static void closing_lets_the_program_finish(void **s)
{
    const char *out = path_of("finish");
    piped_log *pl = ap_open_piped_log_ex(
        pool, apr_psprintf(pool, "cat > /dev/null; echo end > %s", out),
        APR_SHELLCMD_ENV);

    assert_non_null(pl);
    put_line(pl, "x\n");
    ap_close_piped_log(pl);
    wait_for_content(out, "end\n");
}

/* A child that holds a pipe's write end only: it gets EPIPE, not a hang. */
static void children_have_no_read_end(void **s)
{
    piped_log *pl = ap_open_piped_log_ex(pool, "cat > /dev/null",
                                         APR_SHELLCMD_ENV);
    pid_t pid;
    int status = 0;

    assert_non_null(pl);
    pid = fork();
    if (pid == 0) {
        ap_logs_child_init(pool, NULL);
        _exit(apr_file_close(ap_piped_log_read_fd(pl)) == APR_SUCCESS);
    }
    waitpid(pid, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0); /* it was closed already */
}

/* --- pid.c --------------------------------------------------------------- */

static void the_pid_file_is_written_read_and_removed(void **s)
{
    const char *path = path_of("pid");
    pid_t pid = 0;

    ap_log_pid(pool, path);
    assert_text(0, content_of(path), apr_psprintf(pool, "%d\n", (int)getpid()));
    assert_int_equal(ap_read_pid(pool, path, &pid), APR_SUCCESS);
    assert_int_equal(pid, getpid());
    ap_log_pid(pool, path); /* a restart writes it again */
    ap_remove_pid(pool, path);
    assert_int_equal(access(path, F_OK), -1);
    assert_true(APR_STATUS_IS_ENOENT(ap_read_pid(pool, path, &pid)));
}

static void put_file(const char *path, const char *text)
{
    apr_file_t *file;

    assert_int_equal(
        apr_file_open(&file, path,
                      APR_FOPEN_WRITE | APR_FOPEN_CREATE | APR_FOPEN_TRUNCATE,
                      APR_FPROT_OS_DEFAULT, pool),
        APR_SUCCESS);
    apr_file_puts(text, file);
    apr_file_close(file);
}

static void what_is_no_pid_is_none(void **s)
{
    static const char *const bad[] = { "",    "x",  "-5\n",
                                       "0\n", "1x", "99999999999\n" };
    const char *path = path_of("bad");
    pid_t pid = 0;

    for (size_t i = 0; i < N(bad); i++) {
        put_file(path, bad[i]);
        assert_true(ap_read_pid(pool, path, &pid) != APR_SUCCESS);
    }
    put_file(path, "12 \n");
    assert_int_equal(ap_read_pid(pool, path, &pid), APR_SUCCESS);
    assert_int_equal(pid, 12);
}

/* Case O05: a pid file is overwritten after a crash, and another server's file
 * is not removed. */
static void a_stale_pid_file_is_no_obstacle(void **s)
{
    const char *path = path_of("stale");
    pid_t pid = 0;

    put_file(path, "1\n");
    ap_log_pid(pool, path);
    assert_int_equal(ap_read_pid(pool, path, &pid), APR_SUCCESS);
    assert_int_equal(pid, getpid());
    put_file(path, "1\n");
    ap_remove_pid(pool, path);
    assert_int_equal(access(path, F_OK), 0);
}

static void only_the_same_program_is_a_server(void **s)
{
    pid_t pid = fork();
    int status;

    if (pid == 0) {
        pause();
        _exit(0);
    }
    assert_true(pn_pid_is_server(pid));
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    assert_false(pn_pid_is_server(pid));
    assert_false(pn_pid_is_server(getpid()));
    assert_false(pn_pid_is_server(0));
    assert_false(pn_pid_is_server(-1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(a_program_reads_the_log),
        test(arguments_are_split_without_a_shell),
        test(a_missing_program_is_reported),
        test(a_program_that_dies_is_started_again),
        test(closing_lets_the_program_finish),
        test(children_have_no_read_end),
        test(the_pid_file_is_written_read_and_removed),
        test(what_is_no_pid_is_none),
        test(a_stale_pid_file_is_no_obstacle),
        test(only_the_same_program_is_a_server),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
