/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite_dir - the rules of sections and .htaccess files, when the request
 * has been mapped to a file already (fixups). What they change begins anew as
 * an internal redirect: the file's new name becomes a URL again, by
 * RewriteBase, by what mod_alias or mod_userdir say about the place, or by the
 * document root.
 */

#include "rewrite.h"

#include "apr_strings.h"

#include "http_core.h"
#include "http_protocol.h"
#include "http_request.h"

APLOG_USE_MODULE(rewrite);

static const char redirect_mark[] = "redirect:";

enum { REDIRECT_MARK_LEN = sizeof(redirect_mark) - 1 };

/* --- from file to URL ----------------------------------------------------- */

/* By what the module that mapped the request said about the place. */
static const char *url_by_context(const rewrite_dir_t *conf, request_rec *r,
                                  const char *path)
{
    const char *place = ap_context_document_root(r);
    const char *prefix = ap_context_prefix(r);

    if ((conf->conf.options & OPTION_IGNORE_CONTEXT) || !place || !prefix
        || !*place) {
        return NULL;
    }
    return rewrite_url_move(r->pool, path, place, prefix);
}

static const char *url_by_root(request_rec *r, const char *path)
{
    const char *root = ap_document_root(r);

    return root ? rewrite_url_move(r->pool, path, root, "") : NULL;
}

/* The URL of a path of the file system, or the path. */
static const char *url_of(const rewrite_dir_t *conf, request_rec *r,
                          const char *path)
{
    const char *url;

    if (conf->base) {
        url = rewrite_url_move(r->pool, path, conf->dir, conf->base);
    }
    else {
        url = url_by_root(r, path);
        url = url ? url : url_by_context(conf, r, path);
    }
    return url ? url : path;
}

/* The URL of the section's directory; without any better knowledge that which
 * the request was on its way with. */
static const char *url_of_dir(const rewrite_dir_t *conf, request_rec *r)
{
    const char *url = conf->base ? ap_make_full_path(r->pool, conf->base, "")
                                 : url_by_context(conf, r, conf->dir);
    apr_size_t len;

    url = url ? url : url_by_root(r, conf->dir);
    if (url) {
        return *url ? url : "/";
    }
    if (strncmp(r->uri, conf->dir, conf->dir_len) == 0) {
        return conf->dir; /* of a <Location>: a URL already */
    }
    /* What the file's name has behind the directory, the URL has too. */
    len = strlen(r->uri);
    if (r->filename && strncmp(r->filename, conf->dir, conf->dir_len) == 0) {
        apr_size_t rest = strlen(r->filename + conf->dir_len)
                          + (r->path_info ? strlen(r->path_info) : 0);

        if (rest <= len && rest > 0) {
            return apr_pstrmemdup(r->pool, r->uri, len - rest);
        }
    }
    return ap_make_dirstr_parent(r->pool, r->uri);
}

/* --- results -------------------------------------------------------------- */

static int redirect_within(rewrite_run_t *run, const rewrite_dir_t *conf)
{
    request_rec *r = run->r;
    const char *url = url_of(conf, r, r->filename);

    TRACE(run, APLOG_TRACE1, "internal redirect: '%s' (%s)", url, r->filename);
    r->filename = apr_pstrcat(r->pool, redirect_mark, url, NULL);
    r->handler = REWRITE_REDIRECT_HANDLER_NAME;
    if (run->has_vary) {
        apr_table_setn(r->notes, "redirect-keeps-vary", "");
    }
    return OK;
}

static int finish(rewrite_run_t *run, const rewrite_dir_t *conf, run_e result,
                  char *file, const char *args)
{
    request_rec *r = run->r;

    if (result == RUN_STATUS) {
        TRACE(run, APLOG_TRACE1, "answer %d", run->status);
        r->filename = file;
        return run->status;
    }
    if (strncmp(r->filename, "proxy:", 6) == 0) {
        return rewrite_use_proxy(run);
    }
    if (rewrite_url_scheme_len(r->filename, NULL) > 0) {
        int status = rewrite_answer_redirect(
            run, result != RUN_CHANGED_NO_ESCAPE, args);

        r->filename = file;
        return status;
    }
    if (r->filename[0] != '/') {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "rewrite: '%s' became '%s', which is neither a URL nor "
                      "a path",
                      r->uri, r->filename);
        return HTTP_BAD_REQUEST;
    }
    /* A new query string alone needs no redirect. */
    if (strcmp(r->filename, file) == 0) {
        TRACE(run, APLOG_TRACE1, "'%s' became itself: no redirect", file);
        return OK;
    }
    return redirect_within(run, conf);
}

