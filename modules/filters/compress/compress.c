/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compress - see compress.h.
 *
 * Entity tags: what is compressed is another representation, with a tag of its
 * own, the file's with the coding behind it. When such a tag comes back it is
 * taken for the file's, if the client takes the coding; and the 304 that comes
 * of it has the tag that the client knows.
 *
 * Ranges: those of a file are not those of its compressed form. A request for
 * a range gets the file's bytes, not compressed; if it goes on with what it
 * has of the compressed form (If-Range says so), it gets that again, whole.
 */

#include "compress.h"

#include <stdlib.h>
#include <string.h>

#include "apr_lib.h"
#include "apr_strings.h"

#include "http_log.h"
#include "http_protocol.h"

enum { PASS_BYTES = 64 * 1024 };

typedef struct compress_ctx_t {
    void *state;
    apr_bucket_brigade *out;
    apr_size_t out_bytes; /* in out */
    compress_out_t room;
    apr_off_t input_bytes;
    apr_off_t output_bytes;
} compress_ctx_t;

/* --- whether -------------------------------------------------------------- */

/* "gzip;q=0.5" in a list: whether coding is there and not refused. */
static bool accepts(const char *list, const char *coding)
{
    apr_size_t len = strlen(coding);

    while (list && *list) {
        const char *item = list + strspn(list, ", \t");
        const char *end = item + strcspn(item, ",");

        if (ap_cstr_casecmpn(item, coding, len) == 0
            && (item[len] == '\0' || strchr(",; \t", item[len]))) {
            const char *q = item + len + strspn(item + len, " \t;");

            if (q >= end || ap_cstr_casecmpn(q, "q=", 2) != 0) {
                return true;
            }
            return strtod(q + 2, NULL) > 0;
        }
        list = end;
    }
    return false;
}

static const char *field(request_rec *r, const char *name)
{
    const char *value = apr_table_get(r->headers_out, name);

    return value ? value : apr_table_get(r->err_headers_out, name);
}

static bool is_coded(request_rec *r)
{
    const char *coding = field(r, "Content-Encoding");

    return (coding && ap_cstr_casecmp(coding, "identity") != 0)
           || (r->content_encoding
               && ap_cstr_casecmp(r->content_encoding, "identity") != 0);
}

/* A part of a whole, or a whole that nobody may change. */
static bool is_fixed(request_rec *r)
{
    const char *control = field(r, "Cache-Control");

    return r->main || r->status == HTTP_NO_CONTENT
           || r->status == HTTP_PARTIAL_CONTENT || field(r, "Content-Range")
           || (control && ap_find_token(r->pool, control, "no-transform"));
}

static bool is_switched_off(request_rec *r, const compress_codec_t *codec)
{
    const char *only = apr_table_get(r->subprocess_env, "gzip-only-text/html");

    if (apr_table_get(r->subprocess_env, codec->variable)) {
        return true;
    }
    return only && strcmp(only, "1") == 0
           && (!r->content_type
               || ap_cstr_casecmpn(r->content_type, "text/html", 9) != 0);
}

/* `"abc"` and `"abc-gzip"`: where the suffix of a tag begins, or NULL. */
static char *find_suffix(const char *tag, const char *coding)
{
    apr_size_t len = strlen(coding);

    for (char *at = strchr(tag, '-'); at; at = strchr(at + 1, '-')) {
        if (strncmp(at + 1, coding, len) == 0 && at[len + 1] == '"') {
            return at;
        }
    }
    return NULL;
}

/* See the top of the file. */
static bool wants_a_part(request_rec *r, const compress_codec_t *codec)
{
    const char *condition = apr_table_get(r->headers_in, "If-Range");

    if (!apr_table_get(r->headers_in, "Range")) {
        return false;
    }
    if (condition && find_suffix(condition, codec->coding)) {
        apr_table_unset(r->headers_in, "Range");
        return false;
    }
    return true;
}

static bool is_wanted(request_rec *r, const compress_codec_t *codec)
{
    if (is_fixed(r) || is_coded(r) || is_switched_off(r, codec)) {
        return false;
    }
    if (!apr_table_get(r->subprocess_env, "force-gzip")) {
        apr_table_mergen(r->headers_out, "Vary", "Accept-Encoding");
        if (!accepts(apr_table_get(r->headers_in, "Accept-Encoding"),
                     codec->coding)) {
            return false;
        }
    }
    return !wants_a_part(r, codec);
}

