/* SPDX-License-Identifier: Apache-2.0 */
/* mime_conf.h - what mod_mime knows about extensions. */
#ifndef PINION_MODULES_METADATA_MIME_CONF_H
#define PINION_MODULES_METADATA_MIME_CONF_H

#include "httpd.h"

#include "apr_hash.h"
#include "apr_tables.h"

/* What an extension can say about a file; index into ext_info_t. */
typedef enum {
    MIME_TYPE,
    MIME_ENCODING,
    MIME_LANGUAGE,
    MIME_CHARSET,
    MIME_HANDLER,
    MIME_IN_FILTERS,
    MIME_OUT_FILTERS,
    MIME_N_ATTRIBUTES
} mime_attribute_e;

typedef struct ext_info_t {
    const char *values[MIME_N_ATTRIBUTES]; /* NULL: says nothing */
} ext_info_t;

/* MultiviewsMatch; bits */
enum {
    MATCH_UNSET = 0,
    MATCH_NEGOTIATED = 1, /* what is negotiated counts, nothing else */
    MATCH_HANDLERS = 2,
    MATCH_FILTERS = 4,
    MATCH_ANY = 8
};

typedef enum { SWITCH_UNSET, SWITCH_OFF, SWITCH_ON } switch_e;

typedef struct mime_conf_t {
    apr_hash_t *extensions;      /* lower case, no dot -> ext_info_t; or NULL */
    apr_array_header_t *removed; /* of removal_t: what Remove… took away */
    const char *default_language;
    int match; /* MATCH_* */
    switch_e uses_path_info;
} mime_conf_t;

typedef struct removal_t {
    const char *extension;
    mime_attribute_e attribute;
} removal_t;

/* Reads a mime.types file into a hash from extension to type, in pool. */
apr_status_t mime_types_read(apr_pool_t *pool, const char *path,
                             apr_hash_t **types);

/* type_checker: sets all that the extensions of r's file say. types are those
 * of mime_types_read(). OK when there is a type, else DECLINED. */
int mime_find(request_rec *r, const mime_conf_t *conf, apr_hash_t *types);

#endif
