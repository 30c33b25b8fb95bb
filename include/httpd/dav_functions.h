/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dav_functions.h - what mod_dav does for providers, and its hooks.
 */
#ifndef PINION_HTTPD_DAV_FUNCTIONS_H
#define PINION_HTTPD_DAV_FUNCTIONS_H

#include <apr_xml.h>

#include "ap_hooks.h"
#include "httpd/dav_providers.h"
#include "util_filter.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An error. aprerr: 0 for none. */
DAV_DECLARE(dav_error *) dav_new_error(apr_pool_t *pool, int status,
                                       int error_id, apr_status_t aprerr,
                                       const char *desc);

/* An error that names the condition that failed. */
DAV_DECLARE(dav_error *) dav_new_error_tag(apr_pool_t *pool, int status,
                                           int error_id, apr_status_t aprerr,
                                           const char *desc,
                                           const char *namespace_uri,
                                           const char *tagname);

/* An error because of another; status 0: that of prev. */
DAV_DECLARE(dav_error *) dav_push_error(apr_pool_t *pool, int status,
                                        int error_id, const char *desc,
                                        dav_error *prev);

/* Offers a provider for "Dav NAME". */
DAV_DECLARE(void) dav_register_provider(apr_pool_t *pool, const char *name,
                                        const dav_provider *hooks);

/* NAME of the Dav directive for r. */
DAV_DECLARE(const char *) dav_get_provider_name(request_rec *r);

/* Offers live properties. */
DAV_DECLARE(void) dav_register_liveprop_group(
    apr_pool_t *pool, const dav_liveprop_group *group);

/* The id of a property in a group, *hooks what implements it; 0: not there. */
DAV_DECLARE(int) dav_do_find_liveprop(const char *ns_uri, const char *name,
                                      const dav_liveprop_group *group,
                                      const dav_hooks_liveprop **hooks);

/* The place of a namespace in the group; *info: the property. */
DAV_DECLARE(long) dav_get_liveprop_info(int propid,
                                        const dav_liveprop_group *group,
                                        const dav_liveprop_spec **info);

/* Adds a namespace. */
DAV_DECLARE(void) dav_xmlns_add(dav_xmlns_info *xi, const char *prefix,
                                const char *uri);

/* Adds to a multistatus answer. */
DAV_DECLARE(void) dav_add_response(dav_walk_resource *wres, int status,
                                   dav_get_props_result *propstats);

/* The locks on a resource. */
DAV_DECLARE(dav_error *) dav_lock_query(dav_lockdb *lockdb,
                                        const dav_resource *resource,
                                        dav_lock **locks);

/* The tokens that the client submitted. */
DAV_DECLARE(dav_error *) dav_get_locktoken_list(
    request_rec *r, dav_locktoken_list **ltl);

/* The text in an element. */
DAV_DECLARE(const char *) dav_xml_get_cdata(
    const apr_xml_elem *elem, apr_pool_t *pool, int strip_white);

/* Starts with a string. */
DAV_DECLARE(void) dav_buffer_init(apr_pool_t *pool, dav_buffer *pbuf,
                                  const char *str);

/* Appends a string. */
DAV_DECLARE(void) dav_buffer_append(apr_pool_t *pool, dav_buffer *pbuf,
                                    const char *str);

/* Writes a string behind the end, which stays where it is. */
DAV_DECLARE(void) dav_buffer_place(apr_pool_t *pool, dav_buffer *pbuf,
                                   const char *str);

/* Writes bytes behind the end, which stays. */
DAV_DECLARE(void) dav_buffer_place_mem(apr_pool_t *pool, dav_buffer *pbuf,
                                       const void *mem, apr_size_t amt,
                                       apr_size_t pad);

/* Makes it at least that long. */
DAV_DECLARE(void) dav_set_bufsize(apr_pool_t *pool, dav_buffer *pbuf,
                                  apr_size_t size);

/* Makes room for more. */
DAV_DECLARE(void) dav_check_bufsize(apr_pool_t *pool, dav_buffer *pbuf,
                                    apr_size_t extra_needed);

