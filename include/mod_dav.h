/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_MOD_DAV_H
#define PINION_MOD_DAV_H

#define _MOD_DAV_H_
#include <limits.h>
#include <time.h>

#include <apr_hooks.h>
#include <apr_hash.h>
#include <apr_dbm.h>
#include <apr_tables.h>

#include "httpd.h"
#include "util_filter.h"
#include "util_xml.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DAV_DECLARE(type)        AP_DECLARE(type)
#define DAV_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define DAV_DECLARE_DATA         AP_DECLARE_DATA

#define DAV_VERSION AP_SERVER_BASEREVISION
#define DEBUG_CR    "\n"
#define DAV_RESPONSE_BODY_1 \
    DOCTYPE_HTML_2_0 "<html><head>\n<title>"

#define DAV_BUFFER_MINSIZE 256
#define DAV_BUFFER_PAD 64
#define DAV_DEBUG 1
#define DAV_DO_COPY 0
#define DAV_DO_MOVE 1
#define DAV_ERR_IF_ABSENT 103
#define DAV_ERR_IF_MULTIPLE_NOT 101
#define DAV_ERR_IF_PARSE 100
#define DAV_ERR_IF_TAGGED 104
#define DAV_ERR_IF_UNCLOSED_PAREN 105
#define DAV_ERR_IF_UNK_CHAR 102
#define DAV_ERR_LOCK_CORRUPT_DB 402
#define DAV_ERR_LOCK_NO_DB 401
#define DAV_ERR_LOCK_OPENDB 400
#define DAV_ERR_LOCK_PARSE_TOKEN 404
#define DAV_ERR_LOCK_SAVE_LOCK 405
#define DAV_ERR_LOCK_UNK_STATE_TOKEN 403
#define DAV_ERR_PROP_BAD_LOCKDB 204
#define DAV_ERR_PROP_BAD_MAJOR 200
#define DAV_ERR_PROP_EXEC 206
#define DAV_ERR_PROP_NOT_FOUND 203
#define DAV_ERR_PROP_NO_DATABASE 202
#define DAV_ERR_PROP_OPENING 205
#define DAV_ERR_PROP_READONLY 201
#define DAV_GETLOCKS_COMPLETE 2
#define DAV_GETLOCKS_PARTIAL 1
#define DAV_GETLOCKS_RESOLVED 0
#define DAV_IF_COND_NORMAL 0
#define DAV_IF_COND_NOT 1
#define DAV_INFINITY 2147483647
#define DAV_MAX_SHARED_LOCKS 1024
#define DAV_PROPDB_DISABLE_LOCKDISCOVERY 2
#define DAV_PROPDB_NONE 0
#define DAV_PROPDB_RO 1
#define DAV_PROPFIND_IS_ALLPROP 1
#define DAV_PROPFIND_IS_PROP 3
#define DAV_PROPFIND_IS_PROPNAME 2
#define DAV_PROPID_CORE 10000
#define DAV_PROPID_FS 10100
#define DAV_PROPID_TEST1 10300
#define DAV_PROPID_TEST2 10400
#define DAV_PROPID_TEST3 10500
#define DAV_PROP_OP_DELETE 2
#define DAV_PROP_OP_SET 1
#define DAV_READ_BLOCKSIZE 2048
#define DAV_RESOURCE_ERROR 13
#define DAV_RESOURCE_EXISTS 12
#define DAV_RESOURCE_LOCK_NULL 10
#define DAV_RESOURCE_NULL 11
#define DAV_STYLE_ISO8601 1
#define DAV_STYLE_RFC822 2
#define DAV_TIMEBUF_SIZE 30
#define DAV_TIMEOUT_INFINITE 0
#define DAV_VALIDATE_ADD_LD 64
#define DAV_VALIDATE_IS_PARENT 256
#define DAV_VALIDATE_NO_MODIFY 512
#define DAV_VALIDATE_PARENT 32
#define DAV_VALIDATE_RESOURCE 16
#define DAV_VALIDATE_USE_424 128
#define DAV_WALKTYPE_AUTH 1
#define DAV_WALKTYPE_LOCKNULL 4
#define DAV_WALKTYPE_NORMAL 2
#define DAV_WALKTYPE_TOLERANT 8
#define DAV_OPTIONS_EXTENSION_GROUP "dav_options"
#define DAV_RESOURCE_TYPE_GROUP "dav_resource_type"
#define DAV_RESPONSE_BODY_2 "</title>\n</head><body>\n<h1>"
#define DAV_RESPONSE_BODY_3 "</h1>\n<p>"
#define DAV_RESPONSE_BODY_4 "</p>\n"
#define DAV_RESPONSE_BODY_5 "</body></html>\n"
#define DAV_XML_CONTENT_TYPE "text/xml; charset=\"utf-8\""
#define DAV_XML_HEADER "<?xml version=\"1.0\" encoding=\"utf-8\"?>"

