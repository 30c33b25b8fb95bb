/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_filter - output filters that depend on the response.
 *
 * Directives: FilterDeclare, FilterProvider, FilterProtocol, FilterChain
 *             (.htaccess: Options), AddOutputFilterByType (FileInfo),
 *             FilterTrace (not in .htaccess)
 * Phase:      insert_filter puts a placeholder for each smart filter of the
 *             chain; when the first bytes come, and with them the type, it
 *             becomes the first provider whose condition holds, or goes
 * Owns:       per section, smart filters by name and a chain of names, in the
 *             configuration pool; nothing for a request but the filters
 * Tests:      test/e2e/filters/test_filter.py
 */

#include "httpd.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "apr_fnmatch.h"
#include "apr_hash.h"
#include "apr_strings.h"

#include "ap_expr.h"
#include "http_config.h"
#include "http_log.h"
#include "http_request.h"
#include "util_filter.h"

module AP_MODULE_DECLARE_DATA filter_module;

typedef struct provider_t {
    ap_filter_rec_t *filter;
    const ap_expr_info_t *condition; /* or */
    const char *type;                /* a media type, "text/" and a star too */
    unsigned int protocol;           /* AP_FILTER_PROTO_* */
    bool has_protocol;               /* instead of the filter's own */
} provider_t;

typedef struct smart_t {
    const char *name;
    ap_filter_type type;
    unsigned int protocol;
    int trace;
    apr_array_header_t *providers; /* of provider_t * */
} smart_t;

typedef struct step_t {
    char what; /* one of + @ - = ! */
    const char *name;
} step_t;

typedef struct filter_conf_t {
    apr_hash_t *filters;       /* by name: smart_t *, or NULL */
    apr_array_header_t *steps; /* of step_t: what FilterChain said; or NULL */
    apr_array_header_t *chain; /* of names: what comes of it */
} filter_conf_t;

/* A placeholder for each type of filter: that is what places it. */
typedef struct holder_t {
    ap_filter_type type;
    const char *word;
    ap_filter_rec_t *filter;
} holder_t;

static holder_t holders[] = {
    { AP_FTYPE_RESOURCE, "RESOURCE", NULL },
    { AP_FTYPE_CONTENT_SET, "CONTENT_SET", NULL },
    { AP_FTYPE_PROTOCOL, "PROTOCOL", NULL },
    { AP_FTYPE_TRANSCODE, "TRANSCODE", NULL },
    { AP_FTYPE_CONNECTION, "CONNECTION", NULL },
    { AP_FTYPE_NETWORK, "NETWORK", NULL },
};
enum { HOLDERS_N = sizeof(holders) / sizeof(holders[0]) };

/* --- configuration -----------------------------------------------------------
 */

static void *filter_create_conf(apr_pool_t *pool, char *dir)
{
    return apr_pcalloc(pool, sizeof(filter_conf_t));
}

static void remove_name(apr_array_header_t *chain, const char *name)
{
    int kept = 0;

    for (int i = 0; i < chain->nelts; i++) {
        const char *each = APR_ARRAY_IDX(chain, i, const char *);

        if (ap_cstr_casecmp(each, name) != 0) {
            APR_ARRAY_IDX(chain, kept++, const char *) = each;
        }
    }
    chain->nelts = kept;
}

static void take_step(apr_array_header_t *chain, const step_t *step)
{
    if (step->what == '!' || step->what == '=') {
        chain->nelts = 0;
    }
    else {
        remove_name(chain, step->name); /* each filter runs once */
    }
    if (step->what == '+' || step->what == '=' || step->what == '@') {
        APR_ARRAY_PUSH(chain, const char *) = step->name;
    }
    if (step->what == '@') {
        for (int i = chain->nelts - 1; i > 0; i--) {
            APR_ARRAY_IDX(chain, i, const char *) = APR_ARRAY_IDX(chain, i - 1,
                                                                  const char *);
        }
        APR_ARRAY_IDX(chain, 0, const char *) = step->name;
    }
}

static void resolve_chain(apr_pool_t *pool, filter_conf_t *conf)
{
    conf->chain = apr_array_make(pool, 4, sizeof(char *));
    for (int i = 0; conf->steps && i < conf->steps->nelts; i++) {
        take_step(conf->chain, &APR_ARRAY_IDX(conf->steps, i, step_t));
    }
}

