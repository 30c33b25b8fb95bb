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

#include "http_config.h"
#include "http_log.h"
#include "rewrite_map.h"
#include "rewrite_rule.h"

extern module AP_MODULE_DECLARE_DATA rewrite_module;

/* --- configurations --- */

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
    const char *base; /* RewriteBase, or NULL */
} rewrite_dir_t;

/* --- one application of rules --- */

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
    const char *known_file; /* whose facts r->finfo has, or NULL */
    const char *uri;        /* what patterns are applied to */
    int trace_level;        /* APLOG_TRACE1 …: what is logged at all */
    const char *vary_this;  /* headers that the condition at work looked at */
    const char *vary;       /* those of all conditions of the rule at work */
    const rewrite_dir_t *conf; /* the section's, with dir */
    int drops_path_info;
    int has_vary;           /* Vary was added to */
    int is_reduced;         /* the target was a URL of this server */
    apr_size_t literal_len; /* how much of the path the rule itself wrote */
    int allows_prefix;      /* UnsafePrefixStat */
    int passes_through;     /* PT */
    int redirect_status;    /* of the last redirect, 0: none */
    apr_size_t made_bytes;  /* of all targets so far */
    int status;             /* of RUN_STATUS */
    /* Last, and not zeroed: rewrite_run_init(). */
    captures_t rule_groups;
    captures_t cond_groups;
} rewrite_run_t;

/* --- rewrite_expand.c --- */

/*
 * The text that a template makes, never NULL: what would be too long is
 * logged and empty. rule: its B flags count, or NULL.
 */
const char *rewrite_expand(rewrite_run_t *run, const template_t *tpl,
                           const rule_t *rule);

typedef struct mark_t {
    apr_ssize_t at; /* of the question mark, -1: none */
    int is_foreign; /* a reference brought it */
} mark_t;

/* The target of a rule, a copy to write to, and where its first (or last)
 * question mark is. */
char *rewrite_expand_target(rewrite_run_t *run, const rule_t *rule,
                            mark_t *mark);

/* --- rewrite_vars.c --- */

/* The value, never NULL; in r->pool or older. */
const char *rewrite_var_value(rewrite_run_t *run, const variable_t *var);

/* True unless r is looked ahead to from a lookup of the same. */
int rewrite_may_look_ahead(const request_rec *r);

/* --- rewrite_maps.c --- */

/* The value of key in the map called name, or NULL. */
const char *rewrite_map_find(rewrite_run_t *run, const char *name,
                             const char *key);

/* --- rewrite_conds.c --- */

/* True if all of rule's conditions are met. */
int rewrite_conds_hold(rewrite_run_t *run, const rule_t *rule);

/* --- rewrite_effects.c --- */

/* E, CO, T and H of a rule that matched. */
void rewrite_effects_apply(rewrite_run_t *run, const rule_t *rule);

/* --- rewrite_run.c --- */

/* Makes run ready for r. */
void rewrite_run_init(rewrite_run_t *run, request_rec *r, apr_hash_t *maps);

/* Applies rules to run->r: r->filename and r->args change. */
run_e rewrite_run(rewrite_run_t *run, const apr_array_header_t *rules);

/* True after [END] in r or what it was redirected from. */
int rewrite_has_ended(const request_rec *r);

/* --- rewrite_server.c, rewrite_dir.c --- */

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

/* --- rewrite_url.c --- */

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

/* --- rewrite_log.c --- */

/* A line at trace level (APLOG_TRACE1 …), with where the rules stand. */
void rewrite_trace(const rewrite_run_t *run, int level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define TRACES(run, level) ((run)->trace_level >= (level))

#define TRACE(run, level, ...)                      \
    do {                                            \
        if (TRACES(run, level)) {                   \
            rewrite_trace(run, level, __VA_ARGS__); \
        }                                           \
    } while (0)

#endif
