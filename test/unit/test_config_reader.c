/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of configuration text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <apr_strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config_text.h"
#include "util_varbuf.h"

/* The lines of text joined by '|', with the number after each. */
static const char *lines_of(apr_pool_t *pool, const char *text, int by_bytes)
{
    ap_configfile_t *file = config_text_open(pool, text, by_bytes);
    const char *all = "";
    char line[32];
    apr_status_t rv;

    while ((rv = ap_cfg_getline(line, sizeof(line), file)) == APR_SUCCESS) {
        all = apr_psprintf(pool, "%s%s@%u|", all, line, file->line_number);
    }
    return rv == APR_EOF      ? all
           : rv == APR_ENOSPC ? apr_pstrcat(pool, all, "TOO LONG", NULL)
                              : apr_pstrcat(pool, all, "ERROR", NULL);
}

static void joins_trims_and_counts_lines(void **state)
{
    static const struct {
        const char *text, *lines;
    } cases[] = {
        { "", "" },
        { "a\nb\n", "a@1|b@2|" },
        { "a\nb", "a@1|b@2|" },            /* no line end at the end */
        { "a\r\nb\r\n", "a@1|b@2|" },      /* Windows */
        { "  a b \t\n", "a b@1|" },
        { "\n\n a\n", "@1|@2|a@3|" },      /* empty lines are lines */
        { "a\\\nb\n", "ab@2|" },           /* the last line's number */
        { "a \\\r\n  b\r\nc\n", "a   b@2|c@3|" },
        { "# x \\\nDirective y\nz\n", "# x Directive y@2|z@3|" },
        { "a\\", "a\\@1|" },               /* a backslash and no line end */
        { "a\\\n", "a@1|" },
        { "a\\ \nb\n", "a\\@1|b@2|" },     /* not at the end of the line */
        { "123456789012345678901234567890\n",
          "123456789012345678901234567890@1|" },
        { "12345678901234567890123456789012\n", "TOO LONG" },
        { "1234567890123456\\\n7890123456789012\n", "TOO LONG" },
    };
    apr_pool_t *pool = config_text_begin();

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_string_equal(lines_of(pool, cases[i].text, 0), cases[i].lines);
        assert_string_equal(lines_of(pool, cases[i].text, 1), cases[i].lines);
    }
    config_text_end(pool);
}

static void grows_a_line_up_to_its_limit(void **state)
{
    apr_pool_t *pool = config_text_begin();
    char *text = apr_palloc(pool, 100001);
    struct ap_varbuf line;
    ap_configfile_t *file;

    memset(text, 'x', 100000);
    text[100000] = '\0';
    ap_varbuf_init(pool, &line, 0);
    file = config_text_open(pool, text, 0);
    assert_int_equal(ap_varbuf_cfg_getline(&line, file, 200000), APR_SUCCESS);
    assert_int_equal(strlen(line.buf), 100000);
    file = config_text_open(pool, text, 0);
    assert_int_equal(ap_varbuf_cfg_getline(&line, file, 50000), APR_ENOSPC);
    ap_varbuf_free(&line);
    config_text_end(pool);
}

static void write_file(const char *path, const char *bytes, size_t len)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, len, file), len);
    fclose(file);
}

static void reads_regular_files_only(void **state)
{
    apr_pool_t *pool = config_text_begin();
    char dir[] = "/tmp/pinion-test-XXXXXX";
    const char *path;
    ap_configfile_t *file;
    char line[64];

    assert_non_null(mkdtemp(dir));
    path = apr_pstrcat(pool, dir, "/file", NULL);
    assert_int_not_equal(ap_pcfg_openfile(&file, pool, path), APR_SUCCESS);
    assert_int_not_equal(ap_pcfg_openfile(&file, pool, dir), APR_SUCCESS);
    assert_int_equal(ap_pcfg_openfile(&file, pool, NULL), APR_EBADF);

    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(ap_pcfg_openfile(&file, pool, path), APR_EBADF);
    unlink(path);

    write_file(path, "one\ntw\0o\n", 9);
    assert_int_equal(ap_pcfg_openfile(&file, pool, path), APR_SUCCESS);
    assert_string_equal(file->name, path);
    assert_int_equal(ap_cfg_getline(line, sizeof(line), file), APR_SUCCESS);
    assert_string_equal(line, "one");
    assert_int_equal(ap_cfg_getline(line, sizeof(line), file), APR_EINVAL);
    assert_non_null(strstr(ap_pcfg_strerror(pool, file, APR_EINVAL),
                           "line 2: it has a NUL byte"));
    ap_cfg_closefile(file);
    unlink(path);
    rmdir(dir);

    assert_int_equal(ap_pcfg_openfile(&file, pool, "/dev/null"), APR_SUCCESS);
    assert_int_equal(ap_cfg_getline(line, sizeof(line), file), APR_EOF);
    ap_cfg_closefile(file);
    config_text_end(pool);
}

static void counts_lines_read_byte_by_byte(void **state)
{
    apr_pool_t *pool = config_text_begin();
    ap_configfile_t *file = config_text_open(pool, "a\nb", 1);
    char ch;

    assert_int_equal(ap_cfg_getc(&ch, file), APR_SUCCESS);
    assert_int_equal(ap_cfg_getc(&ch, file), APR_SUCCESS);
    assert_int_equal(file->line_number, 1);
    assert_int_equal(ap_cfg_getc(&ch, file), APR_SUCCESS);
    assert_int_equal(ch, 'b');
    assert_int_equal(ap_cfg_getc(&ch, file), APR_EOF);
    config_text_end(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joins_trims_and_counts_lines),
        cmocka_unit_test(grows_a_line_up_to_its_limit),
        cmocka_unit_test(reads_regular_files_only),
        cmocka_unit_test(counts_lines_read_byte_by_byte),
    };

    config_text_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
