/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dav_providers.h - what a WebDAV provider implements.
 */
#ifndef PINION_HTTPD_DAV_PROVIDERS_H
#define PINION_HTTPD_DAV_PROVIDERS_H

#include "httpd/command.h"
#include "httpd/dav_request.h"
#include "util_filter.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A provider. Only repos and propdb must be there. */
struct dav_provider {
    const dav_hooks_repository *repos;
    const dav_hooks_propdb *propdb;
    const dav_hooks_locks *locks;
    const dav_hooks_vsn *vsn;
    const dav_hooks_binding *binding;
    const dav_hooks_search *search;
    void *ctx;
};

/* Adds to answers to OPTIONS. */
struct dav_options_provider {
    dav_error *(*dav_header)(request_rec *, const dav_resource *,
                             apr_text_header *);
    dav_error *(*dav_method)(request_rec *, const dav_resource *,
                             apr_text_header *);
    void *ctx;
};

/* Adds resource types. */
struct dav_resource_type_provider {
    int (*get_resource_type)(const dav_resource *, const char **,
                             const char **);
};

/* Bindings (RFC 5842). */
struct dav_hooks_binding {
    int (*is_bindable)(const dav_resource *);
    dav_error *(*bind_resource)(const dav_resource *, dav_resource *);
    void *ctx;
};

/* Live properties. */
struct dav_hooks_liveprop {
    dav_prop_insert (*insert_prop)(const dav_resource *, int, dav_prop_insert,
                              apr_text_header *);
    int (*is_writable)(const dav_resource *, int);
    const char *const *namespace_uris;
    dav_error *(*patch_validate)(const dav_resource *, const apr_xml_elem *,
                              int, void **, int *);
    dav_error *(*patch_exec)(const dav_resource *, const apr_xml_elem *, int,
                             void *, dav_liveprop_rollback **);
    void (*patch_commit)(const dav_resource *, int, void *,
                         dav_liveprop_rollback *);
    dav_error *(*patch_rollback)(const dav_resource *, int, void *,
                              dav_liveprop_rollback *);
    void *ctx;
};

/* Locks. */
struct dav_hooks_locks {
    const char *(*get_supportedlock)(const dav_resource *);
    dav_error *(*parse_locktoken)(apr_pool_t *, const char *,
                              dav_locktoken **);
    const char *(*format_locktoken)(apr_pool_t *, const dav_locktoken *);
    int (*compare_locktoken)(const dav_locktoken *, const dav_locktoken *);
    dav_error *(*open_lockdb)(request_rec *, int, int, dav_lockdb **);
    void (*close_lockdb)(dav_lockdb *);
    dav_error *(*remove_locknull_state)(dav_lockdb *, const dav_resource *);
    dav_error *(*create_lock)(dav_lockdb *, const dav_resource *, dav_lock **);
    dav_error *(*get_locks)(dav_lockdb *, const dav_resource *, int,
                            dav_lock **);
    dav_error *(*find_lock)(dav_lockdb *, const dav_resource *,
                            const dav_locktoken *, int, dav_lock **);
    dav_error *(*has_locks)(dav_lockdb *, const dav_resource *, int *);
    dav_error *(*append_locks)(dav_lockdb *, const dav_resource *, int,
                              const dav_lock *);
    dav_error *(*remove_lock)(dav_lockdb *, const dav_resource *,
                              const dav_locktoken *);
    dav_error *(*refresh_locks)(dav_lockdb *, const dav_resource *,
                              const dav_locktoken_list *, time_t, dav_lock **);
    dav_error *(*lookup_resource)(dav_lockdb *, const dav_locktoken *,
                              const dav_resource *, const dav_resource **);
    void *ctx;
};

