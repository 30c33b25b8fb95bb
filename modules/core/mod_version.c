/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_version - parts of the configuration for certain versions.
 *
 * Directive:  <IfVersion [[!]OPERATOR] VERSION>     (anywhere, and .htaccess)
 *             OPERATOR is one of = == > >= < <= ~, VERSION is
 *             major[.minor[.patch]], or a pattern after ~ or in /slashes/.
 * The version is the one of Apache that this server is compatible with: that
 * is what configurations were written for.
 */
#include "httpd.h"

#include "ap_release.h"
#include "apr_lib.h"
#include "apr_strings.h"
#include "http_config.h"

#define THIS_VERSION                                         \
    APR_STRINGIFY(AP_SERVER_MAJORVERSION_NUMBER)             \
    "." APR_STRINGIFY(AP_SERVER_MINORVERSION_NUMBER) "."     \
    APR_STRINGIFY(AP_SERVER_PATCHLEVEL_NUMBER)

enum { PARTS = 3, PART_MAX = 100000 };

/* "2.4" to { 2, 4, 0 }; 0 when it is no version. */
static int parse_version(const char *text, int part[PARTS])
{
    for (int i = 0; i < PARTS; i++) {
        part[i] = 0;
    }
    for (int i = 0; i < PARTS; i++) {
        if (!apr_isdigit(*text)) {
            return 0;
        }
        for (; apr_isdigit(*text); text++) {
            part[i] = part[i] * 10 + (*text - '0');
            if (part[i] > PART_MAX) {
                return 0;
            }
        }
        if (*text == '\0') {
            return 1;
        }
        if (*text++ != '.') {
            return 0;
        }
    }
    return 0;
}

/* Below, at or above 0 as this version is below, at or above the other. */
static int compare_to(const int other[PARTS])
{
    static const int this_version[PARTS] = { AP_SERVER_MAJORVERSION_NUMBER,
                                             AP_SERVER_MINORVERSION_NUMBER,
                                             AP_SERVER_PATCHLEVEL_NUMBER };

    for (int i = 0; i < PARTS; i++) {
        if (this_version[i] != other[i]) {
            return this_version[i] < other[i] ? -1 : 1;
        }
    }
    return 0;
}

static const char *match_pattern(cmd_parms *cmd, const char *pattern,
                                 int *is_true)
{
    apr_size_t len = strlen(pattern);
    ap_regex_t *regex;

    if (len > 1 && pattern[0] == '/' && pattern[len - 1] == '/') {
        pattern = apr_pstrmemdup(cmd->temp_pool, pattern + 1, len - 2);
    }
    regex = ap_pregcomp(cmd->temp_pool, pattern, AP_REG_EXTENDED);
    if (!regex) {
        return apr_psprintf(cmd->pool, "Unable to compile regular expression "
                                       "'%s'",
                            pattern);
    }
    *is_true = ap_regexec(regex, THIS_VERSION, 0, NULL, 0) == 0;
    return NULL;
}

static const char *evaluate(cmd_parms *cmd, const char *operator,
                            const char *version, int *is_true)
{
    static const struct {
        const char *name;
        int below, equal, above;
    } operators[] = {
        { "=", 0, 1, 0 },  { "==", 0, 1, 0 }, { ">", 0, 0, 1 },
        { ">=", 0, 1, 1 }, { "<", 1, 0, 0 },  { "<=", 1, 1, 0 },
    };
    int part[PARTS];

    if (strcmp(operator, "~") == 0
        || (*version == '/' && *operator == '=')) {
        return match_pattern(cmd, version, is_true);
    }
    if (!parse_version(version, part)) {
        return apr_psprintf(cmd->pool,
                            "'%s' is no version: major[.minor[.patch]] is "
                            "expected",
                            version);
    }
    for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
        if (strcmp(operator, operators[i].name) == 0) {
            int order = compare_to(part);

            *is_true = order < 0    ? operators[i].below
                       : order == 0 ? operators[i].equal
                                    : operators[i].above;
            return NULL;
        }
    }
    return apr_psprintf(cmd->pool,
                        "unrecognized operator '%s': one of = == > >= < <= ~ "
                        "is expected, with ! in front to turn it round",
                        operator);
}

/* Takes the ">" off the last word; 0 when there is none. */
static int chop_bracket(apr_pool_t *pool, const char **word)
{
    apr_size_t len = strlen(*word);

    if (len == 0 || (*word)[len - 1] != '>') {
        return 0;
    }
    *word = apr_pstrmemdup(pool, *word, len - 1);
    return 1;
}

static const char *start_if_version(cmd_parms *cmd, void *list,
                                    const char *first, const char *second,
                                    const char *third)
{
    static char section[] = "<IfVersion";
    const char **last = third ? &third : second ? &second : &first;
    const char *operator = "=";
    const char *version;
    ap_directive_t *inside = NULL;
    ap_directive_t *parent = NULL;
    const char *error;
    int is_true = 0;
    int is_wanted = 1;

    if (!chop_bracket(cmd->temp_pool, last)) {
        return "<IfVersion> directive missing closing '>'";
    }
    if (third && *third) {
        return apr_psprintf(cmd->pool, "<IfVersion> does not expect '%s'",
                            third);
    }
    version = first;
    if (second && *second) {
        operator = first;
        version = second;
    }
    if (*operator == '!') {
        is_wanted = 0;
        operator++;
        if (*operator == '\0') {
            operator = "=";
        }
    }
    error = evaluate(cmd, operator, version, &is_true);
    if (error) {
        return error;
    }
    if (is_true != is_wanted) {
        return ap_soak_end_container(cmd, section);
    }
    error = ap_build_cont_config(cmd->pool, cmd->temp_pool, cmd, &inside,
                                 &parent, section);
    *(ap_directive_t **)list = inside;
    return error;
}

static const command_rec version_directives[] = {
    AP_INIT_TAKE123("<IfVersion", start_if_version, NULL,
                    EXEC_ON_READ | OR_ALL,
                    "a comparison operator, a version (and a delimiter)"),
    { .name = NULL },
};

AP_DECLARE_MODULE(version) = {
    STANDARD20_MODULE_STUFF,
    .cmds = version_directives,
};