/* --- the phase ------------------------------------------------------------ */

/* A directory without its slash is mod_dir's, which adds it. */
static int lacks_slash(const rewrite_dir_t *conf, const request_rec *r)
{
    apr_size_t len = conf->dir_len - 1;

    return !(conf->conf.options & OPTION_ALLOW_NO_SLASH) && r->filename
           && strlen(r->filename) == len
           && strncmp(r->filename, conf->dir, len) == 0;
}

static int may_rewrite(request_rec *r, const rewrite_dir_t *conf)
{
    if (ap_allow_options(r) & (OPT_SYM_LINKS | OPT_SYM_OWNER)) {
        return 1;
    }
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "rewrite: refused: rules in a directory need Options "
                  "FollowSymLinks or SymLinksIfOwnerMatch, both are off for "
                  "'%s'",
                  r->filename);
    return 0;
}

/* r->finfo is of r->filename when the directory walk made both. */
static const char *file_of_facts(request_rec *r)
{
    return r->canonical_filename == r->filename ? r->filename : NULL;
}

int rewrite_fixup(request_rec *r)
{
    const rewrite_dir_t *conf = ap_get_module_config(r->per_dir_config,
                                                     &rewrite_module);
    const rewrite_server_t *server;
    rewrite_run_t run;
    char *file = r->filename;
    const char *args = r->args;
    run_e result;

    if (!conf || conf->conf.engine != ENGINE_ON || !conf->dir || !r->filename
        || rewrite_has_ended(r) || lacks_slash(conf, r)
        || (r->proxyreq && strncmp(r->filename, "proxy:", 6) == 0)) {
        return DECLINED;
    }
    if (!may_rewrite(r, conf)) {
        return HTTP_FORBIDDEN;
    }
    if (conf->conf.rules->nelts == 0) {
        return DECLINED;
    }
    server = ap_get_module_config(r->server->module_config, &rewrite_module);
    rewrite_run_init(&run, r, server->maps);
    run.dir = conf->dir;
    run.dir_len = conf->dir_len;
    run.conf = conf;
    run.known_file = file_of_facts(r);
    result = rewrite_run(&run, conf->conf.rules);
    if (result == RUN_UNCHANGED) {
        TRACE(&run, APLOG_TRACE1, "'%s' stays as it is", r->filename);
        return DECLINED;
    }
    return finish(&run, conf, result, file, args);
}

const char *rewrite_dir_url(const rewrite_run_t *run)
{
    return url_of_dir(run->conf, run->r);
}

/* --- the handler ------------------------------------------------------------
 */

int rewrite_handle_redirect(request_rec *r)
{
    const rewrite_dir_t *conf = ap_get_module_config(r->per_dir_config,
                                                     &rewrite_module);
    const char *query = r->args;
    const char *url;

    if (strcmp(r->handler, REWRITE_REDIRECT_HANDLER_NAME) != 0
        || strncmp(r->filename, redirect_mark, REDIRECT_MARK_LEN) != 0) {
        return DECLINED;
    }
    url = apr_pstrcat(r->pool, r->filename + REDIRECT_MARK_LEN,
                      query ? "?" : "", query ? query : "", NULL);
    ap_internal_redirect(url, r);
    if (!r->next) { /* the core refused, and has answered */
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "rewrite: the rules of '%s' match what they have made: "
                      "'%s' would become '%s' next. A condition that leaves it "
                      "out, or END instead of L, stops that",
                      conf->dir, r->uri, url);
    }
    return OK;
}
