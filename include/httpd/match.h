/* SPDX-License-Identifier: Apache-2.0 */
/*
 * match.h - shell patterns on strings and on directories.
 */
#ifndef PINION_HTTPD_MATCH_H
#define PINION_HTTPD_MATCH_H

#include <apr_pools.h>

#include "httpd/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Compares with a pattern of * and ?. 0: matches. */
AP_DECLARE(int) ap_strcmp_match(const char *str, const char *expected);

/* ap_strcmp_match() without regard to case. */
AP_DECLARE(int) ap_strcasecmp_match(const char *str, const char *expected);

/* 1 if str has a * or ? in it. */
AP_DECLARE(int) ap_is_matchexp(const char *str);

typedef struct ap_dir_match_t ap_dir_match_t;

/*
 * flags of ap_dir_match_t: nothing found is no error; descend into
 * directories.
 */
#define AP_DIR_FLAG_NONE      0
#define AP_DIR_FLAG_OPTIONAL  1
#define AP_DIR_FLAG_RECURSIVE 2

/* A search for files, made by ap_dir_cfgmatch(). */
struct ap_dir_match_t {
    apr_pool_t *p; /* what callbacks may keep */
    apr_pool_t *ptemp; /* what ends with the search */
    const char *prefix; /* for messages: the name of the directive */
    /* called for each file; a sentence stops the search */
    const char *(*cb)(ap_dir_match_t *, const char *);
    void *ctx; /* for the callback */
    int flags;
    unsigned int depth; /* directories entered so far */
};

/*
 * Calls w's callback for the file fname, or for each file of the directory
 * fname in order. NULL, or a sentence about what went wrong.
 */
AP_DECLARE(const char *) ap_dir_nofnmatch(ap_dir_match_t *w, const char *fname)
    __attribute__((nonnull));

/*
 * Calls w's callback for each file that the pattern fname, with patterns in
 * directories too, matches below path (NULL: nothing yet). NULL, or a sentence
 * about what went wrong.
 */
AP_DECLARE(const char *) ap_dir_fnmatch(ap_dir_match_t *w, const char *path,
                                        const char *fname)
    __attribute__((nonnull));

#ifdef __cplusplus
}
#endif

#endif
