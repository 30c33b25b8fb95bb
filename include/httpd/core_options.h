/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_options.h - values of the core's own settings.
 */
#ifndef PINION_HTTPD_CORE_OPTIONS_H
#define PINION_HTTPD_CORE_OPTIONS_H

#include "ap_config.h"

/* Options. */
#define OPT_NONE          0
#define OPT_INDEXES       1
#define OPT_INCLUDES      2
#define OPT_SYM_LINKS     4
#define OPT_EXECCGI       8
#define OPT_UNSET         16
#define OPT_INC_WITH_EXEC 32
#define OPT_ALL           47
#define OPT_SYM_OWNER     64
#define OPT_MULTI         128

/*
 * Kinds of look-up for ap_get_remote_host(): name or address; name only; name
 * or address but no new look-up; name that resolves to the address again.
 */
#define REMOTE_HOST       0
#define REMOTE_NAME       1
#define REMOTE_NOLOOKUP   2
#define REMOTE_DOUBLE_REV 3

/* Satisfy. */
#define SATISFY_ALL    0
#define SATISFY_ANY    1
#define SATISFY_NOSPEC 2

/* HostnameLookups. */
#define HOSTNAME_LOOKUP_OFF    0
#define HOSTNAME_LOOKUP_ON     1
#define HOSTNAME_LOOKUP_DOUBLE 2
#define HOSTNAME_LOOKUP_UNSET  3

/* UseCanonicalName, UseCanonicalPhysicalPort. */
#define USE_CANONICAL_NAME_OFF        0
#define USE_CANONICAL_PHYS_PORT_OFF   0
#define USE_CANONICAL_NAME_ON         1
#define USE_CANONICAL_PHYS_PORT_ON    1
#define USE_CANONICAL_NAME_DNS        2
#define USE_CANONICAL_PHYS_PORT_UNSET 2
#define USE_CANONICAL_NAME_UNSET      3

/* FileETag: what entity tags are made of. */
#define ETAG_UNSET    0
#define ETAG_NONE     1
#define ETAG_MTIME    2
#define ETAG_INODE    4
#define ETAG_SIZE     8
#define ETAG_BACKWARD 10
#define ETAG_ALL      14
#define ETAG_DIGEST   16

/* EnableMMAP, EnableSendfile. */
#define ENABLE_MMAP_OFF       0
#define ENABLE_SENDFILE_OFF   0
#define ENABLE_MMAP_ON        1
#define ENABLE_SENDFILE_ON    1
#define ENABLE_MMAP_UNSET     2
#define ENABLE_SENDFILE_UNSET 2
/* The flag for apr_file_open() that EnableSendfile asks for, or 0. */
#define AP_SENDFILE_ENABLED(x) \
    ((x) == ENABLE_SENDFILE_ON ? APR_SENDFILE_ENABLED : 0)

/* AddDefaultCharset, CGIPassAuth. */
#define ADD_DEFAULT_CHARSET_OFF   0
#define AP_CGI_PASS_AUTH_OFF      0
#define ADD_DEFAULT_CHARSET_ON    1
#define AP_CGI_PASS_AUTH_ON       1
#define ADD_DEFAULT_CHARSET_UNSET 2
#define AP_CGI_PASS_AUTH_UNSET    2

/* If, ElseIf, Else. */
#define AP_CONDITION_IF     1
#define AP_CONDITION_ELSE   2
#define AP_CONDITION_ELSEIF 3

/* Flags with three values, and their merge. */
#define AP_CORE_CONFIG_OFF   0
#define AP_CORE_CONFIG_ON    1
#define AP_CORE_CONFIG_UNSET 2
#define AP_CORE_MERGE_FLAG(field, to, base, over) \
    to->field = \
        ((over->field != AP_CORE_CONFIG_UNSET) ? over->field : base->field)

/* MaxRanges and its companions. */
#define AP_MAXRANGES_UNLIMITED (-3)
#define AP_MAXRANGES_DEFAULT   (-2)
#define AP_MAXRANGES_UNSET     (-1)
#define AP_MAXRANGES_NORANGES  0

/* TraceEnable, MergeTrailers, HttpProtocolOptions. */
#define AP_TRACE_UNSET             (-1)
#define AP_TRACE_DISABLE           0
#define AP_MERGE_TRAILERS_UNSET    0
#define AP_HTTP09_UNSET            0
#define AP_HTTP_CONFORMANCE_UNSET  0
#define AP_HTTP_METHODS_UNSET      0
#define AP_TRACE_ENABLE            1
#define AP_MERGE_TRAILERS_ENABLE   1
#define AP_HTTP09_ENABLE           1
#define AP_HTTP_CONFORMANCE_UNSAFE 1
#define AP_HTTP_METHODS_LENIENT    1
#define AP_TRACE_EXTENDED          2
#define AP_MERGE_TRAILERS_DISABLE  2
#define AP_HTTP09_DISABLE          2
#define AP_HTTP_CONFORMANCE_STRICT 2
#define AP_HTTP_METHODS_REGISTERED 2

/* LimitInternalRecursion. */
#define AP_DEFAULT_MAX_INTERNAL_REDIRECTS 10
#define AP_DEFAULT_MAX_SUBREQ_DEPTH       10

/* Responses shorter than this wait for more, if more is to come. */
#define AP_MIN_BYTES_TO_WRITE 8000

#endif