/* Dead properties. */
struct dav_hooks_propdb {
    dav_error *(*open)(apr_pool_t *, const dav_resource *, int, dav_db **);
    void (*close)(dav_db *);
    dav_error *(*define_namespaces)(dav_db *, dav_xmlns_info *);
    dav_error *(*output_value)(dav_db *, const dav_prop_name *,
                              dav_xmlns_info *, apr_text_header *, int *);
    dav_error *(*map_namespaces)(dav_db *, const apr_array_header_t *,
                              dav_namespace_map **);
    dav_error *(*store)(dav_db *, const dav_prop_name *, const apr_xml_elem *,
                        dav_namespace_map *);
    dav_error *(*remove)(dav_db *, const dav_prop_name *);
    int (*exists)(dav_db *, const dav_prop_name *);
    dav_error *(*first_name)(dav_db *, dav_prop_name *);
    dav_error *(*next_name)(dav_db *, dav_prop_name *);
    dav_error *(*get_rollback)(dav_db *, const dav_prop_name *,
                              dav_deadprop_rollback **);
    dav_error *(*apply_rollback)(dav_db *, dav_deadprop_rollback *);
    void *ctx;
};

/* Resources: finding, reading, writing, copying, walking. */
struct dav_hooks_repository {
    int handle_get;
    dav_error *(*get_resource)(request_rec *, const char *, const char *, int,
                              dav_resource **);
    dav_error *(*get_parent_resource)(const dav_resource *, dav_resource **);
    int (*is_same_resource)(const dav_resource *, const dav_resource *);
    int (*is_parent_resource)(const dav_resource *, const dav_resource *);
    dav_error *(*open_stream)(const dav_resource *, dav_stream_mode,
                              dav_stream **);
    dav_error *(*close_stream)(dav_stream *, int);
    dav_error *(*write_stream)(dav_stream *, const void *, apr_size_t);
    dav_error *(*seek_stream)(dav_stream *, apr_off_t);
    dav_error *(*set_headers)(request_rec *, const dav_resource *);
    dav_error *(*deliver)(const dav_resource *, ap_filter_t *);
    dav_error *(*create_collection)(dav_resource *);
    dav_error *(*copy_resource)(const dav_resource *, dav_resource *, int,
                              dav_response **);
    dav_error *(*move_resource)(dav_resource *, dav_resource *,
                              dav_response **);
    dav_error *(*remove_resource)(dav_resource *, dav_response **);
    dav_error *(*walk)(const dav_walk_params *, int, dav_response **);
    const char *(*getetag)(const dav_resource *);
    void *ctx;
    request_rec *(*get_request_rec)(const dav_resource *);
    const char *(*get_pathname)(const dav_resource *);
};

/* Searches (RFC 5323). */
struct dav_hooks_search {
    dav_error *(*set_option_head)(request_rec *);
    dav_error *(*search_resource)(request_rec *, dav_response **);
    void *ctx;
};

/* Versions (RFC 3253). */
struct dav_hooks_vsn {
    void (*get_vsn_options)(apr_pool_t *, apr_text_header *);
    dav_error *(*get_option)(const dav_resource *, const apr_xml_elem *,
                             apr_text_header *);
    int (*versionable)(const dav_resource *);
    dav_auto_version (*auto_versionable)(const dav_resource *);
    dav_error *(*vsn_control)(dav_resource *, const char *);
    dav_error *(*checkout)(dav_resource *, int, int, int, int,
                           apr_array_header_t *, dav_resource **);
    dav_error *(*uncheckout)(dav_resource *);
    dav_error *(*checkin)(dav_resource *, int, dav_resource **);
    dav_error *(*avail_reports)(const dav_resource *,
                              const dav_report_elem **);
    int (*report_label_header_allowed)(const apr_xml_doc *);
    dav_error *(*deliver_report)(request_rec *, const dav_resource *,
                              const apr_xml_doc *, ap_filter_t *);
    dav_error *(*update)(const dav_resource *, const dav_resource *,
                         const char *, int, dav_response **);
    dav_error *(*add_label)(const dav_resource *, const char *, int);
    dav_error *(*remove_label)(const dav_resource *, const char *);
    int (*can_be_workspace)(const dav_resource *);
    dav_error *(*make_workspace)(dav_resource *, apr_xml_doc *);
    int (*can_be_activity)(const dav_resource *);
    dav_error *(*make_activity)(dav_resource *);
    dav_error *(*merge)(dav_resource *, dav_resource *, int, int,
                        apr_xml_elem *, ap_filter_t *);
    void *ctx;
};

#ifdef __cplusplus
}
#endif

#endif
