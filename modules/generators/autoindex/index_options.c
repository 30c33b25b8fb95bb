/* SPDX-License-Identifier: Apache-2.0 */
/*
 * index_options.c - IndexOptions: keywords, signs, values.
 *
 * A keyword without a sign starts anew: it drops what was inherited and the
 * signed keywords before it. Signed ones are kept apart, so that they can be
 * applied to what a section inherits.
 */

#include "autoindex.h"

#include <apr_lib.h>
#include <apr_strings.h>

enum { WIDTH_MAX = 4096, NAME_WIDTH_MIN = 6, DESCRIPTION_WIDTH_MIN = 12 };

static const struct {
    const char *name;
    int flag;
} keywords[] = {
    { "AddAltClass", INDEX_ADD_ALT_CLASS },
    { "FancyIndexing", INDEX_FANCY },
    { "FoldersFirst", INDEX_FOLDERS_FIRST },
    { "HTMLTable", INDEX_TABLE },
    { "IconsAreLinks", INDEX_ICONS_ARE_LINKS },
    { "IgnoreCase", INDEX_IGNORE_CASE },
    { "IgnoreClient", INDEX_IGNORE_CLIENT },
    { "ScanHTMLTitles", INDEX_SCAN_TITLES },
    { "ShowForbidden", INDEX_SHOW_FORBIDDEN },
    { "SuppressColumnSorting", INDEX_NO_SORTING },
    { "SuppressDescription", INDEX_NO_DESCRIPTION },
    { "SuppressHTMLPreamble", INDEX_NO_PREAMBLE },
    { "SuppressIcon", INDEX_NO_ICON },
    { "SuppressLastModified", INDEX_NO_LAST_MODIFIED },
    { "SuppressRules", INDEX_NO_RULES },
    { "SuppressSize", INDEX_NO_SIZE },
    { "TrackModified", INDEX_TRACK_MODIFIED },
    { "UseOldDateFormat", INDEX_OLD_DATE_FORMAT },
    { "VersionSort", INDEX_VERSION_SORT },
    { "XHTML", INDEX_XHTML },
};

int autoindex_options_of(const autoindex_conf_t *conf)
{
    return (conf->options | conf->added) & ~conf->removed;
}

/* 0 if the word is none of them. */
static int flag_of(const char *word)
{
    for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++) {
        if (ap_cstr_casecmp(word, keywords[i].name) == 0) {
            return keywords[i].flag;
        }
    }
    return 0;
}

static void apply_flag(autoindex_conf_t *conf, char sign, int flag)
{
    switch (sign) {
    case '+':
        conf->added |= flag;
        conf->removed &= ~flag;
        break;
    case '-':
        conf->added &= ~flag;
        conf->removed |= flag;
        break;
    default:
        conf->has_options = 1;
        conf->options |= flag;
        conf->added = 0;
        conf->removed = 0;
        break;
    }
}

/* The number in text, or -1 when it is none from least to WIDTH_MAX. */
static int parse_number(const char *text, int least)
{
    char *end;
    apr_int64_t value = apr_strtoi64(text, &end, 10);

    return apr_isdigit(*text) && *end == '\0' && value >= least &&
           value <= WIDTH_MAX ? (int)value : -1;
}

/* NameWidth and DescriptionWidth. value is NULL without "=". */
static const char *set_width(cmd_parms *cmd, const char *name, char sign,
                             const char *value, int least, int *width)
{
    if (!value) {
        *width = WIDTH_DEFAULT;
        return sign == '-' ? NULL
            : apr_psprintf(cmd->pool, "%s with no value may only appear as "
                           "'-%s'", name, name);
    }
    if (sign == '-') {
        return apr_psprintf(cmd->pool, "'-%s' takes no value", name);
    }
    if (strcmp(value, "*") == 0) {
        *width = WIDTH_AUTO;
        return NULL;
    }
    *width = parse_number(value, least);
    return *width >= 0 ? NULL
        : apr_psprintf(cmd->pool, "%s must be '*' or %d to %d, not '%s'", name,
                       least, WIDTH_MAX, value);
}

