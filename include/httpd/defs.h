/* SPDX-License-Identifier: Apache-2.0 */
/*
 * defs.h - limits, defaults and return codes that modules compile in.
 */
#ifndef PINION_HTTPD_DEFS_H
#define PINION_HTTPD_DEFS_H

#include <apr.h>

#include "ap_config.h"

/* Text lengths. Buffers of these sizes may live on a stack. */
#define AP_MAX_REG_MATCH 10
#define AP_USERERR_LEN   1000
#define HUGE_STRING_LEN  8192
#define MAX_STRING_LEN   8192
#define AP_IOBUFSIZE     8192

/*
 * What a hook or handler answers. Anything else that a handler returns is an
 * HTTP status.
 */
#define SUSPENDED (-3)
#define DONE      (-2)
#define DECLINED  (-1)
#define OK        0

/*
 * Process exit codes that the parent understands (APEXIT_CHILDFATAL: stop the
 * whole server, APEXIT_CHILDSICK: a child could not serve, APEXIT_CHILDINIT: a
 * child could not start).
 */
#define APEXIT_OK         0
#define APEXIT_INIT       2
#define APEXIT_CHILDINIT  3
#define APEXIT_CHILDSICK  7
#define APEXIT_CHILDFATAL 15

/* Codes of the server in the range that APR leaves to its users. */
#define AP_NORESTART     120001
#define AP_START_USERERR 122000
#define AP_DECLINED      122000

/*
 * What filters return beside APR's codes: the headers were not read, the body
 * was not read, or an error response was already sent.
 */
#define AP_FILTER_ERROR (-102)
#define AP_NOBODY_READ  (-101)
#define AP_NOBODY_WROTE (-100)

/* Protocol and configuration defaults. */
#define DEFAULT_HTTP_PORT                80
#define DEFAULT_HTTPS_PORT               443
#define DEFAULT_TIMEOUT                  60
#define DEFAULT_KEEPALIVE                100
#define DEFAULT_KEEPALIVE_TIMEOUT        5
#define DEFAULT_LIMIT_BLANK_LINES        10
#define DEFAULT_LIMIT_REQUEST_FIELDS     100
#define DEFAULT_LIMIT_REQUEST_FIELDSIZE  8190
#define DEFAULT_LIMIT_REQUEST_LINE       8190
#define DEFAULT_ADMIN                    "[no address given]"
#define DEFAULT_ERRORLOG                 "logs/error_log"
#define DEFAULT_ACCESS_FNAME             ".htaccess"
#define DEFAULT_PATH                     "/bin:/usr/bin:/usr/ucb:/usr/bsd:/usr/local/bin"
#define DEFAULT_ADD_DEFAULT_CHARSET_NAME "iso-8859-1"
#define DOCUMENT_LOCATION                AP_DOC_ROOT
#define AP_DEFAULT_INDEX                 "index.html"
#define DYNAMIC_MODULE_LIMIT             256
#define AP_SERVER_PROTOCOL               "HTTP/1.1"
#define AP_MAX_SENDFILE                  16777216
/* The address that stands for every address in a name-based host. */
#define DEFAULT_VHOST_ADDR 0xffffffffUL

#define CR    '\015'
#define LF    '\012'
#ifndef CRLF
#define CRLF "\015\012"
#endif

#define CRLF_ASCII "\r\n"

/* Handler names and media types with a meaning of their own. */
#define CGI_MAGIC_TYPE          "application/x-httpd-cgi"
#define INCLUDES_MAGIC_TYPE     "text/x-server-parsed-html"
#define INCLUDES_MAGIC_TYPE3    "text/x-server-parsed-html3"
#define DIR_MAGIC_TYPE          "httpd/unix-directory"
#define AP_DEFAULT_HANDLER_NAME ""
#define AP_IS_DEFAULT_HANDLER_NAME(x) (*(x) == '\0')

/* Path separators. */
#define AP_SLASHES "/"
#define AP_IS_SLASH(s) ((s) == '/')

/* Places where a debugger may stop a starting process; always off. */

#define SIGSTOP_DETACH          1
#define SIGSTOP_MAKE_CHILD      2
#define SIGSTOP_SPAWN_CHILD     4
#define SIGSTOP_PIPED_LOG_SPAWN 8
#define SIGSTOP_CGI_CHILD       16
#define RAISE_SIGSTOP(x) ((void)0)

/* The document types that HTML output may announce. */
#define DOCTYPE_HTML_2_0 "<!DOCTYPE HTML PUBLIC \"-//IETF//DTD HTML 2.0//EN\">\n"
#define DOCTYPE_HTML_3_2 \
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 3.2 Final//EN\">\n"
#define DOCTYPE_HTML_4_01 \
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\"\n" \
    "\"http://www.w3.org/TR/html4/strict.dtd\">\n"
#define DOCTYPE_HTML_4_0S \
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.0//EN\"\n" \
    "\"http://www.w3.org/TR/REC-html40/strict.dtd\">\n"
#define DOCTYPE_HTML_4_0T \
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.0 Transitional//EN\"\n" \
    "\"http://www.w3.org/TR/REC-html40/loose.dtd\">\n"
#define DOCTYPE_HTML_4_0F \
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.0 Frameset//EN\"\n" \
    "\"http://www.w3.org/TR/REC-html40/frameset.dtd\">\n"
#define DOCTYPE_HTML_5 "<!DOCTYPE html>\n"
#define DOCTYPE_XHTML_1_0S \
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\"\n" \
    "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n"
#define DOCTYPE_XHTML_1_0T \
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\"\n" \
    "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\n"
#define DOCTYPE_XHTML_1_0F \
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Frameset//EN\"\n" \
    "\"http://www.w3.org/TR/xhtml1/DTD/xhtml1-frameset.dtd\">"

/* Storage of which each thread has its own. */
#define AP_THREAD_LOCAL __thread

#define AP_HAS_THREAD_LOCAL 1

/* Declares what belongs to the server's core. */
#define AP_CORE_DECLARE        AP_DECLARE
#define AP_CORE_DECLARE_NONSTD AP_DECLARE_NONSTD

#endif
