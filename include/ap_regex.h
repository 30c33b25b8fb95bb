/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_regex.h - regular expressions (PCRE2), in the manner of regex(3).
 */
#ifndef PINION_AP_REGEX_H
#define PINION_AP_REGEX_H

#define AP_REGEX_H

#include <apr.h>
#include <apr_pools.h>

#include "ap_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Options of compilation and execution. Captures are always there:
 * AP_REG_NOSUB and AP_REG_EXTENDED change nothing.
 */
#define AP_REG_EXTENDED       0
#define AP_REG_NOSUB          0
#define AP_REG_ICASE          1
#define AP_REG_NEWLINE        2
#define AP_REG_NOTBOL         4
#define AP_REG_NOTEOL         8
#define AP_REG_MULTI          16
#define AP_REG_NOMEM          32
#define AP_REG_DOTALL         64
#define AP_REG_DOLLAR_ENDONLY 512
#define AP_REG_NO_DEFAULT     1024

/* What RegexDefaultOptions starts from. */
#define AP_REG_DEFAULT 576

/* Prefix of the variables that named captures of sections become. */
#define AP_REG_MATCH "MATCH_"

/* Errors. */
enum {
    AP_REG_ASSERT = 1,
    AP_REG_ESPACE = 2,
    AP_REG_INVARG = 3,
    AP_REG_NOMATCH = 4
};

/*
 * Which PCRE ap_pcre_version_string() means: compiled with, or running with.
 */
enum { AP_REG_PCRE_COMPILED, AP_REG_PCRE_LOADED };

typedef struct ap_regex_t ap_regex_t;
typedef struct ap_regmatch_t ap_regmatch_t;
typedef struct ap_rxplus_t ap_rxplus_t;

/* A compiled expression. Read by any number of threads. */
struct ap_regex_t {
    void *re_pcre;
    int re_nsub; /* number of captures */
    apr_size_t re_erroffset;
};

/* Where a capture is, from first to behind the last byte; -1: took no part. */
struct ap_regmatch_t {
    int rm_so;
    int rm_eo;
};

/* The version of PCRE2. */
AP_DECLARE(const char *) ap_pcre_version_string(int which);

/* The options that every compilation adds unless AP_REG_NO_DEFAULT. */
AP_DECLARE(int) ap_regcomp_get_default_cflags(void);

/* Sets them. While the configuration is read. */
AP_DECLARE(void) ap_regcomp_set_default_cflags(int cflags);

/* The option that a word of RegexDefaultOptions names; 0 for none. */
AP_DECLARE(int) ap_regcomp_default_cflag_by_name(const char *name);

/*
 * Compiles. 0, or an error; to be freed with ap_regfree(). Prefer
 * ap_pregcomp().
 */
AP_DECLARE(int) ap_regcomp(ap_regex_t *preg, const char *regex, int cflags);

/*
 * Matches a string; pmatch has nmatch places. 0, AP_REG_NOMATCH, or an error.
 */
AP_DECLARE(int) ap_regexec(const ap_regex_t *preg, const char *string,
                           apr_size_t nmatch, ap_regmatch_t *pmatch,
                           int eflags);

/* ap_regexec() on len bytes. */
AP_DECLARE(int) ap_regexec_len(const ap_regex_t *preg, const char *buff,
                               apr_size_t len, apr_size_t nmatch,
                               ap_regmatch_t *pmatch, int eflags);

/* Writes a text about an error. Its length. */
AP_DECLARE(apr_size_t) ap_regerror(int errcode, const ap_regex_t *preg,
                                   char *errbuf, apr_size_t errbuf_size);

/* Frees what ap_regcomp() made. */
AP_DECLARE(void) ap_regfree(ap_regex_t *preg);

/*
 * The names of captures, by number, with prefix and, if upper, in upper case;
 * NULL where there is none. The number of captures.
 */
AP_DECLARE(int) ap_regname(const ap_regex_t *preg, apr_array_header_t *names,
                           const char *prefix, int upper);

/*
 * Expressions in the manner of Perl: m/x/ matches, s/x/y/ replaces, with any
 * delimiter and the options i, m, s, n, g and so on.
 */
/* A compiled m/// or s///, and its last match. */
struct ap_rxplus_t {
    ap_regex_t rx;
    apr_uint32_t flags;
    const char *subs; /* of s///, NULL: of m/// */
    const char *match; /* the string matched last */
    apr_size_t nmatch; /* places in pmatch */
    ap_regmatch_t *pmatch;
};

/* Compiles. NULL if it is not valid. */
AP_DECLARE(ap_rxplus_t *) ap_rxplus_compile(
    apr_pool_t *pool, const char *pattern);

/*
 * Runs rx on pattern; s/// makes *newpattern. The number of matches. Not for
 * two threads at once.
 */
AP_DECLARE(int) ap_rxplus_exec(apr_pool_t *pool, ap_rxplus_t *rx,
                               const char *pattern, char **newpattern);

#define ap_rxplus_nmatch(rx) (((rx)->match != NULL) ? (rx)->nmatch : 0)

/* Capture n of the last match, not copied. */
AP_DECLARE(void) ap_rxplus_match(ap_rxplus_t *rx, int n, int *len,
                                 const char **match);

/* Capture n of the last match, in pool. */
AP_DECLARE(char *) ap_rxplus_pmatch(apr_pool_t *pool, ap_rxplus_t *rx, int n);

#ifdef __cplusplus
}
#endif

#endif
