/* SPDX-License-Identifier: Apache-2.0 */
/*
 * index_list.c - the list itself, in one of three forms: plain (<ul>), fancy
 * (<pre> with columns of characters) and table.
 */

#include "autoindex.h"

#include <apr_lib.h>
#include <apr_strings.h>

#include "http_protocol.h"
#include "util_filter.h"

enum { DATE_ROOM = 64, DATE_COLUMN = 19, SIZE_ROOM = 5 };

/* What all lines of one list share. */
typedef struct list_t {
    request_rec *r;
    apr_bucket_brigade *bb;
    const index_view_t *view;
    apr_pool_t *line_pool; /* cleared after each line */
    int options;
    int name_width;
    int is_name_padded; /* in a table only with a fixed width */
    int description_width;
    const char *img_end; /* width, height and the end of an <img> tag */
    int rows_n;
} list_t;

void autoindex_puts(request_rec *r, apr_bucket_brigade *bb, const char *text)
{
    apr_brigade_puts(bb, ap_filter_flush, r->output_filters, text);
}

static void put(list_t *list, const char *text)
{
    autoindex_puts(list->r, list->bb, text);
}

__attribute__((format(printf, 2, 3)))
static void putf(list_t *list, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    apr_brigade_vprintf(list->bb, ap_filter_flush, list->r->output_filters,
                        format, args);
    va_end(args);
}

static int shows(const list_t *list, int suppressing_option)
{
    return !(list->options & suppressing_option);
}

/* --- widths -------------------------------------------------------------- */

static int longest(const apr_array_header_t *entries, int at_least,
                   int is_of_names)
{
    size_t most = (size_t)at_least;

    for (int i = 0; i < entries->nelts; i++) {
        const index_entry_t *entry = APR_ARRAY_IDX(entries, i,
                                                   index_entry_t *);
        const char *text = is_of_names ? entry->name : entry->description;
        size_t len = text ? strlen(text) : 0;

        most = len > most ? len : most;
    }
    return (int)most;
}

static int name_width_of(const index_view_t *view,
                         const apr_array_header_t *entries)
{
    switch (view->conf->name_width) {
    case WIDTH_AUTO:
        return longest(entries, NAME_WIDTH_DEFAULT, 1);
    case WIDTH_UNSET:
    case WIDTH_DEFAULT:
        return NAME_WIDTH_DEFAULT;
    default:
        return view->conf->name_width;
    }
}

/* The columns that are left out give the description their room. */
static int description_width_of(const index_view_t *view,
                                const apr_array_header_t *entries)
{
    int width = DESCRIPTION_WIDTH_DEFAULT;

    switch (view->conf->description_width) {
    case WIDTH_AUTO:
        return longest(entries, DESCRIPTION_WIDTH_DEFAULT, 0);
    case WIDTH_UNSET:
    case WIDTH_DEFAULT:
        break;
    default:
        return view->conf->description_width;
    }
    width += view->options & INDEX_NO_ICON ? 6 : 0;
    width += view->options & INDEX_NO_SIZE ? 7 : 0;
    width += view->options & INDEX_NO_LAST_MODIFIED ? DATE_COLUMN : 0;
    return width;
}

/* --- cells --------------------------------------------------------------- */

static void put_spaces(list_t *list, int n)
{
    putf(list, "%*s", n > 0 ? n : 0, "");
}

/* The name, cut to its column, and the spaces that fill it up. */
static void put_name(list_t *list, const index_entry_t *entry)
{
    int len = (int)strlen(entry->name);
    const char *name = entry->name;

    if (len > list->name_width) {
        /* Not cut in the middle of a UTF-8 character. */
        int keep = list->name_width - 3;

        while (keep > 0 && ((unsigned char)name[keep] & 0xc0) == 0x80) {
            keep--;
        }
        name = apr_pstrcat(list->line_pool,
                           apr_pstrmemdup(list->line_pool, name,
                                          (apr_size_t)keep), "..>", NULL);
        len = keep + 3;
    }
    putf(list, "<a href=\"%s\">%s</a>", entry->link,
         ap_escape_html(list->line_pool, name));
    if (list->is_name_padded) {
        put_spaces(list, list->name_width - len);
    }
}

/* The end of a tag or character reference that begins at text; text itself
 * when it is a plain character. */
