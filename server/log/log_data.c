/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_data.c - bytes in the error log: sixteen a line, as text and as
 * hexadecimal digits.
 */
#include "http_log.h"

#include "apr_lib.h"
#include "apr_strings.h"

enum { BYTES_A_LINE = 16 };

/* What a dump is about, and where the call stands. */
typedef struct dump_t {
    const char *file;
    int line;
    int module_index;
    int level;
    const request_rec *r;
    const conn_rec *c;
    const server_rec *s;
} dump_t;

static void write_text(const dump_t *dump, const char *text)
{
    if (dump->r) {
        ap_log_rerror_(dump->file, dump->line, dump->module_index, dump->level,
                       APR_SUCCESS, dump->r, "%s", text);
    }
    else if (dump->c) {
        ap_log_cserror_(dump->file, dump->line, dump->module_index, dump->level,
                        APR_SUCCESS, dump->c, dump->s, "%s", text);
    }
    else {
        ap_log_error_(dump->file, dump->line, dump->module_index, dump->level,
                      APR_SUCCESS, dump->s, "%s", text);
    }
}

/* "0000: text             hex", both padded to a full line's width. */
static void format_bytes(char *to, apr_size_t size, const unsigned char *bytes,
                         apr_size_t n, apr_size_t offset, unsigned int flags)
{
    char text[BYTES_A_LINE + 1];
    char hex[2 * BYTES_A_LINE + 1];

    for (apr_size_t i = 0; i < n; i++) {
        text[i] = apr_isprint(bytes[i]) && bytes[i] < 0x7f ? (char)bytes[i]
                                                           : '.';
    }
    text[n] = '\0';
    ap_bin2hex(bytes, n, hex);
    if (flags & AP_LOG_DATA_SHOW_OFFSET) {
        apr_snprintf(to, size, "%04x: %-*s %-*s", (unsigned)offset,
                     BYTES_A_LINE, text, 2 * BYTES_A_LINE, hex);
    }
    else {
        apr_snprintf(to, size, "%-*s %-*s", BYTES_A_LINE, text,
                     2 * BYTES_A_LINE, hex);
    }
}

static void write_dump(const dump_t *dump, const char *label, const void *data,
                       apr_size_t len, unsigned int flags)
{
    const unsigned char *bytes = data;
    char text[MAX_STRING_LEN];

    if (label) {
        apr_snprintf(text, sizeof(text), "%s (%" APR_SIZE_T_FMT " bytes)",
                     label, len);
        write_text(dump, text);
    }
    for (apr_size_t offset = 0; offset < len; offset += BYTES_A_LINE) {
        const apr_size_t n = len - offset < BYTES_A_LINE ? len - offset
                                                         : BYTES_A_LINE;

        format_bytes(text, sizeof(text), bytes + offset, n, offset, flags);
        write_text(dump, text);
    }
}

AP_DECLARE(void)
ap_log_data_(const char *file, int line, int module_index, int level,
             const server_rec *s, const char *label, const void *data,
             apr_size_t len, unsigned int flags)
{
    const dump_t dump = { file, line, module_index, level, NULL, NULL, s };

    if (APLOG_MODULE_IS_LEVEL(s, module_index, level)) {
        write_dump(&dump, label, data, len, flags);
    }
}

AP_DECLARE(void)
ap_log_rdata_(const char *file, int line, int module_index, int level,
              const request_rec *r, const char *label, const void *data,
              apr_size_t len, unsigned int flags)
{
    const dump_t dump = { file, line, module_index, level, r, NULL, NULL };

    if (APLOG_R_MODULE_IS_LEVEL(r, module_index, level)) {
        write_dump(&dump, label, data, len, flags);
    }
}

AP_DECLARE(void)
ap_log_cdata_(const char *file, int line, int module_index, int level,
              const conn_rec *c, const char *label, const void *data,
              apr_size_t len, unsigned int flags)
{
    const dump_t dump = { file, line, module_index,  level,
                          NULL, c,    c->base_server };

    if (APLOG_C_MODULE_IS_LEVEL(c, module_index, level)) {
        write_dump(&dump, label, data, len, flags);
    }
}

AP_DECLARE(void)
ap_log_csdata_(const char *file, int line, int module_index, int level,
               const conn_rec *c, const server_rec *s, const char *label,
               const void *data, apr_size_t len, unsigned int flags)
{
    const dump_t dump = { file, line, module_index, level, NULL, c, s };

    if (APLOG_CS_MODULE_IS_LEVEL(c, s, module_index, level)) {
        write_dump(&dump, label, data, len, flags);
    }
}
