/* SPDX-License-Identifier: Apache-2.0 */
/* core_limits.c - how much a request may take. */

#include "core.h"

#include <limits.h>
#include <sys/resource.h>

#include "apr_strings.h"

#include "http_log.h"
#include "http_request.h"
#include "unixd.h"

APLOG_USE_MODULE(core);

/* Sets an int of the server_rec that cmd is for. */
static const char *set_server_limit(cmd_parms *cmd, const char *arg, int *limit)
{
    apr_int64_t number;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (!failure) {
        failure = pn_core_parse_number(cmd, arg, 0, INT_MAX, &number);
    }
    if (!failure) {
        *limit = (int)number;
    }
    return failure;
}

static const char *set_limit_request_line(cmd_parms *cmd, void *dir_conf,
                                          const char *arg)
{
    return set_server_limit(cmd, arg, &cmd->server->limit_req_line);
}

static const char *set_limit_request_field_size(cmd_parms *cmd, void *dir_conf,
                                                const char *arg)
{
    return set_server_limit(cmd, arg, &cmd->server->limit_req_fieldsize);
}

static const char *set_limit_request_fields(cmd_parms *cmd, void *dir_conf,
                                            const char *arg)
{
    return set_server_limit(cmd, arg, &cmd->server->limit_req_fields);
}

static const char *set_limit_request_body(cmd_parms *cmd, void *dir_conf,
                                          const char *arg)
{
    core_dir_config *conf = dir_conf;
    apr_int64_t number;
    const char *failure = pn_core_parse_number(cmd, arg, 0, APR_INT64_MAX,
                                               &number);

    if (!failure) {
        conf->limit_req_body = number;
    }
    return failure;
}

static const char *set_limit_xml_request_body(cmd_parms *cmd, void *dir_conf,
                                              const char *arg)
{
    core_dir_config *conf = dir_conf;
    apr_int64_t number;
    const char *failure = pn_core_parse_number(
        cmd, arg, 0, (apr_int64_t)PN_MAX_LIMIT_XML, &number);

    if (!failure) {
        conf->limit_xml_body = (long)number;
    }
    return failure;
}

static const char *set_limit_internal_recursion(cmd_parms *cmd, void *dir_conf,
                                                const char *redirects,
                                                const char *subrequests)
{
    core_server_config *conf = pn_core_server(cmd);
    apr_int64_t most_redirects;
    apr_int64_t most_subrequests;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (!failure) {
        failure = pn_core_parse_number(cmd, redirects, 1, INT_MAX,
                                       &most_redirects);
    }
    if (!failure) {
        most_subrequests = most_redirects;
        if (subrequests) {
            failure = pn_core_parse_number(cmd, subrequests, 1, INT_MAX,
                                           &most_subrequests);
        }
    }
    if (!failure) {
        conf->redirect_limit = (int)most_redirects;
        conf->subreq_limit = (int)most_subrequests;
    }
    return failure;
}

AP_DECLARE(int) ap_is_recursion_limit_exceeded(const request_rec *r)
{
    const core_server_config *conf = ap_get_core_module_config(
        r->server->module_config);
    int most_redirects = conf->redirect_limit
                             ? conf->redirect_limit
                             : AP_DEFAULT_MAX_INTERNAL_REDIRECTS;
    int most_subrequests = conf->subreq_limit ? conf->subreq_limit
                                              : AP_DEFAULT_MAX_SUBREQ_DEPTH;
    const request_rec *above = r;
    int redirects = 0;
    int subrequests = 0;

    while (above->prev || above->main) {
        if (above->prev) {
            if (++redirects >= most_redirects) {
                ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                              "the limit of %d internal redirects is reached, "
                              "most likely a loop of the configuration: see "
                              "LimitInternalRecursion",
                              most_redirects);
                return 1;
            }
            above = above->prev;
        }
        if (!above->prev && above->main) {
            if (++subrequests >= most_subrequests) {
                ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                              "the limit of %d nested subrequests is reached, "
                              "most likely a loop of the configuration: see "
                              "LimitInternalRecursion",
                              most_subrequests);
                return 1;
            }
            above = above->main;
        }
    }
    return 0;
}

/* --- MaxRanges and its two siblings --------------------------------------- */

static const char *parse_max(cmd_parms *cmd, const char *arg, int *most)
{
    apr_int64_t number;

    if (ap_cstr_casecmp(arg, "none") == 0) {
        *most = AP_MAXRANGES_NORANGES;
    }
    else if (ap_cstr_casecmp(arg, "default") == 0) {
        *most = AP_MAXRANGES_DEFAULT;
    }
    else if (ap_cstr_casecmp(arg, "unlimited") == 0) {
        *most = AP_MAXRANGES_UNLIMITED;
    }
    else {
        if (pn_core_parse_number(cmd, arg, 1, INT_MAX, &number)) {
            return pn_core_unknown(cmd, arg,
                                   "none, default, unlimited or a "
                                   "positive number");
        }
        *most = (int)number;
    }
    return NULL;
}

