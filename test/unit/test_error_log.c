/* SPDX-License-Identifier: Apache-2.0 */
/* test_error_log.c - lines of the error log: formats, levels, escaping, ids. */

#include "util_test.h"

#include <fcntl.h>
#include <unistd.h>

#include "apr_file_io.h"
#include "apr_tables.h"

#include "fake_request.h"
#include "http_core.h"
#include "http_log.h"
#include "log/error_log.h"

APLOG_USE_MODULE(core);

/* What was logged since the last call, from a file in memory. */
static const char *take_log(server_rec *s)
{
    char text[64 * 1024];
    apr_size_t len = 0;
    apr_off_t start = 0;

    apr_file_seek(s->error_log, APR_SET, &start);
    apr_file_read_full(s->error_log, text, sizeof(text), &len);
    apr_file_trunc(s->error_log, 0);
    return apr_pstrmemdup(pool, text, len);
}

static request_rec *make_request(void)
{
    request_rec *r = fake_request(pool);
    char name[] = "/tmp/pinion-log-XXXXXX";

    assert_int_equal(apr_file_mktemp(&r->server->error_log, name,
                                     APR_FOPEN_READ | APR_FOPEN_WRITE
                                         | APR_FOPEN_CREATE | APR_FOPEN_EXCL,
                                     pool),
                     APR_SUCCESS);
    unlink(name);
    r->server->log.level = APLOG_INFO;
    return r;
}

static void set_format(request_rec *r, const char *format)
{
    core_server_config *conf = ap_get_core_module_config(
        r->server->module_config);

    assert_text(
        0, pn_error_log_parse_format(pool, format, 0, &conf->error_log_format),
        NULL);
}

static void add_once_format(apr_array_header_t **list, const char *format)
{
    apr_array_header_t *items;

    assert_text(0, pn_error_log_parse_format(pool, format, 1, &items), NULL);
    if (!*list) {
        *list = apr_array_make(pool, 2, sizeof(apr_array_header_t *));
    }
    APR_ARRAY_PUSH(*list, apr_array_header_t *) = items;
}

/* Without "[time] " in front. */
static const char *without_time(const char *line)
{
    const char *rest = strstr(line, "] ");

    assert_int_equal(line[0], '[');
    assert_non_null(rest);
    return rest + 2;
}

static void the_default_line_is_apaches(void **s)
{
    request_rec *r = make_request();
    const char *line;

    ap_log_error("x.c", 1, APLOG_NO_MODULE, APLOG_ERR, 0, r->server, "plain");
    line = take_log(r->server);
    assert_text(0, without_time(line),
                apr_psprintf(pool, "[:error] [pid %d:tid %d] plain\n",
                             (int)getpid(), (int)getpid()));
    assert_int_equal(strchr(line, ']') - line,
                     sizeof("[Tue Dec 01 02:03:04.123456 2026") - 1);

    apr_table_set(r->headers_in, "Referer", "ref\"x\x1b");
    ap_log_rerror("x.c", 1, APLOG_NO_MODULE, APLOG_ERR, 2, r, "m\n%s",
                  "\x1b\\");
    assert_text(1, strstr(take_log(r->server), "(2)"),
                "(2)No such file or directory: [client 127.0.0.1:50000] "
                "m\\n\\x1b\\\\, referer: ref\"x\\x1b\n");

    ap_log_error("/a/x.c", 7, APLOG_NO_MODULE, APLOG_STARTUP | APLOG_ERR, 13,
                 r->server, "start");
    assert_text(2, take_log(r->server), "(13)Permission denied: start\n");
}

static void the_level_decides_but_notices_pass(void **s)
{
    request_rec *r = make_request();

    r->server->log.level = APLOG_ERR;
    ap_log_error("x.c", 1, APLOG_NO_MODULE, APLOG_WARNING, 0, r->server, "w");
    assert_text(0, take_log(r->server), "");
    ap_log_error("x.c", 1, APLOG_NO_MODULE, APLOG_NOTICE, 0, r->server, "n");
    assert_non_null(strstr(take_log(r->server), "[:notice]"));
    r->server->log.level = APLOG_TRACE8;
    ap_log_error("/a/b/x.c", 7, APLOG_NO_MODULE, APLOG_TRACE8, 0, r->server,
                 "t");
    assert_non_null(strstr(take_log(r->server), "x.c(7): t\n"));
}

