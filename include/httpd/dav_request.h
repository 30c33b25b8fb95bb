/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dav_request.h - what WebDAV requests are made of: conditions, locks,
 * properties, walks.
 */
#ifndef PINION_HTTPD_DAV_REQUEST_H
#define PINION_HTTPD_DAV_REQUEST_H

#include <time.h>

#include <apr_buckets.h>
#include <apr_hash.h>
#include <apr_tables.h>
#include <apr_xml.h>

#include "httpd.h"
#include "httpd/dav_records.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a condition of If is about. */
typedef enum dav_if_state_type {
    dav_if_etag,
    dav_if_opaquelock,
    dav_if_unknown
} dav_if_state_type;

/* Conditions of If (RFC 4918 section 10.4). */
typedef struct dav_if_state_list {
    dav_if_state_type type;
    int condition;
    const char *etag;
    dav_locktoken *locktoken;
    struct dav_if_state_list *next;
} dav_if_state_list;

/* If, for a resource. */
typedef struct dav_if_header {
    const char *uri;
    apr_size_t uri_len;
    struct dav_if_state_list *state;
    struct dav_if_header *next;
    int dummy_header;
} dav_if_header;

/* Tokens that a client submitted. */
typedef struct dav_locktoken_list {
    dav_locktoken *locktoken;
    struct dav_locktoken_list *next;
} dav_locktoken_list;

/* A live property. */
typedef struct dav_liveprop_spec {
    int ns;
    const char *name;
    int propid;
    int is_writable;
} dav_liveprop_spec;

/* Live properties of a provider. */
typedef struct dav_liveprop_group {
    const dav_liveprop_spec *specs;
    const char *const *namespace_uris;
    const dav_hooks_liveprop *hooks;
} dav_liveprop_group;

/* A request for a live property. */
typedef struct dav_liveprop_elem {
    const apr_xml_doc *doc;
    const apr_xml_elem *elem;
} dav_liveprop_elem;

/* A dead property's name. */
typedef struct dav_prop_name {
    const char *ns;
    const char *name;
} dav_prop_name;

/* Who else may lock. */
typedef enum dav_lock_scope {
    DAV_LOCKSCOPE_UNKNOWN,
    DAV_LOCKSCOPE_EXCLUSIVE,
    DAV_LOCKSCOPE_SHARED
} dav_lock_scope;

/* What a lock guards against. */
typedef enum dav_lock_type {
    DAV_LOCKTYPE_UNKNOWN,
    DAV_LOCKTYPE_WRITE
} dav_lock_type;

/* Where a lock comes from. */
typedef enum dav_lock_rectype {
    DAV_LOCKREC_DIRECT,
    DAV_LOCKREC_INDIRECT,
    DAV_LOCKREC_INDIRECT_PARTIAL
} dav_lock_rectype;

/* A lock. */
struct dav_lock {
    dav_lock_rectype rectype;
    int is_locknull;
    dav_lock_scope scope;
    dav_lock_type type;
    int depth;
    time_t timeout;
    const dav_locktoken *locktoken;
    const char *owner;
    const char *auth_user;
    dav_lock_private *info;
    struct dav_lock *next;
};

/* Access to locks. */
struct dav_lockdb {
    const dav_hooks_locks *hooks;
    int ro;
    dav_lockdb_private *info;
};

/* A change of a property. */
typedef struct dav_prop_ctx {
    dav_propdb *propdb;
    apr_xml_elem *prop;
    int operation;
    int is_liveprop;
    void *liveprop_ctx; /* the provider's own */
    struct dav_rollback_item *rollback; /* how to undo it */
    dav_error *err;
    request_rec *r;
} dav_prop_ctx;

#define DAV_PROP_CTX_HAS_ERR(dpc) ((dpc).err && (dpc).err->status >= 300)

/* A resource that a walk came to. */
typedef struct dav_walk_resource {
    void *walk_ctx;
    apr_pool_t *pool;
    const dav_resource *resource;
    dav_response *response;
} dav_walk_resource;

/* A walk. */
typedef struct dav_walk_params {
    int walk_type;
    dav_error *(*func)(dav_walk_resource *, int);
    void *walk_ctx;
    apr_pool_t *pool;
    const dav_resource *root;
    dav_lockdb *lockdb;
} dav_walk_params;

