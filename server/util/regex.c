/* SPDX-License-Identifier: Apache-2.0 */
/*
 * regex.c - ap_regex.h on PCRE2: compile once with JIT, match without
 * allocating.
 *
 * Each thread keeps one block of match data, grown to the largest number of
 * groups that it has met, and one JIT stack. Both are freed when it ends.
 */
#include "ap_regex.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "apr_cstr.h"
#include "apr_strings.h"

#include "httpd.h"
#include "util/regex_limit.h"

enum {
    JIT_STACK_START_BYTES = 32 * 1024,
    JIT_STACK_MAX_BYTES = 512 * 1024,
    /* Enough for most patterns, so that few threads ever grow theirs. */
    MIN_MATCH_PAIRS = AP_MAX_REG_MATCH
};

typedef struct match_state_t {
    pcre2_match_data *data;
    uint32_t n_pairs;
    pcre2_match_context *context;
    pcre2_jit_stack *stack;
    uint32_t limit;   /* that context has */
    bool is_exceeded; /* by a match since was_exceeded() was called */
} match_state_t;

static pthread_key_t state_key;
static pthread_once_t state_once = PTHREAD_ONCE_INIT;
static int default_cflags = AP_REG_DEFAULT;
static uint32_t match_limit = PN_REGEX_LIMIT_DEFAULT;

/* --- the state of a thread ----------------------------------------------- */

static void free_state(void *thread_state)
{
    match_state_t *state = thread_state;

    pcre2_match_data_free(state->data);
    pcre2_match_context_free(state->context);
    pcre2_jit_stack_free(state->stack);
    free(state);
}

static void make_state_key(void)
{
    /* Without a key every match makes and frees its own state: slow, right. */
    if (pthread_key_create(&state_key, free_state) != 0) {
        state_key = (pthread_key_t)-1;
    }
}

static match_state_t *make_state(void)
{
    match_state_t *state = ap_calloc(1, sizeof(*state));

    state->context = pcre2_match_context_create(NULL);
    state->stack = pcre2_jit_stack_create(JIT_STACK_START_BYTES,
                                          JIT_STACK_MAX_BYTES, NULL);
    if (state->context && state->stack) {
        pcre2_jit_stack_assign(state->context, NULL, state->stack);
    }
    return state;
}

/* The calling thread's state, with room for n_pairs; NULL: no memory. */
static match_state_t *thread_state(uint32_t n_pairs)
{
    match_state_t *state;

    pthread_once(&state_once, make_state_key);
    state = pthread_getspecific(state_key);
    if (!state) {
        state = make_state();
        if (pthread_setspecific(state_key, state) != 0) {
            free_state(state);
            return NULL;
        }
    }
    if (state->limit != match_limit) {
        state->limit = match_limit;
        pcre2_set_match_limit(state->context, match_limit);
    }
    if (state->n_pairs < n_pairs) {
        pcre2_match_data_free(state->data);
        state->n_pairs = n_pairs < MIN_MATCH_PAIRS ? MIN_MATCH_PAIRS : n_pairs;
        state->data = pcre2_match_data_create(state->n_pairs, NULL);
        if (!state->data) {
            state->n_pairs = 0;
            return NULL;
        }
    }
    return state;
}

/* --- compiling ----------------------------------------------------------- */

AP_DECLARE(const char *) ap_pcre_version_string(int which)
{
    static char loaded[64];
    char text[sizeof(loaded)];

    if (which == AP_REG_PCRE_COMPILED) {
        return APR_STRINGIFY(PCRE2_MAJOR) "." APR_STRINGIFY(
            PCRE2_MINOR) " " APR_STRINGIFY(PCRE2_DATE);
    }
    if (which != AP_REG_PCRE_LOADED
        || pcre2_config(PCRE2_CONFIG_VERSION, NULL) > (int)sizeof(text)) {
        return "Unknown";
    }
    pcre2_config(PCRE2_CONFIG_VERSION, text);
    apr_cpystrn(loaded, text, sizeof(loaded));
    return loaded;
}

AP_DECLARE(int) ap_regcomp_get_default_cflags(void)
{
    return default_cflags;
}

AP_DECLARE(void) ap_regcomp_set_default_cflags(int cflags)
{
    default_cflags = cflags;
}

