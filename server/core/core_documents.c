/* SPDX-License-Identifier: Apache-2.0 */
/* core_documents.c - where files are and how they are sent. */

#include "core.h"

#include "apr_file_info.h"
#include "apr_strings.h"

#include "http_log.h"
#include "http_main.h"

APLOG_USE_MODULE(core);

static const char *set_document_root(cmd_parms *cmd, void *dir_conf,
                                     const char *arg)
{
    core_server_config *conf = pn_core_server(cmd);
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);
    char *clean;

    if (failure) {
        return failure;
    }
    /* Given relative, it is below ServerRoot. */
    arg = ap_server_root_relative(cmd->pool, arg);
    if (!arg) {
        return "DocumentRoot is no valid path";
    }
    if (apr_filepath_merge(&clean, NULL, arg, APR_FILEPATH_TRUENAME, cmd->pool)
            == APR_SUCCESS
        && ap_is_directory(cmd->temp_pool, clean)) {
        conf->ap_document_root = clean;
        return NULL;
    }
    if (ap_document_root_check) {
        return apr_psprintf(cmd->pool,
                            "DocumentRoot '%s' is not a directory, or is not "
                            "readable",
                            arg);
    }
    conf->ap_document_root = arg;
    return NULL;
}

static const char *set_default_type(cmd_parms *cmd, void *dir_conf,
                                    const char *arg)
{
    if (ap_cstr_casecmp(arg, "none") != 0) {
        ap_log_error(APLOG_MARK, APLOG_WARNING, 0, cmd->server,
                     "%s:%d: DefaultType has no effect since 2.4, use "
                     "ForceType or AddType",
                     cmd->directive->filename, cmd->directive->line_num);
    }
    return NULL;
}

static const char *set_force_type(cmd_parms *cmd, void *dir_conf,
                                  const char *arg)
{
    core_dir_config *conf = dir_conf;
    char *type = apr_pstrdup(cmd->pool, arg);

    ap_str_tolower(type);
    conf->mime_type = type;
    return NULL;
}

static const char *set_add_default_charset(cmd_parms *cmd, void *dir_conf,
                                           const char *arg)
{
    core_dir_config *conf = dir_conf;

    if (ap_cstr_casecmp(arg, "off") == 0) {
        conf->add_default_charset = ADD_DEFAULT_CHARSET_OFF;
    }
    else {
        conf->add_default_charset = ADD_DEFAULT_CHARSET_ON;
        conf->add_default_charset_name = ap_cstr_casecmp(arg, "on") == 0
                                             ? DEFAULT_ADD_DEFAULT_CHARSET_NAME
                                             : arg;
    }
    return NULL;
}

static const char *set_accept_path_info(cmd_parms *cmd, void *dir_conf,
                                        const char *arg)
{
    core_dir_config *conf = dir_conf;

    if (ap_cstr_casecmp(arg, "on") == 0) {
        conf->accept_path_info = AP_REQ_ACCEPT_PATH_INFO;
    }
    else if (ap_cstr_casecmp(arg, "off") == 0) {
        conf->accept_path_info = AP_REQ_REJECT_PATH_INFO;
    }
    else if (ap_cstr_casecmp(arg, "default") == 0) {
        conf->accept_path_info = AP_REQ_DEFAULT_PATH_INFO;
    }
    else {
        return pn_core_unknown(cmd, arg, "On, Off or Default");
    }
    return NULL;
}

static const char *set_allow_encoded_slashes(cmd_parms *cmd, void *dir_conf,
                                             const char *arg)
{
    core_dir_config *conf = dir_conf;
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (failure) {
        return failure;
    }
    if (ap_cstr_casecmp(arg, "on") == 0) {
        conf->allow_encoded_slashes = 1;
        conf->decode_encoded_slashes = 1;
    }
    else if (ap_cstr_casecmp(arg, "off") == 0) {
        conf->allow_encoded_slashes = 0;
        conf->decode_encoded_slashes = 0;
    }
    else if (ap_cstr_casecmp(arg, "nodecode") == 0) {
        conf->allow_encoded_slashes = 1;
        conf->decode_encoded_slashes = 0;
    }
    else {
        return pn_core_unknown(cmd, arg, "On, Off or NoDecode");
    }
    return NULL;
}

static const char *set_enable_mmap(cmd_parms *cmd, void *dir_conf,
                                   const char *arg)
{
    core_dir_config *conf = dir_conf;
    int is_on;
    const char *failure = pn_core_parse_switch(cmd, arg, &is_on);

    if (!failure) {
        conf->enable_mmap = is_on ? ENABLE_MMAP_ON : ENABLE_MMAP_OFF;
    }
    return failure;
}

static const char *set_enable_sendfile(cmd_parms *cmd, void *dir_conf,
                                       const char *arg)
{
    core_dir_config *conf = dir_conf;
    int is_on;
    const char *failure = pn_core_parse_switch(cmd, arg, &is_on);

    if (!failure) {
        conf->enable_sendfile = is_on ? ENABLE_SENDFILE_ON
                                      : ENABLE_SENDFILE_OFF;
    }
    return failure;
}

static const char *set_content_digest(cmd_parms *cmd, void *dir_conf, int is_on)
{
    core_dir_config *conf = dir_conf;

    conf->content_md5 = is_on ? AP_CORE_CONFIG_ON : AP_CORE_CONFIG_OFF;
    return NULL;
}

