/* SPDX-License-Identifier: Apache-2.0 */
/*
 * phases - everything between a request's line and its handler, as a table.
 *
 * Requests of three kinds come here: from the client, redirected inside, and
 * subrequests. A subrequest for a file has its name already and begins with
 * map_to_storage; header_parser is for requests from the client and their
 * redirects only.
 */

#include "http_request.h"

#include <string.h>

#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "request/merge.h"
#include "request/request.h"
#include "util/regex_limit.h"

APLOG_USE_MODULE(core);

typedef struct state_t {
    request_rec *r;
    bool has_name;      /* a subrequest for a file: no URL to translate */
    bool is_translated; /* pre_translate_name has done it all */
} state_t;

int pn_phases_fail(request_rec *r, int status, const char *what)
{
    if (status == DECLINED) {
        ap_log_rerror(APLOG_MARK, APLOG_CRIT, 0, r,
                      "no module could %s for %s: a module is missing or "
                      "the configuration is incomplete",
                      what, r->uri);
        return HTTP_INTERNAL_SERVER_ERROR;
    }
    return status;
}

static int walk_url(request_rec *r)
{
    int status;

    pn_merge_reset(r);
    status = ap_location_walk(r);
    return status == OK ? ap_if_walk(r) : status;
}

static int refuse_path(request_rec *r, int status)
{
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  status == HTTP_NOT_FOUND
                      ? "an encoded slash or NUL in the path of %s: see "
                        "AllowEncodedSlashes"
                      : "the path of %s is not valid, the request is refused",
                  r->unparsed_uri ? r->unparsed_uri : r->uri);
    return status;
}

static int normalize(state_t *state)
{
    request_rec *r = state->r;
    const core_server_config *conf = ap_get_core_module_config(
        r->server->module_config);
    unsigned int flags = AP_NORMALIZE_NOT_ABOVE_ROOT
                         | AP_NORMALIZE_DECODE_UNRESERVED;

    if (state->has_name || r->proxyreq || !r->parsed_uri.path) {
        return OK;
    }
    if (conf->merge_slashes != AP_CORE_CONFIG_OFF) {
        flags |= AP_NORMALIZE_MERGE_SLASHES;
    }
    if (r->parsed_uri.path[0] == '*' && !r->parsed_uri.path[1]) {
        return OK; /* OPTIONS * */
    }
    if (!ap_normalize_path(r->parsed_uri.path, flags)) {
        return refuse_path(r, HTTP_BAD_REQUEST);
    }
    r->uri = r->parsed_uri.path;
    return OK;
}

static int pre_translate(state_t *state)
{
    request_rec *r = state->r;
    const apr_array_header_t *hooks = ap_hook_get_pre_translate_name();
    int status;

    if (state->has_name || !hooks || hooks->nelts == 0) {
        return OK;
    }
    status = walk_url(r);
    if (status != OK) {
        return status;
    }
    status = ap_run_pre_translate_name(r);
    if (status == DONE) {
        state->is_translated = true;
    }
    else if (status != OK && status != DECLINED) {
        return status;
    }
    return OK;
}

/* With encoded slashes decoded, ".." can appear that was not there before. */
static int check_again(request_rec *r, char *path)
{
    if (strstr(path, "/.")
        && !ap_normalize_path(path, AP_NORMALIZE_NOT_ABOVE_ROOT)) {
        return refuse_path(r, HTTP_BAD_REQUEST);
    }
    return OK;
}

static int decode(state_t *state)
{
    request_rec *r = state->r;
    char *path = r->parsed_uri.path;
    const core_dir_config *conf;
    int status;

    if (state->is_translated || state->has_name || r->proxyreq || !path
        || !strchr(path, '%')) {
        return OK;
    }
    conf = ap_get_core_module_config(r->server->lookup_defaults);
    if (conf->allow_encoded_slashes) {
        status = ap_unescape_url_keep2f(path,
                                        (int)conf->decode_encoded_slashes);
    }
    else {
        status = ap_unescape_url(path);
    }
    if (status != OK) {
        return refuse_path(r, status);
    }
    r->uri = path;
    if (conf->allow_encoded_slashes && conf->decode_encoded_slashes) {
        return check_again(r, path);
    }
    return OK;
}

static int translate(state_t *state)
{
    request_rec *r = state->r;
    int status;

    if (state->has_name) {
        return OK;
    }
    status = walk_url(r);
    if (status != OK || state->is_translated) {
        return status;
    }
    status = ap_run_translate_name(r);
    return status == OK ? OK : pn_phases_fail(r, status, "translate the URL");
}

static int map_to_storage(state_t *state)
{
    request_rec *r = state->r;
    int status;

    pn_merge_reset(r);
    status = ap_run_map_to_storage(r);
    return status == OK ? OK : pn_phases_fail(r, status, "map to a file");
}

/* What Location says has the last word over what the file's place says. */
static int walk_url_again(state_t *state)
{
    int status = ap_location_walk(state->r);

    return status == OK ? ap_if_walk(state->r) : status;
}

static int post_perdir_config(state_t *state)
{
    return ap_run_post_perdir_config(state->r);
}

static int parse_headers(state_t *state)
{
    return state->r->main ? OK : ap_run_header_parser(state->r);
}

/* An inner request with the same configuration inherits the verdict. */
static bool inherits_user(request_rec *r, const request_rec *outer)
{
    if (!outer || outer->per_dir_config != r->per_dir_config
        || !pn_hooks_auth_is_per_conf()) {
        return false;
    }
    r->user = outer->user;
    r->ap_auth_type = outer->ap_auth_type;
    return true;
}

static bool inherits_user_of_same_uri(request_rec *r, const request_rec *outer)
{
    if (!outer || outer->per_dir_config != r->per_dir_config || !r->uri
        || !outer->uri || strcmp(outer->uri, r->uri) != 0) {
        return false;
    }
    r->user = outer->user;
    r->ap_auth_type = outer->ap_auth_type;
    return true;
}

static int authorize(state_t *state)
{
    request_rec *r = state->r;
    const request_rec *outer = r->main ? r->main : r->prev;

    if (inherits_user(r, outer) || inherits_user_of_same_uri(r, outer)) {
        return OK;
    }
    return pn_auth_check(r);
}

/* Nobody having to say something about the type is fine. */
static int find_type(state_t *state)
{
    int status = ap_run_type_checker(state->r);

    return status == DECLINED ? OK : status;
}

static int fix_up(state_t *state)
{
    return ap_run_fixups(state->r);
}

static int (*const phases[])(state_t *state) = {
    normalize,          pre_translate,  decode,
    translate,          map_to_storage, walk_url_again,
    post_perdir_config, parse_headers,  authorize,
    find_type,          fix_up,
};

static int run_phases(request_rec *r)
{
    state_t state = { .r = r, .has_name = r->main && r->filename };

    for (size_t i = 0; i < sizeof(phases) / sizeof(phases[0]); i++) {
        int status = phases[i](&state);

        if (status != OK) {
            return status;
        }
    }
    return OK;
}

/*
 * A match that was given up has told its caller nothing about the request; a
 * rule that was to stop it may have been passed over.
 */
AP_DECLARE(int) ap_process_request_internal(request_rec *r)
{
    int status = run_phases(r);

    if (!pn_regex_limit_was_exceeded() || ap_is_HTTP_ERROR(status)) {
        return status;
    }
    ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                  "a regular expression that was tried on this request takes "
                  "more than RegexMatchLimit steps, %s is refused: write it "
                  "without repetitions inside of repetitions, such as (a+)+",
                  r->uri);
    return HTTP_INTERNAL_SERVER_ERROR;
}
