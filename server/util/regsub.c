/* SPDX-License-Identifier: Apache-2.0 */
/*
 * regsub.c - replacement texts: $0 to $9 stand for groups, a backslash takes
 * the character behind it as it is.
 */
#include "httpd.h"

#include "apr_lib.h"
#include "apr_strings.h"

#include "util_varbuf.h"

/* One piece of a template: the text that it gives. */
typedef struct piece_t {
    const char *text;
    size_t len;
} piece_t;

static const piece_t no_piece = { NULL, 0 };

/* Takes the next piece off *template; no_piece at its end. */
static piece_t next_piece(const char **template, const char *source,
                          apr_size_t nmatch, const ap_regmatch_t *pmatch)
{
    const char *t = *template;
    piece_t piece = { t, 0 };

    if (*t == '\0') {
        return no_piece;
    }
    if (*t == '$' && apr_isdigit(t[1])) {
        const size_t group = (size_t)(t[1] - '0');

        *template = t + 2;
        piece.text = "";
        if (group < nmatch && pmatch[group].rm_so >= 0
            && pmatch[group].rm_eo >= pmatch[group].rm_so) {
            piece.text = source + pmatch[group].rm_so;
            piece.len = (size_t)(pmatch[group].rm_eo - pmatch[group].rm_so);
        }
        return piece;
    }
    if (*t == '\\' && t[1] != '\0') {
        piece.text = ++t;
    }
    piece.len = 1 + strcspn(t + 1, "$\\");
    *template = t + piece.len;
    return piece;
}

/*
 * The length of the whole result in *len; APR_ENOMEM when it reaches maxlen
 * (0: no limit, but none that would overflow either).
 */
static apr_status_t measure(const char *template, const char *source,
                            apr_size_t nmatch, const ap_regmatch_t *pmatch,
                            apr_size_t maxlen, apr_size_t *len)
{
    const apr_size_t limit = maxlen > 0 ? maxlen : APR_INT32_MAX;
    piece_t piece;

    *len = 0;
    while ((piece = next_piece(&template, source, nmatch, pmatch)).text) {
        if (piece.len >= limit - *len) {
            return APR_ENOMEM;
        }
        *len += piece.len;
    }
    return APR_SUCCESS;
}

static void expand(char *to, const char *template, const char *source,
                   apr_size_t nmatch, const ap_regmatch_t *pmatch)
{
    piece_t piece;

    while ((piece = next_piece(&template, source, nmatch, pmatch)).text) {
        memcpy(to, piece.text, piece.len);
        to += piece.len;
    }
    *to = '\0';
}

/* Nothing was matched: the template is taken as it stands. */
static apr_status_t take_literally(apr_pool_t *pool, char **result,
                                   const char *input, apr_size_t maxlen)
{
    const apr_size_t len = strlen(input);

    if (maxlen > 0 && len >= maxlen) {
        return APR_ENOMEM;
    }
    *result = apr_pstrmemdup(pool, input, len);
    return APR_SUCCESS;
}

AP_DECLARE(apr_status_t)
ap_pregsub_ex(apr_pool_t *pool, char **result, const char *input,
              const char *source, apr_size_t nmatch, ap_regmatch_t *pmatch,
              apr_size_t maxlen)
{
    apr_size_t len;
    apr_status_t rv;

    *result = NULL;
    if (!source || !input) {
        return APR_EINVAL;
    }
    if (nmatch == 0) {
        return take_literally(pool, result, input, maxlen);
    }
    rv = measure(input, source, nmatch, pmatch, maxlen, &len);
    if (rv == APR_SUCCESS) {
        *result = apr_palloc(pool, len + 1);
        expand(*result, input, source, nmatch, pmatch);
    }
    return rv;
}

AP_DECLARE(char *)
ap_pregsub(apr_pool_t *pool, const char *input, const char *source,
           apr_size_t nmatch, ap_regmatch_t *pmatch)
{
    char *result;

    return ap_pregsub_ex(pool, &result, input, source, nmatch, pmatch, 0)
                   == APR_SUCCESS
               ? result
               : NULL;
}

AP_DECLARE(apr_status_t)
ap_varbuf_regsub(struct ap_varbuf *vb, const char *input, const char *source,
                 apr_size_t nmatch, ap_regmatch_t *pmatch, apr_size_t maxlen)
{
    apr_size_t len;
    apr_status_t rv;

    if (!source || !input) {
        return APR_EINVAL;
    }
    if (nmatch == 0) {
        len = strlen(input);
        if (maxlen > 0 && len >= maxlen) {
            return APR_ENOMEM;
        }
        ap_varbuf_strmemcat(vb, input, (int)len);
        return APR_SUCCESS;
    }
    rv = measure(input, source, nmatch, pmatch, maxlen, &len);
    if (rv == APR_SUCCESS) {
        if (vb->strlen == (apr_size_t)AP_VARBUF_UNKNOWN) {
            vb->strlen = strlen(vb->buf);
        }
        ap_varbuf_grow(vb, vb->strlen + len);
        expand(vb->buf + vb->strlen, input, source, nmatch, pmatch);
        vb->strlen += len;
    }
    return rv;
}