/* --- tags ----------------------------------------------------------------- */

static void add_suffix(request_rec *r, const char *coding)
{
    const char *tag = apr_table_get(r->headers_out, "ETag");
    apr_size_t len = tag ? strlen(tag) : 0;

    if (len > 1 && tag[len - 1] == '"' && !find_suffix(tag, coding)) {
        apr_table_setn(
            r->headers_out, "ETag",
            apr_psprintf(r->pool, "%.*s-%s\"", (int)(len - 1), tag, coding));
    }
}

static void alter_tag(request_rec *r, const compress_codec_t *codec,
                      const compress_settings_t *settings)
{
    if (settings->tag == COMPRESS_ADD_SUFFIX) {
        add_suffix(r, codec->coding);
    }
    else if (settings->tag == COMPRESS_NO_TAG) {
        apr_table_unset(r->headers_out, "ETag");
    }
}

static const char *note_of(request_rec *r, const compress_codec_t *codec)
{
    return apr_pstrcat(r->pool, "compress-tag-", codec->coding, NULL);
}

static bool take_suffixes_off(request_rec *r, const char *name,
                              const char *coding)
{
    const char *list = apr_table_get(r->headers_in, name);
    char *copy;
    char *at;
    bool has_any = false;

    if (!list || !find_suffix(list, coding)) {
        return false;
    }
    copy = apr_pstrdup(r->pool, list);
    while ((at = find_suffix(copy, coding)) != NULL) {
        memmove(at, at + 1 + strlen(coding),
                strlen(at + 1 + strlen(coding)) + 1);
        has_any = true;
    }
    apr_table_setn(r->headers_in, name, copy);
    return has_any;
}

void compress_match_tags(request_rec *r, const compress_codec_t *codec,
                         const compress_settings_t *settings)
{
    bool has_any;

    if (settings->tag != COMPRESS_ADD_SUFFIX || r->main
        || !accepts(apr_table_get(r->headers_in, "Accept-Encoding"),
                    codec->coding)) {
        return;
    }
    has_any = take_suffixes_off(r, "If-None-Match", codec->coding);
    has_any |= take_suffixes_off(r, "If-Match", codec->coding);
    if (has_any) {
        apr_table_setn(r->notes, note_of(r, codec), "1");
    }
}

/* --- how -------------------------------------------------------------------
 */

static void set_fields(request_rec *r, const compress_codec_t *codec,
                       const compress_settings_t *settings)
{
    apr_table_setn(r->headers_out, "Content-Encoding", codec->coding);
    r->content_encoding = codec->coding;
    apr_table_unset(r->headers_out, "Content-Length");
    apr_table_unset(r->headers_out, "Content-MD5");
    apr_table_unset(r->headers_out, "Accept-Ranges");
    alter_tag(r, codec, settings);
}

static compress_ctx_t *begin(ap_filter_t *f, const compress_codec_t *codec,
                             const compress_settings_t *settings)
{
    request_rec *r = f->r;
    compress_ctx_t *ctx = apr_pcalloc(r->pool, sizeof(*ctx));

    ctx->out = apr_brigade_create(r->pool, f->c->bucket_alloc);
    ctx->room.room_len = settings->buffer_bytes;
    if (!r->header_only) {
        ctx->state = codec->begin(r);
        if (!ctx->state) {
            return NULL;
        }
    }
    return ctx;
}

/* What the codec has given out becomes a bucket. */
static void take_output(ap_filter_t *f, compress_ctx_t *ctx)
{
    compress_out_t *out = &ctx->room;

    if (out->used > 0) {
        APR_BRIGADE_INSERT_TAIL(ctx->out,
                                apr_bucket_heap_create(out->room, out->used,
                                                       apr_bucket_free,
                                                       f->c->bucket_alloc));
        ctx->out_bytes += out->used;
        ctx->output_bytes += (apr_off_t)out->used;
        out->room = NULL;
        out->used = 0;
    }
}

