/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_private.h - what the files of this folder share.
 */
#ifndef PINION_SERVER_LOG_LOG_PRIVATE_H
#define PINION_SERVER_LOG_LOG_PRIVATE_H

#include "http_core.h"
#include "httpd.h"

/* The longest line, its end of line and a NUL included. */
enum { PN_LOG_LINE_BYTES = MAX_STRING_LEN };

/* A line under construction, and where in it the message stands. */
typedef struct pn_log_line_t {
    char text[PN_LOG_LINE_BYTES];
    int len;
    int message_start;
    int message_end;
} pn_log_line_t;

/* Not an initialiser: that would clear all of text, for each message. */
static inline void pn_log_line_init(pn_log_line_t *line)
{
    line->text[0] = '\0';
    line->len = line->message_start = line->message_end = 0;
}

/*
 * Writes info's message in the default format, or as items say. Returns FALSE
 * when an item with '+' had nothing to say: the line is left out then.
 */
void pn_log_format_default(pn_log_line_t *line, const ap_errorlog_info *info,
                           const char *message);
int pn_log_format_items(pn_log_line_t *line, const ap_errorlog_info *info,
                        const char *message, const apr_array_header_t *items);

/* Adds text to the line as far as it fits. */
void pn_log_line_add(pn_log_line_t *line, const char *text);

/* The handler of one letter, NULL if there is none. */
const ap_errorlog_handler *pn_log_item_find(char letter);

/* "error" and the like. */
const char *pn_log_level_name(int level);

/*
 * Gives c, and r's main request if r is not NULL, a log id if it has none.
 * Returns which of the two are new: their once-only lines are due.
 */
enum { PN_LOG_NEW_CONN = 1, PN_LOG_NEW_REQUEST = 2 };
int pn_log_id_ensure(const conn_rec *c, const request_rec *rmain);

/* Registers ours as the last to provide ids. */
void pn_log_id_register(void);

/* Where messages go that belong to no server, or come before its log is open.
 * NULL before ap_open_stderr_log(). */
apr_file_t *pn_log_stderr(void);

/* Whether s's messages go to syslog, and it is open. */
int pn_log_uses_syslog(const server_rec *s);

#endif
