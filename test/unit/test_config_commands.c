/* SPDX-License-Identifier: Apache-2.0 */
/* Directives: their arguments, where they may stand, who implements them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <apr_strings.h>

#include "config/htaccess.h"
#include "config/modlist.h"
#include "config/suggest.h"
#include "config_text.h"
#include "http_core.h"
#include "http_main.h"

static module trial_module;
static char seen[512]; /* what the functions were called with */

static void note(const char *format, ...)
{
    size_t len = strlen(seen);
    va_list args;

    va_start(args, format);
    apr_vsnprintf(seen + len, sizeof(seen) - len, format, args);
    va_end(args);
}

static const char *no_args(cmd_parms *cmd, void *conf)
{
    note("%s", cmd->cmd->name);
    return NULL;
}

static const char *raw(cmd_parms *cmd, void *conf, const char *args)
{
    note("[%s]", args);
    return NULL;
}

static const char *one(cmd_parms *cmd, void *conf, const char *a)
{
    note("(%s)", a);
    return strcmp(a, "bad") == 0 ? "this is bad" : NULL;
}

static const char *two(cmd_parms *cmd, void *conf, const char *a,
                       const char *b)
{
    note("(%s,%s)", a, b ? b : "-");
    return NULL;
}

static const char *three(cmd_parms *cmd, void *conf, const char *a,
                         const char *b, const char *c)
{
    note("(%s,%s,%s)", a, b ? b : "-", c ? c : "-");
    return NULL;
}

static const char *many(cmd_parms *cmd, void *conf, int argc,
                        char *const argv[])
{
    note("%d:", argc);
    for (int i = 0; i < argc; i++) {
        note("%s,", argv[i]);
    }
    return NULL;
}

static const char *flag(cmd_parms *cmd, void *conf, int is_on)
{
    note("%d", is_on);
    return NULL;
}

static const char *global_only(cmd_parms *cmd, void *conf)
{
    const char *error = ap_check_cmd_context(cmd, GLOBAL_ONLY
                                                      | NOT_IN_HTACCESS);

    note("global");
    return error;
}

static const char *not_in_files(cmd_parms *cmd, void *conf)
{
    return ap_check_cmd_context(cmd, NOT_IN_FILES);
}

/* Sections walk their contents with a path, as the core's do. */
static const char *section(cmd_parms *cmd, void *conf, const char *args)
{
    char *outer = cmd->path;
    const char *error;

    cmd->path = apr_pstrdup(cmd->pool, args);
    error = ap_walk_config(cmd->directive->first_child, cmd, cmd->context);
    cmd->path = outer;
    return error;
}

static const char *declines(cmd_parms *cmd, void *conf)
{
    note("declined ");
    return DECLINE_CMD;
}

#define ANYWHERE (RSRC_CONF | ACCESS_CONF | OR_ALL)

static const command_rec trial_directives[] = {
    /* AP_INIT_NO_ARGS says RAW_ARGS, as Apache's does. */
    { "TNone", { .no_args = no_args }, NULL, ANYWHERE, NO_ARGS, "no help" },
    AP_INIT_RAW_ARGS("TRaw", raw, NULL, ANYWHERE, NULL),
    AP_INIT_TAKE1("TOne", one, NULL, ANYWHERE, "the one thing"),
    AP_INIT_TAKE2("TTwo", two, NULL, ANYWHERE, NULL),
    AP_INIT_TAKE12("TOneTwo", two, NULL, ANYWHERE, NULL),
    AP_INIT_TAKE3("TThree", three, NULL, ANYWHERE, NULL),
    AP_INIT_TAKE23("TTwoThree", three, NULL, ANYWHERE, NULL),
    AP_INIT_TAKE123("TOneTwoThree", three, NULL, ANYWHERE, NULL),
    AP_INIT_TAKE13("TOneThree", three, NULL, ANYWHERE, NULL),
    AP_INIT_ITERATE("TEach", one, NULL, ANYWHERE, NULL),
    AP_INIT_ITERATE2("TEachOf", two, NULL, ANYWHERE, NULL),
    AP_INIT_TAKE_ARGV("TMany", many, NULL, ANYWHERE, NULL),
    AP_INIT_FLAG("TFlag", flag, NULL, ANYWHERE, "a switch"),
    AP_INIT_NO_ARGS("TGlobal", global_only, NULL, ANYWHERE, NULL),
    AP_INIT_NO_ARGS("TNotInFiles", not_in_files, NULL, ANYWHERE, NULL),
    AP_INIT_RAW_ARGS("<TSection", section, NULL, ANYWHERE, NULL),
    AP_INIT_RAW_ARGS("<Files", section, NULL, ANYWHERE, NULL),
    AP_INIT_NO_ARGS("TServer", no_args, NULL, RSRC_CONF, NULL),
    AP_INIT_NO_ARGS("TFileInfo", no_args, NULL, OR_FILEINFO, NULL),
    AP_INIT_NO_ARGS("TShared", declines, NULL, ANYWHERE, NULL),
    AP_INIT_NO_ARGS("TShared", no_args, NULL, ANYWHERE, NULL),
    AP_INIT_NO_ARGS("TDeclined", declines, NULL, ANYWHERE, NULL),
    { .name = NULL },
};

