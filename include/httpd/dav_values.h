/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dav_values.h - constants of WebDAV.
 */
#ifndef PINION_HTTPD_DAV_VALUES_H
#define PINION_HTTPD_DAV_VALUES_H

#include "ap_config.h"
#include "ap_release.h"

#define DAV_DECLARE(type)        AP_DECLARE(type)
#define DAV_DECLARE_NONSTD(type) AP_DECLARE_NONSTD(type)
#define DAV_DECLARE_DATA         AP_DECLARE_DATA

#define DAV_VERSION AP_SERVER_BASEREVISION
#define DEBUG_CR    "\n"
/* Tracing of mod_dav's own: DBGn(format, n arguments), to stderr. */
#define DBG0(f)             fprintf(stderr, (f))
#define DBG1(f, a1)         fprintf(stderr, (f), (a1))
#define DBG2(f, a1, a2)     fprintf(stderr, (f), (a1), (a2))
#define DBG3(f, a1, a2, a3) fprintf(stderr, (f), (a1), (a2), (a3))

/* What error pages are made of. */
#define DAV_RESPONSE_BODY_1 DOCTYPE_HTML_2_0 "<html><head>\n<title>"

#define DAV_RESPONSE_BODY_2 "</title>\n</head><body>\n<h1>"
#define DAV_RESPONSE_BODY_3 "</h1>\n<p>"
#define DAV_RESPONSE_BODY_4 "</p>\n"
#define DAV_RESPONSE_BODY_5 "</body></html>\n"

/* Depth of locks and walks. */
#define DAV_INFINITY 2147483647

/* Numbers of errors that have no HTTP status of their own. */
#define DAV_ERR_IF_PARSE             100
#define DAV_ERR_IF_MULTIPLE_NOT      101
#define DAV_ERR_IF_UNK_CHAR          102
#define DAV_ERR_IF_ABSENT            103
#define DAV_ERR_IF_TAGGED            104
#define DAV_ERR_IF_UNCLOSED_PAREN    105
#define DAV_ERR_PROP_BAD_MAJOR       200
#define DAV_ERR_PROP_READONLY        201
#define DAV_ERR_PROP_NO_DATABASE     202
#define DAV_ERR_PROP_NOT_FOUND       203
#define DAV_ERR_PROP_BAD_LOCKDB      204
#define DAV_ERR_PROP_OPENING         205
#define DAV_ERR_PROP_EXEC            206
#define DAV_ERR_LOCK_OPENDB          400
#define DAV_ERR_LOCK_NO_DB           401
#define DAV_ERR_LOCK_CORRUPT_DB      402
#define DAV_ERR_LOCK_UNK_STATE_TOKEN 403
#define DAV_ERR_LOCK_PARSE_TOKEN     404
#define DAV_ERR_LOCK_SAVE_LOCK       405

#define DAV_BUFFER_MINSIZE               256
#define DAV_BUFFER_PAD                   64
#define DAV_DEBUG                        1
#define DAV_DO_COPY                      0
#define DAV_DO_MOVE                      1
#define DAV_GETLOCKS_COMPLETE            2
#define DAV_GETLOCKS_PARTIAL             1
#define DAV_GETLOCKS_RESOLVED            0
#define DAV_IF_COND_NORMAL               0
#define DAV_IF_COND_NOT                  1
#define DAV_MAX_SHARED_LOCKS             1024
#define DAV_PROPDB_DISABLE_LOCKDISCOVERY 2
#define DAV_PROPDB_NONE                  0
#define DAV_PROPDB_RO                    1
#define DAV_PROPFIND_IS_ALLPROP          1
#define DAV_PROPFIND_IS_PROP             3
#define DAV_PROPFIND_IS_PROPNAME         2
#define DAV_PROPID_CORE                  10000
#define DAV_PROPID_FS                    10100
#define DAV_PROPID_TEST1                 10300
#define DAV_PROPID_TEST2                 10400
#define DAV_PROPID_TEST3                 10500
#define DAV_PROP_OP_DELETE               2
#define DAV_PROP_OP_SET                  1
#define DAV_READ_BLOCKSIZE               2048
#define DAV_RESOURCE_ERROR               13
#define DAV_RESOURCE_EXISTS              12
#define DAV_RESOURCE_LOCK_NULL           10
#define DAV_RESOURCE_NULL                11
#define DAV_STYLE_ISO8601                1
#define DAV_STYLE_RFC822                 2
#define DAV_TIMEBUF_SIZE                 30
#define DAV_TIMEOUT_INFINITE             0
#define DAV_VALIDATE_ADD_LD              64
#define DAV_VALIDATE_IS_PARENT           256
#define DAV_VALIDATE_NO_MODIFY           512
#define DAV_VALIDATE_PARENT              32
#define DAV_VALIDATE_RESOURCE            16
#define DAV_VALIDATE_USE_424             128
#define DAV_WALKTYPE_AUTH                1
#define DAV_WALKTYPE_LOCKNULL            4
#define DAV_WALKTYPE_NORMAL              2
#define DAV_WALKTYPE_TOLERANT            8
#define DAV_OPTIONS_EXTENSION_GROUP      "dav_options"
#define DAV_RESOURCE_TYPE_GROUP          "dav_resource_type"
#define DAV_XML_CONTENT_TYPE             "text/xml; charset=\"utf-8\""
#define DAV_XML_HEADER                   "<?xml version=\"1.0\" encoding=\"utf-8\"?>"

#endif
