/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expr_functions - the built-in string functions.
 */

#include "expr_tree.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <apr_base64.h>
#include <apr_escape.h>
#include <apr_file_io.h>
#include <apr_lib.h>
#include <apr_sha1.h>
#include <apr_strings.h>

#include "util_md5.h"

void pn_expr_functions_vary(ap_expr_eval_ctx_t *ctx, const char *field)
{
    if (ctx->vary_this) {
        *ctx->vary_this = *ctx->vary_this ? apr_pstrcat(ctx->p, *ctx->vary_this,
                                                        ",", field, NULL)
                                          : field;
    }
}

static const char *req(ap_expr_eval_ctx_t *ctx, const void *data,
                       const char *arg)
{
    if (!ctx->r) {
        return "";
    }
    pn_expr_functions_vary(ctx, arg);
    return apr_table_get(ctx->r->headers_in, arg);
}

static const char *req_novary(ap_expr_eval_ctx_t *ctx, const void *data,
                              const char *arg)
{
    return ctx->r ? apr_table_get(ctx->r->headers_in, arg) : "";
}

/* Of several tables, the first that has the name decides. */
static const char *resp(ap_expr_eval_ctx_t *ctx, const void *data,
                        const char *arg)
{
    const char *value;

    if (!ctx->r) {
        return "";
    }
    value = apr_table_get(ctx->r->headers_out, arg);
    return value ? value : apr_table_get(ctx->r->err_headers_out, arg);
}

static const char *note(ap_expr_eval_ctx_t *ctx, const void *data,
                        const char *arg)
{
    return ctx->r ? apr_table_get(ctx->r->notes, arg) : "";
}

static const char *reqenv(ap_expr_eval_ctx_t *ctx, const void *data,
                          const char *arg)
{
    return ctx->r ? apr_table_get(ctx->r->subprocess_env, arg) : "";
}

static const char *osenv(ap_expr_eval_ctx_t *ctx, const void *data,
                         const char *arg)
{
    return getenv(arg);
}

static const char *env(ap_expr_eval_ctx_t *ctx, const void *data,
                       const char *arg)
{
    const char *value = NULL;

    if (ctx->r) {
        value = apr_table_get(ctx->r->notes, arg);
        if (!value) {
            value = apr_table_get(ctx->r->subprocess_env, arg);
        }
    }
    return value ? value : getenv(arg);
}

static const char *to_lower(ap_expr_eval_ctx_t *ctx, const void *data,
                            const char *arg)
{
    char *value = apr_pstrdup(ctx->p, arg);

    ap_str_tolower(value);
    return value;
}

static const char *to_upper(ap_expr_eval_ctx_t *ctx, const void *data,
                            const char *arg)
{
    char *value = apr_pstrdup(ctx->p, arg);

    ap_str_toupper(value);
    return value;
}

static const char *escape(ap_expr_eval_ctx_t *ctx, const void *data,
                          const char *arg)
{
    return ap_os_escape_path(ctx->p, arg, 1);
}

/* Encoded slashes stay: "a%2Fb" is one segment. */
static const char *unescape(ap_expr_eval_ctx_t *ctx, const void *data,
                            const char *arg)
{
    char *value = apr_pstrdup(ctx->p, arg);
    int status = ap_unescape_url_keep2f(value, 0);

    return status == OK ? value : "";
}

static const char *to_base64(ap_expr_eval_ctx_t *ctx, const void *data,
                             const char *arg)
{
    return ap_pbase64encode(ctx->p, apr_pstrdup(ctx->p, arg));
}

static const char *from_base64(ap_expr_eval_ctx_t *ctx, const void *data,
                               const char *arg)
{
    return ap_pbase64decode(ctx->p, arg);
}

static const char *md5(ap_expr_eval_ctx_t *ctx, const void *data,
                       const char *arg)
{
    return ap_md5(ctx->p, (const unsigned char *)arg);
}

