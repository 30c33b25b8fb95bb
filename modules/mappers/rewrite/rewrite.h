/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite.h - what the files of mod_rewrite share.
 *
 *   text of a rule -> rewrite_parse.c, rewrite_flags.c -> rule_t
 *   "/x/$1?%{HTTP_HOST}" -> rewrite_template.c -> template_t (parts)
 *   "^/a/(.*)" -> rewrite_pattern.c -> pattern_t
 *   a request -> rewrite_server.c or rewrite_dir.c -> rewrite_run.c: rules,
 *     rewrite_conds.c: conditions, rewrite_expand.c: templates with values,
 *     rewrite_vars.c: %{...}, rewrite_maps.c: ${...}, rewrite_url.c: URLs
 *
 * All that is made of the configuration lives in its pool, is complete when
 * the directive has been read, and is never written again: requests and
 * threads share it. What belongs to one application of a list of rules to one
 * request is rewrite_run_t.
 */
#ifndef PINION_MODULES_MAPPERS_REWRITE_REWRITE_H
#define PINION_MODULES_MAPPERS_REWRITE_REWRITE_H

#include "httpd.h"

#include "apr_hash.h"
#include "apr_tables.h"

#include "ap_expr.h"
#include "ap_regex.h"
#include "http_config.h"
#include "http_log.h"
#include "mod_rewrite.h"

extern module AP_MODULE_DECLARE_DATA rewrite_module;

enum {
    REWRITE_NESTING_MAX = 16,        /* maps in the keys of maps */
    REWRITE_ROUNDS_MAX = 32000,      /* of [N], unless it says otherwise */
    REWRITE_SKIP_MAX = 1000000,      /* of [S] */
    REWRITE_TEXT_MAX_BYTES = 1 << 20 /* an expanded text; more is an error */
};

/* --- templates -------------------------------------------------------- */

struct template_t;

typedef enum {
    VAR_UNKNOWN, /* expands to nothing */
    VAR_HTTP,    /* a header of the request */
    VAR_ENV,
    VAR_SSL,
    VAR_FILENAME, /* REQUEST_FILENAME, SCRIPT_FILENAME */
    VAR_PATH_INFO,
    VAR_QUERY_STRING,
    VAR_URI,
    VAR_METHOD,
    VAR_THE_REQUEST,
    VAR_HTTPS,
    VAR_SERVER_ADDR,
    VAR_API_VERSION,
    VAR_SCRIPT_USER,
    VAR_SCRIPT_GROUP,
    VAR_EXPR /* as expressions have it */
} variable_e;

typedef enum { LOOK_NOWHERE, LOOK_AT_URL, LOOK_AT_FILE } look_ahead_e;

typedef struct variable_t {
    variable_e kind;
    look_ahead_e look_ahead; /* LA-U:, LA-F: */
    const char *name;        /* of the header, the variable … */
    int varies;              /* the header belongs in Vary */
    ap_expr_var_func_t *expr_fn; /* VAR_EXPR */
    const void *expr_data;
} variable_t;

typedef enum {
    PART_TEXT,
    PART_RULE_GROUP, /* $1 */
    PART_COND_GROUP, /* %1 */
    PART_VARIABLE,   /* %{NAME} */
    PART_MAP         /* ${name:key|default} */
} part_e;

typedef struct part_t {
    part_e kind;
    int group;
    const char *text; /* the text; the map's name */
    apr_size_t len;
    variable_t variable;
    const struct template_t *key;
    const struct template_t *fallback; /* NULL: "" */
} part_t;

typedef struct template_t {
    const char *source;
    const part_t *parts;
    int parts_n;
    const char *literal; /* no part needs a request: the text, else NULL */
} template_t;

/* --- patterns --------------------------------------------------------- */

/*
 * What a regular expression comes down to when it is one of the simple ones
 * that most rules have: then no regular expression is run.
 */
typedef enum {
    PATTERN_REGEX,
    PATTERN_ANY,      /* .*  .?  ^  (.*)  ^(.*)$ … : every text */
    PATTERN_NONEMPTY, /* .  .+  (.+)  ^(.+)$ */
    PATTERN_PREFIX,   /* ^literal */
    PATTERN_EXACT,    /* ^literal$ */
    PATTERN_SUFFIX    /* literal$ */
} pattern_e;

