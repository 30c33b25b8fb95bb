/* SPDX-License-Identifier: Apache-2.0 */
/*
 * modlist - the list of active modules and their places in the vectors.
 *
 * Always-on modules have the lowest indices, the core 0, for the life of the
 * process. Every other module, foreign or dormant until named, gets an index
 * when it is added and gives it back when its pool goes.
 */
#include "config/modlist.h"

#include <apr_hooks.h>
#include <apr_lib.h>
#include <apr_strings.h>

#include "config/builtin.h"
#include "config/commands.h"
#include "http_core.h"
#include "http_log.h"

APLOG_USE_MODULE(core);

enum { SLOTS_MAX = PN_N_ALWAYS_ON + PN_MODULES_LOADABLE_MAX };

static module *loaded[SLOTS_MAX + 1];
static const char *short_names[SLOTS_MAX];
static int slots_used;             /* one more than the highest index given */
static int slots_reserved;         /* asked for by a module that loads others */
static int vector_len = SLOTS_MAX;
static int hooks_are_registered;

AP_DECLARE_DATA module *ap_top_module;
AP_DECLARE_DATA module **ap_loaded_modules = loaded;

AP_DECLARE(void) ap_register_hooks(module *m, apr_pool_t *p)
{
    if (!m->register_hooks) {
        return;
    }
    if (getenv("SHOW_HOOKS")) {
        printf("Registering hooks for %s\n", m->name);
        apr_hook_debug_enabled = 1;
    }
    /* apr-util notes this as the name that others sort by. */
    apr_hook_debug_current = m->name;
    m->register_hooks(p);
}

/* php8 calls itself "./sapi/…/mod_php.c"; everybody asks for "mod_php.c". */
static void drop_path_from_name(module *mod)
{
    const char *slash = strrchr(mod->name, '/');

    if (slash) {
        mod->name = slash + 1;
    }
}

static const char *short_name_of(apr_pool_t *pool, const char *symbol)
{
    static const char suffix[] = "_module";
    apr_size_t len = strlen(symbol);
    apr_size_t suffix_len = sizeof(suffix) - 1;

    if (len > suffix_len && strcmp(symbol + len - suffix_len, suffix) == 0) {
        len -= suffix_len;
    }
    return apr_pstrmemdup(pool, symbol, len);
}

static int is_listed(const module *mod)
{
    for (const module *m = ap_top_module; m; m = m->next) {
        if (m == mod) {
            return 1;
        }
    }
    return 0;
}

static int free_slot(void)
{
    for (int i = PN_N_ALWAYS_ON; i < slots_used; i++) {
        if (!short_names[i]) {
            return i;
        }
    }
    return slots_used;
}

AP_DECLARE(const char *) ap_add_module(module *m, apr_pool_t *p,
                                       const char *s)
{
    if (m->version != MODULE_MAGIC_NUMBER_MAJOR) {
        return apr_psprintf(p,
                            "Module \"%s\" is not compatible with this version "
                            "of Pinion: it was built for module interface %d, "
                            "this server has %d. Please look for a build for "
                            "Apache 2.4",
                            m->name, m->version, MODULE_MAGIC_NUMBER_MAJOR);
    }
    if (m->module_index == -1) {
        int slot = free_slot();

        if (slot >= vector_len || slot >= SLOTS_MAX) {
            return apr_psprintf(p,
                                "Module \"%s\" could not be loaded, because "
                                "there is no room for more modules (%d are "
                                "loaded)",
                                m->name, slots_used);
        }
        m->module_index = slot;
        short_names[slot] = short_name_of(p, s);
        if (slot == slots_used) {
            slots_used++;
        }
    }
    if (!is_listed(m)) {
        m->next = ap_top_module;
        ap_top_module = m;
    }
    drop_path_from_name(m);
    pn_commands_add(m, p);
    ap_register_hooks(m, p);
    return NULL;
}

AP_DECLARE(void) ap_remove_module(module *m)
{
    module **link = &ap_top_module;

    while (*link && *link != m) {
        link = &(*link)->next;
    }
    if (!*link) {
        ap_log_error(APLOG_MARK, APLOG_ERR, 0, NULL,
                     "cannot remove module %s: it is not in the module list",
                     m->name);
        return;
    }
    *link = m->next;
    m->next = NULL;
    pn_commands_remove(m);
    if (m->module_index >= 0 && m->module_index < SLOTS_MAX) {
        short_names[m->module_index] = NULL;
        while (slots_used > PN_N_ALWAYS_ON && !short_names[slots_used - 1]) {
            slots_used--;
        }
    }
    m->module_index = -1;
}

AP_DECLARE(const char *) ap_add_loaded_module(module *mod, apr_pool_t *p,
                                              const char *short_name)
{
    const char *error = ap_add_module(mod, p, short_name);
    int n = 0;

    if (error) {
        return error;
    }
    while (loaded[n]) {
        n++;
    }
    ap_assert(n < SLOTS_MAX);
    loaded[n] = mod;
    loaded[n + 1] = NULL;
    return NULL;
}

