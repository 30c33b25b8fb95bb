/* SPDX-License-Identifier: Apache-2.0 */
/* index_config.c - the directives of mod_autoindex, and merging them. */

#include "autoindex.h"

#include <apr_strings.h>

void *autoindex_create_conf(apr_pool_t *pool, char *dir)
{
    autoindex_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->icon_height = ICON_UNSET;
    conf->icon_width = ICON_UNSET;
    conf->icons = apr_array_make(pool, 1, sizeof(index_item_t));
    conf->alts = apr_array_make(pool, 1, sizeof(index_item_t));
    conf->descriptions = apr_array_make(pool, 1, sizeof(index_description_t));
    conf->ignored = apr_array_make(pool, 1, sizeof(const char *));
    return conf;
}

/* An unprefixed keyword of the inner section drops all of the outer's. Signed
 * ones stay apart: the walk merges sections in any grouping, and outer ones may
 * still come. */
static void merge_options(autoindex_conf_t *conf, const autoindex_conf_t *base,
                          const autoindex_conf_t *over)
{
    if (over->has_options) {
        conf->has_options = 1;
        conf->options = over->options;
        conf->added = over->added;
        conf->removed = over->removed;
        return;
    }
    conf->has_options = base->has_options;
    conf->options = base->options;
    conf->added = (base->added & ~over->removed) | over->added;
    conf->removed = (base->removed & ~over->added) | over->removed;
}

void *autoindex_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const autoindex_conf_t *base = outer;
    const autoindex_conf_t *over = inner;
    autoindex_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

#define INHERIT(field) conf->field = over->field ? over->field : base->field
    INHERIT(default_icon);
    INHERIT(style_sheet);
    INHERIT(head_insert);
    INHERIT(header);
    INHERIT(readme);
    INHERIT(content_type);
    INHERIT(charset);
    INHERIT(name_width);
    INHERIT(description_width);
    INHERIT(sort_key);
    INHERIT(sort_direction);
#undef INHERIT
    conf->icon_height = over->icon_height != ICON_UNSET ? over->icon_height
                                                        : base->icon_height;
    conf->icon_width = over->icon_width != ICON_UNSET ? over->icon_width
                                                      : base->icon_width;
    /* The first match counts: the inner section's come first. */
    conf->icons = apr_array_append(pool, over->icons, base->icons);
    conf->alts = apr_array_append(pool, over->alts, base->alts);
    conf->descriptions = apr_array_append(pool, over->descriptions,
                                          base->descriptions);
    conf->ignored = over->resets_ignored
        ? over->ignored : apr_array_append(pool, over->ignored, base->ignored);
    conf->resets_ignored = base->resets_ignored || over->resets_ignored;
    merge_options(conf, base, over);
    return conf;
}

/* --- icons and alternate texts ------------------------------------------- */

static void add_item(apr_pool_t *pool, apr_array_header_t *items,
                     item_kind_e kind, const char *what, const char *text)
{
    index_item_t *item = apr_array_push(items);

    item->kind = kind;
    item->what = what;
    item->text = text;
    /* A word without wildcards is the end of a path: ".gif", "README". */
    item->pattern = kind == ITEM_BY_PATH && !ap_is_matchexp(what)
        ? apr_pstrcat(pool, "*", what, NULL) : what;
}

static item_kind_e kind_of(const cmd_parms *cmd)
{
    return (item_kind_e)(apr_uintptr_t)cmd->info;
}

static const char *add_icon(cmd_parms *cmd, void *dir_conf, const char *icon,
                            const char *what)
{
    autoindex_conf_t *conf = dir_conf;

    if (*icon == '(') {
        const char *comma = ap_strchr_c(icon, ',');
        const char *end = ap_strrchr_c(icon, ')');

        if (!comma || !end || end < comma || end[1] != '\0') {
            return apr_psprintf(cmd->pool, "'%s' should have the form "
                                "(alternate text,URL)", icon);
        }
        add_item(cmd->pool, conf->alts, kind_of(cmd), what,
                 apr_pstrmemdup(cmd->pool, icon + 1,
                                (apr_size_t)(comma - icon - 1)));
        icon = apr_pstrmemdup(cmd->pool, comma + 1,
                              (apr_size_t)(end - comma - 1));
    }
    add_item(cmd->pool, conf->icons, kind_of(cmd), what, icon);
    return NULL;
}

static const char *add_alt(cmd_parms *cmd, void *dir_conf, const char *alt,
                           const char *what)
{
    autoindex_conf_t *conf = dir_conf;

    add_item(cmd->pool, conf->alts, kind_of(cmd), what, alt);
    return NULL;
}

/* --- the rest ------------------------------------------------------------ */

static const char *add_description(cmd_parms *cmd, void *dir_conf,
                                   const char *text, const char *what)
{
    autoindex_conf_t *conf = dir_conf;
    index_description_t *description = apr_array_push(conf->descriptions);

    description->text = text;
    description->has_path = ap_strchr_c(what, '/') != NULL;
    description->pattern = description->has_path
        ? apr_pstrcat(cmd->pool, "*/", what, NULL)
        : apr_pstrcat(cmd->pool, "*", what, "*", NULL);
    return NULL;
}

