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

APR_DECLARE_EXTERNAL_HOOK(dav, DAV, int, deliver_report,
                (request_rec *r, const dav_resource *resource, const apr_xml_doc *doc,
                 ap_filter_t *output, dav_error **err))
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, int, find_liveprop,
                (const dav_resource *resource, const char *ns_uri, const char *name,
                 const dav_hooks_liveprop **hooks))
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, void, gather_propsets,
                (apr_array_header_t *uris))
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, void, gather_reports,
                (request_rec *r, const dav_resource *resource, apr_array_header_t
                 *reports, dav_error **err))
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, void, insert_all_liveprops,
                (request_rec *r, const dav_resource *resource, dav_prop_insert what,
                 apr_text_header *phdr))
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, int, method_precondition,
                (request_rec *r, dav_resource *src, const dav_resource *dst, const
                 apr_xml_doc *doc, dav_error **err))

DAV_DECLARE(dav_error *) dav_join_error(dav_error *, dav_error *);
DAV_DECLARE(int) dav_handle_err(request_rec *r, dav_error *, dav_response *);
DAV_DECLARE(dav_error *) dav_get_resource(request_rec *r, int, int,
                                          dav_resource **);
DAV_DECLARE(const char *) dav_get_base_path(request_rec *r);
DAV_DECLARE(dav_lookup_result) dav_lookup_uri(
    const char *, request_rec *r, int);
DAV_DECLARE(void) dav_send_one_response(dav_response *,
                                        apr_bucket_brigade *bb,
                                        request_rec *r, apr_pool_t *pool);
DAV_DECLARE(void) dav_begin_multistatus(apr_bucket_brigade *bb,
                                        request_rec *r, int,
                                        apr_array_header_t *);
DAV_DECLARE(apr_status_t) dav_finish_multistatus(
    request_rec *r, apr_bucket_brigade *bb);
DAV_DECLARE(void) dav_send_multistatus(request_rec *r, int, dav_response *,
                                       apr_array_header_t *);
DAV_DECLARE(apr_text *) dav_failed_proppatch(
    apr_pool_t *pool, apr_array_header_t *);
DAV_DECLARE(apr_text *) dav_success_proppatch(
    apr_pool_t *pool, apr_array_header_t *);
DAV_DECLARE(int) dav_get_depth(request_rec *r, int);
DAV_DECLARE(int) dav_validate_root(const apr_xml_doc *, const char *);
DAV_DECLARE(int) dav_validate_root_ns(const apr_xml_doc *, int, const char *);
DAV_DECLARE(apr_xml_elem *) dav_find_child(const apr_xml_elem *, const char *);
DAV_DECLARE(apr_xml_elem *) dav_find_child_ns(
    const apr_xml_elem *, int, const char *);
DAV_DECLARE(apr_xml_elem *) dav_find_next_ns(
    const apr_xml_elem *, int, const char *);
DAV_DECLARE(apr_xml_attr *) dav_find_attr_ns(
    const apr_xml_elem *, int, const char *);
DAV_DECLARE(apr_xml_attr *) dav_find_attr(const apr_xml_elem *, const char *);
DAV_DECLARE(dav_xmlns_info *) dav_xmlns_create(apr_pool_t *pool);
DAV_DECLARE(const char *) dav_xmlns_add_uri(dav_xmlns_info *, const char *);
DAV_DECLARE(const char *) dav_xmlns_get_uri(dav_xmlns_info *, const char *);
DAV_DECLARE(const char *) dav_xmlns_get_prefix(dav_xmlns_info *, const char *);
DAV_DECLARE(void) dav_xmlns_generate(dav_xmlns_info *, apr_text_header *);
DAV_DECLARE(const dav_hooks_locks *) dav_get_lock_hooks(request_rec *r);
DAV_DECLARE(const dav_hooks_propdb *) dav_get_propdb_hooks(request_rec *r);
DAV_DECLARE(const dav_hooks_vsn *) dav_get_vsn_hooks(request_rec *r);
DAV_DECLARE(const dav_hooks_binding *) dav_get_binding_hooks(request_rec *r);
DAV_DECLARE(const dav_hooks_search *) dav_get_search_hooks(request_rec *r);
DAV_DECLARE(const dav_provider *) dav_lookup_provider(const char *);
DAV_DECLARE(const dav_provider *) dav_get_provider(request_rec *r);
DAV_DECLARE(long) dav_get_liveprop_ns_index(const char *);
DAV_DECLARE(long) dav_get_liveprop_ns_count(void);
DAV_DECLARE(void) dav_add_all_liveprop_xmlns(
    apr_pool_t *pool, apr_text_header *);
