/* SPDX-License-Identifier: Apache-2.0 */
/*
 * build - from the lines of a configuration to the directive tree.
 *
 * Directives marked EXEC_ON_READ (conditional sections, Include, Define,
 * LoadModule, macros) are run here, while the text is read, and may give back
 * nodes to put in their place. All others become nodes and are run by walk.c.
 *
 * Errors are sentences; parms->err_directive is the innermost line that one
 * belongs to.
 */
#include "config/build.h"

#include <apr_lib.h>
#include <apr_strings.h>

#include "httpd.h"

#include "config/commands.h"
#include "config/invoke.h"
#include "config/reader.h"
#include "http_config.h"
#include "util/resolve_env.h"
#include "util_varbuf.h"

/* Where a tree under construction stands. */
typedef struct builder_t {
    cmd_parms *parms;
    apr_pool_t *pool; /* of the nodes */
    apr_pool_t *temp_pool;
    ap_directive_t *first;  /* what the caller gets */
    ap_directive_t *parent; /* the section that is open, or NULL */
    ap_directive_t *last;   /* the node before the next one, or NULL */
    int depth;              /* sections open */
} builder_t;

/* Conditional sections open in this thread: each is a recursion. */
static __thread int recursion_depth;

static ap_directive_t *make_node(builder_t *b, const char *name,
                                 const char *args)
{
    ap_directive_t *node = apr_pcalloc(b->pool, sizeof(*node));

    node->directive = apr_pstrdup(b->pool, name);
    node->args = apr_pstrdup(b->pool, args);
    node->filename = b->parms->config_file->name;
    node->line_num = (int)b->parms->config_file->line_number;
    return node;
}

static void add_node(builder_t *b, ap_directive_t *node, int is_section)
{
    if (!b->first) {
        b->first = node;
    }
    b->last = ap_add_node(&b->parent, b->last, node, is_section);
}

/* Puts a list of nodes made elsewhere where the builder stands. */
static void add_list(builder_t *b, ap_directive_t *list)
{
    while (list) {
        ap_directive_t *next = list->next;

        add_node(b, list, 0);
        list = next;
    }
}

/* Notes the line of an error, unless a line further inside is noted. */
static const char *fail(builder_t *b, const char *name, const char *error)
{
    if (!b->parms->err_directive) {
        b->parms->err_directive = make_node(b, name, "");
    }
    return error;
}

/* "</Directory>" or "</Directory >": closes the innermost section. */
static const char *close_section(builder_t *b, char *name, const char *args)
{
    apr_size_t len = strlen(name);
    ap_directive_t *open = b->parent;

    if (len > 2 && name[len - 1] == '>') {
        name[len - 1] = '\0';
    } else if (*args == '>') {
        args++;
    } else {
        return fail(b, name,
                    apr_pstrcat(b->pool, name,
                                "> directive missing closing '>'", NULL));
    }
    if (*args) {
        return fail(b, name,
                    apr_psprintf(b->pool, "%s> takes no arguments, but has "
                                          "'%s'",
                                 name, args));
    }
    if (!open) {
        return fail(b, name,
                    apr_psprintf(b->pool, "%s> without matching <%s> section",
                                 name, name + 2));
    }
    if (ap_cstr_casecmp(name + 2, open->directive + 1) != 0) {
        return fail(b, name,
                    apr_psprintf(b->pool,
                                 "Expected </%s> (for <%s> on line %d) but "
                                 "saw %s>",
                                 open->directive + 1, open->directive + 1,
                                 open->line_num, name));
    }
    b->last = open;
    b->parent = open->parent;
    b->depth--;
    return NULL;
}

/*
 * Runs an EXEC_ON_READ directive. Sets *is_done when an implementation took
 * it.
 */
static const char *execute_now(builder_t *b, const char *name,
                               const char *args, int *is_done)
{
    for (const pn_command_t *command = pn_commands_find(name); command;
         command = command->next) {
        ap_directive_t *list = NULL;
        ap_directive_t *outer = b->parms->directive;
        const char *error;

        if (!(command->rec->req_override & EXEC_ON_READ)) {
            continue;
        }
        b->parms->directive = NULL;
        error = pn_invoke_command(command->rec, b->parms, &list, args);
        b->parms->directive = outer;
        if (error && strcmp(error, DECLINE_CMD) == 0) {
            continue;
        }
        *is_done = 1;
        if (error) {
            return fail(b, name, error);
        }
        add_list(b, list);
        return NULL;
    }
    return NULL;
}

/*
 * Takes the ">" off "<Else>" and gives it to the arguments, where functions
 * of sections look for it: "<If" + " %{x} == 'y'>" but "<Else" + ">".
 */
static const char *split_section_name(builder_t *b, char *name,
                                      const char *args)
{
    apr_size_t len = strlen(name);

    if (len > 1 && name[len - 1] == '>') {
        name[len - 1] = '\0';
        return apr_pstrcat(b->temp_pool, ">", args, NULL);
    }
    return args;
}

