/* SPDX-License-Identifier: Apache-2.0 */
/*
 * autoindex.h - what the files of mod_autoindex share.
 */
#ifndef PINION_MODULES_GENERATORS_AUTOINDEX_H
#define PINION_MODULES_GENERATORS_AUTOINDEX_H

#include "httpd.h"

#include "http_config.h"

/* IndexOptions without a value. */
enum {
    INDEX_ADD_ALT_CLASS = 1 << 0,
    INDEX_FANCY = 1 << 1,
    INDEX_FOLDERS_FIRST = 1 << 2,
    INDEX_TABLE = 1 << 3,
    INDEX_ICONS_ARE_LINKS = 1 << 4,
    INDEX_IGNORE_CASE = 1 << 5,
    INDEX_IGNORE_CLIENT = 1 << 6,
    INDEX_SCAN_TITLES = 1 << 7,
    INDEX_SHOW_FORBIDDEN = 1 << 8,
    INDEX_NO_SORTING = 1 << 9,
    INDEX_NO_DESCRIPTION = 1 << 10,
    INDEX_NO_PREAMBLE = 1 << 11,
    INDEX_NO_ICON = 1 << 12,
    INDEX_NO_LAST_MODIFIED = 1 << 13,
    INDEX_NO_RULES = 1 << 14,
    INDEX_NO_SIZE = 1 << 15,
    INDEX_TRACK_MODIFIED = 1 << 16,
    INDEX_OLD_DATE_FORMAT = 1 << 17,
    INDEX_VERSION_SORT = 1 << 18,
    INDEX_XHTML = 1 << 19
};

/* Widths: a number of characters, or one of these. */
enum {
    WIDTH_UNSET = 0, /* inherit; in the end a default */
    WIDTH_DEFAULT = -1,
    WIDTH_AUTO = -2, /* "*": as the longest needs */
    NAME_WIDTH_DEFAULT = 23,
    DESCRIPTION_WIDTH_DEFAULT = 23,
    ICON_UNSET = -1,
    ICON_HEIGHT_DEFAULT = 22,
    ICON_WIDTH_DEFAULT = 20
};

/* What an icon, alternate text or description is given to. */
typedef enum { ITEM_BY_PATH, ITEM_BY_TYPE, ITEM_BY_ENCODING } item_kind_e;

typedef struct index_item_t {
    item_kind_e kind;
    const char *what;    /* as written: for ^^DIRECTORY^^ and ^^BLANKICON^^ */
    const char *pattern; /* of a whole path, a type, or an encoding */
    const char *text;    /* URL of the icon, or the text */
} index_item_t;

/* AddDescription. */
typedef struct index_description_t {
    const char *pattern;
    int has_path; /* matches the whole path, not the name */
    const char *text;
} index_description_t;

/* One per section; lives in its configuration pool and is never changed after
 * it was read. */
typedef struct autoindex_conf_t {
    const char *default_icon;
    const char *style_sheet;
    const char *head_insert;
    const char *header;
    const char *readme;
    const char *content_type; /* Type= */
    const char *charset;      /* Charset= */
    int options;              /* unprefixed */
    int added;                /* + and - behind the last unprefixed one */
    int removed;
    int has_options;          /* an unprefixed one or None was given */
    int name_width;
    int description_width;
    int icon_height;
    int icon_width;
    char sort_key;       /* N, M, S, D; 0: inherit */
    char sort_direction; /* A, D */
    int resets_ignored;
    apr_array_header_t *icons;        /* of index_item_t */
    apr_array_header_t *alts;         /* of index_item_t */
    apr_array_header_t *descriptions; /* of index_description_t */
    apr_array_header_t *ignored;      /* of const char *: patterns of names */
} autoindex_conf_t;

/* The configuration of one listing after the query string. */
typedef struct index_view_t {
    const autoindex_conf_t *conf;
    int options;
    char sort_key;
    char sort_direction;
    const char *pattern;    /* ?P=: NULL for all */
    const char *query_tail; /* ";F=2;V=1;P=x" for links, HTML-escaped */
} index_view_t;

/* One line. Lives in r->pool. */
typedef struct index_entry_t {
    const index_view_t *view; /* for comparing */
    const char *name;         /* as shown, not escaped; directories end in / */
    const char *link;         /* escaped for URLs and HTML */
    const char *icon;
    const char *alt;
    const char *description; /* HTML */
    apr_off_t size;          /* -1: none */
    apr_time_t mtime;        /* 0: none */
    int is_directory;
    int is_parent;
} index_entry_t;

/* --- index_config.c: directives, merging --- */
extern const command_rec autoindex_directives[];
void *autoindex_create_conf(apr_pool_t *pool, char *dir);
void *autoindex_merge_conf(apr_pool_t *pool, void *outer, void *inner);

/* --- index_options.c: IndexOptions --- */
const char *autoindex_set_options(cmd_parms *cmd, void *dir_conf, int argc,
                                  char *const argv[]);
int autoindex_options_of(const autoindex_conf_t *conf);

/* --- index_items.c: what belongs to a file --- */
/* Each returns NULL when nothing was configured for it. */
const char *autoindex_find_file_item(const apr_array_header_t *items,
                                     const request_rec *rr);
const char *autoindex_find_directory_item(const apr_array_header_t *items,
                                          const char *path);
/* ^^DIRECTORY^^ or ^^BLANKICON^^. */
const char *autoindex_find_named_item(const apr_array_header_t *items,
                                      const char *what);
const char *autoindex_find_description(const autoindex_conf_t *conf,
                                       const char *path);
/* The <title> of an HTML file; NULL if there is none near its beginning. */
const char *autoindex_read_title(apr_pool_t *pool, const request_rec *rr);

/* --- index_entries.c --- */
/* All lines in order, of index_entry_t *; takes dir, which is closed by the
 * caller. */
apr_array_header_t *autoindex_read_entries(request_rec *r, apr_dir_t *dir,
                                           const index_view_t *view);

/* --- index_page.c: the page around the list --- */
void autoindex_print_page(request_rec *r, const index_view_t *view,
                          const apr_array_header_t *entries);

/* --- index_list.c: the list --- */
void autoindex_print_list(request_rec *r, apr_bucket_brigade *bb,
                          const index_view_t *view,
                          const apr_array_header_t *entries);

/* Adds text to bb and sends it when it has grown large. */
void autoindex_puts(request_rec *r, apr_bucket_brigade *bb, const char *text);

#endif
