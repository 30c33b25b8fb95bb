/* SPDX-License-Identifier: Apache-2.0 */
/*
 * script_headers.c - the head of a CGI response (RFC 3875 6), from wherever a
 * gateway gets its lines.
 *
 * Only what a script may say goes on: how the message is framed and how the
 * connection goes on is the server's business, since a script that decides it
 * can split the response (CVE-2023-38709, CVE-2024-24795).
 */
#include "util_script.h"

#include <stdbool.h>
#include <string.h>

#include <apr_date.h>
#include <apr_lib.h>
#include <apr_strings.h>

#include "http/http_filters.h"
#include "http_core.h"
#include "http_log.h"
#include "http_protocol.h"
#include "http_request.h"
#include "util_time.h"

APLOG_USE_MODULE(core);

enum { STATUS_UNSET = 0, LOGGED_BYTES = 80, FIELDS_MAX = 1000 };

typedef int (*getline_fn_t)(char *line, int room, void *data);

/* One head while it is read. */
typedef struct script_head_t {
    request_rec *r;
    apr_table_t *fields;
    apr_table_t *cookies;
    int status;
    bool has_type;
    int module_index; /* whose the log entries are */
} script_head_t;

static int fail(script_head_t *head, const char *what, const char *line)
{
    request_rec *r = head->r;

    ap_log_rerror_(__FILE__, __LINE__, head->module_index, APLOG_ERR, 0, r,
                   "%s from script '%s': '%.*s'", what,
                   r->filename ? apr_filepath_name_get(r->filename) : "-",
                   LOGGED_BYTES, line);
    apr_table_setn(r->notes, "error-notes",
                   apr_psprintf(r->pool, "%s from the script.<br />\n", what));
    return HTTP_INTERNAL_SERVER_ERROR;
}

/* RFC 3875 6.3.3: three digits, perhaps a reason. */
static int take_status(script_head_t *head, const char *value)
{
    request_rec *r = head->r;

    if (!apr_isdigit(value[0]) || !apr_isdigit(value[1])
        || !apr_isdigit(value[2]) || (value[3] && value[3] != ' ')
        || value[0] == '0' || *ap_scan_http_field_content(value)) {
        return fail(head, "bad Status", value);
    }
    head->status = (value[0] - '0') * 100 + (value[1] - '0') * 10
        + (value[2] - '0');
    r->status = head->status;
    r->status_line = value[3] && value[4] ? apr_pstrdup(r->pool, value) : NULL;
    return OK;
}

/* A date that nobody understands would be passed on for clients to stumble
 * over. */
static void take_last_modified(script_head_t *head, const char *value)
{
    request_rec *r = head->r;
    apr_time_t when = apr_date_parse_http(value);

    if (when == APR_DATE_BAD) {
        ap_log_rerror_(__FILE__, __LINE__, head->module_index, APLOG_INFO, 0,
                       r, "Last-Modified is no date, dropped: '%.*s'",
                       LOGGED_BYTES, value);
        return;
    }
    ap_update_mtime(r, when);
    ap_set_last_modified(r);
}

static void take_content_length(script_head_t *head, const char *value)
{
    /* A wrong length would cut the body or join it with the next response. */
    if (apr_table_get(head->r->subprocess_env, AP_TRUST_CGILIKE_CL_ENVVAR)) {
        apr_table_set(head->fields, "Content-Length", value);
    }
}

static int take_field(script_head_t *head, const char *name, const char *value)
{
    request_rec *r = head->r;

    if (ap_cstr_casecmp(name, "Content-Type") == 0) {
        char *type = apr_pstrdup(r->pool, value);

        if (*ap_scan_http_field_content(type)) {
            return fail(head, "bad Content-Type", value);
        }
        ap_content_type_tolower(type);
        ap_set_content_type_ex(r, type, 0);
        head->has_type = true;
    }
    else if (ap_cstr_casecmp(name, "Status") == 0) {
        return take_status(head, value);
    }
    else if (ap_cstr_casecmp(name, "Location") == 0) {
        apr_table_set(r->headers_out, "Location", value);
    }
    else if (ap_cstr_casecmp(name, "Content-Length") == 0) {
        take_content_length(head, value);
    }
    else if (ap_cstr_casecmp(name, "Transfer-Encoding") == 0
             || ap_cstr_casecmp(name, "Trailer") == 0) {
        return OK;
    }
    else if (ap_cstr_casecmp(name, "Content-Range") == 0) {
        apr_table_set(head->fields, "Content-Range", value);
    }
    else if (ap_cstr_casecmp(name, "ETag") == 0) {
        /* Where the conditions of the request look for it. */
        apr_table_set(r->headers_out, "ETag", value);
    }
    else if (ap_cstr_casecmp(name, "Last-Modified") == 0) {
        take_last_modified(head, value);
    }
    else if (ap_cstr_casecmp(name, "Set-Cookie") == 0) {
        /* Cookies must not be joined by commas. */
        apr_table_add(head->cookies, name, value);
    }
    else {
        apr_table_add(head->fields, name, value);
    }
    return OK;
}