typedef struct dav_error dav_error;
typedef struct dav_response dav_response;
typedef struct dav_hooks_propdb dav_hooks_propdb;
typedef struct dav_hooks_locks dav_hooks_locks;
typedef struct dav_hooks_vsn dav_hooks_vsn;
typedef struct dav_hooks_repository dav_hooks_repository;
typedef struct dav_hooks_liveprop dav_hooks_liveprop;
typedef struct dav_hooks_binding dav_hooks_binding;
typedef struct dav_hooks_search dav_hooks_search;
typedef struct dav_resource_private dav_resource_private;
typedef struct dav_resource dav_resource;
typedef struct dav_locktoken dav_locktoken;
typedef struct dav_buffer dav_buffer;
typedef struct dav_get_props_result dav_get_props_result;
typedef struct dav_lookup_result dav_lookup_result;
typedef struct dav_xmlns_info dav_xmlns_info;
typedef struct dav_provider dav_provider;
typedef struct dav_if_state_list dav_if_state_list;
typedef struct dav_if_header dav_if_header;
typedef struct dav_locktoken_list dav_locktoken_list;
typedef struct dav_liveprop_rollback dav_liveprop_rollback;
typedef struct dav_liveprop_spec dav_liveprop_spec;
typedef struct dav_liveprop_group dav_liveprop_group;
typedef struct dav_liveprop_elem dav_liveprop_elem;
typedef struct dav_db dav_db;
typedef struct dav_namespace_map dav_namespace_map;
typedef struct dav_deadprop_rollback dav_deadprop_rollback;
typedef struct dav_prop_name dav_prop_name;
typedef struct dav_lockdb_private dav_lockdb_private;
typedef struct dav_lock_private dav_lock_private;
typedef struct dav_lockdb dav_lockdb;
typedef struct dav_lock dav_lock;
typedef struct dav_propdb dav_propdb;
typedef struct dav_prop_ctx dav_prop_ctx;
typedef struct dav_walk_resource dav_walk_resource;
typedef struct dav_walk_params dav_walk_params;
typedef struct dav_walker_ctx dav_walker_ctx;
typedef struct dav_stream dav_stream;
typedef struct dav_auto_version_info dav_auto_version_info;
typedef struct dav_report_elem dav_report_elem;
typedef struct dav_elem_private dav_elem_private;
typedef struct dav_options_provider dav_options_provider;
typedef struct dav_resource_type_provider dav_resource_type_provider;
typedef enum dav_resource_type { DAV_RESOURCE_TYPE_UNKNOWN = 0, DAV_RESOURCE_TYPE_REGULAR = 1, DAV_RESOURCE_TYPE_VERSION = 2, DAV_RESOURCE_TYPE_HISTORY = 3, DAV_RESOURCE_TYPE_WORKING = 4, DAV_RESOURCE_TYPE_WORKSPACE = 5, DAV_RESOURCE_TYPE_ACTIVITY = 6, DAV_RESOURCE_TYPE_PRIVATE = 7 } dav_resource_type;
typedef enum dav_prop_insert { DAV_PROP_INSERT_NOTDEF = 0, DAV_PROP_INSERT_NOTSUPP = 1, DAV_PROP_INSERT_NAME = 2, DAV_PROP_INSERT_VALUE = 3, DAV_PROP_INSERT_SUPPORTED = 4 } dav_prop_insert;
typedef enum dav_if_state_type { dav_if_etag = 0, dav_if_opaquelock = 1, dav_if_unknown = 2 } dav_if_state_type;
enum { DAV_PROPID_BEGIN = 20000, DAV_PROPID_creationdate = 20001, DAV_PROPID_displayname = 20002, DAV_PROPID_getcontentlanguage = 20003, DAV_PROPID_getcontentlength = 20004, DAV_PROPID_getcontenttype = 20005, DAV_PROPID_getetag = 20006, DAV_PROPID_getlastmodified = 20007, DAV_PROPID_lockdiscovery = 20008, DAV_PROPID_resourcetype = 20009, DAV_PROPID_source = 20010, DAV_PROPID_supportedlock = 20011, DAV_PROPID_activity_checkout_set = 20012, DAV_PROPID_activity_set = 20013, DAV_PROPID_activity_version_set = 20014, DAV_PROPID_auto_merge_set = 20015, DAV_PROPID_auto_version = 20016, DAV_PROPID_baseline_collection = 20017, DAV_PROPID_baseline_controlled_collection = 20018, DAV_PROPID_baseline_controlled_collection_set = 20019, DAV_PROPID_checked_in = 20020, DAV_PROPID_checked_out = 20021, DAV_PROPID_checkin_fork = 20022, DAV_PROPID_checkout_fork = 20023, DAV_PROPID_checkout_set = 20024, DAV_PROPID_comment = 20025, DAV_PROPID_creator_displayname = 20026, DAV_PROPID_current_activity_set = 20027, DAV_PROPID_current_workspace_set = 20028, DAV_PROPID_default_variant = 20029, DAV_PROPID_eclipsed_set = 20030, DAV_PROPID_label_name_set = 20031, DAV_PROPID_merge_set = 20032, DAV_PROPID_precursor_set = 20033, DAV_PROPID_predecessor_set = 20034, DAV_PROPID_root_version = 20035, DAV_PROPID_subactivity_set = 20036, DAV_PROPID_subbaseline_set = 20037, DAV_PROPID_successor_set = 20038, DAV_PROPID_supported_method_set = 20039, DAV_PROPID_supported_live_property_set = 20040, DAV_PROPID_supported_report_set = 20041, DAV_PROPID_unreserved = 20042, DAV_PROPID_variant_set = 20043, DAV_PROPID_version_controlled_binding_set = 20044, DAV_PROPID_version_controlled_configuration = 20045, DAV_PROPID_version_history = 20046, DAV_PROPID_version_name = 20047, DAV_PROPID_workspace = 20048, DAV_PROPID_workspace_checkout_set = 20049, DAV_PROPID_END = 20050 };
typedef enum dav_lock_scope { DAV_LOCKSCOPE_UNKNOWN = 0, DAV_LOCKSCOPE_EXCLUSIVE = 1, DAV_LOCKSCOPE_SHARED = 2 } dav_lock_scope;
typedef enum dav_lock_type { DAV_LOCKTYPE_UNKNOWN = 0, DAV_LOCKTYPE_WRITE = 1 } dav_lock_type;
typedef enum dav_lock_rectype { DAV_LOCKREC_DIRECT = 0, DAV_LOCKREC_INDIRECT = 1, DAV_LOCKREC_INDIRECT_PARTIAL = 2 } dav_lock_rectype;
enum { DAV_CALLTYPE_MEMBER = 1, DAV_CALLTYPE_COLLECTION = 2, DAV_CALLTYPE_LOCKNULL = 3 };
typedef enum dav_stream_mode { DAV_MODE_WRITE_TRUNC = 0, DAV_MODE_WRITE_SEEKABLE = 1 } dav_stream_mode;
typedef enum dav_auto_version { DAV_AUTO_VERSION_NEVER = 0, DAV_AUTO_VERSION_ALWAYS = 1, DAV_AUTO_VERSION_LOCKED = 2 } dav_auto_version;
typedef dav_hooks_propdb dav_hooks_db;