typedef enum {
    SPAN_NOTHING, /* $0 is empty: ^ */
    SPAN_ONE,     /* $0 is the first byte: . */
    SPAN_LITERAL, /* $0 is the literal */
    SPAN_ALL      /* $0 is the whole text */
} span_e;

typedef struct pattern_t {
    const char *source;
    ap_regex_t *regex;
    pattern_e kind;
    span_e span;
    int has_group; /* $1 is what $0 is */
    const char *literal;
    apr_size_t literal_len;
    int ignores_case;
} pattern_t;

typedef struct captures_t {
    const char *subject; /* NULL: there are none */
    int groups_n;        /* those behind took no part */
    ap_regmatch_t groups[AP_MAX_REG_MATCH];
} captures_t;

/* --- rules ------------------------------------------------------------ */

typedef enum {
    TEST_PATTERN,
    TEST_EXPR,
    TEST_EQUAL, /* = and its kin compare texts */
    TEST_LESS,
    TEST_LESS_EQUAL,
    TEST_GREATER,
    TEST_GREATER_EQUAL,
    TEST_NUM_EQ, /* -eq and its kin compare numbers */
    TEST_NUM_NE,
    TEST_NUM_LT,
    TEST_NUM_LE,
    TEST_NUM_GT,
    TEST_NUM_GE,
    TEST_IS_FILE,
    TEST_IS_DIR,
    TEST_HAS_SIZE,
    TEST_IS_LINK,
    TEST_IS_EXECUTABLE,
    TEST_URL_LOOKUP, /* -U */
    TEST_FILE_LOOKUP /* -F */
} test_e;

typedef struct cond_t {
    test_e test;
    const template_t *subject;
    int is_negated;
    int ignores_case;
    int or_next;
    int no_vary;
    pattern_t pattern;    /* TEST_PATTERN; its source is what was written */
    const char *operand;  /* of = < > and numbers */
    apr_int64_t number;
    ap_expr_info_t *expr; /* TEST_EXPR */
} cond_t;

/* E=name:value, E=!name */
typedef struct env_set_t {
    const template_t *whole; /* the name has a reference in it, else NULL */
    const char *name;
    const template_t *value;
    int is_unset;
} env_set_t;

enum {
    FLAG_CHAIN = 1 << 0,
    FLAG_LAST = 1 << 1,
    FLAG_END = 1 << 2,
    FLAG_NEXT = 1 << 3,
    FLAG_REDIRECT = 1 << 4,
    FLAG_STATUS = 1 << 5, /* F, G, R with what is no redirect: answer it */
    FLAG_PROXY = 1 << 6,
    FLAG_PASS_THROUGH = 1 << 7,
    FLAG_NO_ESCAPE = 1 << 8,
    FLAG_NO_SUBREQ = 1 << 9,
    FLAG_QS_APPEND = 1 << 10,
    FLAG_QS_DISCARD = 1 << 11,
    FLAG_QS_LAST = 1 << 12,
    FLAG_DISCARD_PATH_INFO = 1 << 13,
    FLAG_ESCAPE = 1 << 14, /* any of B, BCTLS */
    FLAG_SPACE_AS_HEX = 1 << 15,
    FLAG_ALLOW_3F = 1 << 16,
    FLAG_ALLOW_PREFIX_STAT = 1 << 17,
    FLAG_UNC = 1 << 18,
    FLAG_NO_CASE = 1 << 19
};

typedef struct rule_t {
    pattern_t pattern;
    int is_negated; /* the pattern must not match */
    const cond_t *conds;
    int conds_n;
    const template_t *target;
    int keeps_url;      /* the target is "-" */
    apr_size_t literal_len; /* how much of the path the rule itself wrote */
    int allows_prefix;      /* UnsafePrefixStat */
    unsigned int flags;
    int status;   /* of FLAG_REDIRECT, FLAG_STATUS */
    int skip_n;   /* S */
    int rounds_max;
    const apr_array_header_t *envs;    /* of env_set_t, or NULL */
    const apr_array_header_t *cookies; /* of const template_t *, or NULL */
    const template_t *type;            /* T, or NULL */
    const template_t *handler;         /* H, or NULL */
    const unsigned char *escapes; /* FLAG_ESCAPE: 256 bytes, 1 where to */
} rule_t;

