/* SPDX-License-Identifier: Apache-2.0 */
/* From text to the directive tree: sections, conditions, macros, includes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <apr_strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config_text.h"
#include "pinion.h"

/* Expected: a tree, or "!" and a part of the error. */
typedef struct case_t {
    const char *text, *expected;
} case_t;

static void run_cases(apr_pool_t *pool, const case_t *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        ap_directive_t *tree;
        const char *error = config_text_build(pool, cases[i].text, &tree);
        const char *expected = cases[i].expected;

        if (*expected == '!') {
            if (!error || !strstr(error, expected + 1)) {
                fail_msg("%s\ngives %s\ninstead of %s", cases[i].text,
                         error ? error : config_text_dump(pool, tree),
                         expected);
            }
        } else if (error) {
            fail_msg("%s\ngives %s", cases[i].text, error);
        } else {
            assert_string_equal(config_text_dump(pool, tree), expected);
        }
    }
}

#define RUN(pool, cases) run_cases(pool, cases, sizeof(cases) / sizeof(cases[0]))

static void makes_nodes_of_lines_and_sections(void **state)
{
    static const case_t cases[] = {
        { "", "" },
        { "# only a comment\n\n", "" },
        { "A\nB c d\n", "A;B c d;" },
        { "\"A\" b\n", "A b;" },
        { "<S x>\nA b\n</S>\nC\n", "<S x>{A b;}C;" },
        { "<S x>\n<T y>\nA\n</T>\nB\n</S>\n", "<S x>{<T y>{A;}B;}" },
        { "<S>\n</s>\n", "<S >{}" },         /* names have no case */
        { "<S x >\n</S >\n", "<S x >{}" },
        { "<S x>\n", "!1: test.conf:1: <S> was not closed" },
        { "A\n<S x>\nB\n</T>\n",
          "!4: Expected </S> (for <S> on line 2) but saw </T>" },
        { "A\n</S>\n", "!2: </S> without matching <S> section" },
        { "<S x>\n</S\n", "!2: </S> directive missing closing '>'" },
        { "<S x>\n</S> y\n", "!2: </S> takes no arguments" },
        { "\xef\xbb\xbf" "A b\n", "!byte order mark" },
        { "\xff\xfe" "A\n", "!UTF-16" },
        { "A\n\xef\xbb\xbf" "B\n", "A;\xef\xbb\xbf" "B;" },
    };
    apr_pool_t *pool = config_text_begin();
    ap_directive_t *tree;

    RUN(pool, cases);
    assert_null(config_text_build(pool, "A\n\n<S>\nB \\\nc\n</S>\n", &tree));
    assert_int_equal(tree->line_num, 1);
    assert_int_equal(tree->next->line_num, 3);
    assert_int_equal(tree->next->first_child->line_num, 5);
    assert_ptr_equal(tree->next->first_child->parent, tree->next);
    assert_string_equal(tree->filename, "test.conf");
    config_text_end(pool);
}

static void refuses_sections_nested_without_end(void **state)
{
    apr_pool_t *pool = config_text_begin();
    const char *text = "";
    const char *conditions = "Define x\n";
    ap_directive_t *tree;

    for (int i = 0; i < 200; i++) {
        text = apr_pstrcat(pool, text, "<S x>\n", NULL);
        conditions = apr_pstrcat(pool, conditions, "<IfDefine x>\n", NULL);
    }
    assert_non_null(
        strstr(config_text_build(pool, text, &tree), "nested too deeply"));
    assert_non_null(
        strstr(config_text_build(pool, conditions, &tree),
               "nested too deeply"));
    config_text_end(pool);
}