static const char *add_line(builder_t *b, const char *line)
{
    const char *args;
    const char *error;
    char *name;
    int is_section;
    int is_done = 0;

    if (*line == '\0' || *line == '#') {
        return NULL;
    }
    args = pn_resolve_env(b->temp_pool, line, PN_CONFIG_LINE_MAX);
    if (!args) {
        return fail(b, ap_getword_conf(b->temp_pool, &line),
                    apr_psprintf(b->pool,
                                 "with the values of its ${NAMES}, the line "
                                 "has more than %d bytes",
                                 PN_CONFIG_LINE_MAX));
    }
    name = ap_getword_conf(b->temp_pool, &args);
    if (*name == '\0') {
        return NULL;
    }
    if (name[0] == '<' && name[1] == '/') {
        return close_section(b, name, args);
    }
    is_section = name[0] == '<';
    if (is_section) {
        args = split_section_name(b, name, args);
    }
    error = execute_now(b, name, args, &is_done);
    if (error || is_done) {
        return error;
    }
    if (is_section && ++b->depth > PN_CONFIG_NESTING_MAX) {
        return fail(b, name,
                    apr_psprintf(b->pool,
                                 "%s> is nested too deeply (more than %d "
                                 "sections)",
                                 name, PN_CONFIG_NESTING_MAX));
    }
    add_node(b, make_node(b, name, args), is_section);
    return NULL;
}

/* The last node of a list that grows with each file read into it. */
static ap_directive_t *last_of(ap_directive_t *list)
{
    while (list && list->next) {
        list = list->next;
    }
    return list;
}

static const char *unclosed(builder_t *b)
{
    ap_directive_t *open = b->parent;

    b->parms->err_directive = open;
    return apr_psprintf(b->pool, "%s:%d: %s> was not closed before the end of "
                                 "the file",
                        open->filename, open->line_num, open->directive);
}

AP_DECLARE(const char *) ap_build_config(cmd_parms *parms,
                                         apr_pool_t *conf_pool,
                                         apr_pool_t *temp_pool,
                                         ap_directive_t **conftree)
{
    builder_t b = { .parms = parms,
                    .pool = conf_pool,
                    .temp_pool = temp_pool,
                    .first = *conftree,
                    .last = last_of(*conftree) };
    int is_at_start = parms->config_file->line_number == 0;
    struct ap_varbuf line;
    const char *error = NULL;
    apr_status_t rv;

    parms->err_directive = NULL;
    ap_varbuf_init(temp_pool, &line, 0);
    while ((rv = ap_varbuf_cfg_getline(&line, parms->config_file,
                                       PN_CONFIG_LINE_MAX))
           == APR_SUCCESS) {
        const char *odd = is_at_start ? pn_reader_odd_start(line.buf) : NULL;

        is_at_start = 0;
        error = odd ? fail(&b, "", odd) : add_line(&b, line.buf);
        if (error) {
            break;
        }
    }
    ap_varbuf_free(&line);
    *conftree = b.first;
    if (error) {
        return error;
    }
    if (rv != APR_EOF) {
        return ap_pcfg_strerror(conf_pool, parms->config_file, rv);
    }
    return b.parent ? unclosed(&b) : NULL;
}

/* Is line the end of the section called name (without "<")? */
static int ends_section(const char *line, const char *name)
{
    apr_size_t len = strlen(name);

    if (line[0] != '<' || line[1] != '/'
        || ap_cstr_casecmpn(line + 2, name, len) != 0) {
        return 0;
    }
    line += 2 + len;
    while (apr_isspace(*line)) {
        line++;
    }
    return *line == '>' || *line == '\0';
}

/* The text ended within a conditional section: that is the line to look at. */
static const char *end_missing(cmd_parms *cmd, const char *name, int line_num)
{
    if (!cmd->err_directive) {
        ap_directive_t *open = apr_pcalloc(cmd->pool, sizeof(*open));

        open->directive = apr_pstrcat(cmd->pool, "<", name, NULL);
        open->args = "";
        open->filename = cmd->config_file->name;
        open->line_num = line_num;
        cmd->err_directive = open;
    }
    return apr_psprintf(cmd->pool,
                        "Expected </%s> before end of configuration (for <%s> "
                        "on line %d of %s)",
                        name, name, line_num, cmd->config_file->name);
}

static const char *build_until(builder_t *b, const char *name)
{
    cmd_parms *parms = b->parms;
    int opened_at = (int)parms->config_file->line_number;
    struct ap_varbuf line;
    const char *error = NULL;
    apr_status_t rv;
    int is_closed = 0;

    ap_varbuf_init(b->temp_pool, &line, 0);
    while ((rv = ap_varbuf_cfg_getline(&line, parms->config_file,
                                       PN_CONFIG_LINE_MAX))
           == APR_SUCCESS) {
        is_closed = !b->parent && ends_section(line.buf, name);
        if (is_closed) {
            break;
        }
        error = add_line(b, line.buf);
        if (error) {
            break;
        }
    }
    ap_varbuf_free(&line);
    if (error || is_closed) {
        return error;
    }
    if (rv != APR_EOF) {
        return ap_pcfg_strerror(b->pool, parms->config_file, rv);
    }
    return b->parent ? unclosed(b) : end_missing(parms, name, opened_at);
}