static const char *set_icon_size(cmd_parms *cmd, const char *name, char sign,
                                 const char *value, int preset, int *size)
{
    if (sign == '-') {
        *size = 0;
        return value ? apr_psprintf(cmd->pool, "'-%s' takes no value", name)
                     : NULL;
    }
    *size = value ? parse_number(value, 0) : preset;
    return *size >= 0 ? NULL
        : apr_psprintf(cmd->pool, "%s must be 0 to %d, not '%s'", name,
                       WIDTH_MAX, value);
}

/* The keywords that take a value; *is_one tells whether name is one. */
static const char *set_value(cmd_parms *cmd, autoindex_conf_t *conf,
                             char sign, const char *name, const char *value,
                             int *is_one)
{
    *is_one = 1;
    if (ap_cstr_casecmp(name, "NameWidth") == 0) {
        return set_width(cmd, "NameWidth", sign, value, NAME_WIDTH_MIN,
                         &conf->name_width);
    }
    if (ap_cstr_casecmp(name, "DescriptionWidth") == 0) {
        return set_width(cmd, "DescriptionWidth", sign, value,
                         DESCRIPTION_WIDTH_MIN, &conf->description_width);
    }
    if (ap_cstr_casecmp(name, "IconHeight") == 0) {
        return set_icon_size(cmd, "IconHeight", sign, value,
                             ICON_HEIGHT_DEFAULT, &conf->icon_height);
    }
    if (ap_cstr_casecmp(name, "IconWidth") == 0) {
        return set_icon_size(cmd, "IconWidth", sign, value, ICON_WIDTH_DEFAULT,
                             &conf->icon_width);
    }
    if (value && sign != '-' && ap_cstr_casecmp(name, "Charset") == 0) {
        conf->charset = apr_pstrdup(cmd->pool, value);
        return NULL;
    }
    if (value && sign != '-' && ap_cstr_casecmp(name, "Type") == 0) {
        conf->content_type = apr_pstrdup(cmd->pool, value);
        return NULL;
    }
    *is_one = 0;
    return NULL;
}

static const char *set_none(cmd_parms *cmd, autoindex_conf_t *conf, char sign,
                            int argc)
{
    if (sign) {
        return "Cannot combine '+' or '-' with 'None' keyword";
    }
    if (argc > 1) {
        return "Cannot combine other IndexOptions keywords with 'None'";
    }
    conf->has_options = 1;
    conf->options = 0;
    conf->added = 0;
    conf->removed = 0;
    return NULL;
}

static const char *set_option(cmd_parms *cmd, autoindex_conf_t *conf,
                              const char *word, int argc)
{
    char sign = *word == '+' || *word == '-' ? *word : '\0';
    const char *name = sign ? word + 1 : word;
    const char *equals = ap_strchr_c(name, '=');
    const char *value = equals ? equals + 1 : NULL;
    const char *error;
    int is_one;
    int flag;

    if (ap_cstr_casecmp(name, "None") == 0) {
        return set_none(cmd, conf, sign, argc);
    }
    if (equals) {
        name = apr_pstrmemdup(cmd->temp_pool, name,
                              (apr_size_t)(equals - name));
    }
    error = set_value(cmd, conf, sign, name, value, &is_one);
    if (is_one) {
        return error;
    }
    flag = value ? 0 : flag_of(name);
    if (!flag) {
        return apr_psprintf(cmd->pool, "Invalid directory indexing option "
                            "'%s'", word);
    }
    apply_flag(conf, sign, flag);
    return NULL;
}

const char *autoindex_set_options(cmd_parms *cmd, void *dir_conf, int argc,
                                  char *const argv[])
{
    const char *error = NULL;

    for (int i = 0; i < argc && !error; i++) {
        error = set_option(cmd, dir_conf, argv[i], argc);
    }
    return error;
}
