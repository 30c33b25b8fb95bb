/* SPDX-License-Identifier: Apache-2.0 */
/*
 * walk_dir - the Directory walk: from a file name to the sections and
 * .htaccess files on its way, the file's facts and its PATH_INFO.
 *
 * One stat of the whole name comes first. When it succeeds and symbolic links
 * are allowed, nothing on the way needs a look of its own. Else each part is
 * looked at, from the root down, so that the first one that is missing, closed
 * or a forbidden link decides, after the configuration above it was read.
 *
 * Sections of the configuration are sorted (ap_core_reorder_directories):
 * plain ones by the number of slashes in their name, then regular
 * expressions, which are tried last and against the whole name.
 */

#include "request/walk.h"

#include <stdbool.h>
#include <string.h>

#include <apr_fnmatch.h>
#include <apr_strings.h>

#include "http_config.h"
#include "http_log.h"
#include "http_request.h"
#include "request/merge.h"

APLOG_USE_MODULE(core);

/* What decides while walking; each section may change it. */
typedef struct rules_t {
    allow_options_t opts;
    overrides_t override;
    allow_options_t override_opts;
    apr_table_t *override_list;
} rules_t;

enum { TRAIL_BYTES = 256 };

typedef struct walk_t {
    request_rec *r;
    const core_server_config *conf;
    rules_t rules;
    pn_merge_t merge;
    char *path;           /* the whole name */
    char *end;            /* behind the part in work */
    unsigned int parts_n; /* slashes up to end */
    int section;          /* index of the next Directory section to look at */
    bool is_whole_known;  /* the first stat found everything */
    bool is_lexical;      /* the path so far was not looked at */
    apr_finfo_t finfo;    /* of the part in work */
} walk_t;

/*
 * The last directory that this thread came to by names alone: neither links
 * nor .htaccess files could make a difference on the way. The next file in it
 * starts there.
 */
typedef struct trail_t {
    unsigned int generation; /* of pn_merge_generation() */
    const core_server_config *conf;
    const core_dir_config *start;
    rules_t rules;
    pn_merge_t merge;
    unsigned int parts_n;
    int section;
    apr_size_t len;
    char dir[TRAIL_BYTES];
} trail_t;

static AP_THREAD_LOCAL trail_t trail;

static void follow_rules(rules_t *rules, const core_dir_config *section)
{
    if (section->opts & OPT_UNSET) {
        rules->opts = (allow_options_t)((rules->opts & ~section->opts_remove)
                                        | section->opts_add);
    }
    else {
        rules->opts = section->opts;
    }
    if (!(section->override & OR_UNSET)) {
        rules->override = section->override;
        rules->override_opts = section->override_opts;
    }
    if (section->override_list) {
        rules->override_list = section->override_list;
    }
}

static void add(walk_t *walk, ap_conf_vector_t *section, bool is_lasting)
{
    const core_dir_config *core = ap_get_core_module_config(section);

    pn_merge_add(walk->r, &walk->merge, section, is_lasting);
    if (core) { /* a .htaccess may have no word of the core's */
        follow_rules(&walk->rules, core);
    }
}

/* dir is the directory's name with its last slash, len long. */
static bool matches_directory(const core_dir_config *section, const char *dir,
                              apr_size_t len)
{
    if (section->d_is_fnmatch) {
        return apr_fnmatch(section->d, dir, APR_FNM_PATHNAME) == APR_SUCCESS;
    }
    return strncmp(section->d, dir, len) == 0
           && (section->d[len] == '\0'
               || (section->d[len] == '/' && section->d[len + 1] == '\0'));
}

/* The plain sections for the directory that ends at walk->end. */
static void add_sections(walk_t *walk, const char *dir, apr_size_t len)
{
    const apr_array_header_t *sections = walk->conf->sec_dir;

    for (; sections && walk->section < sections->nelts; walk->section++) {
        ap_conf_vector_t *vector = APR_ARRAY_IDX(sections, walk->section,
                                                 ap_conf_vector_t *);
        const core_dir_config *section = ap_get_core_module_config(vector);

        if (section->r || section->d_components > walk->parts_n) {
            return;
        }
        if (section->d_components == walk->parts_n
            && matches_directory(section, dir, len)) {
            add(walk, vector, true);
        }
    }
}

