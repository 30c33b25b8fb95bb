/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_deflate - compresses responses in the form of gzip (RFC 1952), and takes
 * that off again, by zlib.
 *
 * Filters:    DEFLATE (output: compresses; input: inflates), INFLATE (output)
 * Directives: DeflateAlterETag, DeflateBufferSize, DeflateCompressionLevel,
 *             DeflateFilterNote, DeflateMemLevel, DeflateWindowSize (server,
 *             virtual host); DeflateInflateLimitRequestBody,
 *             DeflateInflateRatioBurst, DeflateInflateRatioLimit (any section)
 * Owns:       a zlib stream for each response, which ends with its request
 * Tests:      test/e2e/filters/test_compression.py, test_inflate.py
 */

#include "deflate.h"

#include <zlib.h>

#include "apr_strings.h"

#include "http_core.h"
#include "http_request.h"

module AP_MODULE_DECLARE_DATA deflate_module;

enum {
    WINDOW_BITS = 15,
    GZIP_FORM = 16, /* zlib: added to the window's bits */
    MEMORY_LEVEL = 9,
    BUFFER_BYTES = 8096,
    BUFFER_MAX_BYTES = 1024 * 1024,
    RATIO = 200,
    BURST = 3
};

typedef struct deflate_conf_t {
    compress_settings_t common;
    int window;
    int memory;
    int level;
} deflate_conf_t;

static void *deflate_create_conf(apr_pool_t *pool, server_rec *s)
{
    deflate_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->common.buffer_bytes = BUFFER_BYTES;
    conf->window = WINDOW_BITS;
    conf->memory = MEMORY_LEVEL;
    conf->level = Z_DEFAULT_COMPRESSION;
    return conf;
}

static void *deflate_create_dir_conf(apr_pool_t *pool, char *dir)
{
    inflate_limits_t *limits = apr_palloc(pool, sizeof(*limits));

    *limits = (inflate_limits_t){ -1, -1, -1 };
    return limits;
}

static void *deflate_merge_dir_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const inflate_limits_t *base = outer;
    const inflate_limits_t *over = inner;
    inflate_limits_t *limits = apr_palloc(pool, sizeof(*limits));

    limits->request_bytes = over->request_bytes < 0 ? base->request_bytes
                                                    : over->request_bytes;
    limits->ratio = over->ratio < 0 ? base->ratio : over->ratio;
    limits->burst = over->burst < 0 ? base->burst : over->burst;
    return limits;
}

static deflate_conf_t *conf_of(server_rec *s)
{
    return ap_get_module_config(s->module_config, &deflate_module);
}

inflate_limits_t deflate_limits(request_rec *r)
{
    const inflate_limits_t *set = ap_get_module_config(r->per_dir_config,
                                                       &deflate_module);
    inflate_limits_t limits = *set;

    if (limits.request_bytes <= 0) {
        limits.request_bytes = ap_get_limit_req_body(r);
    }
    limits.ratio = limits.ratio < 0 ? RATIO : limits.ratio;
    limits.burst = limits.burst < 0 ? BURST : limits.burst;
    return limits;
}

apr_size_t deflate_buffer_bytes(const request_rec *r)
{
    return conf_of(r->server)->common.buffer_bytes;
}

/* --- the codec ---------------------------------------------------------------
 */

static apr_status_t end(void *state)
{
    deflateEnd(state);
    return APR_SUCCESS;
}

static void *begin(request_rec *r)
{
    const deflate_conf_t *conf = conf_of(r->server);
    z_stream *stream = apr_pcalloc(r->pool, sizeof(*stream));

    if (deflateInit2(stream, conf->level, Z_DEFLATED, conf->window + GZIP_FORM,
                     conf->memory, Z_DEFAULT_STRATEGY)
        != Z_OK) {
        return NULL;
    }
    apr_pool_cleanup_register(r->pool, stream, end, apr_pool_cleanup_null);
    return stream;
}

static bool feed(void *state, const char **bytes, apr_size_t *len,
                 compress_step_e step, compress_out_t *out, bool *failed)
{
    static const int modes[] = { [COMPRESS_MORE] = Z_NO_FLUSH,
                                 [COMPRESS_FLUSH] = Z_SYNC_FLUSH,
                                 [COMPRESS_END] = Z_FINISH };
    z_stream *stream = state;
    uInt piece = *len > INT_MAX ? INT_MAX : (uInt)*len;
    int result;

    stream->next_in = (Bytef *)(uintptr_t)*bytes; /* zlib only reads */
    stream->avail_in = piece;
    stream->next_out = (Bytef *)out->room + out->used;
    stream->avail_out = (uInt)(out->room_len - out->used);
    result = deflate(stream, modes[step]);
    /* Z_BUF_ERROR: there was nothing to do. */
    *failed = result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR;
    if (*bytes) {
        *bytes += piece - stream->avail_in;
    }
    *len -= piece - stream->avail_in;
    out->used = out->room_len - stream->avail_out;
    if (step == COMPRESS_END) {
        return result != Z_STREAM_END;
    }
    return *len > 0 || stream->avail_out == 0;
}

