/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reader - configuration text: bytes from a file or a module's own source,
 * handed out line by line.
 *
 * A line is what is left when continuation lines are joined and the white
 * space around it is gone. The source is one of two kinds: one that yields
 * whole pieces of lines (getstr) or one that yields single bytes (getch).
 */
#include "config/reader.h"

#include <apr_file_io.h>
#include <apr_lib.h>
#include <apr_strings.h>

#include "httpd.h"
#include "http_config.h"
#include "http_log.h"
#include "util_varbuf.h"

APLOG_USE_MODULE(core);

/* First room for a line; it grows up to the caller's limit. */
enum { LINE_ROOM_BYTES = 512 };

static apr_status_t file_getch(char *ch, void *param)
{
    return apr_file_getc(ch, param);
}

/*
 * Like apr_file_gets(), but a NUL byte is an error: the text behind it would
 * vanish, and with it whatever the administrator believed to be in force.
 */
static apr_status_t file_getstr(void *buf, apr_size_t room, void *param)
{
    char *to = buf;
    char *last = to + room - 1;
    apr_status_t rv = APR_SUCCESS;

    while (to < last) {
        rv = apr_file_getc(to, param);
        if (rv != APR_SUCCESS) {
            break;
        }
        if (*to == '\0') {
            return APR_EINVAL;
        }
        if (*to++ == '\n') {
            break;
        }
    }
    *to = '\0';
    if (rv == APR_EOF && to != (char *)buf) {
        return APR_SUCCESS; /* the last line has no line end */
    }
    return rv;
}

static apr_status_t file_close(void *param)
{
    return apr_file_close(param);
}

/* A directory, a FIFO or a device would block the server or feed it noise. */
static int is_readable_kind(const char *name, const apr_finfo_t *info)
{
    return info->filetype == APR_REG || strcmp(name, "/dev/null") == 0;
}

AP_DECLARE(apr_status_t) ap_pcfg_openfile(ap_configfile_t **conf_file,
                                          apr_pool_t *pool, const char *name)
{
    apr_file_t *file;
    apr_finfo_t info;
    apr_status_t rv;

    *conf_file = NULL;
    if (!name) {
        ap_log_error(APLOG_MARK, APLOG_ERR, 0, NULL,
                     "a configuration file without a name was asked for");
        return APR_EBADF;
    }
    rv = apr_file_open(&file, name,
                       APR_FOPEN_READ | APR_FOPEN_BUFFERED
                           | APR_FOPEN_NONBLOCK,
                       APR_OS_DEFAULT, pool);
    ap_log_error(APLOG_MARK, APLOG_TRACE2, rv, NULL, "opening '%s'", name);
    if (rv != APR_SUCCESS) {
        return rv;
    }
    rv = apr_file_info_get(&info, APR_FINFO_TYPE, file);
    if (rv == APR_SUCCESS && !is_readable_kind(name, &info)) {
        ap_log_error(APLOG_MARK, APLOG_ERR, 0, NULL,
                     "'%s' is not read: it is not a regular file", name);
        rv = APR_EBADF;
    }
    if (rv != APR_SUCCESS) {
        apr_file_close(file);
        return rv;
    }
    *conf_file = ap_pcfg_open_custom(pool, name, file, file_getch, file_getstr,
                                     file_close);
    return APR_SUCCESS;
}

AP_DECLARE(ap_configfile_t *)
ap_pcfg_open_custom(apr_pool_t *pool, const char *descr, void *param,
                    apr_status_t (*getc_func)(char *ch, void *param),
                    apr_status_t (*gets_func)(void *buf, apr_size_t bufsiz,
                                              void *param),
                    apr_status_t (*close_func)(void *param))
{
    ap_configfile_t *conf_file = apr_pcalloc(pool, sizeof(*conf_file));

    conf_file->param = param;
    conf_file->getch = getc_func;
    conf_file->getstr = gets_func;
    conf_file->close = close_func;
    conf_file->name = apr_pstrdup(pool, descr);
    return conf_file;
}

AP_DECLARE(int) ap_cfg_closefile(ap_configfile_t *conf_file)
{
    ap_log_error(APLOG_MARK, APLOG_TRACE2, 0, NULL, "closing '%s'",
                 conf_file->name);
    return conf_file->close ? conf_file->close(conf_file->param) : 0;
}

AP_DECLARE(apr_status_t) ap_cfg_getc(char *ch, ap_configfile_t *conf_file)
{
    apr_status_t rv = conf_file->getch(ch, conf_file->param);

    if (rv == APR_SUCCESS && *ch == '\n') {
        conf_file->line_number++;
    }
    return rv;
}

AP_DECLARE(const char *)
ap_pcfg_strerror(apr_pool_t *pool, ap_configfile_t *conf_file, apr_status_t rc)
{
    char reason[MAX_STRING_LEN];

    if (rc == APR_SUCCESS) {
        return NULL;
    }
    if (rc == APR_ENOSPC) {
        return apr_psprintf(pool,
                            "Error reading %s at line %u: the line is too "
                            "long (no more than %d bytes, continuation lines "
                            "included)",
                            conf_file->name, conf_file->line_number,
                            PN_CONFIG_LINE_MAX);
    }
    if (rc == APR_EINVAL) {
        return apr_psprintf(pool,
                            "Error reading %s at line %u: it has a NUL byte; "
                            "this is not a text file",
                            conf_file->name, conf_file->line_number + 1);
    }
    return apr_psprintf(pool, "Error reading %s at line %u: %s",
                        conf_file->name, conf_file->line_number,
                        apr_strerror(rc, reason, sizeof(reason)));
}