static void add_regex_sections(walk_t *walk)
{
    const apr_array_header_t *sections = walk->conf->sec_dir;

    for (int i = walk->section; sections && i < sections->nelts; i++) {
        ap_conf_vector_t *vector = APR_ARRAY_IDX(sections, i,
                                                 ap_conf_vector_t *);
        const core_dir_config *section = ap_get_core_module_config(vector);

        if (section->r
            && pn_walk_matches_regex(walk->r, section, walk->r->filename)) {
            add(walk, vector, true);
        }
    }
}

static int add_htaccess(walk_t *walk, const char *dir)
{
    ap_conf_vector_t *vector = NULL;
    const rules_t *rules = &walk->rules;
    bool lists_any = rules->override_list
                     && !apr_is_empty_table(rules->override_list);
    int status;

    if (rules->override == OR_NONE && !lists_any) {
        return OK;
    }
    walk->is_lexical = false;
    status = ap_parse_htaccess(
        &vector, walk->r, (int)(rules->override & ~(overrides_t)OR_UNSET),
        rules->override_opts, rules->override_list,
        apr_pstrdup(walk->r->pool, dir), walk->conf->access_name);
    if (status != OK) {
        return status;
    }
    if (vector) {
        add(walk, vector, false);
    }
    return OK;
}

/* The sections and the .htaccess of the directory up to walk->end, which is
 * behind its slash. */
static int enter_directory(walk_t *walk)
{
    char after = *walk->end;
    int status;

    *walk->end = '\0';
    add_sections(walk, walk->path, (apr_size_t)(walk->end - walk->path));
    status = add_htaccess(walk, walk->path);
    *walk->end = after;
    return status;
}

/* A file may have a Directory section of its own. */
static void add_sections_of_file(walk_t *walk)
{
    const char *dir;

    if (!walk->conf->sec_dir || walk->section >= walk->conf->sec_dir->nelts) {
        return;
    }
    dir = apr_pstrcat(walk->r->pool, walk->r->filename, "/", NULL);
    walk->parts_n++;
    add_sections(walk, dir, strlen(dir));
}

/* Looks at path as it stands in r->filename; modules may do it their way. */
static apr_status_t look_at(request_rec *r, char *path, apr_int32_t wanted,
                            apr_finfo_t *finfo)
{
    char *whole = r->filename;
    apr_status_t rv;

    r->filename = path;
    rv = ap_run_dirwalk_stat(finfo, r, wanted);
    r->filename = whole;
    if (rv == AP_DECLINED) {
        rv = apr_stat(finfo, path, wanted, r->pool);
    }
    return rv == APR_INCOMPLETE ? APR_SUCCESS : rv;
}

/* A link has been found: finfo becomes what it points to, if that may be. */
static bool follow_link(walk_t *walk, char *part)
{
    apr_finfo_t target;
    apr_finfo_t link = walk->finfo;

    if (!(walk->rules.opts & (OPT_SYM_LINKS | OPT_SYM_OWNER))) {
        return false;
    }
    if (look_at(walk->r, part, APR_FINFO_MIN | APR_FINFO_OWNER, &target)
        != APR_SUCCESS) {
        return false;
    }
    if (!(walk->rules.opts & OPT_SYM_LINKS)
        && (!(link.valid & APR_FINFO_USER) || !(target.valid & APR_FINFO_USER)
            || apr_uid_compare(link.user, target.user) != APR_SUCCESS)) {
        return false;
    }
    walk->finfo = target;
    return true;
}

static int forbid(walk_t *walk, apr_status_t rv, const char *why,
                  const char *part)
{
    ap_log_rerror(APLOG_MARK, APLOG_ERR, rv, walk->r, "%s: %s", why, part);
    walk->r->filename = apr_pstrdup(walk->r->pool, part);
    return HTTP_FORBIDDEN;
}

static int answer_failed_look(walk_t *walk, apr_status_t rv, const char *part)
{
    if (APR_STATUS_IS_ENOENT(rv) || APR_STATUS_IS_ENOTDIR(rv)) {
        walk->finfo.filetype = APR_NOFILE;
        return OK;
    }
    if (APR_STATUS_IS_EACCES(rv)) {
        return forbid(walk, rv,
                      "search permission is missing on a directory "
                      "above this path, the request is refused",
                      part);
    }
    return forbid(walk, rv,
                  "the path cannot be looked at, the request is "
                  "refused",
                  part);
}