static module trial_module = {
    STANDARD20_MODULE_STUFF,
    .cmds = trial_directives,
};

/* Runs text; "" and what was seen, or "LINE: error". */
static const char *run(apr_pool_t *pool, const char *text, int override)
{
    ap_directive_t *tree;
    const char *error = config_text_build(pool, text, &tree);
    cmd_parms parms = { .pool = pool,
                        .server = config_text_server(pool),
                        .override = override,
                        .override_opts = OPT_ALL,
                        .limited = -1 };

    seen[0] = '\0';
    if (error) {
        return error;
    }
    apr_pool_create(&parms.temp_pool, pool);
    error = ap_walk_config(tree, &parms, ap_create_per_dir_config(pool));
    return error ? apr_psprintf(pool, "%d: %s", parms.err_directive->line_num,
                                error)
                 : seen;
}

static apr_pool_t *begin(void)
{
    apr_pool_t *pool = config_text_begin();

    assert_null(ap_add_loaded_module(&trial_module, pool, "trial_module"));
    return pool;
}

static void end(apr_pool_t *pool)
{
    ap_remove_loaded_module(&trial_module);
    config_text_end(pool);
}

static void splits_arguments_as_declared(void **state)
{
    static const struct {
        const char *text, *result; /* result: a part of it */
    } cases[] = {
        { "TNone", "TNone" },
        { "tnone", "TNone" },
        { "TNone x", "1: TNone takes no arguments, but one was given (x): no "
                     "help" },
        { "TRaw a \"b c\"  d", "[a \"b c\"  d]" },
        { "TRaw", "[]" },
        { "TOne a", "(a)" },
        { "TOne \"a b\"", "(a b)" },
        { "TOne 'a \"b'", "(a \"b)" },
        { "TOne", "1: TOne takes one argument, but none was given: the one "
                  "thing" },
        { "TOne a b c", "but 3 were given (a b c): the one thing" },
        { "TOne \"\"", "takes one argument" },
        { "\n\nTOne bad", "3: this is bad" },
        { "TTwo a b", "(a,b)" },
        { "TTwo a", "TTwo takes two arguments, but one was given (a)" },
        { "TOneTwo a", "(a,-)" },
        { "TOneTwo a b", "(a,b)" },
        { "TOneTwo a b c", "takes 1-2 arguments, but 3 were given" },
        { "TThree a b c", "(a,b,c)" },
        { "TThree a b", "takes three arguments" },
        { "TTwoThree a b", "(a,b,-)" },
        { "TTwoThree a", "takes two or three arguments" },
        { "TOneTwoThree a", "(a,-,-)" },
        { "TOneTwoThree a b c d", "takes one, two or three arguments" },
        { "TOneThree a", "(a,-,-)" },
        { "TOneThree a b c", "(a,b,c)" },
        { "TOneThree a b", "takes one or three arguments, but 2 were given" },
        { "TEach a b c", "(a)(b)(c)" },
        { "TEach a bad c", "1: this is bad" },
        { "TEach", "TEach takes at least one argument" },
        { "TEachOf k a b", "(k,a)(k,b)" },
        { "TEachOf k", "takes at least two arguments" },
        { "TMany", "0:" },
        { "TMany a \"b c\"", "2:a,b c," },
        { "TFlag on", "1" },
        { "TFlag OFF", "0" },
        { "TFlag yes", "1: TFlag must be On or Off, not 'yes': a switch" },
        { "TFlag on off", "must be On or Off, not 'on off'" },
    };
    apr_pool_t *pool = begin();

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *result = run(pool, cases[i].text, RSRC_CONF);

        if (!strstr(result, cases[i].result)) {
            fail_msg("%s gives %s instead of %s", cases[i].text, result,
                     cases[i].result);
        }
    }
    end(pool);
}

