/* SPDX-License-Identifier: Apache-2.0 */
/* core_errorformat.h - ErrorLogFormat: a format string becomes items. */
#ifndef PINION_SERVER_CORE_CORE_ERRORFORMAT_H
#define PINION_SERVER_CORE_CORE_ERRORFORMAT_H

#include "httpd.h"

#include "apr_tables.h"

/*
 * Parses format into an array of ap_errorlog_format_item. Literal text has no
 * func and its text in arg. An item with AP_ERRORLOG_FLAG_FIELD_SEP begins a
 * field; if an item of a field yields nothing, the field is left out whole.
 * is_message: %M must be in it; otherwise it must not. Returns NULL or what
 * is wrong, in pool.
 */
const char *pn_core_errorformat_parse(apr_pool_t *pool, const char *format,
                                      int is_message,
                                      apr_array_header_t **items);

#endif
