/* SPDX-License-Identifier: Apache-2.0 */
/* api_offers.h - what mod_api_offers offers to other modules. */
#ifndef PINION_TEST_API_OFFERS_H
#define PINION_TEST_API_OFFERS_H

#include "apr_optional.h"
#include "apr_optional_hooks.h"
#include "httpd.h"

#define API_DECLARE(type) AP_MODULE_DECLARE(type)
#define API_GROUP         "api-test"

/* What providers of the group API_GROUP are. */
typedef struct api_provider_t {
    const char *name;
} api_provider_t;

/* A colour for r; the first that knows one. */
APR_DECLARE_EXTERNAL_HOOK(api, API, const char *, colour, (request_rec * r))

/* Adds words (const char *). */
APR_DECLARE_EXTERNAL_HOOK(api, API, int, tell, (apr_array_header_t * words))

/* text, louder, in pool. */
APR_DECLARE_OPTIONAL_FN(char *, shout, (apr_pool_t * pool, const char *text));

#endif
