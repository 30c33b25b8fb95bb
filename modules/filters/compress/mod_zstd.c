/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_zstd - compresses responses with Zstandard (RFC 8878), by libzstd.
 *
 * Filter:     ZSTD_COMPRESS (output)
 * Directives: ZstdAlterETag, ZstdCompressionLevel, ZstdFilterNote,
 *             ZstdWindow (server, virtual host)
 * Owns:       an encoder for each response, which ends with its request
 * Tests:      test/e2e/filters/test_compression.py
 */

#include "compress.h"

#include <zstd.h>

#include "http_request.h"

module AP_MODULE_DECLARE_DATA zstd_module;

/* RFC 9659: what browsers take is a window of at most 8 MB. */
enum { LEVEL = 3, WINDOW = 20, WINDOW_MAX = 23, BUFFER_BYTES = 8096 };

typedef struct zstd_conf_t {
    compress_settings_t common;
    int level;
    int window;
} zstd_conf_t;

static void *zstd_create_conf(apr_pool_t *pool, server_rec *s)
{
    zstd_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->common.buffer_bytes = BUFFER_BYTES;
    conf->level = LEVEL;
    conf->window = WINDOW;
    return conf;
}

static zstd_conf_t *conf_of(server_rec *s)
{
    return ap_get_module_config(s->module_config, &zstd_module);
}

static apr_status_t end(void *state)
{
    ZSTD_freeCCtx(state);
    return APR_SUCCESS;
}

static void *begin(request_rec *r)
{
    const zstd_conf_t *conf = conf_of(r->server);
    ZSTD_CCtx *state = ZSTD_createCCtx();

    if (!state) {
        return NULL;
    }
    apr_pool_cleanup_register(r->pool, state, end, apr_pool_cleanup_null);
    ZSTD_CCtx_setParameter(state, ZSTD_c_compressionLevel, conf->level);
    ZSTD_CCtx_setParameter(state, ZSTD_c_windowLog, conf->window);
    ZSTD_CCtx_setParameter(state, ZSTD_c_checksumFlag, 1);
    return state;
}

static bool feed(void *state, const char **bytes, apr_size_t *len,
                 compress_step_e step, compress_out_t *out, bool *failed)
{
    static const ZSTD_EndDirective directives[] = {
        [COMPRESS_MORE] = ZSTD_e_continue,
        [COMPRESS_FLUSH] = ZSTD_e_flush,
        [COMPRESS_END] = ZSTD_e_end,
    };
    ZSTD_inBuffer in = { *bytes, *len, 0 };
    ZSTD_outBuffer to = { out->room, out->room_len, out->used };
    size_t left = ZSTD_compressStream2(state, &to, &in, directives[step]);

    *failed = ZSTD_isError(left) != 0;
    if (in.pos > 0) {
        *bytes += in.pos;
        *len -= in.pos;
    }
    out->used = to.pos;
    if (step == COMPRESS_MORE) {
        return *len > 0 || to.pos == to.size;
    }
    return left > 0;
}

static const compress_codec_t codec = {
    .coding = "zstd", .variable = "no-zstd", .begin = begin, .feed = feed
};

static apr_status_t filter_response(ap_filter_t *f, apr_bucket_brigade *bb)
{
    return compress_response(f, bb, &codec, &conf_of(f->r->server)->common);
}

static int match_tags(request_rec *r)
{
    compress_match_tags(r, &codec, &conf_of(r->server)->common);
    return DECLINED;
}

static const char *set_level(cmd_parms *cmd, void *unused, const char *text)
{
    return compress_set_number(cmd, text, 1, 19, &conf_of(cmd->server)->level);
}

static const char *set_window(cmd_parms *cmd, void *unused, const char *text)
{
    return compress_set_number(cmd, text, 10, WINDOW_MAX,
                               &conf_of(cmd->server)->window);
}

static const char *set_tag(cmd_parms *cmd, void *unused, const char *word)
{
    return compress_set_tag(cmd, &conf_of(cmd->server)->common, word);
}

static const char *set_note(cmd_parms *cmd, void *unused, const char *first,
                            const char *second)
{
    return compress_set_note(cmd, &conf_of(cmd->server)->common, first, second);
}

static const command_rec zstd_directives[] = {
    AP_INIT_TAKE12("ZstdFilterNote", set_note, NULL, RSRC_CONF,
                   "Input, Output or Ratio, and the note that it becomes"),
    AP_INIT_TAKE1("ZstdCompressionLevel", set_level, NULL, RSRC_CONF,
                  "1 (fast) to 19 (small)"),
    AP_INIT_TAKE1("ZstdWindow", set_window, NULL, RSRC_CONF,
                  "10 to 23: the power of two of the window"),
    AP_INIT_TAKE1("ZstdAlterETag", set_tag, NULL, RSRC_CONF,
                  "AddSuffix, NoChange or Remove"),
    { .name = NULL },
};

static void zstd_register_hooks(apr_pool_t *pool)
{
    ap_register_output_filter("ZSTD_COMPRESS", filter_response, NULL,
                              AP_FTYPE_CONTENT_SET);
    ap_hook_fixups(match_tags, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(zstd) = {
    STANDARD20_MODULE_STUFF,
    .create_server_config = zstd_create_conf,
    .cmds = zstd_directives,
    .register_hooks = zstd_register_hooks,
};
