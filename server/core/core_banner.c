/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_banner.c - what the server calls itself.
 *
 * The banner (Server header) shows as much as ServerTokens allows; the
 * description (error log, -V, status pages) always shows everything. Both are
 * built lazily from the product and the components that modules added, and
 * forgotten when one of these changes.
 */

#include "core.h"

#include "apr_strings.h"

#include "ap_mmn.h"
#include "ap_release.h"
#include "pinion.h"
#include "pn_config_auto.h"
#include "util/child_data.h"

#define PRODUCT  "Pinion/" PINION_VERSION
#define PLATFORM "Unix"
enum { PRODUCT_MAX = 100 };

typedef enum {
    TOKENS_FULL, /* the default, also for a value that nobody set */
    TOKENS_OS,
    TOKENS_MIN,
    TOKENS_MINOR,
    TOKENS_MAJOR,
    TOKENS_PROD
} tokens_e;

static struct {
    tokens_e tokens;
    const char *product;    /* ServerProduct, or NULL: our own */
    const char *components; /* " a/1 b/2", in the configuration pool */
    apr_pool_t *pool;
    const char *banner; /* built, or NULL */
    const char *description;
} state PN_CHILD_DATA;

static apr_status_t forget(void *unused)
{
    memset(&state, 0, sizeof(state));
    return APR_SUCCESS;
}

void pn_core_banner_reset(apr_pool_t *pconf)
{
    /* Components may have come from register_hooks, before pre_config. */
    state.tokens = TOKENS_FULL;
    state.product = NULL;
    state.banner = NULL;
    state.description = NULL;
    if (!state.pool) {
        state.pool = pconf;
        apr_pool_cleanup_register(pconf, NULL, forget, apr_pool_cleanup_null);
    }
}

AP_DECLARE(void)
ap_add_version_component(apr_pool_t *pconf, const char *component)
{
    if (!state.pool) {
        state.pool = pconf;
        apr_pool_cleanup_register(pconf, NULL, forget, apr_pool_cleanup_null);
    }
    state.components = apr_pstrcat(
        pconf, state.components ? state.components : "", " ", component, NULL);
    state.banner = NULL;
    state.description = NULL;
}

/* "Name/1.2.3 rest" cut after n version numbers; 0 cuts the slash too. */
static const char *cut_version(apr_pool_t *pool, const char *product, int n)
{
    apr_size_t len = strcspn(product, "/ ");

    if (product[len] == '/' && n > 0) {
        for (len++; product[len] && product[len] != ' '; len++) {
            if (product[len] == '.' && --n == 0) {
                break;
            }
        }
    }
    return apr_pstrmemdup(pool, product, len);
}

static const char *build(tokens_e tokens)
{
    const char *product = state.product ? state.product : PRODUCT;

    switch (tokens) {
    case TOKENS_PROD:
        return cut_version(state.pool, product, 0);
    case TOKENS_MAJOR:
        return cut_version(state.pool, product, 1);
    case TOKENS_MINOR:
        return cut_version(state.pool, product, 2);
    case TOKENS_MIN:
        return product;
    case TOKENS_OS:
        return apr_pstrcat(state.pool, product, " (" PLATFORM ")", NULL);
    case TOKENS_FULL:
        break;
    }
    return apr_pstrcat(state.pool, product, " (" PLATFORM ")",
                       state.components ? state.components : "", NULL);
}

/* Before any configuration pool exists (-v) there is nothing but ourselves. */
AP_DECLARE(const char *) ap_get_server_banner(void)
{
    if (!state.pool) {
        return PRODUCT " (" PLATFORM ")";
    }
    if (!state.banner) {
        state.banner = build(state.tokens);
    }
    return state.banner;
}

AP_DECLARE(const char *) ap_get_server_description(void)
{
    if (!state.pool) {
        return PRODUCT " (" PLATFORM ")";
    }
    if (!state.description) {
        state.description = build(TOKENS_FULL);
    }
    return state.description;
}

/* Modules compare this with the module API that they know. */
AP_DECLARE(void) ap_get_server_revision(ap_version_t *version)
{
    version->major = AP_SERVER_MAJORVERSION_NUMBER;
    version->minor = AP_SERVER_MINORVERSION_NUMBER;
    version->patch = AP_SERVER_PATCHLEVEL_NUMBER;
    version->add_string = AP_SERVER_ADD_STRING;
}

AP_DECLARE(const char *) ap_get_server_built(void)
{
    return PN_BUILT;
}

const char *pn_core_banner_set_tokens(const char *word)
{
    static const struct {
        const char *word;
        tokens_e tokens;
    } words[] = {
        { "full", TOKENS_FULL },   { "os", TOKENS_OS },
        { "min", TOKENS_MIN },     { "minimal", TOKENS_MIN },
        { "minor", TOKENS_MINOR }, { "major", TOKENS_MAJOR },
        { "prod", TOKENS_PROD },   { "productonly", TOKENS_PROD },
    };
    size_t i;

    for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (ap_cstr_casecmp(word, words[i].word) == 0) {
            state.tokens = words[i].tokens;
            state.banner = NULL;
            return NULL;
        }
    }
    return "one of Full, OS, Minimal, Minor, Major, Prod";
}

const char *pn_core_banner_set_product(apr_pool_t *pool, const char *product)
{
    const char *byte;

    if (ap_cstr_casecmp(product, "Pinion") == 0) {
        state.product = NULL;
    }
    else if (ap_cstr_casecmp(product, "Apache") == 0) {
        state.product = AP_SERVER_BASEVERSION;
    }
    else {
        for (byte = product; *byte; byte++) {
            if ((unsigned char)*byte < 0x20 || *byte == 0x7f) {
                return "control characters cannot stand in a header";
            }
        }
        if (byte == product || byte - product > PRODUCT_MAX) {
            return "the name must have 1 to 100 characters";
        }
        state.product = apr_pstrdup(pool, product);
    }
    state.banner = NULL;
    state.description = NULL;
    return NULL;
}