static const char *set_max_ranges(cmd_parms *cmd, void *dir_conf,
                                  const char *arg)
{
    core_dir_config *conf = dir_conf;

    return parse_max(cmd, arg, &conf->max_ranges);
}

static const char *set_max_range_overlaps(cmd_parms *cmd, void *dir_conf,
                                          const char *arg)
{
    core_dir_config *conf = dir_conf;

    return parse_max(cmd, arg, &conf->max_overlaps);
}

static const char *set_max_range_reversals(cmd_parms *cmd, void *dir_conf,
                                           const char *arg)
{
    core_dir_config *conf = dir_conf;

    return parse_max(cmd, arg, &conf->max_reversals);
}

/* --- RLimit*: what processes started by the server may take --------------- */

static const char *check_rlimit_words(cmd_parms *cmd, const char *soft,
                                      const char *hard)
{
    const char *words[] = { soft, hard };
    apr_int64_t number;
    int i;

    for (i = 0; i < 2; i++) {
        if (words[i] && ap_cstr_casecmp(words[i], "max") != 0
            && pn_core_parse_number(cmd, words[i], 0, APR_INT64_MAX, &number)) {
            return pn_core_unknown(cmd, words[i], "max or a whole number");
        }
    }
    return NULL;
}

static const char *set_rlimit_cpu(cmd_parms *cmd, void *dir_conf,
                                  const char *soft, const char *hard)
{
    core_dir_config *conf = dir_conf;
    const char *failure = check_rlimit_words(cmd, soft, hard);

    if (!failure) {
        ap_unixd_set_rlimit(cmd, &conf->limit_cpu, soft, hard, RLIMIT_CPU);
    }
    return failure;
}

static const char *set_rlimit_mem(cmd_parms *cmd, void *dir_conf,
                                  const char *soft, const char *hard)
{
    core_dir_config *conf = dir_conf;
    const char *failure = check_rlimit_words(cmd, soft, hard);

    if (!failure) {
        ap_unixd_set_rlimit(cmd, &conf->limit_mem, soft, hard, RLIMIT_AS);
    }
    return failure;
}

static const char *set_rlimit_nproc(cmd_parms *cmd, void *dir_conf,
                                    const char *soft, const char *hard)
{
    core_dir_config *conf = dir_conf;
    const char *failure = check_rlimit_words(cmd, soft, hard);

    if (!failure) {
        ap_unixd_set_rlimit(cmd, &conf->limit_nproc, soft, hard, RLIMIT_NPROC);
    }
    return failure;
}

const command_rec pn_core_limits[] = {
    AP_INIT_TAKE1("LimitRequestLine", set_limit_request_line, NULL, RSRC_CONF,
                  "bytes of a request line"),
    AP_INIT_TAKE1("LimitRequestFieldsize", set_limit_request_field_size, NULL,
                  RSRC_CONF, "bytes of one header field"),
    AP_INIT_TAKE1("LimitRequestFields", set_limit_request_fields, NULL,
                  RSRC_CONF, "number of header fields, 0 for any number"),
    AP_INIT_TAKE1("LimitRequestBody", set_limit_request_body, NULL, OR_ALL,
                  "bytes of a request body, 0 for any number"),
    AP_INIT_TAKE1("LimitXMLRequestBody", set_limit_xml_request_body, NULL,
                  OR_ALL, "bytes of a request body that is XML"),
    AP_INIT_TAKE12("LimitInternalRecursion", set_limit_internal_recursion, NULL,
                   RSRC_CONF,
                   "number of internal redirects, and depth of subrequests"),
    AP_INIT_TAKE1("MaxRanges", set_max_ranges, NULL, RSRC_CONF | ACCESS_CONF,
                  "ranges of one request: none, default, unlimited or a "
                  "number"),
    AP_INIT_TAKE1("MaxRangeOverlaps", set_max_range_overlaps, NULL,
                  RSRC_CONF | ACCESS_CONF,
                  "ranges that overlap: none, default, unlimited or a number"),
    AP_INIT_TAKE1("MaxRangeReversals", set_max_range_reversals, NULL,
                  RSRC_CONF | ACCESS_CONF,
                  "ranges that go back: none, default, unlimited or a number"),
    AP_INIT_TAKE12("RLimitCPU", set_rlimit_cpu, NULL, OR_ALL,
                   "soft and hard limit of processor seconds of a script"),
    AP_INIT_TAKE12("RLimitMEM", set_rlimit_mem, NULL, OR_ALL,
                   "soft and hard limit of bytes of memory of a script"),
    AP_INIT_TAKE12("RLimitNPROC", set_rlimit_nproc, NULL, OR_ALL,
                   "soft and hard limit of processes of a script's user"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};