static apr_status_t pass(ap_filter_t *f, compress_ctx_t *ctx)
{
    apr_status_t rv = ap_pass_brigade(f->next, ctx->out);

    apr_brigade_cleanup(ctx->out);
    ctx->out_bytes = 0;
    return rv;
}

static apr_status_t feed(ap_filter_t *f, compress_ctx_t *ctx,
                         const compress_codec_t *codec, const char *bytes,
                         apr_size_t len, compress_step_e step)
{
    bool has_more = true;
    bool failed = false;

    ctx->input_bytes += (apr_off_t)len;
    while (has_more && !failed) {
        if (!ctx->room.room) {
            ctx->room.room = apr_bucket_alloc(ctx->room.room_len,
                                              f->c->bucket_alloc);
        }
        has_more = codec->feed(ctx->state, &bytes, &len, step, &ctx->room,
                               &failed);
        if (has_more || step != COMPRESS_MORE) {
            take_output(f, ctx);
        }
        if (ctx->out_bytes >= PASS_BYTES && step == COMPRESS_MORE) {
            apr_status_t rv = pass(f, ctx);

            if (rv != APR_SUCCESS) {
                return rv;
            }
        }
    }
    if (failed) {
        ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, f->r,
                      "compressing the response with %s failed, it is cut off",
                      codec->coding);
        return APR_EGENERAL;
    }
    return APR_SUCCESS;
}

static apr_status_t feed_bucket(ap_filter_t *f, compress_ctx_t *ctx,
                                const compress_codec_t *codec, apr_bucket *b)
{
    const char *bytes;
    apr_size_t len;
    apr_status_t rv = apr_bucket_read(b, &bytes, &len, APR_NONBLOCK_READ);

    if (APR_STATUS_IS_EAGAIN(rv)) {
        /* Nothing for now: the client shall see what there is. */
        rv = feed(f, ctx, codec, NULL, 0, COMPRESS_FLUSH);
        if (rv == APR_SUCCESS) {
            APR_BRIGADE_INSERT_TAIL(
                ctx->out, apr_bucket_flush_create(f->c->bucket_alloc));
            rv = pass(f, ctx);
        }
        if (rv == APR_SUCCESS) {
            rv = apr_bucket_read(b, &bytes, &len, APR_BLOCK_READ);
        }
    }
    if (rv != APR_SUCCESS) {
        return rv;
    }
    return len > 0 ? feed(f, ctx, codec, bytes, len, COMPRESS_MORE)
                   : APR_SUCCESS;
}

static void set_notes(request_rec *r, const compress_ctx_t *ctx,
                      const compress_settings_t *settings)
{
    if (settings->note_input) {
        apr_table_setn(r->notes, settings->note_input,
                       apr_off_t_toa(r->pool, ctx->input_bytes));
    }
    if (settings->note_output) {
        apr_table_setn(r->notes, settings->note_output,
                       apr_off_t_toa(r->pool, ctx->output_bytes));
    }
    if (settings->note_ratio && ctx->input_bytes > 0) {
        apr_table_setn(
            r->notes, settings->note_ratio,
            apr_off_t_toa(r->pool, ctx->output_bytes * 100 / ctx->input_bytes));
    }
}

/* Moves b, which has no content, to the output, behind what it stands behind.
 */
static apr_status_t feed_metadata(ap_filter_t *f, compress_ctx_t *ctx,
                                  const compress_codec_t *codec,
                                  const compress_settings_t *settings,
                                  apr_bucket *b)
{
    bool is_flush = APR_BUCKET_IS_FLUSH(b);
    bool is_end = APR_BUCKET_IS_EOS(b);
    apr_status_t rv = APR_SUCCESS;

    if ((is_flush || is_end) && ctx->state) {
        rv = feed(f, ctx, codec, NULL, 0,
                  is_end ? COMPRESS_END : COMPRESS_FLUSH);
    }
    APR_BUCKET_REMOVE(b);
    APR_BRIGADE_INSERT_TAIL(ctx->out, b);
    if (is_end) {
        set_notes(f->r, ctx, settings);
        ap_remove_output_filter(f);
    }
    if (rv == APR_SUCCESS && (is_flush || is_end)) {
        rv = pass(f, ctx);
    }
    return rv;
}

