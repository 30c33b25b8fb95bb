/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core_errordoc.c - ErrorDocument: parsing and look-up.
 *
 * A section has a hash from the row of a status to one error_doc_t; merging
 * overlays hashes. "default" must be an entry of its own: it hides what an
 * outer section says.
 */

#include "core_errordoc.h"

#include "core.h"

#include "apr_strings.h"

#include "ap_expr.h"
#include "http_log.h"
#include "http_protocol.h"

APLOG_USE_MODULE(core);

typedef struct error_doc_t {
    int row;               /* the key's memory */
    int is_text;           /* a message, not a URL */
    ap_expr_info_t *value; /* NULL: the built-in page */
} error_doc_t;

char *pn_core_errordoc_find(request_rec *r, apr_hash_t *docs, int row)
{
    const error_doc_t *doc = apr_hash_get(docs, &row, sizeof(row));
    const char *failure = NULL;
    const char *value;

    if (!doc || !doc->value) {
        return NULL;
    }
    value = ap_expr_str_exec(r, doc->value, &failure);
    if (failure) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                      "ErrorDocument: its expression failed (%s), sending the "
                      "built-in page",
                      failure);
        return NULL;
    }
    if (doc->is_text) {
        return apr_pstrcat(r->pool, "\"", value, NULL);
    }
    return apr_pstrdup(r->pool, value);
}

static const char *parse_status(cmd_parms *cmd, const char *code, int *row)
{
    char *end;
    apr_int64_t status = apr_strtoi64(code, &end, 10);

    if (end == code || *end || status < 400 || status > 599) {
        return apr_psprintf(cmd->pool, "'%s' is no status from 400 to 599",
                            code);
    }
    *row = ap_index_of_response((int)status);
    if (*row == ap_index_of_response(HTTP_INTERNAL_SERVER_ERROR)
        && status != HTTP_INTERNAL_SERVER_ERROR) {
        return apr_psprintf(
            cmd->pool, "status %s is not one that can have a document", code);
    }
    return NULL;
}

const char *pn_core_errordoc_set(cmd_parms *cmd, void *dir_conf,
                                 const char *code, const char *text)
{
    core_dir_config *conf = dir_conf;
    error_doc_t *doc = apr_pcalloc(cmd->pool, sizeof(*doc));
    const char *failure = parse_status(cmd, code, &doc->row);

    if (failure) {
        return failure;
    }
    if (ap_cstr_casecmp(text, "default") != 0) {
        /* "missing: look elsewhere" is no URL, whatever its first word. */
        doc->is_text = *text == '"'
                       || !(*text == '/'
                            || (ap_is_url(text) && strstr(text, "://")));
        if (*text == '"') {
            text++;
        }
        if (!doc->is_text && *text != '/'
            && ap_index_of_response(HTTP_UNAUTHORIZED) == doc->row) {
            ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, cmd->server,
                         "%s:%d: ErrorDocument 401 with a full URL would keep "
                         "clients from being asked for a password, ignored",
                         cmd->directive->filename, cmd->directive->line_num);
            return NULL;
        }
        doc->value = ap_expr_parse_cmd(cmd, text, AP_EXPR_FLAG_STRING_RESULT,
                                       &failure, NULL);
        if (failure) {
            return apr_psprintf(cmd->pool, "cannot read the document '%s': %s",
                                text, failure);
        }
    }
    if (!conf->response_code_exprs) {
        conf->response_code_exprs = apr_hash_make(cmd->pool);
    }
    apr_hash_set(conf->response_code_exprs, &doc->row, sizeof(doc->row), doc);
    return NULL;
}
