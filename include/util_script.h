/* SPDX-License-Identifier: Apache-2.0 */
/*
 * util_script.h - CGI and its relatives (RFC 3875): the environment, and
 * reading the head of a script's answer.
 */
#ifndef PINION_UTIL_SCRIPT_H
#define PINION_UTIL_SCRIPT_H

#define APACHE_UTIL_SCRIPT_H

#include <apr_buckets.h>
#include <apr_tables.h>

#include "ap_config.h"
#include "httpd.h"

#ifdef __cplusplus
extern "C" {
#endif

#define APACHE_ARG_MAX 4096

/* In subprocess_env: a script's Content-Length may be believed. */
#define AP_TRUST_CGILIKE_CL_ENVVAR "ap_trust_cgilike_cl"

/* A table as environ(7). Names that are not identifiers get underscores. */
AP_DECLARE(char **) ap_create_environment(apr_pool_t *pool, apr_table_t *t);

/* Where path_info begins in uri, when it is at its end. */
AP_DECLARE(int) ap_find_path_info(const char *uri, const char *path_info);

/*
 * Adds to r->subprocess_env what is CGI's: GATEWAY_INTERFACE, PATH_INFO, ...
 */
AP_DECLARE(void) ap_add_cgi_vars(request_rec *r);

/*
 * Adds to r->subprocess_env what is useful to all: HTTP_*, SERVER_*, REMOTE_*,
 * ... Not Proxy, and Authorization only with CGIPassAuth.
 */
AP_DECLARE(void) ap_add_common_vars(request_rec *r);

/*
 * Reading a script's head: fields go to r, Status to r->status. buffer: NULL,
 * or MAX_STRING_LEN bytes for the line that was wrong. OK, or the status to
 * answer. The _ex forms log for a module.
 */
/* From a file. */
AP_DECLARE(int) ap_scan_script_header_err(request_rec *r, apr_file_t *f,
                                          char *buffer);

/* From a file. */
AP_DECLARE(int) ap_scan_script_header_err_ex(
    request_rec *r, apr_file_t *f, char *buffer, int module_index);

/* From a brigade, which keeps the body. */
AP_DECLARE(int) ap_scan_script_header_err_brigade(
    request_rec *r, apr_bucket_brigade *bb, char *buffer);

/* From a brigade, which keeps the body. */
AP_DECLARE(int) ap_scan_script_header_err_brigade_ex(
    request_rec *r, apr_bucket_brigade *bb, char *buffer, int module_index);

/* From strings up to a NULL; *termch and *termarg: where the head ended. */
AP_DECLARE_NONSTD(int) ap_scan_script_header_err_strs(
    request_rec *r, char *buffer, const char **termch, int *termarg, ...)
    AP_FN_ATTR_SENTINEL;

/* From strings up to a NULL. */
AP_DECLARE_NONSTD(int) ap_scan_script_header_err_strs_ex(
    request_rec *r, char *buffer, int module_index, const char **termch,
    int *termarg, ...) AP_FN_ATTR_SENTINEL;

/* From a function (buffer, size, data) that returns lines, 0 at the end. */
AP_DECLARE(int) ap_scan_script_header_err_core(
    request_rec *r, char *buffer, int (*getsfunc)(char *, int, void *),
    void *getsfunc_data);

/* From such a function. */
AP_DECLARE(int) ap_scan_script_header_err_core_ex(
    request_rec *r, char *buffer, int (*getsfunc)(char *, int, void *),
    void *getsfunc_data, int module_index);

/* The query's fields, decoded, in *table. */
AP_DECLARE(void) ap_args_to_table(request_rec *r, apr_table_t **table);

#ifdef __cplusplus
}
#endif

#endif