/*
 * Answers a REPORT: output goes to the filter. OK, DECLINED, or DONE with
 * *err.
 */
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, int, deliver_report,
                (request_rec *r, const dav_resource *resource, const apr_xml_doc *doc,
                 ap_filter_t *output, dav_error **err))

/* The id of a live property; *hooks: what implements it. 0: another's. */
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, int, find_liveprop,
                (const dav_resource *resource, const char *ns_uri, const char *name,
                 const dav_hooks_liveprop **hooks))

/* Adds the URIs of property sets to the DAV field of OPTIONS. */
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, void, gather_propsets,
                (apr_array_header_t *uris))

/* Adds the reports that a resource has. */
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, void, gather_reports,
                (request_rec *r, const dav_resource *resource, apr_array_header_t
                 *reports, dav_error **err))

/* Writes all live properties of a resource. */
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, void, insert_all_liveprops,
                (request_rec *r, const dav_resource *resource, dav_prop_insert what,
                 apr_text_header *phdr))

/*
 * May refuse a method on src (and dst, NULL: none). OK, DECLINED, or a status
 * with *err.
 */
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, int, method_precondition,
                (request_rec *r, dav_resource *src, const dav_resource *dst, const
                 apr_xml_doc *doc, dav_error **err))

/* Appends one error's chain to another's; either may be NULL. */
DAV_DECLARE(dav_error *) dav_join_error(dav_error *, dav_error *);

/*
 * Answers with an error, or a multistatus if response is given. The status to
 * return.
 */
DAV_DECLARE(int) dav_handle_err(request_rec *r, dav_error *, dav_response *);

/*
 * The resource of a request: label_allowed: by Label; use_checked_in: the
 * version. An error, or NULL.
 */
DAV_DECLARE(dav_error *) dav_get_resource(request_rec *r, int, int,
                                          dav_resource **);

/* The path that the Dav directive stands for, or NULL. */
DAV_DECLARE(const char *) dav_get_base_path(request_rec *r);

/* A subrequest for a URI on this server, by a header or element. */
DAV_DECLARE(dav_lookup_result) dav_lookup_uri(
    const char *, request_rec *r, int);

/* Writes a part of a multistatus answer. */
DAV_DECLARE(void) dav_send_one_response(dav_response *,
                                        apr_bucket_brigade *bb,
                                        request_rec *r, apr_pool_t *pool);

/* Writes the beginning of a multistatus answer. */
DAV_DECLARE(void) dav_begin_multistatus(apr_bucket_brigade *bb,
                                        request_rec *r, int,
                                        apr_array_header_t *);

/* Writes its end. */
DAV_DECLARE(apr_status_t) dav_finish_multistatus(
    request_rec *r, apr_bucket_brigade *bb);

/* Sends a whole multistatus answer. */
DAV_DECLARE(void) dav_send_multistatus(request_rec *r, int, dav_response *,
                                       apr_array_header_t *);

/* The parts of an answer to a PROPPATCH that failed. */
DAV_DECLARE(apr_text *) dav_failed_proppatch(
    apr_pool_t *pool, apr_array_header_t *);

/* The parts of an answer to a PROPPATCH that worked. */
DAV_DECLARE(apr_text *) dav_success_proppatch(
    apr_pool_t *pool, apr_array_header_t *);

/* Depth: 0, 1 or DAV_INFINITY; -1, logged, if it is none. */
DAV_DECLARE(int) dav_get_depth(request_rec *r, int);

/* 1 if the document's root is that element of DAV:. */
DAV_DECLARE(int) dav_validate_root(const apr_xml_doc *, const char *);

/* The same in the namespace with an index. */
DAV_DECLARE(int) dav_validate_root_ns(const apr_xml_doc *, int, const char *);

/* The first child element of DAV: with a name, or NULL. */
DAV_DECLARE(apr_xml_elem *) dav_find_child(const apr_xml_elem *, const char *);