static void limits_the_words_of_one_directive(void **state)
{
    apr_pool_t *pool = begin();
    const char *text = "TMany";

    for (int i = 0; i < 65; i++) {
        text = apr_pstrcat(pool, text, " x", NULL);
    }
    assert_non_null(strstr(run(pool, text, RSRC_CONF), "no more than 64"));
    end(pool);
}

static void knows_where_a_directive_stands(void **state)
{
    apr_pool_t *pool = begin();

    assert_string_equal(run(pool, "TGlobal", RSRC_CONF), "global");
    assert_non_null(strstr(run(pool, "<TSection x>\nTGlobal\n</TSection>",
                               RSRC_CONF),
                           "2: TGlobal cannot occur within a section"));
    assert_string_equal(run(pool, "TNotInFiles", RSRC_CONF), "");
    assert_non_null(strstr(run(pool, "<Files x>\n<TSection y>\nTNotInFiles\n"
                                     "</TSection>\n</Files>",
                               RSRC_CONF),
                           "3: TNotInFiles cannot occur within <Files> "
                           "section (line 1)"));
    assert_non_null(strstr(run(pool, "TServer", OR_ALL),
                           "TServer not allowed here (allowed in *.conf only "
                           "outside"));
    assert_non_null(strstr(run(pool, "TFileInfo", OR_AUTHCFG),
                           "when AllowOverride includes FileInfo"));
    assert_string_equal(run(pool, "TFileInfo", OR_FILEINFO), "TFileInfo");
    end(pool);
}

static void asks_all_who_share_a_name(void **state)
{
    apr_pool_t *pool = begin();

    assert_string_equal(run(pool, "TShared", RSRC_CONF), "declined TShared");
    /* Who knows it may leave it alone; then it is not unknown. */
    assert_string_equal(run(pool, "TDeclined", RSRC_CONF), "declined ");
    end(pool);
}

static void helps_with_unknown_directives(void **state)
{
    static const struct {
        const char *name, *part;
    } cases[] = {
        { "RewriteEngine", "rewrite_module, which is not loaded" },
        { "php_value", "in the package libapache2-mod-php" },
        { "TOnee", "Did you mean 'TOne'?" },
        { "DocumentRoto", "Did you mean 'DocumentRoot'?" },
        { "RewriteEngin", "Did you mean 'RewriteEngine', of rewrite_module?" },
        { "Qqqqqqqqqq", "" },
    };
    apr_pool_t *pool = begin();

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *hint = pn_suggest_for(pool, cases[i].name);

        if (!strstr(hint, cases[i].part)
            || (!*cases[i].part && *hint)) {
            fail_msg("%s: %s", cases[i].name, hint);
        }
    }
    assert_string_equal(pn_suggest_printable(pool, "a\x01\xef"),
                        "a\\x01\\xef");
    assert_null(strstr(run(pool, "\x1b[2JFoo", RSRC_CONF), "\x1b"));
    end(pool);
}

static const char *parse_htaccess(apr_pool_t *pool, const char *text,
                                  int override, int options,
                                  apr_table_t *list)
{
    pn_htaccess_rights_t rights = { override, options, list };
    ap_conf_vector_t *vector;

    seen[0] = '\0';
    return pn_htaccess_parse(pool, config_text_server(pool),
                             config_text_open(pool, text, 0), "/dir/", &rights,
                             &vector);
}