struct dav_auto_version_info {
    int resource_versioned;
    int resource_checkedout;
    int parent_checkedout;
    dav_resource *parent_resource;
};

struct dav_buffer {
    apr_size_t alloc_len;
    apr_size_t cur_len;
    char *buf;
};

struct dav_elem_private {
    int propid;
    const dav_hooks_liveprop *provider;
};

struct dav_error {
    int status;
    int error_id;
    const char *desc;
    apr_status_t aprerr;
    const char *namespace;
    const char *tagname;
    struct dav_error *prev;
    const char *childtags;
};

struct dav_get_props_result {
    apr_text *propstats;
    apr_text *xmlns;
};

struct dav_hooks_binding {
    int (*is_bindable)(const dav_resource *);
    dav_error *(*bind_resource)(const dav_resource *, dav_resource *);
    void *ctx;
};

struct dav_hooks_liveprop {
    dav_prop_insert (*insert_prop)(const dav_resource *, int, dav_prop_insert, apr_text_header *);
    int (*is_writable)(const dav_resource *, int);
    const char *const *namespace_uris;
    dav_error *(*patch_validate)(const dav_resource *, const apr_xml_elem *, int, void **, int *);
    dav_error *(*patch_exec)(const dav_resource *, const apr_xml_elem *, int, void *, dav_liveprop_rollback **);
    void (*patch_commit)(const dav_resource *, int, void *, dav_liveprop_rollback *);
    dav_error *(*patch_rollback)(const dav_resource *, int, void *, dav_liveprop_rollback *);
    void *ctx;
};

