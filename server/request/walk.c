/* SPDX-License-Identifier: Apache-2.0 */
/*
 * walk - the Location, Files and If walks: which sections a URL, a file name
 * and the request's own looks choose. The Directory walk is in walk_dir.c.
 *
 * The sections that match are merged among each other first and then on top
 * of what the request has: that order gives the same pairs whatever came
 * before, which is what makes remembering them pay.
 */

#include "request/walk.h"

#include <string.h>

#include <apr_fnmatch.h>
#include <apr_strings.h>

#include "ap_expr.h"
#include "http_log.h"
#include "http_request.h"
#include "request/merge.h"

APLOG_USE_MODULE(core);

enum { IF_MAX_DEPTH = 16 };

bool pn_walk_matches_regex(request_rec *r, const core_dir_config *section,
                           const char *subject)
{
    int names_n = section->refs ? section->refs->nelts : 0;
    ap_regmatch_t *groups;

    if (names_n == 0) {
        return ap_regexec(section->r, subject, 0, NULL, 0) == 0;
    }
    groups = apr_palloc(r->pool, (apr_size_t)names_n * sizeof(*groups));
    if (ap_regexec(section->r, subject, (apr_size_t)names_n, groups, 0) != 0) {
        return false;
    }
    for (int i = 0; i < names_n; i++) {
        const char *name = APR_ARRAY_IDX(section->refs, i, const char *);

        if (name && groups[i].rm_so >= 0
            && groups[i].rm_eo >= groups[i].rm_so) {
            apr_table_setn(r->subprocess_env, name,
                           apr_pstrmemdup(r->pool, subject + groups[i].rm_so,
                                          (apr_size_t)(groups[i].rm_eo
                                                       - groups[i].rm_so)));
        }
    }
    return true;
}

/* <Location "/a"> is for /a and everything below it, not for /ab. */
static bool matches_prefix(const char *prefix, const char *uri)
{
    apr_size_t len = strlen(prefix);

    if (len == 0) {
        return true;
    }
    return strncmp(prefix, uri, len) == 0
           && (prefix[len - 1] == '/' || uri[len] == '/' || !uri[len]);
}

static bool matches_location(request_rec *r, const core_dir_config *section)
{
    if (section->r) {
        return pn_walk_matches_regex(r, section, r->uri);
    }
    if (section->d_is_fnmatch) {
        return apr_fnmatch(section->d, r->uri, APR_FNM_PATHNAME) == APR_SUCCESS;
    }
    return matches_prefix(section->d, r->uri);
}

AP_DECLARE(int) ap_location_walk(request_rec *r)
{
    const core_server_config *conf = ap_get_core_module_config(
        r->server->module_config);
    pn_merge_t merge = { 0 };

    if (!conf || !conf->sec_url || !r->uri) {
        return OK;
    }
    for (int i = 0; i < conf->sec_url->nelts; i++) {
        ap_conf_vector_t *section = APR_ARRAY_IDX(conf->sec_url, i,
                                                  ap_conf_vector_t *);

        if (matches_location(r, ap_get_core_module_config(section))) {
            pn_merge_add(r, &merge, section, pn_merge_generation());
        }
    }
    pn_merge_apply(r, &merge);
    return OK;
}

static bool matches_file(request_rec *r, const core_dir_config *section,
                         const char *name)
{
    if (section->r) {
        return pn_walk_matches_regex(r, section, name);
    }
    if (section->d_is_fnmatch) {
        return apr_fnmatch(section->d, name, APR_FNM_PATHNAME) == APR_SUCCESS;
    }
    return strcmp(section->d, name) == 0;
}

AP_DECLARE(int) ap_file_walk(request_rec *r)
{
    const core_dir_config *conf = ap_get_core_module_config(r->per_dir_config);
    pn_store_t *store;
    pn_merge_t merge = { 0 };
    const char *name;

    if (!conf || !conf->sec_file || !r->filename) {
        return OK;
    }
    name = strrchr(r->filename, '/');
    name = name ? name + 1 : r->filename;
    if (!*name) {
        return OK;
    }
    store = pn_merge_store_of(r);
    for (int i = 0; i < conf->sec_file->nelts; i++) {
        ap_conf_vector_t *section = APR_ARRAY_IDX(conf->sec_file, i,
                                                  ap_conf_vector_t *);

        if (matches_file(r, ap_get_core_module_config(section), name)) {
            pn_merge_add(r, &merge, section, store);
        }
    }
    pn_merge_apply(r, &merge);
    return OK;
}

/* An expression that fails counts as false and is logged: sections that deny
 * should not hang on it, and 500 for every request would hide the rest. */
static bool holds(request_rec *r, const core_dir_config *section)
{
    const char *why = NULL;
    int result = ap_expr_exec(r, section->condition, &why);

    if (result < 0) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "the condition of an <If> section could not be "
                      "evaluated, the section is left out: %s",
                      why ? why : "unknown reason");
        return false;
    }
    return result > 0;
}

/* Adds the If sections of conf, and those inside of the chosen ones. */
static void add_conditions(request_rec *r, pn_merge_t *merge,
                           const core_dir_config *conf, pn_store_t *store,
                           int depth)
{
    bool is_decided = false; /* a branch of this if-else chain was taken */

    if (!conf->sec_if || depth > IF_MAX_DEPTH) {
        return;
    }
    for (int i = 0; i < conf->sec_if->nelts; i++) {
        ap_conf_vector_t *section = APR_ARRAY_IDX(conf->sec_if, i,
                                                  ap_conf_vector_t *);
        const core_dir_config *inner = ap_get_core_module_config(section);
        bool is_else = (inner->condition_ifelse & AP_CONDITION_ELSE) != 0;
        bool has_test = (inner->condition_ifelse & AP_CONDITION_IF) != 0;

        if (!is_else) {
            is_decided = false;
        }
        if (is_decided || (has_test && !holds(r, inner))) {
            continue;
        }
        is_decided = true;
        pn_merge_add(r, merge, section, store);
        add_conditions(r, merge, inner, store, depth + 1);
    }
}

AP_DECLARE(int) ap_if_walk(request_rec *r)
{
    const core_dir_config *conf = ap_get_core_module_config(r->per_dir_config);
    pn_merge_t merge = { 0 };

    if (conf && conf->sec_if) {
        add_conditions(r, &merge, conf, pn_merge_store_of(r), 0);
        pn_merge_apply(r, &merge);
    }
    return OK;
}