AP_DECLARE(int) ap_regcomp_default_cflag_by_name(const char *name)
{
    static const struct {
        const char *name;
        int flag;
    } flags[] = {
        { "ICASE", AP_REG_ICASE },
        { "DOTALL", AP_REG_DOTALL },
        { "DOLLAR_ENDONLY", AP_REG_DOLLAR_ENDONLY },
        { "EXTENDED", AP_REG_EXTENDED },
    };

    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        if (ap_cstr_casecmp(name, flags[i].name) == 0) {
            return flags[i].flag;
        }
    }
    return 0;
}

static uint32_t compile_options(int cflags)
{
    uint32_t options = PCRE2_DUPNAMES;

    if (!(cflags & AP_REG_NO_DEFAULT)) {
        cflags |= default_cflags;
    }
    if (cflags & AP_REG_ICASE) {
        options |= PCRE2_CASELESS;
    }
    if (cflags & AP_REG_NEWLINE) {
        options |= PCRE2_MULTILINE;
    }
    if (cflags & AP_REG_DOTALL) {
        options |= PCRE2_DOTALL;
    }
    if (cflags & AP_REG_DOLLAR_ENDONLY) {
        options |= PCRE2_DOLLAR_ENDONLY;
    }
    return options;
}

AP_DECLARE(int) ap_regcomp(ap_regex_t *preg, const char *pattern, int cflags)
{
    int error;
    PCRE2_SIZE offset;
    uint32_t n_groups = 0;
    pcre2_code *code;

    preg->re_nsub = 0;
    preg->re_erroffset = 0;
    code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
                         compile_options(cflags), &error, &offset, NULL);
    preg->re_pcre = code;
    if (!code) {
        preg->re_erroffset = offset;
        return error == PCRE2_ERROR_HEAP_FAILED ? AP_REG_ESPACE : AP_REG_INVARG;
    }
    /* A pattern that JIT can't take is interpreted. */
    (void)pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
    pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &n_groups);
    preg->re_nsub = (int)n_groups;
    return 0;
}

AP_DECLARE(void) ap_regfree(ap_regex_t *preg)
{
    pcre2_code_free(preg->re_pcre);
    preg->re_pcre = NULL;
}

/* --- matching ------------------------------------------------------------ */

void pn_regex_limit_set(uint32_t steps_n)
{
    match_limit = steps_n;
}

bool pn_regex_limit_was_exceeded(void)
{
    match_state_t *state;
    bool is_exceeded;

    pthread_once(&state_once, make_state_key);
    state = pthread_getspecific(state_key);
    is_exceeded = state && state->is_exceeded;
    if (is_exceeded) {
        state->is_exceeded = false;
    }
    return is_exceeded;
}

static int match_error(int rc)
{
    switch (rc) {
    case PCRE2_ERROR_NOMATCH:
        return AP_REG_NOMATCH;
    case PCRE2_ERROR_NOMEMORY:
    case PCRE2_ERROR_MATCHLIMIT:
    case PCRE2_ERROR_DEPTHLIMIT:
    case PCRE2_ERROR_HEAPLIMIT:
    case PCRE2_ERROR_JIT_STACKLIMIT:
        return AP_REG_ESPACE;
    case PCRE2_ERROR_BADOPTION:
    case PCRE2_ERROR_NULL:
        return AP_REG_INVARG;
    default:
        return AP_REG_ASSERT;
    }
}

/* Fills all of pmatch: n_set pairs from ovector, the rest as not matched. */
static void copy_matches(ap_regmatch_t *pmatch, apr_size_t nmatch,
                         const PCRE2_SIZE *ovector, apr_size_t n_set)
{
    for (apr_size_t i = 0; i < nmatch; i++) {
        const int is_set = i < n_set && ovector[2 * i] != PCRE2_UNSET;

        pmatch[i].rm_so = is_set ? (int)ovector[2 * i] : -1;
        pmatch[i].rm_eo = is_set ? (int)ovector[2 * i + 1] : -1;
    }
}