static void cut_line_end(char *line)
{
    size_t len = strlen(line);

    if (len && line[len - 1] == '\n') {
        line[--len] = '\0';
    }
    if (len && line[len - 1] == '\r') {
        line[--len] = '\0';
    }
}

/* A line that is no field. Shells and libraries write blanks and noise before
 * they die; the log shall show it. */
static int take_noise(script_head_t *head, char *line)
{
    return fail(head, "malformed header", line);
}

static int take_line(script_head_t *head, char *line)
{
    char *value = strchr(line, ':');
    char *end;

    if (!value || value == line) {
        return take_noise(head, line);
    }
    *value++ = '\0';
    for (end = value - 1; end > line && apr_isspace(end[-1]); end--) {
        end[-1] = '\0';
    }
    while (*value == ' ' || *value == '\t') {
        value++;
    }
    end = value + strlen(value);
    while (end > value && (end[-1] == ' ' || end[-1] == '\t')) {
        *--end = '\0';
    }
    if (*ap_scan_http_token(line)) {
        return take_noise(head, line);
    }
    return take_field(head, line, value);
}

/* The head is complete: what it says becomes the request's. Returns OK, or
 * what the conditions of the request make of it. */
static int finish(script_head_t *head)
{
    request_rec *r = head->r;

    apr_table_overlap(r->err_headers_out, head->fields,
                      APR_OVERLAP_TABLES_MERGE);
    if (!apr_is_empty_table(head->cookies)) {
        /* A module's cookies of before stay beside them. */
        r->err_headers_out = apr_table_overlay(r->pool, r->err_headers_out,
                                               head->cookies);
    }
    /* A script that names a status has judged for itself. */
    return head->status == STATUS_UNSET && r->method_number == M_GET
        ? ap_meets_conditions(r) : OK;
}

/* Reads on to the end of the script's output, so that it does not hang in a
 * write while it is being buried. */
static void drain(getline_fn_t getline, void *data, char *line)
{
    int lines = 0;

    while (lines++ < FIELDS_MAX
           && (*getline)(line, MAX_STRING_LEN - 1, data) > 0) {
    }
}

AP_DECLARE(int)
ap_scan_script_header_err_core_ex(request_rec *r, char *buffer,
                                  int (*getsfunc)(char *, int, void *),
                                  void *getsfunc_data, int module_index)
{
    char own_line[MAX_STRING_LEN];
    char *line = buffer ? buffer : own_line;
    script_head_t head = {
        .r = r,
        .fields = apr_table_make(r->pool, 8),
        .cookies = apr_table_make(r->pool, 2),
        .status = STATUS_UNSET,
        .module_index = module_index < 0 ? APLOG_MODULE_INDEX : module_index,
    };

    *line = '\0';
    for (int n = 0;; n++) {
        int rc = (*getsfunc)(line, MAX_STRING_LEN - 1, getsfunc_data);
        int status;

        if (rc == 0) {
            ap_log_rerror_(__FILE__, __LINE__, head.module_index, APLOG_ERR, 0,
                           r, "the output of the script ended before its "
                           "head: '%s'",
                           r->filename ? apr_filepath_name_get(r->filename)
                                       : "-");
            return HTTP_INTERNAL_SERVER_ERROR;
        }
        if (rc == -1) {
            ap_log_rerror_(__FILE__, __LINE__, head.module_index, APLOG_ERR, 0,
                           r, "the script timed out before its head was "
                           "complete: '%s'",
                           r->filename ? apr_filepath_name_get(r->filename)
                                       : "-");
            return HTTP_GATEWAY_TIME_OUT;
        }
        cut_line_end(line);
        if (!*line) {
            return finish(&head);
        }
        status = n < FIELDS_MAX
            ? take_line(&head, line)
            : fail(&head, "too many header fields", line);
        if (status != OK) {
            if (!buffer) {
                drain(getsfunc, getsfunc_data, line);
            }
            return status;
        }
    }
}

AP_DECLARE(int)
ap_scan_script_header_err_core(request_rec *r, char *buffer,
                               int (*getsfunc)(char *, int, void *),
                               void *getsfunc_data)
{
    return ap_scan_script_header_err_core_ex(r, buffer, getsfunc,
                                             getsfunc_data, -1);
}

