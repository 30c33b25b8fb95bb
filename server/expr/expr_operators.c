/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expr_operators - the built-in unary and binary operators.
 */

#include "expr_tree.h"

#include <stdbool.h>
#include <string.h>

#include <apr_file_info.h>
#include <apr_fnmatch.h>
#include <apr_network_io.h>
#include <apr_strings.h>

#include "http_request.h"

/* What stat or lstat says of path; false when there is nothing. */
static bool look_at(ap_expr_eval_ctx_t *ctx, const char *path,
                    apr_int32_t flags, apr_finfo_t *finfo)
{
    apr_status_t rv;

    if (!*path) {
        return false;
    }
    rv = apr_stat(finfo, path, APR_FINFO_TYPE | APR_FINFO_SIZE | flags, ctx->p);
    return rv == APR_SUCCESS || rv == APR_INCOMPLETE;
}

static int is_directory(ap_expr_eval_ctx_t *ctx, const void *data,
                        const char *arg)
{
    apr_finfo_t finfo;

    return look_at(ctx, arg, 0, &finfo) && finfo.filetype == APR_DIR;
}

static int exists(ap_expr_eval_ctx_t *ctx, const void *data, const char *arg)
{
    apr_finfo_t finfo;

    return look_at(ctx, arg, 0, &finfo);
}

static int is_file(ap_expr_eval_ctx_t *ctx, const void *data, const char *arg)
{
    apr_finfo_t finfo;

    return look_at(ctx, arg, 0, &finfo) && finfo.filetype == APR_REG;
}

static int is_filled_file(ap_expr_eval_ctx_t *ctx, const void *data,
                          const char *arg)
{
    apr_finfo_t finfo;

    return look_at(ctx, arg, 0, &finfo) && finfo.filetype == APR_REG
           && finfo.size > 0;
}

static int is_link(ap_expr_eval_ctx_t *ctx, const void *data, const char *arg)
{
    apr_finfo_t finfo;

    return look_at(ctx, arg, APR_FINFO_LINK, &finfo)
           && finfo.filetype == APR_LNK;
}

/* Each look-up of this kind runs the access hooks on other paths, where the
 * same expression may wait: the nesting limit of subrequests ends that. */
static int is_reachable(const request_rec *sub)
{
    return sub->status < HTTP_BAD_REQUEST;
}

static int is_reachable_uri(ap_expr_eval_ctx_t *ctx, const void *data,
                            const char *arg)
{
    request_rec *sub;
    int result;

    if (!ctx->r) {
        return 0;
    }
    sub = ap_sub_req_lookup_uri(arg, ctx->r, NULL);
    result = is_reachable(sub);
    ap_destroy_sub_req(sub);
    return result;
}

static int is_reachable_file(ap_expr_eval_ctx_t *ctx, const void *data,
                             const char *arg)
{
    request_rec *sub;
    int result;

    if (!ctx->r) {
        return 0;
    }
    sub = ap_sub_req_lookup_file(arg, ctx->r, NULL);
    result = is_reachable(sub) && sub->finfo.filetype != APR_NOFILE;
    ap_destroy_sub_req(sub);
    return result;
}

static int is_filled(ap_expr_eval_ctx_t *ctx, const void *data, const char *arg)
{
    return *arg != '\0';
}

static int is_empty(ap_expr_eval_ctx_t *ctx, const void *data, const char *arg)
{
    return *arg == '\0';
}

static int is_switched_on(ap_expr_eval_ctx_t *ctx, const void *data,
                          const char *arg)
{
    return *arg && strcmp(arg, "0") != 0 && ap_cstr_casecmp(arg, "off") != 0
           && ap_cstr_casecmp(arg, "false") != 0
           && ap_cstr_casecmp(arg, "no") != 0;
}

/* What the look-up parsed, the data of the operators on addresses. */
typedef struct subnet_t {
    apr_ipsubnet_t *parsed;
} subnet_t;

static int client_is_in_subnet(ap_expr_eval_ctx_t *ctx, const void *data,
                               const char *arg)
{
    const subnet_t *subnet = data;
    apr_sockaddr_t *client = ctx->r   ? ctx->r->useragent_addr
                             : ctx->c ? ctx->c->client_addr
                                      : NULL;

    return client && apr_ipsubnet_test(subnet->parsed, client);
}