static void takes_or_drops_conditional_sections(void **state)
{
    static const case_t cases[] = {
        { "Define X\n<IfDefine X>\nA\n</IfDefine>\nB\n", "A;B;" },
        { "<IfDefine X>\nA\n</IfDefine>\nB\n", "B;" },
        { "<IfDefine !X>\nA\n</IfDefine>\nB\n", "A;B;" },
        { "Define X\nUnDefine X\n<IfDefine X>\nA\n</IfDefine>\n", "" },
        { "<IfModule core.c>\nA\n</IfModule>\n", "A;" },
        { "<IfModule core_module>\nA\n</IfModule>\n", "A;" },
        { "<IfModule \"mod_so.c\">\nA\n</IfModule>\n", "A;" },
        { "<IfModule mod_none.c>\nA\n</IfModule>\n", "" },
        { "<IfModule core_modul>\nA\n</IfModule>\n", "" },
        { "<IfModule !mod_none.c>\nA\n</IfModule>\n", "A;" },
        { "<IfFile /dev/null>\nA\n</IfFile>\n", "A;" },
        { "<IfFile /no/such/file>\nA\n</IfFile>\n", "" },
        { "<IfFile \"/dev/null\">\nA\n</IfFile>\n", "A;" },
        { "<IfFile !\"/dev/null\">\nA\n</IfFile>\n", "" },
        { "<IfFile !\"/no/such file\">\nA\n</IfFile>\n", "A;" },
        { "<IfFile \"!/no/such/file\">\nA\n</IfFile>\n", "" },
        { "<IfDirective DocumentRoot>\nA\n</IfDirective>\n", "A;" },
        { "<IfDirective NoSuchThing>\nA\n</IfDirective>\n", "" },
        { "<IfSection Directory>\nA\n</IfSection>\n", "A;" },
        { "<IfSection \"<Directory>\">\nA\n</IfSection>\n", "A;" },
        { "<IfSection NoSuch>\nA\n</IfSection>\n", "" },
        /* inside and around other sections */
        { "<S x>\n<IfModule core.c>\nA\n</IfModule>\nB\n</S>\nC\n",
          "<S x>{A;B;}C;" },
        { "<IfModule core.c>\n<S x>\nA\n</S>\n</IfModule>\nB\n",
          "<S x>{A;}B;" },
        { "<IfModule no.c>\n<S x>\n<IfModule y>\nA\n</IfModule>\n</S>\n"
          "</IfModule>\nB\n",
          "B;" },
        { "<IfModule core.c>\n<IfModule core.c>\nA\n</IfModule>\n"
          "</IfModule>\n",
          "A;" },
        /* errors name both lines */
        { "A\n<IfModule no.c>\nB\n",
          "!2: Expected </IfModule> before end of configuration (for "
          "<IfModule> on line 2" },
        { "<IfModule core.c>\nB\n",
          "!1: Expected </IfModule> before end of configuration" },
        { "<IfModule no.c>\n<S>\n</IfModule>\n",
          "!Expected </S> (for <S> on line 2) but saw </IfModule> on line 3" },
        { "<IfModule core.c>\n<S>\n</IfModule>\n",
          "!3: Expected </S> (for <S> on line 2) but saw </IfModule>" },
        { "<S>\n<IfModule core.c>\n</S>\n</IfModule>\n",
          "!3: </S> without matching <S> section" },
        { "<IfDefine X\n</IfDefine>\n", "!missing closing '>'" },
        { "<IfDefine>\n</IfDefine>\n", "!requires additional arguments" },
        { "<IfDefine \"\">\n</IfDefine>\n", "!requires additional arguments" },
        { "Define a:b c\n", "!must not contain ':'" },
        { "Define\n", "!1: Define takes 1-2 arguments, but none was given" },
        { "Define a b c\n", "!but 3 were given (a b c)" },
    };
    apr_pool_t *pool = config_text_begin();

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        run_cases(pool, &cases[i], 1);
        config_text_end(pool); /* takes definitions back, too */
        pool = config_text_begin();
    }
    config_text_end(pool);
}

static void puts_values_of_variables_in(void **state)
{
    static const case_t cases[] = {
        { "Define V val\nA ${V}\n", "A val;" },
        { "Define V val\nA x${V}y${V}z\n", "A xvalyvalz;" },
        { "Define N A\n${N} b\n", "A b;" },
        { "A ${PINION_TEST_ENV}\n", "A from environment;" },
        { "Define PINION_TEST_ENV mine\nA ${PINION_TEST_ENV}\n", "A mine;" },
        { "A ${NOT_DEFINED_ANYWHERE}\n", "A ${NOT_DEFINED_ANYWHERE};" },
        { "A ${lc:%{HTTP_HOST}}\n", "A ${lc:%{HTTP_HOST}};" },
        { "A ${open\n", "A ${open;" },
        { "Define V ${V}\nA ${V}\n", "A ${V};" },
        { "Define V val\n<IfDefine NO>\nDefine V other\n</IfDefine>\nA ${V}\n",
          "A val;" },
        { "Define V val\n<S ${V}>\n</S>\n", "<S val>{}" },
    };
    apr_pool_t *pool = config_text_begin();

    setenv("PINION_TEST_ENV", "from environment", 1);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        run_cases(pool, &cases[i], 1);
        config_text_end(pool);
        pool = config_text_begin();
    }
    config_text_end(pool);
}