static const char *sha1(ap_expr_eval_ctx_t *ctx, const void *data,
                        const char *arg)
{
    apr_sha1_ctx_t sha;
    unsigned char digest[APR_SHA1_DIGESTSIZE];
    char *text = apr_palloc(ctx->p, 2 * APR_SHA1_DIGESTSIZE + 1);

    apr_sha1_init(&sha);
    apr_sha1_update(&sha, arg, (unsigned int)strlen(arg));
    apr_sha1_final(digest, &sha);
    ap_bin2hex(digest, sizeof(digest), text);
    return text;
}

static const char *ldap(ap_expr_eval_ctx_t *ctx, const void *data,
                        const char *arg)
{
    return apr_pescape_ldap(ctx->p, arg, APR_ESCAPE_STRING,
                            APR_ESCAPE_LDAP_ALL);
}

static const char *file(ap_expr_eval_ctx_t *ctx, const void *data,
                        const char *arg)
{
    apr_file_t *handle;
    apr_finfo_t finfo;
    apr_size_t len;
    char *content;
    apr_status_t rv = apr_file_open(&handle, arg, APR_READ | APR_BUFFERED,
                                    APR_OS_DEFAULT, ctx->p);

    if (rv != APR_SUCCESS) {
        *ctx->err = apr_psprintf(ctx->p, "cannot open \"%s\": %pm", arg, &rv);
        return "";
    }
    rv = apr_file_info_get(&finfo, APR_FINFO_SIZE | APR_FINFO_TYPE, handle);
    if (rv != APR_SUCCESS || finfo.filetype != APR_REG
        || finfo.size > EXPR_MAX_FILE) {
        *ctx->err = apr_psprintf(ctx->p,
                                 "\"%s\" is not a regular file of at "
                                 "most %d bytes",
                                 arg, (int)EXPR_MAX_FILE);
        apr_file_close(handle);
        return "";
    }
    len = (apr_size_t)finfo.size;
    content = apr_palloc(ctx->p, len + 1);
    rv = len ? apr_file_read_full(handle, content, len, &len) : APR_SUCCESS;
    apr_file_close(handle);
    if (rv != APR_SUCCESS && !APR_STATUS_IS_EOF(rv)) {
        *ctx->err = apr_psprintf(ctx->p, "cannot read \"%s\": %pm", arg, &rv);
        return "";
    }
    content[len] = '\0';
    return content;
}

static const char *filesize(ap_expr_eval_ctx_t *ctx, const void *data,
                            const char *arg)
{
    apr_finfo_t finfo;

    if (apr_stat(&finfo, arg, APR_FINFO_SIZE | APR_FINFO_TYPE, ctx->p)
            != APR_SUCCESS
        || finfo.filetype != APR_REG) {
        return "0";
    }
    return apr_psprintf(ctx->p, "%" APR_OFF_T_FMT, finfo.size);
}

static const struct {
    const char *name;
    ap_expr_string_func_t *run;
    bool reads_files;
} functions[] = {
    { "req", req, false },
    { "http", req, false },
    { "req_novary", req_novary, false },
    { "resp", resp, false },
    { "note", note, false },
    { "reqenv", reqenv, false },
    { "osenv", osenv, false },
    { "env", env, false },
    { "tolower", to_lower, false },
    { "toupper", to_upper, false },
    { "escape", escape, false },
    { "unescape", unescape, false },
    { "base64", to_base64, false },
    { "unbase64", from_base64, false },
    { "md5", md5, false },
    { "sha1", sha1, false },
    { "ldap", ldap, false },
    { "file", file, true },
    { "filesize", filesize, true },
};

int pn_expr_functions_lookup(ap_expr_lookup_parms *parms)
{
    static const int no_files = AP_EXPR_FLAG_RESTRICTED
                                | AP_EXPR_FLAG_RESTRICTED_FILE_FUNC;

    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
        if (ap_cstr_casecmp(parms->name, functions[i].name) != 0) {
            continue;
        }
        if (functions[i].reads_files && (parms->flags & no_files)) {
            *parms->err = apr_psprintf(parms->ptemp,
                                       "function %s() is not "
                                       "available in this restricted context",
                                       functions[i].name);
            return !OK;
        }
        *parms->func = (const void *)functions[i].run;
        return OK;
    }
    return DECLINED;
}