static int is_in_subnet(ap_expr_eval_ctx_t *ctx, const void *data,
                        const char *address, const char *unused)
{
    const subnet_t *subnet = data;
    apr_sockaddr_t *addr;

    /* Only numbers: a name must not send the server to a resolver. */
    if (!*address
        || strspn(address, "0123456789abcdefABCDEF.:") != strlen(address)
        || apr_sockaddr_info_get(&addr, address, APR_UNSPEC, 0, 0, ctx->p)
               != APR_SUCCESS) {
        return 0;
    }
    return apr_ipsubnet_test(subnet->parsed, addr);
}

static int matches_wildcards(ap_expr_eval_ctx_t *ctx, const void *data,
                             const char *text, const char *pattern)
{
    return apr_fnmatch(pattern, text, 0) == APR_SUCCESS;
}

static int matches_wildcards_of_any_case(ap_expr_eval_ctx_t *ctx,
                                         const void *data, const char *text,
                                         const char *pattern)
{
    return apr_fnmatch(pattern, text, APR_FNM_CASE_BLIND) == APR_SUCCESS;
}

static int matches_path_wildcards(ap_expr_eval_ctx_t *ctx, const void *data,
                                  const char *text, const char *pattern)
{
    return apr_fnmatch(pattern, text, APR_FNM_PATHNAME) == APR_SUCCESS;
}

static const struct {
    const char *name;
    ap_expr_op_unary_t *run;
    bool reads_files;
    bool takes_subnet;
} unaries[] = {
    { "d", is_directory, true, false },
    { "e", exists, true, false },
    { "f", is_file, true, false },
    { "s", is_filled_file, true, false },
    { "L", is_link, true, false },
    { "h", is_link, true, false },
    { "U", is_reachable_uri, false, false },
    { "A", is_reachable_uri, false, false },
    { "F", is_reachable_file, false, false },
    { "n", is_filled, false, false },
    { "z", is_empty, false, false },
    { "T", is_switched_on, false, false },
    { "R", client_is_in_subnet, false, true },
};

static const struct {
    const char *name;
    ap_expr_op_binary_t *run;
    bool takes_subnet;
} binaries[] = {
    { "ipmatch", is_in_subnet, true },
    { "strmatch", matches_wildcards, false },
    { "strcmatch", matches_wildcards_of_any_case, false },
    { "fnmatch", matches_path_wildcards, false },
};

/* Parses address[/bits or mask] once, at configuration time. */
static int prepare_subnet(ap_expr_lookup_parms *parms)
{
    subnet_t *subnet = apr_palloc(parms->pool, sizeof(*subnet));
    char *address;
    char *mask;

    if (!parms->arg) {
        *parms->err = apr_psprintf(parms->ptemp,
                                   "operator -%s needs a subnet "
                                   "written as a constant",
                                   parms->name);
        return !OK;
    }
    address = apr_pstrdup(parms->ptemp, parms->arg);
    mask = strchr(address, '/');
    if (mask) {
        *mask++ = '\0';
    }
    if (apr_ipsubnet_create(&subnet->parsed, address, mask, parms->pool)
        != APR_SUCCESS) {
        *parms->err = apr_psprintf(parms->ptemp,
                                   "'%s' is not a subnet "
                                   "(address, or address/bits)",
                                   parms->arg);
        return !OK;
    }
    *parms->data = subnet;
    return OK;
}

/* Unary names are one letter, and its case counts. */
static int look_up_unary(ap_expr_lookup_parms *parms)
{
    for (size_t i = 0; i < sizeof(unaries) / sizeof(unaries[0]); i++) {
        if (strcmp(parms->name, unaries[i].name) != 0) {
            continue;
        }
        if (unaries[i].reads_files
            && (parms->flags & AP_EXPR_FLAG_RESTRICTED)) {
            *parms->err = apr_psprintf(parms->ptemp,
                                       "operator -%s is not "
                                       "available in this restricted context",
                                       parms->name);
            return !OK;
        }
        *parms->func = (const void *)unaries[i].run;
        return unaries[i].takes_subnet ? prepare_subnet(parms) : OK;
    }
    return DECLINED;
}

int pn_expr_operators_lookup(ap_expr_lookup_parms *parms)
{
    if (parms->type == AP_EXPR_FUNC_OP_UNARY) {
        return look_up_unary(parms);
    }
    for (size_t i = 0; i < sizeof(binaries) / sizeof(binaries[0]); i++) {
        if (ap_cstr_casecmp(parms->name, binaries[i].name) == 0) {
            *parms->func = (const void *)binaries[i].run;
            return binaries[i].takes_subnet ? prepare_subnet(parms) : OK;
        }
    }
    return DECLINED;
}