static const char *markup_end(const char *text)
{
    const char *end = NULL;

    if (*text == '<') {
        end = ap_strchr_c(text, '>');
    }
    else if (*text == '&') {
        end = text + 1;
        while (apr_isalnum(*end) || *end == '#') {
            end++;
        }
        end = *end == ';' ? end : NULL;
    }
    return end ? end : text;
}

/* Cuts HTML to a number of visible characters: tags count nothing, a
 * character reference counts one. */
static const char *cut_description(apr_pool_t *pool, const char *text,
                                   int width)
{
    const char *cut = text;
    int n = 0;

    for (const char *at = text; *at; at++) {
        const char *end = markup_end(at);

        if (*at != '<' || end == at) {
            if (n == width - 1) {
                cut = at;
            }
            n++;
        }
        at = end;
    }
    if (n <= width) {
        return text;
    }
    return apr_pstrcat(pool, apr_pstrmemdup(pool, text,
                                            (apr_size_t)(cut - text)),
                       ">", NULL);
}

static const char *description_of(list_t *list, const index_entry_t *entry)
{
    return entry->description
        ? cut_description(list->line_pool, entry->description,
                          list->description_width) : NULL;
}

static const char *format_date(list_t *list, apr_time_t when, char *text)
{
    const char *format = list->options & INDEX_OLD_DATE_FORMAT
        ? "%d-%b-%Y %H:%M  " : "%Y-%m-%d %H:%M  ";
    apr_time_exp_t at;
    apr_size_t len = 0;

    apr_time_exp_lt(&at, when);
    apr_strftime(text, &len, DATE_ROOM, format, &at);
    return text;
}

static const char *icon_of(const list_t *list, const index_entry_t *entry)
{
    return entry->icon ? entry->icon : list->view->conf->default_icon;
}

/* <img>, within a link if icons are links. */
static void put_icon(list_t *list, const index_entry_t *entry)
{
    const char *icon = icon_of(list, entry);
    int is_link = list->options & INDEX_ICONS_ARE_LINKS;

    if (is_link) {
        putf(list, "<a href=\"%s\">", entry->link);
    }
    putf(list, "<img src=\"%s\" alt=\"[%s]\"%s",
         ap_escape_html(list->line_pool, icon),
         entry->alt ? entry->alt : "   ", list->img_end);
    if (is_link) {
        put(list, "</a>");
    }
}

static const char *blank_icon_of(const list_t *list)
{
    const autoindex_conf_t *conf = list->view->conf;
    const char *icon = autoindex_find_named_item(conf->icons,
                                                 "^^BLANKICON^^");

    return icon ? icon : conf->default_icon;
}

/* The heading of a column; a link unless sorting is suppressed. A second
 * click turns the order round. */
static void put_heading(list_t *list, char key, const char *text)
{
    const index_view_t *view = list->view;
    int turns = key == view->sort_key && view->sort_direction == 'A';

    if (list->options & (INDEX_NO_SORTING | INDEX_IGNORE_CLIENT)) {
        put(list, text);
        return;
    }
    putf(list, "<a href=\"?C=%c;O=%c%s\">%s</a>", key, turns ? 'D' : 'A',
         view->query_tail, text);
}

static const char *rule_of(const list_t *list)
{
    return list->options & INDEX_XHTML ? "<hr />" : "<hr>";
}

/* --- plain --------------------------------------------------------------- */

static void put_plain(list_t *list, const apr_array_header_t *entries)
{
    put(list, "<ul>");
    for (int i = 0; i < entries->nelts; i++) {
        const index_entry_t *entry = APR_ARRAY_IDX(entries, i,
                                                   index_entry_t *);

        putf(list, "<li><a href=\"%s\"> %s</a></li>\n", entry->link,
             ap_escape_html(list->line_pool, entry->name));
        apr_pool_clear(list->line_pool);
    }
    put(list, "</ul>\n");
}

/* --- fancy --------------------------------------------------------------- */

