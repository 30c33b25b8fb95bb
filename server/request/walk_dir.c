/* SPDX-License-Identifier: Apache-2.0 */
/*
 * walk_dir - the Directory walk: from a file name to the sections and
 * .htaccess files on its way, the file's facts and its PATH_INFO.
 *
 * What was found out before is kept in places (place.h): a file in a directory
 * that is known costs a look-up. Else one stat of the whole name comes first.
 * When it succeeds and symbolic links are allowed, nothing on the way needs a
 * look of its own. Else each part is looked at, from the root down, so that
 * the first one that is missing, closed or a forbidden link decides, after the
 * configuration above it was read.
 *
 * Sections of the configuration are sorted (ap_core_reorder_directories):
 * plain ones by the number of slashes in their name, then regular
 * expressions, which are tried last and against the whole name.
 */

#include "request/walk.h"

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include <apr_fnmatch.h>
#include <apr_strings.h>

#include "http_config.h"
#include "http_log.h"
#include "http_request.h"
#include "request/merge.h"
#include "request/place.h"

APLOG_USE_MODULE(core);

typedef struct walk_t {
    request_rec *r;
    const core_server_config *conf;
    const core_dir_config *start;
    pn_step_t step;
    char *path;          /* the whole name */
    char *end;           /* behind the part in work */
    bool is_whole_known; /* the first stat found everything */
    bool is_fresh;       /* and it was a stat of this walk */
    apr_finfo_t finfo;   /* of the part in work */
    bool is_keeping;     /* what is found goes into places */
    pn_place_t *place;   /* of the directory that ends at end, or NULL */
    bool is_old_place;   /* it was there before this walk */
    uint32_t changes;    /* pn_watch_changes() before the first look */
} walk_t;

static void follow_rules(pn_rules_t *rules, const core_dir_config *section)
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