/* Fills walk->finfo for the part that ends at walk->end (no slash there). */
static int look_at_part(walk_t *walk)
{
    bool takes_links = (walk->rules.opts & OPT_SYM_LINKS) != 0;
    char after = *walk->end;
    apr_int32_t wanted = APR_FINFO_MIN;
    int status = OK;
    apr_status_t rv;

    if (walk->is_whole_known && takes_links) {
        if (after) {
            walk->finfo.filetype = APR_DIR;
        }
        else {
            walk->finfo = walk->r->finfo;
        }
        return OK;
    }
    walk->is_lexical = false;
    if (!takes_links) {
        wanted |= APR_FINFO_LINK | APR_FINFO_OWNER;
    }
    *walk->end = '\0';
    rv = look_at(walk->r, walk->path, wanted, &walk->finfo);
    if (rv == APR_SUCCESS && walk->finfo.filetype == APR_LNK) {
        if (!follow_link(walk, walk->path)) {
            status = forbid(walk, 0,
                            "symbolic links are not allowed here, or "
                            "this one leads nowhere",
                            walk->path);
        }
    }
    else if (takes_links && APR_STATUS_IS_ENOENT(rv)
             && apr_stat(&walk->finfo, walk->path,
                         APR_FINFO_MIN | APR_FINFO_LINK, walk->r->pool)
                    == APR_SUCCESS
             && walk->finfo.filetype == APR_LNK) {
        status = forbid(walk, rv, "the symbolic link leads nowhere",
                        walk->path);
    }
    else if (rv != APR_SUCCESS) {
        status = answer_failed_look(walk, rv, walk->path);
    }
    *walk->end = after;
    return status;
}

/* The name ends at walk->end, what follows is PATH_INFO. */
static void split_path(walk_t *walk)
{
    request_rec *r = walk->r;

    r->path_info = apr_pstrdup(r->pool, walk->end);
    *walk->end = '\0';
    r->filename = walk->path;
    r->finfo = walk->finfo;
}

/* Goes down the path until it ends, or something that is no directory. */
static int descend(walk_t *walk)
{
    int status;

    for (;;) {
        walk->end++; /* over the slash */
        walk->parts_n++;
        status = enter_directory(walk);
        if (status != OK || !*walk->end) {
            break;
        }
        walk->end += strcspn(walk->end, "/");
        status = look_at_part(walk);
        if (status != OK || walk->finfo.filetype == APR_NOFILE) {
            break;
        }
        if (walk->finfo.filetype == APR_REG) {
            break;
        }
        if (walk->finfo.filetype != APR_DIR) {
            return forbid(walk, 0,
                          "neither a file nor a directory, the "
                          "request is refused",
                          walk->path);
        }
        if (!*walk->end) {
            /* A directory asked for without its slash: its configuration
             * counts, its name stays as it was asked. */
            char *with_slash = apr_pstrcat(walk->r->pool, walk->path, "/",
                                           NULL);
            walk->end = with_slash + (walk->end - walk->path);
            walk->path = with_slash;
        }
    }
    return status;
}

/* No empty, "." or ".." part: what nearly every name is. */
static bool is_clean(const char *path)
{
    for (const char *slash = path; (slash = strchr(slash, '/')) != NULL;) {
        slash++;
        if (*slash == '/'
            || (*slash == '.'
                && (slash[1] == '/' || !slash[1]
                    || (slash[1] == '.' && (slash[2] == '/' || !slash[2]))))) {
            return false;
        }
    }
    return true;
}

/* Makes walk->path of r->filename: absolute, clean, ours to write to. */
static int prepare_path(walk_t *walk)
{
    request_rec *r = walk->r;

    if (!r->filename || r->filename[0] != '/') {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "the file name \"%s\" made for %s is not absolute: a "
                      "module's fault",
                      r->filename ? r->filename : "", r->uri);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    if (is_clean(r->filename)) {
        walk->path = apr_pstrdup(r->pool, r->filename);
        return OK;
    }
    if (apr_filepath_merge(&walk->path, NULL, r->filename,
                           APR_FILEPATH_NOTRELATIVE, r->pool)
        != APR_SUCCESS) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "the file name \"%s\" made for %s is not valid",
                      r->filename, r->uri);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    r->filename = apr_pstrdup(r->pool, walk->path);
    return OK;
}