static void compares_versions(void **state)
{
    static const case_t cases[] = {
        { "<IfVersion >= 2.4>\nA\n</IfVersion>\n", "A;" },
        { "<IfVersion > 2>\nA\n</IfVersion>\n", "A;" },
        { "<IfVersion >= 2.5>\nA\n</IfVersion>\n", "" },
        { "<IfVersion 2.4>\nA\n</IfVersion>\n", "" },
        { "<IfVersion 2.4.71>\nA\n</IfVersion>\n", "A;" },
        { "<IfVersion = 2.4.71>\nA\n</IfVersion>\n", "A;" },
        { "<IfVersion !== 2.4.71>\nA\n</IfVersion>\n", "" },
        { "<IfVersion !2.4.1>\nA\n</IfVersion>\n", "!is no version" },
        { "<IfVersion < 2.4.100>\nA\n</IfVersion>\n", "A;" },
        { "<IfVersion ~ ^2\\.4\\.>\nA\n</IfVersion>\n", "A;" },
        { "<IfVersion = /^2\\.[0-3]/>\nA\n</IfVersion>\n", "" },
        { "<IfVersion !~ ^2\\.2 >\nA\n</IfVersion>\n", "A;" },
        { "<IfVersion ~ (>\nA\n</IfVersion>\n", "!Unable to compile" },
        { "<IfVersion <> 2.4>\nA\n</IfVersion>\n", "!unrecognized operator" },
        { "<IfVersion >= 2.4\nA\n</IfVersion>\n", "!missing closing '>'" },
        { "<IfVersion >= x>\nA\n</IfVersion>\n", "!'x' is no version" },
    };
    apr_pool_t *pool = config_text_begin();

    RUN(pool, cases);
    config_text_end(pool);
}

static void expands_macros(void **state)
{
    static const case_t cases[] = {
        { "<Macro M>\nA b\n</Macro>\nUse M\nUse m\n", "A b;A b;" },
        { "<Macro M $a $b>\nA $a-$b $a\n</Macro>\nUse M 1 2\n", "A 1-2 1;" },
        { "<Macro M $a>\n<S $a>\nA\n</S>\n</Macro>\nUse M \"x y\"\nB\n",
          "<S x y>{A;}B;" },
        { "<Macro M $a $ab>\nA $a $ab $abc\n</Macro>\nUse M 1 2\n",
          "A 1 2 2c;" },
        { "<Macro M $a>\nA $a\n</Macro>\nUse M $a\n", "A $a;" },
        { "<Macro O>\nB\n</Macro>\n<Macro M>\nUse O\n</Macro>\nUse M\n",
          "B;" },
        { "<Macro M>\nA\n</Macro>\n<Macro M>\nB\n</Macro>\nUse M\n", "B;" },
        { "<Macro M>\nA\n</Macro>\nUndefMacro M\nUse M\n",
          "!macro 'm' undefined" },
        { "UndefMacro M\n", "!cannot remove undefined macro" },
        { "Use\n", "!Use needs the name" },
        { "<Macro M $a>\nA $a\n</Macro>\n\nUse M\n",
          "!5: macro 'm' (defined on line 1 of \"test.conf\") used with 0 "
          "arguments instead of 1" },
        { "<Macro M>\nUse M\n</Macro>\nUse M\n", "!recursive use of macro" },
        { "<Macro M $a $a>\n</Macro>\n", "!named twice" },
        { "<Macro M $>\n</Macro>\n", "!has no name" },
        { "<Macro M>\nA\n", "!expected </Macro> before end" },
        { "<Macro M>\n<S>\nA\n</Macro>\n", "!expected </S> but saw </Macro>" },
        { "<Macro>\n</Macro>\n", "!needs the name" },
    };
    module *macro = pinion_find_builtin("macro_module");

    if (!macro) {
        skip();
    }
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        apr_pool_t *pool = config_text_begin();

        assert_null(ap_add_loaded_module(macro, pool, "macro_module"));
        run_cases(pool, &cases[i], 1);
        ap_remove_loaded_module(macro);
        config_text_end(pool);
    }
}