static void a_long_message_is_one_line_of_8191_bytes(void **s)
{
    request_rec *r = make_request();
    char big[20000];
    const char *line;

    memset(big, '\x1b', sizeof(big) - 1);
    big[sizeof(big) - 1] = '\0';
    ap_log_error("x.c", 1, APLOG_NO_MODULE, APLOG_ERR, 0, r->server, "%s", big);
    line = take_log(r->server);
    assert_true(strlen(line) <= 8191);
    assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
    assert_true(strlen(line) > 8180);
}

static void fields_without_content_are_dropped(void **s)
{
    static const struct {
        const char *format;
        const char *line; /* for the message "msg", level error */
    } rows[] = {
        { "[%a] %M", "[127.0.0.1:50000] msg\n" },
        { "A[%{Nope}i] B%{NoEnv}e C:%-{Nope}i %M", " C:- msg\n" },
        { "%M D%7F E", "msg E\n" },
        { "%M%{Nope}i x", " x\n" },
        { "%M% ,\\ after\\ %{Nope}i", "msg\n" },
        { "%M% ,\\ ua\\ %{User-Agent}i", "msg, ua q\"b\\\\\n" },
        { "%v|%V %M", "test|test msg\n" },
        { "%% %l %M", "% error msg\n" },
        { "[%A] [%{c}a] %M", "[127.0.0.1:80] [127.0.0.1:50000] msg\n" },
        { "%{N}n%{E}e %k %M", "noteenv 0 msg\n" },
        { "%P %M", NULL },
        { "%3l %M", "error msg\n" },
        { "%4l %M", " msg\n" },
        { "%F %M", "x.c(7) msg\n" },
        { "%M\\ti", "msg\ti\n" },
    };
    request_rec *r = make_request();

    apr_table_set(r->headers_in, "User-Agent", "q\"b\\");
    apr_table_set(r->notes, "N", "note");
    apr_table_set(r->subprocess_env, "E", "env");
    for (size_t i = 0; i < N(rows); i++) {
        set_format(r, rows[i].format);
        ap_log_rerror("x.c", 7, APLOG_NO_MODULE, APLOG_ERR, 0, r, "msg");
        assert_text(i, take_log(r->server),
                    rows[i].line
                        ? rows[i].line
                        : apr_psprintf(pool, "%d msg\n", (int)getpid()));
    }
}

static void bad_formats_are_refused(void **s)
{
    static const struct {
        const char *format;
        int is_once;
    } rows[] = {
        { "no message", 0 }, { "%M %M", 0 }, { "%M", 1 },   { "%+v %M", 0 },
        { "%{x %M", 0 },     { "%M %Q", 0 }, { "%M %", 0 }, { "%16l %M", 0 },
        { "%M %-", 0 },      { "", 0 },
    };
    apr_array_header_t *items;

    for (size_t i = 0; i < N(rows); i++) {
        if (!pn_error_log_parse_format(pool, rows[i].format, rows[i].is_once,
                                       &items)) {
            fail_msg("'%s' was taken", rows[i].format);
        }
    }
}

static void once_only_lines_come_first_and_once(void **s)
{
    request_rec *r = make_request();
    core_server_config *conf = ap_get_core_module_config(
        r->server->module_config);
    const char *got;
    const char *id;

    set_format(r, "%L %{c}L %{C}L %M");
    add_once_format(&conf->error_log_conn, "C %{c}L %{Nope}i");
    add_once_format(&conf->error_log_req, "R %L");
    add_once_format(&conf->error_log_req, "R2 %+{Nope}i");
    ap_log_rerror("x.c", 1, APLOG_NO_MODULE, APLOG_ERR, 0, r, "one");
    assert_non_null(r->log_id);
    assert_non_null(r->connection->log_id);
    assert_string_not_equal(r->log_id, r->connection->log_id);
    got = take_log(r->server);
    id = r->connection->log_id;
    assert_text(0, got,
                apr_psprintf(pool, "C %s\nR %s\n%s %s one\n", id, r->log_id,
                             r->log_id, id));
    ap_log_cerror("x.c", 1, APLOG_NO_MODULE, APLOG_ERR, 0, r->connection,
                  "two");
    assert_text(1, take_log(r->server),
                apr_psprintf(pool, " %s %s two\n", id, id));
    ap_log_error("x.c", 1, APLOG_NO_MODULE, APLOG_ERR, 0, r->server, "three");
    assert_text(2, take_log(r->server), " three\n");
    r->server->log.level = APLOG_ERR;
}

