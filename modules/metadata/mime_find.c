/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mime_find.c - what the extensions of a file's name say about it.
 *
 * The name is cut at its dots. What is before the first one, leading dots
 * included, is no extension, whatever it looks like.
 */

#include "mime_conf.h"

#include "apr_lib.h"
#include "apr_strings.h"

#include "http_core.h"
#include "http_protocol.h"
#include "http_request.h"
#include "util_filter.h"

enum { LOWER_BYTES = 32 }; /* of an extension without an allocation */

typedef struct find_t {
    request_rec *r;
    const mime_conf_t *conf;
    apr_hash_t *types;
    const char *charset;           /* of the last extension that has one */
    apr_array_header_t *unclaimed; /* extensions that say nothing */
    int has_found;
} find_t;

static void add_filters(request_rec *r, const char *names, int is_output)
{
    const char *name;

    while (*names && (name = ap_getword(r->pool, &names, ';')) != NULL) {
        if (!*name) {
            continue;
        }
        if (is_output) {
            ap_add_output_filter(name, NULL, r, r->connection);
        }
        else {
            ap_add_input_filter(name, NULL, r, r->connection);
        }
    }
}

/* What is negotiated: type, charset, language, encoding. */
static int apply_negotiated(find_t *find, const ext_info_t *info)
{
    const char *const *values = info->values;
    request_rec *r = find->r;
    int has_found = 0;

    if (values[MIME_TYPE]) {
        ap_set_content_type_ex(r, values[MIME_TYPE], 1);
        has_found = 1;
    }
    if (values[MIME_CHARSET]) {
        find->charset = values[MIME_CHARSET];
        has_found = 1;
    }
    if (values[MIME_LANGUAGE]) {
        if (!r->content_languages) {
            r->content_languages = apr_array_make(r->pool, 2,
                                                  sizeof(const char *));
        }
        APR_ARRAY_PUSH(r->content_languages,
                       const char *) = values[MIME_LANGUAGE];
        has_found = 1;
    }
    if (values[MIME_ENCODING]) {
        r->content_encoding = r->content_encoding
                                  ? apr_pstrcat(r->pool, r->content_encoding,
                                                ", ", values[MIME_ENCODING],
                                                NULL)
                                  : values[MIME_ENCODING];
        has_found = 1;
    }
    return has_found;
}

/* Handlers and filters say nothing about the content itself: such an
 * extension must have been asked for, unless MultiviewsMatch says else. */
static int apply_processing(find_t *find, const ext_info_t *info)
{
    const char *const *values = info->values;
    request_rec *r = find->r;
    int has_found = 0;

    if (r->proxyreq != PROXYREQ_NONE) {
        return 0;
    }
    if (values[MIME_HANDLER]) {
        r->handler = values[MIME_HANDLER];
        has_found |= (find->conf->match & MATCH_HANDLERS) != 0;
    }
    if (values[MIME_IN_FILTERS]) {
        add_filters(r, values[MIME_IN_FILTERS], 0);
        has_found |= (find->conf->match & MATCH_FILTERS) != 0;
    }
    if (values[MIME_OUT_FILTERS]) {
        add_filters(r, values[MIME_OUT_FILTERS], 1);
        has_found |= (find->conf->match & MATCH_FILTERS) != 0;
    }
    return has_found;
}

static void apply_extension(find_t *find, const char *extension, size_t len)
{
    char few[LOWER_BYTES];
    char *lower = len <= sizeof(few) ? few : apr_palloc(find->r->pool, len);
    const ext_info_t *info = NULL;
    int has_found = 0;

    for (size_t i = 0; i < len; i++) {
        lower[i] = (char)apr_tolower(extension[i]);
    }
    if (find->conf->extensions) {
        info = apr_hash_get(find->conf->extensions, lower, (apr_ssize_t)len);
    }
    if (find->types && (!info || !info->values[MIME_TYPE])) {
        const char *type = apr_hash_get(find->types, lower, (apr_ssize_t)len);

        if (type) {
            ap_set_content_type_ex(find->r, type, 1);
            has_found = 1;
        }
    }
    if (info) {
        has_found |= apply_negotiated(find, info);
        has_found |= apply_processing(find, info);
    }
    if (has_found || (find->conf->match & MATCH_ANY)) {
        find->has_found = 1;
    }
    else {
        APR_ARRAY_PUSH(find->unclaimed, const char *) = apr_pstrmemdup(
            find->r->pool, extension, len);
    }
}

/* Puts charset into the type, instead of one that is there. */
static void set_charset(request_rec *r, const char *charset)
{
    const char *rest = r->content_type;
    const char *type = ap_getword(r->pool, &rest, ';');

    while (*rest) {
        const char *parameter = ap_getword(r->pool, &rest, ';');

        parameter += strspn(parameter, " \t");
        if (*parameter && ap_cstr_casecmpn(parameter, "charset", 7) != 0) {
            type = apr_pstrcat(r->pool, type, "; ", parameter, NULL);
        }
    }
    ap_set_content_type_ex(
        r, apr_pstrcat(r->pool, type, "; charset=", charset, NULL), 1);
}

static const char *name_of(request_rec *r, const mime_conf_t *conf)
{
    const char *path = r->filename;
    const char *slash;

    if (conf->uses_path_info == SWITCH_ON && r->path_info) {
        path = apr_pstrcat(r->pool, path, r->path_info, NULL);
    }
    slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

int mime_find(request_rec *r, const mime_conf_t *conf, apr_hash_t *types)
{
    find_t find = { r, conf, types, NULL, NULL, 0 };
    const char *name;
    const char *base;
    apr_size_t dots;

    if (r->finfo.filetype == APR_DIR) {
        /* Trusted: it names the handler (mod_dir, mod_autoindex). */
        ap_set_content_type_ex(r, DIR_MAGIC_TYPE, 1);
        return OK;
    }
    if (!r->filename) {
        return DECLINED;
    }
    name = name_of(r, conf);
    dots = strspn(name, ".");
    base = name;
    name += dots;
    name += strcspn(name, ".");
    find.unclaimed = apr_array_make(r->pool, 2, sizeof(const char *));
    APR_ARRAY_PUSH(find.unclaimed, const char *) = apr_pstrmemdup(
        r->pool, base, (apr_size_t)(name - base));
    while (*name) {
        size_t len;

        name++; /* the dot */
        len = strcspn(name, ".");
        if (len > 0) {
            apply_extension(&find, name, len);
        }
        name += len;
    }
    /* mod_negotiation asks for what nobody has claimed. */
    if (find.has_found) {
        apr_table_setn(r->notes, "ap-mime-exceptions-list",
                       (const char *)find.unclaimed);
    }
    if (r->content_type && find.charset) {
        set_charset(r, find.charset);
    }
    if (!r->content_languages && conf->default_language) {
        r->content_languages = apr_array_make(r->pool, 1, sizeof(const char *));
        APR_ARRAY_PUSH(r->content_languages,
                       const char *) = conf->default_language;
    }
    return r->content_type ? OK : DECLINED;
}
