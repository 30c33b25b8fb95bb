/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dav_records.h - records of WebDAV: resources, locks, conditions, walks.
 */
#ifndef PINION_HTTPD_DAV_RECORDS_H
#define PINION_HTTPD_DAV_RECORDS_H

#include <time.h>

#include <apr_buckets.h>
#include <apr_hash.h>
#include <apr_tables.h>
#include <apr_xml.h>

#include "httpd.h"
#include "httpd/dav_values.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dav_error dav_error;
typedef struct dav_response dav_response;
typedef struct dav_resource dav_resource;
typedef struct dav_resource_private dav_resource_private;
typedef struct dav_locktoken dav_locktoken;
typedef struct dav_lock dav_lock;
typedef struct dav_lockdb dav_lockdb;
typedef struct dav_lockdb_private dav_lockdb_private;
typedef struct dav_lock_private dav_lock_private;
typedef struct dav_propdb dav_propdb;
typedef struct dav_stream dav_stream;
typedef struct dav_db dav_db;
typedef struct dav_namespace_map dav_namespace_map;
typedef struct dav_deadprop_rollback dav_deadprop_rollback;
typedef struct dav_liveprop_rollback dav_liveprop_rollback;
typedef struct dav_hooks_propdb dav_hooks_propdb;
typedef struct dav_hooks_locks dav_hooks_locks;
typedef struct dav_hooks_vsn dav_hooks_vsn;
typedef struct dav_hooks_repository dav_hooks_repository;
typedef struct dav_hooks_liveprop dav_hooks_liveprop;
typedef struct dav_hooks_binding dav_hooks_binding;
typedef struct dav_hooks_search dav_hooks_search;
typedef dav_hooks_propdb dav_hooks_db;
struct dav_rollback_item;

/* What went wrong; prev: what had gone wrong before. */
struct dav_error {
    int status;
    int error_id; /* DAV_ERR_* */
    const char *desc;
    apr_status_t aprerr; /* 0: none */
    const char *namespace;
    const char *tagname; /* precondition or postcondition that failed */
    struct dav_error *prev;
    const char *childtags;
};

/* What a resource is (RFC 3253). */
typedef enum dav_resource_type {
    DAV_RESOURCE_TYPE_UNKNOWN,
    DAV_RESOURCE_TYPE_REGULAR,
    DAV_RESOURCE_TYPE_VERSION,
    DAV_RESOURCE_TYPE_HISTORY,
    DAV_RESOURCE_TYPE_WORKING,
    DAV_RESOURCE_TYPE_WORKSPACE,
    DAV_RESOURCE_TYPE_ACTIVITY,
    DAV_RESOURCE_TYPE_PRIVATE
} dav_resource_type;

/* A resource. */
struct dav_resource {
    dav_resource_type type;
    int exists; /* 0: only its place is known */
    int collection;
    int versioned;
    int baselined;
    int working;
    const char *uri;
    dav_resource_private *info; /* the repository's own */
    const dav_hooks_repository *hooks;
    apr_pool_t *pool;
};

/* Bytes that grow. */
typedef struct dav_buffer {
    apr_size_t alloc_len;
    apr_size_t cur_len;
    char *buf;
} dav_buffer;

/* Properties, as XML text. */
typedef struct dav_get_props_result {
    apr_text *propstats;
    apr_text *xmlns;
} dav_get_props_result;

/* A part of a multistatus answer. */
struct dav_response {
    const char *href;
    const char *desc;
    dav_get_props_result propresult;
    int status;
    struct dav_response *next;
};

/* What a look-up of another resource found. */
typedef struct dav_lookup_result {
    request_rec *rnew;
    dav_error err;
} dav_lookup_result;

/* What to write of a property. */
typedef enum dav_prop_insert {
    DAV_PROP_INSERT_NOTDEF,
    DAV_PROP_INSERT_NOTSUPP,
    DAV_PROP_INSERT_NAME,
    DAV_PROP_INSERT_VALUE,
    DAV_PROP_INSERT_SUPPORTED
} dav_prop_insert;

/* Namespaces and their prefixes. */
typedef struct dav_xmlns_info {
    apr_pool_t *pool;
    apr_hash_t *uri_prefix;
    apr_hash_t *prefix_uri;
    int count;
} dav_xmlns_info;

#ifdef __cplusplus
}
#endif

#endif
