/* SPDX-License-Identifier: Apache-2.0 */
/* core_errordoc.h - ErrorDocument: what stands in a directory's table. */
#ifndef PINION_SERVER_CORE_CORE_ERRORDOC_H
#define PINION_SERVER_CORE_CORE_ERRORDOC_H

#include "httpd.h"

#include "apr_hash.h"

/*
 * The document for a status (row: ap_index_of_response()) as r's expression
 * yields it: a URL, or text behind a quote. NULL: the built-in page. In
 * r->pool.
 */
char *pn_core_errordoc_find(request_rec *r, apr_hash_t *docs, int row);

#endif