/* What a walk of mod_dav carries. */
typedef struct dav_walker_ctx {
    dav_walk_params w;
    apr_bucket_brigade *bb;
    apr_pool_t *scratchpool;
    request_rec *r;
    apr_xml_doc *doc;
    int propfind_type;
    apr_text *propstat_404;
    const dav_if_header *if_header;
    const dav_locktoken *locktoken;
    const dav_lock *lock;
    int skip_root;
    int flags;
    dav_buffer work_buf;
} dav_walker_ctx;

/* How a resource is written. */
typedef enum dav_stream_mode {
    DAV_MODE_WRITE_TRUNC,
    DAV_MODE_WRITE_SEEKABLE
} dav_stream_mode;

/* When changes make versions. */
typedef enum dav_auto_version {
    DAV_AUTO_VERSION_NEVER,
    DAV_AUTO_VERSION_ALWAYS,
    DAV_AUTO_VERSION_LOCKED
} dav_auto_version;

/* What was checked out for a change. */
typedef struct dav_auto_version_info {
    int resource_versioned;
    int resource_checkedout;
    int parent_checkedout;
    dav_resource *parent_resource;
} dav_auto_version_info;

/* A report (RFC 3253 section 3.6). */
typedef struct dav_report_elem {
    const char *nmspace;
    const char *name;
} dav_report_elem;

/* What is kept with an element of a request. */
typedef struct dav_elem_private {
    int propid;
    const dav_hooks_liveprop *provider;
} dav_elem_private;

typedef struct dav_provider dav_provider;
typedef struct dav_options_provider dav_options_provider;
typedef struct dav_resource_type_provider dav_resource_type_provider;

enum {
    DAV_PROPID_BEGIN = 20000,
    DAV_PROPID_creationdate = 20001,
    DAV_PROPID_displayname = 20002,
    DAV_PROPID_getcontentlanguage = 20003,
    DAV_PROPID_getcontentlength = 20004,
    DAV_PROPID_getcontenttype = 20005,
    DAV_PROPID_getetag = 20006,
    DAV_PROPID_getlastmodified = 20007,
    DAV_PROPID_lockdiscovery = 20008,
    DAV_PROPID_resourcetype = 20009,
    DAV_PROPID_source = 20010,
    DAV_PROPID_supportedlock = 20011,
    DAV_PROPID_activity_checkout_set = 20012,
    DAV_PROPID_activity_set = 20013,
    DAV_PROPID_activity_version_set = 20014,
    DAV_PROPID_auto_merge_set = 20015,
    DAV_PROPID_auto_version = 20016,
    DAV_PROPID_baseline_collection = 20017,
    DAV_PROPID_baseline_controlled_collection = 20018,
    DAV_PROPID_baseline_controlled_collection_set = 20019,
    DAV_PROPID_checked_in = 20020,
    DAV_PROPID_checked_out = 20021,
    DAV_PROPID_checkin_fork = 20022,
    DAV_PROPID_checkout_fork = 20023,
    DAV_PROPID_checkout_set = 20024,
    DAV_PROPID_comment = 20025,
    DAV_PROPID_creator_displayname = 20026,
    DAV_PROPID_current_activity_set = 20027,
    DAV_PROPID_current_workspace_set = 20028,
    DAV_PROPID_default_variant = 20029,
    DAV_PROPID_eclipsed_set = 20030,
    DAV_PROPID_label_name_set = 20031,
    DAV_PROPID_merge_set = 20032,
    DAV_PROPID_precursor_set = 20033,
    DAV_PROPID_predecessor_set = 20034,
    DAV_PROPID_root_version = 20035,
    DAV_PROPID_subactivity_set = 20036,
    DAV_PROPID_subbaseline_set = 20037,
    DAV_PROPID_successor_set = 20038,
    DAV_PROPID_supported_method_set = 20039,
    DAV_PROPID_supported_live_property_set = 20040,
    DAV_PROPID_supported_report_set = 20041,
    DAV_PROPID_unreserved = 20042,
    DAV_PROPID_variant_set = 20043,
    DAV_PROPID_version_controlled_binding_set = 20044,
    DAV_PROPID_version_controlled_configuration = 20045,
    DAV_PROPID_version_history = 20046,
    DAV_PROPID_version_name = 20047,
    DAV_PROPID_workspace = 20048,
    DAV_PROPID_workspace_checkout_set = 20049,
    DAV_PROPID_END = 20050
};

enum {
    DAV_CALLTYPE_MEMBER = 1,
    DAV_CALLTYPE_COLLECTION = 2,
    DAV_CALLTYPE_LOCKNULL = 3
};

typedef dav_hooks_propdb dav_hooks_db;

#ifdef __cplusplus
}
#endif

#endif
