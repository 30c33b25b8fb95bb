/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request_hooks.h - hooks of a request's phases, in order. Unless said
 * otherwise they return OK, DECLINED, or a status that ends the request;
 * suspended requests stay with who returned SUSPENDED.
 */
#ifndef PINION_HTTPD_REQUEST_HOOKS_H
#define PINION_HTTPD_REQUEST_HOOKS_H

#include <apr_file_info.h>

#include "ap_hooks.h"
#include "httpd/request_rec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A request_rec was made, nothing is read. OK or a status. */
AP_DECLARE_HOOK(int, create_request, (request_rec *r))

/* The URI as it was received, before it is decoded (reverse proxies). */
AP_DECLARE_HOOK(int, pre_translate_name, (request_rec *r))

/* From URI to file: the first that knows returns OK. */
AP_DECLARE_HOOK(int, translate_name, (request_rec *r))

/*
 * The walks over Directory and Files sections; who has no file (proxies,
 * TRACE) returns OK or DONE without them.
 */
AP_DECLARE_HOOK(int, map_to_storage, (request_rec *r))

/*
 * Instead of apr_stat() in the directory walk. APR_SUCCESS or an error;
 * AP_DECLINED: the usual.
 */
AP_DECLARE_HOOK(apr_status_t, dirwalk_stat,
                (apr_finfo_t *finfo, request_rec *r, apr_int32_t wanted))

/* The configuration of the request is complete. */
AP_DECLARE_HOOK(int, post_perdir_config, (request_rec *r))

/* Media type, language, encoding, handler: the first that knows returns OK. */
AP_DECLARE_HOOK(int, type_checker, (request_rec *r))

/* The last changes before the handler. */
AP_DECLARE_HOOK(int, fixups, (request_rec *r))

/* Adds filters to a request about to be handled. */
AP_DECLARE_HOOK(void, insert_filter, (request_rec *r))

#ifdef __cplusplus
}
#endif

#endif