struct dav_hooks_locks {
    const char *(*get_supportedlock)(const dav_resource *);
    dav_error *(*parse_locktoken)(apr_pool_t *, const char *, dav_locktoken **);
    const char *(*format_locktoken)(apr_pool_t *, const dav_locktoken *);
    int (*compare_locktoken)(const dav_locktoken *, const dav_locktoken *);
    dav_error *(*open_lockdb)(request_rec *, int, int, dav_lockdb **);
    void (*close_lockdb)(dav_lockdb *);
    dav_error *(*remove_locknull_state)(dav_lockdb *, const dav_resource *);
    dav_error *(*create_lock)(dav_lockdb *, const dav_resource *, dav_lock **);
    dav_error *(*get_locks)(dav_lockdb *, const dav_resource *, int, dav_lock **);
    dav_error *(*find_lock)(dav_lockdb *, const dav_resource *, const dav_locktoken *, int, dav_lock **);
    dav_error *(*has_locks)(dav_lockdb *, const dav_resource *, int *);
    dav_error *(*append_locks)(dav_lockdb *, const dav_resource *, int, const dav_lock *);
    dav_error *(*remove_lock)(dav_lockdb *, const dav_resource *, const dav_locktoken *);
    dav_error *(*refresh_locks)(dav_lockdb *, const dav_resource *, const dav_locktoken_list *, time_t, dav_lock **);
    dav_error *(*lookup_resource)(dav_lockdb *, const dav_locktoken *, const dav_resource *, const dav_resource **);
    void *ctx;
};

struct dav_hooks_propdb {
    dav_error *(*open)(apr_pool_t *, const dav_resource *, int, dav_db **);
    void (*close)(dav_db *);
    dav_error *(*define_namespaces)(dav_db *, dav_xmlns_info *);
    dav_error *(*output_value)(dav_db *, const dav_prop_name *, dav_xmlns_info *, apr_text_header *, int *);
    dav_error *(*map_namespaces)(dav_db *, const apr_array_header_t *, dav_namespace_map **);
    dav_error *(*store)(dav_db *, const dav_prop_name *, const apr_xml_elem *, dav_namespace_map *);
    dav_error *(*remove)(dav_db *, const dav_prop_name *);
    int (*exists)(dav_db *, const dav_prop_name *);
    dav_error *(*first_name)(dav_db *, dav_prop_name *);
    dav_error *(*next_name)(dav_db *, dav_prop_name *);
    dav_error *(*get_rollback)(dav_db *, const dav_prop_name *, dav_deadprop_rollback **);
    dav_error *(*apply_rollback)(dav_db *, dav_deadprop_rollback *);
    void *ctx;
};

