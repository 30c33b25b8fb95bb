/* SPDX-License-Identifier: Apache-2.0 */
/*
 * commands - the hash of directive names over all active modules.
 *
 * Keys are lower-case copies, so that an entry of a module that has just been
 * unmapped can be recognised without looking into it.
 */
#include "config/commands.h"

#include <apr_hash.h>
#include <apr_strings.h>

enum { NAME_MAX_LEN = 128 };

static apr_hash_t *table;
static apr_pool_t *table_pool;

static apr_status_t forget_table(void *unused)
{
    table = NULL;
    table_pool = NULL;
    return APR_SUCCESS;
}

static void add_one(module *mod, const command_rec *rec)
{
    char *key = apr_pstrdup(table_pool, rec->name);
    pn_command_t *command = apr_palloc(table_pool, sizeof(*command));

    ap_str_tolower(key);
    command->rec = rec;
    command->mod = mod;
    command->next = apr_hash_get(table, key, APR_HASH_KEY_STRING);
    apr_hash_set(table, key, APR_HASH_KEY_STRING, command);
}

static int is_added(const module *mod, const char *name)
{
    for (const pn_command_t *c = pn_commands_find(name); c; c = c->next) {
        if (c->mod == mod) {
            return 1;
        }
    }
    return 0;
}

void pn_commands_add(module *mod, apr_pool_t *pool)
{
    const command_rec *first = mod->cmds;
    const command_rec *end = first;

    if (!first || !first->name) {
        return;
    }
    if (!table) {
        table_pool = pool;
        table = apr_hash_make(pool);
        apr_pool_cleanup_register(pool, NULL, forget_table,
                                  apr_pool_cleanup_null);
    }
    if (is_added(mod, first->name)) {
        return;
    }
    while (end->name) {
        end++;
    }
    /* Backwards: of two entries with one name in a module the first one in
     * its table is asked first. */
    while (end > first) {
        add_one(mod, --end);
    }
}

/* Takes mod's entries out of one chain; returns what is left. */
static pn_command_t *without(pn_command_t *chain, const module *mod)
{
    pn_command_t **link = &chain;

    while (*link) {
        if ((*link)->mod == mod) {
            *link = (*link)->next;
        } else {
            link = &(*link)->next;
        }
    }
    return chain;
}

void pn_commands_remove(const module *mod)
{
    if (!table) {
        return;
    }
    for (apr_hash_index_t *at = apr_hash_first(NULL, table); at;
         at = apr_hash_next(at)) {
        const void *key;
        apr_ssize_t key_len;
        void *chain;

        apr_hash_this(at, &key, &key_len, &chain);
        apr_hash_set(table, key, key_len, without(chain, mod));
    }
}

const pn_command_t *pn_commands_find(const char *name)
{
    char key[NAME_MAX_LEN];

    if (!table || strlen(name) >= sizeof(key)) {
        return NULL;
    }
    apr_cpystrn(key, name, sizeof(key));
    ap_str_tolower(key);
    return apr_hash_get(table, key, APR_HASH_KEY_STRING);
}

void pn_commands_each(int (*visit)(void *ctx, const char *name), void *ctx)
{
    if (!table) {
        return;
    }
    for (module *mod = ap_top_module; mod; mod = mod->next) {
        for (const command_rec *rec = mod->cmds; rec && rec->name; rec++) {
            if (!visit(ctx, rec->name)) {
                return;
            }
        }
    }
}

AP_CORE_DECLARE(const command_rec *) ap_find_command(const char *name,
                                                     const command_rec *cmds)
{
    for (; cmds && cmds->name; cmds++) {
        if (ap_cstr_casecmp(name, cmds->name) == 0) {
            return cmds;
        }
    }
    return NULL;
}

AP_CORE_DECLARE(const command_rec *)
ap_find_command_in_modules(const char *cmd_name, module **mod)
{
    for (; *mod; *mod = (*mod)->next) {
        const command_rec *rec = ap_find_command(cmd_name, (*mod)->cmds);

        if (rec) {
            return rec;
        }
    }
    return NULL;
}