/* --- maps ------------------------------------------------------------- */

typedef struct rewrite_map_t rewrite_map_t;
typedef struct map_cache_t map_cache_t;
typedef struct map_program_t map_program_t;

/* The value of key in r->pool, or NULL. */
typedef const char *rewrite_map_fn_t(request_rec *r, const rewrite_map_t *map,
                                     const char *key);

struct rewrite_map_t {
    const char *name;
    const char *type; /* as written: "txt", "prg" … */
    const char *source;
    const char *option;    /* as written, or NULL */
    rewrite_map_fn_t *find;
    const char *dbm_type;
    const char *looked_at; /* the file whose state counts; NULL: source */
    rewrite_mapfunc_t *fn; /* int: */
    const char *user;      /* prg: */
    const char *group;
    const char *label;    /* dbd: of the prepared statement */
    map_cache_t *cache;    /* txt, rnd, dbm, fastdbd */
    map_program_t *program; /* prg: */
    const char *const *argv;
};

/* --- configurations --------------------------------------------------- */

typedef enum { ENGINE_UNSET, ENGINE_OFF, ENGINE_ON } engine_e;

enum {
    OPTION_INHERIT = 1 << 0,
    OPTION_INHERIT_BEFORE = 1 << 1,
    OPTION_INHERIT_DOWN = 1 << 2,
    OPTION_INHERIT_DOWN_BEFORE = 1 << 3,
    OPTION_IGNORE_INHERIT = 1 << 4,
    OPTION_ALLOW_NO_SLASH = 1 << 5,
    OPTION_ALLOW_ANY_URI = 1 << 6,
    OPTION_MERGE_BASE = 1 << 7,
    OPTION_IGNORE_CONTEXT = 1 << 8,
    OPTION_LEGACY_PREFIX = 1 << 9
};

/* The rules of a server or a section. In the configuration's pool. */
typedef struct rewrite_conf_t {
    engine_e engine;
    unsigned int options;
    int has_options;
    apr_array_header_t *rules; /* of rule_t */
    apr_array_header_t *conds; /* of cond_t: those that wait for their rule */
} rewrite_conf_t;

typedef struct rewrite_server_t {
    rewrite_conf_t conf;
    apr_hash_t *maps; /* of rewrite_map_t by name */
    server_rec *server;
} rewrite_server_t;

typedef struct rewrite_dir_t {
    rewrite_conf_t conf;
    const char *dir; /* with its slash; NULL: no section */
    apr_size_t dir_len;
    const char *base; /* RewriteBase with its slash, or NULL */
    int has_base;
} rewrite_dir_t;

/* --- one application of rules ----------------------------------------- */

typedef enum {
    RUN_UNCHANGED, /* no rule matched, or all that did have "-" */
    RUN_CHANGED,
    RUN_CHANGED_NO_ESCAPE, /* a redirect is sent as it is: NE */
    RUN_STATUS             /* answer run.status */
} run_e;

typedef struct rewrite_run_t {
    request_rec *r;
    apr_hash_t *maps;
    const char *dir; /* per directory: the prefix; NULL in a server's rules */
    apr_size_t dir_len;
    const char *known_file;      /* whose facts r->finfo has, or NULL */
    const char *uri;             /* what patterns are applied to */
    int trace_level;             /* APLOG_TRACE1 …: what is logged at all */
    const char *vary_this; /* headers that the condition at work looked at */
    const char *vary;      /* those of all conditions of the rule at work */
    const rewrite_dir_t *conf; /* the section's, with dir */
    int drops_path_info;
    int has_vary;        /* Vary was added to */
    int is_reduced;      /* the target was a URL of this server */
    apr_size_t literal_len; /* how much of the path the rule itself wrote */
    int allows_prefix;      /* UnsafePrefixStat */
    int passes_through;  /* PT */
    int redirect_status; /* of the last redirect, 0: none */
    int status;          /* of RUN_STATUS */
    /* Last, and not zeroed: rewrite_run_init(). */
    captures_t rule_groups;
    captures_t cond_groups;
} rewrite_run_t;

/* --- rewrite_template.c ------------------------------------------------ */