static const char *add_ignored(cmd_parms *cmd, void *dir_conf,
                               const char *pattern)
{
    autoindex_conf_t *conf = dir_conf;
    const char *slash = ap_strrchr_c(pattern, '/');

    APR_ARRAY_PUSH(conf->ignored, const char *) = slash ? slash + 1 : pattern;
    return NULL;
}

static const char *set_order_default(cmd_parms *cmd, void *dir_conf,
                                     const char *direction, const char *key)
{
    static const struct {
        const char *name;
        char letter;
    } keys[] = {
        { "Name", 'N' }, { "Date", 'M' }, { "Size", 'S' },
        { "Description", 'D' },
    };
    autoindex_conf_t *conf = dir_conf;

    if (ap_cstr_casecmp(direction, "Ascending") == 0) {
        conf->sort_direction = 'A';
    }
    else if (ap_cstr_casecmp(direction, "Descending") == 0) {
        conf->sort_direction = 'D';
    }
    else {
        return apr_psprintf(cmd->pool, "the first word must be Ascending or "
                            "Descending, not '%s'", direction);
    }
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        if (ap_cstr_casecmp(key, keys[i].name) == 0) {
            conf->sort_key = keys[i].letter;
            return NULL;
        }
    }
    return apr_psprintf(cmd->pool, "the second word must be Name, Date, Size "
                        "or Description, not '%s'", key);
}

static const char *refuse_fancy_indexing(cmd_parms *cmd, void *dir_conf,
                                         const char *args)
{
    return "FancyIndexing is no directive any more, write 'IndexOptions "
           "FancyIndexing'";
}

#define SLOT(field) (void *)APR_OFFSETOF(autoindex_conf_t, field)
#define BY(kind)    (void *)(apr_uintptr_t)(kind)

const command_rec autoindex_directives[] = {
    AP_INIT_ITERATE2("AddIcon", add_icon, BY(ITEM_BY_PATH), OR_INDEXES,
                     "the URL of an icon, and names or ends of names"),
    AP_INIT_ITERATE2("AddIconByType", add_icon, BY(ITEM_BY_TYPE), OR_INDEXES,
                     "the URL of an icon, and content types"),
    AP_INIT_ITERATE2("AddIconByEncoding", add_icon, BY(ITEM_BY_ENCODING),
                     OR_INDEXES,
                     "the URL of an icon, and content encodings"),
    AP_INIT_ITERATE2("AddAlt", add_alt, BY(ITEM_BY_PATH), OR_INDEXES,
                     "a text in place of an icon, and names or ends of names"),
    AP_INIT_ITERATE2("AddAltByType", add_alt, BY(ITEM_BY_TYPE), OR_INDEXES,
                     "a text in place of an icon, and content types"),
    AP_INIT_ITERATE2("AddAltByEncoding", add_alt, BY(ITEM_BY_ENCODING),
                     OR_INDEXES,
                     "a text in place of an icon, and content encodings"),
    AP_INIT_TAKE_ARGV("IndexOptions", autoindex_set_options, NULL, OR_INDEXES,
                      "keywords, each with + or - or none"),
    AP_INIT_TAKE2("IndexOrderDefault", set_order_default, NULL, OR_INDEXES,
                  "Ascending or Descending, and Name, Date, Size or "
                  "Description"),
    AP_INIT_ITERATE("IndexIgnore", add_ignored, NULL, OR_INDEXES,
                    "patterns of names that are not shown"),
    AP_INIT_FLAG("IndexIgnoreReset", ap_set_flag_slot, SLOT(resets_ignored),
                 OR_INDEXES, "On: IndexIgnore of outer sections is dropped"),
    AP_INIT_ITERATE2("AddDescription", add_description, NULL, OR_INDEXES,
                     "a text, and parts of names"),
    AP_INIT_TAKE1("HeaderName", ap_set_string_slot, SLOT(header), OR_INDEXES,
                  "the URL of what stands before the list"),
    AP_INIT_TAKE1("ReadmeName", ap_set_string_slot, SLOT(readme), OR_INDEXES,
                  "the URL of what stands behind the list"),
    AP_INIT_RAW_ARGS("FancyIndexing", refuse_fancy_indexing, NULL, OR_ALL,
                     "not supported, use IndexOptions FancyIndexing"),
    AP_INIT_TAKE1("DefaultIcon", ap_set_string_slot, SLOT(default_icon),
                  OR_INDEXES, "the URL of an icon for all other files"),
    AP_INIT_TAKE1("IndexStyleSheet", ap_set_string_slot, SLOT(style_sheet),
                  OR_INDEXES, "the URL of a style sheet"),
    AP_INIT_TAKE1("IndexHeadInsert", ap_set_string_slot, SLOT(head_insert),
                  OR_INDEXES, "HTML for the <head> of the page"),
    { .name = NULL },
};
