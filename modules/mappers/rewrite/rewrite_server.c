/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_server - the rules of a server, in the translation of URLs to files;
 * and the answers that a section's rules have too: redirect and proxy.
 */

#include "rewrite.h"

#include "apr_strings.h"
#include "apr_user.h"

#include "http_core.h"
#include "http_protocol.h"
#include "http_request.h"

APLOG_USE_MODULE(rewrite);

/* --- answers ------------------------------------------------------------ */

int rewrite_answer_redirect(rewrite_run_t *run, int escapes,
                            const char *original_args)
{
    request_rec *r = run->r;
    const char *url = r->filename;

    if (escapes) {
        url = rewrite_url_escape(r->pool, url);
    }
    if (r->args) {
        /* A query string that nobody changed is as the client wrote it. */
        const char *query = escapes
                                    && (!original_args
                                        || strcmp(r->args, original_args) != 0)
                                ? ap_escape_uri(r->pool, r->args)
                                : r->args;

        url = apr_pstrcat(r->pool, url, "?", query, NULL);
    }
    if (rewrite_url_has_controls(url, 0)) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "rewrite: refused to redirect '%s': the new URL has "
                      "control characters, which NE leaves in it",
                      r->uri);
        return HTTP_FORBIDDEN;
    }
    apr_table_setn(r->headers_out, "Location", url);
    TRACE(run, APLOG_TRACE1, "redirect to '%s'", url);
    return run->redirect_status ? run->redirect_status : HTTP_MOVED_TEMPORARILY;
}

/* In mod_proxy's terms: "proxy:" and a URL in r->filename. */
int rewrite_use_proxy(rewrite_run_t *run)
{
    request_rec *r = run->r;
    int is_raw = apr_table_get(r->notes, "proxy-nocanon") != NULL;

    if (!ap_find_linked_module("mod_proxy.c")) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "rewrite: the flag P needs mod_proxy: load it, and the "
                      "module for the scheme of '%s'",
                      r->filename + 6);
        return HTTP_FORBIDDEN;
    }
    /* CVE-2023-25690: nothing of the request may end the request line that is
     * sent to the backend. */
    if ((r->args && rewrite_url_has_controls(r->args, 1))
        || (is_raw && rewrite_url_has_controls(r->filename, 1))) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "rewrite: refused to hand '%s' to a proxy: the new URL "
                      "has control characters or spaces, the flag B escapes "
                      "them",
                      r->uri);
        return HTTP_FORBIDDEN;
    }
    if (is_raw && r->args) { /* else mod_proxy adds it */
        r->filename = apr_pstrcat(r->pool, r->filename, "?", r->args, NULL);
    }
    r->proxyreq = PROXYREQ_REVERSE;
    r->handler = "proxy-server";
    TRACE(run, APLOG_TRACE1, "to the proxy: '%s'", r->filename);
    return OK;
}

/* --- paths -------------------------------------------------------------- */

static apr_size_t first_segment_len(const char *path)
{
    return 1 + strcspn(path + 1, "/");
}

/* True if the first segment is a name at the file system's root. */
static int begins_in_file_system(request_rec *r, const char *path)
{
    apr_size_t len = first_segment_len(path);
    apr_finfo_t finfo;

    return len > 1
           && apr_stat(&finfo, apr_pstrmemdup(r->pool, path, len),
                       APR_FINFO_MIN, r->pool)
                  == APR_SUCCESS;
}

/* True if path is below the document root as it is. */
static int is_below_root(request_rec *r, const char *path)
{
    const char *root = ap_document_root(r);

    return root && rewrite_url_move(r->pool, path, root, "") != NULL;
}

/* CVE-2024-38475: a first segment that the request chose is no name of the
 * file system, unless the file is one of the site's. Neither is a path that
 * was a URL of this server. */
static int may_be_file(const rewrite_run_t *run)
{
    request_rec *r = run->r;
    const rewrite_server_t *server = ap_get_module_config(
        r->server->module_config, &rewrite_module);

    if (run->is_reduced && !(server->conf.options & OPTION_LEGACY_PREFIX)) {
        return 0;
    }
    return run->allows_prefix
           || first_segment_len(r->filename) <= run->literal_len
           || is_below_root(r, r->filename);
}

/* "/~user/rest" is a path below that user's home, if there is one; no word of
 * it is the rule's own, so it takes UnsafePrefixStat to be a file there. */