/* The inner section's providers, being later, are asked first. */
static void *merge_smart(apr_pool_t *pool, const void *key, apr_ssize_t len,
                         const void *inner, const void *outer, const void *data)
{
    const smart_t *over = inner;
    const smart_t *base = outer;
    smart_t *smart = apr_pmemdup(pool, over, sizeof(*over));

    smart->providers = apr_array_append(pool, base->providers, over->providers);
    smart->protocol |= base->protocol;
    if (smart->trace == 0) {
        smart->trace = base->trace;
    }
    return smart;
}

static void *filter_merge_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const filter_conf_t *base = outer;
    const filter_conf_t *over = inner;
    filter_conf_t *conf = apr_palloc(pool, sizeof(*conf));

    conf->filters = base->filters && over->filters ? apr_hash_merge(
                        pool, over->filters, base->filters, merge_smart, NULL)
                    : over->filters ? over->filters
                                    : base->filters;
    conf->chain = over->steps ? NULL : base->chain;
    conf->steps = base->steps && over->steps
                      ? apr_array_append(pool, base->steps, over->steps)
                  : over->steps ? over->steps
                                : base->steps;
    if (!conf->chain && conf->steps) {
        resolve_chain(pool, conf);
    }
    return conf;
}

static smart_t *find_smart(const filter_conf_t *conf, const char *name)
{
    return conf->filters
               ? apr_hash_get(conf->filters, name, APR_HASH_KEY_STRING)
               : NULL;
}

static smart_t *make_smart(apr_pool_t *pool, filter_conf_t *conf,
                           const char *name, ap_filter_type type)
{
    smart_t *smart = find_smart(conf, name);

    if (!smart) {
        smart = apr_pcalloc(pool, sizeof(*smart));
        smart->name = name;
        smart->type = type;
        smart->providers = apr_array_make(pool, 2, sizeof(provider_t *));
        if (!conf->filters) {
            conf->filters = apr_hash_make(pool);
        }
        apr_hash_set(conf->filters, name, APR_HASH_KEY_STRING, smart);
    }
    return smart;
}

static void add_step(apr_pool_t *pool, filter_conf_t *conf, char what,
                     const char *name)
{
    step_t *step;

    if (!conf->steps) {
        conf->steps = apr_array_make(pool, 4, sizeof(step_t));
    }
    step = apr_array_push(conf->steps);
    step->what = what;
    step->name = name;
    resolve_chain(pool, conf);
}

/* --- directives
 * --------------------------------------------------------------- */

static const char *set_filter_declare(cmd_parms *cmd, void *dir_conf,
                                      const char *name, const char *word)
{
    smart_t *smart = make_smart(cmd->pool, dir_conf, name, AP_FTYPE_RESOURCE);

    if (!word) {
        return NULL;
    }
    for (int i = 0; i < HOLDERS_N; i++) {
        if (ap_cstr_casecmp(word, holders[i].word) == 0) {
            smart->type = holders[i].type;
            return NULL;
        }
    }
    return apr_psprintf(cmd->pool,
                        "'%s' is no type of filter: expected RESOURCE, "
                        "CONTENT_SET, PROTOCOL, TRANSCODE, CONNECTION or "
                        "NETWORK",
                        word);
}

static const char *find_provider(cmd_parms *cmd, const char *name,
                                 ap_filter_rec_t **filter)
{
    *filter = ap_get_output_filter_handle(name);
    return *filter ? NULL
                   : apr_psprintf(cmd->pool,
                                  "Unknown filter provider %s: is the module "
                                  "that has this filter loaded, and before "
                                  "this line?",
                                  name);
}

static const char *set_filter_provider(cmd_parms *cmd, void *dir_conf,
                                       const char *name, const char *filter,
                                       const char *condition)
{
    provider_t *provider = apr_pcalloc(cmd->pool, sizeof(*provider));
    const char *error = find_provider(cmd, filter, &provider->filter);
    smart_t *smart;

    if (error) {
        return error;
    }
    provider->condition = ap_expr_parse_cmd(cmd, condition, 0, &error, NULL);
    if (error) {
        return apr_pstrcat(cmd->pool, "FilterProvider expression: ", error,
                           NULL);
    }
    smart = make_smart(cmd->pool, dir_conf, name, AP_FTYPE_RESOURCE);
    APR_ARRAY_PUSH(smart->providers, provider_t *) = provider;
    return NULL;
}