/* The same in the namespace with an index. */
DAV_DECLARE(apr_xml_elem *) dav_find_child_ns(
    const apr_xml_elem *, int, const char *);

/* The next sibling with a name in a namespace. */
DAV_DECLARE(apr_xml_elem *) dav_find_next_ns(
    const apr_xml_elem *, int, const char *);

/* An attribute in a namespace, or NULL. */
DAV_DECLARE(apr_xml_attr *) dav_find_attr_ns(
    const apr_xml_elem *, int, const char *);

/* An attribute, or NULL. */
DAV_DECLARE(apr_xml_attr *) dav_find_attr(const apr_xml_elem *, const char *);

/* An empty set of namespaces. */
DAV_DECLARE(dav_xmlns_info *) dav_xmlns_create(apr_pool_t *pool);

/* Adds a namespace under a prefix that is made up, which is returned. */
DAV_DECLARE(const char *) dav_xmlns_add_uri(dav_xmlns_info *, const char *);

/* The namespace of a prefix, or NULL. */
DAV_DECLARE(const char *) dav_xmlns_get_uri(dav_xmlns_info *, const char *);

/* The prefix of a namespace, or NULL. */
DAV_DECLARE(const char *) dav_xmlns_get_prefix(dav_xmlns_info *, const char *);

/* Writes xmlns attributes for all. */
DAV_DECLARE(void) dav_xmlns_generate(dav_xmlns_info *, apr_text_header *);

/* What implements locks for r, or NULL. */
DAV_DECLARE(const dav_hooks_locks *) dav_get_lock_hooks(request_rec *r);

/* What implements dead properties for r. */
DAV_DECLARE(const dav_hooks_propdb *) dav_get_propdb_hooks(request_rec *r);

/* What implements versions for r, or NULL. */
DAV_DECLARE(const dav_hooks_vsn *) dav_get_vsn_hooks(request_rec *r);

/* What implements bindings for r, or NULL. */
DAV_DECLARE(const dav_hooks_binding *) dav_get_binding_hooks(request_rec *r);

/* What implements searches for r, or NULL. */
DAV_DECLARE(const dav_hooks_search *) dav_get_search_hooks(request_rec *r);

/* The provider of a name, or NULL. */
DAV_DECLARE(const dav_provider *) dav_lookup_provider(const char *);

/* The provider for r. */
DAV_DECLARE(const dav_provider *) dav_get_provider(request_rec *r);

/* The index of a live property's namespace, -1: not known. */
DAV_DECLARE(long) dav_get_liveprop_ns_index(const char *);

/* How many namespaces live properties have. */
DAV_DECLARE(long) dav_get_liveprop_ns_count(void);

/* Declares all of them. */
DAV_DECLARE(void) dav_add_all_liveprop_xmlns(
    apr_pool_t *pool, apr_text_header *);

/* What was asked about the live property that is being written. */
DAV_DECLARE(dav_liveprop_elem *) dav_get_liveprop_element(
    const dav_resource *);

/* find_liveprop for what mod_dav implements itself. */
DAV_DECLARE(int) dav_core_find_liveprop(const dav_resource *, const char *,
                                        const char *,
                                        const dav_hooks_liveprop **);

/* insert_all_liveprops for what mod_dav implements itself. */
DAV_DECLARE(void) dav_core_insert_all_liveprops(
    request_rec *r, const dav_resource *, dav_prop_insert, apr_text_header *);

/* Makes DAV: known. */
DAV_DECLARE(void) dav_core_register_uris(apr_pool_t *pool);

#define DAV_GET_HOOKS_PROPDB(r)  dav_get_propdb_hooks(r)
#define DAV_GET_HOOKS_LOCKS(r)   dav_get_lock_hooks(r)
#define DAV_GET_HOOKS_VSN(r)     dav_get_vsn_hooks(r)
#define DAV_GET_HOOKS_BINDING(r) dav_get_binding_hooks(r)
#define DAV_GET_HOOKS_SEARCH(r)  dav_get_search_hooks(r)

#ifdef __cplusplus
}
#endif

#endif
