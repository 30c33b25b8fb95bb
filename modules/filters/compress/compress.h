/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compress.h - what all modules that compress responses have in common: when
 * to do it, what the response's fields become, and how buckets go through.
 * Linked into each of them; a codec is the part that differs.
 */
#ifndef PINION_MODULES_FILTERS_COMPRESS_H
#define PINION_MODULES_FILTERS_COMPRESS_H

#include <stdbool.h>

#include "httpd.h"

#include "http_config.h"
#include "util_filter.h"

typedef enum {
    COMPRESS_MORE,  /* more bytes will come */
    COMPRESS_FLUSH, /* the client must get all so far */
    COMPRESS_END
} compress_step_e;

typedef enum {
    COMPRESS_ADD_SUFFIX,
    COMPRESS_KEEP_TAG,
    COMPRESS_NO_TAG
} compress_tag_e;

/* Output of a codec; it says how much of the room it used. */
typedef struct compress_out_t {
    char *room;
    apr_size_t room_len;
    apr_size_t used;
} compress_out_t;

typedef struct compress_codec_t {
    const char *coding;   /* for Content-Encoding and behind the tag */
    const char *variable; /* of the environment: set for "not here" */
    /* The state for a response, in r's pool, ends with it; NULL on failure. */
    void *(*begin)(request_rec *r);
    /*
     * Takes bytes (moving *bytes and *len on) and gives out what it has. True
     * as long as it must be called again for the same step: with more room.
     * *failed says that the state is of no use any more.
     */
    bool (*feed)(void *state, const char **bytes, apr_size_t *len,
                 compress_step_e step, compress_out_t *out, bool *failed);
} compress_codec_t;

typedef struct compress_settings_t {
    apr_size_t buffer_bytes;
    compress_tag_e tag;
    const char *note_input; /* notes for the log, or NULL */
    const char *note_output;
    const char *note_ratio;
} compress_settings_t;

/* The output filter itself; the codec and the settings are the server's. */
apr_status_t compress_response(ap_filter_t *f, apr_bucket_brigade *bb,
                               const compress_codec_t *codec,
                               const compress_settings_t *settings);

/*
 * For the fixups: a tag that this coding was added to means the file's own tag
 * again, so that a cached answer can be found to be still good.
 */
void compress_match_tags(request_rec *r, const compress_codec_t *codec,
                         const compress_settings_t *settings);

/* Directives that all have: AlterETag and FilterNote. */
const char *compress_set_tag(cmd_parms *cmd, compress_settings_t *settings,
                             const char *word);
const char *compress_set_note(cmd_parms *cmd, compress_settings_t *settings,
                              const char *first, const char *second);
/* A number from low to high for a directive. */
const char *compress_set_number(cmd_parms *cmd, const char *text, int low,
                                int high, int *number);

#endif