static void look_at_whole(walk_t *walk)
{
    request_rec *r = walk->r;

    if (r->finfo.filetype == APR_NOFILE || r->finfo.filetype == APR_LNK) {
        if (look_at(r, walk->path, APR_FINFO_MIN, &r->finfo) != APR_SUCCESS) {
            r->finfo.filetype = APR_NOFILE;
        }
    }
    walk->is_whole_known = r->finfo.filetype != APR_NOFILE;
}

/* The length of the file's directory, with its slash. */
static apr_size_t directory_len(const walk_t *walk)
{
    return (apr_size_t)(strrchr(walk->path, '/') - walk->path) + 1;
}

/* Anything else may be a request's own, its memory another's tomorrow. */
static bool starts_with_defaults(const walk_t *walk)
{
    return walk->r->per_dir_config == walk->r->server->lookup_defaults;
}

static void leave_trail(const walk_t *walk, const core_dir_config *start)
{
    apr_size_t len = directory_len(walk);

    trail.generation = 0;
    if (!walk->is_lexical || *walk->end || len > sizeof(trail.dir)
        || walk->finfo.filetype != APR_REG
        || !starts_with_defaults(walk)
        || (walk->merge.vector && !walk->merge.is_lasting)) {
        return;
    }
    trail.conf = walk->conf;
    trail.start = start;
    trail.rules = walk->rules;
    trail.merge = walk->merge;
    trail.parts_n = walk->parts_n;
    trail.section = walk->section;
    trail.len = len;
    memcpy(trail.dir, walk->path, len);
    trail.generation = pn_merge_generation();
}

static bool follow_trail(walk_t *walk, const core_dir_config *start)
{
    apr_size_t len;

    if (!trail.generation || trail.generation != pn_merge_generation()
        || trail.conf != walk->conf || trail.start != start
        || !starts_with_defaults(walk) || !walk->is_whole_known
        || walk->finfo.filetype != APR_REG) {
        return false;
    }
    len = directory_len(walk);
    if (len != trail.len || memcmp(walk->path, trail.dir, len) != 0) {
        return false;
    }
    walk->rules = trail.rules;
    walk->merge = trail.merge;
    walk->parts_n = trail.parts_n;
    walk->section = trail.section;
    walk->end = walk->path + len + strlen(walk->path + len);
    return true;
}

static int walk_down(walk_t *walk, const core_dir_config *start)
{
    int status;

    if (follow_trail(walk, start)) {
        return OK;
    }
    walk->end = walk->path;
    walk->is_lexical = true;
    status = descend(walk);
    if (status == OK) {
        leave_trail(walk, start);
    }
    return status;
}

AP_DECLARE(int) ap_directory_walk(request_rec *r)
{
    const core_dir_config *start = ap_get_core_module_config(r->per_dir_config);
    walk_t walk = {
        .r = r,
        .conf = ap_get_core_module_config(r->server->module_config),
        .rules = { .opts = start->opts,
                   .override = start->override,
                   .override_opts = start->override_opts,
                   .override_list = start->override_list },
    };
    bool had_slash;
    int status = prepare_path(&walk);

    if (status != OK) {
        return status;
    }
    had_slash = walk.path[strlen(walk.path) - 1] == '/';
    look_at_whole(&walk);
    walk.finfo = r->finfo; /* of "/", which has no part to look at */
    status = walk_down(&walk, start);
    if (status != OK) {
        return status;
    }
    if (*walk.end || walk.finfo.filetype == APR_REG
        || walk.finfo.filetype == APR_NOFILE) {
        split_path(&walk);
    }
    else {
        r->path_info = r->path_info ? r->path_info : apr_pstrdup(r->pool, "");
        r->filename = walk.path;
        if (!had_slash && walk.end[-1] == '/' && walk.end - walk.path > 1) {
            walk.end[-1] = '\0';
        }
        r->finfo = walk.finfo;
    }
    if (r->finfo.filetype == APR_REG) {
        add_sections_of_file(&walk);
    }
    add_regex_sections(&walk);
    pn_merge_apply(r, &walk.merge);
    r->canonical_filename = r->filename;
    return OK;
}