static void bounds_what_macros_expand_to(void **state)
{
    module *macro = pinion_find_builtin("macro_module");
    apr_pool_t *pool;
    ap_directive_t *tree;
    const char *text = "<Macro M0>\nA\n</Macro>\n";

    if (!macro) {
        skip();
    }
    pool = config_text_begin();
    assert_null(ap_add_loaded_module(macro, pool, "macro_module"));
    for (int i = 1; i < 25; i++) {
        text = apr_psprintf(pool,
                            "%s<Macro M%d>\nUse M%d\nUse M%d\n</Macro>\n",
                            text, i, i - 1, i - 1);
    }
    text = apr_pstrcat(pool, text, "Use M24\n", NULL);
    assert_non_null(
        strstr(config_text_build(pool, text, &tree), "more than 10000"));
    ap_remove_loaded_module(macro);
    config_text_end(pool);
}

static void put(apr_pool_t *pool, const char *dir, const char *name,
                const char *text)
{
    FILE *file = fopen(apr_pstrcat(pool, dir, "/", name, NULL), "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void includes_files_folders_and_patterns(void **state)
{
    static const char *const names[] = { "b.conf", "a.conf", "x.txt",
                                         "d/z.conf", "self.conf", "bad.conf" };
    static const case_t cases[] = {
        { "A\nInclude ${D}/a.conf\nB\n", "A;FromA;B;" },
        { "Include ${D}/?.conf\n", "FromA;FromB;" },
        { "Include ${D}/*/z.conf\n", "FromZ;" },
        { "Include ${D}/d\n", "FromZ;" },
        { "<S>\nInclude ${D}/a.conf\nX\n</S>\n", "<S >{FromA;X;}" },
        { "Include ${D}/none.conf\n", "!Could not open configuration file" },
        { "Include ${D}/*.none\n", "!*.none" },
        { "IncludeOptional ${D}/*.none\nA\n", "A;" },
        { "IncludeOptional ${D}/none.conf\nA\n", "A;" },
        { "IncludeOptional ${D}/none/*.conf\nA\n", "A;" },
        { "Include ${D}/self.conf\n", "!Exceeded maximum include depth" },
        { "A\nInclude ${D}/bad.conf\n",
          "!2: Syntax error on line 2 of " },
        { "Include\n", "!Include takes one argument" },
    };
    apr_pool_t *pool = config_text_begin();
    char dir[] = "/tmp/pinion-test-XXXXXX";

    assert_non_null(mkdtemp(dir));
    setenv("D", dir, 1);
    mkdir(apr_pstrcat(pool, dir, "/d", NULL), 0700);
    put(pool, dir, "a.conf", "FromA\n");
    put(pool, dir, "b.conf", "FromB\n");
    put(pool, dir, "x.txt", "FromX\n");
    put(pool, dir, "d/z.conf", "FromZ\n");
    put(pool, dir, "self.conf", "Include ${D}/self.conf\n");
    put(pool, dir, "bad.conf", "A\n</S>\n");
    RUN(pool, cases);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        unlink(apr_pstrcat(pool, dir, "/", names[i], NULL));
    }
    rmdir(apr_pstrcat(pool, dir, "/d", NULL));
    rmdir(dir);
    config_text_end(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_nodes_of_lines_and_sections),
        cmocka_unit_test(refuses_sections_nested_without_end),
        cmocka_unit_test(takes_or_drops_conditional_sections),
        cmocka_unit_test(puts_values_of_variables_in),
        cmocka_unit_test(compares_versions),
        cmocka_unit_test(expands_macros),
        cmocka_unit_test(bounds_what_macros_expand_to),
        cmocka_unit_test(includes_files_folders_and_patterns),
    };

    config_text_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