AP_DECLARE(int)
ap_regexec_len(const ap_regex_t *preg, const char *buff, apr_size_t len,
               apr_size_t nmatch, ap_regmatch_t *pmatch, int eflags)
{
    const uint32_t n_pairs = (uint32_t)preg->re_nsub + 1;
    uint32_t options = 0;
    match_state_t *state;
    int rc;

    /* Offsets are int in this interface. */
    if (!preg->re_pcre || len > INT_MAX) {
        return AP_REG_INVARG;
    }
    state = thread_state(n_pairs);
    if (!state) {
        return AP_REG_ESPACE;
    }
    if (eflags & AP_REG_NOTBOL) {
        options |= PCRE2_NOTBOL;
    }
    if (eflags & AP_REG_NOTEOL) {
        options |= PCRE2_NOTEOL;
    }
    rc = pcre2_match(preg->re_pcre, (PCRE2_SPTR)buff, len, 0, options,
                     state->data, state->context);
    if (rc == PCRE2_ERROR_JIT_STACKLIMIT) {
        /* Slower, but its stack is on the heap, with a limit of its own. */
        rc = pcre2_match(preg->re_pcre, (PCRE2_SPTR)buff, len, 0,
                         options | PCRE2_NO_JIT, state->data, state->context);
    }
    if (rc < 0) {
        int error = match_error(rc);

        if (error == AP_REG_ESPACE) {
            state->is_exceeded = true;
        }
        return error;
    }
    copy_matches(pmatch, nmatch, pcre2_get_ovector_pointer(state->data),
                 rc > 0 ? (apr_size_t)rc : state->n_pairs);
    return 0;
}

AP_DECLARE(int)
ap_regexec(const ap_regex_t *preg, const char *string, apr_size_t nmatch,
           ap_regmatch_t *pmatch, int eflags)
{
    return ap_regexec_len(preg, string, strlen(string), nmatch, pmatch, eflags);
}

/* --- errors and names ---------------------------------------------------- */

AP_DECLARE(apr_size_t)
ap_regerror(int errcode, const ap_regex_t *preg, char *errbuf,
            apr_size_t errbuf_size)
{
    static const char *const texts[] = {
        [0] = "no error",
        [AP_REG_ASSERT] = "the matcher failed",
        [AP_REG_ESPACE] = "out of memory or over RegexMatchLimit",
        [AP_REG_INVARG] = "the pattern is not valid",
        [AP_REG_NOMATCH] = "no match",
    };
    char full[128];

    apr_snprintf(full, sizeof(full), "%s",
                 errcode >= 0
                         && (size_t)errcode < sizeof(texts) / sizeof(texts[0])
                     ? texts[errcode]
                     : "no such error code");
    if (preg && errcode == AP_REG_INVARG) {
        apr_snprintf(full + strlen(full), sizeof(full) - strlen(full),
                     " at offset %" APR_SIZE_T_FMT, preg->re_erroffset);
    }
    if (errbuf_size > 0) {
        apr_cpystrn(errbuf, full, errbuf_size);
    }
    return strlen(full) + 1;
}

AP_DECLARE(int)
ap_regname(const ap_regex_t *preg, apr_array_header_t *names,
           const char *prefix, int upper)
{
    uint32_t n_names = 0;
    uint32_t entry_len = 0;
    PCRE2_SPTR entry = NULL;

    pcre2_pattern_info(preg->re_pcre, PCRE2_INFO_NAMECOUNT, &n_names);
    pcre2_pattern_info(preg->re_pcre, PCRE2_INFO_NAMEENTRYSIZE, &entry_len);
    pcre2_pattern_info(preg->re_pcre, PCRE2_INFO_NAMETABLE, &entry);
    for (uint32_t i = 0; i < n_names; i++, entry += entry_len) {
        /* An entry: number of the group, two bytes, then its name. */
        const int group = entry[0] << 8 | entry[1];
        char *name = apr_pstrcat(names->pool, prefix ? prefix : "",
                                 (const char *)entry + 2, NULL);

        while (names->nelts <= group) {
            APR_ARRAY_PUSH(names, const char *) = NULL;
        }
        if (upper) {
            ap_str_toupper(name);
        }
        APR_ARRAY_IDX(names, group, const char *) = name;
    }
    return (int)n_names;
}

/* --- in a pool ----------------------------------------------------------- */

static apr_status_t regex_cleanup(void *preg)
{
    ap_regfree(preg);
    return APR_SUCCESS;
}

AP_DECLARE(ap_regex_t *)
ap_pregcomp(apr_pool_t *pool, const char *pattern, int cflags)
{
    ap_regex_t *preg = apr_pcalloc(pool, sizeof(*preg));

    if (ap_regcomp(preg, pattern, cflags) != 0) {
        return NULL;
    }
    apr_pool_cleanup_register(pool, preg, regex_cleanup, apr_pool_cleanup_null);
    return preg;
}

AP_DECLARE(void) ap_pregfree(apr_pool_t *pool, ap_regex_t *reg)
{
    apr_pool_cleanup_run(pool, reg, regex_cleanup);
}
