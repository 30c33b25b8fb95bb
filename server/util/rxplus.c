/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rxplus.c - expressions in Perl's notation: /re/flags, m#re#flags,
 * s/re/text/flags. A delimiter cannot be escaped: choose another one.
 */
#include "ap_regex.h"

#include "apr_lib.h"
#include "apr_strings.h"

#include "httpd.h"
#include "util_varbuf.h"

enum {
    /* What one expression may make of one text. */
    RXPLUS_MAX_BYTES = 64 * 1024 * 1024
};

static apr_status_t rxplus_cleanup(void *rx)
{
    ap_regfree(rx);
    return APR_SUCCESS;
}

/* Compiles pattern into rx; 0 if that can't be done. */
static int compile(apr_pool_t *pool, ap_rxplus_t *rx, const char *pattern,
                   int cflags)
{
    if (ap_regcomp(&rx->rx, pattern, cflags) != 0) {
        return 0;
    }
    apr_pool_cleanup_register(pool, &rx->rx, rxplus_cleanup,
                              apr_pool_cleanup_null);
    if (!(rx->flags & AP_REG_NOMEM)) {
        rx->nmatch = (apr_size_t)rx->rx.re_nsub + 1;
        rx->pmatch = apr_pcalloc(pool, rx->nmatch * sizeof(*rx->pmatch));
    }
    return 1;
}

static apr_uint32_t parse_flags(const char *letters)
{
    apr_uint32_t flags = AP_REG_DOLLAR_ENDONLY;

    for (; *letters != '\0'; letters++) {
        switch (*letters) {
        case 'i':
            flags |= AP_REG_ICASE;
            break;
        case 'm':
            flags |= AP_REG_NEWLINE;
            break;
        case 'n':
            flags |= AP_REG_NOMEM;
            break;
        case 'g':
            flags |= AP_REG_MULTI;
            break;
        case 's':
            flags |= AP_REG_DOTALL;
            break;
        case '^':
            flags |= AP_REG_NOTBOL;
            break;
        case '$':
            flags |= AP_REG_NOTEOL;
            break;
        default: /* x, and whatever else Perl has */
            break;
        }
    }
    return flags;
}

AP_DECLARE(ap_rxplus_t *)
ap_rxplus_compile(apr_pool_t *pool, const char *pattern)
{
    ap_rxplus_t *rx = apr_pcalloc(pool, sizeof(*rx));
    const int is_substitution = *pattern == 's';
    const char *start = pattern + (*pattern == 's' || *pattern == 'm');
    const char delimiter = *start;
    const char *end = delimiter == '\0' ? NULL : strchr(start + 1, delimiter);
    const char *subs_end = NULL;
    char *plain;

    if ((*pattern != '/' && start == pattern) || !end) {
        /* No such notation: the whole of it is the expression. */
        return compile(pool, rx, pattern, 0) ? rx : NULL;
    }
    if (is_substitution) {
        subs_end = strchr(end + 1, delimiter);
        if (!subs_end) {
            return NULL;
        }
        rx->subs = apr_pstrmemdup(pool, end + 1,
                                  (apr_size_t)(subs_end - end - 1));
    }
    rx->flags = parse_flags(is_substitution ? subs_end + 1 : end + 1);
    plain = apr_pstrmemdup(pool, start + 1, (apr_size_t)(end - start - 1));
    return compile(pool, rx, plain, (int)rx->flags | AP_REG_NO_DEFAULT) ? rx
                                                                        : NULL;
}

static int match_at(ap_rxplus_t *rx, const char *text, int eflags,
                    ap_regmatch_t *pmatch, apr_size_t nmatch)
{
    const int own = (int)rx->flags & (AP_REG_NOTBOL | AP_REG_NOTEOL);

    return ap_regexec(&rx->rx, text, nmatch, pmatch, own | eflags) == 0;
}

/*
 * Replaces the first match, or with AP_REG_MULTI each one. An empty match takes
 * the next character along, so that every round moves on.
 */
static int substitute(apr_pool_t *pool, ap_rxplus_t *rx, const char *text,
                      char **result)
{
    const apr_size_t nmatch = (apr_size_t)rx->rx.re_nsub + 1;
    ap_regmatch_t *pmatch = apr_palloc(pool, nmatch * sizeof(*pmatch));
    const char *from = text;
    struct ap_varbuf vb;
    int n = 0;

    ap_varbuf_init(pool, &vb, strlen(text));
    vb.strlen = 0;
    while (match_at(rx, from, n > 0 ? AP_REG_NOTBOL : 0, pmatch, nmatch)) {
        const int end = pmatch[0].rm_eo;
        const int is_empty = end == pmatch[0].rm_so;

        ap_varbuf_strmemcat(&vb, from, pmatch[0].rm_so);
        if (vb.strlen > RXPLUS_MAX_BYTES
            || ap_varbuf_regsub(&vb, rx->subs, from, nmatch, pmatch,
                                RXPLUS_MAX_BYTES)
                   != APR_SUCCESS) {
            break;
        }
        n++;
        if (n == 1 && rx->nmatch > 0) {
            memcpy(rx->pmatch, pmatch, rx->nmatch * sizeof(*pmatch));
        }
        if (is_empty && from[end] != '\0') {
            ap_varbuf_strmemcat(&vb, from + end, 1);
        }
        else if (is_empty) {
            from += end;
            break;
        }
        from += end + is_empty;
        if (!(rx->flags & AP_REG_MULTI)) {
            break;
        }
    }
    if (n > 0) {
        ap_varbuf_strmemcat(&vb, from, (int)strlen(from));
        *result = apr_pstrdup(pool, vb.buf);
    }
    ap_varbuf_free(&vb);
    return n;
}

AP_DECLARE(int)
ap_rxplus_exec(apr_pool_t *pool, ap_rxplus_t *rx, const char *pattern,
               char **newpattern)
{
    rx->match = NULL;
    if (rx->subs) {
        const int n = substitute(pool, rx, pattern, newpattern);

        rx->match = n > 0 ? pattern : NULL;
        return n;
    }
    if (!match_at(rx, pattern, 0, rx->pmatch, rx->nmatch)) {
        return 0;
    }
    rx->match = pattern;
    return 1;
}

AP_DECLARE(void)
ap_rxplus_match(ap_rxplus_t *rx, int n, int *len, const char **match)
{
    if (n >= 0 && (apr_size_t)n < rx->nmatch && rx->match
        && rx->pmatch[n].rm_so >= 0) {
        *match = rx->match + rx->pmatch[n].rm_so;
        *len = rx->pmatch[n].rm_eo - rx->pmatch[n].rm_so;
    }
    else {
        *match = NULL;
        *len = -1;
    }
}

AP_DECLARE(char *) ap_rxplus_pmatch(apr_pool_t *pool, ap_rxplus_t *rx, int n)
{
    int len;
    const char *match;

    ap_rxplus_match(rx, n, &len, &match);
    return match ? apr_pstrmemdup(pool, match, (apr_size_t)len) : NULL;
}