static const char *set_filter_chain(cmd_parms *cmd, void *dir_conf,
                                    const char *word)
{
    bool has_sign = *word && strchr("+@-=!", *word) != NULL;

    if (*word != '!' && !word[has_sign]) {
        return apr_psprintf(cmd->pool, "'%s' names no filter", word);
    }
    add_step(cmd->pool, dir_conf, has_sign ? *word : '+', word + has_sign);
    return NULL;
}

static const char *set_filter_trace(cmd_parms *cmd, void *dir_conf,
                                    const char *name, const char *level)
{
    smart_t *smart = find_smart(dir_conf, name);
    char *end;

    if (!smart) {
        return apr_psprintf(cmd->pool,
                            "'%s' is not declared here: write FilterDeclare "
                            "or FilterProvider before",
                            name);
    }
    smart->trace = (int)strtol(level, &end, 10);
    if (end == level || *end || smart->trace < 0 || smart->trace > 2) {
        return apr_psprintf(cmd->pool, "'%s' is no level: expected 0, 1 or 2",
                            level);
    }
    return NULL;
}

static const char *parse_protocol(cmd_parms *cmd, const char *text,
                                  unsigned int *flags)
{
    static const struct {
        const char *word;
        unsigned int flags;
    } words[] = {
        { "change=yes",
          AP_FILTER_PROTO_CHANGE | AP_FILTER_PROTO_CHANGE_LENGTH },
        { "change=no", 0 },
        { "change=1:1", AP_FILTER_PROTO_CHANGE },
        { "byteranges=no", AP_FILTER_PROTO_NO_BYTERANGE },
        { "proxy=no", AP_FILTER_PROTO_NO_PROXY },
        { "proxy=transform", AP_FILTER_PROTO_TRANSFORM },
        { "cache=no", AP_FILTER_PROTO_NO_CACHE },
    };
    char *last = NULL;
    char *copy = apr_pstrdup(cmd->pool, text);

    for (char *word = apr_strtok(copy, ", ;", &last); word;
         word = apr_strtok(NULL, ", ;", &last)) {
        size_t i = 0;

        while (i < sizeof(words) / sizeof(words[0])
               && ap_cstr_casecmp(word, words[i].word) != 0) {
            i++;
        }
        if (i == sizeof(words) / sizeof(words[0])) {
            return apr_psprintf(cmd->pool,
                                "'%s' is no flag: expected change=yes, "
                                "change=no, change=1:1, byteranges=no, "
                                "proxy=no, proxy=transform or cache=no",
                                word);
        }
        if (words[i].flags == 0) {
            *flags &= ~(unsigned int)(AP_FILTER_PROTO_CHANGE
                                      | AP_FILTER_PROTO_CHANGE_LENGTH);
        }
        *flags |= words[i].flags;
    }
    return NULL;
}

static const char *set_filter_protocol(cmd_parms *cmd, void *dir_conf,
                                       const char *name, const char *second,
                                       const char *third)
{
    smart_t *smart = find_smart(dir_conf, name);

    if (!smart) {
        return apr_psprintf(cmd->pool,
                            "'%s' is not declared here: write FilterDeclare "
                            "or FilterProvider before",
                            name);
    }
    if (!third) {
        return parse_protocol(cmd, second, &smart->protocol);
    }
    for (int i = 0; i < smart->providers->nelts; i++) {
        provider_t *provider = APR_ARRAY_IDX(smart->providers, i, provider_t *);

        if (ap_cstr_casecmp(provider->filter->name, second) == 0) {
            provider->protocol = provider->filter->proto_flags;
            provider->has_protocol = true;
            return parse_protocol(cmd, third, &provider->protocol);
        }
    }
    return apr_psprintf(cmd->pool, "%s has no provider '%s'", name, second);
}