static void what_is_not_logged_gets_no_id(void **s)
{
    request_rec *r = make_request();

    ap_log_rerror("x.c", 1, APLOG_NO_MODULE, APLOG_DEBUG, 0, r, "quiet");
    assert_null(r->log_id);
    assert_null(r->connection->log_id);
}

static void messages_for_the_client_are_noted_once(void **s)
{
    request_rec *r = make_request();

    ap_log_rerror("x.c", 1, APLOG_NO_MODULE, APLOG_ERR | APLOG_TOCLIENT, 0, r,
                  "bad <b> %d", 7);
    ap_log_rerror("x.c", 1, APLOG_NO_MODULE, APLOG_ERR | APLOG_TOCLIENT, 0, r,
                  "second");
    assert_text(0, apr_table_get(r->notes, "error-notes"), "bad &lt;b&gt; 7");
}

static void bytes_are_dumped_sixteen_a_line(void **s)
{
    request_rec *r = make_request();

    set_format(r, "%M");
    ap_log_rdata_("x.c", 1, APLOG_NO_MODULE, APLOG_NOTICE, r, "label",
                  "0123456789abcdefGHIJ\x01\xff", 22, AP_LOG_DATA_SHOW_OFFSET);
    assert_text(0, take_log(r->server),
                "label (22 bytes)\n"
                "0000: 0123456789abcdef 30313233343536373839616263646566\n"
                "0010: GHIJ..           4748494a01ff                    \n");
    ap_log_data_("x.c", 1, APLOG_NO_MODULE, APLOG_NOTICE, r->server, NULL, "01",
                 2, 0);
    assert_text(1, take_log(r->server),
                "01               3031                            \n");
    ap_log_cdata_("x.c", 1, APLOG_NO_MODULE, APLOG_TRACE8, r->connection, "l",
                  "01", 2, 0);
    assert_text(2, take_log(r->server), "");
}

static void targets_are_checked(void **s)
{
    static const char *const good[] = { "logs/x",      "|/bin/cat",
                                        "|$cat >x",    "syslog",
                                        "syslog:user", "syslog:user:tag",
                                        "syslog::tag", "syslogs" };
    static const char *const bad[] = { "", "|", "|$ ", "syslog:nonsense" };

    for (size_t i = 0; i < N(good); i++) {
        assert_text(i, pn_error_log_check_target(pool, good[i]), NULL);
    }
    for (size_t i = 0; i < N(bad); i++) {
        if (!pn_error_log_check_target(pool, bad[i])) {
            fail_msg("'%s' was taken", bad[i]);
        }
    }
}

static int put_custom(const ap_errorlog_info *info, const char *arg, char *buf,
                      int buflen)
{
    return apr_snprintf(buf, (apr_size_t)buflen, "<%s>", arg ? arg : "");
}

static void modules_add_letters(void **s)
{
    request_rec *r = make_request();
    char tag[] = "z";

    ap_register_errorlog_handler(pool, tag, put_custom, 0);
    set_format(r, "%{q}z %M");
    ap_log_error("x.c", 1, APLOG_NO_MODULE, APLOG_ERR, 0, r->server, "m");
    assert_text(0, take_log(r->server), "<q> m\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(the_default_line_is_apaches),
        test(the_level_decides_but_notices_pass),
        test(a_long_message_is_one_line_of_8191_bytes),
        test(fields_without_content_are_dropped),
        test(bad_formats_are_refused),
        test(once_only_lines_come_first_and_once),
        test(what_is_not_logged_gets_no_id),
        test(messages_for_the_client_are_noted_once),
        test(bytes_are_dumped_sixteen_a_line),
        test(targets_are_checked),
        test(modules_add_letters),
    };

    return run_all(tests);
}