static void put_fancy_head(list_t *list)
{
    const char *icon = blank_icon_of(list);

    put(list, "<pre>");
    if (shows(list, INDEX_NO_ICON)) {
        if (icon) {
            putf(list, "<img src=\"%s\" alt=\"Icon \"%s ",
                 ap_escape_html(list->line_pool, icon), list->img_end);
        }
        else {
            put(list, "      ");
        }
    }
    put_heading(list, 'N', "Name");
    put_spaces(list, list->name_width - (int)sizeof("Name") + 2);
    if (shows(list, INDEX_NO_LAST_MODIFIED)) {
        put_heading(list, 'M', "Last modified");
        put(list, "      ");
    }
    if (shows(list, INDEX_NO_SIZE)) {
        put_heading(list, 'S', "Size");
        put(list, "  ");
    }
    if (shows(list, INDEX_NO_DESCRIPTION)) {
        put_heading(list, 'D', "Description");
    }
    put(list, shows(list, INDEX_NO_RULES) ? rule_of(list) : "\n");
}

static void put_fancy_line(list_t *list, const index_entry_t *entry)
{
    char text[DATE_ROOM];

    if (shows(list, INDEX_NO_ICON)) {
        if (icon_of(list, entry)) {
            put_icon(list, entry);
            put(list, " ");
        }
        else {
            put(list, "      ");
        }
    }
    put_name(list, entry);
    put(list, " ");
    if (shows(list, INDEX_NO_LAST_MODIFIED)) {
        if (entry->mtime) {
            put(list, format_date(list, entry->mtime, text));
        }
        else {
            put_spaces(list, DATE_COLUMN);
        }
    }
    if (shows(list, INDEX_NO_SIZE)) {
        putf(list, "%s  ", apr_strfsize(entry->size, text));
    }
    if (shows(list, INDEX_NO_DESCRIPTION) && entry->description) {
        put(list, description_of(list, entry));
    }
    put(list, "\n");
}

static void put_fancy(list_t *list, const apr_array_header_t *entries)
{
    put_fancy_head(list);
    for (int i = 0; i < entries->nelts; i++) {
        put_fancy_line(list, APR_ARRAY_IDX(entries, i, index_entry_t *));
        apr_pool_clear(list->line_pool);
    }
    if (shows(list, INDEX_NO_RULES)) {
        put(list, rule_of(list));
    }
    put(list, "</pre>\n");
}

/* --- table --------------------------------------------------------------- */

/* Opens a cell: with a class for the style sheet, or else the attribute that
 * does without one. */
static void open_cell(list_t *list, const char *tag, const char *column,
                      const char *attribute)
{
    if (list->view->conf->style_sheet) {
        putf(list, "<%s class=\"indexcol%s\">", tag, column);
    }
    else {
        putf(list, "<%s%s>", tag, attribute);
    }
}

static void put_break_row(list_t *list)
{
    int columns_n = 1 + !!shows(list, INDEX_NO_ICON) +
                    !!shows(list, INDEX_NO_LAST_MODIFIED) +
                    !!shows(list, INDEX_NO_SIZE) +
                    !!shows(list, INDEX_NO_DESCRIPTION);

    if (shows(list, INDEX_NO_RULES)) {
        putf(list, "   <tr%s><th colspan=\"%d\">%s</th></tr>\n",
             list->view->conf->style_sheet ? " class=\"indexbreakrow\"" : "",
             columns_n, rule_of(list));
    }
}

static void put_heading_cell(list_t *list, char key, const char *column,
                             const char *text)
{
    open_cell(list, "th", column, "");
    put_heading(list, key, text);
    put(list, "</th>");
}

static void put_table_head(list_t *list)
{
    const char *icon = blank_icon_of(list);
    int has_sheet = list->view->conf->style_sheet != NULL;

    put(list, has_sheet ? "  <table id=\"indexlist\">\n   "
                          "<tr class=\"indexhead\">"
                        : "  <table>\n   <tr>");
    if (shows(list, INDEX_NO_ICON)) {
        open_cell(list, "th", "icon", " valign=\"top\"");
        if (icon) {
            putf(list, "<img src=\"%s\" alt=\"[ICO]\"%s",
                 ap_escape_html(list->line_pool, icon), list->img_end);
        }
        else {
            put(list, "&nbsp;");
        }
        put(list, "</th>");
    }
    put_heading_cell(list, 'N', "name", "Name");
    if (shows(list, INDEX_NO_LAST_MODIFIED)) {
        put_heading_cell(list, 'M', "lastmod", "Last modified");
    }
    if (shows(list, INDEX_NO_SIZE)) {
        put_heading_cell(list, 'S', "size", "Size");
    }
    if (shows(list, INDEX_NO_DESCRIPTION)) {
        put_heading_cell(list, 'D', "desc", "Description");
    }
    put(list, "</tr>\n");
    put_break_row(list);
}

