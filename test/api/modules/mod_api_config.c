/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mod_api_config - every kind of directive, and both kinds of configuration.
 *
 * Handler api-config prints what arrived, one line for each fact.
 */

#include "httpd.h"

#include "apr_strings.h"
#include "http_config.h"
#include "http_core.h"
#include "http_protocol.h"

module AP_MODULE_DECLARE_DATA api_config_module;

typedef struct dir_conf_t {
    const char *made_of; /* names of the directories merged into this one */
    apr_array_header_t *calls;
    const char *text;
    const char *lower;
    const char *file;
    int number;
    int flag;
    char small_flag;
} dir_conf_t;

typedef struct server_conf_t {
    const char *made_of;
    const char *value;
    const char *read_early;
} server_conf_t;

static void *create_dir_conf(apr_pool_t *pool, char *dir)
{
    dir_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->made_of = dir ? dir : "(server)";
    conf->calls = apr_array_make(pool, 4, sizeof(const char *));
    conf->number = -1;
    conf->flag = -1;
    conf->small_flag = -1;
    return conf;
}

static void *merge_dir_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const dir_conf_t *base = outer;
    const dir_conf_t *over = inner;
    dir_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->made_of = apr_pstrcat(pool, base->made_of, " + ", over->made_of, NULL);
    conf->calls = apr_array_append(pool, base->calls, over->calls);
    conf->text = over->text ? over->text : base->text;
    conf->lower = over->lower ? over->lower : base->lower;
    conf->file = over->file ? over->file : base->file;
    conf->number = over->number >= 0 ? over->number : base->number;
    conf->flag = over->flag >= 0 ? over->flag : base->flag;
    conf->small_flag = over->small_flag >= 0 ? over->small_flag : base->small_flag;
    return conf;
}

static void *create_server_conf(apr_pool_t *pool, server_rec *s)
{
    server_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->made_of = s->is_virtual ? "host" : "main";
    return conf;
}

static void *merge_server_conf(apr_pool_t *pool, void *outer, void *inner)
{
    const server_conf_t *base = outer;
    const server_conf_t *over = inner;
    server_conf_t *conf = apr_pcalloc(pool, sizeof(*conf));

    conf->made_of = apr_pstrcat(pool, base->made_of, " + ", over->made_of, NULL);
    conf->value = over->value ? over->value : base->value;
    conf->read_early = over->read_early ? over->read_early : base->read_early;
    return conf;
}

static const char *note(cmd_parms *cmd, void *conf_v, const char *call)
{
    dir_conf_t *conf = conf_v;

    APR_ARRAY_PUSH(conf->calls, const char *) =
        apr_pstrcat(cmd->pool, cmd->cmd->name, call, NULL);
    return NULL;
}

static const char *shown(const char *arg)
{
    return arg ? arg : "-";
}

static const char *on_no_args(cmd_parms *cmd, void *conf)
{
    return note(cmd, conf, "()");
}

static const char *on_raw(cmd_parms *cmd, void *conf, const char *args)
{
    return note(cmd, conf, apr_psprintf(cmd->pool, "{%s}", args));
}

static const char *on_argv(cmd_parms *cmd, void *conf, int argc, char *const argv[])
{
    const char *all = apr_psprintf(cmd->pool, "#%d", argc);

    for (int i = 0; i < argc; i++) {
        all = apr_pstrcat(cmd->pool, all, ",", argv[i], NULL);
    }
    return note(cmd, conf, all);
}

static const char *on_1(cmd_parms *cmd, void *conf, const char *w)
{
    return note(cmd, conf, apr_psprintf(cmd->pool, "(%s)", shown(w)));
}

static const char *on_2(cmd_parms *cmd, void *conf, const char *w, const char *w2)
{
    return note(cmd, conf, apr_psprintf(cmd->pool, "(%s,%s)", shown(w), shown(w2)));
}

static const char *on_3(cmd_parms *cmd, void *conf, const char *w, const char *w2, const char *w3)
{
    return note(cmd, conf, apr_psprintf(cmd->pool, "(%s,%s,%s)", shown(w), shown(w2), shown(w3)));
}

static const char *on_flag(cmd_parms *cmd, void *conf, int on)
{
    return note(cmd, conf, on ? "(yes)" : "(no)");
}

static const char *on_where(cmd_parms *cmd, void *conf)
{
    return note(cmd, conf, apr_psprintf(cmd->pool, "(path %s, line %d, info %s, vhost %d)", shown(cmd->path),
                                        cmd->directive->line_num, (const char *)cmd->info,
                                        cmd->server->is_virtual != 0));
}

static const char *on_server_value(cmd_parms *cmd, void *conf, const char *w)
{
    const char *error = ap_check_cmd_context(cmd, NOT_IN_DIR_LOC_FILE);
    server_conf_t *server = ap_get_module_config(cmd->server->module_config, &api_config_module);

    if (error) {
        return error;
    }
    if (strcmp(w, "bad") == 0) {
        return "this value is refused";
    }
    server->value = w;
    return NULL;
}

static const char *on_read(cmd_parms *cmd, void *conf, const char *w)
{
    server_conf_t *server = ap_get_module_config(cmd->server->module_config, &api_config_module);

    server->read_early = apr_pstrcat(cmd->pool, w, cmd->directive ? " in the tree" : " while reading", NULL);
    return NULL;
}