/* Splits source into parts. NULL or a sentence. */
const char *rewrite_template_parse(apr_pool_t *pool, const char *source,
                                   const template_t **made);

/* --- rewrite_vars.c ---------------------------------------------------- */

/* Finds out what name (of len bytes) means. */
void rewrite_var_parse(apr_pool_t *pool, const char *name, apr_size_t len,
                       variable_t *var);

/* The value, never NULL; in r->pool or older. */
const char *rewrite_var_value(rewrite_run_t *run, const variable_t *var);

/* True unless r is looked ahead to from a lookup of the same. */
int rewrite_may_look_ahead(const request_rec *r);

/* The URL that a URL-based look-ahead asks for. */
const char *rewrite_look_ahead_url(const rewrite_run_t *run);

/* --- rewrite_pattern.c ------------------------------------------------- */

/* Compiles source. NULL or a sentence. */
const char *rewrite_pattern_compile(apr_pool_t *pool, const char *source,
                                    int ignores_case, pattern_t *pattern);

/* True if subject matches; fills captures then. */
int rewrite_pattern_matches(const pattern_t *pattern, const char *subject,
                            captures_t *captures);

/* --- rewrite_parse.c, rewrite_flags.c ----------------------------------- */

/* The three words of a rule or condition; *flags may be NULL. NULL or a
 * sentence. */
const char *rewrite_words_split(apr_pool_t *pool, const char *directive,
                                const char *args, const char **words);

const char *rewrite_cond_parse(cmd_parms *cmd, const char *args, cond_t *cond);

const char *rewrite_rule_parse(cmd_parms *cmd, const char *args, rule_t *rule);

/* Reads "[...]" of a rule. NULL or a sentence. */
const char *rewrite_rule_flags(apr_pool_t *pool, const char *text,
                               rule_t *rule);

const char *rewrite_cond_flags(apr_pool_t *pool, const char *text,
                               cond_t *cond);

/* --- rewrite_expand.c --------------------------------------------------- */

/*
 * The text that a template makes, never NULL: what would be too long is
 * logged and empty. rule: its B flags count, or NULL.
 */
const char *rewrite_expand(rewrite_run_t *run, const template_t *tpl,
                           const rule_t *rule);

typedef struct mark_t {
    apr_ssize_t at;   /* of the question mark, -1: none */
    int is_foreign;   /* a reference brought it */
} mark_t;

/* rewrite_expand() that finds the first (or last) question mark too. */
const char *rewrite_expand_target(rewrite_run_t *run, const rule_t *rule,
                                  mark_t *mark);

/* --- rewrite_conds.c ---------------------------------------------------- */

/* True if all of rule's conditions are met. */
int rewrite_conds_hold(rewrite_run_t *run, const rule_t *rule);

/* --- rewrite_effects.c -------------------------------------------------- */

/* E, CO, T and H of a rule that matched. */
void rewrite_effects_apply(rewrite_run_t *run, const rule_t *rule);

/* --- rewrite_run.c ------------------------------------------------------ */

/* Makes run ready for r. */
void rewrite_run_init(rewrite_run_t *run, request_rec *r, apr_hash_t *maps);

/* Applies rules to run->r: r->filename and r->args change. */
run_e rewrite_run(rewrite_run_t *run, const apr_array_header_t *rules);

/* True after [END] in r or what it was redirected from. */
int rewrite_has_ended(const request_rec *r);

/* --- rewrite_server.c, rewrite_dir.c ------------------------------------ */

int rewrite_translate(request_rec *r);
int rewrite_fixup(request_rec *r);
int rewrite_handle_redirect(request_rec *r);

/* Hands "proxy:…" in r->filename to mod_proxy. OK or a status. */
int rewrite_use_proxy(rewrite_run_t *run);

/* Answers with a redirect to the URL in r->filename and r->args. */
int rewrite_answer_redirect(rewrite_run_t *run, int escapes,
                            const char *original_args);

/* The URL of the section's directory, with its slash: what a redirect to a
 * relative target begins with. */
const char *rewrite_dir_url(const rewrite_run_t *run);

/* --- rewrite_url.c ------------------------------------------------------ */

