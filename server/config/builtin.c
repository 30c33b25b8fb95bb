/* SPDX-License-Identifier: Apache-2.0 */
/*
 * builtin - the modules that are linked into the server.
 *
 * Eight are always on, the ones that Debian's apache2 has, in its order:
 * modules ask for some of them by their place in the hooks' order. All others
 * are dormant: LoadModule wakes them (modules/core/mod_so.c).
 */
#include "config/builtin.h"

#include "pinion.h"

extern module core_module;
extern module so_module;
extern module watchdog_module;
extern module http_module;
extern module log_config_module;
extern module logio_module;
extern module version_module;
extern module unixd_module;

AP_DECLARE_DATA module *ap_prelinked_modules[] = {
    &core_module,       &so_module,    &watchdog_module, &http_module,
    &log_config_module, &logio_module, &version_module,  &unixd_module,
    NULL,
};

AP_DECLARE_DATA ap_module_symbol_t ap_prelinked_module_symbols[] = {
    { "core_module", &core_module },
    { "so_module", &so_module },
    { "watchdog_module", &watchdog_module },
    { "http_module", &http_module },
    { "log_config_module", &log_config_module },
    { "logio_module", &logio_module },
    { "version_module", &version_module },
    { "unixd_module", &unixd_module },
    { NULL, NULL },
};

AP_DECLARE_DATA module *ap_preloaded_modules[] = {
    &core_module,       &so_module,    &watchdog_module, &http_module,
    &log_config_module, &logio_module, &version_module,  &unixd_module,
    NULL,
};

_Static_assert(sizeof(ap_prelinked_modules) / sizeof(ap_prelinked_modules[0])
                   == PN_N_ALWAYS_ON + 1,
               "PN_N_ALWAYS_ON counts the modules that are always on");

static module *find_in(const ap_module_symbol_t *table, const char *symbol)
{
    for (; table->name; table++) {
        if (strcmp(table->name, symbol) == 0) {
            return table->modp;
        }
    }
    return NULL;
}

AP_DECLARE(module *) pinion_find_builtin(const char *symbol)
{
    module *mod = find_in(ap_prelinked_module_symbols, symbol);

    return mod ? mod : find_in(pn_builtin_dormant, symbol);
}