struct dav_hooks_repository {
    int handle_get;
    dav_error *(*get_resource)(request_rec *, const char *, const char *, int, dav_resource **);
    dav_error *(*get_parent_resource)(const dav_resource *, dav_resource **);
    int (*is_same_resource)(const dav_resource *, const dav_resource *);
    int (*is_parent_resource)(const dav_resource *, const dav_resource *);
    dav_error *(*open_stream)(const dav_resource *, dav_stream_mode, dav_stream **);
    dav_error *(*close_stream)(dav_stream *, int);
    dav_error *(*write_stream)(dav_stream *, const void *, apr_size_t);
    dav_error *(*seek_stream)(dav_stream *, apr_off_t);
    dav_error *(*set_headers)(request_rec *, const dav_resource *);
    dav_error *(*deliver)(const dav_resource *, ap_filter_t *);
    dav_error *(*create_collection)(dav_resource *);
    dav_error *(*copy_resource)(const dav_resource *, dav_resource *, int, dav_response **);
    dav_error *(*move_resource)(dav_resource *, dav_resource *, dav_response **);
    dav_error *(*remove_resource)(dav_resource *, dav_response **);
    dav_error *(*walk)(const dav_walk_params *, int, dav_response **);
    const char *(*getetag)(const dav_resource *);
    void *ctx;
    request_rec *(*get_request_rec)(const dav_resource *);
    const char *(*get_pathname)(const dav_resource *);
};

struct dav_hooks_search {
    dav_error *(*set_option_head)(request_rec *);
    dav_error *(*search_resource)(request_rec *, dav_response **);
    void *ctx;
};

struct dav_hooks_vsn {
    void (*get_vsn_options)(apr_pool_t *, apr_text_header *);
    dav_error *(*get_option)(const dav_resource *, const apr_xml_elem *, apr_text_header *);
    int (*versionable)(const dav_resource *);
    dav_auto_version (*auto_versionable)(const dav_resource *);
    dav_error *(*vsn_control)(dav_resource *, const char *);
    dav_error *(*checkout)(dav_resource *, int, int, int, int, apr_array_header_t *, dav_resource **);
    dav_error *(*uncheckout)(dav_resource *);
    dav_error *(*checkin)(dav_resource *, int, dav_resource **);
    dav_error *(*avail_reports)(const dav_resource *, const dav_report_elem **);
    int (*report_label_header_allowed)(const apr_xml_doc *);
    dav_error *(*deliver_report)(request_rec *, const dav_resource *, const apr_xml_doc *, ap_filter_t *);
    dav_error *(*update)(const dav_resource *, const dav_resource *, const char *, int, dav_response **);
    dav_error *(*add_label)(const dav_resource *, const char *, int);
    dav_error *(*remove_label)(const dav_resource *, const char *);
    int (*can_be_workspace)(const dav_resource *);
    dav_error *(*make_workspace)(dav_resource *, apr_xml_doc *);
    int (*can_be_activity)(const dav_resource *);
    dav_error *(*make_activity)(dav_resource *);
    dav_error *(*merge)(dav_resource *, dav_resource *, int, int, apr_xml_elem *, ap_filter_t *);
    void *ctx;
};

struct dav_if_header {
    const char *uri;
    apr_size_t uri_len;
    struct dav_if_state_list *state;
    struct dav_if_header *next;
    int dummy_header;
};

struct dav_if_state_list {
    dav_if_state_type type;
    int condition;
    const char *etag;
    dav_locktoken *locktoken;
    struct dav_if_state_list *next;
};

