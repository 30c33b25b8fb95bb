/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_brotli - compresses responses with Brotli (RFC 7932), by libbrotlienc.
 *
 * Filter:     BROTLI_COMPRESS (output)
 * Directives: BrotliAlterETag, BrotliCompressionMaxInputBlock,
 *             BrotliCompressionQuality, BrotliCompressionWindow,
 *             BrotliFilterNote (server, virtual host)
 * Owns:       an encoder for each response, which ends with its request
 * Tests:      test/e2e/filters/test_compression.py
 */

#include "compress.h"

#include <brotli/encode.h>

#include "http_request.h"

module AP_MODULE_DECLARE_DATA brotli_module;

enum { QUALITY = 5, WINDOW = 18, BUFFER_BYTES = 8096 };

typedef struct brotli_conf_t {
    compress_settings_t common;
    int quality;
    int window;
    int block; /* 0: as the library likes */
} brotli_conf_t;

static void *brotli_create_conf(apr_pool_t *pool, server_rec *s)
{
    brotli_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->common.buffer_bytes = BUFFER_BYTES;
    conf->quality = QUALITY;
    conf->window = WINDOW;
    return conf;
}

static brotli_conf_t *conf_of(server_rec *s)
{
    return ap_get_module_config(s->module_config, &brotli_module);
}

static apr_status_t end(void *state)
{
    BrotliEncoderDestroyInstance(state);
    return APR_SUCCESS;
}

static void *begin(request_rec *r)
{
    const brotli_conf_t *conf = conf_of(r->server);
    BrotliEncoderState *state = BrotliEncoderCreateInstance(NULL, NULL, NULL);

    if (!state) {
        return NULL;
    }
    apr_pool_cleanup_register(r->pool, state, end, apr_pool_cleanup_null);
    BrotliEncoderSetParameter(state, BROTLI_PARAM_QUALITY,
                              (uint32_t)conf->quality);
    BrotliEncoderSetParameter(state, BROTLI_PARAM_LGWIN,
                              (uint32_t)conf->window);
    if (conf->block) {
        BrotliEncoderSetParameter(state, BROTLI_PARAM_LGBLOCK,
                                  (uint32_t)conf->block);
    }
    return state;
}

static bool feed(void *state, const char **bytes, apr_size_t *len,
                 compress_step_e step, compress_out_t *out, bool *failed)
{
    static const BrotliEncoderOperation operations[] = {
        [COMPRESS_MORE] = BROTLI_OPERATION_PROCESS,
        [COMPRESS_FLUSH] = BROTLI_OPERATION_FLUSH,
        [COMPRESS_END] = BROTLI_OPERATION_FINISH,
    };
    const uint8_t *in = (const uint8_t *)*bytes;
    uint8_t *to = (uint8_t *)out->room + out->used;
    size_t room = out->room_len - out->used;

    *failed = !BrotliEncoderCompressStream(state, operations[step], len, &in,
                                           &room, &to, NULL);
    *bytes = (const char *)in;
    out->used = out->room_len - room;
    if (step == COMPRESS_MORE) {
        return *len > 0 || room == 0;
    }
    return BrotliEncoderHasMoreOutput(state);
}

static const compress_codec_t codec = {
    .coding = "br", .variable = "no-brotli", .begin = begin, .feed = feed
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

static const char *set_quality(cmd_parms *cmd, void *unused, const char *text)
{
    return compress_set_number(cmd, text, 0, 11,
                               &conf_of(cmd->server)->quality);
}

static const char *set_window(cmd_parms *cmd, void *unused, const char *text)
{
    return compress_set_number(cmd, text, 10, 24,
                               &conf_of(cmd->server)->window);
}

static const char *set_block(cmd_parms *cmd, void *unused, const char *text)
{
    return compress_set_number(cmd, text, 16, 24, &conf_of(cmd->server)->block);
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

static const command_rec brotli_directives[] = {
    AP_INIT_TAKE12("BrotliFilterNote", set_note, NULL, RSRC_CONF,
                   "Input, Output or Ratio, and the note that it becomes"),
    AP_INIT_TAKE1("BrotliCompressionQuality", set_quality, NULL, RSRC_CONF,
                  "0 (fast) to 11 (small)"),
    AP_INIT_TAKE1("BrotliCompressionWindow", set_window, NULL, RSRC_CONF,
                  "10 to 24: the power of two of the window"),
    AP_INIT_TAKE1("BrotliCompressionMaxInputBlock", set_block, NULL, RSRC_CONF,
                  "16 to 24: the power of two of a block"),
    AP_INIT_TAKE1("BrotliAlterETag", set_tag, NULL, RSRC_CONF,
                  "AddSuffix, NoChange or Remove"),
    { .name = NULL },
};

static void brotli_register_hooks(apr_pool_t *pool)
{
    ap_register_output_filter("BROTLI_COMPRESS", filter_response, NULL,
                              AP_FTYPE_CONTENT_SET);
    ap_hook_fixups(match_tags, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(brotli) = {
    STANDARD20_MODULE_STUFF,
    .create_server_config = brotli_create_conf,
    .cmds = brotli_directives,
    .register_hooks = brotli_register_hooks,
};
