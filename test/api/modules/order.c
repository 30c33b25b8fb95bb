/* SPDX-License-Identifier: Apache-2.0 */
/*
 * order - one link in a chain of modules whose order is tested.
 *
 * Copied to mod_<name>.c and compiled with NAME, and perhaps ORDER, AFTER,
 * AFTER2 and BEFORE (names), it adds its name to X-Order when fixups run.
 */

#include "httpd.h"

#include "http_config.h"
#include "http_request.h"

#ifndef ORDER
#define ORDER APR_HOOK_MIDDLE
#endif
#define JOIN(a, b) a##b
#define SYMBOL(name) JOIN(name, _module)
#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)
#define FILE_OF(name) "mod_" TEXT(name) ".c"

static int add_name(request_rec *r)
{
    apr_table_mergen(r->headers_out, "X-Order", TEXT(NAME));
    return DECLINED;
}

static void register_hooks(apr_pool_t *pool)
{
#ifdef AFTER
    static const char *const after[] = {
        FILE_OF(AFTER),
#ifdef AFTER2
        FILE_OF(AFTER2),
#endif
        NULL,
    };
#else
    static const char *const *const after = NULL;
#endif
#ifdef BEFORE
    static const char *const before[] = { FILE_OF(BEFORE), NULL };
#else
    static const char *const *const before = NULL;
#endif

    ap_hook_fixups(add_name, after, before, ORDER);
}

module AP_MODULE_DECLARE_DATA SYMBOL(NAME);
module AP_MODULE_DECLARE_DATA SYMBOL(NAME) = {
    STANDARD20_MODULE_STUFF,
    .register_hooks = register_hooks,
};