DAV_DECLARE(dav_liveprop_elem *) dav_get_liveprop_element(
    const dav_resource *);
DAV_DECLARE(int) dav_core_find_liveprop(const dav_resource *, const char *,
                                        const char *,
                                        const dav_hooks_liveprop **);
DAV_DECLARE(void) dav_core_insert_all_liveprops(
    request_rec *r, const dav_resource *, dav_prop_insert, apr_text_header *);
DAV_DECLARE(void) dav_core_register_uris(apr_pool_t *pool);
DAV_DECLARE(time_t) dav_get_timeout(request_rec *r);
DAV_DECLARE(const char *) dav_lock_get_activelock(
    request_rec *r, dav_lock *, dav_buffer *);
DAV_DECLARE(dav_error *) dav_open_lockdb(request_rec *r, int, dav_lockdb **);
DAV_DECLARE(void) dav_close_lockdb(dav_lockdb *);
DAV_DECLARE(dav_error *) dav_lock_parse_lockinfo(
    request_rec *r, const dav_resource *, dav_lockdb *, const apr_xml_doc *,
    dav_lock **);
DAV_DECLARE(int) dav_unlock(request_rec *r, const dav_resource *,
                            const dav_locktoken *);
DAV_DECLARE(dav_error *) dav_add_lock(request_rec *r, const dav_resource *,
                                      dav_lockdb *, dav_lock *,
                                      dav_response **);
DAV_DECLARE(dav_error *) dav_notify_created(
    request_rec *r, dav_lockdb *, const dav_resource *, int, int);
DAV_DECLARE(dav_error *) dav_validate_request(
    request_rec *r, dav_resource *, int, dav_locktoken *, dav_response **,
    int, dav_lockdb *);
DAV_DECLARE(int) dav_get_resource_state(request_rec *r, const dav_resource *);
DAV_DECLARE(dav_error *) dav_open_propdb(request_rec *r, dav_lockdb *,
                                         const dav_resource *, int,
                                         apr_array_header_t *, dav_propdb **);
DAV_DECLARE(dav_error *) dav_popen_propdb(apr_pool_t *pool, request_rec *r,
                                          dav_lockdb *, const dav_resource *,
                                          int, apr_array_header_t *,
                                          dav_propdb **);
DAV_DECLARE(void) dav_close_propdb(dav_propdb *);
DAV_DECLARE(dav_get_props_result) dav_get_props(dav_propdb *, apr_xml_doc *);
DAV_DECLARE(dav_get_props_result) dav_get_allprops(
    dav_propdb *, dav_prop_insert);
DAV_DECLARE(void) dav_get_liveprop_supported(
    dav_propdb *, const char *, const char *, apr_text_header *);
DAV_DECLARE(void) dav_prop_validate(dav_prop_ctx *);
DAV_DECLARE(void) dav_prop_exec(dav_prop_ctx *);
DAV_DECLARE(void) dav_prop_commit(dav_prop_ctx *);
DAV_DECLARE(void) dav_prop_rollback(dav_prop_ctx *);
DAV_DECLARE(void) dav_add_vary_header(request_rec *r, request_rec *,
                                      const dav_resource *);
DAV_DECLARE(dav_error *) dav_auto_checkout(request_rec *r, dav_resource *,
                                           int, dav_auto_version_info *);
DAV_DECLARE(dav_error *) dav_auto_checkin(request_rec *r, dav_resource *, int,
                                          int, dav_auto_version_info *);
DAV_DECLARE(const dav_options_provider *) dav_get_options_providers(
    const char *);
DAV_DECLARE(void) dav_options_provider_register(
    apr_pool_t *pool, const char *, const dav_options_provider *);
DAV_DECLARE(void) dav_resource_type_provider_register(
    apr_pool_t *pool, const char *, const dav_resource_type_provider *);
DAV_DECLARE(const dav_resource_type_provider *) dav_get_resource_type_providers(
    const char *);

#define DAV_GET_HOOKS_PROPDB(r)  dav_get_propdb_hooks(r)
#define DAV_GET_HOOKS_LOCKS(r)   dav_get_lock_hooks(r)
#define DAV_GET_HOOKS_VSN(r)     dav_get_vsn_hooks(r)
#define DAV_GET_HOOKS_BINDING(r) dav_get_binding_hooks(r)
#define DAV_GET_HOOKS_SEARCH(r)  dav_get_search_hooks(r)

#ifdef __cplusplus
}
#endif

#endif