/* --- where lines come from -----------------------------------------------*/

static int gets_file(char *line, int room, void *data)
{
    apr_status_t rv = apr_file_gets(line, room, (apr_file_t *)data);

    if (rv == APR_SUCCESS) {
        return 1;
    }
    return APR_STATUS_IS_TIMEUP(rv) ? -1 : 0;
}

AP_DECLARE(int)
ap_scan_script_header_err_ex(request_rec *r, apr_file_t *f, char *buffer,
                             int module_index)
{
    return ap_scan_script_header_err_core_ex(r, buffer, gets_file, f,
                                             module_index);
}

AP_DECLARE(int)
ap_scan_script_header_err(request_rec *r, apr_file_t *f, char *buffer)
{
    return ap_scan_script_header_err_ex(r, f, buffer, -1);
}

/* Moves one line from the front of a brigade; what is used is destroyed. */
static int gets_brigade(char *line, int room, void *data)
{
    apr_bucket_brigade *bb = data;
    int len = 0;

    while (len < room - 1 && !APR_BRIGADE_EMPTY(bb)) {
        apr_bucket *b = APR_BRIGADE_FIRST(bb);
        const char *bytes;
        apr_size_t n;
        const char *end;
        apr_status_t rv;

        if (APR_BUCKET_IS_EOS(b)) {
            break;
        }
        rv = apr_bucket_read(b, &bytes, &n, APR_BLOCK_READ);
        if (rv != APR_SUCCESS) {
            line[len] = '\0';
            return APR_STATUS_IS_TIMEUP(rv) ? -1 : 0;
        }
        if (n > (apr_size_t)(room - 1 - len)) {
            n = (apr_size_t)(room - 1 - len);
        }
        end = n ? memchr(bytes, '\n', n) : NULL;
        if (end) {
            n = (apr_size_t)(end - bytes) + 1;
        }
        memcpy(line + len, bytes, n);
        len += (int)n;
        if (n < b->length) {
            apr_bucket_split(b, n);
        }
        apr_bucket_delete(b);
        if (end) {
            break;
        }
    }
    line[len] = '\0';
    return len;
}

AP_DECLARE(int)
ap_scan_script_header_err_brigade_ex(request_rec *r, apr_bucket_brigade *bb,
                                     char *buffer, int module_index)
{
    return ap_scan_script_header_err_core_ex(r, buffer, gets_brigade, bb,
                                             module_index);
}

AP_DECLARE(int)
ap_scan_script_header_err_brigade(request_rec *r, apr_bucket_brigade *bb,
                                  char *buffer)
{
    return ap_scan_script_header_err_brigade_ex(r, bb, buffer, -1);
}

/* Strings as an argument list; lines may be spread over them. */
typedef struct strings_t {
    va_list args;
    const char *at;
    int index; /* of the string that at is in */
} strings_t;

static int gets_strings(char *line, int room, void *data)
{
    strings_t *strings = data;
    int len = 0;

    while (len < room - 1 && strings->at) {
        if (!*strings->at) {
            strings->at = va_arg(strings->args, const char *);
            strings->index++;
            continue;
        }
        line[len++] = *strings->at;
        if (*strings->at++ == '\n') {
            break;
        }
    }
    line[len] = '\0';
    return len;
}

static int scan_strings(request_rec *r, char *buffer, int module_index,
                        const char **termch, int *termarg, strings_t *strings)
{
    int status;

    strings->at = va_arg(strings->args, const char *);
    strings->index = 0;
    status = ap_scan_script_header_err_core_ex(r, buffer, gets_strings,
                                               strings, module_index);
    if (termch) {
        *termch = strings->at;
    }
    if (termarg) {
        *termarg = strings->index;
    }
    return status;
}

AP_DECLARE_NONSTD(int)
ap_scan_script_header_err_strs_ex(request_rec *r, char *buffer,
                                  int module_index, const char **termch,
                                  int *termarg, ...)
{
    strings_t strings;
    int status;

    va_start(strings.args, termarg);
    status = scan_strings(r, buffer, module_index, termch, termarg, &strings);
    va_end(strings.args);
    return status;
}

AP_DECLARE_NONSTD(int)
ap_scan_script_header_err_strs(request_rec *r, char *buffer,
                               const char **termch, int *termarg, ...)
{
    strings_t strings;
    int status;

    va_start(strings.args, termarg);
    status = scan_strings(r, buffer, -1, termch, termarg, &strings);
    va_end(strings.args);
    return status;
}