/*
 * Builds what stands between a section's first line, which was just read, and
 * its end. orig_directive is "<Name". *current becomes the list.
 */
AP_DECLARE(const char *)
ap_build_cont_config(apr_pool_t *p, apr_pool_t *temp_pool, cmd_parms *parms,
                     ap_directive_t **current, ap_directive_t **curr_parent,
                     char *orig_directive)
{
    builder_t b = { .parms = parms, .pool = p, .temp_pool = temp_pool };
    const char *error;

    if (++recursion_depth > PN_CONFIG_NESTING_MAX) {
        recursion_depth--;
        return apr_psprintf(p, "%s> is nested too deeply (more than %d "
                               "sections)",
                            orig_directive, PN_CONFIG_NESTING_MAX);
    }
    error = build_until(&b, orig_directive + 1);
    recursion_depth--;
    *current = b.first;
    *curr_parent = NULL;
    return error;
}

/* One section that is open in text that is skipped. */
typedef struct skipped_t {
    const char *name;
    unsigned line_num;
} skipped_t;

/* "</Name>" in skipped text: must end the innermost section. */
static const char *pop_skipped(cmd_parms *cmd, apr_array_header_t *open,
                               char *name)
{
    const skipped_t *top = &APR_ARRAY_IDX(open, open->nelts - 1, skipped_t);
    apr_size_t len = strlen(name);

    if (len > 2 && name[len - 1] == '>') {
        name[len - 1] = '\0';
    }
    if (ap_cstr_casecmp(name + 2, top->name) != 0) {
        return apr_psprintf(cmd->pool,
                            "Expected </%s> (for <%s> on line %u) but saw %s> "
                            "on line %u",
                            top->name, top->name, top->line_num, name,
                            cmd->config_file->line_number);
    }
    open->nelts--;
    return NULL;
}

static const char *skip_line(cmd_parms *cmd, apr_array_header_t *open,
                             const char *line)
{
    char *name;
    apr_size_t len;
    skipped_t *top;

    if (*line != '<') {
        return NULL;
    }
    name = ap_getword_conf(cmd->temp_pool, &line);
    if (name[0] == '<' && name[1] == '/') {
        return pop_skipped(cmd, open, name);
    }
    if (open->nelts > PN_CONFIG_NESTING_MAX) {
        return apr_psprintf(cmd->pool, "%s> on line %u is nested too deeply",
                            name, cmd->config_file->line_number);
    }
    len = strlen(name);
    if (len > 1 && name[len - 1] == '>') {
        name[len - 1] = '\0';
    }
    top = apr_array_push(open);
    top->name = name + 1;
    top->line_num = cmd->config_file->line_number;
    return NULL;
}

/*
 * Reads on to the end of the section "<Name" whose first line was just read,
 * and drops everything on the way but the balance of sections.
 */
AP_DECLARE(const char *) ap_soak_end_container(cmd_parms *cmd, char *directive)
{
    apr_array_header_t *open = apr_array_make(cmd->temp_pool, 4,
                                              sizeof(skipped_t));
    skipped_t *outer = apr_array_push(open);
    struct ap_varbuf line;
    const char *error = NULL;
    apr_status_t rv = APR_SUCCESS;

    outer->name = directive + 1;
    outer->line_num = cmd->config_file->line_number;
    ap_varbuf_init(cmd->temp_pool, &line, 0);
    while (!error && open->nelts > 0) {
        rv = ap_varbuf_cfg_getline(&line, cmd->config_file,
                                   PN_CONFIG_LINE_MAX);
        if (rv != APR_SUCCESS) {
            break;
        }
        error = skip_line(cmd, open, line.buf);
    }
    ap_varbuf_free(&line);
    if (error || open->nelts == 0) {
        return error;
    }
    if (rv != APR_EOF) {
        return ap_pcfg_strerror(cmd->pool, cmd->config_file, rv);
    }
    outer = &APR_ARRAY_IDX(open, open->nelts - 1, skipped_t);
    return end_missing(cmd, outer->name, (int)outer->line_num);
}

AP_DECLARE(int) ap_exists_directive(apr_pool_t *p, const char *name)
{
    char *copy = apr_pstrdup(p, name);
    apr_size_t len = strlen(copy);

    if (len > 1 && copy[0] == '<' && copy[len - 1] == '>') {
        copy[len - 1] = '\0';
    }
    return pn_commands_find(copy) != NULL;
}