AP_DECLARE(void) ap_remove_loaded_module(module *mod)
{
    int n = 0;

    ap_remove_module(mod);
    while (loaded[n] && loaded[n] != mod) {
        n++;
    }
    for (; loaded[n]; n++) {
        loaded[n] = loaded[n + 1];
    }
}

apr_status_t pn_modlist_unload(void *mod)
{
    ap_remove_loaded_module(mod);
    return APR_SUCCESS;
}

static void register_always_on(apr_pool_t *pconf);

/*
 * Gives the always-on modules their places. Called once in the life of the
 * process, before the command line is acted upon.
 */
AP_DECLARE(const char *) ap_setup_prelinked_modules(process_rec *process)
{
    const char *error = NULL;

    apr_hook_global_pool = process->pconf;
    for (int i = 0; ap_preloaded_modules[i]; i++) {
        module *mod = ap_preloaded_modules[i];

        mod->module_index = i;
        loaded[i] = mod;
        loaded[i + 1] = NULL;
        short_names[i] = short_name_of(process->pool,
                                       ap_prelinked_module_symbols[i].name);
    }
    slots_used = PN_N_ALWAYS_ON;
    for (int i = 0; ap_prelinked_modules[i] && !error; i++) {
        module *mod = ap_prelinked_modules[i];

        drop_path_from_name(mod);
        if (!is_listed(mod)) {
            mod->next = ap_top_module;
            ap_top_module = mod;
        }
    }
    register_always_on(process->pconf);
    apr_hook_sort_all();
    return error;
}

static apr_status_t take_hooks_back(void *unused)
{
    apr_hook_deregister_all();
    hooks_are_registered = 0;
    vector_len = SLOTS_MAX;
    slots_reserved = 0;
    return APR_SUCCESS;
}

static void register_always_on(apr_pool_t *pconf)
{
    if (hooks_are_registered) {
        return;
    }
    hooks_are_registered = 1;
    apr_hook_global_pool = pconf;
    /* Before any other cleanup: apr-util empties the lists of hooks that
     * modules offer (mod_proxy, mod_dav), and these lie in their files. */
    apr_pool_pre_cleanup_register(pconf, NULL, take_hooks_back);
    for (int i = 0; ap_prelinked_modules[i]; i++) {
        pn_commands_add(ap_prelinked_modules[i], pconf);
        ap_register_hooks(ap_prelinked_modules[i], pconf);
    }
}

void pn_modlist_begin_pass(apr_pool_t *pconf)
{
    register_always_on(pconf);
}

AP_DECLARE(void) ap_reserve_module_slots(int count)
{
    slots_reserved += count;
}

static int count_directives(const ap_directive_t *node, const char *name)
{
    int n = 0;

    for (; node; node = node->next) {
        if (node->first_child) {
            n += count_directives(node->first_child, name);
        }
        if (ap_cstr_casecmp(node->directive, name) == 0) {
            n++;
        }
    }
    return n;
}

AP_DECLARE(void) ap_reserve_module_slots_directive(const char *directive)
{
    ap_reserve_module_slots(count_directives(ap_conftree, directive));
}

void pn_modlist_fix_vectors(void)
{
    int len = slots_used + slots_reserved;

    vector_len = len < SLOTS_MAX ? len : SLOTS_MAX;
}

int pn_modlist_vector_len(void)
{
    return vector_len;
}

int pn_modlist_is_always_on(const module *mod)
{
    for (int i = 0; ap_prelinked_modules[i]; i++) {
        if (ap_prelinked_modules[i] == mod) {
            return 1;
        }
    }
    return 0;
}

AP_DECLARE(const char *) ap_find_module_name(module *m)
{
    return m->name;
}

AP_DECLARE(const char *) ap_find_module_short_name(int module_index)
{
    if (module_index < 0 || module_index >= slots_used) {
        return NULL;
    }
    return short_names[module_index];
}

AP_DECLARE(module *) ap_find_linked_module(const char *name)
{
    for (module *mod = ap_top_module; mod; mod = mod->next) {
        if (strcmp(mod->name, name) == 0) {
            return mod;
        }
    }
    return NULL;
}

AP_DECLARE(int) ap_get_module_flags(const module *m)
{
    /* Older modules end before this field. */
    if (m->version < AP_MODULE_FLAGS_MMN_MAJOR
        || (m->version == AP_MODULE_FLAGS_MMN_MAJOR
            && m->minor_version < AP_MODULE_FLAGS_MMN_MINOR)) {
        return AP_MODULE_FLAG_NONE;
    }
    return m->flags;
}

AP_DECLARE(void) ap_run_rewrite_args(process_rec *process)
{
    for (module *mod = ap_top_module; mod; mod = mod->next) {
        if (mod->rewrite_args) {
            mod->rewrite_args(process);
        }
    }
}
