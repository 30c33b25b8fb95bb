/* SPDX-License-Identifier: Apache-2.0 */
/* index_items.c - which icon, alternate text and description a file has. */

#include "autoindex.h"

#include <apr_lib.h>
#include <apr_strings.h>

static const char directory_type[] = "^^DIRECTORY^^";

enum { TITLE_SEARCH_BYTES = 8192 };

static int matches(const index_item_t *item, const char *path,
                   const char *type, const char *encoding)
{
    switch (item->kind) {
    case ITEM_BY_PATH:
        return ap_strcmp_match(path, item->pattern) == 0;
    case ITEM_BY_TYPE:
        return type && ap_strcasecmp_match(type, item->pattern) == 0;
    case ITEM_BY_ENCODING:
        break;
    }
    return encoding && ap_strcasecmp_match(encoding, item->pattern) == 0;
}

static const char *find(const apr_array_header_t *items, const char *path,
                        const char *type, const char *encoding)
{
    for (int i = 0; i < items->nelts; i++) {
        const index_item_t *item = &APR_ARRAY_IDX(items, i, index_item_t);

        if (matches(item, path, type, encoding)) {
            return item->text;
        }
    }
    return NULL;
}

const char *autoindex_find_file_item(const apr_array_header_t *items,
                                     const request_rec *rr)
{
    return find(items, rr->filename,
                rr->content_type ? ap_field_noparam(rr->pool, rr->content_type)
                                 : NULL,
                rr->content_encoding);
}

/* Its own icon, or that of all directories. */
const char *autoindex_find_directory_item(const apr_array_header_t *items,
                                          const char *path)
{
    const char *text = find(items, path, directory_type, NULL);

    return text ? text : autoindex_find_named_item(items, directory_type);
}

const char *autoindex_find_named_item(const apr_array_header_t *items,
                                      const char *what)
{
    for (int i = 0; i < items->nelts; i++) {
        const index_item_t *item = &APR_ARRAY_IDX(items, i, index_item_t);

        if (item->kind == ITEM_BY_PATH && strcmp(item->what, what) == 0) {
            return item->text;
        }
    }
    return NULL;
}

const char *autoindex_find_description(const autoindex_conf_t *conf,
                                       const char *path)
{
    const char *slash = ap_strrchr_c(path, '/');
    const char *name = slash ? slash + 1 : path;

    for (int i = 0; i < conf->descriptions->nelts; i++) {
        const index_description_t *description =
            &APR_ARRAY_IDX(conf->descriptions, i, index_description_t);

        if (ap_strcmp_match(description->has_path ? path : name,
                            description->pattern) == 0) {
            return description->text;
        }
    }
    return NULL;
}

/* The text between <title> and the next tag; control bytes become spaces. */
static const char *take_title(apr_pool_t *pool, char *html)
{
    static const char tag[] = "<title>";
    char *title;
    char *end;

    for (title = html; *title; title++) {
        if (ap_cstr_casecmpn(title, tag, sizeof(tag) - 1) == 0) {
            break;
        }
    }
    if (!*title) {
        return NULL;
    }
    title += sizeof(tag) - 1;
    end = strchr(title, '<');
    if (!end) {
        return NULL;
    }
    *end = '\0';
    for (char *ch = title; *ch; ch++) {
        if (apr_iscntrl(*ch)) {
            *ch = ' ';
        }
    }
    return apr_pstrdup(pool, title);
}

const char *autoindex_read_title(apr_pool_t *pool, const request_rec *rr)
{
    const char *type = rr->content_type
        ? ap_field_noparam(rr->pool, rr->content_type) : "";
    char html[TITLE_SEARCH_BYTES + 1];
    apr_size_t len = TITLE_SEARCH_BYTES;
    apr_file_t *file;
    apr_status_t rv;

    if ((ap_cstr_casecmp(type, "text/html") != 0 &&
         ap_cstr_casecmp(type, "application/xhtml+xml") != 0) ||
        rr->content_encoding) {
        return NULL;
    }
    rv = apr_file_open(&file, rr->filename, APR_FOPEN_READ, APR_OS_DEFAULT,
                       rr->pool);
    if (rv != APR_SUCCESS) {
        return NULL;
    }
    rv = apr_file_read(file, html, &len);
    apr_file_close(file);
    if (rv != APR_SUCCESS) {
        return NULL;
    }
    html[len] = '\0';
    return take_title(pool, html);
}