static apr_status_t go_on(ap_filter_t *f, apr_bucket_brigade *bb,
                          const compress_codec_t *codec,
                          const compress_settings_t *settings)
{
    compress_ctx_t *ctx = f->ctx;
    apr_status_t rv = APR_SUCCESS;

    while (rv == APR_SUCCESS && !APR_BRIGADE_EMPTY(bb)) {
        apr_bucket *b = APR_BRIGADE_FIRST(bb);

        if (APR_BUCKET_IS_METADATA(b)) {
            rv = feed_metadata(f, ctx, codec, settings, b);
            continue;
        }
        if (ctx->state) {
            rv = feed_bucket(f, ctx, codec, b);
        }
        apr_bucket_delete(b);
    }
    apr_brigade_cleanup(bb);
    if (rv == APR_SUCCESS && !APR_BRIGADE_EMPTY(ctx->out)) {
        rv = pass(f, ctx);
    }
    return rv;
}

/* Nothing but an end: what is empty stays so. */
static bool is_empty(const apr_bucket_brigade *bb)
{
    for (const apr_bucket *b = APR_BRIGADE_FIRST(bb);
         b != APR_BRIGADE_SENTINEL(bb); b = APR_BUCKET_NEXT(b)) {
        if (APR_BUCKET_IS_EOS(b)) {
            return true;
        }
        if (!APR_BUCKET_IS_METADATA(b) && b->length != 0) {
            return false;
        }
    }
    return false;
}

static apr_status_t leave(ap_filter_t *f, apr_bucket_brigade *bb)
{
    ap_remove_output_filter(f);
    return ap_pass_brigade(f->next, bb);
}

apr_status_t compress_response(ap_filter_t *f, apr_bucket_brigade *bb,
                               const compress_codec_t *codec,
                               const compress_settings_t *settings)
{
    request_rec *r = f->r;

    if (APR_BRIGADE_EMPTY(bb)) {
        return APR_SUCCESS;
    }
    if (f->ctx) {
        return go_on(f, bb, codec, settings);
    }
    if (r->status == HTTP_NOT_MODIFIED) {
        apr_table_mergen(r->headers_out, "Vary", "Accept-Encoding");
        if (apr_table_get(r->notes, note_of(r, codec))) {
            alter_tag(r, codec, settings);
        }
        return leave(f, bb);
    }
    /* A HEAD of which the handler tells nothing may be of a body or of none. */
    if ((is_empty(bb) && !r->header_only) || !is_wanted(r, codec)) {
        return leave(f, bb);
    }
    f->ctx = begin(f, codec, settings);
    if (!f->ctx) {
        return leave(f, bb);
    }
    set_fields(r, codec, settings);
    return go_on(f, bb, codec, settings);
}

/* --- directives -------------------------------------------------------------
 */

const char *compress_set_tag(cmd_parms *cmd, compress_settings_t *settings,
                             const char *word)
{
    static const struct {
        const char *word;
        compress_tag_e tag;
    } words[] = {
        { "AddSuffix", COMPRESS_ADD_SUFFIX },
        { "NoChange", COMPRESS_KEEP_TAG },
        { "Remove", COMPRESS_NO_TAG },
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (ap_cstr_casecmp(word, words[i].word) == 0) {
            settings->tag = words[i].tag;
            return NULL;
        }
    }
    return apr_psprintf(cmd->pool, "'%s' is not AddSuffix, NoChange or Remove",
                        word);
}

const char *compress_set_note(cmd_parms *cmd, compress_settings_t *settings,
                              const char *first, const char *second)
{
    const char *name = second ? second : first;

    if (!second || ap_cstr_casecmp(first, "Ratio") == 0) {
        settings->note_ratio = name;
    }
    else if (ap_cstr_casecmp(first, "Input") == 0) {
        settings->note_input = name;
    }
    else if (ap_cstr_casecmp(first, "Output") == 0) {
        settings->note_output = name;
    }
    else {
        return apr_psprintf(cmd->pool, "'%s' is not Input, Output or Ratio",
                            first);
    }
    return NULL;
}

const char *compress_set_number(cmd_parms *cmd, const char *text, int low,
                                int high, int *number)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end || value < low || value > high) {
        return apr_psprintf(cmd->pool, "'%s' is not a number from %d to %d",
                            text, low, high);
    }
    *number = (int)value;
    return NULL;
}