struct dav_liveprop_elem {
    const apr_xml_doc *doc;
    const apr_xml_elem *elem;
};

struct dav_liveprop_group {
    const dav_liveprop_spec *specs;
    const char *const *namespace_uris;
    const dav_hooks_liveprop *hooks;
};

struct dav_liveprop_spec {
    int ns;
    const char *name;
    int propid;
    int is_writable;
};

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

struct dav_lockdb {
    const dav_hooks_locks *hooks;
    int ro;
    dav_lockdb_private *info;
};

struct dav_locktoken_list {
    dav_locktoken *locktoken;
    struct dav_locktoken_list *next;
};

struct dav_lookup_result {
    request_rec *rnew;
    dav_error err;
};

struct dav_options_provider {
    dav_error *(*dav_header)(request_rec *, const dav_resource *, apr_text_header *);
    dav_error *(*dav_method)(request_rec *, const dav_resource *, apr_text_header *);
    void *ctx;
};

struct dav_prop_ctx {
    dav_propdb *propdb;
    apr_xml_elem *prop;
    int operation;
    int is_liveprop;
    void *liveprop_ctx;
    struct dav_rollback_item *rollback;
    dav_error *err;
    request_rec *r;
};

struct dav_prop_name {
    const char *ns;
    const char *name;
};

struct dav_provider {
    const dav_hooks_repository *repos;
    const dav_hooks_propdb *propdb;
    const dav_hooks_locks *locks;
    const dav_hooks_vsn *vsn;
    const dav_hooks_binding *binding;
    const dav_hooks_search *search;
    void *ctx;
};

struct dav_report_elem {
    const char *nmspace;
    const char *name;
};

struct dav_resource {
    dav_resource_type type;
    int exists;
    int collection;
    int versioned;
    int baselined;
    int working;
    const char *uri;
    dav_resource_private *info;
    const dav_hooks_repository *hooks;
    apr_pool_t *pool;
};

struct dav_resource_type_provider {
    int (*get_resource_type)(const dav_resource *, const char **, const char **);
};

struct dav_response {
    const char *href;
    const char *desc;
    dav_get_props_result propresult;
    int status;
    struct dav_response *next;
};

struct dav_walk_params {
    int walk_type;
    dav_error *(*func)(dav_walk_resource *, int);
    void *walk_ctx;
    apr_pool_t *pool;
    const dav_resource *root;
    dav_lockdb *lockdb;
};

struct dav_walk_resource {
    void *walk_ctx;
    apr_pool_t *pool;
    const dav_resource *resource;
    dav_response *response;
};

struct dav_walker_ctx {
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
};

struct dav_xmlns_info {
    apr_pool_t *pool;
    apr_hash_t *uri_prefix;
    apr_hash_t *prefix_uri;
    int count;
};

APR_DECLARE_EXTERNAL_HOOK(dav, DAV, int, deliver_report, (request_rec *r, const dav_resource *resource, const apr_xml_doc *doc, ap_filter_t *output, dav_error **err))
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, int, find_liveprop, (const dav_resource *resource, const char *ns_uri, const char *name, const dav_hooks_liveprop **hooks))
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, void, gather_propsets, (apr_array_header_t *uris))
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, void, gather_reports, (request_rec *r, const dav_resource *resource, apr_array_header_t *reports, dav_error **err))
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, void, insert_all_liveprops, (request_rec *r, const dav_resource *resource, dav_prop_insert what, apr_text_header *phdr))
APR_DECLARE_EXTERNAL_HOOK(dav, DAV, int, method_precondition, (request_rec *r, dav_resource *src, const dav_resource *dst, const apr_xml_doc *doc, dav_error **err))