static const compress_codec_t codec = {
    .coding = "gzip", .variable = "no-gzip", .begin = begin, .feed = feed
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

/* --- directives
 * --------------------------------------------------------------- */

static const char *set_buffer_size(cmd_parms *cmd, void *unused,
                                   const char *text)
{
    int bytes;
    const char *error = compress_set_number(cmd, text, 1, BUFFER_MAX_BYTES,
                                            &bytes);

    if (!error) {
        conf_of(cmd->server)->common.buffer_bytes = (apr_size_t)bytes;
    }
    return error;
}

static const char *set_level(cmd_parms *cmd, void *unused, const char *text)
{
    return compress_set_number(cmd, text, 1, 9, &conf_of(cmd->server)->level);
}

static const char *set_mem_level(cmd_parms *cmd, void *unused, const char *text)
{
    return compress_set_number(cmd, text, 1, 9, &conf_of(cmd->server)->memory);
}

static const char *set_window_size(cmd_parms *cmd, void *unused,
                                   const char *text)
{
    deflate_conf_t *conf = conf_of(cmd->server);
    const char *error = compress_set_number(cmd, text, 1, 15, &conf->window);

    if (conf->window == 8) {
        conf->window = 9; /* zlib has none of 256 bytes in this form */
    }
    return error;
}

static const char *set_note(cmd_parms *cmd, void *unused, const char *first,
                            const char *second)
{
    return compress_set_note(cmd, &conf_of(cmd->server)->common, first, second);
}

static const char *set_tag(cmd_parms *cmd, void *unused, const char *word)
{
    return compress_set_tag(cmd, &conf_of(cmd->server)->common, word);
}

static const char *set_inflate_limit(cmd_parms *cmd, void *dir_conf,
                                     const char *text)
{
    inflate_limits_t *limits = dir_conf;
    char *end_of_number;

    if (apr_strtoff(&limits->request_bytes, text, &end_of_number, 10)
            != APR_SUCCESS
        || *end_of_number || end_of_number == text
        || limits->request_bytes < 0) {
        return apr_psprintf(cmd->pool, "'%s' is not a number of bytes", text);
    }
    return NULL;
}

static const char *set_ratio_limit(cmd_parms *cmd, void *dir_conf,
                                   const char *text)
{
    inflate_limits_t *limits = dir_conf;

    return compress_set_number(cmd, text, 1, INT_MAX, &limits->ratio);
}

static const char *set_ratio_burst(cmd_parms *cmd, void *dir_conf,
                                   const char *text)
{
    inflate_limits_t *limits = dir_conf;

    return compress_set_number(cmd, text, 1, INT_MAX, &limits->burst);
}

static const command_rec deflate_directives[] = {
    AP_INIT_TAKE12("DeflateFilterNote", set_note, NULL, RSRC_CONF,
                   "Input, Output or Ratio, and the note that it becomes"),
    AP_INIT_TAKE1("DeflateWindowSize", set_window_size, NULL, RSRC_CONF,
                  "1 to 15: the power of two of the window"),
    AP_INIT_TAKE1("DeflateBufferSize", set_buffer_size, NULL, RSRC_CONF,
                  "bytes that are handled at a time"),
    AP_INIT_TAKE1("DeflateMemLevel", set_mem_level, NULL, RSRC_CONF,
                  "1 to 9: how much memory zlib uses"),
    AP_INIT_TAKE1("DeflateCompressionLevel", set_level, NULL, RSRC_CONF,
                  "1 (fast) to 9 (small)"),
    AP_INIT_TAKE1("DeflateAlterEtag", set_tag, NULL, RSRC_CONF,
                  "AddSuffix, NoChange or Remove"),
    AP_INIT_TAKE1("DeflateInflateLimitRequestBody", set_inflate_limit, NULL,
                  OR_ALL, "bytes that a request's body may become"),
    AP_INIT_TAKE1("DeflateInflateRatioLimit", set_ratio_limit, NULL, OR_ALL,
                  "how many times its size a body may become"),
    AP_INIT_TAKE1("DeflateInflateRatioBurst", set_ratio_burst, NULL, OR_ALL,
                  "how often the ratio may be exceeded"),
    { .name = NULL },
};

static void deflate_register_hooks(apr_pool_t *pool)
{
    ap_register_output_filter("DEFLATE", filter_response, NULL,
                              AP_FTYPE_CONTENT_SET);
    ap_register_output_filter("INFLATE", inflate_response, NULL,
                              AP_FTYPE_RESOURCE - 1);
    ap_register_input_filter("DEFLATE", inflate_request, NULL,
                             AP_FTYPE_CONTENT_SET);
    ap_hook_fixups(match_tags, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(deflate) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = deflate_create_dir_conf,
    .merge_dir_config = deflate_merge_dir_conf,
    .create_server_config = deflate_create_conf,
    .cmds = deflate_directives,
    .register_hooks = deflate_register_hooks,
};
