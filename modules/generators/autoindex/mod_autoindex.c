/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_autoindex - a list of what is in a directory.
 *
 * Directives: IndexOptions and its kin, see index_config.c (server, vhost,
 *             directory, .htaccess: Indexes)
 * Query:      C=N|M|S|D, O=A|D, F=0|1|2, V=0|1, P=PATTERN, with ";" or "&"
 *             between; the first unknown word ends it
 * Phase:      handler of directories, after mod_dir found no index document.
 * How:        mod_autoindex.c reads the request, index_entries.c the
 *             directory, index_list.c and index_page.c write. The form of the
 *             page is Apache's: programs read it, people style it.
 * Owns:       one autoindex_conf_t per section, in the configuration pool.
 * Tests:      test/e2e/generators/test_autoindex.py
 */

#include "httpd.h"

#include "apr_strings.h"
#include "autoindex.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"

module AP_MODULE_DECLARE_DATA autoindex_module;

/* What the client may ask for; read into a view. */
typedef struct query_t {
    char letters[128]; /* value of F, V, C and O, by name; 0: not given */
    const char *pattern_text; /* as sent */
} query_t;

/* --- the query string ---------------------------------------------------- */

static const char *allowed_values(char name)
{
    switch (name) {
    case 'C':
        return "NMSD";
    case 'O':
        return "AD";
    case 'F':
        return "012";
    case 'V':
        return "01";
    default:
        return "";
    }
}

static int is_end(char ch)
{
    return ch == '\0' || ch == ';' || ch == '&';
}

/* Reads words until one is unknown. */
static void read_query(apr_pool_t *pool, const char *args, query_t *query)
{
    memset(query, 0, sizeof(*query));
    while (args[0] && args[1] == '=') {
        const char *value = args + 2;

        if (args[0] == 'P') {
            size_t len = strcspn(value, ";&");

            query->pattern_text = apr_pstrmemdup(pool, value, len);
            value += len;
        }
        else if (*value && ap_strchr_c(allowed_values(args[0]), *value) &&
                 is_end(value[1])) {
            query->letters[(unsigned char)args[0] & 127] = *value++;
        }
        else {
            return;
        }
        args = *value ? value + 1 : value;
    }
}

/* Links to other orders keep the rest of what was asked for. */
static const char *make_query_tail(apr_pool_t *pool, const query_t *query,
                                   const char *pattern)
{
    const char *tail = "";

    if (query->letters['F']) {
        tail = apr_psprintf(pool, "%s;F=%c", tail, query->letters['F']);
    }
    if (query->letters['V']) {
        tail = apr_psprintf(pool, "%s;V=%c", tail, query->letters['V']);
    }
    if (pattern) {
        pattern = ap_os_escape_path(pool, pattern, 1);
        tail = apr_pstrcat(pool, tail, ";P=", ap_escape_html(pool, pattern),
                           NULL);
    }
    return tail;
}

static void set_option(index_view_t *view, int option, int is_on)
{
    view->options = is_on ? view->options | option : view->options & ~option;
}

static void apply_query(request_rec *r, index_view_t *view)
{
    query_t query;

    read_query(r->pool, r->args, &query);
    if (query.letters['C']) {
        view->sort_key = query.letters['C'];
    }
    if (query.letters['O']) {
        view->sort_direction = query.letters['O'];
    }
    if (query.letters['F']) {
        set_option(view, INDEX_FANCY, query.letters['F'] != '0');
        set_option(view, INDEX_TABLE, query.letters['F'] == '2');
    }
    if (query.letters['V']) {
        set_option(view, INDEX_VERSION_SORT, query.letters['V'] == '1');
    }
    if (query.pattern_text && *query.pattern_text) {
        char *pattern = apr_pstrdup(r->pool, query.pattern_text);

        if (ap_unescape_url(pattern) == OK) {
            view->pattern = pattern;
        }
    }
    view->query_tail = make_query_tail(r->pool, &query, view->pattern);
}

static index_view_t *make_view(request_rec *r)
{
    index_view_t *view = apr_pcalloc(r->pool, sizeof(*view));

    view->conf = ap_get_module_config(r->per_dir_config, &autoindex_module);
    view->options = autoindex_options_of(view->conf);
    if (view->options & INDEX_TABLE) {
        view->options |= INDEX_FANCY;
    }
    view->sort_key = view->conf->sort_key ? view->conf->sort_key : 'N';
    view->sort_direction = view->conf->sort_direction
        ? view->conf->sort_direction : 'A';
    view->query_tail = "";
    if (r->args && !(view->options & INDEX_IGNORE_CLIENT)) {
        apply_query(r, view);
    }
    return view;
}

/* --- the handler --------------------------------------------------------- */

static void set_content_type(request_rec *r, const autoindex_conf_t *conf)
{
    const char *type = conf->content_type ? conf->content_type : "text/html";
    const char *charset = conf->charset ? conf->charset : "ISO-8859-1";

    ap_set_content_type(r, *charset ? apr_pstrcat(r->pool, type, ";charset=",
                                                  charset, NULL) : type);
}

static int list_directory(request_rec *r)
{
    const index_view_t *view = make_view(r);
    apr_dir_t *dir;
    apr_status_t rv = apr_dir_open(&dir, r->filename, r->pool);

    if (rv != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, r,
                      "cannot open the directory '%s' for a listing",
                      r->filename);
        return HTTP_FORBIDDEN;
    }
    set_content_type(r, view->conf);
    if (view->options & INDEX_TRACK_MODIFIED) {
        ap_update_mtime(r, r->finfo.mtime);
        ap_set_last_modified(r);
        ap_set_etag(r);
    }
    if (!r->header_only) {
        autoindex_print_page(r, view, autoindex_read_entries(r, dir, view));
    }
    apr_dir_close(dir);
    return OK;
}

static int autoindex_handle(request_rec *r)
{
    const char *names;

    if (!r->handler || strcmp(r->handler, DIR_MAGIC_TYPE) != 0) {
        return DECLINED;
    }
    r->allowed |= AP_METHOD_BIT << M_GET;
    if (r->method_number != M_GET) {
        return DECLINED;
    }
    if (ap_allow_options(r) & OPT_INDEXES) {
        return list_directory(r);
    }
    names = apr_table_get(r->notes, "dir-index-names");
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "Cannot serve directory %s: it has no DirectoryIndex (%s), "
                  "and Options does not let it be listed", r->filename,
                  names ? names : "none");
    return HTTP_FORBIDDEN;
}

static void autoindex_register_hooks(apr_pool_t *pool)
{
    ap_hook_handler(autoindex_handle, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(autoindex) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = autoindex_create_conf,
    .merge_dir_config = autoindex_merge_conf,
    .cmds = autoindex_directives,
    .register_hooks = autoindex_register_hooks,
};
