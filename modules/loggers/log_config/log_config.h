/* SPDX-License-Identifier: Apache-2.0 */
/*
 * log_config.h - what the files of mod_log_config share.
 */
#ifndef PINION_MODULES_LOGGERS_LOG_CONFIG_LOG_CONFIG_H
#define PINION_MODULES_LOGGERS_LOG_CONFIG_LOG_CONFIG_H

#include "mod_log_config.h"

#include "ap_expr.h"
#include "apr_hash.h"
#include "apr_tables.h"

/*
 * One item of a format. Literal text has no func. Lives in the configuration's
 * pool, as all of this; requests only read it.
 */
typedef enum log_place_e {
    LOG_PLACE_PLAIN,     /* Apache's text formats */
    LOG_PLACE_STRING,    /* JSON: "%x", all of a string, quotes to be added */
    LOG_PLACE_IN_STRING, /* JSON: within a string, with other text */
    LOG_PLACE_BARE       /* JSON: outside of strings, a number or null */
} log_place_e;

typedef struct log_item_t {
    ap_log_handler_fn_t *func;
    const char *text;   /* literal text, when func is NULL */
    int text_len;
    char *arg;          /* from braces, "" if there are none */
    int wants_original; /* the request before internal redirects */
    int is_raw;         /* func's text is not escaped yet */
    log_place_e place;
    int condition_sense;            /* TRUE: only for these statuses */
    apr_array_header_t *conditions; /* of int; NULL: for all */
} log_item_t;

/* --- log_items.c: what the letters mean ---------------------------------- */

typedef struct log_handler_t {
    ap_log_handler public;
    int is_raw;
} log_handler_t;

/* Makes the table of letters anew, with ours; called in pre_config. */
void log_items_init(apr_pool_t *pconf);

/* The handler of a tag of len bytes, or NULL. */
const log_handler_t *log_items_find(const char *tag, size_t len);

/* ap_register_log_handler. */
void log_items_register(apr_pool_t *pool, char *tag, ap_log_handler_fn_t *func,
                        int wants_original);

/* Forgets the end time of the last request: called before its items are. */
void log_items_begin(void);

/* --- log_time.c: %t, %T, %D ---------------------------------------------- */

const char *log_time_text(request_rec *r, char *arg);
const char *log_time_taken(request_rec *r, char *arg);
const char *log_time_taken_us(request_rec *r, char *arg);

/* --- log_parse.c --------------------------------------------------------- */

/* Parses a format into *items (of log_item_t). Returns an error or NULL. */
const char *log_parse(apr_pool_t *pool, const char *format, int is_json,
                      apr_array_header_t **items);

/* --- log_json.c ---------------------------------------------------------- */

/* text as the inside of a JSON string. */
const char *log_json_escape(apr_pool_t *pool, const char *text);

/* The JSON value of an item in its place; text NULL: nothing to say. */
const char *log_json_value(apr_pool_t *pool, const char *text,
                           log_place_e place);

/* --- log_writer.c -------------------------------------------------------- */

/* One log of the configuration. */
typedef struct custom_log_t {
    const char *fname;
    const char *format_text;    /* NULL: the server's default format */
    apr_array_header_t *format; /* parsed; NULL: as above */
    const char *env;            /* condition: a variable, or '!' and one */
    ap_expr_info_t *expr;       /* or an expression */
    int is_global;
    const ap_directive_t *directive;
    void *handle; /* the writer's; NULL: not open */
} custom_log_t;

/* The writers in use, and the optional functions that replace them. */
extern ap_log_writer_init *log_writer_init;
extern ap_log_writer *log_writer;
ap_log_writer_init *log_set_writer_init(ap_log_writer_init *init);
ap_log_writer *log_set_writer(ap_log_writer *writer);

/* Back to unbuffered writing; or to buffering (BufferedLogs On). */
void log_writer_reset(void);
void log_writer_use_buffers(void);

/* In a child: what is buffered is written when pchild goes. */
void log_writer_child_init(apr_pool_t *pchild, server_rec *s);

#endif