/* "-dir" for the class of a row, from the alternate text. */
static const char *alt_class(list_t *list, const index_entry_t *entry)
{
    char *name;

    if (!(list->options & INDEX_ADD_ALT_CLASS) || !entry->alt ||
        !*entry->alt) {
        return "";
    }
    name = apr_pstrcat(list->line_pool, "-", entry->alt, NULL);
    for (char *ch = name; *ch; ch++) {
        *ch = apr_isalnum(*ch) ? (char)apr_tolower(*ch) : '-';
    }
    return name;
}

static void open_row(list_t *list, const index_entry_t *entry)
{
    if (list->view->conf->style_sheet) {
        putf(list, "   <tr class=\"%s%s\">", list->rows_n % 2 ? "odd" : "even",
             alt_class(list, entry));
    }
    else {
        put(list, "<tr>");
    }
    list->rows_n++;
}

static void put_row(list_t *list, const index_entry_t *entry)
{
    char text[DATE_ROOM];

    open_row(list, entry);
    if (shows(list, INDEX_NO_ICON)) {
        open_cell(list, "td", "icon", " valign=\"top\"");
        if (icon_of(list, entry)) {
            put_icon(list, entry);
        }
        else {
            put(list, "&nbsp;");
        }
        put(list, "</td>");
    }
    open_cell(list, "td", "name", "");
    put_name(list, entry);
    put(list, "</td>");
    if (shows(list, INDEX_NO_LAST_MODIFIED)) {
        open_cell(list, "td", "lastmod",
                  entry->mtime ? " align=\"right\"" : "");
        put(list, entry->mtime ? format_date(list, entry->mtime, text)
                               : "&nbsp;");
        put(list, "</td>");
    }
    if (shows(list, INDEX_NO_SIZE)) {
        open_cell(list, "td", "size", " align=\"right\"");
        putf(list, "%s</td>", apr_strfsize(entry->size, text));
    }
    if (shows(list, INDEX_NO_DESCRIPTION)) {
        open_cell(list, "td", "desc", "");
        put(list, entry->description ? description_of(list, entry) : "&nbsp;");
        put(list, "</td>");
    }
    put(list, "</tr>\n");
}

static void put_table(list_t *list, const apr_array_header_t *entries)
{
    put_table_head(list);
    for (int i = 0; i < entries->nelts; i++) {
        put_row(list, APR_ARRAY_IDX(entries, i, index_entry_t *));
        apr_pool_clear(list->line_pool);
    }
    put_break_row(list);
    put(list, "</table>\n");
}

static const char *make_img_end(apr_pool_t *pool, const index_view_t *view)
{
    const char *end = view->options & INDEX_XHTML ? " />" : ">";
    int height = view->conf->icon_height;
    int width = view->conf->icon_width;

    if (height <= 0 || width <= 0) {
        return end;
    }
    return apr_psprintf(pool, " width=\"%d\" height=\"%d\"%s", width, height,
                        end);
}

void autoindex_print_list(request_rec *r, apr_bucket_brigade *bb,
                          const index_view_t *view,
                          const apr_array_header_t *entries)
{
    list_t list = {
        .r = r,
        .bb = bb,
        .view = view,
        .options = view->options,
        .name_width = name_width_of(view, entries),
        .description_width = description_width_of(view, entries),
        .img_end = make_img_end(r->pool, view),
    };

    apr_pool_create(&list.line_pool, r->pool);
    apr_pool_tag(list.line_pool, "autoindex_line");
    if (!(view->options & INDEX_FANCY)) {
        put_plain(&list, entries);
    }
    else if (view->options & INDEX_TABLE) {
        list.is_name_padded = view->conf->name_width != WIDTH_AUTO;
        put_table(&list, entries);
    }
    else {
        list.is_name_padded = 1;
        put_fancy(&list, entries);
    }
    apr_pool_destroy(list.line_pool);
}