static void expand_home(rewrite_run_t *run)
{
    request_rec *r = run->r;
    const char *name;
    apr_size_t len;
    char *home;

    if (strncmp(r->filename, "/~", 2) != 0) {
        return; /* which may be as short as "/" */
    }
    name = r->filename + 2;
    len = strcspn(name, "/");
    if (len == 0
        || apr_uid_homepath_get(&home, apr_pstrmemdup(r->pool, name, len),
                                r->pool)
               != APR_SUCCESS) {
        return;
    }
    r->filename = apr_pstrcat(r->pool, home, name + len, NULL);
    run->literal_len = 0;
    TRACE(run, APLOG_TRACE3, "the home of a user: '%s'", r->filename);
}

static int use_path(rewrite_run_t *run)
{
    request_rec *r = run->r;
    char *uri = r->uri;
    int status;

    while (r->filename[0] == '/' && r->filename[1] == '/') {
        r->filename++;
        run->literal_len -= run->literal_len > 0;
    }
    if (r->filename[0] != '/') {
        r->filename = apr_pstrcat(r->pool, "/", r->filename, NULL);
    }
    expand_home(run);
    if (may_be_file(run) && begins_in_file_system(r, r->filename)) {
        TRACE(run, APLOG_TRACE1, "the file '%s'", r->filename);
        return OK;
    }
    r->uri = r->filename;
    status = ap_core_translate(r);
    r->uri = uri;
    TRACE(run, APLOG_TRACE1, "below the document root: '%s'", r->filename);
    return status == OK ? OK : HTTP_BAD_REQUEST;
}

/* --- the phase ---------------------------------------------------------- */

/* SCRIPT_URL and SCRIPT_URI: the URL before any rule. */
static void set_script_url(request_rec *r)
{
    const char *url = apr_table_get(r->subprocess_env, "REDIRECT_SCRIPT_URL");

    if (r->main) {
        url = apr_table_get(r->main->subprocess_env, "SCRIPT_URL");
    }
    if (!url) {
        url = r->uri;
    }
    apr_table_setn(r->subprocess_env, "SCRIPT_URL", url);
    apr_table_setn(r->subprocess_env, "SCRIPT_URI",
                   rewrite_url_qualify(r, url));
}

static int finish(rewrite_run_t *run, run_e result, const char *args)
{
    request_rec *r = run->r;

    if (result == RUN_STATUS) {
        TRACE(run, APLOG_TRACE1, "answer %d", run->status);
        return run->status;
    }
    if (strncmp(r->filename, "proxy:", 6) == 0) {
        return rewrite_use_proxy(run);
    }
    if (rewrite_url_scheme_len(r->filename, NULL) > 0) {
        return rewrite_answer_redirect(run, result != RUN_CHANGED_NO_ESCAPE,
                                       args);
    }
    if (run->passes_through) {
        r->uri = r->filename;
        TRACE(run, APLOG_TRACE1, "passed on: '%s'", r->uri);
        return DECLINED;
    }
    return use_path(run);
}

int rewrite_translate(request_rec *r)
{
    const rewrite_server_t *server = ap_get_module_config(
        r->server->module_config, &rewrite_module);
    rewrite_run_t run;
    const char *args = r->args;
    run_e result;

    /* A virtual host without a word of ours has its main server's structure,
     * not its rules. */
    if (server->conf.engine != ENGINE_ON || server->server != r->server) {
        return DECLINED;
    }
    rewrite_run_init(&run, r, server->maps);
    if (!(server->conf.options & OPTION_ALLOW_ANY_URI)
        && (!r->uri || r->uri[0] != '/')) {
        TRACE(&run, APLOG_TRACE1,
              "'%s' is no path: no rules (RewriteOptions AllowAnyURI)",
              r->uri ? r->uri : "");
        return DECLINED;
    }
    set_script_url(r);
    if (server->conf.rules->nelts == 0) {
        return DECLINED;
    }
    if (!r->filename) {
        r->filename = r->uri;
    }
    result = rewrite_run(&run, server->conf.rules);
    if (result == RUN_UNCHANGED && !run.passes_through) {
        TRACE(&run, APLOG_TRACE1, "'%s' stays as it is", r->uri);
        return DECLINED;
    }
    return finish(&run, result, args);
}
