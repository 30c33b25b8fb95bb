/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_expires - how long a response may be kept, by its media type.
 *
 * Directives: ExpiresActive, ExpiresByType, ExpiresDefault (any section,
 *             .htaccess: Indexes)
 * Phase:      an output filter that runs once, when the type is known and
 *             before mod_headers has its say
 * Owns:       per section a default and a list of types, in the configuration
 *             pool
 * Tests:      test/e2e/metadata/test_expires.py
 */

#include "httpd.h"

#include <stdbool.h>
#include <string.h>

#include "apr_date.h"
#include "apr_lib.h"
#include "apr_strings.h"

#include "http_config.h"
#include "http_core.h"
#include "http_protocol.h"
#include "http_request.h"
#include "util_filter.h"

module AP_MODULE_DECLARE_DATA expires_module;

enum { ACTIVE_UNSET = -1 };

/* A century: dates stay dates. */
#define MAX_S (APR_INT64_C(100) * 365 * 24 * 3600)

/* From when to count, and how many seconds. */
typedef struct expiry_t {
    bool is_set;
    bool counts_from_file; /* else from the request */
    apr_int64_t after_s;
} expiry_t;

typedef struct type_expiry_t {
    const char *type; /* "text/css", or "text/" for "text/" and a star */
    bool is_family;
    expiry_t expiry;
} type_expiry_t;

typedef struct expires_conf_t {
    int active; /* 0, 1 or ACTIVE_UNSET */
    expiry_t otherwise;
    apr_array_header_t *types; /* of type_expiry_t, later ones win; or NULL */
} expires_conf_t;

static ap_filter_rec_t *expires_filter;

static void *expires_create_conf(apr_pool_t *pool, char *dir)
{
    expires_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->active = ACTIVE_UNSET;
    return conf;
}

static void *expires_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const expires_conf_t *base = outer;
    const expires_conf_t *over = inner;
    expires_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->active = over->active == ACTIVE_UNSET ? base->active : over->active;
    conf->otherwise = over->otherwise.is_set ? over->otherwise
                                             : base->otherwise;
    conf->types = base->types && over->types
                      ? apr_array_append(pool, base->types, over->types)
                  : over->types ? over->types
                                : base->types;
    return conf;
}

/* --- the two ways to write a time ------------------------------------------
 */

/* "A3600" or "M3600". */
static const char *parse_code(apr_pool_t *pool, const char *text,
                              expiry_t *expiry)
{
    char *end;
    apr_int64_t seconds = apr_strtoi64(text + 1, &end, 10);

    if (end == text + 1 || *end || seconds < -MAX_S || seconds > MAX_S) {
        return apr_psprintf(pool,
                            "'%s' is no time: expected A or M and a number of "
                            "seconds, as in A3600",
                            text);
    }
    expiry->counts_from_file = apr_toupper(*text) == 'M';
    expiry->after_s = seconds;
    expiry->is_set = true;
    return NULL;
}

/* Seconds of a unit; a beginning of its name will do; 0: no such unit. */
static apr_int64_t seconds_of(const char *word)
{
    static const struct {
        const char *name;
        apr_int64_t seconds;
    } units[] = {
        { "years", 365 * 24 * 3600 },
        { "months", 30 * 24 * 3600 },
        { "weeks", 7 * 24 * 3600 },
        { "days", 24 * 3600 },
        { "hours", 3600 },
        { "minutes", 60 },
        { "seconds", 1 },
    };
    apr_size_t len = strlen(word);

    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (ap_cstr_casecmpn(units[i].name, word, len) == 0) {
            return units[i].seconds;
        }
    }
    return 0;
}

static const char *parse_amounts(apr_pool_t *pool, const char *text,
                                 apr_int64_t *sum)
{
    *sum = 0;
    while (*text) {
        const char *number = ap_getword_conf(pool, &text);
        const char *unit = ap_getword_conf(pool, &text);
        apr_int64_t seconds = *unit ? seconds_of(unit) : 0;
        char *end;
        apr_int64_t n = apr_strtoi64(number, &end, 10);

        if (end == number || *end || n < 0 || n > MAX_S) {
            return apr_psprintf(pool, "'%s' is not a number", number);
        }
        if (seconds == 0) {
            return apr_psprintf(pool,
                                "'%s' behind %s is no unit: expected years, "
                                "months, weeks, days, hours, minutes or "
                                "seconds",
                                unit, number);
        }
        *sum += n > MAX_S / seconds ? MAX_S : n * seconds;
        *sum = *sum > MAX_S ? MAX_S : *sum;
    }
    return NULL;
}

/* "access plus 1 month 2 days". */
static const char *parse_words(apr_pool_t *pool, const char *text,
                               expiry_t *expiry)
{
    const char *base = ap_getword_conf(pool, &text);
    const char *rest = text;
    const char *plus = ap_getword_conf(pool, &rest);

    if (ap_cstr_casecmp(base, "modification") == 0) {
        expiry->counts_from_file = true;
    }
    else if (ap_cstr_casecmp(base, "access") != 0
             && ap_cstr_casecmp(base, "now") != 0) {
        return apr_psprintf(pool,
                            "'%s' is no time to count from: expected access, "
                            "now or modification, or a code such as A3600",
                            base);
    }
    expiry->is_set = true;
    return parse_amounts(pool, ap_cstr_casecmp(plus, "plus") == 0 ? rest : text,
                         &expiry->after_s);
}