/* One smart filter for each filter named here, and a provider a type. */
static const char *add_by_type(cmd_parms *cmd, filter_conf_t *conf,
                               const char *name, int n, char *const types[])
{
    ap_filter_rec_t *filter;
    const char *error = find_provider(cmd, name, &filter);
    const char *own_name = apr_pstrcat(cmd->pool, "BYTYPE:", name, NULL);
    smart_t *smart;

    if (error) {
        return error;
    }
    ap_str_toupper((char *)(uintptr_t)own_name);
    smart = make_smart(cmd->pool, conf, own_name, filter->ftype);
    for (int i = 0; i < n; i++) {
        provider_t *provider = apr_pcalloc(cmd->pool, sizeof(*provider));

        provider->filter = filter;
        provider->type = types[i];
        APR_ARRAY_PUSH(smart->providers, provider_t *) = provider;
    }
    add_step(cmd->pool, conf, '+', own_name);
    return NULL;
}

static const char *set_add_output_filter_by_type(cmd_parms *cmd, void *dir_conf,
                                                 int argc, char *const argv[])
{
    char *last = NULL;
    const char *error = NULL;

    if (argc < 2) {
        return "AddOutputFilterByType needs filters, with ; between them, and "
               "one media type or more";
    }
    for (char *name = apr_strtok(apr_pstrdup(cmd->pool, argv[0]), ";", &last);
         name && !error; name = apr_strtok(NULL, ";", &last)) {
        error = add_by_type(cmd, dir_conf, name, argc - 1, argv + 1);
    }
    return error;
}

/* --- at work
 * ------------------------------------------------------------------ */

static bool has_type(const request_rec *r, const char *wanted)
{
    apr_size_t len;

    if (!r->content_type) {
        return false;
    }
    len = strcspn(r->content_type, "; \t");
    if (strchr(wanted, '*')) {
        const char *bare = apr_pstrmemdup(r->pool, r->content_type, len);

        return apr_fnmatch(wanted, bare, APR_FNM_CASE_BLIND) == APR_SUCCESS;
    }
    return strlen(wanted) == len
           && ap_cstr_casecmpn(wanted, r->content_type, len) == 0;
}

static bool holds(request_rec *r, const provider_t *provider)
{
    const char *error = NULL;
    int result;

    if (provider->type) {
        return has_type(r, provider->type);
    }
    result = ap_expr_exec(r, provider->condition, &error);
    if (error) {
        ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, r,
                      "the condition of filter provider %s could not be "
                      "evaluated, it is passed over: %s",
                      provider->filter->name, error);
    }
    return result > 0 && !error;
}

static bool is_closed_to_proxies(const request_rec *r, unsigned int flags)
{
    const char *control;

    if (r->proxyreq == PROXYREQ_NONE) {
        return false;
    }
    if (flags & AP_FILTER_PROTO_NO_PROXY) {
        return true;
    }
    control = apr_table_get(r->headers_out, "Cache-Control");
    return (flags & AP_FILTER_PROTO_TRANSFORM) && control
           && ap_find_token(r->pool, control, "no-transform");
}

/* The response's fields, for what the filter will do to its body. */
static void adapt_fields(request_rec *r, unsigned int flags)
{
    if (flags & AP_FILTER_PROTO_CHANGE) {
        apr_table_unset(r->headers_out, "Content-MD5");
        apr_table_unset(r->headers_out, "ETag");
        if (flags & AP_FILTER_PROTO_CHANGE_LENGTH) {
            apr_table_unset(r->headers_out, "Content-Length");
        }
    }
    if (flags
        & (AP_FILTER_PROTO_CHANGE_LENGTH | AP_FILTER_PROTO_NO_BYTERANGE)) {
        apr_table_setn(r->headers_out, "Accept-Ranges", "none");
        apr_table_unset(r->headers_in, "Range");
    }
    if (flags & AP_FILTER_PROTO_NO_CACHE) {
        apr_table_unset(r->headers_out, "Last-Modified");
        apr_table_addn(r->headers_out, "Cache-Control", "no-cache");
    }
}

static void trace(const ap_filter_t *f, const smart_t *smart,
                  apr_bucket_brigade *bb)
{
    for (apr_bucket *b = APR_BRIGADE_FIRST(bb); b != APR_BRIGADE_SENTINEL(bb);
         b = APR_BUCKET_NEXT(b)) {
        ap_log_rerror(APLOG_MARK, APLOG_NOTICE, 0, f->r,
                      "%s gets a bucket: %s, %" APR_SIZE_T_FMT " bytes",
                      smart->name, b->type->name, b->length);
    }
}