static void limits_what_a_directory_file_may_do(void **state)
{
    apr_pool_t *pool = begin();
    apr_table_t *list = apr_table_make(pool, 1);

    assert_null(parse_htaccess(pool, "TFileInfo\n", OR_FILEINFO, 0, NULL));
    assert_string_equal(seen, "TFileInfo");
    assert_non_null(strstr(parse_htaccess(pool, "\nTFileInfo\n", OR_LIMIT, 0,
                                          NULL),
                           "test.conf:2: TFileInfo not allowed here"));
    assert_non_null(strstr(parse_htaccess(pool, "TServer\n", OR_ALL, 0, NULL),
                           "TServer not allowed here"));
    assert_non_null(strstr(parse_htaccess(pool, "TGlobal\n", OR_ALL, 0, NULL),
                           "TGlobal cannot occur within .htaccess files"));
    assert_non_null(strstr(parse_htaccess(pool, "Include /x\n", OR_ALL, 0,
                                          NULL),
                           "Include not allowed here"));
    assert_non_null(strstr(parse_htaccess(pool, "Nonsense\n", OR_ALL, 0, NULL),
                           "test.conf:1: Invalid command 'Nonsense'"));

    /* AllowOverrideList admits single directives, AllowOverride
     * Nonfatal=... skips what is wrong */
    apr_table_setn(list, "TServer", "1");
    assert_null(parse_htaccess(pool, "TServer\n", OR_NONE, 0, list));
    assert_string_equal(seen, "TServer");
    assert_null(parse_htaccess(pool, "TFileInfo\nTServer\n",
                               OR_NONE | NONFATAL_OVERRIDE, 0, list));
    assert_string_equal(seen, "TServer");
    assert_null(parse_htaccess(pool, "Nonsense\nTFileInfo\n",
                               OR_FILEINFO | NONFATAL_UNKNOWN, 0, NULL));
    assert_string_equal(seen, "TFileInfo");
    end(pool);
}

typedef struct slots_t {
    const char *text;
    int number;
    int is_on;
    char is_small;
} slots_t;

static void stores_arguments_in_slots(void **state)
{
    apr_pool_t *pool = begin();
    slots_t slots = { NULL, 0, 0, 0 };
    command_rec rec = { .name = "Slot" };
    cmd_parms cmd = { .pool = pool, .cmd = &rec };

    cmd.info = (void *)offsetof(slots_t, text);
    assert_null(ap_set_string_slot(&cmd, &slots, "Ab"));
    assert_string_equal(slots.text, "Ab");
    assert_null(ap_set_string_slot_lower(&cmd, &slots, "Ab"));
    assert_string_equal(slots.text, "ab");
    ap_server_root = "/root";
    assert_null(ap_set_file_slot(&cmd, &slots, "x/y"));
    assert_string_equal(slots.text, "/root/x/y");
    assert_null(ap_set_file_slot(&cmd, &slots, "/z"));
    assert_string_equal(slots.text, "/z");
    ap_server_root = "/";
    cmd.info = (void *)offsetof(slots_t, number);
    assert_null(ap_set_int_slot(&cmd, &slots, "-12"));
    assert_int_equal(slots.number, -12);
    assert_non_null(ap_set_int_slot(&cmd, &slots, "12x"));
    assert_non_null(ap_set_int_slot(&cmd, &slots, ""));
    assert_non_null(ap_set_int_slot(&cmd, &slots, "99999999999"));
    assert_int_equal(slots.number, -12);
    cmd.info = (void *)offsetof(slots_t, is_on);
    assert_null(ap_set_flag_slot(&cmd, &slots, 1));
    assert_int_equal(slots.is_on, 1);
    cmd.info = (void *)offsetof(slots_t, is_small);
    assert_null(ap_set_flag_slot_char(&cmd, &slots, 1));
    assert_int_equal(slots.is_small, 1);
    end(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_arguments_as_declared),
        cmocka_unit_test(limits_the_words_of_one_directive),
        cmocka_unit_test(knows_where_a_directive_stands),
        cmocka_unit_test(asks_all_who_share_a_name),
        cmocka_unit_test(helps_with_unknown_directives),
        cmocka_unit_test(limits_what_a_directory_file_may_do),
        cmocka_unit_test(stores_arguments_in_slots),
    };

    config_text_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