static const char *on_section(cmd_parms *cmd, void *conf, const char *args)
{
    const command_rec *own = cmd->cmd;
    const char *end = strrchr(args, '>');
    const char *error;

    if (!end) {
        return "<ApiSection> is not closed";
    }
    note(cmd, conf, apr_psprintf(cmd->pool, "[%.*s", (int)(end - args), args));
    error = ap_walk_config(cmd->directive->first_child, cmd, cmd->context);
    cmd->cmd = own; /* the walk leaves the last directive's there */
    note(cmd, conf, "]");
    return error;
}

static const char *on_decline(cmd_parms *cmd, void *conf, const char *w)
{
    return DECLINE_CMD;
}

#define OFFSET(field) (void *)APR_OFFSETOF(dir_conf_t, field)

static const command_rec directives[] = {
    AP_INIT_NO_ARGS("ApiNoArgs", on_no_args, NULL, OR_ALL, "nothing"),
    AP_INIT_RAW_ARGS("ApiRaw", on_raw, NULL, OR_ALL, "anything"),
    AP_INIT_TAKE_ARGV("ApiArgv", on_argv, NULL, OR_ALL, "a list"),
    AP_INIT_TAKE1("ApiTake1", on_1, NULL, OR_ALL, "one word"),
    AP_INIT_TAKE2("ApiTake2", on_2, NULL, OR_ALL, "two words"),
    AP_INIT_TAKE3("ApiTake3", on_3, NULL, OR_ALL, "three words"),
    AP_INIT_TAKE12("ApiTake12", on_2, NULL, OR_ALL, "one or two words"),
    AP_INIT_TAKE13("ApiTake13", on_3, NULL, OR_ALL, "one or three words"),
    AP_INIT_TAKE23("ApiTake23", on_3, NULL, OR_ALL, "two or three words"),
    AP_INIT_TAKE123("ApiTake123", on_3, NULL, OR_ALL, "one to three words"),
    AP_INIT_ITERATE("ApiIterate", on_1, NULL, OR_ALL, "words"),
    AP_INIT_ITERATE2("ApiIterate2", on_2, NULL, OR_ALL, "a word and words"),
    AP_INIT_FLAG("ApiFlag", on_flag, NULL, OR_ALL, "On or Off"),
    AP_INIT_NO_ARGS("ApiWhere", on_where, (void *)"told", OR_ALL, "nothing"),
    AP_INIT_TAKE1("ApiText", ap_set_string_slot, OFFSET(text), OR_ALL, "a text"),
    AP_INIT_TAKE1("ApiLower", ap_set_string_slot_lower, OFFSET(lower), OR_ALL, "a text"),
    AP_INIT_TAKE1("ApiFile", ap_set_file_slot, OFFSET(file), OR_ALL, "a file"),
    AP_INIT_TAKE1("ApiNumber", ap_set_int_slot, OFFSET(number), OR_ALL, "a number"),
    AP_INIT_FLAG("ApiSlotFlag", ap_set_flag_slot, OFFSET(flag), OR_ALL, "On or Off"),
    AP_INIT_FLAG("ApiSmallFlag", ap_set_flag_slot_char, OFFSET(small_flag), OR_ALL, "On or Off"),
    AP_INIT_TAKE1("ApiOptions", on_1, NULL, OR_OPTIONS, "a word, where Options may stand"),
    AP_INIT_TAKE1("ApiServer", on_server_value, NULL, RSRC_CONF, "a word, for servers"),
    AP_INIT_TAKE1("ApiAccess", on_1, NULL, ACCESS_CONF, "a word, for sections"),
    AP_INIT_TAKE1("ApiEarly", on_read, NULL, RSRC_CONF | EXEC_ON_READ, "a word, at once"),
    AP_INIT_RAW_ARGS("<ApiSection", on_section, NULL, OR_ALL, "a section"),
    AP_INIT_TAKE1("ApiDecline", on_decline, NULL, OR_ALL, "a word that nobody wants"),
    { .name = NULL },
};

static int show(request_rec *r)
{
    const dir_conf_t *conf = ap_get_module_config(r->per_dir_config, &api_config_module);
    const server_conf_t *server = ap_get_module_config(r->server->module_config, &api_config_module);

    if (!r->handler || strcmp(r->handler, "api-config") != 0) {
        return DECLINED;
    }
    ap_set_content_type(r, "text/plain");
    ap_rprintf(r, "dirs: %s\nserver: %s\n", conf->made_of, server->made_of);
    ap_rprintf(r, "value: %s\nearly: %s\n", shown(server->value), shown(server->read_early));
    ap_rprintf(r, "text: %s\nlower: %s\nfile: %s\n", shown(conf->text), shown(conf->lower), shown(conf->file));
    ap_rprintf(r, "number: %d\nflag: %d\nsmall: %d\n", conf->number, conf->flag, conf->small_flag);
    for (int i = 0; i < conf->calls->nelts; i++) {
        ap_rprintf(r, "call: %s\n", APR_ARRAY_IDX(conf->calls, i, const char *));
    }
    return OK;
}

static void register_hooks(apr_pool_t *pool)
{
    ap_hook_handler(show, NULL, NULL, APR_HOOK_MIDDLE);
}

AP_DECLARE_MODULE(api_config) = {
    STANDARD20_MODULE_STUFF,
    create_dir_conf,
    merge_dir_conf,
    create_server_conf,
    merge_server_conf,
    directives,
    register_hooks,
};