/* The one that was declared last is asked first. */
static const provider_t *choose(request_rec *r, const smart_t *smart)
{
    for (int i = smart->providers->nelts; i-- > 0;) {
        const provider_t *provider = APR_ARRAY_IDX(smart->providers, i,
                                                   const provider_t *);

        if (holds(r, provider)) {
            return provider;
        }
    }
    return NULL;
}

/* The placeholder's one call: it becomes the provider's filter, or goes. */
static apr_status_t hold_place(ap_filter_t *f, apr_bucket_brigade *bb)
{
    const smart_t *smart = f->ctx;
    const provider_t *provider = choose(f->r, smart);
    unsigned int flags;
    int status;

    if (smart->trace > 0) {
        trace(f, smart, bb);
    }
    if (!provider) {
        ap_remove_output_filter(f);
        return ap_pass_brigade(f->next, bb);
    }
    flags = smart->protocol
            | (provider->has_protocol ? provider->protocol
                                      : provider->filter->proto_flags);
    if (is_closed_to_proxies(f->r, flags)) {
        ap_remove_output_filter(f);
        return ap_pass_brigade(f->next, bb);
    }
    adapt_fields(f->r, flags);
    f->frec = provider->filter;
    f->ctx = NULL;
    if (f->frec->filter_init_func) {
        status = f->frec->filter_init_func(f);
        if (status != OK) {
            ap_remove_output_filter(f);
            return ap_pass_brigade(f->next, bb);
        }
    }
    return ap_pass_brigade(f, bb);
}

static void insert_filters(request_rec *r)
{
    const filter_conf_t *conf = ap_get_module_config(r->per_dir_config,
                                                     &filter_module);

    for (int i = 0; conf->chain && i < conf->chain->nelts; i++) {
        const char *name = APR_ARRAY_IDX(conf->chain, i, const char *);
        smart_t *smart = find_smart(conf, name);

        if (!smart) {
            ap_log_rerror(APLOG_MARK, APLOG_ERR, 0, r,
                          "FilterChain names %s, which no FilterDeclare or "
                          "FilterProvider makes known here: it is left out",
                          name);
            continue;
        }
        for (int j = 0; j < HOLDERS_N; j++) {
            if (smart->type <= holders[j].type || j == HOLDERS_N - 1) {
                ap_add_output_filter_handle(holders[j].filter, smart, r,
                                            r->connection);
                break;
            }
        }
    }
}

static const command_rec filter_directives[] = {
    AP_INIT_TAKE12("FilterDeclare", set_filter_declare, NULL, OR_OPTIONS,
                   "the name of a smart filter, and its type"),
    AP_INIT_TAKE3("FilterProvider", set_filter_provider, NULL, OR_OPTIONS,
                  "a smart filter, a filter it can be, and on what condition"),
    AP_INIT_ITERATE("FilterChain", set_filter_chain, NULL, OR_OPTIONS,
                    "smart filters in the order in which they run, with + @ "
                    "- = or ! before them"),
    AP_INIT_TAKE2("FilterTrace", set_filter_trace, NULL,
                  RSRC_CONF | ACCESS_CONF,
                  "a smart filter and a number: 0 for no trace"),
    AP_INIT_TAKE_ARGV("AddOutputFilterByType", set_add_output_filter_by_type,
                      NULL, OR_FILEINFO,
                      "filters with ; between them, and the media types of "
                      "the responses that they are for"),
    AP_INIT_TAKE23("FilterProtocol", set_filter_protocol, NULL, OR_OPTIONS,
                   "a smart filter, perhaps one of its providers, and flags"),
    { .name = NULL },
};

static void filter_register_hooks(apr_pool_t *pool)
{
    for (int i = 0; i < HOLDERS_N; i++) {
        holders[i].filter = ap_register_output_filter(
            apr_pstrcat(pool, "SMART-", holders[i].word, NULL), hold_place,
            NULL, holders[i].type);
    }
    ap_hook_insert_filter(insert_filters, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(filter) = {
    STANDARD20_MODULE_STUFF,
    .create_dir_config = filter_create_conf,
    .merge_dir_config = filter_merge_conf,
    .cmds = filter_directives,
    .register_hooks = filter_register_hooks,
};
