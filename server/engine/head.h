/* SPDX-License-Identifier: Apache-2.0 */
/*
 * head.h - the HTTP/1 request head, parsed in place.
 *
 * The parser copies nothing: it yields spans into the caller's bytes. It may
 * be called again each time bytes are added (the block may have moved); how
 * the input was split never changes the result.
 */
#ifndef PINION_SERVER_ENGINE_HEAD_H
#define PINION_SERVER_ENGINE_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of the head: offset from its first byte, and length. */
typedef struct pn_span_t {
    uint32_t off;
    uint32_t len;
} pn_span_t;

typedef struct pn_field_t {
    pn_span_t name;
    pn_span_t value; /* optional white space around it already left out */
} pn_field_t;

/* What a head may cost; 0 means no limit of ours (never unbounded: the caller
 * bounds its buffer). Bytes exclude the line end. */
typedef struct pn_head_limits_t {
    uint32_t line_bytes;  /* LimitRequestLine */
    uint32_t field_bytes; /* LimitRequestFieldSize */
    uint32_t fields_n;    /* LimitRequestFields: lines, before any joining */
    bool is_unsafe;       /* HttpProtocolOptions Unsafe: bare LF, folded
                           * lines, loose request lines and names, control
                           * bytes in values are taken; never NUL, never
                           * white space before a colon */
    bool allows_http09;   /* HttpProtocolOptions Allow0.9 */
} pn_head_limits_t;

typedef enum {
    PN_HEAD_MORE, /* give it more bytes */
    PN_HEAD_DONE, /* *head is filled, head_len bytes are used */
    PN_HEAD_BAD   /* status and why say what to answer; then close */
} pn_head_result_e;

/* Fields before the first error are filled also after PN_HEAD_BAD; what was
 * not reached is zero. */
typedef struct pn_head_t {
    pn_span_t line; /* the whole request line as sent, without its end */
    pn_span_t method;
    pn_span_t target;
    int version;        /* 9, 1000, 1001 ...: HTTP_VERSION numbers */
    size_t head_len;    /* bytes up to and including the empty line */
    pn_field_t *fields; /* the parser's, reused for the next head */
    uint32_t fields_n;
    /* after PN_HEAD_BAD */
    int status;      /* 400, 414, 431, 505; 408 is the caller's */
    const char *why; /* static sentence for the error log */
    pn_span_t bad;   /* the offending bytes, for the log; len 0: none */
} pn_head_t;

/* The parser's memory between calls. Zero it to start; pn_head_reset() to
 * use it for the next head of the connection; pn_head_free() at the end. */
typedef struct pn_head_parser_t {
    pn_head_t head;
    size_t scanned; /* bytes already looked at */
    size_t line_at; /* where the line under the scan begins */
    int state;
    uint32_t lines_n;     /* empty lines before the head, then field lines */
    uint32_t fields_room; /* what fields has memory for */
} pn_head_parser_t;

/*
 * Parses what has arrived. data is the whole of what was received for this
 * head so far (from its first byte), len its length (below 4 GiB). Empty lines
 * before the request line are skipped and counted into head_len (RFC 9112
 * 2.2). In an unsafe parse the line end before a folded line is overwritten
 * with spaces (RFC 9112 5.2): hence not const. Once the result is not
 * PN_HEAD_MORE, call pn_head_reset() before the next parse.
 */
pn_head_result_e pn_head_parse(pn_head_parser_t *parser, char *data,
                               size_t len, const pn_head_limits_t *limits);
void pn_head_reset(pn_head_parser_t *parser);
/* Gives the memory back too; the parser may be used again. */
void pn_head_free(pn_head_parser_t *parser);

/*
 * Takes one field line (no line end, no control bytes) apart into spans
 * relative to line. Returns NULL, or a static sentence: what is wrong.
 */
const char *pn_head_field(const char *line, size_t len, bool is_unsafe,
                          pn_field_t *field);

/* Index of the first control byte other than HTAB at or after at; len if
 * there is none. */
size_t pn_head_find_control(const char *data, size_t at, size_t len);

#endif