DAV_DECLARE(void) dav_add_response(dav_walk_resource *, int, dav_get_props_result *);
DAV_DECLARE(void) dav_buffer_append(apr_pool_t *pool, dav_buffer *, const char *);
DAV_DECLARE(void) dav_buffer_init(apr_pool_t *pool, dav_buffer *, const char *);
DAV_DECLARE(void) dav_buffer_place(apr_pool_t *pool, dav_buffer *, const char *);
DAV_DECLARE(void) dav_buffer_place_mem(apr_pool_t *pool, dav_buffer *, const void *, apr_size_t, apr_size_t);
DAV_DECLARE(void) dav_check_bufsize(apr_pool_t *pool, dav_buffer *, apr_size_t);
DAV_DECLARE(int) dav_do_find_liveprop(const char *, const char *, const dav_liveprop_group *, const dav_hooks_liveprop **);
DAV_DECLARE(long) dav_get_liveprop_info(int, const dav_liveprop_group *, const dav_liveprop_spec **);
DAV_DECLARE(dav_error *) dav_get_locktoken_list(request_rec *r, dav_locktoken_list **);
DAV_DECLARE(const char *) dav_get_provider_name(request_rec *r);
DAV_DECLARE(dav_error *) dav_lock_query(dav_lockdb *, const dav_resource *, dav_lock **);
DAV_DECLARE(dav_error *) dav_new_error(apr_pool_t *pool, int, int, apr_status_t, const char *);
DAV_DECLARE(dav_error *) dav_new_error_tag(apr_pool_t *pool, int, int, apr_status_t, const char *, const char *, const char *);
DAV_DECLARE(dav_error *) dav_push_error(apr_pool_t *pool, int, int, const char *, dav_error *);
DAV_DECLARE(void) dav_register_liveprop_group(apr_pool_t *pool, const dav_liveprop_group *);
DAV_DECLARE(void) dav_register_provider(apr_pool_t *pool, const char *, const dav_provider *);
DAV_DECLARE(void) dav_set_bufsize(apr_pool_t *pool, dav_buffer *, apr_size_t);
DAV_DECLARE(const char *) dav_xml_get_cdata(const apr_xml_elem *, apr_pool_t *pool, int);
DAV_DECLARE(void) dav_xmlns_add(dav_xmlns_info *, const char *, const char *);
DAV_DECLARE(dav_error *) dav_join_error(dav_error *, dav_error *);
DAV_DECLARE(int) dav_handle_err(request_rec *r, dav_error *, dav_response *);
DAV_DECLARE(dav_error *) dav_get_resource(request_rec *r, int, int, dav_resource **);
DAV_DECLARE(const char *) dav_get_base_path(request_rec *r);
DAV_DECLARE(dav_lookup_result) dav_lookup_uri(const char *, request_rec *r, int);
DAV_DECLARE(void) dav_send_one_response(dav_response *, apr_bucket_brigade *bb, request_rec *r, apr_pool_t *pool);
DAV_DECLARE(void) dav_begin_multistatus(apr_bucket_brigade *bb, request_rec *r, int, apr_array_header_t *);
DAV_DECLARE(apr_status_t) dav_finish_multistatus(request_rec *r, apr_bucket_brigade *bb);
DAV_DECLARE(void) dav_send_multistatus(request_rec *r, int, dav_response *, apr_array_header_t *);
DAV_DECLARE(apr_text *) dav_failed_proppatch(apr_pool_t *pool, apr_array_header_t *);
DAV_DECLARE(apr_text *) dav_success_proppatch(apr_pool_t *pool, apr_array_header_t *);
DAV_DECLARE(int) dav_get_depth(request_rec *r, int);
DAV_DECLARE(int) dav_validate_root(const apr_xml_doc *, const char *);
DAV_DECLARE(int) dav_validate_root_ns(const apr_xml_doc *, int, const char *);
DAV_DECLARE(apr_xml_elem *) dav_find_child(const apr_xml_elem *, const char *);
DAV_DECLARE(apr_xml_elem *) dav_find_child_ns(const apr_xml_elem *, int, const char *);
DAV_DECLARE(apr_xml_elem *) dav_find_next_ns(const apr_xml_elem *, int, const char *);
DAV_DECLARE(apr_xml_attr *) dav_find_attr_ns(const apr_xml_elem *, int, const char *);
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
DAV_DECLARE(void) dav_add_all_liveprop_xmlns(apr_pool_t *pool, apr_text_header *);
DAV_DECLARE(dav_liveprop_elem *) dav_get_liveprop_element(const dav_resource *);
DAV_DECLARE(int) dav_core_find_liveprop(const dav_resource *, const char *, const char *, const dav_hooks_liveprop **);
DAV_DECLARE(void) dav_core_insert_all_liveprops(request_rec *r, const dav_resource *, dav_prop_insert, apr_text_header *);
DAV_DECLARE(void) dav_core_register_uris(apr_pool_t *pool);
DAV_DECLARE(time_t) dav_get_timeout(request_rec *r);
DAV_DECLARE(const char *) dav_lock_get_activelock(request_rec *r, dav_lock *, dav_buffer *);
DAV_DECLARE(dav_error *) dav_open_lockdb(request_rec *r, int, dav_lockdb **);
DAV_DECLARE(void) dav_close_lockdb(dav_lockdb *);
DAV_DECLARE(dav_error *) dav_lock_parse_lockinfo(request_rec *r, const dav_resource *, dav_lockdb *, const apr_xml_doc *, dav_lock **);
DAV_DECLARE(int) dav_unlock(request_rec *r, const dav_resource *, const dav_locktoken *);
DAV_DECLARE(dav_error *) dav_add_lock(request_rec *r, const dav_resource *, dav_lockdb *, dav_lock *, dav_response **);
DAV_DECLARE(dav_error *) dav_notify_created(request_rec *r, dav_lockdb *, const dav_resource *, int, int);
DAV_DECLARE(dav_error *) dav_validate_request(request_rec *r, dav_resource *, int, dav_locktoken *, dav_response **, int, dav_lockdb *);
DAV_DECLARE(int) dav_get_resource_state(request_rec *r, const dav_resource *);
DAV_DECLARE(dav_error *) dav_open_propdb(request_rec *r, dav_lockdb *, const dav_resource *, int, apr_array_header_t *, dav_propdb **);
DAV_DECLARE(dav_error *) dav_popen_propdb(apr_pool_t *pool, request_rec *r, dav_lockdb *, const dav_resource *, int, apr_array_header_t *, dav_propdb **);
DAV_DECLARE(void) dav_close_propdb(dav_propdb *);
DAV_DECLARE(dav_get_props_result) dav_get_props(dav_propdb *, apr_xml_doc *);
DAV_DECLARE(dav_get_props_result) dav_get_allprops(dav_propdb *, dav_prop_insert);
DAV_DECLARE(void) dav_get_liveprop_supported(dav_propdb *, const char *, const char *, apr_text_header *);
DAV_DECLARE(void) dav_prop_validate(dav_prop_ctx *);
DAV_DECLARE(void) dav_prop_exec(dav_prop_ctx *);
DAV_DECLARE(void) dav_prop_commit(dav_prop_ctx *);
DAV_DECLARE(void) dav_prop_rollback(dav_prop_ctx *);
DAV_DECLARE(void) dav_add_vary_header(request_rec *r, request_rec *, const dav_resource *);
DAV_DECLARE(dav_error *) dav_auto_checkout(request_rec *r, dav_resource *, int, dav_auto_version_info *);
DAV_DECLARE(dav_error *) dav_auto_checkin(request_rec *r, dav_resource *, int, int, dav_auto_version_info *);
DAV_DECLARE(const dav_options_provider *) dav_get_options_providers(const char *);
DAV_DECLARE(void) dav_options_provider_register(apr_pool_t *pool, const char *, const dav_options_provider *);
DAV_DECLARE(void) dav_resource_type_provider_register(apr_pool_t *pool, const char *, const dav_resource_type_provider *);
DAV_DECLARE(const dav_resource_type_provider *) dav_get_resource_type_providers(const char *);

#define DAV_PROP_CTX_HAS_ERR(dpc) ((dpc).err && (dpc).err->status >= 300)

#ifdef __cplusplus
}
#endif

#endif