/* Reads up to and including the next '\n' byte by byte. */
static apr_status_t getstr_by_bytes(char *buf, apr_size_t room,
                                    ap_configfile_t *conf_file)
{
    apr_size_t len = 0;
    apr_status_t rv = APR_SUCCESS;

    while (len + 1 < room) {
        char ch;

        rv = conf_file->getch(&ch, conf_file->param);
        if (rv != APR_SUCCESS) {
            break;
        }
        if (ch == '\0') {
            return APR_EINVAL;
        }
        buf[len++] = ch;
        if (ch == '\n') {
            break;
        }
    }
    buf[len] = '\0';
    return rv == APR_EOF && len > 0 ? APR_SUCCESS : rv;
}

static apr_status_t read_piece(char *buf, apr_size_t room,
                               ap_configfile_t *conf_file)
{
    if (!conf_file->getstr) {
        return getstr_by_bytes(buf, room, conf_file);
    }
    return conf_file->getstr(buf, room, conf_file->param);
}

/*
 * Takes the line end off buf[0..*len). Returns 1 when the line goes on after
 * it (a backslash stood before it), 0 when it ends here, -1 when there is no
 * line end yet.
 */
static int chop_line_end(char *buf, apr_size_t *len)
{
    apr_size_t n = *len;

    if (n == 0 || buf[n - 1] != '\n') {
        return -1;
    }
    n--;
    if (n > 0 && buf[n - 1] == '\r') {
        n--;
    }
    if (n > 0 && buf[n - 1] == '\\') {
        buf[n - 1] = '\0';
        *len = n - 1;
        return 1;
    }
    buf[n] = '\0';
    *len = n;
    return 0;
}

/* Makes room for more of a line: a buffer that grows up to max bytes. */
static int grow_line(struct ap_varbuf *line, apr_size_t len, apr_size_t max)
{
    apr_size_t want = line->avail * 2;

    if (line->avail >= max) {
        return 0;
    }
    line->strlen = len;
    ap_varbuf_grow(line, want > max ? max : want);
    return 1;
}

/* Removes white space around the line, in place. */
static void trim_line(char *buf, apr_size_t len)
{
    char *start = buf;

    while (len > 0 && apr_isspace(buf[len - 1])) {
        len--;
    }
    buf[len] = '\0';
    while (apr_isspace(*start)) {
        start++;
    }
    if (start != buf) {
        memmove(buf, start, len - (apr_size_t)(start - buf) + 1);
    }
}

/*
 * The loop under both line readers. line->avail and max do not count the NUL
 * at the end; a fixed buffer passes the same number for both.
 */
static apr_status_t read_line(struct ap_varbuf *line, apr_size_t max,
                              ap_configfile_t *conf_file)
{
    apr_size_t len = 0;
    apr_size_t room = line->avail < max ? line->avail : max;

    line->buf[0] = '\0';
    for (;;) {
        apr_status_t rv;
        int goes_on;

        if (len >= room) {
            if (!grow_line(line, len, max)) {
                conf_file->line_number++;
                return APR_ENOSPC;
            }
            room = line->avail < max ? line->avail : max;
        }
        rv = read_piece(line->buf + len, room - len + 1, conf_file);
        if (rv == APR_EOF) {
            if (len == 0) {
                return APR_EOF;
            }
            break; /* the file ends in a continued line */
        }
        if (rv != APR_SUCCESS) {
            return rv;
        }
        len += strlen(line->buf + len);
        goes_on = chop_line_end(line->buf, &len);
        if (goes_on >= 0) {
            conf_file->line_number++;
        }
        if (goes_on == 0) {
            break;
        }
        if (goes_on < 0 && len < room) {
            /* Not full and no line end: the source has no more. */
            conf_file->line_number++;
            break;
        }
    }
    trim_line(line->buf, len);
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t) ap_cfg_getline(char *buf, apr_size_t bufsize,
                                        ap_configfile_t *conf_file)
{
    struct ap_varbuf line = { .buf = buf, .avail = bufsize - 1 };

    if (bufsize < 2) {
        return APR_ENOSPC;
    }
    return read_line(&line, bufsize - 1, conf_file);
}

AP_DECLARE(apr_status_t) ap_varbuf_cfg_getline(struct ap_varbuf *vb,
                                               ap_configfile_t *conf_file,
                                               apr_size_t max_len)
{
    apr_status_t rv;

    vb->strlen = 0;
    if (vb->avail < LINE_ROOM_BYTES) {
        ap_varbuf_grow(vb, max_len < LINE_ROOM_BYTES ? max_len
                                                     : LINE_ROOM_BYTES);
    }
    rv = read_line(vb, max_len, conf_file);
    vb->strlen = rv == APR_SUCCESS ? strlen(vb->buf) : 0;
    return rv;
}

const char *pn_reader_odd_start(const char *line)
{
    if (strncmp(line, "\xef\xbb\xbf", 3) == 0) {
        return "the file begins with a byte order mark (EF BB BF): save it "
               "as UTF-8 without a BOM";
    }
    if (strncmp(line, "\xff\xfe", 2) == 0 || strncmp(line, "\xfe\xff", 2) == 0) {
        return "the file is UTF-16 text (it begins with a byte order mark): "
               "save it as UTF-8 without a BOM";
    }
    return NULL;
}