static void add(walk_t *walk, ap_conf_vector_t *section, pn_store_t *store)
{
    const core_dir_config *core = ap_get_core_module_config(section);

    pn_merge_add(walk->r, &walk->step.merge, section, store);
    if (core) { /* a .htaccess may have no word of the core's */
        follow_rules(&walk->step.rules, core);
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

    for (; sections && walk->step.section < sections->nelts;
         walk->step.section++) {
        ap_conf_vector_t *vector = APR_ARRAY_IDX(sections, walk->step.section,
                                                 ap_conf_vector_t *);
        const core_dir_config *section = ap_get_core_module_config(vector);

        if (section->r || section->d_components > walk->step.parts_n) {
            return;
        }
        if (section->d_components == walk->step.parts_n
            && matches_directory(section, dir, len)) {
            add(walk, vector, pn_merge_generation());
        }
    }
}

static void add_regex_sections(walk_t *walk)
{
    const apr_array_header_t *sections = walk->conf->sec_dir;

    for (int i = walk->step.section; sections && i < sections->nelts; i++) {
        ap_conf_vector_t *vector = APR_ARRAY_IDX(sections, i,
                                                 ap_conf_vector_t *);
        const core_dir_config *section = ap_get_core_module_config(vector);

        if (section->r
            && pn_walk_matches_regex(walk->r, section, walk->r->filename)) {
            add(walk, vector, pn_merge_generation());
        }
    }
}

static bool may_have_htaccess(const pn_rules_t *rules)
{
    return rules->override != OR_NONE
           || (rules->override_list
               && !apr_is_empty_table(rules->override_list));
}

/* Reads the files for this request alone. */
static int read_htaccess(walk_t *walk, const char *dir,
                         ap_conf_vector_t **vector)
{
    const pn_rules_t *rules = &walk->step.rules;

    return ap_parse_htaccess(
        vector, walk->r, (int)(rules->override & ~(overrides_t)OR_UNSET),
        (int)rules->override_opts, rules->override_list,
        apr_pstrdup(walk->r->pool, dir), walk->conf->access_name);
}

static int add_htaccess(walk_t *walk, const char *dir)
{
    ap_conf_vector_t *vector = NULL;
    int status;

    if (!may_have_htaccess(&walk->step.rules)) {
        return OK;
    }
    status = walk->place ? pn_place_htaccess(walk->place, walk->r,
                                             walk->conf->access_name,
                                             &walk->step.rules, &vector)
                         : read_htaccess(walk, dir, &vector);
    if (status == OK && vector) {
        add(walk, vector, walk->place ? pn_place_store(walk->place) : NULL);
    }
    return status;
}

static pn_place_key_t key_of(const walk_t *walk, const char *end)
{
    return (pn_place_key_t){ .conf = walk->conf,
                             .start = walk->start,
                             .dir = walk->path,
                             .len = (apr_size_t)(end - walk->path) };
}

static void take_place(walk_t *walk, pn_place_t *place)
{
    int status;

    if (walk->place) {
        pn_place_release(walk->place);
    }
    walk->place = place;
    walk->is_old_place = true;
    walk->step = *pn_place_step(place, &status);
}

/* Gives up keeping, for what cannot be kept. */
static void stop_keeping(walk_t *walk)
{
    walk->is_keeping = false;
    if (walk->place) {
        pn_place_use(walk->r, walk->place); /* what was merged lives there */
        walk->place = NULL;
    }
}

/* Begins the place of the directory dir, which ends at walk->end. What the
 * stat of the whole name told of it may be over by now. */
static void begin_place(walk_t *walk, const char *dir)
{
    pn_place_key_t key = key_of(walk, walk->end);
    apr_size_t len = key.len;
    char *name = apr_pstrmemdup(walk->r->pool, dir, len > 1 ? len - 1 : len);
    struct stat found;

    if (lstat(name, &found) != 0
        || !(S_ISDIR(found.st_mode) || S_ISLNK(found.st_mode))) {
        stop_keeping(walk);
        return;
    }
    walk->is_old_place = false;
    walk->place = pn_place_make(&key, walk->place, S_ISLNK(found.st_mode),
                                walk->r->request_time, walk->changes);
}

/* The sections and the .htaccess of the directory up to walk->end, which is
 * behind its slash. */
static int enter_directory(walk_t *walk)
{
    char after = *walk->end;
    int status;

    if (walk->is_keeping) {
        pn_place_key_t key = key_of(walk, walk->end);
        pn_place_t *place = pn_place_find(&key, walk->r->request_time);

        if (place) {
            take_place(walk, place);
            (void)pn_place_step(place, &status);
            return status;
        }
    }
    *walk->end = '\0';
    if (walk->is_keeping) {
        begin_place(walk, walk->path);
    }
    add_sections(walk, walk->path, (apr_size_t)(walk->end - walk->path));
    status = add_htaccess(walk, walk->path);
    if (walk->place && walk->step.merge.vector && !walk->step.merge.store) {
        stop_keeping(walk); /* merged for this request alone */
    }
    if (walk->place) {
        pn_place_keep(walk->place, &walk->step, status);
    }
    *walk->end = after;
    return status;
}

/* A file may have a Directory section of its own. */
static void add_sections_of_file(walk_t *walk)
{
    const char *dir;

    if (!walk->conf->sec_dir
        || walk->step.section >= walk->conf->sec_dir->nelts) {
        return;
    }
    dir = apr_pstrcat(walk->r->pool, walk->r->filename, "/", NULL);
    walk->step.parts_n++;
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

    if (!(walk->step.rules.opts & (OPT_SYM_LINKS | OPT_SYM_OWNER))) {
        return false;
    }
    if (look_at(walk->r, part, APR_FINFO_MIN | APR_FINFO_OWNER, &target)
        != APR_SUCCESS) {
        return false;
    }
    if (!(walk->step.rules.opts & OPT_SYM_LINKS)
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
    bool takes_links = (walk->step.rules.opts & OPT_SYM_LINKS) != 0;
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

/* A directory asked for without its slash: its configuration counts, its name
 * stays as it was asked. */
static void add_slash(walk_t *walk)
{
    char *with_slash = apr_pstrcat(walk->r->pool, walk->path, "/", NULL);

    walk->end = with_slash + (walk->end - walk->path);
    walk->path = with_slash;
}

/* Goes down from the directory that was entered, until the path ends or comes
 * to something that is no directory. */
static int descend(walk_t *walk)
{
    while (*walk->end) {
        int status;

        walk->end += strcspn(walk->end, "/");
        status = look_at_part(walk);
        if (status != OK || walk->finfo.filetype == APR_NOFILE
            || walk->finfo.filetype == APR_REG) {
            return status;
        }
        if (walk->finfo.filetype != APR_DIR) {
            return forbid(walk, 0,
                          "neither a file nor a directory, the "
                          "request is refused",
                          walk->path);
        }
        if (!*walk->end) {
            add_slash(walk);
        }
        walk->end++;
        walk->step.parts_n++;
        status = enter_directory(walk);
        if (status != OK) {
            return status;
        }
    }
    return OK;
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
        walk->is_fresh = true;
    }
    walk->is_whole_known = r->finfo.filetype != APR_NOFILE;
}

/* Anything else may be a request's own, its memory another's tomorrow. */
static bool starts_with_defaults(const request_rec *r)
{
    return r->per_dir_config == r->server->lookup_defaults;
}

/* A module that has its own way to look at files or to find a .htaccess knows
 * alone when something changes. */
static bool is_for_the_core_alone(void)
{
    const apr_array_header_t *stats = ap_hook_get_dirwalk_stat();
    const apr_array_header_t *opens = ap_hook_get_open_htaccess();

    return (!stats || stats->nelts <= 1) && (!opens || opens->nelts <= 1);
}

static void begin_keeping(walk_t *walk)
{
    const request_rec *r = walk->r;

    walk->is_keeping = pn_place_is_on() && starts_with_defaults(r)
                       && is_for_the_core_alone();
    if (!walk->is_keeping) {
        return;
    }
    if (!r->main && !r->prev) {
        pn_watch_read();
    }
    walk->changes = pn_watch_changes();
}

/* A file, or a directory with its slash, in a directory that is known: all
 * that is to know is there. */
static bool find_known(walk_t *walk, int *status)
{
    char *name = strrchr(walk->path, '/') + 1;
    pn_place_key_t key = key_of(walk, name);
    pn_place_t *place;

    if (!walk->is_keeping) {
        return false;
    }
    place = pn_place_find(&key, walk->r->request_time);
    if (!place) {
        return false;
    }
    take_place(walk, place);
    (void)pn_place_step(place, status);
    walk->end = name + strlen(name);
    if (*status != OK) {
        return true;
    }
    if (pn_place_file(place, name, walk->r->request_time, &walk->finfo)) {
        walk->finfo.pool = walk->r->pool;
        walk->finfo.fname = walk->path;
        walk->r->finfo = walk->finfo;
        return true;
    }
    walk->end = name; /* the rest has to be looked at */
    return false;
}

/* From the directory that is known, or from the root. */
static int walk_down(walk_t *walk)
{
    int status = OK;

    if (!walk->place) {
        walk->end = walk->path + 1;
        walk->step.parts_n = 1;
        status = enter_directory(walk);
    }
    return status == OK ? descend(walk) : status;
}

/* What r->filename, r->path_info and r->finfo become. */
static void finish_names(walk_t *walk, bool had_slash)
{
    request_rec *r = walk->r;

    if (*walk->end || walk->finfo.filetype == APR_REG
        || walk->finfo.filetype == APR_NOFILE) {
        split_path(walk);
        return;
    }
    r->path_info = r->path_info ? r->path_info : apr_pstrdup(r->pool, "");
    r->filename = walk->path;
    if (!had_slash && walk->end[-1] == '/' && walk->end - walk->path > 1) {
        walk->end[-1] = '\0';
    }
    r->finfo = walk->finfo;
}

/* The next request for the same name finds it in its place. */
static void keep_file(walk_t *walk)
{
    const request_rec *r = walk->r;
    const char *name = strrchr(walk->path, '/') + 1;

    if (walk->place && walk->is_old_place && walk->is_fresh
        && walk->is_whole_known && r->path_info && !*r->path_info) {
        pn_place_keep_file(walk->place, name, walk->path, &walk->finfo,
                           r->request_time, walk->changes);
    }
}

AP_DECLARE(int) ap_directory_walk(request_rec *r)
{
    const core_dir_config *start = ap_get_core_module_config(r->per_dir_config);
    walk_t walk = {
        .r = r,
        .conf = ap_get_core_module_config(r->server->module_config),
        .start = start,
        .step.rules = { .opts = start->opts,
                        .override = start->override,
                        .override_opts = start->override_opts,
                        .override_list = start->override_list },
    };
    bool had_slash;
    bool is_known;
    int status = prepare_path(&walk);

    if (status != OK) {
        return status;
    }
    had_slash = walk.path[strlen(walk.path) - 1] == '/';
    begin_keeping(&walk);
    is_known = find_known(&walk, &status);
    if (!is_known) {
        look_at_whole(&walk);
        walk.finfo = r->finfo; /* of "/", which has no part to look at */
        status = walk_down(&walk);
    }
    if (status == OK) {
        finish_names(&walk, had_slash);
        if (!is_known) {
            keep_file(&walk);
        }
    }
    if (walk.place) {
        pn_place_use(r, walk.place);
    }
    if (status != OK) {
        return status;
    }
    if (r->finfo.filetype == APR_REG) {
        add_sections_of_file(&walk);
    }
    add_regex_sections(&walk);
    pn_merge_apply(r, &walk.step.merge);
    r->canonical_filename = r->filename;
    return OK;
}
