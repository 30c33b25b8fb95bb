/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dav_state.h - what mod_dav knows of a resource: its locks, properties and
 * versions, and what a request may do to them.
 */
#ifndef PINION_HTTPD_DAV_STATE_H
#define PINION_HTTPD_DAV_STATE_H

#include <apr_xml.h>

#include "httpd/dav_providers.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Timeout, as a point in time; DAV_TIMEOUT_INFINITE: never. */
DAV_DECLARE(time_t) dav_get_timeout(request_rec *r);

/* Locks as XML text. */
DAV_DECLARE(const char *) dav_lock_get_activelock(
    request_rec *r, dav_lock *, dav_buffer *);

/* Opens the locks for r, read-only or not. */
DAV_DECLARE(dav_error *) dav_open_lockdb(request_rec *r, int, dav_lockdb **);

/* Closes them. */
DAV_DECLARE(void) dav_close_lockdb(dav_lockdb *);

/* Makes a lock of a LOCK request's body. */
DAV_DECLARE(dav_error *) dav_lock_parse_lockinfo(
    request_rec *r, const dav_resource *, dav_lockdb *, const apr_xml_doc *,
    dav_lock **);

/* Removes a lock, or all (NULL). A status. */
DAV_DECLARE(int) dav_unlock(request_rec *r, const dav_resource *,
                            const dav_locktoken *);

/*
 * Adds a lock, to all below for Depth: infinity; a multistatus in *response.
 */
DAV_DECLARE(dav_error *) dav_add_lock(request_rec *r, const dav_resource *,
                                      dav_lockdb *, dav_lock *,
                                      dav_response **);

/* Gives a new resource the locks of its parent. */
DAV_DECLARE(dav_error *) dav_notify_created(
    request_rec *r, dav_lockdb *, const dav_resource *, int, int);

/* Checks If and the locks. NULL: go on. */
DAV_DECLARE(dav_error *) dav_validate_request(
    request_rec *r, dav_resource *, int, dav_locktoken *, dav_response **,
    int, dav_lockdb *);

/* Whether it exists, or is locked but empty: DAV_RESOURCE_*. */
DAV_DECLARE(int) dav_get_resource_state(request_rec *r, const dav_resource *);

/* Opens the properties of a resource. */
DAV_DECLARE(dav_error *) dav_open_propdb(request_rec *r, dav_lockdb *,
                                         const dav_resource *, int,
                                         apr_array_header_t *, dav_propdb **);

/* The same with a pool. */
DAV_DECLARE(dav_error *) dav_popen_propdb(apr_pool_t *pool, request_rec *r,
                                          dav_lockdb *, const dav_resource *,
                                          int, apr_array_header_t *,
                                          dav_propdb **);

/* Closes them. */
DAV_DECLARE(void) dav_close_propdb(dav_propdb *);

/* The properties that a PROPFIND asks for. */
DAV_DECLARE(dav_get_props_result) dav_get_props(dav_propdb *, apr_xml_doc *);

/* All of them; what: values, or names. */
DAV_DECLARE(dav_get_props_result) dav_get_allprops(
    dav_propdb *, dav_prop_insert);

/* Writes what live properties there are. */
DAV_DECLARE(void) dav_get_liveprop_supported(
    dav_propdb *, const char *, const char *, apr_text_header *);

/* The first step of a change: is it allowed? */
DAV_DECLARE(void) dav_prop_validate(dav_prop_ctx *);

/* The second: do it. */
DAV_DECLARE(void) dav_prop_exec(dav_prop_ctx *);

/* The third, if all worked. */
DAV_DECLARE(void) dav_prop_commit(dav_prop_ctx *);

/* The third, if one did not. */
DAV_DECLARE(void) dav_prop_rollback(dav_prop_ctx *);

/* Sets Vary where versions depend on fields. */
DAV_DECLARE(void) dav_add_vary_header(request_rec *r, request_rec *,
                                      const dav_resource *);

/* Checks out what is about to be changed. */
DAV_DECLARE(dav_error *) dav_auto_checkout(request_rec *r, dav_resource *,
                                           int, dav_auto_version_info *);

/* The reverse, or undoing it. */
DAV_DECLARE(dav_error *) dav_auto_checkin(request_rec *r, dav_resource *, int,
                                          int, dav_auto_version_info *);

/* The provider of additions to OPTIONS with that name. */
DAV_DECLARE(const dav_options_provider *) dav_get_options_providers(
    const char *);

/* Offers one. */
DAV_DECLARE(void) dav_options_provider_register(
    apr_pool_t *pool, const char *, const dav_options_provider *);

/* Offers one for resource types. */
DAV_DECLARE(void) dav_resource_type_provider_register(
    apr_pool_t *pool, const char *, const dav_resource_type_provider *);

/* The provider of resource types with that name. */
DAV_DECLARE(const dav_resource_type_provider *) dav_get_resource_type_providers(
    const char *);

#ifdef __cplusplus
}
#endif

#endif
