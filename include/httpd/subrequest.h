/* SPDX-License-Identifier: Apache-2.0 */
/*
 * subrequest.h - subrequests: finding out what a URI or file is, and including
 * what it answers.
 */
#ifndef PINION_HTTPD_SUBREQUEST_H
#define PINION_HTTPD_SUBREQUEST_H

#include <apr_buckets.h>
#include <apr_file_info.h>

#include "httpd/request_rec.h"
#include "util_filter.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * How ap_sub_req_lookup_dirent() joins directory and name: the query of the
 * parent goes along or not.
 */
#define AP_SUBREQ_NO_ARGS    0
#define AP_SUBREQ_MERGE_ARGS 1

/*
 * A subrequest for a URI, relative to r's, that ran all phases up to fixups:
 * look at its status, then perhaps ap_run_sub_req(). next_filter: where its
 * output goes; NULL: it will not run.
 */
AP_DECLARE(request_rec *) ap_sub_req_lookup_uri(
    const char *new_uri, const request_rec *r, ap_filter_t *next_filter);

/* ap_sub_req_lookup_uri() with another method. */
AP_DECLARE(request_rec *) ap_sub_req_method_uri(
    const char *method, const char *new_uri, const request_rec *r,
    ap_filter_t *next_filter);

/* A subrequest for a file, relative to r's. */
AP_DECLARE(request_rec *) ap_sub_req_lookup_file(
    const char *new_file, const request_rec *r, ap_filter_t *next_filter);

/*
 * A subrequest for an entry of r's directory, with what apr_dir_read() knows
 * of it. subtype: AP_SUBREQ_*.
 */
AP_DECLARE(request_rec *) ap_sub_req_lookup_dirent(
    const apr_finfo_t *finfo, const request_rec *r, int subtype,
    ap_filter_t *next_filter);

/* Runs a subrequest's handler. OK or a status. */
AP_DECLARE(int) ap_run_sub_req(request_rec *r);

/* Frees a subrequest. */
AP_DECLARE(void) ap_destroy_sub_req(request_rec *r);

/* The filter that keeps a subrequest's EOS from its parent. */
AP_DECLARE(apr_status_t) ap_sub_req_output_filter(
    ap_filter_t *f, apr_bucket_brigade *bb);

#ifdef __cplusplus
}
#endif

#endif