static const char *set_merge_slashes(cmd_parms *cmd, void *dir_conf, int is_on)
{
    const char *failure = ap_check_cmd_context(cmd, NOT_IN_DIR_CONTEXT);

    if (!failure) {
        pn_core_server(cmd)->merge_slashes = is_on ? AP_CORE_CONFIG_ON
                                                   : AP_CORE_CONFIG_OFF;
    }
    return failure;
}

/* --- FileETag ------------------------------------------------------------- */

static const struct {
    const char *word;
    etag_components_t bits;
} etag_words[] = {
    { "INode", ETAG_INODE }, { "MTime", ETAG_MTIME },   { "Size", ETAG_SIZE },
    { "All", ETAG_ALL },     { "Digest", ETAG_DIGEST }, { "None", ETAG_NONE },
};

static const char *parse_etag_word(cmd_parms *cmd, core_dir_config *conf,
                                   const char *word)
{
    const char *name = word + (*word == '+' || *word == '-');
    etag_components_t bits = ETAG_UNSET;
    size_t i;

    for (i = 0; i < sizeof(etag_words) / sizeof(etag_words[0]); i++) {
        if (ap_cstr_casecmp(name, etag_words[i].word) == 0) {
            bits = etag_words[i].bits;
        }
    }
    if (bits == ETAG_UNSET) {
        return apr_psprintf(cmd->pool, "Unknown keyword '%s' for FileETag",
                            name);
    }
    if (name != word && (bits == ETAG_NONE || bits == ETAG_ALL)) {
        return apr_psprintf(cmd->pool,
                            "FileETag keyword '%s' cannot be used "
                            "with '+' or '-'",
                            name);
    }
    if (*word == '+') {
        conf->etag_add |= bits;
        conf->etag_remove &= ~bits;
    }
    else if (*word == '-') {
        conf->etag_remove |= bits;
        conf->etag_add &= ~bits;
    }
    else { /* a word without sign cancels what is inherited */
        conf->etag_bits |= bits;
    }
    return NULL;
}

const char *pn_core_etag_parse(cmd_parms *cmd, core_dir_config *conf,
                               const char *words)
{
    if (!*words) {
        return "FileETag needs at least one word";
    }
    conf->etag_bits = ETAG_UNSET;
    while (*words) {
        const char *failure = parse_etag_word(
            cmd, conf, ap_getword_conf(cmd->temp_pool, &words));

        if (failure) {
            return failure;
        }
    }
    if (conf->etag_bits & ETAG_NONE) {
        conf->etag_bits = ETAG_NONE;
        conf->etag_add = conf->etag_remove = ETAG_UNSET;
    }
    /* With a word without sign, and at the top where nothing is inherited,
     * the result is known at once. */
    if (conf->etag_bits != ETAG_UNSET
        || (!cmd->path && cmd->server && !cmd->server->is_virtual)) {
        if (conf->etag_bits != ETAG_NONE) {
            conf->etag_bits = pn_core_config_etags(
                conf->etag_bits, conf->etag_add, conf->etag_remove);
        }
        conf->etag_add = conf->etag_remove = ETAG_UNSET;
    }
    return NULL;
}

static const char *set_file_etag(cmd_parms *cmd, void *dir_conf,
                                 const char *words)
{
    return pn_core_etag_parse(cmd, dir_conf, words);
}

const command_rec pn_core_documents[] = {
    AP_INIT_TAKE1("DocumentRoot", set_document_root, NULL, RSRC_CONF,
                  "the directory that the URL / stands for"),
    AP_INIT_TAKE2("ErrorDocument", pn_core_errordoc_set, NULL, OR_FILEINFO,
                  "a status and a URL, a text or 'default'"),
    AP_INIT_TAKE1("DefaultType", set_default_type, NULL, OR_FILEINFO,
                  "None; has no effect"),
    AP_INIT_TAKE1("ForceType", set_force_type, NULL, OR_FILEINFO,
                  "the media type of all files, or None"),
    AP_INIT_TAKE1("AddDefaultCharset", set_add_default_charset, NULL,
                  OR_FILEINFO,
                  "On (iso-8859-1), Off or the charset of text/plain and "
                  "text/html"),
    AP_INIT_TAKE1("AcceptPathInfo", set_accept_path_info, NULL, OR_FILEINFO,
                  "On, Off or Default (the handler's): whether a URL may go "
                  "on behind a file"),
    AP_INIT_TAKE1("AllowEncodedSlashes", set_allow_encoded_slashes, NULL,
                  RSRC_CONF, "On, Off or NoDecode: what becomes of %2F"),
    AP_INIT_FLAG("MergeSlashes", set_merge_slashes, NULL, RSRC_CONF,
                 "On or Off: whether // in URLs is taken for /"),
    AP_INIT_RAW_ARGS("FileETag", set_file_etag, NULL, OR_FILEINFO,
                     "what entity tags are made of: INode, MTime, Size, "
                     "Digest, All or None"),
    AP_INIT_TAKE1("EnableMMAP", set_enable_mmap, NULL, OR_FILEINFO,
                  "On or Off: whether files may be mapped into memory"),
    AP_INIT_TAKE1("EnableSendfile", set_enable_sendfile, NULL, OR_FILEINFO,
                  "On or Off: whether the kernel may send files itself"),
    AP_INIT_FLAG("ContentDigest", set_content_digest, NULL, OR_OPTIONS,
                 "On or Off: whether files are sent with Content-MD5"),
    AP_INIT_TAKE1(NULL, NULL, NULL, 0, NULL),
};