static const char *parse_expiry(apr_pool_t *pool, const char *text,
                                expiry_t *expiry)
{
    *expiry = (expiry_t){ 0 };
    if ((apr_toupper(text[0]) == 'A' || apr_toupper(text[0]) == 'M')
        && !apr_isalpha(text[1])) {
        return parse_code(pool, text, expiry);
    }
    return parse_words(pool, text, expiry);
}

/* --- directives
 * --------------------------------------------------------------- */

static const char *set_expires_active(cmd_parms *cmd, void *dir_conf, int is_on)
{
    expires_conf_t *conf = dir_conf;

    conf->active = is_on != 0;
    return NULL;
}

static const char *set_expires_default(cmd_parms *cmd, void *dir_conf,
                                       const char *text)
{
    expires_conf_t *conf = dir_conf;

    return parse_expiry(cmd->pool, text, &conf->otherwise);
}

static const char *set_expires_by_type(cmd_parms *cmd, void *dir_conf,
                                       const char *type, const char *text)
{
    expires_conf_t *conf = dir_conf;
    type_expiry_t entry = { .type = type };
    const char *slash = strchr(type, '/');
    const char *error;

    if (!slash) {
        return apr_psprintf(cmd->pool,
                            "'%s' is no media type: it should contain a "
                            "slash, as text/css or text/* do",
                            type);
    }
    error = parse_expiry(cmd->pool, text, &entry.expiry);
    if (error) {
        return error;
    }
    if (strcmp(slash, "/*") == 0) {
        entry.is_family = true;
        entry.type = apr_pstrmemdup(cmd->pool, type,
                                    (apr_size_t)(slash + 1 - type));
    }
    if (!conf->types) {
        conf->types = apr_array_make(cmd->pool, 4, sizeof(entry));
    }
    APR_ARRAY_PUSH(conf->types, type_expiry_t) = entry;
    return NULL;
}

/* --- at work
 * ------------------------------------------------------------------ */

/* The type itself goes before its family, a later line before an earlier. */
static const expiry_t *find_expiry(const expires_conf_t *conf,
                                   const char *content_type)
{
    const expiry_t *family = NULL;
    apr_size_t len = content_type ? strcspn(content_type, "; \t") : 0;

    for (int i = conf->types && len ? conf->types->nelts : 0; i-- > 0;) {
        const type_expiry_t *entry = &APR_ARRAY_IDX(conf->types, i,
                                                    type_expiry_t);

        if (entry->is_family) {
            if (!family
                && ap_cstr_casecmpn(entry->type, content_type,
                                    strlen(entry->type))
                       == 0) {
                family = &entry->expiry;
            }
        }
        else if (strlen(entry->type) == len
                 && ap_cstr_casecmpn(entry->type, content_type, len) == 0) {
            return &entry->expiry;
        }
    }
    return family ? family : &conf->otherwise;
}

static void set_fields(request_rec *r, const expiry_t *expiry)
{
    apr_time_t from = r->request_time;
    apr_time_t expires;
    char *date;

    if (expiry->counts_from_file) {
        if (r->finfo.filetype == APR_NOFILE) {
            return; /* nothing to count from */
        }
        from = r->finfo.mtime;
    }
    expires = from + apr_time_from_sec(expiry->after_s);
    if (expires < r->request_time) {
        expires = r->request_time;
    }
    apr_table_mergen(
        r->headers_out, "Cache-Control",
        apr_psprintf(r->pool, "max-age=%" APR_TIME_T_FMT,
                     apr_time_sec(expires) - apr_time_sec(r->request_time)));
    date = apr_palloc(r->pool, APR_RFC822_DATE_LEN);
    apr_rfc822_date(date, expires);
    apr_table_setn(r->headers_out, "Expires", date);
}

static apr_status_t filter_response(ap_filter_t *f, apr_bucket_brigade *bb)
{
    request_rec *r = f->r;
    const expires_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                      &expires_module);

    /* Whoever made the response knows better. */
    if (!apr_table_get(r->headers_out, "Expires")
        && !apr_table_get(r->err_headers_out, "Expires")) {
        const expiry_t *expiry = find_expiry(conf, r->content_type);

        if (expiry->is_set) {
            set_fields(r, expiry);
        }
    }
    ap_remove_output_filter(f);
    return ap_pass_brigade(f->next, bb);
}

static void insert_filter(request_rec *r)
{
    const expires_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                      &expires_module);

    if (conf->active == 1 && !ap_is_HTTP_ERROR(r->status)
        && (conf->otherwise.is_set || conf->types)) {
        ap_add_output_filter_handle(expires_filter, NULL, r, r->connection);
    }
}

static const command_rec expires_directives[] = {
    AP_INIT_FLAG("ExpiresActive", set_expires_active, NULL, OR_INDEXES,
                 "On or Off"),
    AP_INIT_TAKE2("ExpiresByType", set_expires_by_type, NULL, OR_INDEXES,
                  "a media type and how long responses of it may be kept"),
    AP_INIT_TAKE1("ExpiresDefault", set_expires_default, NULL, OR_INDEXES,
                  "how long responses of all other types may be kept"),
    { .name = NULL },
};

static void expires_register_hooks(apr_pool_t *pool)
{
    expires_filter = ap_register_output_filter("MOD_EXPIRES", filter_response,
                                               NULL, AP_FTYPE_CONTENT_SET - 2);
    ap_hook_insert_filter(insert_filter, NULL, NULL, APR_HOOK_MIDDLE);
    ap_hook_insert_error_filter(insert_filter, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(expires) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = expires_create_conf,
    .merge_dir_config = expires_merge_conf,
    .cmds = expires_directives,
    .register_hooks = expires_register_hooks,
};