/*
 * The length of "scheme://" if url begins with a scheme that may be redirected
 * or proxied to, else 0. *has_query: a "?" in it begins a query string.
 */
apr_size_t rewrite_url_scheme_len(const char *url, int *has_query);

/* Puts scheme, host and port before a path. */
const char *rewrite_url_qualify(request_rec *r, const char *url);

/* The path of a URL of this very server, else NULL. */
const char *rewrite_url_reduce(request_rec *r, const char *url);

/* Escapes the path of a URL or a path. */
const char *rewrite_url_escape(apr_pool_t *pool, const char *url);

/* True if there are control characters, or spaces if they count. */
int rewrite_url_has_controls(const char *text, int with_spaces);

/* path with the directory from at its begin replaced by to; NULL if from is
 * not there. */
const char *rewrite_url_move(apr_pool_t *pool, const char *path,
                             const char *from, const char *to);

/* --- rewrite_maps.c ----------------------------------------------------- */

/* The value of key in the map called name, "" or fallback if none. */
const char *rewrite_map_find(rewrite_run_t *run, const char *name,
                             const char *key);

const char *rewrite_map_define(cmd_parms *cmd, const char *name,
                               const char *source, const char *option);

/* Names of functions for int: maps. In pre_config. */
void rewrite_maps_reset(apr_pool_t *pool);
void rewrite_maps_register(char *name, rewrite_mapfunc_t *fn);
rewrite_mapfunc_t *rewrite_maps_function(const char *name);

/* Starts the programs of all servers, in post_config. OK or a status. */
int rewrite_maps_start(apr_pool_t *pconf, server_rec *first);

/* --- rewrite_map_cache.c ------------------------------------------------ */

/* How a map's file is; entries of a cache count for one state of it. */
typedef struct cache_state_t {
    apr_time_t mtime;
    apr_off_t size;
    apr_ino_t inode;
} cache_state_t;

/* Values that were found, of one map, for all threads. Bounded. */
map_cache_t *rewrite_cache_make(apr_pool_t *pool);

/* True if key is known for state: *value in pool, NULL: it is known not to be
 * there. */
int rewrite_cache_get(map_cache_t *cache, apr_pool_t *pool,
                      const cache_state_t *state, const char *key,
                      const char **value);

void rewrite_cache_put(map_cache_t *cache, const cache_state_t *state,
                       const char *key, const char *value);

/* --- rewrite_map_file.c, rewrite_map_prg.c, rewrite_map_dbd.c ------------ */

/* The value in a line of a text map if it is key's, else NULL; line is
 * changed. */
const char *rewrite_map_line(char *line, const char *key);

const char *rewrite_map_text(request_rec *r, const rewrite_map_t *map,
                             const char *key);
const char *rewrite_map_random(request_rec *r, const rewrite_map_t *map,
                               const char *key);
const char *rewrite_map_dbm(request_rec *r, const rewrite_map_t *map,
                            const char *key);

const char *rewrite_map_program(request_rec *r, const rewrite_map_t *map,
                                const char *key);
map_program_t *rewrite_program_make(apr_pool_t *pool);

/* pre_config, post_config for one program, child_init. */
void rewrite_program_register(apr_pool_t *pool);
apr_status_t rewrite_program_start(apr_pool_t *pool, server_rec *s,
                                   const rewrite_map_t *map);
void rewrite_program_child(apr_pool_t *pool, server_rec *s);

const char *rewrite_map_dbd(request_rec *r, const rewrite_map_t *map,
                            const char *key);
const char *rewrite_map_fastdbd(request_rec *r, const rewrite_map_t *map,
                                const char *key);
const char *rewrite_dbd_prepare(cmd_parms *cmd, rewrite_map_t *map);

/* --- rewrite_log.c ------------------------------------------------------ */

/* A line at trace level (APLOG_TRACE1 …), with where the rules stand. */
void rewrite_trace(const rewrite_run_t *run, int level, const char *format,
                   ...) __attribute__((format(printf, 3, 4)));

#define TRACES(run, level) ((run)->trace_level >= (level))

#define TRACE(run, level, ...)                         \
    do {                                               \
        if (TRACES(run, level)) {                      \
            rewrite_trace(run, level, __VA_ARGS__);    \
        }                                              \
    } while (0)

#endif
