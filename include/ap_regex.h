/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PINION_AP_REGEX_H
#define PINION_AP_REGEX_H

#define AP_REGEX_H

#include <apr.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "ap_config.h"

#define AP_REG_DEFAULT 576
#define AP_REG_DOLLAR_ENDONLY 512
#define AP_REG_DOTALL 64
#define AP_REG_EXTENDED 0
#define AP_REG_ICASE 1
#define AP_REG_MULTI 16
#define AP_REG_NEWLINE 2
#define AP_REG_NOMEM 32
#define AP_REG_NOSUB 0
#define AP_REG_NOTBOL 4
#define AP_REG_NOTEOL 8
#define AP_REG_NO_DEFAULT 1024
#define AP_REG_MATCH "MATCH_"

typedef struct ap_regex_t ap_regex_t;
typedef struct ap_regmatch_t ap_regmatch_t;
typedef struct ap_rxplus_t ap_rxplus_t;
enum { AP_REG_PCRE_COMPILED = 0, AP_REG_PCRE_LOADED = 1 };
enum { AP_REG_ASSERT = 1, AP_REG_ESPACE = 2, AP_REG_INVARG = 3, AP_REG_NOMATCH = 4 };

struct ap_regex_t {
    void *re_pcre;
    int re_nsub;
    apr_size_t re_erroffset;
};

struct ap_regmatch_t {
    int rm_so;
    int rm_eo;
};

struct ap_rxplus_t {
    ap_regex_t rx;
    apr_uint32_t flags;
    const char *subs;
    const char *match;
    apr_size_t nmatch;
    ap_regmatch_t *pmatch;
};

AP_DECLARE(const char *) ap_pcre_version_string(int);
AP_DECLARE(int) ap_regcomp(ap_regex_t *, const char *, int);
AP_DECLARE(int) ap_regcomp_default_cflag_by_name(const char *);
AP_DECLARE(int) ap_regcomp_get_default_cflags(void);
AP_DECLARE(void) ap_regcomp_set_default_cflags(int);
AP_DECLARE(apr_size_t) ap_regerror(int, const ap_regex_t *, char *, apr_size_t);
AP_DECLARE(int) ap_regexec(const ap_regex_t *, const char *, apr_size_t, ap_regmatch_t *, int);
AP_DECLARE(int) ap_regexec_len(const ap_regex_t *, const char *, apr_size_t, apr_size_t, ap_regmatch_t *, int);
AP_DECLARE(void) ap_regfree(ap_regex_t *);
AP_DECLARE(int) ap_regname(const ap_regex_t *, apr_array_header_t *, const char *, int);
AP_DECLARE(ap_rxplus_t *) ap_rxplus_compile(apr_pool_t *pool, const char *);
AP_DECLARE(int) ap_rxplus_exec(apr_pool_t *pool, ap_rxplus_t *, const char *, char **);
AP_DECLARE(void) ap_rxplus_match(ap_rxplus_t *, int, int *, const char **);
AP_DECLARE(char *) ap_rxplus_pmatch(apr_pool_t *pool, ap_rxplus_t *, int);

#define ap_rxplus_nmatch(rx) (((rx)->match != NULL) ? (rx)->nmatch : 0)

#ifdef __cplusplus
}
#endif

#endif
